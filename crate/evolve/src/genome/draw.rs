//! Every random draw that enters a history.
//!
//! Old experiment links must arrive at the same chromosome for ever, so the draws are defined here, on the
//! portable stream of xoshiro256++, and held by fixed test vectors: a new release of a random-number crate
//! cannot change them.

use millipawn_engine::mix::mix;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// What a stream of draws is for: streams of different purposes are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// The random genes of an individual of generation 0.
    Genes = 1,
    /// The positions a generation is scored on.
    Positions = 2,
    /// Selection, crossover and mutation of one pair of offspring.
    Breeding = 3,
    /// The openings of a generation's games.
    Openings = 4,
    /// What the players of a game draw.
    Games = 5,
}

/// A stream of random draws.
#[derive(Clone, Debug)]
pub struct Draws(Xoshiro256PlusPlus);

impl Draws {
    /// The stream for one purpose of one individual (or pair, or 0) in one generation of the run `seed`.
    pub fn derive(seed: u64, generation: u32, individual: u32, purpose: Purpose) -> Self {
        let place = u64::from(generation) << 32 | u64::from(individual);
        let mixed = mix(mix(mix(0, seed), place), purpose as u64);
        Self(Xoshiro256PlusPlus::seed_from_u64(mixed))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from `0..bound`, each equally likely (Lemire's multiplication, without bias).
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no number below 0");
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            if product as u64 >= unfair {
                return (product >> 64) as u64;
            }
        }
    }

    /// True with the given probability (in steps of 2^-53).
    pub fn chance(&mut self, probability: f64) -> bool {
        const STEPS: f64 = (1_u64 << 53) as f64;
        ((self.bits() >> 11) as f64) < probability * STEPS
    }

    /// A number from the standard normal distribution (Box and Muller 1958).
    pub fn normal(&mut self) -> f64 {
        const STEPS: f64 = (1_u64 << 53) as f64;
        // From (0, 1], since 0 has no logarithm; and from [0, 1).
        let radius = ((self.bits() >> 11) + 1) as f64 / STEPS;
        let turn = (self.bits() >> 11) as f64 / STEPS;
        libm::sqrt(-2.0 * libm::log(radius)) * libm::cos(2.0 * std::f64::consts::PI * turn)
    }

    /// `count` different numbers from `0..bound` in ascending order; all of them if there are no more (Floyd's sampling).
    pub fn sample(&mut self, bound: u32, count: u32) -> Vec<u32> {
        let count = count.min(bound);
        // A bit for each number: much faster than a tree of those that were drawn.
        let mut words = vec![0_u64; bound.div_ceil(64) as usize];
        for limit in bound - count..bound {
            let candidate = self.below(u64::from(limit) + 1) as u32;
            let is_taken = words[candidate as usize / 64] >> (candidate % 64) & 1 == 1;
            let drawn = if is_taken { limit } else { candidate };
            words[drawn as usize / 64] |= 1 << (drawn % 64);
        }
        let mut chosen = Vec::with_capacity(count as usize);
        for (at, mut word) in words.into_iter().enumerate() {
            while word != 0 {
                chosen.push(64 * at as u32 + word.trailing_zeros());
                word &= word - 1;
            }
        }
        chosen
    }
}
