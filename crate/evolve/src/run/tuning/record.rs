//! What is known of a generation of searches once it is scored.

use std::cmp::Reverse;

use serde::Serialize;

use crate::{
    genome::{Representation, select},
    system::search_genome::{GENOME, SearchGenome},
    text::player::Player,
};

/// What a search needed for a suite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Nodes, the cap for every position that was not solved.
    pub nodes: u64,
    /// Positions solved.
    pub solved: u32,
}

impl std::ops::Add for Score {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            solved: self.solved + other.solved,
        }
    }
}

/// One record a generation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// Its number; 0 is the random one.
    pub generation: u32,
    /// Its searches as text.
    #[serde(skip)]
    pub individuals: Vec<String>,
    /// What each needed.
    pub scores: Vec<Score>,
    /// Nodes of the fittest: the fewest.
    pub best: u64,
    /// Nodes on average.
    pub mean: f64,
    /// Nodes of the least fit.
    pub worst: u64,
    /// Positions that the fittest solved.
    pub solved: u32,
    /// Positions of the suite.
    pub positions: u32,
    /// The fittest as a player, the earlier on ties.
    pub champion: String,
    /// Mean distance of two individuals.
    pub diversity: f64,
}

impl Record {
    pub(super) fn new(
        generation: u32,
        player: &Player,
        population: &[SearchGenome],
        scores: Vec<Score>,
        positions: u32,
    ) -> Self {
        let best = best_first(&scores)[0];
        let nodes = || scores.iter().map(|score| score.nodes);
        let genomes: Vec<_> = population
            .iter()
            .map(|genes| genes.genome().clone())
            .collect();
        Self {
            generation,
            individuals: population.iter().map(ToString::to_string).collect(),
            best: scores[best].nodes,
            mean: nodes().sum::<u64>() as f64 / scores.len() as f64,
            worst: nodes().max().unwrap_or(0),
            solved: scores[best].solved,
            positions,
            champion: player
                .with_search(&population[best])
                .map_or_else(String::new, |player| player.to_string()),
            diversity: GENOME.diversity(&genomes),
            scores,
        }
    }
}

/// The individuals by the nodes they needed, the earlier first on ties.
pub(super) fn best_first(scores: &[Score]) -> Vec<usize> {
    select::best_first(scores, |score| Reverse(score.nodes))
}
