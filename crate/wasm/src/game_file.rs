//! A game from a file, for the board.

use millipawn_engine::chess::{
    game::write_fen,
    game_file::{self, GameFile},
};
use serde::Serialize;
use shakmaty::Chess;
use wasm_bindgen::prelude::*;

use crate::{
    convert::{refuse, to_js},
    play::uci,
};

/// As the player is asked about it.
#[derive(Serialize)]
struct Game {
    start: Option<String>,
    moves: Vec<String>,
    resigned: Option<&'static str>,
    unclaimed: bool,
}

#[derive(Serialize)]
struct Chromosomes {
    white: Option<String>,
    black: Option<String>,
}

#[derive(Serialize)]
struct Read {
    game: Game,
    white: String,
    black: String,
    result: String,
    tags: Vec<(String, String)>,
    chromosomes: Chromosomes,
    left_out: usize,
    games: usize,
}

/// The first game of a PGN, with who played it and how many games there are.
///
/// # Errors
/// What is wrong with it.
#[wasm_bindgen]
pub fn read_game(text: &str) -> Result<JsValue, JsError> {
    let file = game_file::read(text).map_err(refuse)?;
    let tag = |name: &str| file.tag(name).map(str::to_owned);
    let or = |name: &str, unknown: &str| tag(name).unwrap_or_else(|| unknown.to_owned());
    to_js(&Read {
        game: game(&file),
        white: or("White", "?"),
        black: or("Black", "?"),
        result: file.result.clone(),
        tags: file.tags.clone(),
        chromosomes: Chromosomes {
            white: tag("WhiteChromosome"),
            black: tag("BlackChromosome"),
        },
        left_out: file.left_out,
        games: file.games,
    })
}

fn game(file: &GameFile) -> Game {
    let start = file.game.start();
    Game {
        start: (*start != Chess::default()).then(|| write_fen(start)),
        moves: file
            .game
            .played()
            .iter()
            .map(|played| uci(played.m))
            .collect(),
        resigned: None,
        unclaimed: true,
    }
}
