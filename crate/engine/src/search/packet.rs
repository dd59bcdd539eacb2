//! The one-ply search with quiescence for many individuals at once.
//!
//! All individuals search the same positions; only their weights differ. So they share one tree: features are computed once per
//! node, scores once per *lane* (individual). The fitness only asks whether an individual chooses the move that was played.
//! Therefore that move is searched first, for its exact value in every lane. Each other move, a *rival*, is then only *tested*
//! with a zero window: does it refute the played move, that is, is it better? A test has one bound per lane, so the result of a
//! node is one bit per lane, and a node is done as soon as every lane has its bit. A lane is *open* until a rival refutes the
//! played move; when no lane is open, the position is done. The results are exactly those of [`plain`](super::plain).
//!
//! The nodes of a tree come from a [`Source`]: they are made during the search ([`fresh`]), or cached from one generation to the
//! next where the same positions return ([`stored`]).

mod fresh;
mod stored;

use arrayvec::ArrayVec;
use shakmaty::Move;
use wide::i32x4;

pub use self::stored::Store;
use super::lanes::{Lanes, Mask, Scores, count};
use crate::{
    chess::set_up::MOST_MOVES,
    evaluation::{Evaluation, MATE, Vector},
    examples::example::Example,
    search::quiescence,
};

/// The number of rivals tested against the upper bound before the exact value is known (measured: 0, 2, 4, 8 differ little).
const EARLY: usize = 4;

/// Indices of root moves.
type Rivals = ArrayVec<usize, MOST_MOVES>;

/// For each individual, the number of examples in which it chooses the move that was played.
///
/// Individuals with equal weights are searched once.
pub fn count_matches<E: Evaluation>(individuals: &[E::Vector], examples: &[Example]) -> Vec<u32> {
    count(individuals, examples, &mut fresh::Trees::<E>::default())
}

/// Provides the nodes of one position's tree.
trait Source<E: Evaluation> {
    /// A node of the tree.
    type Node;
    /// The moves of a node, in order.
    type Moves;

    fn root(&mut self) -> (Self::Node, Self::Moves);

    fn is_check(&self, node: &Self::Node) -> bool;

    /// Called for children of the root that are not in check.
    fn is_stalemate(&self, node: &Self::Node) -> bool;

    /// The features, [spread](crate::evaluation::spread). Called for nodes that are not in check, and for those with which the budget of
    /// their line ends.
    fn features(&mut self, node: &Self::Node) -> <E::Vector as Vector>::Pairs;

    /// The moves of quiescence.
    fn moves(&mut self, node: &Self::Node) -> Self::Moves;

    fn count(&self, moves: &Self::Moves) -> usize;

    /// A move of the root.
    fn root_move(&self, moves: &Self::Moves, at: usize) -> Move;

    /// The node that a move leads to. Nodes are asked for in the order of a depth-first search: once it was asked for another child of
    /// `node`, the one before and what is below it are asked about no more.
    fn child(&mut self, node: &Self::Node, moves: &Self::Moves, at: usize) -> Self::Node;

    /// The ordering score of a root move from earlier searches of the position.
    fn history_score(&self, _at: usize) -> i64 {
        0
    }

    /// A move that ended the question in the most lanes: next time it comes earlier.
    fn promote(&mut self, _moves: &Self::Moves, _at: usize) {}

    /// Records that a root move refuted the played move in this many lanes.
    fn record_refutations(&mut self, _at: usize, _refuted: u32) {}
}

/// The search of one chunk of examples for one packet of individuals.
struct Packet<E: Evaluation, const W: usize> {
    lanes: Lanes<E::Vector, W>,
    /// A history table for move ordering: by role and target square, the lanes in which such moves refuted the played one.
    refutations: [[u32; 64]; 7],
}

impl<E: Evaluation, const W: usize> Packet<E, W> {
    fn new(lanes: Lanes<E::Vector, W>) -> Self {
        Self {
            lanes,
            refutations: [[0; 64]; 7],
        }
    }

    /// Adds one to the counts of the lanes that choose `chosen` at the root.
    fn ask<S: Source<E>>(&mut self, source: &mut S, chosen: Move, counts: &mut [u32]) {
        self.matches(source, chosen).tally(counts);
    }

    /// The lanes that choose `chosen` at the root.
    ///
    /// The opponent may stand pat after the played move, which bounds its value from above. In many lanes the first rivals beat even
    /// that bound, before the exact value is known; and in most of the other lanes the bound is the value.
    fn matches<S: Source<E>>(&mut self, source: &mut S, chosen: Move) -> Mask<W> {
        let mut open = self.lanes.all();
        let (root, moves) = source.root();
        let Some(played) =
            (0..source.count(&moves)).find(|at| source.root_move(&moves, *at) == chosen)
        else {
            return Mask::NONE;
        };
        let rivals = self.rivals(source, &moves, played);
        let child = source.child(&root, &moves, played);
        let (bound, early) = self.upper_bound(source, &child);
        let early = if early { EARLY } else { 0 };
        let rules = Rules::new(&bound, quiescence::tie_key(chosen));
        for &at in rivals.iter().take(early) {
            open &= !self.refuted_by(source, (&root, &moves, at), &rules, open);
            if open.is_empty() {
                return open;
            }
        }
        let child = source.child(&root, &moves, played);
        let (values, lower) = self.value_below(source, &child, &bound, open);
        let rules = Rules::new(&values, quiescence::tie_key(chosen));
        for (place, &at) in rivals.iter().enumerate() {
            let asked = if place < early { open & lower } else { open };
            if !asked.is_empty() {
                open &= !self.refuted_by(source, (&root, &moves, at), &rules, asked);
            }
            if open.is_empty() {
                break;
            }
        }
        open
    }

    /// The other moves, best first.
    fn rivals<S: Source<E>>(&self, source: &S, moves: &S::Moves, played: usize) -> Rivals {
        let mut rivals: ArrayVec<(i64, usize), MOST_MOVES> = (0..source.count(moves))
            .filter(|at| *at != played)
            .map(|at| {
                let score = self.score_move(source.root_move(moves, at)) + source.history_score(at);
                (-score, at)
            })
            .collect();
        rivals.sort_unstable();
        rivals.into_iter().map(|(_, at)| at).collect()
    }

    /// The ordering score of a move: captures by MVV-LVA, then the moves that refuted most lanes so far.
    fn score_move(&self, m: Move) -> i64 {
        let history = i64::from(self.refutations[m.role() as usize][m.to() as usize]);
        if m.is_capture() || m.is_promotion() {
            history + 1000 * i64::from(quiescence::guess(m))
        } else {
            history
        }
    }

    /// An upper bound for the side that moved to `child`, in every lane, and whether testing rivals against it is worthwhile. It is
    /// not if the opponent is in check and may not stand pat.
    fn upper_bound<S: Source<E>>(&self, source: &mut S, child: &S::Node) -> (Scores<W>, bool) {
        if source.is_check(child) {
            return (Scores::splat(MATE), false);
        }
        if source.is_stalemate(child) {
            return (Scores::splat(0), true);
        }
        let scores = self.lanes.scores(&source.features(child));
        (scores.map(|score| -score), true)
    }

    /// The exact value of having moved to `child` in the lanes of `asked`, and the lanes in which it is below `bound`.
    fn value_below<S: Source<E>>(
        &self,
        source: &mut S,
        child: &S::Node,
        bound: &Scores<W>,
        asked: Mask<W>,
    ) -> (Scores<W>, Mask<W>) {
        if !source.is_check(child) && source.is_stalemate(child) {
            return (*bound, Mask::NONE);
        }
        let own = bound.map(|bound| i32x4::ONE - bound);
        let lower = self.reaches(source, child, &own, bound, asked, Line::START);
        if lower.is_empty() {
            return (*bound, Mask::NONE);
        }
        let values = self.value(
            source,
            child,
            &Scores::splat(-MATE),
            &Scores::splat(MATE),
            lower,
            Line::START,
        );
        let mut exact = *bound;
        lower.for_blocks(|block| exact.replace(lower, block, -values[block]));
        (exact, lower)
    }

    /// The lanes of `asked` that prefer a rival, the move `at` of the root, to the chosen move.
    fn refuted_by<S: Source<E>>(
        &mut self,
        source: &mut S,
        (root, moves, at): (&S::Node, &S::Moves, usize),
        rules: &Rules<W>,
        asked: Mask<W>,
    ) -> Mask<W> {
        let m = source.root_move(moves, at);
        let child = source.child(root, moves, at);
        let (own, other) = rules.bounds(m);
        let kept = if !source.is_check(&child) && source.is_stalemate(&child) {
            Scores::splat(0).reach(own, asked)
        } else {
            self.reaches(source, &child, own, other, asked, Line::START)
        };
        let refuted = asked & !kept;
        self.refutations[m.role() as usize][m.to() as usize] += refuted.count_ones();
        source.record_refutations(at, refuted.count_ones());
        refuted
    }

    /// The lanes of `asked` whose quiescence value of `node` is at least `own`; `other` is `1 - own`.
    fn reaches<S: Source<E>>(
        &self,
        source: &mut S,
        node: &S::Node,
        own: &Scores<W>,
        other: &Scores<W>,
        asked: Mask<W>,
        line: Line,
    ) -> Mask<W> {
        let in_check = source.is_check(node);
        let mut open = asked;
        if !in_check {
            open &= !self.lanes.reach(&source.features(node), own, asked);
        }
        if open.is_empty() {
            return asked;
        }
        let moves = source.moves(node);
        let count = source.count(&moves);
        if in_check && count == 0 {
            return Scores::splat(line.ply - MATE).reach(own, asked);
        }
        let Some(line) = line.after(count) else {
            if in_check {
                open &= !self.lanes.reach(&source.features(node), own, asked);
            }
            return asked & !open;
        };
        let (mut best, mut most) = (0, 0);
        for at in 0..count {
            let child = source.child(node, &moves, at);
            let left = self.reaches(source, &child, other, own, open, line);
            let closed = open.count_ones() - left.count_ones();
            if closed > most {
                (best, most) = (at, closed);
            }
            open = left;
            if open.is_empty() {
                break;
            }
        }
        if best > 0 {
            source.promote(&moves, best);
        }
        asked & !open
    }

    /// The exact value of `node` in the lanes of `asked`, where it lies strictly between `alpha` and `beta`. The other lanes are
    /// undefined.
    ///
    /// As in principal variation search, a zero window comes first: most moves are not better than the best so far, and a test with
    /// one bit per lane is cheaper than a value.
    fn value<S: Source<E>>(
        &self,
        source: &mut S,
        node: &S::Node,
        alpha: &Scores<W>,
        beta: &Scores<W>,
        asked: Mask<W>,
        line: Line,
    ) -> Scores<W> {
        let mut best = Scores::splat(line.ply - MATE);
        let moves = source.moves(node);
        let count = source.count(&moves);
        let next = line.after(count);
        if next.is_none() || !source.is_check(node) {
            let features = source.features(node);
            asked.for_blocks(|block| best[block] = self.lanes.score(block, &features));
        }
        let Some(line) = next else {
            return best;
        };
        let child_alpha = beta.map(|beta| -beta);
        let (mut child_beta, mut other) = (Scores::splat(0), Scores::splat(0));
        for at in 0..count {
            asked.for_blocks(|block| {
                let least = alpha[block].max(best[block]);
                child_beta[block] = -least;
                other[block] = i32x4::ONE + least;
            });
            let child = source.child(node, &moves, at);
            let better = asked & !self.reaches(source, &child, &child_beta, &other, asked, line);
            if better.is_empty() {
                continue;
            }
            let values = self.value(source, &child, &child_alpha, &child_beta, better, line);
            better.for_blocks(|block| best.replace(better, block, -values[block]));
        }
        best
    }
}

/// Where a node of quiescence stands in its line.
#[derive(Clone, Copy)]
struct Line {
    /// Plies from the root.
    ply: i32,
    /// What is left of the [budget](quiescence::BUDGET).
    budget: u32,
}

impl Line {
    const START: Self = Self {
        ply: 1,
        budget: quiescence::BUDGET,
    };

    /// After a node with this many moves; `None` if the line ends there.
    fn after(self, moves: usize) -> Option<Self> {
        Some(Self {
            ply: self.ply + 1,
            budget: self.budget.checked_sub(quiescence::cost(moves))?,
        })
    }
}

/// When a rival is preferred to the played move: if its value is greater, or equal and it comes earlier in move order. The rule is
/// expressed as bounds on the position after the rival, from the opponent's point of view, and on the children of that position.
struct Rules<const W: usize> {
    key: u16,
    /// `-value`, `1 - value`, `value` and `1 + value` of the played move.
    minus: Scores<W>,
    one_minus: Scores<W>,
    plus: Scores<W>,
    one_plus: Scores<W>,
}

impl<const W: usize> Rules<W> {
    fn new(values: &Scores<W>, key: u16) -> Self {
        Self {
            key,
            minus: values.map(|value| -value),
            one_minus: values.map(|value| i32x4::ONE - value),
            plus: *values,
            one_plus: values.map(|value| i32x4::ONE + value),
        }
    }

    /// The bound that the opponent must reach after `m` for the played move to stand, and the same bound a ply deeper.
    fn bounds(&self, m: Move) -> (&Scores<W>, &Scores<W>) {
        if quiescence::tie_key(m) < self.key {
            (&self.one_minus, &self.plus)
        } else {
            (&self.minus, &self.one_plus)
        }
    }
}
