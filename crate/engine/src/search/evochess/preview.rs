//! What a program does with a position before it searches: in what order it tries the moves, and how deep its depth module looks. All is as
//! in the first search of a game, with the usual nodes and no bounds yet.

use shakmaty::{Chess, Move, Position};

use crate::{
    chess::key::key,
    evaluation::{Evaluate, evochess::EvoChess},
    search::{
        decided::{is_draw, mate_or_stalemate},
        evochess::{
            depth::{Path, Registers},
            individual::{Individual, USUAL_NODES},
            kernel::{DepthModule, INFINITY, LastMove, Reach, View},
            module::Module,
            order::Order,
        },
    },
};

/// A legal move, as a program tries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The move.
    pub m: Move,
    /// What the move ordering gives it, in hundredths.
    pub value: i32,
    /// Plies still to be searched after it, with what the depth module says there; 0 where the move ends the game.
    pub plies: i32,
    /// By how many plies the depth module changes that.
    pub change: i32,
}

impl Individual {
    /// What the depth module does at this position, as the root; `None` without a legal move: then it is not asked.
    pub fn depth_path(&self, position: &Chess) -> Option<Path> {
        if mate_or_stalemate(position, 0).is_some() {
            return None;
        }
        let mut score = || self.score(position);
        let mut view = root(position, &mut score);
        let (ply, horizon) = (view.ply, view.horizon);
        Some(
            self.depth
                .path(&mut Registers::new(), ply, horizon, &mut view),
        )
    }

    /// The legal moves in the order in which they are tried. The depth module has been asked about the root, and about no other move.
    pub fn tries(&self, position: &Chess) -> Vec<Tried> {
        let mut module = Module::new(&self.depth);
        let mut score = || self.score(position);
        let mut view = root(position, &mut score);
        let horizon = view.horizon + module.change(&mut view) - 1;
        let moves = Order::new(self.order).tries(position);
        let siblings = moves.len();
        let tried = (1..).zip(moves).map(|(place, (m, value))| {
            let last = LastMove {
                m,
                place,
                siblings,
                value,
            };
            let change = self.change_after(position, last, horizon, module.clone());
            Tried {
                m,
                value,
                plies: change.map_or(0, |change| (horizon + change).max(0)),
                change: change.unwrap_or(0),
            }
        });
        tried.collect()
    }

    /// What the module says after a move; `None` where that ends the game.
    fn change_after(
        &self,
        root: &Chess,
        last: LastMove,
        horizon: i32,
        mut module: Module,
    ) -> Option<i32> {
        let mut position = root.clone();
        position.play_unchecked(last.m);
        let is_over = mate_or_stalemate(&position, 1).is_some()
            || is_draw(&position, || key(&position), &[key(root)], 1);
        let mut score = || self.score(&position);
        (!is_over).then(|| {
            module.change(&mut View {
                ply: 1,
                horizon,
                last: Some(last),
                nodes: 1,
                ..self::root(&position, &mut score)
            })
        })
    }

    /// The score for the side to move, without the random term, in sixteenths of a millipawn.
    pub fn score(&self, position: &Chess) -> i32 {
        EvoChess::new(self.evaluation, None).evaluate(position, &())
    }
}

/// What the depth module knows of a position as the root.
fn root<'a>(position: &'a Chess, score: &'a mut dyn FnMut() -> i32) -> View<'a> {
    let reach = Reach::published(USUAL_NODES);
    View {
        position,
        ply: 0,
        horizon: reach.horizon as i32,
        alpha: -INFINITY,
        beta: INFINITY,
        last: None,
        nodes: 0,
        nodes_available: reach.nodes,
        score,
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, uci::UciMove};

    use super::*;
    use crate::{
        chess::game::read_fen,
        evaluation::evochess,
        search::{
            evochess::{
                individual::Thinker,
                order::{self, Weights},
            },
            tree::{Limits, Root},
        },
    };

    fn individual(depth: &str) -> Individual {
        Individual {
            evaluation: evochess::Weights::DEFAULT,
            order: Weights::DEFAULT,
            depth: depth.parse().expect("a program"),
        }
    }

    const TAKES: &str = "4k3/8/8/3q4/4P3/2N5/8/4K3 w - - 0 1";

    #[test]
    fn moves_are_as_the_move_ordering_has_them() {
        let position = read_fen(TAKES).expect("a position");
        let tries = individual("").tries(&position);
        let expected = Order::new(order::Weights::DEFAULT).tries(&position);
        let moves: Vec<(Move, i32)> = tries.iter().map(|tried| (tried.m, tried.value)).collect();
        assert_eq!(moves, expected);
        assert!(
            tries
                .iter()
                .all(|tried| (tried.plies, tried.change) == (1, 0))
        );
    }

    #[test]
    fn captures_are_searched_deeper_by_a_program_that_says_so() {
        let position = read_fen(TAKES).expect("a position");
        let tries =
            individual("if captured-value > accumulator\n  deepen\n  deepen\nend").tries(&position);
        for Tried {
            m, plies, change, ..
        } in tries
        {
            let expected = if m.is_capture() { (3, 2) } else { (1, 0) };
            assert_eq!((plies, change), expected, "{m:?}");
        }
    }

    /// The first program stores something at the root, which it reads a ply below; the second sees no bounds, and that a node was searched.
    #[test]
    fn a_ply_below_all_is_as_for_the_first_move() {
        let position = read_fen(TAKES).expect("a position");
        let kept = "if search-register > accumulator\n  shorten\nend\nload pawns\nstore search";
        let first = "if expanded-nodes > accumulator\n  if beta > score\n    if score > alpha\n      deepen\n    end\n  end\nend";
        for (text, plies) in [(kept, 0), (first, 2)] {
            let tries = individual(text).tries(&position);
            assert!(tries.iter().all(|tried| tried.plies == plies), "{text}");
        }
    }

    #[test]
    fn a_move_that_ends_the_game_is_searched_no_further() {
        let position = read_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").expect("a position");
        let mate: UciMove = "d1d8".parse().expect("a move");
        let mate = mate.to_move(&position).expect("a legal move");
        for Tried { m, plies, .. } in individual("deepen").tries(&position) {
            let uci = m.to_uci(CastlingMode::Standard);
            assert_eq!(plies, if m == mate { 0 } else { 3 }, "{uci}");
        }
    }

    /// The path says how deep the kernel searches.
    #[test]
    fn the_root_is_searched_as_deep_as_the_path_says() {
        let position = Chess::default();
        let root = Root {
            position: &position,
            earlier: &[],
        };
        for (text, plies) in [("", 2), ("if depth > accumulator\nelse\n  deepen\nend", 3)] {
            let individual = individual(text);
            let path = individual.depth_path(&position).expect("there are moves");
            let found =
                Thinker::new(&individual, None).think(root, &Limits::default(), &mut || false);
            assert_eq!(found.expect("there are moves").deepest, plies);
            assert_eq!(2 + path.change, plies as i32);
            assert!(
                path.words
                    .iter()
                    .any(|words| words.contains(&format!("searches {plies} plies")))
            );
        }
        let open = individual("if alpha > beta\n  deepen\nend").depth_path(&position);
        assert_eq!(
            open.expect("there are moves").words[0],
            "Alpha (no bound yet) is not greater than beta (no bound yet): else."
        );
    }

    #[test]
    fn without_a_move_there_is_no_path() {
        let position = read_fen("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1").expect("a position");
        assert_eq!(individual("deepen").depth_path(&position), None);
        assert_eq!(individual("deepen").tries(&position), []);
    }
}
