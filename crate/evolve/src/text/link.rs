//! A run as a link: whoever opens it can run it again and must arrive at the same chromosome.
//!
//! `<id>.<version>.<payload>`. Of an imitation the id is that of its system, and the payload is base64url of lines of text (all
//! settings, those that were changed, the data's fingerprint, the chromosome arrived at) and a CRC-32 of those lines, little-endian. Of the later kinds
//! of run see [`stage_link`](crate::text::stage_link).

use base64ct::{Base64UrlUnpadded, Encoding};
use millipawn_engine::sorting::sort_by_key;

use crate::{
    run::{
        Change, Changes,
        imitation::{Checkpoint, Settings},
        settings::RunSettings,
    },
    system::System,
    text::{
        chromosome::Chromosome,
        link_text::{are_written, decode, split},
    },
};

pub use crate::text::link_text::LinkError;

/// An imitation that somebody made, and where it arrived.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentLink {
    /// Its settings.
    pub settings: Settings,
    /// The settings that were changed.
    pub changes: Changes,
    /// Fingerprint of the examples it learned from.
    pub fingerprint: u64,
    /// The champion of its last generation.
    pub chromosome: Chromosome,
}

const VERSION: u32 = 1;

impl ExperimentLink {
    /// The run as far as it was kept, with its champion; `None` before its first generation is scored, where the champion is of another
    /// system, or where programs came from elsewhere.
    pub fn of(kept: &Checkpoint, chromosome: Chromosome) -> Option<Self> {
        let last = kept.records.last()?;
        // Without them it would be another run, and a link has no room for them.
        kept.immigrants.is_empty().then_some(())?;
        let settings = Settings {
            generations: last.generation,
            ..kept.settings.clone()
        };
        (chromosome.system == settings.system).then_some(Self {
            changes: kept.changes.until(last.generation),
            settings,
            fingerprint: kept.fingerprint,
            chromosome,
        })
    }

    fn lines(&self) -> String {
        let changes = self.changes.all().iter();
        let changes: String = changes.map(|change| format!("change={change}\n")).collect();
        format!(
            "{}{changes}data={:016x}\nchromosome={}\n",
            self.settings.to_lines(),
            self.fingerprint,
            self.chromosome
        )
    }

    /// Reads what [`ExperimentLink::to_string`](ToString::to_string) wrote.
    ///
    /// # Errors
    /// What is wrong with the text; the first trouble found.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let (id, version, payload) = split(text)?;
        let system = System::from_id(id).filter(|_| version == VERSION.to_string());
        let system = system.ok_or_else(|| LinkError::Unknown(format!("{id}.{version}")))?;
        let (bytes, is_exact) = decode(payload)?;
        let (lines, checksum) = bytes.split_last_chunk::<4>().ok_or(LinkError::Length)?;
        if !is_exact || crc32fast::hash(lines).to_le_bytes() != *checksum {
            return Err(match is_whole(lines, system) {
                true => LinkError::Damaged,
                false => LinkError::Length,
            });
        }
        // A checksum is no proof that somebody wrote a text.
        let lines = str::from_utf8(lines).map_err(|_| LinkError::Damaged)?;
        let link = Self::from_lines(lines)?;
        if link.settings.system != system || !are_written(lines, &link.lines()) {
            return Err(LinkError::Spelling);
        }
        Ok(link)
    }

    fn from_lines(lines: &str) -> Result<Self, LinkError> {
        let (mut fingerprint, mut chromosome) = (None, None);
        let (mut settings, mut changes) = (Vec::new(), Vec::new());
        for line in lines.lines() {
            let refused = || LinkError::Line(line.to_owned());
            let (key, value) = line.split_once('=').ok_or_else(refused)?;
            match key {
                "change" => {
                    changes.push(Change::parse::<Settings>(value, ':').ok_or_else(refused)?);
                }
                "data" => {
                    fingerprint = Some(u64::from_str_radix(value, 16).map_err(|_| refused())?);
                }
                "chromosome" => chromosome = Some(Chromosome::parse(value).map_err(|_| refused())?),
                _ => settings.push(line),
            }
        }
        let settings = settings_of(settings)?;
        let (Some(fingerprint), Some(chromosome)) = (fingerprint, chromosome) else {
            return Err(LinkError::Line("neither data nor a chromosome".to_owned()));
        };
        if chromosome.system != settings.system {
            return Err(LinkError::Line(format!("chromosome={chromosome}")));
        }
        Ok(Self {
            changes: Changes::of::<Settings>(changes).map_err(|_| LinkError::Spelling)?,
            settings,
            fingerprint,
            chromosome,
        })
    }
}

/// Whether nothing is missing of what may be damaged: the last line is the chromosome. Its name stands where it should, or its
/// end does.
fn is_whole(lines: &[u8], system: System) -> bool {
    // Where genomes are of any length, only the end of the last line tells.
    if system.representation().length().is_none() {
        return lines.ends_with(b"\n");
    }
    let genome = system.hand_set();
    let last = format!("chromosome={}\n", Chromosome { system, genome });
    let Some((before, line)) = lines.split_at_checked(lines.len().wrapping_sub(last.len())) else {
        return false;
    };
    // Two bytes may be changed by one character.
    let is_named = line[2..].starts_with(&last.as_bytes()[2.."chromosome=".len()]);
    is_named || before.ends_with(b"\n") && line.ends_with(b"\n")
}

impl std::fmt::Display for ExperimentLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lines = self.lines().into_bytes();
        let bytes = [&lines[..], &crc32fast::hash(&lines).to_le_bytes()].concat();
        let payload = Base64UrlUnpadded::encode_string(&bytes);
        write!(f, "{}.{VERSION}.{payload}", self.chromosome.system.id())
    }
}

/// The settings of these lines, whichever comes first.
fn settings_of(mut lines: Vec<&str>) -> Result<Settings, LinkError> {
    // Another system brings its own defaults.
    sort_by_key(&mut lines, |line| !line.starts_with("system="));
    let mut settings = Settings::default();
    for line in lines {
        let set = settings.set_line(line);
        set.map_err(|_| LinkError::Line(line.to_owned()))?;
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(id: &str, lines: &str) -> Result<ExperimentLink, LinkError> {
        let bytes = [
            lines.as_bytes(),
            &crc32fast::hash(lines.as_bytes()).to_le_bytes(),
        ]
        .concat();
        let payload = Base64UrlUnpadded::encode_string(&bytes);
        ExperimentLink::parse(&format!("{id}.{VERSION}.{payload}"))
    }

    #[test]
    fn an_experiment_has_one_spelling() {
        let link = ExperimentLink {
            settings: Settings::default(),
            changes: Changes::default(),
            fingerprint: 7,
            chromosome: Chromosome {
                system: System::ACPP,
                genome: System::ACPP.hand_set(),
            },
        };
        let lines = link.lines();
        assert_eq!(parse("acpp", &lines), Ok(link));
        let twice = format!("data=0000000000000001\n{lines}");
        for (id, lines) in [
            ("falcon", lines.clone()),
            ("acpp", twice),
            ("acpp", lines.replace("data=0", "data=")),
            ("acpp", lines.trim_end().to_owned()),
        ] {
            assert_eq!(parse(id, &lines), Err(LinkError::Spelling), "{lines}");
        }
    }

    #[test]
    fn what_others_wrote_is_shown_in_part() {
        let told = parse("acpp", &format!("\u{1b}[2J{}=1\n", "x".repeat(4000)));
        let told = told.expect_err("no setting").to_string();
        assert!(told.len() < 200 && !told.contains('\u{1b}'), "{told}");
        let told = ExperimentLink::parse(&format!("{}.1.AAAA", "\u{7}".repeat(4000)));
        let told = told.expect_err("no system").to_string();
        assert!(told.len() < 400 && !told.contains('\u{7}'), "{told}");
    }
}
