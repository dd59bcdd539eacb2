//! A program at the board: which judge, which search, how much memory.

use crate::{
    acpp::{self, Acpp},
    evaluation::{Evaluate, Weighted},
    falcon::{self, Falcon},
    search::{
        parameters::Parameters,
        tree::{Control, Limits, Report, Root, Searcher},
    },
    staunton::{Staunton, Weights},
};

/// What judges the leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The reference evaluation with these weights.
    Staunton(Weights),
    /// ACPP's features with these weights.
    Acpp(acpp::Vector),
    /// Falcon's features with these weights.
    Falcon(falcon::Vector),
}

/// A bred program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// What judges the leaves.
    pub judge: Judge,
    /// How it searches, where that was bred too.
    pub parameters: Option<Parameters>,
}

/// All that decides how a program plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What judges the leaves.
    pub judge: Judge,
    /// How it searches.
    pub parameters: Parameters,
    /// Mebibytes of the transposition table.
    pub hash: usize,
}

impl Setup {
    /// The reference program with a table of so many mebibytes.
    pub const fn staunton(hash: usize) -> Self {
        Self {
            judge: Judge::Staunton(Weights::DEFAULT),
            parameters: Parameters::DEFAULT,
            hash,
        }
    }
}

/// A program at the board, with what it remembers of its searches.
#[derive(Clone, Debug)]
pub struct Player {
    setup: Setup,
    machine: Machine,
}

/// One search for each judge, so that none asks at a leaf which judge it has.
#[derive(Clone, Debug)]
enum Machine {
    Staunton(Box<Searcher<Staunton>>),
    Acpp(Box<Searcher<Weighted<Acpp>>>),
    Falcon(Box<Searcher<Weighted<Falcon>>>),
}

impl Player {
    /// As `setup` says; it remembers nothing.
    pub fn new(setup: &Setup) -> Self {
        Self {
            setup: *setup,
            machine: Machine::new(setup),
        }
    }

    /// Plays as `setup` says from now on. Whatever differs makes it forget: what it remembers are the scores of the other.
    pub fn prepare(&mut self, setup: &Setup) {
        if *setup == self.setup {
            return;
        }
        let same_size = setup.hash == self.setup.hash;
        self.setup = *setup;
        match (&mut self.machine, setup.judge) {
            (Machine::Staunton(searcher), Judge::Staunton(weights)) if same_size => {
                change(searcher, Staunton::new(weights), setup);
            }
            (Machine::Acpp(searcher), Judge::Acpp(weights)) if same_size => {
                change(searcher, Weighted::new(weights), setup);
            }
            (Machine::Falcon(searcher), Judge::Falcon(weights)) if same_size => {
                change(searcher, Weighted::new(weights), setup);
            }
            (machine, _) => *machine = Machine::new(setup),
        }
    }

    /// Forgets what it searched, as before another game.
    pub fn clear(&mut self) {
        match &mut self.machine {
            Machine::Staunton(searcher) => searcher.clear(),
            Machine::Acpp(searcher) => searcher.clear(),
            Machine::Falcon(searcher) => searcher.clear(),
        }
    }

    /// Searches; `None` when there is no move to consider.
    pub fn search(
        &mut self,
        root: Root<'_>,
        limits: &Limits,
        control: Control<'_>,
    ) -> Option<Report> {
        match &mut self.machine {
            Machine::Staunton(searcher) => searcher.search(root, limits, control),
            Machine::Acpp(searcher) => searcher.search(root, limits, control),
            Machine::Falcon(searcher) => searcher.search(root, limits, control),
        }
    }
}

impl Machine {
    fn new(setup: &Setup) -> Self {
        let Setup {
            parameters, hash, ..
        } = *setup;
        match setup.judge {
            Judge::Staunton(weights) => {
                let judge = Staunton::new(weights);
                Self::Staunton(Box::new(Searcher::new(judge, parameters, hash)))
            }
            Judge::Acpp(weights) => {
                let judge = Weighted::new(weights);
                Self::Acpp(Box::new(Searcher::new(judge, parameters, hash)))
            }
            Judge::Falcon(weights) => {
                let judge = Weighted::new(weights);
                Self::Falcon(Box::new(Searcher::new(judge, parameters, hash)))
            }
        }
    }
}

/// Keeps the memory, not what is in it.
fn change<E: Evaluate>(searcher: &mut Searcher<E>, judge: E, setup: &Setup) {
    searcher.evaluation = judge;
    searcher.set_parameters(setup.parameters);
    searcher.clear();
}
