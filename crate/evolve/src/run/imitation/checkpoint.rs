//! What is kept of an imitation: the generation scored last and the records. What was done of the generation under way is not
//! kept: it takes seconds.

use std::ops::RangeInclusive;

use crate::{
    genome::Genome,
    measure::held_out::HeldOut,
    run::{
        Change, Changes, Immigrant, checkpoint,
        imitation::{
            record::{Record, Scored},
            settings::Settings,
        },
        settings::RunSettings,
    },
    text::chromosome::Chromosome,
};

/// The run up to its last record.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Its settings.
    pub settings: Settings,
    /// Fingerprint of the games it learns from.
    pub fingerprint: u64,
    /// The settings that were changed.
    pub changes: Changes,
    /// Programs that came from elsewhere.
    pub immigrants: Vec<Immigrant>,
    /// The generation scored last; `None` before the first.
    pub scored: Option<Scored>,
    /// One record a scored generation.
    pub records: Vec<Record>,
}

impl checkpoint::Checkpoint for Checkpoint {
    const NAME: &'static str = "millipawn-checkpoint";
    /// The first knew no programs from elsewhere; until the second settings stayed as they were.
    const VERSIONS: RangeInclusive<u32> = 1..=3;
    type Reading = Reading;

    /// Settings, data, records, individuals with their fitness.
    fn lines(&self) -> Vec<String> {
        let mut lines = checkpoint::setting_lines(&self.settings);
        lines.push(format!("data {:016x}", self.fingerprint));
        lines.extend(self.changes.lines());
        lines.extend(self.immigrants.iter().map(Immigrant::line));
        lines.extend(self.records.iter().map(record_line));
        if let Some(scored) = &self.scored {
            let individuals = scored.population.iter().zip(&scored.fitness);
            lines.extend(individuals.map(|(genome, fitness)| {
                format!("individual {fitness} {}", hex(genome.as_bytes()))
            }));
        }
        lines
    }

    /// Another system brings its own settings, and individuals are read by them.
    fn rank(key: &str, value: &str) -> u8 {
        match key {
            "setting" if value.starts_with("system=") => 0,
            "setting" => 1,
            _ => 2,
        }
    }

    fn read(reading: &mut Reading, key: &str, value: &str) -> Option<()> {
        match key {
            "setting" => reading.settings.set_line(value).ok()?,
            "data" => reading.fingerprint = Some(u64::from_str_radix(value, 16).ok()?),
            "change" => reading.changes.push(Change::of_line::<Settings>(value)?),
            "immigrant" => reading.immigrants.push(Immigrant::read(value)?),
            "record" => reading.records.push(record(value)?),
            "individual" => {
                let (fitness, genome) = value.split_once(' ')?;
                reading.fitness.push(fitness.parse().ok()?);
                let representation = reading.settings.system.representation();
                reading
                    .population
                    .push(representation.accepts(&from_hex(genome)?)?);
            }
            _ => return None,
        }
        Some(())
    }

    fn finish(reading: Reading) -> Option<Self> {
        let numbered =
            reading.records.iter().enumerate().all(|(at, record)| {
                record.generation as usize == at && reading.is_possible(record)
            });
        let full = reading.population.len() == reading.settings.population as usize;
        let positions = reading.records.last().map_or(0, |record| record.positions);
        let possible = reading.fitness.iter().all(|matched| *matched <= positions);
        let scored = match (reading.records.is_empty(), reading.population.is_empty()) {
            (true, true) => None,
            (false, false) if numbered && full && possible => Some(Scored {
                population: reading.population,
                fitness: reading.fitness,
            }),
            _ => return None,
        };
        Some(Self {
            changes: Changes::of::<Settings>(reading.changes).ok()?,
            settings: reading.settings,
            fingerprint: reading.fingerprint?,
            immigrants: reading.immigrants,
            scored,
            records: reading.records,
        })
    }

    /// What a program chooses depends on no search of the engine.
    fn engine(&self) -> Option<u64> {
        None
    }

    fn anew(self) -> Self {
        Self {
            scored: None,
            records: Vec::new(),
            ..self
        }
    }
}

fn record_line(record: &Record) -> String {
    let Record {
        generation,
        best,
        mean,
        worst,
        positions,
        champion,
        diversity,
        ..
    } = record;
    let held_out = record
        .held_out
        .as_ref()
        .map_or_else(String::new, |held_out| {
            format!(" {} {}", held_out.examples, held_out.matched)
        });
    format!(
        "record {generation} {best} {mean} {worst} {positions} {champion} {diversity}{held_out}"
    )
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().as_chunks::<2>();
    digits.1.is_empty().then(|| {
        digits
            .0
            .iter()
            .map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok())
            .collect()
    })?
}

/// A checkpoint of which some lines are read.
#[derive(Debug, Default)]
pub struct Reading {
    settings: Settings,
    fingerprint: Option<u64>,
    changes: Vec<Change>,
    immigrants: Vec<Immigrant>,
    records: Vec<Record>,
    population: Vec<Genome>,
    fitness: Vec<u32>,
}

impl Reading {
    /// Of this run's positions and system.
    fn is_possible(&self, record: &Record) -> bool {
        let system = self.settings.system;
        record.positions <= self.settings.positions
            && record.best <= record.positions
            && record.worst <= record.best
            && (record.held_out.iter()).all(|held_out| held_out.matched <= held_out.examples)
            && Chromosome::parse(&record.champion).is_ok_and(|champion| champion.system == system)
    }
}

fn record(text: &str) -> Option<Record> {
    let mut words = text.split(' ');
    let mut word = || words.next();
    let generation = word()?.parse().ok()?;
    let mut record = Record {
        generation,
        best: word()?.parse().ok()?,
        mean: word()?.parse().ok().filter(|mean: &f64| mean.is_finite())?,
        worst: word()?.parse().ok()?,
        positions: word()?.parse().ok()?,
        champion: Chromosome::parse(word()?).ok()?.to_string(),
        diversity: word()?
            .parse()
            .ok()
            .filter(|share: &f64| share.is_finite())?,
        held_out: None,
    };
    if let Some(examples) = word() {
        record.held_out = Some(HeldOut::new(
            generation,
            examples.parse().ok()?,
            word()?.parse().ok()?,
        ));
    }
    word().is_none().then_some(record)
}
