//! The words of a game's main line: moves, move numbers, results and annotations.
//!
//! pgn-reader silently skips what it does not know. Counting the words that must be moves reveals such losses.

use shakmaty::san::SanPlus;

/// A word at its place in the movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    /// Its offset.
    pub(super) at: usize,
    pub(super) text: &'a [u8],
}

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `12`
    Number(u32),
    /// `1-0`, `0-1`, `1/2-1/2`, `*`
    Result,
    /// An annotation of a move: `+-`, `N`, `e.p.`
    Sign,
    /// Anything else: a move, or a word in place of one.
    Move,
}

/// Iterates over the words of the main line, without variations.
pub(super) struct Words<'a> {
    movetext: &'a [u8],
    at: usize,
    depth: usize,
    opened_at: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(movetext: &'a [u8]) -> Self {
        Self {
            movetext,
            at: 0,
            depth: 0,
            opened_at: 0,
        }
    }

    /// The offset of the variation that is still open.
    pub(super) fn open_variation(&self) -> Option<usize> {
        (self.depth > 0).then_some(self.opened_at)
    }

    fn pass_mark(&mut self, mark: u8) {
        match mark {
            b'(' => {
                if self.depth == 0 {
                    self.opened_at = self.at;
                }
                self.depth += 1;
            }
            b')' => self.depth = self.depth.saturating_sub(1),
            b'$' => {
                let digits = &self.movetext[self.at + 1..];
                self.at += digits
                    .iter()
                    .take_while(|byte| byte.is_ascii_digit())
                    .count();
            }
            _ => {}
        }
        self.at += 1;
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        loop {
            let rest = self.movetext.get(self.at..)?;
            let (&first, _) = rest.split_first()?;
            let at = self.at;
            let length = match first {
                b'*' => 1,
                _ => rest
                    .iter()
                    .position(|byte| ends_word(*byte))
                    .unwrap_or(rest.len()),
            };
            if length == 0 {
                self.pass_mark(first);
                continue;
            }
            self.at += length;
            if self.depth == 0 {
                return Some(Word {
                    at,
                    text: &rest[..length],
                });
            }
        }
    }
}

/// Whether a byte ends a word, as it ends a token in pgn-reader.
fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t'
            | b'\n'
            | b'\r'
            | b'{'
            | b'}'
            | b'('
            | b')'
            | b'!'
            | b'?'
            | b'$'
            | b';'
            | b'.'
            | b'*'
    )
}

impl Word<'_> {
    pub(super) fn kind(&self) -> Kind {
        match self.text {
            [b'A'..=b'Z' | b'a'..=b'z', ..] if !SIGNS.contains(&self.text) => Kind::Move,
            [b'0'..=b'9', ..] => self.kind_of_number(),
            b"*" => Kind::Result,
            b"--" | b"--+" | b"--#" => Kind::Move,
            b"[pgn]" | b"[/pgn]" | b"[PGN]" | b"[/PGN]" => Kind::Sign,
            text if SIGNS.contains(&text) || !text.iter().any(u8::is_ascii_alphanumeric) => {
                Kind::Sign
            }
            _ => Kind::Move,
        }
    }

    fn kind_of_number(&self) -> Kind {
        match self.text {
            b"1-0" | b"0-1" | b"1/2-1/2" => Kind::Result,
            // Some files write castling or a null move as two to four zeros.
            [b'0', b'0', ..] => Kind::Move,
            text if text.iter().all(u8::is_ascii_digit) => Kind::Number(number(text)),
            _ => Kind::Move,
        }
    }

    /// Whether pgn-reader parses it correctly: a move as exactly one move, any other word as none.
    pub(super) fn is_understood(&self) -> bool {
        self.kind() != Kind::Move
            || self.is_zero_castling()
            || SanPlus::from_ascii(self.without_number()).is_ok()
    }

    /// Whether it begins with a zero and pgn-reader might not parse it as exactly one move.
    pub(super) fn is_odd(&self) -> bool {
        self.text.starts_with(b"0") && self.kind() == Kind::Move && !self.is_zero_castling()
    }

    /// Whether it is a null move.
    pub(super) fn is_null_move(&self) -> bool {
        let text = self.without_number();
        text.starts_with(b"--")
            || text.starts_with(b"Z0")
            || [&b"0000"[..], b"null", b"pass", b"@@@@"].contains(&self.text)
    }

    fn is_zero_castling(&self) -> bool {
        let text = self
            .text
            .strip_suffix(b"+")
            .or(self.text.strip_suffix(b"#"))
            .unwrap_or(self.text);
        text == b"0-0" || text == b"0-0-0"
    }

    /// The word without a leading move number: `e4` of `12e4`.
    fn without_number(&self) -> &[u8] {
        let digits = self
            .text
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        &self.text[digits..]
    }

    /// The same move in a notation that pgn-reader understands, for common and unambiguous variants: `Nf3+-`, `exd6ep`, `Ng1-f3`,
    /// `e8Q`, `o-o`, `00`.
    pub(super) fn tidied(&self) -> Option<Vec<u8>> {
        let bare = trim_signs(self.text);
        let bare = bare.strip_suffix(b"ep").unwrap_or(bare);
        let candidates = [
            bare.to_vec(),
            without_hyphen(bare),
            with_equals(bare),
            spelled_out(bare),
        ];
        candidates.into_iter().find(|text| {
            let word = Word { at: 0, text };
            word.kind() == Kind::Result || (word.kind() == Kind::Move && word.is_understood())
        })
    }
}

/// Annotations that are words: en passant, novelty, diagram, mate.
const SIGNS: [&[u8]; 6] = [b"e", b"p", b"ep", b"N", b"D", b"mate"];

fn number(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |number: u32, digit| {
        number
            .saturating_mul(10)
            .saturating_add(u32::from(digit - b'0'))
    })
}

fn trim_signs(text: &[u8]) -> &[u8] {
    let signs = text
        .iter()
        .rev()
        .take_while(|byte| b"+#=-/,:\"'".contains(byte))
        .count();
    &text[..text.len() - signs]
}

fn without_hyphen(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|byte| *byte != b'-').collect()
}

fn with_equals(text: &[u8]) -> Vec<u8> {
    match text {
        [pawn @ .., b'/', role] | [pawn @ .., role] if !pawn.is_empty() => {
            [pawn, &[b'=', role.to_ascii_uppercase()]].concat()
        }
        _ => Vec::new(),
    }
}

fn spelled_out(text: &[u8]) -> Vec<u8> {
    match text {
        b"1/2" => b"1/2-1/2".to_vec(),
        b"o-o" | b"OO" | b"oo" | b"00" => b"O-O".to_vec(),
        b"o-o-o" | b"OOO" | b"ooo" | b"000" => b"O-O-O".to_vec(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(movetext: &str) -> Vec<&str> {
        Words::new(movetext.as_bytes())
            .map(|word| std::str::from_utf8(word.text).expect("the tests are ASCII"))
            .collect()
    }

    fn kind(word: &str) -> Kind {
        Word {
            at: 0,
            text: word.as_bytes(),
        }
        .kind()
    }

    #[test]
    fn main_line_only() {
        let text = "1.e4 $13 (1. d4 (1. c4) d5) e5!? 2...Nf3 (x) *0-1";
        assert_eq!(words_of(text), ["1", "e4", "e5", "2", "Nf3", "*", "0-1"]);
        let mut words = Words::new(b"e4 (e5");
        assert_eq!(words.by_ref().count(), 1);
        assert_eq!(words.open_variation(), Some(3));
    }

    #[test]
    fn kinds_of_words() {
        assert_eq!(kind("12"), Kind::Number(12));
        for result in ["1-0", "0-1", "1/2-1/2", "*"] {
            assert_eq!(kind(result), Kind::Result);
        }
        for sign in ["+-", "=", "N", "ep", "-----", "∞", "[pgn]"] {
            assert_eq!(kind(sign), Kind::Sign, "{sign}");
        }
        for word in ["e4", "Sf3", "--", "Z0", "0-0", "0000", "1e4", "10-0", "1/2"] {
            assert_eq!(kind(word), Kind::Move, "{word}");
        }
    }

    #[test]
    fn tidies_common_notations() {
        let cases = [
            ("Nf3+-", "Nf3"),
            ("Qxf7++", "Qxf7"),
            ("exf6ep", "exf6"),
            ("Ng1-f3", "Ng1f3"),
            ("e2-e4", "e2e4"),
            ("e8Q", "e8=Q"),
            ("d7d8q", "d7d8=Q"),
            ("e8/R", "e8=R"),
            ("o-o-o", "O-O-O"),
            ("00", "O-O"),
            ("1/2-1/2,", "1/2-1/2"),
            ("1/2", "1/2-1/2"),
        ];
        for (word, tidy) in cases {
            let tidied = Word {
                at: 0,
                text: word.as_bytes(),
            }
            .tidied();
            assert_eq!(tidied.as_deref(), Some(tidy.as_bytes()), "{word}");
        }
        for word in ["Sf3", "0-00-0", "hello", "0000"] {
            let word = Word {
                at: 0,
                text: word.as_bytes(),
            };
            assert!(!word.is_understood());
            assert_eq!(word.tidied(), None);
        }
    }
}
