//! Counts the move paths of a position, through the moves that the searches list and play.

use shakmaty::{Chess, Position};

/// How many different sequences of `depth` legal moves there are.
///
/// The last move of each is counted, not played: listing only legal moves is what makes that right.
pub fn perft(position: &Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves
            .into_iter()
            .map(|m| {
                let mut child = position.clone();
                child.play_unchecked(m);
                perft(&child, depth - 1)
            })
            .sum(),
    }
}
