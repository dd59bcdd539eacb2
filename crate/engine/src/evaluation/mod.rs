//! Evaluation functions, one per module. Most are weighted sums of features.

pub mod acpp;
pub mod evochess;
pub mod falcon;
pub mod meep;
pub mod staunton;

use std::marker::PhantomData;

use bytemuck::cast;
use shakmaty::{CastlingSide, Chess, Color, Move, Position, Role, Square};
use wide::{i16x8, i32x4};

/// One number per feature: either the counts in a position or the weights. The length is even because SIMD multiplies pairs;
/// unused elements are zero.
///
/// Features are from the point of view of the side to move: own count minus the opponent's. Weights are scaled so that
/// `weights . features` is a score in sixteenths of a millipawn.
pub trait Vector:
    Copy + Ord + std::fmt::Debug + Send + Sync + AsRef<[i16]> + AsMut<[i16]> + 'static
{
    /// The same numbers as adjacent pairs, one SIMD register per pair.
    type Pairs: Copy + AsRef<[i16x8]>;

    /// Builds the pairs from their indices.
    fn pairs(pair: impl FnMut(usize) -> i16x8) -> Self::Pairs;
}

macro_rules! vector {
    ($width:literal) => {
        impl Vector for [i16; $width] {
            type Pairs = [i16x8; $width / 2];

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

/// The score of a mate on the board; a mate in `n` plies scores `n` less. No static evaluation comes near it.
pub const MATE: i32 = 1 << 30;

/// Scores from here to [`MATE`] are mate scores: no search is 1000 plies deep.
pub const MATE_BOUND: i32 = MATE - 1000;

/// Evaluates the leaves of a search. It may maintain an accumulator incrementally along the path from the root, as
/// efficiently updatable evaluations do, instead of counting every position from scratch.
pub trait Evaluate {
    /// The incrementally updated part of the evaluation; `()` where there is none.
    type Accumulator: Clone + PartialEq + std::fmt::Debug + Send;

    /// Computes the accumulator of a position from scratch. It depends on the men alone, whoever is to move.
    fn refresh(&self, position: &Chess) -> Self::Accumulator;

    /// Updates the accumulator of `before` for the legal move `m`. The result equals [`Evaluate::refresh`] of the position
    /// after the move.
    fn update(&self, accumulator: &Self::Accumulator, before: &Chess, m: Move)
    -> Self::Accumulator;

    /// The static evaluation for the side to move, in sixteenths of a millipawn, well inside [`MATE_BOUND`].
    fn evaluate(&mut self, position: &Chess, accumulator: &Self::Accumulator) -> i32;

    /// The terms of the score, for display; empty where the score is not a plain sum.
    fn terms(&self, _: &Chess) -> Vec<Term> {
        Vec::new()
    }
}

/// Tells which men a legal move removes, with the sign -1, and which it puts on the board, with +1: what an accumulator of men needs to
/// be updated.
#[inline]
fn changed_men(before: &Chess, m: Move, mut change: impl FnMut(i32, Color, Role, Square)) {
    let us = before.turn();
    match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            change(-1, us, role, from);
            if let Some(victim) = capture {
                change(-1, !us, victim, to);
            }
            change(1, us, promotion.unwrap_or(role), to);
        }
        Move::EnPassant { from, to } => {
            let victim = Square::from_coords(to.file(), from.rank());
            change(-1, us, Role::Pawn, from);
            change(-1, !us, Role::Pawn, victim);
            change(1, us, Role::Pawn, to);
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            change(-1, us, Role::King, king);
            change(-1, us, Role::Rook, rook);
            change(1, us, Role::King, side.king_to(us));
            change(1, us, Role::Rook, side.rook_to(us));
        }
        Move::Put { .. } => {}
    }
}

/// What a piece adds to the phase of the game, which falls from 24 to 0 as pieces are exchanged.
const fn phase_weight(role: Role) -> i32 {
    match role {
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
        Role::Pawn | Role::King => 0,
    }
}

/// One term of a score, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The name of the feature.
    pub name: &'static str,
    /// What the weight multiplies, exactly.
    pub meaning: &'static str,
    /// The count of the feature, own minus the opponent's.
    pub count: f64,
    /// Its contribution to the score, in sixteenths of a millipawn.
    pub score: i32,
}

/// A weighted sum of features as an evaluation of leaves.
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

// Not derived: `derive` would require `E: Clone` although no value of `E` exists.
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
    type Accumulator = ();

    fn refresh(&self, _: &Chess) {}

    fn update(&self, (): &(), _: &Chess, _: Move) {}

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

/// Extracts the features of a position. The search is generic over it; each system has its own.
pub trait Evaluation {
    /// The feature vector.
    type Vector: Vector;

    /// The same numbers as they are stored between generations: in fewer bytes, where that is possible.
    type Packed: Copy + Send;

    /// The features of `position`, side to move minus opponent.
    fn features(position: &Chess) -> Self::Vector;

    /// `None` for features that do not fit: the caller keeps them as they are, or counts them again.
    fn pack(features: &Self::Vector) -> Option<Self::Packed>;

    /// What [`spread`] makes of the features that were packed.
    fn spread_packed(packed: &Self::Packed) -> <Self::Vector as Vector>::Pairs;

    /// The descriptions of the features, in the order of the vector.
    fn described() -> impl Iterator<Item = Described>;
}

/// The description of a feature, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Described {
    /// Its name.
    pub name: &'static str,
    /// What is counted, exactly.
    pub meaning: &'static str,
    /// The value in the vector for a count of one.
    pub scale: i32,
}

/// Every pair of features, in all lanes of a register: what the [pairs](Vector::Pairs) of weights are multiplied by.
pub fn spread<V: Vector>(features: &V) -> V::Pairs {
    let features = features.as_ref();
    V::pairs(|pair| {
        let low = i32::from(features[2 * pair]) & 0xffff;
        let high = i32::from(features[2 * pair + 1]) << 16;
        cast(i32x4::splat(low | high))
    })
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
/// Most positions are decided without generating moves: a pawn with an empty square in front of it can move unless it
/// could be pinned, that is unless it shares a line with its king.
pub fn is_stalemate(position: &Chess) -> bool {
    let board = position.board();
    let turn = position.turn();
    let pawns = position.our(Role::Pawn);
    let blocked = turn.fold_wb(board.occupied().shift(-8), board.occupied().shift(8));
    let unaligned = board.king_of(turn).map_or(pawns, |king| {
        pawns & !shakmaty::attacks::queen_attacks(king, shakmaty::Bitboard::EMPTY)
    });
    (unaligned & !blocked).is_empty() && position.legal_moves().is_empty()
}
