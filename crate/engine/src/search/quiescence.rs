//! The moves of quiescence and their order, shared by all searches.

use shakmaty::{Chess, File, Move, MoveList, Position, Role, Square};

use crate::search::captures::captures_and_promotions;

/// The budget of a line in the quiescence of the fitness, from the position after the root move.
///
/// Every node of a line costs [`cost`] of its moves. A node that costs more than is left has no children: its static score counts,
/// in check too. Both depend on the position alone, so that plain and packet search cut the same trees, whoever shares a packet.
/// Where everything hangs, quiescence would otherwise not end. How much it is, is our choice: enough that no golden run came out
/// otherwise (`tests/tests/golden.rs`), little enough that positions in which everything hangs end (`crate/engine/tests/search.rs`).
pub const BUDGET: u32 = 224;

/// What a node with this many moves costs of the [`BUDGET`]: more than in proportion, since the tree grows by their product. No line
/// is longer than 56 nodes.
pub const fn cost(moves: usize) -> u32 {
    let moves = moves as u32;
    if moves == 0 { 0 } else { 4 + moves * moves / 4 }
}

/// The moves of a quiescence node, the best by [`guess`] first.
///
/// Not in check: captures and promotions (and the side to move may stand pat). In check: all evasions, without standing pat (our
/// choice: so a mate by the last move before quiescence is recognised).
pub fn moves(position: &Chess, in_check: bool, moves: &mut MoveList) {
    if in_check {
        *moves = position.legal_moves();
        moves.sort_by_key(|m| std::cmp::Reverse(guess(*m)));
    } else {
        captures_and_promotions(position, moves);
    }
}

/// An estimate of a move by the pieces involved (MVV-LVA).
pub fn guess(m: Move) -> i32 {
    let gain = m.capture().map_or(0, worth) + m.promotion().map_or(0, |role| worth(role) - 1);
    16 * gain - worth(m.role())
}

fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 10,
    }
}

/// Puts moves into the order that decides ties, by their [`tie_key`]s.
pub fn sort_by_tie_key(moves: &mut [Move]) {
    moves.sort_by_key(|m| tie_key(*m));
}

/// The key of the move order: moves are ordered by (from, to, promotion), independently of the move generator.
pub fn tie_key(m: Move) -> u16 {
    let key = |from: Square, to: Square| (u16::from(from) << 9) | (u16::from(to) << 3);
    match m {
        Move::Normal {
            from,
            to,
            promotion,
            ..
        } => key(from, to) | promotion.map_or(0, |role| role as u16),
        Move::EnPassant { from, to } => key(from, to),
        Move::Castle { king, rook } => {
            let file = if king < rook { File::G } else { File::C };
            key(king, Square::from_coords(file, king.rank()))
        }
        Move::Put { .. } => 0,
    }
}
