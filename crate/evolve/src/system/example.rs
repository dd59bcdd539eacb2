//! A small system, to show how one is added (`docs/systems.md`): a program is the values of the five pieces, a byte each.
//!
//! It is a part of the program only with the cargo feature `example-system`. Its genomes are no strings of bits: so they have a
//! representation of their own. Its evaluation is material: the first five features of
//! [`millipawn_engine::evaluation::acpp`], with no weight on the others.

use millipawn_engine::{
    evaluation::{
        Weighted,
        acpp::{Acpp, Vector},
    },
    play::evaluator::Evaluator,
};

use super::{
    Row,
    genes::Gene,
    matching::WeightedSums,
    preset,
    texts::{POINTS_MAKE_PARENTS, Texts, step},
};
use crate::genome::{Crossover, Genome, Representation, Variation, draw::Draws};

const SOURCE: &str = "our example";

/// The example in the registry.
pub(super) const ROW: &Row = &Row {
    id: "example",
    name: "Example",
    year: 2026,
    source: SOURCE,
    texts: &TEXTS,
    version: 1,
    representation: &PieceValues,
    genes,
    numbers: None,
    piece_values: None,
    learned: None,
    evaluator: |genome| Evaluator::new(Weighted::<Acpp>::new(weights(genome))),
    hand_set: || genome_of([20, 60, 65, 100, 180]),
    matching: Some(|| Box::new(WeightedSums::<Acpp>::new(weights))),
    kinds: &["imitation", "coevolution", "tuning"],
    presets: &[
        (
            "imitation",
            &[
                preset("population", "20", SOURCE),
                preset("positions-per-generation", "100", SOURCE),
                preset("mutation-probability", "0.05", SOURCE),
                // To whom pieces are worth nothing, captures have no end: quiescence takes a hundred times as long.
                preset("search", "static", SOURCE),
                preset("generations", "10", SOURCE),
                preset("elite", "1", SOURCE),
            ],
        ),
        ("coevolution", &[preset("games-per-pair", "2", SOURCE)]),
    ],
    without: &[],
};

const TEXTS: Texts = Texts {
    about: "A program is the values of the five pieces, a byte each. It is fit when it finds the moves that were played.",
    help: "A system of one module, which shows how one is added.",
    citation: SOURCE,
    history: "The example is no experiment of the literature: a program knows what the five pieces are worth and nothing else.",
    caution: "Whoever counts material alone finds few moves of masters.",
    then: "no time of its own",
    then_help: "Nobody made this experiment before.",
    count_help: "How many of the moves that were played the best program of the generation finds, and the programs on average.",
    published_help: None,
    introduction: &[
        step(
            "Random programs.",
            "Twenty programs of five bytes. Each says what the pieces are worth.",
        ),
        step(
            "Who finds the move?",
            "Each program is asked for its move in 100 positions from the games.",
        ),
        step(
            "The fit have offspring.",
            "Their bytes are exchanged and, rarely, drawn anew.",
        ),
    ],
    coevolution: &[POINTS_MAKE_PARENTS],
    coevolved: "Coevolved",
    before: "Before",
    before_help: "Opens the arena with the champion of this stage against the best program that it began with.",
    stage_sources: &[SOURCE, SOURCE, "David et al. 2014"],
    ten_runs: false,
};

/// The pieces with a value, as the first features have them.
const PIECES: usize = 5;

/// What one of a byte is worth, in millipawns: twenty of them are the usual pawn.
const STEP: i16 = 50;

/// The textbooks' values, in pawns.
const ESTABLISHED: [f64; PIECES] = [1.0, 3.0, 3.0, 5.0, 9.0];

/// Five bytes, from pawn to queen: all are a genome.
struct PieceValues;

impl Representation for PieceValues {
    fn random(&self, draws: &mut Draws) -> Genome {
        genome_of(std::array::from_fn(|_| byte(draws)))
    }

    fn vary(&self, parents: [&Genome; 2], variation: &Variation, draws: &mut Draws) -> [Genome; 2] {
        let [mut one, mut two] = parents.map(values);
        if draws.chance(variation.crossover_probability) {
            let cut = 1 + draws.below(PIECES as u64 - 1) as usize;
            for at in 0..PIECES {
                let is_swapped = match variation.crossover {
                    Crossover::OnePoint => at >= cut,
                    Crossover::Uniform => draws.chance(0.5),
                };
                if is_swapped {
                    std::mem::swap(&mut one[at], &mut two[at]);
                }
            }
        }
        [one, two].map(|child| {
            genome_of(
                child.map(|value| match draws.chance(variation.mutation_probability) {
                    true => byte(draws),
                    false => value,
                }),
            )
        })
    }

    /// The mean distance of two values, of the greatest that it can be.
    fn distance(&self, one: &Genome, other: &Genome) -> f64 {
        let pairs = values(one).into_iter().zip(values(other));
        let sum: u32 = pairs
            .map(|(one, other)| u32::from(one.abs_diff(other)))
            .sum();
        f64::from(sum) / f64::from(PIECES as u32 * u32::from(u8::MAX))
    }

    fn accepts(&self, bytes: &[u8]) -> Option<Genome> {
        bytes.try_into().ok().map(genome_of)
    }

    fn length(&self) -> Option<usize> {
        Some(PIECES)
    }

    fn cells(&self, genome: &Genome) -> Vec<u8> {
        genome.as_bytes().to_vec()
    }

    fn locus_name(&self) -> &'static str {
        "value"
    }
}

fn byte(draws: &mut Draws) -> u8 {
    draws.below(256) as u8
}

fn genome_of(values: [u8; PIECES]) -> Genome {
    Genome::new(&values)
}

fn values(genome: &Genome) -> [u8; PIECES] {
    let bytes = genome.as_bytes().try_into();
    bytes.expect("a genome of this representation")
}

/// The weights that a genome stands for: none but material.
fn weights(genome: &Genome) -> Vector {
    let mut weights = Vector::default();
    for (weight, value) in weights.iter_mut().zip(values(genome)) {
        *weight = STEP * i16::from(value);
    }
    weights
}

fn genes(genome: &Genome) -> Vec<Gene> {
    let millipawns = |value: u8| f64::from(STEP) * f64::from(value);
    let genes = values(genome).into_iter().enumerate().map(|(at, value)| {
        let feature = &Acpp::FEATURES[at];
        Gene {
            name: feature.name,
            group: "Material",
            bits: None,
            loci: 1,
            offset: at,
            base: 0.0,
            highest: millipawns(u8::MAX),
            value: millipawns(value),
            unit: "millipawns",
            unit_per_pawn: 1000.0,
            meaning: feature.definition,
            source: SOURCE,
            established: Some(ESTABLISHED[at]),
            published: None,
            body: None,
        }
    });
    genes.collect()
}
