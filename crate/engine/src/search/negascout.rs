//! f-negascout, the fixed-depth opponent of EvoChess (Gross et al. 2002): Reinefeld's NegaScout, fail-soft, with iterative
//! deepening and killer moves. It has no quiescence, no transposition table, and neither pruning (beyond alpha-beta) nor
//! extensions: its value is that of minimax.
//!
//! The paper only names the algorithm. The pseudo-code is Reinefeld's; the treatment of leaves, the order of moves and the number
//! of killer moves are our choice.

use std::{cmp::Reverse, ops::ControlFlow};

use shakmaty::{Chess, Move, Position};

use crate::{
    chess::key::key,
    evaluation::{Evaluate, MATE},
    search::{
        MAX_PLY,
        decided::{is_draw, mate_or_stalemate, without_moves},
        node::is_quiet,
        quiescence::{guess, tie_key},
        tree::Root,
    },
};

/// Killer moves per ply.
const KILLERS: usize = 2;
/// In what order moves are tried, after the last principal variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorting {
    /// As published: killer moves, then all others by (from, to, promotion).
    Published,
    /// Captures and promotions by gain, killer moves, then all others: it takes fewer nodes (our choice).
    Captures,
}

/// A bound beyond every score.
const INFINITE: i32 = MATE + 1;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The principal variation. Its first move is the best; of several equal ones the first that was searched.
    pub line: Vec<Move>,
    /// Its value for the side to move: that of minimax, in sixteenths of a millipawn.
    pub score: i32,
    /// Nodes of all iterations, leaves included, without the root.
    pub nodes: u64,
    /// The last depth completed, in plies.
    pub depth: u32,
}

impl Found {
    /// The best move.
    pub fn best(&self) -> Move {
        self.line[0]
    }
}

/// The search.
#[derive(Clone, Debug)]
pub struct Negascout<E> {
    /// Evaluates the leaves.
    pub evaluation: E,
    sorting: Sorting,
    killers: Vec<[Option<Move>; KILLERS]>,
    /// The principal variation of the last iteration, tried first in the next.
    variation: Vec<Move>,
    /// The best line from each ply on in this iteration (a triangular table).
    lines: Vec<Vec<Move>>,
    path: Vec<u64>,
    played: usize,
    nodes: u64,
    stopped: bool,
}

/// A node on the path that is being searched.
struct Node<'a, K> {
    position: &'a Chess,
    accumulator: &'a K,
    ply: usize,
    /// Plies to go.
    depth: u32,
    /// Whether the path to it follows the last principal variation.
    expected: bool,
}

impl<E: Evaluate> Negascout<E> {
    /// A search with this evaluation, in the order of our choice.
    pub const fn new(evaluation: E) -> Self {
        Self::sorted(evaluation, Sorting::Captures)
    }

    /// A search with this evaluation and order of moves.
    pub const fn sorted(evaluation: E, sorting: Sorting) -> Self {
        Self {
            evaluation,
            sorting,
            killers: Vec::new(),
            variation: Vec::new(),
            lines: Vec::new(),
            path: Vec::new(),
            played: 0,
            nodes: 0,
            stopped: false,
        }
    }

    /// Searches by iterative deepening up to `depth` plies; `None` without a legal move. Once depth one is complete, `stop` is called
    /// every 1024 nodes; if it ends the search, the result of the unfinished iteration is discarded.
    pub fn search(
        &mut self,
        root: Root<'_>,
        depth: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Found> {
        self.search_observed(root, depth, stop, &mut |_| ControlFlow::Continue(()))
    }

    /// The same; `observe` is called after every completed depth, and ends the search with `Break`.
    pub fn search_observed(
        &mut self,
        root: Root<'_>,
        depth: u32,
        stop: &mut dyn FnMut() -> bool,
        observe: &mut dyn FnMut(&Found) -> ControlFlow<()>,
    ) -> Option<Found> {
        self.prepare(root);
        let accumulator = self.evaluation.refresh(root.position);
        let mut found = None;
        for depth in 1..=depth.clamp(1, MAX_PLY as u32 - 1) {
            let node = Node {
                position: root.position,
                accumulator: &accumulator,
                ply: 0,
                depth,
                expected: true,
            };
            let mut may_stop = || depth > 1 && stop();
            let score = self.node(&node, -INFINITE, INFINITE, &mut may_stop);
            if self.stopped {
                break;
            }
            self.variation.clone_from(&self.lines[0]);
            self.variation.first()?;
            let complete = Found {
                line: self.variation.clone(),
                score,
                nodes: self.nodes,
                depth,
            };
            let goes_on = observe(&complete).is_continue();
            found = Some(complete);
            if !goes_on {
                break;
            }
        }
        found.map(|found| Found {
            nodes: self.nodes,
            ..found
        })
    }

    fn prepare(&mut self, root: Root<'_>) {
        self.killers.clear();
        self.killers.resize(MAX_PLY, [None; KILLERS]);
        self.lines.resize(MAX_PLY + 1, Vec::new());
        self.variation.clear();
        self.path.clear();
        self.path.extend_from_slice(root.earlier);
        self.played = root.earlier.len();
        self.nodes = 0;
        self.stopped = false;
    }

    /// The value of a node, or a bound on it outside the window (fail-soft).
    fn node(
        &mut self,
        node: &Node<'_, E::Accumulator>,
        alpha: i32,
        beta: i32,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        self.lines[node.ply].clear();
        if node.ply > 0 {
            self.nodes += 1;
            self.stopped |= self.nodes.is_multiple_of(1024) && stop();
        }
        if self.stopped {
            return 0;
        }
        let drawn = || {
            is_draw(
                node.position,
                || key(node.position),
                &self.path,
                self.played,
            )
        };
        if node.ply > 0 && drawn() {
            return 0;
        }
        if node.depth == 0 {
            return self.leaf(node);
        }
        let moves = self.ordered(node);
        if moves.is_empty() {
            return without_moves(node.position, node.ply);
        }
        self.path.push(key(node.position));
        let value = self.scout(node, &moves, alpha, beta, stop);
        self.path.pop();
        value
    }

    /// Reinefeld's loop: searches the first move with the full window and the others with a zero window, and searches those that fail
    /// high again.
    fn scout(
        &mut self,
        node: &Node<'_, E::Accumulator>,
        moves: &[Move],
        alpha: i32,
        beta: i32,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        let mut best = -INFINITE;
        let mut upper = beta;
        for (number, &m) in moves.iter().enumerate() {
            let mut position = node.position.clone();
            position.play_unchecked(m);
            let accumulator = self.evaluation.update(node.accumulator, node.position, m);
            let child = Node {
                position: &position,
                accumulator: &accumulator,
                ply: node.ply + 1,
                depth: node.depth - 1,
                expected: node.expected && self.variation.get(node.ply) == Some(&m),
            };
            let lower = alpha.max(best);
            let mut value = -self.node(&child, -upper, -lower, stop);
            // Above a leaf no second search is needed: its value is exact whatever the window was.
            if value > lower && value < beta && number > 0 && node.depth > 1 && !self.stopped {
                value = -self.node(&child, -beta, -value, stop);
            }
            if self.stopped {
                return best;
            }
            if value > best {
                best = value;
                if value > alpha {
                    self.extend_line(node.ply, m);
                }
            }
            if best >= beta {
                self.add_killer(node.ply, m);
                return best;
            }
            upper = alpha.max(best) + 1;
        }
        best
    }

    /// The value of a leaf, where mate and stalemate are recognised too.
    fn leaf(&mut self, node: &Node<'_, E::Accumulator>) -> i32 {
        mate_or_stalemate(node.position, node.ply)
            .unwrap_or_else(|| self.evaluation.evaluate(node.position, node.accumulator))
    }

    fn ordered(&self, node: &Node<'_, E::Accumulator>) -> Vec<Move> {
        let expected = node.expected.then(|| self.variation.get(node.ply));
        let expected = expected.flatten();
        sorted(
            node.position,
            expected.copied(),
            self.killers[node.ply],
            self.sorting,
        )
    }

    fn extend_line(&mut self, ply: usize, m: Move) {
        let (front, back) = self.lines.split_at_mut(ply + 1);
        front[ply].clear();
        front[ply].push(m);
        front[ply].extend_from_slice(&back[0]);
    }

    fn add_killer(&mut self, ply: usize, m: Move) {
        let killers = &mut self.killers[ply];
        let may_be = is_quiet(m) || self.sorting == Sorting::Published;
        if may_be && killers[0] != Some(m) {
            killers.rotate_right(1);
            killers[0] = Some(m);
        }
    }
}

/// The moves in order: the one that the last principal variation expects; captures and promotions by gain, unless as published; killers; the
/// rest by (from, to).
fn sorted(
    position: &Chess,
    expected: Option<Move>,
    killers: [Option<Move>; KILLERS],
    sorting: Sorting,
) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.sort_by_cached_key(|m| {
        let class = if Some(*m) == expected {
            0
        } else if sorting == Sorting::Captures && !is_quiet(*m) {
            1
        } else {
            let rank = killers.iter().position(|killer| *killer == Some(*m));
            2 + rank.unwrap_or(KILLERS)
        };
        let gain = if class == 1 { guess(*m) } else { 0 };
        (class, Reverse(gain), tie_key(*m))
    });
    moves
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{chess::game::read_fen, evaluation::evochess::EvoChess};

    fn search(position: &Chess, earlier: &[u64], depth: u32) -> Option<Found> {
        let root = Root { position, earlier };
        Negascout::new(EvoChess::standard()).search(root, depth, &mut || false)
    }

    /// The reference: minimax by definition, with the draw rules of the search.
    fn minimax(
        position: &Chess,
        path: &mut Vec<u64>,
        played: usize,
        ply: usize,
        depth: u32,
    ) -> i32 {
        let moves = position.legal_moves();
        if ply > 0 {
            let here = key(position);
            let since = position.halfmoves() as usize;
            let recent = path.len().saturating_sub(since);
            let on_way = path[played.max(recent)..].contains(&here);
            let in_game = path[recent.min(played)..played]
                .iter()
                .filter(|key| **key == here)
                .count();
            if on_way
                || in_game >= 2
                || position.is_insufficient_material()
                || since >= 100 && !position.is_checkmate()
            {
                return 0;
            }
        }
        if moves.is_empty() {
            return without_moves(position, ply);
        }
        if depth == 0 {
            return EvoChess::standard().evaluate(position, &());
        }
        path.push(key(position));
        let best = moves
            .iter()
            .map(|m| {
                let mut child = position.clone();
                child.play_unchecked(*m);
                -minimax(&child, path, played, ply + 1, depth - 1)
            })
            .max();
        path.pop();
        best.unwrap_or(0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn its_value_is_that_of_minimax(choices in proptest::collection::vec(any::<u16>(), 0..120), depth in 1_u32..=3) {
            let mut position = Chess::default();
            let mut earlier = Vec::new();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                earlier.push(key(&position));
                position.play_unchecked(moves[usize::from(choice) % moves.len()]);
            }
            let found = search(&position, &earlier, depth);
            prop_assert_eq!(found.is_some(), !position.legal_moves().is_empty());
            if let Some(found) = found {
                let played = earlier.len();
                let best = minimax(&position, &mut earlier.clone(), played, 0, depth);
                prop_assert_eq!(found.score, best);
                prop_assert_eq!(found.depth, depth);
                let mut child = position.clone();
                child.play_unchecked(found.best());
                earlier.push(key(&position));
                // Below the root, the root itself counts as a position of the search tree.
                let value = -minimax(&child, &mut earlier.clone(), played, 1, depth - 1);
                prop_assert_eq!(value, best, "the move has the value");
            }
        }
    }

    #[test]
    fn sees_mates_in_endings_and_prefers_the_nearer() {
        let position = read_fen("7k/8/5K2/8/8/8/R7/6Q1 w - - 0 1").expect("a position");
        let found = search(&position, &[], 3).expect("a move");
        assert_eq!(found.score, MATE - 1);
        let position = read_fen("k7/8/1K6/8/8/8/8/7R w - - 98 80").expect("a position");
        assert_eq!(search(&position, &[], 2).expect("a move").score, MATE - 1);
    }

    #[test]
    fn depth_one_is_always_complete() {
        let position = Chess::default();
        let root = Root {
            position: &position,
            earlier: &[],
        };
        let found = Negascout::new(EvoChess::standard()).search(root, 6, &mut || true);
        let depth = found.map(|found| found.depth);
        assert!(
            depth.is_some_and(|depth| (1..6).contains(&depth)),
            "{depth:?}"
        );
    }

    #[test]
    fn its_searches_do_not_depend_on_earlier_ones() {
        let first = Chess::default();
        let second =
            read_fen("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
                .expect("a position");
        let mut used = Negascout::new(EvoChess::standard());
        let mut of = |position: &Chess| {
            used.search(
                Root {
                    position,
                    earlier: &[],
                },
                4,
                &mut || false,
            )
        };
        of(&first);
        assert_eq!(of(&second), search(&second, &[], 4));
    }
}
