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
    fn methods_have_names() {
        for method in Method::ALL {
            assert_eq!(Method::from_id(method.id()), Some(method));
        }
        assert_eq!(Method::from_id("treestrap"), None);
    }
}
