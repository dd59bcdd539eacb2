//! How well a program does on games that no program learned from.

use millipawn_engine::examples::import::grouped;
use serde::Serialize;

use crate::measure::statistics::wilson;

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

impl std::fmt::Display for HeldOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "On games it never saw: {:.1} % of {} moves (95 % interval {:.1} to {:.1} %)",
            100.0 * self.rate,
            grouped(self.examples.into()),
            100.0 * self.low,
            100.0 * self.high
        )
    }
}
