//! EvoChess's position module (Gross, Albrecht, Kantschik and Banzhaf 2002): 23 weighted features and a random term.
//!
//! Names, ranges and the fixed values of the black players are the paper's. The paper does not say what exactly the features count:
//! every definition in the table is our choice. So are two terms in it: the *endgame* begins when neither side has more than 13
//! points of pieces (knight and bishop 3, rook 5, queen 9), and a king *has castled* when it stands on a square that castling
//! leads to and no own rook stands between it and the nearer corner.

use shakmaty::{
    Bitboard, Board, Chess, Color, Move, Position, Rank, Role,
    attacks::{knight_attacks, pawn_attacks, rook_attacks},
};

use crate::{
    chess::{
        key::key,
        pawns::{adjacent_files, ahead_of, front_span},
    },
    evaluation::{CENTIPAWN, Evaluate, Term, acpp::is_castled},
    mix::mix,
    tunable::tunables,
};

const PAPER: &str = "Gross et al. 2002; what it counts exactly is our choice";

tunables! {
    /// The weights, in centipawns. The defaults are the fixed values of the black players.
    Weights;
    pawn "Pawn" 100 in 85..=115 "centipawns" PAPER "Each pawn"
    knight "Knight" 340 in 290..=360 "centipawns" PAPER "Each knight"
    bishop "Bishop" 340 in 300..=370 "centipawns" PAPER "Each bishop"
    rook "Rook" 500 in 440..=540 "centipawns" PAPER "Each rook"
    queen "Queen" 900 in 800..=1000 "centipawns" PAPER "Each queen"
    bishop_home "BishopHome" 15 in 0..=30 "centipawns" PAPER "Cost of each bishop on a square where its side's bishops begin"
    centre_pawn "CentrePawn" 15 in 0..=30 "centipawns" PAPER "Each pawn on d4, e4, d5 or e5"
    doubled_pawn "DoubledPawn" 15 in 0..=30 "centipawns" PAPER "Cost of each pawn with an own pawn before it on its file"
    passed_pawn "PassedPawn" 20 in 0..=40 "centipawns" PAPER "Each passed pawn: no enemy pawn before it on its file or one beside it, and no own pawn before it"
    backward_pawn "BackwardPawn" 15 in 0..=30 "centipawns" PAPER "Cost of each pawn whose neighbours are all farther on and whose next square an enemy pawn guards"
    promotion "Promotion" 300 in 100..=500 "centipawns" PAPER "Endgame: each passed pawn a step from promotion; half as much for every further step"
    two_bishops "TwoBishops" 20 in 0..=40 "centipawns" PAPER "Two bishops or more"
    knight_mobility "KnightMobility" 15 in 0..=30 "centipawns" PAPER "Each knight that can go to more than six squares, those of own men not counted"
    knight_closed "KnightClosed" 20 in 0..=40 "centipawns" PAPER "Each knight when more than six pawns of both sides stand on the 16 squares c3 to f6"
    knight_wings "KnightWings" 25 in 0..=50 "centipawns" PAPER "Endgame: cost of each knight when the opponent has pawns on the files a to c and on the files f to h"
    rook_half_open "RookHalfOpen" 15 in 0..=30 "centipawns" PAPER "Each rook on a file without own but with enemy pawns"
    rook_open "RookOpen" 15 in 0..=30 "centipawns" PAPER "Each rook on a file without pawns"
    rook_other "RookOther" 10 in 0..=20 "centipawns" PAPER "Each rook on the seventh rank, and each guarded by another rook"
    rook_passed "RookPassed" 15 in 0..=30 "centipawns" PAPER "Each rook on the file of a passed pawn of either side"
    king_wanders "KingWanders" 10 in 0..=20 "centipawns" PAPER "Not in the endgame: cost of a king off its first rank"
    castled "Castled" 20 in 0..=40 "centipawns" PAPER "Not in the endgame: the king has castled"
    castled_weakness "CastledWeakness" 15 in 0..=30 "centipawns" PAPER "Not in the endgame: cost, when the king has castled, of each of the three files at it (a to c, f to h) without an own pawn on the second or third rank"
    castling_missed "CastlingMissed" 25 in 0..=50 "centipawns" PAPER "Not in the endgame: cost of a king that has not castled and no longer may"
    random "Random" 20 in 0..=30 "centipawns" PAPER "Up to so much is added or subtracted at random, where the random term is on"
}

/// The number of features: one per weight, except for the random term.
pub const FEATURES: usize = TABLE.len() - 1;

/// The counts that the weights multiply, side to move minus opponent, in 160ths, so that the sum is in sixteenths of a millipawn.
/// Penalties are negative.
pub type Features = [i32; FEATURES];

/// The features of a position.
pub fn features(position: &Chess) -> Features {
    let turn = position.turn();
    let endgame = is_endgame(position.board());
    let own = side(position, turn, endgame);
    let their = side(position, !turn, endgame);
    std::array::from_fn(|at| own[at] - their[at])
}

/// The evaluation. The random term is a hash of the position, so that a position always gets the same score.
#[derive(Clone, Copy, Debug)]
pub struct EvoChess {
    weights: Weights,
    noise: Option<u64>,
}

impl EvoChess {
    /// The evaluation of the black players without the random term, as the ladder uses it.
    pub const fn standard() -> Self {
        Self::new(Weights::DEFAULT, None)
    }

    /// An evaluation with these weights. `noise` is the seed of the random term; `None` switches it off.
    pub const fn new(weights: Weights, noise: Option<u64>) -> Self {
        Self { weights, noise }
    }

    fn random(&self, position: &Chess) -> i32 {
        let Some(seed) = self.noise else { return 0 };
        let most = i64::from(self.weights.random * CENTIPAWN);
        let drawn = (u128::from(mix(seed, key(position))) * (2 * most as u128 + 1)) >> 64;
        (drawn as i64 - most) as i32
    }
}

impl Evaluate for EvoChess {
    type Accumulator = ();

    fn refresh(&self, _: &Chess) {}

    fn update(&self, (): &(), _: &Chess, _: Move) {}

    fn evaluate(&mut self, position: &Chess, (): &()) -> i32 {
        let weights = self.weights.values();
        let features = features(position);
        let sum: i32 = weights.iter().zip(&features).map(|(w, f)| w * f).sum();
        sum + self.random(position)
    }

    /// None with the random term, which is no count of anything.
    fn terms(&self, position: &Chess) -> Vec<Term> {
        if self.noise.is_some() {
            return Vec::new();
        }
        let weights = self.weights.values();
        let counted = features(position);
        let terms = TABLE.iter().zip(counted).zip(weights);
        let terms = terms.map(|((row, count), weight)| Term {
            name: row.name,
            meaning: row.meaning,
            count: f64::from(count) / f64::from(CENTIPAWN),
            score: count * weight,
        });
        terms.collect()
    }
}

/// In the endgame neither side has more points of pieces than this.
pub(crate) const ENDGAME_POINTS: u32 = 13;

/// Whether neither side has much left.
pub(crate) fn is_endgame(board: &Board) -> bool {
    points(board, board.white()) <= ENDGAME_POINTS && points(board, board.black()) <= ENDGAME_POINTS
}

/// The pieces among these men in points: knight and bishop 3, rook 5, queen 9.
pub(crate) fn points(board: &Board, men: Bitboard) -> u32 {
    let count = |role: Role| (board.by_role(role) & men).count() as u32;
    3 * (count(Role::Knight) + count(Role::Bishop)) + 5 * count(Role::Rook) + 9 * count(Role::Queen)
}

/// The features of one side alone.
fn side(position: &Chess, color: Color, endgame: bool) -> Features {
    let board = position.board();
    let men = board.by_color(color);
    let count = |role: Role| (board.by_role(role) & men).count() as i32;
    let pawns = pawns(board, color, endgame);
    let (mobile, closed, wings) = knights(board, color, endgame);
    let rooks = rooks(board, color);
    let king = king(position, color, endgame);
    let bishops = board.bishops() & men;
    let initial = Bitboard(0x24 << color.fold_wb(0, 56));
    let whole = |value: i32| value * CENTIPAWN;
    [
        whole(count(Role::Pawn)),
        whole(count(Role::Knight)),
        whole(count(Role::Bishop)),
        whole(count(Role::Rook)),
        whole(count(Role::Queen)),
        -whole((bishops & initial).count() as i32),
        whole(pawns.central),
        -whole(pawns.doubled),
        whole(pawns.passed),
        -whole(pawns.backward),
        pawns.promotion,
        whole(i32::from(bishops.more_than_one())),
        whole(mobile),
        whole(closed),
        -whole(wings),
        whole(rooks.half_open),
        whole(rooks.open),
        whole(rooks.other),
        whole(rooks.passed),
        -whole(king.wanders),
        whole(king.castled),
        -whole(king.weaknesses),
        -whole(king.missed),
    ]
}

#[derive(Default)]
struct PawnCounts {
    central: i32,
    doubled: i32,
    passed: i32,
    backward: i32,
    /// Already in 160ths.
    promotion: i32,
}

const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The squares c3 to f6.
pub(crate) const LARGE_CENTRE: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);
const QUEENS_WING: Bitboard = Bitboard(0x0707_0707_0707_0707);
const KINGS_WING: Bitboard = Bitboard(0xe0e0_e0e0_e0e0_e0e0);

fn pawns(board: &Board, color: Color, endgame: bool) -> PawnCounts {
    let own = board.pawns() & board.by_color(color);
    let enemy = board.pawns() & board.by_color(!color);
    let mut counts = PawnCounts {
        central: (own & CENTRE).count() as i32,
        ..PawnCounts::default()
    };
    for square in own {
        let neighbours = adjacent_files(square) & own;
        let stop = square.offset(color.fold_wb(8, -8));
        let guarded = stop.is_some_and(|stop| (pawn_attacks(color, stop) & enemy).any());
        let left_behind = neighbours.any() && (neighbours & !front_span(square, color)).is_empty();
        counts.backward += i32::from(left_behind && guarded);
        counts.doubled += i32::from((ahead_of(square, color) & own).any());
    }
    for square in passed(board, color) {
        counts.passed += 1;
        if endgame {
            let steps = color.fold_wb(7 - square.rank() as i32, square.rank() as i32);
            counts.promotion += CENTIPAWN >> (steps - 1);
        }
    }
    counts
}

fn passed(board: &Board, color: Color) -> Bitboard {
    let own = board.pawns() & board.by_color(color);
    let enemy = board.pawns() & board.by_color(!color);
    own.into_iter()
        .filter(|square| {
            let ahead = ahead_of(*square, color);
            ((ahead | front_span(*square, color)) & enemy).is_empty() && (ahead & own).is_empty()
        })
        .collect()
}

/// The knights with many moves, those in a closed position, and those that face pawns on both wings.
fn knights(board: &Board, color: Color, endgame: bool) -> (i32, i32, i32) {
    let men = board.by_color(color);
    let knights = board.knights() & men;
    let number = knights.count() as i32;
    let enemy = board.pawns() & board.by_color(!color);
    let mobile = knights
        .into_iter()
        .filter(|square| (knight_attacks(*square) & !men).count() > 6)
        .count() as i32;
    let closed = (board.pawns() & LARGE_CENTRE).count() > 6;
    let wings = endgame && (enemy & QUEENS_WING).any() && (enemy & KINGS_WING).any();
    (
        mobile,
        if closed { number } else { 0 },
        if wings { number } else { 0 },
    )
}

#[derive(Default)]
struct RookCounts {
    half_open: i32,
    open: i32,
    other: i32,
    passed: i32,
}

fn rooks(board: &Board, color: Color) -> RookCounts {
    let men = board.by_color(color);
    let rooks = board.rooks() & men;
    let mut counts = RookCounts::default();
    if rooks.is_empty() {
        return counts;
    }
    let passed = passed(board, Color::White) | passed(board, Color::Black);
    for square in rooks {
        let file = Bitboard::from_file(square.file());
        let on_file = board.pawns() & file;
        let own = (on_file & men).any();
        let seventh = square.rank() == color.fold_wb(Rank::Seventh, Rank::Second);
        let guarded = (rook_attacks(square, board.occupied()) & rooks).any();
        counts.open += i32::from(on_file.is_empty());
        counts.half_open += i32::from(on_file.any() && !own);
        counts.other += i32::from(seventh) + i32::from(guarded);
        counts.passed += i32::from((passed & file).any());
    }
    counts
}

#[derive(Default)]
struct KingCounts {
    wanders: i32,
    castled: i32,
    weaknesses: i32,
    missed: i32,
}

fn king(position: &Chess, color: Color, endgame: bool) -> KingCounts {
    let board = position.board();
    let mut counts = KingCounts::default();
    let Some(king) = board.king_of(color).filter(|_| !endgame) else {
        return counts;
    };
    let first_rank = king.rank() == color.fold_wb(Rank::First, Rank::Eighth);
    counts.wanders = i32::from(!first_rank);
    if first_rank && is_castled(board, color) {
        counts.castled = 1;
        counts.weaknesses = open_files_at(board, color, king);
    } else {
        counts.missed = i32::from(!position.castles().has_color(color));
    }
    counts
}

/// The files without a pawn shield on the wing of a castled king.
fn open_files_at(board: &Board, color: Color, king: shakmaty::Square) -> i32 {
    let near = Bitboard(0x00ff_ff00 << color.fold_wb(0, 32));
    let shield = board.pawns() & board.by_color(color) & near;
    let first = if (king.file() as u32) < 4 { 0 } else { 5 };
    (first..first + 3)
        .filter(|file| (shield & Bitboard::from_file(shakmaty::File::new(*file))).is_empty())
        .count() as i32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::game::read_fen;

    fn position(fen: &str) -> Chess {
        read_fen(fen).expect("a position")
    }

    /// The names of the features in which two positions differ, with the change.
    fn changes(before: &str, after: &str) -> Vec<(&'static str, i32)> {
        let (before, after) = (features(&position(before)), features(&position(after)));
        (0..FEATURES)
            .filter(|at| before[*at] != after[*at])
            .map(|at| (TABLE[at].name, after[at] - before[at]))
            .collect()
    }

    /// Two positions, White to move, that differ in one feature alone, by so much (in whole counts) for White.
    #[track_caller]
    fn differ(name: &'static str, change: i32, before: &str, after: &str) {
        assert_eq!(changes(before, after), [(name, change * CENTIPAWN)]);
        let score = |fen: &str| EvoChess::standard().evaluate(&position(fen), &());
        let weights = Weights::DEFAULT.values();
        let at = TABLE
            .iter()
            .position(|row| row.name == name)
            .expect("a row");
        assert_eq!(
            score(after) - score(before),
            change * weights[at] * CENTIPAWN
        );
    }

    #[test]
    fn the_weights_are_the_papers() {
        let values = [
            100, 340, 340, 500, 900, 15, 15, 15, 20, 15, 300, 20, 15, 20, 25, 15, 15, 10, 15, 10,
            20, 15, 25, 20,
        ];
        assert_eq!(Weights::DEFAULT.values(), values);
    }

    #[test]
    fn men() {
        // A bishop that is on no square of its own, and not the second.
        differ(
            "Knight",
            1,
            "4k2r/pppppppp/8/8/8/8/PPPPPPPP/QQ2K2R w Kk - 0 1",
            "4k2r/pppppppp/8/8/8/8/PPPPPPPP/QQN1K2R w Kk - 0 1",
        );
        differ(
            "Bishop",
            1,
            "4k2r/pppppppp/8/8/8/8/PPPPPPPP/QQ2K2R w Kk - 0 1",
            "4k2r/pppppppp/8/8/8/8/PPPPPPPP/QQ1BK2R w Kk - 0 1",
        );
        differ(
            "Queen",
            1,
            "4k2r/pppppppp/8/8/8/8/PPPPPPPP/QQ2K2R w Kk - 0 1",
            "4k2r/pppppppp/8/8/8/8/PPPPPPPP/QQQ1K2R w Kk - 0 1",
        );
        differ(
            "Rook",
            1,
            "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
            "4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K3 w - - 0 1",
        );
        differ(
            "Pawn",
            1,
            "qq2k3/pp6/8/8/8/8/P7/QQ2K3 w - - 0 1",
            "qq2k3/pp6/8/8/8/8/PP6/QQ2K3 w - - 0 1",
        );
    }

    #[test]
    fn bishops() {
        differ(
            "BishopHome",
            -1,
            "qq2k3/pppppppp/8/8/8/8/PPPPPPPP/QB2K3 w - - 0 1",
            "qq2k3/pppppppp/8/8/8/8/PPPPPPPP/Q1B1K3 w - - 0 1",
        );
        assert_eq!(
            changes(
                "4k3/8/8/8/8/8/8/B3K3 w - - 0 1",
                "4k3/8/8/8/8/8/8/BB2K3 w - - 0 1"
            ),
            [("Bishop", CENTIPAWN), ("TwoBishops", CENTIPAWN)]
        );
    }

    #[test]
    fn pawns_and_passed_pawns() {
        differ(
            "CentrePawn",
            1,
            "4k3/pppppppp/8/8/8/4P3/PPPP1PPP/4K3 w - - 0 1",
            "4k3/pppppppp/8/8/4P3/8/PPPP1PPP/4K3 w - - 0 1",
        );
        differ(
            "DoubledPawn",
            -1,
            "4k3/pppp4/8/8/8/8/PPP5/4K3 w - - 0 1",
            "4k3/pppp4/8/8/8/P7/P1P5/4K3 w - - 0 1",
        );
        differ(
            "PassedPawn",
            1,
            "qq2k3/p7/8/8/8/1P6/P7/QQ2K3 w - - 0 1",
            "qq2k3/p7/8/8/8/7P/P7/QQ2K3 w - - 0 1",
        );
        differ(
            "BackwardPawn",
            -1,
            "4k3/1p6/8/8/2p5/8/PP6/4K3 w - - 0 1",
            "4k3/1p6/8/8/P1p5/8/1P6/4K3 w - - 0 1",
        );
    }

    #[test]
    fn the_bonus_of_promotion_halves_with_every_step() {
        let at = |fen: &str| features(&position(fen))[10];
        assert_eq!(at("k7/4P3/8/8/8/8/8/K7 w - - 0 1"), 160);
        assert_eq!(at("k7/8/4P3/8/8/8/8/K7 w - - 0 1"), 80);
        assert_eq!(at("k7/8/8/8/8/8/4P3/K7 w - - 0 1"), 5);
        assert_eq!(at("k7/8/8/8/8/8/4p3/K7 w - - 0 1"), -160);
        assert_eq!(at("kqq5/4P3/8/8/8/8/8/K7 w - - 0 1"), 0, "no endgame");
    }

    #[test]
    fn knights() {
        differ(
            "KnightMobility",
            1,
            "qq2k3/pppppppp/8/8/8/8/PPPPPPPP/1N2K3 w - - 0 1",
            "qq2k3/pppppppp/8/3N4/8/8/PPPPPPPP/4K3 w - - 0 1",
        );
        differ(
            "KnightClosed",
            1,
            "4k3/8/2pppp2/8/8/2PP4/4P3/N3K3 w - - 0 1",
            "4k3/8/2pppp2/8/8/2PPP3/8/N3K3 w - - 0 1",
        );
        differ(
            "KnightWings",
            -1,
            "4k3/p3p3/8/8/8/8/P3PP2/N3K3 w - - 0 1",
            "4k3/p4p2/8/8/8/8/P3PP2/N3K3 w - - 0 1",
        );
    }

    #[test]
    fn rooks() {
        differ(
            "RookOpen",
            1,
            "4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1",
            "4k3/pp6/8/8/8/8/PP6/3RK3 w - - 0 1",
        );
        differ(
            "RookHalfOpen",
            1,
            "4k3/ppp5/8/8/8/8/PP6/R3K3 w - - 0 1",
            "4k3/ppp5/8/8/8/8/PP6/2R1K3 w - - 0 1",
        );
        differ(
            "RookOther",
            1,
            "4k3/p1p5/8/8/8/8/P1P5/1R2K3 w - - 0 1",
            "4k3/pRp5/8/8/8/8/P1P5/4K3 w - - 0 1",
        );
        differ(
            "RookOther",
            2,
            "7k/pp6/8/8/8/8/PP6/R1N1R1K1 w - - 0 1",
            "7k/pp6/8/8/8/8/PP6/NR2R1K1 w - - 0 1",
        );
        differ(
            "RookPassed",
            1,
            "4k3/pp6/8/8/8/7P/PP6/R3K3 w - - 0 1",
            "4k3/pp6/8/8/8/7P/PP6/4K2R w - - 0 1",
        );
    }

    #[test]
    fn kings() {
        differ(
            "KingWanders",
            -1,
            "qq2k3/pppppppp/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
            "qq2k3/pppppppp/8/8/8/4K3/PPPPPPPP/QQ6 w - - 0 1",
        );
        differ(
            "CastlingMissed",
            -1,
            "qq2k3/pppppppp/8/8/8/8/PPPPPPPP/QQ2K2R w K - 0 1",
            "qq2k3/pppppppp/8/8/8/8/PPPPPPPP/QQ2K2R w - - 0 1",
        );
        differ(
            "Castled",
            1,
            "qq2k3/pppppppp/8/8/8/8/PPPPPPPP/QQ2K2R w K - 0 1",
            "qq2k3/pppppppp/8/8/8/8/PPPPPPPP/QQ3RK1 w - - 0 1",
        );
        differ(
            "CastledWeakness",
            -1,
            "qq2k3/pppppppp/8/8/8/6P1/PPPPPP1P/QQ3RK1 w - - 0 1",
            "qq2k3/pppppppp/8/8/6P1/8/PPPPPP1P/QQ3RK1 w - - 0 1",
        );
    }

    #[test]
    fn the_random_term_keeps_to_its_range_and_is_off_on_the_ladder() {
        let position = Chess::default();
        assert_eq!(EvoChess::standard().evaluate(&position, &()), 0);
        let scores: Vec<i32> = (0..200)
            .map(|seed| EvoChess::new(Weights::DEFAULT, Some(seed)).evaluate(&position, &()))
            .collect();
        assert!(scores.iter().all(|score| score.abs() <= 20 * CENTIPAWN));
        assert!(scores.iter().any(|score| *score > 10 * CENTIPAWN));
        assert!(scores.iter().any(|score| *score < -10 * CENTIPAWN));
    }

    proptest! {
        /// Neither colour is preferred.
        #[test]
        fn a_mirrored_position_has_the_same_features(choices in proptest::collection::vec(any::<u16>(), 0..80)) {
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[usize::from(choice) % moves.len()]);
            }
            let fen = crate::chess::game::write_fen(&position);
            let mirrored = mirror(&fen);
            prop_assert_eq!(features(&position), features(&self::position(&mirrored)));
        }
    }

    /// Top and bottom, White and Black exchanged.
    fn mirror(fen: &str) -> String {
        let fields: Vec<&str> = fen.split(' ').collect();
        let swap = |text: &str| -> String {
            text.chars()
                .map(|c| {
                    if c.is_ascii_uppercase() {
                        c.to_ascii_lowercase()
                    } else {
                        c.to_ascii_uppercase()
                    }
                })
                .collect()
        };
        let ranks: Vec<&str> = fields[0].rsplit('/').collect();
        let passant = fields[3]
            .replace('3', "x")
            .replace('6', "3")
            .replace('x', "6");
        let turn = if fields[1] == "w" { "b" } else { "w" };
        let rights = swap(fields[2]);
        format!(
            "{} {turn} {rights} {passant} {} {}",
            swap(&ranks.join("/")),
            fields[4],
            fields[5]
        )
    }
}
