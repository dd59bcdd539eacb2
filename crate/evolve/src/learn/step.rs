//! Weights that learn: full precision, and the rounded ones that play.

use millipawn_engine::evaluation::meep::{FEATURES, LARGEST_WEIGHT, Weights};

use super::gradient::Gradient;
use crate::genome::draw::Draws;

/// Weights in full precision, in sixteenths of a millipawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Learner {
    weights: Vec<f64>,
}

/// The size of random weights at the start: a hundredth of a pawn (our choice; "small random weights" in the paper).
const SMALL: u64 = 160;

impl Learner {
    /// Small random weights.
    pub fn random(draws: &mut Draws) -> Self {
        let weights = (0..FEATURES).map(|_| draws.below(2 * SMALL + 1) as f64 - SMALL as f64);
        Self {
            weights: weights.collect(),
        }
    }

    /// Adds `rate` times the gradient. `None`, and nothing is changed, where a weight would be larger than any that plays: learning has
    /// diverged.
    pub fn step(&mut self, gradient: &Gradient, rate: f64) -> Option<()> {
        let stepped = self.weights.iter().zip(gradient.sums());
        let stepped: Vec<f64> = stepped
            .map(|(weight, sum)| weight + rate * *sum as f64)
            .collect();
        let fits = |weight: &f64| weight.abs() <= f64::from(LARGEST_WEIGHT);
        if !stepped.iter().all(fits) {
            return None;
        }
        self.weights = stepped;
        Some(())
    }

    /// The rounded weights.
    ///
    /// # Panics
    /// Never: all weights keep to what fits.
    pub fn weights(&self) -> Weights {
        let rounded: Vec<i32> = self
            .weights
            .iter()
            .map(|weight| weight.round() as i32)
            .collect();
        Weights::new(&rounded).expect("all weights fit")
    }
}
