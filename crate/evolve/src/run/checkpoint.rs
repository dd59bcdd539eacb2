//! A run as bytes, so that a closed tab goes on where it was.

use crate::{
    genome::Genome,
    run::{
        record::{HeldOut, Record, Scored},
        settings::Settings,
    },
    text::{
        chromosome::Chromosome,
        sealed::{open, seal},
    },
};

const NAME: &str = "millipawn-checkpoint";
const VERSION: u32 = 1;

/// The run up to its last record.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Its settings.
    pub settings: Settings,
    /// Fingerprint of the games it learns from.
    pub fingerprint: u64,
    /// The generation scored last; `None` before the first.
    pub scored: Option<Scored>,
    /// One record a scored generation.
    pub records: Vec<Record>,
}

/// Why bytes are not a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckpointError {
    /// They do not begin as one.
    NotACheckpoint,
    /// They were written by a version this program does not know.
    UnknownVersion(String),
    /// The checksum does not fit: damaged or cut short.
    Damaged,
    /// This line cannot be read.
    Line(usize),
}

impl std::fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotACheckpoint => write!(f, "this is not the checkpoint of a run"),
            Self::UnknownVersion(version) => {
                write!(
                    f,
                    "checkpoint of version {version}, which this program does not know"
                )
            }
            Self::Damaged => write!(f, "the checkpoint is damaged or cut short"),
            Self::Line(line) => write!(f, "line {line} of the checkpoint cannot be read"),
        }
    }
}

impl std::error::Error for CheckpointError {}

impl Checkpoint {
    /// Lines of text, so that a run can be read by eye and by other programs: name and version, settings, data
    /// fingerprint, records, individuals with their fitness, CRC-32 of all lines before.
    pub fn to_text(&self) -> String {
        let settings = self.settings.to_lines();
        let mut lines: Vec<String> = settings
            .lines()
            .map(|line| format!("setting {line}"))
            .collect();
        lines.push(format!("data {:016x}", self.fingerprint));
        lines.extend(self.records.iter().map(record_line));
        if let Some(scored) = &self.scored {
            let individuals = scored.population.iter().zip(&scored.fitness);
            lines.extend(individuals.map(|(genome, fitness)| {
                format!("individual {fitness} {}", hex(genome.as_bytes()))
            }));
        }
        seal(NAME, VERSION, &lines)
    }

    /// Inverse of [`Checkpoint::to_text`]. The order of the lines means nothing, but for records and individuals among themselves.
    ///
    /// # Errors
    /// The first departure from the format; nothing is read before the checksum fits.
    pub fn from_text(text: &str) -> Result<Self, CheckpointError> {
        let mut lines: Vec<(usize, &str)> = open(NAME, VERSION..=VERSION, text)?.collect();
        // Another system brings its own settings, and individuals are read by them.
        lines.sort_by_key(|(_, line)| {
            (
                !line.starts_with("setting system="),
                !line.starts_with("setting "),
            )
        });
        let mut reading = Reading::default();
        for (at, line) in lines {
            reading.line(line).ok_or(CheckpointError::Line(at))?;
        }
        reading.finish().ok_or(CheckpointError::Damaged)
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
#[derive(Default)]
struct Reading {
    settings: Settings,
    fingerprint: Option<u64>,
    records: Vec<Record>,
    population: Vec<Genome>,
    fitness: Vec<u32>,
}

impl Reading {
    fn line(&mut self, line: &str) -> Option<()> {
        let (kind, rest) = line.split_once(' ')?;
        match kind {
            "setting" => {
                let (key, value) = rest.split_once('=')?;
                self.settings.set(key, value).ok()?;
            }
            "data" => self.fingerprint = Some(u64::from_str_radix(rest, 16).ok()?),
            "record" => self.records.push(record(rest)?),
            "individual" => {
                let (fitness, genome) = rest.split_once(' ')?;
                self.fitness.push(fitness.parse().ok()?);
                let representation = self.settings.system.representation();
                self.population
                    .push(representation.accepts(&from_hex(genome)?)?);
            }
            _ => return None,
        }
        Some(())
    }

    /// Of this run's positions and system.
    fn is_possible(&self, record: &Record) -> bool {
        let system = self.settings.system;
        record.positions <= self.settings.positions
            && record.best <= record.positions
            && record.worst <= record.best
            && (record.held_out.iter()).all(|held_out| held_out.matched <= held_out.examples)
            && Chromosome::parse(&record.champion).is_ok_and(|champion| champion.system == system)
    }

    /// `None` when the parts do not fit together.
    fn finish(self) -> Option<Checkpoint> {
        let numbered = self
            .records
            .iter()
            .enumerate()
            .all(|(at, record)| record.generation as usize == at && self.is_possible(record));
        let full = self.population.len() == self.settings.population as usize;
        let positions = self.records.last().map_or(0, |record| record.positions);
        let possible = self.fitness.iter().all(|matched| *matched <= positions);
        let scored = match (self.records.is_empty(), self.population.is_empty()) {
            (true, true) => None,
            (false, false) if numbered && full && possible => Some(Scored {
                population: self.population,
                fitness: self.fitness,
            }),
            _ => return None,
        };
        Some(Checkpoint {
            settings: self.settings,
            fingerprint: self.fingerprint?,
            scored,
            records: self.records,
        })
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
