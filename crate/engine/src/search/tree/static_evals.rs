//! The static evaluations of the nodes on the path to the current one: what they tell the search, and what the search tells of them.

use shakmaty::Move;

use super::{NO_EVAL, NodeState, SearchState, Searcher};
use crate::{
    evaluation::{Evaluate, MATE_BOUND},
    search::{
        node::{DepthRule, MoveOrder, Node, Observer, is_quiet},
        parameters::PLY,
        table::{Bound, Entry},
    },
};

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer<E::Accumulator>> Searcher<E, D, O, V> {
    /// Evaluates a node, unless it is in check, or no pruning in force needs that.
    pub(super) fn evaluate_node(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
    ) {
        let p = &self.parameters;
        let wanted = p.null_move
            + p.futility_depth
            + p.multi_cut
            + p.late_move_pruning
            + p.reverse_futility
            + p.razoring
            + p.reduced_futility
            + p.pawn_correction
            + p.piece_correction;
        self.now.static_evals[node.ply] = if node.in_check || wanted == 0 {
            NO_EVAL
        } else {
            self.evaluate(state)
        };
    }

    /// The static evaluation of a node, corrected by the table; [`NO_EVAL`] where there is none.
    pub(super) fn static_eval(&self, node: &Node<'_>, known: Option<Entry>) -> i32 {
        let static_eval = self.now.static_evals[node.ply];
        if static_eval == NO_EVAL {
            return NO_EVAL;
        }
        // A searched score is a better estimate, if it is exact or bounds the value away from the static evaluation.
        let searched = known.filter(|entry| match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score > static_eval,
            Bound::Upper => entry.score < static_eval,
        });
        match searched {
            Some(entry) if self.parameters.table != 0 && entry.score.abs() < MATE_BOUND => {
                entry.score
            }
            _ => static_eval,
        }
    }

    /// Keeps by how much a score differs from the static evaluation, where it says so: a bound on the side where the evaluation is says
    /// nothing. After captures neither does the score, for the evaluation counts material alone while pieces hang.
    pub(super) fn learn_correction(&mut self, node: &Node<'_>, found: &Entry, best: Option<Move>) {
        let static_eval = self.now.static_evals[node.ply];
        let says = match found.bound {
            Bound::Exact => true,
            Bound::Lower => found.score > static_eval,
            Bound::Upper => found.score < static_eval,
        };
        if self.corrects()
            && static_eval != NO_EVAL
            && says
            && found.score.abs() < MATE_BOUND
            && best.is_none_or(is_quiet)
        {
            let plies = node.depth / PLY;
            self.corrections
                .learn(node.position, plies, found.score - static_eval);
        }
    }
}

impl SearchState {
    /// Whether the static evaluation of the side to move is higher than two plies ago, or four if it was in check then; `false`
    /// if neither is known.
    ///
    /// A side that improves is more likely to fail high, so pruning above beta is safer and pruning of its moves riskier.
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let static_eval = self.static_evals[ply];
        let earlier = [2, 4].into_iter().find_map(|back| {
            let earlier = self.static_evals[ply.checked_sub(back)?];
            (earlier != NO_EVAL).then_some(earlier)
        });
        static_eval != NO_EVAL && earlier.is_some_and(|earlier| static_eval > earlier)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::{
        chess::game::read_fen,
        evaluation::staunton::Staunton,
        search::{
            parameters::Parameters,
            tree::{Control, Limits, Root},
        },
    };

    #[test]
    fn the_root_has_a_static_evaluation_to_improve_on() {
        for (fen, in_check) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
            ("4k3/4r3/8/8/8/8/8/3QK3 w - - 0 1", true),
        ] {
            let position = read_fen(fen).expect("a position");
            let mut searcher = Searcher::new(Staunton::default(), Parameters::DEFAULT, 1);
            let root = Root {
                position: &position,
                earlier: &[],
            };
            let limits = Limits {
                depth: 3,
                ..Limits::default()
            };
            let control = Control {
                stop: &mut || false,
                observe: &mut |_| ControlFlow::Continue(()),
            };
            searcher
                .search(root, &limits, control)
                .expect("it has moves");
            let mut staunton = Staunton::default();
            let score = staunton.evaluate(&position, &staunton.refresh(&position));
            let expected = if in_check { NO_EVAL } else { score };
            assert_eq!(searcher.now.static_evals[0], expected, "{fen}");
        }
    }

    #[test]
    fn improving_compares_with_four_plies_ago_after_a_check() {
        let improving = |static_evals: &[i32], now: i32| {
            let state = SearchState {
                static_evals: [static_evals, &[now]].concat(),
                ..SearchState::default()
            };
            state.is_improving(static_evals.len())
        };
        assert!(improving(&[50, 0], 51));
        assert!(!improving(&[50, 0], 50));
        assert!(
            !improving(&[50, 0, NO_EVAL, 0], 50),
            "in check two plies ago"
        );
        assert!(improving(&[50, 0, NO_EVAL, 0], 51));
        assert!(!improving(&[50, 0, 70, 0], 60), "the last turn counts");
        assert!(
            !improving(&[NO_EVAL, 0, NO_EVAL, 0], 51),
            "nothing is known"
        );
        assert!(!improving(&[0], 51), "its first turn");
        assert!(!improving(&[50, 0], NO_EVAL), "in check now");
    }

    /// What the table adds to the static evaluation is not the side's doing: two plies ago it may have been unknown.
    #[test]
    fn a_score_of_the_table_improves_nothing() {
        let position = read_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("a position");
        let mut searcher = Searcher::new(Staunton::default(), Parameters::DEFAULT, 1);
        let accumulator = searcher.evaluation.refresh(&position);
        let state = NodeState::of_root(&position, &accumulator, ());
        let node = Node {
            position: &position,
            ply: 2,
            depth: 4 * PLY,
            alpha: 0,
            beta: 1,
            in_check: false,
            last: None,
            before_last: None,
        };
        let raw = searcher.evaluate(&state);
        let known = Entry {
            score: raw + 500,
            bound: Bound::Exact,
            depth: PLY,
            best: None,
        };
        for (two_plies_ago, improves) in [(raw, false), (raw - 1, true)] {
            searcher.now.static_evals = vec![two_plies_ago, 0, 0];
            searcher.evaluate_node(&state, &node);
            assert_eq!(searcher.static_eval(&node, Some(known)), raw + 500);
            assert_eq!(searcher.now.is_improving(2), improves);
        }
    }
}
