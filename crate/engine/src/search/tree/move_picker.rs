//! The moves of a node, best first.

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::{
    chess::set_up::MOST_MOVES,
    search::{
        node::{MoveOrder, Node, is_quiet},
        quiescence::tie_key,
    },
};

/// Yields the moves of a node by falling score, in stages: most nodes need few of their moves. The move of the table comes
/// before any other is scored; captures that score above every quiet move come before those are scored; and instead of
/// sorting, each call selects the best move that is left.
#[derive(Clone)]
pub(super) struct MovePicker<'a> {
    moves: &'a [Move],
    /// The index of the move of the table.
    table_move: Option<usize>,
    /// The scored moves that are left: the score, and in the lowest bits the distance of the move's index from the end. So the
    /// greatest number is the next move, and moves with equal scores keep the generator's order.
    left: ArrayVec<i64, MOST_MOVES>,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    Unscored,
    NoisyScored,
    AllScored,
}

const INDEX_BITS: u32 = 9;

const LAST_INDEX: usize = (1 << INDEX_BITS) - 1;

const _: () = assert!(MOST_MOVES <= LAST_INDEX);

impl<'a> MovePicker<'a> {
    pub(super) fn new(moves: &'a [Move], table_move: Option<u16>) -> Self {
        let table_move = table_move.and_then(|key| moves.iter().position(|m| tie_key(*m) == key));
        Self {
            moves,
            table_move,
            left: ArrayVec::new(),
            stage: Stage::TableMove,
        }
    }

    /// The next move with its score.
    pub(super) fn next<O: MoveOrder>(&mut self, order: &O, node: &Node<'_>) -> Option<(Move, i32)> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::Unscored;
            if let Some(index) = self.table_move {
                return Some((self.moves[index], i32::MAX));
            }
        }
        if self.stage == Stage::Unscored {
            self.stage = Stage::NoisyScored;
            self.score(order, node, |m| !is_quiet(m));
        }
        loop {
            let mut found = self.best();
            if self.stage == Stage::NoisyScored
                && found.is_none_or(|(_, best)| score(best) < O::ABOVE_QUIET)
            {
                self.stage = Stage::AllScored;
                self.score(order, node, is_quiet);
                found = self.best();
            }
            let (at, best) = found?;
            let m = self.moves[index(best)];
            if score(best) >= O::ABOVE_QUIET
                && let Some(later) = order.postponed(node, m)
            {
                self.left[at] = scored(later, index(best));
                continue;
            }
            self.left.swap_remove(at);
            return Some((m, score(best)));
        }
    }

    /// All captures that come before the quiet moves were yielded.
    pub(super) fn is_past_captures(&self) -> bool {
        self.stage == Stage::AllScored
    }

    /// The best of the moves that are left, with its place among them.
    fn best(&self) -> Option<(usize, i64)> {
        let (mut at, mut best) = (0, *self.left.first()?);
        for (other, scored) in self.left.iter().enumerate().skip(1) {
            if *scored > best {
                (at, best) = (other, *scored);
            }
        }
        Some((at, best))
    }

    fn score<O: MoveOrder>(
        &mut self,
        order: &O,
        node: &Node<'_>,
        mut which: impl FnMut(Move) -> bool,
    ) {
        for (index, m) in self.moves.iter().enumerate() {
            if which(*m) && self.table_move != Some(index) {
                self.left.push(scored(order.score_move(node, *m), index));
            }
        }
    }

    /// Drops the quiet moves that are left, except those to `keep`.
    pub(super) fn skip_quiets<O: MoveOrder>(
        &mut self,
        order: &O,
        node: &Node<'_>,
        mut keep: impl FnMut(Move) -> bool,
    ) {
        if self.stage == Stage::AllScored {
            let moves = self.moves;
            self.left.retain(|scored| {
                let m = moves[index(*scored)];
                !is_quiet(m) || keep(m)
            });
            return;
        }
        if self.stage != Stage::NoisyScored {
            self.score(order, node, |m| !is_quiet(m));
        }
        self.stage = Stage::AllScored;
        self.score(order, node, |m| is_quiet(m) && keep(m));
    }
}

/// A score with the index of its move.
const fn scored(score: i32, index: usize) -> i64 {
    (score as i64) << INDEX_BITS | (LAST_INDEX - index) as i64
}

/// The score of a scored move.
const fn score(scored: i64) -> i32 {
    (scored >> INDEX_BITS) as i32
}

/// The index of a scored move.
const fn index(scored: i64) -> usize {
    LAST_INDEX - (scored as usize & LAST_INDEX)
}
