//! Perft: counts the leaves of the legal move tree, which checks the generation of moves.

use shakmaty::{Chess, Position};

/// The number of sequences of `depth` legal moves.
///
/// The last move of each is counted without being played, since all generated moves are legal.
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
