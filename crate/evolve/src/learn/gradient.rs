//! What a search asks of the weights: for each the sum of differences times features.

use millipawn_engine::evaluation::meep::{FEATURES, Features};

/// A sum of lessons. Sums of several searches or games are added in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gradient {
    /// For each weight the sum of difference times feature, in sixteenths of a millipawn.
    sums: Vec<i64>,
    /// Positions that were looked at.
    pub positions: u64,
    /// Those whose evaluation should change.
    pub changed: u64,
    /// The sum of the differences' squares.
    pub squared_differences: u128,
    /// The sum of the evaluations' squares.
    pub squared_evaluations: u128,
}

impl Default for Gradient {
    fn default() -> Self {
        Self {
            sums: vec![0; FEATURES],
            positions: 0,
            changed: 0,
            squared_differences: 0,
            squared_evaluations: 0,
        }
    }
}

impl Gradient {
    /// A position with these features was evaluated as `own` and should change by `difference`.
    pub fn add(&mut self, features: &[(u16, i8)], own: i32, difference: i32) {
        self.positions += 1;
        self.squared_evaluations += u128::from(own.unsigned_abs()).pow(2);
        if difference == 0 {
            return;
        }
        self.changed += 1;
        self.squared_differences += u128::from(difference.unsigned_abs()).pow(2);
        for (feature, count) in features {
            self.sums[usize::from(*feature)] += i64::from(difference) * i64::from(*count);
        }
    }

    /// The same of a position's own list.
    pub fn add_position(&mut self, features: &Features, own: i32, difference: i32) {
        self.add(features.as_slice(), own, difference);
    }

    /// One sum for each weight.
    pub fn sums(&self) -> &[i64] {
        &self.sums
    }

    /// The share of positions whose evaluation should change; 0 without any.
    pub fn share_changed(&self) -> f64 {
        self.changed as f64 / self.positions.max(1) as f64
    }
}
