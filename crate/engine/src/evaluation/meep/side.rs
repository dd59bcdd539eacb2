//! The features of one side, on a board turned so that its pawns move up.

use shakmaty::{
    Bitboard, Chess, Color, Position, Role, Square,
    attacks::{bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks},
};

use super::families::*;
use crate::chess::pawns::{FILE_A, beside, file_fill, front, passed, pawn_attacks};

/// Takes the features of a side as they are found.
pub(super) trait Sink {
    /// A feature of the stage that holds so many times.
    fn add(&mut self, feature: usize, count: i32);

    /// A feature that holds once.
    #[inline]
    fn one(&mut self, feature: usize) {
        self.add(feature, 1);
    }
}

/// A set of squares as its side sees them.
#[inline]
pub(super) fn turned(squares: Bitboard, color: Color) -> u64 {
    color.fold_wb(squares.0, squares.0.swap_bytes())
}

/// The feature of a man on a square.
pub(super) fn square_feature(role: Role, color: Color, square: Square) -> usize {
    let square = usize::from(color.fold_wb(square, square.flip_vertical()));
    match role {
        Role::Pawn => PAWN_SQUARE + square - 8,
        Role::Knight => KNIGHT_SQUARE + square,
        Role::Bishop => BISHOP_SQUARE + square,
        Role::Rook => ROOK_SQUARE + square,
        Role::Queen => QUEEN_SQUARE + square,
        Role::King => KING_SQUARE + square,
    }
}

/// The feature that counts such men; the king is always there.
pub(super) const fn count_feature(role: Role) -> Option<usize> {
    match role {
        Role::King => None,
        role => Some(MEN + role as usize - 1),
    }
}

/// Pawn structure: all that the pawns alone decide.
pub(super) fn pawn_structure(own: u64, enemy: u64, sink: &mut impl Sink) {
    let free = passed(own, enemy);
    let guarded_squares = pawn_attacks(own);
    let enemy_attacks = beside(enemy) >> 8;
    for square in Bitboard(own) {
        let at = 1 << u32::from(square);
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let ahead = front(at);
        let neighbours = file_fill(beside(at)) & own;
        let is_free = free & at != 0;
        let is_guarded = guarded_squares & at != 0;
        let is_opposed = ahead & enemy != 0;
        if neighbours == 0 {
            sink.one(ISOLATED + file);
            if !is_opposed {
                sink.one(ISOLATED_OPEN + file);
            }
        } else if neighbours & !front(beside(at)) == 0 && (at << 8) & enemy_attacks != 0 {
            sink.one(BACKWARD + file);
        }
        if ahead & own != 0 {
            sink.one(DOUBLED + file);
        }
        if is_guarded {
            sink.one(GUARDED + rank - 2);
        }
        if beside(at) & own != 0 {
            sink.one(PHALANX + rank - 1);
        }
        if is_free {
            sink.one(PASSED + usize::from(square) - 8);
            if is_guarded {
                sink.one(PASSED_GUARDED + rank - 2);
            }
            if neighbours & free != 0 {
                sink.one(PASSED_CONNECTED + rank - 1);
            }
        } else if !is_opposed {
            let hinder = front(beside(at)) & enemy;
            let help = neighbours & !front(beside(at));
            if help.count_ones() >= hinder.count_ones() {
                sink.one(CANDIDATE + rank - 1);
            }
        }
    }
    sink.one(ISLANDS + islands(own) as usize);
}

/// Groups of neighbouring files with pawns.
const fn islands(pawns: u64) -> u32 {
    let mut files = pawns | pawns >> 32;
    files |= files >> 16;
    files = (files | files >> 8) & 0xff;
    (files & !(files << 1)).count_ones()
}

/// What a side's men attack.
#[derive(Default)]
pub(super) struct Attacks {
    /// All of them, the king too.
    all: u64,
    /// All but the king.
    of_men: u64,
    /// Knights, bishops, rooks and queens that attack the enemy king or a square at it.
    at_king: usize,
    /// The squares that can be reached by knight, bishop, rook, queen.
    reach: [u64; 4],
}

/// One side's men, seen by itself.
pub(super) struct Men {
    own: u64,
    occupied: u64,
    pawns: u64,
    castling: u64,
    pieces: [u64; 4],
    king: Option<Square>,
    enemy_king: Option<Square>,
}

/// The men of a side.
pub(super) fn men(position: &Chess, color: Color) -> Men {
    let board = position.board();
    let own = board.by_color(color);
    let of = |squares: Bitboard| turned(squares & own, color);
    let king = |color_of: Color| {
        let king = board.king_of(color_of)?;
        Some(color.fold_wb(king, king.flip_vertical()))
    };
    Men {
        own: turned(own, color),
        occupied: turned(board.occupied(), color),
        pawns: of(board.pawns()),
        castling: turned(position.castles().castling_rights(), color),
        pieces: [
            board.knights(),
            board.bishops(),
            board.rooks(),
            board.queens(),
        ]
        .map(of),
        king: king(color),
        enemy_king: king(!color),
    }
}

const MOVES: [usize; 4] = [KNIGHT_MOVES, BISHOP_MOVES, ROOK_MOVES, QUEEN_MOVES];

/// The squares that the piece of that number attacks.
#[inline]
fn attacked_by(piece: usize, from: Square, occupied: u64) -> u64 {
    let occupied = Bitboard(occupied);
    match piece {
        0 => knight_attacks(from),
        1 => bishop_attacks(from, occupied),
        2 => rook_attacks(from, occupied),
        _ => queen_attacks(from, occupied),
    }
    .0
}

/// The squares at a king, with its own.
fn zone(king: Option<Square>) -> u64 {
    king.map_or(0, |king| king_attacks(king).0 | 1 << u32::from(king))
}

/// Material beyond the number of men, and mobility. Answers what the side attacks.
pub(super) fn pieces(men: &Men, sink: &mut impl Sink) -> Attacks {
    let [knights, bishops, rooks, queens] = men.pieces;
    for (kind, squares) in [knights, bishops, rooks].into_iter().enumerate() {
        if squares & squares.wrapping_sub(1) != 0 {
            sink.one(TWO + kind);
        }
    }
    if queens != 0 && knights != 0 {
        sink.one(QUEEN_AND_KNIGHT);
    }
    if men.pawns == 0 {
        sink.one(NO_PAWNS);
    }
    let target = zone(men.enemy_king);
    let mut attacks = Attacks {
        of_men: pawn_attacks(men.pawns),
        ..Attacks::default()
    };
    for (piece, squares) in men.pieces.into_iter().enumerate() {
        for from in Bitboard(squares) {
            let attacked = attacked_by(piece, from, men.occupied);
            attacks.of_men |= attacked;
            attacks.reach[piece] |= attacked & !men.own;
            attacks.at_king += usize::from(attacked & target != 0);
            sink.one(MOVES[piece] + (attacked & !men.own).count_ones() as usize);
        }
    }
    attacks.all = attacks.of_men | men.king.map_or(0, |king| king_attacks(king).0);
    attacks
}

/// The pawns before a king, its own and the enemy's.
pub(super) fn shelter(king: Square, pawns: u64, enemy_pawns: u64, sink: &mut impl Sink) {
    let at = 1 << u32::from(king);
    let rank = king.rank() as u32;
    for (file, shelter, storm) in [
        (at, SHELTER, STORM),
        ((at & !FILE_A) >> 1, SHELTER_BESIDE, STORM_BESIDE),
        ((at & !(FILE_A << 7)) << 1, SHELTER_BESIDE, STORM_BESIDE),
    ] {
        if file != 0 {
            let ahead = front(file);
            sink.one(shelter + distance(ahead & pawns, rank, 3));
            sink.one(storm + distance(ahead & enemy_pawns, rank, 4));
        }
    }
}

/// King safety but for the pawns before it: of a side that attacks `own`, against one that attacks `enemy`.
pub(super) fn king_safety(men: &Men, own: &Attacks, enemy: &Attacks, sink: &mut impl Sink) {
    let Some(king) = men.king else { return };
    // The enemy's squares, seen from this side.
    let attacked = enemy.of_men.swap_bytes();
    sink.one(ATTACKERS + enemy.at_king.min(5));
    let under_attack = zone(Some(king)) & attacked;
    sink.one(ATTACKED + (under_attack.count_ones() as usize).min(8));
    let diagonal = bishop_attacks(king, Bitboard(men.occupied)).0;
    let straight = rook_attacks(king, Bitboard(men.occupied)).0;
    let checks = [
        knight_attacks(king).0,
        diagonal,
        straight,
        diagonal | straight,
    ];
    for (piece, from) in checks.into_iter().enumerate() {
        if from & enemy.reach[piece].swap_bytes() & !own.all != 0 {
            sink.one(SAFE_CHECK + piece);
        }
    }
    for (side, rook) in [Square::H1, Square::A1].into_iter().enumerate() {
        if men.castling & 1 << u32::from(rook) != 0 {
            sink.one(CASTLING + side);
        }
    }
    let flight = king_attacks(king).0 & !men.own & !enemy.all.swap_bytes();
    sink.one(FLIGHT + flight.count_ones() as usize);
}

/// Ranks from the king to the nearest of these squares before it, less one; `most` and more are one number, and none is the next.
fn distance(squares: u64, rank: u32, most: usize) -> usize {
    match squares.trailing_zeros() / 8 {
        8 => most,
        nearest => (nearest as usize - rank as usize - 1).min(most - 1),
    }
}
