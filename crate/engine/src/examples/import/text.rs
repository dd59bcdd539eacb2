//! Splits the bytes of one text into games.

use super::{
    lines::Lines,
    reason::Reason,
    sniff,
    split::{Piece, Splitter},
};

/// Reads one text: a plain file, what was unpacked from one, or a member of an archive.
#[derive(Default)]
pub(super) struct Text {
    /// The first bytes, until there are enough to recognise the format.
    head: Vec<u8>,
    state: State,
    lines: Lines,
    splitter: Splitter,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    /// The format is not known yet.
    #[default]
    Unknown,
    Read,
    /// It is refused.
    Refused,
}

impl Text {
    /// A text to ignore, whatever it contains.
    pub(super) fn refused() -> Self {
        Self {
            state: State::Refused,
            ..Self::default()
        }
    }

    pub(super) fn is_refused(&self) -> bool {
        self.state == State::Refused
    }

    /// The number of the line being read, from 1.
    pub(super) fn line(&self) -> u32 {
        self.splitter.line()
    }

    /// Reads the next slice. The error, returned at most once, is the reason why the text is refused.
    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        each: &mut impl FnMut(&Piece),
    ) -> Result<(), Reason> {
        match self.state {
            State::Refused => Ok(()),
            State::Read => {
                self.read(bytes, each);
                Ok(())
            }
            State::Unknown => {
                let (head, rest) = bytes.split_at(bytes.len().min(sniff::HEAD - self.head.len()));
                self.head.extend_from_slice(head);
                if self.head.len() < sniff::HEAD {
                    return Ok(());
                }
                self.check_head(each)?;
                self.read(rest, each);
                Ok(())
            }
        }
    }

    /// Ends the text.
    pub(super) fn finish(mut self, each: &mut impl FnMut(&Piece)) -> Result<(), Reason> {
        if self.state == State::Unknown {
            self.check_head(each)?;
        }
        if self.state == State::Read {
            let splitter = &mut self.splitter;
            self.lines.finish(&mut |line| splitter.push(line, each));
            splitter.finish(each);
        }
        Ok(())
    }

    fn check_head(&mut self, each: &mut impl FnMut(&Piece)) -> Result<(), Reason> {
        let head = std::mem::take(&mut self.head);
        if let Some(reason) = sniff::refusal(&head) {
            self.state = State::Refused;
            return Err(reason);
        }
        self.state = State::Read;
        self.read(&head, each);
        Ok(())
    }

    fn read(&mut self, bytes: &[u8], each: &mut impl FnMut(&Piece)) {
        let splitter = &mut self.splitter;
        self.lines
            .push(bytes, &mut |line| splitter.push(line, each));
    }
}
