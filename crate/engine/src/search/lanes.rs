//! Many individuals side by side, one SIMD lane each.
//!
//! Positions and features are the same for all individuals, only the weights differ. A yes-or-no question about a position has
//! one bit per lane as its answer.

use std::ops::{BitAnd, BitAndAssign, Index, IndexMut, Not};

use wide::{i16x8, i32x4};

use crate::{evaluation::Vector, examples::example::Example};

/// Lanes scored at once.
const BLOCK: usize = 4;
/// Lanes in a word of a mask.
const WORD: usize = 64;
/// Blocks in a word.
const BLOCKS: usize = WORD / BLOCK;
/// Words in a packet: the smaller size fits the population of ACPP, the larger one twice as many.
const FEW: usize = 1;
const MANY: usize = 2;

/// One bit per lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mask<const W: usize>([u64; W]);

/// One score per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scores<const W: usize>([[i32x4; BLOCKS]; W]);

/// A search that tells for a packet of either size which lanes choose the move that was played.
pub(super) trait Ask<V: Vector> {
    /// For each example, adds one to the count of each lane that chooses the played move.
    fn ask<const W: usize>(&mut self, lanes: Lanes<V, W>, examples: &[Example], counts: &mut [u32]);
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
    if different.len() <= FEW * WORD {
        in_packets::<V, FEW>(&different, examples, &mut counts, asker);
    } else {
        in_packets::<V, MANY>(&different, examples, &mut counts, asker);
    }
    individuals
        .iter()
        .map(|weights| different.binary_search(weights).map_or(0, |at| counts[at]))
        .collect()
}

fn in_packets<V: Vector, const W: usize>(
    individuals: &[V],
    examples: &[Example],
    counts: &mut [u32],
    asker: &mut impl Ask<V>,
) {
    let lanes = W * WORD;
    for (weights, counts) in individuals.chunks(lanes).zip(counts.chunks_mut(lanes)) {
        asker.ask(Lanes::<V, W>::new(weights), examples, counts);
    }
}

impl<const W: usize> Mask<W> {
    pub(super) const NONE: Self = Self([0; W]);

    /// The first so many lanes.
    fn first(lanes: usize) -> Self {
        Self(std::array::from_fn(|word| {
            match lanes.saturating_sub(word * WORD) {
                WORD.. => u64::MAX,
                lanes => (1 << lanes) - 1,
            }
        }))
    }

    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub(super) fn count_ones(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Calls `act` with each block that has a lane in the mask. It jumps from set bit to set bit, because masks are often sparse.
    pub(super) fn for_blocks(self, mut act: impl FnMut(usize)) {
        for (at, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                let block = word.trailing_zeros() as usize / BLOCK;
                word &= !(0xf << (BLOCK * block));
                act(at * BLOCKS + block);
            }
        }
    }

    /// The lanes of the mask for which `test` says so; it is asked for each block, and answers in the lowest bits.
    fn filter(self, mut test: impl FnMut(usize) -> u64) -> Self {
        let mut found = Self::NONE;
        self.for_blocks(|block| {
            found.0[block / BLOCKS] |= test(block) << (BLOCK * (block % BLOCKS));
        });
        self & found
    }

    /// The lanes of one block: all bits set or none.
    fn of_block(self, block: usize) -> i32x4 {
        let bits = (self.0[block / BLOCKS] >> (BLOCK * (block % BLOCKS))) as i32;
        let each = i32x4::new([1, 2, 4, 8]);
        (i32x4::splat(bits) & each).simd_eq(each)
    }

    /// Adds one to the count of each lane of the mask.
    pub(super) fn tally(self, counts: &mut [u32]) {
        for (word, counts) in self.0.into_iter().zip(counts.chunks_mut(WORD)) {
            for (lane, count) in counts.iter_mut().enumerate() {
                *count += (word >> lane & 1) as u32;
            }
        }
    }
}

impl<const W: usize> BitAnd for Mask<W> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl<const W: usize> BitAndAssign for Mask<W> {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> Not for Mask<W> {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const W: usize> Scores<W> {
    /// The same score in every lane.
    pub(super) fn splat(score: i32) -> Self {
        Self([[i32x4::splat(score); BLOCKS]; W])
    }

    pub(super) fn map(&self, mut change: impl FnMut(i32x4) -> i32x4) -> Self {
        Self(self.0.map(|word| word.map(&mut change)))
    }

    /// Replaces the scores of one block in the lanes of `mask`.
    pub(super) fn replace(&mut self, mask: Mask<W>, block: usize, scores: i32x4) {
        self[block] = mask.of_block(block).select(scores, self[block]);
    }

    /// The lanes of `asked` whose score is at least the bound.
    pub(super) fn reach(&self, bounds: &Self, asked: Mask<W>) -> Mask<W> {
        asked.filter(|block| not_below(self[block], bounds[block]))
    }
}

impl<const W: usize> Index<usize> for Scores<W> {
    type Output = i32x4;

    fn index(&self, block: usize) -> &i32x4 {
        &self.0[block / BLOCKS][block % BLOCKS]
    }
}

impl<const W: usize> IndexMut<usize> for Scores<W> {
    fn index_mut(&mut self, block: usize) -> &mut i32x4 {
        &mut self.0[block / BLOCKS][block % BLOCKS]
    }
}

/// The weights of the individuals of a packet, interleaved for SIMD.
pub(super) struct Lanes<V: Vector, const W: usize> {
    individuals: usize,
    blocks: Box<[[V::Pairs; BLOCKS]; W]>,
}

impl<V: Vector, const W: usize> Lanes<V, W> {
    fn new(weights: &[V]) -> Self {
        let mut lanes = weights.chunks(BLOCK);
        let blocks = std::array::from_fn(|_| {
            std::array::from_fn(|_| {
                let lanes = lanes.next().unwrap_or_default();
                V::pairs(|pair| interleave(lanes, pair))
            })
        });
        Self {
            individuals: weights.len(),
            blocks: Box::new(blocks),
        }
    }

    /// The mask of all lanes in use.
    pub(super) fn all(&self) -> Mask<W> {
        Mask::first(self.individuals)
    }

    /// The scores of all lanes.
    pub(super) fn scores(&self, features: &V::Pairs) -> Scores<W> {
        Scores(std::array::from_fn(|word| {
            std::array::from_fn(|block| self.score(word * BLOCKS + block, features))
        }))
    }

    /// The lanes of `asked` whose score is at least the bound.
    pub(super) fn reach(&self, features: &V::Pairs, bounds: &Scores<W>, asked: Mask<W>) -> Mask<W> {
        asked.filter(|block| not_below(self.score(block, features), bounds[block]))
    }

    /// The scores of the lanes of one block.
    pub(super) fn score(&self, block: usize, features: &V::Pairs) -> i32x4 {
        let weights = &self.blocks[block / BLOCKS][block % BLOCKS];
        let pairs = weights.as_ref().iter().zip(features.as_ref());
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

/// The lanes of a block whose score is at least the bound.
fn not_below(score: i32x4, bound: i32x4) -> u64 {
    u64::from(!score.simd_lt(bound).to_bitmask()) & 0xf
}
