//! A program at the board: which evaluation, which search, how much memory.

use crate::{
    evaluation::staunton::Weights,
    play::evaluator::{Evaluator, Search},
    search::{
        parameters::Parameters,
        tree::{Control, Limits, Report, Root},
    },
};

/// A bred program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// What evaluates the leaves.
    pub evaluator: Evaluator,
    /// How it searches, where that was bred too.
    pub parameters: Option<Parameters>,
}

/// All that decides how a program plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What evaluates the leaves.
    pub evaluator: Evaluator,
    /// How it searches.
    pub parameters: Parameters,
    /// Mebibytes of the transposition table.
    pub hash: usize,
}

impl Setup {
    /// The reference program with a table of so many mebibytes.
    pub fn staunton(hash: usize) -> Self {
        Self {
            evaluator: Evaluator::staunton(Weights::DEFAULT),
            parameters: Parameters::DEFAULT,
            hash,
        }
    }

    fn searcher(&self) -> Box<dyn Search> {
        self.evaluator.searcher(self.parameters, self.hash)
    }
}

/// A program at the board, with what it remembers of its searches.
#[derive(Debug)]
pub struct Player {
    setup: Setup,
    searcher: Box<dyn Search>,
}

impl Player {
    /// As `setup` says; it remembers nothing.
    pub fn new(setup: &Setup) -> Self {
        Self {
            searcher: setup.searcher(),
            setup: setup.clone(),
        }
    }

    /// Plays as `setup` says from now on. Whatever differs makes it forget: what it remembers are the scores of the other.
    pub fn prepare(&mut self, setup: &Setup) {
        if *setup != self.setup {
            *self = Self::new(setup);
        }
    }

    /// Forgets what it searched, as before another game.
    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// Searches; `None` when there is no move to consider.
    pub fn search(
        &mut self,
        root: Root<'_>,
        limits: &Limits,
        control: Control<'_>,
    ) -> Option<Report> {
        self.searcher.search(root, limits, control)
    }
}
