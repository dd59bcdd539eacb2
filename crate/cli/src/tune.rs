//! `millipawn tune`: breeds the search of a program, so that it solves a suite with few nodes.

use millipawn_evolve::{
    job::suite::{self, Problem},
    run::tuning::{Checkpoint, Settings, Tuning},
};

use crate::{
    arena::{no_use, report},
    arguments::TuneArguments,
    failure::Failure,
    family, given,
    run::{self, at_fault},
    run_settings, text_file,
};

/// Runs it to its last generation.
///
/// # Errors
/// Arguments or files that cannot be obeyed or used, a checkpoint that cannot be written, or standard output.
pub fn run(arguments: TuneArguments) -> Result<(), Failure> {
    let stage = &arguments.stage;
    let options = [
        ("generations", "generations", &stage.generations),
        ("population", "population", &arguments.population),
        ("nodes", "nodes-a-position", &arguments.nodes),
        ("seed", "seed", &stage.seed),
    ];
    let asked = run_settings::asked(&options, &stage.set)?;
    let problems = problems(&arguments)?;
    let kept = run::kept::<Checkpoint>(stage)?;
    let path = stage.resume.as_deref();
    let kept_settings = path.zip(kept.as_ref().map(|kept| &kept.settings));
    let settings = run_settings::settle(kept_settings, Settings::default(), &asked)?;
    let generations = settings.generations;
    let begun = match kept {
        Some(kept) => Tuning::resume(kept, problems),
        None => {
            let name = arguments.program.as_deref().unwrap_or("staunton");
            let player = given::player(name)
                .map_err(|error| Failure::of(format_args!("--program {name}"), error))?;
            Tuning::new(settings, player, problems)
        }
    };
    let run = begun.map_err(|error| Failure::of(at_fault(stage, "tune"), error))?;
    family::check(arguments.family, run.settings().population)?;
    run::run_and_tell(run, generations, stage, arguments.family)
}

/// The suite in a file, or the built-in one.
fn problems(arguments: &TuneArguments) -> Result<Vec<Problem>, Failure> {
    let Some(path) = &arguments.suite else {
        return Ok(suite::sample());
    };
    let (problems, skipped) = suite::read(&text_file::read(path)?);
    if problems.is_empty() {
        return Err(no_use(path, "", &skipped, "no position"));
    }
    report(path, "", &skipped);
    Ok(problems)
}
