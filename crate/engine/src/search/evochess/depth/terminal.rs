//! What a depth program can read.
//!
//! The list and its order are the paper's (Gross et al. 2002). It names most terminals in two or three words; what they are exactly,
//! their units and their values at the root, where no move was made, are our choice.

use crate::search::evochess::depth::code::LIMIT;

/// One row of the table of terminals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Description {
    /// Its name in the text of a program.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// The least value to be expected. Nothing enforces it, except the limit on all values.
    pub least: f64,
    /// The greatest value to be expected.
    pub greatest: f64,
    /// What it is, and for how long it keeps its value.
    pub meaning: &'static str,
}

/// Declares the terminals and their table.
macro_rules! terminals {
    ($($kind:ident $name:literal $unit:literal in $least:expr, $greatest:expr; $meaning:literal)*) => {
        /// What a depth program can read.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Terminal {
            $(#[doc = $meaning] $kind,)*
        }

        impl Terminal {
            /// All, in the paper's order.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];
        }

        /// The table, in the order of [`Terminal::ALL`].
        pub const TABLE: &[Description] = &[$(Description {
            name: $name,
            unit: $unit,
            least: $least,
            greatest: $greatest,
            meaning: $meaning,
        },)*];
    };
}

/// A mate in pawns, and so the greatest bound.
const MATE: f64 = crate::evaluation::MATE as f64 / (100.0 * crate::evaluation::CENTIPAWN as f64);
/// The most legal moves that a position of a game can have.
const MOST_MOVES: f64 = 218.0;
/// The most men of one kind, both sides together: two at first, and eight promoted pawns, a side.
const MOST_MEN: f64 = 20.0;

terminals! {
    Accumulator "accumulator" "number" in -LIMIT, LIMIT; "The result of the last operation; 0 at the start of each node"
    LevelRegister "level-register" "number" in -LIMIT, LIMIT; "What was stored last at this number of plies from the root; 0 at the start of each search"
    SearchRegister "search-register" "number" in -LIMIT, LIMIT; "What was stored last at any node; 0 at the start of each search"
    GameRegister "game-register" "number" in -LIMIT, LIMIT; "What was stored last at any node; 0 at the start of each game, and kept from search to search"
    Depth "depth" "plies" in 0.0, 10.0; "Plies from the root to this node: the paper's search depth"
    Horizon "horizon" "plies" in -2.0, 13.0; "Plies still to be searched, with this node's changes so far: the paper's search horizon"
    PieceValue "piece-value" "pawns" in 0.0, 10.0; "Value of the man that made the last move, 0 at the root; the paper says \"of the accumulator's piece\", which we read so"
    CapturedValue "captured-value" "pawns" in 0.0, 10.0; "Value of the man that the last move captured; 0 if it captured none, and at the root"
    Alpha "alpha" "pawns" in -MATE, MATE; "The lower bound of this node, for the side to move"
    Beta "beta" "pawns" in -MATE, MATE; "The upper bound of this node, for the side to move"
    MoveNumber "move-number" "moves" in 0.0, MOST_MOVES; "The place of the last move in the order in which it and its siblings are searched, from 1; 0 at the root"
    Knights "knights" "men" in 0.0, MOST_MEN; "Knights on the board, both sides together"
    Bishops "bishops" "men" in 0.0, MOST_MEN; "Bishops on the board, both sides together"
    Rooks "rooks" "men" in 0.0, MOST_MEN; "Rooks on the board, both sides together"
    Pawns "pawns" "men" in 0.0, 16.0; "Pawns on the board, both sides together"
    ExpandedNodes "expanded-nodes" "percent" in 0.0, 100.0; "Nodes searched so far, in percent of the nodes available for this move"
    MoveValue "move-value" "points of the move ordering" in -LIMIT, LIMIT; "The value that the move ordering gave the last move; 0 at the root"
    Branching "branching" "moves" in 0.0, MOST_MOVES; "Legal moves in the position before the last move; 0 at the root"
    Score "score" "pawns" in -MATE, MATE; "The evaluation of this position, for the side to move"
}

impl Terminal {
    /// Its row of the table.
    pub const fn description(self) -> &'static Description {
        &TABLE[self as usize]
    }

    /// Its name in the text of a program.
    pub const fn name(self) -> &'static str {
        self.description().name
    }

    /// The terminal of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_nineteen_with_different_names() {
        assert_eq!((Terminal::ALL.len(), TABLE.len()), (19, 19));
        for (place, terminal) in Terminal::ALL.iter().enumerate() {
            assert_eq!(*terminal as usize, place);
            assert_eq!(Terminal::named(terminal.name()), Some(*terminal));
        }
        assert_eq!(Terminal::named("Score"), None);
    }

    #[test]
    fn ranges_are_within_the_limit_on_all_values() {
        for row in TABLE {
            assert!(-LIMIT <= row.least && row.least < row.greatest && row.greatest <= LIMIT);
        }
    }
}
