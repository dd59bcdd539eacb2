//! Splits a piece of text into sections of one game each.

use std::borrow::Cow;

use super::{
    split::Piece,
    words::{Kind, Word, Words},
};

/// The text of one game. Only the first section of a piece has tags; the others follow a result.
pub(super) struct Section<'a> {
    /// Tags and moves.
    whole: Cow<'a, [u8]>,
    /// The length of the tags.
    tags: usize,
    /// The line in the file where the game begins, and the one where its movetext begins.
    pub(super) first_line: u32,
    line: u32,
    /// Whether the file ends with it.
    is_last: bool,
    pub(super) tally: Tally,
}

/// Statistics of a movetext.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Words that must be moves.
    pub(super) moves: u32,
    pub(super) first_number: Option<u32>,
    /// Whether a word begins with a zero and could be parsed as something other than one move.
    pub(super) is_odd: bool,
    has_result: bool,
    /// The offset of an unclosed variation.
    open_variation: Option<usize>,
    /// The length in bytes up to and including the result.
    length: usize,
}

impl Tally {
    fn of(movetext: &[u8]) -> Self {
        let mut words = Words::new(movetext);
        let mut tally = Self {
            length: movetext.len(),
            ..Self::default()
        };
        for word in words.by_ref() {
            tally.is_odd |= word.is_odd();
            match word.kind() {
                Kind::Number(number) => tally.first_number = tally.first_number.or(Some(number)),
                Kind::Move => tally.moves += 1,
                Kind::Sign => {}
                Kind::Result => {
                    tally.has_result = true;
                    tally.length = word.at + word.text.len();
                    break;
                }
            }
        }
        tally.open_variation = words.open_variation();
        tally
    }
}

impl Section<'_> {
    pub(super) fn whole(&self) -> &[u8] {
        &self.whole
    }

    pub(super) fn has_tags(&self) -> bool {
        self.tags > 0
    }

    pub(super) fn words(&self) -> Words<'_> {
        Words::new(self.movetext())
    }

    /// The line in the file of a place in the movetext.
    pub(super) fn line_at(&self, at: usize) -> u32 {
        self.line + newlines(&self.movetext()[..at])
    }

    /// The line of an unclosed variation, unless the file ends within it.
    pub(super) fn open_variation(&self) -> Option<u32> {
        self.tally
            .open_variation
            .filter(|_| !self.is_last)
            .map(|at| self.line_at(at))
    }

    /// The same game with unknown words rewritten to a notation that pgn-reader understands; `None` if nothing was rewritten.
    pub(super) fn tidied(&self) -> Option<Section<'static>> {
        let movetext = self.movetext();
        let mut whole = self.whole[..self.tags].to_vec();
        let mut copied = 0;
        for word in self.words().filter(|word| !word.is_understood()) {
            if let Some(better) = word.tidied() {
                whole.extend_from_slice(&movetext[copied..word.at]);
                whole.extend_from_slice(&better);
                copied = word.at + word.text.len();
            }
        }
        whole.extend_from_slice(&movetext[copied..]);
        (copied > 0).then(|| self.with(whole))
    }

    /// The same game without the word at `at`, if that is the last word of the file and may be truncated.
    pub(super) fn without_last_word(&self, at: usize) -> Option<Section<'static>> {
        let is_last_word = Words::new(&self.movetext()[at..]).count() == 1;
        let is_cut = self.is_last && is_last_word && !self.tally.has_result;
        is_cut.then(|| self.with(self.whole[..self.tags + at].to_vec()))
    }

    fn with(&self, whole: Vec<u8>) -> Section<'static> {
        let tally = Tally::of(&whole[self.tags..]);
        Section {
            whole: Cow::Owned(whole),
            tally,
            ..*self
        }
    }

    fn movetext(&self) -> &[u8] {
        &self.whole[self.tags..]
    }
}

/// Iterates over the games of a piece.
pub(super) struct Sections<'a> {
    piece: &'a Piece,
    /// The rest of the movetext and its first line; `None` at the end.
    rest: Option<(&'a [u8], u32)>,
}

impl<'a> Sections<'a> {
    pub(super) fn of(piece: &'a Piece) -> Self {
        let line = piece.line + newlines(piece.tags());
        Self {
            piece,
            rest: Some((piece.movetext(), line)),
        }
    }

    /// Whether a section is not a game: without tags and moves it may be a separator between games or a repeated result.
    fn is_idle(section: &Section<'_>, is_first: bool) -> bool {
        let tally = &section.tally;
        tally.moves == 0 && !(is_first && (section.has_tags() || tally.has_result))
    }
}

impl<'a> Iterator for Sections<'a> {
    type Item = Section<'a>;

    fn next(&mut self) -> Option<Section<'a>> {
        loop {
            let (rest, line) = self.rest.take()?;
            let tally = Tally::of(rest);
            let (text, after) = rest.split_at(tally.length);
            self.rest = tally.has_result.then(|| (after, line + newlines(text)));
            let is_first = rest.len() == self.piece.movetext().len();
            let first_word = Words::new(text).next().map_or(0, |word: Word<'_>| word.at);
            let section = Section {
                whole: Cow::Borrowed(if is_first {
                    self.piece.up_to(tally.length)
                } else {
                    text
                }),
                tags: if is_first { self.piece.tags().len() } else { 0 },
                first_line: if is_first {
                    self.piece.line
                } else {
                    line + newlines(&text[..first_word])
                },
                line,
                is_last: self.piece.last,
                tally,
            };
            if !Self::is_idle(&section, is_first) {
                return Some(section);
            }
        }
    }
}

fn newlines(text: &[u8]) -> u32 {
    text.iter().filter(|byte| **byte == b'\n').count() as u32
}
