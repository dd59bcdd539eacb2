//! For the player: one search of a program that learns, and what it teaches.

use millipawn_engine::{evaluation::MATE_BOUND, search::table::Bound};
use millipawn_evolve::{
    learn::shown::{self, Lesson},
    run::learning,
    text::program::Program,
};
use serde::Serialize;
use shakmaty::Color;
use wasm_bindgen::prelude::*;

use crate::{
    convert::{refuse, to_js},
    play::{Replay, UNITS_PER_PAWN},
};

#[derive(Serialize)]
struct SearchTree {
    nodes: u64,
    depth: u32,
    positions: Vec<Position>,
}

/// A position that was searched. Scores are White's, in pawns.
#[derive(Serialize)]
struct Position {
    parent: Option<usize>,
    san: String,
    /// Who is to move: `white` or `black`.
    turn: &'static str,
    depth: i32,
    /// What the search found; `None` where that is a mate.
    pawns: Option<f64>,
    /// Who mates: `white` or `black`.
    mate: Option<&'static str>,
    /// Whether the score is `exact`, or White has at `least` or at `most` as much.
    bound: &'static str,
    evaluation: f64,
    /// By how much the evaluation should rise.
    taught: f64,
}

/// Searches the game's position with so many nodes, as a program does that learns from it.
///
/// # Errors
/// A text that is no program of a system that learns, or a game that is over.
#[wasm_bindgen]
pub fn search_tree(replay: &Replay, program: &str, nodes: u32) -> Result<JsValue, JsError> {
    let program = Program::parse(program).map_err(refuse)?.evaluation;
    let weights = learning::weights_of(&program).map_err(refuse)?.weights();
    let shown = shown::search(&weights, replay.game(), u64::from(nodes));
    let shown = shown.ok_or_else(|| refuse("the game is over"))?;
    to_js(&SearchTree {
        nodes: shown.nodes,
        depth: shown.depth,
        positions: shown.positions.into_iter().map(position).collect(),
    })
}

fn position(lesson: Lesson) -> Position {
    let Lesson {
        parent,
        san,
        turn,
        found,
        difference,
    } = lesson;
    let sign = turn.fold_wb(1, -1);
    let score = sign * found.score;
    let pawns = |units: i32| f64::from(units) / UNITS_PER_PAWN + 0.0;
    let is_mate = score.abs() >= MATE_BOUND;
    Position {
        parent,
        san,
        turn: name(turn),
        depth: found.depth,
        pawns: (!is_mate).then(|| pawns(score)),
        mate: is_mate.then(|| name(Color::from_white(score > 0))),
        bound: match (found.bound, turn) {
            (Bound::Exact, _) => "exact",
            (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => "least",
            (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => "most",
        },
        evaluation: pawns(sign * found.own),
        taught: pawns(sign * difference),
    }
}

fn name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}
