//! Many individuals side by side, one SIMD lane each.
//!
//! Positions and features are the same for all individuals, only the weights differ. A yes-or-no question about a position has
//! one bit per lane as its answer.

use bytemuck::cast;
use wide::{i16x8, i32x4};

use crate::{evaluation::Vector, examples::example::Example};

/// Lanes scored at once.
const BLOCK: usize = 4;
/// Blocks in a packet: the smaller size fits the population of ACPP, the larger one twice as many.
const FEW: usize = 16;
const MANY: usize = 32;

/// One bit per lane.
pub(super) type Mask = u128;

/// One score per lane.
pub(super) type Scores<const B: usize> = [i32x4; B];

/// A search that tells for a packet of either size which lanes choose the move that was played.
pub(super) trait Ask<V: Vector> {
    /// For each example, adds one to the count of each lane that chooses the played move.
    fn ask<const B: usize>(&mut self, lanes: Lanes<V, B>, examples: &[Example], counts: &mut [u32]);
}

/// For each individual, the number of examples in which it chooses the played move. Individuals with equal weights are evaluated
/// once.
pub(super) fn count<V: Vector>(
    individuals: &[V],
    examples: &[Example],
    asker: &mut impl Ask<V>,
) -> Vec<u32> {
    let mut different: Vec<V> = individuals.to_vec();
    different.sort();
    different.dedup();
    let mut counts = vec![0; different.len()];
    if different.len() <= FEW * BLOCK {
        in_packets::<V, FEW>(&different, examples, &mut counts, asker);
    } else {
        in_packets::<V, MANY>(&different, examples, &mut counts, asker);
    }
    individuals
        .iter()
        .map(|weights| different.binary_search(weights).map_or(0, |at| counts[at]))
        .collect()
}

fn in_packets<V: Vector, const B: usize>(
    individuals: &[V],
    examples: &[Example],
    counts: &mut [u32],
    asker: &mut impl Ask<V>,
) {
    let lanes = B * BLOCK;
    for (weights, counts) in individuals.chunks(lanes).zip(counts.chunks_mut(lanes)) {
        asker.ask(Lanes::<V, B>::new(weights), examples, counts);
    }
}

/// Adds one to the count of each lane of `mask`.
pub(super) fn tally(mask: Mask, counts: &mut [u32]) {
    for (lane, count) in counts.iter_mut().enumerate() {
        *count += (mask >> lane & 1) as u32;
    }
}

/// The weights of the individuals of a packet, interleaved for SIMD.
pub(super) struct Lanes<V: Vector, const B: usize> {
    individuals: usize,
    blocks: Box<[V::Pairs; B]>,
}

impl<V: Vector, const B: usize> Lanes<V, B> {
    fn new(weights: &[V]) -> Self {
        let mut lanes = weights.chunks(BLOCK);
        let blocks = std::array::from_fn(|_| {
            let lanes = lanes.next().unwrap_or_default();
            V::pairs(|pair| interleave(lanes, pair))
        });
        Self {
            individuals: weights.len(),
            blocks: Box::new(blocks),
        }
    }

    /// The mask of all lanes in use.
    pub(super) fn all(&self) -> Mask {
        Mask::MAX >> (Mask::BITS as usize - self.individuals)
    }

    /// The scores of all lanes.
    pub(super) fn scores(&self, features: &V) -> Scores<B> {
        let features = spread(features);
        std::array::from_fn(|block| self.score(block, &features))
    }

    /// The lanes of `asked` whose score is at least the bound.
    pub(super) fn reach(&self, features: &V, bounds: &Scores<B>, asked: Mask) -> Mask {
        let features = spread(features);
        asked
            & blocks(asked).fold(0, |mask, block| {
                let score = self.score(block, &features);
                mask | not_below(score, bounds[block]) << (BLOCK * block)
            })
    }

    /// The scores of the lanes of one block.
    pub(super) fn score(&self, block: usize, features: &V::Pairs) -> i32x4 {
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

/// Broadcasts every pair of features to all lanes of a block.
pub(super) fn spread<V: Vector>(features: &V) -> V::Pairs {
    let features = features.as_ref();
    V::pairs(|pair| {
        let low = i32::from(features[2 * pair]) & 0xffff;
        let high = i32::from(features[2 * pair + 1]) << 16;
        cast(i32x4::splat(low | high))
    })
}

pub(super) fn splat<const B: usize>(score: i32) -> Scores<B> {
    [i32x4::splat(score); B]
}

pub(super) fn block_mask(mask: Mask, block: usize) -> i32x4 {
    let bits = (mask >> (BLOCK * block)) as i32;
    i32x4::new([
        -(bits & 1),
        -(bits >> 1 & 1),
        -(bits >> 2 & 1),
        -(bits >> 3 & 1),
    ])
}

/// The blocks with a lane in `mask`. It jumps from set bit to set bit, because masks are often sparse.
pub(super) fn blocks(mut mask: Mask) -> impl Iterator<Item = usize> {
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
pub(super) fn at_least<const B: usize>(
    scores: &Scores<B>,
    bounds: &Scores<B>,
    asked: Mask,
) -> Mask {
    asked
        & blocks(asked).fold(0, |mask, block| {
            mask | not_below(scores[block], bounds[block]) << (BLOCK * block)
        })
}

/// The same for one block.
fn not_below(score: i32x4, bound: i32x4) -> Mask {
    !Mask::from(bound.simd_gt(score).to_bitmask()) & 0xf
}
