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
