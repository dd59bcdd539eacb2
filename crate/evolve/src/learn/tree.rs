//! The tree of a search as lessons: an observer that keeps, of every position searched at least a ply deep, its features, its evaluation
//! and the result of its search.

use std::collections::{BTreeMap, btree_map::Entry};

use millipawn_engine::{
    evaluation::meep::{Accumulator, Active, Features, Weights},
    search::{
        node::{Finished, Observer, Source},
        parameters::PLY,
        table::Bound,
    },
};

use shakmaty::Position;

use super::gradient::Gradient;

/// Positions in which so many half-moves passed without progress are left out: their scores are about the rule, not about the
/// position (our choice).
const MOST_HALFMOVES: u32 = 90;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Its score, or the end of the window that is a bound on it.
    score: i32,
    bound: Bound,
    depth: i32,
    /// Its evaluation.
    own: i32,
    /// Where its features are.
    features: (usize, usize),
}

/// What a search found of a position, for its side to move, in sixteenths of a millipawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its score, or the end of the window that is a bound on it.
    pub score: i32,
    /// Which of them.
    pub bound: Bound,
    /// Whole plies that were searched below it.
    pub depth: i32,
    /// Its evaluation.
    pub own: i32,
}

/// The positions of a search.
#[derive(Clone, Debug)]
pub struct Tree {
    weights: Weights,
    /// Nothing but the root is kept.
    is_root_alone: bool,
    nodes: BTreeMap<u64, Node>,
    features: Vec<(u16, i16)>,
}

impl Tree {
    /// No position yet; evaluated by these weights.
    pub const fn new(weights: Weights) -> Self {
        Self {
            weights,
            is_root_alone: false,
            nodes: BTreeMap::new(),
            features: Vec::new(),
        }
    }

    /// The same for who learns from the root alone, and need not pay for the rest.
    pub fn of_root(weights: Weights) -> Self {
        Self {
            is_root_alone: true,
            ..Self::new(weights)
        }
    }

    /// A new search begins, with these weights.
    pub fn clear(&mut self, weights: Weights) {
        self.weights = weights;
        self.nodes.clear();
        self.features.clear();
    }

    /// The lessons of all positions, each once: by [`tree_strap`](super::rules::tree_strap), or of a tree without bounds by
    /// [`tree_strap_minimax`](super::rules::tree_strap_minimax).
    pub fn lessons(&self, rule: impl Fn(i32, Bound, i32) -> i32) -> Gradient {
        let mut gradient = Gradient::new(self.weights.as_slice().len());
        for node in self.nodes.values() {
            let difference = rule(node.score, node.bound, node.own);
            gradient.add(self.features(node), node.bound, node.own, difference);
        }
        gradient
    }

    /// The lesson of the root alone, by a rule that is told its evaluation: its value is that of the search's report.
    pub fn lesson_of_root(&self, root: u64, rule: impl Fn(i32) -> i32) -> Gradient {
        let mut gradient = Gradient::new(self.weights.as_slice().len());
        if let Some(node) = self.nodes.get(&root) {
            let difference = rule(node.own);
            gradient.add(self.features(node), Bound::Exact, node.own, difference);
        }
        gradient
    }

    /// What was found of the position with this key; `None` where it is no lesson.
    pub fn found(&self, key: u64) -> Option<Found> {
        self.nodes.get(&key).map(|node| Found {
            score: node.score,
            bound: node.bound,
            depth: node.depth / PLY,
            own: node.own,
        })
    }

    fn features(&self, node: &Node) -> Active<'_> {
        &self.features[node.features.0..node.features.1]
    }
}

impl Observer<Accumulator> for Tree {
    fn finished(&mut self, finished: &Finished<'_, Accumulator>) {
        let node = &finished.node;
        let is_searched = finished.source == Source::Search && node.depth >= PLY;
        let is_wanted = !self.is_root_alone || node.ply == 0;
        if !is_searched || !is_wanted || node.position.halfmoves() >= MOST_HALFMOVES {
            return;
        }
        // What lies beyond the window is not learned: evaluations are moved towards alpha and beta, as published. A score from far beyond
        // is mostly that of a blunder just played, and would teach that a man less is a good sign.
        let score = match finished.bound {
            Bound::Exact => finished.score,
            Bound::Lower => node.beta,
            Bound::Upper => node.alpha,
        };
        match self.nodes.entry(finished.key) {
            Entry::Vacant(place) => {
                let features = Features::known_to(&self.weights, node.position);
                let first = self.features.len();
                self.features.extend_from_slice(features.as_slice());
                place.insert(Node {
                    score,
                    bound: finished.bound,
                    depth: node.depth,
                    own: features.score(&self.weights),
                    features: (first, self.features.len()),
                });
            }
            Entry::Occupied(mut place) => {
                let known = place.get_mut();
                if finished.bound == Bound::Exact || node.depth >= known.depth {
                    known.score = score;
                    known.bound = finished.bound;
                    known.depth = node.depth;
                }
            }
        }
    }
}
