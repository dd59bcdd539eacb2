//! Weights that learn, step by step.

use std::num::NonZeroU32;

use millipawn_engine::evaluation::meep::{
    FEATURES, LARGEST_WEIGHT, WITH_FALCON, Weights, is_number_of_features,
};

use super::{
    gradient::Tally,
    optimizer::{Memory, Optimizer},
    size::Size,
};
use crate::genome::draw::Draws;

/// Weights in full precision, as whole numbers: 2^32 are a sixteenth of a millipawn. Every one is a floating-point number of 53 bits too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Precise(Vec<i64>);

/// A sixteenth of a millipawn.
const ONE: i64 = 1 << 32;

/// The largest weight.
const LARGEST: i64 = LARGEST_WEIGHT as i64 * ONE;

/// The size of random weights at the start: a hundredth of a pawn (our choice; "small random weights" in the paper).
const SMALL: u64 = 160;

impl Precise {
    /// Small random weights.
    pub fn random(draws: &mut Draws) -> Self {
        let draw = |_| (draws.below(2 * SMALL + 1) as i64 - SMALL as i64) * ONE;
        Self((0..FEATURES).map(draw).collect())
    }

    /// These weights; `None` unless there are [`FEATURES`] or [`WITH_FALCON`] of them and each fits.
    pub fn new(weights: Vec<i64>) -> Option<Self> {
        let fits = |weight: &i64| weight.unsigned_abs() <= LARGEST as u64;
        let all = is_number_of_features(weights.len()) && weights.iter().all(fits);
        all.then_some(Self(weights))
    }

    /// The same with weights of nothing for Falcon's features, where there are none.
    #[must_use]
    pub fn with_falcon(&self) -> Self {
        let mut weights = self.0.clone();
        weights.resize(WITH_FALCON, 0);
        Self(weights)
    }

    /// The rounded weights, which play.
    ///
    /// # Panics
    /// Never: all weights fit.
    pub fn weights(&self) -> Weights {
        rounded(self.0.iter().map(|weight| *weight as f64 / ONE as f64))
    }

    /// In units of 2^-32 sixteenths of a millipawn.
    pub fn as_slice(&self) -> &[i64] {
        &self.0
    }

    /// Adds `share` of `of` parts of the changes; `None` where a weight would be larger than any that plays.
    #[must_use]
    pub fn changed(&self, changes: &[i64], share: u32, of: NonZeroU32) -> Option<Self> {
        let pairs = self.0.iter().zip(changes);
        let changed = pairs.map(|(weight, change)| {
            let change = i128::from(*change) * i128::from(share) / i128::from(of.get());
            i64::try_from(i128::from(*weight) + change).unwrap_or(i64::MAX)
        });
        Self::new(changed.collect())
    }

    /// Eight bytes a weight.
    pub fn to_bytes(&self) -> Vec<u8> {
        let bytes = self.0.iter().flat_map(|weight| weight.to_le_bytes());
        bytes.collect()
    }

    /// Inverse of [`Precise::to_bytes`]; `None` of any other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (weights, rest) = bytes.as_chunks();
        let weights = weights.iter().copied().map(i64::from_le_bytes);
        rest.is_empty().then(|| Self::new(weights.collect()))?
    }
}

impl From<&Weights> for Precise {
    fn from(weights: &Weights) -> Self {
        let weights = weights.as_slice().iter();
        Self(weights.map(|weight| i64::from(*weight) * ONE).collect())
    }
}

/// Weights during a game, which change after each search. Only sums, products and quotients are taken: they are the same everywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Learner {
    weights: Vec<f64>,
    steps: Steps,
    memory: Memory,
}

/// How steps are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steps {
    /// How far a step goes.
    pub size: Size,
    /// How it is taken.
    pub optimizer: Optimizer,
    /// The share of every weight that is lost at each step.
    pub decay: f64,
}

impl Learner {
    /// Weights that begin to learn.
    pub fn new(weights: &Precise, steps: Steps, memory: Memory) -> Self {
        let weights = weights.0.iter();
        Self {
            weights: weights.map(|weight| *weight as f64 / ONE as f64).collect(),
            steps,
            memory,
        }
    }

    /// A step by the gradient `sums`, one a weight, when `seen` is all that was learned from so far, this search included. `None` where
    /// a weight would be larger than any that plays, and the weights stay: learning has diverged.
    pub fn step(&mut self, sums: impl Iterator<Item = f64>, seen: &Tally) -> Option<()> {
        let Steps {
            size,
            optimizer,
            decay,
        } = self.steps;
        let rate = size.rate(seen);
        let stepped = self.weights.iter().zip(sums).enumerate();
        let stepped = stepped.map(|(number, (weight, sum))| {
            let mut nothing = [0.0; 2];
            let known = self.memory.of_weight(number).unwrap_or(&mut nothing);
            (1.0 - decay) * weight + optimizer.change(known, sum, rate, size)
        });
        let stepped: Vec<f64> = stepped.collect();
        let fits = |weight: &f64| weight.abs() <= f64::from(LARGEST_WEIGHT);
        if !stepped.iter().all(fits) {
            return None;
        }
        self.weights = stepped;
        Some(())
    }

    /// What the optimizer knows.
    pub const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The rounded weights.
    ///
    /// # Panics
    /// Never: all weights fit.
    pub fn weights(&self) -> Weights {
        rounded(self.weights.iter().copied())
    }

    /// How far they are from where they began, in units of 2^-32 sixteenths of a millipawn.
    pub fn changes(&self, since: &Precise) -> Vec<i64> {
        let weights = self.weights.iter().zip(&since.0);
        weights
            .map(|(weight, before)| (weight * ONE as f64).round() as i64 - before)
            .collect()
    }
}

fn rounded(weights: impl Iterator<Item = f64>) -> Weights {
    let rounded: Vec<i32> = weights.map(|weight| weight.round() as i32).collect();
    Weights::new(&rounded).expect("all weights fit")
}
