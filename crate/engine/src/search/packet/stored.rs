//! Nodes kept from one generation to the next: where the same positions return, their features need not be counted again.
//!
//! A position's tree grows by the nodes that some individual visits. What is kept changes the time a search takes,
//! never its result.

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

/// Nodes of all trees of a worker, of about 200 bytes for Falcon with their moves. When there are nearly so many, trees with more
/// than an even share of them are pruned as they are asked about: few positions have most of the nodes, and they are the dearest
/// to forget. What has no room all the same is made anew the next time. (Measured, two threads, a whole run of Falcon: half as many
/// again 5 % less time and 1.5 GB instead of 1.1; three quarters of them 16 % more time and 0.8 GB.)
const MOST_IN_ALL: usize = 2 << 20;
/// A pruning leaves the nodes that so many packets before it visited, and the root (our choice: 1 took 6 % less time than 2 on
/// 2,500 positions).
const PATIENCE: u16 = 1;
/// Trees at most, of about a kilobyte beside their nodes: more than the setting of positions a generation allows.
const MOST_TREES: usize = 1 << 17;

/// The trees of many positions.
pub struct Store<E: Evaluation> {
    /// None of an example that is damaged.
    trees: Recent<Option<Tree<E>>>,
    /// Of all trees together.
    nodes: usize,
    /// Nodes of all trees together, at most, but for that which is asked about.
    room: usize,
    /// The positions on the way to the node that grew last, of the tree that is asked about: the next is near.
    path: Vec<(u32, Chess)>,
}

impl<E: Evaluation> Default for Store<E> {
    fn default() -> Self {
        Self::with_room(MOST_IN_ALL)
    }
}

impl<E: Evaluation> Store<E> {
    /// Room for so many nodes: larger trees than most are pruned when it is nearly full.
    pub fn with_room(nodes: usize) -> Self {
        Self {
            trees: Recent::new(MOST_TREES),
            nodes: 0,
            room: nodes,
            path: Vec::new(),
        }
    }

    /// Of how many positions it keeps a tree.
    pub fn positions(&self) -> usize {
        self.trees.len()
    }

    /// The same as [`count_matches`](super::count_matches) of individuals and examples.
    ///
    /// It remembers what it was asked about last.
    pub fn count_matches(&mut self, individuals: &[E::Vector], examples: &[Example]) -> Vec<u32> {
        let Self {
            trees, nodes, room, ..
        } = self;
        let mut forget = |tree: &Option<Tree<E>>| *nodes -= size(tree);
        trees.begin(examples, &mut forget);
        if is_nearly_full(*nodes, *room) {
            trees.forget_unused(|tree| *nodes -= size(tree));
        }
        count(individuals, examples, self)
    }
}

impl<E: Evaluation> Ask<E::Vector> for Store<E> {
    fn ask<const B: usize>(
        &mut self,
        lanes: Lanes<E::Vector, B>,
        examples: &[Example],
        counts: &mut [u32],
    ) {
        let mut packet = Packet::<E, B>::new(lanes);
        let Self {
            trees,
            nodes,
            room,
            path,
        } = self;
        for example in examples {
            let share = *room / trees.len().max(1);
            let tree = trees.ask(example, || {
                let tree = Tree::new(example.unpack()?);
                *nodes += tree.nodes.len();
                Some(tree)
            });
            if let Some(tree) = tree {
                let chosen = tree.chosen;
                let nearly_full = is_nearly_full(*nodes, *room);
                *nodes -= tree.nodes.len();
                tree.age();
                if nearly_full && tree.nodes.len() > share {
                    tree.prune();
                }
                let known = (tree.nodes.len(), tree.slots.len());
                tree.lead(path);
                packet.ask(tree, chosen, counts);
                if *nodes + tree.nodes.len() > *room {
                    tree.cut_back(known);
                }
                *path = std::mem::take(&mut tree.path);
                *nodes += tree.nodes.len();
            }
        }
    }
}

const fn is_nearly_full(nodes: usize, room: usize) -> bool {
    nodes > room / 8 * 7
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
    /// While it is asked: the positions on the way to the node that grew last.
    path: Vec<(u32, Chess)>,
    /// Packets that asked, for the ages of the nodes.
    now: u16,
    /// For each move of the root the lanes it refuted, older generations counting less.
    refuted: Vec<u32>,
}

/// A visited position.
struct Node<V> {
    /// Nothing at the root and when in check, where nobody may stand pat.
    features: V,
    parent: u32,
    /// From the parent; the root's is no move of it.
    m: Move,
    /// Plies from the root.
    depth: u16,
    is_check: bool,
    is_stalemate: bool,
    /// When it was visited last.
    visited: u16,
    /// Once they were asked for.
    moves: Option<Range<u32>>,
}

/// A move, and where it leads once it was made.
#[derive(Clone, Copy)]
struct Slot {
    m: Move,
    node: u32,
}

/// No node: the root is nobody's child.
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

    /// Forgets the nodes that were not visited for some time; the root stays.
    fn prune(&mut self) {
        let oldest = self.now.saturating_sub(PATIENCE);
        let nodes = std::mem::take(&mut self.nodes);
        let slots = std::mem::take(&mut self.slots);
        // New places by old ones. A node is made after its parent and visited no later, so that parents come first.
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

    /// Forgets the nodes and moves that came last, so that so many stay.
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

    /// Before it is asked: its way begins at the root, in the memory of another's.
    fn lead(&mut self, path: &mut Vec<(u32, Chess)>) {
        self.path = std::mem::take(path);
        self.path.clear();
        self.path.push((0, self.root.clone()));
    }

    /// For the next packet.
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

    /// Of a node; made from that of its parent unless it is on the path.
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

    fn features(&self, node: &u32) -> E::Vector {
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

    fn promise(&self, at: usize) -> i64 {
        // Measured: twice a pawn won by a pawn for each lane.
        2000 * i64::from(self.refuted[at])
    }

    fn remember(&mut self, at: usize, refuted: u32) {
        self.refuted[at] += refuted;
    }
}
