//! Bitboard functions for pawn structure, for a side that moves up the board (flip the board for the other side).

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

/// The squares attacked by two of `pawns`.
pub(crate) fn pawn_attacks_twice(pawns: u64) -> u64 {
    ((pawns & !FILE_A) >> 1 & (pawns & !FILE_H) << 1) << 8
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
