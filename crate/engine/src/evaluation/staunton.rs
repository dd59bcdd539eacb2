//! Staunton: the reference evaluation. Its weights are set by hand and never evolved; bred programs are measured against it.
//!
//! Every term and every number is our choice. The evaluation is tapered: each term has a middlegame and an endgame weight,
//! interpolated by the remaining material. Piece-square values are computed from a few slopes (towards the centre, up the
//! board), not listed square by square.

use shakmaty::{
    Bitboard, Board, Chess, Color, Move, Position, Rank, Role, Square,
    attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks},
};

use crate::{
    chess::pawns::{adjacent_files, ahead_of, all_pawn_attacks, files_of, front_span, ranks_ahead},
    evaluation::{CENTIPAWN, Evaluate, changed_men, phase_weight},
    tunable::tunables,
};

const OURS: &str = "our choice";

tunables! {
    /// The weights of Staunton, in centipawns.
    Weights;
    pawn_mid "PawnMid" 82 in 0..=2000 "centipawns" OURS "A pawn in the middlegame"
    pawn_end "PawnEnd" 105 in 0..=2000 "centipawns" OURS "A pawn in the endgame"
    knight_mid "KnightMid" 335 in 0..=2000 "centipawns" OURS "A knight in the middlegame"
    knight_end "KnightEnd" 300 in 0..=2000 "centipawns" OURS "A knight in the endgame"
    bishop_mid "BishopMid" 350 in 0..=2000 "centipawns" OURS "A bishop in the middlegame"
    bishop_end "BishopEnd" 315 in 0..=2000 "centipawns" OURS "A bishop in the endgame"
    rook_mid "RookMid" 475 in 0..=2000 "centipawns" OURS "A rook in the middlegame"
    rook_end "RookEnd" 535 in 0..=2000 "centipawns" OURS "A rook in the endgame"
    queen_mid "QueenMid" 1010 in 0..=4000 "centipawns" OURS "A queen in the middlegame"
    queen_end "QueenEnd" 960 in 0..=4000 "centipawns" OURS "A queen in the endgame"
    pawn_centre "PawnCentre" 7 in -50..=50 "centipawns a step" OURS "Pawns near the centre, middlegame"
    pawn_advance "PawnAdvance" 2 in -50..=50 "centipawns a rank" OURS "Pawns up the board, middlegame"
    pawn_advance_end "PawnAdvanceEnd" 5 in -50..=50 "centipawns a rank" OURS "Pawns up the board, endgame"
    knight_centre "KnightCentre" 11 in -50..=50 "centipawns a step" OURS "Knights near the centre, middlegame"
    knight_centre_end "KnightCentreEnd" 8 in -50..=50 "centipawns a step" OURS "Knights near the centre, endgame"
    knight_advance "KnightAdvance" 5 in -50..=50 "centipawns a rank" OURS "Knights up to the sixth rank, middlegame"
    bishop_centre "BishopCentre" 4 in -50..=50 "centipawns a step" OURS "Bishops near the centre, middlegame"
    bishop_centre_end "BishopCentreEnd" 3 in -50..=50 "centipawns a step" OURS "Bishops near the centre, endgame"
    minor_home "MinorHome" 12 in -100..=100 "centipawns" OURS "Cost of a knight or bishop on its first rank, middlegame"
    rook_centre "RookCentre" 3 in -50..=50 "centipawns a file" OURS "Rooks on central files, middlegame"
    queen_centre_end "QueenCentreEnd" 7 in -50..=50 "centipawns a step" OURS "Queens near the centre, endgame"
    king_centre "KingCentre" -12 in -50..=50 "centipawns a step" OURS "The king near the centre files, middlegame"
    king_advance "KingAdvance" -14 in -50..=50 "centipawns a rank" OURS "The king off its first rank, middlegame"
    king_centre_end "KingCentreEnd" 13 in -50..=50 "centipawns a step" OURS "The king near the centre, endgame"
    knight_mobility "KnightMobility" 4 in -20..=40 "centipawns a square" OURS "Squares a knight can go to, beyond four"
    bishop_mobility "BishopMobility" 5 in -20..=40 "centipawns a square" OURS "Squares a bishop can go to, beyond six"
    rook_mobility "RookMobility" 2 in -20..=40 "centipawns a square" OURS "Squares a rook can go to, beyond seven, middlegame"
    rook_mobility_end "RookMobilityEnd" 5 in -20..=40 "centipawns a square" OURS "The same in the endgame"
    queen_mobility "QueenMobility" 1 in -20..=40 "centipawns a square" OURS "Squares a queen can go to, beyond thirteen, middlegame"
    queen_mobility_end "QueenMobilityEnd" 4 in -20..=40 "centipawns a square" OURS "The same in the endgame"
    bishop_pair "BishopPair" 28 in -100..=200 "centipawns" OURS "Two bishops, middlegame"
    bishop_pair_end "BishopPairEnd" 50 in -100..=200 "centipawns" OURS "Two bishops, endgame"
    rook_open "RookOpen" 28 in -100..=200 "centipawns" OURS "A rook on a file without pawns"
    rook_half_open "RookHalfOpen" 13 in -100..=200 "centipawns" OURS "A rook on a file without own pawns"
    rook_seventh "RookSeventh" 18 in -100..=200 "centipawns" OURS "A rook on the seventh rank"
    outpost "Outpost" 22 in -100..=200 "centipawns" OURS "A knight guarded by a pawn where no enemy pawn can drive it away"
    isolated "Isolated" 12 in -100..=200 "centipawns" OURS "Cost of a pawn without own pawns on the files beside it"
    doubled "Doubled" 14 in -100..=200 "centipawns" OURS "Cost of a pawn with an own pawn before it"
    backward "Backward" 9 in -100..=200 "centipawns" OURS "Cost of a pawn that no own pawn can guard, its way guarded by an enemy pawn"
    guarded "Guarded" 7 in -100..=200 "centipawns" OURS "A pawn guarded by a pawn"
    passed_mid "PassedMid" 3 in -100..=200 "centipawns" OURS "A passed pawn, times the square of its ranks beyond the second, middlegame"
    passed_end "PassedEnd" 6 in -100..=200 "centipawns" OURS "The same in the endgame"
    passed_free "PassedFree" 4 in -100..=200 "centipawns" OURS "The same for a passed pawn with a free way ahead, endgame"
    passed_king "PassedKing" 4 in -100..=200 "centipawns" OURS "Each step the enemy king is farther from its way than the own, times its ranks beyond the third, endgame"
    shelter "Shelter" 14 in -100..=200 "centipawns" OURS "Cost of each file at the king without an own pawn near, middlegame"
    open_at_king "OpenAtKing" 16 in -100..=200 "centipawns" OURS "Cost of each file at the king without any pawn, middlegame"
    king_attack "KingAttack" 9 in -20..=100 "hundredths" OURS "Attacks on the squares at the king, by attacker's weight, squared, middlegame"
    pawn_threat "PawnThreat" 42 in -100..=200 "centipawns" OURS "An enemy piece attacked by a pawn"
    minor_threat "MinorThreat" 26 in -100..=200 "centipawns" OURS "An enemy rook or queen attacked by a minor piece"
    loose_threat "LooseThreat" 14 in -100..=200 "centipawns" OURS "An enemy man attacked and not guarded"
    tempo "Tempo" 14 in -100..=100 "centipawns" OURS "The right to move"
}

/// A middlegame and an endgame score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tapered {
    mid: i32,
    end: i32,
}

impl Tapered {
    const fn new(mid: i32, end: i32) -> Self {
        Self { mid, end }
    }

    const fn both(value: i32) -> Self {
        Self::new(value, value)
    }

    const fn times(self, count: i32) -> Self {
        Self::new(self.mid * count, self.end * count)
    }
}

impl std::ops::AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        self.mid += other.mid;
        self.end += other.end;
    }
}

impl std::ops::SubAssign for Tapered {
    fn sub_assign(&mut self, other: Self) {
        self.mid -= other.mid;
        self.end -= other.end;
    }
}

/// The incrementally updated part: material and piece-square values, White's minus Black's, and the game phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    piece_square: Tapered,
    phase: i32,
}

/// The phase of the starting position; it falls to 0 as pieces are traded.
const FULL_PHASE: i32 = 24;

/// An entry of the pawn hash table: everything that depends on pawns alone.
#[derive(Clone, Copy, Debug, Default)]
struct Pawns {
    white: u64,
    black: u64,
    score: Tapered,
    passed: u64,
}

const PAWN_SLOTS: usize = 1 << 13;

/// The reference evaluation with its tables.
#[derive(Clone, Debug)]
pub struct Staunton {
    weights: Weights,
    /// By role and square, from White's side.
    piece_square: Vec<Tapered>,
    /// The pawn hash table. Entries hold both pawn bitboards, so a hash collision cannot give a wrong score.
    pawns: Vec<Pawns>,
}

impl Default for Staunton {
    fn default() -> Self {
        Self::new(Weights::DEFAULT)
    }
}

impl Staunton {
    /// With these weights.
    pub fn new(weights: Weights) -> Self {
        let piece_square = Role::ALL
            .into_iter()
            .flat_map(|role| Square::ALL.map(|square| piece_square(&weights, role, square)))
            .collect();
        Self {
            weights,
            piece_square,
            pawns: vec![Pawns::default(); PAWN_SLOTS],
        }
    }

    fn piece_square(&self, color: Color, role: Role, square: Square) -> Tapered {
        let square = color.fold_wb(square, square.flip_vertical());
        self.piece_square[(role as usize - 1) * 64 + usize::from(square)]
    }

    /// Adds a man, or removes it with the opposite `sign`.
    #[inline]
    fn count(&self, accumulator: &mut Accumulator, sign: i32, man: (Color, Role), square: Square) {
        let (color, role) = man;
        let value = self.piece_square(color, role, square);
        accumulator.piece_square += value.times(color.fold_wb(sign, -sign));
        accumulator.phase += sign * phase_weight(role);
    }

    fn pawns(&mut self, board: &Board) -> Pawns {
        let white = u64::from(board.pawns() & board.white());
        let black = u64::from(board.pawns() & board.black());
        let mixed = (white ^ black.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let at = (mixed >> 51) as usize;
        let found = self.pawns[at];
        if found.white == white && found.black == black {
            return found;
        }
        let mut pawns = Pawns {
            white,
            black,
            ..Pawns::default()
        };
        let (own, free) = structure(
            &self.weights,
            Bitboard(white),
            Bitboard(black),
            Color::White,
        );
        let (their, theirs_free) = structure(
            &self.weights,
            Bitboard(black),
            Bitboard(white),
            Color::Black,
        );
        pawns.score += own;
        pawns.score -= their;
        pawns.passed = u64::from(free | theirs_free);
        self.pawns[at] = pawns;
        pawns
    }
}

impl Evaluate for Staunton {
    type Accumulator = Accumulator;

    fn refresh(&self, position: &Chess) -> Accumulator {
        let mut accumulator = Accumulator::default();
        for (square, piece) in position.board() {
            self.count(&mut accumulator, 1, (piece.color, piece.role), square);
        }
        accumulator
    }

    fn update(&self, accumulator: &Accumulator, before: &Chess, m: Move) -> Accumulator {
        let mut after = *accumulator;
        changed_men(before, m, |sign, color, role, square| {
            self.count(&mut after, sign, (color, role), square);
        });
        after
    }

    fn evaluate(&mut self, position: &Chess, accumulator: &Accumulator) -> i32 {
        let board = position.board();
        let pawns = self.pawns(board);
        let mut score = accumulator.piece_square;
        score += pawns.score;
        score += self.pieces(board, Bitboard(pawns.passed));
        let phase = accumulator.phase.min(FULL_PHASE);
        let mixed = (score.mid * phase + score.end * (FULL_PHASE - phase)) * CENTIPAWN / FULL_PHASE;
        let white = scale_drawish(board, mixed);
        position.turn().fold_wb(white, -white) + self.weights.tempo * CENTIPAWN
    }
}

/// The value of a piece on a square, from White's side.
fn piece_square(w: &Weights, role: Role, square: Square) -> Tapered {
    let rank = square.rank() as i32;
    let centre = centrality(square);
    match role {
        Role::Pawn => {
            let beside = file_centrality(square);
            let middle = if (2..=5).contains(&rank) {
                beside
            } else {
                beside.min(0)
            };
            Tapered::new(
                w.pawn_mid + w.pawn_centre * middle + w.pawn_advance * (rank - 1),
                w.pawn_end + w.pawn_advance_end * (rank - 1),
            )
        }
        Role::Knight => Tapered::new(
            w.knight_mid + w.knight_centre * centre + w.knight_advance * (rank.min(5) - 2)
                - home(w, rank),
            w.knight_end + w.knight_centre_end * centre,
        ),
        Role::Bishop => Tapered::new(
            w.bishop_mid + w.bishop_centre * centre - home(w, rank),
            w.bishop_end + w.bishop_centre_end * centre,
        ),
        Role::Rook => Tapered::new(
            w.rook_mid + w.rook_centre * file_centrality(square),
            w.rook_end,
        ),
        Role::Queen => Tapered::new(w.queen_mid, w.queen_end + w.queen_centre_end * centre),
        Role::King => Tapered::new(
            w.king_centre * (file_centrality(square) + 1) + w.king_advance * rank,
            w.king_centre_end * centre,
        ),
    }
}

const fn home(w: &Weights, rank: i32) -> i32 {
    if rank == 0 { w.minor_home } else { 0 }
}

/// From -2 on the a- and h-file to 1 on the d- and e-file.
fn file_centrality(square: Square) -> i32 {
    let file = square.file() as i32;
    file.min(7 - file) - 2
}

/// From -4 in the corners to 2 in the centre.
fn centrality(square: Square) -> i32 {
    let rank = square.rank() as i32;
    file_centrality(square) + rank.min(7 - rank) - 2
}

/// The pawn structure of one side: its score, and which pawns are passed.
fn structure(w: &Weights, own: Bitboard, enemy: Bitboard, color: Color) -> (Tapered, Bitboard) {
    let mut score = Tapered::default();
    let mut passed = Bitboard::EMPTY;
    for square in own {
        let ahead = ahead_of(square, color);
        let neighbours = adjacent_files(square) & own;
        if neighbours.is_empty() {
            score -= Tapered::both(w.isolated);
        }
        if (ahead & own).any() {
            score -= Tapered::both(w.doubled);
        }
        if (pawn_attacks(!color, square) & own).any() {
            score += Tapered::both(w.guarded);
        } else if neighbours.any() && (neighbours & !front_span(square, color)).is_empty() {
            let stop = square.offset(color.fold_wb(8, -8));
            if stop.is_some_and(|stop| (pawn_attacks(color, stop) & enemy).any()) {
                score -= Tapered::both(w.backward);
            }
        }
        if ((ahead | front_span(square, color)) & enemy).is_empty() && (ahead & own).is_empty() {
            passed.add(square);
            let ranks = color.fold_wb(square.rank() as i32, 7 - square.rank() as i32) - 1;
            score += Tapered::new(w.passed_mid, w.passed_end).times(ranks * ranks);
        }
    }
    (score, passed)
}

/// The attacks of one side, and the score of its pieces (mobility, files, outposts, attack on the king).
struct SideAttacks {
    pawns: Bitboard,
    minors: Bitboard,
    all: Bitboard,
    score: Tapered,
}

/// Collects the attacks of one side's pieces: all attacked squares, and the attack on the enemy king.
struct PieceAttacks {
    /// Squares that count for mobility: without an own pawn or king, and not attacked by an enemy pawn.
    mobility_area: Bitboard,
    /// The enemy king and the squares around it.
    king_zone: Bitboard,
    all: Bitboard,
    /// Pieces that attack the king zone.
    king_attackers: i32,
    /// Their attacks on it, weighted by the attacker.
    king_attack: i32,
}

impl PieceAttacks {
    /// Adds the attacks of one piece and returns its mobility.
    #[inline]
    fn add(&mut self, attacked: Bitboard, weight: i32) -> i32 {
        self.all |= attacked;
        let at_king = (attacked & self.king_zone).count() as i32;
        self.king_attackers += i32::from(at_king > 0);
        self.king_attack += at_king * weight;
        (attacked & self.mobility_area).count() as i32
    }
}

// Generic over the colour, so that pawn directions are constants in each compiled copy.
impl Staunton {
    /// Everything except piece-square values and pawn structure, White's minus Black's.
    fn pieces(&self, board: &Board, passed: Bitboard) -> Tapered {
        let white = self.side_attacks::<true>(board);
        let black = self.side_attacks::<false>(board);
        let mut score = white.score;
        score -= black.score;
        score += self.threats::<true>(board, &white, &black);
        score -= self.threats::<false>(board, &black, &white);
        if (passed & board.white()).any() {
            score += self.passed::<true>(board, passed);
        }
        if (passed & board.black()).any() {
            score -= self.passed::<false>(board, passed);
        }
        score.mid -= self.king_exposure::<true>(board);
        score.mid += self.king_exposure::<false>(board);
        score
    }

    #[inline]
    fn side_attacks<const WHITE: bool>(&self, board: &Board) -> SideAttacks {
        let w = &self.weights;
        let color = Color::from_white(WHITE);
        let (own, enemy) = (board.by_color(color), board.by_color(!color));
        let own_pawns = board.pawns() & own;
        let enemy_pawns = board.pawns() & enemy;
        let occupied = board.occupied();
        let pawns = all_pawn_attacks(own_pawns, color);
        let mut score = Tapered::default();
        let mut attacks = PieceAttacks {
            mobility_area: !(own & (board.pawns() | board.kings()))
                & !all_pawn_attacks(enemy_pawns, !color),
            king_zone: board.king_of(!color).map_or(Bitboard::EMPTY, |king| {
                king_attacks(king) | Bitboard::from_square(king)
            }),
            all: Bitboard::EMPTY,
            king_attackers: 0,
            king_attack: 0,
        };
        let (knights, bishops) = (board.knights() & own, board.bishops() & own);
        let (rooks, queens) = (board.rooks() & own, board.queens() & own);
        let mut both = 0;
        let mut squares = 0;
        for square in knights {
            squares += attacks.add(knight_attacks(square), 2) - 4;
            if is_outpost::<WHITE>(square, pawns, enemy_pawns) {
                both += w.outpost;
            }
        }
        both += w.knight_mobility * squares;
        // Sliders see through own queens (and rooks through own rooks): batteries support each other.
        let without_queens = occupied ^ queens;
        let mut squares = 0;
        for square in bishops {
            squares += attacks.add(bishop_attacks(square, without_queens), 2) - 6;
        }
        both += w.bishop_mobility * squares;
        if bishops.more_than_one() {
            score += Tapered::new(w.bishop_pair, w.bishop_pair_end);
        }
        score += Tapered::both(both);
        let minors = attacks.all;
        let without_heavy = without_queens ^ rooks;
        let mut squares = 0;
        for square in rooks {
            squares += attacks.add(rook_attacks(square, without_heavy), 3) - 7;
            score += self.rook::<WHITE>(square, board.pawns(), own_pawns);
        }
        score += Tapered::new(w.rook_mobility, w.rook_mobility_end).times(squares);
        let mut squares = 0;
        for square in queens {
            let attacked = bishop_attacks(square, occupied) | rook_attacks(square, occupied);
            squares += attacks.add(attacked, 4) - 13;
        }
        score += Tapered::new(w.queen_mobility, w.queen_mobility_end).times(squares);
        if attacks.king_attackers > 1 {
            score.mid +=
                (attacks.king_attack * attacks.king_attack).min(2500) * w.king_attack / 100;
        }
        let king = board.king_of(color).map_or(Bitboard::EMPTY, king_attacks);
        SideAttacks {
            pawns,
            minors,
            all: attacks.all | pawns | king,
            score,
        }
    }

    #[inline]
    fn rook<const WHITE: bool>(
        &self,
        square: Square,
        pawns: Bitboard,
        own_pawns: Bitboard,
    ) -> Tapered {
        let file = Bitboard::from_file(square.file());
        let mut value = if (file & pawns).is_empty() {
            self.weights.rook_open
        } else if (file & own_pawns).is_empty() {
            self.weights.rook_half_open
        } else {
            0
        };
        if square.rank() == Color::from_white(WHITE).fold_wb(Rank::Seventh, Rank::Second) {
            value += self.weights.rook_seventh;
        }
        Tapered::new(value, value / 2)
    }

    #[inline]
    fn threats<const WHITE: bool>(
        &self,
        board: &Board,
        own: &SideAttacks,
        enemy: &SideAttacks,
    ) -> Tapered {
        let w = &self.weights;
        let targets = board.by_color(Color::from_white(!WHITE)) & !board.kings();
        let pieces = targets & !board.pawns();
        let heavy = targets & board.rooks_and_queens();
        let loose = targets & own.all & !enemy.all;
        let value = w.pawn_threat * (pieces & own.pawns).count() as i32
            + w.minor_threat * (heavy & own.minors).count() as i32
            + w.loose_threat * loose.count() as i32;
        Tapered::both(value)
    }

    fn passed<const WHITE: bool>(&self, board: &Board, passed: Bitboard) -> Tapered {
        let w = &self.weights;
        let color = Color::from_white(WHITE);
        let mut score = Tapered::default();
        for square in passed & board.by_color(color) & board.pawns() {
            let ranks = color.fold_wb(square.rank() as i32, 7 - square.rank() as i32) - 1;
            let way = ahead_of(square, color);
            if (way & board.occupied()).is_empty() {
                score.end += w.passed_free * ranks * ranks;
            }
            let stop = square.offset(color.fold_wb(8, -8));
            if let (Some(stop), Some(own), Some(enemy)) =
                (stop, board.king_of(color), board.king_of(!color))
            {
                let farther = enemy.distance(stop) as i32 - own.distance(stop) as i32;
                score.end += w.passed_king * farther * (ranks - 1).max(0);
            }
        }
        score
    }

    /// The penalty for a king without pawn shelter or on open files.
    #[inline]
    fn king_exposure<const WHITE: bool>(&self, board: &Board) -> i32 {
        let color = Color::from_white(WHITE);
        let Some(king) = board.king_of(color) else {
            return 0;
        };
        let pawns = board.pawns();
        let middle = (king.file() as u32).clamp(1, 6);
        let files = 7 << (middle - 1);
        let near = ranks_ahead(king, color)
            & !ranks_ahead(king.offset(color.fold_wb(24, -24)).unwrap_or(king), color);
        let bare = files & !files_of(pawns & board.by_color(color) & near);
        let open = files & !files_of(pawns);
        self.weights.shelter * bare.count_ones() as i32
            + self.weights.open_at_king * open.count_ones() as i32
    }
}

#[inline]
fn is_outpost<const WHITE: bool>(
    square: Square,
    own_pawn_attacks: Bitboard,
    enemy_pawns: Bitboard,
) -> bool {
    let color = Color::from_white(WHITE);
    let rank = color.fold_wb(square.rank() as i32, 7 - square.rank() as i32);
    (3..=5).contains(&rank)
        && own_pawn_attacks.contains(square)
        && (front_span(square, color) & enemy_pawns).is_empty()
}

/// Scales down scores that are hard to win: without pawns an extra minor piece is not enough, and endings with bishops of
/// opposite colours tend to be drawn.
fn scale_drawish(board: &Board, score: i32) -> i32 {
    let strong = if score > 0 {
        Color::White
    } else {
        Color::Black
    };
    let own = board.by_color(strong);
    let worth = |color: Color| -> i32 {
        let men = board.by_color(color);
        3 * ((board.knights() | board.bishops()) & men).count() as i32
            + 5 * (board.rooks() & men).count() as i32
            + 9 * (board.queens() & men).count() as i32
    };
    if (own & board.pawns()).is_empty() && worth(strong) - worth(!strong) < 4 {
        return score / 8;
    }
    let pieces = board.occupied() & !(board.pawns() | board.kings());
    let bishops = board.bishops();
    let one_each = pieces == bishops && bishops.count() == 2 && (bishops & own).count() == 1;
    if one_each && (bishops & Bitboard::DARK_SQUARES).count() == 1 {
        return score / 2;
    }
    score
}
