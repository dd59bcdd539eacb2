//! How the gradient of a search becomes a change of the weights: plainly, or with a step of its own for each weight.
//!
//! Only sums, products, quotients and square roots are taken: they are the same everywhere.

use std::num::NonZeroU32;

use millipawn_engine::evaluation::{UNITS_PER_MILLIPAWN, meep::is_number_of_features};

use super::size::Size;

/// A way to take steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Optimizer {
    /// The rate times the gradient: the paper's.
    #[default]
    Plain,
    /// The same, times how much the changes of a weight have agreed so far: the size of their sum over the sum of their sizes
    /// (Beal and Smith 1999).
    TemporalCoherence,
    /// The mean gradient over the root of the mean squared one (Kingma and Ba 2015). The step is in millipawns a search.
    Adam,
}

/// How much of its means Adam keeps at each step, as published.
const KEPT: [f64; 2] = [0.9, 0.999];

impl Optimizer {
    /// All.
    pub const ALL: [Self; 3] = [Self::Plain, Self::TemporalCoherence, Self::Adam];

    /// Their identifiers, in the same order.
    pub const IDS: [&'static str; 3] = ["plain", "temporal-coherence", "adam"];

    /// Its identifier.
    pub const fn id(self) -> &'static str {
        Self::IDS[self as usize]
    }

    /// The optimizer of that identifier.
    pub fn from_id(id: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|optimizer| optimizer.id() == id)
    }

    /// What it knows of so many weights before the first search.
    pub fn memory(self, weights: usize) -> Memory {
        match self {
            Self::Plain => Memory(Vec::new()),
            Self::TemporalCoherence | Self::Adam => Memory(vec![[0.0; 2]; weights]),
        }
    }

    /// By how much a weight changes, in sixteenths of a millipawn, where `sum` is its gradient; `known` is what is known of it.
    pub(super) fn change(self, known: &mut [f64; 2], sum: f64, rate: f64, size: Size) -> f64 {
        match self {
            Self::Plain => rate * sum,
            Self::TemporalCoherence => {
                let change = rate * sum;
                let [agreed, all] = *known;
                *known = [agreed + change, all + change.abs()];
                if all > 0.0 {
                    change * (agreed.abs() / all)
                } else {
                    change
                }
            }
            // Most features do not hold in most positions: their means stay as they are (our choice).
            Self::Adam if sum == 0.0 => 0.0,
            Self::Adam => {
                let [mean, square] = *known;
                // The first gradient stands for those before it, instead of a correction of the bias (our choice).
                *known = if square > 0.0 {
                    [
                        KEPT[0] * mean + (1.0 - KEPT[0]) * sum,
                        KEPT[1] * square + (1.0 - KEPT[1]) * sum * sum,
                    ]
                } else {
                    [sum, sum * sum]
                };
                let (Size::Fixed(step) | Size::Relative(step)) = size;
                step * f64::from(UNITS_PER_MILLIPAWN) * known[0] / known[1].sqrt()
            }
        }
    }
}

/// What an optimizer knows of the weights: two numbers for each, or nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory(Vec<[f64; 2]>);

impl Memory {
    /// Whether it is what this optimizer knows of so many weights.
    pub fn is_of(&self, optimizer: Optimizer, weights: usize) -> bool {
        self.0.len() == optimizer.memory(weights).0.len()
    }

    pub(super) fn of_weight(&mut self, weight: usize) -> Option<&mut [f64; 2]> {
        self.0.get_mut(weight)
    }

    /// Goes on by `share` of `of` parts of what games changed, as weights do; sums are taken in the order of the games.
    #[must_use]
    pub fn changed<'a>(
        &self,
        games: impl Iterator<Item = &'a Self>,
        share: u32,
        of: NonZeroU32,
    ) -> Self {
        let mut sums = vec![[0.0; 2]; self.0.len()];
        for game in games {
            for ((sum, after), before) in sums.iter_mut().zip(&game.0).zip(&self.0) {
                for number in 0..2 {
                    sum[number] += after[number] - before[number];
                }
            }
        }
        let factor = f64::from(share) / f64::from(of.get());
        let changed = self.0.iter().zip(&sums);
        let changed =
            changed.map(|(before, sum)| [0, 1].map(|number| before[number] + factor * sum[number]));
        Self(changed.collect())
    }

    /// Sixteen bytes a weight, or none.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.0.as_flattened().iter();
        numbers.flat_map(|number| number.to_le_bytes()).collect()
    }

    /// Inverse of [`Memory::to_bytes`]; `None` of any other bytes, and of numbers that no run comes to.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, rest) = bytes.as_chunks();
        let numbers: Vec<f64> = numbers.iter().copied().map(f64::from_le_bytes).collect();
        let (pairs, odd) = numbers.as_chunks();
        let fits = rest.is_empty()
            && odd.is_empty()
            && (pairs.is_empty() || is_number_of_features(pairs.len()))
            && pairs.iter().all(|[_, second]| *second >= 0.0)
            && numbers.iter().all(|number| number.is_finite());
        fits.then(|| Self(pairs.to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use millipawn_engine::evaluation::meep::FEATURES;

    use super::*;

    const SIZE: Size = Size::Relative(0.5);

    fn changes(optimizer: Optimizer, sums: &[f64]) -> Vec<f64> {
        let mut known = [0.0; 2];
        let change = |sum: &f64| optimizer.change(&mut known, *sum, 0.25, SIZE);
        sums.iter().map(change).collect()
    }

    /// By hand: changes of 2, 2, -4 have a sum of 0 and sizes of 8, so that the fourth is not taken at all.
    #[test]
    fn changes_that_contradict_each_other_become_small() {
        let plain = changes(Optimizer::Plain, &[8.0, 8.0, -16.0, 8.0]);
        assert_eq!(plain, [2.0, 2.0, -4.0, 2.0]);
        let coherent = changes(Optimizer::TemporalCoherence, &[8.0, 8.0, -16.0, 8.0, 8.0]);
        assert_eq!(coherent, [2.0, 2.0, -4.0, 0.0, 2.0 * 2.0 / 10.0]);
    }

    /// Steady gradients of any size change a weight by the step: half a millipawn.
    #[test]
    fn adam_takes_steps_of_one_size() {
        for size in [1.0, 1e6] {
            let all = changes(Optimizer::Adam, &[size; 5]);
            assert!(
                all.iter().all(|change| (change - 8.0).abs() < 1e-9),
                "{all:?}"
            );
        }
        assert_eq!(changes(Optimizer::Adam, &[0.0, 0.0]), [0.0, 0.0]);
    }

    #[test]
    fn memories_are_bytes_and_back() {
        for optimizer in Optimizer::ALL {
            assert_eq!(Optimizer::from_id(optimizer.id()), Some(optimizer));
            let mut memory = optimizer.memory(FEATURES);
            if let Some(known) = memory.of_weight(7) {
                *known = [-1.5, 2.25];
            }
            let bytes = memory.to_bytes();
            assert_eq!(Memory::from_bytes(&bytes).as_ref(), Some(&memory));
            assert!(memory.is_of(optimizer, FEATURES));
            assert_eq!(Memory::from_bytes(&[&bytes[..], &[0]].concat()), None);
        }
        let mut bytes = Optimizer::Adam.memory(FEATURES).to_bytes();
        bytes[8..16].copy_from_slice(&f64::NAN.to_le_bytes());
        assert_eq!(Memory::from_bytes(&bytes), None);
    }

    #[test]
    fn a_share_of_what_games_changed_is_taken_over() {
        let of = |value: f64| Memory(vec![[value, 2.0 * value]; 3]);
        let four = NonZeroU32::new(4).expect("four");
        let games = [of(2.0), of(3.0), of(1.0), of(1.0)];
        let changed = of(1.0).changed(games.iter(), 2, four);
        assert_eq!(changed, of(1.0 + 0.5 * 3.0));
    }
}
