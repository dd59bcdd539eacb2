//! Positions to try things on: reached by random legal moves, from starts that lead to what is rare.

use millipawn_engine::{chess::game::read_fen, evaluation::acpp::Vector};
use proptest::prelude::*;
use shakmaty::{Chess, Position};

/// Starts near promotions, checks, stalemates, mates, en passant and castling.
pub(crate) const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/R3r1K1 w - - 0 1",
    "k7/2K5/8/1Q6/8/8/6pp/8 b - - 0 1",
    "r1bqk2r/ppp2ppp/2n5/4P3/2Bp2n1/5N1P/PP1N1PP1/R2Q1RK1 b kq - 1 10",
];

pub(crate) fn position(fen: &str) -> Chess {
    read_fen(fen).expect("a legal FEN")
}

/// A position up to 60 random half-moves from one of [`STARTS`], not the end of a game.
pub(crate) fn positions() -> impl Strategy<Value = Chess> {
    positions_from(0)
}

/// The same with few men on the board, where even a search without alpha-beta ends soon.
pub(crate) fn quiet_positions() -> impl Strategy<Value = Chess> {
    positions_from(3).prop_filter("few men", |at| at.board().occupied().count() <= 14)
}

fn positions_from(first: usize) -> impl Strategy<Value = Chess> {
    (
        first..STARTS.len(),
        prop::collection::vec(any::<u16>(), 0..60),
    )
        .prop_map(|(start, choices)| {
            let mut at = position(STARTS[start]);
            for choice in choices {
                let moves = at.legal_moves();
                let mut next = at.clone();
                next.play_unchecked(moves[usize::from(choice) % moves.len()]);
                if next.legal_moves().is_empty() {
                    break;
                }
                at = next;
            }
            at
        })
}

/// Weights of ACPP programs, sensible and not.
pub(crate) fn acpp_weights() -> impl Strategy<Value = Vector> {
    (
        prop::array::uniform5(500_i16..12_000),
        prop::array::uniform9(-3000_i16..6000),
    )
        .prop_map(|(material, rest)| {
            let mut weights = Vector::default();
            weights[..5].copy_from_slice(&material);
            weights[5..14].copy_from_slice(&rest);
            weights
        })
}
