//! For the player: a game and its positions as the page draws them. Every call brings the whole game, so the worker remembers
//! nothing that could be lost with it.

use std::collections::BTreeMap;

use millipawn_engine::{
    chess::game::{Game, read_fen, read_forgiving, read_move, write_fen},
    evaluation::UNITS_PER_MILLIPAWN,
    play::evaluator::Evaluator,
    search::evochess::{depth::Path, preview},
};
use serde::Serialize;
use shakmaty::{CastlingMode, Chess, Color, Move, Position as _, san::SanPlus};
use wasm_bindgen::prelude::*;

use crate::{
    convert::{refuse, to_js},
    judge,
};

pub(crate) const UNITS_PER_PAWN: f64 = UNITS_PER_MILLIPAWN as f64 * 1000.0;

#[derive(Serialize)]
struct Played {
    san: String,
    uci: String,
    fen: String,
}

#[derive(Serialize)]
struct Term {
    name: &'static str,
    pawns: f64,
    feature: f64,
    meaning: &'static str,
}

#[derive(Serialize)]
struct Position {
    fen: String,
    turn: &'static str,
    in_check: bool,
    destinations: BTreeMap<String, Vec<String>>,
    last_move: Option<[String; 2]>,
    moves: String,
    history: Vec<Played>,
    result: Option<String>,
    score: &'static str,
    evaluation: Vec<Term>,
    evaluation_pawns: Option<f64>,
    judge: Option<String>,
    tries: Vec<Tried>,
    depth_path: Option<Path>,
}

/// A move that a program tries, with what puts it there and how deep it is searched.
#[derive(Serialize)]
struct Tried {
    san: String,
    value: f64,
    plies: i32,
    change: i32,
}

/// What a program makes of a position, White minus Black.
#[derive(Default)]
struct Opinion {
    /// Empty where the evaluation is no plain sum.
    terms: Vec<Term>,
    /// None without a program.
    pawns: Option<f64>,
    /// The moves in the order in which it tries them; empty where it has none of its own.
    tries: Vec<Tried>,
    /// What its depth module does here; None where it has none.
    depth_path: Option<Path>,
}

/// A game that the page describes: FEN of its start, moves in UCI, who resigned or ran out of time.
#[wasm_bindgen]
pub struct Replay {
    game: Game,
}

impl Replay {
    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }
}

#[wasm_bindgen]
impl Replay {
    /// Plays the moves, separated by spaces, from `start` (a FEN; none: the usual position). `unclaimed`: nobody claims a draw.
    ///
    /// # Errors
    /// No FEN, an impossible position, or an illegal move.
    #[wasm_bindgen(constructor)]
    pub fn new(
        start: Option<String>,
        moves: &str,
        resigned: Option<String>,
        flagged: Option<String>,
        unclaimed: bool,
    ) -> Result<Replay, JsError> {
        let start = start
            .map_or_else(|| Ok(Chess::default()), |fen| read_fen(&fen))
            .map_err(refuse)?;
        let mut game = Game::from_position(start);
        if unclaimed {
            game = game.unclaimed();
        }
        for text in moves.split_whitespace() {
            game.play_text(text).map_err(refuse)?;
        }
        if let Some(loser) = resigned {
            game.resign(Color::from_white(loser == "white"));
        }
        if let Some(late) = flagged {
            game.flag(Color::from_white(late == "white"));
        }
        Ok(Self { game })
    }

    /// The position as the page draws it; with a program also what that makes of it.
    ///
    /// # Errors
    /// A text that is no program.
    pub fn position(&self, program: Option<String>) -> Result<JsValue, JsError> {
        let opinion = match &program {
            Some(text) => opinion(self.game.position(), &judge::read(text).map_err(refuse)?.0),
            None => Opinion::default(),
        };
        to_js(&self.describe(program, opinion))
    }

    /// The move that a person wrote, in UCI.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_move(&self, text: &str) -> Result<String, JsError> {
        read_move(self.game.position(), text.trim())
            .map(uci)
            .map_err(refuse)
    }

    /// The game as PGN. `tags` holds the names and values of further tags in turn.
    pub fn pgn(&self, white: &str, black: &str, date: &str, tags: Vec<String>) -> String {
        let tags: Vec<(&str, &str)> = tags
            .chunks_exact(2)
            .map(|tag| (tag[0].as_str(), tag[1].as_str()))
            .collect();
        self.game.pgn(white, black, date, &tags)
    }

    fn describe(&self, judge: Option<String>, opinion: Opinion) -> Position {
        let position = self.game.position();
        let ending = self.game.ending();
        Position {
            fen: write_fen(position),
            turn: position.turn().fold_wb("white", "black"),
            in_check: position.is_check(),
            destinations: if ending.is_none() {
                destinations(position)
            } else {
                BTreeMap::new()
            },
            last_move: self.game.played().last().map(|played| squares(played.m)),
            moves: self.game.movetext(),
            history: self.game.played().iter().map(history).collect(),
            result: ending.map(|ending| format!("{} {ending}", ending.score())),
            score: ending.map_or("*", |ending| ending.score()),
            evaluation: opinion.terms,
            evaluation_pawns: opinion.pawns,
            judge,
            tries: opinion.tries,
            depth_path: opinion.depth_path,
        }
    }
}

#[derive(Serialize)]
struct Start {
    fen: String,
    castling: String,
    en_passant: Option<String>,
}

/// A FEN as the board takes it, and what of it was left out because it contradicts the pieces.
///
/// # Errors
/// What is wrong with it.
#[wasm_bindgen]
pub fn read_start(fen: &str) -> Result<JsValue, JsError> {
    let read = read_forgiving(fen).map_err(refuse)?;
    to_js(&Start {
        fen: write_fen(&read.position),
        castling: read.castling,
        en_passant: read.en_passant.map(|square| square.to_string()),
    })
}

pub(crate) fn uci(m: Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}

/// From and to, as a person moves the king when castling.
pub(crate) fn squares(m: Move) -> [String; 2] {
    let text = uci(m);
    [text[..2].to_owned(), text[2..4].to_owned()]
}

fn destinations(position: &Chess) -> BTreeMap<String, Vec<String>> {
    let mut destinations: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for m in position.legal_moves() {
        let [from, to] = squares(m);
        let known = destinations.entry(from).or_default();
        if !known.contains(&to) {
            known.push(to);
        }
        // The king may also be put onto the rook.
        if let Move::Castle { rook, .. } = m {
            known.push(rook.to_string());
        }
    }
    destinations
}

fn history(played: &millipawn_engine::chess::game::Played) -> Played {
    Played {
        san: played.san.clone(),
        uci: uci(played.m),
        fen: write_fen(&played.position),
    }
}

fn opinion(position: &Chess, evaluator: &Evaluator) -> Opinion {
    let tried = |tried: preview::Tried| Tried {
        san: SanPlus::from_move(position.clone(), tried.m).to_string(),
        value: f64::from(tried.value) / 100.0,
        plies: tried.plies,
        change: tried.change,
    };
    let white = position.turn().fold_wb(1.0, -1.0);
    let terms = evaluator.terms(position).into_iter();
    Opinion {
        terms: terms
            .map(|term| Term {
                name: term.name,
                meaning: term.meaning,
                pawns: pawns(white, term.score),
                feature: white * term.count + 0.0,
            })
            .collect(),
        pawns: Some(pawns(white, evaluator.score(position))),
        tries: evaluator.tries(position).into_iter().map(tried).collect(),
        depth_path: evaluator.depth_path(position),
    }
}

/// A score in pawns. Adding zero turns a negative zero into a plain one.
fn pawns(sign: f64, score: i32) -> f64 {
    sign * f64::from(score) / UNITS_PER_PAWN + 0.0
}
