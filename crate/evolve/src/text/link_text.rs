//! What links to experiments of all kinds have in common: `id.version.payload`, and what may be wrong with it.

use base64ct::{Base64UrlUnpadded, Encoding};

use crate::text::player::LARGEST_TUNED_HASH;

/// A text longer than this is refused unread, and never written: a link is to be sent in a message.
pub(crate) const MAX_TEXT: usize = 8000;

/// Why a text is not an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// Not of the form `id.version.payload`.
    Shape,
    /// Longer than any experiment's.
    TooLong,
    /// A system, kind of run or version that is not known here.
    Unknown(String),
    /// The payload is not base64url.
    Character,
    /// Something is missing, or there is more than was written.
    Length,
    /// The length is right and the checksum differs: a character was changed.
    Damaged,
    /// A line that cannot be obeyed.
    Line(String),
    /// A player with a table of so many mebibytes.
    LargeTable(usize),
    /// Everything can be read, and nobody writes it so.
    Spelling,
}

/// What others wrote, as far as it may be shown: not endless, and without what moves a terminal's cursor.
pub(crate) fn shown(text: &str) -> String {
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    text.chars().take(100).map(visible).collect()
}

impl std::fmt::Display for LinkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Shape => write!(f, "not of the form system.version.payload"),
            Self::TooLong => write!(f, "too long for an experiment"),
            Self::Unknown(what) => {
                write!(f, "experiments of \"{}\" are not known here", shown(what))
            }
            Self::Character => write!(f, "it holds a character that no experiment has"),
            Self::Length => write!(f, "it is cut short or has grown"),
            Self::Damaged => write!(f, "it is damaged: its checksum does not fit"),
            Self::Line(line) => {
                let line = shown(line);
                write!(f, "it asks for \"{line}\", which is not possible here")
            }
            Self::LargeTable(mebibytes) => write!(
                f,
                "its player asks for a table of {mebibytes} MiB, more than {LARGEST_TUNED_HASH}"
            ),
            Self::Spelling => write!(f, "it is not written as this program writes it"),
        }
    }
}

impl std::error::Error for LinkError {}

/// Whether these are the lines that are written of what was read of them. Old links lack settings that came later.
pub(crate) fn are_written(lines: &str, written: &str) -> bool {
    let mut written = written.split_inclusive('\n');
    lines
        .split_inclusive('\n')
        .all(|line| written.any(|written| written == line))
}

/// Id, version and payload.
pub(crate) fn split(text: &str) -> Result<(&str, &str, &str), LinkError> {
    if text.len() > MAX_TEXT {
        return Err(LinkError::TooLong);
    }
    let mut parts = text.split('.');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(id), Some(version), Some(payload), None) => Ok((id, version, payload)),
        _ => Err(LinkError::Shape),
    }
}

/// The bytes of a payload, and whether they are exactly what it says: the last character may have bits that mean nothing.
pub(crate) fn decode(payload: &str) -> Result<(Vec<u8>, bool), LinkError> {
    let in_alphabet = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !payload.chars().all(in_alphabet) {
        return Err(LinkError::Character);
    }
    if let Ok(bytes) = Base64UrlUnpadded::decode_vec(payload) {
        return Ok((bytes, true));
    }
    let head = &payload[..payload.len().saturating_sub(1)];
    let bytes = Base64UrlUnpadded::decode_vec(&format!("{head}A"));
    bytes.map_or(Err(LinkError::Length), |bytes| Ok((bytes, false)))
}
