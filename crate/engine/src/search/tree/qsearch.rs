//! Quiescence search: beyond the nominal depth only captures, promotions and evasions are searched, because a static evaluation
//! means little while pieces hang.

use shakmaty::{Chess, Move, MoveList, Position};

use super::{
    NodeState, Searcher,
    bounds::{entry, is_late, usable_score},
    move_pruning::CheckSquares,
};
use crate::{
    evaluation::{CENTIPAWN, Evaluate, MATE},
    search::{
        MAX_PLY, exchange,
        node::{DepthRule, MoveOrder, Observer, is_quiet},
        quiescence::{self, tie_key},
        table::Entry,
    },
};

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer<E::Accumulator>> Searcher<E, D, O, V> {
    /// The quiescence value of a node, or a bound on it outside the window (fail-soft).
    ///
    /// The side to move may stand pat on the static evaluation, since it need not capture. In check it may not, and every
    /// evasion is searched: no static evaluation sees a mate. With `checks`, quiet moves that give check and lose nothing are searched
    /// after the captures.
    pub(super) fn quiesce(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        checks: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        self.count(stop);
        self.now.selective_depth = self.now.selective_depth.max(ply);
        let in_check = state.in_check;
        if self.now.stopped || ply + 1 >= MAX_PLY {
            return if in_check { 0 } else { self.evaluate(state) };
        }
        self.now.variations[ply].clear();
        // Before the table is asked, which may decide the node without it: the table's memory is still on its way.
        let mut best = if in_check {
            ply as i32 - MATE
        } else {
            self.evaluate(state)
        };
        // With checks more is searched: an entry without them does not tell as much.
        let depth = i32::from(checks && !in_check);
        let known = self.qsearch_probe(state, ply);
        let late = is_late(state.position);
        if let Some(score) = known
            .filter(|entry| entry.depth >= depth && !late)
            .and_then(|entry| usable_score(&entry, alpha, beta))
        {
            return score;
        }
        let floor = alpha;
        if best >= beta {
            return best;
        }
        let stand_pat = best;
        let mut best_move = None;
        let mut moves = MoveList::new();
        quiescence::moves(state.position, in_check, &mut moves);
        let first = known.and_then(|entry| entry.best);
        if let Some(at) = moves.iter().position(|m| first == Some(tie_key(*m))) {
            moves[..=at].rotate_right(1);
        }
        let noisy = moves.len();
        let mut at = 0;
        loop {
            // Most nodes are decided before their checks are looked for.
            if at == noisy && checks && !in_check {
                add_checks(state.position, &mut moves);
            }
            let Some(&m) = moves.get(at) else {
                break;
            };
            at += 1;
            alpha = alpha.max(best);
            if !in_check
                && at <= noisy
                && let Some(bound) = self.qsearch_prune(state.position, m, stand_pat, alpha)
            {
                best = best.max(bound);
                continue;
            }
            let child = self.child(state, m);
            let score = -self.quiesce(
                &child.state(state, m, state.rule),
                -beta,
                -alpha,
                ply + 1,
                false,
                stop,
            );
            if self.now.stopped {
                break;
            }
            if score > best {
                best = score;
                best_move = Some(m);
                if score > alpha && beta - alpha > 1 {
                    self.extend_variation(ply, m);
                }
            }
            if best >= beta {
                break;
            }
        }
        if self.uses_table() && !late && !self.now.stopped {
            let entry = entry(best, floor, beta, depth, best_move.filter(|_| best > floor));
            self.table.put(state.key, ply, entry);
        }
        best
    }

    fn qsearch_probe(
        &self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        ply: usize,
    ) -> Option<Entry> {
        self.uses_table()
            .then(|| self.table.get(state.key, ply))
            .flatten()
    }

    const fn uses_table(&self) -> bool {
        self.parameters.table != 0 && self.parameters.quiescence_table != 0
    }

    /// For a capture that is not searched: an upper bound on what it is worth.
    fn qsearch_prune(&self, position: &Chess, m: Move, stand_pat: i32, alpha: i32) -> Option<i32> {
        let p = &self.parameters;
        // Delta pruning: not even winning the victim for nothing, with a margin for what it gains in position, raises alpha.
        // Promotions are exempt, for they change the balance by more than the victim.
        if p.quiescence_margin > 0 && !m.is_promotion() {
            let gain = m.capture().map_or(0, exchange::worth) + p.quiescence_margin * CENTIPAWN;
            if stand_pat + gain <= alpha {
                return Some(stand_pat + gain);
            }
        }
        // A capture that loses material is answered by a recapture: standing pat is better.
        let loses = p.quiescence_exchange != 0 && !exchange::wins_at_least(position, m, 0);
        loses.then_some(stand_pat)
    }
}

/// Adds the quiet moves that give check and lose no material.
fn add_checks(position: &Chess, moves: &mut MoveList) {
    let given = CheckSquares::of(position);
    moves.extend(position.legal_moves().into_iter().filter(|m| {
        is_quiet(*m) && given.given_by(*m) && exchange::wins_at_least(position, *m, 0)
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{game::read_fen, key::key},
        evaluation::staunton::Staunton,
        search::{parameters::Parameters, table::Bound},
    };

    /// The quiescence value of a quiet position of which the table says otherwise, with an entry of this depth.
    fn value(halfmoves: u32, depth: i32, checks: bool) -> i32 {
        let fen = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {halfmoves} 60");
        let position = read_fen(&fen).expect("a position");
        let mut searcher = Searcher::new(Staunton::default(), Parameters::DEFAULT, 1);
        searcher
            .now
            .variations
            .resize(MAX_PLY, arrayvec::ArrayVec::new());
        let known = Entry {
            score: 7 * CENTIPAWN,
            bound: Bound::Exact,
            depth,
            best: None,
        };
        searcher.table.put(key(&position), 4, known);
        let accumulator = searcher.evaluation.refresh(&position);
        let state = NodeState::of_root(&position, &accumulator, ());
        searcher.now.most_nodes = u64::MAX;
        searcher.quiesce(&state, -MATE, MATE, 4, checks, &mut || false)
    }

    #[test]
    fn the_table_is_believed_while_the_fifty_move_rule_is_far() {
        assert_eq!(value(0, 0, false), 7 * CENTIPAWN);
        assert_eq!(value(89, 0, false), 7 * CENTIPAWN);
        assert_ne!(value(90, 0, false), 7 * CENTIPAWN);
    }

    #[test]
    fn what_was_searched_without_checks_does_not_decide_a_node_with_them() {
        assert_ne!(value(0, 0, true), 7 * CENTIPAWN);
        assert_eq!(value(0, 1, true), 7 * CENTIPAWN);
    }
}
