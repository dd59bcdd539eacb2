//! What genomes are made of, and what the shared code asks of them.

use crate::genome::{
    Genome,
    depth_program::{self, GeneticOperator},
    draw::Draws,
};

/// The kind of crossover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossover {
    /// Both parents are cut at one random place and swap what follows (Goldberg 1989).
    OnePoint,
    /// Every locus is swapped with probability one half.
    Uniform,
}

/// How children come to differ from their parents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variation {
    /// How a pair of parents exchange genes.
    pub crossover: Crossover,
    /// The probability that they do.
    pub crossover_probability: f64,
    /// The probability that a locus of a child changes by accident.
    pub mutation_probability: f64,
}

/// Which loci of a child came from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Descent {
    /// The loci from which on the child is of its other parent, rising. It begins with its first parent.
    pub crossover_points: Vec<usize>,
    /// The loci that changed by accident, rising.
    pub mutations: Vec<usize>,
    /// The child without them.
    pub before: Genome,
    /// What made its program, and of what, where genomes hold one.
    pub program: Option<(GeneticOperator, depth_program::Child)>,
}

/// The loci from which on a child is of its other parent. `is_of_other`: for each locus, whether it is.
pub(crate) fn crossover_points(is_of_other: &[bool]) -> Vec<usize> {
    let before = std::iter::once(&false).chain(is_of_other);
    let pairs = before.zip(is_of_other).enumerate();
    pairs
        .filter(|(_, (before, here))| before != here)
        .map(|(at, _)| at)
        .collect()
}

/// A kind of genome. Genomes handed to it are of its own making: random, varied, or accepted.
pub trait Representation: Send + Sync {
    /// A genome of generation 0.
    fn random(&self, draws: &mut Draws) -> Genome;

    /// Two children of two parents.
    fn vary(&self, parents: [&Genome; 2], variation: &Variation, draws: &mut Draws) -> [Genome; 2];

    /// The same children of the same draws, each with where its loci came from. The parents of the second stand the other way round. `None`
    /// of a kind of genome that cannot tell.
    fn vary_recorded(
        &self,
        _parents: [&Genome; 2],
        _variation: &Variation,
        _draws: &mut Draws,
    ) -> Option<[(Genome, Descent); 2]> {
        None
    }

    /// How much two genomes differ: from 0, equal, to 1.
    fn distance(&self, one: &Genome, other: &Genome) -> f64;

    /// The mean distance over all pairs of a population; 0 without a pair.
    fn diversity(&self, population: &[Genome]) -> f64 {
        let (mut sum, mut pairs) = (0.0, 0_u64);
        for (at, one) in population.iter().enumerate() {
            for other in &population[..at] {
                sum += self.distance(one, other);
                pairs += 1;
            }
        }
        sum / pairs.max(1) as f64
    }

    /// The genome of bytes that may come from anywhere; `None` when they are not one.
    fn accepts(&self, bytes: &[u8]) -> Option<Genome>;

    /// The genome in its shortest form, which may round it: for a link.
    fn short(&self, genome: &Genome) -> Genome {
        genome.clone()
    }

    /// Bytes of every genome, `None` where one has more than another: so a text that was cut short can be told from a damaged one.
    fn length(&self) -> Option<usize> {
        None
    }

    /// A genome as the picture of a population has it: for each locus how much of it there is, from 0 to 255.
    fn cells(&self, genome: &Genome) -> Vec<u8>;

    /// The sizes of the mutations of its loci, from 0 to 1 of their ranges, where each has one that is inherited too.
    fn steps(&self, _genome: &Genome) -> Option<Vec<f64>> {
        None
    }

    /// What people call one locus.
    fn locus_name(&self) -> &'static str;
}
