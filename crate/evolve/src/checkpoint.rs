//! A run as bytes, so that a closed tab goes on where it was.

use std::fmt::Write;

use crate::{
    bits::Bits,
    chromosome::Chromosome,
    record::{HeldOut, Record, Scored},
    settings::Settings,
};

const NAME: &str = "millipawn-checkpoint";
const VERSION: &str = "1";

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
        let mut text = format!("{NAME} {VERSION}\n");
        for line in self.settings.to_lines().lines() {
            push(&mut text, format_args!("setting {line}"));
        }
        push(&mut text, format_args!("data {:016x}", self.fingerprint));
        for record in &self.records {
            push_record(&mut text, record);
        }
        if let Some(scored) = &self.scored {
            for (bits, fitness) in scored.population.iter().zip(&scored.fitness) {
                push(
                    &mut text,
                    format_args!("individual {fitness} {}", hex(bits.as_bytes())),
                );
            }
        }
        let checksum = crc32fast::hash(text.as_bytes());
        push(&mut text, format_args!("crc {checksum:08x}"));
        text
    }

    /// Inverse of [`Checkpoint::to_text`].
    ///
    /// # Errors
    /// The first departure from the format; nothing is read before the checksum fits.
    pub fn from_text(text: &str) -> Result<Self, CheckpointError> {
        let first = text.lines().next().unwrap_or_default();
        let version = first
            .strip_prefix(NAME)
            .ok_or(CheckpointError::NotACheckpoint)?
            .trim();
        if version != VERSION {
            return Err(CheckpointError::UnknownVersion(
                version.chars().take(20).collect(),
            ));
        }
        let body = verified(text).ok_or(CheckpointError::Damaged)?;
        let mut reading = Reading::default();
        for (at, line) in body.lines().enumerate().skip(1) {
            reading.line(line).ok_or(CheckpointError::Line(at + 1))?;
        }
        reading.finish().ok_or(CheckpointError::Damaged)
    }
}

fn push(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing into a string cannot fail.
    let _ = writeln!(text, "{line}");
}

fn push_record(text: &mut String, record: &Record) {
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
    push(
        text,
        format_args!(
            "record {generation} {best} {mean} {worst} {positions} {champion} {diversity}{held_out}"
        ),
    );
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

/// The lines before the checksum, if it fits.
fn verified(text: &str) -> Option<&str> {
    let (body, checksum) = text.trim_end_matches('\n').rsplit_once('\n')?;
    let body = &text[..=body.len()];
    let checksum = u32::from_str_radix(checksum.strip_prefix("crc ")?, 16).ok()?;
    (crc32fast::hash(body.as_bytes()) == checksum).then_some(body)
}

/// A checkpoint of which some lines are read.
#[derive(Default)]
struct Reading {
    settings: Settings,
    fingerprint: Option<u64>,
    records: Vec<Record>,
    population: Vec<Bits>,
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
                let (fitness, bits) = rest.split_once(' ')?;
                self.fitness.push(fitness.parse().ok()?);
                self.population.push(Bits::from_bytes(
                    &from_hex(bits)?,
                    self.settings.system.bits(),
                )?);
            }
            _ => return None,
        }
        Some(())
    }

    /// `None` when the parts do not fit together.
    fn finish(self) -> Option<Checkpoint> {
        let numbered = self
            .records
            .iter()
            .enumerate()
            .all(|(at, record)| record.generation as usize == at);
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
