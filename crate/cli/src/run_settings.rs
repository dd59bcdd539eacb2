//! The settings of a run as the command line asks for them.

use std::path::Path;

use millipawn_evolve::{
    run::{
        imitation::Checkpoint,
        settings::{Setting, Settings, TABLE},
    },
    system::System,
};

use crate::{arguments::EvolveArguments, failure::Failure};

/// The system's defaults or the settings of the kept run, changed by what the command line says.
///
/// # Errors
/// A setting that cannot be obeyed, or that a run under way cannot change.
pub fn read(arguments: &EvolveArguments, kept: Option<&Checkpoint>) -> Result<Settings, Failure> {
    let (systems, others): (Vec<_>, Vec<_>) = assignments(arguments)?
        .into_iter()
        .partition(|(key, _)| key == "system");
    let mut settings = kept.map_or_else(Settings::default, |kept| kept.settings.clone());
    assign(&mut settings, &systems)?;
    if let (Some(path), Some(kept)) = (&arguments.resume, kept) {
        unchanged(path, &kept.settings, &settings)?;
    } else {
        settings = defaults(arguments, settings.system);
    }
    assign(&mut settings, &others)?;
    if let (Some(path), Some(kept)) = (&arguments.resume, kept) {
        unchanged(path, &kept.settings, &settings)?;
    }
    Ok(settings)
}

fn defaults(arguments: &EvolveArguments, system: System) -> Settings {
    if arguments.pgn.is_empty() {
        Settings::on_sample_games(system)
    } else {
        Settings::of(system)
    }
}

fn assign(settings: &mut Settings, assignments: &[(String, String)]) -> Result<(), Failure> {
    for (key, text) in assignments {
        settings
            .set(key, text)
            .map_err(|error| Failure::of(format_args!("{key}={text}"), error))?;
    }
    Ok(())
}

fn unchanged(path: &Path, before: &Settings, after: &Settings) -> Result<(), Failure> {
    match changed(before, after) {
        Some(key) => Err(Failure::file(
            path,
            format_args!("{key} of a run under way cannot be changed, only generations can"),
        )),
        None => Ok(()),
    }
}

/// Names and values of the settings that the command line changes, in the order in which they count.
fn assignments(arguments: &EvolveArguments) -> Result<Vec<(String, String)>, Failure> {
    let named = [
        ("system", arguments.system.clone()),
        ("generations", arguments.generations.clone()),
        ("population", arguments.population.clone()),
        ("seed", arguments.seed.clone().map(drawn).transpose()?),
    ];
    let mut assignments: Vec<(String, String)> = named
        .into_iter()
        .filter_map(|(key, text)| Some((key.to_owned(), text?)))
        .collect();
    for text in &arguments.set {
        let (key, value) = text.split_once('=').ok_or_else(|| {
            Failure::of(format_args!("--set {text}"), "not of the form name=value")
        })?;
        assignments.push((key.to_owned(), value.to_owned()));
    }
    Ok(assignments)
}

/// The seed itself, or for `random` one from the operating system, which is told.
fn drawn(seed: String) -> Result<String, Failure> {
    if seed != "random" {
        return Ok(seed);
    }
    /// Seeds have 53 bits, so that they survive a journey through JavaScript's numbers.
    const SPARE_BITS: u32 = 64 - 53;
    let bits = getrandom::u64().map_err(|error| Failure::of("--seed random", error))?;
    let seed = (bits >> SPARE_BITS).to_string();
    eprintln!("seed {seed}");
    Ok(seed)
}

/// The first setting other than the number of generations that differs.
fn changed(before: &Settings, after: &Settings) -> Option<String> {
    TABLE
        .iter()
        .filter(|setting| setting.get(before) != setting.get(after))
        .map(Setting::key)
        .find(|key| key != "generations")
}
