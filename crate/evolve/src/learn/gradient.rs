//! What searches ask of the weights: for each the sum of differences times features.

use std::ops::AddAssign;

use millipawn_engine::{
    evaluation::meep::{Active, FEATURES, Features, parts, split},
    search::table::Bound,
};

/// What was learned from, counted. Sums of integers: searches and games are added in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Searches.
    pub searches: u64,
    /// Positions that were looked at, by what was known of them: an exact score, a lower bound, an upper bound.
    pub positions: [u64; 3],
    /// Those of them whose evaluation should change.
    pub changed: [u64; 3],
    /// The sum of the differences' squares.
    pub squared_differences: u128,
    /// The sum of the evaluations' squares.
    pub squared_evaluations: u128,
    /// The sum of the features' squares, of the positions whose evaluation should change: what a step is measured by.
    pub squared_features: u64,
}

impl Tally {
    /// Takes note of a position with these features, which was evaluated as `own` and should change by `difference`, by what `bound` says
    /// of it.
    pub fn note(&mut self, features: Active<'_>, bound: Bound, own: i32, difference: i32) {
        let kind = match bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        self.positions[kind] += 1;
        self.changed[kind] += u64::from(difference != 0);
        // The squares fit: products of 128 bits would be slow in wasm.
        let square = |number: i32| u128::from(u64::from(number.unsigned_abs()).pow(2));
        self.squared_differences += square(difference);
        self.squared_evaluations += square(own);
        if difference != 0 {
            self.squared_features += squares(features);
        }
    }

    /// Positions that were looked at.
    pub fn all_positions(&self) -> u64 {
        self.positions.iter().sum()
    }

    /// Positions whose evaluation should change.
    pub fn all_changed(&self) -> u64 {
        self.changed.iter().sum()
    }

    /// The share of positions whose evaluation should change; 0 without any.
    pub fn share_changed(&self) -> f64 {
        self.all_changed() as f64 / self.all_positions().max(1) as f64
    }

    /// The root of the mean squared difference, in sixteenths of a millipawn.
    pub fn error(&self) -> f64 {
        (self.squared_differences as f64 / self.all_positions().max(1) as f64).sqrt()
    }

    /// The root of the mean squared evaluation, in sixteenths of a millipawn.
    pub fn size(&self) -> f64 {
        (self.squared_evaluations as f64 / self.all_positions().max(1) as f64).sqrt()
    }
}

impl Tally {
    /// Bytes of a tally.
    pub const BYTES: usize = 8 * 8 + 2 * 16;

    /// Searches, squared features, positions and those that changed by their bounds (u64), squared differences and evaluations (u128);
    /// little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = [self.searches, self.squared_features];
        let numbers = numbers.iter().chain(&self.positions).chain(&self.changed);
        let sums = [self.squared_differences, self.squared_evaluations];
        numbers
            .flat_map(|number| number.to_le_bytes())
            .chain(sums.into_iter().flat_map(u128::to_le_bytes))
            .collect()
    }

    /// Inverse of [`Tally::to_bytes`]; `None` of other bytes, or of numbers that no run comes to.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, sums) = bytes.split_at_checked(8 * 8)?;
        let numbers = numbers.as_chunks().0.iter().copied();
        let numbers: Vec<u64> = numbers.map(u64::from_le_bytes).collect();
        let sums = sums.as_chunks();
        let [differences, evaluations] = sums.0 else {
            return None;
        };
        let [differences, evaluations] =
            [differences, evaluations].map(|sum| u128::from_le_bytes(*sum));
        let is_possible = numbers.iter().all(|number| *number <= MOST)
            && differences.max(evaluations) <= u128::from(MOST) << 64
            && sums.1.is_empty();
        is_possible.then_some(Self {
            searches: numbers[0],
            squared_features: numbers[1],
            positions: [numbers[2], numbers[3], numbers[4]],
            changed: [numbers[5], numbers[6], numbers[7]],
            squared_differences: differences,
            squared_evaluations: evaluations,
        })
    }
}

/// No run comes to so many of anything, and no sum of so many overflows.
const MOST: u64 = 1 << 48;

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.searches += other.searches;
        for kind in 0..3 {
            self.positions[kind] += other.positions[kind];
            self.changed[kind] += other.changed[kind];
        }
        self.squared_differences += other.squared_differences;
        self.squared_evaluations += other.squared_evaluations;
        self.squared_features += other.squared_features;
    }
}

/// A sum of lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gradient {
    /// For each weight the sum of difference times feature, in sixteenths of a millipawn and [`parts`].
    sums: Vec<i64>,
    /// What they come from.
    pub tally: Tally,
}

impl Gradient {
    /// Of so many weights, before the first lesson.
    pub fn new(weights: usize) -> Self {
        Self {
            sums: vec![0; weights],
            tally: Tally::default(),
        }
    }

    /// A position with these features was evaluated as `own` and should change by `difference`, by what `bound` says of it.
    pub fn add(&mut self, features: Active<'_>, bound: Bound, own: i32, difference: i32) {
        self.tally.note(features, bound, own, difference);
        if difference != 0 {
            for (feature, count) in features {
                self.sums[usize::from(*feature)] += i64::from(difference) * i64::from(*count);
            }
        }
    }

    /// The same of a position's own list and an exact score.
    pub fn add_position(&mut self, features: &Features, own: i32, difference: i32) {
        self.add(features.as_slice(), Bound::Exact, own, difference);
    }

    /// One sum for each weight, in [`parts`].
    pub fn sums(&self) -> &[i64] {
        &self.sums
    }

    /// The same as floating-point numbers, and whole.
    pub fn floats(&self) -> impl Iterator<Item = f64> {
        let sums = self.sums.iter().enumerate();
        sums.map(|(feature, sum)| *sum as f64 / f64::from(parts(feature)))
    }
}

/// The sum of the squares of what the features count, rounded down.
fn squares(features: Active<'_>) -> u64 {
    let sum = |features: Active<'_>| -> i64 {
        let squares = features.iter().map(|(_, count)| i64::from(*count).pow(2));
        squares.sum()
    };
    let (own, falcon) = split(features);
    (sum(own) + sum(falcon) / i64::from(parts(FEATURES)).pow(2)) as u64
}
