//! For the arena: the games of a match, one game played, and what the results say. It is the `match` of the command line in pieces
//! that any number of workers can share.

use js_sys::Function;
use millipawn_engine::{
    chess::game::Game,
    play::contest::{
        mover::Watched,
        opening,
        pgn::{self, Header},
        play::{GameRecord, Limit, TimeLimit, play},
        rules::Rules,
        schedule::{Pairing, of_match},
    },
};
use millipawn_evolve::{
    measure::rating::{FEWEST_GAMES, Rating, Tally, performance},
    text::player::Player,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::{
    convert::{refuse, to_js},
    judge,
    snapshot::Snapshot,
};

/// A game to be played: all that a worker must know.
#[derive(Serialize, Deserialize)]
pub(crate) struct GameTask {
    /// Its number in the match, from 0.
    number: usize,
    white: String,
    black: String,
    a_is_white: bool,
    /// Which of the built-in openings.
    opening: usize,
    /// In digits, since JavaScript's numbers are too small for it.
    seed: String,
    /// The most that is searched for a move.
    nodes: f64,
}

/// What became of a game.
#[derive(Serialize)]
struct Outcome {
    last: Snapshot,
    /// A's half-points.
    a_half_points: u32,
    result: &'static str,
    end: String,
    pgn: String,
}

/// A's score against B.
#[derive(Serialize)]
struct Standing {
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    points: f64,
    /// Points a game, and their 95 % interval.
    rate: f64,
    low: f64,
    high: f64,
    superiority: f64,
    /// None while the games are too few for a rating.
    elo: Option<Elo>,
    fewest_games: u32,
}

/// An Elo difference with its 95 % interval; an end may be infinite.
#[derive(Serialize)]
struct Elo {
    difference: f64,
    low: f64,
    high: f64,
}

/// The games of a match between two players by name, on the built-in openings: those from number `first` to the one before
/// `until`. Ask for a long match in parts: thousands of games block the page while they are handed over.
///
/// # Errors
/// A name that is no player's.
#[wasm_bindgen]
pub fn match_games(
    a: &str,
    b: &str,
    first: usize,
    until: usize,
    nodes: f64,
    seed: f64,
) -> Result<JsValue, JsError> {
    for name in [a, b] {
        judge::player(name).map_err(refuse)?;
    }
    let openings = opening::built_in().len();
    let games: Vec<GameTask> = of_match(first..until, openings, seed as u64)
        .iter()
        .map(|pairing| game_task(pairing, a, b, nodes))
        .collect();
    to_js(&games)
}

/// Plays one of the games of [`match_games`] or of [`ladder_games`](crate::ladder::ladder_games). `observe` is told of the position
/// before every move. The same game comes out the same, whoever plays it and whatever was played before.
///
/// # Errors
/// What is no game to be played.
#[wasm_bindgen]
pub fn play_game(task: JsValue, date: &str, observe: &Function) -> Result<JsValue, JsError> {
    let task: GameTask = serde_wasm_bindgen::from_value(task)?;
    // Those who made the task know which options a phone can bear.
    let white = Player::parse(&task.white).map_err(refuse)?;
    let black = Player::parse(&task.black).map_err(refuse)?;
    let openings = opening::built_in();
    let opening = openings
        .get(task.opening)
        .ok_or_else(|| refuse("there is no such opening"))?;
    let limit = Limit {
        nodes: (task.nodes as u64).max(1),
        time: TimeLimit::None,
    };
    let observe = |game: &Game| {
        if let Ok(snapshot) = to_js(&Snapshot::of(game)) {
            // What the listener throws is the listener's business.
            let _ = observe.call1(&JsValue::NULL, &snapshot);
        }
    };
    let record = play(
        opening,
        &mut Watched::new(&mut *white.mover(), &observe),
        &mut Watched::new(&mut *black.mover(), &observe),
        &limit,
        &Rules::DEFAULT,
        task.seed.parse().map_err(refuse)?,
        // Only nodes bind, so nobody asks.
        &mut || 0,
    )
    .map_err(refuse)?;
    let white_half_points = record.end.white_half_points();
    to_js(&Outcome {
        last: Snapshot::of(&record.game),
        a_half_points: if task.a_is_white {
            white_half_points
        } else {
            2 - white_half_points
        },
        result: record.end.result(),
        end: record.end.to_string(),
        pgn: written(&record, task.number, &white, &black, date),
    })
}

/// What the results say: A's half-points in the games of a match, in their order.
///
/// # Errors
/// Never, in practice.
#[wasm_bindgen]
pub fn match_standing(a_half_points: &[u32]) -> Result<JsValue, JsError> {
    let tally = Tally::of(a_half_points);
    let difference = tally.difference();
    let (low, high) = tally.interval();
    to_js(&Standing {
        games: tally.games(),
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        points: tally.points(),
        rate: tally.rate(),
        low,
        high,
        superiority: difference.superiority,
        elo: (tally.games() >= FEWEST_GAMES).then_some(Elo {
            difference: difference.elo,
            low: difference.low,
            high: difference.high,
        }),
        fewest_games: FEWEST_GAMES,
    })
}

pub(crate) fn game_task(pairing: &Pairing, a: &str, b: &str, nodes: f64) -> GameTask {
    let (white, black) = if pairing.a_is_white { (a, b) } else { (b, a) };
    GameTask {
        number: pairing.game,
        white: white.to_owned(),
        black: black.to_owned(),
        a_is_white: pairing.a_is_white,
        opening: pairing.opening,
        seed: pairing.seed.to_string(),
        nodes,
    }
}

fn written(
    record: &GameRecord,
    number: usize,
    white: &Player,
    black: &Player,
    date: &str,
) -> String {
    let genes = [("WhiteChromosome", white), ("BlackChromosome", black)];
    let header = Header {
        event: "Millipawn match".to_owned(),
        date: date.to_owned(),
        round: (number + 1).to_string(),
        white: white.name(),
        black: black.name(),
        more: genes
            .into_iter()
            .filter_map(|(tag, player)| Some((tag, player.program()?.to_string())))
            .collect(),
    };
    pgn::write(record, &header)
}

/// How well a person plays.
#[derive(Serialize)]
struct Level {
    rating: f64,
    /// Half of its 95 % interval.
    error: f64,
}

/// The most likely rating of a person after a game each with opponents of these ratings; null where every point was won or lost.
///
/// # Errors
/// Never, in practice.
#[wasm_bindgen]
pub fn level(opponents: &[f64], half_points: &[u32]) -> Result<JsValue, JsError> {
    let level = performance(opponents, half_points);
    to_js(&level.map(|Rating { rating, error, .. }| Level { rating, error }))
}
