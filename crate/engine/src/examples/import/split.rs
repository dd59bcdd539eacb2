//! Splits lines into games and removes comments.

use std::borrow::Cow;

use super::{
    lines::{self, TextLine},
    reason::Reason,
    words::{Kind, Words},
};

/// The text of a game: its tags, then its moves without comments. The line breaks are kept, and each line is indented by a space.
///
/// The space keeps pgn-reader from ending the game at an empty line or a line that begins with a bracket: where games end is decided
/// here alone.
#[derive(Debug, Default)]
pub(super) struct Piece {
    text: Vec<u8>,
    /// The offset of the movetext.
    tags_end: usize,
    /// Its first line in the file, from 1; 0 before it has one.
    pub(super) line: u32,
    /// A fault that makes all of it unreadable, and its line.
    pub(super) trouble: Option<(Reason, u32)>,
    /// Whether the file ends with it.
    pub(super) last: bool,
}

impl Piece {
    /// The maximum length of a game in bytes, without comments (our choice: it bounds the memory, and is ten times the longest
    /// possible game in ordinary notation).
    pub(super) const LONGEST: usize = 1 << 20;
    /// The number of bytes in which a tag or the first move is searched (our choice; real games have less than 2,000 bytes of tags).
    const SEARCHED: usize = 4 << 10;

    pub(super) fn tags(&self) -> &[u8] {
        &self.text[..self.tags_end]
    }

    pub(super) fn movetext(&self) -> &[u8] {
        &self.text[self.tags_end..]
    }

    /// Tags and moves up to a place in the movetext.
    pub(super) fn up_to(&self, at: usize) -> &[u8] {
        &self.text[..self.tags_end + at]
    }

    fn push(&mut self, text: &[u8], line: u32) {
        if self.line == 0 {
            self.line = line;
        }
        if self.text.len() + text.len() > Self::LONGEST {
            self.trouble.get_or_insert((Reason::TooLong, self.line));
        } else {
            self.text.extend_from_slice(text);
        }
    }

    /// Appends the tags that `text` begins with, normalised for pgn-reader, and returns the rest of it.
    fn push_tags<'a>(&mut self, text: &'a [u8], line: u32) -> &'a [u8] {
        let mut rest = text;
        while let Some((head, value, after)) = split_tag(rest) {
            self.push(head, line);
            self.push(&without_quotes(value), line);
            self.push(b"\"] ", line);
            rest = after;
        }
        self.tags_end = self.text.len();
        rest
    }

    fn end_line(&mut self) {
        if self.line > 0 {
            self.push(b"\n ", self.line);
        }
    }

    fn clear(&mut self) {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        *self = Self {
            text,
            ..Self::default()
        };
    }

    /// Whether there is a tag with this name. Only the first [`Piece::SEARCHED`] bytes are searched, so that the time stays linear.
    fn has_tag(&self, name: &[u8]) -> bool {
        let tags = self.tags().get(..Self::SEARCHED).unwrap_or(self.tags());
        let lines = tags.split(|byte| *byte == b'\n');
        lines.filter_map(tag_name).any(|other| other == name)
    }

    /// Whether moves after an empty line belong to another game.
    fn ends_before(&self, movetext: &[u8]) -> bool {
        let mut words = Words::new(movetext);
        let Some(first) = words.next() else {
            return false;
        };
        match first.kind() {
            Kind::Number(number) => number == 1 && !movetext[first.at..].starts_with(b"1.."),
            Kind::Move => self.tags_end == 0 && !self.is_numbered(),
            Kind::Result | Kind::Sign => false,
        }
    }

    /// Whether it begins with a move number. Only so many bytes are searched, too.
    fn is_numbered(&self) -> bool {
        let movetext = self.movetext();
        let start = movetext.get(..Self::SEARCHED).unwrap_or(movetext);
        let first = Words::new(start).next();
        matches!(first.map(|word| word.kind()), Some(Kind::Number(_)))
    }
}

/// Cuts lines into games.
#[derive(Default)]
pub(super) struct Splitter {
    piece: Piece,
    /// The number of the line being read, from 1.
    line: u32,
    /// The line of the comment that is still open.
    comment: Option<u32>,
    /// The game has movetext.
    has_moves: bool,
    /// The last line was empty, or ended with a result: another game may begin without a tag.
    gap: bool,
    scratch: String,
}

impl Splitter {
    pub(super) fn line(&self) -> u32 {
        self.line.max(1)
    }

    /// Reads the next line, and calls `each` with the game that it completes, if any.
    pub(super) fn push(&mut self, line: TextLine<'_>, each: &mut impl FnMut(&Piece)) {
        self.line = self.line.saturating_add(1);
        match line {
            TextLine::Whole(line) if line.is_ascii() => self.read(line, each),
            TextLine::Whole(line) => {
                let mut scratch = std::mem::take(&mut self.scratch);
                lines::clean(line, &mut scratch);
                self.read(scratch.as_bytes(), each);
                self.scratch = scratch;
            }
            TextLine::Overlong => {
                self.piece.push(b"", self.line);
                self.piece
                    .trouble
                    .get_or_insert((Reason::TooLong, self.line));
            }
        }
        self.piece.end_line();
    }

    /// Calls `each` with the last game.
    pub(super) fn finish(&mut self, each: &mut impl FnMut(&Piece)) {
        self.comment = None;
        self.piece.last = true;
        self.end_piece(each);
    }

    fn end_piece(&mut self, each: &mut impl FnMut(&Piece)) {
        if self.piece.line > 0 {
            each(&self.piece);
        }
        self.piece.clear();
        self.has_moves = false;
        self.gap = false;
    }

    fn read(&mut self, line: &[u8], each: &mut impl FnMut(&Piece)) {
        if let Some(began) = self.comment {
            if !line.starts_with(b"[Event \"") {
                return self.read_moves(line, each);
            }
            self.piece
                .trouble
                .get_or_insert((Reason::OpenComment, began));
            self.comment = None;
            self.end_piece(each);
        }
        match tag_name(line) {
            Some(name) => self.read_tags(name, line.trim_ascii_start(), each),
            None if line.starts_with(b"%") => {}
            None if line.trim_ascii().is_empty() => self.gap = true,
            None => self.read_moves(line, each),
        }
    }

    fn read_tags(&mut self, name: &[u8], line: &[u8], each: &mut impl FnMut(&Piece)) {
        if self.starts_game(name) {
            self.end_piece(each);
        }
        self.gap = false;
        let rest = self.piece.push_tags(line, self.line);
        self.read_moves(rest, each);
        if !self.has_moves {
            self.piece.tags_end = self.piece.text.len();
        }
    }

    /// Whether a tag with this name begins another game: after moves, or in a game without moves if the tag is repeated.
    fn starts_game(&self, name: &[u8]) -> bool {
        let first_of_all = name == b"Event";
        self.has_moves
            || (first_of_all && self.gap && self.piece.line > 0)
            || ((first_of_all || self.gap) && self.piece.has_tag(name))
    }

    /// Appends what is outside of comments.
    fn read_moves(&mut self, line: &[u8], each: &mut impl FnMut(&Piece)) {
        let mut rest = line;
        while !rest.is_empty() {
            if self.comment.is_some() {
                let end = rest.iter().position(|byte| *byte == b'}');
                rest = end.map_or(b"", |end| &rest[end + 1..]);
                self.comment = self.comment.filter(|_| end.is_none());
                continue;
            }
            let end = rest.iter().position(|byte| matches!(byte, b'{' | b';'));
            let (moves, mark) = rest.split_at(end.unwrap_or(rest.len()));
            self.push_moves(moves, each);
            self.comment = mark.starts_with(b"{").then_some(self.line);
            rest = mark.strip_prefix(b"{").unwrap_or_default();
        }
    }

    fn push_moves(&mut self, moves: &[u8], each: &mut impl FnMut(&Piece)) {
        if moves.trim_ascii().is_empty() {
            return self.piece.push_space();
        }
        if self.gap && self.has_moves && self.piece.ends_before(moves) {
            self.end_piece(each);
        }
        self.piece.push(moves, self.line);
        self.piece.push_space();
        self.has_moves = true;
        self.gap = ends_with_result(moves);
    }
}

impl Piece {
    /// Separates the words on both sides of a comment.
    fn push_space(&mut self) {
        if self.line > 0 {
            self.push(b" ", self.line);
        }
    }
}

fn ends_with_result(moves: &[u8]) -> bool {
    let moves = moves.trim_ascii_end();
    [&b"1-0"[..], b"0-1", b"1/2", b"*"]
        .into_iter()
        .any(|result| moves.ends_with(result))
}

/// `White` of a line that begins with `[White "`.
fn tag_name(line: &[u8]) -> Option<&[u8]> {
    let inside = line.trim_ascii_start().strip_prefix(b"[")?;
    let quote = inside.iter().position(|byte| *byte == b'"')?;
    let name = inside[..quote].trim_ascii();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+');
    (!name.is_empty() && name.iter().all(is_name)).then_some(name)
}

/// `[White "`, the value, and what follows `"]`, of a line that begins with a tag. The value ends at the first quotation
/// mark before a bracket; without one it goes to the end of the line.
fn split_tag(line: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    tag_name(line)?;
    let line = line.trim_ascii_start();
    let open = line.iter().position(|byte| *byte == b'"')?;
    let (head, rest) = line.split_at(open + 1);
    for (at, _) in unescaped_quotes(rest) {
        if let Some(after) = rest[at + 1..].trim_ascii_start().strip_prefix(b"]") {
            return Some((head, &rest[..at], after));
        }
    }
    let value = rest.trim_ascii_end();
    Some((head, value.strip_suffix(b"]").unwrap_or(value), b""))
}

fn unescaped_quotes(text: &[u8]) -> impl Iterator<Item = (usize, &u8)> {
    let mut escaped = false;
    text.iter().enumerate().filter(move |(_, byte)| {
        let is_quote = **byte == b'"' && !escaped;
        escaped = **byte == b'\\' && !escaped;
        is_quote
    })
}

/// The value of a tag with quotation marks that are not escaped made single.
fn without_quotes(value: &[u8]) -> Cow<'_, [u8]> {
    let mut clean = Cow::Borrowed(value);
    for (at, _) in unescaped_quotes(value) {
        clean.to_mut()[at] = b'\'';
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::import::lines::Lines;

    /// First line, tags and moves of each game, spaces made single.
    fn pieces_of(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut splitter = Splitter::default();
        let mut lines = Lines::default();
        let mut each = |piece: &Piece| {
            let text = String::from_utf8_lossy(&piece.text).into_owned();
            let text: Vec<&str> = text.split_ascii_whitespace().collect();
            found.push(format!("{}: {}", piece.line, text.join(" ")));
        };
        lines.push(text.as_bytes(), &mut |line| splitter.push(line, &mut each));
        lines.finish(&mut |line| splitter.push(line, &mut each));
        splitter.finish(&mut each);
        found
    }

    #[test]
    fn games_with_tags() {
        let text = "[Event \"a\"]\n\n[White \"x\"]\n\n1. e4 *\n[Event \"b\"]\n1. d4 *\n\n[White \"y\"]\n*\n";
        assert_eq!(
            pieces_of(text),
            [
                "1: [Event \"a\"] [White \"x\"] 1. e4 *",
                "6: [Event \"b\"] 1. d4 *",
                "9: [White \"y\"] *"
            ]
        );
    }

    #[test]
    fn games_of_tags_alone() {
        let text = "[Event \"a\"]\n[Round \"1\"]\n\n[Round \"2\"]\n\n[Round \"3\"]\n[Event \"b\"]\n[Event \"c\"]\n";
        assert_eq!(
            pieces_of(text),
            [
                "1: [Event \"a\"] [Round \"1\"]",
                "4: [Round \"2\"]",
                "6: [Round \"3\"] [Event \"b\"]",
                "8: [Event \"c\"]"
            ]
        );
    }

    #[test]
    fn games_without_tags() {
        assert_eq!(
            pieces_of("\n1. e4 e5\n2. Nf3\n\n1. d4\n\n1... d5\n\n1-0\n"),
            ["2: 1. e4 e5 2. Nf3", "5: 1. d4 1... d5 1-0"]
        );
        assert_eq!(pieces_of("e4 e5\n\nd4 d5\n"), ["1: e4 e5", "3: d4 d5"]);
        assert_eq!(
            pieces_of("1. e4 * {x}\n1. d4 1-0\n1-0\n"),
            ["1: 1. e4 *", "2: 1. d4 1-0 1-0"]
        );
    }

    #[test]
    fn comments_and_escapes_go() {
        let text =
            "% x\n{before}\n[White \"a;{\"] ; x\n{ \n\n1. d4 } 1. e4{x}e5 ; 2. x\n%2. x\n2. Nf3\n";
        assert_eq!(pieces_of(text), ["3: [White \"a;{\"] 1. e4 e5 2. Nf3"]);
    }

    #[test]
    fn a_comment_ends_where_a_game_begins() {
        let text = "[Event \"a\"]\n1. e4 {\n[Site \"x\"]\n[Event \"b\"]\n1. d4 *";
        assert_eq!(
            pieces_of(text),
            ["1: [Event \"a\"] 1. e4", "4: [Event \"b\"] 1. d4 *"]
        );
    }

    #[test]
    fn tags_of_every_shape() {
        let tags = |line: &str| pieces_of(line).concat();
        assert_eq!(
            tags("[A \"1\"] [B \"]\"][C \"\\\"\" ] e4 *"),
            "1: [A \"1\"] [B \"]\"] [C \"\\\"\"] e4 *"
        );
        assert_eq!(tags("[A \"a \"b\" c\"]"), "1: [A \"a 'b' c\"]");
        assert_eq!(tags("[A \"open e4"), "1: [A \"open e4\"]");
        assert_eq!(tags("[A \"open]"), "1: [A \"open\"]");
        assert_eq!(tag_name(b"[%clk \"x\"]"), None);
    }

    #[test]
    fn a_piece_stays_bounded() {
        let mut splitter = Splitter::default();
        let mut trouble = None;
        for _ in 0..100_000 {
            splitter.push(TextLine::Whole(b"1. e4 e5 2. Nf3 Nc6 3. Bb5"), &mut |_| {});
        }
        assert!(splitter.piece.text.capacity() <= 2 * Piece::LONGEST);
        splitter.finish(&mut |piece| trouble = piece.trouble.clone());
        assert_eq!(trouble, Some((Reason::TooLong, 1)));
    }
}
