//! What judges a position: mostly a weighted sum of features. A module an evaluation.

pub mod acpp;
pub mod evochess;
pub mod falcon;
pub mod staunton;

use std::marker::PhantomData;

use shakmaty::{Chess, Move, Position};
use wide::i16x8;

/// One number a feature: what is counted in a position, or the weights. The length is even, for SIMD multiplies pairs; an
/// unused place is zero.
///
/// Features are from the point of view of the side to move: own minus the opponent's. Weights are in such units that
/// `weights . features` is a score in sixteenths of a millipawn.
pub trait Vector: Copy + Ord + std::fmt::Debug + Send + Sync + AsRef<[i16]> + 'static {
    /// The same as pairs of neighbours, each pair spread over a SIMD register.
    type Pairs: Copy + AsRef<[i16x8]>;

    /// Nothing of anything.
    const ZERO: Self;

    /// From the pair with each number.
    fn pairs(pair: impl FnMut(usize) -> i16x8) -> Self::Pairs;
}

macro_rules! vector {
    ($width:literal) => {
        impl Vector for [i16; $width] {
            type Pairs = [i16x8; $width / 2];

            const ZERO: Self = [0; $width];

            fn pairs(pair: impl FnMut(usize) -> i16x8) -> Self::Pairs {
                std::array::from_fn(pair)
            }
        }
    };
}

vector!(16);
vector!(36);

/// Scores are integers in sixteenths of a millipawn: fine enough that a positional gene has eleven useful bits.
pub const UNITS_PER_MILLIPAWN: i32 = 16;

/// A hundredth of a pawn of 1000 millipawns.
pub const CENTIPAWN: i32 = 10 * UNITS_PER_MILLIPAWN;

/// The score of having mated; being mated `n` plies later is worth `n` less. No weighted sum comes near it.
pub const MATE: i32 = 1 << 30;

/// Scores from here to [`MATE`] are mates: no search is so many plies deep.
pub const MATE_BOUND: i32 = MATE - 1000;

/// Judges the leaves of a search. It may keep what it needs along the path from the root, so as not to count anew.
pub trait Evaluate {
    /// What is kept of a position.
    type Kept: Clone + PartialEq + std::fmt::Debug + Send;

    /// Counted from scratch.
    fn keep(&self, position: &Chess) -> Self::Kept;

    /// After the legal move `m` in `before`; equal to [`Evaluate::keep`] of the position that arises.
    fn follow(&self, kept: &Self::Kept, before: &Chess, m: Move) -> Self::Kept;

    /// The score for the side to move, in sixteenths of a millipawn, well inside [`MATE_BOUND`].
    fn evaluate(&mut self, position: &Chess, kept: &Self::Kept) -> i32;

    /// What the score is the sum of; empty where it is no plain sum.
    fn terms(&self, _: &Chess) -> Vec<Term> {
        Vec::new()
    }
}

/// A part of a score that is a sum, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The field's name for what it weighs.
    pub name: &'static str,
    /// What the weight multiplies, exactly.
    pub meaning: &'static str,
    /// How often the position has it, own minus the opponent's.
    pub count: f64,
    /// What it adds to the score, in sixteenths of a millipawn.
    pub score: i32,
}

/// A weighted sum of features as a judge of leaves.
#[derive(Debug)]
pub struct Weighted<E: Evaluation> {
    weights: E::Vector,
    evaluation: PhantomData<E>,
}

impl<E: Evaluation> Weighted<E> {
    /// With these weights.
    pub const fn new(weights: E::Vector) -> Self {
        Self {
            weights,
            evaluation: PhantomData,
        }
    }
}

// Not derived: that would ask the same of `E`, of which there is no value.
impl<E: Evaluation> Clone for Weighted<E> {
    fn clone(&self) -> Self {
        Self::new(self.weights)
    }
}

impl<E: Evaluation> PartialEq for Weighted<E> {
    fn eq(&self, other: &Self) -> bool {
        self.weights == other.weights
    }
}

impl<E: Evaluation> Evaluate for Weighted<E> {
    type Kept = ();

    fn keep(&self, _: &Chess) {}

    fn follow(&self, (): &(), _: &Chess, _: Move) {}

    fn evaluate(&mut self, position: &Chess, (): &()) -> i32 {
        score(&self.weights, &E::features(position))
    }

    fn terms(&self, position: &Chess) -> Vec<Term> {
        let counted = E::features(position);
        let weighed = counted.as_ref().iter().zip(self.weights.as_ref());
        E::described()
            .zip(weighed)
            .map(|(described, (count, weight))| Term {
                name: described.name,
                meaning: described.meaning,
                count: f64::from(*count) / f64::from(described.scale),
                score: i32::from(*count) * i32::from(*weight),
            })
            .collect()
    }
}

/// Turns a position into features. The search is generic over it; each system has its own.
pub trait Evaluation {
    /// Room for its features.
    type Vector: Vector;

    /// The features of `position`, side to move minus opponent.
    fn features(position: &Chess) -> Self::Vector;

    /// What they are, in their order.
    fn described() -> impl Iterator<Item = Described>;
}

/// What people read of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Described {
    /// The field's name.
    pub name: &'static str,
    /// What is counted, exactly.
    pub meaning: &'static str,
    /// What a vector holds for a count of one.
    pub scale: i32,
}

/// The score of `features` under `weights`, in sixteenths of a millipawn.
pub fn score<V: Vector>(weights: &V, features: &V) -> i32 {
    weights
        .as_ref()
        .iter()
        .zip(features.as_ref())
        .map(|(weight, feature)| i32::from(*weight) * i32::from(*feature))
        .sum()
}

/// Whether the side to move, not in check, has no legal move.
///
/// Most positions are settled without generating moves: a pawn with an empty square before it that
/// stands on no line with its king can move.
pub fn is_stalemate(position: &Chess) -> bool {
    let board = position.board();
    let turn = position.turn();
    let pawns = position.our(shakmaty::Role::Pawn);
    let blocked = turn.fold_wb(board.occupied().shift(-8), board.occupied().shift(8));
    let unaligned = board.king_of(turn).map_or(pawns, |king| {
        pawns & !shakmaty::attacks::queen_attacks(king, shakmaty::Bitboard::EMPTY)
    });
    (unaligned & !blocked).is_empty() && position.legal_moves().is_empty()
}
