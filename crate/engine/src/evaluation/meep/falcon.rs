//! Falcon's features beside Meep's own: an option (our choice). They tell above all which men are attacked, which the 1,812 do not.
//!
//! They count alike in all stages of the game, as they do in Falcon.

use shakmaty::Chess;

use super::{Active, FEATURES};
use crate::evaluation::{
    CENTIPAWN, Evaluation,
    falcon::{Falcon, Feature},
};

/// The first of Falcon's features count the men, which Meep's do too.
const MEN: usize = 5;

/// How many of Falcon's features there are here.
pub const FALCON: usize = Falcon::FEATURES.len() - MEN;

/// All features, Falcon's included: they are the last.
pub const WITH_FALCON: usize = FEATURES + FALCON;

/// Falcon's features count in parts of this; all others count whole.
const PARTS: i32 = CENTIPAWN;

/// Names and definitions, in the order of the weights.
pub fn falcon_features() -> &'static [Feature] {
    &Falcon::FEATURES[MEN..]
}

/// What a feature's count is to be divided by.
pub const fn parts(feature: usize) -> i32 {
    if feature < FEATURES { 1 } else { PARTS }
}

/// Meep's own features, and Falcon's.
pub fn split(features: Active<'_>) -> (Active<'_>, Active<'_>) {
    features.split_at(features.partition_point(|(at, _)| usize::from(*at) < FEATURES))
}

/// The counts in a position, in parts.
pub(super) fn counts(position: &Chess) -> [i16; FALCON] {
    let counts = Falcon::features(position);
    std::array::from_fn(|at| counts[MEN + at])
}

/// What counts, each with its weight, come to. The sum is divided, not each term, so that as little as possible is lost.
pub(super) fn weigh(pairs: impl Iterator<Item = (i16, i32)>) -> i32 {
    let terms = pairs.map(|(count, weight)| i64::from(count) * i64::from(weight));
    (terms.sum::<i64>() / i64::from(PARTS)) as i32
}
