//! The evolution of a move ordering as text, so that it goes on where it was.

use std::ops::RangeInclusive;

use super::Settings;
use crate::run::{
    checkpoint::{self, read_setting},
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
    /// What other orders need for the same positions, once generation 0 is scored.
    pub yardsticks: Vec<u64>,
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
}

impl checkpoint::Checkpoint for Checkpoint {
    const NAME: &'static str = "millipawn-ordering";
    const VERSIONS: RangeInclusive<u32> = 1..=1;
    type Reading = Reading;

    /// Settings, engine, games, yardsticks, generations.
    fn lines(&self) -> Vec<String> {
        let mut lines = checkpoint::setting_lines(&self.settings);
        lines.push(format!("engine {}", self.engine));
        lines.push(format!("games {:016x}", self.fingerprint));
        if !self.yardsticks.is_empty() {
            lines.push(format!("yardsticks {}", joined(&self.yardsticks)));
        }
        for kept in &self.generations {
            let held_out = kept
                .held_out
                .map_or_else(String::new, |nodes| format!(" {nodes}"));
            lines.push(format!("generation {}{held_out}", joined(&kept.nodes)));
        }
        lines
    }

    fn read(reading: &mut Reading, key: &str, value: &str) -> Option<()> {
        match key {
            "setting" => reading.has_seed |= read_setting(&mut reading.settings, key, value)?,
            "engine" => reading.engine = Some(value.parse().ok()?),
            "games" => reading.fingerprint = Some(u64::from_str_radix(value, 16).ok()?),
            "yardsticks" => reading.yardsticks = numbers(value)?,
            "generation" => reading.generations.push(kept(value)?),
            _ => return None,
        }
        Some(())
    }

    fn finish(reading: Reading) -> Option<Self> {
        reading.has_seed.then_some(Self {
            settings: reading.settings,
            engine: reading.engine?,
            fingerprint: reading.fingerprint?,
            yardsticks: reading.yardsticks,
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

fn kept(text: &str) -> Option<Kept> {
    let (nodes, held_out) = match text.split_once(' ') {
        Some((nodes, held_out)) => (nodes, Some(held_out.parse().ok()?)),
        None => (text, None),
    };
    Some(Kept {
        nodes: numbers(nodes)?,
        held_out,
    })
}

/// A checkpoint of which some lines are read.
#[derive(Debug, Default)]
pub struct Reading {
    settings: Settings,
    /// Without its seed it would be another history.
    has_seed: bool,
    engine: Option<u64>,
    fingerprint: Option<u64>,
    yardsticks: Vec<u64>,
    generations: Vec<Kept>,
}
