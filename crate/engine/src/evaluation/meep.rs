//! Meep's evaluation: a weighted sum of 1,812 features that mostly hold or do not (Veness, Silver, Uther and Blair 2009). All weights
//! are learned.
//!
//! A feature counts the side to move's men and those of the opponent with opposite signs, each seen from its own side of the board. So the
//! score of a position with colours exchanged is the negative. A position belongs to one of three stages by the pieces that are
//! left, and only the features of that stage hold: about a hundred.
//!
//! An evaluation may have some of [Falcon's features](falcon_features) besides. What is said of 1,812 features is said of those without.

mod falcon;
mod families;
mod side;
mod values;

use std::sync::Arc;

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square};

use self::side::{
    Sink, count_feature, king_safety, pawn_structure, pieces, shelter, square_feature, turned,
};
pub use self::{
    falcon::{FALCON, WITH_FALCON, falcon_features, parts, split},
    families::{FAMILIES, FEATURES, Family, PER_STAGE, STAGES, place_of},
    values::{VALUED, piece_values},
};
use crate::evaluation::{Evaluate, Term, changed_men, phase_weight};

/// The largest weight, and the smallest with the sign changed: no position has so many features that a score comes near a mate.
pub const LARGEST_WEIGHT: i32 = 1 << 20;

/// A weight for each feature, in sixteenths of a millipawn: stage by stage, each in the order of [`FAMILIES`], then those of
/// [`falcon_features`] where it has them. Clones share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(Arc<[i32]>);

impl Weights {
    /// These weights; `None` unless there are [`FEATURES`] or [`WITH_FALCON`] of at most [`LARGEST_WEIGHT`].
    pub fn new(weights: &[i32]) -> Option<Self> {
        let fits = |weight: &i32| weight.unsigned_abs() <= LARGEST_WEIGHT.unsigned_abs();
        let all = is_number_of_features(weights.len()) && weights.iter().all(fits);
        all.then(|| Self(weights.into()))
    }

    /// All of them.
    pub fn as_slice(&self) -> &[i32] {
        &self.0
    }

    fn of(&self, stage: usize) -> &[i32] {
        &self.0[stage * PER_STAGE..][..PER_STAGE]
    }

    /// Those of Falcon's features; none where the evaluation is without.
    fn of_falcon(&self) -> &[i32] {
        &self.0[FEATURES..]
    }
}

/// Whether evaluations have so many: with Falcon's features or without.
pub const fn is_number_of_features(number: usize) -> bool {
    matches!(number, FEATURES | WITH_FALCON)
}

/// Features with how often each holds, in [`parts`]; in the order of their numbers.
pub type Active<'a> = &'a [(u16, i16)];

/// The features of a position that do not cancel out: for the side to move, minus the opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features(Vec<(u16, i16)>);

impl Features {
    /// Those of a position that these weights know: with Falcon's, or without.
    pub fn known_to(weights: &Weights, position: &Chess) -> Self {
        match weights.of_falcon() {
            [] => Self::of(position),
            _ => Self::with_falcon(position),
        }
    }

    /// Those of a position with Falcon's.
    pub fn with_falcon(position: &Chess) -> Self {
        let mut features = Self::of(position);
        let counts = falcon::counts(position).into_iter().enumerate();
        let counts = counts.filter(|(_, count)| *count != 0);
        let numbered = counts.map(|(at, count)| ((FEATURES + at) as u16, count));
        features.0.extend(numbered);
        features
    }

    /// Those of a position without Falcon's.
    pub fn of(position: &Chess) -> Self {
        let mut counted = Counted {
            counts: [0; PER_STAGE],
            sign: 1,
        };
        let sides = [(position.turn(), 1), (!position.turn(), -1)];
        let seen = sides.map(|(color, _)| side::men(position, color));
        let attacks = [0, 1].map(|side| {
            let (color, sign) = sides[side];
            counted.sign = sign;
            men(position, color, &mut counted);
            structure(position, color, &mut counted);
            sheltered(position, color, &mut counted);
            pieces(&seen[side], &mut counted)
        });
        for (side, (_, sign)) in sides.into_iter().enumerate() {
            counted.sign = sign;
            king_safety(
                &seen[side],
                &attacks[side],
                &attacks[1 - side],
                &mut counted,
            );
        }
        let first = stage(phase(position)) * PER_STAGE;
        let active = counted.counts.iter().enumerate();
        Self(
            active
                .filter(|(_, count)| **count != 0)
                .map(|(at, count)| ((first + at) as u16, i16::from(*count)))
                .collect(),
        )
    }

    /// Number and count of each.
    pub fn as_slice(&self) -> Active<'_> {
        &self.0
    }

    /// The score for the side to move, in sixteenths of a millipawn.
    ///
    /// # Panics
    /// If there are features that these weights do not know.
    pub fn score(&self, weights: &Weights) -> i32 {
        let (own, falcon) = split(&self.0);
        let weight = |at: u16| weights.0[usize::from(at)];
        let weigh = |(at, count): &(u16, i16)| weight(*at) * i32::from(*count);
        let pairs = falcon.iter().map(|(at, count)| (*count, weight(*at)));
        own.iter().map(weigh).sum::<i32>() + falcon::weigh(pairs)
    }
}

/// The features of a stage, counted.
struct Counted {
    counts: [i8; PER_STAGE],
    sign: i8,
}

impl Sink for Counted {
    fn add(&mut self, feature: usize, count: i32) {
        self.counts[feature] += self.sign * count as i8;
    }
}

/// Their sum, weighed.
struct Weighed<'a> {
    weights: &'a [i32],
    sum: i32,
}

impl Sink for Weighed<'_> {
    #[inline]
    fn add(&mut self, feature: usize, count: i32) {
        self.sum += self.weights[feature] * count;
    }
}

/// The same for every stage.
struct WeighedByStage<'a> {
    weights: &'a [i32],
    sums: [i32; STAGES.len()],
}

impl Sink for WeighedByStage<'_> {
    #[inline]
    fn add(&mut self, feature: usize, count: i32) {
        for (stage, sum) in self.sums.iter_mut().enumerate() {
            *sum += self.weights[stage * PER_STAGE + feature] * count;
        }
    }
}

/// The number and the squares of a side's men.
fn men(position: &Chess, color: Color, sink: &mut impl Sink) {
    for (square, piece) in position.board() {
        if piece.color == color {
            sink.one(square_feature(piece.role, color, square));
            if let Some(count) = count_feature(piece.role) {
                sink.one(count);
            }
        }
    }
}

fn structure(position: &Chess, color: Color, sink: &mut impl Sink) {
    let board = position.board();
    let of = |color_of| turned(board.pawns() & board.by_color(color_of), color);
    pawn_structure(of(color), of(!color), sink);
}

fn sheltered(position: &Chess, color: Color, sink: &mut impl Sink) {
    let board = position.board();
    let of = |color_of| turned(board.pawns() & board.by_color(color_of), color);
    if let Some(king) = board.king_of(color) {
        let king = color.fold_wb(king, king.flip_vertical());
        shelter(king, of(color), of(!color), sink);
    }
}

fn phase(position: &Chess) -> i32 {
    let board = position.board();
    let minors = (board.knights() | board.bishops()).count();
    (minors + 2 * board.rooks().count() + 4 * board.queens().count()) as i32
}

/// The stage of a phase: 17 and more are the opening, down from 7 it is the endgame (our choice).
const fn stage(phase: i32) -> usize {
    match phase {
        17.. => 0,
        8.. => 1,
        _ => 2,
    }
}

/// The incrementally updated part: what the number and the squares of the men are worth in each stage, White's minus Black's, and the
/// phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    sums: [i32; STAGES.len()],
    phase: i32,
}

/// An entry of the table of pawn structures.
#[derive(Clone, Copy, Debug)]
struct Pawns {
    white: u64,
    black: u64,
    /// By stage, White's minus Black's.
    sums: [i32; STAGES.len()],
    /// White's and Black's, behind these pawns.
    kings: [Option<Square>; 2],
    /// What the pawns before them are worth.
    shelters: [i32; STAGES.len()],
}

const PAWN_SLOTS: usize = 1 << 13;

/// No position has these pawns, on all squares.
const NO_PAWNS: Pawns = Pawns {
    white: !0,
    black: !0,
    sums: [0; STAGES.len()],
    kings: [None; 2],
    shelters: [0; STAGES.len()],
};

/// The evaluation with its tables.
#[derive(Clone, Debug)]
pub struct Meep {
    weights: Weights,
    /// What a man on a square is worth, by stage, role and square from White's side, its number with it.
    men: Arc<[[i32; 384]; STAGES.len()]>,
    /// Entries hold both sets of pawns, so that no collision gives a wrong score.
    pawns: Vec<Pawns>,
}

impl PartialEq for Meep {
    fn eq(&self, other: &Self) -> bool {
        self.weights == other.weights
    }
}

impl Meep {
    /// With these weights.
    pub fn new(weights: Weights) -> Self {
        let men = std::array::from_fn(|stage| {
            let weights = weights.of(stage);
            let mut men = [0; 384];
            for role in Role::ALL {
                for square in Square::ALL {
                    let is_possible = role != Role::Pawn || !Bitboard::BACKRANKS.contains(square);
                    if is_possible {
                        let count = count_feature(role).map_or(0, |feature| weights[feature]);
                        let value = weights[square_feature(role, Color::White, square)] + count;
                        men[of_man(role, square)] = value;
                    }
                }
            }
            men
        });
        Self {
            weights,
            men: Arc::new(men),
            pawns: vec![NO_PAWNS; PAWN_SLOTS],
        }
    }

    /// Adds a man, or removes it with the opposite `sign`.
    #[inline]
    fn count(&self, accumulator: &mut Accumulator, sign: i32, man: (Color, Role), square: Square) {
        let (color, role) = man;
        let at = of_man(role, color.fold_wb(square, square.flip_vertical()));
        let signed = color.fold_wb(sign, -sign);
        for (sum, men) in accumulator.sums.iter_mut().zip(&*self.men) {
            *sum += signed * men[at];
        }
        accumulator.phase += sign * phase_weight(role);
    }

    /// What the pawn structure and the pawns before the kings are worth in a stage, White's minus Black's.
    fn pawns(&mut self, position: &Chess, stage: usize) -> i32 {
        let board = position.board();
        let white = (board.pawns() & board.white()).0;
        let black = (board.pawns() & board.black()).0;
        let kings = [board.king_of(Color::White), board.king_of(Color::Black)];
        let mixed = (white ^ black.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let at = (mixed >> 51) as usize;
        let mut entry = self.pawns[at];
        let is_same = entry.white == white && entry.black == black;
        if is_same && entry.kings == kings {
            return entry.sums[stage] + entry.shelters[stage];
        }
        if !is_same {
            entry.sums = self.weigh(|color, sink| structure(position, color, sink));
        }
        // Kings move more often than pawns: the structure is kept.
        entry = Pawns {
            white,
            black,
            kings,
            shelters: self.weigh(|color, sink| sheltered(position, color, sink)),
            ..entry
        };
        self.pawns[at] = entry;
        entry.sums[stage] + entry.shelters[stage]
    }

    /// What Falcon's features are worth to the side to move.
    fn falcon(&self, position: &Chess) -> i32 {
        match self.weights.of_falcon() {
            [] => 0,
            weights => {
                let counts = falcon::counts(position).into_iter();
                falcon::weigh(counts.zip(weights.iter().copied()))
            }
        }
    }

    /// What some features of both sides are worth in each stage, White's minus Black's.
    fn weigh(&self, find: impl Fn(Color, &mut WeighedByStage<'_>)) -> [i32; STAGES.len()] {
        let [white, black] = [Color::White, Color::Black].map(|color| {
            let mut sink = WeighedByStage {
                weights: self.weights.as_slice(),
                sums: [0; STAGES.len()],
            };
            find(color, &mut sink);
            sink.sums
        });
        std::array::from_fn(|stage| white[stage] - black[stage])
    }
}

fn of_man(role: Role, square: Square) -> usize {
    (role as usize - 1) * 64 + usize::from(square)
}

impl Evaluate for Meep {
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
        let stage = stage(accumulator.phase);
        let pawns = self.pawns(position, stage);
        let weights = self.weights.of(stage);
        let (mut white, mut black) = (Weighed { weights, sum: 0 }, Weighed { weights, sum: 0 });
        let white_men = side::men(position, Color::White);
        let black_men = side::men(position, Color::Black);
        let white_attacks = pieces(&white_men, &mut white);
        let black_attacks = pieces(&black_men, &mut black);
        king_safety(&white_men, &white_attacks, &black_attacks, &mut white);
        king_safety(&black_men, &black_attacks, &white_attacks, &mut black);
        let score = accumulator.sums[stage] + pawns + white.sum - black.sum;
        position.turn().fold_wb(score, -score) + self.falcon(position)
    }

    /// One term a family, and one for each of Falcon's features.
    fn terms(&self, position: &Chess) -> Vec<Term> {
        let features = Features::of(position);
        let of = |family: &Family| {
            let mut term = Term {
                name: family.title(),
                meaning: family.meaning,
                count: 0.0,
                score: 0,
            };
            for (at, count) in features.as_slice() {
                let at = usize::from(*at);
                if (family.first..family.end()).contains(&(at % PER_STAGE)) {
                    term.count += f64::from(*count);
                    term.score += self.weights.0[at] * i32::from(*count);
                }
            }
            term
        };
        let counts = falcon::counts(position).into_iter();
        let falcon = falcon_features().iter().zip(counts);
        let falcon = falcon.zip(self.weights.of_falcon());
        let falcon = falcon.map(|((feature, count), weight)| Term {
            name: feature.name,
            meaning: feature.definition,
            count: f64::from(count) / f64::from(parts(FEATURES)),
            score: falcon::weigh(std::iter::once((count, *weight))),
        });
        FAMILIES.iter().map(of).chain(falcon).collect()
    }
}
