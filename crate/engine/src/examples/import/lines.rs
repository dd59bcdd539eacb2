//! Splits the slices of a file into lines of clean text.

/// Splits bytes that arrive in slices of any size into lines, which end with LF, CR LF or a lone CR.
#[derive(Default)]
pub(super) struct Lines {
    /// The beginning of an incomplete line.
    begun: Vec<u8>,
    /// Whether the line is longer than [`Lines::LONGEST`], so that its bytes are dropped.
    overlong: bool,
    /// Whether the last byte was a CR, so that an LF that follows belongs to it.
    after_cr: bool,
}

/// A line of text without its terminator.
pub(super) enum TextLine<'a> {
    Whole(&'a [u8]),
    /// Longer than [`Lines::LONGEST`]; its text was dropped.
    Overlong,
}

impl Lines {
    /// The maximum length of a line in bytes (our choice: it bounds the memory, and no game comes near it).
    pub(super) const LONGEST: usize = 1 << 20;

    /// Reads the next slice and calls `each` with every completed line.
    pub(super) fn push(&mut self, bytes: &[u8], each: &mut impl FnMut(TextLine<'_>)) {
        if bytes.is_empty() {
            return;
        }
        let mut rest = match std::mem::take(&mut self.after_cr) {
            true => bytes.strip_prefix(b"\n").unwrap_or(bytes),
            false => bytes,
        };
        while let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            self.end_line(&rest[..end], each);
            let after = &rest[end + 1..];
            rest = match (rest[end], after) {
                (b'\r', []) => {
                    self.after_cr = true;
                    after
                }
                (b'\r', [b'\n', tail @ ..]) => tail,
                _ => after,
            };
        }
        self.keep(rest);
    }

    /// Calls `each` with the last line if it has no terminator.
    pub(super) fn finish(&mut self, each: &mut impl FnMut(TextLine<'_>)) {
        if self.overlong || !self.begun.is_empty() {
            self.end_line(b"", each);
        }
    }

    fn end_line(&mut self, tail: &[u8], each: &mut impl FnMut(TextLine<'_>)) {
        if self.begun.is_empty() && !self.overlong && tail.len() <= Self::LONGEST {
            return each(TextLine::Whole(tail));
        }
        self.keep(tail);
        if std::mem::take(&mut self.overlong) {
            each(TextLine::Overlong);
        } else {
            each(TextLine::Whole(&self.begun));
        }
        self.begun.clear();
    }

    fn keep(&mut self, part: &[u8]) {
        self.overlong |= self.begun.len() + part.len() > Self::LONGEST;
        if self.overlong {
            self.begun.clear();
        } else {
            self.begun.extend_from_slice(part);
        }
    }
}

/// Normalises a line that is not ASCII, so that later stages only handle ASCII and names in UTF-8.
///
/// Lines that are not UTF-8 are read as Latin-1. Invisible characters are removed, every dash becomes `-`, every space ` `,
/// `½` becomes `1/2`, and figurines become letters.
pub(super) fn clean(line: &[u8], clean: &mut String) {
    clean.clear();
    match std::str::from_utf8(line) {
        Ok(text) => text.chars().for_each(|c| push_clean(clean, c)),
        Err(_) => line
            .iter()
            .for_each(|byte| push_clean(clean, char::from(*byte))),
    }
}

fn push_clean(text: &mut String, c: char) {
    match c {
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => {}
        '\u{2060}'..='\u{2069}' | '\u{feff}' => {}
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => text.push(' '),
        // 0x96 and 0x97 are the dashes of Windows-1252.
        '\u{96}' | '\u{97}' | '\u{2010}'..='\u{2015}' | '\u{2212}' => text.push('-'),
        '½' => text.push_str("1/2"),
        '\u{2044}' => text.push('/'),
        '♔' | '♚' => text.push('K'),
        '♕' | '♛' => text.push('Q'),
        '♖' | '♜' => text.push('R'),
        '♗' | '♝' => text.push('B'),
        '♘' | '♞' => text.push('N'),
        '♙' | '♟' => {}
        other => text.push(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(slices: &[&[u8]]) -> Vec<String> {
        let mut lines = Lines::default();
        let mut found = Vec::new();
        let mut each = |line: TextLine<'_>| {
            found.push(match line {
                TextLine::Whole(text) => String::from_utf8_lossy(text).into_owned(),
                TextLine::Overlong => "(overlong)".to_owned(),
            });
        };
        slices.iter().for_each(|slice| lines.push(slice, &mut each));
        lines.finish(&mut each);
        found
    }

    #[test]
    fn every_kind_of_line_end_counts_once() {
        let expected = ["a", "b", "", "c", "d"];
        assert_eq!(lines_of(&[b"a\r\nb\n\nc\rd"]), expected);
        assert_eq!(
            lines_of(&[b"a\r", b"\nb\n", b"", b"\nc\r", b"d\r"]),
            expected
        );
    }

    #[test]
    fn an_overlong_line_is_told_and_not_held() {
        let long = vec![b'x'; Lines::LONGEST + 1];
        assert_eq!(lines_of(&[&long, b"\nnext"]), ["(overlong)", "next"]);
        assert_eq!(
            lines_of(&[&long[1..], b"x", b"\nnext"]),
            ["(overlong)", "next"]
        );
        let mut lines = Lines::default();
        for _ in 0..3 {
            lines.push(&long, &mut |_| {});
            assert!(lines.begun.capacity() <= Lines::LONGEST);
        }
    }

    #[test]
    fn cleans_what_is_not_ascii() {
        let mut text = String::new();
        clean(
            "\u{feff}1–0 ½‑½ O\u{2011}O ♘f3\u{a0}e\u{200b}5".as_bytes(),
            &mut text,
        );
        assert_eq!(text, "1-0 1/2-1/2 O-O Nf3 e5");
        clean(b"M\xfcller", &mut text);
        assert_eq!(text, "Müller");
    }
}
