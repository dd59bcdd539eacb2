//! Evolution strategies: genomes of real numbers, each with the size of its own mutations, which is inherited and mutated too (Bäck,
//! Hoffmeister and Schwefel 1991). Gross et al. (2002) use them for two of EvoChess's modules and give no numbers: they are our choice.

use crate::genome::draw::Draws;

/// How large mutations are, as shares of a number's range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steps {
    /// At first.
    pub first: f64,
    /// At least: without a bound they would end.
    pub least: f64,
}

impl Steps {
    /// Seven of the 65,536 places of a number: smaller steps would hardly change it.
    pub const SMALLEST: f64 = 0.0001;
}

impl Default for Steps {
    fn default() -> Self {
        Self {
            first: 0.1,
            least: 0.005,
        }
    }
}

/// The whole range of a number.
const WHOLE: f64 = u16::MAX as f64;

/// A number with the size of its mutations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Real {
    /// Where it is in its range, from 0 to 65,535.
    pub value: u16,
    /// The standard deviation of its mutations, in the same unit; never 0.
    pub step: u16,
}

impl Real {
    /// Bytes of a number in a genome.
    pub const BYTES: usize = 4;

    /// Anywhere in its range.
    pub fn random(steps: Steps, draws: &mut Draws) -> Self {
        Self {
            value: draws.below(1 << 16) as u16,
            step: rounded(steps.first),
        }
    }

    /// The size of its mutations as a share of its range.
    pub fn step_share(self) -> f64 {
        f64::from(self.step) / WHOLE
    }

    /// What it stands for, of a range of whole numbers.
    pub fn within(self, low: i32, high: i32) -> i32 {
        let span = i64::from(high) - i64::from(low);
        let share = i64::from(self.value) * span;
        let half = i64::from(u16::MAX / 2);
        low + ((share + half) / i64::from(u16::MAX)) as i32
    }

    /// The number that stands for `whole` of this range.
    pub fn of(whole: i32, low: i32, high: i32) -> Self {
        Self {
            value: rounded(f64::from(whole - low) / f64::from(high - low)),
            step: rounded(Steps::default().first),
        }
    }

    /// Its bytes in a genome.
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let ([a, b], [c, d]) = (self.value.to_le_bytes(), self.step.to_le_bytes());
        [a, b, c, d]
    }

    /// Inverse of [`Real::to_bytes`]; `None` where the number could never change.
    pub fn from_bytes([a, b, c, d]: [u8; Self::BYTES]) -> Option<Self> {
        let step = u16::from_le_bytes([c, d]);
        let value = u16::from_le_bytes([a, b]);
        (step >= rounded(Steps::SMALLEST)).then_some(Self { value, step })
    }
}

/// The child of two parents, and where its numbers came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// Its numbers.
    pub reals: Vec<Real>,
    /// Whether each is of its second parent.
    pub is_of_second: Vec<bool>,
    /// Its numbers and the sizes of their mutations, before these mutated.
    pub before: Vec<Real>,
}

/// The child of two parents: each number of either, step sizes the mean of both; then all are mutated.
pub fn child(parents: [&[Real]; 2], steps: Steps, draws: &mut Draws) -> Child {
    let pairs = parents[0].iter().zip(parents[1]);
    let recombined = pairs.map(|(one, other)| {
        let is_of_first = draws.chance(0.5);
        let real = Real {
            value: if is_of_first { one.value } else { other.value },
            step: ((u32::from(one.step) + u32::from(other.step)) / 2) as u16,
        };
        (!is_of_first, real)
    });
    let (is_of_second, before): (Vec<bool>, Vec<Real>) = recombined.unzip();
    Child {
        reals: mutated(&before, steps.least, draws),
        is_of_second,
        before,
    }
}

/// With mutated step sizes, and then numbers: σ' = σ exp(τ' N + τ N_i), x' = x + σ' N_i, where N is drawn once for all, τ' = 1/√(2n) and
/// τ = 1/√(2√n). What leaves its range is reflected.
fn mutated(reals: &[Real], least: f64, draws: &mut Draws) -> Vec<Real> {
    let n = reals.len() as f64;
    let (of_all, of_each) = (
        1.0 / libm::sqrt(2.0 * n),
        1.0 / libm::sqrt(2.0 * libm::sqrt(n)),
    );
    let common = of_all * draws.normal();
    let mutate = |real: &Real| {
        let factor = libm::exp(common + of_each * draws.normal());
        let step = (f64::from(real.step) / WHOLE * factor).clamp(least, 1.0);
        let value = f64::from(real.value) / WHOLE + step * draws.normal();
        Real {
            value: rounded(reflected(value)),
            step: rounded(step),
        }
    };
    reals.iter().map(mutate).collect()
}

/// Of a number beyond the bounds 0 and 1, as from mirrors there.
fn reflected(value: f64) -> f64 {
    let folded = (value % 2.0 + 2.0) % 2.0;
    if folded > 1.0 { 2.0 - folded } else { folded }
}

fn rounded(share: f64) -> u16 {
    libm::round(share * WHOLE).clamp(0.0, WHOLE) as u16
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::genome::draw::Purpose;

    fn draws(seed: u64) -> Draws {
        Draws::derive(seed, 1, 0, Purpose::Breeding)
    }

    fn random(seed: u64, count: usize) -> Vec<Real> {
        let mut draws = draws(seed);
        (0..count)
            .map(|_| Real::random(Steps::default(), &mut draws))
            .collect()
    }

    #[test]
    fn a_child_is_the_same_for_ever() {
        let (one, other) = (random(1, 3), random(2, 3));
        let child = child([&one, &other], Steps::default(), &mut draws(3));
        let numbers: Vec<(u16, u16)> = child
            .reals
            .iter()
            .map(|real| (real.value, real.step))
            .collect();
        assert_eq!(numbers, [(43881, 3165), (31558, 3903), (55089, 1560)]);
    }

    #[test]
    fn numbers_beyond_a_bound_come_back() {
        for (value, inside) in [
            (0.3, 0.3),
            (-0.2, 0.2),
            (1.25, 0.75),
            (2.5, 0.5),
            (-1.75, 0.25),
        ] {
            assert!((reflected(value) - inside).abs() < 1e-12, "{value}");
        }
    }

    #[test]
    fn selection_makes_numbers_approach_what_is_asked_for() {
        let far = |reals: &[Real]| -> f64 {
            let distances = reals
                .iter()
                .map(|real| (f64::from(real.value) / WHOLE - 0.3).abs());
            distances.sum()
        };
        let mut draws = draws(5);
        let mut parents: Vec<Vec<Real>> = (0..5).map(|seed| random(seed, 28)).collect();
        let before = far(&parents[0]);
        for _ in 0..60 {
            let mut children: Vec<Vec<Real>> = (0..35)
                .map(|at| {
                    child(
                        [&parents[at % 5], &parents[at % 4]],
                        Steps::default(),
                        &mut draws,
                    )
                    .reals
                })
                .collect();
            children.sort_by(|one, other| far(one).total_cmp(&far(other)));
            children.truncate(5);
            parents = children;
        }
        let after = far(&parents[0]);
        assert!(after < before / 5.0, "{before} to {after}");
    }

    proptest! {
        #[test]
        fn whole_numbers_survive(low in -1000_i32..1000, span in 1_i32..20_000, at in any::<prop::sample::Index>()) {
            let whole = low + at.index(span as usize + 1) as i32;
            prop_assert_eq!(Real::of(whole, low, low + span).within(low, low + span), whole);
        }

        #[test]
        fn bytes_are_a_number_or_refused(bytes in any::<[u8; 4]>()) {
            if let Some(real) = Real::from_bytes(bytes) {
                prop_assert_eq!(real.to_bytes(), bytes);
            }
        }

        #[test]
        fn children_can_be_read_again(seed in any::<u64>(), least in Steps::SMALLEST..=1.0) {
            let steps = Steps { least, ..Steps::default() };
            let child = child([&random(seed, 24), &random(seed ^ 1, 24)], steps, &mut draws(seed));
            for real in child.reals {
                prop_assert!(real.step >= rounded(least));
                prop_assert_eq!(Real::from_bytes(real.to_bytes()), Some(real));
            }
        }
    }
}
