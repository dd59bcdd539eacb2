//! What each part of the search is worth: nodes and time to a depth on ten positions, with all parts and with each switched off.
//! Usage: `cargo run --release -p millipawn --example enhancements [-- DEPTH]`

#![allow(clippy::disallowed_methods, reason = "it measures time")]
use std::{ops::ControlFlow, time::Instant};

use millipawn_engine::{
    chess::{game::read_fen, positions::POSITIONS},
    evaluation::staunton::Staunton,
    search::{
        parameters::Parameters,
        tree::{Control, Limits, Root, Searcher},
    },
};
use shakmaty::Chess;

const MEBIBYTES: usize = 16;

/// What is switched off, by setting one value.
const PARTS: [(&str, &str, i64); 22] = [
    ("transposition table's scores", "Table", 0),
    ("aspiration", "Aspiration", 0),
    ("null move", "NullMove", 0),
    ("null move reduced more by depth", "NullMoveDepth", 0),
    ("null move reduced more by margin", "NullMoveMargin", 0),
    ("futility", "FutilityDepth", 0),
    ("futility by reduced depth", "ReducedFutility", 0),
    ("late move reductions", "LateMoveDivisor", 0),
    ("late move pruning", "LateMovePruning", 0),
    ("reverse futility", "ReverseFutility", 0),
    ("razoring", "Razoring", 0),
    ("exchange pruning", "ExchangePruning", 0),
    ("exchange in quiescence", "QuiescenceExchange", 0),
    ("margin in quiescence", "QuiescenceMargin", 0),
    ("reduction without table move", "UnknownReduction", 0),
    ("transposition table in quiescence", "QuiescenceTable", 0),
    ("correction by pawns", "PawnCorrection", 0),
    ("correction by pieces", "PieceCorrection", 0),
    ("check extension", "ExtendCheck", 0),
    ("singular extension", "SingularDepth", 0),
    ("(multi-cut switched on)", "MultiCut", 1),
    ("(checks in quiescence switched on)", "QuiescenceChecks", 1),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let depth = match std::env::args().nth(1) {
        Some(text) => text.parse()?,
        None => 8,
    };
    let positions = POSITIONS[..10]
        .iter()
        .map(|fen| read_fen(fen))
        .collect::<Result<Vec<_>, _>>()?;
    println!(
        "Staunton to depth {depth} on the first ten positions of the signature, {MEBIBYTES} MiB, cleared between them"
    );
    let (nodes, seconds) = run(&positions, depth, Parameters::DEFAULT);
    let line = |name: &str, more: u64, time: f64| {
        println!(
            "{name:44} {more:>12} nodes {time:>8.3} s {:>8.2} x nodes {:>8.2} x time",
            more as f64 / nodes as f64,
            time / seconds
        );
    };
    line("all parts", nodes, seconds);
    for (name, parameter, value) in PARTS {
        let mut parameters = Parameters::DEFAULT;
        parameters.set(parameter, value)?;
        let (more, time) = run(&positions, depth, parameters);
        line(&format!("without {name}"), more, time);
    }
    for (name, parameters) in [
        ("as David et al. 2014", Parameters::DAVID),
        ("nothing selective", Parameters::PLAIN),
    ] {
        let (more, time) = run(&positions, depth, parameters);
        line(name, more, time);
    }
    Ok(())
}

fn run(positions: &[Chess], depth: u32, parameters: Parameters) -> (u64, f64) {
    let mut searcher = Searcher::new(Staunton::default(), parameters, MEBIBYTES);
    let mut nodes = 0;
    let start = Instant::now();
    for position in positions {
        searcher.clear();
        let root = Root {
            position,
            earlier: &[],
        };
        // A part that is missing may cost without end; what is cut short is counted in full.
        let limits = Limits {
            depth,
            nodes: 20_000_000,
            ..Limits::default()
        };
        let control = Control {
            stop: &mut || false,
            observe: &mut |_| ControlFlow::Continue(()),
        };
        nodes += searcher
            .search(root, &limits, control)
            .map_or(0, |report| report.nodes);
    }
    (nodes, start.elapsed().as_secs_f64())
}
