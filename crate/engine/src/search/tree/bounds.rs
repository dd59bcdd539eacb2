//! Conversion between scores in a window and entries of the transposition table.

use shakmaty::{Chess, Move, Position};

use crate::search::{
    quiescence::tie_key,
    table::{Bound, Entry},
};

/// Whether the fifty-move rule is so near that the table, which ignores it, decides no node: its scores were found on other paths.
pub(super) fn is_late(position: &Chess) -> bool {
    position.halfmoves() >= 90
}

/// The score of an entry, if it decides this window: an exact score, a lower bound from beta on, or an upper bound up to alpha.
pub(super) fn usable_score(entry: &Entry, alpha: i32, beta: i32) -> Option<i32> {
    let is_usable = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    };
    is_usable.then_some(entry.score)
}

/// What a score that was found with this window says.
pub(super) fn bound(score: i32, alpha: i32, beta: i32) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// The entry for a score that was found with this window.
pub(super) fn entry(score: i32, alpha: i32, beta: i32, depth: i32, best: Option<Move>) -> Entry {
    Entry {
        score,
        bound: bound(score, alpha, beta),
        depth,
        best: best.map(tie_key),
    }
}
