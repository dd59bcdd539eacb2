//! Bitboards of one side.

use shakmaty::{Board, Color, Role};

/// One bitboard per role; a1 is the lowest bit.
#[derive(Clone, Copy)]
pub(super) struct SideBitboards {
    pub(super) pawns: u64,
    pub(super) knights: u64,
    pub(super) bishops: u64,
    pub(super) rooks: u64,
    pub(super) queens: u64,
    pub(super) king: u64,
    pub(super) all: u64,
}

impl SideBitboards {
    /// As the board stands: White moves up and Black down.
    pub(super) fn of(board: &Board, color: Color) -> Self {
        let own = board.by_color(color);
        let men = |role: Role| u64::from(board.by_role(role) & own);
        Self {
            pawns: men(Role::Pawn),
            knights: men(Role::Knight),
            bishops: men(Role::Bishop),
            rooks: men(Role::Rook),
            queens: men(Role::Queen),
            king: men(Role::King),
            all: own.into(),
        }
    }

    /// The same pieces on the flipped board, on which Black moves up and White down.
    pub(super) fn flipped(&self) -> Self {
        Self {
            pawns: self.pawns.swap_bytes(),
            knights: self.knights.swap_bytes(),
            bishops: self.bishops.swap_bytes(),
            rooks: self.rooks.swap_bytes(),
            queens: self.queens.swap_bytes(),
            king: self.king.swap_bytes(),
            all: self.all.swap_bytes(),
        }
    }

    /// The material without pawns: 4 for a queen, 2 for a rook, 1 for a knight or bishop.
    pub(super) fn force(&self) -> i32 {
        let n = |men: u64| men.count_ones() as i32;
        4 * n(self.queens) + 2 * n(self.rooks) + n(self.knights | self.bishops)
    }

    /// 0 = a1 to 63 = h8.
    pub(super) fn king_square(&self) -> u8 {
        self.king.trailing_zeros() as u8 % 64
    }
}
