//! A piece of work: one game between two programs.

use std::cell::RefCell;

use millipawn_engine::{
    chess::game::{Ending, Game, read_fen, write_fen},
    play::contest::{
        mover::{Mover, Trouble, Watched},
        opening::Opening,
        play::{End, GameRecord, Limit, Reported, TimeLimit, play},
        rules::{Rules, Verdict},
    },
    tunable::Tunable,
};
use shakmaty::{CastlingMode, Chess, Color, Move, Position, uci::UciMove};

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
    /// Nodes a move, `u64::MAX` without a limit: everyone plays the game to the same end.
    Nodes(u64),
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
    /// Why it ended.
    pub end: End,
    /// All its moves as UCI has them, the opening's first.
    pub moves: Vec<String>,
    /// What the players reported with each move after the opening.
    pub reported: Vec<Reported>,
}

const NODES: u8 = 0;
const CLOCK: u8 = 1;

impl Bound {
    fn limit(self) -> Limit {
        match self {
            Self::Nodes(nodes) => Limit {
                nodes,
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

    /// The opening as FEN and moves, kind of the bound (u8), the bound (u64), the rules in the order of their table (i32), the seed (u64).
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        write_text(bytes, &opening_text(&self.opening));
        let (kind, bound) = match self.bound {
            Bound::Nodes(nodes) => (NODES, nodes),
            Bound::Clock(milliseconds) => (CLOCK, milliseconds.into()),
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
        let bound = match (kind, u64::from_le_bytes(reader.array()?)) {
            (NODES, nodes @ 1..) => Bound::Nodes(nodes),
            (CLOCK, milliseconds @ 1..) => {
                Bound::Clock(milliseconds.try_into().map_err(|_| Unreadable)?)
            }
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
        Played::of(&self.terms.play(&mut *white, &mut *black, host))
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
    /// What is told of a game.
    pub fn of(record: &GameRecord) -> Self {
        let moves = record.game.played().iter().map(|played| uci(&played.m));
        Self {
            moves: moves.collect(),
            end: record.end.clone(),
            reported: record.reported.clone(),
        }
    }

    /// White's half-points: 0, 1 or 2.
    pub fn white_half_points(&self) -> u8 {
        self.end.white_half_points() as u8
    }

    /// Its moves from where it began; `None` where one is not legal.
    pub fn game(&self, start: &Chess) -> Option<Game> {
        let mut game = Game::from_position(start.clone());
        for text in &self.moves {
            let m = text.parse::<UciMove>().ok()?;
            game.play(m.to_move(game.position()).ok()?).ok()?;
        }
        Some(game)
    }

    /// The game of these terms that this is; `None` where it is none.
    pub fn record(&self, terms: &Terms) -> Option<GameRecord> {
        let opening = &terms.opening;
        let game = self.game(&opening.start)?;
        let opening_plies = opening.moves.len();
        let begins = game.played().len() == opening_plies + self.reported.len()
            && game
                .played()
                .iter()
                .zip(&opening.moves)
                .all(|(played, m)| played.m == *m);
        begins.then(|| GameRecord {
            game,
            opening_plies,
            end: self.end.clone(),
            reported: self.reported.clone(),
        })
    }

    /// The end, the moves as a text, how many moves were searched for (u32); of each whether it has a score (u8), the score (i32), the
    /// nodes (u64).
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        write_end(&self.end, bytes);
        write_text(bytes, &self.moves.join(" "));
        bytes.extend_from_slice(&(self.reported.len() as u32).to_le_bytes());
        for Reported { score, nodes } in &self.reported {
            bytes.push(u8::from(score.is_some()));
            bytes.extend_from_slice(&score.unwrap_or_default().to_le_bytes());
            bytes.extend_from_slice(&nodes.to_le_bytes());
        }
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let end = read_end(reader)?;
        let moves: Vec<String> = reader
            .text()?
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let searched = reader.number()? as usize;
        if searched > moves.len() {
            return Err(Unreadable);
        }
        let reported = (0..searched).map(|_| read_reported(reader));
        Ok(Self {
            end,
            reported: reported.collect::<Result<_, _>>()?,
            moves,
        })
    }
}

fn read_reported(reader: &mut Reader<'_>) -> Result<Reported, Unreadable> {
    let [has_score] = reader.array()?;
    let score = i32::from_le_bytes(reader.array()?);
    let score = match (has_score, score) {
        (0, 0) => None,
        (1, score) => Some(score),
        _ => return Err(Unreadable),
    };
    let nodes = u64::from_le_bytes(reader.array()?);
    Ok(Reported { score, nodes })
}

/// The ends of games in which nobody fails to move: the number of each is its byte.
const ENDS: [End; 18] = [
    End::Board(Ending::Mate(Color::White)),
    End::Board(Ending::Mate(Color::Black)),
    End::Board(Ending::Stalemate),
    End::Board(Ending::Repetition),
    End::Board(Ending::FiftyMoves),
    End::Board(Ending::Material),
    End::Board(Ending::Resignation(Color::White)),
    End::Board(Ending::Resignation(Color::Black)),
    End::Verdict(Verdict::Resignation(Color::White)),
    End::Verdict(Verdict::Resignation(Color::Black)),
    End::Verdict(Verdict::Draw),
    End::Verdict(Verdict::TooLong),
    End::Time(Color::White),
    End::Time(Color::Black),
    End::Board(Ending::Time(Color::White)),
    End::Board(Ending::Time(Color::Black)),
    End::Board(Ending::TimeDraw(Color::White)),
    End::Board(Ending::TimeDraw(Color::Black)),
];
/// The bytes behind those: a side failed to move, White and Black.
const TROUBLE: [u8; 2] = [254, 255];

/// Its byte; of a player's trouble then its kind (u8) and a text.
fn write_end(end: &End, bytes: &mut Vec<u8>) {
    if let Some(number) = ENDS.iter().position(|one| one == end) {
        bytes.push(number as u8);
    }
    if let End::Trouble(loser, trouble) = end {
        bytes.push(loser.fold_wb(TROUBLE[0], TROUBLE[1]));
        let (kind, why) = match trouble {
            Trouble::Crashed(why) => (0, &**why),
            Trouble::Silent(why) => (1, &**why),
            Trouble::Illegal(why) => (2, &**why),
            Trouble::Resigns => (3, ""),
        };
        bytes.push(kind);
        write_text(bytes, why);
    }
}

fn read_end(reader: &mut Reader<'_>) -> Result<End, Unreadable> {
    let [number] = reader.array()?;
    let Some(side) = TROUBLE.iter().position(|one| *one == number) else {
        return ENDS.get(usize::from(number)).cloned().ok_or(Unreadable);
    };
    let [kind] = reader.array()?;
    let trouble = match (kind, reader.text()?) {
        (0, why) => Trouble::Crashed(why.to_owned()),
        (1, why) => Trouble::Silent(why.to_owned()),
        (2, why) => Trouble::Illegal(why.to_owned()),
        (3, "") => Trouble::Resigns,
        _ => return Err(Unreadable),
    };
    Ok(End::Trouble(Color::ALL[side], trouble))
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
