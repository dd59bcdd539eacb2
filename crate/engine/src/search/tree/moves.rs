//! The moves of a node, the most promising first.

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::{
    chess::set_up::MOST_MOVES,
    search::{
        node::{MoveOrder, Node, is_quiet},
        quiescence::tie_key,
    },
};

/// The moves of a node in the order of their promise. Most nodes need few of them: the move of the table comes before any
/// other is rated, captures that promise more than any quiet move come before those are rated, and the most promising is
/// found when it is asked for.
#[derive(Clone)]
pub(super) struct Sorted<'a> {
    moves: &'a [Move],
    /// The place of the move of the table.
    first: Option<usize>,
    /// What is rated and not given away: above the promise, in the lowest bits how far from the end the move stands, so
    /// that the greatest number is the next move and the generator's order holds among equals.
    left: ArrayVec<i64, MOST_MOVES>,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    Unrated,
    NoisyRated,
    AllRated,
}

const PLACE_BITS: u32 = 9;

const LAST_PLACE: usize = (1 << PLACE_BITS) - 1;

const _: () = assert!(MOST_MOVES <= LAST_PLACE);

impl<'a> Sorted<'a> {
    pub(super) fn new(moves: &'a [Move], best: Option<u16>) -> Self {
        let first = best.and_then(|key| moves.iter().position(|m| tie_key(*m) == key));
        Self {
            moves,
            first,
            left: ArrayVec::new(),
            stage: Stage::First,
        }
    }

    pub(super) fn next<O: MoveOrder>(&mut self, order: &O, node: &Node<'_>) -> Option<(Move, i32)> {
        if self.stage == Stage::First {
            self.stage = Stage::Unrated;
            if let Some(first) = self.first {
                return Some((self.moves[first], i32::MAX));
            }
        }
        if self.stage == Stage::Unrated {
            self.stage = Stage::NoisyRated;
            self.rate(order, node, |m| !is_quiet(m));
        }
        let mut found = self.most();
        if self.stage == Stage::NoisyRated
            && found.is_none_or(|(_, most)| promised(most) < O::ABOVE_QUIET)
        {
            self.stage = Stage::AllRated;
            self.rate(order, node, is_quiet);
            found = self.most();
        }
        let (at, most) = found?;
        self.left.swap_remove(at);
        Some((self.moves[place(most)], promised(most)))
    }

    fn most(&self) -> Option<(usize, i64)> {
        let (mut at, mut most) = (0, *self.left.first()?);
        for (other, rated) in self.left.iter().enumerate().skip(1) {
            if *rated > most {
                (at, most) = (other, *rated);
            }
        }
        Some((at, most))
    }

    fn rate<O: MoveOrder>(
        &mut self,
        order: &O,
        node: &Node<'_>,
        mut which: impl FnMut(Move) -> bool,
    ) {
        for (place, m) in self.moves.iter().enumerate() {
            if which(*m) && self.first != Some(place) {
                let promise = i64::from(order.promise(node, *m));
                self.left
                    .push(promise << PLACE_BITS | (LAST_PLACE - place) as i64);
            }
        }
    }

    /// Leaves out the quiet moves that are not to be kept.
    pub(super) fn leave_out_quiet<O: MoveOrder>(
        &mut self,
        order: &O,
        node: &Node<'_>,
        mut keep: impl FnMut(Move) -> bool,
    ) {
        if self.stage == Stage::AllRated {
            let moves = self.moves;
            self.left.retain(|rated| {
                let m = moves[place(*rated)];
                !is_quiet(m) || keep(m)
            });
            return;
        }
        if self.stage != Stage::NoisyRated {
            self.rate(order, node, |m| !is_quiet(m));
        }
        self.stage = Stage::AllRated;
        self.rate(order, node, |m| is_quiet(m) && keep(m));
    }
}

/// The promise of a rated move.
const fn promised(rated: i64) -> i32 {
    (rated >> PLACE_BITS) as i32
}

/// The place of a rated move.
const fn place(rated: i64) -> usize {
    LAST_PLACE - (rated as usize & LAST_PLACE)
}
