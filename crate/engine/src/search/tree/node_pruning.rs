//! Pruning of whole nodes: reverse futility and razoring by the static evaluation, multi-cut by a shallower search of some moves. The
//! null move has a module of its own.

use super::{NodeState, Searcher, move_picker::MovePicker};
use crate::{
    evaluation::{CENTIPAWN, Evaluate, MATE_BOUND},
    search::{
        node::{DepthRule, MoveOrder, Node, Observer},
        parameters::PLY,
    },
};

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer<E::Accumulator>> Searcher<E, D, O, V> {
    /// A score for a node whose static evaluation is far outside the window: reverse futility pruning above beta, razoring below
    /// alpha. Not in check, where there is no static evaluation.
    pub(super) fn static_prune(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
        static_eval: i32,
        improving: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<i32> {
        let p = &self.parameters;
        let plies = node.depth / PLY;
        // Reverse futility pruning: near the leaves, an advantage this large is seldom lost again. The margin grows with the
        // depth left, for the opponent has more moves to win it back; a side that improves is safer by a ply.
        let margin = p.reverse_futility_margin * (plies - i32::from(improving)) * CENTIPAWN;
        if plies <= p.reverse_futility
            && static_eval - margin >= node.beta
            && node.beta.abs() < MATE_BOUND
        {
            return Some(static_eval);
        }
        // Razoring: near the leaves, a side that stands this far below alpha needs a capture to get back. If quiescence does
        // not find one, the quiet moves will hardly do better.
        if plies <= p.razoring && static_eval + p.razoring_margin * plies * CENTIPAWN < node.alpha {
            let score = self.quiesce(state, node.alpha, node.alpha + 1, node.ply, false, stop);
            return (score <= node.alpha || self.now.stopped).then_some(score);
        }
        None
    }

    /// Multi-cut pruning: whether several of the first moves fail high in a reduced search. If so, at least one of them will
    /// probably do so at full depth as well, although a single one might not.
    pub(super) fn multi_cut(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
        rule: D::State,
        moves: &MovePicker<'_>,
        stop: &mut dyn FnMut() -> bool,
    ) -> bool {
        let p = self.parameters;
        if p.multi_cut == 0 || node.depth < p.multi_cut_depth.max(1) * PLY || p.multi_cut_cuts == 0
        {
            return false;
        }
        let depth = node.depth - PLY - p.multi_cut_reduction * PLY;
        let mut moves = moves.clone();
        let mut cuts = 0;
        for _ in 0..p.multi_cut_moves {
            let Some((m, _)) = moves.next(&self.order, node) else {
                break;
            };
            let child = self.child(state, m);
            let next = child.state(state, m, rule);
            let score = -self.node(
                &next,
                depth,
                -node.beta,
                1 - node.beta,
                node.ply + 1,
                true,
                stop,
            );
            if self.now.stopped {
                return false;
            }
            cuts += i32::from(score >= node.beta);
            if cuts >= p.multi_cut_cuts {
                return true;
            }
        }
        false
    }
}
