//! The same job in python-chess and DEAP.

use std::{hint::black_box, path::Path, process::Command, time::Instant};

use millipawn_cli::failure::Failure;
use millipawn_engine::{
    Example,
    chess::game::write_fen,
    evaluation::acpp::{Acpp, Vector},
    examples::import::grouped,
    search::packet,
};
use millipawn_evolve::{genome::bits::Bits, system::acpp};
use serde::Deserialize;
use serde_json::{Value, json};
use shakmaty::CastlingMode;

use crate::{plain, report::Rounds, run::Recording};

/// Positions and individuals on which both must find the same moves.
const POSITIONS: usize = 100;
const INDIVIDUALS: usize = 4;
/// The peer's own run, from random programs as ours begins.
const RUN_POPULATION: usize = 20;
const RUN_POSITIONS: usize = 10;
const RUN_GENERATIONS: u32 = 2;
/// Ours takes milliseconds there: the median of so many.
const REPEATS: usize = 9;

/// What the program prints.
#[derive(Deserialize)]
struct Answer {
    versions: String,
    matched: Vec<u32>,
    /// Individuals x positions a second on what was exported.
    rate: f64,
    /// The same in its own genetic algorithm.
    run_rate: f64,
}

/// Runs the peer on part of generation 0 and prints how it compares.
///
/// # Errors
/// When it cannot be run, or finds other moves.
pub(crate) fn compare(
    python: &Path,
    program: &Path,
    recording: &Recording,
    packet: &Rounds,
) -> Result<(), Failure> {
    let first = recording
        .strata::<Acpp>()
        .next()
        .expect("a run has a generation");
    let individuals = &first.individuals[..INDIVIDUALS.min(first.individuals.len())];
    let examples = &first.examples[..POSITIONS.min(first.examples.len())];
    let matched = packet::count_matches::<Acpp>(individuals, examples);
    let answer = ask(python, program, &export(individuals, examples, &matched))?;
    if answer.matched != matched {
        return Err(Failure::file(program, "it finds other moves than ours"));
    }
    report(&answer, individuals, examples, recording, packet);
    Ok(())
}

fn ask(python: &Path, program: &Path, export: &Value) -> Result<Answer, Failure> {
    let path = std::env::temp_dir().join(format!("millipawn-peer-{}.json", std::process::id()));
    std::fs::write(&path, export.to_string()).map_err(|error| Failure::file(&path, error))?;
    let output = Command::new(python).arg(program).arg(&path).output();
    let _ = std::fs::remove_file(&path);
    let output = output.map_err(|error| Failure::file(python, error))?;
    if !output.status.success() {
        return Err(Failure::file(
            program,
            String::from_utf8_lossy(&output.stderr),
        ));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| Failure::file(program, error))
}

fn export(individuals: &[Vector], examples: &[Example], matched: &[u32]) -> Value {
    let individuals: Vec<Value> = individuals
        .iter()
        .zip(matched)
        .map(|(weights, matched)| json!({"weights": weights, "matched": matched}))
        .collect();
    let examples: Vec<Value> = examples
        .iter()
        .filter_map(Example::unpack)
        .map(|(position, played)| {
            let m = played.to_uci(CastlingMode::Standard).to_string();
            json!({"fen": write_fen(&position), "move": m})
        })
        .collect();
    json!({
        "examples": examples,
        "individuals": individuals,
        "coding": coding(),
        "run": {"population": RUN_POPULATION, "positions": RUN_POSITIONS, "generations": RUN_GENERATIONS},
    })
}

/// What the bits mean: a base, and for each bit which weight it adds to and how much.
fn coding() -> Value {
    let base = acpp::weights(&Bits::zeros(acpp::BITS).into());
    let bits: Vec<(usize, i32)> = (0..acpp::BITS)
        .map(|at| {
            let mut bits = Bits::zeros(acpp::BITS);
            bits.set(at, true);
            let weights = acpp::weights(&bits.into());
            let feature = (0..base.len())
                .find(|feature| weights[*feature] != base[*feature])
                .expect("every bit counts");
            (
                feature,
                i32::from(weights[feature]) - i32::from(base[feature]),
            )
        })
        .collect();
    json!({"base": base, "bits": bits})
}

fn report(
    answer: &Answer,
    individuals: &[Vector],
    examples: &[Example],
    recording: &Recording,
    packet: &Rounds,
) {
    let pairs = (individuals.len() * examples.len()) as f64;
    let plain = pairs / seconds(|| plain::count_matches::<Acpp>(individuals, examples));
    let ours = pairs / seconds(|| packet::count_matches::<Acpp>(individuals, examples));
    let first = recording.first(RUN_GENERATIONS);
    let begun = first.pairs() as f64 / seconds(|| first.repeat());
    let whole = recording.pairs() as f64 / packet.median();
    println!(
        "\n{}; the same weights on {} positions: equal match counts",
        answer.versions,
        examples.len()
    );
    row("python-chess, those", answer.rate, answer.rate);
    row("plain search, those", plain, answer.rate);
    row("packet search, those", ours, answer.rate);
    println!("A run, generations 0 to {}", RUN_GENERATIONS - 1);
    row("python-chess + DEAP", answer.run_rate, answer.run_rate);
    row("packet search", begun, answer.run_rate);
    row("packet search, to its end", whole, answer.run_rate);
}

/// The median time of some work.
fn seconds<T>(work: impl Fn() -> T) -> f64 {
    let mut rounds = Rounds::default();
    for _ in 0..REPEATS {
        let started = Instant::now();
        black_box(work());
        rounds.push(started.elapsed().as_secs_f64());
    }
    rounds.median()
}

fn row(what: &str, rate: f64, python: f64) {
    let ratio = rate / python;
    println!(
        "{what:<28} {:>12} individuals x positions/s {ratio:>9.1} x",
        grouped(rate as u64)
    );
}
