//! Falcon's features in fewer bytes, to be stored between generations: most are small multiples of a known unit.

use bytemuck::cast;
use wide::{i8x16, i16x8, i16x16, i32x4, u8x16};

use super::{HALF, ONE, QUARTER, Vector};

/// A byte for each of the first [`BYTES`] features, then two for each of [`TWO_BYTES`].
pub(super) type Packed = [u8; BYTES + 2 * TWO_BYTES.len()];

/// How many features come first with a byte each. Two of them, which have two bytes, leave theirs unused.
const BYTES: usize = 29;

/// The features that have two bytes: those in shares of the enemy's force, which are rounded, and counts that are often large.
const TWO_BYTES: [usize; 8] = [
    29, // KING_NO_FRIENDLY_PAWN
    30, // KING_NO_FRIENDLY_PAWN_ADJ
    31, // KING_FRIENDLY_PAWN_ADVANCED1
    32, // KING_NO_ENEMY_PAWN
    33, // KING_NO_ENEMY_PAWN_ADJ
    34, // KING_PRESSURE_MULT
    7,  // PASSED_PAWN_MULT
    12, // PASSED_PAWN_ENEMY_KING_DIST
];

/// How many features are unpacked in whole registers; those of two bytes are overwritten afterwards.
const FIRST: usize = 32;

/// What a byte counts; 0 for features that have two.
const UNITS: [i16; FIRST] = {
    let mut units = [ONE as i16; FIRST];
    (units[11], units[13], units[15], units[22]) =
        (HALF as i16, HALF as i16, HALF as i16, HALF as i16);
    (units[27], units[28]) = (QUARTER as i16, QUARTER as i16);
    let mut at = 0;
    while at < TWO_BYTES.len() {
        if TWO_BYTES[at] < FIRST {
            units[TWO_BYTES[at]] = 0;
        }
        at += 1;
    }
    units
};

/// Wrapping multiplication by this turns a multiple of the unit into 32 times its count: a unit is 5 times a power of two, and 5 has
/// an inverse modulo 2^16. It is faster than division.
const INVERSES: [i16; FIRST] = {
    const OF_FIVE: i16 = 0xcccd_u16 as i16;
    assert!(ONE == 5 * 32);
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

/// `None` where a feature is no multiple of its unit, or its count too large for a byte: neither happens in a game.
pub(super) fn pack(features: &Vector) -> Option<Packed> {
    let known: [i16; FIRST] = std::array::from_fn(|at| features[at]);
    let [low, high] = cast::<_, [i16x16; 2]>(known);
    let [low_inverse, high_inverse] = cast::<_, [i16x16; 2]>(INVERSES);
    let bytes = [low * low_inverse, high * high_inverse]
        .map(|counts| i8x16::from_i16x16_saturate(counts.unbounded_shr_scalar(5)));
    let mut packed = [0; BYTES + 2 * TWO_BYTES.len()];
    packed[..FIRST].copy_from_slice(&cast::<_, [u8; FIRST]>(bytes));
    for (bytes, at) in packed[BYTES..].chunks_exact_mut(2).zip(TWO_BYTES) {
        bytes.copy_from_slice(&features[at].to_le_bytes());
    }
    let is_equal = cast::<_, [i16; FIRST]>(first(&packed)) == known;
    (is_equal && features[35] == 0).then_some(packed)
}

/// Every pair of features, in all lanes of a register.
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
    // The features 7, 12 and 29 to 31.
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
    i16::from_le_bytes([packed[BYTES + 2 * at], packed[BYTES + 2 * at + 1]])
}
