//! EvoChess's fixed-depth opponents (Gross et al. 2002) as players at the board: f-negascout with the paper's fixed evaluation,
//! without its random term.

use shakmaty::Chess;

use crate::{
    evaluation::{Evaluate as _, Term, evochess::EvoChess},
    search::{
        negascout::{Found, Negascout},
        tree::{Control, PvLine, Report, Root},
    },
};

/// An opponent. One that looks *n* plies ahead is of class 2*n*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// How far it looks ahead.
    pub plies: u32,
}

impl Opponent {
    /// The score of a position for the side to move, in sixteenths of a millipawn.
    pub fn score(position: &Chess) -> i32 {
        EvoChess::standard().evaluate(position, &())
    }

    /// The terms of that score.
    pub fn terms(position: &Chess) -> Vec<Term> {
        EvoChess::standard().terms(position)
    }

    /// Its search.
    pub const fn thinker(self) -> Thinker {
        Thinker {
            plies: self.plies,
            search: Negascout::new(EvoChess::standard()),
        }
    }
}

/// The search of an opponent.
#[derive(Clone, Debug)]
pub struct Thinker {
    plies: u32,
    search: Negascout<EvoChess>,
}

impl Thinker {
    /// Looks as far ahead as it always does, unless `control` ends it before; `None` without a legal move.
    pub fn report(&mut self, root: Root<'_>, control: Control<'_>) -> Option<Report> {
        let Control { stop, observe } = control;
        self.search
            .search_observed(root, self.plies, stop, &mut |found| {
                observe(&Report::from(found.clone()))
            })
            .map(Report::from)
    }
}

/// There is one line, neither quiescence nor extensions, and no table.
impl From<Found> for Report {
    fn from(found: Found) -> Self {
        Self {
            depth: found.depth,
            selective_depth: found.depth,
            lines: vec![PvLine {
                score: found.score,
                is_lower_bound: false,
                moves: found.line,
            }],
            nodes: found.nodes,
            fullness: 0,
        }
    }
}
