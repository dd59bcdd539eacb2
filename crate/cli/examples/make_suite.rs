//! Makes the sample suite: positions of the sample games whose best move is proved by search, as EPD on standard output.
//!
//! ```text
//! cargo run --release -p millipawn --example make_suite prove > candidates.epd       # most of an hour on a free core
//! cargo run --release -p millipawn --example make_suite choose candidates.epd > crate/evolve/src/job/sample_suite.epd
//! ```
//!
//! Staunton looks at every position after the tenth half-move with two lines, each search from an empty table. A position is
//! kept when, with every budget of [`BUDGETS`], the best move is the same and is better than the second by [`MARGIN`]
//! centipawns, or mates where the second does not; when the second move leaves the game open, so that missing the best one
//! matters; and when the search without selective parts needs [`PLAIN_DEPTH`] plies or [`PLAIN_NODES`] nodes to find it.
//! Of these at most [`A_GAME`] of a game are chosen, the hardest for the plain search first, and at most a quarter of all
//! that mate in one or two.

#![allow(
    clippy::disallowed_methods,
    reason = "it uses threads and reads a file"
)]
use std::{
    cmp::Reverse,
    num::NonZero,
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use millipawn_engine::{
    SAMPLE_GAMES,
    chess::game::{read_move, write_fen},
    evaluation::{CENTIPAWN, MATE_BOUND, staunton::Staunton},
    play::contest::epd,
    search::{
        parameters::Parameters,
        tree::{Control, Limits, Report, Root, Searcher},
    },
};
use shakmaty::{Chess, Move, Position, san::SanPlus};

/// Nodes of the searches that must agree: the first sifts, the last is the proof.
const BUDGETS: [u64; 4] = [40_000, 200_000, 1_000_000, 4_000_000];
/// By how much the best move is better than the second, in centipawns.
const MARGIN: i32 = 150;
/// Where the second move is worth more than this, or the best less than its opposite, the game is decided anyhow.
const OPEN: i32 = 300;
/// The plain search must not find the move in fewer plies and nodes than these.
const PLAIN_DEPTH: u32 = 4;
const PLAIN_NODES: u64 = 1000;
/// What the plain search may spend on finding it.
const PLAIN_MOST: u64 = 300_000;
/// The sample games that are searched: the first hundred have enough.
const GAMES: usize = 100;
/// Positions of a game.
const A_GAME: usize = 3;
/// Positions of the suite.
const WANTED: usize = 100;
const MEBIBYTES: usize = 64;
/// Room for the deepest search.
const STACK_BYTES: usize = 16 << 20;

/// A position of a game that may be used.
struct Place {
    game: usize,
    name: String,
    ply: usize,
    position: Chess,
}

/// A position that may be chosen.
struct Candidate {
    game: usize,
    ply: usize,
    /// Nodes of the plain search to find the move.
    plain: u64,
    /// It mates in one or two.
    is_short_mate: bool,
    line: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["prove"] => prove(),
        ["choose", path] => choose(&std::fs::read_to_string(path)?),
        _ => return Err("usage: make_suite prove | choose FILE".into()),
    }
    Ok(())
}

fn searcher() -> Searcher<Staunton> {
    Searcher::new(Staunton::default(), Parameters::DEFAULT, MEBIBYTES)
}

/// Writes a line for every position with a proven best move, as soon as it is proved.
fn prove() {
    let places = places();
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..threads {
            let work = || {
                let mut searcher = searcher();
                while let Some(place) = places.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(line) = examine(&mut searcher, place) {
                        println!("{line}");
                    }
                }
            };
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .expect("the system can start a thread");
        }
    });
}

/// Every position of every sample game after the opening.
fn places() -> Vec<Place> {
    let mut places = Vec::new();
    for (game, text) in SAMPLE_GAMES
        .split("[Event ")
        .skip(1)
        .take(GAMES)
        .enumerate()
    {
        let tag = |name: &str| {
            let rest = text
                .split(&format!("[{name} \""))
                .nth(1)
                .unwrap_or_default();
            rest.split('"').next().unwrap_or_default()
        };
        let surname = |name: &str| tag(name).split(',').next().unwrap_or_default().to_owned();
        let year = tag("Date").split('.').next().unwrap_or_default();
        let title = format!("{}-{}, {year}", surname("White"), surname("Black"));
        let moves = text.split("]\n\n").nth(1).unwrap_or_default();
        let mut position = Chess::default();
        let words = moves
            .split_whitespace()
            .filter(|word| !word.ends_with('.') && !["1-0", "0-1", "1/2-1/2", "*"].contains(word));
        for (ply, word) in words.enumerate() {
            let dots = if ply % 2 == 0 { "." } else { "..." };
            if ply >= 10 {
                places.push(Place {
                    game,
                    name: format!("{title}, {}{dots}", ply / 2 + 1),
                    ply,
                    position: position.clone(),
                });
            }
            let m = read_move(&position, word).expect("the sample games are legal");
            position.play_unchecked(m);
        }
    }
    places
}

/// The position with its proven best move, if it has one that is worth looking for.
fn examine(searcher: &mut Searcher<Staunton>, place: &Place) -> Option<String> {
    let mut best = None;
    for nodes in BUDGETS {
        let position = &place.position;
        let report = search(
            searcher,
            Parameters::DEFAULT,
            position,
            nodes,
            2,
            &mut |_| false,
        );
        let (first, score) = (report.lines[0].moves[0], report.lines[0].score);
        let second = report.lines.get(1)?.score;
        let mates = score >= MATE_BOUND && second < MATE_BOUND;
        let clear = mates || score - second >= MARGIN * CENTIPAWN && score < MATE_BOUND;
        let open = second <= OPEN * CENTIPAWN && score >= -OPEN * CENTIPAWN;
        if !clear || !open || best.is_some_and(|best| best != first) {
            return None;
        }
        if best.is_none() {
            hardness(searcher, position, first)?;
        }
        best = Some(first);
    }
    let fen = write_fen(&place.position);
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let san = SanPlus::from_move(place.position.clone(), best?);
    let (fields, name) = (fields.join(" "), &place.name);
    Some(format!("{fields} bm {san}; id \"{name} {san}\";"))
}

/// Nodes until the plain search has the move at the end of a depth; `None` where that is too easy.
fn hardness(searcher: &mut Searcher<Staunton>, position: &Chess, best: Move) -> Option<u64> {
    let mut at = None;
    let mut found = |report: &Report| {
        let has = report.lines[0].moves[0] == best;
        if has {
            at = Some((report.depth, report.nodes));
        }
        has
    };
    search(
        searcher,
        Parameters::PLAIN,
        position,
        PLAIN_MOST,
        1,
        &mut found,
    );
    let (depth, nodes) = at.unwrap_or((u32::MAX, PLAIN_MOST));
    (depth >= PLAIN_DEPTH || nodes >= PLAIN_NODES).then_some(nodes)
}

/// From an empty table; `enough` ends it after a depth.
fn search(
    searcher: &mut Searcher<Staunton>,
    parameters: Parameters,
    position: &Chess,
    nodes: u64,
    lines: usize,
    enough: &mut dyn FnMut(&Report) -> bool,
) -> Report {
    searcher.set_parameters(parameters);
    searcher.clear();
    let root = Root {
        position,
        earlier: &[],
    };
    let limits = Limits {
        nodes,
        lines,
        ..Limits::default()
    };
    let control = Control {
        stop: &mut || false,
        observe: &mut |report| {
            if enough(report) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    };
    searcher
        .search(root, &limits, control)
        .expect("the position has moves")
}

/// Writes the suite: of the lines of `text`, in the order of the games.
fn choose(text: &str) {
    let (entries, _) = epd::read(text);
    let places = places();
    let mut searcher = searcher();
    let mut candidates: Vec<Candidate> = entries
        .iter()
        .filter_map(|entry| {
            let id = entry.id.as_deref()?;
            let named = |place: &&Place| id.starts_with(&format!("{} ", place.name));
            let place = places
                .iter()
                .filter(named)
                .find(|place| place.position.board() == entry.position.board())?;
            let position = &entry.position;
            let report = search(
                &mut searcher,
                Parameters::DEFAULT,
                position,
                BUDGETS[0],
                1,
                &mut |_| false,
            );
            Some(Candidate {
                game: place.game,
                ply: place.ply,
                plain: hardness(&mut searcher, position, entry.best[0])?,
                is_short_mate: matches!(report.lines[0].mate_in(), Some(1 | 2)),
                line: text.lines().nth(entry.line - 1)?.to_owned(),
            })
        })
        .collect();
    candidates.sort_by_key(|candidate| (Reverse(candidate.plain), candidate.game, candidate.ply));
    let (mut chosen, mut short_mates) = (Vec::<Candidate>::new(), 0);
    let found = candidates.len();
    for candidate in candidates {
        let is_full = candidate.is_short_mate && short_mates >= WANTED / 4;
        let of_game = chosen
            .iter()
            .filter(|other| other.game == candidate.game)
            .count();
        if of_game < A_GAME && !is_full && chosen.len() < WANTED {
            short_mates += usize::from(candidate.is_short_mate);
            chosen.push(candidate);
        }
    }
    eprintln!(
        "{} of {found} chosen, {short_mates} of them mates in one or two",
        chosen.len()
    );
    chosen.sort_by_key(|candidate| (candidate.game, candidate.ply));
    for Candidate { line, .. } in chosen {
        println!("{line}");
    }
}
