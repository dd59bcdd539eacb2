//! A run as text, so that it goes on where it was: what the checkpoints of all kinds of run have in common.
//!
//! Lines of text, so that a run can be read by eye and by other programs: the name of the format and its version, a `key value`
//! line for everything that is known, and a CRC-32 of all lines before.

use std::{
    fmt::Write,
    ops::RangeInclusive,
    str::{FromStr, Split},
};

use base64ct::{Base64Unpadded, Encoding};
use millipawn_engine::sorting::sort_by_key;

use crate::{run::settings::RunSettings, signature};

/// Why a text is not a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckpointError {
    /// It does not begin as one.
    NotACheckpoint,
    /// It was written by a version this program does not know.
    UnknownVersion(String),
    /// The checksum does not fit, or the parts contradict each other: damaged or cut short.
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

/// What a kind of run keeps of a run. A kind says what its lines are; the envelope around them is the same for all.
pub trait Checkpoint: Sized {
    /// The first word of the text.
    const NAME: &'static str;
    /// The versions that can be read; the last is written.
    const VERSIONS: RangeInclusive<u32>;
    /// A checkpoint of which some lines are read.
    type Reading: Default;

    /// Everything that is known, as `key value` lines.
    fn lines(&self) -> Vec<String>;

    /// Where a line belongs among the others when they are read: lines that others depend on come first.
    fn rank(_key: &str, _value: &str) -> u8 {
        0
    }

    /// Reads the line `key value`; `None` where it cannot be read.
    fn read(reading: &mut Self::Reading, key: &str, value: &str) -> Option<()>;

    /// The whole; `None` where a part is missing or the parts do not fit together.
    fn finish(reading: Self::Reading) -> Option<Self>;

    /// The signature of the engine that made the run; `None` where none takes part.
    fn engine(&self) -> Option<u64>;

    /// The same run before its first generation, to be made by the engine of this build.
    #[must_use]
    fn anew(self) -> Self;

    /// Whether another engine than this build's made the run: it can be read, and does not go on.
    fn is_of_another_engine(&self) -> bool {
        self.engine()
            .is_some_and(|engine| !signature::is_own(engine))
    }

    /// The text.
    fn to_text(&self) -> String {
        let mut text = format!("{} {}\n", Self::NAME, Self::VERSIONS.end());
        for line in self.lines() {
            text += &line;
            text.push('\n');
        }
        let checksum = crc32fast::hash(text.as_bytes());
        // Writing into a string cannot fail.
        let _ = writeln!(text, "crc {checksum:08x}");
        text
    }

    /// Inverse of [`Checkpoint::to_text`].
    ///
    /// # Errors
    /// The first departure from the format; nothing is read before the checksum fits.
    fn from_text(text: &str) -> Result<Self, CheckpointError> {
        let mut lines = Vec::new();
        for (at, line) in open(Self::NAME, Self::VERSIONS, text)? {
            let (key, value) = line.split_once(' ').ok_or(CheckpointError::Line(at))?;
            lines.push((at, key, value));
        }
        sort_by_key(&mut lines, |(_, key, value)| Self::rank(key, value));
        let mut reading = Self::Reading::default();
        for (at, key, value) in lines {
            Self::read(&mut reading, key, value).ok_or(CheckpointError::Line(at))?;
        }
        Self::finish(reading).ok_or(CheckpointError::Damaged)
    }
}

/// Bytes as a word of a line.
pub(super) fn encoded(bytes: &[u8]) -> String {
    Base64Unpadded::encode_string(bytes)
}

/// Inverse of [`encoded`].
pub(super) fn decoded(text: &str) -> Option<Vec<u8>> {
    Base64Unpadded::decode_vec(text).ok()
}

/// The next word of a line, read.
pub(super) fn next<T: FromStr>(words: &mut Split<'_, char>) -> Option<T> {
    words.next()?.parse().ok()
}

/// The next word, a number that is one.
pub(super) fn finite(words: &mut Split<'_, char>) -> Option<f64> {
    next(words).filter(|number: &f64| number.is_finite())
}

/// Settings as lines of a checkpoint.
pub(super) fn setting_lines(settings: &impl RunSettings) -> Vec<String> {
    let lines = settings.to_lines();
    lines
        .lines()
        .map(|line| format!("setting {line}"))
        .collect()
}

/// Reads the line `key value` of a setting, where earlier versions gave the seed a line of its own. Answers whether it was the seed.
pub(super) fn read_setting(
    settings: &mut impl RunSettings,
    key: &str,
    value: &str,
) -> Option<bool> {
    let read = match key {
        "seed" => settings.set(key, value),
        _ => settings.set_line(value),
    };
    read.ok()?;
    Some(key == "seed" || value.starts_with("seed="))
}

/// The lines within the envelope, with their numbers.
fn open<'a>(
    name: &str,
    mut versions: RangeInclusive<u32>,
    text: &'a str,
) -> Result<impl Iterator<Item = (usize, &'a str)>, CheckpointError> {
    let first = text.lines().next().unwrap_or_default();
    let found = first
        .strip_prefix(name)
        .ok_or(CheckpointError::NotACheckpoint)?
        .trim();
    if !versions.any(|version| found == version.to_string()) {
        let found = found.chars().take(20).collect();
        return Err(CheckpointError::UnknownVersion(found));
    }
    let body = verified(text).ok_or(CheckpointError::Damaged)?;
    let numbered = body.lines().enumerate().skip(1);
    Ok(numbered.map(|(at, line)| (at + 1, line)))
}

/// All before the checksum, if it fits.
fn verified(text: &str) -> Option<&str> {
    let (body, checksum) = text.trim_end_matches('\n').rsplit_once('\n')?;
    let body = &text[..=body.len()];
    let checksum = u32::from_str_radix(checksum.strip_prefix("crc ")?, 16).ok()?;
    (crc32fast::hash(body.as_bytes()) == checksum).then_some(body)
}
