//! The lines that the engine writes.

use std::time::Duration;

use shakmaty::{CastlingMode, Chess, Move, Position};

use crate::{
    evaluation::CENTIPAWN,
    search::tree::{PvLine, Report},
};

/// The answer to `isready`.
pub const READY: &str = "readyok";

/// The lines `id`.
pub(super) fn introduction() -> [String; 2] {
    let version = env!("CARGO_PKG_VERSION");
    [
        format!("id name Millipawn {version}"),
        "id author the authors of Millipawn".to_owned(),
    ]
}

/// A line `info string`, for people.
pub(super) fn remark(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    format!("info string {}", words.join(" "))
}

/// The lines `info` of a search result, one for each of its best lines.
pub(super) fn infos(report: &Report, elapsed: Duration) -> impl Iterator<Item = String> {
    let Report {
        depth,
        selective_depth,
        nodes,
        fullness,
        ..
    } = *report;
    let speed = (u128::from(nodes) * 1_000_000).checked_div(elapsed.as_micros());
    let nps = speed.unwrap_or_default();
    let time = elapsed.as_millis();
    report.lines.iter().enumerate().map(move |(place, line)| {
        format!(
            "info depth {depth} seldepth {selective_depth} multipv {} score {} nodes {nodes} nps {nps} hashfull {fullness} time {time} pv {}",
            place + 1,
            score(line),
            variation(&line.moves)
        )
    })
}

/// The line `info` for a position without legal moves.
pub(super) fn nothing_to_search(position: &Chess) -> String {
    let score = if position.is_check() {
        "mate 0"
    } else {
        "cp 0"
    };
    format!("info depth 0 seldepth 0 multipv 1 score {score} nodes 0 nps 0 hashfull 0 time 0")
}

/// The line `bestmove`, with the expected reply to ponder on.
pub(super) fn best(report: Option<&Report>) -> String {
    let moves = report.map_or(&[][..], |report| &report.lines[0].moves);
    match moves {
        [] => "bestmove 0000".to_owned(),
        [best] => format!("bestmove {}", uci(*best)),
        [best, answer, ..] => format!("bestmove {} ponder {}", uci(*best), uci(*answer)),
    }
}

/// The score in centipawns or moves to mate.
fn score(line: &PvLine) -> String {
    let bound = if line.is_lower_bound {
        " lowerbound"
    } else {
        ""
    };
    match line.mate_in() {
        Some(moves) => format!("mate {moves}{bound}"),
        None => format!("cp {}{bound}", line.score / CENTIPAWN),
    }
}

fn variation(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(|m| uci(*m)).collect();
    moves.join(" ")
}

fn uci(m: Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}
