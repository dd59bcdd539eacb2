//! One generation from another (Goldberg 1989): the elite unchanged, the rest in pairs by roulette, crossover and mutation.

use crate::genome::{
    Genome,
    draw::{Draws, Purpose},
    representation::{Crossover, Representation, Variation},
    select,
};

/// How the next generation is bred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Breeding {
    /// Decides every draw of the run.
    pub seed: u64,
    /// How children come to differ from their parents.
    pub variation: Variation,
    /// The best so many pass on unchanged.
    pub elite: usize,
}

/// The individuals of generation 0.
pub fn random(seed: u64, individuals: usize, representation: &dyn Representation) -> Vec<Genome> {
    (0..individuals as u32)
        .map(|individual| {
            let mut draws = Draws::derive(seed, 0, individual, Purpose::Genes);
            representation.random(&mut draws)
        })
        .collect()
}

impl Breeding {
    /// With uniform crossover.
    pub(crate) const fn uniform(seed: u64, crossover: f64, mutation: f64, elite: u32) -> Self {
        Self {
            seed,
            variation: Variation {
                crossover: Crossover::Uniform,
                crossover_probability: crossover,
                mutation_probability: mutation,
            },
            elite: elite as usize,
        }
    }

    /// The individuals of `generation`, as many as `parents`. `best_first` has the places of the parents, `weights` what each has
    /// of the roulette wheel.
    pub fn breed(
        &self,
        representation: &dyn Representation,
        parents: &[Genome],
        best_first: &[usize],
        weights: &[u64],
        generation: u32,
    ) -> Vec<Genome> {
        let elite = best_first.iter().take(self.elite);
        let mut next: Vec<Genome> = elite.map(|place| parents[*place].clone()).collect();
        for pair in 0.. {
            if next.len() >= parents.len() {
                break;
            }
            let mut draws = Draws::derive(self.seed, generation, pair, Purpose::Breeding);
            let mut parent = || &parents[select::roulette(weights, &mut draws)];
            let couple = [parent(), parent()];
            next.extend(representation.vary(couple, &self.variation, &mut draws));
        }
        next.truncate(parents.len());
        next
    }
}
