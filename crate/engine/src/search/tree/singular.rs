//! Singular extensions.

use shakmaty::Move;

use super::{NodeState, Searcher};
use crate::{
    evaluation::{CENTIPAWN, Evaluate, MATE_BOUND},
    search::{
        node::{DepthRule, MoveOrder, Node, Observer},
        parameters::PLY,
        quiescence::tie_key,
        table::{Bound, Entry},
    },
};

/// In plies. With less, the search without the move would be quiescence, which leaves no move out.
const LEAST_DEPTH: i32 = 3;

/// What a search without the move of the table says.
pub(super) enum Singular {
    /// Search that move so many quarter plies deeper.
    More(i32),
    /// The node fails high without it too.
    Cut(i32),
}

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer<E::Accumulator>> Searcher<E, D, O, V> {
    /// By how much to search the move of the table deeper, where all others together are worse by a margin (a singular extension,
    /// Anantharaman et al. 1990); or the score of the node, where another move is above beta as well.
    pub(super) fn singular(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
        m: Move,
        known: Option<Entry>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Singular {
        let p = &self.parameters;
        let plies = node.depth / PLY;
        let entry = known.filter(|entry| {
            p.table != 0
                && p.singular > 0
                && plies >= p.singular.max(LEAST_DEPTH)
                && state.excluded.is_none()
                && node.ply < 2 * self.now.root_depth as usize
                && entry.best == Some(tie_key(m))
                && entry.bound != Bound::Upper
                && entry.depth >= node.depth - 3 * PLY
                && entry.score.abs() < MATE_BOUND
        });
        let Some(entry) = entry else {
            return Singular::More(0);
        };
        let bound = entry.score - p.singular_margin * plies * CENTIPAWN;
        let without = NodeState {
            excluded: Some(m),
            ..*state
        };
        // The node is searched again at its own place: it does not repeat itself.
        self.now.path.pop();
        let score = self.node(
            &without,
            (node.depth - PLY) / 2,
            bound - 1,
            bound,
            node.ply,
            false,
            stop,
        );
        self.now.path.push(state.key);
        // Its variation is not that of the node.
        self.now.variations[node.ply].clear();
        if self.now.stopped || score < bound {
            Singular::More(PLY)
        } else if bound >= node.beta && node.beta - node.alpha == 1 {
            Singular::Cut(bound)
        } else if entry.score >= node.beta {
            Singular::More(-PLY)
        } else {
            Singular::More(0)
        }
    }
}
