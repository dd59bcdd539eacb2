//! What decides a node without a search: draws, mate and stalemate. All searches have it from here, so that they agree.

use shakmaty::{Chess, Position};

use crate::evaluation::{MATE, is_stalemate};

/// Whether a position is a draw by repetition, the fifty-move rule or insufficient material. `path` has the keys of the game's positions,
/// `played` of them, and of those on the way from the root, or only of those since a null move; `key` gives that of the position.
///
/// A position that repeats one of the search tree counts as a draw at once: whoever could avoid the first repetition can avoid the
/// second. A position of the game must occur for the third time, as in the rules.
pub(super) fn is_draw(
    position: &Chess,
    key: impl FnOnce() -> u64,
    path: &[u64],
    played: usize,
) -> bool {
    let since = position.halfmoves() as usize;
    if since >= 100 && !position.is_checkmate() || position.is_insufficient_material() {
        return true;
    }
    // Four half-moves are the fewest that lead back to a position.
    if since < 4 {
        return false;
    }
    let here = key();
    // The same side is to move at every other place; the nearest that can be the same is four half-moves ago.
    let recent = path.iter().enumerate().rev().take(since);
    let mut same = recent.skip(3).step_by(2).filter(|(_, key)| **key == here);
    same.next()
        .is_some_and(|(at, _)| at >= played || same.next().is_some())
}

/// The score of a position without a legal move, for the side to move.
pub(super) fn without_moves(position: &Chess, ply: usize) -> i32 {
    if position.is_check() {
        ply as i32 - MATE
    } else {
        0
    }
}

/// The score of a leaf that is mate or stalemate.
pub(super) fn mate_or_stalemate(position: &Chess, ply: usize) -> Option<i32> {
    let over = if position.is_check() {
        position.legal_moves().is_empty()
    } else {
        is_stalemate(position)
    };
    over.then(|| without_moves(position, ply))
}
