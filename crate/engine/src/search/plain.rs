//! A one-ply search with quiescence for one individual: the decision rule of ACPP in its simplest form.
//!
//! It is the reference for the packet search, which must make the same choices and is measured against its speed.

use std::cmp::Reverse;

use shakmaty::{Chess, Move, MoveList, Position};

use crate::{
    evaluation::{Evaluation, MATE, is_stalemate, score},
    search::quiescence,
};

/// The move with the highest score by one ply and quiescence; the first in move order on ties.
///
/// `None` when there is no legal move.
pub fn choose<E: Evaluation>(position: &Chess, weights: &E::Vector) -> Option<(Move, i32)> {
    let mut moves = position.legal_moves();
    quiescence::sort_by_tie_key(&mut moves);
    let mut best: Option<(Move, i32)> = None;
    for m in moves {
        let alpha = best.map_or(-MATE, |(_, score)| score);
        let score = score_of_move::<E>(position, m, weights, alpha);
        if best.is_none() || score > alpha {
            best = Some((m, score));
        }
    }
    best
}

/// The score of `m` for the side that moves: exact if above `alpha`, otherwise an upper bound.
fn score_of_move<E: Evaluation>(position: &Chess, m: Move, weights: &E::Vector, alpha: i32) -> i32 {
    let mut child = position.clone();
    child.play_unchecked(m);
    if !child.is_check() && is_stalemate(&child) {
        return 0;
    }
    -quiesce::<E>(&child, weights, -MATE, -alpha, 1, quiescence::BUDGET)
}

/// Fail-soft alpha-beta over the moves of [`quiescence::moves`], as far as the [budget](quiescence::BUDGET) of a line goes.
fn quiesce<E: Evaluation>(
    position: &Chess,
    weights: &E::Vector,
    mut alpha: i32,
    beta: i32,
    ply: i32,
    budget: u32,
) -> i32 {
    let in_check = position.is_check();
    let static_score = || score(weights, &E::features(position));
    let mut best = if in_check { ply - MATE } else { static_score() };
    if best >= beta {
        return best;
    }
    let moves = quiescence_moves(position, in_check);
    let Some(left) = budget.checked_sub(quiescence::cost(moves.len())) else {
        return if in_check { static_score() } else { best };
    };
    for &m in &moves {
        alpha = alpha.max(best);
        let mut child = position.clone();
        child.play_unchecked(m);
        best = best.max(-quiesce::<E>(&child, weights, -beta, -alpha, ply + 1, left));
        if best >= beta {
            break;
        }
    }
    best
}

/// All evasions in check, otherwise captures and promotions; the best by [`quiescence::guess`] first.
fn quiescence_moves(position: &Chess, in_check: bool) -> MoveList {
    let mut moves = position.legal_moves();
    if !in_check {
        moves.retain(|m| m.is_capture() || m.is_promotion());
    }
    moves.sort_by_key(|m| Reverse(quiescence::guess(*m)));
    moves
}
