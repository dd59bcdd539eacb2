//! Reads one game: from its text to its replay, or the reason why it is skipped.

use super::{
    reason::{self, Reason},
    replay::{Replay, Stop, Tags, replay},
    section::{Section, Sections},
    settings::ImportSettings,
    split::Piece,
    words::{Kind, Word},
};
use crate::examples::example::Example;

/// The result of reading a game.
pub(super) enum GameRead<'a> {
    /// It was replayed; it begins at this line.
    Read(&'a mut Replay, u32),
    /// It was skipped, for this reason at this line.
    Skipped(&'a Tags, Reason, u32),
}

/// Reads all games of `piece`. `examples` is a buffer for the positions of a game, reused for the next.
pub(super) fn read(
    piece: &Piece,
    settings: &ImportSettings,
    examples: &mut Vec<Example>,
    each: &mut impl FnMut(GameRead<'_>),
) {
    if let Some((reason, line)) = &piece.trouble {
        let tags = replay(piece.tags(), settings, Vec::new()).tags;
        return each(GameRead::Skipped(&tags, reason.clone(), *line));
    }
    for section in Sections::of(piece) {
        match read_section(&section, settings, std::mem::take(examples)) {
            Ok(mut replay) => {
                each(GameRead::Read(&mut replay, section.first_line));
                *examples = replay.examples;
            }
            Err(Failure {
                tags, reason, line, ..
            }) => each(GameRead::Skipped(&tags, reason, line)),
        }
    }
}

/// Why and where reading a game failed.
struct Failure {
    tags: Tags,
    reason: Reason,
    line: u32,
    /// The offset of the offending word in the movetext, if it was a word.
    word_at: Option<usize>,
}

/// Reads a game. If it fails at a word, it is read again with its moves normalised, and then without its last word if that may be
/// truncated.
fn read_section(
    section: &Section<'_>,
    settings: &ImportSettings,
    examples: Vec<Example>,
) -> Result<Replay, Failure> {
    let mut result = attempt(section, settings, examples);
    let mut tidied = None;
    if fails_at(&result).is_some() {
        tidied = section.tidied();
    }
    if let Some(tidied) = &tidied {
        result = attempt(tidied, settings, Vec::new());
    }
    let section = tidied.as_ref().unwrap_or(section);
    match fails_at(&result).and_then(|at| section.without_last_word(at)) {
        Some(cut) => attempt(&cut, settings, Vec::new()),
        None => result,
    }
}

fn fails_at(result: &Result<Replay, Failure>) -> Option<usize> {
    result.as_ref().err().and_then(|failure| failure.word_at)
}

fn attempt(
    section: &Section<'_>,
    settings: &ImportSettings,
    examples: Vec<Example>,
) -> Result<Replay, Failure> {
    let mut replay = replay(section.whole(), settings, examples);
    let stop = replay.stopped.take();
    let (reason, line, word_at) = match (stop, trouble(section, &replay)) {
        (Some(Stop::Unwanted(reason)), _) => (reason, section.first_line, None),
        (Some(Stop::OpenTag), _) => (Reason::OpenTag, section.first_line, None),
        (_, Some((reason, line))) => (reason, line, None),
        (None, None) if is_complete(section, &replay) => return Ok(replay),
        (stop, None) => {
            let (reason, at) = culprit(section, replay.half_moves, stop.as_ref());
            (reason, section.line_at(at), Some(at))
        }
    };
    Err(Failure {
        tags: replay.tags,
        reason,
        line,
        word_at,
    })
}

/// Whether every word that must be a move was played. pgn-reader skips unknown words silently.
fn is_complete(section: &Section<'_>, replay: &Replay) -> bool {
    replay.half_moves == section.tally.moves && !section.tally.is_odd
}

/// A fault of the game as a whole, and its line.
fn trouble(section: &Section<'_>, replay: &Replay) -> Option<(Reason, u32)> {
    let tally = &section.tally;
    match tally.first_number {
        _ if tally.moves == 0 => Some((Reason::NoMoves, section.first_line)),
        Some(number @ 2..) if !section.has_tags() => {
            Some((Reason::Fragment(number), section.first_line))
        }
        _ if is_complete(section, replay) => section
            .open_variation()
            .map(|line| (Reason::OpenVariation, line)),
        _ => None,
    }
}

/// The first word that is not a move, or else the move after `played` plies, which failed because of `stop`.
fn culprit(section: &Section<'_>, played: u32, stop: Option<&Stop>) -> (Reason, usize) {
    let mut half_move = 0;
    let mut last = Word { at: 0, text: b"" };
    for word in section.words().filter(|word| word.kind() == Kind::Move) {
        half_move += 1;
        last = word;
        if word.is_null_move() {
            return (Reason::NullMove(named(word, half_move)), word.at);
        } else if !word.is_understood() {
            return (Reason::NotUnderstood(named(word, half_move)), word.at);
        } else if half_move > played {
            break;
        }
    }
    let named = named(last, half_move);
    let reason = match stop {
        Some(Stop::Illegal) => Reason::IllegalMove(named),
        Some(Stop::LostCastling) => Reason::LostCastling(named),
        Some(Stop::Ambiguous) => Reason::AmbiguousMove(named),
        _ => Reason::NotUnderstood(named),
    };
    (reason, last.at)
}

/// The maximum length of a quoted word (our choice).
const QUOTED: usize = 20;

fn named(word: Word<'_>, half_move: u32) -> reason::Word {
    let text = String::from_utf8_lossy(word.text)
        .chars()
        .take(QUOTED)
        .collect();
    reason::Word { text, half_move }
}
