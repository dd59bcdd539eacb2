//! The openings of runs that play games.

use millipawn_engine::{mix::mix_bytes, play::contest::opening::Opening};

use crate::job::game_task::opening_text;

/// Why openings cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookError {
    /// There is none.
    NoOpenings,
    /// That of this number (from 1) has an illegal move or ends the game.
    Opening(usize),
}

impl std::fmt::Display for BookError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoOpenings => write!(f, "the book has no opening"),
            Self::Opening(number) => write!(f, "opening {number} leaves no game to play"),
        }
    }
}

impl std::error::Error for BookError {}

/// Tells books apart: of the openings and their order.
pub fn fingerprint(openings: &[Opening]) -> u64 {
    openings.iter().fold(0, |state, opening| {
        mix_bytes(state, opening_text(opening).as_bytes())
    })
}

/// Refuses openings after which no game can be played.
///
/// # Errors
/// The first of them, or that there is none.
pub(super) fn check(openings: &[Opening]) -> Result<(), BookError> {
    if openings.is_empty() {
        return Err(BookError::NoOpenings);
    }
    match openings.iter().position(|opening| !opening.leaves_a_game()) {
        Some(at) => Err(BookError::Opening(at + 1)),
        None => Ok(()),
    }
}
