//! One generation from another (Goldberg 1989): the elite unchanged, the rest in pairs by roulette, crossover and mutation.

use crate::genome::{
    Genome,
    draw::{Draws, Purpose},
    representation::{Crossover, Descent, Representation, Variation},
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

/// Where an individual of a generation came from; places are those of the generation before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It passed on unchanged.
    Elite(usize),
    /// It is the child of two, which may be one and the same.
    Child {
        /// The parent that it begins with, and the other.
        parents: [usize; 2],
        /// What it has of each, and what changed.
        descent: Descent,
    },
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
        let vary = |couple: [usize; 2], draws: &mut Draws| {
            representation.vary(couple.map(|at| &parents[at]), &self.variation, draws)
        };
        let elite = |place: usize| parents[place].clone();
        self.next(elite, vary, best_first, weights, generation)
    }

    /// The same individuals, each with where it came from. `None` of genomes that cannot tell.
    pub fn breed_recorded(
        &self,
        representation: &dyn Representation,
        parents: &[Genome],
        best_first: &[usize],
        weights: &[u64],
        generation: u32,
    ) -> Option<Vec<(Genome, Origin)>> {
        let vary = |[one, other]: [usize; 2], draws: &mut Draws| {
            let couple = [&parents[one], &parents[other]];
            let children = representation.vary_recorded(couple, &self.variation, draws);
            let Some([(first, of_first), (second, of_second)]) = children else {
                return [None, None];
            };
            let child = |parents, descent| Origin::Child { parents, descent };
            [
                Some((first, child([one, other], of_first))),
                Some((second, child([other, one], of_second))),
            ]
        };
        let elite = |place: usize| Some((parents[place].clone(), Origin::Elite(place)));
        let next = self.next(elite, vary, best_first, weights, generation);
        next.into_iter().collect()
    }

    /// The elite, and the children of couples until there are as many as before.
    fn next<T>(
        &self,
        elite: impl Fn(usize) -> T,
        mut vary: impl FnMut([usize; 2], &mut Draws) -> [T; 2],
        best_first: &[usize],
        weights: &[u64],
        generation: u32,
    ) -> Vec<T> {
        let individuals = best_first.len();
        let places = best_first.iter().take(self.elite);
        let mut next: Vec<T> = places.map(|place| elite(*place)).collect();
        for pair in 0.. {
            if next.len() >= individuals {
                break;
            }
            let mut draws = Draws::derive(self.seed, generation, pair, Purpose::Breeding);
            let mut parent = || select::roulette(weights, &mut draws);
            let couple = [parent(), parent()];
            next.extend(vary(couple, &mut draws));
        }
        next.truncate(individuals);
        next
    }
}
