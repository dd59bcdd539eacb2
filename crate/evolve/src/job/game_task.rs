//! A piece of work: one game between two programs.

use std::cell::RefCell;

use millipawn_engine::{
    chess::game::{Game, read_fen, write_fen},
    play::contest::{
        mover::{Mover, Watched},
        opening::Opening,
        play::{GameRecord, Limit, TimeLimit, play},
        rules::Rules,
    },
    tunable::Tunable,
};
use shakmaty::{CastlingMode, Move, Position, uci::UciMove};

use crate::{
    job::{
        host::Host,
        message::{Reader, Unreadable, write_text},
    },
    text::player::Player,
};

/// What binds both players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Nodes a move: everyone plays the game to the same end.
    Nodes(u32),
    /// Milliseconds of each side for the whole game: how it ends depends on who plays it, and when.
    Clock(u32),
}

/// What a game is played by, whoever plays it.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// What it begins with; its name is not kept.
    pub opening: Opening,
    /// What binds the players.
    pub bound: Bound,
    /// When it is ended.
    pub rules: Rules,
    /// What players that draw random numbers draw them from.
    pub seed: u64,
}

/// A game to be played: the same task, the same game, unless a clock binds.
#[derive(Clone, Debug, PartialEq)]
pub struct GameTask {
    /// Who has White.
    pub white: Player,
    /// Who has Black.
    pub black: Player,
    /// Opening, limits, rules and seed.
    pub terms: Terms,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// White's half-points: 0, 1 or 2.
    pub white_half_points: u8,
    /// Why it ended, for people.
    pub end: String,
    /// All its moves as UCI has them, the opening's first.
    pub moves: Vec<String>,
    /// Nodes searched for each move after the opening.
    pub nodes: Vec<u64>,
}

const NODES: u8 = 0;
const CLOCK: u8 = 1;

impl Bound {
    fn limit(self) -> Limit {
        match self {
            Self::Nodes(nodes) => Limit {
                nodes: nodes.into(),
                time: TimeLimit::None,
            },
            Self::Clock(milliseconds) => Limit {
                nodes: u64::MAX,
                time: TimeLimit::Clock {
                    base: milliseconds.into(),
                    increment: 0,
                },
            },
        }
    }
}

impl Terms {
    /// Lets these players play; the host sees every position.
    ///
    /// # Panics
    /// Where the opening is not legal or leaves no game.
    pub(crate) fn play(
        &self,
        white: &mut dyn Mover,
        black: &mut dyn Mover,
        host: &mut dyn Host,
    ) -> GameRecord {
        let host = RefCell::new(host);
        let observe = |game: &Game| host.borrow_mut().on_position(game);
        play(
            &self.opening,
            &mut Watched::new(white, &observe),
            &mut Watched::new(black, &observe),
            &self.bound.limit(),
            &self.rules,
            self.seed,
            &mut || host.borrow_mut().now(),
        )
        .expect("an opening is legal and leaves the game open")
    }

    /// The opening as FEN and moves, kind of the bound (u8), the bound (u32), the rules in the order of their table (i32), the seed (u64).
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        write_text(bytes, &opening_text(&self.opening));
        let (kind, bound) = match self.bound {
            Bound::Nodes(nodes) => (NODES, nodes),
            Bound::Clock(milliseconds) => (CLOCK, milliseconds),
        };
        bytes.push(kind);
        bytes.extend_from_slice(&bound.to_le_bytes());
        for value in self.rules.values() {
            bytes.extend_from_slice(&value.to_le_bytes());
        }
        bytes.extend_from_slice(&self.seed.to_le_bytes());
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let opening = read_opening(reader.text()?).ok_or(Unreadable)?;
        let [kind] = reader.array()?;
        let bound = match (kind, reader.number()?) {
            (NODES, nodes @ 1..) => Bound::Nodes(nodes),
            (CLOCK, milliseconds @ 1..) => Bound::Clock(milliseconds),
            _ => return Err(Unreadable),
        };
        let mut rules = Rules::DEFAULT;
        for Tunable { name, .. } in millipawn_engine::play::contest::rules::TABLE {
            let value = i32::from_le_bytes(reader.array()?);
            rules.set(name, value.into()).map_err(|_| Unreadable)?;
        }
        Ok(Self {
            opening,
            bound,
            rules,
            seed: u64::from_le_bytes(reader.array()?),
        })
    }
}

impl GameTask {
    /// Plays it.
    pub fn perform(&self, host: &mut dyn Host) -> Played {
        let (mut white, mut black) = (self.white.mover(), self.black.mover());
        let record = self.terms.play(&mut *white, &mut *black, host);
        let moves = record.game.played().iter().map(|played| uci(&played.m));
        Played {
            white_half_points: record.end.white_half_points() as u8,
            end: record.end.to_string(),
            moves: moves.collect(),
            nodes: record
                .reported
                .iter()
                .map(|reported| reported.nodes)
                .collect(),
        }
    }

    /// The players' names, then the terms.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        write_text(bytes, &self.white.to_string());
        write_text(bytes, &self.black.to_string());
        self.terms.write(bytes);
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let mut player = || Player::parse(reader.text()?).map_err(|_| Unreadable);
        Ok(Self {
            white: player()?,
            black: player()?,
            terms: Terms::read(reader)?,
        })
    }
}

impl Played {
    /// White's half-points (u8), the end and the moves as texts, how many moves were searched for (u32), the nodes of each (u64).
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.white_half_points);
        write_text(bytes, &self.end);
        write_text(bytes, &self.moves.join(" "));
        bytes.extend_from_slice(&(self.nodes.len() as u32).to_le_bytes());
        for nodes in &self.nodes {
            bytes.extend_from_slice(&nodes.to_le_bytes());
        }
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let [white_half_points] = reader.array()?;
        if white_half_points > 2 {
            return Err(Unreadable);
        }
        let end = reader.text()?.to_owned();
        let moves: Vec<String> = reader
            .text()?
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let searched = reader.number()? as usize;
        if searched > moves.len() {
            return Err(Unreadable);
        }
        let nodes = (0..searched).map(|_| Ok(u64::from_le_bytes(reader.array()?)));
        Ok(Self {
            white_half_points,
            end,
            nodes: nodes.collect::<Result<_, _>>()?,
            moves,
        })
    }
}

fn uci(m: &Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}

/// An opening without its name: the position it starts from, then its moves, in one line.
pub(crate) fn opening_text(opening: &Opening) -> String {
    let moves = opening.moves.iter().map(uci);
    let words: Vec<String> = [write_fen(&opening.start)]
        .into_iter()
        .chain(moves)
        .collect();
    words.join(" ")
}

/// Inverse of [`opening_text`]; `None` where a move is not legal or the game is over.
fn read_opening(text: &str) -> Option<Opening> {
    let words: Vec<&str> = text.split(' ').collect();
    let (fen, moves) = words.split_at_checked(6)?;
    let start = read_fen(&fen.join(" ")).ok()?;
    let mut position = start.clone();
    let moves = moves
        .iter()
        .map(|word| {
            let m = word.parse::<UciMove>().ok()?.to_move(&position).ok()?;
            position.play_unchecked(m);
            Some(m)
        })
        .collect::<Option<_>>()?;
    let opening = Opening {
        name: String::new(),
        start,
        moves,
    };
    opening.leaves_a_game().then_some(opening)
}
