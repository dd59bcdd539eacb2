//! Below the last ply: captures and promotions until the side to move stands pat.

use shakmaty::{Chess, Move, MoveList};

use super::{
    Place, Searcher,
    bounds::{entry, fits},
};
use crate::{
    evaluation::{CENTIPAWN, Evaluate, MATE},
    search::{
        MAX_PLY, exchange,
        node::{DepthRule, MoveOrder, Observer},
        quiescence::{self, tie_key},
        table::Entry,
    },
};

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer> Searcher<E, D, O, V> {
    /// Captures and promotions until the side to move stands pat; in check every evasion.
    pub(super) fn quiesce(
        &mut self,
        place: &Place<'_, E::Kept>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        self.count(stop);
        self.now.selective_depth = self.now.selective_depth.max(ply);
        let in_check = place.in_check;
        if self.now.stopped || ply + 1 >= MAX_PLY {
            return if in_check { 0 } else { self.judge(place) };
        }
        self.now.variations[ply].clear();
        let known = self.known_in_quiescence(place, ply);
        if let Some(score) = known.and_then(|entry| fits(&entry, alpha, beta)) {
            return score;
        }
        let floor = alpha;
        let mut best = if in_check {
            ply as i32 - MATE
        } else {
            self.judge(place)
        };
        if best >= beta {
            return best;
        }
        let standing = best;
        let mut best_move = None;
        let mut moves = MoveList::new();
        quiescence::moves(place.position, in_check, &mut moves);
        let first = known.and_then(|entry| entry.best);
        if let Some(at) = moves.iter().position(|m| first == Some(tie_key(*m))) {
            moves[..=at].rotate_right(1);
        }
        for &m in &moves {
            alpha = alpha.max(best);
            if !in_check
                && let Some(bound) = self.not_worth_taking(place.position, m, standing, alpha)
            {
                best = best.max(bound);
                continue;
            }
            let child = self.child(place, m);
            let score = -self.quiesce(&child.place(place, m), -beta, -alpha, ply + 1, stop);
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
        if self.parameters.quiescence_table != 0 && !self.now.stopped {
            let entry = entry(best, floor, beta, 0, best_move.filter(|_| best > floor));
            self.table.put(place.key, ply, entry);
        }
        best
    }

    fn known_in_quiescence(&self, place: &Place<'_, E::Kept>, ply: usize) -> Option<Entry> {
        let used = self.parameters.table != 0 && self.parameters.quiescence_table != 0;
        used.then(|| self.table.get(place.key, ply)).flatten()
    }

    /// For a capture that quiescence leaves out: a bound on what it could be worth.
    fn not_worth_taking(
        &self,
        position: &Chess,
        m: Move,
        standing: i32,
        alpha: i32,
    ) -> Option<i32> {
        let p = &self.parameters;
        if p.quiescence_margin > 0 && !m.is_promotion() {
            let gain = m.capture().map_or(0, exchange::worth) + p.quiescence_margin * CENTIPAWN;
            if standing + gain <= alpha {
                return Some(standing + gain);
            }
        }
        let loses = p.quiescence_exchange != 0 && !exchange::wins_at_least(position, m, 0);
        loses.then_some(standing)
    }
}
