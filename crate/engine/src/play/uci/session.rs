//! The state of a UCI session.

use std::time::Duration;

use shakmaty::{Chess, Color, Move, Position, uci::UciMove};

use crate::{
    chess::{game::write_fen, key::key},
    play::{
        clock::{Allotment, Clock},
        engine::{Program, Setup},
    },
    search::{bench, tree::Limits},
};

use super::{
    command::{self, Command, Go},
    options::{self, Effect, Options, ReadProgram},
    output,
    search::Search,
};

/// The reply to a line of input.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Lines to write at once.
    pub lines: Vec<String>,
    /// What to do then.
    pub act: Act,
}

/// An action for the shell.
#[derive(Clone, Debug)]
pub enum Act {
    /// Nothing.
    Nothing,
    /// Write [`READY`](super::READY). If no search is running, prepare the engine first.
    Ready,
    /// Stop a running search and clear the tables of the engine.
    Forget,
    /// Stop a running search and start this one.
    Search(Box<Search>),
    /// Stop a running search.
    Stop,
    /// Start the clock of the running search.
    PonderHit,
    /// Stop a running search and write the [`Session::bench`].
    Bench,
    /// Exit.
    Quit,
}

/// The position and the options that the interface has set.
#[derive(Clone, Debug)]
pub struct Session {
    position: Chess,
    /// The keys of the game's earlier positions.
    earlier: Vec<u64>,
    options: Options,
}

impl Session {
    /// A session with the initial position and default options; `read_program` parses the option Chromosome.
    pub fn new(read_program: ReadProgram) -> Self {
        Self {
            position: Chess::default(),
            earlier: Vec::new(),
            options: Options::new(read_program),
        }
    }

    /// Sets the program, like the option Chromosome.
    pub fn set_program(&mut self, program: Program) {
        self.options.set_program(Some(program));
    }

    /// The setup of the engine for the next search.
    pub fn setup(&self) -> Setup {
        self.options.setup()
    }

    /// Handles a line of input. An invalid one changes nothing and is answered with `info string`.
    pub fn handle(&mut self, text: &str) -> Reply {
        match command::read(text) {
            Ok(command) => self.execute(command),
            Err(why) => Reply::remark(&why),
        }
    }

    fn execute(&mut self, command: Command) -> Reply {
        match command {
            Command::Uci => Reply::say(introduce()),
            Command::IsReady => Act::Ready.into(),
            Command::NewGame => Act::Forget.into(),
            Command::Position(start, moves) => self.set_position(*start, &moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => Act::Stop.into(),
            Command::PonderHit => Act::PonderHit.into(),
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(Effect::Applied) => Act::Nothing.into(),
                Ok(Effect::Clear) => Act::Forget.into(),
                Err(why) => Reply::remark(&why),
            },
            Command::Show => Reply::remark(&format!("fen {}", write_fen(&self.position))),
            Command::Bench => Act::Bench.into(),
            Command::Quit => Act::Quit.into(),
            Command::Nothing => Act::Nothing.into(),
        }
    }

    /// Sets the game so far; if one of its moves is illegal, nothing changes.
    fn set_position(&mut self, start: Chess, moves: &[UciMove]) -> Reply {
        let mut position = start;
        let mut earlier = Vec::with_capacity(moves.len());
        for uci in moves {
            let Ok(m) = uci.to_move(&position) else {
                return Reply::remark(&format!("position ignored: {uci} is not legal"));
            };
            earlier.push(key(&position));
            position.play_unchecked(m);
        }
        (self.position, self.earlier) = (position, earlier);
        Act::Nothing.into()
    }

    fn go(&self, go: &Go) -> Reply {
        let (moves, illegal): (Vec<_>, Vec<_>) = go
            .searchmoves
            .iter()
            .map(|uci| uci.to_move(&self.position).map_err(|_| uci.to_string()))
            .partition(Result::is_ok);
        let ignored = go.ignored.iter().cloned();
        let illegal = illegal.into_iter().filter_map(Result::err);
        let search = Search {
            setup: self.setup(),
            position: self.position.clone(),
            earlier: self.earlier.clone(),
            limits: self.limits(go, moves.into_iter().flatten().collect()),
            time: allotment(go, self.position.turn(), self.options.overhead),
            infinite: go.infinite,
            ponder: go.ponder,
        };
        Reply {
            lines: ignored
                .chain(illegal)
                .map(|word| output::remark(&format!("ignored in go: {word}")))
                .collect(),
            act: Act::Search(Box::new(search)),
        }
    }

    fn limits(&self, go: &Go, moves: Vec<Move>) -> Limits {
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        Limits {
            depth: go.depth.map_or(u32::MAX, small),
            nodes: go.nodes.unwrap_or(u64::MAX),
            lines: self.options.lines,
            mate: go.mate.map(small),
            moves,
        }
    }

    /// Runs the bench, independently of the options: writes a line per position and finally `N nodes M nps`.
    pub fn bench(say: &mut dyn FnMut(String), elapsed: &mut dyn FnMut() -> Duration) {
        let nodes = bench::nodes(|what, nodes| say(format!("{nodes:>9}  {what}")));
        let nps = u128::from(nodes) * 1_000_000 / elapsed().as_micros().max(1);
        say(format!("{nodes} nodes {nps} nps"));
    }
}

impl Reply {
    fn say(lines: Vec<String>) -> Self {
        Self {
            lines,
            act: Act::Nothing,
        }
    }

    fn remark(text: &str) -> Self {
        Self::say(vec![output::remark(text)])
    }
}

impl From<Act> for Reply {
    fn from(act: Act) -> Self {
        let lines = Vec::new();
        Self { lines, act }
    }
}

fn introduce() -> Vec<String> {
    output::introduction()
        .into_iter()
        .chain(options::describe())
        .chain(["uciok".to_owned()])
        .collect()
}

/// The time for this move; `None` without a time limit. If only the opponent's clock is given, ours is assumed to be equal.
fn allotment(go: &Go, turn: Color, overhead: u64) -> Option<Allotment> {
    if go.infinite {
        return None;
    }
    if let Some(time) = go.movetime {
        return Some(Allotment::fixed(time, overhead));
    }
    let (ours, theirs) = turn.fold_wb((go.wtime, go.btime), (go.btime, go.wtime));
    ours.or(theirs).map(|left| {
        Allotment::of(Clock {
            left,
            increment: turn.fold_wb(go.winc, go.binc).unwrap_or(0),
            moves_to_go: go.movestogo,
            overhead,
        })
    })
}
