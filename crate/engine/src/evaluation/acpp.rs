//! ACPP's evaluation (Tunstall-Pedoe 1991): ten features, of which material has four evolved weights.
//!
//! The published record names the features. Where it gives no formula, the definition is ours and says so. Each feature is counted
//! for both sides and enters as side to move minus opponent.

use shakmaty::{
    Bitboard, Board, Chess, Color, Position,
    attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks},
};
use wide::i16x8;

use crate::{
    chess::pawns::{FILE_A, FILE_H, beside, file_fill, passed},
    evaluation::{Described, Evaluation, UNITS_PER_MILLIPAWN, spread},
};

/// ACPP's ten features.
#[derive(Clone, Copy, Debug)]
pub struct Acpp;

/// ACPP's features or weights.
pub type Vector = [i16; 16];

/// The meaning of one element of the feature vector.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name in the field's terms.
    pub name: &'static str,
    /// Its exact definition, for one side.
    pub definition: &'static str,
    /// The paper, or "our choice".
    pub source: &'static str,
    /// The value in the vector for a count of one. Material is scaled by 16, so that its weights fit in 16 bits.
    pub scale: i16,
}

const MATERIAL_SCALE: i16 = UNITS_PER_MILLIPAWN as i16;

const fn material(name: &'static str, definition: &'static str) -> Feature {
    Feature {
        name,
        definition,
        source: "Tunstall-Pedoe 1991",
        scale: MATERIAL_SCALE,
    }
}

const fn positional(name: &'static str, definition: &'static str) -> Feature {
    Feature {
        name,
        definition,
        source: "name: Tunstall-Pedoe 1991; definition: our choice",
        scale: 1,
    }
}

impl Acpp {
    /// The elements of the feature vector in order; the remaining elements are zero.
    pub const FEATURES: [Feature; 14] = [
        material("Pawn", "own pawns"),
        material("Knight", "own knights"),
        material("Bishop", "own bishops"),
        material("Rook", "own rooks"),
        material("Queen", "own queens"),
        positional(
            "Mobility",
            "pseudo-legal moves of all own men; castling and en passant are not counted, a promotion counts once",
        ),
        positional(
            "Centre control",
            "attacks by own men on d4, e4, d5 and e5, each attacker counted",
        ),
        positional(
            "Development",
            "own knights and bishops off their original squares, and 2 more for a king on the a-, b-, c-, g- or h-file of its first rank with no own rook between it and that corner",
        ),
        positional(
            "Queen-king tropism",
            "for each own queen, 7 minus its distance in king moves from the enemy king",
        ),
        positional(
            "Rook-king tropism",
            "for each own rook, 7 minus the smaller of its distances in files and ranks from the enemy king",
        ),
        positional(
            "Rook on open file",
            "for each own rook, 2 on a file without pawns, 1 on a file without own pawns",
        ),
        positional(
            "Isolated pawns",
            "own pawns without an own pawn on a neighbouring file, counted negative",
        ),
        positional(
            "Passed pawns",
            "for each own passed pawn, the number of squares of its rearspan (the squares behind it on its file)",
        ),
        positional(
            "Square control",
            "different squares in the opponent's half attacked by own men",
        ),
    ];
}

impl Evaluation for Acpp {
    type Vector = Vector;
    type Packed = Vector;

    fn described() -> impl Iterator<Item = Described> {
        Self::FEATURES.iter().map(|feature| Described {
            name: feature.name,
            meaning: feature.definition,
            scale: feature.scale.into(),
        })
    }

    fn features(position: &Chess) -> Vector {
        let board = position.board();
        let us = position.turn();
        let own = side_features(board, us);
        let their = side_features(board, !us);
        std::array::from_fn(|place| own[place] - their[place])
    }

    fn pack(features: &Vector) -> Option<Vector> {
        Some(*features)
    }

    fn spread_packed(packed: &Vector) -> [i16x8; 8] {
        spread(packed)
    }
}

const CENTRE: u64 = 0x0000_0018_1800_0000;

/// The features of one side.
fn side_features(board: &Board, color: Color) -> Vector {
    let own = board.by_color(color);
    let occupied = board.occupied();
    let pawns = board.pawns() & own;
    let attacks = Attacks::of(board, color);
    let enemy_half = color.fold_wb(0xffff_ffff_0000_0000_u64, 0x0000_0000_ffff_ffff);
    let rooks = board.rooks() & own;
    let pieces = |role: Bitboard| count(role & own) * MATERIAL_SCALE;
    [
        count(pawns) * MATERIAL_SCALE,
        pieces(board.knights()),
        pieces(board.bishops()),
        count(rooks) * MATERIAL_SCALE,
        pieces(board.queens()),
        attacks.mobility
            + pawn_mobility(
                u64::from(pawns),
                u64::from(occupied),
                u64::from(occupied & !own),
                color,
            ),
        attacks.centre,
        development(board, color),
        attacks.queen_tropism,
        attacks.rook_tropism,
        rook_files(rooks, u64::from(pawns), u64::from(board.pawns())),
        -isolated(u64::from(pawns)),
        rearspans(u64::from(pawns), u64::from(board.pawns() & !own), color),
        (attacks.squares & enemy_half).count_ones() as i16,
        0,
        0,
    ]
}

fn count(squares: Bitboard) -> i16 {
    squares.count() as i16
}

/// The attacks of one side.
#[derive(Default)]
struct Attacks {
    /// All attacked squares, those with own pieces included.
    squares: u64,
    /// Moves of pieces (not pawns) to squares without an own piece.
    mobility: i16,
    /// Attacks on the four centre squares, each attacker counted.
    centre: i16,
    /// See [`Tropism`].
    queen_tropism: i16,
    rook_tropism: i16,
}

impl Attacks {
    fn of(board: &Board, color: Color) -> Self {
        let own = board.by_color(color);
        let occupied = board.occupied();
        let tropism = board
            .king_of(!color)
            .map_or(&NO_TROPISM, |king| &TROPISM[king as usize]);
        let mut attacks = Self::default();
        for square in board.knights() & own {
            attacks.add(knight_attacks(square), own);
        }
        for square in board.bishops() & own {
            attacks.add(bishop_attacks(square, occupied), own);
        }
        for square in board.rooks() & own {
            attacks.add(rook_attacks(square, occupied), own);
            attacks.rook_tropism += i16::from(tropism[square as usize].rook);
        }
        for square in board.queens() & own {
            let lines = bishop_attacks(square, occupied) | rook_attacks(square, occupied);
            attacks.add(lines, own);
            attacks.queen_tropism += i16::from(tropism[square as usize].queen);
        }
        for square in board.kings() & own {
            attacks.add(king_attacks(square), own);
        }
        let (west, east) = pawn_attacks_by_side(u64::from(board.pawns() & own), color);
        attacks.squares |= west | east;
        attacks.centre += ((west & CENTRE).count_ones() + (east & CENTRE).count_ones()) as i16;
        attacks
    }

    /// Adds one piece.
    fn add(&mut self, targets: Bitboard, own: Bitboard) {
        self.squares |= u64::from(targets);
        self.mobility += count(targets & !own);
        self.centre += (u64::from(targets) & CENTRE).count_ones() as i16;
    }
}

/// The closeness of a piece to the enemy king.
#[derive(Clone, Copy)]
struct Tropism {
    /// 7 minus the distance in king moves.
    queen: i8,
    /// 7 minus the smaller of the distances in files and ranks.
    rook: i8,
}

/// Indexed by the square of the king, then that of the piece.
static TROPISM: [[Tropism; 64]; 64] = tropism();
static NO_TROPISM: [Tropism; 64] = [Tropism { queen: 0, rook: 0 }; 64];

const fn tropism() -> [[Tropism; 64]; 64] {
    let mut table = [[Tropism { queen: 0, rook: 0 }; 64]; 64];
    let mut pair = 0_usize;
    while pair < 64 * 64 {
        let (king, piece) = (pair / 64, pair % 64);
        let files = (king % 8).abs_diff(piece % 8) as i8;
        let ranks = (king / 8).abs_diff(piece / 8) as i8;
        let (near, far) = if files < ranks {
            (files, ranks)
        } else {
            (ranks, files)
        };
        table[king][piece] = Tropism {
            queen: 7 - far,
            rook: 7 - near,
        };
        pair += 1;
    }
    table
}

/// Squares attacked by pawns towards the a-file and towards the h-file.
fn pawn_attacks_by_side(pawns: u64, color: Color) -> (u64, u64) {
    match color {
        Color::White => ((pawns & !FILE_A) << 7, (pawns & !FILE_H) << 9),
        Color::Black => ((pawns & !FILE_A) >> 9, (pawns & !FILE_H) >> 7),
    }
}

/// Pushes, double pushes and captures.
fn pawn_mobility(pawns: u64, occupied: u64, enemies: u64, color: Color) -> i16 {
    let (single, double) = match color {
        Color::White => {
            let single = (pawns << 8) & !occupied;
            (single, ((single & 0x0000_0000_00ff_0000) << 8) & !occupied)
        }
        Color::Black => {
            let single = (pawns >> 8) & !occupied;
            (single, ((single & 0x0000_ff00_0000_0000) >> 8) & !occupied)
        }
    };
    let (west, east) = pawn_attacks_by_side(pawns, color);
    [single, double, west & enemies, east & enemies]
        .iter()
        .map(|targets| targets.count_ones() as i16)
        .sum()
}

fn development(board: &Board, color: Color) -> i16 {
    let own = board.by_color(color);
    let home = color.fold_wb(0, 56);
    let at_home = (board.knights() & own & Bitboard(0x42 << home)).count()
        + (board.bishops() & own & Bitboard(0x24 << home)).count();
    let minors = ((board.knights() | board.bishops()) & own).count();
    (minors - at_home) as i16 + if is_castled(board, color) { 2 } else { 0 }
}

/// Whether the king has castled, as far as the position shows: it stands near a corner on its first rank, and no own rook stands
/// between it and that corner.
pub(crate) fn is_castled(board: &Board, color: Color) -> bool {
    let first_rank =
        |men: Bitboard| u64::from(men & board.by_color(color)) >> color.fold_wb(0, 56) & 0xff;
    let king = first_rank(board.kings());
    let rooks = first_rank(board.rooks());
    let towards_h = king & 0xc0 != 0 && rooks < king;
    let towards_a = king & 0x07 != 0 && rooks & (king - 1) == 0;
    towards_h || towards_a
}

fn rook_files(rooks: Bitboard, own_pawns: u64, pawns: u64) -> i16 {
    let rooks = u64::from(rooks);
    ((rooks & !file_fill(own_pawns)).count_ones() + (rooks & !file_fill(pawns)).count_ones()) as i16
}

fn isolated(pawns: u64) -> i16 {
    (pawns & !beside(file_fill(pawns))).count_ones() as i16
}

/// The sum of the rearspans of the passed pawns.
fn rearspans(own: u64, enemy: u64, color: Color) -> i16 {
    let (own, enemy) = color.fold_wb((own, enemy), (own.swap_bytes(), enemy.swap_bytes()));
    Bitboard(passed(own, enemy))
        .into_iter()
        .map(|pawn| pawn.rank() as i16)
        .sum()
}
