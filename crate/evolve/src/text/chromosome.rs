//! A program as text: what links carry, the command line takes and UCI sets.
//!
//! `<system>.<version>.<payload>`: letters, digits, `-`, `_` and `.` only. The payload is base64url of the bits
//! followed by a CRC-32 (little-endian) of the text before the payload and the bits.

use base64ct::{Base64UrlUnpadded, Encoding};

use millipawn_engine::play::evaluator::Evaluator;

use crate::{
    genome::bits::Bits,
    system::{System, genes::Gene},
};

/// The genes of a program and the system that reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chromosome {
    /// Which gene table reads the bits.
    pub system: System,
    /// As many bits as the system's table has.
    pub bits: Bits,
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
    /// The payload is of the right length, and its checksum or its last bits do not fit: a character was changed.
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
    /// A text longer than this is refused unread.
    pub const MAX_TEXT: usize = 200;

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
            System::from_id(id).ok_or_else(|| ChromosomeError::UnknownSystem(id.to_owned()))?;
        if version != system.version().to_string() {
            return Err(ChromosomeError::UnknownVersion(version.to_owned()));
        }
        let bits = read_payload(id, system.version(), payload, system.bits())?;
        Ok(Self { system, bits })
    }

    /// What the bits say.
    pub fn genes(&self) -> Vec<Gene> {
        self.system.genes(&self.bits)
    }

    /// What it evaluates positions by.
    pub fn evaluator(&self) -> Evaluator {
        self.system.evaluator(&self.bits)
    }
}

impl std::fmt::Display for Chromosome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (id, version) = (self.system.id(), self.system.version());
        write!(f, "{}", text(id, version, &self.bits))
    }
}

/// `id.version.payload` of any bits.
pub(crate) fn text(id: &str, version: u32, bits: &Bits) -> String {
    let bytes = [bits.as_bytes(), &checksum(id, version, bits)].concat();
    let payload = Base64UrlUnpadded::encode_string(&bytes);
    format!("{id}.{version}.{payload}")
}

/// The bits of a payload that stands behind `id.version.`.
pub(crate) fn read_payload(
    id: &str,
    version: u32,
    payload: &str,
    length: usize,
) -> Result<Bits, ChromosomeError> {
    let in_alphabet = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !payload.chars().all(in_alphabet) {
        return Err(ChromosomeError::Payload);
    }
    if payload.len() != ((length.div_ceil(8) + CHECKSUM_BYTES) * 4).div_ceil(3) {
        return Err(ChromosomeError::Length);
    }
    verified(id, version, payload, length).ok_or(ChromosomeError::Checksum)
}

fn verified(id: &str, version: u32, payload: &str, length: usize) -> Option<Bits> {
    let bytes = Base64UrlUnpadded::decode_vec(payload).ok()?;
    let (bits, found) = bytes.split_last_chunk::<CHECKSUM_BYTES>()?;
    let bits = Bits::from_bytes(bits, length)?;
    (checksum(id, version, &bits) == *found).then_some(bits)
}

const CHECKSUM_BYTES: usize = 4;

fn checksum(id: &str, version: u32, bits: &Bits) -> [u8; CHECKSUM_BYTES] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(format!("{id}.{version}.").as_bytes());
    hasher.update(bits.as_bytes());
    hasher.finalize().to_le_bytes()
}
