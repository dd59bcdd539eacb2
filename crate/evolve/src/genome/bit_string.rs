//! Genomes that are strings of bits, all of one length.

use crate::genome::{
    Genome,
    bits::Bits,
    draw::Draws,
    representation::{Crossover, Representation, Variation},
};

/// Strings of so many bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitString {
    /// Their length.
    pub bits: usize,
}

impl BitString {
    /// The bits of a genome.
    ///
    /// # Panics
    /// If the genome is of another representation.
    pub fn bits(&self, genome: &Genome) -> Bits {
        Bits::from_bytes(genome.as_bytes(), self.bits).expect("a genome of this representation")
    }
}

impl From<Bits> for Genome {
    fn from(bits: Bits) -> Self {
        Self::new(bits.as_bytes())
    }
}

impl Representation for BitString {
    fn random(&self, draws: &mut Draws) -> Genome {
        Bits::random(self.bits, draws).into()
    }

    fn vary(&self, parents: [&Genome; 2], variation: &Variation, draws: &mut Draws) -> [Genome; 2] {
        let [mut one, mut two] = parents.map(|parent| self.bits(parent));
        if draws.chance(variation.crossover_probability) {
            match variation.crossover {
                Crossover::OnePoint => one_point(&mut one, &mut two, draws),
                Crossover::Uniform => uniform(&mut one, &mut two, draws),
            }
        }
        [one, two].map(|mut child| {
            flip(&mut child, variation.mutation_probability, draws);
            child.into()
        })
    }

    /// The share of bits that differ.
    fn distance(&self, one: &Genome, other: &Genome) -> f64 {
        f64::from(self.bits(one).distance(&self.bits(other))) / self.bits as f64
    }

    /// Counted a bit position at a time, in whole numbers: ones times zeros are the pairs that differ there.
    fn diversity(&self, population: &[Genome]) -> f64 {
        let n = population.len() as u64;
        if n < 2 {
            return 0.0;
        }
        let strings: Vec<Bits> = population.iter().map(|genome| self.bits(genome)).collect();
        let differing: u64 = (0..self.bits)
            .map(|at| strings.iter().filter(|bits| bits.get(at)).count() as u64)
            .map(|ones| ones * (n - ones))
            .sum();
        differing as f64 / ((n * (n - 1) / 2) * self.bits as u64) as f64
    }

    fn accepts(&self, bytes: &[u8]) -> Option<Genome> {
        Bits::from_bytes(bytes, self.bits).map(Genome::from)
    }

    fn length(&self) -> Option<usize> {
        Some(self.bits.div_ceil(8))
    }

    fn cells(&self, genome: &Genome) -> Vec<u8> {
        let bits = self.bits(genome);
        (0..self.bits)
            .map(|at| if bits.get(at) { u8::MAX } else { 0 })
            .collect()
    }

    fn locus_name(&self) -> &'static str {
        "bit"
    }
}

fn one_point(one: &mut Bits, two: &mut Bits, draws: &mut Draws) {
    let cut = 1 + draws.below(one.len() as u64 - 1) as usize;
    for at in cut..one.len() {
        swap(one, two, at);
    }
}

fn uniform(one: &mut Bits, two: &mut Bits, draws: &mut Draws) {
    for at in 0..one.len() {
        if draws.chance(0.5) {
            swap(one, two, at);
        }
    }
}

fn swap(one: &mut Bits, two: &mut Bits, at: usize) {
    let bit = one.get(at);
    one.set(at, two.get(at));
    two.set(at, bit);
}

/// Turns every bit over with the given probability.
fn flip(bits: &mut Bits, probability: f64, draws: &mut Draws) {
    for at in 0..bits.len() {
        if draws.chance(probability) {
            bits.set(at, !bits.get(at));
        }
    }
}
