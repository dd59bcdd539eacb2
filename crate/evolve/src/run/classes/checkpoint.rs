//! An evolution by games against classes as text, so that it goes on where it was: also between two games.

use std::ops::RangeInclusive;

use super::Settings;
use crate::{
    job::class_game::ClassResult,
    run::{
        Change, Changes, Immigrant,
        checkpoint::{self, read_setting},
    },
    signature,
};

/// All that is known of a run. What programs there were, and who played whom, follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Its settings.
    pub settings: Settings,
    /// The signature of the engine that played.
    pub engine: u64,
    /// The settings that were changed.
    pub changes: Changes,
    /// Programs that came from elsewhere.
    pub immigrants: Vec<Immigrant>,
    /// The games of each generation.
    pub generations: Vec<Kept>,
    /// The games done of the generation under way, by their numbers.
    pub games: Vec<(usize, ClassResult)>,
}

/// The games of a generation, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Those that decide the fitness.
    pub games: Vec<ClassResult>,
    /// Those of the finalists, where the run ended here.
    pub finals: Vec<ClassResult>,
}

impl checkpoint::Checkpoint for Checkpoint {
    const NAME: &'static str = "millipawn-classes";
    const VERSIONS: RangeInclusive<u32> = 1..=2;
    type Reading = Reading;

    /// Settings, engine, immigrants, generations, games.
    fn lines(&self) -> Vec<String> {
        let mut lines = checkpoint::setting_lines(&self.settings);
        lines.push(format!("engine {}", self.engine));
        lines.extend(self.changes.lines());
        lines.extend(self.immigrants.iter().map(Immigrant::line));
        for Kept { games, finals } in &self.generations {
            lines.push(format!("generation {} {}", joined(games), joined(finals)));
        }
        for (number, game) in &self.games {
            lines.push(format!("game {number} {}", written(game)));
        }
        lines
    }

    fn read(reading: &mut Reading, key: &str, value: &str) -> Option<()> {
        match key {
            "setting" => reading.has_seed |= read_setting(&mut reading.settings, key, value)?,
            "change" => reading.changes.push(Change::of_line::<Settings>(value)?),
            "engine" => reading.engine = Some(value.parse().ok()?),
            "immigrant" => reading.immigrants.push(Immigrant::read(value)?),
            "generation" => {
                let (games, finals) = value.split_once(' ')?;
                reading.generations.push(Kept {
                    games: all(games)?,
                    finals: all(finals)?,
                });
            }
            "game" => {
                let (number, game) = value.split_once(' ')?;
                reading.games.push((number.parse().ok()?, one(game)?));
            }
            _ => return None,
        }
        Some(())
    }

    fn finish(reading: Reading) -> Option<Self> {
        reading.has_seed.then_some(())?;
        Some(Self {
            changes: Changes::of::<Settings>(reading.changes).ok()?,
            settings: reading.settings,
            engine: reading.engine?,
            immigrants: reading.immigrants,
            generations: reading.generations,
            games: reading.games,
        })
    }

    fn engine(&self) -> Option<u64> {
        Some(self.engine)
    }

    fn anew(self) -> Self {
        Self {
            engine: signature::OWN,
            generations: Vec::new(),
            games: Vec::new(),
            ..self
        }
    }
}

/// Games, or a hyphen for none.
fn joined(games: &[ClassResult]) -> String {
    if games.is_empty() {
        return NONE.to_owned();
    }
    let words: Vec<String> = games.iter().map(written).collect();
    words.join(",")
}

const NONE: &str = "-";

/// Result, moves, nodes, moves without nodes.
fn written(game: &ClassResult) -> String {
    let ClassResult {
        result,
        moves,
        nodes,
        ran_out,
    } = game;
    format!("{result}:{moves}:{nodes}:{ran_out}")
}

fn all(text: &str) -> Option<Vec<ClassResult>> {
    match text {
        NONE => Some(Vec::new()),
        games => games.split(',').map(one).collect(),
    }
}

fn one(text: &str) -> Option<ClassResult> {
    let mut words = text.split(':');
    let game = ClassResult {
        result: words.next()?.parse().ok()?,
        moves: words.next()?.parse().ok()?,
        nodes: words.next()?.parse().ok()?,
        ran_out: words.next()?.parse().ok()?,
    };
    (words.next().is_none() && game.is_possible()).then_some(game)
}

/// A checkpoint of which some lines are read.
#[derive(Debug, Default)]
pub struct Reading {
    settings: Settings,
    /// Without its seed it would be another history.
    has_seed: bool,
    engine: Option<u64>,
    changes: Vec<Change>,
    immigrants: Vec<Immigrant>,
    generations: Vec<Kept>,
    games: Vec<(usize, ClassResult)>,
}
