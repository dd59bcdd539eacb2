//! Links to programs and experiments: whatever is read is written as the same, and its champion can play.

use std::sync::LazyLock;

use millipawn_engine::{TrainingSet, play::contest::opening};
use millipawn_evolve::{
    genome::breed,
    job::suite::{self, Problem},
    run::{
        Changes, DemesError, Run,
        checkpoint::Checkpoint as _,
        classes::{self, ClassesError, ClassesRun},
        coevolution::{self, Coevolution},
        imitation::Settings,
        learning::{self, Learning},
        ordering::{self, OrderingError, OrderingRun},
        settings::RunSettings,
        supervised,
        tuning::{self, Tuning},
    },
    signature,
    system::{
        System,
        search_genome::{GENOME, PlayerSearch, SearchGenome},
    },
    text::{
        chromosome::Chromosome,
        link::ExperimentLink,
        player::Player,
        program::Program,
        shared::{self, Link},
        stage_link::{
            ClassesLink, CoevolutionLink, Initial, LearningLink, OrderingLink, SupervisedLink,
            TuningLink,
        },
    },
};
use proptest::prelude::*;

use super::{
    Target, Verdict,
    envelope::{LETTERS, LineEdit, content, edited_lines, line_edits, linked},
    mutation::{Edit, edited, edited_text, edits},
};
use crate::sample_examples;

#[derive(Clone, Debug)]
struct Input {
    kind: usize,
    seed: u64,
    /// Damage under the checksum.
    lines: Vec<LineEdit>,
    bytes: Vec<Edit>,
    /// Damage to the text itself.
    text: Vec<Edit>,
}

/// The target.
pub fn target() -> Target {
    let none = || Just(Vec::new());
    let text = prop_oneof![6 => none(), 1 => edits(LETTERS)];
    let input = (0..KINDS, any::<u64>(), line_edits(), edits(LETTERS), text);
    let inputs = input.prop_map(|(kind, seed, lines, bytes, text)| Input {
        kind,
        seed,
        lines,
        bytes,
        text,
    });
    Target::new("links", [20_000, 10_000_000], inputs, check)
}

const KINDS: usize = 9;

static PROBLEMS: LazyLock<Vec<Problem>> =
    LazyLock::new(|| suite::read("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;").0);

/// Positions of a few games.
static EXAMPLES: LazyLock<TrainingSet> = LazyLock::new(|| {
    let all = sample_examples(&Settings::default());
    let mut few = TrainingSet::default();
    all.iter().take(60).for_each(|example| few.push(&example));
    few
});

static BEGINNERS: LazyLock<Vec<Chromosome>> = LazyLock::new(|| {
    let beginner = |seed| learning::short_program(&learning::random(seed));
    (0..16).map(beginner).collect()
});

fn chromosome(system: System, seed: u64) -> Chromosome {
    let [chromosome] = &coevolution::random(system, 1, seed)[..] else {
        unreachable!("one was asked for")
    };
    chromosome.clone()
}

/// A system that breeds: links to experiments are of these.
fn system(seed: u64) -> System {
    [System::ACPP, System::FALCON][(seed % 2) as usize]
}

/// Any system; seldom one whose programs are long, so that there is time for many inputs.
fn any_system(seed: u64) -> System {
    if (seed >> 24).is_multiple_of(4) {
        System::ALL[seed as usize % System::ALL.len()]
    } else {
        system(seed)
    }
}

fn searching(seed: u64) -> SearchGenome {
    let genome = breed::random(seed, 1, &GENOME).remove(0);
    SearchGenome::new(&genome).expect("of the right length")
}

/// The text, and what can be damaged under its checksum: lines or bytes.
fn text(input: &Input) -> String {
    let seed = input.seed;
    let program = Program {
        evaluation: chromosome(any_system(seed), seed),
        search: seed.is_multiple_of(3).then(|| searching(seed)),
    };
    match input.kind {
        0 => {
            let text = chromosome(any_system(seed), seed).to_string();
            let head = &text[..=text.rfind('.').expect("it has a payload")];
            // Of its bytes every one may be another.
            let mut bytes = content(&text);
            let at = (seed >> 8) as usize % (bytes.len() - 1);
            bytes[at] = bytes[at].wrapping_add((seed >> 16) as u8);
            format!(
                "#c={}",
                linked(head, &edited(bytes, few(&input.bytes)), true)
            )
        }
        1 => format!("https://example.org/#c={program}?Nodes={}", seed % 100),
        2 => {
            let options = [
                "",
                "?NullMove=0&Hash=3",
                "?Search=david&Razoring=2&PawnMid=80",
            ];
            edited_text(
                format!("staunton{}", options[(seed % 3) as usize]),
                few(&input.bytes),
            )
        }
        3 => {
            let link = ExperimentLink {
                changes: changes::<Settings>(seed),
                settings: Settings::of(system(seed)),
                fingerprint: seed,
                chromosome: chromosome(system(seed), seed),
            };
            relinked(&link.to_string(), input, false)
        }
        4 => relinked(&coevolution_link(seed).to_string(), input, true),
        5 => relinked(&learning_link(seed).to_string(), input, true),
        6 => relinked(&supervised_link(seed).to_string(), input, true),
        7 => relinked(&ordering_link(seed).to_string(), input, true),
        8 => relinked(&classes_link(seed).to_string(), input, true),
        _ => {
            let player = Player::from(program);
            let link = TuningLink {
                changes: changes::<tuning::Settings>(seed),
                settings: tuning::Settings {
                    seed: seed >> 11,
                    ..tuning::Settings::default()
                },
                engine: signature::OWN,
                fingerprint: seed,
                champion: player
                    .with_search(&searching(seed))
                    .expect("it plays with the engine"),
                player,
            };
            relinked(&link.to_string(), input, true)
        }
    }
}

fn coevolution_link(seed: u64) -> CoevolutionLink {
    let count = 2 + seed % 4;
    let programs = (0..count).map(|at| chromosome(system(seed), seed ^ at));
    CoevolutionLink {
        changes: changes::<coevolution::Settings>(seed),
        settings: coevolution::Settings {
            population: count as u32,
            search: match seed % 3 {
                0 => PlayerSearch::Plain,
                1 => PlayerSearch::David,
                _ => PlayerSearch::Bred(searching(seed)),
            },
            seed: seed >> 11,
            ..coevolution::Settings::of(system(seed))
        },
        engine: signature::OWN,
        fingerprint: seed,
        initial: match seed % 5 {
            0 => Initial::Random,
            1 => Initial::TooMany,
            _ => Initial::Programs(programs.collect()),
        },
        champion: chromosome(system(seed), seed),
    }
}

fn beginner(seed: u64) -> Chromosome {
    BEGINNERS[seed as usize % BEGINNERS.len()].clone()
}

/// Seldom with a program beside the champion, so that there is time for many inputs.
fn beginning(seed: u64) -> Initial {
    match seed % 8 {
        0 => Initial::Programs(vec![beginner(seed >> 8)]),
        1 => Initial::TooMany,
        _ => Initial::Random,
    }
}

fn learning_link(seed: u64) -> LearningLink {
    LearningLink {
        settings: learning::Settings {
            opponent: ["", "staunton", "depth:1?Nodes=9", "random"][(seed % 4) as usize].to_owned(),
            seed: seed >> 11,
            ..learning::Settings::default()
        },
        engine: signature::OWN,
        fingerprint: seed,
        initial: beginning(seed),
        champion: beginner(seed >> 16),
    }
}

fn supervised_link(seed: u64) -> SupervisedLink {
    let mut settings = supervised::Settings {
        decay: [0.0, 0.001, 0.01][(seed % 3) as usize],
        seed: seed >> 11,
        ..supervised::Settings::default()
    };
    settings.import.player = ["", "Bot, winnik"][(seed >> 5) as usize % 2].to_owned();
    SupervisedLink {
        settings,
        fingerprint: seed,
        initial: beginning(seed),
        champion: beginner(seed >> 16),
    }
}

fn classes_link(seed: u64) -> ClassesLink {
    ClassesLink {
        changes: changes::<classes::Settings>(seed),
        settings: classes::Settings {
            population: 2 + (seed >> 3) as u32 % 9,
            parents: 1 + (seed >> 7) as u32 % 3,
            demes: 1 + (seed >> 9) as u32 % 4,
            plies: 1 + (seed >> 13) as u32 % 7,
            seed: seed >> 11,
            ..classes::Settings::default()
        },
        engine: signature::OWN,
        immigrants: (seed >> 17) as u32 % 3,
        champion: chromosome(System::EVOCHESS, seed),
    }
}

fn ordering_link(seed: u64) -> OrderingLink {
    let mut settings = ordering::Settings {
        population: 2 + (seed >> 3) as u32 % 9,
        parents: 1 + (seed >> 7) as u32 % 3,
        demes: 1 + (seed >> 9) as u32 % 4,
        seed: seed >> 11,
        ..ordering::Settings::default()
    };
    settings.import.player = ["", "Bot, winnik"][(seed >> 5) as usize % 2].to_owned();
    OrderingLink {
        changes: changes::<ordering::Settings>(seed),
        settings,
        engine: signature::OWN,
        fingerprint: seed,
        champion: chromosome(System::EVOCHESS, seed),
    }
}

/// Half of them stay whole: what has no lines has little that can be damaged and be read.
fn few(edits: &[Edit]) -> &[Edit] {
    match edits {
        [one, _, ..] => std::slice::from_ref(one),
        _ => &[],
    }
}

/// The link with damage under its checksum.
fn relinked(text: &str, input: &Input, is_named: bool) -> String {
    let lines = String::from_utf8(content(text)).expect("lines are text");
    // A first line that stays: the lines of old links have none of their own.
    let lines = edited_lines(&format!("first\n{lines}"), halved(&input.lines, input.seed));
    let lines = lines.strip_prefix("first\n").unwrap_or(&lines);
    let head = &text[..=text.rfind('.').expect("it has a payload")];
    format!("#x={}", linked(head, lines.as_bytes(), is_named))
}

fn halved(edits: &[LineEdit], seed: u64) -> &[LineEdit] {
    if seed.is_multiple_of(2) { edits } else { &[] }
}

fn check(input: &Input) -> Verdict {
    let text = edited_text(text(input), &input.text);
    let program = shared::program(&text);
    let Ok(player) = shared::player(&text) else {
        assert!(program.is_err());
        return Verdict::Refused;
    };
    let written = player.to_string();
    assert_eq!(Player::parse(&written).as_ref(), Ok(&player), "{written}");
    assert!(player.name().len() < 2000);
    let setup = player.setup();
    assert_eq!(setup.is_none(), player.is_fixed());
    if let Ok(program) = program {
        assert_eq!(Program::parse(&program.to_string()), Ok(program));
    }
    if let Some((_, link)) = text.rsplit_once("#x=") {
        let link = link.split('?').next().unwrap_or_default();
        experiment(&Link::parse(link).expect("its champion was read"));
    }
    Verdict::Accepted
}

/// Settings that were changed, or none; every kind that has some has one of these.
fn changes<S: RunSettings>(seed: u64) -> Changes {
    let row = S::TABLE.iter().find(|row| row.changeable);
    let name = row.expect("some can be changed").key();
    let lines = match seed % 3 {
        0 => String::new(),
        1 => format!("{}:{name}=0.5\n", 1 + seed % 1000),
        _ => format!("1:{name}=0.5\n2:{name}=0.25\n100000:{name}=0.125\n"),
    };
    Changes::parse::<S>(&lines).expect("they can be made")
}

/// It is written as it was read, and can begin.
fn experiment(link: &Link) {
    assert_eq!(Link::parse(&link.to_string()).as_ref(), Ok(link));
    match link {
        Link::Coevolution(link) if link.settings.population <= 8 => {
            let Some(kept) = link.checkpoint() else {
                return;
            };
            let text = kept.to_text();
            assert_eq!(
                coevolution::Checkpoint::from_text(&text).as_ref(),
                Ok(&kept)
            );
            let settings = link.settings.clone();
            let mut run = Coevolution::new(settings, &kept.initial, opening::built_in())
                .expect("it can begin");
            assert!(run.ask().is_some());
        }
        Link::Learning(link) => {
            let Some(kept) = link.checkpoint() else {
                return;
            };
            let text = kept.to_text();
            assert_eq!(learning::Checkpoint::from_text(&text).as_ref(), Ok(&kept));
            let settings = link.settings.clone();
            let mut run =
                Learning::new(settings, kept.start, opening::built_in()).expect("it can begin");
            assert_eq!(run.ask().is_some(), link.settings.generations > 0);
            assert_eq!(run.records().len(), 1);
        }
        Link::Classes(link) => {
            let kept = link.checkpoint();
            let text = kept.to_text();
            assert_eq!(classes::Checkpoint::from_text(&text), Ok(kept));
            let settings = link.settings.clone();
            if settings.population * settings.demes > 50 {
                return;
            }
            let has_room = settings.parents < settings.population;
            match ClassesRun::new(settings) {
                Ok(mut run) => assert!(has_room && run.ask().is_some()),
                Err(error) => {
                    assert!(error == ClassesError::Demes(DemesError::AllParents) && !has_room)
                }
            }
        }
        Link::Ordering(link) => {
            let kept = link.checkpoint();
            let text = kept.to_text();
            assert_eq!(ordering::Checkpoint::from_text(&text), Ok(kept));
            let settings = link.settings.clone();
            if settings.population * settings.demes > 50 {
                return;
            }
            let has_room = settings.parents < settings.population;
            match OrderingRun::new(settings, &EXAMPLES) {
                Ok(mut run) => assert!(has_room && run.ask().is_some()),
                Err(error) => assert!(error == OrderingError::AllHeldOut || !has_room),
            }
        }
        Link::Supervised(link) => {
            let Some(kept) = link.checkpoint() else {
                return;
            };
            let text = kept.to_text();
            assert_eq!(supervised::Checkpoint::from_text(&text), Ok(kept));
        }
        Link::Tuning(link) => {
            let kept = link.checkpoint();
            let text = kept.to_text();
            assert_eq!(tuning::Checkpoint::from_text(&text).as_ref(), Ok(&kept));
            let (settings, player) = (link.settings.clone(), link.player.clone());
            let mut run = Tuning::new(settings, player, PROBLEMS.clone()).expect("it can begin");
            assert!(run.ask().is_some());
        }
        Link::Imitation(_) | Link::Coevolution(_) => {}
    }
}
