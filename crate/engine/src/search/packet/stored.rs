//! Nodes that are cached from one generation to the next: where the same positions return, their features need not be computed
//! again.
//!
//! The tree of a position grows by the nodes that any individual visits. The cache affects the time of a search, never its
//! result.

mod tree;

use self::tree::{Path, Tree};
use super::Packet;
use crate::{
    evaluation::Evaluation,
    examples::example::Example,
    search::{
        lanes::{Ask, Lanes, count},
        recent::Recent,
    },
};

/// The capacity of a worker in nodes, of about 75 bytes each for Falcon with their moves. When it is nearly reached, trees with more
/// than an even share of the nodes are pruned at their next use: few positions have most of the nodes. Whatever exceeds the
/// capacity all the same is made again next time. (Measured with two threads and Falcon as published: a quarter more takes 2 % less time
/// and 506 MB in place of 395.)
const NODE_CAPACITY: usize = 2 << 20;
/// The capacity in trees, of about a kilobyte each beside their nodes: more than a run may use in a generation.
const TREE_CAPACITY: usize = 1 << 17;

/// The trees of many positions.
pub struct Store<E: Evaluation> {
    /// `None` for an example that cannot be unpacked.
    trees: Recent<Option<Tree<E>>>,
    /// The nodes of all trees.
    nodes: usize,
    /// The capacity in nodes; the tree in use may exceed it.
    capacity: usize,
    /// The memory of the path in the tree in use.
    path: Path,
}

impl<E: Evaluation> Default for Store<E> {
    fn default() -> Self {
        Self::with_capacity(NODE_CAPACITY)
    }
}

impl<E: Evaluation> Store<E> {
    /// A store with a capacity of this many nodes.
    pub fn with_capacity(nodes: usize) -> Self {
        Self {
            trees: Recent::new(TREE_CAPACITY),
            nodes: 0,
            capacity: nodes,
            path: Path::default(),
        }
    }

    /// The number of positions with a tree.
    pub fn positions(&self) -> usize {
        self.trees.len()
    }

    /// The same as [`count_matches`](super::count_matches), with the trees cached.
    pub fn count_matches(&mut self, individuals: &[E::Vector], examples: &[Example]) -> Vec<u32> {
        let Self {
            trees,
            nodes,
            capacity,
            ..
        } = self;
        let mut forget = |tree: &Option<Tree<E>>| *nodes -= size(tree);
        trees.begin(examples, &mut forget);
        if is_nearly_full(*nodes, *capacity) {
            trees.evict_unused(|tree| *nodes -= size(tree));
        }
        count(individuals, examples, self)
    }
}

impl<E: Evaluation> Ask<E::Vector> for Store<E> {
    fn ask<const W: usize>(
        &mut self,
        lanes: Lanes<E::Vector, W>,
        examples: &[Example],
        counts: &mut [u32],
    ) {
        let mut packet = Packet::<E, W>::new(lanes);
        let Self {
            trees,
            nodes,
            capacity,
            path,
        } = self;
        for example in examples {
            let share = *capacity / trees.len().max(1);
            let tree = trees.get_or_insert_with(example, || {
                let tree = Tree::new(example.unpack()?);
                *nodes += tree.len();
                Some(tree)
            });
            if let Some(tree) = tree {
                let chosen = tree.chosen;
                let nearly_full = is_nearly_full(*nodes, *capacity);
                *nodes -= tree.len();
                tree.age();
                if nearly_full && tree.len() > share {
                    tree.prune();
                }
                let known = tree.size();
                tree.begin(std::mem::take(path));
                packet.ask(tree, chosen, counts);
                if *nodes + tree.len() > *capacity {
                    tree.cut_back(known);
                }
                *path = tree.end();
                *nodes += tree.len();
            }
        }
    }
}

const fn is_nearly_full(nodes: usize, capacity: usize) -> bool {
    nodes > capacity / 8 * 7
}

fn size<E: Evaluation>(tree: &Option<Tree<E>>) -> usize {
    tree.as_ref().map_or(0, |tree| tree.len())
}
