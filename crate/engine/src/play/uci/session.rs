//! A conversation with an interface.

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

/// What follows from a line of the interface.
#[derive(Clone, Debug)]
pub struct Reply {
    /// To be said at once.
    pub lines: Vec<String>,
    /// To be done then.
    pub act: Act,
}

/// What a shell has to do.
#[derive(Clone, Debug)]
pub enum Act {
    /// Nothing.
    Nothing,
    /// Say [`READY`](super::READY); where no search is under way, only when the player is prepared.
    Ready,
    /// Stop a search that is under way; the player forgets.
    Forget,
    /// Stop a search that is under way and begin this one.
    Search(Box<Search>),
    /// Stop a search that is under way.
    Stop,
    /// Let the clock of a search run.
    PonderHit,
    /// Stop a search that is under way; say the [`Session::bench`].
    Bench,
    /// End without another word.
    Quit,
}

/// What the interface has told so far.
#[derive(Clone, Debug)]
pub struct Session {
    position: Chess,
    /// Keys of the positions of the game before this one.
    earlier: Vec<u64>,
    options: Options,
}

impl Session {
    /// At the usual start, with every option at its default; `read_program` reads the option Chromosome.
    pub fn new(read_program: ReadProgram) -> Self {
        Self {
            position: Chess::default(),
            earlier: Vec::new(),
            options: Options::new(read_program),
        }
    }

    /// Plays this program, as if the option Chromosome were set.
    pub fn set_program(&mut self, program: Program) {
        self.options.set_program(Some(program));
    }

    /// What the player is to be for the next search.
    pub fn setup(&self) -> Setup {
        self.options.setup()
    }

    /// Hears a line. One that cannot be obeyed changes nothing and is answered with `info string`.
    pub fn hear(&mut self, text: &str) -> Reply {
        match command::read(text) {
            Ok(command) => self.obey(command),
            Err(why) => Reply::remark(&why),
        }
    }

    fn obey(&mut self, command: Command) -> Reply {
        match command {
            Command::Uci => Reply::say(introduce()),
            Command::IsReady => Act::Ready.into(),
            Command::NewGame => Act::Forget.into(),
            Command::Position(start, moves) => self.set_position(*start, &moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => Act::Stop.into(),
            Command::PonderHit => Act::PonderHit.into(),
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(Effect::Kept) => Act::Nothing.into(),
                Ok(Effect::Forget) => Act::Forget.into(),
                Err(why) => Reply::remark(&why),
            },
            Command::Show => Reply::remark(&format!("fen {}", write_fen(&self.position))),
            Command::Bench => Act::Bench.into(),
            Command::Quit => Act::Quit.into(),
            Command::Nothing => Act::Nothing.into(),
        }
    }

    /// The game so far; when a move of it is not legal, nothing changes.
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

    /// The signature of the search, whatever the options: says a line a position, and `N nodes M nps` in the end.
    pub fn bench(say: &mut dyn FnMut(String), elapsed: &mut dyn FnMut() -> Duration) {
        let nodes = bench::nodes(|fen, report| say(format!("{:>9}  {fen}", report.nodes)));
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

/// The time for this move; `None` when the clock does not bind. Where only the opponent's clock is told, ours is taken for
/// equal.
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
