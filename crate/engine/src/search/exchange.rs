//! Static exchange evaluation (SEE): the material balance of a move when both sides go on capturing on its square, least valuable
//! piece first.

use shakmaty::{
    Bitboard, ByRole, Chess, Color, Move, Position, Role, Square,
    attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks},
};

use crate::evaluation::CENTIPAWN;

/// Piece values for exchanges, in centipawns (our choice; the king cannot be captured).
const WORTH: ByRole<i32> = ByRole {
    pawn: 100,
    knight: 320,
    bishop: 330,
    rook: 500,
    queen: 950,
    king: 10_000,
};

/// The value of a piece in exchanges, in the units of scores.
pub fn worth(role: Role) -> i32 {
    WORTH.get(role) * CENTIPAWN
}

/// Whether the exchange that `m` starts gains at least `threshold` (in the units of scores) for the side that moves.
///
/// Pins are ignored. Castling and en passant count as gaining nothing.
pub fn wins_at_least(position: &Chess, m: Move, threshold: i32) -> bool {
    let Move::Normal {
        role,
        from,
        capture,
        to,
        promotion,
    } = m
    else {
        return threshold <= 0;
    };
    let placed = promotion.unwrap_or(role);
    let gain =
        capture.map_or(0, worth) + promotion.map_or(0, |role| worth(role) - worth(Role::Pawn));
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    // If the threshold is met even when the moved piece is lost for nothing, no recapture matters.
    balance -= worth(placed);
    if balance >= 0 {
        return true;
    }
    let occupied =
        (position.board().occupied() ^ Bitboard::from_square(from)) | Bitboard::from_square(to);
    survives_recapture(position, to, occupied, balance)
}

/// Whether the first side still meets its threshold after the exchange on `to`, where the opponent may now recapture. `balance` is
/// what the first side has above the threshold if its piece is lost.
fn survives_recapture(
    position: &Chess,
    to: Square,
    mut occupied: Bitboard,
    mut balance: i32,
) -> bool {
    let board = position.board();
    let us = position.turn();
    let diagonal = board.bishops() | board.queens();
    let straight = board.rooks() | board.queens();
    let mut side = !us;
    let mut attackers = (king_attacks(to) & board.kings()
        | knight_attacks(to) & board.knights()
        | pawn_attacks(Color::White, to) & board.pawns() & board.black()
        | pawn_attacks(Color::Black, to) & board.pawns() & board.white()
        | bishop_attacks(to, occupied) & diagonal
        | rook_attacks(to, occupied) & straight)
        & occupied;
    loop {
        let own = attackers & board.by_color(side);
        let Some((role, from)) = least_valuable(position, own) else {
            break;
        };
        // A king may not capture a defended piece.
        if role == Role::King && (attackers & board.by_color(!side)).any() {
            break;
        }
        occupied ^= Bitboard::from_square(from);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= rook_attacks(to, occupied) & straight;
        }
        attackers &= occupied;
        side = !side;
        balance = -balance - 1 - worth(role);
        if balance >= 0 {
            break;
        }
    }
    // Whoever is to move after the loop has lost the exchange.
    side != us
}

fn least_valuable(position: &Chess, men: Bitboard) -> Option<(Role, Square)> {
    // Most often there is none.
    if men.is_empty() {
        return None;
    }
    let board = position.board();
    Role::ALL
        .into_iter()
        .find_map(|role| Some((role, (men & board.by_role(role)).first()?)))
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, uci::UciMove};

    use super::*;
    use crate::chess::game::read_fen;

    #[track_caller]
    fn wins(fen: &str, m: &str, centipawns: i32) {
        let position = read_fen(fen).unwrap();
        let m: UciMove = m.parse().unwrap();
        let m = m.to_move(&position).unwrap();
        assert!(
            wins_at_least(&position, m, centipawns * CENTIPAWN),
            "at least {centipawns}"
        );
        assert!(
            !wins_at_least(&position, m, centipawns * CENTIPAWN + 1),
            "no more than {centipawns}"
        );
        assert_eq!(
            m.to_uci(CastlingMode::Standard).to_string().len(),
            4 + usize::from(m.is_promotion())
        );
    }

    #[test]
    fn exchanges() {
        wins(
            "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
            "e1e5",
            100,
        );
        wins(
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "d3e5",
            -220,
        );
        wins("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100);
        wins("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0);
        wins("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", -850);
        wins("4k3/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", 100);
        wins("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850);
        wins("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 500 + 850);
        wins("4k3/8/8/3p4/3K4/8/8/8 w - - 0 1", "d4d5", 100);
    }

    #[test]
    fn a_quiet_move_to_a_guarded_square_loses_the_man() {
        wins("4k3/8/4p3/8/8/8/8/3QK3 w - - 0 1", "d1d5", -950);
    }
}
