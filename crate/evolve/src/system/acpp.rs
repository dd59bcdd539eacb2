//! ACPP's chromosome (Tunstall-Pedoe 1991): 145 bits over the weights of [`millipawn_engine::evaluation::acpp`].
//!
//! From the paper: a weight is a fixed base plus a delta coded in consecutive bits; the pawn is fixed at 1000
//! millipawns; knight, bishop, rook and queen have deltas of 11 bits, in millipawns, on the bases 2000, 2000,
//! 4000 and 8000; the whole chromosome has 145 bits. The paper does not say how the other 101 bits are shared:
//! that is our choice (plain binary, not Gray; steps of sixteenths of a millipawn; a quarter of each range is
//! negative, so that a random individual gets the sign of something wrong).

use millipawn_engine::{
    evaluation::{
        UNITS_PER_MILLIPAWN, Weighted,
        acpp::{Acpp, Feature, Vector},
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
use crate::genome::{BitString, Genome, bits::Bits};

const SOURCE: &str = "Tunstall-Pedoe 1991";

/// ACPP in the registry.
pub(super) const ROW: &Row = &Row {
    id: "acpp",
    name: "ACPP",
    year: 1991,
    source: SOURCE,
    texts: &TEXTS,
    version: 1,
    representation: &GENOME,
    genes,
    numbers: None,
    piece_values: None,
    learned: None,
    evaluator: |genome| Evaluator::new(Weighted::<Acpp>::new(weights(genome))),
    hand_set,
    matching: Some(|| Box::new(WeightedSums::<Acpp>::new(weights))),
    kinds: &["imitation", "coevolution", "tuning"],
    presets: &[
        (
            "imitation",
            &[
                preset("population", "50", SOURCE),
                preset("positions-per-generation", "500", SOURCE),
                preset("crossover-probability", "0.5", SOURCE),
                preset("mutation-probability", "0.001", SOURCE),
                preset(
                    "generations",
                    "100",
                    "our choice: the paper's record does not say",
                ),
                preset(
                    "crossover-kind",
                    "one-point",
                    "Goldberg 1989, whom the paper cites",
                ),
                preset("sample-anew", "true", SOURCE),
                preset("search", "quiescence", SOURCE),
                preset("fitness-exponent", "1", SOURCE),
                preset("scaling", "linear", SOURCE),
                preset("scaling-multiple", "2", SOURCE),
                preset("elite", "0", "our choice: the paper does not mention one"),
            ],
        ),
        // As many programs as in the paper, and one game of every two of them.
        (
            "coevolution",
            &[
                preset("population", "50", SOURCE),
                preset(
                    "games-per-pair",
                    "1",
                    "our choice: 1,225 games a generation of fifty",
                ),
            ],
        ),
    ],
    without: &[],
};

const TEXTS: Texts = Texts {
    about: "A genetic algorithm over 145 bits. A program is fit when it finds the moves that grandmasters played.",
    help: "ACPP: Automatic Chess Program Programmer. A population of evaluation functions, bred by a genetic algorithm.",
    citation: "Tunstall-Pedoe, ICCA Journal 14(3), 1991",
    history: "ACPP was described by William Tunstall-Pedoe in the ICCA Journal in 1991. 145 bits decide how much a program values its \
              pieces and nine other features of a position. A program is fit when it picks, out of all legal moves, the one that a \
              grandmaster played.",
    caution: "ACPP scores each generation on a fresh sample of positions, so its fitness is noisy: by about ten of 500.",
    then: "1991: four hours each",
    then_help: "The author's machine searched 180 nodes a second.",
    count_help: "How many of the moves that were played the best program of the generation finds, and the programs on average: the raw \
                 count, neither scaled nor squared. Each generation is scored on fresh positions, so the count goes up and down with \
                 their difficulty.",
    published_help: None,
    introduction: &[
        step(
            "Random programs.",
            "Fifty strings of 145 bits. Each says what a knight is worth, how much mobility counts, what an isolated pawn costs. Most of \
             them are nonsense.",
        ),
        step(
            "Who finds the master's move?",
            "Each program is asked for its move in 500 positions from the games. The more often it is the move that was played, the \
             fitter the program.",
        ),
        step(
            "The fit have offspring.",
            "Their bits are crossed and, rarely, flipped. In 1991 a generation took four hours. Here it takes a moment, on your machine \
             alone.",
        ),
    ],
    coevolution: &[
        step(
            "Nobody to imitate.",
            "Fifty random programs, those of your run, or any that you paste. Every two of them play a game: 1,225 games a generation.",
        ),
        POINTS_MAKE_PARENTS,
        step(
            "Before and after.",
            "The champion of the last generation against the best that was there before: a match in the arena tells what playing has \
             taught.",
        ),
    ],
    coevolved: "Coevolved",
    before: "Before",
    before_help: "Opens the arena with the champion of this stage against the best program that it began with.",
    stage_sources: &[
        SOURCE,
        "Tunstall-Pedoe 1991, who estimated 1,225 games a generation and did not play them; breeding: David et al. 2014",
        "David et al. 2014",
    ],
    ten_runs: false,
};

/// Length of the chromosome.
pub const BITS: usize = 145;

/// What its genomes are.
pub const GENOME: BitString = BitString { bits: BITS };

/// The pawn's weight in millipawns.
const PAWN: i16 = 1000;

/// One gene: which weight it sets, and how.
struct Locus {
    /// Place in the feature vector.
    feature: usize,
    bits: usize,
    /// Weight of a gene whose bits are all zero, in the weight's own unit.
    base: i16,
    /// What the lowest bit is worth, in the weight's own unit.
    step: i16,
    /// The point value of the textbooks, in pawns.
    established: Option<f64>,
}

const fn piece(feature: usize, base: i16, established: f64) -> Locus {
    Locus {
        feature,
        bits: 11,
        base,
        step: 1,
        established: Some(established),
    }
}

/// A positional weight from `-range` to almost `3 * range` millipawns.
const fn positional(feature: usize, bits: usize, range: i16) -> Locus {
    let units = range * UNITS_PER_MILLIPAWN as i16;
    Locus {
        feature,
        bits,
        base: -units,
        step: (4 * units as i32 / (1 << bits)) as i16,
        established: None,
    }
}

const LOCI: [Locus; 13] = [
    piece(1, 2000, 3.0),
    piece(2, 2000, 3.0),
    piece(3, 4000, 5.0),
    piece(4, 8000, 9.0),
    positional(5, 10, 16),
    positional(6, 11, 64),
    positional(7, 12, 256),
    positional(8, 11, 64),
    positional(9, 11, 64),
    positional(10, 11, 128),
    positional(11, 12, 256),
    positional(12, 12, 64),
    positional(13, 11, 32),
];

impl Locus {
    fn spec(&self) -> &'static Feature {
        &Acpp::FEATURES[self.feature]
    }

    fn weight(&self, number: u32) -> i16 {
        self.base + self.step * number as i16
    }

    /// A weight of this locus in millipawns.
    fn millipawns(&self, weight: i16) -> f64 {
        f64::from(weight) * f64::from(self.spec().scale) / f64::from(UNITS_PER_MILLIPAWN)
    }
}

/// The weights that a genome stands for.
pub fn weights(genome: &Genome) -> Vector {
    let bits = GENOME.bits(genome);
    let mut weights = Vector::default();
    weights[0] = PAWN;
    let mut offset = 0;
    for locus in &LOCI {
        weights[locus.feature] = locus.weight(bits.number(offset, locus.bits));
        offset += locus.bits;
    }
    weights
}

/// The genome nearest to the given weights: the inverse of [`weights`] where it is exact.
pub fn genome_for(weights: &Vector) -> Genome {
    let mut bits = Bits::zeros(BITS);
    let mut offset = 0;
    for locus in &LOCI {
        let above = (i32::from(weights[locus.feature]) - i32::from(locus.base)).max(0) as u32;
        let number = (above / locus.step as u32).min((1 << locus.bits) - 1);
        bits.set_number(offset, locus.bits, number);
        offset += locus.bits;
    }
    bits.into()
}

/// Hand-set weights, the yardstick of what evolution finds: the textbooks' piece values and guesses of ours.
pub fn hand_set() -> Genome {
    let u = UNITS_PER_MILLIPAWN as i16;
    genome_for(&[
        PAWN,
        3000,
        3250,
        5000,
        9000,
        25 * u,
        50 * u,
        150 * u,
        10 * u,
        20 * u,
        100 * u,
        100 * u,
        60 * u,
        15 * u,
        0,
        0,
    ])
}

/// The decoded gene table.
pub fn genes(genome: &Genome) -> Vec<Gene> {
    let weights = weights(genome);
    let mut offset = 0;
    LOCI.iter()
        .map(|locus| {
            let feature = locus.spec();
            let gene = Gene {
                name: feature.name,
                group: if locus.established.is_some() {
                    "Material"
                } else {
                    "Position"
                },
                bits: Some(locus.bits),
                loci: locus.bits,
                offset,
                base: locus.millipawns(locus.base),
                highest: locus.millipawns(locus.weight((1 << locus.bits) - 1)),
                value: locus.millipawns(weights[locus.feature]),
                unit: "millipawns",
                unit_per_pawn: 1000.0,
                meaning: feature.definition,
                source: feature.source,
                established: locus.established,
                published: None,
                body: None,
            };
            offset += locus.bits;
            gene
        })
        .collect()
}
