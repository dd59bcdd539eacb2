//! The learning rules (Veness et al. 2009, table 1), each as the difference by which an evaluation should change. Scores are in sixteenths
//! of a millipawn, for the side to move of the position that is evaluated.
//!
//! *H(s)* is the evaluation of a position, *V(s)* the score that a search found for it, *l(s)* the last position of its principal
//! variation, *s(t)* and *s(t+1)* the positions of two moves of one side that follow each other.

use millipawn_engine::{
    evaluation::{MATE_BOUND, UNITS_PER_MILLIPAWN},
    search::table::Bound,
};

/// A learning rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// [`td_root`].
    TdRoot,
    /// [`td_leaf`].
    TdLeaf,
    /// [`root_strap`].
    RootStrap,
    /// [`tree_strap_minimax`].
    TreeStrapMinimax,
    /// [`tree_strap`].
    TreeStrap,
}

impl Method {
    /// All, in the order of the paper.
    pub const ALL: [Self; 5] = [
        Self::TdRoot,
        Self::TdLeaf,
        Self::RootStrap,
        Self::TreeStrapMinimax,
        Self::TreeStrap,
    ];

    /// Their identifiers, in the same order.
    pub const IDS: [&'static str; 5] = [
        "td-root",
        "td-leaf",
        "rootstrap",
        "treestrap-mm",
        "treestrap-ab",
    ];

    /// Its identifier.
    pub const fn id(self) -> &'static str {
        Self::IDS[self as usize]
    }

    /// The method of that identifier.
    pub fn from_id(id: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|method| method.id() == id)
    }

    /// Whether it learns from one position what the next of the same side was found to be worth.
    pub const fn is_temporal(self) -> bool {
        matches!(self, Self::TdRoot | Self::TdLeaf)
    }
}

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

/// TD-Root: `H(s(t)) <- V(s(t+1))`.
pub const fn td_root(next: i32, own: i32) -> i32 {
    target(next) - own
}

/// TD-Leaf: `H(l(s(t))) <- V(s(t+1))`.
pub const fn td_leaf(next: i32, own_of_leaf: i32) -> i32 {
    target(next) - own_of_leaf
}

/// RootStrap: `H(s(t)) <- V(s(t))`.
pub const fn root_strap(value: i32, own: i32) -> i32 {
    target(value) - own
}

/// TreeStrap(minimax): `H(s) <- V(s)` for every position *s* of the tree.
pub const fn tree_strap_minimax(value: i32, own: i32) -> i32 {
    target(value) - own
}

/// TreeStrap(alpha-beta): `H(s) <- [b-(s), b+(s)]` for every position *s* of the tree. An evaluation above an upper bound is lowered to
/// it, one below a lower bound is raised to it, and one that keeps to its bound is left alone. An exact score is both bounds.
pub fn tree_strap(score: i32, bound: Bound, own: i32) -> i32 {
    let difference = target(score) - own;
    match bound {
        Bound::Exact => difference,
        Bound::Upper => difference.min(0),
        Bound::Lower => difference.max(0),
    }
}

/// A difference of scores that are squashed by a hyperbolic tangent, so that it matters less by how much a side that wins is ahead: the
/// gradient of half the squared error of `scale * tanh(H / scale)`. `scale` and scores have one unit.
pub fn squashed(own: i32, difference: i32, scale: f64) -> i32 {
    let squash = |score: f64| libm::tanh(score / scale);
    let before = squash(f64::from(own));
    let wanted = squash(f64::from(own) + f64::from(difference));
    // Neither factor is above two, nor the scale above what a score may be.
    (scale * (wanted - before) * (1.0 - before * before)).round() as i32
}

#[cfg(test)]
mod tests {
    use millipawn_engine::evaluation::MATE;

    use super::*;

    #[test]
    fn a_bound_pulls_from_one_side_only() {
        assert_eq!(tree_strap(100, Bound::Exact, 30), 70);
        assert_eq!(tree_strap(100, Bound::Exact, 130), -30);
        assert_eq!(tree_strap(100, Bound::Upper, 130), -30);
        assert_eq!(tree_strap(100, Bound::Upper, 30), 0);
        assert_eq!(tree_strap(100, Bound::Lower, 30), 70);
        assert_eq!(tree_strap(100, Bound::Lower, 130), 0);
    }

    #[test]
    fn an_exact_score_is_learned_alike_by_all_rules() {
        for (score, own) in [(100, 30), (-5, 7), (MATE - 3, 0), (5 - MATE, 1000)] {
            let difference = tree_strap(score, Bound::Exact, own);
            for rule in [td_root, td_leaf, root_strap, tree_strap_minimax] {
                assert_eq!(rule(score, own), difference);
            }
        }
    }

    #[test]
    fn mates_are_ten_pawns() {
        assert_eq!(root_strap(MATE - 3, 0), MATE_TARGET);
        assert_eq!(root_strap(5 - MATE, 1000), -MATE_TARGET - 1000);
    }

    #[test]
    fn squashed_differences_matter_less_where_a_side_wins() {
        let pawn = 1000.0 * f64::from(UNITS_PER_MILLIPAWN);
        // Small ones are as they are; of 16,000 to 32,000 by hand: tanh(2) - tanh(1) = 0.20243, 1 - tanh(1)^2 = 0.41997.
        assert_eq!(squashed(0, 100, pawn), 100);
        assert_eq!(squashed(16_000, 16_000, pawn), 1360);
        assert_eq!(squashed(-16_000, -16_000, pawn), -1360);
        assert_eq!(squashed(1000, 0, pawn), 0);
        assert_eq!(squashed(MATE_TARGET, -MATE_TARGET, pawn), 0);
    }

    #[test]
    fn methods_have_names() {
        for method in Method::ALL {
            assert_eq!(Method::from_id(method.id()), Some(method));
        }
        assert_eq!(Method::from_id("treestrap"), None);
    }
}
