//! `millipawn learn`: a program plays itself and learns from its own searches.

use millipawn_evolve::{
    run::{
        Run,
        learning::{self, Checkpoint, Learning, Settings},
        settings::{MOST_GENERATIONS, RunSettings},
    },
    system::System,
};

use crate::{
    arena::openings,
    arguments::LearnArguments,
    coevolve::BY_CLOCK,
    failure::Failure,
    given,
    run::{self, at_fault},
    run_settings,
};

/// Runs it to its last round.
///
/// # Errors
/// Arguments or files that cannot be obeyed or used, a checkpoint that cannot be written, or standard output.
pub fn run(arguments: LearnArguments) -> Result<(), Failure> {
    let stage = &arguments.stage;
    let options = [
        ("method", "method", &arguments.method),
        ("generations", "generations", &stage.generations),
        ("nodes", "nodes-a-move", &arguments.nodes),
        ("clock", "clock", &arguments.clock),
        ("opponent", "opponent", &arguments.opponent),
        ("seed", "seed", &stage.seed),
    ];
    let system = arguments.system.as_deref().and_then(System::from_id);
    let system = system.unwrap_or_else(|| System::offering(Settings::KIND));
    let offered = system.offers(Settings::KIND);
    offered.map_err(|error| Failure::of(format_args!("--system {}", system.id()), error))?;
    let asked = run_settings::asked(&options, &stage.set)?;
    let openings = openings(arguments.openings.as_deref())?;
    let kept = run::kept::<Checkpoint>(stage)?;
    let path = stage.resume.as_deref();
    let kept_settings = path.zip(kept.as_ref().map(|kept| &kept.settings));
    let mut settings = run_settings::settle(kept_settings, Settings::of(system), &asked)?;
    if let Some(games) = arguments.games {
        settings.generations = rounds(games, settings.games)?;
    }
    let generations = settings.generations;
    let begun = match kept {
        Some(kept) => Learning::resume(kept, openings),
        None => {
            let start = arguments.from.as_deref().map(given::weights).transpose()?;
            let start = start.unwrap_or_else(|| learning::random(settings.seed));
            Learning::new(settings, start, openings)
        }
    };
    let run = begun.map_err(|error| Failure::of(at_fault(stage, "learn"), error))?;
    if !run.is_repeatable() {
        eprintln!("{BY_CLOCK}");
    }
    run::run(run, generations, stage)
}

/// The round in which the game of this number is played.
fn rounds(games: u64, a_round: u32) -> Result<u32, Failure> {
    let rounds = games.div_ceil(a_round.into());
    let fits = u32::try_from(rounds).ok();
    let fits = fits.filter(|rounds| *rounds <= MOST_GENERATIONS);
    fits.ok_or_else(|| {
        let most = u64::from(MOST_GENERATIONS) * u64::from(a_round);
        let why = format!("a run has at most {most} games, {a_round} a round");
        Failure::of(format_args!("--games {games}"), why)
    })
}
