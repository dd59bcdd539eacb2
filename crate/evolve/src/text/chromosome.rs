//! A program as text: what links carry, the command line takes and UCI sets.
//!
//! `<system>.<version>.<payload>`: letters, digits, `-`, `_` and `.` only. The payload is base64url of the
//! genome's bytes followed by a CRC-32 (little-endian) of the text before the payload and those bytes.

use base64ct::{Base64UrlUnpadded, Encoding};

use millipawn_engine::play::evaluator::Evaluator;

use crate::{
    genome::{Genome, Representation},
    system::{System, genes::Gene},
};

/// The genome of a program and the system that reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chromosome {
    /// Whose gene table reads it.
    pub system: System,
    /// Of the system's representation.
    pub genome: Genome,
}

/// Why a text is not a chromosome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChromosomeError {
    /// Not of the form `system.version.payload`.
    Shape,
    /// Longer than any chromosome.
    TooLong,
    /// The system is not known.
    UnknownSystem(String),
    /// The system is known, the version of its gene table is not.
    UnknownVersion(String),
    /// The payload is not base64url.
    Payload,
    /// The payload has the wrong number of characters: cut short, or too long.
    Length,
    /// The payload is of the right length, and its checksum or its bytes do not fit: a character was changed.
    Checksum,
}

impl std::fmt::Display for ChromosomeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Shape => write!(f, "not of the form system.version.payload"),
            Self::TooLong => write!(f, "too long for a chromosome"),
            Self::UnknownSystem(id) => write!(f, "the system \"{id}\" is not known here"),
            Self::UnknownVersion(version) => {
                write!(f, "version {version} of its genes is not known here")
            }
            Self::Payload => write!(f, "it holds a character that no chromosome has"),
            Self::Length => write!(f, "it is cut short or has grown"),
            Self::Checksum => write!(f, "it is damaged: its checksum does not fit"),
        }
    }
}

impl std::error::Error for ChromosomeError {}

impl Chromosome {
    /// A text longer than this is refused unread: room for genomes of 70 kB, five times as much as 1,812 weights in double precision
    /// take. Where all genomes of a system have one length, its text has too.
    pub const MAX_TEXT: usize = 100_000;

    /// Reads what [`Chromosome::to_string`](ToString::to_string) wrote.
    ///
    /// # Errors
    /// What is wrong with the text; the first trouble found.
    pub fn parse(text: &str) -> Result<Self, ChromosomeError> {
        if text.len() > Self::MAX_TEXT {
            return Err(ChromosomeError::TooLong);
        }
        let (head, payload) = text.rsplit_once('.').ok_or(ChromosomeError::Shape)?;
        let (id, version) = head.split_once('.').ok_or(ChromosomeError::Shape)?;
        let system =
            System::from_id(id).ok_or_else(|| ChromosomeError::UnknownSystem(head_of(id)))?;
        if version != system.version().to_string() {
            return Err(ChromosomeError::UnknownVersion(head_of(version)));
        }
        let genome = read_payload(id, system.version(), payload, system.representation())?;
        Ok(Self { system, genome })
    }

    /// The genome as people read it.
    pub fn genes(&self) -> Vec<Gene> {
        self.system.genes(&self.genome)
    }

    /// What it evaluates positions by.
    pub fn evaluator(&self) -> Evaluator {
        self.system.evaluator(&self.genome)
    }
}

impl std::fmt::Display for Chromosome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (id, version) = (self.system.id(), self.system.version());
        write!(f, "{}", text(id, version, &self.genome))
    }
}

/// As much of what others wrote as a message may have.
fn head_of(text: &str) -> String {
    text.chars().take(100).collect()
}

/// `id.version.payload` of any genome.
pub fn text(id: &str, version: u32, genome: &Genome) -> String {
    let bytes = genome.as_bytes();
    let bytes = [bytes, &checksum(id, version, bytes)].concat();
    let payload = Base64UrlUnpadded::encode_string(&bytes);
    format!("{id}.{version}.{payload}")
}

/// The genome of a payload that stands behind `id.version.`.
///
/// # Errors
/// What is wrong with the payload; the first trouble found.
pub fn read_payload(
    id: &str,
    version: u32,
    payload: &str,
    representation: &dyn Representation,
) -> Result<Genome, ChromosomeError> {
    let in_alphabet = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !payload.chars().all(in_alphabet) {
        return Err(ChromosomeError::Payload);
    }
    let length = representation.length().map(payload_length);
    if length.is_some_and(|length| payload.len() != length) {
        return Err(ChromosomeError::Length);
    }
    verified(id, version, payload)
        .and_then(|bytes| representation.accepts(&bytes))
        .ok_or(ChromosomeError::Checksum)
}

/// Characters of the payload of a genome of so many bytes.
const fn payload_length(bytes: usize) -> usize {
    ((bytes + CHECKSUM_BYTES) * 4).div_ceil(3)
}

fn verified(id: &str, version: u32, payload: &str) -> Option<Vec<u8>> {
    let bytes = Base64UrlUnpadded::decode_vec(payload).ok()?;
    let (genome, found) = bytes.split_last_chunk::<CHECKSUM_BYTES>()?;
    (checksum(id, version, genome) == *found).then(|| genome.to_vec())
}

const CHECKSUM_BYTES: usize = 4;

fn checksum(id: &str, version: u32, genome: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(format!("{id}.{version}.").as_bytes());
    hasher.update(genome);
    hasher.finalize().to_le_bytes()
}
