//! The moves of a node, best first.

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::{
    chess::set_up::MOST_MOVES,
    search::{
        node::{MOST_SCORE, MoveOrder, Node, is_quiet},
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
    /// By the index of the move: its score, and in the lowest bits the distance of the index from the end; [`NOT_LEFT`] for a move that
    /// is not scored yet or was yielded. So the greatest number is the next move, and moves with equal scores keep the generator's order.
    left: ArrayVec<i32, MOST_MOVES>,
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

const NOT_LEFT: i32 = i32::MIN;

const _: () = assert!(MOST_MOVES <= LAST_INDEX);
const _: () = assert!(MOST_SCORE << INDEX_BITS < i32::MAX - LAST_INDEX as i32);

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
            self.score_noisy(order, node);
        }
        loop {
            let mut best = self.best();
            if self.stage == Stage::NoisyScored
                && best.is_none_or(|best| score(best) < O::ABOVE_QUIET)
            {
                self.stage = Stage::AllScored;
                self.score(order, node, is_quiet);
                best = self.best();
            }
            let best = best?;
            let at = index(best);
            let m = self.moves[at];
            if score(best) >= O::ABOVE_QUIET
                && let Some(later) = order.postponed(node, m)
            {
                self.left[at] = scored(later, at);
                continue;
            }
            self.left[at] = NOT_LEFT;
            return Some((m, score(best)));
        }
    }

    /// The best of the moves that are left.
    fn best(&self) -> Option<i32> {
        // Without a branch for each move, several are compared at once.
        let best = self
            .left
            .iter()
            .fold(NOT_LEFT, |best, left| best.max(*left));
        (best != NOT_LEFT).then_some(best)
    }

    fn score_noisy<O: MoveOrder>(&mut self, order: &O, node: &Node<'_>) {
        self.stage = Stage::NoisyScored;
        self.left.extend(self.moves.iter().map(|_| NOT_LEFT));
        self.score(order, node, |m| !is_quiet(m));
    }

    fn score<O: MoveOrder>(
        &mut self,
        order: &O,
        node: &Node<'_>,
        mut which: impl FnMut(Move) -> bool,
    ) {
        for (index, (m, left)) in self.moves.iter().zip(&mut self.left).enumerate() {
            if which(*m) && self.table_move != Some(index) {
                *left = scored(order.score_move(node, *m), index);
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
            for (m, left) in self.moves.iter().zip(&mut self.left) {
                if is_quiet(*m) && !keep(*m) {
                    *left = NOT_LEFT;
                }
            }
            return;
        }
        if self.stage != Stage::NoisyScored {
            self.score_noisy(order, node);
        }
        self.stage = Stage::AllScored;
        self.score(order, node, |m| is_quiet(m) && keep(m));
    }
}

/// A score with the index of its move.
fn scored(score: i32, index: usize) -> i32 {
    debug_assert!(score.abs() <= MOST_SCORE, "as the trait demands");
    score << INDEX_BITS | (LAST_INDEX - index) as i32
}

/// The score of a scored move.
const fn score(scored: i32) -> i32 {
    scored >> INDEX_BITS
}

/// The index of a scored move.
const fn index(scored: i32) -> usize {
    LAST_INDEX - (scored as usize & LAST_INDEX)
}
