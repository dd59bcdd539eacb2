//! Zobrist keys, with incremental updates.

use shakmaty::{
    CastlingSide, Chess, Color, EnPassantMode, Move, Piece, Position, Role, Square,
    zobrist::{Zobrist64, ZobristValue},
};

/// The Zobrist key of a position, for the detection of repetitions and the transposition table.
pub fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

pub(crate) fn key_after(before: &Chess, key: u64, m: Move, after: &Chess) -> u64 {
    complete(before, key_of_men_after(before, key, m), after)
}

/// The key after a move that changes neither castling rights nor en passant squares: nearly always [`key_after`], and known before the
/// move is made.
pub(crate) fn key_of_men_after(before: &Chess, key: u64, m: Move) -> u64 {
    let us = before.turn();
    let mut key = Zobrist64(key);
    let mut toggle = |square, role, color| {
        key ^= Zobrist64::zobrist_for_piece(square, Piece { role, color });
    };
    match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            toggle(from, role, us);
            toggle(to, promotion.unwrap_or(role), us);
            if let Some(victim) = capture {
                toggle(to, victim, !us);
            }
        }
        Move::EnPassant { from, to } => {
            toggle(from, Role::Pawn, us);
            toggle(to, Role::Pawn, us);
            toggle(Square::from_coords(to.file(), from.rank()), Role::Pawn, !us);
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(rook > king);
            toggle(king, Role::King, us);
            toggle(rook, Role::Rook, us);
            toggle(
                Square::from_coords(side.king_to_file(), king.rank()),
                Role::King,
                us,
            );
            toggle(
                Square::from_coords(side.rook_to_file(), king.rank()),
                Role::Rook,
                us,
            );
        }
        Move::Put { role, to } => toggle(to, role, us),
    }
    key ^= Zobrist64::zobrist_for_white_turn();
    key.0
}

/// [`key_after`] from [`key_of_men_after`].
pub(crate) fn complete(before: &Chess, key: u64, after: &Chess) -> u64 {
    let mut key = Zobrist64(key);
    let (rights, left) = (before.castles(), after.castles());
    if rights.castling_rights() != left.castling_rights() {
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if rights.has(color, side) != left.has(color, side) {
                    key ^= Zobrist64::zobrist_for_castling_right(color, side);
                }
            }
        }
    }
    key ^= en_passant_key(before);
    key ^= en_passant_key(after);
    debug_assert_eq!(
        key.0,
        self::key(after),
        "the updated key equals the computed one"
    );
    key.0
}

fn en_passant_key(position: &Chess) -> Zobrist64 {
    // Most positions have no such square; checking whether the capture is legal is slower.
    let square = position
        .maybe_ep_square()
        .and_then(|_| position.legal_ep_square());
    square.map_or_else(Zobrist64::default, |square| {
        Zobrist64::zobrist_for_en_passant_file(square.file())
    })
}

pub(crate) fn key_after_null_move(position: &Chess, key: u64) -> u64 {
    let mut after = Zobrist64(key);
    after ^= en_passant_key(position);
    after ^= Zobrist64::zobrist_for_white_turn();
    after.0
}
