//! The engine as a value: an evaluation, the parameters of the search and the size of the table.

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
    /// Evaluates the leaves.
    pub evaluator: Evaluator,
    /// The parameters of the search, if they were bred too.
    pub parameters: Option<Parameters>,
}

/// Everything that determines how an engine plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Evaluates the leaves.
    pub evaluator: Evaluator,
    /// The parameters of the search.
    pub parameters: Parameters,
    /// The size of the transposition table in mebibytes.
    pub hash: usize,
}

impl Setup {
    /// The reference engine with a table of this many mebibytes.
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

/// An engine with its search state (transposition table and histories).
#[derive(Debug)]
pub struct Engine {
    setup: Setup,
    searcher: Box<dyn Search>,
}

impl Engine {
    /// An engine of this setup, with empty tables.
    pub fn new(setup: &Setup) -> Self {
        Self {
            searcher: setup.searcher(),
            setup: setup.clone(),
        }
    }

    /// Changes the setup. If it differs, all tables are cleared, because their scores belong to the former one.
    pub fn prepare(&mut self, setup: &Setup) {
        if *setup != self.setup {
            // The former table goes before the new one comes: two large ones may be more than there is.
            self.searcher = Setup {
                hash: 1,
                ..setup.clone()
            }
            .searcher();
            *self = Self::new(setup);
        }
    }

    /// Clears the tables, as before a new game.
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
