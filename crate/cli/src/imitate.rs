//! `millipawn learn --pgn`: a program learns to choose the moves of games.

use std::path::Path;

use millipawn_evolve::{
    run::{
        checkpoint::Checkpoint as _,
        learning,
        settings::RunSettings,
        supervised::{Checkpoint, Settings, Supervised},
    },
    system::System,
};

use crate::{
    arguments::LearnArguments,
    failure::Failure,
    games, given,
    run::{self, at_fault},
    run_settings, text_file,
};

/// The method of `learn` that is not of the paper.
const METHOD: &str = "imitation";

/// Whether `learn` is to learn from games.
pub(crate) fn is_asked(arguments: &LearnArguments) -> bool {
    !arguments.pgn.is_empty()
        || arguments.method.as_deref() == Some(METHOD)
        || arguments.stage.resume.as_deref().is_some_and(is_kept)
}

/// Whether the file has a run that learned from games.
fn is_kept(path: &Path) -> bool {
    text_file::read(path).is_ok_and(|text| text.starts_with(Checkpoint::NAME))
}

/// Runs it to its last step.
///
/// # Errors
/// Arguments or files that cannot be obeyed or used, a checkpoint that cannot be written, or standard output.
pub(crate) fn run(arguments: &LearnArguments) -> Result<(), Failure> {
    let stage = &arguments.stage;
    let method = arguments
        .method
        .as_deref()
        .filter(|method| *method != METHOD);
    if let Some(method) = method {
        let why = "games are learned from by imitation alone";
        return Err(Failure::of(format_args!("--method {method}"), why));
    }
    let of_own_games = [
        ("--games", arguments.games.is_some()),
        ("--nodes", arguments.nodes.is_some()),
        ("--clock", arguments.clock.is_some()),
        ("--opponent", arguments.opponent.is_some()),
        ("--openings", arguments.openings.is_some()),
    ];
    if let Some((option, _)) = of_own_games.into_iter().find(|(_, is_given)| *is_given) {
        let why = "imitation plays no games: its steps are --generations";
        return Err(Failure::of(option, why));
    }
    let options = [
        ("generations", "generations", &stage.generations),
        ("seed", "seed", &stage.seed),
    ];
    let system = arguments.system.as_deref().and_then(System::from_id);
    let system = system.unwrap_or_else(|| System::offering(Settings::KIND));
    let offered = system.offers(Settings::KIND);
    offered.map_err(|error| Failure::of(format_args!("--system {}", system.id()), error))?;
    let asked = run_settings::asked(&options, &stage.set)?;
    let kept = run::kept::<Checkpoint>(stage)?;
    let path = stage.resume.as_deref();
    let kept_settings = path.zip(kept.as_ref().map(|kept| &kept.settings));
    let settings = run_settings::settle(kept_settings, Settings::of(system), &asked)?;
    let generations = settings.generations;
    let start = arguments.from.as_deref().map(given::weights).transpose()?;
    let (set, summary) = games::read(&arguments.pgn, settings.import.clone(), !stage.json)?;
    let begun = match kept {
        Some(kept) => Supervised::resume(kept, set),
        None => {
            let start = start.unwrap_or_else(|| learning::random(settings.seed));
            Supervised::new(settings, start, set)
        }
    };
    let run = begun.map_err(|error| Failure::of(at_fault(stage, "learn"), error))?;
    eprintln!("{summary}");
    run::run(run, generations, stage)
}
