//! A coevolution or a tuning as a link ([`link`](crate::text::link)): all that is needed to make it again, and where it arrived.
//!
//! `coevolution.2.<payload>` or `tuning.2.<payload>`. The payload is base64url of lines of text and a CRC-32 (little-endian) of
//! `id.version.` and these lines. The first line is `bytes=` and the length of all lines, the last is `end`: so damage and cutting
//! short can be told apart. A suite or book is named by its fingerprint, and so is the engine by its signature.
//!
//! Links of version 1 have the settings under their old names, with probabilities in ten-thousandths. They keep their meaning.

use std::collections::VecDeque;

use base64ct::{Base64UrlUnpadded, Encoding};
use millipawn_engine::play::contest::rules;

use crate::{
    run::{
        coevolution::{self, MOST},
        settings::{RunSettings, Spelling},
        signature, tuning,
    },
    system::{System, search_genome::PlayerSearch},
    text::{
        chromosome::Chromosome,
        link_text::{LinkError, MAX_TEXT, are_written, decode, split},
        player::{LARGEST_TUNED_HASH, Player},
    },
};

/// The version that is written.
const VERSION: u32 = 2;
const END: &str = "end";
/// The setting that stands apart from the others.
const SEED: &str = "seed";

/// A coevolution that somebody made.
#[derive(Clone, Debug, PartialEq)]
pub struct CoevolutionLink {
    /// Its settings; it ends with the generation of the champion.
    pub settings: coevolution::Settings,
    /// The signature of the engine that played.
    pub engine: u64,
    /// Of the openings.
    pub fingerprint: u64,
    /// The first generation.
    pub initial: Initial,
    /// The champion of the last generation.
    pub champion: Chromosome,
}

/// The first generation of a coevolution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initial {
    /// Drawn by the seed.
    Random,
    /// These programs.
    Programs(Vec<Chromosome>),
    /// More programs than a link can carry.
    TooMany,
}

/// A tuning that somebody made.
#[derive(Clone, Debug, PartialEq)]
pub struct TuningLink {
    /// Its settings; it ends with the generation of the champion.
    pub settings: tuning::Settings,
    /// The signature of the engine that searched.
    pub engine: u64,
    /// Of the suite.
    pub fingerprint: u64,
    /// Whose search was tuned.
    pub player: Player,
    /// The same player with the best search of the last generation.
    pub champion: Player,
}

impl CoevolutionLink {
    /// The kind of run, as links name it.
    pub const ID: &'static str = coevolution::Settings::KIND;

    /// The run as far as it was kept, with its champion; `None` before its first generation has played, or where the champion
    /// is of another system.
    pub fn of(kept: &coevolution::Checkpoint, champion: Chromosome) -> Option<Self> {
        let last = kept.results.len().checked_sub(1)?;
        let first = kept.initial.first()?;
        let random = coevolution::random(first.system, kept.initial.len(), kept.settings.seed);
        let mut link = Self {
            settings: coevolution::Settings {
                generations: u32::try_from(last).ok()?,
                population: u32::try_from(kept.initial.len()).ok()?,
                ..kept.settings.clone()
            },
            engine: kept.engine,
            fingerprint: kept.fingerprint,
            initial: match random == kept.initial {
                true => Initial::Random,
                false => Initial::Programs(kept.initial.clone()),
            },
            champion,
        };
        if link.to_string().len() > MAX_TEXT {
            link.initial = Initial::TooMany;
        }
        (link.champion.system == first.system).then_some(link)
    }

    /// The run before its first generation, to be made by the engine of this build; `None` where the link could not carry the
    /// programs.
    pub fn checkpoint(&self) -> Option<coevolution::Checkpoint> {
        let settings = self.settings.clone();
        let programs = settings.population as usize;
        Some(coevolution::Checkpoint {
            initial: match &self.initial {
                Initial::Random => {
                    coevolution::random(self.champion.system, programs, settings.seed)
                }
                Initial::Programs(programs) => programs.clone(),
                Initial::TooMany => return None,
            },
            settings,
            engine: signature::OWN,
            fingerprint: self.fingerprint,
            results: Vec::new(),
            games: Vec::new(),
        })
    }

    fn lines(&self, spelling: Spelling) -> Vec<String> {
        let coevolution::Settings { rules, search, .. } = &self.settings;
        let mut lines = vec![format!("system={}", self.champion.system.id())];
        lines.extend(assignments(&self.settings, spelling));
        let rules = rules::TABLE.iter().zip(rules.values());
        lines.extend(rules.map(|(row, value)| format!("rule.{}={value}", row.name)));
        lines.push(format!("search={search}"));
        lines.push(format!("{SEED}={}", self.settings.seed));
        lines.push(format!("engine={}", self.engine));
        lines.push(format!("openings={:016x}", self.fingerprint));
        match &self.initial {
            Initial::Random => lines.push("initial=random".to_owned()),
            Initial::TooMany => lines.push("initial=left out".to_owned()),
            Initial::Programs(programs) => {
                lines.extend(programs.iter().map(|program| format!("program={program}")));
            }
        }
        lines.push(format!("champion={}", self.champion));
        lines
    }

    /// Reads what [`CoevolutionLink::to_string`](ToString::to_string) wrote.
    ///
    /// # Errors
    /// What is wrong with the text; the first trouble found.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let mut lines = Lines::open(Self::ID, text)?;
        let system = lines.read("system", System::from_id)?;
        let mut settings = coevolution::Settings::of(system);
        lines.settings(&mut settings)?;
        for row in rules::TABLE {
            let name = format!("rule.{}", row.name);
            let rules = &mut settings.rules;
            lines.read_if_there(&name, |value| rules.set(row.name, value.parse().ok()?).ok())?;
        }
        settings.search = lines.read("search", |text| PlayerSearch::parse(text).ok())?;
        lines.read(SEED, |text| settings.set(SEED, text).ok())?;
        let engine = lines.read("engine", |text| text.parse().ok())?;
        let fingerprint = lines.read("openings", fingerprint)?;
        let of_system = |text: &str| {
            let program = Chromosome::parse(text).ok()?;
            (program.system == system).then_some(program)
        };
        let mut programs = Vec::new();
        while let Some(program) = lines.peek("program") {
            programs.push(of_system(program).ok_or_else(|| lines.refused())?);
            lines.left.pop_front();
        }
        let initial = match programs.is_empty() {
            false => Initial::Programs(programs),
            true => lines.read("initial", |text| match text {
                "random" => Some(Initial::Random),
                "left out" => Some(Initial::TooMany),
                _ => None,
            })?,
        };
        if let Initial::Programs(programs) = &initial {
            let population = settings.population as usize;
            if programs.len() != population || !(2..=MOST).contains(&population) {
                let line = format!("population={population}");
                return Err(LinkError::Line(line));
            }
        }
        let champion = lines.read("champion", of_system)?;
        let link = Self {
            settings,
            engine,
            fingerprint,
            initial,
            champion,
        };
        lines.end(&link, Self::lines).map(|()| link)
    }
}

impl std::fmt::Display for CoevolutionLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", text(Self::ID, &self.lines(Spelling::Label)))
    }
}

impl TuningLink {
    /// The kind of run, as links name it.
    pub const ID: &'static str = tuning::Settings::KIND;

    /// The run as far as it was kept, with its champion; `None` before its first generation is scored.
    pub fn of(kept: &tuning::Checkpoint, champion: Player) -> Option<Self> {
        let last = kept.scores.len().checked_sub(1)?;
        Some(Self {
            settings: tuning::Settings {
                generations: u32::try_from(last).ok()?,
                ..kept.settings.clone()
            },
            engine: kept.engine,
            fingerprint: kept.fingerprint,
            player: kept.player.clone(),
            champion,
        })
    }

    /// The run before its first generation, to be made by the engine of this build.
    pub fn checkpoint(&self) -> tuning::Checkpoint {
        tuning::Checkpoint {
            settings: self.settings.clone(),
            engine: signature::OWN,
            player: self.player.clone(),
            fingerprint: self.fingerprint,
            scores: Vec::new(),
            pieces: Vec::new(),
        }
    }

    fn lines(&self, spelling: Spelling) -> Vec<String> {
        let mut lines: Vec<String> = assignments(&self.settings, spelling).collect();
        lines.push(format!("{SEED}={}", self.settings.seed));
        lines.push(format!("engine={}", self.engine));
        lines.push(format!("suite={:016x}", self.fingerprint));
        lines.push(format!("player={}", self.player));
        lines.push(format!("champion={}", self.champion));
        lines
    }

    /// Reads what [`TuningLink::to_string`](ToString::to_string) wrote.
    ///
    /// # Errors
    /// What is wrong with the text; the first trouble found.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let mut lines = Lines::open(Self::ID, text)?;
        let mut settings = tuning::Settings::default();
        lines.settings(&mut settings)?;
        lines.read(SEED, |text| settings.set(SEED, text).ok())?;
        let engine = lines.read("engine", |text| text.parse().ok())?;
        let fingerprint = lines.read("suite", fingerprint)?;
        let player = lines.read("player", |text| {
            let player = Player::parse(text).ok();
            player.filter(|player| tuning::is_tunable(player).is_ok())
        })?;
        let champion = lines.read("champion", |text| {
            let champion = Player::parse(text).ok()?;
            champion.setup().is_some().then_some(champion)
        })?;
        let hash = player.hash.max(champion.hash);
        if hash > LARGEST_TUNED_HASH {
            return Err(LinkError::LargeTable(hash));
        }
        let link = Self {
            settings,
            engine,
            fingerprint,
            player,
            champion,
        };
        lines.end(&link, Self::lines).map(|()| link)
    }
}

impl std::fmt::Display for TuningLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", text(Self::ID, &self.lines(Spelling::Label)))
    }
}

/// The settings but for the seed.
fn assignments<S: RunSettings>(
    settings: &S,
    spelling: Spelling,
) -> impl Iterator<Item = String> + '_ {
    let rows = S::TABLE.iter().filter(|row| row.key() != SEED);
    rows.map(move |row| row.line(settings, spelling))
}

fn fingerprint(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok()
}

/// `id.version.payload` of these lines.
fn text(id: &str, lines: &[String]) -> String {
    let content = joined(lines);
    let content = format!("bytes={}\n{content}", content.len());
    let head = format!("{id}.{VERSION}.");
    let bytes = [content.as_bytes(), &checksum(&head, content.as_bytes())].concat();
    head + &Base64UrlUnpadded::encode_string(&bytes)
}

/// The lines and the end.
fn joined(lines: &[String]) -> String {
    let lines = lines.iter().map(String::as_str).chain([END]);
    lines.map(|line| format!("{line}\n")).collect()
}

fn checksum(head: &str, content: &[u8]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head.as_bytes());
    hasher.update(content);
    hasher.finalize().to_le_bytes()
}

/// The lines of a link that are not read yet: every one has its place, so that a run is one text.
struct Lines {
    content: String,
    left: VecDeque<String>,
    spelling: Spelling,
}

impl Lines {
    fn open(id: &str, text: &str) -> Result<Self, LinkError> {
        let (found, version, payload) = split(text)?;
        let spelling = match version {
            "1" => Some(Spelling::Old),
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
    fn refused(&self) -> LinkError {
        let next = self.left.front().map_or(END, String::as_str);
        LinkError::Line(next.chars().take(100).collect())
    }

    /// The value of the next line, if it has this name.
    fn peek(&self, name: &str) -> Option<&str> {
        self.left.front()?.strip_prefix(name)?.strip_prefix('=')
    }

    /// Reads the value of the next line, which has this name.
    fn read<T>(
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
    fn settings<S: RunSettings>(&mut self, settings: &mut S) -> Result<(), LinkError> {
        for row in S::TABLE.iter().filter(|row| row.key() != SEED) {
            let name = row.name(self.spelling);
            self.read_if_there(&name, |value| settings.set(&name, value).ok())?;
        }
        Ok(())
    }

    fn read_if_there(
        &mut self,
        name: &str,
        value: impl FnOnce(&str) -> Option<()>,
    ) -> Result<(), LinkError> {
        match self.peek(name) {
            Some(_) => self.read(name, value),
            None => Ok(()),
        }
    }

    /// Nothing is left, and all is as the link that was read writes it.
    fn end<T>(
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

#[cfg(test)]
mod tests {
    use super::*;

    fn link() -> TuningLink {
        let player = Player::parse("staunton").expect("a player");
        TuningLink {
            settings: tuning::Settings {
                seed: 5,
                ..tuning::Settings::default()
            },
            engine: signature::OWN,
            fingerprint: 7,
            champion: player.clone(),
            player,
        }
    }

    /// Of lines with a length and a checksum that fit.
    fn parse(content: &str) -> Result<TuningLink, LinkError> {
        parse_as(VERSION, content)
    }

    fn parse_as(version: u32, content: &str) -> Result<TuningLink, LinkError> {
        let head = format!("{}.{version}.", TuningLink::ID);
        let bytes = [content.as_bytes(), &checksum(&head, content.as_bytes())].concat();
        TuningLink::parse(&(head + &Base64UrlUnpadded::encode_string(&bytes)))
    }

    #[test]
    fn a_run_has_one_spelling() {
        let [lines, old] =
            [Spelling::Label, Spelling::Old].map(|spelling| joined(&link().lines(spelling)));
        let told = |lines: &str| format!("bytes={}\n{lines}", lines.len());
        assert_eq!(parse(&told(&lines)), Ok(link()));
        let without = lines.split_once('\n').expect("many lines").1;
        assert_eq!(parse(&told(without)), Ok(link()), "a setting came later");
        // Each version has its own spelling.
        assert_eq!(parse_as(1, &told(&old)), Ok(link()));
        assert!(old.contains("\nMutation=500\n") && parse(&told(&old)).is_err());
        assert!(parse_as(1, &told(&lines)).is_err());
        for other in [
            format!("bytes=nonsense\n{lines}"),
            told(&lines.replace("seed=5", "seed=+5")),
            told(&lines.replace("seed=5", "seed=05")),
            told(&lines.replace("0.05", "0.050")),
            told(&lines.replace("suite=0", "suite=+0")),
            told(&lines.replace('\n', "\r\n")),
        ] {
            assert_eq!(parse(&other), Err(LinkError::Spelling), "{other}");
        }
    }

    #[test]
    fn a_large_table_is_refused_by_name() {
        let mut large = link();
        large.champion.hash = 1024;
        let error = TuningLink::parse(&large.to_string()).expect_err("too large");
        assert_eq!(error, LinkError::LargeTable(1024));
        assert!(error.to_string().contains("1024 MiB, more than 64"));
    }
}
