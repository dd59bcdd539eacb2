//! The output of the containers, the same for every format.

use super::reason::Reason;

/// The number of bytes that are unpacked at a time (our choice). Deflate expands a byte to 1,032 at most, so no more than 8.5 MB are
/// unpacked at once.
pub(super) const PORTION: usize = 8 << 10;

/// An event of unpacking; the events come in the order of the file.
pub(super) enum Event<'a> {
    /// A member of an archive with this name begins; its text follows. A file that is not an archive has text only.
    Member(&'a str),
    /// The next bytes of the text.
    Text(&'a [u8]),
    /// The member ends.
    MemberEnd,
    /// The current member, or else the file, was refused or is damaged.
    Trouble(Reason),
}

/// Receives the events.
pub(super) type Sink<'a> = dyn FnMut(Event<'_>) + 'a;
