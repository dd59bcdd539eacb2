//! For the player: a program at the board, with what it remembers of its game.

use std::ops::ControlFlow;

use js_sys::Function;
use millipawn_engine::{
    chess::game::{Game, movetext},
    play::{
        clock::{Allotment, Clock},
        evaluator::Search,
    },
    search::{
        parameters::Parameters,
        tree::{Control, Limits, PvLine, Report, Root},
    },
};
use serde::Serialize;
use shakmaty::{Chess, Position as _, san::SanPlus};
use wasm_bindgen::prelude::*;

use crate::{
    convert::{refuse, to_js},
    judge,
    play::{Replay, UNITS_PER_PAWN, uci},
};

/// What a program remembers of its search (our choice: what a phone can spare).
const TABLE_MEBIBYTES: usize = 16;

#[derive(Serialize)]
struct Considered {
    #[serde(rename = "move")]
    first: String,
    san: String,
    pawns: Option<f64>,
    mate_in: Option<i32>,
}

#[derive(Serialize)]
struct Thought {
    depth: u32,
    selective_depth: u32,
    nodes: u64,
    lines: Vec<Considered>,
}

/// A program that thinks, and remembers what it thought until it is told to forget.
#[wasm_bindgen]
pub struct Thinker {
    searcher: Box<dyn Search>,
}

#[wasm_bindgen]
impl Thinker {
    /// The program of a chromosome's text, `staunton`, or a fixed-depth opponent such as `depth:3`.
    ///
    /// # Errors
    /// A text that is none of these.
    #[wasm_bindgen(constructor)]
    pub fn new(program: &str) -> Result<Thinker, JsError> {
        let (evaluator, parameters) = judge::read(program).map_err(refuse)?;
        Ok(Self {
            searcher: evaluator.searcher(parameters, TABLE_MEBIBYTES),
        })
    }

    /// The same without selective parts: one ply is then how programs are asked for the moves of masters.
    ///
    /// # Errors
    /// As for [`Thinker::new`].
    pub fn plain(program: &str) -> Result<Thinker, JsError> {
        let (evaluator, _) = judge::read(program).map_err(refuse)?;
        Ok(Self {
            searcher: evaluator.searcher(Parameters::PLAIN, TABLE_MEBIBYTES),
        })
    }

    /// Forgets what it thought: the next answer depends on the game and the limits alone.
    pub fn forget(&mut self) {
        self.searcher.clear();
    }

    /// Thinks about the game's position. `observe` is told of every depth that is done, `stop` is asked every 1,024 nodes; either
    /// ends the search with true.
    ///
    /// # Errors
    /// A game that is over.
    pub fn think(
        &mut self,
        replay: &Replay,
        limits: &Budget,
        stop: &Function,
        observe: &Function,
    ) -> Result<JsValue, JsError> {
        let game = replay.game();
        let limits = limits.limits();
        let report = search(self.searcher.as_mut(), game, &limits, stop, observe);
        let report = report.ok_or_else(|| refuse("the game is over"))?;
        to_js(&thought(game.position(), &report))
    }
}

/// Time per move that is lost between the page and its worker, in milliseconds (our choice: what a phone needs).
const OVERHEAD: u64 = 100;

/// The time for one move by the clock of the game, in milliseconds: when to begin no further depth, and when to stop.
#[wasm_bindgen]
pub fn time_for_move(left: f64, increment: f64) -> Vec<f64> {
    let Allotment { soft, hard } = Allotment::of(Clock {
        left: left as u64,
        increment: increment as u64,
        moves_to_go: None,
        overhead: OVERHEAD,
    });
    vec![soft as f64, hard as f64]
}

/// How much to think.
#[wasm_bindgen]
pub struct Budget {
    depth: u32,
    nodes: f64,
    lines: usize,
}

#[wasm_bindgen]
impl Budget {
    /// Plies before quiescence, nodes, and how many best moves to report.
    #[wasm_bindgen(constructor)]
    pub fn new(depth: u32, nodes: f64, lines: usize) -> Budget {
        Self {
            depth,
            nodes,
            lines,
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            // JavaScript's infinity becomes the greatest number.
            nodes: self.nodes as u64,
            lines: self.lines,
            ..Limits::default()
        }
    }
}

fn search(
    searcher: &mut dyn Search,
    game: &Game,
    limits: &Limits,
    stop: &Function,
    observe: &Function,
) -> Option<Report> {
    if game.ending().is_some() {
        return None;
    }
    let root = Root {
        position: game.position(),
        earlier: game.earlier_keys(),
    };
    let control = Control {
        stop: &mut || {
            let answer = stop.call0(&JsValue::NULL);
            answer.map_or(true, |answer| answer.is_truthy())
        },
        observe: &mut |report| match told(observe, root.position, report) {
            Ok(false) => ControlFlow::Continue(()),
            Ok(true) | Err(_) => ControlFlow::Break(()),
        },
    };
    searcher.search(root, limits, control)
}

/// Whether the search shall end.
fn told(observe: &Function, position: &Chess, report: &Report) -> Result<bool, JsValue> {
    let thought = to_js(&thought(position, report))?;
    let answer = observe.call1(&JsValue::NULL, &thought)?;
    Ok(answer.is_truthy())
}

fn thought(position: &Chess, report: &Report) -> Thought {
    Thought {
        depth: report.depth,
        selective_depth: report.selective_depth,
        nodes: report.nodes,
        lines: report
            .lines
            .iter()
            .map(|line| considered(position, line))
            .collect(),
    }
}

fn considered(position: &Chess, line: &PvLine) -> Considered {
    let sign = position.turn().fold_wb(1, -1);
    let mate_in = line.mate_in().map(|moves| sign * moves);
    let mut after = position.clone();
    let sans: Vec<String> = line
        .moves
        .iter()
        .map(|m| SanPlus::from_move_and_play_unchecked(&mut after, *m).to_string())
        .collect();
    Considered {
        first: uci(line.moves[0]),
        san: movetext(position, sans.iter().map(String::as_str)),
        pawns: mate_in
            .is_none()
            .then(|| f64::from(sign * line.score) / UNITS_PER_PAWN + 0.0),
        mate_in,
    }
}
