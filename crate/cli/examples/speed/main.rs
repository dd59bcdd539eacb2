//! The native benchmarks: plain against packet search, one thread against two, and against python-chess + DEAP.
//!
//! All sides of a comparison are measured by turns in one run, and compared round by round, so that a machine that slows
//! down slows both. `cargo run --release -p millipawn --example speed -- --help`

#![allow(
    clippy::disallowed_methods,
    reason = "a benchmark reads files and clocks and starts programs"
)]

mod peer;
mod plain;
mod report;
mod run;

use std::path::PathBuf;

use clap::Parser;
use millipawn_cli::{failure::Failure, games};
use millipawn_engine::evaluation::{acpp::Acpp, falcon::Falcon};
use millipawn_evolve::{
    run::{imitation::Settings, settings::RunSettings},
    system::System,
};

use report::Rounds;
use run::{Bred, Recording};

/// Measures how fast programs evolve natively.
#[derive(Debug, Parser)]
pub(crate) struct Arguments {
    /// Whose first stage is measured: acpp or falcon
    #[arg(long, value_name = "SYSTEM", default_value = System::ACPP.id(), value_parser = [System::ACPP.id(), System::FALCON.id()])]
    system: String,
    /// Positions a generation; as published where it is left out
    #[arg(long, value_name = "N")]
    positions: Option<u32>,
    /// Games to learn from; the sample games where the file is not there
    #[arg(
        long,
        value_name = "FILE",
        default_value = "../shared/data/gm/train.pgn"
    )]
    pgn: PathBuf,
    /// Length of the run
    #[arg(long, value_name = "N", default_value_t = 100)]
    generations: u32,
    /// How often everything is measured
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: u32,
    /// A Python that has the packages of tests/peer/requirements.txt; without one that comparison is left out
    #[arg(long, value_name = "PROGRAM")]
    python: Option<PathBuf>,
    /// The program it runs
    #[arg(
        long,
        value_name = "FILE",
        default_value = "tests/peer/python_chess_deap.py"
    )]
    peer: PathBuf,
}

fn main() {
    if let Err(Failure::Refused(reason)) = measure(&Arguments::parse()) {
        eprintln!("speed: {reason}");
        std::process::exit(2);
    }
}

fn measure(arguments: &Arguments) -> Result<(), Failure> {
    let known = KNOWN
        .iter()
        .find(|(system, _)| system.id() == arguments.system);
    let (_, measure) = known.expect("a name of the list");
    measure(arguments)
}

/// Measures a system.
type Measure = fn(&Arguments) -> Result<(), Failure>;

/// The plain search is compiled for each evaluation. The peer is a program of ACPP's.
const KNOWN: [(System, Measure); 2] = [
    (System::ACPP, |arguments| {
        let (recording, packet) = measure_natively::<Acpp>(arguments, System::ACPP)?;
        match &arguments.python {
            Some(python) => peer::compare(python, &arguments.peer, &recording, &packet),
            None => Ok(()),
        }
    }),
    (System::FALCON, |arguments| {
        measure_natively::<Falcon>(arguments, System::FALCON).map(|_| ())
    }),
];

/// The run, and the seconds of its packet search.
fn measure_natively<E: Bred>(
    arguments: &Arguments,
    system: System,
) -> Result<(Recording, Rounds), Failure> {
    let files = found(arguments);
    let published = if files.is_empty() {
        Settings::on_sample_games(system)
    } else {
        Settings::of(system)
    };
    let settings = Settings {
        generations: arguments.generations,
        positions: arguments.positions.unwrap_or(published.positions),
        ..published
    };
    let (set, summary) = games::read(&files, settings.import.clone(), false)?;
    eprintln!("{summary}");
    println!("{}", report::setting(arguments, &files, &settings));
    let recording = Recording::of(&settings, &set);
    let mut packet = Rounds::default();
    let mut plain = Rounds::default();
    let mut threads = [Rounds::default(), Rounds::default()];
    for round in 0..arguments.rounds {
        plain.push(plain::estimate::<E>(&recording, round)?);
        packet.push(recording.repeat());
        for (workers, rounds) in [1, 2].into_iter().zip(&mut threads) {
            rounds.push(run::with_workers(&settings, &set, workers)?);
        }
    }
    let sample = plain::pairs::<E>(&recording);
    report::natively(&recording, sample, &plain, &packet, &threads);
    Ok((recording, packet))
}

fn found(arguments: &Arguments) -> Vec<PathBuf> {
    if arguments.pgn.is_file() {
        vec![arguments.pgn.clone()]
    } else {
        eprintln!(
            "{} is not there: measuring on the sample games",
            arguments.pgn.display()
        );
        Vec::new()
    }
}
