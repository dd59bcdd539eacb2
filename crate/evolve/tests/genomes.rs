//! The shared code with genomes that are no bits: everything a representation must bring, and nothing else.

use millipawn_evolve::{
    genome::{
        BitString, Crossover, Genome, Representation, Variation,
        breed::{self, Breeding},
        draw::{Draws, Purpose},
    },
    text::chromosome::{self, ChromosomeError},
};
use proptest::prelude::*;

/// Vectors of numbers from -1 to 1.
struct RealVector;

const NUMBERS: usize = 8;

/// How far a mutation moves a number at most.
const STEP: f64 = 0.25;

fn genome(numbers: &[f32]) -> Genome {
    let bytes: Vec<u8> = numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    Genome::new(&bytes)
}

fn numbers(genome: &Genome) -> Vec<f32> {
    let (chunks, _) = genome.as_bytes().as_chunks::<4>();
    chunks
        .iter()
        .map(|bytes| f32::from_le_bytes(*bytes))
        .collect()
}

/// A number from -1 to 1.
fn uniform(draws: &mut Draws) -> f64 {
    draws.below(2001) as f64 / 1000.0 - 1.0
}

impl Representation for RealVector {
    fn random(&self, draws: &mut Draws) -> Genome {
        let drawn: Vec<f32> = (0..NUMBERS).map(|_| uniform(draws) as f32).collect();
        genome(&drawn)
    }

    fn vary(&self, parents: [&Genome; 2], variation: &Variation, draws: &mut Draws) -> [Genome; 2] {
        let [mut one, mut two] = parents.map(numbers);
        if draws.chance(variation.crossover_probability) {
            for (one, two) in one.iter_mut().zip(&mut two) {
                if draws.chance(0.5) {
                    std::mem::swap(one, two);
                }
            }
        }
        [one, two].map(|mut child| {
            for number in &mut child {
                if draws.chance(variation.mutation_probability) {
                    let moved = f64::from(*number) + STEP * uniform(draws);
                    *number = moved.clamp(-1.0, 1.0) as f32;
                }
            }
            genome(&child)
        })
    }

    fn distance(&self, one: &Genome, other: &Genome) -> f64 {
        let (one, other) = (numbers(one), numbers(other));
        let apart = one
            .iter()
            .zip(&other)
            .map(|(one, other)| f64::from((one - other).abs()));
        apart.sum::<f64>() / (2 * NUMBERS) as f64
    }

    fn accepts(&self, bytes: &[u8]) -> Option<Genome> {
        let genome = Genome::new(bytes);
        let fits = bytes.len() == 4 * NUMBERS
            && numbers(&genome)
                .iter()
                .all(|number| (-1.0..=1.0).contains(number));
        fits.then_some(genome)
    }

    fn cells(&self, genome: &Genome) -> Vec<u8> {
        let cell = |number: f32| ((number + 1.0) * 127.5).round() as u8;
        numbers(genome).into_iter().map(cell).collect()
    }

    fn locus_name(&self) -> &'static str {
        "number"
    }
}

fn breeding(crossover_probability: f64, mutation_probability: f64) -> Breeding {
    Breeding {
        seed: 1991,
        variation: Variation {
            crossover: Crossover::Uniform,
            crossover_probability,
            mutation_probability,
        },
        elite: 1,
    }
}

/// Breeds for large numbers: the fitness is their sum.
#[test]
fn real_vectors_are_bred_by_the_shared_step() {
    let fitness = |genome: &Genome| -> u32 {
        let sum: f32 = numbers(genome).iter().map(|number| number + 1.0).sum();
        (sum * 1000.0) as u32
    };
    let mut population = breed::random(1991, 30, &RealVector);
    assert_eq!(population.len(), 30);
    let first = population.iter().map(fitness).max();
    for generation in 1..=40 {
        let fitness: Vec<u32> = population.iter().map(fitness).collect();
        let mut best_first: Vec<usize> = (0..population.len()).collect();
        best_first.sort_by_key(|at| std::cmp::Reverse(fitness[*at]));
        let shares: Vec<u64> = fitness.iter().map(|fit| u64::from(*fit).pow(2)).collect();
        let next =
            breeding(0.75, 0.1).breed(&RealVector, &population, &best_first, &shares, generation);
        assert_eq!(next[0], population[best_first[0]]);
        assert!(
            next.iter()
                .all(|child| RealVector.accepts(child.as_bytes()).is_some())
        );
        population = next;
    }
    let last = population.iter().map(fitness).max();
    assert!(last > first, "{first:?} {last:?}");
}

#[test]
fn the_diversity_of_real_vectors_is_their_mean_distance() {
    let vector = |number| genome(&[number; NUMBERS]);
    let population = [vector(-1.0), vector(0.0), vector(1.0)];
    // A half, a half, and all there is.
    assert!((RealVector.diversity(&population) - 2.0 / 3.0).abs() < 1e-12);
    assert_eq!(RealVector.diversity(&[vector(0.5), vector(0.5)]), 0.0);
    assert_eq!(RealVector.diversity(&population[..1]), 0.0);
    assert_eq!(RealVector.cells(&population[0]), [0; NUMBERS]);
    assert_eq!(RealVector.cells(&population[2]), [255; NUMBERS]);
}

/// Bits as their own representation counts them, and as any other would.
#[test]
fn the_diversity_of_bits_is_their_mean_distance_too() {
    const STRINGS: BitString = BitString { bits: 145 };
    let population = breed::random(7, 12, &STRINGS);
    let mut distances = Vec::new();
    for (at, one) in population.iter().enumerate() {
        let others = &population[..at];
        distances.extend(others.iter().map(|other| STRINGS.distance(one, other)));
    }
    let mean = distances.iter().sum::<f64>() / distances.len() as f64;
    assert!((STRINGS.diversity(&population) - mean).abs() < 1e-12);
}

proptest! {
    #[test]
    fn a_real_vector_is_read_as_written(seed in any::<u64>()) {
        let genome = RealVector.random(&mut Draws::derive(seed, 0, 0, Purpose::Genes));
        let text = chromosome::text("reals", 3, &genome);
        let payload = text.strip_prefix("reals.3.").expect("its name stands before it");
        let read = |version, payload: &str| chromosome::read_payload("reals", version, payload, &RealVector);
        prop_assert_eq!(read(3, payload), Ok(genome));
        prop_assert_eq!(read(4, payload), Err(ChromosomeError::Checksum));
        prop_assert_eq!(read(3, &payload[1..]), Err(ChromosomeError::Checksum));
    }
}

/// The checksum is right, but no number of this representation is 2.
#[test]
fn bytes_that_are_no_genome_are_refused() {
    let text = chromosome::text("reals", 1, &genome(&[2.0; NUMBERS]));
    let payload = &text["reals.1.".len()..];
    let read = chromosome::read_payload("reals", 1, payload, &RealVector);
    assert_eq!(read, Err(ChromosomeError::Checksum));
}
