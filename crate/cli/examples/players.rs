//! Whether a program that learned from a player's games finds more of that player's moves than programs of others do: the figures in
//! `docs/plays-like-me.md`.
//!
//! Each player's games are divided into five parts. Programs learn from four, and find moves in the fifth; the moves of all five parts
//! together are a row of the table. So every program is asked for the same moves, and has seen none of their games. The program of all
//! masters learns from the games in which none of these players takes part.
//!
//! `cargo run --release -p millipawn --example players -- FILE.pgn LEARNER... [player=NAME]... [parts=N] [masters=PROGRAM]`: `parts` measures in
//! the first N parts only, which takes as much less time; `masters` is a program that another command learned from masters. One that left
//! out a fifth of the games, as `millipawn learn` does, has seen none of the first part. A learner is one of
//!
//! - `falcon:GENERATIONS`: Falcon's 35 parameters, bred;
//! - `meep:STEPS:SIZE:POSITIONS`: Meep's 1,812 weights from random ones, so many positions a step; `both:...` with thirty of Falcon's features;
//! - `meep-on:...`, `both-on:...`: the same, beginning with the program of all masters.
#![allow(
    clippy::disallowed_methods,
    reason = "a program for people reads files"
)]

use std::{collections::BTreeMap, collections::BTreeSet, error::Error, fs, str::FromStr};

use millipawn_engine::{Example, ImportSettings, Importer, TrainingSet};
use millipawn_evolve::{
    job::{
        host::Timeless,
        move_matching::MoveMatching,
        task::{Job, JobResult, Task, TaskId, Worker},
    },
    learn::step::Precise,
    measure::statistics::rate_of_groups,
    run::{
        Run,
        imitation::{self, Imitation},
        learning,
        settings::RunSettings,
        supervised::{self, Supervised},
    },
    system::{System, matching::Search},
    text::chromosome::Chromosome,
};
use rayon::prelude::*;

const PLAYERS: [&str; 5] = ["Svidler", "Ivanchuk", "Aronian", "Shirov", "Grischuk"];

/// Parts that a player's games are divided into.
const PARTS: u32 = 5;

/// Of the program of all masters. Steps are half as long after `HALVING`.
const MASTERS: Pace = Pace {
    steps: 2000,
    size: 20.0,
    positions: 200,
};
const HALVING: u32 = 600;

fn main() -> Result<(), Box<dyn Error>> {
    let usage = "usage: players FILE.pgn LEARNER... [player=NAME]... [parts=N] [masters=PROGRAM]";
    let mut arguments = std::env::args().skip(1);
    let games = fs::read(arguments.next().ok_or(usage)?)?;
    let (options, learners): (Vec<_>, Vec<_>) = arguments.partition(|text| text.contains('='));
    let named = options
        .iter()
        .filter_map(|text| text.strip_prefix("player="));
    let mut names: Vec<&str> = named.collect();
    let option = |name: &str| options.iter().find_map(|text| text.strip_prefix(name));
    let parts = match option("parts=") {
        Some(number) => number.parse::<u32>()?.clamp(1, PARTS),
        None => PARTS,
    };
    let given = option("masters=").map(Chromosome::parse).transpose()?;
    let given = given
        .map(|program| learning::weights_of(&program))
        .transpose()?;
    if names.is_empty() {
        names.extend(PLAYERS);
    }
    let learners = learners
        .iter()
        .map(|text| text.parse())
        .collect::<Result<Vec<Learner>, _>>()?;
    let sets: Vec<TrainingSet> = names
        .par_iter()
        .map(|name| moves_of(name, &games))
        .collect();
    for (name, set) in names.iter().zip(&sets) {
        let games: BTreeSet<u32> = set.iter().map(|example| example.game).collect();
        println!("{name}: {} moves of {} games", set.len(), games.len());
    }
    let mut masters = BTreeMap::new();
    for learner in &learners {
        if let Learner::Meep { has_falcon, .. } = *learner {
            masters.entry(has_falcon).or_insert_with(|| match &given {
                Some(weights) => weights.clone(),
                None => masters_without(&sets, &games, has_falcon),
            });
        }
    }
    for learner in &learners {
        table(learner, &names, &sets, &masters, parts);
    }
    Ok(())
}

/// Learned from the games in which none of these takes part.
fn masters_without(players: &[TrainingSet], games: &[u8], has_falcon: bool) -> Precise {
    let examples = players.iter().flat_map(TrainingSet::iter);
    let known: BTreeSet<u32> = examples.map(|example| example.game).collect();
    let others = part_of(&moves_of("", games), |example| {
        !known.contains(&example.game)
    });
    println!("other masters: {} moves", others.len());
    let start = learning::random(supervised::Settings::default().seed);
    learned(start, &others, has_falcon, MASTERS)
}

/// What learns.
#[derive(Debug)]
enum Learner {
    Falcon {
        generations: u32,
    },
    Meep {
        has_falcon: bool,
        goes_on: bool,
        pace: Pace,
    },
}

/// How a program learns.
#[derive(Clone, Copy, Debug)]
struct Pace {
    steps: u32,
    /// How far a weight goes at the first steps, in millipawns.
    size: f64,
    /// Of a step.
    positions: u32,
}

impl FromStr for Learner {
    type Err = Box<dyn Error>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts: Vec<&str> = text.split(':').collect();
        Ok(match parts.as_slice() {
            ["falcon", generations] => Self::Falcon {
                generations: generations.parse()?,
            },
            [
                what @ ("meep" | "both" | "meep-on" | "both-on"),
                steps,
                size,
                positions,
            ] => Self::Meep {
                has_falcon: what.starts_with("both"),
                goes_on: what.ends_with("-on"),
                pace: Pace {
                    steps: steps.parse()?,
                    size: size.parse()?,
                    positions: positions.parse()?,
                },
            },
            _ => return Err(format!("{text} is no learner").into()),
        })
    }
}

/// The moves of the player whose name contains this, without their first ten half-moves; of everyone where it is empty.
fn moves_of(player: &str, games: &[u8]) -> TrainingSet {
    let mut importer = Importer::new(ImportSettings {
        player: player.to_owned(),
        ..ImportSettings::default()
    });
    importer.begin_file("games");
    importer.push(games);
    importer.finish().0
}

fn part_of(set: &TrainingSet, is_wanted: impl Fn(&Example) -> bool) -> TrainingSet {
    let mut part = TrainingSet::default();
    set.iter()
        .filter(is_wanted)
        .for_each(|example| part.push(&example));
    part
}

/// In which part a game is; as runs hold games out.
fn part(example: &Example) -> u32 {
    let spread = u64::from(example.game.wrapping_mul(0x9e37_79b1));
    ((spread * u64::from(PARTS)) >> 32) as u32
}

/// Learns, breeds, finds moves and prints what came of it.
fn table(
    learner: &Learner,
    names: &[&str],
    sets: &[TrainingSet],
    masters: &BTreeMap<bool, Precise>,
    parts: u32,
) {
    println!("\n{learner:?}");
    let places: Vec<(u32, usize)> = (0..parts)
        .flat_map(|part| (0..sets.len()).map(move |player| (part, player)))
        .collect();
    let programs: Vec<Chromosome> = places
        .par_iter()
        .map(|(held_out, player)| {
            program(
                learner,
                &part_of(&sets[*player], |one| part(one) != *held_out),
                masters,
            )
        })
        .collect();
    let master = match *learner {
        Learner::Meep { has_falcon, .. } => masters.get(&has_falcon).map(learning::exact_program),
        Learner::Falcon { .. } => None,
    };
    let mut own = Vec::new();
    for (player, name) in names.iter().enumerate() {
        let measured = part_of(&sets[player], |one| part(one) < parts);
        let counts = counts(&measured, |part| {
            let at = part as usize * sets.len();
            programs[at..at + sets.len()]
                .iter()
                .chain(&master)
                .cloned()
                .collect()
        });
        row(name, player, sets.len(), &counts);
        own.extend(
            counts
                .iter()
                .map(|game| beside_others(game, player, sets.len())),
        );
    }
    println!(
        "all: own program {} moves in a hundred more than the mean of the others'",
        difference(&own)
    );
}

fn program(learner: &Learner, set: &TrainingSet, masters: &BTreeMap<bool, Precise>) -> Chromosome {
    match *learner {
        Learner::Falcon { generations } => bred(set, generations),
        Learner::Meep {
            has_falcon,
            goes_on,
            pace,
        } => {
            let random = || learning::random(supervised::Settings::default().seed);
            let start = if goes_on {
                masters[&has_falcon].clone()
            } else {
                random()
            };
            learning::exact_program(&learned(start, set, has_falcon, pace))
        }
    }
}

fn learned(start: Precise, set: &TrainingSet, has_falcon: bool, pace: Pace) -> Precise {
    let settings = supervised::Settings {
        generations: pace.steps,
        positions: pace.positions,
        step: pace.size,
        halving: HALVING,
        has_falcon,
        held_out_share: 0.0,
        ..supervised::Settings::default()
    };
    let mut run = Supervised::new(settings, start, set.clone()).expect("players have moves");
    work_off(&mut run);
    run.weights().clone()
}

/// Falcon's settings, except that all moves of all games are learned from.
fn bred(set: &TrainingSet, generations: u32) -> Chromosome {
    let settings = imitation::Settings {
        generations,
        held_out_share: 0.0,
        ..imitation::Settings::of(System::FALCON)
    };
    let mut run = Imitation::new(settings, set.clone()).expect("players have moves");
    work_off(&mut run);
    run.champion().expect("its last generation is scored")
}

fn work_off(run: &mut dyn Run) {
    let mut worker = Worker::default();
    while let Some(task) = run.ask() {
        let outcome = worker.perform(&task, &mut Timeless::default());
        run.tell(&outcome).expect("it is what was asked for");
    }
}

/// Of a game.
struct Count {
    moves: u32,
    /// Found by each program.
    found: Vec<u32>,
}

/// What the programs of each part find in the games of that part.
fn counts(set: &TrainingSet, programs: impl Fn(u32) -> Vec<Chromosome> + Sync) -> Vec<Count> {
    let mut games: BTreeMap<u32, Vec<Example>> = BTreeMap::new();
    for example in set.iter() {
        games.entry(example.game).or_default().push(example);
    }
    let games: Vec<Vec<Example>> = games.into_values().collect();
    games
        .par_iter()
        .map(|examples| {
            let programs = programs(part(&examples[0]));
            let task = Task {
                id: TaskId {
                    generation: 0,
                    phase: 0,
                    chunk: 0,
                },
                job: Job::MoveMatching(MoveMatching {
                    system: programs[0].system,
                    search: Search::Quiescence,
                    returning: false,
                    ablation: false,
                    individuals: programs.into_iter().map(|program| program.genome).collect(),
                    examples: examples.clone(),
                }),
            };
            let outcome = Worker::default().perform(&task, &mut Timeless::default());
            let JobResult::MoveMatching(found) = outcome.result else {
                unreachable!("moves were asked for");
            };
            Count {
                moves: examples.len() as u32,
                found,
            }
        })
        .collect()
}

fn row(name: &str, player: usize, players: usize, counts: &[Count]) {
    let moves: u32 = counts.iter().map(|game| game.moves).sum();
    let rate = |program: usize| {
        let found: u32 = counts.iter().map(|game| game.found[program]).sum();
        100.0 * f64::from(found) / f64::from(moves)
    };
    print!("{name:10}");
    for program in 0..counts[0].found.len() {
        print!(
            " {:6.2}{}",
            rate(program),
            if program == player { "*" } else { " " }
        );
    }
    let beside: Vec<_> = counts
        .iter()
        .map(|game| beside_others(game, player, players))
        .collect();
    print!("  beside others' {}", difference(&beside));
    if counts[0].found.len() > players {
        let beside: Vec<_> = counts
            .iter()
            .map(|game| {
                (
                    game.moves,
                    f64::from(game.found[player]) - f64::from(game.found[players]),
                )
            })
            .collect();
        print!(", masters' {}", difference(&beside));
    }
    println!();
}

/// Moves of a game, and how many more its player's program finds than the others' do on average.
fn beside_others(game: &Count, player: usize, players: usize) -> (u32, f64) {
    let all: u32 = game.found[..players].iter().sum();
    let own = game.found[player];
    (
        game.moves,
        f64::from(own) - f64::from(all - own) / (players - 1) as f64,
    )
}

/// In moves of a hundred, with its 95 % interval.
fn difference(games: &[(u32, f64)]) -> String {
    let (mean, half) = rate_of_groups(games).expect("players have several games");
    format!(
        "{:+.2} ({:+.2} to {:+.2})",
        100.0 * mean,
        100.0 * (mean - half),
        100.0 * (mean + half)
    )
}
