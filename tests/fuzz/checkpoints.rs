//! Checkpoints of each kind of run, whole but for what their checksum protects: whatever is read is written as the same, and goes on
//! or is refused.

use std::sync::LazyLock;

use millipawn_engine::{
    TrainingSet,
    play::contest::{
        opening::{Opening, built_in},
        rules::Rules,
    },
};
use millipawn_evolve::{
    job::{
        suite::{self, Problem},
        task::{JobResult, Outcome, Task, perform},
    },
    run::{
        Games, Run,
        checkpoint::{Checkpoint as _, CheckpointError},
        classes::{self, ClassesRun},
        coevolution::{self, Coevolution},
        imitation::{self, Imitation, Settings},
        learning::{self, Learning},
        ordering::{self, OrderingRun},
        settings::RunSettings,
        supervised::{self, Supervised},
        tuning::{self, Tuning},
    },
    system::System,
    text::{chromosome::Chromosome, player::Player},
};
use proptest::prelude::*;

use super::{
    Target, Verdict,
    envelope::{LineEdit, edited_lines, line_edits, sealed, unsealed},
};
use crate::sample_examples;

/// A run larger than this is read, and not gone on with: that would take too long to be tried often.
const LARGEST: usize = 12;

const SUITE: &str = "\
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2;
";

type Input = (usize, Vec<LineEdit>);

fn inputs(texts: &'static [String]) -> impl Strategy<Value = Input> {
    (0..texts.len(), line_edits())
}

/// The targets: imitations, coevolutions, tunings, orderings, classes, learning, supervised.
pub fn targets() -> [Target; 7] {
    [
        Target::new("imitations", SIZES, inputs(&IMITATIONS), imitation),
        Target::new("coevolutions", SIZES, inputs(&COEVOLUTIONS), coevolution),
        Target::new("tunings", SIZES, inputs(&TUNINGS), tuning),
        Target::new("orderings", SIZES, inputs(&ORDERINGS), ordering),
        Target::new("classes", SIZES, inputs(&CLASSES), against_classes),
        // Weights make them long.
        Target::new("learning", LONG, inputs(&LEARNING), learning),
        Target::new("supervised", LONG, inputs(&SUPERVISED), supervised),
    ]
}

const SIZES: [u32; 2] = [5_000, 10_000_000];
const LONG: [u32; 2] = [1_000, 1_000_000];

fn text(texts: &[String], (which, edits): &Input) -> String {
    sealed(&edited_lines(unsealed(&texts[*which]), edits))
}

/// A few games, so that a run has something to learn from.
static EXAMPLES: LazyLock<TrainingSet> = LazyLock::new(|| {
    let all = sample_examples(&Settings::default());
    let mut few = TrainingSet::default();
    all.iter().take(60).for_each(|example| few.push(&example));
    few
});

static OPENINGS: LazyLock<Vec<Opening>> = LazyLock::new(|| built_in()[..3].to_vec());

static PROBLEMS: LazyLock<Vec<Problem>> = LazyLock::new(|| suite::read(SUITE).0);

/// The systems whose programs come from this kind of run.
fn offering(kind: &'static str) -> impl Iterator<Item = System> {
    let systems = System::ALL.iter().copied();
    systems.filter(move |system| system.offers(kind).is_ok())
}

/// Before the first generation, and after some.
static IMITATIONS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut texts = Vec::new();
    for system in offering(imitation::Settings::KIND) {
        let settings = Settings {
            population: 4,
            positions: 10,
            generations: 3,
            held_out_interval: 2,
            ..Settings::on_sample_games(system)
        };
        let mut run = Imitation::new(settings, EXAMPLES.clone()).expect("there are examples");
        texts.push(run.checkpoint());
        run.change(2, "elite=1\nmutation-probability=0.5")
            .expect("it is to come");
        while let Some(task) = run.ask() {
            if !run.take(&perform(&task)).expect("it fits").is_empty() {
                texts.push(run.checkpoint());
            }
        }
    }
    texts
});

static COEVOLUTIONS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut texts = Vec::new();
    for system in offering(coevolution::Settings::KIND) {
        let settings = coevolution::Settings {
            generations: 2,
            games: 2,
            nodes: 5,
            rules: Rules {
                maximum_moves: 2,
                ..Rules::DEFAULT
            },
            ..coevolution::Settings::of(system)
        };
        let initial = coevolution::random(system, 3, 2014);
        let run = Coevolution::new(settings, &initial, OPENINGS.clone());
        let mut run = run.expect("it can begin");
        texts.push(run.checkpoint());
        run.change(1, "mutation-probability=0.5")
            .expect("it is to come");
        while let Some(task) = run.ask() {
            run.tell(&perform(&task)).expect("it fits");
            texts.push(run.checkpoint());
        }
    }
    texts
});

static TUNINGS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let settings = tuning::Settings {
        population: 3,
        generations: 2,
        nodes: 1000,
        ..tuning::Settings::default()
    };
    let player = Player::parse("staunton?NullMove=1&Hash=1").expect("a player");
    let run = Tuning::new(settings, player, PROBLEMS.clone());
    let mut run = run.expect("it can begin");
    let mut texts = vec![run.checkpoint()];
    run.change(1, "elite=0").expect("it is to come");
    while let Some(task) = run.ask() {
        run.tell(&perform(&task)).expect("it fits");
        texts.push(run.checkpoint());
    }
    texts
});

/// Before the first generation, in the middle of some, and in the end; with a program from elsewhere.
static CLASSES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut texts = Vec::new();
    for demes in [1, 2] {
        let settings = classes::Settings {
            population: 3,
            demes,
            generations: 2,
            nodes: 100,
            plies: 2,
            longest: 3,
            parents: 1,
            candidates: 2,
            final_games: 1,
            ..classes::Settings::default()
        };
        let mut run = ClassesRun::new(settings).expect("someone is replaced");
        let stranger = Chromosome {
            system: System::EVOCHESS,
            genome: System::EVOCHESS.hand_set(),
        };
        run.receive(&stranger.to_string()).expect("there is room");
        run.change(2, "least-step=0.5").expect("it is to come");
        texts.push(run.checkpoint());
        while let Some(task) = run.ask() {
            run.tell(&perform(&task)).expect("it fits");
            if run.progress().done % 5 == 1 {
                texts.push(run.checkpoint());
            }
        }
        texts.push(run.checkpoint());
    }
    texts
});

/// Before the first generation, and after some.
static ORDERINGS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut texts = Vec::new();
    for demes in [1, 2] {
        let settings = ordering::Settings {
            population: 3,
            demes,
            generations: 3,
            depth: 2,
            positions: 11,
            parents: 2,
            migration_interval: 2,
            held_out_interval: 2,
            ..ordering::Settings::default()
        };
        let mut run = OrderingRun::new(settings, &EXAMPLES).expect("there are positions");
        texts.push(run.checkpoint());
        run.change(2, "least-step=0.5").expect("it is to come");
        while let Some(task) = run.ask() {
            if !run.take(&perform(&task)).expect("it fits").is_empty() {
                texts.push(run.checkpoint());
            }
        }
    }
    texts
});

static LEARNING: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut texts = Vec::new();
    for opponent in ["", "random"] {
        let settings = learning::Settings {
            generations: 2,
            games: 2,
            nodes: 10,
            maximum_moves: 10,
            opponent: opponent.to_owned(),
            ..learning::Settings::default()
        };
        let run = Learning::new(settings, learning::random(2009), OPENINGS.clone());
        let mut run = run.expect("it can begin");
        texts.push(run.checkpoint());
        while let Some(task) = run.ask() {
            run.tell(&perform(&task)).expect("it fits");
            texts.push(run.checkpoint());
        }
    }
    texts
});

static SUPERVISED: LazyLock<Vec<String>> = LazyLock::new(|| {
    let settings = supervised::Settings {
        positions: 10,
        generations: 3,
        held_out_interval: 2,
        ..supervised::Settings::default()
    };
    let run = Supervised::new(settings, learning::random(2009), EXAMPLES.clone());
    let mut run = run.expect("there are examples");
    let mut texts = vec![run.checkpoint()];
    while let Some(task) = run.ask() {
        run.tell(&perform(&task)).expect("it fits");
        texts.push(run.checkpoint());
    }
    texts
});

/// Of what is refused the reason is told.
fn read<T>(read: Result<T, CheckpointError>) -> Option<T> {
    if let Err(error) = &read {
        assert!(!error.to_string().is_empty());
    }
    read.ok()
}

fn imitation(input: &Input) -> Verdict {
    let text = text(&IMITATIONS, input);
    let Some(kept) = read(imitation::Checkpoint::from_text(&text)) else {
        return Verdict::Refused;
    };
    let again = imitation::Checkpoint::from_text(&kept.to_text());
    assert_eq!(again.as_ref(), Ok(&kept));
    if kept.settings.population as usize <= LARGEST
        && let Ok(mut run) = Imitation::resume(kept, EXAMPLES.clone())
    {
        run.champion();
        if let Some(task) = run.ask() {
            assert_eq!(Task::from_bytes(&task.to_bytes()), Ok(task.clone()));
            let wrong = Outcome {
                id: task.id,
                result: JobResult::MoveMatching(Vec::new()),
            };
            assert!(run.tell(&wrong).is_err());
        }
    }
    Verdict::Accepted
}

fn coevolution(input: &Input) -> Verdict {
    let text = text(&COEVOLUTIONS, input);
    let Some(kept) = read(coevolution::Checkpoint::from_text(&text)) else {
        return Verdict::Refused;
    };
    let again = coevolution::Checkpoint::from_text(&kept.to_text());
    assert_eq!(again.as_ref(), Ok(&kept));
    if kept.initial.len() <= LARGEST
        && kept.settings.games as usize <= LARGEST
        && let Ok(mut run) = Coevolution::resume(kept, OPENINGS.clone())
    {
        let own = run.kept();
        let text = own.to_text();
        assert_eq!(coevolution::Checkpoint::from_text(&text), Ok(own));
        run.cross_table();
        assert!(run.records().is_empty() || !run.ranked().is_empty());
        run.ask();
    }
    Verdict::Accepted
}

fn tuning(input: &Input) -> Verdict {
    let text = text(&TUNINGS, input);
    let Some(kept) = read(tuning::Checkpoint::from_text(&text)) else {
        return Verdict::Refused;
    };
    let again = tuning::Checkpoint::from_text(&kept.to_text());
    assert_eq!(again.as_ref(), Ok(&kept));
    if kept.settings.population as usize <= LARGEST
        && let Ok(mut run) = Tuning::resume(kept, PROBLEMS.clone())
    {
        let own = run.kept();
        let text = own.to_text();
        assert_eq!(tuning::Checkpoint::from_text(&text), Ok(own));
        assert!(run.records().is_empty() || !run.ranked().is_empty());
        run.ask();
    }
    Verdict::Accepted
}

fn against_classes(input: &Input) -> Verdict {
    let text = text(&CLASSES, input);
    let Some(kept) = read(classes::Checkpoint::from_text(&text)) else {
        return Verdict::Refused;
    };
    let again = classes::Checkpoint::from_text(&kept.to_text());
    assert_eq!(again.as_ref(), Ok(&kept));
    let programs = u64::from(kept.settings.population) * u64::from(kept.settings.demes);
    if programs <= LARGEST as u64
        && let Ok(mut run) = ClassesRun::resume(kept)
    {
        let own = run.kept();
        let text = own.to_text();
        assert_eq!(classes::Checkpoint::from_text(&text), Ok(own));
        assert!(run.records().is_empty() || !run.ranked().is_empty());
        let last = run.scored().checked_sub(1);
        assert_eq!(
            last.is_some(),
            last.and_then(|last| run.summary(last)).is_some()
        );
        if let Some(task) = run.ask() {
            assert_eq!(Task::from_bytes(&task.to_bytes()), Ok(task.clone()));
            let wrong = Outcome {
                id: task.id,
                result: JobResult::TreeSize(Vec::new()),
            };
            assert!(run.tell(&wrong).is_err());
        }
    }
    Verdict::Accepted
}

fn ordering(input: &Input) -> Verdict {
    let text = text(&ORDERINGS, input);
    let Some(kept) = read(ordering::Checkpoint::from_text(&text)) else {
        return Verdict::Refused;
    };
    let again = ordering::Checkpoint::from_text(&kept.to_text());
    assert_eq!(again.as_ref(), Ok(&kept));
    let programs = u64::from(kept.settings.population) * u64::from(kept.settings.demes);
    if programs <= LARGEST as u64
        && let Ok(mut run) = OrderingRun::resume(kept, &EXAMPLES)
    {
        let own = run.kept();
        let text = own.to_text();
        assert_eq!(ordering::Checkpoint::from_text(&text), Ok(own));
        assert!(run.records().is_empty() || !run.ranked().is_empty());
        let last = run.scored().checked_sub(1);
        assert_eq!(
            last.is_some(),
            last.and_then(|last| run.summary(last)).is_some()
        );
        if let Some(task) = run.ask() {
            assert_eq!(Task::from_bytes(&task.to_bytes()), Ok(task.clone()));
            let wrong = Outcome {
                id: task.id,
                result: JobResult::TreeSize(Vec::new()),
            };
            assert!(run.tell(&wrong).is_err());
        }
    }
    Verdict::Accepted
}

fn learning(input: &Input) -> Verdict {
    let text = text(&LEARNING, input);
    let Some(kept) = read(learning::Checkpoint::from_text(&text)) else {
        return Verdict::Refused;
    };
    let again = learning::Checkpoint::from_text(&kept.to_text());
    assert_eq!(again.as_ref(), Ok(&kept));
    if let Ok(mut run) = Learning::resume(kept, OPENINGS.clone()) {
        let own = run.kept();
        let text = own.to_text();
        assert_eq!(learning::Checkpoint::from_text(&text), Ok(own));
        assert!(run.records().is_empty() || !run.ranked().is_empty());
        run.ask();
    }
    Verdict::Accepted
}

fn supervised(input: &Input) -> Verdict {
    let text = text(&SUPERVISED, input);
    let Some(kept) = read(supervised::Checkpoint::from_text(&text)) else {
        return Verdict::Refused;
    };
    let again = supervised::Checkpoint::from_text(&kept.to_text());
    assert_eq!(again.as_ref(), Ok(&kept));
    if let Ok(mut run) = Supervised::resume(kept, EXAMPLES.clone()) {
        let own = run.kept();
        let text = own.to_text();
        assert_eq!(supervised::Checkpoint::from_text(&text), Ok(own));
        assert!(run.records().is_empty() || !run.ranked().is_empty());
        if let Some(task) = run.ask() {
            assert_eq!(Task::from_bytes(&task.to_bytes()), Ok(task.clone()));
            let wrong = Outcome {
                id: task.id,
                result: JobResult::MoveMatching(Vec::new()),
            };
            assert!(run.tell(&wrong).is_err());
        }
    }
    Verdict::Accepted
}
