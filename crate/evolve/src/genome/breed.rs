//! One generation of bit strings from another: the elite unchanged, the rest in pairs by roulette, uniform crossover and
//! mutation.

use crate::genome::{
    bits::Bits,
    crossover::Crossover,
    draw::{Draws, Purpose},
    mutate, select,
};

/// How the next generation is bred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Breeding {
    /// Decides every draw of the run.
    pub seed: u64,
    /// The probability that a pair of parents exchange genes.
    pub crossover: f64,
    /// The probability that a bit is turned over.
    pub mutation: f64,
    /// The best so many pass on unchanged.
    pub elite: usize,
}

/// The individuals of generation 0.
pub fn random(seed: u64, individuals: usize, bits: usize) -> Vec<Bits> {
    (0..individuals as u32)
        .map(|individual| {
            let mut draws = Draws::derive(seed, 0, individual, Purpose::Genes);
            Bits::random(bits, &mut draws)
        })
        .collect()
}

impl Breeding {
    /// From the whole numbers of a table of settings: both probabilities in ten-thousandths.
    pub(crate) fn in_ten_thousandths(seed: u64, crossover: i32, mutation: i32, elite: i32) -> Self {
        Self {
            seed,
            crossover: f64::from(crossover) / 10_000.0,
            mutation: f64::from(mutation) / 10_000.0,
            elite: elite as usize,
        }
    }

    /// The individuals of `generation`, as many as `parents`. `best_first` has the places of the parents, `shares` what each has
    /// of the roulette wheel.
    pub fn breed(
        &self,
        parents: &[Bits],
        best_first: &[usize],
        shares: &[u64],
        generation: u32,
    ) -> Vec<Bits> {
        let elite = best_first.iter().take(self.elite);
        let mut next: Vec<Bits> = elite.map(|place| parents[*place].clone()).collect();
        for pair in 0.. {
            if next.len() >= parents.len() {
                break;
            }
            let mut draws = Draws::derive(self.seed, generation, pair, Purpose::Breeding);
            let mut one = parents[select::roulette(shares, &mut draws)].clone();
            let mut two = parents[select::roulette(shares, &mut draws)].clone();
            if draws.chance(self.crossover) {
                Crossover::Uniform.cross(&mut one, &mut two, &mut draws);
            }
            for mut child in [one, two] {
                mutate::flip_bits(&mut child, self.mutation, &mut draws);
                next.push(child);
            }
        }
        next.truncate(parents.len());
        next
    }
}
