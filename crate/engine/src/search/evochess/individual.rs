//! A program of EvoChess: what its three modules are, and how it thinks in a game.

use crate::{
    evaluation::evochess::{self, EvoChess},
    search::{
        evochess::{
            depth,
            kernel::{Found, Kernel, Reach},
            module::Module,
            order::{self, Order},
        },
        tree::{Limits, PvLine, Report, Root},
    },
};

/// All that decides how a program plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Individual {
    /// The position module.
    pub evaluation: evochess::Weights,
    /// The move ordering module.
    pub order: order::Weights,
    /// The depth module.
    pub depth: depth::Program,
}

/// Nodes a move on average where no limit of nodes is given (the paper's).
pub const USUAL_NODES: u64 = 100_000;

/// No move gets more than so many times the average, however much was saved (our choice).
pub const MOST_SAVED: u64 = 10;

/// A program at play: what it does not use of its nodes it may use later in the game.
#[derive(Clone, Debug)]
pub struct Thinker {
    kernel: Kernel<EvoChess, Order, Module>,
    /// Nodes that this game took so far.
    used: u64,
    /// Moves that it has made in it.
    moves: u64,
}

impl Thinker {
    /// The program before a game. `noise` is the seed of the position module's random term, which is off without one.
    pub fn new(individual: &Individual, noise: Option<u64>) -> Self {
        Self {
            kernel: Kernel::new(
                EvoChess::new(individual.evaluation, noise),
                Order::new(individual.order),
                Module::new(&individual.depth),
            ),
            used: 0,
            moves: 0,
        }
    }

    /// Another game begins.
    pub fn new_game(&mut self) {
        self.kernel.new_game();
        self.used = 0;
        self.moves = 0;
    }

    /// Thinks about a move; `None` without a legal one. The nodes of the limits are an average.
    pub fn think(
        &mut self,
        root: Root<'_>,
        limits: &Limits,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Found> {
        let average = match limits.nodes {
            u64::MAX => USUAL_NODES,
            nodes => nodes,
        };
        let published = Reach::published(self.available(average));
        let reach = Reach {
            deepest: published.deepest.min(limits.depth),
            ..published
        };
        let found = self.kernel.search_among(root, &limits.moves, reach, stop)?;
        self.used += found.nodes;
        self.moves += 1;
        Some(found)
    }

    /// As [`Thinker::think`], in the form of all searches.
    pub fn report(
        &mut self,
        root: Root<'_>,
        limits: &Limits,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Report> {
        let found = self.think(root, limits, stop)?;
        Some(Report {
            depth: found.deepest,
            selective_depth: found.deepest,
            lines: vec![PvLine {
                score: found.score,
                moves: found.line,
            }],
            nodes: found.nodes,
            fullness: 0,
        })
    }

    /// Nodes for the next move.
    fn available(&self, average: u64) -> u64 {
        let all = average.saturating_mul(self.moves + 1);
        let saved = all.saturating_sub(self.used);
        saved.min(average.saturating_mul(MOST_SAVED)).max(1)
    }
}
