//! Unpacks zstd frames, block by block as their bytes arrive.
//!
//! ruzstd pulls from a reader and stops after one frame. So each block is passed to it once it is complete, and a new frame is started
//! for as long as there are bytes.

use std::io::Read;

use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

use super::{
    event::{Event, PORTION, Sink},
    reason::{Packing, Reason},
};

/// Unpacks a sequence of frames.
pub(super) struct Zstd {
    decoder: FrameDecoder,
    /// Bytes that are not yet unpacked: less than a block and a portion.
    waiting: Vec<u8>,
    place: Place,
    unpacked: Vec<u8>,
}

/// The expected content of the next bytes.
#[derive(Clone, Copy)]
enum Place {
    /// The beginning of a frame.
    Frame,
    /// A block; after the last one of the frame a checksum, if there is one.
    Block { has_checksum: bool },
    /// This many bytes of a skippable frame.
    Skipped(u64),
}

/// Why the next step is not possible.
enum Halt {
    /// More bytes are needed.
    Wait,
    Fail(Reason),
}

const DAMAGED: Halt = Halt::Fail(Reason::Damaged(Packing::Zstd));

impl Default for Zstd {
    fn default() -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(Self::LARGEST_WINDOW);
        Self {
            decoder,
            waiting: Vec::new(),
            place: Place::Frame,
            unpacked: vec![0; 64 << 10],
        }
    }
}

impl Zstd {
    /// The maximum window of a frame in bytes, which is also the limit of the zstd program (`--long=27`).
    const LARGEST_WINDOW: u64 = 128 << 20;
    /// The maximum length of a frame header (RFC 8878, 3.1.1): magic number, descriptor, window, dictionary, content size.
    const LONGEST_HEADER: usize = 4 + 1 + 1 + 4 + 8;
    /// The maximum length of a block's content (RFC 8878, 3.1.1.2).
    const LONGEST_BLOCK: usize = 128 << 10;

    /// Returns whether the data are valid so far.
    pub(super) fn push(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> bool {
        self.waiting.extend_from_slice(bytes);
        match self.unpack(false, sink) {
            Halt::Wait => true,
            Halt::Fail(reason) => {
                self.fail(reason, sink);
                false
            }
        }
    }

    pub(super) fn finish(mut self, sink: &mut Sink<'_>) {
        match self.unpack(true, sink) {
            Halt::Wait if self.waiting.is_empty() && matches!(self.place, Place::Frame) => {}
            Halt::Wait => self.fail(Reason::CutShort(Packing::Zstd), sink),
            Halt::Fail(reason) => self.fail(reason, sink),
        }
    }

    fn unpack(&mut self, is_all: bool, sink: &mut Sink<'_>) -> Halt {
        debug_assert!(self.waiting.len() <= Self::LONGEST_BLOCK + 7 + PORTION);
        let waiting = std::mem::take(&mut self.waiting);
        let mut rest = &waiting[..];
        let halt = loop {
            if let Err(halt) = self.step(&mut rest, is_all, sink) {
                break halt;
            }
        };
        self.waiting = rest.to_vec();
        halt
    }

    fn step(&mut self, rest: &mut &[u8], is_all: bool, sink: &mut Sink<'_>) -> Result<(), Halt> {
        match self.place {
            _ if rest.is_empty() => Err(Halt::Wait),
            Place::Frame if rest.len() < Self::LONGEST_HEADER && !is_all => Err(Halt::Wait),
            Place::Frame => self.begin_frame(rest),
            Place::Block { has_checksum } => self.unpack_block(has_checksum, rest, sink),
            Place::Skipped(length) => {
                let now = length.min(rest.len() as u64);
                *rest = &rest[now as usize..];
                self.place = if now == length {
                    Place::Frame
                } else {
                    Place::Skipped(length - now)
                };
                Ok(())
            }
        }
    }

    fn begin_frame(&mut self, rest: &mut &[u8]) -> Result<(), Halt> {
        use FrameDecoderError as Error;
        let descriptor = rest.get(4).copied().unwrap_or_default();
        self.place = match self.decoder.reset(&mut *rest) {
            Ok(()) => Place::Block {
                has_checksum: descriptor & 4 != 0,
            },
            Err(Error::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length, ..
            })) => Place::Skipped(u64::from(length)),
            Err(Error::WindowSizeTooBig { .. }) => return Err(Halt::Fail(Reason::WindowTooLarge)),
            Err(Error::DictNotProvided { .. }) => return Err(Halt::Fail(Reason::NeedsDictionary)),
            Err(error) => return Err(header_trouble(&error)),
        };
        Ok(())
    }

    fn unpack_block(
        &mut self,
        has_checksum: bool,
        rest: &mut &[u8],
        sink: &mut Sink<'_>,
    ) -> Result<(), Halt> {
        let length = block_length(rest, has_checksum)?;
        let mut block = rest.get(..length).ok_or(Halt::Wait)?;
        *rest = &rest[length..];
        let is_last = self
            .decoder
            .decode_blocks(&mut block, BlockDecodingStrategy::UptoBlocks(1))
            .map_err(|_| DAMAGED)?;
        self.drain(sink);
        if !is_last {
            return Ok(());
        }
        self.place = Place::Frame;
        let stated = self.decoder.get_checksum_from_data();
        let is_good = stated.is_none() || stated == self.decoder.get_calculated_checksum();
        is_good.then_some(()).ok_or(DAMAGED)
    }

    fn drain(&mut self, sink: &mut Sink<'_>) {
        while let Ok(length @ 1..) = self.decoder.read(&mut self.unpacked) {
            sink(Event::Text(&self.unpacked[..length]));
        }
    }

    /// Flushes the output that the decoder held back because later blocks might have referred to it, by ending the frame with an empty
    /// last block.
    fn fail(&mut self, reason: Reason, sink: &mut Sink<'_>) {
        if let Place::Block { .. } = self.place {
            let empty_last_block_and_checksum = [1, 0, 0, 0, 0, 0, 0];
            let _ = self.decoder.decode_blocks(
                &empty_last_block_and_checksum[..],
                BlockDecodingStrategy::UptoBlocks(1),
            );
            self.drain(sink);
        }
        sink(Event::Trouble(reason));
    }
}

fn header_trouble(error: &FrameDecoderError) -> Halt {
    match error {
        FrameDecoderError::ReadFrameHeaderError(
            ReadFrameHeaderError::BadMagicNumber(_)
            | ReadFrameHeaderError::InvalidFrameDescriptor(_),
        ) => DAMAGED,
        // Any other error means the end of the bytes: a header is read only when it is complete or the file has ended.
        FrameDecoderError::ReadFrameHeaderError(_) => Halt::Fail(Reason::CutShort(Packing::Zstd)),
        _ => DAMAGED,
    }
}

/// The length of the block at the start of `bytes`, including its header and, after a last block, the checksum (RFC 8878, 3.1.1.2).
fn block_length(bytes: &[u8], has_checksum: bool) -> Result<usize, Halt> {
    let [low, middle, high, ..] = *bytes else {
        return Err(Halt::Wait);
    };
    let header = u32::from_le_bytes([low, middle, high, 0]);
    let is_run = (header >> 1) & 3 == 1;
    let content = if is_run { 1 } else { (header >> 3) as usize };
    if content > Zstd::LONGEST_BLOCK {
        return Err(DAMAGED);
    }
    let checksum = if header & 1 == 1 && has_checksum {
        4
    } else {
        0
    };
    Ok(3 + content + checksum)
}
