//! Valid envelopes around damaged content: what a checksum protects is damaged before the checksum is made.

use base64ct::{Base64UrlUnpadded, Encoding};
use proptest::{prelude::*, sample::Index};

use super::mutation::{Edit, edited, edits};

/// What letters of texts of this program are damaged with.
pub const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHNS0123456789=.:-_?& \n";

/// Damage to lines of text.
#[derive(Clone, Debug)]
pub enum LineEdit {
    /// A line less.
    Remove(Index),
    /// A line once more, somewhere else.
    Repeat(Index, Index),
    /// Two lines in each other's place.
    Swap(Index, Index),
    /// Another number for one that stands in a line.
    Number(Index, Index, u64),
    /// Bytes of the whole text.
    Bytes(Vec<Edit>),
}

/// Some of it: mostly none, so that most texts stay valid.
pub fn line_edits() -> impl Strategy<Value = Vec<LineEdit>> {
    let number = prop_oneof![
        4 => 0..12_u64,
        2 => any::<u16>().prop_map(u64::from),
        1 => proptest::sample::select(&[999, 1000, 100_000, 100_001, u32::MAX as u64, 1 << 53, u64::MAX][..]),
    ];
    let edit = prop_oneof![
        2 => any::<Index>().prop_map(LineEdit::Remove),
        2 => (any::<Index>(), any::<Index>()).prop_map(|(from, to)| LineEdit::Repeat(from, to)),
        4 => (any::<Index>(), any::<Index>()).prop_map(|(one, two)| LineEdit::Swap(one, two)),
        6 => (any::<Index>(), any::<Index>(), number).prop_map(|(line, at, number)| LineEdit::Number(line, at, number)),
        1 => edits(LETTERS).prop_map(LineEdit::Bytes),
    ];
    prop_oneof![
        2 => Just(Vec::new()),
        3 => proptest::collection::vec(edit, 1..4),
    ]
}

/// The lines after the first with the edits made.
pub fn edited_lines(text: &str, edits: &[LineEdit]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for edit in edits {
        // The first says what the text is.
        let count = lines.len().saturating_sub(1);
        if count == 0 {
            break;
        }
        let place = |index: &Index| 1 + index.index(count);
        match edit {
            LineEdit::Remove(at) => drop(lines.remove(place(at))),
            LineEdit::Repeat(from, to) => lines.insert(place(to), lines[place(from)].clone()),
            LineEdit::Swap(one, two) => lines.swap(place(one), place(two)),
            LineEdit::Number(line, at, number) => {
                let line = &mut lines[place(line)];
                *line = renumbered(line, at, *number);
            }
            LineEdit::Bytes(edits) => {
                let rest = lines.split_off(1).join("\n").into_bytes();
                let rest = edited(rest, edits);
                lines.extend(String::from_utf8_lossy(&rest).lines().map(str::to_owned));
            }
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The line with another number in place of one of its own.
fn renumbered(line: &str, at: &Index, number: u64) -> String {
    let is_digit = |(_, c): &(usize, char)| c.is_ascii_digit();
    let starts: Vec<usize> = line
        .char_indices()
        .filter(is_digit)
        .map(|(start, _)| start)
        .filter(|start| !line[..*start].ends_with(|c: char| c.is_ascii_digit()))
        .collect();
    if starts.is_empty() {
        return line.to_owned();
    }
    let start = starts[at.index(starts.len())];
    let rest = line[start..].trim_start_matches(|c: char| c.is_ascii_digit());
    format!("{}{number}{rest}", &line[..start])
}

/// A text of lines without its checksum.
pub fn unsealed(text: &str) -> &str {
    text.rfind("crc ").map_or(text, |at| &text[..at])
}

/// The lines with a checksum that fits.
pub fn sealed(lines: &str) -> String {
    format!("{lines}crc {:08x}\n", crc32fast::hash(lines.as_bytes()))
}

/// The bytes that `id.version.payload` protects.
pub fn content(text: &str) -> Vec<u8> {
    let payload = text.rsplit('.').next().unwrap_or_default();
    let mut bytes = Base64UrlUnpadded::decode_vec(payload).expect("it is valid");
    bytes.truncate(bytes.len() - 4);
    bytes
}

/// `head` and a payload of `content` with a checksum that fits; of `head` too where `is_named`.
pub fn linked(head: &str, content: &[u8], is_named: bool) -> String {
    let mut hasher = crc32fast::Hasher::new();
    if is_named {
        hasher.update(head.as_bytes());
    }
    hasher.update(content);
    let bytes = [content, &hasher.finalize().to_le_bytes()].concat();
    format!("{head}{}", Base64UrlUnpadded::encode_string(&bytes))
}
