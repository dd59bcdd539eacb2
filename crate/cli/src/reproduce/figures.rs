//! What the commands print, as far as a report needs it, and how figures are written.

use millipawn_engine::examples::import::grouped;
use millipawn_evolve::measure::rating::FEWEST_GAMES;
use serde::Deserialize;

use crate::{failure::Failure, matches::signed};

use super::step::Done;

/// A generation of `evolve`, `coevolve` or `tune`.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Generation {
    pub(super) generation: u32,
    pub(super) best: f64,
    pub(super) mean: f64,
    pub(super) held_out: Option<Rate>,
    pub(super) solved: Option<u32>,
    pub(super) positions: Option<u32>,
    pub(super) unseen: Option<Unseen>,
    /// The best after more games, the best of them first.
    #[serde(default)]
    pub(super) finalists: Vec<Scored>,
}

/// What the best of a generation takes for positions that it was not bred on.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Unseen {
    pub(super) positions: u32,
    /// For all of them.
    pub(super) nodes: u64,
}

/// A program that was bred by games against fixed-depth opponents.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Scored {
    pub(super) fitness: f64,
    /// Nodes a move; none without a move.
    pub(super) nodes: Option<f64>,
    pub(super) moves: u64,
    /// Moves for which its nodes ran out.
    pub(super) ran_out: u64,
    pub(super) classes: Vec<ClassScore>,
}

/// Its games against one class.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ClassScore {
    pub(super) class: u32,
    pub(super) games: u32,
}

/// Their last line.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Champion {
    pub(super) chromosome: String,
    /// How many positions the programs learned from.
    pub(super) positions: Option<u32>,
}

/// A generation of `coevolve`, as it stood at its end.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Standing {
    pub(super) generation: u32,
    /// Who has the most points.
    pub(super) champion: String,
    /// How many they are.
    pub(super) best: f64,
    /// Of each program.
    pub(super) points: Vec<f64>,
    /// Of each program.
    pub(super) games: u32,
}

/// Moves found, of `evaluate` or in games held out.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Rate {
    pub(super) examples: u32,
    pub(super) matched: u32,
    pub(super) rate: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// A match; what is infinite is null.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Match {
    score: f64,
    games: u32,
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    /// Of both players: nodes a move, none without a move.
    pub(super) nodes: [Option<f64>; 2],
}

/// What a match says of who is the stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    /// The first, by more than the 95 % interval.
    Stronger,
    /// The second.
    Weaker,
    /// The interval has both in it.
    Open,
    /// Too few games for an interval.
    TooFew,
}

/// A round of `learn`.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Round {
    /// Since the beginning.
    pub(super) games: u64,
    /// Since the beginning.
    pub(super) elapsed_ms: u64,
    /// Of some rounds.
    pub(super) program: Option<String>,
    /// Why learning ended here, where it did.
    pub(super) diverged: Option<String>,
}

/// A player of a tournament.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Placing {
    pub(super) name: String,
    pub(super) games: u32,
    pub(super) points: f64,
    /// Points against each of them, in their order; none where they did not meet.
    pub(super) against: Vec<Option<f64>>,
}

/// A suite.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Solved {
    pub(super) solved: u32,
    pub(super) positions: u32,
}

/// A run from its first generation to its champion.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) generations: Vec<Generation>,
    pub(super) champion: Champion,
}

impl Run {
    pub(super) fn of(done: &Done) -> Result<Self, Failure> {
        Ok(Self {
            generations: done.before_last()?,
            champion: done.last()?,
        })
    }

    /// The run whose champion does best on positions held out; the earlier on ties.
    pub(super) fn best(runs: &[Self]) -> &Self {
        let found = |run: &&Self| run.held_out().map(|rate| rate.matched);
        runs.iter().rev().max_by_key(found).expect("there is a run")
    }

    pub(super) fn first(&self) -> &Generation {
        self.generations.first().expect("every run has one")
    }

    pub(super) fn last(&self) -> &Generation {
        self.generations.last().expect("every run has one")
    }

    /// Of its champion.
    pub(super) fn held_out(&self) -> Option<&Rate> {
        self.last().held_out.as_ref()
    }
}

impl Unseen {
    /// Nodes a position.
    pub(super) fn nodes_a_position(&self) -> f64 {
        self.nodes as f64 / f64::from(self.positions)
    }
}

impl Rate {
    /// With its interval.
    pub(super) fn shown(&self) -> String {
        format!(
            "{} of {}: {} (95 % interval {:.1} to {:.1})",
            grouped(self.matched.into()),
            grouped(self.examples.into()),
            percent(self.rate),
            100.0 * self.low,
            100.0 * self.high
        )
    }
}

impl Match {
    /// Who is the stronger.
    pub(super) fn comparison(&self) -> Comparison {
        match (self.low, self.high) {
            _ if self.games < FEWEST_GAMES => Comparison::TooFew,
            (Some(low), _) if low > 0.0 => Comparison::Stronger,
            (_, Some(high)) if high < 0.0 => Comparison::Weaker,
            _ => Comparison::Open,
        }
    }

    /// Points, and the difference with its interval.
    pub(super) fn shown(&self) -> String {
        let elo = |elo: Option<f64>, infinite: f64| signed(elo.unwrap_or(infinite));
        let points = format!("{} of {}", self.score, self.games);
        if self.games < FEWEST_GAMES {
            return format!("{points}; too few for a rating");
        }
        let all_won = self.score > f64::from(self.games) / 2.0;
        let extreme = if all_won {
            f64::INFINITY
        } else {
            f64::NEG_INFINITY
        };
        format!(
            "{points}; Elo {} (95 % interval {} to {})",
            elo(self.elo, extreme),
            elo(self.low, f64::NEG_INFINITY),
            elo(self.high, f64::INFINITY)
        )
    }
}

impl Solved {
    /// How many of how many.
    pub(super) fn shown(&self) -> String {
        format!("{} of {}", self.solved, self.positions)
    }
}

/// A share.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Mean, least and greatest of what several runs say.
pub(super) fn spread(values: &[f64], write: impl Fn(f64) -> String) -> String {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    format!(
        "{} ({} to {})",
        write(mean(values)),
        write(least),
        write(most)
    )
}

/// The arithmetic mean.
pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_says_who_is_the_stronger() {
        let comparison = |games, low, high| {
            let result = Match {
                score: 0.0,
                games,
                elo: None,
                low,
                high,
                nodes: [None; 2],
            };
            result.comparison()
        };
        assert_eq!(comparison(200, Some(1.0), None), Comparison::Stronger);
        assert_eq!(comparison(200, None, Some(-1.0)), Comparison::Weaker);
        assert_eq!(comparison(200, Some(-1.0), Some(1.0)), Comparison::Open);
        assert_eq!(comparison(200, None, None), Comparison::Open);
        assert_eq!(comparison(99, Some(1.0), None), Comparison::TooFew);
    }
}
