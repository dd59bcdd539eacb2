//! A coevolution as text, so that it goes on where it was: also in the middle of a round.

use millipawn_engine::{
    play::contest::rules::{self, Rules},
    tunable::Tunable,
};

use super::{Settings, TABLE};
use crate::{
    run::{checkpoint::CheckpointError, signature},
    system::searching::PlayerSearch,
    text::{
        chromosome::Chromosome,
        sealed::{open, seal},
    },
};

const NAME: &str = "millipawn-coevolution";
/// The first knew no clock and wrote no population: that follows from the founders. The second named no engine.
const FIRST_VERSION: u32 = 1;
const VERSION: u32 = 3;

/// All that is known of a run. What programs there were follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Its settings.
    pub settings: Settings,
    /// When games are ended.
    pub rules: Rules,
    /// How all programs search.
    pub search: PlayerSearch,
    /// Decides every draw.
    pub seed: u64,
    /// The signature of the engine that played.
    pub engine: u64,
    /// Of the book.
    pub fingerprint: u64,
    /// The first generation.
    pub founders: Vec<Chromosome>,
    /// White's half-points in every game of each generation.
    pub results: Vec<Vec<u8>>,
    /// The same of the games done of the generation under way, by their numbers.
    pub games: Vec<(usize, u8)>,
}

impl Checkpoint {
    /// Lines of text: name and version, settings, rules, search, seed, engine, book, founders, results, games, CRC-32 of all lines
    /// before.
    pub fn to_text(&self) -> String {
        let line = |kind: &'static str| {
            move |(Tunable { name, .. }, value): (&Tunable, i32)| format!("{kind} {name}={value}")
        };
        let settings = TABLE.iter().zip(self.settings.values());
        let rules = rules::TABLE.iter().zip(self.rules.values());
        let mut lines: Vec<String> = settings.map(line("setting")).collect();
        lines.extend(rules.map(line("rule")));
        lines.push(format!("search {}", self.search));
        lines.push(format!("seed {}", self.seed));
        lines.push(format!("engine {}", self.engine));
        lines.push(format!("openings {:016x}", self.fingerprint));
        lines.extend(self.founders.iter().map(|text| format!("founder {text}")));
        for results in &self.results {
            let digits: String = results.iter().map(ToString::to_string).collect();
            lines.push(format!("results {digits}"));
        }
        for (game, white_halves) in &self.games {
            lines.push(format!("game {game} {white_halves}"));
        }
        seal(NAME, VERSION, &lines)
    }

    /// The same run before its first generation, to be made by the engine of this build.
    #[must_use]
    pub fn anew(self) -> Self {
        Self {
            engine: signature::OWN,
            results: Vec::new(),
            games: Vec::new(),
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

fn white_halves(digit: char) -> Option<u8> {
    digit
        .to_digit(3)
        .and_then(|halves| u8::try_from(halves).ok())
}

/// A checkpoint of which some lines are read.
#[derive(Default)]
struct Reading {
    settings: Settings,
    rules: Rules,
    search: Option<PlayerSearch>,
    seed: Option<u64>,
    engine: Option<u64>,
    fingerprint: Option<u64>,
    founders: Vec<Chromosome>,
    results: Vec<Vec<u8>>,
    games: Vec<(usize, u8)>,
}

impl Reading {
    fn line(&mut self, line: &str) -> Option<()> {
        let (kind, rest) = line.split_once(' ')?;
        match kind {
            "setting" => {
                let (name, value) = rest.split_once('=')?;
                self.settings.set(name, value.parse().ok()?).ok()?;
            }
            "rule" => {
                let (name, value) = rest.split_once('=')?;
                self.rules.set(name, value.parse().ok()?).ok()?;
            }
            "search" => self.search = Some(PlayerSearch::parse(rest).ok()?),
            "seed" => self.seed = Some(rest.parse().ok()?),
            "engine" => self.engine = Some(rest.parse().ok()?),
            "openings" => self.fingerprint = Some(u64::from_str_radix(rest, 16).ok()?),
            "founder" => self.founders.push(Chromosome::parse(rest).ok()?),
            "results" => self
                .results
                .push(rest.chars().map(white_halves).collect::<Option<_>>()?),
            "game" => {
                let (game, halves) = rest.split_once(' ')?;
                let mut halves = halves.chars();
                let white = white_halves(halves.next()?)?;
                halves.next().is_none().then_some(())?;
                self.games.push((game.parse().ok()?, white));
            }
            _ => return None,
        }
        Some(())
    }

    /// `None` when a part is missing.
    fn finish(self) -> Option<Checkpoint> {
        Some(Checkpoint {
            settings: self.settings,
            rules: self.rules,
            search: self.search?,
            seed: self.seed?,
            engine: self.engine.unwrap_or(signature::FIRST_KEPT),
            fingerprint: self.fingerprint?,
            founders: self.founders,
            results: self.results,
            games: self.games,
        })
    }
}
