//! A coevolution as text, so that it goes on where it was: also in the middle of a round.

use std::ops::RangeInclusive;

use millipawn_engine::play::contest::rules;

use super::Settings;
use crate::{
    run::{
        Change, Changes, Immigrant,
        checkpoint::{self, read_setting},
        settings::RunSettings,
    },
    signature,
    system::search_genome::PlayerSearch,
    text::chromosome::Chromosome,
};

/// All that is known of a run. What programs there were follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Its settings.
    pub settings: Settings,
    /// The signature of the engine that played.
    pub engine: u64,
    /// Of the book.
    pub fingerprint: u64,
    /// The settings that were changed.
    pub changes: Changes,
    /// Programs that came from elsewhere.
    pub immigrants: Vec<Immigrant>,
    /// The first generation.
    pub initial: Vec<Chromosome>,
    /// White's half-points in every game of each generation.
    pub results: Vec<Vec<u8>>,
    /// The same of the games done of the generation under way, by their numbers.
    pub games: Vec<(usize, u8)>,
}

impl checkpoint::Checkpoint for Checkpoint {
    const NAME: &'static str = "millipawn-coevolution";
    /// The first knew no clock and wrote no population: that follows from the initial population. The second named no engine.
    /// Until the third settings had their old names, and the seed a line of its own; until the fourth no programs came from elsewhere; until the
    /// fifth settings stayed as they were.
    const VERSIONS: RangeInclusive<u32> = 1..=6;
    type Reading = Reading;

    /// Settings, rules, search, engine, book, initial population, results, games.
    fn lines(&self) -> Vec<String> {
        let Settings { rules, search, .. } = &self.settings;
        let mut lines = checkpoint::setting_lines(&self.settings);
        let rules = rules::TABLE.iter().zip(rules.values());
        lines.extend(rules.map(|(row, value)| format!("rule {}={value}", row.name)));
        lines.push(format!("search {search}"));
        lines.push(format!("engine {}", self.engine));
        lines.push(format!("openings {:016x}", self.fingerprint));
        lines.extend(self.initial.iter().map(|text| format!("founder {text}")));
        lines.extend(self.changes.lines());
        lines.extend(self.immigrants.iter().map(Immigrant::line));
        for results in &self.results {
            let digits: String = results.iter().map(ToString::to_string).collect();
            lines.push(format!("results {digits}"));
        }
        for (game, white_half_points) in &self.games {
            lines.push(format!("game {game} {white_half_points}"));
        }
        lines
    }

    /// The search of an earlier build may override a setting.
    fn rank(key: &str, _: &str) -> u8 {
        u8::from(key == "search")
    }

    fn read(reading: &mut Reading, key: &str, value: &str) -> Option<()> {
        match key {
            "setting" | "seed" => {
                reading.has_seed |= read_setting(&mut reading.settings, key, value)?;
            }
            "rule" => {
                let (name, value) = value.split_once('=')?;
                let rules = &mut reading.settings.rules;
                rules.set(name, value.parse().ok()?).ok()?;
            }
            "search" => {
                let mut options = value.split('&');
                reading.settings.search = PlayerSearch::parse(options.next()?).ok()?;
                reading.has_search = true;
                for option in options {
                    override_by(&mut reading.settings, option)?;
                }
            }
            "change" => reading.changes.push(Change::of_line::<Settings>(value)?),
            "engine" => reading.engine = Some(value.parse().ok()?),
            "openings" => reading.fingerprint = Some(u64::from_str_radix(value, 16).ok()?),
            "founder" => reading.initial.push(Chromosome::parse(value).ok()?),
            "immigrant" => reading.immigrants.push(Immigrant::read(value)?),
            "results" => reading.results.push(
                value
                    .chars()
                    .map(white_half_points)
                    .collect::<Option<_>>()?,
            ),
            "game" => {
                let (game, half_points) = value.split_once(' ')?;
                let mut half_points = half_points.chars();
                let white = white_half_points(half_points.next()?)?;
                half_points.next().is_none().then_some(())?;
                reading.games.push((game.parse().ok()?, white));
            }
            _ => return None,
        }
        Some(())
    }

    fn finish(reading: Reading) -> Option<Self> {
        (reading.has_seed && reading.has_search).then_some(())?;
        Some(Self {
            changes: Changes::of::<Settings>(reading.changes).ok()?,
            settings: reading.settings,
            engine: reading.engine.unwrap_or(signature::FIRST_KEPT),
            fingerprint: reading.fingerprint?,
            immigrants: reading.immigrants,
            initial: reading.initial,
            results: reading.results,
            games: reading.games,
        })
    }

    fn engine(&self) -> Option<u64> {
        Some(self.engine)
    }

    fn anew(self) -> Self {
        Self {
            engine: signature::OWN,
            results: Vec::new(),
            games: Vec::new(),
            ..self
        }
    }
}

/// Builds before the third version took the options of a player with the search. Nodes took the place of the setting; Hash did not.
fn override_by(settings: &mut Settings, option: &str) -> Option<()> {
    let (name, value) = option.split_once('=')?;
    match name.to_ascii_lowercase().as_str() {
        "nodes" => settings.set("Nodes", value).ok(),
        "hash" => value.parse::<u64>().ok().map(|_| ()),
        _ => None,
    }
}

fn white_half_points(digit: char) -> Option<u8> {
    digit
        .to_digit(3)
        .and_then(|half_points| u8::try_from(half_points).ok())
}

/// A checkpoint of which some lines are read.
#[derive(Debug, Default)]
pub struct Reading {
    settings: Settings,
    /// Without its seed or its search it would be another history.
    has_seed: bool,
    has_search: bool,
    engine: Option<u64>,
    changes: Vec<Change>,
    fingerprint: Option<u64>,
    immigrants: Vec<Immigrant>,
    initial: Vec<Chromosome>,
    results: Vec<Vec<u8>>,
    games: Vec<(usize, u8)>,
}
