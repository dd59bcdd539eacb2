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
use millipawn_evolve::settings::Settings;

use report::Rounds;
use run::Recording;

/// Measures how fast programs evolve natively.
#[derive(Debug, Parser)]
pub(crate) struct Arguments {
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
    let settings = Settings {
        generations: arguments.generations,
        ..Settings::default()
    };
    let files = found(arguments);
    let (set, summary) = games::read(&files, settings.import.clone(), false)?;
    eprintln!("{summary}");
    println!("{}", report::setting(arguments, &files, &settings));
    let recording = Recording::of(&settings, &set);
    let mut packet = Rounds::default();
    let mut plain = Rounds::default();
    let mut threads = [Rounds::default(), Rounds::default()];
    for round in 0..arguments.rounds {
        plain.push(plain::estimate(&recording, round)?);
        packet.push(recording.repeat());
        for (workers, rounds) in [1, 2].into_iter().zip(&mut threads) {
            rounds.push(run::with_workers(&settings, &set, workers)?);
        }
    }
    report::natively(&recording, &plain, &packet, &threads);
    match &arguments.python {
        Some(python) => peer::compare(python, &arguments.peer, &recording, &packet),
        None => Ok(()),
    }
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
