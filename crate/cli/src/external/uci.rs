//! An engine that speaks UCI.

use std::time::Instant;

use millipawn_engine::{
    chess::game::{Game, read_move, write_fen},
    evaluation::{CENTIPAWN, MATE},
    play::contest::mover::{Budget, Choice, Mover, Time, Trouble},
};
use shakmaty::{CastlingMode, Chess, Move, Position};

use super::{Launch, PATIENCE, Process, deadline};

/// An engine that speaks UCI.
#[derive(Debug)]
pub struct Uci {
    launch: Launch,
    /// `None` before the first game and after trouble.
    process: Option<Process>,
}

impl Uci {
    /// Not started yet.
    pub const fn new(launch: Launch) -> Self {
        Self {
            launch,
            process: None,
        }
    }

    fn ready(process: &mut Process) -> Result<(), Trouble> {
        process.say("isready")?;
        let until = Instant::now() + PATIENCE;
        process.hear(until, "readyok", |line| (line == "readyok").then_some(()))
    }

    fn start(&self) -> Result<Process, Trouble> {
        let mut process = Process::start(&self.launch)?;
        process.say("uci")?;
        let mut names = Vec::new();
        process.hear(Instant::now() + PATIENCE, "uciok", |line| {
            if let Some(rest) = line.strip_prefix("option name ") {
                let name = rest.split(" type ").next().unwrap_or_default();
                names.push(name.trim().to_lowercase());
            }
            (line == "uciok").then_some(())
        })?;
        for (name, value) in &self.launch.options {
            if !names.contains(&name.to_lowercase()) {
                return Err(Trouble::Crashed(format!("it has no option \"{name}\"")));
            }
            process.say(&format!("setoption name {name} value {value}"))?;
        }
        Self::ready(&mut process)?;
        Ok(process)
    }

    fn running(&mut self) -> Result<&mut Process, Trouble> {
        if self.process.is_none() {
            self.process = Some(self.start()?);
        }
        self.process
            .as_mut()
            .ok_or_else(|| Trouble::Crashed("it is not there".to_owned()))
    }

    fn ask(&mut self, game: &Game, budget: &Budget<'_>) -> Result<Choice, Trouble> {
        let process = self.running()?;
        process.say(&position(game))?;
        process.say(&go(game, budget))?;
        let (mut score, mut nodes) = (None, 0);
        let best = process.hear(deadline(budget.time), "bestmove", |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => {
                    let info = Info::read(words);
                    score = info.score.or(score);
                    nodes = info.nodes.unwrap_or(nodes);
                    None
                }
                Some("bestmove") => Some(words.next().unwrap_or_default().to_owned()),
                _ => None,
            }
        })?;
        let m = read_best(game.position(), &best)?;
        Ok(Choice { m, score, nodes })
    }
}

impl Mover for Uci {
    fn new_game(&mut self, _: u64) -> Result<(), Trouble> {
        let process = self.running()?;
        let begun = process
            .say("ucinewgame")
            .and_then(|()| Self::ready(process));
        if begun.is_err() {
            self.process = None;
        }
        begun
    }

    fn choose(&mut self, game: &Game, budget: &mut Budget<'_>) -> Result<Choice, Trouble> {
        let choice = self.ask(game, budget);
        if choice.is_err() {
            // Another game begins with another process.
            self.process = None;
        }
        choice
    }
}

/// The move after `bestmove`. An engine that says it has none where there are some loses as by an illegal move.
fn read_best(position: &Chess, best: &str) -> Result<Move, Trouble> {
    if matches!(best, "" | "(none)" | "none" | "NULL" | "0000" | "a1a1") {
        let why = format!(
            "it says it has none (\"{}\")",
            format!("bestmove {best}").trim()
        );
        return Err(Trouble::Illegal(why));
    }
    read_move(position, best).map_err(|error| Trouble::Illegal(error.to_string()))
}

fn position(game: &Game) -> String {
    let mut text = if *game.start() == Chess::default() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", write_fen(game.start()))
    };
    for (number, played) in game.played().iter().enumerate() {
        text += if number == 0 { " moves " } else { " " };
        text += &played.m.to_uci(CastlingMode::Standard).to_string();
    }
    text
}

fn go(game: &Game, budget: &Budget<'_>) -> String {
    let mut text = "go".to_owned();
    match budget.time {
        Time::Free => {}
        Time::Move(time) => text += &format!(" movetime {time}"),
        Time::Clock(clocks) => {
            let of =
                |own: u64, their: u64| game.position().turn().fold_wb((own, their), (their, own));
            let (white, black) = of(clocks.own, clocks.their);
            let (white_more, black_more) = of(clocks.own_increment, clocks.their_increment);
            text += &format!(" wtime {white} btime {black} winc {white_more} binc {black_more}");
        }
    }
    if budget.nodes != u64::MAX {
        text += &format!(" nodes {}", budget.nodes);
    }
    text
}

/// What a line of information says of the best move.
#[derive(Debug, Default, PartialEq, Eq)]
struct Info {
    score: Option<i32>,
    nodes: Option<u64>,
}

impl Info {
    fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Self {
        let mut info = Self::default();
        let mut is_best = true;
        while let Some(word) = words.next() {
            match word {
                "nodes" => info.nodes = words.next().and_then(|word| word.parse().ok()),
                "multipv" => is_best = words.next() == Some("1"),
                "score" => {
                    let unit = words.next().unwrap_or_default();
                    let value = words.next().and_then(|word| word.parse::<i32>().ok());
                    info.score = value.map(|value| score(unit, value));
                }
                // What follows is free text, or moves.
                "string" | "pv" => break,
                _ => {}
            }
        }
        if !is_best {
            info.score = None;
        }
        info
    }
}

fn score(unit: &str, value: i32) -> i32 {
    if unit == "mate" {
        let plies = value.unsigned_abs().min(500) as i32 * 2;
        return if value > 0 {
            MATE - plies
        } else {
            plies - MATE
        };
    }
    value.clamp(-100_000, 100_000) * CENTIPAWN
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(text: &str) -> Info {
        Info::read(text.split_whitespace())
    }

    #[test]
    fn information() {
        let line = "depth 5 seldepth 8 multipv 1 score cp -31 nodes 1234 nps 99 pv e2e4 score";
        assert_eq!(
            info(line),
            Info {
                score: Some(-31 * CENTIPAWN),
                nodes: Some(1234)
            }
        );
        assert_eq!(info("score mate 2 nodes 7").score, Some(MATE - 4));
        assert_eq!(info("score mate -1").score, Some(2 - MATE));
        assert_eq!(info("multipv 2 score cp 5").score, None);
        assert_eq!(info("string nodes 5 score cp 5"), Info::default());
        assert_eq!(info("score cp lowerbound nodes"), Info::default());
    }
}
