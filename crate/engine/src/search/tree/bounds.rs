//! Conversion between scores in a window and entries of the transposition table.

use shakmaty::Move;

use crate::search::{
    quiescence::tie_key,
    table::{Bound, Entry},
};

/// The score of an entry, if it decides this window: an exact score, a lower bound from beta on, or an upper bound up to alpha.
pub(super) fn usable_score(entry: &Entry, alpha: i32, beta: i32) -> Option<i32> {
    let is_usable = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    };
    is_usable.then_some(entry.score)
}

/// The entry for a score that was found with this window.
pub(super) fn entry(score: i32, alpha: i32, beta: i32, depth: i32, best: Option<Move>) -> Entry {
    let bound = if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    };
    Entry {
        score,
        bound,
        depth,
        best: best.map(tie_key),
    }
}
