//! Recognises the format of a file by its first bytes.

use super::reason::Reason;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Plain,
    Gzip,
    Zstd,
    Zip,
}

/// The format by magic number, independently of the file name.
pub(super) fn form(start: &[u8]) -> Form {
    match start {
        [0x1f, 0x8b, ..] => Form::Gzip,
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Form::Zstd,
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => Form::Zip,
        _ => Form::Plain,
    }
}

/// The number of bytes that [`refusal`] needs, if the file has as many.
pub(super) const HEAD: usize = 1024;

/// Why unpacked bytes with this beginning cannot be PGN; `None` if they may be.
pub(super) fn refusal(head: &[u8]) -> Option<Reason> {
    if form(head) != Form::Plain {
        return Some(Reason::PackedTwice);
    }
    if is_wide(head) {
        return Some(Reason::WideText);
    }
    if let Some((_, format)) = FOREIGN.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(Reason::Foreign(format));
    }
    let text = head
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(head)
        .trim_ascii_start();
    if text.is_empty() && head.len() < HEAD {
        Some(Reason::Empty)
    } else if is_web_page(text) {
        Some(Reason::WebPage)
    } else if is_board(
        text.split(u8::is_ascii_whitespace)
            .next()
            .unwrap_or_default(),
    ) {
        Some(Reason::Positions)
    } else {
        is_binary(head).then_some(Reason::NotText)
    }
}

const FOREIGN: [(&[u8], &str); 7] = [
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ\0", "xz data"),
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "a rich text document"),
    (b"SQLite format 3\0", "an SQLite database"),
];

/// A byte order mark of UTF-16 or UTF-32, or every second byte zero, as in UTF-16 without a mark.
fn is_wide(head: &[u8]) -> bool {
    let zeros = |from: usize| {
        head.iter()
            .skip(from)
            .step_by(2)
            .take(8)
            .filter(|b| **b == 0)
            .count()
    };
    head.starts_with(b"\xff\xfe")
        || head.starts_with(b"\xfe\xff")
        || (head.len() >= 16 && zeros(0) + zeros(1) == 8 && zeros(0) % 8 == 0)
}

fn is_web_page(text: &[u8]) -> bool {
    let starts =
        |mark: &[u8]| text.len() >= mark.len() && text[..mark.len()].eq_ignore_ascii_case(mark);
    [&b"<!doctype"[..], b"<html", b"<head", b"<?xml", b"<!--"]
        .into_iter()
        .any(starts)
}

/// Whether a word is the first field of a FEN.
fn is_board(word: &[u8]) -> bool {
    word.iter().filter(|byte| **byte == b'/').count() == 7
        && word
            .iter()
            .all(|byte| b"12345678/pnbrqkPNBRQK".contains(byte))
}

/// A NUL, or more than one control character in thirty: no text in any encoding.
fn is_binary(head: &[u8]) -> bool {
    let is_control = |byte: &&u8| byte.is_ascii_control() && !b"\t\n\r\x0c\x1a".contains(byte);
    head.contains(&0) || head.iter().filter(is_control).count() * 30 > head.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_what_is_no_pgn() {
        let cases: [(&[u8], Option<Reason>); 15] = [
            (b"", Some(Reason::Empty)),
            (b"\xef\xbb\xbf \r\n\t", Some(Reason::Empty)),
            (b"\n<!DOCTYPE html><html>", Some(Reason::WebPage)),
            (b"<HTML>", Some(Reason::WebPage)),
            (b"\xff\xfe[\0E\0", Some(Reason::WideText)),
            (b"[\0E\0v\0e\0n\0t\0 \0\"\0?\0\"\0", Some(Reason::WideText)),
            (b"\0[\0E\0v\0e\0n\0t\0 \0\"\0?\0", Some(Reason::WideText)),
            (b"\x1f\x8b\x08", Some(Reason::PackedTwice)),
            (
                b"Rar!\x1a\x07\x01\0",
                Some(Reason::Foreign("a RAR archive")),
            ),
            (b"\x7fELF\x02\x01\x01\0\0", Some(Reason::NotText)),
            (b"8/8/8/8/8/8/8/K1k5 w - - bm Ka2;", Some(Reason::Positions)),
            (b"[Event \"?\"]\n", None),
            (b"1. e4 e5", None),
            (b"% a remark\n", None),
            (b"\xef\xbb\xbf[Event", None),
        ];
        for (head, expected) in cases {
            assert_eq!(refusal(head), expected, "{}", String::from_utf8_lossy(head));
        }
    }
}
