//! The ply of a game that a position stands at, by its move number and its side to move, as in a FEN.

use std::num::NonZeroU32;

use shakmaty::{Chess, Color, EnPassantMode, Position};

use super::set_up::{self, LARGEST_COUNTER};

/// Half-moves played before this position, in a game that began with White's first move.
pub fn played_before(position: &Chess) -> u32 {
    let moves = position.fullmoves().get() - 1;
    let by_white = u32::from(position.turn() == Color::Black);
    2 * moves + by_white
}

/// The same position with the move number that it has after so many half-moves.
#[must_use]
pub fn after(position: &Chess, half_moves: u32) -> Chess {
    let number = (half_moves / 2 + 1).min(LARGEST_COUNTER);
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.fullmoves = NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    set_up::position(setup).expect("it is the set-up of a position")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::set_up::{read_fen, write_fen};

    #[track_caller]
    fn is_after(fen: &str, half_moves: u32) {
        let position = read_fen(fen).expect("it is legal");
        assert_eq!(played_before(&position), half_moves, "{fen}");
    }

    #[test]
    fn the_ply_is_that_of_the_fen() {
        is_after(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            0,
        );
        is_after(
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            1,
        );
        is_after("4k3/8/8/8/8/8/8/4K2R w K - 7 40", 78);
        is_after("4k3/8/8/8/8/8/8/4K2R b K - 7 40", 79);
    }

    #[test]
    fn a_position_gets_its_move_number_and_stays_as_it_is() {
        let fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        let position = read_fen(fen).expect("it is legal");
        let later = after(&position, 33);
        assert_eq!(write_fen(&later), fen.replace("0 1", "0 17"));
        assert_eq!(played_before(&later), 33);
        // A game that was set up with Black to move has no such ply: it is the next.
        assert_eq!(played_before(&after(&position, 32)), 33);
        let last = write_fen(&after(&position, u32::MAX));
        assert!(read_fen(&last).is_ok(), "{last}");
    }
}
