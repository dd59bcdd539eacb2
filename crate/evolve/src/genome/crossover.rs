//! How two parents' bits make two children.

use crate::genome::{bits::Bits, draw::Draws};

/// The kind of crossover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossover {
    /// Both parents are cut at one random place and swap what follows (Goldberg 1989).
    OnePoint,
    /// Every bit is swapped with probability one half.
    Uniform,
}

impl Crossover {
    /// Swaps bits between `one` and `two`.
    pub fn cross(self, one: &mut Bits, two: &mut Bits, draws: &mut Draws) {
        match self {
            Self::OnePoint => one_point(one, two, draws),
            Self::Uniform => uniform(one, two, draws),
        }
    }
}

fn one_point(one: &mut Bits, two: &mut Bits, draws: &mut Draws) {
    let cut = 1 + draws.below(one.len() as u64 - 1) as usize;
    for at in cut..one.len() {
        swap(one, two, at);
    }
}

fn uniform(one: &mut Bits, two: &mut Bits, draws: &mut Draws) {
    for at in 0..one.len() {
        if draws.chance(0.5) {
            swap(one, two, at);
        }
    }
}

fn swap(one: &mut Bits, two: &mut Bits, at: usize) {
    let bit = one.get(at);
    one.set(at, two.get(at));
    two.set(at, bit);
}
