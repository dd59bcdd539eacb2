//! Runs a fuzz target as long as is wanted: `fuzz TARGET [--runs N] [--seed S]`.

use std::process::ExitCode;

use millipawn_tests::fuzz::{Report, Target, targets};

/// Executions between two lines of progress; each piece has a seed of its own, so that a fault is found again soon.
const PIECE: u32 = 20_000;

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(usage) => {
            eprintln!("{usage}");
            ExitCode::from(2)
        }
    }
}

/// Whether all went well; the error says how to use it.
fn run(mut arguments: impl Iterator<Item = String>) -> Result<bool, String> {
    let targets = targets();
    let names: Vec<&str> = targets.iter().map(|target| target.name).collect();
    let usage = || {
        format!(
            "fuzz TARGET [--runs N] [--seed S], where TARGET is all or one of {}",
            names.join(", ")
        )
    };
    let name = arguments.next().ok_or_else(usage)?;
    let (mut runs, mut seed) = (None, 1);
    while let Some(option) = arguments.next() {
        let value = arguments.next().ok_or_else(usage)?;
        match option.as_str() {
            "--runs" => runs = Some(value.parse().map_err(|_| usage())?),
            "--seed" => seed = value.parse().map_err(|_| usage())?,
            _ => return Err(usage()),
        }
    }
    let chosen: Vec<&Target> = targets
        .iter()
        .filter(|target| name == "all" || target.name == name)
        .collect();
    if chosen.is_empty() {
        return Err(usage());
    }
    // A fault is told once, with the smallest input that shows it.
    std::panic::set_hook(Box::new(|_| {}));
    let well = chosen
        .into_iter()
        .filter(|target| soak(target, runs.unwrap_or(target.long), seed));
    Ok(well.count()
        == names
            .iter()
            .filter(|other| name == "all" || **other == name)
            .count())
}

fn soak(target: &Target, runs: u32, seed: u64) -> bool {
    let mut all = Report::default();
    for (piece, begin) in (0..runs).step_by(PIECE as usize).enumerate() {
        let seed = seed.wrapping_add(piece as u64);
        let report = target.run(PIECE.min(runs - begin), seed);
        all.executions += report.executions;
        all.accepted += report.accepted;
        println!(
            "{}: {} executions, {:.1} % got past the parser",
            target.name,
            all.executions,
            100.0 * all.share()
        );
        if let Some(fault) = report.fault {
            println!("{} FAILED with --seed {seed}: {fault}", target.name);
            return false;
        }
    }
    all.share() >= 0.5
}
