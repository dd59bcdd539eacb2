//! How far a step of the weights goes.

use super::gradient::Tally;

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// This many times the gradient: the paper's eta.
    Fixed(f64),
    /// Relative to what one more of a feature does, so that a value holds for searches of any length (our choice): this, divided by the
    /// mean sum of squared features of a search, of the positions that teach anything. A step is stable below 2.
    Relative(f64),
}

/// A step that falls: to a half `after` so many lessons as `halving` says, to a quarter after three times as many; it stays where that is 0.
pub fn halved(step: f64, halving: u32, after: u64) -> f64 {
    match halving {
        0 => step,
        halving => step * f64::from(halving) / (f64::from(halving) + after as f64),
    }
}

impl Size {
    /// What the gradient of a search is multiplied by, when `seen` is all that was learned from so far, this search included.
    pub fn rate(self, seen: &Tally) -> f64 {
        match self {
            Self::Fixed(eta) => eta,
            Self::Relative(kappa) => {
                kappa * seen.searches as f64 / seen.squared_features.max(1) as f64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_falls_to_a_half_and_to_a_quarter() {
        let steps = [0, 10, 30].map(|after| halved(0.2, 10, after));
        assert_eq!(steps, [0.2, 0.1, 0.05]);
        assert_eq!(halved(0.2, 0, 1_000_000), 0.2);
    }
}
