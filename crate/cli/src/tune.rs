//! `millipawn tune`: breeds the search of a program, so that it solves a suite with few nodes.

use millipawn_evolve::{
    job::suite::{self, Problem},
    run::{
        Run,
        checkpoint::Checkpoint as _,
        tuning::{self, Checkpoint, Settings, Tuning},
    },
};

use crate::{
    arena::{no_use, report, text_of},
    arguments::TuneArguments,
    checkpoint_file,
    failure::Failure,
    given,
    run::{self, at_fault, settle},
};

/// Runs it to its last generation.
///
/// # Errors
/// Arguments or files that cannot be obeyed or used, a checkpoint that cannot be written, or standard output.
pub fn run(arguments: TuneArguments) -> Result<(), Failure> {
    let problems = problems(&arguments)?;
    let mut tuning = match &arguments.stage.resume {
        Some(path) => {
            let kept = checkpoint_file::read::<Checkpoint>(path)?;
            let begins = run::begins_anew(&arguments.stage, &kept);
            let kept = if begins { kept.anew() } else { kept };
            Tuning::resume(kept, problems)
        }
        None => {
            let name = arguments.program.as_deref().unwrap_or("staunton");
            let player = given::player(name)
                .map_err(|error| Failure::of(format_args!("--program {name}"), error))?;
            let seed = run::seed(&arguments.stage)?;
            Tuning::new(settings(&arguments)?, seed, player, problems)
        }
    }
    .map_err(|error| Failure::of(at_fault(&arguments.stage, "tune"), error))?;
    if arguments.stage.resume.is_some() {
        let mut settings = *tuning.settings();
        let own = [("Generations", arguments.stage.generations)];
        settle(&arguments.stage, tuning::TABLE, &own, |name, value| {
            settings.set(name, value)
        })?;
        tuning.set_generations(settings.generations as u32);
        if !tuning.is_finished() {
            run::can_go_on(&arguments.stage, &tuning)?;
        }
    }
    run::run(tuning, &arguments.stage)
}

fn settings(arguments: &TuneArguments) -> Result<Settings, Failure> {
    let mut settings = Settings::DEFAULT;
    let own = [
        ("Generations", arguments.stage.generations),
        ("Population", arguments.population),
        ("Nodes", arguments.nodes),
    ];
    settle(&arguments.stage, tuning::TABLE, &own, |name, value| {
        settings.set(name, value)
    })?;
    Ok(settings)
}

/// The suite in a file, or the built-in one.
fn problems(arguments: &TuneArguments) -> Result<Vec<Problem>, Failure> {
    let Some(path) = &arguments.suite else {
        return Ok(suite::sample());
    };
    let (problems, skipped) = suite::read(&text_of(path)?);
    if problems.is_empty() {
        return Err(no_use(path, "", &skipped, "no position"));
    }
    report(path, "", &skipped);
    Ok(problems)
}
