//! A tuning as text, so that it goes on where it was: also in the middle of a generation, which may take an hour.

use millipawn_engine::tunable::Tunable;

use super::{Score, Settings, TABLE};
use crate::{
    run::{checkpoint::CheckpointError, signature},
    text::{
        player::{LARGEST_TUNED_HASH, Player},
        sealed::{open, seal},
    },
};

const NAME: &str = "millipawn-tuning";
/// The first named no engine.
const FIRST_VERSION: u32 = 1;
const VERSION: u32 = 2;

/// All that is known of a run. What individuals there were follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Its settings.
    pub settings: Settings,
    /// Decides every draw.
    pub seed: u64,
    /// The signature of the engine that searched.
    pub engine: u64,
    /// Whose search is tuned.
    pub player: Player,
    /// Of the suite.
    pub fingerprint: u64,
    /// What the individuals of each generation needed.
    pub scores: Vec<Vec<Score>>,
    /// Pieces done of the generation under way, by their numbers.
    pub pieces: Vec<(usize, Score)>,
}

impl Checkpoint {
    /// Lines of text: name and version, settings, seed, engine, player, suite, scores, pieces, CRC-32 of all lines before.
    pub fn to_text(&self) -> String {
        let settings = TABLE.iter().zip(self.settings.values());
        let mut lines: Vec<String> = settings
            .map(|(Tunable { name, .. }, value)| format!("setting {name}={value}"))
            .collect();
        lines.push(format!("seed {}", self.seed));
        lines.push(format!("engine {}", self.engine));
        lines.push(format!("player {}", self.player));
        lines.push(format!("suite {:016x}", self.fingerprint));
        for scores in &self.scores {
            let words: Vec<String> = scores.iter().map(word).collect();
            lines.push(format!("scores {}", words.join(" ")));
        }
        for (piece, score) in &self.pieces {
            lines.push(format!("piece {piece} {}", word(score)));
        }
        seal(NAME, VERSION, &lines)
    }

    /// The same run before its first generation, to be made by the engine of this build.
    #[must_use]
    pub fn anew(self) -> Self {
        Self {
            engine: signature::OWN,
            scores: Vec::new(),
            pieces: Vec::new(),
            ..self
        }
    }

    /// Inverse of [`Checkpoint::to_text`].
    ///
    /// # Errors
    /// The first departure from the format; nothing is read before the checksum fits.
    pub fn from_text(text: &str) -> Result<Self, CheckpointError> {
        let mut reading = Reading::default();
        for (at, line) in open(NAME, FIRST_VERSION..=VERSION, text)? {
            reading.line(line).ok_or(CheckpointError::Line(at))?;
        }
        reading.finish().ok_or(CheckpointError::Damaged)
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
#[derive(Default)]
struct Reading {
    settings: Settings,
    seed: Option<u64>,
    engine: Option<u64>,
    player: Option<Player>,
    fingerprint: Option<u64>,
    scores: Vec<Vec<Score>>,
    pieces: Vec<(usize, Score)>,
}

impl Reading {
    fn line(&mut self, line: &str) -> Option<()> {
        let (kind, rest) = line.split_once(' ')?;
        match kind {
            "setting" => {
                let (name, value) = rest.split_once('=')?;
                self.settings.set(name, value.parse().ok()?).ok()?;
            }
            "seed" => self.seed = Some(rest.parse().ok()?),
            "engine" => self.engine = Some(rest.parse().ok()?),
            "player" => {
                let player = Player::parse(rest).ok()?;
                self.player = Some(player).filter(|player| player.hash <= LARGEST_TUNED_HASH);
                self.player.as_ref()?;
            }
            "suite" => self.fingerprint = Some(u64::from_str_radix(rest, 16).ok()?),
            "scores" => self
                .scores
                .push(rest.split(' ').map(score).collect::<Option<_>>()?),
            "piece" => {
                let (piece, rest) = rest.split_once(' ')?;
                self.pieces.push((piece.parse().ok()?, score(rest)?));
            }
            _ => return None,
        }
        Some(())
    }

    /// `None` when the parts do not fit together.
    fn finish(self) -> Option<Checkpoint> {
        let full = |scores: &Vec<Score>| scores.len() == self.settings.population as usize;
        self.scores.iter().all(full).then_some(())?;
        Some(Checkpoint {
            settings: self.settings,
            seed: self.seed?,
            engine: self.engine.unwrap_or(signature::FIRST_KEPT),
            player: self.player?,
            fingerprint: self.fingerprint?,
            scores: self.scores,
            pieces: self.pieces,
        })
    }
}
