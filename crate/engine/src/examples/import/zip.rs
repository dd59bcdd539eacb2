//! Unpacks zip archives from front to back as their bytes arrive, by the local headers of the members instead of the directory at the
//! end. Numbers in brackets are sections of PKWARE's APPNOTE 6.3.

use flate2::{Decompress, FlushDecompress, Status};

use super::{
    event::{Event, PORTION, Sink},
    reason::{Packing, Reason},
};

/// Unpacks the members of an archive one after the other.
#[derive(Default)]
pub(super) struct Zip {
    /// Bytes that are not yet read: less than a header and a portion.
    waiting: Vec<u8>,
    place: Place,
}

/// The expected content of the next bytes.
#[derive(Default)]
enum Place {
    /// The header of a member, or of the directory that follows the last one.
    #[default]
    Header,
    /// The compressed bytes of a member.
    Data(Box<Member>),
    /// The data descriptor after a member.
    Descriptor(Box<Member>),
    /// This many bytes of a member that is skipped.
    Skipped(u64),
    /// The directory; everything from here on is ignored.
    Directory,
}

/// Why the next step is not possible.
enum Halt {
    /// More bytes are needed.
    Wait,
    Fail(Reason),
}

const DAMAGED: Reason = Reason::Damaged(Packing::Zip);

impl Zip {
    /// Returns whether the data are valid so far.
    pub(super) fn push(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> bool {
        self.waiting.extend_from_slice(bytes);
        debug_assert!(self.waiting.len() <= Header::LONGEST + PORTION);
        let waiting = std::mem::take(&mut self.waiting);
        let mut rest = &waiting[..];
        let halt = loop {
            if let Err(halt) = self.step(&mut rest, sink) {
                break halt;
            }
        };
        self.waiting = rest.to_vec();
        if let Halt::Fail(reason) = halt {
            self.fail(reason, sink);
            return false;
        }
        true
    }

    pub(super) fn finish(self, sink: &mut Sink<'_>) {
        if !matches!(self.place, Place::Directory) {
            self.fail(Reason::CutShort(Packing::Zip), sink);
        }
    }

    fn fail(&self, reason: Reason, sink: &mut Sink<'_>) {
        sink(Event::Trouble(reason));
        if let Place::Data(_) | Place::Descriptor(_) = self.place {
            sink(Event::MemberEnd);
        }
    }

    fn step(&mut self, rest: &mut &[u8], sink: &mut Sink<'_>) -> Result<(), Halt> {
        match &mut self.place {
            Place::Header => self.read_header(rest, sink),
            Place::Data(member) => {
                let is_whole = member.unpack(rest, sink);
                self.after_data(is_whole, sink)
            }
            Place::Descriptor(member) => {
                *rest = &rest[member.descriptor_length(rest)?..];
                sink(Event::MemberEnd);
                self.place = Place::Header;
                Ok(())
            }
            Place::Skipped(0) => {
                self.place = Place::Header;
                Ok(())
            }
            Place::Skipped(_) | Place::Directory if rest.is_empty() => Err(Halt::Wait),
            Place::Skipped(length) => {
                let now = (*length).min(rest.len() as u64);
                *rest = &rest[now as usize..];
                *length -= now;
                Ok(())
            }
            Place::Directory => {
                *rest = b"";
                Ok(())
            }
        }
    }

    fn read_header(&mut self, rest: &mut &[u8], sink: &mut Sink<'_>) -> Result<(), Halt> {
        match *rest.first_chunk::<4>().ok_or(Halt::Wait)? {
            [b'P', b'K', 3, 4] => self.begin_member(rest, sink),
            // The directory, its end, and the records of encrypted and 64-bit directories (4.3.12 to 4.3.16).
            [b'P', b'K', 1, 2] | [b'P', b'K', 5, 6] | [b'P', b'K', 6, 6..=8] => {
                self.place = Place::Directory;
                Ok(())
            }
            // A split archive that was joined again begins with this marker (8.5.4).
            [b'P', b'K', 7, 8] if rest.get(4..8).ok_or(Halt::Wait)? == b"PK\x03\x04" => {
                *rest = &rest[4..];
                Ok(())
            }
            // Even an empty member may have its sizes in a descriptor.
            [b'P', b'K', 7, 8] => {
                *rest = rest.get(16..).ok_or(Halt::Wait)?;
                Ok(())
            }
            _ => Err(Halt::Fail(DAMAGED)),
        }
    }

    fn begin_member(&mut self, rest: &mut &[u8], sink: &mut Sink<'_>) -> Result<(), Halt> {
        let (header, after) = Header::read(rest)?;
        let mark_after = after.first_chunk::<2>().ok_or(Halt::Wait)?;
        *rest = after;
        sink(Event::Member(&header.name));
        let is_endless = header.is_length_unknown() && mark_after != b"PK";
        let Some(refusal) = header.refusal(is_endless) else {
            self.place = Place::Data(Box::new(Member::new(header)));
            return Ok(());
        };
        sink(Event::Trouble(refusal));
        sink(Event::MemberEnd);
        self.place = Place::Skipped(header.packed);
        if is_endless {
            Err(Halt::Fail(Reason::RestLost))
        } else {
            Ok(())
        }
    }

    fn after_data(&mut self, is_whole: Result<(), Halt>, sink: &mut Sink<'_>) -> Result<(), Halt> {
        if let Err(Halt::Wait) = is_whole {
            return is_whole;
        }
        let Place::Data(member) = std::mem::take(&mut self.place) else {
            return is_whole;
        };
        if is_whole.is_ok() && member.header.has_descriptor() {
            self.place = Place::Descriptor(member);
            return Ok(());
        }
        if is_whole.is_err() || !member.is_as_announced() {
            sink(Event::Trouble(DAMAGED));
        }
        sink(Event::MemberEnd);
        // The next header is found by the length in the header, if it has one.
        if is_whole.is_err() && member.header.has_descriptor() {
            return Err(Halt::Fail(DAMAGED));
        }
        self.place = Place::Skipped(member.header.packed - member.packed);
        Ok(())
    }
}

/// A member's header (4.3.7).
struct Header {
    flags: u16,
    method: u16,
    crc: u32,
    packed: u64,
    unpacked: u64,
    name: String,
}

impl Header {
    /// The maximum length of a header with its name and extra field, plus the signature that follows.
    const LONGEST: usize = 30 + 2 * 0xffff + 2;
    const STORED: u16 = 0;
    const DEFLATED: u16 = 8;

    /// Parses the header and returns it with the rest of the bytes.
    fn read(bytes: &[u8]) -> Result<(Self, &[u8]), Halt> {
        let fixed = bytes.first_chunk::<30>().ok_or(Halt::Wait)?;
        let name_end = 30 + usize::from(u16_at(fixed, 26));
        let end = name_end + usize::from(u16_at(fixed, 28));
        let name = bytes.get(30..name_end).ok_or(Halt::Wait)?;
        let extra = bytes.get(name_end..end).ok_or(Halt::Wait)?;
        let mut header = Self {
            flags: u16_at(fixed, 6),
            method: u16_at(fixed, 8),
            crc: u32_at(fixed, 14),
            packed: u64::from(u32_at(fixed, 18)),
            unpacked: u64::from(u32_at(fixed, 22)),
            name: String::from_utf8_lossy(name).into_owned(),
        };
        header.widen(extra);
        Ok((header, &bytes[end..]))
    }

    /// Reads sizes that exceed 32 bits from the extra field 1 (4.5.3).
    fn widen(&mut self, mut extra: &[u8]) {
        while let [a, b, c, d, rest @ ..] = extra {
            let length = usize::from(u16::from_le_bytes([*c, *d])).min(rest.len());
            if [*a, *b] == [1, 0] {
                let mut sizes = rest[..length]
                    .as_chunks::<8>()
                    .0
                    .iter()
                    .map(|size| u64::from_le_bytes(*size));
                for size in [&mut self.unpacked, &mut self.packed] {
                    if *size == u64::from(u32::MAX) {
                        *size = sizes.next().unwrap_or(*size);
                    }
                }
            }
            extra = &rest[length..];
        }
    }

    fn is_encrypted(&self) -> bool {
        self.flags & 1 != 0
    }

    /// Whether checksum and sizes are in a descriptor after the member (4.3.9).
    fn has_descriptor(&self) -> bool {
        self.flags & 8 != 0
    }

    /// Whether its end cannot be found: only unpacking would find it, and it cannot be unpacked.
    fn is_length_unknown(&self) -> bool {
        self.has_descriptor()
            && self.packed == 0
            && (self.is_encrypted() || self.method != Self::DEFLATED)
    }

    fn refusal(&self, is_endless: bool) -> Option<Reason> {
        match self.method {
            _ if self.is_encrypted() => Some(Reason::Encrypted),
            Self::STORED if is_endless => Some(Reason::UnknownLength),
            Self::STORED | Self::DEFLATED => None,
            method => Some(Reason::Method(method)),
        }
    }
}

/// A member being unpacked.
struct Member {
    header: Header,
    inflate: Decompress,
    /// The compressed bytes read and the unpacked bytes written so far.
    packed: u64,
    unpacked: u64,
    crc: crc32fast::Hasher,
    room: Vec<u8>,
}

impl Member {
    fn new(header: Header) -> Self {
        Self {
            header,
            inflate: Decompress::new(false),
            packed: 0,
            unpacked: 0,
            crc: crc32fast::Hasher::new(),
            room: vec![0; 32 << 10],
        }
    }

    /// Unpacks the available bytes; `Ok` when the member is complete.
    fn unpack(&mut self, rest: &mut &[u8], sink: &mut Sink<'_>) -> Result<(), Halt> {
        match self.header.method {
            Header::STORED => self.copy(rest, sink),
            _ => self.inflate(rest, sink),
        }
    }

    /// The bytes of `rest` that belong to the member.
    fn own<'a>(&self, rest: &'a [u8]) -> &'a [u8] {
        let left = self.header.packed.saturating_sub(self.packed);
        match self.header.has_descriptor() && self.header.method == Header::DEFLATED {
            true => rest,
            false => &rest[..left.min(rest.len() as u64) as usize],
        }
    }

    fn copy(&mut self, rest: &mut &[u8], sink: &mut Sink<'_>) -> Result<(), Halt> {
        let own = self.own(rest);
        *rest = &rest[own.len()..];
        self.packed += own.len() as u64;
        self.unpacked += own.len() as u64;
        self.crc.update(own);
        sink(Event::Text(own));
        (self.packed == self.header.packed)
            .then_some(())
            .ok_or(Halt::Wait)
    }

    fn inflate(&mut self, rest: &mut &[u8], sink: &mut Sink<'_>) -> Result<(), Halt> {
        loop {
            let own = self.own(rest);
            let (packed, unpacked) = (self.inflate.total_in(), self.inflate.total_out());
            let status = self
                .inflate
                .decompress(own, &mut self.room, FlushDecompress::None);
            self.packed = self.inflate.total_in();
            self.unpacked = self.inflate.total_out();
            *rest = &rest[(self.packed - packed) as usize..];
            let given = &self.room[..(self.unpacked - unpacked) as usize];
            self.crc.update(given);
            sink(Event::Text(given));
            match status {
                Ok(Status::StreamEnd) => return Ok(()),
                Ok(_) if (self.packed, self.unpacked) != (packed, unpacked) => {}
                Ok(_) if own.is_empty() && rest.is_empty() => return Err(Halt::Wait),
                _ => return Err(Halt::Fail(DAMAGED)),
            }
        }
    }

    /// Checks a member without a descriptor.
    fn is_as_announced(&self) -> bool {
        let Header {
            crc,
            packed,
            unpacked,
            ..
        } = self.header;
        (packed, unpacked, crc) == (self.packed, self.unpacked, self.crc.clone().finalize())
    }

    /// The length of the descriptor. Its sizes have 32 or 64 bits, and its signature may be missing (4.3.9), so it is recognised by its
    /// content, which must match the unpacked data.
    fn descriptor_length(&self, bytes: &[u8]) -> Result<usize, Halt> {
        let crc = self.crc.clone().finalize().to_le_bytes();
        let wide = [
            &crc[..],
            &self.packed.to_le_bytes(),
            &self.unpacked.to_le_bytes(),
        ]
        .concat();
        let narrow = [&crc[..], &wide[4..8], &wide[12..16]].concat();
        for descriptor in [wide, narrow] {
            for mark in [&b"PK\x07\x08"[..], b""] {
                if bytes
                    .strip_prefix(mark)
                    .is_some_and(|bytes| bytes.starts_with(&descriptor))
                {
                    return Ok(mark.len() + descriptor.len());
                }
            }
        }
        Err(if bytes.len() < 24 {
            Halt::Wait
        } else {
            Halt::Fail(DAMAGED)
        })
    }
}

fn u16_at(bytes: &[u8; 30], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8; 30], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}
