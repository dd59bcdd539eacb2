//! `millipawn evolve`: breeds programs that find the moves of the games.

use std::time::Instant;

use millipawn_engine::TrainingSet;
use millipawn_evolve::run::{
    Run, RunError,
    checkpoint::Checkpoint as _,
    imitation::{Checkpoint, Imitation, ImitationError, Settings},
    settings::RunSettings,
};

use crate::{
    arguments::EvolveArguments,
    checkpoint_file,
    demes::Demes,
    evochess,
    failure::Failure,
    family, games,
    pool::Pool,
    run::{self, Reports},
    run_settings, series,
};

/// Runs an experiment to its last generation.
///
/// # Errors
/// Arguments or files that cannot be obeyed or used, a checkpoint that cannot be written, or standard output.
pub fn run(arguments: EvolveArguments) -> Result<(), Failure> {
    if evochess::is_asked(&arguments) {
        return evochess::run(&arguments);
    }
    let kept = match &arguments.resume {
        Some(path) => Some(checkpoint_file::read::<Checkpoint>(path)?),
        None => None,
    };
    let kept = kept.map(|kept| match arguments.room.replay {
        true => kept.anew(),
        false => kept,
    });
    let settings = settings(&arguments, kept.as_ref())?;
    family::check(arguments.family, settings.population)?;
    if let Some(path) = &arguments.checkpoint {
        checkpoint_file::probe(path)?;
    }
    let workers = arguments.room.pool(&arguments.pool);
    // What is refused is refused before games are read.
    workers.threads()?;
    let (set, summary) = games::read(&arguments.pgn, settings.import.clone(), !arguments.json)?;
    eprintln!("{summary}");
    // From here on Ctrl-C is heard by who waits for work.
    let pool = Pool::with_network(&workers)?;
    if let Some(runs) = arguments.runs {
        let begin = |settings| begin(&arguments, None, settings, set.clone());
        return series::run(begin, &settings, runs, arguments.json, &pool);
    }
    let mut run = begin(&arguments, kept, settings, set)?;
    let demes = Demes::join(&arguments.room, &arguments.pool, &run)?;
    let reports = Reports {
        demes: demes.as_ref(),
        json: arguments.json,
        checkpoint: arguments.checkpoint.as_deref(),
        told: run::told(arguments.resume.as_deref(), &run),
        ..Reports::default()
    };
    let started = Instant::now();
    run::to_end(&mut run, reports, &pool)?;
    family::tell(&run, arguments.family, arguments.json)?;
    run::conclude(&run, reports, started.elapsed())
}

/// The defaults of the system or the settings of the kept run, changed by what the command line says.
fn settings(arguments: &EvolveArguments, kept: Option<&Checkpoint>) -> Result<Settings, Failure> {
    let options = [
        ("system", "system", &arguments.system),
        ("generations", "generations", &arguments.generations),
        ("population", "population", &arguments.population),
        ("seed", "seed", &arguments.seed),
    ];
    let asked = run_settings::asked(&options, &arguments.set)?;
    let system = run_settings::settle(None, Settings::default(), &asked)?.system;
    system
        .offers(Settings::KIND)
        .map_err(|error| Failure::of(format_args!("--system {}", system.id()), error))?;
    let defaults = match arguments.pgn.is_empty() {
        true => Settings::on_sample_games(system),
        false => Settings::of(system),
    };
    let path = arguments.resume.as_deref();
    let kept = path.zip(kept.map(|kept| &kept.settings));
    run_settings::settle(kept, defaults, &asked)
}

/// The run that `settings` describe, or that was kept.
///
/// # Errors
/// Games that leave nothing to learn from, or that the kept run did not learn from.
fn begin(
    arguments: &EvolveArguments,
    kept: Option<Checkpoint>,
    settings: Settings,
    set: TrainingSet,
) -> Result<Imitation, Failure> {
    let generations = settings.generations;
    let begun = match kept {
        Some(kept) => Imitation::resume(kept, set),
        None => Imitation::new(settings, set),
    };
    let mut run = begun.map_err(|error| Failure::of(at_fault(arguments, &error), error))?;
    run.set_generations(generations);
    run::set_at(&mut run, &arguments.set_at)?;
    Ok(run)
}

/// The files that an error of the run is about.
fn at_fault(arguments: &EvolveArguments, error: &ImitationError) -> String {
    match (error, &arguments.resume) {
        (ImitationError::Run(RunError::OtherData(..)), Some(path)) => path.display().to_string(),
        _ => games_of(arguments),
    }
}

/// The games that a run is made of, by name.
pub(crate) fn games_of(arguments: &EvolveArguments) -> String {
    let names = arguments.pgn.iter();
    let names: Vec<String> = names.map(|path| path.display().to_string()).collect();
    match names.is_empty() {
        true => "sample games".to_owned(),
        false => names.join(", "),
    }
}
