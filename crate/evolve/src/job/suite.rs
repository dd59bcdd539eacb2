//! Positions with moves to find: what a search is tuned on.
//!
//! A suite is EPD text ([`epd`]). The sample suite is our own: positions of the sample games whose best move
//! was proved by search (`crate/cli/examples/make_suite.rs` says how, and makes it again).

use millipawn_engine::{
    chess::game::write_fen,
    mix::mix_bytes,
    play::contest::epd::{self, Entry, Skipped},
};
use shakmaty::{CastlingMode, Chess, Move};

/// The sample suite as EPD.
pub const SAMPLE: &str = include_str!("sample_suite.epd");

/// A position and the question that is asked of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    entry: Entry,
}

impl Problem {
    /// Of a line of EPD; `None` when it asks for nothing. Its name is not kept: a problem is its position and its moves.
    pub fn of(entry: &Entry) -> Option<Self> {
        entry.asks().then(|| Self::read(&text(entry)))?
    }

    /// Reads what [`Problem::text`] wrote; `None` of anything else.
    pub fn read(text: &str) -> Option<Self> {
        let (mut entries, skipped) = epd::read(text);
        let entry = entries.pop()?;
        let alone = entries.is_empty() && skipped.is_empty() && entry.line == 1;
        let entry = Entry { id: None, ..entry };
        (alone && entry.asks()).then_some(Self { entry })
    }

    /// One line of EPD with moves as UCI has them.
    pub fn text(&self) -> String {
        text(&self.entry)
    }

    /// The position.
    pub const fn position(&self) -> &Chess {
        &self.entry.position
    }

    /// Whether `m` is right.
    pub fn is_right(&self, m: Move) -> bool {
        self.entry.is_right(m)
    }
}

fn text(entry: &Entry) -> String {
    let mut text = write_fen(&entry.position);
    for (code, moves) in [("bm", &entry.best), ("am", &entry.avoid)] {
        if !moves.is_empty() {
            let moves: Vec<String> = moves
                .iter()
                .map(|m| m.to_uci(CastlingMode::Standard).to_string())
                .collect();
            text += &format!(" {code} {};", moves.join(" "));
        }
    }
    text
}

/// The problems of EPD text, and what of it could not be used, in the order of the lines.
pub fn read(text: &str) -> (Vec<Problem>, Vec<Skipped>) {
    let (entries, skipped) = epd::read_questions(text);
    (entries.iter().filter_map(Problem::of).collect(), skipped)
}

/// The problems of the sample suite.
pub fn sample() -> Vec<Problem> {
    read(SAMPLE).0
}

/// Tells suites apart: of the problems and their order.
pub fn fingerprint(problems: &[Problem]) -> u64 {
    problems.iter().fold(0, |state, problem| {
        mix_bytes(state, problem.text().as_bytes())
    })
}
