//! Learning from self-play: the same history whoever works, in whatever order, paused and resumed.

use millipawn_engine::{
    evaluation::meep::{FEATURES, WITH_FALCON},
    play::contest::opening::built_in,
};
use millipawn_evolve::{
    job::{
        learning_game::Opponent,
        task::{Job, JobResult, Outcome, Task, perform},
    },
    learn::{optimizer::Optimizer, rules::Method},
    run::{
        Run,
        checkpoint::Checkpoint as _,
        learning::{self, Checkpoint, Divergence, Learning, LearningError, Record, Settings},
    },
    system::System,
    text::chromosome::Chromosome,
};
use shakmaty::Color;

fn settings(method: Method) -> Settings {
    Settings {
        method,
        generations: 2,
        games: 3,
        nodes: 60,
        maximum_moves: 20,
        ..Settings::default()
    }
}

fn run_of(settings: Settings) -> Learning {
    let start = learning::random(settings.seed);
    Learning::new(settings, start, built_in()).expect("it can begin")
}

/// Each method in the paper's way, and the options: what is remembered of weights goes from game to game, too.
fn ways() -> impl Iterator<Item = Settings> {
    let published = Method::ALL.map(settings);
    let others = [Optimizer::TemporalCoherence, Optimizer::Adam].map(|optimizer| Settings {
        optimizer,
        squash: 2.5,
        decay: 0.001,
        ..settings(Method::TreeStrap)
    });
    let falling = Settings {
        halving: 3,
        ..settings(Method::TreeStrap)
    };
    published.into_iter().chain(others).chain([falling])
}

/// Works a run off: of the work that is waiting, `pick` says which is done first.
fn history(run: &mut Learning, pick: impl Fn(usize) -> usize) -> Vec<Record> {
    let mut waiting: Vec<Task> = Vec::new();
    loop {
        waiting.extend(std::iter::from_fn(|| run.ask()));
        if waiting.is_empty() {
            return run.records().to_vec();
        }
        let task = waiting.remove(pick(waiting.len()));
        let read = Task::from_bytes(&task.to_bytes()).expect("just written");
        let outcome = perform(&read);
        let outcome = Outcome::from_bytes(&outcome.to_bytes()).expect("just written");
        run.tell(&outcome).expect("it fits");
    }
}

#[test]
fn the_order_of_the_work_changes_nothing() {
    for settings in ways() {
        let mut run = run_of(settings.clone());
        let first_come = history(&mut run, |_| 0);
        assert_eq!(first_come.len(), 3);
        let games: Vec<u64> = first_come.iter().map(|record| record.games).collect();
        assert_eq!(games, [0, 3, 6]);
        assert!(first_come[2].positions > 0 && first_come[2].error > 0.0);
        let mut other = run_of(settings);
        assert_eq!(history(&mut other, |waiting| waiting - 1), first_come);
        assert_eq!(other.weights(), run.weights());
        assert_ne!(*run.weights(), learning::random(2009), "it has learned");
    }
}

#[test]
fn a_run_resumed_after_every_game_is_the_same_run() {
    for settings in ways() {
        let mut uninterrupted = run_of(settings.clone());
        let expected = history(&mut uninterrupted, |_| 0);
        let mut run = run_of(settings);
        while let Some(task) = run.ask() {
            run.tell(&perform(&task)).expect("it fits");
            let text = run.kept().to_text();
            let kept = Checkpoint::from_text(&text).expect("just written");
            assert_eq!(kept, run.kept());
            run = Learning::resume(kept, built_in()).expect("the same openings");
        }
        assert_eq!(run.records(), expected);
        assert_eq!(run.weights(), uninterrupted.weights());
    }
}

/// A program with Falcon's features learns them too, from its own searches as from games.
#[test]
fn falcons_features_are_learned_as_the_others_are() {
    let start = learning::random(7).with_falcon();
    for settings in ways() {
        let begin = || Learning::new(settings.clone(), start.clone(), built_in());
        let mut whole = begin().expect("it can be played");
        history(&mut whole, |_| 0);
        let mut run = begin().expect("it can be played");
        while let Some(task) = run.ask() {
            let outcome = perform(&Task::from_bytes(&task.to_bytes()).expect("just written"));
            let outcome = Outcome::from_bytes(&outcome.to_bytes()).expect("just written");
            run.tell(&outcome).expect("it fits");
            let kept = Checkpoint::from_text(&run.kept().to_text()).expect("just written");
            run = Learning::resume(kept, built_in()).expect("the same openings");
        }
        assert_eq!(run.weights(), whole.weights());
        let [own, falcon] = [0..FEATURES, FEATURES..WITH_FALCON].map(|part| {
            let before = &start.as_slice()[part.clone()];
            before != &run.weights().as_slice()[part]
        });
        assert!(own && falcon, "{settings:?}");
    }
}

/// Each option decides something.
#[test]
fn options_make_other_programs() {
    let mut weights: Vec<_> = ways()
        .chain([Settings {
            squash: 2.5,
            ..settings(Method::TreeStrap)
        }])
        .map(|settings| {
            let mut run = run_of(settings);
            history(&mut run, |_| 0);
            run.weights().to_bytes()
        })
        .collect();
    let all = weights.len();
    weights.sort();
    weights.dedup();
    assert_eq!(weights.len(), all);
}

/// Changes are added in fixed point: a game's share does not depend on the others.
#[test]
fn a_round_of_one_game_goes_where_its_game_went() {
    let mut run = run_of(Settings {
        games: 1,
        generations: 1,
        ..settings(Method::TreeStrap)
    });
    let task = run.ask().expect("there is a game");
    let outcome = perform(&task);
    let (Job::LearningGame(game), JobResult::LearningGame(learned)) = (&task.job, &outcome.result)
    else {
        panic!("a game was asked for");
    };
    run.tell(&outcome).expect("it fits");
    let pairs = game.weights.as_slice().iter().zip(&learned.lesson.changes);
    let expected: Vec<i64> = pairs.map(|(weight, change)| weight + change).collect();
    assert_eq!(run.weights().as_slice(), expected);
}

#[test]
fn it_plays_another_with_both_colours_and_learns_from_its_own_moves() {
    let alone = {
        let mut run = run_of(settings(Method::RootStrap));
        history(&mut run, |_| 0)
    };
    let mut run = run_of(Settings {
        opponent: "random".to_owned(),
        ..settings(Method::RootStrap)
    });
    let record = history(&mut run, |_| 0).pop().expect("a round");
    assert!(record.positions > 0);
    // A search a move, of one side.
    assert!(record.positions < record.plies * 2 / 3, "{record:?}");
    assert_eq!(alone[2].positions, alone[2].plies);
    let refused = Learning::new(
        Settings {
            opponent: "stockfish".to_owned(),
            ..Settings::default()
        },
        learning::random(1),
        built_in(),
    );
    assert!(matches!(refused.err(), Some(LearningError::Opponent(_))));
}

/// Also where a round has one game.
#[test]
fn colours_change_from_game_to_game() {
    let mut run = run_of(Settings {
        opponent: "random".to_owned(),
        games: 1,
        ..settings(Method::RootStrap)
    });
    let mut colours = Vec::new();
    while let Some(task) = run.ask() {
        let Job::LearningGame(game) = &task.job else {
            panic!("a game was asked for");
        };
        let Opponent::Other(_, own) = &game.opponent else {
            panic!("it has an opponent");
        };
        colours.push(*own);
        run.tell(&perform(&task)).expect("it fits");
    }
    assert_eq!(colours, [Color::Black, Color::White]);
}

#[test]
fn too_large_a_step_ends_the_run_with_the_reason() {
    let mut run = run_of(Settings {
        fixed_step: 1.0,
        generations: 50,
        ..settings(Method::TreeStrap)
    });
    let records = history(&mut run, |_| 0);
    assert!(records.len() < 50);
    let last = records.last().expect("a round");
    assert_eq!(last.diverged, Some(Divergence::Weight));
    assert!(run.is_finished());
    let told = run
        .summary(records.len() - 1)
        .and_then(|summary| summary.measured);
    assert!(told.is_some_and(|told| told.contains("smaller step")));
    let resumed = Learning::resume(run.kept(), built_in()).expect("the same openings");
    assert!(resumed.is_finished());
}

#[test]
fn programs_are_kept_of_some_rounds_and_of_the_last_two() {
    let mut run = run_of(Settings {
        generations: 13,
        games: 1,
        nodes: 10,
        maximum_moves: 10,
        ..Settings::default()
    });
    history(&mut run, |_| 0);
    let kept: Vec<bool> = (0..14)
        .map(|round| run.champion_of(round).is_some())
        .collect();
    let expected: Vec<bool> = (0..14).map(|round| round != 11).collect();
    assert_eq!(kept, expected);
    let last = run.champion_of(13).expect("the last is kept");
    assert_eq!((last.games, last.fitness), (Some(13), None));
    let short = Chromosome::parse(&last.chromosome).expect("a program");
    let [exact] = &run.ranked()[..] else {
        panic!("there is one program");
    };
    let exact = Chromosome::parse(exact).expect("a program");
    // Learning goes on from either.
    let from = learning::weights_of(&exact).expect("of this system");
    assert_eq!(learning::short_program(&from), short);
    assert_eq!(from.weights(), run.weights().weights());
    let other = Chromosome {
        system: System::ACPP,
        genome: System::ACPP.hand_set(),
    };
    assert!(learning::weights_of(&other).is_err());
}

#[test]
fn games_can_be_watched() {
    let mut run = run_of(settings(Method::TreeStrap));
    let task = run.ask().expect("there is a game");
    let Job::LearningGame(game) = &task.job else {
        panic!("a game was asked for");
    };
    let shown = run.games().and_then(|games| games.game(0)).expect("a game");
    assert_eq!(*shown.start, game.terms.opening.start);
    assert!(run.awaits(task.id));
    run.tell(&perform(&task)).expect("it fits");
    assert!(!run.awaits(task.id));
}
