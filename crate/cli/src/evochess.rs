//! `millipawn evolve --system evochess`: breeds programs by one of two fitnesses, the nodes of searches or games against fixed-depth opponents.

use std::{path::Path, time::Instant};

use millipawn_evolve::{
    run::{
        Run, RunError,
        checkpoint::Checkpoint,
        classes::{self, ClassesRun},
        ordering::{self, OrderingError, OrderingRun},
        settings::RunSettings,
    },
    system::System,
};

use crate::{
    arguments::EvolveArguments,
    checkpoint_file,
    demes::Demes,
    evolve,
    failure::Failure,
    family, games,
    pool::Pool,
    run::{self, Reports},
    run_settings, text_file,
};

/// What the programs are bred for, as `--set` has it, and its values.
const FITNESS: &str = "fitness";
const ORDERING: &str = ordering::Settings::KIND;
const GAMES: &str = "games";
/// Sets some settings of games at once.
const PRESET: &str = "preset";

/// Whether `evolve` is to breed programs of this system: by its name, or by the run that goes on.
pub(crate) fn is_asked(arguments: &EvolveArguments) -> bool {
    let named = arguments.system.as_deref().and_then(System::from_id);
    named == Some(System::EVOCHESS)
        || arguments
            .resume
            .as_deref()
            .is_some_and(|path| kept(path).is_some())
}

/// The fitness of the run in a file; `None` where it is none of this system's.
fn kept(path: &Path) -> Option<&'static str> {
    let text = text_file::read(path).ok()?;
    let names = [
        (ordering::Checkpoint::NAME, ORDERING),
        (classes::Checkpoint::NAME, GAMES),
    ];
    let of = |(name, _): &(&str, &str)| text.starts_with(name);
    names.into_iter().find(of).map(|(_, fitness)| fitness)
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
    let own = System::EVOCHESS.id();
    if let Some(other) = arguments.system.as_ref().filter(|id| *id != own) {
        let why = format!("the run to go on with is one of {own}");
        return Err(Failure::of(format_args!("--system {other}"), why));
    }
    match fitness(arguments)? {
        GAMES => by_games(arguments),
        _ => by_ordering(arguments),
    }
}

/// That of the kept run, or what the command line asks for.
fn fitness(arguments: &EvolveArguments) -> Result<&'static str, Failure> {
    let kept = arguments.resume.as_deref().and_then(kept);
    let mut asked = arguments.set.iter().filter(|text| name(text) == FITNESS);
    let Some(text) = asked.next_back() else {
        return Ok(kept.unwrap_or(ORDERING));
    };
    let refused = |why: String| Failure::of(format_args!("--set {text}"), why);
    let value = text.split_once('=').map_or("", |(_, value)| value);
    let all = [ORDERING, GAMES];
    let Some(found) = all.into_iter().find(|own| *own == value) else {
        return Err(refused(format!(
            "the fitness of these programs is {}",
            all.join(" or ")
        )));
    };
    match kept {
        Some(kept) if kept != found => Err(refused(format!(
            "the fitness of the run to go on with is {kept}"
        ))),
        _ => Ok(found),
    }
}

fn name(text: &str) -> &str {
    text.split('=').next().unwrap_or(text)
}

fn by_ordering(arguments: &EvolveArguments) -> Result<(), Failure> {
    if let Some(text) = arguments.set.iter().find(|text| name(text) == PRESET) {
        let why = format!("presets are of games: they need --set {FITNESS}={GAMES}");
        return Err(Failure::of(format_args!("--set {text}"), why));
    }
    let kept = kept_run::<ordering::Checkpoint>(arguments)?;
    let own = kept.as_ref().map(|kept| &kept.settings);
    let settings = settings(arguments, own, arguments.set.clone())?;
    let (set, summary) = games::read(&arguments.pgn, settings.import.clone(), !arguments.json)?;
    eprintln!("{summary}");
    let generations = settings.generations;
    let begun = match kept {
        Some(kept) => OrderingRun::resume(kept, &set),
        None => OrderingRun::new(settings, &set),
    };
    let run = begun.map_err(|error| match (&error, arguments.resume.as_deref()) {
        (OrderingError::Run(RunError::OtherData(..)), Some(path)) => Failure::file(path, error),
        (OrderingError::Demes(_), _) => Failure::of("--set", error),
        _ => Failure::of(evolve::games_of(arguments), error),
    })?;
    let settings = run.settings();
    family::check(arguments.family, settings.population * settings.demes)?;
    to_end(run, generations, arguments)
}

fn by_games(arguments: &EvolveArguments) -> Result<(), Failure> {
    if !arguments.pgn.is_empty() {
        let why = "these programs learn from no games: they play";
        return Err(Failure::of("--pgn", why));
    }
    let kept = kept_run::<classes::Checkpoint>(arguments)?;
    let own = kept.as_ref().map(|kept| &kept.settings);
    let settings = settings(arguments, own, with_presets(&arguments.set)?)?;
    let generations = settings.generations;
    let begun = match kept {
        Some(kept) => ClassesRun::resume(kept),
        None => ClassesRun::new(settings),
    };
    let refused = |error| match arguments.resume.as_deref() {
        Some(path) => Failure::file(path, error),
        None => Failure::of("--set", error),
    };
    let run = begun.map_err(refused)?;
    let settings = run.settings();
    family::check(arguments.family, settings.population * settings.demes)?;
    to_end(run, generations, arguments)
}

/// The settings of presets, and then all others: a preset applies first, wherever it stands.
fn with_presets(set: &[String]) -> Result<Vec<String>, Failure> {
    let is_preset = |text: &&String| name(text) == PRESET;
    let (presets, others): (Vec<&String>, Vec<&String>) = set.iter().partition(is_preset);
    let mut all = Vec::new();
    for text in presets {
        let value = text.split_once('=').map_or("", |(_, value)| value);
        let names = classes::PRESETS.map(|(name, _)| name);
        let found = classes::PRESETS.iter().find(|(name, _)| *name == value);
        let (_, preset) = found.ok_or_else(|| {
            let why = format!("the presets are {}", names.join(" and "));
            Failure::of(format_args!("--set {text}"), why)
        })?;
        all.extend(preset.iter().map(|(name, value)| format!("{name}={value}")));
    }
    all.extend(others.into_iter().cloned());
    Ok(all)
}

fn kept_run<C: Checkpoint>(arguments: &EvolveArguments) -> Result<Option<C>, Failure> {
    if let Some(path) = &arguments.checkpoint {
        checkpoint_file::probe(path)?;
    }
    let path = arguments.resume.as_deref();
    let kept = path.map(checkpoint_file::read::<C>).transpose()?;
    Ok(kept.map(|kept| match arguments.room.replay {
        true => kept.anew(),
        false => kept,
    }))
}

/// The defaults of the system or the settings of the kept run, changed by what the command line says.
fn settings<S: RunSettings + Clone + Default>(
    arguments: &EvolveArguments,
    kept: Option<&S>,
    set: Vec<String>,
) -> Result<S, Failure> {
    let options = [
        ("generations", "generations", &arguments.generations),
        ("population", "population", &arguments.population),
        ("seed", "seed", &arguments.seed),
    ];
    let set: Vec<String> = set
        .into_iter()
        .filter(|text| name(text) != FITNESS)
        .collect();
    let asked = run_settings::asked(&options, &set)?;
    let kept = arguments.resume.as_deref().zip(kept);
    run_settings::settle(kept, S::default(), &asked)
}

fn to_end(mut run: impl Run, generations: u32, arguments: &EvolveArguments) -> Result<(), Failure> {
    run.set_generations(generations);
    run::set_at(&mut run, &arguments.set_at)?;
    if let Some(path) = arguments.resume.as_deref().filter(|_| !run.is_finished()) {
        let instead = "without --resume it begins again";
        run::unless_of_another_engine(&run, &path.display().to_string(), instead)?;
    }
    let demes = Demes::join(&arguments.room, &arguments.pool, &run)?;
    let reports = Reports {
        demes: demes.as_ref(),
        json: arguments.json,
        checkpoint: arguments.checkpoint.as_deref(),
        told: run::told(arguments.resume.as_deref(), &run),
        ..Reports::default()
    };
    let started = Instant::now();
    let pool = Pool::with_network(&arguments.room.pool(&arguments.pool))?;
    run::to_end(&mut run, reports, &pool)?;
    family::tell(&run, arguments.family, arguments.json)?;
    run::conclude(&run, reports, started.elapsed())
}
