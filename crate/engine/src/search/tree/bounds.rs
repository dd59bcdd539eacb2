//! Between scores with their windows and entries of the table.

use shakmaty::Move;

use crate::search::{
    quiescence::tie_key,
    table::{Bound, Entry},
};

/// The score of an entry, where it answers what the window asks.
pub(super) fn fits(entry: &Entry, alpha: i32, beta: i32) -> Option<i32> {
    let answers = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    };
    answers.then_some(entry.score)
}

/// What a search with this window found out.
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
