//! Pruning of single moves: late ones, those that cannot raise alpha, and those that lose material.

use shakmaty::{
    Bitboard, ByRole, Chess, Move, Position,
    attacks::{bishop_attacks, knight_attacks, pawn_attacks, rook_attacks},
};

use super::{NO_EVAL, NodeState, Searcher};
use crate::{
    evaluation::{CENTIPAWN, Evaluate},
    search::{
        exchange,
        node::{DepthRule, MoveOrder, Node, Observer, is_quiet},
        parameters::PLY,
    },
};

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer<E::Accumulator>> Searcher<E, D, O, V> {
    /// Whether a quiet move that gives no direct check is skipped because the depth at which it would be searched cannot show more than
    /// the margin over the static evaluation.
    pub(super) fn reduced_futility(
        &self,
        node: &Node<'_>,
        m: Move,
        number: i32,
        static_eval: i32,
        alpha: i32,
    ) -> bool {
        let p = &self.parameters;
        if p.reduced_futility == 0 || static_eval == NO_EVAL || !is_quiet(m) {
            return false;
        }
        let plies =
            ((node.depth - PLY - self.usual_reduction(node.depth / PLY, number)) / PLY).max(0);
        let margin = p.reduced_futility_base + p.reduced_futility_margin * plies;
        plies <= p.reduced_futility && static_eval + margin * CENTIPAWN <= alpha
    }

    /// Whether, from this move on, quiet moves that do not give check are skipped: by late move pruning or by futility pruning.
    ///
    /// Not in check: there is no static evaluation, and all evasions count.
    pub(super) fn skip_quiets(
        &self,
        node: &Node<'_>,
        number: i32,
        static_eval: i32,
        improving: bool,
        alpha: i32,
    ) -> bool {
        if static_eval == NO_EVAL {
            return false;
        }
        let p = &self.parameters;
        let plies = node.depth / PLY;
        // Late move pruning: near the leaves, quiet moves this late in the order hardly ever raise alpha. Deeper nodes, and a
        // side that improves, get more tries.
        let enough = (6 + 2 * plies * plies) / if improving { 1 } else { 2 };
        let late = plies <= p.late_move_pruning && number > enough;
        // Futility pruning: with so little depth left, a quiet move gains no more than the margin over the static evaluation.
        // Captures and checks may gain more, which is why they are not pruned by it.
        let hopeless = |margin| static_eval + margin * CENTIPAWN <= alpha;
        late || p.futility_margin(plies).is_some_and(hopeless)
    }

    /// Whether a move is skipped because it loses too much material by static exchange evaluation.
    ///
    /// Near the leaves there is no depth left to show compensation. The margin grows with depth, and is smaller for quiet moves,
    /// which rarely have a reason to give up material. Not in check, where a losing move may be the only defence.
    pub(super) fn see_prune(
        &self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
        m: Move,
    ) -> bool {
        let p = &self.parameters;
        let plies = node.depth / PLY;
        if plies > p.exchange_pruning || node.in_check {
            return false;
        }
        let margin = if is_quiet(m) {
            p.quiet_exchange_margin * plies
        } else {
            p.capture_exchange_margin * plies
        };
        !exchange::wins_at_least(state.position, m, -margin * CENTIPAWN)
    }
}

/// For each role, the squares from which it would check the enemy king.
pub(super) struct CheckSquares(ByRole<Bitboard>);

impl CheckSquares {
    pub(super) fn of(position: &Chess) -> Self {
        let board = position.board();
        let enemy = !position.turn();
        Self(board.king_of(enemy).map_or_else(ByRole::default, |king| {
            let bishop = bishop_attacks(king, board.occupied());
            let rook = rook_attacks(king, board.occupied());
            ByRole {
                pawn: pawn_attacks(enemy, king),
                knight: knight_attacks(king),
                bishop,
                rook,
                queen: bishop | rook,
                king: Bitboard::EMPTY,
            }
        }))
    }

    /// Whether a quiet move gives a direct check; discovered checks are not detected.
    pub(super) fn given_by(&self, m: Move) -> bool {
        matches!(m, Move::Normal { role, to, .. } if self.0.get(role).contains(to))
    }
}
