//! Learning from games as text, so that it goes on where it was. What was done of the step under way is not kept: it takes a second.

use std::ops::RangeInclusive;

use super::{
    Settings,
    record::{DIVERGED, Record},
};
use crate::{
    learn::{
        optimizer::{Memory, Optimizer},
        step::Precise,
    },
    measure::held_out::HeldOut,
    run::checkpoint::{self, decoded, encoded, finite, next},
    text::chromosome::Chromosome,
};

/// All that is known of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Its settings.
    pub settings: Settings,
    /// Of the examples.
    pub fingerprint: u64,
    /// The weights that it was given to begin with; Falcon's features may come to them.
    pub start: Precise,
    /// The weights after the last step, in full precision.
    pub weights: Precise,
    /// What the optimizer knows of them.
    pub memory: Memory,
    /// One a step.
    pub records: Vec<Record>,
}

impl checkpoint::Checkpoint for Checkpoint {
    const NAME: &'static str = "millipawn-supervised";
    const VERSIONS: RangeInclusive<u32> = 1..=1;
    type Reading = Reading;

    /// Settings, data, weights, what the optimizer knows, steps with the programs kept.
    fn lines(&self) -> Vec<String> {
        let mut lines = checkpoint::setting_lines(&self.settings);
        lines.push(format!("data {:016x}", self.fingerprint));
        lines.push(format!("start {}", encoded(&self.start.to_bytes())));
        lines.push(format!("weights {}", encoded(&self.weights.to_bytes())));
        lines.push(format!("memory {}", encoded(&self.memory.to_bytes())));
        for record in &self.records {
            lines.push(format!("step {}", words(record)));
            if let Some(program) = &record.champion {
                lines.push(format!("program {} {program}", record.generation));
            }
        }
        lines
    }

    fn read(reading: &mut Reading, key: &str, value: &str) -> Option<()> {
        match key {
            "setting" => {
                reading.has_seed |= checkpoint::read_setting(&mut reading.settings, key, value)?;
            }
            "data" => reading.fingerprint = Some(u64::from_str_radix(value, 16).ok()?),
            "start" => reading.start = Some(Precise::from_bytes(&decoded(value)?)?),
            "weights" => reading.weights = Some(Precise::from_bytes(&decoded(value)?)?),
            "memory" => reading.memory = Some(Memory::from_bytes(&decoded(value)?)?),
            "step" => {
                let record = record(value)?;
                (record.generation as usize == reading.records.len()).then_some(())?;
                reading.records.push(record);
            }
            "program" => {
                let (step, program) = value.split_once(' ')?;
                Chromosome::parse(program).ok()?;
                let record = reading.records.get_mut(step.parse::<usize>().ok()?)?;
                record.champion = Some(program.to_owned());
            }
            _ => return None,
        }
        Some(())
    }

    fn finish(reading: Reading) -> Option<Self> {
        reading.has_seed.then_some(())?;
        let begun = Self::begun(reading.settings, reading.fingerprint?, reading.start?);
        let (weights, memory) = (reading.weights?, reading.memory?);
        let number = begun.weights.as_slice().len();
        let fits = weights.as_slice().len() == number && memory.is_of(Optimizer::Adam, number);
        fits.then_some(Self {
            weights,
            memory,
            records: reading.records,
            ..begun
        })
    }

    /// Moves are chosen by one ply and quiescence, which are no part of the engine's search.
    fn engine(&self) -> Option<u64> {
        None
    }

    fn anew(self) -> Self {
        Self::begun(self.settings, self.fingerprint, self.start)
    }
}

impl Checkpoint {
    /// Of a run before its first step.
    pub(crate) fn begun(settings: Settings, fingerprint: u64, start: Precise) -> Self {
        let weights = settings.weights(&start);
        Self {
            settings,
            fingerprint,
            start,
            memory: Optimizer::Adam.memory(weights.as_slice().len()),
            weights,
            records: Vec::new(),
        }
    }
}

/// How a step ended.
const WELL: &str = "well";
const NOT_WELL: &str = "diverged";

fn words(record: &Record) -> String {
    let Record {
        generation,
        positions,
        found,
        loss,
        values: [pawn, knight, bishop, rook, queen],
        held_out,
        diverged,
        champion: _,
    } = record;
    let end = diverged.map_or(WELL, |_| NOT_WELL);
    let held_out = held_out.as_ref().map_or_else(String::new, |held_out| {
        format!(" {} {}", held_out.examples, held_out.matched)
    });
    format!(
        "{generation} {positions} {found} {loss} {pawn} {knight} {bishop} {rook} {queen} {end}{held_out}"
    )
}

fn record(value: &str) -> Option<Record> {
    let mut words = value.split(' ');
    let mut record = Record {
        generation: next(&mut words)?,
        positions: next(&mut words)?,
        found: next(&mut words)?,
        loss: finite(&mut words)?,
        values: {
            let mut value = || finite(&mut words);
            [value()?, value()?, value()?, value()?, value()?]
        },
        diverged: match words.next()? {
            WELL => None,
            NOT_WELL => Some(DIVERGED),
            _ => return None,
        },
        held_out: None,
        champion: None,
    };
    if let Some(examples) = words.next() {
        let held_out =
            HeldOut::counted(record.generation, examples.parse().ok()?, next(&mut words)?);
        record.held_out = Some(held_out?);
    }
    (words.next().is_none() && record.found <= record.positions).then_some(record)
}

/// A checkpoint of which some lines are read.
#[derive(Debug, Default)]
pub struct Reading {
    settings: Settings,
    /// Without its seed it would be another history.
    has_seed: bool,
    fingerprint: Option<u64>,
    start: Option<Precise>,
    weights: Option<Precise>,
    memory: Option<Memory>,
    records: Vec<Record>,
}
