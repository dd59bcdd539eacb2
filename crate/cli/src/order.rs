//! `millipawn evolve --system evochess`: breeds programs that search with few nodes.

use std::{path::Path, time::Instant};

use millipawn_evolve::{
    run::{
        Run, RunError,
        checkpoint::Checkpoint as _,
        ordering::{Checkpoint, OrderingError, OrderingRun, Settings},
        settings::RunSettings,
    },
    system::System,
};

use crate::{
    arguments::EvolveArguments,
    checkpoint_file, evolve,
    failure::Failure,
    games,
    pool::Pool,
    run::{self, Reports},
    run_settings, text_file,
};

/// What the programs are bred for, as `--set` has it.
const FITNESS: &str = "fitness";

/// Whether `evolve` is to breed a move ordering: by the system, or by the run that goes on.
pub(crate) fn is_asked(arguments: &EvolveArguments) -> bool {
    let named = arguments.system.as_deref().and_then(System::from_id);
    let offers = named.is_some_and(|system| system.offers(Settings::KIND).is_ok());
    offers || arguments.resume.as_deref().is_some_and(is_kept)
}

/// Whether the file has such a run.
fn is_kept(path: &Path) -> bool {
    text_file::read(path).is_ok_and(|text| text.starts_with(Checkpoint::NAME))
}

/// Runs it to its last generation.
///
/// # Errors
/// Arguments or files that cannot be obeyed or used, a checkpoint that cannot be written, or standard output.
pub(crate) fn run(arguments: &EvolveArguments) -> Result<(), Failure> {
    if arguments.runs.is_some() {
        let why = "only runs that imitate are made in series";
        return Err(Failure::of("--runs", why));
    }
    let kept = match &arguments.resume {
        Some(path) => Some(checkpoint_file::read::<Checkpoint>(path)?),
        None => None,
    };
    let system = System::offering(Settings::KIND);
    if let Some(other) = arguments.system.as_ref().filter(|id| **id != system.id()) {
        let why = format!("the run to go on with is one of {}", system.id());
        return Err(Failure::of(format_args!("--system {other}"), why));
    }
    let settings = settings(arguments, kept.as_ref())?;
    if let Some(path) = &arguments.checkpoint {
        checkpoint_file::probe(path)?;
    }
    let (set, summary) = games::read(&arguments.pgn, settings.import.clone(), !arguments.json)?;
    eprintln!("{summary}");
    let generations = settings.generations;
    let begun = match kept {
        Some(kept) => OrderingRun::resume(kept, &set),
        None => OrderingRun::new(settings, &set),
    };
    let mut run = begun.map_err(|error| {
        let other = matches!(error, OrderingError::Run(RunError::OtherData(..)));
        match arguments.resume.as_deref().filter(|_| other) {
            Some(path) => Failure::file(path, error),
            None => Failure::of(evolve::games_of(arguments), error),
        }
    })?;
    run.set_generations(generations);
    if let Some(path) = arguments.resume.as_deref().filter(|_| !run.is_finished()) {
        let instead = "without --resume it begins again";
        run::unless_of_another_engine(&run, &path.display().to_string(), instead)?;
    }
    let reports = Reports {
        json: arguments.json,
        checkpoint: arguments.checkpoint.as_deref(),
        told: run::told(arguments.resume.as_deref(), &run),
        ..Reports::default()
    };
    let started = Instant::now();
    run::to_end(&mut run, reports, &Pool::new(arguments.workers))?;
    run::conclude(&run, reports, started.elapsed())
}

/// The defaults of the system or the settings of the kept run, changed by what the command line says.
fn settings(arguments: &EvolveArguments, kept: Option<&Checkpoint>) -> Result<Settings, Failure> {
    let options = [
        ("generations", "generations", &arguments.generations),
        ("population", "population", &arguments.population),
        ("seed", "seed", &arguments.seed),
    ];
    let is_fitness = |text: &&String| text.split('=').next() == Some(FITNESS);
    let (fitness, set): (Vec<_>, Vec<_>) = arguments
        .set
        .iter()
        .cloned()
        .partition(|text| is_fitness(&text));
    let ordering = format!("{FITNESS}={}", Settings::KIND);
    if let Some(other) = fitness.iter().find(|text| **text != ordering) {
        let why = format!("the fitness of these programs is {}", Settings::KIND);
        return Err(Failure::of(format_args!("--set {other}"), why));
    }
    let asked = run_settings::asked(&options, &set)?;
    let path = arguments.resume.as_deref();
    let kept = path.zip(kept.map(|kept| &kept.settings));
    run_settings::settle(kept, Settings::default(), &asked)
}
