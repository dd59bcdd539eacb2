//! The tree of one position, as small as it can be: most of the time of a search that knows its nodes is spent waiting for them.

use std::ops::Range;

use shakmaty::{Chess, Move, MoveList, Position, Role, Square};

use crate::{
    evaluation::{Evaluation, Vector, is_stalemate, spread},
    search::{packet::Source, quiescence},
};

/// Pruning keeps the nodes that were visited by the last packets, as many as this, and the root (our choice: 1 took 6 % less time
/// than 2 on 2,500 positions).
const PATIENCE: u16 = 1;

/// The tree of a position.
pub(super) struct Tree<E: Evaluation> {
    root: Chess,
    pub(super) chosen: Move,
    root_moves: Vec<Move>,
    nodes: Vec<Node<E::Packed>>,
    slots: Vec<Slot>,
    /// While it is in use.
    path: Path,
    /// Counts the packets that used the tree, for the ages of its nodes.
    now: u16,
    /// For each root move, the lanes in which it refuted the played move; older generations count less.
    refuted: Vec<u32>,
}

/// A visited position.
#[derive(Clone, Copy)]
struct Node<P> {
    /// Its slots, once its moves were generated.
    first: u32,
    /// How many they are, or [`UNKNOWN`].
    count: u16,
    stand: Stand<P>,
}

/// Whether the side to move may stand pat, and with which features.
#[derive(Clone, Copy)]
enum Stand<P> {
    /// It may not. The features are counted when they are asked for, at the end of a line.
    Check,
    /// There is no legal move; looked for in children of the root alone.
    Stalemate,
    /// It may, with these features.
    Packed(P),
    /// It may, but the features do not fit, and are counted whenever they are asked for. Also the root, in check or not: it is asked for neither.
    Unpacked,
}

/// Stands for moves that were not generated yet.
const UNKNOWN: u16 = u16::MAX;

/// A move and the node that it leads to.
#[derive(Clone, Copy)]
struct Slot {
    /// [`UNSEEN`] before it was visited.
    node: u32,
    /// The [`tie_key`](quiescence::tie_key) of the move.
    m: u16,
    /// When that node was visited last, by the clock of the tree.
    visited: u16,
}

/// Stands for no node. The root has index 0, and it is no child.
const UNSEEN: u32 = 0;

/// The way from the root to the node that was asked for last. Its memory goes from tree to tree.
#[derive(Default)]
pub(super) struct Path {
    /// From the root on, each node with the slot that it was reached by.
    steps: Vec<(u32, usize)>,
    /// The positions of the first of them: made when they are needed.
    positions: Vec<Chess>,
}

impl<E: Evaluation> Tree<E> {
    pub(super) fn new((root, chosen): (Chess, Move)) -> Self {
        let root_moves = root.legal_moves().to_vec();
        let mut tree = Self {
            refuted: vec![0; root_moves.len()],
            chosen,
            path: Path::default(),
            nodes: Vec::new(),
            slots: Vec::new(),
            now: 0,
            root_moves: Vec::new(),
            root,
        };
        tree.nodes.push(Node {
            first: 0,
            count: root_moves.len() as u16,
            stand: Stand::Unpacked,
        });
        tree.push_slots(&root_moves);
        tree.root_moves = root_moves;
        tree
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The numbers of nodes and slots, to [cut back](Self::cut_back) to.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.nodes.len(), self.slots.len())
    }

    /// Starts at the root, with the memory of another tree's path.
    pub(super) fn begin(&mut self, path: Path) {
        self.path = path;
        self.path.steps.clear();
        self.path.positions.clear();
        self.path.steps.push((0, 0));
        self.path.positions.push(self.root.clone());
    }

    /// Gives the memory of the path back.
    pub(super) fn end(&mut self) -> Path {
        std::mem::take(&mut self.path)
    }

    /// Removes the nodes that were not visited recently; the root stays. What is left is laid out in the order of a search, so that
    /// the next one reads memory from front to back.
    pub(super) fn prune(&mut self) {
        let oldest = self.now.saturating_sub(PATIENCE);
        let is_kept = |slot: &&Slot| slot.node != UNSEEN && slot.visited >= oldest;
        let kept = self.slots.iter().filter(is_kept);
        let (nodes, slots) = kept.fold((1, self.root_moves.len()), |(nodes, slots), slot| {
            (
                nodes + 1,
                slots + self.nodes[slot.node as usize].slots().len(),
            )
        });
        let mut pruned = Pruned {
            old: self,
            oldest,
            nodes: Vec::with_capacity(nodes + nodes / 8),
            slots: Vec::with_capacity(slots + slots / 8),
        };
        pruned.keep(0);
        let Pruned { nodes, slots, .. } = pruned;
        (self.nodes, self.slots) = (nodes, slots);
    }

    /// Truncates nodes and slots to these numbers: the ones added last go.
    pub(super) fn cut_back(&mut self, (nodes, slots): (usize, usize)) {
        self.nodes.truncate(nodes);
        self.nodes.shrink_to_fit();
        self.slots.truncate(slots);
        self.slots.shrink_to_fit();
        for node in &mut self.nodes {
            if node.slots().end > slots {
                (node.first, node.count) = (0, UNKNOWN);
            }
        }
        for slot in &mut self.slots {
            if slot.node as usize >= nodes {
                slot.node = UNSEEN;
            }
        }
    }

    /// Advances the clock for the next packet, and lets old refutations fade.
    pub(super) fn age(&mut self) {
        if self.now == u16::MAX {
            self.now = 0;
            for slot in &mut self.slots {
                slot.visited = 0;
            }
        }
        self.now += 1;
        for refuted in &mut self.refuted {
            *refuted -= *refuted / 4;
        }
    }

    fn push_slots(&mut self, moves: &[Move]) -> u32 {
        let first = self.slots.len() as u32;
        make_room(&mut self.slots, moves.len());
        self.slots.extend(moves.iter().map(|m| Slot {
            node: UNSEEN,
            m: quiescence::tie_key(*m),
            visited: 0,
        }));
        first
    }

    /// The position of a node on the path, which becomes its end.
    fn position(&mut self, node: u32) -> &Chess {
        self.return_to(node);
        let Path { steps, positions } = &mut self.path;
        while positions.len() < steps.len() {
            let (_, slot) = steps[positions.len()];
            let parent = &positions[positions.len() - 1];
            let m = if positions.len() == 1 {
                self.root_moves[slot]
            } else {
                read_move(parent, self.slots[slot].m)
            };
            let mut position = parent.clone();
            position.play_unchecked(m);
            positions.push(position);
        }
        &positions[steps.len() - 1]
    }

    /// The features of a node that has none stored: few are asked for.
    #[cold]
    #[inline(never)]
    fn count_features(&mut self, node: u32) -> <E::Vector as Vector>::Pairs {
        spread(&E::features(self.position(node)))
    }

    /// Makes a node of the path its end.
    fn return_to(&mut self, node: u32) {
        let Path { steps, positions } = &mut self.path;
        while steps.last().is_some_and(|(last, _)| *last != node) {
            steps.pop();
        }
        debug_assert!(
            !steps.is_empty(),
            "nodes are asked for in the order of a search"
        );
        positions.truncate(steps.len());
    }

    /// Adds the node that a slot of the path's end leads to.
    fn grow(&mut self, slot: usize) {
        let node = self.nodes.len() as u32;
        let is_root_move = self.path.steps.len() == 1;
        self.path.steps.push((node, slot));
        let position = self.position(node);
        let stand = if position.is_check() {
            Stand::Check
        } else if is_root_move && is_stalemate(position) {
            Stand::Stalemate
        } else {
            E::pack(&E::features(position)).map_or(Stand::Unpacked, Stand::Packed)
        };
        let added = Node {
            first: 0,
            count: UNKNOWN,
            stand,
        };
        make_room(&mut self.nodes, 1);
        self.nodes.push(added);
        self.slots[slot].node = node;
    }
}

impl<P> Node<P> {
    fn slots(&self) -> Range<usize> {
        let count = if self.count == UNKNOWN { 0 } else { self.count };
        self.first as usize..self.first as usize + usize::from(count)
    }
}

/// A tree that is being pruned.
struct Pruned<'a, E: Evaluation> {
    old: &'a Tree<E>,
    oldest: u16,
    nodes: Vec<Node<E::Packed>>,
    slots: Vec<Slot>,
}

impl<E: Evaluation> Pruned<'_, E> {
    /// Copies a node and those below it that stay; its new index.
    fn keep(&mut self, node: u32) -> u32 {
        let old = &self.old.nodes[node as usize];
        let first = self.slots.len();
        let kept = self.nodes.len() as u32;
        self.nodes.push(Node {
            first: first as u32,
            ..*old
        });
        self.slots.extend_from_slice(&self.old.slots[old.slots()]);
        for at in first..first + old.slots().len() {
            let Slot { node, visited, .. } = self.slots[at];
            self.slots[at].node = if node != UNSEEN && visited >= self.oldest {
                self.keep(node)
            } else {
                UNSEEN
            };
        }
        kept
    }
}

/// Makes room for `more` elements. By a quarter, where a vector would double: there are thousands of trees.
fn make_room<T>(vector: &mut Vec<T>, more: usize) {
    let len = vector.len();
    if len + more > vector.capacity() {
        vector.reserve_exact(more.max(len / 4).max(16));
    }
}

/// The move of quiescence with this [`tie_key`](quiescence::tie_key).
fn read_move(position: &Chess, key: u16) -> Move {
    let square = |index: u16| Square::new(u32::from(index & 63));
    let (from, to) = (square(key >> 9), square(key >> 3));
    let board = position.board();
    let role = board.role_at(from).unwrap_or(Role::Pawn);
    let capture = board.role_at(to);
    if role == Role::Pawn && capture.is_none() && from.file() != to.file() {
        return Move::EnPassant { from, to };
    }
    Move::Normal {
        role,
        from,
        capture,
        to,
        promotion: Role::ALL.into_iter().find(|role| *role as u16 == key & 7),
    }
}

impl<E: Evaluation> Source<E> for Tree<E> {
    type Node = u32;
    type Moves = Range<usize>;

    fn root(&mut self) -> (u32, Range<usize>) {
        (0, 0..self.root_moves.len())
    }

    fn root_move(&self, _: &Range<usize>, at: usize) -> Move {
        self.root_moves[at]
    }

    fn is_check(&self, node: &u32) -> bool {
        matches!(self.nodes[*node as usize].stand, Stand::Check)
    }

    fn is_stalemate(&self, node: &u32) -> bool {
        matches!(self.nodes[*node as usize].stand, Stand::Stalemate)
    }

    fn features(&mut self, node: &u32) -> <E::Vector as Vector>::Pairs {
        match &self.nodes[*node as usize].stand {
            Stand::Packed(features) => E::spread_packed(features),
            _ => self.count_features(*node),
        }
    }

    fn moves(&mut self, node: &u32) -> Range<usize> {
        if self.nodes[*node as usize].count == UNKNOWN {
            let is_check = self.is_check(node);
            let mut moves = MoveList::new();
            quiescence::moves(self.position(*node), is_check, &mut moves);
            let first = self.push_slots(&moves);
            let node = &mut self.nodes[*node as usize];
            (node.first, node.count) = (first, moves.len() as u16);
        }
        self.nodes[*node as usize].slots()
    }

    fn count(&self, moves: &Range<usize>) -> usize {
        moves.len()
    }

    fn child(&mut self, node: &u32, moves: &Range<usize>, at: usize) -> u32 {
        let slot = moves.start + at;
        self.return_to(*node);
        self.slots[slot].visited = self.now;
        let child = self.slots[slot].node;
        if child == UNSEEN {
            self.grow(slot);
        } else {
            self.path.steps.push((child, slot));
        }
        self.slots[slot].node
    }

    fn promote(&mut self, moves: &Range<usize>, at: usize) {
        self.slots[moves.start..=moves.start + at].rotate_right(1);
    }

    fn history_score(&self, at: usize) -> i64 {
        // Measured: a refuted lane counts as much as twice a pawn captured by a pawn.
        2000 * i64::from(self.refuted[at])
    }

    fn record_refutations(&mut self, at: usize, refuted: u32) {
        self.refuted[at] += refuted;
    }
}
