//! What is known of a generation once it is scored.

use millipawn_engine::examples::import::grouped;
use serde::Serialize;

use crate::{
    genome::Genome,
    measure::held_out::HeldOut,
    run::{Fitness, family},
};

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
    /// Mean distance of two individuals.
    pub diversity: f64,
}

impl Record {
    /// Best, mean and worst, for people.
    pub fn counts(&self) -> String {
        format!(
            "best {}, mean {:.1}, worst {} of {} moves found",
            self.best,
            self.mean,
            self.worst,
            grouped(self.positions.into())
        )
    }
}

/// What a scored generation leaves behind: all that the next one, or a checkpoint, needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// Its individuals.
    pub population: Vec<Genome>,
    /// Examples matched by each.
    pub fitness: Vec<u32>,
}

impl Scored {
    /// As the family of one of its individuals needs it.
    pub(super) fn generation(&self, number: usize) -> family::Scored<'_> {
        family::Scored {
            number,
            population: &self.population,
            fitness: self.counts(),
        }
    }

    /// The fitness of each, as people read it.
    pub(super) fn counts(&self) -> Vec<Fitness> {
        let found = self.fitness.iter();
        found.map(|found| Fitness::Count((*found).into())).collect()
    }
}
