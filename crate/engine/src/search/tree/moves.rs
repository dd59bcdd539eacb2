//! Principal variation search over the moves of a node.

use std::cell::LazyCell;

use arrayvec::ArrayVec;
use shakmaty::Move;

use super::{
    NodeState, Searcher, bounds::entry, move_picker::MovePicker, move_pruning::CheckSquares,
    reductions::LateMove, singular::Singular,
};
use crate::{
    evaluation::{Evaluate, MATE, MATE_BOUND},
    search::{
        node::{DepthRule, MoveOrder, Node, Observer, Source},
        parameters::PLY,
        table::Entry,
    },
};

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) entry: Option<Entry>,
    pub(super) static_eval: i32,
    pub(super) improving: bool,
}

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer<E::Accumulator>> Searcher<E, D, O, V> {
    /// Principal variation search over the moves: the first with the full window, the others with a zero window and reduced
    /// depth, and again with more depth or the full window when they turn out better than expected. Also tells how the score was found.
    pub(super) fn search_moves(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
        rule: D::State,
        moves: &mut MovePicker<'_>,
        known: Known,
        stop: &mut dyn FnMut() -> bool,
    ) -> (i32, Source) {
        let Known {
            static_eval,
            improving,
            ..
        } = known;
        let is_pv = node.beta - node.alpha > 1;
        let (mut alpha, beta) = (node.alpha, node.beta);
        let mut best = node.ply as i32 - MATE;
        let mut best_move = None;
        let mut tried = ArrayVec::<Move, 64>::new();
        let mut number = 0;
        let mut quiets_skipped = false;
        let checks = LazyCell::new(|| CheckSquares::of(state.position));
        loop {
            // No move is pruned until one was found that is not mated: otherwise the node might seem lost, or mated, only because
            // its defences were not searched.
            if !quiets_skipped
                && best > -MATE_BOUND
                && self.skip_quiets(node, number + 1, static_eval, improving, alpha)
            {
                quiets_skipped = true;
                // Checks are kept: they can win whatever the static evaluation says.
                moves.skip_quiets(&self.order, node, |m| checks.given_by(m));
            }
            let Some((m, move_score)) = moves.next(&self.order, node) else {
                break;
            };
            if state.excluded == Some(m) {
                continue;
            }
            number += 1;
            // A capture in its place before the quiet moves was seen to lose nothing when it was picked.
            let is_sound = m.is_capture() && (O::ABOVE_QUIET..i32::MAX).contains(&move_score);
            if best > -MATE_BOUND
                && (self.reduced_futility(node, m, number, static_eval, alpha)
                    && !checks.given_by(m)
                    || !is_sound && self.see_prune(state, node, m))
            {
                continue;
            }
            let more = match self.singular(state, node, m, known.entry, stop) {
                Singular::More(more) => more,
                // More than one move is above beta in a shallower search, as in multi-cut.
                Singular::Cut(score) => return (score, Source::MultiCut),
            };
            let child = self.child(state, m);
            let next = child.state(state, m, rule);
            let depth = node.depth - PLY + more;
            let mut score = alpha + 1;
            if number > 1 {
                let late = LateMove {
                    m,
                    score: move_score,
                    number,
                    checks: child.in_check,
                    is_pv,
                    improving,
                };
                let less = self.late_move_reduction(node, late);
                score = -self.node(
                    &next,
                    depth - less,
                    -alpha - 1,
                    -alpha,
                    node.ply + 1,
                    true,
                    stop,
                );
                // A reduced move that beats alpha is searched again at full depth before it is believed.
                if score > alpha && less > 0 {
                    score = -self.node(&next, depth, -alpha - 1, -alpha, node.ply + 1, true, stop);
                }
            }
            // In a PV node the zero window only said that the move is better: the full window tells by how much.
            if score > alpha && (is_pv || number == 1) {
                score = -self.node(&next, depth, -beta, -alpha, node.ply + 1, true, stop);
            }
            if self.now.stopped {
                return (best, Source::Search);
            }
            if !tried.is_full() {
                tried.push(m);
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(m);
                    self.extend_variation(node.ply, m);
                }
                if score >= beta {
                    if tried.last() == Some(&m) {
                        self.order.on_cutoff(node, &tried);
                    }
                    break;
                }
            }
        }
        if state.excluded.is_none() {
            let entry = entry(best, node.alpha, beta, node.depth, best_move);
            self.table.put(state.key, node.ply, entry);
            self.learn_correction(node, &entry, best_move);
        }
        (best, Source::Search)
    }
}
