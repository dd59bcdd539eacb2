//! Late move reductions.

use shakmaty::Move;

use super::Searcher;
use crate::{
    evaluation::Evaluate,
    search::{
        node::{DepthRule, MoveOrder, Node, Observer, is_quiet},
        parameters::{PLY, Parameters},
    },
};

/// A move that is not the first of its node.
#[derive(Clone, Copy)]
pub(super) struct LateMove {
    pub(super) m: Move,
    /// Its score in the order of moves.
    pub(super) score: i32,
    /// Counted from one.
    pub(super) number: i32,
    pub(super) checks: bool,
    pub(super) is_pv: bool,
    pub(super) improving: bool,
}

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer<E::Accumulator>> Searcher<E, D, O, V> {
    /// Late move reduction in quarter plies: with good move ordering, late quiet moves rarely turn out best, so they are searched
    /// less deep at first.
    ///
    /// Captures and promotions are not reduced, since they change the balance at once; nor are moves near the leaves, where
    /// quiescence alone would be left.
    pub(super) fn late_move_reduction(&self, node: &Node<'_>, late: LateMove) -> i32 {
        let p = &self.parameters;
        let plies = node.depth / PLY;
        if plies < 3 || late.number < 3 || !is_quiet(late.m) || p.late_move_divisor == 0 {
            return 0;
        }
        let mut less = self.usual_reduction(plies, late.number);
        less -= self.order.history_reduction(late.score);
        // Less in PV nodes, where an error changes the principal variation, and for evasions and checks, which are forcing.
        if late.is_pv || node.in_check || late.checks {
            less -= PLY;
        }
        // More for a side that does not improve: its quiet moves are less likely to reach alpha.
        if !late.improving {
            less += PLY / 2;
        }
        // At least a ply is left for the reduced search.
        less.clamp(0, node.depth - 2 * PLY)
    }

    /// The late move reduction of a quiet move of which nothing else is known, in quarter plies.
    pub(super) fn usual_reduction(&self, plies: i32, number: i32) -> i32 {
        self.reductions[plies.min(63) as usize * 64 + number.min(63) as usize]
    }
}

/// Late move reductions in quarter plies, indexed by depth in plies and move number, 64 each. They grow with the logarithm of
/// both: with good ordering, the chance that a late move is best falls quickly at first and slowly later. Where they are switched
/// off all are zero.
pub(super) fn table(parameters: &Parameters) -> Vec<i32> {
    if parameters.late_move_divisor == 0 {
        return vec![0; 64 * 64];
    }
    let base = f64::from(parameters.late_move_base);
    let divisor = f64::from(parameters.late_move_divisor);
    let reduction = |plies: i32, number: i32| {
        let product = libm::log(f64::from(plies.max(1))) * libm::log(f64::from(number.max(1)));
        ((base / 100.0 + product * 100.0 / divisor) * f64::from(PLY)) as i32
    };
    (0..64 * 64).map(|at| reduction(at / 64, at % 64)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switched_off_nothing_is_reduced() {
        let parameters = Parameters {
            late_move_divisor: 0,
            ..Parameters::DEFAULT
        };
        assert!(table(&parameters).iter().all(|&reduction| reduction == 0));
        assert!(table(&Parameters::DEFAULT)[20 * 64 + 20] > PLY);
    }
}
