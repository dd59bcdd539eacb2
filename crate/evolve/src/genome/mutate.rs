//! How bits change by accident.

use crate::genome::{bits::Bits, draw::Draws};

/// Turns every bit over with the given probability.
pub fn flip_bits(bits: &mut Bits, probability: f64, draws: &mut Draws) {
    for at in 0..bits.len() {
        if draws.chance(probability) {
            bits.set(at, !bits.get(at));
        }
    }
}
