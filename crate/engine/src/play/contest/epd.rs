//! Extended Position Description (Edwards 1994): one position per line, with moves to find or to avoid.

use shakmaty::{Chess, Move, Position};

use crate::{
    chess::{
        game::{read_fen, read_move},
        set_up::{SetUpError, read_start},
    },
    sorting::sort_by_key,
};

/// A position of a test suite.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its line number, from 1.
    pub line: usize,
    /// The position.
    pub position: Chess,
    /// `bm`: the moves to find.
    pub best: Vec<Move>,
    /// `am`: the moves to avoid.
    pub avoid: Vec<Move>,
    /// `id`, where there is one.
    pub id: Option<String>,
}

impl Entry {
    /// Whether there are moves to find or to avoid.
    pub const fn asks(&self) -> bool {
        !self.best.is_empty() || !self.avoid.is_empty()
    }

    /// Whether `m` is right: it is among the moves to find or, without any, not among those to avoid.
    pub fn is_right(&self, m: Move) -> bool {
        if self.best.is_empty() {
            !self.avoid.contains(&m)
        } else {
            self.best.contains(&m)
        }
    }
}

/// Reads a suite of positions that ask for a move, as [`read`]; one that asks for none is skipped like one that cannot be read.
pub fn read_questions(text: &str) -> (Vec<Entry>, Vec<Skipped>) {
    let (entries, mut skipped) = read(text);
    let (asking, silent): (Vec<Entry>, Vec<Entry>) = entries.into_iter().partition(Entry::asks);
    skipped.extend(silent.into_iter().map(|entry| Skipped {
        place: entry.line,
        reason: "neither bm nor am".to_owned(),
    }));
    sort_by_key(&mut skipped, |skip| skip.place);
    (asking, skipped)
}

/// An item that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its line number from 1, or in a PGN file the number of the game.
    pub place: usize,
    /// The reason, for people.
    pub reason: String,
}

/// Reads a file: the positions of its lines, and the lines that cannot be used. Empty lines and lines that begin with `#` are
/// ignored.
pub fn read(text: &str) -> (Vec<Entry>, Vec<Skipped>) {
    read_by(text, read_fen)
}

/// The same for games that start there: lines with castling rights that only Chess960 knows cannot be used, for the moves may use them.
pub fn read_starts(text: &str) -> (Vec<Entry>, Vec<Skipped>) {
    read_by(text, |fen| Ok(read_start(fen)?.position))
}

/// How the position of a line is read.
type ReadPosition = fn(&str) -> Result<Chess, SetUpError>;

fn read_by(text: &str, read_position: ReadPosition) -> (Vec<Entry>, Vec<Skipped>) {
    let (mut entries, mut skipped) = (Vec::new(), Vec::new());
    for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        match read_line(at + 1, content, read_position) {
            Ok(entry) => entries.push(entry),
            Err(reason) => skipped.push(Skipped {
                place: at + 1,
                reason,
            }),
        }
    }
    (entries, skipped)
}

/// Parses a line: the four fields of a position, optionally both counters (as in a FEN), then operations.
fn read_line(line: usize, text: &str, read_position: ReadPosition) -> Result<Entry, String> {
    let (fields, rest) = fields(text);
    let position = read_position(&fields).map_err(|error| error.to_string())?;
    if position.legal_moves().is_empty() {
        return Err("the game is over in this position".to_owned());
    }
    let mut entry = Entry {
        line,
        position,
        best: Vec::new(),
        avoid: Vec::new(),
        id: None,
    };
    for operation in operations(rest) {
        let mut words = operation.split_whitespace();
        let code = words.next().unwrap_or_default();
        match code {
            "bm" => entry.best = moves(&entry.position, code, words)?,
            "am" => entry.avoid = moves(&entry.position, code, words)?,
            "id" => entry.id = Some(unquote(operation.trim_start()[2..].trim())),
            _ => {}
        }
    }
    Ok(entry)
}

/// The fields of the position as a FEN, and the rest of the line.
fn fields(text: &str) -> (String, &str) {
    let mut rest = text;
    let mut fields = Vec::new();
    while fields.len() < 6 {
        let trimmed = rest.trim_start();
        let end = trimmed
            .find(|c: char| c.is_whitespace() || c == ';')
            .unwrap_or(trimmed.len());
        let word = &trimmed[..end];
        // The counters of a FEN are optional here.
        if word.is_empty() || fields.len() >= 4 && word.parse::<u32>().is_err() {
            break;
        }
        fields.push(word);
        rest = &trimmed[end..];
    }
    (fields.join(" "), rest)
}

/// Splits at semicolons outside of quotes.
fn operations(text: &str) -> Vec<&str> {
    let (mut quoted, mut escaped) = (false, false);
    text.split(|c: char| {
        let ends = c == ';' && !quoted;
        if c == '"' && !escaped {
            quoted = !quoted;
        }
        escaped = c == '\\' && !escaped;
        ends
    })
    .map(str::trim)
    .filter(|operation| !operation.is_empty())
    .collect()
}

fn moves<'a>(
    position: &Chess,
    code: &str,
    words: impl Iterator<Item = &'a str>,
) -> Result<Vec<Move>, String> {
    let moves: Vec<Move> = words
        // Some programs separate annotation marks such as `+` or `!` from the move by a space.
        .filter(|word| !word.chars().all(|c| "+#!?".contains(c)))
        .map(|word| {
            read_move(position, word.trim_end_matches(','))
                .map_err(|error| format!("{code}: {error}"))
        })
        .collect::<Result<_, _>>()?;
    if moves.is_empty() {
        return Err(format!("{code} without a move"));
    }
    Ok(moves)
}

fn unquote(text: &str) -> String {
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    inner.map_or_else(
        || text.to_owned(),
        |inner| inner.replace("\\\"", "\"").replace("\\\\", "\\"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> Result<Entry, String> {
        read_line(1, line, read_fen)
    }

    fn uci(moves: &[Move]) -> Vec<String> {
        moves
            .iter()
            .map(|m| m.to_uci(shakmaty::CastlingMode::Standard).to_string())
            .collect()
    }

    #[test]
    fn moves_to_find_and_to_avoid() {
        let entry = one(r#"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6 f1e1; id "WAC.001; the first";"#)
            .expect("a position");
        assert_eq!(uci(&entry.best), ["g3g6", "f1e1"]);
        assert_eq!(entry.id.as_deref(), Some("WAC.001; the first"));
        assert!(entry.asks() && entry.is_right(entry.best[1]));
        assert!(!entry.is_right(entry.position.legal_moves()[0]));
        let entry = one("r5k1/3n1ppp/1p6/3p1p2/3P1B2/r3P2P/PR3PP1/2R3K1 b - - 3 25 am Rxa2;")
            .expect("a position");
        assert_eq!(entry.position.fullmoves().get(), 25);
        assert!(entry.asks() && !entry.is_right(entry.avoid[0]));
        assert!(entry.is_right(entry.position.legal_moves()[0]));
        let silent = one("4k3/8/8/8/8/8/8/4K3 w - - hmvc 3;").expect("a position");
        assert!(!silent.asks());
    }

    #[test]
    fn what_cannot_be_used_is_told_with_its_line() {
        let text = "\u{feff}# a suite\n\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\nnonsense\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;\n\
            4k3/8/8/8/8/8/8/4K3 w - - bm ;\r\n7k/5KQ1/8/8/8/8/8/8 b - - id \"mate\";\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; a remark; bm e3 +\n";
        let (entries, skipped) = read(text);
        assert_eq!(
            entries.iter().map(|entry| entry.line).collect::<Vec<_>>(),
            [3, 8]
        );
        let places: Vec<usize> = skipped.iter().map(|skip| skip.place).collect();
        assert_eq!(places, [4, 5, 6, 7], "{skipped:?}");
        assert!(
            skipped[1].reason.contains("bm: e5 is not a legal move"),
            "{skipped:?}"
        );
    }

    #[test]
    fn a_set_up_that_is_not_legal_is_told_by_name() {
        let (entries, skipped) = read("4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/QQQQK3 b - - bm Kd8;");
        assert!(entries.is_empty());
        assert!(
            skipped[0].reason.contains("White has 21 men"),
            "{skipped:?}"
        );
    }

    #[test]
    fn quotes_hide_semicolons_and_quotes() {
        let entry =
            one(r#"4k3/8/8/8/8/8/8/4K3 w - - a "foo\"bar";; ; id "foo\\";"#).expect("a position");
        assert_eq!(entry.id.as_deref(), Some("foo\\"));
    }
}
