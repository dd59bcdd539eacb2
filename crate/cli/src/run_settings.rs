//! The settings of a run of any kind as the command line asks for them.

use std::path::Path;

use millipawn_evolve::{
    run::settings::{RunSettings, Setting},
    system::System,
};

use crate::failure::Failure;

/// A setting that the command line changes.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// As it stands there: `--seed 5`, `--set seed=5`.
    place: String,
    name: String,
    text: String,
}

/// What the command line changes: the options that are settings, with their names as settings and their texts, then those of
/// `--set`. The system comes first, because it brings its own defaults.
///
/// # Errors
/// What is not of the form `name=value`, or a seed that cannot be drawn.
pub(crate) fn asked(
    options: &[(&str, &str, &Option<String>)],
    set: &[String],
) -> Result<Vec<Asked>, Failure> {
    let mut asked = Vec::new();
    for (option, name, text) in options {
        if let Some(text) = text {
            asked.push(Asked {
                place: format!("--{option} {text}"),
                name: (*name).to_owned(),
                text: drawn(name, text)?,
            });
        }
    }
    for text in set {
        let place = format!("--set {text}");
        let (name, text) = text
            .split_once('=')
            .ok_or_else(|| Failure::of(&place, "not of the form name=value"))?;
        asked.push(Asked {
            place,
            name: name.to_owned(),
            text: text.to_owned(),
        });
    }
    asked.sort_by_key(|asked| asked.name != "system");
    Ok(asked)
}

/// Refuses what means nothing to the programs of a system.
///
/// # Errors
/// The first such setting.
pub(crate) fn refuse_unused(system: System, kind: &str, asked: &[Asked]) -> Result<(), Failure> {
    match asked.iter().find(|asked| !system.uses(kind, &asked.name)) {
        None => Ok(()),
        Some(Asked { place, .. }) => {
            let why = format!("means nothing to programs of {}", system.name());
            Err(Failure::of(place, why))
        }
    }
}

/// The settings of the run that is kept in a file, or else these defaults, as the command line changes them. A kept run may only
/// be made longer.
///
/// # Errors
/// A setting that cannot be obeyed, or that a run under way cannot change.
pub(crate) fn settle<S: RunSettings + Clone>(
    kept: Option<(&Path, &S)>,
    defaults: S,
    asked: &[Asked],
) -> Result<S, Failure> {
    let mut settings = kept.map_or(defaults, |(_, kept)| kept.clone());
    for Asked { place, name, text } in asked {
        let set = settings.set(name, text);
        set.map_err(|error| Failure::of(place, error))?;
    }
    if let Some((path, kept)) = kept
        && let Some(row) = changed(kept, &settings)
    {
        let key = row.key();
        let why = match row.changeable {
            true => format!(
                "{key} of a run under way stays: --set-at GENERATION:{key}=VALUE changes it from there on"
            ),
            false => format!("{key} of a run under way cannot be changed, only generations can"),
        };
        return Err(Failure::file(path, why));
    }
    Ok(settings)
}

/// The first setting other than the number of generations that differs.
fn changed<S: RunSettings>(before: &S, after: &S) -> Option<&'static Setting<S>> {
    S::TABLE
        .iter()
        .filter(|setting| setting.get(before) != setting.get(after))
        .find(|setting| setting.key() != "generations")
}

/// The text itself, or for the seed `random` one from the operating system, which is told.
fn drawn(name: &str, text: &str) -> Result<String, Failure> {
    if (name, text) != ("seed", "random") {
        return Ok(text.to_owned());
    }
    /// Seeds have 53 bits, so that they survive a journey through JavaScript's numbers.
    const SPARE_BITS: u32 = 64 - 53;
    let bits = getrandom::u64().map_err(|error| Failure::of("--seed random", error))?;
    let seed = (bits >> SPARE_BITS).to_string();
    eprintln!("seed {seed}");
    Ok(seed)
}
