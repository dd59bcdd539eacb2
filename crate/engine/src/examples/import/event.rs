//! What comes out of a file, whatever it is packed in.

use super::reason::Reason;

/// Bytes that are unpacked at a time (our choice). Deflate makes at most 1,032 bytes of one, so that no more than 8.5 MB are ever
/// unpacked at once.
pub(super) const PORTION: usize = 8 << 10;

/// What comes out of a container, in order.
pub(super) enum Event<'a> {
    /// A text begins: a member of an archive, by name. A file that is no archive is one text that has begun already.
    Member(&'a str),
    /// More of the text.
    Text(&'a [u8]),
    /// The member ends.
    MemberEnd,
    /// Something was refused or is damaged: the member, if one has begun, else the file.
    Trouble(Reason),
}

/// Where events go.
pub(super) type Sink<'a> = dyn FnMut(Event<'_>) + 'a;
