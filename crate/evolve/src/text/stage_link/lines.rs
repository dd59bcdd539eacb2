//! The lines of a link, and the envelope around them.

use std::{collections::VecDeque, ops::RangeInclusive};

use base64ct::{Base64UrlUnpadded, Encoding};

use super::Initial;
use crate::{
    run::{
        Change, Changes,
        settings::{RunSettings, Spelling},
    },
    system::System,
    text::{
        chromosome::Chromosome,
        link_text::{LinkError, are_written, decode, split},
    },
};

/// The version that is written.
pub(super) const VERSION: u32 = 2;
const END: &str = "end";
/// The setting that stands apart from the others.
pub(super) const SEED: &str = "seed";

const CHANGE: &str = "change";
const PROGRAM: &str = "program";
const INITIAL: &str = "initial";
const RANDOM: &str = "random";
const LEFT_OUT: &str = "left out";

impl Initial {
    pub(super) fn lines(&self) -> Vec<String> {
        match self {
            Self::Random => vec![format!("{INITIAL}={RANDOM}")],
            Self::TooMany => vec![format!("{INITIAL}={LEFT_OUT}")],
            Self::Programs(programs) => {
                let programs = programs.iter();
                programs
                    .map(|program| format!("{PROGRAM}={program}"))
                    .collect()
            }
        }
    }
}

/// The settings but for the seed.
pub(super) fn assignments<S: RunSettings>(
    settings: &S,
    spelling: Spelling,
) -> impl Iterator<Item = String> + '_ {
    let rows = S::TABLE.iter().filter(|row| row.key() != SEED);
    rows.map(move |row| row.line(settings, spelling))
}

/// The settings that were changed.
pub(super) fn changes(changes: &Changes) -> impl Iterator<Item = String> {
    let all = changes.all().iter();
    all.map(|change| format!("{CHANGE}={change}"))
}

/// A program of this system.
pub(super) fn of_system(text: &str, system: System) -> Option<Chromosome> {
    let program = Chromosome::parse(text).ok()?;
    (program.system == system).then_some(program)
}

pub(super) fn fingerprint(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok()
}

/// `id.version.payload` of these lines.
pub(super) fn text(id: &str, lines: &[String]) -> String {
    let content = joined(lines);
    let content = format!("bytes={}\n{content}", content.len());
    let head = format!("{id}.{VERSION}.");
    let bytes = [content.as_bytes(), &checksum(&head, content.as_bytes())].concat();
    head + &Base64UrlUnpadded::encode_string(&bytes)
}

/// The lines and the end.
pub(super) fn joined(lines: &[String]) -> String {
    let lines = lines.iter().map(String::as_str).chain([END]);
    lines.map(|line| format!("{line}\n")).collect()
}

pub(super) fn checksum(head: &str, content: &[u8]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head.as_bytes());
    hasher.update(content);
    hasher.finalize().to_le_bytes()
}

/// The lines of a link that are not read yet: every one has its place, so that a run is one text.
pub(super) struct Lines {
    content: String,
    pub(super) left: VecDeque<String>,
    spelling: Spelling,
}

impl Lines {
    /// Of a kind whose links had their first version then.
    pub(super) fn open(id: &str, first: u32, text: &str) -> Result<Self, LinkError> {
        let (found, version, payload) = split(text)?;
        let spelling = match version {
            "1" if first == 1 => Some(Spelling::Old),
            "2" => Some(Spelling::Label),
            _ => None,
        };
        let spelling = spelling.filter(|_| found == id);
        let spelling = spelling.ok_or_else(|| LinkError::Unknown(format!("{found}.{version}")))?;
        let head = format!("{id}.{version}.");
        let (bytes, is_exact) = decode(payload)?;
        let (content, found) = bytes.split_last_chunk::<4>().ok_or(LinkError::Length)?;
        if !is_exact || checksum(&head, content) != *found {
            return Err(match is_whole(content) {
                true => LinkError::Damaged,
                false => LinkError::Length,
            });
        }
        // A checksum is no proof that somebody wrote a text.
        let content = str::from_utf8(content).map_err(|_| LinkError::Damaged)?;
        Ok(Self {
            content: content.to_owned(),
            left: content.lines().skip(1).map(str::to_owned).collect(),
            spelling,
        })
    }

    /// What is wrong with the next line.
    pub(super) fn refused(&self) -> LinkError {
        let next = self.left.front().map_or(END, String::as_str);
        LinkError::Line(next.chars().take(100).collect())
    }

    /// The value of the next line, if it has this name.
    pub(super) fn peek(&self, name: &str) -> Option<&str> {
        self.left.front()?.strip_prefix(name)?.strip_prefix('=')
    }

    /// Reads the value of the next line, which has this name.
    pub(super) fn read<T>(
        &mut self,
        name: &str,
        value: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, LinkError> {
        let value = self.peek(name).and_then(value);
        let value = value.ok_or_else(|| self.refused())?;
        self.left.pop_front();
        Ok(value)
    }

    /// Reads the settings but for the seed. One without a line keeps its default: it was not there yet.
    pub(super) fn settings<S: RunSettings>(&mut self, settings: &mut S) -> Result<(), LinkError> {
        for row in S::TABLE.iter().filter(|row| row.key() != SEED) {
            let name = row.name(self.spelling);
            self.read_if_there(&name, |value| settings.set(&name, value).ok())?;
        }
        Ok(())
    }

    pub(super) fn read_if_there(
        &mut self,
        name: &str,
        value: impl FnOnce(&str) -> Option<()>,
    ) -> Result<(), LinkError> {
        match self.peek(name) {
            Some(_) => self.read(name, value),
            None => Ok(()),
        }
    }

    /// Reads the settings that were changed.
    pub(super) fn changes<S: RunSettings>(&mut self) -> Result<Changes, LinkError> {
        let mut changes = Vec::new();
        while let Some(text) = self.peek(CHANGE) {
            let change = Change::parse::<S>(text, ':').ok_or_else(|| self.refused())?;
            changes.push(change);
            self.left.pop_front();
        }
        Changes::of::<S>(changes).map_err(|_| LinkError::Spelling)
    }

    /// Reads what a run begins with: as many programs as that may be.
    pub(super) fn initial(
        &mut self,
        system: System,
        count: RangeInclusive<usize>,
    ) -> Result<Initial, LinkError> {
        let mut programs = Vec::new();
        while let Some(program) = self.peek(PROGRAM) {
            let program = of_system(program, system).ok_or_else(|| self.refused())?;
            if programs.len() == *count.end() {
                return Err(self.refused());
            }
            programs.push(program);
            self.left.pop_front();
        }
        match programs.len() {
            0 => self.read(INITIAL, |text| match text {
                RANDOM => Some(Initial::Random),
                LEFT_OUT => Some(Initial::TooMany),
                _ => None,
            }),
            few if few < *count.start() => Err(self.refused()),
            _ => Ok(Initial::Programs(programs)),
        }
    }

    /// Nothing is left, and all is as the link that was read writes it.
    pub(super) fn end<T>(
        mut self,
        link: &T,
        written: impl Fn(&T, Spelling) -> Vec<String>,
    ) -> Result<(), LinkError> {
        match self.left.pop_front() {
            Some(line) if line == END && self.left.is_empty() => {}
            _ => return Err(LinkError::Line("more than a run".to_owned())),
        }
        let (told, lines) = self.content.split_once('\n').ok_or(LinkError::Length)?;
        let written = joined(&written(link, self.spelling));
        if told != format!("bytes={}", lines.len()) || !are_written(lines, &written) {
            return Err(LinkError::Spelling);
        }
        Ok(())
    }
}

/// Whether nothing is missing of what may be damaged: the length is told at the beginning, the end stands at the end.
fn is_whole(content: &[u8]) -> bool {
    let told = || {
        let (first, rest) = content.split_at(content.iter().position(|byte| *byte == b'\n')? + 1);
        let first = str::from_utf8(first).ok()?;
        let told: usize = first.strip_prefix("bytes=")?.trim_end().parse().ok()?;
        Some(told == rest.len())
    };
    told() == Some(true) || content.ends_with(format!("\n{END}\n").as_bytes())
}
