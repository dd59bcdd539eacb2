//! Null-move pruning.

use shakmaty::{Bitboard, Chess, Move, Position};

use super::{NodeState, Searcher};
use crate::{
    chess::key::key_after_null_move,
    evaluation::{CENTIPAWN, Evaluate, MATE_BOUND},
    search::{
        node::{DepthRule, MoveOrder, Node, Observer, Source},
        parameters::PLY,
    },
};

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer<E::Accumulator>> Searcher<E, D, O, V> {
    /// Null-move pruning: the score after passing, from a reduced search, and whether that was verified; `None` where the null move is not tried.
    ///
    /// If the side to move is above beta even after giving up a turn, a real move would do at least as well. That fails in
    /// zugzwang, where every move is worse than none, so the null move is not tried without a piece (pawn endings are full of
    /// zugzwang). It is not tried in check either, where passing is illegal, nor twice in a row, which would only search the same
    /// position at less depth.
    pub(super) fn null_move(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
        rule: D::State,
        static_eval: i32,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<(i32, Source)> {
        let p = &self.parameters;
        let plies = node.depth / PLY;
        // Not at depth one, where the moves themselves cost hardly more; nor against a mate score, which passing cannot prove.
        if p.null_move == 0
            || plies < 2
            || own_pieces(state.position).is_empty()
            || node.beta.abs() >= MATE_BOUND
        {
            return None;
        }
        // Near the leaves the full reduction would leave too little depth to see what the opponent threatens.
        let near = p.null_move_adaptivity != 0 && plies <= p.null_move_adaptivity_depth;
        let mut reduction = p.null_move_reduction - i32::from(near);
        // With much depth left a shallow search tells enough, and so it does where a side is far above beta.
        if p.null_move_depth > 0 {
            reduction += plies / p.null_move_depth;
        }
        if p.null_move_margin > 0 {
            reduction += ((static_eval - node.beta) / (p.null_move_margin * CENTIPAWN)).min(3);
        }
        let key = key_after_null_move(state.position, state.key);
        self.table.prefetch(key);
        let position = passed(state.position)?;
        debug_assert_eq!(key, crate::chess::key::key(&position), "as for moves");
        let next = NodeState {
            key,
            // The opponent cannot be in check: it was not its turn.
            in_check: false,
            position: &position,
            accumulator: state.accumulator,
            rule,
            last: None,
            before_last: None,
            excluded: None,
        };
        self.now.path.push(state.key);
        let since_null = std::mem::replace(&mut self.now.since_null, self.now.path.len());
        let depth = node.depth - PLY - reduction.max(0) * PLY;
        let score = -self.node(
            &next,
            depth,
            -node.beta,
            1 - node.beta,
            node.ply + 1,
            false,
            stop,
        );
        self.now.since_null = since_null;
        self.now.path.pop();
        if score < node.beta || own_pieces(state.position).more_than_one() || self.now.stopped {
            return Some((score, Source::NullMove));
        }
        // With a single piece zugzwang is still likely: a verification search without the null move must confirm the score.
        let real = self.node(
            state,
            depth,
            node.beta - 1,
            node.beta,
            node.ply,
            false,
            stop,
        );
        Some((score.min(real), Source::Verification))
    }
}

/// The position with the other side to move. A piece that moves to where it stands passes the turn without a check of the position,
/// which is known to be legal; a rook would lose its castling right.
fn passed(position: &Chess) -> Option<Chess> {
    let stays = (own_pieces(position) & !position.board().rooks()).first();
    let Some((square, role)) =
        stays.and_then(|square| Some((square, position.board().role_at(square)?)))
    else {
        return position.clone().swap_turn().ok();
    };
    let mut passed = position.clone();
    passed.play_unchecked(Move::Normal {
        role,
        from: square,
        capture: None,
        to: square,
        promotion: None,
    });
    Some(passed)
}

/// The pieces of the side to move other than king and pawns.
fn own_pieces(position: &Chess) -> Bitboard {
    position.us() & !(position.board().pawns() | position.board().kings())
}
