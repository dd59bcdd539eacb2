//! Who decides on moves: the players that need nothing but themselves. Others (processes, people) implement [`Mover`] elsewhere.

use std::ops::ControlFlow;

use shakmaty::{Move, Position};

use crate::{
    chess::game::Game,
    evaluation::evochess::EvoChess,
    mix::mix,
    play::{
        clock::{Allotment, Clock},
        player::{Player, Setup},
    },
    search::{
        negascout::Negascout,
        quiescence::tie_key,
        tree::{Control, Limits, Root},
    },
};

/// The clocks before a move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Left to the side to move.
    pub own: u64,
    /// Left to the opponent.
    pub their: u64,
    /// What the side to move gets for its move.
    pub own_increment: u64,
    /// What the opponent gets for a move.
    pub their_increment: u64,
}

/// How long to think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// As long as it takes.
    Free,
    /// So many milliseconds.
    Move(u64),
    /// A share of the clock.
    Clock(Clocks),
}

/// How much to search for a move.
pub struct Budget<'a> {
    /// Nodes; `u64::MAX` where only time binds.
    pub nodes: u64,
    /// Time.
    pub time: Time,
    /// The clock on the wall, in milliseconds. Asked only where time binds.
    pub now: &'a mut dyn FnMut() -> u64,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub m: Move,
    /// What the mover thinks it is worth to itself, in sixteenths of a millipawn.
    pub score: Option<i32>,
    /// Nodes searched, as the mover counts them.
    pub nodes: u64,
}

/// Why a mover has no move. It loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It ended, or never began.
    Crashed(String),
    /// It did not answer in time.
    Silent(String),
    /// It answered with what cannot be played.
    Illegal(String),
    /// It gives the game up.
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

/// A player.
pub trait Mover {
    /// Another game begins: whatever is remembered of others must not matter. `seed` is for what is drawn at random.
    ///
    /// # Errors
    /// When it cannot play.
    fn new_game(&mut self, seed: u64) -> Result<(), Trouble>;

    /// A move in a game that is not over.
    ///
    /// # Errors
    /// When it has none.
    fn choose(&mut self, game: &Game, budget: &mut Budget<'_>) -> Result<Choice, Trouble>;

    /// Whether time binds it. A player of a fixed depth takes the time it takes.
    fn is_timed(&self) -> bool {
        true
    }
}

/// Plays any legal move, each as likely as any other.
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
        moves.sort_by_key(|m| tie_key(*m));
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

fn no_move() -> Trouble {
    Trouble::Illegal("there is no legal move".to_owned())
}

/// The fixed-depth player of EvoChess: f-negascout with the standard evaluation. Neither nodes nor time bind it.
#[derive(Clone, Debug)]
pub struct FixedDepth {
    depth: u32,
    search: Negascout<EvoChess>,
}

impl FixedDepth {
    /// Of so many plies.
    pub const fn new(depth: u32) -> Self {
        Self {
            depth,
            search: Negascout::new(EvoChess::standard()),
        }
    }
}

impl Mover for FixedDepth {
    fn new_game(&mut self, _: u64) -> Result<(), Trouble> {
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
            m: found.best,
            score: Some(found.score),
            nodes: found.nodes,
        })
    }

    fn is_timed(&self) -> bool {
        false
    }
}

/// A program that plays with the engine.
#[derive(Debug)]
pub struct Engine {
    player: Player,
    /// Its own limit of nodes, instead of the match's.
    nodes: Option<u64>,
}

impl Engine {
    /// With its own limit of nodes instead of the match's, if it has one.
    pub fn new(setup: &Setup, nodes: Option<u64>) -> Self {
        let player = Player::new(setup);
        Self { player, nodes }
    }
}

impl Mover for Engine {
    fn new_game(&mut self, _: u64) -> Result<(), Trouble> {
        self.player.clear();
        Ok(())
    }

    fn choose(&mut self, game: &Game, budget: &mut Budget<'_>) -> Result<Choice, Trouble> {
        let root = Root {
            position: game.position(),
            earlier: game.earlier_keys(),
        };
        let limits = Limits {
            nodes: self.nodes.unwrap_or(budget.nodes),
            ..Limits::default()
        };
        let allotted = allot(budget.time);
        let now = std::cell::RefCell::new(&mut *budget.now);
        let started = allotted.map_or(0, |_| (now.borrow_mut())());
        let spent = |limit: fn(Allotment) -> u64| {
            allotted.is_some_and(|time| (now.borrow_mut())() - started >= limit(time))
        };
        let report = self.player.search(
            root,
            &limits,
            Control {
                stop: &mut || spent(|time| time.hard),
                observe: &mut |_| {
                    if spent(|time| time.soft) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            },
        );
        let report = report.ok_or_else(no_move)?;
        let line = &report.lines[0];
        Ok(Choice {
            m: line.moves[0],
            score: Some(line.score),
            nodes: report.nodes,
        })
    }
}

/// A player whose games are watched: whoever looks on is shown the game before every move, and changes nothing.
pub struct Watched<'a> {
    mover: Box<dyn Mover>,
    observe: &'a dyn Fn(&Game),
}

impl<'a> Watched<'a> {
    /// A player, and who looks on.
    pub fn new(mover: Box<dyn Mover>, observe: &'a dyn Fn(&Game)) -> Self {
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

/// The time for a move; `None` where time does not bind.
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

/// Milliseconds kept back for what happens around a search.
const RESERVE: u64 = 20;
