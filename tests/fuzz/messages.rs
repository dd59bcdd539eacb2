//! What coordinator and workers send each other: a message is read as it was written, or refused. Work that is read can be done.

use std::sync::LazyLock;

use millipawn_engine::{
    Example, TrainingSet,
    chess::game::Ending,
    play::contest::{
        mover::Trouble,
        opening::{Opening, built_in},
        play::{End, Reported},
        rules::{self, Rules},
    },
    search::evochess::{
        count::Ordering,
        order::{TABLE, Weights},
    },
};
use millipawn_evolve::{
    job::{
        class_game::{ClassGame, ClassResult},
        game_task::{Bound, GameTask, Played, Terms},
        learning_game::{LearnedGame, LearningGame, Opponent},
        move_learning::MoveLearning,
        move_matching::MoveMatching,
        question::{Answer, Question},
        solve::{Found, Solve},
        suite::{self, Problem},
        task::{Job, JobResult, Outcome, Task, TaskId, perform},
        tree_size::TreeSize,
    },
    learn::{
        choice::Choices,
        gradient::Tally,
        optimizer::Optimizer,
        player::{Lesson, Rule},
        rules::Method,
        size::Size,
        step::{Precise, Steps},
    },
    run::{coevolution, imitation::Settings, learning},
    system::{System, evochess, matching::Search},
    text::player::Player,
};
use proptest::prelude::*;
use shakmaty::Color;

use super::{
    Target, Verdict,
    mutation::{Edit, edited, edits},
};
use crate::sample_examples;

const BYTES: &[u8] =
    b"\x00\x01\x02\x03\x04\x06\x07\x08\x10\x20\x40\x7f\x80\xff ?&=.-0129abcdefghKQkqsearch";
/// Work larger than this is read, and not done.
const LARGEST: usize = 3;

/// The targets: tasks and outcomes.
pub fn targets() -> [Target; 2] {
    [
        Target::new(
            "tasks",
            [3_000, 10_000_000],
            (any::<u64>(), edits(BYTES)),
            task,
        ),
        Target::new(
            "outcomes",
            [20_000, 10_000_000],
            (any::<u64>(), edits(BYTES)),
            outcome,
        ),
    ]
}

type Input = (u64, Vec<Edit>);

static EXAMPLES: LazyLock<TrainingSet> = LazyLock::new(|| sample_examples(&Settings::default()));

static OPENINGS: LazyLock<Vec<Opening>> = LazyLock::new(built_in);

static PROBLEMS: LazyLock<Vec<Problem>> = LazyLock::new(|| suite::read(SUITE).0);

const SUITE: &str = "\
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;
r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 30 am O-O;
";

fn id(seed: u64) -> TaskId {
    TaskId {
        generation: (seed >> 3) as u32,
        phase: (seed >> 40) as u8 % 2,
        chunk: (seed >> 20) as u32,
    }
}

fn player(seed: u64) -> Player {
    let options = ["", "?Hash=1", "?Search=plain&Hash=1", "?NullMove=0&Nodes=9"];
    let system = System::ALL[(seed % 2) as usize];
    let program = &coevolution::random(system, 1, seed)[0];
    let text = format!("{program}{}", options[(seed >> 7) as usize % 4]);
    Player::parse(&text).expect("a player")
}

fn terms(seed: u64) -> Terms {
    Terms {
        opening: Opening {
            name: String::new(),
            ..OPENINGS[(seed >> 9) as usize % OPENINGS.len()].clone()
        },
        bound: if seed & 64 == 0 {
            Bound::Nodes(1 + (seed >> 8) % 50)
        } else {
            Bound::Clock(1 + (seed >> 8) as u32 % 50)
        },
        rules: Rules {
            maximum_moves: 1,
            ..Rules::DEFAULT
        },
        seed,
    }
}

/// With Falcon's features or without.
fn learned(seed: u64) -> Precise {
    let weights = learning::random(seed % 5);
    match seed >> 15 & 1 {
        0 => weights,
        _ => weights.with_falcon(),
    }
}

/// How many they are.
fn number(seed: u64) -> usize {
    learned(seed).as_slice().len()
}

fn learning_game(seed: u64) -> LearningGame {
    let share = |bits: u32| (seed >> bits) as u8 as f64 / 256.0;
    let optimizer = Optimizer::ALL[(seed >> 6) as usize % Optimizer::ALL.len()];
    LearningGame {
        weights: learned(seed),
        memory: optimizer.memory(number(seed)),
        rule: Rule {
            method: Method::ALL[(seed >> 3) as usize % Method::ALL.len()],
            steps: Steps {
                size: match seed & 32 {
                    0 => Size::Fixed(share(9)),
                    _ => Size::Relative(share(10)),
                },
                optimizer,
                decay: share(13) / 256.0,
            },
            squash: 10.0 * share(12),
            lambda: share(11),
        },
        before: Tally {
            searches: seed >> 40,
            squared_features: seed >> 30,
            ..Tally::default()
        },
        opponent: match seed >> 12 & 3 {
            0 => Opponent::Other(Box::new(player(seed)), Color::White),
            1 => Opponent::Other(Box::new(player(seed)), Color::Black),
            _ => Opponent::Itself,
        },
        terms: terms(seed),
    }
}

/// Two of them.
fn examples(seed: u64) -> Vec<Example> {
    let at = (seed >> 12) as usize % (EXAMPLES.len() - LARGEST);
    (at..at + 2).map(|at| EXAMPLES.get(at)).collect()
}

/// Weights of any size.
fn weights(seed: u64) -> Weights {
    let mut weights = Weights::DEFAULT;
    for (at, row) in (0..).zip(TABLE) {
        let value = i64::from(row.maximum) * i64::from(seed.rotate_left(at) as u8) / 255;
        weights.set(row.name, value).expect("within its range");
    }
    weights
}

fn tree_size(seed: u64) -> TreeSize {
    TreeSize {
        ordering: match (seed >> 5) % 6 {
            0 => Ordering::Random(seed),
            1 => Ordering::Published,
            2 => Ordering::Captures,
            3 => Ordering::History,
            _ => Ordering::Module(Box::new(weights(seed))),
        },
        depth: 1 + (seed >> 8) as u32 % 3,
        most: 1 + (seed >> 9) % 3000,
        examples: examples(seed),
    }
}

/// A move each.
fn class_game(seed: u64) -> ClassGame {
    ClassGame {
        genome: evochess::standard((seed >> 5) as u32 % 5).genome(),
        color: [Color::White, Color::Black][(seed >> 9) as usize % 2],
        class: 2 + 2 * ((seed >> 10) as u32 % 7),
        nodes: 1 + (seed >> 13) as u32 % 50,
        longest: 1,
        seed,
    }
}

fn job(seed: u64) -> Job {
    match seed % 8 {
        0 => {
            let system = System::ALL[(seed >> 5) as usize % 2];
            let programs = coevolution::random(system, 1 + (seed >> 9) as usize % 2, seed);
            Job::MoveMatching(MoveMatching {
                system,
                search: [Search::Quiescence, Search::Static][(seed >> 6) as usize % 2],
                returning: seed & 16 != 0,
                ablation: seed & 32 != 0,
                individuals: programs.into_iter().map(|program| program.genome).collect(),
                examples: examples(seed),
            })
        }
        1 => {
            let nodes = 1 + (seed >> 9) as u32 % 40;
            let solve = Solve::new(player(seed), nodes, PROBLEMS.clone());
            Job::Solve(Box::new(solve.expect("it searches")))
        }
        2 => Job::LearningGame(Box::new(learning_game(seed))),
        3 => Job::MoveLearning(Box::new(MoveLearning {
            teaches: seed.is_multiple_of(2),
            weights: learned(seed >> 5),
            examples: examples(seed),
        })),
        4 => Job::TreeSize(Box::new(tree_size(seed))),
        5 => Job::ClassGame(Box::new(class_game(seed))),
        6 => Job::Question(Box::new(Question {
            player: player(seed),
            nodes: 1 + (seed >> 8) % 50,
            position: PROBLEMS[(seed >> 9) as usize % PROBLEMS.len()]
                .position()
                .clone(),
        })),
        _ => Job::Game(Box::new(GameTask {
            white: player(seed),
            black: player(seed / 2),
            terms: terms(seed),
        })),
    }
}

fn task((seed, edits): &Input) -> Verdict {
    let task = Task {
        id: id(*seed),
        job: job(*seed),
    };
    let bytes = edited(task.to_bytes(), edits);
    let Ok(read) = Task::from_bytes(&bytes) else {
        return Verdict::Refused;
    };
    assert_eq!(Task::from_bytes(&read.to_bytes()).as_ref(), Ok(&read));
    if is_small(&read, &task, edits) {
        let outcome = perform(&read);
        assert_eq!(Outcome::from_bytes(&outcome.to_bytes()), Ok(outcome));
    }
    Verdict::Accepted
}

fn is_short(terms: &Terms) -> bool {
    matches!(terms.bound, Bound::Nodes(..=50)) && terms.rules.maximum_moves == 1
}

/// Whether it is done in little time. Of searches and games, which have targets of their own, one in sixteen is.
fn is_small(read: &Task, written: &Task, edits: &[Edit]) -> bool {
    let is_chosen = written.id.chunk.is_multiple_of(16) && !edits.is_empty();
    match &read.job {
        Job::MoveMatching(choices) => {
            choices.individuals.len() <= LARGEST && choices.examples.len() <= LARGEST
        }
        Job::MoveLearning(moves) => is_chosen && moves.examples.len() <= LARGEST,
        Job::Solve(solve) => is_chosen && solve.cap() <= 50,
        Job::TreeSize(searches) => {
            is_chosen && searches.most <= 3000 && searches.examples.len() <= LARGEST
        }
        Job::ClassGame(game) => {
            is_chosen && game.longest == 1 && game.class <= 4 && game.nodes <= 50
        }
        Job::Game(game) => {
            is_chosen && is_short(&game.terms) && game.white.hash == 1 && game.black.hash == 1
        }
        Job::Question(question) => is_chosen && question.nodes <= 50 && question.player.hash == 1,
        Job::LearningGame(game) => {
            is_chosen
                && is_short(&game.terms)
                && match &game.opponent {
                    Opponent::Itself => true,
                    Opponent::Other(player, _) => player.hash == 1,
                }
        }
    }
}

fn end(seed: u64) -> End {
    let color = [Color::White, Color::Black][seed as usize / 8 % 2];
    match seed % 8 {
        0 => End::Board(Ending::Mate(color)),
        1 => End::Board(Ending::Repetition),
        2 => End::Verdict(rules::Verdict::Resignation(color)),
        3 => End::Verdict(rules::Verdict::TooLong),
        4 => End::Time(color),
        5 => End::Trouble(color, Trouble::Resigns),
        6 => End::Trouble(color, Trouble::Illegal("e2e5".to_owned())),
        _ => End::Trouble(color, Trouble::Crashed(String::new())),
    }
}

fn result(seed: u64) -> JobResult {
    match seed % 8 {
        0 => JobResult::MoveMatching((0..seed % 7).map(|at| (seed >> at) as u32).collect()),
        1 => JobResult::Solve(
            (0..seed % 5)
                .map(|at| Found {
                    nodes: (seed >> at) as u32,
                    is_solved: at == 1,
                })
                .collect(),
        ),
        2 => JobResult::LearningGame(Box::new(LearnedGame {
            lesson: Lesson {
                changes: (0..number(seed) as i64)
                    .map(|at| at * (seed >> 20) as i64)
                    .collect(),
                memory: Optimizer::ALL[(seed >> 6) as usize % Optimizer::ALL.len()]
                    .memory(number(seed)),
                tally: Tally {
                    positions: [seed >> 40, 1, 2],
                    ..Tally::default()
                },
                has_diverged: seed & 64 == 0,
            },
            half_points: (seed >> 4) as u8 % 3,
            plies: seed as u32,
            nodes: seed,
        })),
        3 => JobResult::MoveLearning(Box::new(Choices {
            sums: (0..number(seed) as i64)
                .map(|at| (at - 900) * (seed >> 30) as i64)
                .collect(),
            positions: seed as u32,
            found: seed as u32 >> ((seed >> 33) % 9),
            loss: seed >> 20,
        })),
        4 => JobResult::TreeSize((0..seed % 7).map(|at| seed >> (9 * at)).collect()),
        5 => JobResult::ClassGame(ClassResult {
            result: (((seed >> 4) % 201) as i16 - 100) as i8,
            moves: (seed >> 12) as u32 % 1001,
            nodes: seed,
            ran_out: 0,
        }),
        6 => JobResult::Question(Answer {
            chosen: "e7e8q".to_owned(),
            nodes: seed,
        }),
        _ => JobResult::Game(played(seed)),
    }
}

/// A game, perhaps none that is legal.
pub(super) fn played(seed: u64) -> Played {
    Played {
        end: end(seed >> 4),
        moves: vec!["e2e4".to_owned(), "e7e8q".to_owned()],
        reported: vec![Reported {
            score: (seed & 64 == 0).then_some(seed as i32),
            nodes: seed,
        }],
    }
}

fn outcome((seed, edits): &Input) -> Verdict {
    let outcome = Outcome {
        id: id(*seed),
        result: result(*seed),
    };
    let Ok(read) = Outcome::from_bytes(&edited(outcome.to_bytes(), edits)) else {
        return Verdict::Refused;
    };
    assert_eq!(Outcome::from_bytes(&read.to_bytes()), Ok(read));
    Verdict::Accepted
}
