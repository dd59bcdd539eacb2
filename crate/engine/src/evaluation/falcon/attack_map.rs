//! The attacks of one side, as the board stands.

use shakmaty::{
    Bitboard, Color, Square,
    attacks::{between, bishop_attacks, king_attacks, knight_attacks, rook_attacks},
};

use super::{distance, n, side_bitboards::SideBitboards};
use crate::chess::pawns::{all_pawn_attacks, all_pawn_attacks_twice};

/// Attacked squares, and counts that are collected while they are generated.
#[derive(Clone, Copy, Default)]
pub(super) struct AttackMap {
    pub(super) pawns: u64,
    /// By knights and bishops.
    pub(super) minors: u64,
    pub(super) rooks: u64,
    pub(super) queens: u64,
    /// By any piece, the king included.
    pub(super) all: u64,
    /// Own pieces that are pinned to their king.
    pub(super) pinned: u64,
    pub(super) knights_on_centre: i32,
    pub(super) bishops_on_centre: i32,
    pub(super) bishop_mobility: i32,
    pub(super) rook_mobility: i32,
    /// The attack on the enemy king; see `KING_PRESSURE_MULT`.
    pub(super) pressure: i32,
}

/// c3 to f6.
const CENTRE: u64 = 0x0000_3c3c_3c3c_0000;

impl AttackMap {
    /// Both sides are given as the board stands.
    pub(super) fn of(own: &SideBitboards, enemy: &SideBitboards, color: Color) -> Self {
        let occupied = Bitboard(own.all | enemy.all);
        let guarded = u64::from(all_pawn_attacks(Bitboard(enemy.pawns), !color));
        let enemy_king = enemy.king_square();
        let around = u64::from(king_attacks(square(enemy_king)));
        let zone = around | enemy.king;
        let centre = CENTRE & !guarded;
        let pawns = u64::from(all_pawn_attacks(Bitboard(own.pawns), color));
        let mut attacks = Self {
            pawns,
            ..Self::default()
        };
        let mut once = pawns;
        let mut twice = u64::from(all_pawn_attacks_twice(Bitboard(own.pawns), color));
        let mut attack = |targets: u64| {
            twice |= once & targets;
            once |= targets;
            n(targets & zone)
        };
        for from in Bitboard(own.knights) {
            let targets = u64::from(knight_attacks(from));
            attacks.minors |= targets;
            attacks.knights_on_centre += n(targets & centre);
            attacks.pressure += attack(targets);
        }
        for from in Bitboard(own.bishops) {
            let targets = u64::from(bishop_attacks(from, occupied));
            attacks.minors |= targets;
            attacks.bishop_mobility += n(targets & !own.all);
            attacks.bishops_on_centre += n(targets & centre);
            attacks.pressure += attack(targets);
        }
        for from in Bitboard(own.rooks) {
            let targets = u64::from(rook_attacks(from, occupied));
            attacks.rooks |= targets;
            attacks.rook_mobility += n(targets & !own.all & !guarded);
            attacks.pressure += attack(targets) + 7 - distance(from.into(), enemy_king);
        }
        for from in Bitboard(own.queens) {
            let targets = u64::from(bishop_attacks(from, occupied) | rook_attacks(from, occupied));
            attacks.queens |= targets;
            attacks.pressure += attack(targets) + 5 * (7 - distance(from.into(), enemy_king));
        }
        attacks.pressure += 10 * n(around & twice & !guarded);
        let king = square(own.king_square());
        attacks.all = once | u64::from(king_attacks(king));
        attacks.pinned = pinned(king, own, enemy, occupied);
        attacks
    }
}

fn square(square: u8) -> Square {
    Square::new(u32::from(square))
}

fn pinned(king: Square, own: &SideBitboards, enemy: &SideBitboards, occupied: Bitboard) -> u64 {
    let foes = Bitboard(enemy.all);
    let straight = rook_attacks(king, foes) & Bitboard(enemy.rooks | enemy.queens);
    let slanted = bishop_attacks(king, foes) & Bitboard(enemy.bishops | enemy.queens);
    (straight | slanted)
        .into_iter()
        .map(|sniper| between(king, sniper) & occupied)
        .filter(|shield| !shield.more_than_one())
        .fold(0, |pinned, shield| pinned | u64::from(shield) & own.all)
}
