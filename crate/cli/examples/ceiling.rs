//! What one ply and quiescence can reach with an evaluation's features: its weights trained by gradient, not evolved.
//!
//! A conditional logit: the probability of a move grows with the exponential of its value, and the weights are those that
//! make the moves played most probable. The leaf that decides a move's value depends on the weights, so the positions
//! are searched anew after every few steps. The positions are those of a run with the system's own settings.
//!
//! `cargo run --release -p millipawn --example ceiling -- acpp|falcon FILE.pgn`
#![allow(
    clippy::disallowed_methods,
    reason = "a program for people reads files"
)]

use std::{error::Error, fs};

use millipawn_engine::{
    Example, Importer,
    evaluation::{Evaluation, acpp::Acpp, falcon::Falcon, is_stalemate},
    search::quiescence,
};
use millipawn_evolve::{
    run::{
        imitation::{Settings, split::Split},
        settings::RunSettings,
    },
    system::System,
};
use rayon::prelude::*;
use shakmaty::{Chess, Move, MoveList, Position};

/// Searches of all positions, and steps of the gradient after each.
const ROUNDS: usize = 8;
const STEPS: usize = 60;
/// No sum of features comes near it; in the logit a mate counts as [`SURE`].
const MATE: f32 = 10_000.0;
const SURE: f32 = 12.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: ceiling acpp|falcon FILE.pgn";
    let system = arguments.next().ok_or(usage)?;
    let games = fs::read(arguments.next().ok_or(usage)?)?;
    let system = System::ALL.iter().copied().find(|one| one.id() == system);
    let settings = Settings::of(system.ok_or(usage)?);
    let halves = positions(&games, &settings);
    let known = KNOWN.iter().find(|(known, _)| *known == settings.system);
    let (_, train) = known.ok_or(usage)?;
    train(halves);
    Ok(())
}

/// The gradient is compiled for each evaluation, so that this list and not the registry says which it knows.
const KNOWN: [(System, fn(Halves)); 2] = [
    (System::ACPP, |halves| {
        train::<Acpp>(halves, 16.0, &Acpp::FEATURES.map(|feature| feature.name));
    }),
    (System::FALCON, |halves| {
        train::<Falcon>(halves, 160.0, &Falcon::FEATURES.map(|feature| feature.name));
    }),
];

/// `unit`: what one man counts in a vector.
fn train<E: Evaluation>((training, held_out): Halves, unit: f32, names: &[&str]) {
    println!(
        "{} positions to learn from, {} held out",
        training.len(),
        held_out.len()
    );
    // Equal material to begin with: every weight grows from its own first steps.
    let mut weights = vec![0.0; names.len()];
    weights[..5].copy_from_slice(&[1.0, 3.0, 3.0, 5.0, 9.0]);
    let mut ascent = Ascent::new(names.len());
    for round in 0..ROUNDS {
        let lessons = search::<E>(&training, unit, &weights);
        println!("round {round}: {:.2} % of its moves found", rate(&lessons));
        let step = if round < ROUNDS / 2 { 0.03 } else { 0.01 };
        for _ in 0..STEPS {
            ascent.step(&lessons, &mut weights, step);
        }
    }
    println!(
        "{:.2} % of the held-out moves found",
        rate(&search::<E>(&held_out, unit, &weights))
    );
    println!("weights in hundredths of a pawn:");
    for (name, weight) in names.iter().zip(&weights) {
        println!("{:>8.1}  {name}", 100.0 * weight / weights[0]);
    }
}

/// Examples to learn from, and those held out.
type Halves = (Vec<Example>, Vec<Example>);

fn positions(games: &[u8], settings: &Settings) -> Halves {
    let mut importer = Importer::new(settings.import.clone());
    importer.begin_file("games");
    importer.push(games);
    let (set, _) = importer.finish();
    let split = Split::of(&set, settings.held_out_share);
    let take = |part: &[u32]| part.iter().map(|at| set.get(*at as usize)).collect();
    (take(&split.training), take(&split.held_out))
}

/// The leaf that decides a move's value; features as who plays the move sees them, weights are dimensionless.
struct Leaf {
    value: f32,
    features: Vec<f32>,
}

impl Leaf {
    fn sure(value: f32) -> Self {
        Self {
            value,
            features: Vec::new(),
        }
    }

    fn turned(mut self) -> Self {
        self.value = -self.value;
        self.features
            .iter_mut()
            .for_each(|feature| *feature = -*feature);
        self
    }
}

/// A position's moves, one of which was played.
struct Lesson {
    played: usize,
    leaves: Vec<Leaf>,
}

impl Lesson {
    fn is_found(&self) -> bool {
        let mut best = 0;
        for (at, leaf) in self.leaves.iter().enumerate() {
            if leaf.value > self.leaves[best].value {
                best = at;
            }
        }
        best == self.played
    }

    /// Adds the gradient of the log-likelihood.
    fn pull(&self, weights: &[f32], gradient: &mut [f32]) {
        let logits: Vec<f32> = self
            .leaves
            .iter()
            .map(|leaf| logit(leaf, weights))
            .collect();
        let greatest = logits.iter().copied().fold(f32::MIN, f32::max);
        let total: f32 = logits.iter().map(|logit| (logit - greatest).exp()).sum();
        for (at, (leaf, logit)) in self.leaves.iter().zip(&logits).enumerate() {
            let wanted = if at == self.played { 1.0 } else { 0.0 };
            let pull = wanted - (logit - greatest).exp() / total;
            for (sum, feature) in gradient.iter_mut().zip(&leaf.features) {
                *sum += pull * feature;
            }
        }
    }
}

fn logit(leaf: &Leaf, weights: &[f32]) -> f32 {
    if leaf.value.abs() > MATE / 2.0 {
        SURE.copysign(leaf.value)
    } else {
        dot(weights, &leaf.features)
    }
}

fn dot(weights: &[f32], features: &[f32]) -> f32 {
    weights.iter().zip(features).map(|(w, f)| w * f).sum()
}

fn rate(lessons: &[Lesson]) -> f64 {
    let found = lessons.iter().filter(|lesson| lesson.is_found()).count();
    100.0 * found as f64 / lessons.len().max(1) as f64
}

/// Every move of every position to the end of its captures.
fn search<E: Evaluation>(examples: &[Example], unit: f32, weights: &[f32]) -> Vec<Lesson> {
    let known = examples.par_iter().filter_map(|example| example.unpack());
    known
        .map(|(position, played)| {
            let mut moves = position.legal_moves();
            moves.sort_by_key(|m| quiescence::tie_key(*m));
            Lesson {
                played: moves.iter().position(|m| *m == played).unwrap_or(0),
                leaves: moves
                    .iter()
                    .map(|m| after::<E>(&position, *m, unit, weights))
                    .collect(),
            }
        })
        .collect()
}

fn after<E: Evaluation>(position: &Chess, m: Move, unit: f32, weights: &[f32]) -> Leaf {
    let mut child = position.clone();
    child.play_unchecked(m);
    if !child.is_check() && is_stalemate(&child) {
        return Leaf::sure(0.0);
    }
    quiesce::<E>(&child, unit, weights, f32::MIN, f32::MAX, 1.0).turned()
}

fn quiesce<E: Evaluation>(
    position: &Chess,
    unit: f32,
    weights: &[f32],
    mut alpha: f32,
    beta: f32,
    ply: f32,
) -> Leaf {
    let in_check = position.is_check();
    let mut best = if in_check {
        Leaf::sure(ply - MATE)
    } else {
        let features = E::features(position);
        let features: Vec<f32> = features.as_ref()[..weights.len()]
            .iter()
            .map(|feature| f32::from(*feature) / unit)
            .collect();
        Leaf {
            value: dot(weights, &features),
            features,
        }
    };
    let mut moves = MoveList::new();
    quiescence::moves(position, in_check, &mut moves);
    for &m in &moves {
        if best.value >= beta {
            break;
        }
        alpha = alpha.max(best.value);
        let mut child = position.clone();
        child.play_unchecked(m);
        let leaf = quiesce::<E>(&child, unit, weights, -beta, -alpha, ply + 1.0).turned();
        if leaf.value > best.value {
            best = leaf;
        }
    }
    best
}

/// Gradient ascent with momentum and a step of its own for each weight (Adam: Kingma and Ba 2015); no weight below zero.
struct Ascent {
    steps: i32,
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Ascent {
    fn new(weights: usize) -> Self {
        Self {
            steps: 0,
            mean: vec![0.0; weights],
            square: vec![0.0; weights],
        }
    }

    fn step(&mut self, lessons: &[Lesson], weights: &mut [f32], size: f32) {
        let none = || vec![0.0; weights.len()];
        let pulled = lessons.par_iter().fold(none, |mut gradient, lesson| {
            lesson.pull(weights, &mut gradient);
            gradient
        });
        let gradient = pulled.reduce(none, |mut one, two| {
            one.iter_mut().zip(two).for_each(|(sum, more)| *sum += more);
            one
        });
        self.steps += 1;
        for (at, weight) in weights.iter_mut().enumerate() {
            let slope = gradient[at] / lessons.len() as f32;
            self.mean[at] = 0.9 * self.mean[at] + 0.1 * slope;
            self.square[at] = 0.99 * self.square[at] + 0.01 * slope * slope;
            let mean = self.mean[at] / (1.0 - 0.9_f32.powi(self.steps));
            let square = self.square[at] / (1.0 - 0.99_f32.powi(self.steps));
            let material = if at < 5 { 1.0 } else { 0.3 };
            *weight = (*weight + size * material * mean / (square.sqrt() + 1e-8)).max(0.0);
        }
    }
}
