//! The main search between root and quiescence: what decides a node without its moves, then the moves ([`super::moves`]).
//!
//! Whole nodes are pruned (reverse futility, razoring, null move, multi-cut) in zero-window nodes alone. There the only
//! question is whether the score reaches beta, and a move that only seems better because of pruning is searched again with an open
//! window by the PV node above. In PV nodes the exact score and the variation are wanted.

use shakmaty::Position;

use super::{
    NO_EVAL, NodeState, Searcher,
    bounds::{bound, is_late, usable_score},
    move_picker::MovePicker,
    moves::Known,
};
use crate::{
    evaluation::{Evaluate, MATE, MATE_BOUND, is_stalemate},
    search::{
        MAX_PLY,
        node::{DepthRule, Finished, MoveOrder, Node, Observer, Source},
        parameters::PLY,
        table::Entry,
    },
};

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer<E::Accumulator>> Searcher<E, D, O, V> {
    /// The value of a node, or a bound on it outside the window (fail-soft).
    #[expect(clippy::too_many_arguments, reason = "the state of alpha-beta")]
    pub(super) fn node(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        null_allowed: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        self.now.variations[ply].clear();
        if self.is_draw(state) {
            return 0;
        }
        // Mate distance pruning: the best that a node can reach is a mate by its next move, the worst is to be mated already. If a
        // shorter mate was found elsewhere, nothing here can change the result.
        let nearest_mate = MATE - ply as i32 - 1;
        let (alpha, beta) = (alpha.max(ply as i32 - MATE), beta.min(nearest_mate));
        if alpha >= beta {
            return alpha;
        }
        let mut node = Node {
            position: state.position,
            ply,
            depth,
            alpha,
            beta,
            in_check: state.in_check,
            last: state.last,
            before_last: state.before_last,
        };
        // Extensions are limited by the depth of the iteration, so that a sequence of checks cannot extend itself for ever.
        let mut rule = state.rule;
        if ply < 2 * self.now.root_depth as usize {
            let left = self.now.most_nodes.saturating_sub(self.now.nodes);
            let more = self
                .depth_rule
                .enter(&mut rule, &node, left, &self.parameters);
            node.depth += more.min(PLY);
        }
        if node.depth < PLY || ply + 1 >= MAX_PLY {
            // Quiescence does not generate quiet moves and so cannot see a stalemate.
            if !node.in_check && is_stalemate(state.position) {
                return 0;
            }
            let checks = self.parameters.quiescence_checks != 0;
            return self.quiesce(state, alpha, beta, ply, checks, stop);
        }
        self.count(stop);
        if self.now.stopped {
            return 0;
        }
        // The table's memory is still on its way.
        self.evaluate_node(state, &node);
        let known = self.table.get(state.key, ply);
        if state.excluded.is_none()
            && let Some(score) = known.and_then(|entry| self.tt_cutoff(&entry, &node))
        {
            return score;
        }
        let (score, source) =
            self.search_node(state, &mut node, &mut rule, known, null_allowed, stop);
        if !self.now.stopped && state.excluded.is_none() {
            self.observer.finished(&Finished {
                node,
                key: state.key,
                accumulator: state.accumulator,
                score,
                bound: bound(score, alpha, beta),
                source,
            });
        }
        score
    }

    /// The score in the transposition table, if it is deep enough and its bound decides the window.
    ///
    /// Not in PV nodes: a cut-off there would cut the principal variation short.
    fn tt_cutoff(&self, entry: &Entry, node: &Node<'_>) -> Option<i32> {
        let is_pv = node.beta - node.alpha > 1;
        if self.parameters.table == 0 || is_pv || is_late(node.position) || entry.depth < node.depth
        {
            return None;
        }
        usable_score(entry, node.alpha, node.beta)
    }

    /// Searches a node that the table does not decide: first whatever can decide it without searching all moves, then the moves.
    /// Its depth becomes the one at which its moves are searched.
    fn search_node(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &mut Node<'_>,
        rule: &mut D::State,
        known: Option<Entry>,
        null_allowed: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> (i32, Source) {
        let static_eval = self.static_eval(node, known);
        let improving = self.now.is_improving(node.ply);
        let is_zero_window = node.beta - node.alpha == 1;
        let mut mate_threat = false;
        if is_zero_window && static_eval != NO_EVAL && state.excluded.is_none() {
            if let Some(score) = self.static_prune(state, node, static_eval, improving, stop) {
                return (score, Source::Static);
            }
            // A side that stands below beta even before it gives up its turn will hardly fail high afterwards.
            if null_allowed && static_eval >= node.beta {
                match self.null_move(state, node, *rule, static_eval, stop) {
                    Some((score, source)) if score >= node.beta => {
                        // A mate that was found by passing is not proven: only the bound is.
                        let proven = if score >= MATE_BOUND {
                            node.beta
                        } else {
                            score
                        };
                        return (proven, source);
                    }
                    // The mate of a verification comes by real moves: it is no threat.
                    Some((score, source)) => {
                        mate_threat = source == Source::NullMove && score <= -MATE_BOUND;
                    }
                    None => {}
                }
                if self.now.stopped {
                    return (0, Source::NullMove);
                }
            }
        }
        let moves = state.position.legal_moves();
        if moves.is_empty() {
            let score = if node.in_check {
                node.ply as i32 - MATE
            } else {
                0
            };
            return (score, Source::Search);
        }
        if node.ply < 2 * self.now.root_depth as usize {
            node.depth += self
                .depth_rule
                .inside(rule, moves.len(), mate_threat, &self.parameters)
                .min(PLY);
        }
        // Internal iterative reduction: without a move from the table the ordering is poor and a deep search expensive. A
        // shallower one fills the table for the next iteration.
        let best_known = known.and_then(|entry| entry.best);
        let min_depth = self.parameters.internal_iterative_reduction;
        if best_known.is_none() && min_depth > 0 && node.depth >= min_depth * PLY {
            node.depth -= PLY;
        }
        // Its moves are searched, however much it was shortened.
        node.depth = node.depth.max(PLY);
        let mut moves = MovePicker::new(&moves, best_known);
        self.now.path.push(state.key);
        let may_cut = is_zero_window && static_eval != NO_EVAL && state.excluded.is_none();
        let found = if may_cut && self.multi_cut(state, node, *rule, &moves, stop) {
            (node.beta, Source::MultiCut)
        } else {
            let found = Known {
                entry: known,
                static_eval,
                improving,
            };
            self.search_moves(state, node, *rule, &mut moves, found, stop)
        };
        self.now.path.pop();
        found
    }
}
