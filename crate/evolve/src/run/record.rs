//! What is known of a generation once it is scored.

use serde::Serialize;

use crate::{genome::bits::Bits, measure::statistics::wilson};

/// How well the best individual of a generation does on games that no individual learns from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeldOut {
    /// The generation whose best it is.
    pub generation: u32,
    /// Held-out examples tried.
    pub examples: u32,
    /// Moves found.
    pub matched: u32,
    /// Moves found a try.
    pub rate: f64,
    /// Lower end of the rate's 95 % interval (Wilson).
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl HeldOut {
    /// Of counts that somebody tells; `None` where more was found than there was.
    pub fn counted(generation: u32, examples: u32, matched: u32) -> Option<Self> {
        (matched <= examples).then(|| Self::new(generation, examples, matched))
    }

    /// With the interval that belongs to the counts.
    pub fn new(generation: u32, examples: u32, matched: u32) -> Self {
        let (low, high) = wilson(matched, examples);
        Self {
            generation,
            examples,
            matched,
            rate: f64::from(matched) / f64::from(examples.max(1)),
            low,
            high,
        }
    }
}

/// One record a generation: raw counts, never scaled.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// Its number; 0 is the random one.
    pub generation: u32,
    /// Moves found by the fittest individual.
    pub best: u32,
    /// Moves found on average.
    pub mean: f64,
    /// Moves found by the least fit.
    pub worst: u32,
    /// Examples each was tried on.
    pub positions: u32,
    /// The fittest individual, the earlier on ties.
    pub champion: String,
    /// Its score on the held-out examples, where due.
    pub held_out: Option<HeldOut>,
    /// Mean share of bits in which two individuals differ.
    pub diversity: f64,
}

/// What a scored generation leaves behind: all that the next one, or a checkpoint, needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// Its individuals.
    pub population: Vec<Bits>,
    /// Examples matched by each.
    pub fitness: Vec<u32>,
}
