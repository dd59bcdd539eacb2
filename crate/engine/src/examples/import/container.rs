//! The bytes of a file -> the bytes of the texts packed in it.

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
    /// Bytes that wait until there is a whole portion of them: what comes out, even of damaged data, then can't depend
    /// on how the bytes arrived.
    inbox: Vec<u8>,
    unpacker: Unpacker,
}

enum Unpacker {
    /// Nothing has been seen.
    Unknown,
    Plain,
    // A decoder's tables are large; boxed, they cost only the files that need them.
    Gzip(Box<MultiGzDecoder<Vec<u8>>>),
    Zstd(Box<Zstd>),
    Zip(Box<Zip>),
    /// Nothing more is wanted.
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

    /// The one text is not wanted: nothing more is unpacked, were it without end.
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

/// Says whether the data are good so far.
fn push_gzip(decoder: &mut MultiGzDecoder<Vec<u8>>, bytes: &[u8], sink: &mut Sink<'_>) -> bool {
    let written = decoder.write_all(bytes);
    if written.is_err() {
        // What came out before the damage lies in the decoder still; this moves it out and fails again.
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
