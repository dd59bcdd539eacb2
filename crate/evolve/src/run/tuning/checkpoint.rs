//! A tuning as text, so that it goes on where it was: also in the middle of a generation, which may take an hour.

use std::ops::RangeInclusive;

use super::{Score, Settings};
use crate::{
    run::{
        Change, Changes,
        checkpoint::{self, read_setting},
    },
    signature,
    text::player::Player,
};

/// All that is known of a run. What individuals there were follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Its settings.
    pub settings: Settings,
    /// The signature of the engine that searched.
    pub engine: u64,
    /// Whose search is tuned.
    pub player: Player,
    /// Of the suite.
    pub fingerprint: u64,
    /// The settings that were changed.
    pub changes: Changes,
    /// What the individuals of each generation needed.
    pub scores: Vec<Vec<Score>>,
    /// Pieces done of the generation under way, by their numbers.
    pub pieces: Vec<(usize, Score)>,
}

impl checkpoint::Checkpoint for Checkpoint {
    const NAME: &'static str = "millipawn-tuning";
    /// The first named no engine; until the second settings had their old names, and the seed a line of its own; until the third
    /// they stayed as they were.
    const VERSIONS: RangeInclusive<u32> = 1..=4;
    type Reading = Reading;

    /// Settings, engine, player, suite, scores, pieces.
    fn lines(&self) -> Vec<String> {
        let mut lines = checkpoint::setting_lines(&self.settings);
        lines.push(format!("engine {}", self.engine));
        lines.push(format!("player {}", self.player));
        lines.push(format!("suite {:016x}", self.fingerprint));
        lines.extend(self.changes.lines());
        for scores in &self.scores {
            let words: Vec<String> = scores.iter().map(word).collect();
            lines.push(format!("scores {}", words.join(" ")));
        }
        for (piece, score) in &self.pieces {
            lines.push(format!("piece {piece} {}", word(score)));
        }
        lines
    }

    fn read(reading: &mut Reading, key: &str, value: &str) -> Option<()> {
        match key {
            "setting" | "seed" => {
                reading.has_seed |= read_setting(&mut reading.settings, key, value)?;
            }
            "change" => reading.changes.push(Change::of_line::<Settings>(value)?),
            "engine" => reading.engine = Some(value.parse().ok()?),
            "player" => reading.player = Some(Player::parse(value).ok()?),
            "suite" => reading.fingerprint = Some(u64::from_str_radix(value, 16).ok()?),
            "scores" => reading
                .scores
                .push(value.split(' ').map(score).collect::<Option<_>>()?),
            "piece" => {
                let (piece, value) = value.split_once(' ')?;
                reading.pieces.push((piece.parse().ok()?, score(value)?));
            }
            _ => return None,
        }
        Some(())
    }

    fn finish(reading: Reading) -> Option<Self> {
        let full = |scores: &Vec<Score>| scores.len() == reading.settings.population as usize;
        (reading.has_seed && reading.scores.iter().all(full)).then_some(())?;
        Some(Self {
            changes: Changes::of::<Settings>(reading.changes).ok()?,
            settings: reading.settings,
            engine: reading.engine.unwrap_or(signature::FIRST_KEPT),
            player: reading.player?,
            fingerprint: reading.fingerprint?,
            scores: reading.scores,
            pieces: reading.pieces,
        })
    }

    fn engine(&self) -> Option<u64> {
        Some(self.engine)
    }

    fn anew(self) -> Self {
        Self {
            engine: signature::OWN,
            scores: Vec::new(),
            pieces: Vec::new(),
            ..self
        }
    }
}

fn word(score: &Score) -> String {
    format!("{}:{}", score.nodes, score.solved)
}

fn score(word: &str) -> Option<Score> {
    let (nodes, solved) = word.split_once(':')?;
    Some(Score {
        nodes: nodes.parse().ok()?,
        solved: solved.parse().ok()?,
    })
}

/// A checkpoint of which some lines are read.
#[derive(Debug, Default)]
pub struct Reading {
    settings: Settings,
    /// Without its seed it would be another history.
    has_seed: bool,
    engine: Option<u64>,
    changes: Vec<Change>,
    player: Option<Player>,
    fingerprint: Option<u64>,
    scores: Vec<Vec<Score>>,
    pieces: Vec<(usize, Score)>,
}
