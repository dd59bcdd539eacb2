//! What a search is held to: the value of a position by definition.

use millipawn_engine::{
    chess::key::key,
    evaluation::{Evaluate, MATE},
    search::quiescence,
};
use shakmaty::{Chess, Move, MoveList, Position};

/// The value of a node from its children and theirs, without any window. `path` has the keys of the nodes before it. The root (ply 0) is
/// no draw.
pub(crate) fn minimax<E: Evaluate>(
    evaluation: &mut E,
    at: &Chess,
    path: &[u64],
    depth: u32,
    ply: i32,
) -> i32 {
    if ply > 0 && is_draw(at, path) {
        return 0;
    }
    let moves = at.legal_moves();
    if moves.is_empty() {
        return if at.is_check() { ply - MATE } else { 0 };
    }
    if depth == 0 {
        return quiesce(evaluation, at, (-MATE, MATE), ply);
    }
    let path: Vec<u64> = path.iter().copied().chain([key(at)]).collect();
    moves
        .iter()
        .map(|m| -minimax(evaluation, &after(at, *m), &path, depth - 1, ply + 1))
        .max()
        .expect("there are moves")
}

fn is_draw(at: &Chess, path: &[u64]) -> bool {
    at.is_insufficient_material()
        || at.halfmoves() >= 100 && !at.is_checkmate()
        || path.contains(&key(at))
}

/// With alpha-beta and an open window: exhaustive quiescence would not end in time.
fn quiesce<E: Evaluate>(
    evaluation: &mut E,
    at: &Chess,
    (alpha, beta): (i32, i32),
    ply: i32,
) -> i32 {
    let in_check = at.is_check();
    let mut best = if in_check {
        ply - MATE
    } else {
        evaluation.evaluate(at, &evaluation.refresh(at))
    };
    let mut moves = MoveList::new();
    quiescence::moves(at, in_check, &mut moves);
    for m in moves {
        if best >= beta {
            break;
        }
        let window = (-beta, -alpha.max(best));
        best = best.max(-quiesce(evaluation, &after(at, m), window, ply + 1));
    }
    best
}

/// The position after a legal move.
pub(crate) fn after(position: &Chess, m: Move) -> Chess {
    let mut child = position.clone();
    child.play_unchecked(m);
    child
}
