//! Nodes kept from one generation to the next: where the same positions return, their features need not be counted again.
//!
//! A position's tree grows by the nodes that some individual visits. What is kept changes the time a search takes,
//! never its result.

use std::{collections::BTreeMap, ops::Range};

use shakmaty::{Chess, Move, MoveList, Position};

use super::{Ask, Packet, Source, count};
use crate::{
    evaluation::{Evaluation, is_stalemate},
    example::Example,
    search::quiescence,
};

/// Nodes of one position's tree at most: one that has outgrown this is forgotten, and grows anew by what is visited now
/// (measured: a tree has a few hundred nodes that late generations visit).
const MOST_NODES: usize = 4096;
/// Nodes of all trees together, shared out evenly: about 450 megabytes.
const MOST_IN_ALL: usize = 3 << 20;
/// Trees at most; then all are forgotten, for those of earlier runs are among them.
const MOST_TREES: usize = 1 << 14;

/// The trees of many positions.
pub struct Store<E: Evaluation> {
    trees: BTreeMap<[u8; Example::BYTES], Option<Tree<E>>>,
}

impl<E: Evaluation> Default for Store<E> {
    fn default() -> Self {
        Self {
            trees: BTreeMap::new(),
        }
    }
}

impl<E: Evaluation> Store<E> {
    /// The same as [`count_matches`](super::count_matches) of individuals and examples.
    ///
    /// It remembers every example it was ever asked about.
    pub fn count_matches(&mut self, individuals: &[E::Vector], examples: &[Example]) -> Vec<u32> {
        let mut questions = Examples {
            store: self,
            examples,
        };
        count::<E>(individuals, &mut questions)
    }
}

struct Examples<'a, E: Evaluation> {
    store: &'a mut Store<E>,
    examples: &'a [Example],
}

impl<E: Evaluation> Ask<E> for Examples<'_, E> {
    fn ask<const B: usize>(&mut self, packet: &mut Packet<E, B>, counts: &mut [u32]) {
        if self.store.trees.len() + self.examples.len() > MOST_TREES {
            self.store.trees.clear();
        }
        let most = MOST_NODES.min(MOST_IN_ALL / self.store.trees.len().max(1));
        for example in self.examples {
            let tree = self.store.trees.entry(example.to_bytes());
            let tree = tree.or_insert_with(|| example.unpack().map(Tree::new));
            if let Some(tree) = tree {
                let chosen = tree.chosen;
                tree.prepare(most);
                packet.ask(tree, chosen, counts);
            }
        }
    }
}

/// The tree of one position.
struct Tree<E: Evaluation> {
    root: Chess,
    chosen: Move,
    nodes: Vec<Node<E::Vector>>,
    slots: Vec<Slot>,
    /// The positions on the way to the node that grew last: the next is near.
    path: Vec<(u32, Chess)>,
    /// For each move of the root the lanes it refuted, older generations counting less.
    refuted: Vec<u32>,
}

/// A visited position.
struct Node<V> {
    /// Nothing when in check.
    features: V,
    parent: u32,
    /// From the parent; the root's is no move of it.
    m: Move,
    /// Plies from the root.
    depth: u16,
    is_check: bool,
    is_stalemate: bool,
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
        };
        tree.plant();
        tree
    }

    /// Forgets all but the root.
    fn plant(&mut self) {
        self.nodes.clear();
        self.slots.clear();
        self.path.clear();
        self.path.push((0, self.root.clone()));
        let moves = self.push_slots(&self.root.legal_moves());
        self.nodes.push(Node {
            features: E::features(&self.root),
            parent: 0,
            m: self.chosen,
            depth: 0,
            is_check: self.root.is_check(),
            is_stalemate: false,
            moves: Some(moves),
        });
    }

    /// For the next packet.
    fn prepare(&mut self, most_nodes: usize) {
        if self.nodes.len() > most_nodes {
            self.plant();
        }
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
            features: E::features(&position),
            parent,
            m,
            depth,
            is_check,
            is_stalemate: parent == 0 && !is_check && is_stalemate(&position),
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
