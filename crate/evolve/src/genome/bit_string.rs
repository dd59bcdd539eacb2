//! Genomes that are strings of bits, all of one length.

use crate::genome::{
    Genome,
    bits::Bits,
    draw::Draws,
    representation::{Crossover, Descent, Representation, Variation, crossover_points},
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
        self.vary_told(parents, variation, draws, &mut Silent)
    }

    fn vary_recorded(
        &self,
        parents: [&Genome; 2],
        variation: &Variation,
        draws: &mut Draws,
    ) -> Option<[(Genome, Descent); 2]> {
        let mut log = Log {
            is_swapped: vec![false; self.bits],
            children: Vec::new(),
        };
        let children = self.vary_told(parents, variation, draws, &mut log);
        let crossover_points = crossover_points(&log.is_swapped);
        let descents = log.children.into_iter().map(|(before, mutations)| Descent {
            crossover_points: crossover_points.clone(),
            mutations,
            before,
            program: None,
        });
        let recorded: Vec<_> = children.into_iter().zip(descents).collect();
        recorded.try_into().ok()
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

/// Is told what becomes of a couple while it is varied. It takes no part in it.
trait Observer {
    /// The children have swapped this bit.
    fn on_swap(&mut self, at: usize);
    /// The mutations of the next child begin.
    fn on_child(&mut self, before: &Bits);
    /// It has turned over this bit.
    fn on_flip(&mut self, at: usize);
}

/// Nobody listens.
struct Silent;

impl Observer for Silent {
    fn on_swap(&mut self, _: usize) {}
    fn on_child(&mut self, _: &Bits) {}
    fn on_flip(&mut self, _: usize) {}
}

/// Writes it down.
struct Log {
    is_swapped: Vec<bool>,
    /// Each child without mutations, and these.
    children: Vec<(Genome, Vec<usize>)>,
}

impl Observer for Log {
    fn on_swap(&mut self, at: usize) {
        self.is_swapped[at] = true;
    }

    fn on_child(&mut self, before: &Bits) {
        self.children.push((before.clone().into(), Vec::new()));
    }

    fn on_flip(&mut self, at: usize) {
        if let Some((_, mutations)) = self.children.last_mut() {
            mutations.push(at);
        }
    }
}

impl BitString {
    fn vary_told(
        &self,
        parents: [&Genome; 2],
        variation: &Variation,
        draws: &mut Draws,
        observer: &mut impl Observer,
    ) -> [Genome; 2] {
        let [mut one, mut two] = parents.map(|parent| self.bits(parent));
        if draws.chance(variation.crossover_probability) {
            let swap = |at| {
                swap(&mut one, &mut two, at);
                observer.on_swap(at);
            };
            match variation.crossover {
                Crossover::OnePoint => one_point(self.bits, draws).for_each(swap),
                Crossover::Uniform => (0..self.bits).filter(|_| draws.chance(0.5)).for_each(swap),
            }
        }
        [one, two].map(|mut child| {
            observer.on_child(&child);
            flip(&mut child, variation.mutation_probability, draws, |at| {
                observer.on_flip(at);
            });
            child.into()
        })
    }
}

/// The bits behind a random place.
fn one_point(bits: usize, draws: &mut Draws) -> std::ops::Range<usize> {
    1 + draws.below(bits as u64 - 1) as usize..bits
}

fn swap(one: &mut Bits, two: &mut Bits, at: usize) {
    let bit = one.get(at);
    one.set(at, two.get(at));
    two.set(at, bit);
}

/// Turns every bit over with the given probability.
fn flip(bits: &mut Bits, probability: f64, draws: &mut Draws, mut on_flip: impl FnMut(usize)) {
    for at in 0..bits.len() {
        if draws.chance(probability) {
            bits.set(at, !bits.get(at));
            on_flip(at);
        }
    }
}
