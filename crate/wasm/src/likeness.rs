//! For the player: whose games a text has, and how alike a program plays.

use millipawn_engine::{Example, examples::players};
use millipawn_evolve::{
    measure::likeness::compare,
    run::{imitation::split::Split, settings::RunSettings, supervised::Settings},
    system::System,
    text::program::Program,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{
    convert::{refuse, to_js},
    stage_input::games,
};

/// So many positions are shown at most.
const SHOWN: usize = 60;

#[derive(Serialize)]
struct Named {
    name: String,
    games: u32,
}

/// The players named in a PGN with the number of their games, the most first.
///
/// # Errors
/// Never, in practice.
#[wasm_bindgen]
pub fn players_of(pgn: &str) -> Result<JsValue, JsError> {
    let players = players::players(pgn.as_bytes()).into_iter();
    to_js(
        &players
            .map(|(name, games)| Named { name, games })
            .collect::<Vec<_>>(),
    )
}

/// How many held-out moves of a run of learning from games two programs find; `settings` are the run's as `name=value` lines, `pgn` its games, or
/// the sample games.
///
/// # Errors
/// Whatever of these cannot be used.
#[wasm_bindgen]
pub fn likeness(
    pgn: Option<String>,
    settings: &str,
    program: &str,
    other: &str,
) -> Result<JsValue, JsError> {
    let system = System::offering(Settings::KIND);
    let settings = Settings::from_lines(settings, system).map_err(refuse)?;
    let [program, other] = [program, other].map(|text| Program::parse(text).map_err(refuse));
    let set = games(pgn, &settings.import).map_err(refuse)?;
    let places = Split::of(&set, settings.held_out_share)
        .held_out
        .into_iter();
    let places = places.take(settings.held_out_positions as usize);
    let examples: Vec<Example> = places.map(|place| set.get(place as usize)).collect();
    to_js(&compare(
        &program?.evaluation,
        &other?.evaluation,
        &examples,
        SHOWN,
    ))
}
