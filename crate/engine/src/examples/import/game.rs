//! The text of a game -> its replay, or the reason why there is none.

use super::{
    reason::{self, Reason},
    replay::{Replay, Stop, Tags, replay},
    section::{Section, Sections},
    settings::ImportSettings,
    split::Piece,
    words::{Kind, Word},
};
use crate::examples::example::Example;

/// What became of a game.
pub(super) enum Verdict<'a> {
    /// It was read, and begins at this line.
    Read(&'a mut Replay, u32),
    /// It was not, for this reason and at this line.
    Skipped(&'a Tags, Reason, u32),
}

/// Reads every game of `piece`. `examples` is room for the positions of a game, used again for the next.
pub(super) fn read(
    piece: &Piece,
    settings: &ImportSettings,
    examples: &mut Vec<Example>,
    each: &mut impl FnMut(Verdict<'_>),
) {
    if let Some((reason, line)) = &piece.trouble {
        let tags = replay(piece.tags(), settings, Vec::new()).tags;
        return each(Verdict::Skipped(&tags, reason.clone(), *line));
    }
    for section in Sections::of(piece) {
        match read_section(&section, settings, std::mem::take(examples)) {
            Ok(mut replay) => {
                each(Verdict::Read(&mut replay, section.first_line));
                *examples = replay.examples;
            }
            Err(Failure {
                tags, reason, line, ..
            }) => each(Verdict::Skipped(&tags, reason, line)),
        }
    }
}

/// Why a game was not read, and where.
struct Failure {
    tags: Tags,
    reason: Reason,
    line: u32,
    /// Where in the movetext the word stands that could not be read, if it was a word.
    word_at: Option<usize>,
}

/// Reads a game; where it fails at a word, again with its moves written in a way that is better understood, and again
/// without its last word, if that may have been cut off.
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

/// Whether every word that must be a move was played: pgn-reader swallowed none.
fn is_complete(section: &Section<'_>, replay: &Replay) -> bool {
    replay.half_moves == section.tally.moves && !section.tally.is_odd
}

/// What is wrong although each word may be understood, and where.
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

/// The first word that is no move, or the move after `played` half-moves, which `stop` tells to be impossible.
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
        Some(Stop::Ambiguous) => Reason::AmbiguousMove(named),
        _ => Reason::NotUnderstood(named),
    };
    (reason, last.at)
}

/// Letters of a word that are quoted (our choice).
const QUOTED: usize = 20;

fn named(word: Word<'_>, half_move: u32) -> reason::Word {
    let text = String::from_utf8_lossy(word.text)
        .chars()
        .take(QUOTED)
        .collect();
    reason::Word { text, half_move }
}
