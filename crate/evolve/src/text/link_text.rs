//! What links to experiments of all kinds have in common: `id.version.payload`, and what may be wrong with it.

use base64ct::{Base64UrlUnpadded, Encoding};

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
}

impl std::fmt::Display for LinkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Shape => write!(f, "not of the form system.version.payload"),
            Self::TooLong => write!(f, "too long for an experiment"),
            Self::Unknown(what) => write!(f, "experiments of \"{what}\" are not known here"),
            Self::Character => write!(f, "it holds a character that no experiment has"),
            Self::Length => write!(f, "it is cut short or has grown"),
            Self::Damaged => write!(f, "it is damaged: its checksum does not fit"),
            Self::Line(line) => write!(f, "it asks for \"{line}\", which is not possible here"),
        }
    }
}

impl std::error::Error for LinkError {}

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
