//! How often programs choose the move that was played, by weighted sums of features.

use millipawn_engine::{
    Example,
    evaluation::Evaluation,
    search::{packet, statics},
};

use crate::genome::Genome;

/// How an individual looks for its move: always one ply, and then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Captures, promotions and evasions until it is quiet.
    Quiescence,
    /// Nothing: the position after the move is judged as it stands.
    Static,
}

/// Programs asked for their moves. What it keeps of examples that return changes how long the next count takes, never what comes
/// of it.
pub trait Matching: Send {
    /// Examples matched, for each individual. `returning`: the same examples will be asked about again.
    fn count(
        &mut self,
        individuals: &[Genome],
        examples: &[Example],
        search: Search,
        returning: bool,
    ) -> Vec<u32>;
}

/// Programs whose evaluation is a weighted sum of the features of `E`.
pub struct WeightedSums<E: Evaluation> {
    weights: fn(&Genome) -> E::Vector,
    trees: packet::Store<E>,
    children: statics::Store<E>,
}

impl<E: Evaluation> WeightedSums<E> {
    /// With what the genome of an individual stands for.
    pub fn new(weights: fn(&Genome) -> E::Vector) -> Self {
        Self {
            weights,
            trees: packet::Store::default(),
            children: statics::Store::default(),
        }
    }
}

impl<E: Evaluation> Matching for WeightedSums<E>
where
    packet::Store<E>: Send,
    statics::Store<E>: Send,
{
    fn count(
        &mut self,
        individuals: &[Genome],
        examples: &[Example],
        search: Search,
        returning: bool,
    ) -> Vec<u32> {
        let weights: Vec<E::Vector> = individuals.iter().map(self.weights).collect();
        match (search, returning) {
            (Search::Quiescence, false) => packet::count_matches::<E>(&weights, examples),
            (Search::Quiescence, true) => self.trees.count_matches(&weights, examples),
            (Search::Static, false) => statics::count_matches::<E>(&weights, examples),
            (Search::Static, true) => self.children.count_matches(&weights, examples),
        }
    }
}
