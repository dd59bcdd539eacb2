//! Unpacks a file: from its bytes to the bytes of the texts in it.

use std::io::{ErrorKind, Write};

use flate2::write::MultiGzDecoder;

use super::{
    event::{Event, PORTION, Sink},
    reason::{Packing, Reason},
    sniff::{self, Form},
    zip::Zip,
    zstd::Zstd,
};

/// Unpacks one file.
pub(super) struct Container {
    /// Bytes are collected in portions of fixed size, so that the output, even of damaged data, does not depend on how the input was
    /// sliced.
    inbox: Vec<u8>,
    unpacker: Unpacker,
}

enum Unpacker {
    /// The format is not known yet.
    Unknown,
    Plain,
    // A decoder's tables are large; boxed, they cost only the files that need them.
    Gzip(Box<MultiGzDecoder<Vec<u8>>>),
    Zstd(Box<Zstd>),
    Zip(Box<Zip>),
    /// The rest is ignored.
    Spent,
}

impl Container {
    pub(super) fn new() -> Self {
        Self {
            inbox: Vec::with_capacity(PORTION),
            unpacker: Unpacker::Unknown,
        }
    }

    pub(super) fn push(&mut self, mut bytes: &[u8], sink: &mut Sink<'_>) {
        while !bytes.is_empty() {
            if let Unpacker::Plain = self.unpacker {
                return sink(Event::Text(bytes));
            }
            let (now, later) = bytes.split_at(bytes.len().min(PORTION - self.inbox.len()));
            self.inbox.extend_from_slice(now);
            bytes = later;
            if self.inbox.len() == PORTION {
                self.unpack(sink);
            }
        }
    }

    pub(super) fn finish(mut self, sink: &mut Sink<'_>) {
        self.unpack(sink);
        match self.unpacker {
            Unpacker::Gzip(decoder) => finish_gzip(*decoder, sink),
            Unpacker::Zstd(zstd) => zstd.finish(sink),
            Unpacker::Zip(zip) => zip.finish(sink),
            Unpacker::Unknown | Unpacker::Plain | Unpacker::Spent => {}
        }
    }

    /// Ignores the rest of the file, because its only text was refused.
    pub(super) fn refuse(&mut self) {
        if !matches!(self.unpacker, Unpacker::Zip(_)) {
            self.unpacker = Unpacker::Spent;
        }
    }

    fn unpack(&mut self, sink: &mut Sink<'_>) {
        if let Unpacker::Unknown = self.unpacker {
            self.unpacker = Unpacker::of(sniff::form(&self.inbox));
        }
        let is_alive = match &mut self.unpacker {
            Unpacker::Plain => {
                sink(Event::Text(&self.inbox));
                true
            }
            Unpacker::Gzip(decoder) => push_gzip(decoder, &self.inbox, sink),
            Unpacker::Zstd(zstd) => zstd.push(&self.inbox, sink),
            Unpacker::Zip(zip) => zip.push(&self.inbox, sink),
            Unpacker::Unknown | Unpacker::Spent => true,
        };
        if !is_alive {
            self.unpacker = Unpacker::Spent;
        }
        self.inbox.clear();
    }
}

impl Unpacker {
    fn of(form: Form) -> Self {
        match form {
            Form::Plain => Self::Plain,
            Form::Gzip => Self::Gzip(Box::new(MultiGzDecoder::new(Vec::new()))),
            Form::Zstd => Self::Zstd(Box::default()),
            Form::Zip => Self::Zip(Box::default()),
        }
    }
}

/// Returns whether the data are valid so far.
fn push_gzip(decoder: &mut MultiGzDecoder<Vec<u8>>, bytes: &[u8], sink: &mut Sink<'_>) -> bool {
    let written = decoder.write_all(bytes);
    if written.is_err() {
        // Output from before the damage is still in the decoder; this flushes it and fails again.
        let _ = decoder.try_finish();
    }
    debug_assert!(decoder.get_ref().len() <= PORTION * 1_032 + (64 << 10));
    sink(Event::Text(decoder.get_ref()));
    decoder.get_mut().clear();
    if written.is_err() {
        sink(Event::Trouble(Reason::Damaged(Packing::Gzip)));
    }
    written.is_ok()
}

fn finish_gzip(mut decoder: MultiGzDecoder<Vec<u8>>, sink: &mut Sink<'_>) {
    let finished = decoder.try_finish();
    sink(Event::Text(decoder.get_ref()));
    if let Err(error) = finished {
        sink(Event::Trouble(match error.kind() {
            ErrorKind::UnexpectedEof => Reason::CutShort(Packing::Gzip),
            _ => Reason::Damaged(Packing::Gzip),
        }));
    }
}
