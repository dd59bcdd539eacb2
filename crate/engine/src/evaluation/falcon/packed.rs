//! Falcon's features in fewer bytes, for trees that are kept: most are small multiples of a known unit.

use bytemuck::cast;
use wide::{i8x16, i16x8, i16x16, i32x4, u8x16};

use super::{HALF, ONE, QUARTER, Vector};

/// A byte for each feature before [`LARGE`], and two for each of [`TWO_BYTES`].
pub(super) type Packed = [u8; LARGE + 2 * TWO_BYTES.len()];

/// From here on all features have two bytes.
const LARGE: usize = 29;

/// The features that have two bytes: counts that are often large, and those in shares of the enemy's force, which are rounded.
const TWO_BYTES: [usize; 8] = [29, 30, 31, 32, 33, 34, 7, 12];

/// The features that are made from bytes in whole registers, some of which are replaced then.
const FIRST: usize = 32;

/// What a byte counts; 0 for features that have two.
const UNITS: [i16; FIRST] = {
    let mut units = [ONE as i16; FIRST];
    (units[11], units[13], units[15], units[22]) =
        (HALF as i16, HALF as i16, HALF as i16, HALF as i16);
    (units[27], units[28]) = (QUARTER as i16, QUARTER as i16);
    (units[7], units[12]) = (0, 0);
    (units[29], units[30], units[31]) = (0, 0, 0);
    units
};

/// What makes 32 times the count of a multiple of a unit, by wrapping multiplication: units are 5 times a power of two, and numbers of
/// 16 bits have an inverse of 5. That is faster than division.
const INVERSES: [i16; FIRST] = {
    const OF_FIVE: i16 = 0xcccd_u16 as i16;
    let mut inverses = [0; FIRST];
    let mut at = 0;
    while at < FIRST {
        if UNITS[at] != 0 {
            inverses[at] = OF_FIVE.wrapping_mul(ONE as i16 / UNITS[at]);
        }
        at += 1;
    }
    inverses
};

/// `None` where a count is too large for its byte, which no position of a game comes near.
pub(super) fn pack(features: &Vector) -> Option<Packed> {
    let known: [i16; FIRST] = std::array::from_fn(|at| features[at]);
    let [low, high] = cast::<_, [i16x16; 2]>(known);
    let [low_inverse, high_inverse] = cast::<_, [i16x16; 2]>(INVERSES);
    let bytes = [low * low_inverse, high * high_inverse]
        .map(|counts| i8x16::from_i16x16_saturate(counts.unbounded_shr_scalar(5)));
    let mut packed = [0; LARGE + 2 * TWO_BYTES.len()];
    packed[..FIRST].copy_from_slice(&cast::<_, [u8; FIRST]>(bytes));
    for (bytes, at) in packed[LARGE..].chunks_exact_mut(2).zip(TWO_BYTES) {
        bytes.copy_from_slice(&features[at].to_le_bytes());
    }
    (cast::<_, [i16; FIRST]>(first(&packed)) == known).then_some(packed)
}

/// Broadcasts every pair of features to all lanes of a block.
#[inline(always)]
pub(super) fn spread(packed: &Packed) -> [i16x8; 18] {
    let pairs: [i32; FIRST / 2] = cast(first(packed));
    std::array::from_fn(|pair| {
        cast(i32x4::splat(match pair {
            16 => cast([two_bytes(packed, 3), two_bytes(packed, 4)]),
            17 => cast([two_bytes(packed, 5), 0]),
            _ => pairs[pair],
        }))
    })
}

/// The [`FIRST`] features.
#[inline]
fn first(packed: &Packed) -> [i16x8; 4] {
    let [low, high]: [u8x16; 2] =
        [0, 16].map(|at| u8x16::new(std::array::from_fn(|byte| packed[at + byte])));
    // A byte in the upper half of 16 bits keeps its sign when it is shifted down.
    let [mut a, mut b, c, mut d] = [
        u8x16::unpack_low(u8x16::ZERO, low),
        u8x16::unpack_high(u8x16::ZERO, low),
        u8x16::unpack_low(u8x16::ZERO, high),
        u8x16::unpack_high(u8x16::ZERO, high),
    ]
    .map(|counts| cast::<_, i16x8>(counts).unbounded_shr_scalar(8));
    let units: [i16x8; 4] = cast(UNITS);
    (a, b, d) = (a * units[0], b * units[1], d * units[3]);
    a.as_mut_array()[7] = two_bytes(packed, 6);
    b.as_mut_array()[4] = two_bytes(packed, 7);
    for at in 0..3 {
        d.as_mut_array()[5 + at] = two_bytes(packed, at);
    }
    [a, b, c * units[2], d]
}

/// One of [`TWO_BYTES`].
#[inline]
fn two_bytes(packed: &Packed, at: usize) -> i16 {
    i16::from_le_bytes([packed[LARGE + 2 * at], packed[LARGE + 2 * at + 1]])
}
