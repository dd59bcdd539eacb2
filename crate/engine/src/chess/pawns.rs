//! Bitboard functions for files and pawn structure. Those of `u64` are for a side that moves up the board (flip the board for the other
//! side).

use shakmaty::{Bitboard, Color, Square};

/// The a-file.
pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The h-file.
pub(crate) const FILE_H: u64 = FILE_A << 7;

/// The squares left and right of `squares`.
pub(crate) fn beside(squares: u64) -> u64 {
    (squares & !FILE_A) >> 1 | (squares & !FILE_H) << 1
}

/// The squares attacked by `pawns`.
pub(crate) fn pawn_attacks(pawns: u64) -> u64 {
    beside(pawns) << 8
}

/// All squares of the files that hold one of `squares`.
pub(crate) fn file_fill(squares: u64) -> u64 {
    let mut folded = squares | squares >> 32;
    folded |= folded >> 16;
    folded |= folded >> 8;
    (folded & 0xff) * FILE_A
}

/// The squares in front of `squares` on their files.
pub(crate) fn front(squares: u64) -> u64 {
    let mut filled = squares << 8;
    filled |= filled << 8;
    filled |= filled << 16;
    filled | filled << 32
}

/// The squares behind `squares` on their files.
pub(crate) fn behind(squares: u64) -> u64 {
    let mut filled = squares >> 8;
    filled |= filled >> 8;
    filled |= filled >> 16;
    filled | filled >> 32
}

/// The passed pawns among `own`: no enemy pawn in front of them on their own or a neighbouring file.
pub(crate) fn passed(own: u64, enemy: u64) -> u64 {
    own & !behind(enemy | beside(enemy))
}

/// The squares in front of a pawn on its file.
pub(crate) fn ahead_of(square: Square, color: Color) -> Bitboard {
    Bitboard::from_file(square.file()) & ranks_ahead(square, color)
}

/// The squares in front of a pawn on the adjacent files.
pub(crate) fn front_span(square: Square, color: Color) -> Bitboard {
    adjacent_files(square) & ranks_ahead(square, color)
}

/// The ranks in front of a square.
pub(crate) fn ranks_ahead(square: Square, color: Color) -> Bitboard {
    let rank = 8 * square.rank() as u32;
    match color {
        Color::White => Bitboard((!0u64).checked_shl(rank + 8).unwrap_or(0)),
        Color::Black => Bitboard((1u64 << rank) - 1),
    }
}

/// The files left and right of a square.
pub(crate) fn adjacent_files(square: Square) -> Bitboard {
    Bitboard(beside(FILE_A << square.file() as u32))
}

/// The squares attacked by the pawns of a colour.
pub(crate) fn all_pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    let [left, right] = attacks_to_both_sides(pawns, color);
    left | right
}

/// The squares attacked by two pawns of a colour.
pub(crate) fn all_pawn_attacks_twice(pawns: Bitboard, color: Color) -> Bitboard {
    let [left, right] = attacks_to_both_sides(pawns, color);
    left & right
}

fn attacks_to_both_sides(pawns: Bitboard, color: Color) -> [Bitboard; 2] {
    let (not_a, not_h) = (pawns.0 & !FILE_A, pawns.0 & !FILE_H);
    match color {
        Color::White => [not_a << 7, not_h << 9],
        Color::Black => [not_a >> 9, not_h >> 7],
    }
    .map(Bitboard)
}

/// The files that hold pawns, one bit per file.
pub(crate) const fn files_of(pawns: Bitboard) -> u64 {
    let halves = pawns.0 | pawns.0 >> 32;
    let quarters = halves | halves >> 16;
    (quarters | quarters >> 8) & 0xff
}
