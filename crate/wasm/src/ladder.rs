//! For the measurement of a run's strength: its games, as the arena plays them, and what their results say. It is the `ladder` of the
//! command line in pieces.

use millipawn_engine::contest::{opening, schedule::Pairing};
use millipawn_evolve::{
    ladder::{Ladder, MOST, Plan, Step, Table, Way, chosen},
    record::HeldOut,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::{
    arena::{Fixture, fixture},
    convert::{refuse, to_js},
};

/// A measurement as the page keeps it.
#[derive(Deserialize)]
struct Asked {
    /// Nodes a move; none for the rule of the fitness.
    nodes: Option<f64>,
    games: u32,
    seed: f64,
    steps: Vec<AskedStep>,
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
    fixtures: Vec<Fixture>,
    /// Which games of several measurements are one and the same.
    keys: Vec<String>,
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
pub fn ladder_fixtures(asked: JsValue) -> Result<JsValue, JsError> {
    let ladder = ladder(asked)?;
    let players = ladder.players();
    let nodes = ladder.plan().way.nodes();
    let games = ladder.games();
    let fixtures: Vec<Fixture> = games
        .iter()
        .enumerate()
        .map(|(number, game)| {
            let pairing = Pairing {
                game: number,
                ..game.pairing
            };
            fixture(&pairing, &players[game.a], &players[game.b], nodes as f64)
        })
        .collect();
    let keys = games.iter().map(|game| {
        let (a, b) = (&players[game.a], &players[game.b]);
        let pairing = &game.pairing;
        format!("{a} {b} {nodes} {} {}", pairing.opening, pairing.a_is_white)
    });
    to_js(&Programme {
        keys: keys.collect(),
        fixtures,
    })
}

/// What the results say: A's half-points in the games, in their order, as many as were played.
///
/// # Errors
/// What keeps it from being measured.
#[wasm_bindgen]
pub fn ladder_table(asked: JsValue, a_halves: &[u32]) -> Result<JsValue, JsError> {
    let table: Table = ladder(asked)?.table(a_halves);
    to_js(&table)
}

fn ladder(asked: JsValue) -> Result<Ladder, JsError> {
    let asked: Asked = serde_wasm_bindgen::from_value(asked)?;
    let way = asked
        .nodes
        .map_or(Way::Rule, |nodes| Way::Nodes((nodes as u64).max(1)));
    let plan = Plan {
        games: asked.games,
        seed: asked.seed as u64,
        ..Plan::of(way)
    };
    let step = |step: AskedStep| Step {
        generation: step.generation,
        champion: step.champion,
        held_out: step
            .held_out
            .map(|counts| HeldOut::new(step.generation, counts.examples, counts.matched)),
    };
    let steps = asked.steps.into_iter().map(step).collect();
    Ladder::new(plan, steps, opening::built_in().len()).map_err(refuse)
}
