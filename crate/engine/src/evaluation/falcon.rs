//! Falcon's evaluation (David, van den Herik, Koppel, Netanyahu 2014): 35 parameters by their published names.
//!
//! The paper names the parameters and prints evolved values but defines none of them: every definition here is ours. Each feature
//! is counted for both sides and enters as side to move minus opponent. Penalties are counted negative, so that no weight is
//! below zero, as in the paper.

mod attack_map;
mod packed;
mod side_bitboards;

use shakmaty::{Bitboard, Chess, Color, Position};
use wide::i16x8;

use crate::{
    chess::pawns::{behind, beside, file_fill, front, passed, pawn_attacks},
    evaluation::{
        CENTIPAWN, Described, Evaluation,
        falcon::{attack_map::AttackMap, packed::Packed, side_bitboards::SideBitboards},
    },
};

/// The 35 parameters of Falcon.
#[derive(Clone, Copy, Debug)]
pub struct Falcon;

/// Falcon's features or weights; weights are in centipawns.
pub type Vector = [i16; 36];

/// The meaning of one element of the feature vector.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The published name.
    pub name: &'static str,
    /// The group of related parameters it belongs to.
    pub group: &'static str,
    /// Its exact definition for one side: the count that the weight multiplies.
    pub definition: &'static str,
    /// The source of name and definition.
    pub source: &'static str,
}

const fn feature(group: &'static str, name: &'static str, definition: &'static str) -> Feature {
    Feature {
        name,
        group,
        definition,
        source: "name: David et al. 2014, Fig. 3; definition: our choice",
    }
}

impl Falcon {
    /// The elements of the feature vector in the published order; the remaining elements are zero.
    pub const FEATURES: [Feature; 35] = [
        feature("Material", "PAWN_VALUE", "own pawns"),
        feature("Material", "KNIGHT_VALUE", "own knights"),
        feature("Material", "BISHOP_VALUE", "own bishops"),
        feature("Material", "ROOK_VALUE", "own rooks"),
        feature("Material", "QUEEN_VALUE", "own queens"),
        feature(
            "Pawns",
            "PAWN_ADVANCE_A",
            "for each own pawn on the c- to f-files, the ranks it has advanced, and 1 more on the d- and e-files when it has moved",
        ),
        feature(
            "Pawns",
            "PAWN_ADVANCE_B",
            "for each own pawn on the other files, the ranks it has advanced, or 2 when it has not moved",
        ),
        feature(
            "Pawns",
            "PASSED_PAWN_MULT",
            "for each own passed pawn (no enemy pawn before it on its file or one beside it), an eighth of 0, 1, 4, 9, 24 or 34 by the ranks it has advanced",
        ),
        feature(
            "Pawns",
            "DOUBLED_PAWN_PENALTY",
            "own pawns with an own pawn before them on their file",
        ),
        feature(
            "Pawns",
            "ISOLATED_PAWN_PENALTY",
            "own pawns without an own pawn on a file beside theirs",
        ),
        feature(
            "Pawns",
            "BACKWARD_PAWN_PENALTY",
            "own pawns, not isolated, that no own pawn guards or stands beside",
        ),
        feature(
            "Pawns",
            "WEAK_SQUARE_PENALTY",
            "own men that stand badly: for each 2 when a piece is attacked by a pawn, 2 when a rook or queen is attacked by a knight or bishop, 1 when a queen is attacked by a rook, 1 when a man other than the king is attacked and not guarded, half when it is pinned to the king; less one and a half for the side to move, which can save one",
        ),
        feature(
            "Pawns",
            "PASSED_PAWN_ENEMY_KING_DIST",
            "for each own passed pawn, a quarter of the enemy king's distance in king moves from its square of promotion, and an endgame share of a sixteenth of 7 minus the own king's distance from the square before it",
        ),
        feature(
            "Knights",
            "KNIGHT_SQ_MULT",
            "for each own knight, its steps from the edge in files and ranks, 1 more on c3 and f3, half more beyond the fourth rank, half for each square of c3-f6 it attacks that no enemy pawn attacks",
        ),
        feature(
            "Knights",
            "KNIGHT_OUTPOST_MULT",
            "own knights on the fourth to sixth rank, guarded by an own pawn, that no enemy pawn attacks or can come to attack; on the c- to f-files twice",
        ),
        feature(
            "Bishops",
            "BISHOP_MOBILITY",
            "for each own bishop, half the squares without an own man that it attacks, half those of c3-f6 that no enemy pawn attacks, 3.5 on b2 and g2, less 1.5 on its first rank",
        ),
        feature("Bishops", "BISHOP_PAIR", "2 with two bishops or more"),
        feature(
            "Rooks",
            "ROOK_ATTACK_KING_FILE",
            "own rooks on the enemy king's file without an own pawn on it",
        ),
        feature(
            "Rooks",
            "ROOK_ATTACK_KING_ADJ_FILE",
            "own rooks on a file beside the enemy king's without an own pawn on it",
        ),
        feature(
            "Rooks",
            "ROOK_ATTACK_KING_ADJ_FILE_ABGH",
            "the same when the enemy king is on the a-, b-, g- or h-file",
        ),
        feature(
            "Rooks",
            "ROOK_7TH_RANK",
            "own rooks beyond the fourth rank; on the seventh twice",
        ),
        feature(
            "Rooks",
            "ROOK_CONNECTED",
            "1 when an own rook guards another",
        ),
        feature(
            "Rooks",
            "ROOK_MOBILITY",
            "half the squares without an own man that own rooks attack and no enemy pawn does, each rook counted",
        ),
        feature(
            "Rooks",
            "ROOK_BEHIND_PASSED_PAWN",
            "own rooks behind an own passed pawn on its file",
        ),
        feature(
            "Rooks",
            "ROOK_OPEN_FILE",
            "own rooks on a file without pawns",
        ),
        feature(
            "Rooks",
            "ROOK_SEMI_OPEN_FILE",
            "own rooks on a file with enemy pawns only",
        ),
        feature(
            "Rooks",
            "ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN",
            "own rooks on a file without own pawns that holds an isolated enemy pawn",
        ),
        feature(
            "Rooks",
            "ROOK_COLUMN_MULT",
            "for each own rook, a quarter of its file's steps from the edge, three quarters more on d1 and e1",
        ),
        feature(
            "Queens",
            "QUEEN_MOBILITY",
            "a quarter of the squares without an own man that own queens attack and no enemy pawn, knight, bishop or rook does, each square counted once, and 2 for each queen on its first rank",
        ),
        feature(
            "King",
            "KING_NO_FRIENDLY_PAWN",
            "1 with no own pawn before the king on its file, in shares of the enemy's force",
        ),
        feature(
            "King",
            "KING_NO_FRIENDLY_PAWN_ADJ",
            "files beside the king's with no own pawn on a higher rank than the king, and 3 more with the king on the d- or e-file, 2 on the c- or f-file, in shares of the enemy's force",
        ),
        feature(
            "King",
            "KING_FRIENDLY_PAWN_ADVANCED1",
            "for a castled king (on its first rank, on the a-, b-, c-, g- or h-file, no own rook between it and that corner) 2, and 1 for each own pawn on its file and those beside it that has advanced one rank at most, in shares of the enemy's force",
        ),
        feature(
            "King",
            "KING_NO_ENEMY_PAWN",
            "1 with no enemy pawn on the king's file, in shares of the enemy's force; a penalty",
        ),
        feature(
            "King",
            "KING_NO_ENEMY_PAWN_ADJ",
            "files beside the king's without enemy pawns, in shares of the enemy's force; a merit, for no pawn storms there",
        ),
        feature(
            "King",
            "KING_PRESSURE_MULT",
            "in eighths: attacks of own pieces on the enemy king and the squares around it, each attacker counted; 10 for each of those squares that two own men but kings attack and no enemy pawn guards; 7 minus its distance in king moves from the enemy king for each own rook, and five times that for each own queen; the own king's steps from the edge times twelve endgame shares",
        ),
    ];
}

impl Evaluation for Falcon {
    type Vector = Vector;
    type Packed = Packed;

    fn described() -> impl Iterator<Item = Described> {
        Self::FEATURES.iter().map(|feature| Described {
            name: feature.name,
            meaning: feature.definition,
            scale: CENTIPAWN,
        })
    }

    fn features(position: &Chess) -> Vector {
        let [white, black] =
            [Color::White, Color::Black].map(|color| SideBitboards::of(position.board(), color));
        let white_attacks = AttackMap::of(&white, &black, Color::White);
        let black_attacks = AttackMap::of(&black, &white, Color::Black);
        let is_white_to_move = position.turn().is_white();
        let of_white = Side {
            own: &white,
            enemy: &black,
            men: &white,
            attacks: &white_attacks,
            enemy_attacks: &black_attacks,
            is_to_move: is_white_to_move,
        };
        let of_black = Side {
            own: &black.flipped(),
            enemy: &white.flipped(),
            men: &black,
            attacks: &black_attacks,
            enemy_attacks: &white_attacks,
            is_to_move: !is_white_to_move,
        };
        let (whites, blacks) = (of_white.features(), of_black.features());
        let sign = if is_white_to_move { 1 } else { -1 };
        let mut features = [0; 36];
        for (feature, (white, black)) in features.iter_mut().zip(whites.iter().zip(&blacks)) {
            *feature = (sign * (white - black)).clamp(-LARGEST, LARGEST) as i16;
        }
        features
    }

    fn pack(features: &Vector) -> Option<Packed> {
        packed::pack(features)
    }

    #[inline(always)]
    fn spread_packed(packed: &Packed) -> [i16x8; 18] {
        packed::spread(packed)
    }
}

/// One side with everything its features depend on.
struct Side<'a> {
    /// On the board as the side sees it, on which it moves up.
    own: &'a SideBitboards,
    enemy: &'a SideBitboards,
    /// Its men and all attacks as the board stands, to be counted: counts are the same on the flipped board, and flipping costs time.
    men: &'a SideBitboards,
    attacks: &'a AttackMap,
    enemy_attacks: &'a AttackMap,
    is_to_move: bool,
}

/// The limit of the vector's 16 bits, which no position of a game comes near.
const LARGEST: i32 = i16::MAX as i32;

/// The value of a count of 1 in the vector: weights are in centipawns, scores in sixteenths of a millipawn.
const ONE: i32 = CENTIPAWN;
const HALF: i32 = ONE / 2;
const QUARTER: i32 = ONE / 4;
const EIGHTH: i32 = ONE / 8;
const SIXTEENTH: i32 = ONE / 16;

/// Enemy material (see [`SideBitboards::force`]) from which on king safety counts in full; below, it counts in proportion.
const FULL_FORCE: i32 = 12;

/// The value of a passed pawn by the ranks it has advanced, in eighths.
const PASSED: [i32; 8] = [0, 1, 4, 9, 24, 34, 34, 34];

impl Side<'_> {
    /// In the order of [`Falcon::FEATURES`].
    fn features(&self) -> [i32; 35] {
        let Self {
            own,
            enemy,
            men,
            attacks,
            ..
        } = self;
        let guarded_by_pawns = pawn_attacks(own.pawns);
        let passed = passed(own.pawns, enemy.pawns);
        let isolated = own.pawns & !beside(file_fill(own.pawns));
        let unsupported = own.pawns & !guarded_by_pawns & !beside(own.pawns) & !isolated;
        let centre_pawns = own.pawns & CENTRE_FILES;
        let wing_pawns = own.pawns & !CENTRE_FILES;
        let free_files = !file_fill(own.pawns);
        let rooks = own.rooks & free_files;
        let enemy_isolated = enemy.pawns & !beside(file_fill(enemy.pawns));
        let enemy_king_file = file_fill(enemy.king);
        let beside_enemy_king = n(rooks & beside(enemy_king_file));
        let outposts = own.knights & RANKS_4_6 & guarded_by_pawns & !behind(beside(enemy.pawns));
        let danger = enemy.force().min(FULL_FORCE);
        let endgame = FULL_FORCE - danger;
        let (passed_worth, passed_kings) = self.passed_pawns(passed, endgame);
        let king_file = file_fill(own.king);
        let files_beside_king = beside(king_file) & RANK_1;
        let in_danger = |count: i32| count * ONE * danger / FULL_FORCE;
        [
            n(own.pawns) * ONE,
            n(own.knights) * ONE,
            n(own.bishops) * ONE,
            n(own.rooks) * ONE,
            n(own.queens) * ONE,
            (advanced(centre_pawns) + n(centre_pawns & MIDDLE_FILES & !RANK_2)) * ONE,
            (advanced(wing_pawns) + 2 * n(wing_pawns & RANK_2)) * ONE,
            passed_worth * EIGHTH,
            -n(own.pawns & behind(own.pawns)) * ONE,
            -n(isolated) * ONE,
            -n(unsupported) * ONE,
            -self.badly_placed() * HALF,
            passed_kings * SIXTEENTH,
            (steps_from_edge(own.knights) + n(own.knights & C3_F3)) * ONE
                + (n(own.knights & RANKS_5_8) + attacks.knights_on_centre) * HALF,
            (n(outposts) + n(outposts & CENTRE_FILES)) * ONE,
            (attacks.bishop_mobility + attacks.bishops_on_centre + 7 * n(own.bishops & B2_G2)
                - 3 * n(own.bishops & RANK_1))
                * HALF,
            if n(own.bishops) >= 2 { 2 * ONE } else { 0 },
            n(rooks & enemy_king_file) * ONE,
            beside_enemy_king * ONE,
            if enemy.king & CENTRE_FILES == 0 {
                beside_enemy_king * ONE
            } else {
                0
            },
            (n(own.rooks & RANKS_5_8) + n(own.rooks & RANK_7)) * ONE,
            i32::from(attacks.rooks & men.rooks != 0) * ONE,
            attacks.rook_mobility * HALF,
            n(own.rooks & behind(passed)) * ONE,
            n(rooks & !file_fill(enemy.pawns)) * ONE,
            n(rooks & file_fill(enemy.pawns)) * ONE,
            n(rooks & file_fill(enemy_isolated)) * ONE,
            (files_from_edge(own.rooks) + 3 * n(own.rooks & D1_E1)) * QUARTER,
            (self.safe_for_queens() + 8 * n(own.queens & RANK_1)) * QUARTER,
            in_danger(-i32::from(front(own.king) & own.pawns == 0)),
            in_danger(
                -n(files_beside_king & !file_fill(own.pawns & front(beside(own.king))))
                    - off_the_wings(own.king),
            ),
            in_danger(self.castled()),
            in_danger(-i32::from(enemy.pawns & king_file == 0)),
            in_danger(n(files_beside_king & !file_fill(enemy.pawns))),
            (attacks.pressure + endgame * steps_from_edge(own.king)) * EIGHTH,
        ]
    }

    /// `PASSED_PAWN_MULT` in eighths, and `PASSED_PAWN_ENEMY_KING_DIST` in sixteenths.
    fn passed_pawns(&self, passed: u64, endgame: i32) -> (i32, i32) {
        let (king, enemy_king) = (self.own.king_square(), self.enemy.king_square());
        let (mut worth, mut kings) = (0, 0);
        for pawn in Bitboard(passed) {
            let pawn = u8::from(pawn);
            worth += PASSED[rank(pawn) as usize - 1];
            kings += 4 * distance(enemy_king, pawn | 56) + endgame * (7 - distance(king, pawn + 8));
        }
        (worth, kings)
    }

    /// `WEAK_SQUARE_PENALTY` in halves.
    fn badly_placed(&self) -> i32 {
        let Self {
            men,
            attacks,
            enemy_attacks,
            ..
        } = self;
        let pieces = men.all & !men.pawns & !men.king;
        let unguarded = men.all & !men.king & !attacks.all;
        let halves = 4 * n(enemy_attacks.pawns & pieces)
            + 4 * n(enemy_attacks.minors & (men.rooks | men.queens))
            + 2 * n(enemy_attacks.rooks & men.queens)
            + 2 * n(enemy_attacks.all & unguarded)
            + n(attacks.pinned);
        if self.is_to_move { halves - 3 } else { halves }
    }

    fn safe_for_queens(&self) -> i32 {
        let lesser =
            self.enemy_attacks.pawns | self.enemy_attacks.minors | self.enemy_attacks.rooks;
        n(self.attacks.queens & !self.men.all & !lesser)
    }

    /// `KING_FRIENDLY_PAWN_ADVANCED1` without the share. A king has castled, as far as the position shows, if it is on a square
    /// near the corner that castling leads to and no own rook stands between it and the corner.
    fn castled(&self) -> i32 {
        let king = self.own.king & RANK_1;
        let rooks = self.own.rooks & RANK_1;
        let towards_h = king & 0xc0 != 0 && rooks < king;
        let towards_a = king & 0x07 != 0 && rooks & (king - 1) == 0;
        if !towards_h && !towards_a {
            return 0;
        }
        let files = file_fill(king);
        2 + n(self.own.pawns & (files | beside(files)) & RANKS_2_3)
    }
}

const CENTRE_FILES: u64 = 0x3c3c_3c3c_3c3c_3c3c;
const FILES_B_D_E_G: u64 = 0x5a5a_5a5a_5a5a_5a5a;
const MIDDLE_FILES: u64 = 0x1818_1818_1818_1818;
const RANK_1: u64 = 0xff;
const RANK_2: u64 = 0xff00;
const RANKS_2_3: u64 = 0x00ff_ff00;
const RANKS_3_5_7: u64 = 0x00ff_00ff_00ff_0000;
const RANKS_2_4_5_7: u64 = 0x00ff_00ff_ff00_ff00;
const RANKS_3_6: u64 = 0x0000_ffff_ffff_0000;
const RANKS_4_5: u64 = 0x0000_00ff_ff00_0000;
const RANKS_6_7: u64 = 0x00ff_ff00_0000_0000;
const RANKS_4_6: u64 = 0x0000_ffff_ff00_0000;
const RANKS_5_8: u64 = 0xffff_ffff_0000_0000;
const RANK_7: u64 = 0x00ff_0000_0000_0000;
const B2_G2: u64 = 0x4200;
const C3_F3: u64 = 0x0024_0000;
const D1_E1: u64 = 0x18;

fn n(squares: u64) -> i32 {
    squares.count_ones() as i32
}

fn rank(square: u8) -> u8 {
    square / 8
}

/// The sum of the ranks that pawns have advanced (0 on the second rank to 5 on the seventh), one population count per binary
/// digit.
fn advanced(pawns: u64) -> i32 {
    n(pawns & RANKS_3_5_7) + 2 * n(pawns & RANKS_4_5) + 4 * n(pawns & RANKS_6_7)
}

/// The distance in king moves.
fn distance(one: u8, two: u8) -> i32 {
    let files = (one % 8).abs_diff(two % 8);
    i32::from(files.max(rank(one).abs_diff(rank(two))))
}

/// The sum of the squares' steps from the nearer edge in files, 0 to 3, one population count per binary digit.
fn files_from_edge(squares: u64) -> i32 {
    n(squares & FILES_B_D_E_G) + 2 * n(squares & CENTRE_FILES)
}

/// The same in files and ranks.
fn steps_from_edge(squares: u64) -> i32 {
    files_from_edge(squares) + n(squares & RANKS_2_4_5_7) + 2 * n(squares & RANKS_3_6)
}

/// The penalty for a king on a central file, by its distance from the wings.
fn off_the_wings(king: u64) -> i32 {
    if king & MIDDLE_FILES != 0 {
        3
    } else if king & CENTRE_FILES != 0 {
        2
    } else {
        0
    }
}
