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
        self.think(root, limits, stop).map(Report::from)
    }

    /// Nodes for the next move.
    fn available(&self, average: u64) -> u64 {
        let all = average.saturating_mul(self.moves + 1);
        let saved = all.saturating_sub(self.used);
        saved.min(average.saturating_mul(MOST_SAVED)).max(1)
    }
}

/// There is one line, and no table.
impl From<Found> for Report {
    fn from(found: Found) -> Self {
        Self {
            depth: found.deepest,
            selective_depth: found.deepest,
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

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Move, uci::UciMove};

    use super::*;
    use crate::chess::game::read_fen;

    /// A program with the usual weights.
    fn thinker(depth: &str) -> Thinker {
        let individual = Individual {
            evaluation: evochess::Weights::DEFAULT,
            order: order::Weights::DEFAULT,
            depth: depth.parse().expect("a program"),
        };
        Thinker::new(&individual, None)
    }

    /// It looks deeper at every node, so that it takes all nodes that it is given.
    const GREEDY: &str = "deepen";

    fn think(thinker: &mut Thinker, position: &Chess, limits: &Limits) -> Found {
        let root = Root {
            position,
            earlier: &[],
        };
        let found = thinker.think(root, limits, &mut || false);
        found.expect("there are moves")
    }

    fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes,
            ..Limits::default()
        }
    }

    fn legal(position: &Chess, uci: &str) -> Move {
        let m: UciMove = uci.parse().expect("a move");
        m.to_move(position).expect("a legal move")
    }

    /// A thought that takes one node: of the only move asked for, which mates.
    fn saves(thinker: &mut Thinker, average: u64) {
        let position = read_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").expect("a position");
        let mating = Limits {
            moves: vec![legal(&position, "d1d8")],
            ..nodes(average)
        };
        assert_eq!(think(thinker, &position, &mating).nodes, 1);
    }

    /// It takes so many, and a little more: the rest of each level is visited.
    #[track_caller]
    fn takes(thinker: &mut Thinker, average: u64, expected: u64) {
        let found = think(thinker, &Chess::default(), &nodes(average));
        assert!(found.ran_out, "{}", found.nodes);
        let about = expected..expected + 500;
        assert!(about.contains(&found.nodes), "{}", found.nodes);
    }

    #[test]
    fn what_was_saved_is_used_later() {
        let average = 10_000;
        let mut thinker = thinker(GREEDY);
        takes(&mut thinker, average, average);
        // What was taken too much is missing.
        let over = thinker.used - average;
        assert_eq!(thinker.available(average), average - over);
        thinker.new_game();
        for _ in 0..3 {
            saves(&mut thinker, average);
        }
        takes(&mut thinker, average, 4 * average - 3);
        assert!(thinker.available(average) <= average);
    }

    #[test]
    fn no_move_gets_more_than_ten_times_the_average() {
        let average = 2000;
        let mut thinker = thinker(GREEDY);
        for _ in 0..30 {
            saves(&mut thinker, average);
        }
        // There are 31 averages for the next, less a few nodes.
        takes(&mut thinker, average, 10 * average);
        takes(&mut thinker, average, 10 * average);
        takes(&mut thinker, average, 10 * average);
        let left = 34 * average - thinker.used;
        assert!(left < 4 * average, "{left}");
        takes(&mut thinker, average, left);
    }

    #[test]
    fn whoever_took_too_much_still_moves() {
        let mut thinker = thinker(GREEDY);
        takes(&mut thinker, 5000, 5000);
        let found = think(&mut thinker, &Chess::default(), &nodes(1));
        assert!(found.ran_out && !found.line.is_empty());
        // Without a limit the average is the usual one.
        thinker.new_game();
        takes(&mut thinker, u64::MAX, USUAL_NODES);
    }

    #[test]
    fn a_new_game_forgets() {
        // Looks two plies ahead in the first search of a game, and three in the others.
        let mut thinker = thinker(
            "if depth > accumulator
            else
              if game-register > accumulator
                deepen
              end
              load pawns
              store game
            end",
        );
        let limits = nodes(100_000);
        let start = Chess::default();
        let mut deepest = || think(&mut thinker, &start, &limits).deepest;
        assert_eq!([deepest(), deepest(), deepest()], [2, 3, 3]);
        let before = (thinker.used, thinker.moves);
        assert!(before.0 > 400 && before.1 == 3);
        thinker.new_game();
        assert_eq!((thinker.used, thinker.moves), (0, 0));
        assert_eq!(think(&mut thinker, &start, &limits).deepest, 2);
    }

    #[test]
    fn limits_are_obeyed() {
        let start = Chess::default();
        for uci in ["a2a3", "h2h4"] {
            let limits = Limits {
                moves: vec![legal(&start, uci)],
                ..nodes(5000)
            };
            let found = think(&mut thinker(GREEDY), &start, &limits);
            assert_eq!(found.line[0], legal(&start, uci));
        }
        for depth in 1..4 {
            let limits = Limits {
                depth,
                ..Limits::default()
            };
            let root = Root {
                position: &start,
                earlier: &[],
            };
            let report = thinker(GREEDY).report(root, &limits, &mut || false);
            let report = report.expect("there are moves");
            assert_eq!((report.depth, report.lines.len()), (depth, 1));
            assert_eq!(report.lines[0].moves.len(), depth as usize);
        }
    }

    #[test]
    fn without_a_move_there_is_nothing_to_think_about() {
        let position = read_fen("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1").expect("a position");
        let root = Root {
            position: &position,
            earlier: &[],
        };
        let mut thinker = thinker(GREEDY);
        let found = thinker.think(root, &nodes(100), &mut || false);
        assert_eq!((found, thinker.moves), (None, 0));
    }
}
