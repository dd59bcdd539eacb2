//! Which examples are learned from and which only measured on.

use millipawn_engine::TrainingSet;

/// Indices into a training set, each half in the set's order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// Learned from.
    pub training: Vec<u32>,
    /// Measured on.
    pub held_out: Vec<u32>,
}

impl Split {
    /// Divides by game, so that no game is on both sides: a game is held out when its name, spread over all 32-bit
    /// numbers, falls into the first `share` of them (our choice: the same for every run on the same games).
    pub fn of(set: &TrainingSet, share: f64) -> Self {
        let limit = (share * 4_294_967_296.0) as u64;
        let mut split = Self::default();
        for (index, example) in set.iter().enumerate() {
            let spread = example.game.wrapping_mul(0x9e37_79b1);
            let side = if u64::from(spread) < limit {
                &mut split.held_out
            } else {
                &mut split.training
            };
            side.push(index as u32);
        }
        split
    }
}
