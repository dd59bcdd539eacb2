//! An engine that speaks the protocol of xboard, version 2 (Mann and Muller, "Chess Engine Communication Protocol").
//!
//! It is in force mode but when it is to move. Node limits are not known there: time binds. `level` and `st` have whole
//! seconds (some engines read `st 0.2` as six); `time` tells the clock exactly before every move.

use std::time::{Duration, Instant};

use millipawn_engine::{
    chess::game::{Game, read_move, write_fen},
    evaluation::CENTIPAWN,
    play::contest::mover::{Budget, Choice, Mover, Time, Trouble},
};
use shakmaty::{CastlingMode, Chess};

use super::{Launch, PATIENCE, Process, deadline};

/// How long an engine has to name its features: older ones name none.
const FEATURES: Duration = Duration::from_secs(2);

/// An engine that speaks the protocol of xboard.
#[derive(Debug)]
pub struct Xboard {
    launch: Launch,
    session: Option<Session>,
}

#[derive(Debug)]
struct Session {
    process: Process,
    features: Features,
    /// Half-moves of the game that it knows; `None` before the first.
    known: Option<usize>,
    pings: u32,
    /// It tells moves as `1. ... e4`; some then tell each a second time, in other words.
    dots: bool,
}

/// What it understands beyond version 1.
#[derive(Debug, Default)]
struct Features {
    ping: bool,
    set_board: bool,
    user_move: bool,
    san: bool,
    done: bool,
}

impl Xboard {
    /// Not started yet.
    pub const fn new(launch: Launch) -> Self {
        Self {
            launch,
            session: None,
        }
    }

    fn session(&mut self) -> Result<&mut Session, Trouble> {
        if self.session.is_none() {
            self.session = Some(Session::start(&self.launch)?);
        }
        self.session
            .as_mut()
            .ok_or_else(|| Trouble::Crashed("it is not there".to_owned()))
    }
}

impl Mover for Xboard {
    fn new_game(&mut self, _: u64) -> Result<(), Trouble> {
        let begun = self.session().and_then(Session::new_game);
        if begun.is_err() {
            self.session = None;
        }
        begun
    }

    fn choose(&mut self, game: &Game, budget: &mut Budget<'_>) -> Result<Choice, Trouble> {
        let choice = self
            .session()
            .and_then(|session| session.choose(game, budget));
        if choice.is_err() {
            self.session = None;
        }
        choice
    }
}

impl Session {
    fn start(launch: &Launch) -> Result<Self, Trouble> {
        let mut process = Process::start(launch)?;
        process.say("xboard")?;
        process.say("protover 2")?;
        let mut features = Features::default();
        let mut until = Instant::now() + FEATURES;
        loop {
            let heard = process.hear(until, "features", |line| {
                let named = line.strip_prefix("feature ")?;
                Some(named.to_owned())
            });
            match heard {
                Ok(named) => {
                    if features.read(&named) {
                        // It asks for more time.
                        until = Instant::now() + PATIENCE;
                    }
                    if features.done {
                        break;
                    }
                }
                Err(Trouble::Silent(_)) => break,
                Err(trouble) => return Err(trouble),
            }
        }
        Ok(Self {
            process,
            features,
            known: None,
            pings: 0,
            dots: false,
        })
    }

    fn new_game(&mut self) -> Result<(), Trouble> {
        self.known = None;
        for line in ["force", "new", "force", "easy", "post"] {
            self.process.say(line)?;
        }
        self.catch_up()
    }

    /// Waits until it has said all that it had to say: some engines tell a move twice.
    fn catch_up(&mut self) -> Result<(), Trouble> {
        if self.features.ping {
            self.pings += 1;
            let pong = format!("pong {}", self.pings);
            self.process.say(&format!("ping {}", self.pings))?;
            let until = Instant::now() + PATIENCE;
            return self
                .process
                .hear(until, "pong", |line| line.ends_with(&pong).then_some(()));
        }
        self.process.forget();
        Ok(())
    }

    fn choose(&mut self, game: &Game, budget: &Budget<'_>) -> Result<Choice, Trouble> {
        self.process.say("force")?;
        if self.known.is_none() {
            self.begin(game, budget.time)?;
        }
        for at in self.known.unwrap_or(0)..game.played().len() {
            self.tell(game, at)?;
        }
        self.known = Some(game.played().len());
        if let Time::Clock(clocks) = budget.time {
            self.process.say(&format!("time {}", clocks.own / 10))?;
            self.process.say(&format!("otim {}", clocks.their / 10))?;
        }
        self.catch_up()?;
        self.process.say("go")?;
        let choice = self.answer(game, budget)?;
        self.known = Some(game.played().len() + 1);
        Ok(choice)
    }

    /// The time control and the position the game starts from.
    fn begin(&mut self, game: &Game, time: Time) -> Result<(), Trouble> {
        match time {
            Time::Free => {}
            Time::Move(time) => self.process.say(&format!("st {}", (time / 1000).max(1)))?,
            Time::Clock(clocks) => self.process.say(&level(clocks.own, clocks.own_increment))?,
        }
        if *game.start() == Chess::default() {
            return Ok(());
        }
        if !self.features.set_board {
            return Err(Trouble::Crashed("it cannot set up a position".to_owned()));
        }
        self.process
            .say(&format!("setboard {}", write_fen(game.start())))
    }

    fn tell(&mut self, game: &Game, at: usize) -> Result<(), Trouble> {
        let played = &game.played()[at];
        let text = if self.features.san {
            played.san.clone()
        } else {
            played.m.to_uci(CastlingMode::Standard).to_string()
        };
        let word = if self.features.user_move {
            "usermove "
        } else {
            ""
        };
        self.process.say(&format!("{word}{text}"))
    }

    fn answer(&mut self, game: &Game, budget: &Budget<'_>) -> Result<Choice, Trouble> {
        let (mut score, mut nodes) = (None, 0);
        let (is_old, mut dots) = (!self.features.done, self.dots);
        let answer = self.process.hear(deadline(budget.time), "move", |line| {
            if let Some((centipawns, visited)) = thinking(line) {
                score = Some(centipawns.clamp(-100_000, 100_000) * CENTIPAWN);
                nodes = visited;
            }
            if dots && line.starts_with("My move is") {
                return None;
            }
            let answer = Answer::read(line, is_old)?;
            dots |= line.contains(" ... ");
            Some(answer)
        })?;
        self.dots = dots;
        let text = match answer {
            Answer::Move(text) => text,
            Answer::Resigns => return Err(Trouble::Resigns),
            Answer::Wrong(why) => return Err(Trouble::Illegal(why)),
        };
        let m = read_move(game.position(), &text)
            .map_err(|error| Trouble::Illegal(error.to_string()))?;
        Ok(Choice { m, score, nodes })
    }
}

/// `level 0 minutes:seconds increment`.
fn level(base: u64, increment: u64) -> String {
    let seconds = (base / 1000).max(1);
    format!(
        "level 0 {}:{:02} {}",
        seconds / 60,
        seconds % 60,
        increment / 1000
    )
}

impl Features {
    /// Of one line; whether the engine asks to be waited for.
    fn read(&mut self, named: &str) -> bool {
        let mut waits = false;
        for (name, value) in pairs(named) {
            match name {
                "ping" => self.ping = value == "1",
                "setboard" => self.set_board = value == "1",
                "usermove" => self.user_move = value == "1",
                "san" => self.san = value == "1",
                "done" => {
                    self.done = value == "1";
                    waits = value == "0";
                }
                _ => {}
            }
        }
        waits
    }
}

/// `name=value name="a value"`.
fn pairs(text: &str) -> Vec<(&str, &str)> {
    let mut rest = text.trim();
    let mut pairs = Vec::new();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        pairs.push((name.trim(), value));
        rest = next.trim_start();
    }
    pairs
}

#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Move(String),
    Resigns,
    Wrong(String),
}

impl Answer {
    fn read(line: &str, is_old: bool) -> Option<Self> {
        let last = || {
            line.split_whitespace()
                .last()
                .unwrap_or_default()
                .to_owned()
        };
        if line.starts_with("move ") || line.starts_with("My move is") {
            return Some(Self::Move(last()));
        }
        // So engines of version 1 tell their moves, and newer ones their thoughts.
        if is_old
            && line.split_whitespace().nth(1) == Some("...")
            && line.starts_with(|c: char| c.is_ascii_digit())
        {
            return Some(Self::Move(last()));
        }
        let lower = line.to_ascii_lowercase();
        if lower.starts_with("resign") || lower.starts_with("tellics resign") {
            return Some(Self::Resigns);
        }
        // A result may still be said of the game before. One that is meant of this game comes by resigning: other ends are
        // seen before an engine is asked.
        if ["1-0", "0-1", "1/2-1/2"]
            .iter()
            .any(|result| lower.starts_with(result))
        {
            return lower.contains("resign").then_some(Self::Resigns);
        }
        let wrong = ["illegal move", "error (", "tellusererror"];
        wrong.iter().any(|start| lower.starts_with(start)).then(|| {
            let said: String = line.chars().take(80).collect();
            Self::Wrong(format!("instead of a move it said \"{said}\""))
        })
    }
}

/// Score in centipawns and nodes of a line of thinking: depth, score, time, nodes, moves.
fn thinking(line: &str) -> Option<(i32, u64)> {
    let mut words = line.split_whitespace();
    words
        .next()?
        .trim_end_matches(['.', '+', '-', '&'])
        .parse::<u32>()
        .ok()?;
    let score = words.next()?.parse().ok()?;
    words.next()?.parse::<u64>().ok()?;
    Some((score, words.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features() {
        let mut features = Features::default();
        assert!(features.read(r#"myname="An engine = good" ping=1 done=0"#));
        assert!(!features.read("setboard=1 usermove=1 san=0 done=1"));
        assert!(features.ping && features.set_board && features.user_move && features.done);
        assert!(!features.san);
    }

    #[test]
    fn answers() {
        assert_eq!(
            Answer::read("move e7e8q", true),
            Some(Answer::Move("e7e8q".to_owned()))
        );
        assert_eq!(
            Answer::read("1. ... Nf6", true),
            Some(Answer::Move("Nf6".to_owned()))
        );
        assert_eq!(
            Answer::read("My move is : e2e4", true),
            Some(Answer::Move("e2e4".to_owned()))
        );
        assert_eq!(Answer::read("resign", true), Some(Answer::Resigns));
        assert_eq!(
            Answer::read("0-1 {White resigns}", true),
            Some(Answer::Resigns)
        );
        assert_eq!(Answer::read("1-0 {White mates}", true), None);
        assert!(matches!(
            Answer::read("Illegal move: e5", true),
            Some(Answer::Wrong(_))
        ));
        assert_eq!(Answer::read("1. e4 e5 is nice", true), None);
        assert_eq!(Answer::read("1. ... Nf6", false), None);
        assert_eq!(Answer::read("5 12 3 400 e4 e5", true), None);
    }

    #[test]
    fn thoughts() {
        assert_eq!(thinking("5 -12 3 400 e4 e5"), Some((-12, 400)));
        assert_eq!(thinking("12. 30 100 5000 Nf3"), Some((30, 5000)));
        assert_eq!(thinking("move e2e4"), None);
    }

    #[test]
    fn whole_seconds() {
        assert_eq!(level(60_000, 100), "level 0 1:00 0");
        assert_eq!(level(10_500, 2_000), "level 0 0:10 2");
    }
}
