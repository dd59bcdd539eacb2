//! A run as a link: whoever opens it can run it again and must arrive at the same chromosome.
//!
//! `<system>.<version>.<payload>`; the payload is base64url of lines of text (all settings,
//! the data's fingerprint, the chromosome arrived at) and a CRC-32 of those lines, little-endian.

use base64ct::{Base64UrlUnpadded, Encoding};

use crate::{
    chromosome::{Chromosome, System},
    settings::Settings,
};

/// A run that somebody made, and where it arrived.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentLink {
    /// Its settings.
    pub settings: Settings,
    /// Fingerprint of the examples it learned from.
    pub fingerprint: u64,
    /// The champion of its last generation.
    pub chromosome: Chromosome,
}

/// Why a text is not an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// Not of the form `system.version.payload`.
    Shape,
    /// Longer than any experiment's.
    TooLong,
    /// A system or version that is not known here.
    Unknown(String),
    /// Not base64url, cut short, or the checksum differs.
    Damaged,
    /// A line that cannot be obeyed.
    Line(String),
}

impl std::fmt::Display for LinkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Shape => write!(f, "not of the form system.version.payload"),
            Self::TooLong => write!(f, "too long for an experiment"),
            Self::Unknown(what) => write!(f, "experiments of \"{what}\" are not known here"),
            Self::Damaged => write!(f, "it is damaged or cut short: its checksum does not fit"),
            Self::Line(line) => write!(f, "it asks for \"{line}\", which is not possible here"),
        }
    }
}

impl std::error::Error for LinkError {}

const VERSION: &str = "1";
/// A text longer than this is refused unread.
const MAX_TEXT: usize = 4000;

impl ExperimentLink {
    fn lines(&self) -> String {
        format!(
            "{}data={:016x}\nchromosome={}\n",
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
        if text.len() > MAX_TEXT {
            return Err(LinkError::TooLong);
        }
        let mut parts = text.split('.');
        let (Some(id), Some(version), Some(payload), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(LinkError::Shape);
        };
        if System::from_id(id).is_none() || version != VERSION {
            return Err(LinkError::Unknown(format!("{id}.{version}")));
        }
        let lines = verified(payload).ok_or(LinkError::Damaged)?;
        Self::from_lines(&lines)
    }

    fn from_lines(lines: &str) -> Result<Self, LinkError> {
        let (mut settings, mut fingerprint, mut chromosome) = (Settings::default(), None, None);
        for line in lines.lines() {
            let refused = || LinkError::Line(line.to_owned());
            let (key, value) = line.split_once('=').ok_or_else(refused)?;
            match key {
                "data" => {
                    fingerprint = Some(u64::from_str_radix(value, 16).map_err(|_| refused())?)
                }
                "chromosome" => chromosome = Some(Chromosome::parse(value).map_err(|_| refused())?),
                _ => settings.set(key, value).map_err(|_| refused())?,
            }
        }
        let (Some(fingerprint), Some(chromosome)) = (fingerprint, chromosome) else {
            return Err(LinkError::Damaged);
        };
        if chromosome.system != settings.system {
            return Err(LinkError::Line(format!("chromosome={chromosome}")));
        }
        Ok(Self {
            settings,
            fingerprint,
            chromosome,
        })
    }
}

fn verified(payload: &str) -> Option<String> {
    let bytes = Base64UrlUnpadded::decode_vec(payload).ok()?;
    let (lines, checksum) = bytes.split_last_chunk::<4>()?;
    (crc32fast::hash(lines).to_le_bytes() == *checksum)
        .then(|| String::from_utf8(lines.to_vec()).ok())?
}

impl std::fmt::Display for ExperimentLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lines = self.lines().into_bytes();
        let bytes = [&lines[..], &crc32fast::hash(&lines).to_le_bytes()].concat();
        let payload = Base64UrlUnpadded::encode_string(&bytes);
        write!(f, "{}.{VERSION}.{payload}", self.chromosome.system.id())
    }
}
