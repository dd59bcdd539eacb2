//! Correction histories: how far static evaluations were off in earlier nodes that resemble this one.

use shakmaty::{Bitboard, Board, Chess, Color, Position, Role};

use crate::evaluation::CENTIPAWN;

/// What is added to the static evaluation in positions with the same pawns, or with the same pieces of one side. An evaluation that
/// misjudges a structure misjudges it in all of the nodes that have it.
///
/// Each learns the average difference that remains between the search and the corrected evaluation. So the three share it: added in full,
/// they come to three quarters of it.
#[derive(Clone, Debug)]
pub(super) struct Corrections {
    /// By side to move, then by a hash of the pawns of both sides.
    pawns: Vec<i16>,
    /// By side to move, side whose pieces they are, and a hash of those.
    pieces: Vec<i16>,
}

const BITS: u32 = 14;
const ENTRIES: usize = 1 << BITS;
/// Corrections are kept within this many units of scores: two thirds of a pawn.
const LIMIT: i32 = 64 * CENTIPAWN;
/// A result counts as much as this share of what is known: one in `STEPS` for each ply of its depth, sixteen at most.
const STEPS: i32 = 256;

impl Default for Corrections {
    fn default() -> Self {
        Self {
            pawns: vec![0; 2 * ENTRIES],
            pieces: vec![0; 4 * ENTRIES],
        }
    }
}

impl Corrections {
    /// Forgets everything, as before a new game.
    pub(super) fn clear(&mut self) {
        self.pawns.fill(0);
        self.pieces.fill(0);
    }

    /// What the pawns and the pieces add to the static evaluation for the side to move, each in units of scores.
    pub(super) fn of(&self, position: &Chess) -> (i32, i32) {
        let pieces = piece_places(position);
        (
            i32::from(self.pawns[pawn_place(position)]),
            pieces
                .iter()
                .map(|place| i32::from(self.pieces[*place]))
                .sum(),
        )
    }

    /// The search to a depth of so many plies found a score that differs by this much from the corrected static evaluation.
    pub(super) fn learn(&mut self, position: &Chess, plies: i32, difference: i32) {
        let difference = difference.clamp(-LIMIT, LIMIT);
        let weight = (plies + 1).clamp(1, 16);
        let learn = |known: &mut i16| {
            let old = i32::from(*known);
            *known = (old + (difference - old) * weight / STEPS) as i16;
        };
        learn(&mut self.pawns[pawn_place(position)]);
        for place in piece_places(position) {
            learn(&mut self.pieces[place]);
        }
    }
}

fn pawn_place(position: &Chess) -> usize {
    let board = position.board();
    let pawns = [board.pawns() & board.white(), board.pawns() & board.black()];
    position.turn() as usize * ENTRIES + hash(&pawns)
}

fn piece_places(position: &Chess) -> [usize; 2] {
    let place = |side: Color| {
        (position.turn() as usize * 2 + side as usize) * ENTRIES
            + hash(&pieces(position.board(), side))
    };
    [place(Color::White), place(Color::Black)]
}

fn pieces(board: &Board, side: Color) -> [Bitboard; 5] {
    [
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
    ]
    .map(|role| board.by_role(role) & board.by_color(side))
}

/// Multiplications by odd numbers spread the bits upwards; the highest are the place.
fn hash(sets: &[Bitboard]) -> usize {
    let mixed = sets.iter().fold(0_u64, |hash, set| {
        (hash ^ u64::from(*set))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    });
    (mixed.wrapping_mul(0xd1b5_4a32_d192_ed03) >> (u64::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::game::read_fen;

    #[test]
    fn approaches_what_the_search_finds_and_stays_within_its_limit() {
        let position = read_fen("4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1").expect("a position");
        let mut corrections = Corrections::default();
        assert_eq!(corrections.of(&position), (0, 0));
        let mut last = 0;
        for _ in 0..1000 {
            corrections.learn(&position, 8, 1_000_000);
            let (pawns, pieces) = corrections.of(&position);
            assert!(last <= pawns && pawns <= LIMIT);
            assert_eq!(pieces, 2 * pawns, "both sides' pieces were there each time");
            last = pawns;
        }
        assert!(last > LIMIT * 9 / 10);
    }

    #[test]
    fn knows_the_same_pawns_with_other_pieces() {
        let read = |fen| read_fen(fen).expect("a position");
        let position = read("4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1");
        let mut corrections = Corrections::default();
        corrections.learn(&position, 15, LIMIT);
        let (pawns, _) = corrections.of(&position);
        assert!(pawns > 0);
        assert_eq!(
            corrections
                .of(&read("4k3/pp6/8/8/8/8/PP6/2B1K1N1 w - - 0 1"))
                .0,
            pawns
        );
        assert_eq!(
            corrections
                .of(&read("4k3/pp6/8/8/8/8/PP6/R3K3 b - - 0 1"))
                .0,
            0
        );
        assert_eq!(
            corrections
                .of(&read("4k3/pp6/8/8/8/P7/1P6/R3K3 w - - 0 1"))
                .0,
            0
        );
    }
}
