//! The bit string that a genetic algorithm breeds.

use crate::genome::draw::Draws;

/// A chromosome's bits; bit 0 is the most significant bit of the first byte, spare bits at the end are zero.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bits {
    bytes: Vec<u8>,
    len: usize,
}

impl Bits {
    /// `len` zero bits.
    pub fn zeros(len: usize) -> Self {
        Self {
            bytes: vec![0; len.div_ceil(8)],
            len,
        }
    }

    /// `len` random bits.
    pub fn random(len: usize, draws: &mut Draws) -> Self {
        let mut bits = Self::zeros(len);
        for at in 0..len {
            bits.set(at, draws.bits() >> 63 != 0);
        }
        bits
    }

    /// Reads `len` bits; `None` when the number of bytes differs or a spare bit is set.
    pub fn from_bytes(bytes: &[u8], len: usize) -> Option<Self> {
        let spare = bytes.len() * 8 - len.min(bytes.len() * 8);
        let spare_is_zero = bytes
            .last()
            .is_none_or(|last| last.trailing_zeros() as usize >= spare);
        (bytes.len() == len.div_ceil(8) && spare_is_zero).then(|| Self {
            bytes: bytes.to_vec(),
            len,
        })
    }

    /// The bits as bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Number of bits.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no bit.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bit at `at`.
    pub fn get(&self, at: usize) -> bool {
        self.bytes[at / 8] >> (7 - at % 8) & 1 != 0
    }

    /// Sets the bit at `at`.
    pub fn set(&mut self, at: usize, value: bool) {
        let mask = 0x80 >> (at % 8);
        if value {
            self.bytes[at / 8] |= mask;
        } else {
            self.bytes[at / 8] &= !mask;
        }
    }

    /// `width` bits from `offset` as a number, the first bit the most significant.
    pub fn number(&self, offset: usize, width: usize) -> u32 {
        (offset..offset + width).fold(0, |number, at| number << 1 | u32::from(self.get(at)))
    }

    /// Writes `number` into `width` bits from `offset`: the inverse of [`Bits::number`].
    pub fn set_number(&mut self, offset: usize, width: usize, number: u32) {
        for place in 0..width {
            self.set(offset + place, number >> (width - 1 - place) & 1 != 0);
        }
    }

    /// `width` bits from `offset` as a number in Gray code (Gray 1953): neighbouring numbers differ in one bit.
    pub fn gray_number(&self, offset: usize, width: usize) -> u32 {
        let gray = self.number(offset, width);
        // Every bit is the parity of itself and all bits before it.
        (0..width).fold(0, |number, place| number ^ gray >> place)
    }

    /// Writes `number` into `width` bits from `offset` in Gray code: the inverse of [`Bits::gray_number`].
    pub fn set_gray_number(&mut self, offset: usize, width: usize, number: u32) {
        self.set_number(offset, width, number ^ number >> 1);
    }

    /// The number of places in which two bit strings of equal length differ.
    pub fn distance(&self, other: &Self) -> u32 {
        self.bytes
            .iter()
            .zip(&other.bytes)
            .map(|(one, two)| (one ^ two).count_ones())
            .sum()
    }
}
