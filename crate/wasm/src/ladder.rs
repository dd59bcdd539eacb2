//! For the measurement of a run's strength: its games, as the arena plays them, and what their results say. It is the `ladder` of the
//! command line in pieces.

use millipawn_engine::play::contest::{opening, schedule::Pairing};
use millipawn_evolve::{
    measure::{
        held_out::HeldOut,
        ladder::{FROM_NOTHING, Ladder, MOST, Plan, Step, Table, Way, chosen},
    },
    signature,
    text::program::Program,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::{
    arena::{GameTask, game_task},
    convert::{refuse, to_js},
};

/// A measurement as the page keeps it.
#[derive(Deserialize)]
struct Asked {
    /// Nodes a move; none for the rule of the fitness.
    nodes: Option<f64>,
    games: u32,
    seed: f64,
    /// Whether its programs learned from nothing, and the rungs are theirs.
    #[serde(default)]
    from_nothing: bool,
    steps: Vec<AskedStep>,
    /// The signature of the engine that plays, or played; none for this one.
    engine: Option<f64>,
}

#[derive(Deserialize)]
struct AskedStep {
    generation: u32,
    champion: String,
    held_out: Option<Counts>,
}

#[derive(Deserialize)]
struct Counts {
    examples: u32,
    matched: u32,
}

/// What the page is told of the games.
#[derive(Serialize)]
struct Programme {
    tasks: Vec<GameTask>,
    /// Which games of several measurements are one and the same.
    keys: Vec<String>,
    /// The signature of the engine that plays, or played.
    engine: u64,
    /// Whether that is another than this: then the results can be shown, and no game is added to them.
    of_another_engine: bool,
}

/// Which of a run's generations are to be measured: numbers, rising, and whether each has a rate.
#[wasm_bindgen]
pub fn ladder_generations(generations: &[u32], rated: &[u8]) -> Vec<u32> {
    let all: Vec<(u32, bool)> = generations
        .iter()
        .zip(rated)
        .map(|(generation, rated)| (*generation, *rated != 0))
        .collect();
    chosen(&all, MOST)
}

/// The games in their order.
///
/// # Errors
/// What keeps it from being measured.
#[wasm_bindgen]
pub fn ladder_games(asked: JsValue) -> Result<JsValue, JsError> {
    let ladder = ladder(asked)?;
    let players = ladder.players();
    let names: Vec<String> = players.iter().map(ToString::to_string).collect();
    let nodes = ladder.plan().way.nodes();
    let games = ladder.games();
    let tasks: Vec<GameTask> = games
        .iter()
        .enumerate()
        .map(|(number, game)| {
            let pairing = Pairing {
                game: number,
                ..game.pairing
            };
            game_task(&pairing, &names[game.a], &names[game.b], nodes as f64)
        })
        .collect();
    let keys = games.iter().map(|game| ladder.key(game, &players));
    let engine = ladder.plan().engine;
    to_js(&Programme {
        keys: keys.collect(),
        tasks,
        engine,
        of_another_engine: !signature::is_own(engine),
    })
}

/// What the results say: A's half-points in the games, in their order, as many as were played.
///
/// # Errors
/// What keeps it from being measured.
#[wasm_bindgen]
pub fn ladder_table(asked: JsValue, a_half_points: &[u32]) -> Result<JsValue, JsError> {
    let table: Table = ladder(asked)?.table(a_half_points);
    to_js(&table)
}

fn ladder(asked: JsValue) -> Result<Ladder, JsError> {
    let asked: Asked = serde_wasm_bindgen::from_value(asked)?;
    let way = asked
        .nodes
        .map_or(Way::Rule, |nodes| Way::Nodes((nodes as u64).max(1)));
    let usual = Plan::of(way);
    let plan = Plan {
        rungs: match asked.from_nothing {
            true => FROM_NOTHING.to_vec(),
            false => usual.rungs,
        },
        games: asked.games,
        seed: asked.seed as u64,
        engine: asked.engine.map_or(signature::OWN, |engine| engine as u64),
        ..usual
    };
    let step = |step: AskedStep| {
        let generation = step.generation;
        let champion = Program::parse(&step.champion)
            .map_err(|error| format!("the champion of generation {generation}: {error}"))?;
        let held_out = |Counts { examples, matched }| {
            HeldOut::counted(generation, examples, matched).ok_or_else(|| {
                format!("generation {generation} found {matched} moves of {examples}")
            })
        };
        Ok(Step {
            generation,
            champion,
            held_out: step.held_out.map(held_out).transpose()?,
        })
    };
    let steps: Result<Vec<Step>, String> = asked.steps.into_iter().map(step).collect();
    let steps = steps.map_err(refuse)?;
    Ladder::new(plan, steps, opening::built_in().len()).map_err(refuse)
}
