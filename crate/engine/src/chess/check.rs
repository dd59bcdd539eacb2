//! Whether a move gives check, told without making it.

use shakmaty::{
    Bitboard, CastlingSide, Chess, Move, Position, Role, Square,
    attacks::{bishop_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks},
};

/// Whether a legal move gives check.
pub fn gives_check(position: &Chess, m: Move) -> bool {
    let board = position.board();
    let Some(king) = board.king_of(!position.turn()) else {
        return false;
    };
    match m {
        Move::Normal {
            role,
            from,
            to,
            promotion,
            ..
        } => {
            let occupied = board.occupied().without(from).with(to);
            attacks(position, promotion.unwrap_or(role), to, king, occupied)
                || uncovers(position, from.into(), king, occupied)
        }
        Move::EnPassant { from, to } => {
            let taken = Square::from_coords(to.file(), from.rank());
            let occupied = board.occupied().without(from).without(taken).with(to);
            attacks(position, Role::Pawn, to, king, occupied)
                || uncovers(position, Bitboard::from(from) | taken, king, occupied)
        }
        Move::Castle { king: own, rook } => {
            let side = CastlingSide::from_king_side(rook > own);
            let at = |file| Square::from_coords(file, own.rank());
            let (king_to, rook_to) = (at(side.king_to_file()), at(side.rook_to_file()));
            let occupied = board.occupied().without(own).without(rook);
            let occupied = occupied.with(king_to).with(rook_to);
            attacks(position, Role::Rook, rook_to, king, occupied)
                || uncovers(position, Bitboard::from(own) | rook, king, occupied)
        }
        Move::Put { .. } => false,
    }
}

/// Whether a man of the side to move attacks the king from its new square.
fn attacks(position: &Chess, role: Role, from: Square, king: Square, occupied: Bitboard) -> bool {
    let from_king = match role {
        Role::Pawn => pawn_attacks(!position.turn(), king),
        Role::Knight => knight_attacks(king),
        Role::Bishop => bishop_attacks(king, occupied),
        Role::Rook => rook_attacks(king, occupied),
        Role::Queen => bishop_attacks(king, occupied) | rook_attacks(king, occupied),
        Role::King => Bitboard::EMPTY,
    };
    from_king.contains(from)
}

/// Whether a man behind those that left their squares attacks the king now.
fn uncovers(position: &Chess, left: Bitboard, king: Square, occupied: Bitboard) -> bool {
    // Most men stand on no line with the king.
    if (left & queen_attacks(king, Bitboard::EMPTY)).is_empty() {
        return false;
    }
    let board = position.board();
    let own = board.by_color(position.turn()) & !left;
    let diagonal = own & (board.bishops() | board.queens());
    let straight = own & (board.rooks() | board.queens());
    (bishop_attacks(king, occupied) & diagonal).any()
        || (rook_attacks(king, occupied) & straight).any()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::game::read_fen;

    fn agrees(position: &Chess) {
        for m in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(m);
            assert_eq!(
                gives_check(position, m),
                after.is_check(),
                "{m} {position:?}"
            );
        }
    }

    #[test]
    fn of_every_kind() {
        for fen in [
            // Castling, promotions, and moves that uncover a piece.
            "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
            "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "k6b/2P3P1/8/8/8/8/8/K7 w - - 0 1",
            "7k/8/8/8/8/2N5/1B6/K7 w - - 0 1",
            "k7/8/8/3pP3/8/5B2/8/K7 w - d6 0 2",
            "8/8/8/R2pPk2/8/8/8/K7 w - d6 0 2",
        ] {
            agrees(&read_fen(fen).expect("a position"));
        }
    }

    proptest! {
        #[test]
        fn as_by_making_the_move(choices in proptest::collection::vec(any::<u16>(), 0..150)) {
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                agrees(&position);
                position.play_unchecked(moves[usize::from(choice) % moves.len()]);
            }
        }
    }
}
