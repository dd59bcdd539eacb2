//! The evolution of a move ordering as text, so that it goes on where it was.

use std::ops::RangeInclusive;

use super::Settings;
use crate::{
    measure::{by_ply::MOST_GROUPS, five_numbers::FiveNumbers},
    run::{
        Change, Changes, Immigrant,
        checkpoint::{self, read_setting},
    },
    signature,
};

/// All that is known of a run but the generation under way, which takes seconds. What programs there were follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Its settings.
    pub settings: Settings,
    /// The signature of the engine that searched.
    pub engine: u64,
    /// Of the games.
    pub fingerprint: u64,
    /// The settings that were changed.
    pub changes: Changes,
    /// Programs that came from elsewhere.
    pub immigrants: Vec<Immigrant>,
    /// What other orders need for the same positions, once generation 0 is scored.
    pub yardsticks: Vec<u64>,
    /// The same by groups of plies; empty where version 1 kept the run.
    pub yardsticks_by_ply: Vec<Vec<FiveNumbers>>,
    /// What the programs of each generation needed.
    pub generations: Vec<Kept>,
}

/// A generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Nodes of each program.
    pub nodes: Vec<u64>,
    /// Nodes of the best on positions that were not bred on, where that was measured.
    pub held_out: Option<u64>,
    /// Nodes of the best by groups of plies; `None` where version 1 kept the generation.
    pub by_ply: Option<Vec<FiveNumbers>>,
}

impl checkpoint::Checkpoint for Checkpoint {
    const NAME: &'static str = "millipawn-ordering";
    const VERSIONS: RangeInclusive<u32> = 1..=4;
    type Reading = Reading;

    /// Settings, engine, games, yardsticks, generations. Nodes by ply stand behind the generation whose best first needed them: where there
    /// are none, they are those of the generation before.
    fn lines(&self) -> Vec<String> {
        let mut lines = checkpoint::setting_lines(&self.settings);
        lines.push(format!("engine {}", self.engine));
        lines.push(format!("games {:016x}", self.fingerprint));
        lines.extend(self.changes.lines());
        lines.extend(self.immigrants.iter().map(Immigrant::line));
        if !self.yardsticks.is_empty() {
            lines.push(format!("yardsticks {}", joined(&self.yardsticks)));
        }
        let of_orders = self.yardsticks_by_ply.iter();
        lines.extend(of_orders.map(|groups| format!("yardstick-by-ply {}", groups_text(groups))));
        let mut before = None;
        for kept in &self.generations {
            let held_out = kept
                .held_out
                .map_or_else(String::new, |nodes| format!(" {nodes}"));
            lines.push(format!("generation {}{held_out}", joined(&kept.nodes)));
            let by_ply = kept.by_ply.as_ref();
            if let Some(groups) = by_ply.filter(|_| by_ply != before) {
                lines.push(format!("by-ply {}", groups_text(groups)));
            }
            before = by_ply;
        }
        lines
    }

    fn read(reading: &mut Reading, key: &str, value: &str) -> Option<()> {
        match key {
            "setting" => reading.has_seed |= read_setting(&mut reading.settings, key, value)?,
            "change" => reading.changes.push(Change::of_line::<Settings>(value)?),
            "engine" => reading.engine = Some(value.parse().ok()?),
            "games" => reading.fingerprint = Some(u64::from_str_radix(value, 16).ok()?),
            "immigrant" => reading.immigrants.push(Immigrant::read(value)?),
            "yardsticks" => reading.yardsticks = numbers(value)?,
            "yardstick-by-ply" => reading.yardsticks_by_ply.push(groups(value)?),
            "generation" => {
                let before = reading.generations.last();
                let by_ply = before.and_then(|before| before.by_ply.clone());
                reading.generations.push(kept(value, by_ply)?);
            }
            "by-ply" => reading.generations.last_mut()?.by_ply = Some(groups(value)?),
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
            fingerprint: reading.fingerprint?,
            immigrants: reading.immigrants,
            yardsticks: reading.yardsticks,
            yardsticks_by_ply: reading.yardsticks_by_ply,
            generations: reading.generations,
        })
    }

    fn engine(&self) -> Option<u64> {
        Some(self.engine)
    }

    fn anew(self) -> Self {
        Self {
            engine: signature::OWN,
            yardsticks: Vec::new(),
            yardsticks_by_ply: Vec::new(),
            generations: Vec::new(),
            ..self
        }
    }
}

fn joined(numbers: &[u64]) -> String {
    let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
    words.join(",")
}

fn numbers(text: &str) -> Option<Vec<u64>> {
    text.split(',').map(|word| word.parse().ok()).collect()
}

/// Five numbers a group.
fn groups_text(groups: &[FiveNumbers]) -> String {
    let groups = groups.iter().map(|group| joined(&group.to_array()));
    groups.collect::<Vec<_>>().join(";")
}

fn groups(text: &str) -> Option<Vec<FiveNumbers>> {
    let group = |text: &str| FiveNumbers::from_array(numbers(text)?.try_into().ok()?);
    let groups: Vec<&str> = text.split(';').take(MOST_GROUPS + 1).collect();
    (groups.len() <= MOST_GROUPS).then_some(())?;
    groups.into_iter().map(group).collect()
}

fn kept(text: &str, by_ply: Option<Vec<FiveNumbers>>) -> Option<Kept> {
    let (nodes, held_out) = match text.split_once(' ') {
        Some((nodes, held_out)) => (nodes, Some(held_out.parse().ok()?)),
        None => (text, None),
    };
    Some(Kept {
        nodes: numbers(nodes)?,
        held_out,
        by_ply,
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
    fingerprint: Option<u64>,
    immigrants: Vec<Immigrant>,
    yardsticks: Vec<u64>,
    yardsticks_by_ply: Vec<Vec<FiveNumbers>>,
    generations: Vec<Kept>,
}
