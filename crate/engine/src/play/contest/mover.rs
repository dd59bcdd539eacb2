//! [`Mover`], the interface of a player in a contest, and the built-in players. Other players, such as external engines,
//! implement it elsewhere.

use std::ops::ControlFlow;

use shakmaty::{Move, Position};

use crate::{
    chess::game::Game,
    evaluation::evochess::{EvoChess, Weights},
    mix::mix,
    play::{
        clock::{Allotment, Clock},
        engine::{Engine, Setup},
    },
    search::{
        negascout::Negascout,
        quiescence::sort_by_tie_key,
        tree::{Control, Limits, Report, Root},
    },
};

/// The clocks before a move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Time left for the side to move.
    pub own: u64,
    /// Time left for the opponent.
    pub their: u64,
    /// The increment of the side to move.
    pub own_increment: u64,
    /// The increment of the opponent.
    pub their_increment: u64,
}

/// How long to think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// No time limit.
    Free,
    /// A fixed time in milliseconds.
    Move(u64),
    /// The clocks of the game, of which the player decides what to use.
    Clock(Clocks),
}

/// How much to search for a move.
pub struct Budget<'a> {
    /// The limit of nodes; `u64::MAX` if there is only a time limit.
    pub nodes: u64,
    /// The time limit.
    pub time: Time,
    /// The wall clock in milliseconds. It is read only if there is a time limit.
    pub now: &'a mut dyn FnMut() -> u64,
}

/// The choice of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub m: Move,
    /// Its score from the mover's point of view, in sixteenths of a millipawn; `None` if the mover reports none.
    pub score: Option<i32>,
    /// Nodes searched, as counted by the mover.
    pub nodes: u64,
}

/// Why a mover fails to move, which loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It crashed or could not be started.
    Crashed(String),
    /// It did not answer in time.
    Silent(String),
    /// It answered with an illegal move.
    Illegal(String),
    /// It resigned.
    Resigns,
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Crashed(why) => write!(f, "crashed: {why}"),
            Self::Silent(why) => write!(f, "did not answer: {why}"),
            Self::Illegal(why) => write!(f, "made an illegal move: {why}"),
            Self::Resigns => write!(f, "resigned"),
        }
    }
}

/// Chooses the moves of one side.
pub trait Mover {
    /// A new game begins. Nothing from earlier games may influence it. Random choices come from `seed`.
    ///
    /// # Errors
    /// When the mover cannot play.
    fn new_game(&mut self, seed: u64) -> Result<(), Trouble>;

    /// Chooses a move in a game that is not over.
    ///
    /// # Errors
    /// When the mover fails to move.
    fn choose(&mut self, game: &Game, budget: &mut Budget<'_>) -> Result<Choice, Trouble>;

    /// Whether time limits apply to it. They do not apply to a player of fixed depth.
    fn is_timed(&self) -> bool {
        true
    }
}

/// Plays legal moves at random, each with equal probability.
#[derive(Clone, Debug, Default)]
pub struct Random {
    seed: u64,
}

impl Mover for Random {
    fn new_game(&mut self, seed: u64) -> Result<(), Trouble> {
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &mut Budget<'_>) -> Result<Choice, Trouble> {
        let mut moves = game.position().legal_moves();
        sort_by_tie_key(&mut moves);
        let drawn = mix(self.seed, game.played().len() as u64);
        let at = ((u128::from(drawn) * moves.len() as u128) >> 64) as usize;
        let m = *moves.get(at).ok_or_else(no_move)?;
        Ok(Choice {
            m,
            score: None,
            nodes: 0,
        })
    }

    fn is_timed(&self) -> bool {
        false
    }
}

pub(super) fn no_move() -> Trouble {
    Trouble::Illegal("there is no legal move".to_owned())
}

/// The fixed-depth player of EvoChess: f-negascout with the standard evaluation. Limits of nodes and time do not apply to it.
#[derive(Clone, Debug)]
pub struct FixedDepth {
    depth: u32,
    search: Negascout<EvoChess>,
    is_noisy: bool,
}

impl FixedDepth {
    /// A player with this search depth in plies.
    pub const fn new(depth: u32) -> Self {
        Self {
            depth,
            search: Negascout::new(EvoChess::standard()),
            is_noisy: false,
        }
    }

    /// The same whose evaluation has the paper's random term, drawn from the seed of the game.
    pub fn noisy(depth: u32) -> Self {
        Self {
            is_noisy: true,
            ..Self::new(depth)
        }
    }
}

impl Mover for FixedDepth {
    fn new_game(&mut self, seed: u64) -> Result<(), Trouble> {
        if self.is_noisy {
            self.search.evaluation = EvoChess::new(Weights::DEFAULT, Some(seed));
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &mut Budget<'_>) -> Result<Choice, Trouble> {
        let root = Root {
            position: game.position(),
            earlier: game.earlier_keys(),
        };
        let found = self.search.search(root, self.depth, &mut || false);
        let found = found.ok_or_else(no_move)?;
        Ok(Choice {
            m: found.best(),
            score: Some(found.score),
            nodes: found.nodes,
        })
    }

    fn is_timed(&self) -> bool {
        false
    }
}

/// A player that uses our engine.
#[derive(Debug)]
pub struct EngineMover {
    engine: Engine,
    /// Its own limit of nodes, which replaces that of the contest.
    nodes: Option<u64>,
}

impl EngineMover {
    /// A player of this setup; `nodes`, if given, replaces the limit of nodes of the contest.
    pub fn new(setup: &Setup, nodes: Option<u64>) -> Self {
        let engine = Engine::new(setup);
        Self { engine, nodes }
    }
}

impl Mover for EngineMover {
    fn new_game(&mut self, _: u64) -> Result<(), Trouble> {
        self.engine.clear();
        Ok(())
    }

    fn choose(&mut self, game: &Game, budget: &mut Budget<'_>) -> Result<Choice, Trouble> {
        let nodes = self.nodes.unwrap_or(budget.nodes);
        let search = |root: Root<'_>, limits: &Limits, control: Control<'_>| {
            self.engine.search(root, limits, control)
        };
        let report = think(game, nodes, budget, search).ok_or_else(no_move)?;
        Ok(Choice::of(&report))
    }
}

impl Choice {
    /// The first move of the best line.
    pub fn of(report: &Report) -> Self {
        let line = &report.lines[0];
        Self {
            m: line.moves[0],
            score: Some(line.score),
            nodes: report.nodes,
        }
    }
}

/// Searches the position of a game with so many nodes, within the time of the budget; `None` without a legal move.
pub fn think(
    game: &Game,
    nodes: u64,
    budget: &mut Budget<'_>,
    search: impl FnOnce(Root<'_>, &Limits, Control<'_>) -> Option<Report>,
) -> Option<Report> {
    let root = Root {
        position: game.position(),
        earlier: game.earlier_keys(),
    };
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    let allotted = allot(budget.time);
    let now = std::cell::RefCell::new(&mut *budget.now);
    let started = allotted.map_or(0, |_| (now.borrow_mut())());
    let spent = |limit: fn(Allotment) -> u64| {
        allotted.is_some_and(|time| (now.borrow_mut())() - started >= limit(time))
    };
    let control = Control {
        stop: &mut || spent(|time| time.hard),
        observe: &mut |_| {
            if spent(|time| time.soft) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    };
    search(root, &limits, control)
}

/// A player whose games are watched: a callback gets the game before every move. It has no influence on the game.
pub struct Watched<'a> {
    mover: &'a mut dyn Mover,
    observe: &'a dyn Fn(&Game),
}

impl<'a> Watched<'a> {
    /// A player and the callback.
    pub fn new(mover: &'a mut dyn Mover, observe: &'a dyn Fn(&Game)) -> Self {
        Self { mover, observe }
    }
}

impl Mover for Watched<'_> {
    fn new_game(&mut self, seed: u64) -> Result<(), Trouble> {
        self.mover.new_game(seed)
    }

    fn choose(&mut self, game: &Game, budget: &mut Budget<'_>) -> Result<Choice, Trouble> {
        (self.observe)(game);
        self.mover.choose(game, budget)
    }

    fn is_timed(&self) -> bool {
        self.mover.is_timed()
    }
}

/// The time for a move; `None` without a time limit.
fn allot(time: Time) -> Option<Allotment> {
    match time {
        Time::Free => None,
        Time::Move(time) => Some(Allotment::fixed(time, RESERVE)),
        Time::Clock(clocks) => Some(Allotment::of(Clock {
            left: clocks.own,
            increment: clocks.own_increment,
            moves_to_go: None,
            overhead: RESERVE,
        })),
    }
}

/// Milliseconds reserved for the overhead around a search.
const RESERVE: u64 = 20;
