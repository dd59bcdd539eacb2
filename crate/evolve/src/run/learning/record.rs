//! What is known of a round once its games are over.

use serde::{Serialize, Serializer};

use crate::{job::learning_game::LearnedGame, learn::gradient::Tally};

/// One record a round.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Record {
    /// The number of the round; 0 is before the first game.
    pub generation: u32,
    /// Games since the beginning of the run.
    pub games: u64,
    /// Positions that this round learned from.
    pub positions: u64,
    /// Those of them whose evaluation should change, by what was known of them: an exact score, a lower bound, an upper bound.
    pub changed: [u64; 3],
    /// How far evaluations are from what the searches found: the root of the mean squared difference, in millipawns.
    pub error: f64,
    /// How large evaluations are: the root of the mean square, in millipawns.
    pub size: f64,
    /// Half-points of White, or of the learning player where it has an opponent.
    pub half_points: u32,
    /// Moves searched.
    pub plies: u64,
    /// Nodes searched for them.
    pub nodes: u64,
    /// What pawn, knight, bishop, rook and queen are worth, in millipawns.
    pub values: [f64; 5],
    /// Why learning ended here, where it did: for people once it is written.
    #[serde(serialize_with = "in_words")]
    pub diverged: Option<Divergence>,
    /// The program after the round, in the short form; kept of some rounds and of the last two.
    pub champion: Option<String>,
}

/// Why learning ends before its last round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Divergence {
    /// A weight became larger than any that plays.
    Weight,
    /// Fewer than one position of a hundred is learned from.
    Nothing,
    /// The error grew against the evaluations three times running.
    Error,
}

impl Divergence {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Weight, Self::Nothing, Self::Error];

    /// As a checkpoint has it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Weight => "weight",
            Self::Nothing => "nothing",
            Self::Error => "error",
        }
    }

    /// What happened, for people.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Weight => {
                "Learning has diverged: a weight grew beyond all bounds. Take a smaller step."
            }
            Self::Nothing => {
                "Learning has ended: fewer than one position of a hundred taught anything. The evaluations may have become so large \
                 that every search agrees with them: take a smaller step."
            }
            Self::Error => {
                "Learning has diverged: the error grew faster than the evaluations three times running. Take a smaller step."
            }
        }
    }
}

fn in_words<S: Serializer>(why: &Option<Divergence>, to: S) -> Result<S::Ok, S::Error> {
    why.map(Divergence::message).serialize(to)
}

/// How many times the error must grow.
const TIMES: usize = 3;

/// By how much it must have grown against the evaluations each time: less is chance (our choice).
const GROWTH: f64 = 1.5;

/// It is looked at after so many games: what one game shows is chance (our choice).
const GAMES: usize = 32;

impl Record {
    /// Of these games; the values, the program and whether it diverged are not known yet.
    pub(super) fn of(round: u32, before: u64, games: &[LearnedGame]) -> Self {
        let mut tally = Tally::default();
        for game in games {
            tally += game.lesson.tally;
        }
        Self {
            generation: round,
            games: before + games.len() as u64,
            positions: tally.all_positions(),
            changed: tally.changed,
            error: tally.error() / 16.0,
            size: tally.size() / 16.0,
            half_points: games.iter().map(|game| u32::from(game.half_points)).sum(),
            plies: games.iter().map(|game| u64::from(game.plies)).sum(),
            nodes: games.iter().map(|game| game.nodes).sum(),
            ..Self::default()
        }
    }

    /// The share of positions whose evaluation should change.
    pub fn share_changed(&self) -> f64 {
        self.changed.iter().sum::<u64>() as f64 / self.positions.max(1) as f64
    }

    /// Whether learning has gone wrong after the earlier records, of which the first has no game.
    pub(super) fn divergence(&self, earlier: &[Self]) -> Option<Divergence> {
        if self.positions > 0 && self.share_changed() < 0.01 {
            return Some(Divergence::Nothing);
        }
        let before = earlier.last()?;
        let rounds = GAMES.div_ceil((self.games - before.games).max(1) as usize);
        let played: Vec<f64> = earlier[1..].iter().chain([self]).map(Self::ratio).collect();
        if !played.len().is_multiple_of(rounds) {
            return None;
        }
        let means = played
            .rchunks(rounds)
            .take(TIMES + 1)
            .map(|ratios| ratios.iter().sum::<f64>() / rounds as f64);
        let means: Vec<f64> = means.collect();
        // The last comes first.
        let grows = means.windows(2).all(|pair| pair[0] > GROWTH * pair[1]);
        (means.len() > TIMES && grows).then_some(Divergence::Error)
    }

    /// The error against the size of evaluations.
    fn ratio(&self) -> f64 {
        self.error / self.size.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_wrong_is_told() {
        let record = |round: u32, error, changed| Record {
            generation: round,
            games: 16 * u64::from(round),
            positions: 1000,
            changed: [changed, 0, 0],
            error,
            size: 1.0,
            ..Record::default()
        };
        let steady: Vec<Record> = (0..8).map(|round| record(round, 90.0, 400)).collect();
        assert_eq!(record(8, 90.0, 400).divergence(&steady), None);
        let nothing = record(8, 90.0, 9).divergence(&steady);
        assert_eq!(nothing, Some(Divergence::Nothing));
        // Two rounds have the games that it takes to compare, and it must grow three times.
        let growing: Vec<Record> = (0..9)
            .map(|round| record(round, 1.3_f64.powi(round as i32), 400))
            .collect();
        let diverged = |rounds: usize| growing[rounds].divergence(&growing[..rounds]);
        let all: Vec<Option<Divergence>> = (0..9).map(diverged).collect();
        assert_eq!(all[8], Some(Divergence::Error));
        assert_eq!(all[..8], [None; 8]);
        assert_eq!(record(8, 5.0, 400).divergence(&growing[..8]), None);
    }
}
