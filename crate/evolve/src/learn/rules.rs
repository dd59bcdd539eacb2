//! What a score teaches: the difference by which an evaluation should change. Scores are in sixteenths of a millipawn, for the side to
//! move.

use millipawn_engine::{
    evaluation::{MATE_BOUND, UNITS_PER_MILLIPAWN},
    search::table::Bound,
};

/// What a mate is worth as a target: ten pawns (our choice; the paper does not say).
pub const MATE_TARGET: i32 = 10_000 * UNITS_PER_MILLIPAWN;

/// A score as a target: mates, however near, are [`MATE_TARGET`].
pub const fn target(score: i32) -> i32 {
    if score >= MATE_BOUND {
        MATE_TARGET
    } else if score <= -MATE_BOUND {
        -MATE_TARGET
    } else {
        score
    }
}

/// `V - H`: RootStrap at the root, TreeStrap(minimax) at every node of the tree.
pub const fn toward_value(score: i32, own: i32) -> i32 {
    target(score) - own
}

/// TreeStrap(alpha-beta): an evaluation above an upper bound is lowered to it, one below a lower bound is raised to it, and one that
/// keeps to its bound is left alone. An exact score is both bounds.
pub fn toward_bound(score: i32, bound: Bound, own: i32) -> i32 {
    let difference = toward_value(score, own);
    match bound {
        Bound::Exact => difference,
        Bound::Upper => difference.min(0),
        Bound::Lower => difference.max(0),
    }
}

#[cfg(test)]
mod tests {
    use millipawn_engine::evaluation::MATE;

    use super::*;

    #[test]
    fn a_bound_pulls_from_one_side_only() {
        assert_eq!(toward_bound(100, Bound::Exact, 30), 70);
        assert_eq!(toward_bound(100, Bound::Exact, 130), -30);
        assert_eq!(toward_bound(100, Bound::Upper, 130), -30);
        assert_eq!(toward_bound(100, Bound::Upper, 30), 0);
        assert_eq!(toward_bound(100, Bound::Lower, 30), 70);
        assert_eq!(toward_bound(100, Bound::Lower, 130), 0);
    }

    #[test]
    fn mates_are_ten_pawns() {
        assert_eq!(toward_value(MATE - 3, 0), MATE_TARGET);
        assert_eq!(toward_value(5 - MATE, 1000), -MATE_TARGET - 1000);
    }
}
