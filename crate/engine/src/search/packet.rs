//! One ply and quiescence for many individuals at once.
//!
//! All individuals look at the same positions; only their weights differ. So one tree is searched for all:
//! features once a node, one score a *lane* (individual). The fitness asks only whether the chosen move wins,
//! so that move is searched first, for its exact value in every lane; then each other move need only be
//! *tested*: does it refute the chosen one? A test has one bound a lane, so a node's answer is one bit a lane,
//! and a node is left as soon as every lane has its bit. A refuted lane closes; when all are closed the
//! position is done. The results equal those of [`plain`](super::plain) exactly.

use bytemuck::cast;
use shakmaty::{Chess, Move, MoveList, Position};
use wide::{i16x8, i32x4};

use crate::{
    evaluation::{Evaluation, MATE, Vector, is_stalemate},
    example::Example,
    search::quiescence,
};

/// Lanes of one packet: the bits of a mask.
pub const LANES: usize = 64;

const BLOCK: usize = 4;
const BLOCKS: usize = LANES / BLOCK;

/// Rivals tried against the upper bound before the exact value is known (measured: 0, 2, 4, 8 differ little).
const EARLY: usize = 4;

/// One bit a lane.
type Mask = u64;

/// One score a lane.
type Scores = [i32x4; BLOCKS];

/// How often each individual's choice is the move that was played in the example.
///
/// Individuals with equal weights are searched once.
pub fn count_matches<E: Evaluation>(individuals: &[E::Vector], examples: &[Example]) -> Vec<u32> {
    let mut different: Vec<E::Vector> = individuals.to_vec();
    different.sort();
    different.dedup();
    let counts: Vec<u32> = different
        .chunks(LANES)
        .flat_map(|weights| Packet::<E>::new(weights).count(examples))
        .collect();
    individuals
        .iter()
        .map(|weights| different.binary_search(weights).map_or(0, |at| counts[at]))
        .collect()
}

/// The weights of up to [`LANES`] individuals, side by side.
struct Lanes<V: Vector> {
    blocks: Box<[V::Pairs; BLOCKS]>,
}

impl<V: Vector> Lanes<V> {
    fn new(weights: &[V]) -> Self {
        let mut lanes = weights.chunks(BLOCK);
        let blocks = std::array::from_fn(|_| {
            let lanes = lanes.next().unwrap_or_default();
            V::pairs(|pair| interleave(lanes, pair))
        });
        Self {
            blocks: Box::new(blocks),
        }
    }

    /// The scores of the lanes of one block.
    fn score(&self, block: usize, features: &V::Pairs) -> i32x4 {
        let pairs = self.blocks[block].as_ref().iter().zip(features.as_ref());
        pairs.fold(i32x4::ZERO, |sum, (weights, features)| {
            sum + weights.dot(*features)
        })
    }
}

fn interleave<V: Vector>(lanes: &[V], pair: usize) -> i16x8 {
    i16x8::new(std::array::from_fn(|place| {
        lanes
            .get(place / 2)
            .map_or(0, |weights| weights.as_ref()[2 * pair + place % 2])
    }))
}

/// Every pair of features in all lanes of a block.
fn spread<V: Vector>(features: &V) -> V::Pairs {
    let features = features.as_ref();
    V::pairs(|pair| {
        let low = i32::from(features[2 * pair]) & 0xffff;
        let high = i32::from(features[2 * pair + 1]) << 16;
        cast(i32x4::splat(low | high))
    })
}

/// The search of one chunk of examples for one packet of individuals.
struct Packet<'a, E: Evaluation> {
    weights: &'a [E::Vector],
    /// Lanes refuted by a man (role) moving to a square, over the chunk: the best refuters come first.
    refutations: [[u32; 64]; 7],
}

impl<'a, E: Evaluation> Packet<'a, E> {
    fn new(weights: &'a [E::Vector]) -> Self {
        Self {
            weights,
            refutations: [[0; 64]; 7],
        }
    }

    fn count(&mut self, examples: &[Example]) -> Vec<u32> {
        let mut counts = vec![0; self.weights.len()];
        let lanes = Lanes::new(self.weights);
        for example in examples {
            if let Some((position, chosen)) = example.unpack() {
                let matched = self.matches(&lanes, &position, chosen);
                for (lane, count) in counts.iter_mut().enumerate() {
                    *count += (matched >> lane & 1) as u32;
                }
            }
        }
        counts
    }

    /// The lanes that choose `chosen` in `position`.
    ///
    /// What the opponent could have by standing pat bounds the value of the chosen move from above: many lanes
    /// are refuted against that bound by the most promising moves, before any exact value is known, and for
    /// most of the others the bound is the value.
    fn matches(&mut self, lanes: &Lanes<E::Vector>, position: &Chess, chosen: Move) -> Mask {
        let mut open = all(self.weights.len());
        let moves = self.rivals(position, chosen);
        let mut child = position.clone();
        child.play_unchecked(chosen);
        let (bound, early) = self.upper_bound(lanes, &child);
        let early = if early { EARLY } else { 0 };
        let rules = Rules::new(&bound, quiescence::tie_key(chosen));
        for m in moves.iter().take(early) {
            open &= !self.refuted_by(lanes, position, *m, &rules, open);
            if open == 0 {
                return 0;
            }
        }
        let (values, lower) = self.value_below(lanes, &child, &bound, open);
        let rules = Rules::new(&values, quiescence::tie_key(chosen));
        for (place, m) in moves.iter().enumerate() {
            let asked = if place < early { open & lower } else { open };
            if asked != 0 {
                open &= !self.refuted_by(lanes, position, *m, &rules, asked);
            }
            if open == 0 {
                break;
            }
        }
        open
    }

    /// The other moves, the most promising first.
    fn rivals(&self, position: &Chess, chosen: Move) -> MoveList {
        let mut moves = position.legal_moves();
        moves.retain(|m| *m != chosen);
        moves.sort_by_cached_key(|m| std::cmp::Reverse(self.promise(*m)));
        moves
    }

    /// Captures by what they win on the face of it, then whatever refuted most lanes so far.
    fn promise(&self, m: Move) -> i64 {
        let history = i64::from(self.refutations[m.role() as usize][m.to() as usize]);
        if m.is_capture() || m.is_promotion() {
            history + 1000 * i64::from(quiescence::guess(m))
        } else {
            history
        }
    }

    /// What the side that moved to `child` has at most, in every lane, and whether that may already be refuted
    /// (it is not worth trying when the opponent is in check and so may not stand pat).
    fn upper_bound(&mut self, lanes: &Lanes<E::Vector>, child: &Chess) -> (Scores, bool) {
        if child.is_check() {
            return (splat(MATE), false);
        }
        if is_stalemate(child) {
            return (splat(0), true);
        }
        let features = spread(&E::features(child));
        let bound = std::array::from_fn(|block| -lanes.score(block, &features));
        (bound, true)
    }

    /// The exact value of having moved to `child` in the lanes of `asked`, and the lanes in which it is below `bound`.
    fn value_below(
        &mut self,
        lanes: &Lanes<E::Vector>,
        child: &Chess,
        bound: &Scores,
        asked: Mask,
    ) -> (Scores, Mask) {
        if !child.is_check() && is_stalemate(child) {
            return (*bound, 0);
        }
        let own = bound.map(|bound| i32x4::ONE - bound);
        let lower = self.reaches(lanes, child, &own, bound, asked, 1);
        if lower == 0 {
            return (*bound, 0);
        }
        let values = self.value(lanes, child, &splat(-MATE), &splat(MATE), lower, 1);
        let values = std::array::from_fn(|block| {
            block_mask(lower, block).select(-values[block], bound[block])
        });
        (values, lower)
    }

    /// The lanes of `asked` that prefer `m` to the chosen move.
    fn refuted_by(
        &mut self,
        lanes: &Lanes<E::Vector>,
        position: &Chess,
        m: Move,
        rules: &Rules,
        asked: Mask,
    ) -> Mask {
        let mut child = position.clone();
        child.play_unchecked(m);
        let (own, other) = rules.bounds(m);
        let kept = if !child.is_check() && is_stalemate(&child) {
            at_least(&splat(0), own, asked)
        } else {
            self.reaches(lanes, &child, own, other, asked, 1)
        };
        let refuted = asked & !kept;
        self.refutations[m.role() as usize][m.to() as usize] += refuted.count_ones();
        refuted
    }

    /// The lanes of `asked` whose quiescence value of `position` is at least `own`; `other` is `1 - own`.
    fn reaches(
        &mut self,
        lanes: &Lanes<E::Vector>,
        position: &Chess,
        own: &Scores,
        other: &Scores,
        asked: Mask,
        ply: i32,
    ) -> Mask {
        let in_check = position.is_check();
        let mut open = asked;
        if !in_check {
            open &= !stands::<E>(lanes, position, own, asked);
        }
        if open == 0 {
            return asked;
        }
        let mut moves = MoveList::new();
        quiescence::moves(position, in_check, &mut moves);
        if in_check && moves.is_empty() {
            return at_least(&splat(ply - MATE), own, asked);
        }
        for &m in &moves {
            let mut child = position.clone();
            child.play_unchecked(m);
            open &= self.reaches(lanes, &child, other, own, open, ply + 1);
            if open == 0 {
                return asked;
            }
        }
        asked & !open
    }

    /// Fail-soft alpha-beta, every lane of `asked` with its own window; other lanes hold nothing of meaning.
    fn value(
        &mut self,
        lanes: &Lanes<E::Vector>,
        position: &Chess,
        alpha: &Scores,
        beta: &Scores,
        asked: Mask,
        ply: i32,
    ) -> Scores {
        let in_check = position.is_check();
        let mut best = splat(ply - MATE);
        if !in_check {
            let features = spread(&E::features(position));
            for block in blocks(asked) {
                best[block] = lanes.score(block, &features);
            }
        }
        let mut open = asked & !at_least(&best, beta, asked);
        if open == 0 {
            return best;
        }
        let mut moves = MoveList::new();
        quiescence::moves(position, in_check, &mut moves);
        let (mut child_alpha, mut child_beta) = (splat(0), splat(0));
        for &m in &moves {
            for block in blocks(open) {
                child_alpha[block] = -beta[block];
                child_beta[block] = -alpha[block].max(best[block]);
            }
            let mut child = position.clone();
            child.play_unchecked(m);
            let values = self.value(lanes, &child, &child_alpha, &child_beta, open, ply + 1);
            for block in blocks(open) {
                let better = best[block].max(-values[block]);
                best[block] = block_mask(open, block).select(better, best[block]);
            }
            open &= !at_least(&best, beta, open);
            if open == 0 {
                break;
            }
        }
        best
    }
}

/// When a rival move is preferred to the chosen one: when its value is greater, or equal and it comes earlier in
/// move order. As bounds on the value of the position after it, seen by the opponent, and on that position's children.
struct Rules {
    key: u16,
    /// `-value`, `1 - value`, `value`, `1 + value` of the chosen move.
    minus: Scores,
    one_minus: Scores,
    plus: Scores,
    one_plus: Scores,
}

impl Rules {
    fn new(values: &Scores, key: u16) -> Self {
        Self {
            key,
            minus: values.map(|value| -value),
            one_minus: values.map(|value| i32x4::ONE - value),
            plus: *values,
            one_plus: values.map(|value| i32x4::ONE + value),
        }
    }

    /// The bound that the opponent must reach after `m` for the chosen move to stand, and the same a ply deeper.
    fn bounds(&self, m: Move) -> (&Scores, &Scores) {
        if quiescence::tie_key(m) < self.key {
            (&self.one_minus, &self.plus)
        } else {
            (&self.minus, &self.one_plus)
        }
    }
}

fn all(lanes: usize) -> Mask {
    Mask::MAX >> (LANES - lanes)
}

fn splat(score: i32) -> Scores {
    [i32x4::splat(score); BLOCKS]
}

fn block_mask(mask: Mask, block: usize) -> i32x4 {
    let bits = (mask >> (BLOCK * block)) as i32;
    i32x4::new([
        -(bits & 1),
        -(bits >> 1 & 1),
        -(bits >> 2 & 1),
        -(bits >> 3 & 1),
    ])
}

/// The blocks that hold a lane of `mask`: from one to the next by the lowest bit left, for masks are often sparse.
fn blocks(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let block = mask.trailing_zeros() as usize / BLOCK;
        mask &= !(0xf << (BLOCK * block));
        Some(block)
    })
}

/// The lanes of `asked` whose score is at least the bound.
fn at_least(scores: &Scores, bounds: &Scores, asked: Mask) -> Mask {
    asked
        & blocks(asked).fold(0, |mask, block| {
            mask | not_below(scores[block], bounds[block]) << (BLOCK * block)
        })
}

fn not_below(score: i32x4, bound: i32x4) -> Mask {
    !Mask::from(bound.simd_gt(score).to_bitmask()) & 0xf
}

/// The lanes of `asked` that may stand pat at or above the bound.
fn stands<E: Evaluation>(
    lanes: &Lanes<E::Vector>,
    position: &Chess,
    bound: &Scores,
    asked: Mask,
) -> Mask {
    let features = spread(&E::features(position));
    asked
        & blocks(asked).fold(0, |mask, block| {
            mask | not_below(lanes.score(block, &features), bound[block]) << (BLOCK * block)
        })
}
