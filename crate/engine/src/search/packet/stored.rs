//! Nodes that are cached from one generation to the next: where the same positions return, their features need not be computed
//! again.
//!
//! The tree of a position grows by the nodes that any individual visits. The cache affects the time of a search, never its
//! result.

use std::ops::Range;

use shakmaty::{Chess, Move, MoveList, Position};

use super::{Packet, Source};
use crate::{
    evaluation::{Evaluation, Vector, is_stalemate},
    examples::example::Example,
    search::{
        lanes::{Ask, Lanes, count},
        quiescence,
        recent::Recent,
    },
};

/// The capacity of a worker in nodes, of about 200 bytes each for Falcon with their moves. When it is nearly reached, trees with more
/// than an even share of the nodes are pruned at their next use: few positions have most of the nodes. Whatever exceeds the
/// capacity all the same is made again next time. (Measured with two threads on a whole run of Falcon: a capacity larger by half
/// takes 5 % less time and 1.5 GB instead of 1.1; three quarters of it take 16 % more time and 0.8 GB.)
const NODE_CAPACITY: usize = 2 << 20;
/// Pruning keeps the nodes that were visited by the last packets, as many as this, and the root (our choice: 1 took 6 % less time
/// than 2 on 2,500 positions).
const PATIENCE: u16 = 1;
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
    /// In the tree in use, the positions on the path to the node that was added last. The next one is probably near.
    path: Vec<(u32, Chess)>,
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
            path: Vec::new(),
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
                *nodes += tree.nodes.len();
                Some(tree)
            });
            if let Some(tree) = tree {
                let chosen = tree.chosen;
                let nearly_full = is_nearly_full(*nodes, *capacity);
                *nodes -= tree.nodes.len();
                tree.age();
                if nearly_full && tree.nodes.len() > share {
                    tree.prune();
                }
                let known = (tree.nodes.len(), tree.slots.len());
                tree.reset_path(path);
                packet.ask(tree, chosen, counts);
                if *nodes + tree.nodes.len() > *capacity {
                    tree.cut_back(known);
                }
                *path = std::mem::take(&mut tree.path);
                *nodes += tree.nodes.len();
            }
        }
    }
}

const fn is_nearly_full(nodes: usize, capacity: usize) -> bool {
    nodes > capacity / 8 * 7
}

fn size<E: Evaluation>(tree: &Option<Tree<E>>) -> usize {
    tree.as_ref().map_or(0, |tree| tree.nodes.len())
}

/// The tree of one position.
struct Tree<E: Evaluation> {
    root: Chess,
    chosen: Move,
    nodes: Vec<Node<E::Vector>>,
    slots: Vec<Slot>,
    /// While it is in use: the positions on the path to the node that was added last.
    path: Vec<(u32, Chess)>,
    /// Counts the packets that used the tree, for the ages of its nodes.
    now: u16,
    /// For each root move, the lanes in which it refuted the played move; older generations count less.
    refuted: Vec<u32>,
}

/// A visited position.
struct Node<V> {
    /// Zero at the root and in check, where standing pat is not allowed.
    features: V,
    parent: u32,
    /// The move from the parent; meaningless at the root.
    m: Move,
    /// Plies from the root.
    depth: u16,
    is_check: bool,
    is_stalemate: bool,
    /// When it was visited last, by the clock of the tree.
    visited: u16,
    /// The range of its slots, once its moves were generated.
    moves: Option<Range<u32>>,
}

/// A move and the node that it leads to, or [`UNSEEN`].
#[derive(Clone, Copy)]
struct Slot {
    m: Move,
    node: u32,
}

/// Stands for no node. The root has index 0, and it is no child.
const UNSEEN: u32 = 0;

impl<E: Evaluation> Tree<E> {
    fn new((root, chosen): (Chess, Move)) -> Self {
        let mut tree = Self {
            refuted: vec![0; root.legal_moves().len()],
            root,
            chosen,
            path: Vec::new(),
            nodes: Vec::new(),
            slots: Vec::new(),
            now: 0,
        };
        let moves = tree.push_slots(&tree.root.legal_moves());
        tree.nodes.push(Node {
            features: Vector::ZERO,
            parent: 0,
            m: tree.chosen,
            depth: 0,
            is_check: tree.root.is_check(),
            is_stalemate: false,
            visited: 0,
            moves: Some(moves),
        });
        tree
    }

    /// Removes the nodes that were not visited recently; the root stays.
    fn prune(&mut self) {
        let oldest = self.now.saturating_sub(PATIENCE);
        let nodes = std::mem::take(&mut self.nodes);
        let slots = std::mem::take(&mut self.slots);
        // New indices by old ones. A node is made after its parent, and visiting it visits its parent, so that parents come first
        // and are kept.
        let mut places = vec![UNSEEN; nodes.len()];
        let mut kept = 0;
        for (place, node) in places.iter_mut().zip(&nodes) {
            if kept == 0 || node.visited >= oldest {
                *place = kept;
                kept += 1;
            }
        }
        self.nodes.reserve_exact(kept as usize);
        for (at, mut node) in nodes.into_iter().enumerate() {
            if at > 0 && places[at] == UNSEEN {
                continue;
            }
            node.parent = places[node.parent as usize];
            node.moves = node.moves.map(|moves| {
                let first = self.slots.len() as u32;
                let moved = slots[moves.start as usize..moves.end as usize].iter();
                self.slots.extend(moved.map(|slot| Slot {
                    node: places[slot.node as usize],
                    ..*slot
                }));
                first..self.slots.len() as u32
            });
            self.nodes.push(node);
        }
    }

    /// Truncates nodes and moves to these numbers: the ones added last go.
    fn cut_back(&mut self, (nodes, moves): (usize, usize)) {
        self.nodes.truncate(nodes);
        self.nodes.shrink_to_fit();
        self.slots.truncate(moves);
        self.slots.shrink_to_fit();
        for node in &mut self.nodes {
            node.moves = node
                .moves
                .take()
                .filter(|known| known.end as usize <= moves);
        }
        for slot in &mut self.slots {
            if slot.node as usize >= nodes {
                slot.node = UNSEEN;
            }
        }
    }

    /// Starts the path at the root. The memory of another tree's path is reused.
    fn reset_path(&mut self, path: &mut Vec<(u32, Chess)>) {
        self.path = std::mem::take(path);
        self.path.clear();
        self.path.push((0, self.root.clone()));
    }

    /// Advances the clock for the next packet, and lets old refutations fade.
    fn age(&mut self) {
        if self.now == u16::MAX {
            self.now = 0;
            for node in &mut self.nodes {
                node.visited = 0;
            }
        }
        self.now += 1;
        for refuted in &mut self.refuted {
            *refuted -= *refuted / 4;
        }
    }

    fn push_slots(&mut self, moves: &[Move]) -> Range<u32> {
        let first = self.slots.len() as u32;
        self.slots.extend(moves.iter().map(|m| Slot {
            m: *m,
            node: UNSEEN,
        }));
        first..self.slots.len() as u32
    }

    /// The position of a node, made from that of its parent unless it is on the path.
    fn position(&mut self, node: u32) -> &Chess {
        let Node {
            parent, m, depth, ..
        } = self.nodes[node as usize];
        let depth = usize::from(depth);
        if self.path.get(depth).is_none_or(|(known, _)| *known != node) {
            let mut position = self.position(parent).clone();
            position.play_unchecked(m);
            self.path.truncate(depth);
            self.path.push((node, position));
        }
        &self.path[depth].1
    }

    fn grow(&mut self, parent: u32, m: Move) -> u32 {
        let mut position = self.position(parent).clone();
        position.play_unchecked(m);
        let is_check = position.is_check();
        let node = self.nodes.len() as u32;
        let depth = self.nodes[parent as usize].depth + 1;
        self.nodes.push(Node {
            features: if is_check {
                Vector::ZERO
            } else {
                E::features(&position)
            },
            parent,
            m,
            depth,
            is_check,
            is_stalemate: parent == 0 && !is_check && is_stalemate(&position),
            visited: self.now,
            moves: None,
        });
        self.path.truncate(usize::from(depth));
        self.path.push((node, position));
        node
    }
}

impl<E: Evaluation> Source<E> for Tree<E> {
    type Node = u32;
    type Moves = Range<u32>;

    fn root(&mut self) -> (u32, Range<u32>) {
        (0, 0..self.refuted.len() as u32)
    }

    fn is_check(&self, node: &u32) -> bool {
        self.nodes[*node as usize].is_check
    }

    fn is_stalemate(&self, node: &u32) -> bool {
        self.nodes[*node as usize].is_stalemate
    }

    fn features(&mut self, node: &u32) -> E::Vector {
        if self.is_check(node) {
            return E::features(self.position(*node));
        }
        self.nodes[*node as usize].features
    }

    fn moves(&mut self, node: &u32) -> Range<u32> {
        if let Some(moves) = &self.nodes[*node as usize].moves {
            return moves.clone();
        }
        let mut moves = MoveList::new();
        let in_check = self.nodes[*node as usize].is_check;
        quiescence::moves(self.position(*node), in_check, &mut moves);
        let moves = self.push_slots(&moves);
        self.nodes[*node as usize].moves = Some(moves.clone());
        moves
    }

    fn count(&self, moves: &Range<u32>) -> usize {
        moves.len()
    }

    fn get(&self, moves: &Range<u32>, at: usize) -> Move {
        self.slots[moves.start as usize + at].m
    }

    fn child(&mut self, node: &u32, moves: &Range<u32>, at: usize) -> u32 {
        let slot = moves.start as usize + at;
        let Slot { m, node: child } = self.slots[slot];
        if child != UNSEEN {
            self.nodes[child as usize].visited = self.now;
            return child;
        }
        let child = self.grow(*node, m);
        self.slots[slot].node = child;
        child
    }

    fn history_score(&self, at: usize) -> i64 {
        // Measured: a refuted lane counts as much as twice a pawn captured by a pawn.
        2000 * i64::from(self.refuted[at])
    }

    fn record_refutations(&mut self, at: usize, refuted: u32) {
        self.refuted[at] += refuted;
    }
}
