//! Temporal differences: what a side's next position was found to be worth teaches the positions before it.

use millipawn_engine::{
    evaluation::meep::{Features, Weights, parts},
    search::table::Bound,
};

use super::gradient::Tally;

/// A position that is evaluated for one side.
#[derive(Clone, Debug)]
pub struct Judged {
    features: Features,
    /// 1 when that side is to move in it, otherwise -1.
    sign: i32,
}

impl Judged {
    /// `is_to_move`: whether the side it is judged for is to move in it.
    pub const fn new(features: Features, is_to_move: bool) -> Self {
        let sign = if is_to_move { 1 } else { -1 };
        Self { features, sign }
    }

    /// Its evaluation for that side.
    pub fn score(&self, weights: &Weights) -> i32 {
        self.sign * self.features.score(weights)
    }
}

/// The positions of one side in a game.
#[derive(Clone, Debug)]
pub struct Chain {
    /// How much positions before the last learn: times this for each move that they are earlier (Sutton 1988).
    lambda: f64,
    /// The sum of their features, weighed so: the eligibility trace.
    trace: Vec<f64>,
    last: Option<Judged>,
}

impl Chain {
    /// Of so many weights, without a position.
    pub fn new(lambda: f64, weights: usize) -> Self {
        Self {
            lambda,
            trace: vec![0.0; weights],
            last: None,
        }
    }

    /// What the last position teaches, by a rule that is told its evaluation: a sum for each weight, the trace times the difference.
    /// `None` where there is no last position.
    pub fn lesson(
        &self,
        weights: &Weights,
        rule: impl Fn(i32) -> i32,
    ) -> Option<(Vec<f64>, Tally)> {
        let last = self.last.as_ref()?;
        let own = last.score(weights);
        let difference = rule(own);
        let mut tally = Tally::default();
        tally.note(last.features.as_slice(), Bound::Exact, own, difference);
        let sums = self.trace.iter().map(|sum| sum * f64::from(difference));
        Some((sums.collect(), tally))
    }

    /// Goes on to a position; `None` where a search found none that its score comes from.
    pub fn go_on(&mut self, judged: Option<Judged>) {
        for sum in &mut self.trace {
            *sum *= self.lambda;
        }
        if let Some(Judged { features, sign }) = &judged {
            for (feature, count) in features.as_slice() {
                let feature = usize::from(*feature);
                let count = f64::from(sign * i32::from(*count));
                self.trace[feature] += count / f64::from(parts(feature));
            }
        }
        self.last = judged;
    }
}
