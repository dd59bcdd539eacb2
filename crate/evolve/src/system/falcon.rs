//! Falcon's evaluation chromosome (David et al. 2014): 224 Gray-coded bits over the weights of [`millipawn_engine::evaluation::falcon`].
//!
//! From the paper: 35 parameters, none negative; the pawn is fixed at 100 centipawns and takes no bits; of the others the
//! thirty that are no material have 6 bits each; the chromosome has 224 bits. That leaves 11 bits for each of the four
//! pieces.

use millipawn_engine::{
    evaluation::{
        Weighted,
        falcon::{Falcon, Vector},
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

const SOURCE: &str = "David, van den Herik, Koppel and Netanyahu 2014";
const SHORT_SOURCE: &str = "David et al. 2014";

/// Falcon in the registry.
pub(super) const ROW: &Row = &Row {
    id: "falcon",
    name: "Falcon",
    year: 2014,
    source: SOURCE,
    texts: &TEXTS,
    version: 1,
    representation: &GENOME,
    genes,
    numbers: None,
    piece_values: None,
    learned: None,
    evaluator: |genome| Evaluator::new(Weighted::<Falcon>::new(weights(genome))),
    hand_set,
    matching: Some(|| Box::new(WeightedSums::<Falcon>::new(weights))),
    kinds: &["imitation", "coevolution", "tuning"],
    presets: &[(
        "imitation",
        &[
            preset("population", "100", SOURCE),
            preset("positions-per-generation", "5000", SOURCE),
            preset("crossover-probability", "0.75", SOURCE),
            preset("mutation-probability", "0.005", SOURCE),
            preset("generations", "200", SOURCE),
            preset("crossover-kind", "uniform", SOURCE),
            preset("sample-anew", "false", SOURCE),
            preset(
                "search",
                "quiescence",
                "our reading: the paper says one ply, but its figures need quiescence",
            ),
            preset("fitness-exponent", "2", SOURCE),
            preset("scaling", "none", SOURCE),
            preset("scaling-multiple", "2", "our choice: not used by the paper"),
            preset("elite", "1", SOURCE),
            preset("held-out-share", "0.5", SOURCE),
            preset("held-out-positions", "5000", SOURCE),
            preset("minimum-elo", "2600", SOURCE),
            preset("winners-moves-only", "true", SOURCE),
            preset("positions-per-game", "1", SOURCE),
        ],
    )],
    without: &[],
};

const TEXTS: Texts = Texts {
    about: "35 parameters in 224 bits. Programs learn to imitate grandmasters, then play each other, then tune their search.",
    help: "Genetic algorithms for evolving computer chess programs. A program is fit when it finds the moves of grandmasters who won: the \
           number of moves found, squared, is its chance to become a parent.",
    citation: "David, van den Herik, Koppel and Netanyahu, IEEE Transactions on Evolutionary Computation 18(5), 2014",
    history: "Falcon is by Omid David, Jaap van den Herik, Moshe Koppel and Nathan Netanyahu (IEEE Transactions on Evolutionary \
              Computation, 2014). Its programs have 35 parameters in 224 bits and learn from grandmasters who won.",
    caution: "Falcon keeps its positions from generation to generation, so its programs learn them by heart.",
    then: "2014: 36 seconds each",
    then_help: "The paper: about two hours for a run of 200 generations.",
    count_help: "How many of the moves that were played the best program of the generation finds, and the programs on average: the raw \
                 count, not squared. All generations are scored on the same positions.",
    published_help: Some(
        "What the paper's own programs evolved to: the average of the best of ten runs (its Fig. 3). Its definitions are not printed, so only \
         the values of the pieces compare directly.",
    ),
    introduction: &[
        step(
            "Random programs.",
            "A hundred strings of 224 bits. Each gives 35 named parameters a value, from the queen to the weak square, with nothing known \
             beforehand but the pawn.",
        ),
        step(
            "Who finds the winner's move?",
            "Each program is asked for its move in the same positions, one a game, in which a grandmaster who won was to move.",
        ),
        step(
            "The fit have offspring.",
            "Their bits are mixed one by one and rarely flipped, and the best passes on as it is. The paper made ten such runs of 200 \
             generations, two hours each.",
        ),
    ],
    coevolution: &[
        step(
            "The champions meet.",
            "Ten programs that learned from grandmasters, ten random ones, or any that you paste. Every two of them play, from different \
             openings and with both colours.",
        ),
        POINTS_MAKE_PARENTS,
        step(
            "Before and after.",
            "The champion of the last generation, EVOL*, against the best that came in, EVOL0: a match in the arena tells what playing \
             added to imitating.",
        ),
    ],
    coevolved: "EVOL*",
    before: "EVOL0",
    before_help: "Opens the arena with the champion of this stage, EVOL*, against the best program that it began with, EVOL0.",
    stage_sources: &[SHORT_SOURCE; 3],
    ten_runs: true,
};

/// Length of the chromosome.
pub const BITS: usize = 224;

/// What its genomes are.
pub const GENOME: BitString = BitString { bits: BITS };

/// The pawn's weight in centipawns.
const PAWN: i16 = 100;

/// What the paper's programs evolved to, in centipawns: the average of the best of ten runs, rounded (its Fig. 3).
const PUBLISHED: [i16; 35] = [
    100, 521, 572, 824, 1710, 3, 6, 10, 14, 8, 3, 5, 7, 6, 9, 4, 28, 51, 8, 26, 30, 6, 4, 40, 27,
    11, 15, 6, 2, 35, 10, 6, 17, 9, 4,
];

/// The textbooks' values of the four pieces, in pawns.
const ESTABLISHED: [f64; 4] = [3.0, 3.0, 5.0, 9.0];

/// Bits of the gene at a place of the feature vector.
const fn width(place: usize) -> usize {
    match place {
        0 => 0,
        1..=4 => 11,
        _ => 6,
    }
}

/// Place in the feature vector, first bit and number of bits of each gene.
fn loci() -> impl Iterator<Item = (usize, usize, usize)> {
    let mut next = 0;
    (0..Falcon::FEATURES.len()).map(move |place| {
        let offset = next;
        next += width(place);
        (place, offset, width(place))
    })
}

/// The weights that a genome stands for, in centipawns.
pub fn weights(genome: &Genome) -> Vector {
    let bits = GENOME.bits(genome);
    let mut weights: Vector = [0; 36];
    for (place, offset, width) in loci() {
        weights[place] = bits.gray_number(offset, width) as i16;
    }
    weights[0] = PAWN;
    weights
}

/// The genome nearest to the given weights: the inverse of [`weights`] where it is exact.
pub fn genome_for(weights: &Vector) -> Genome {
    let mut bits = Bits::zeros(BITS);
    for (place, offset, width) in loci() {
        let highest = (1 << width) - 1;
        let number = u32::from(weights[place].max(0).unsigned_abs()).min(highest);
        bits.set_gray_number(offset, width, number);
    }
    bits.into()
}

/// The paper's own averages under our definitions: the yardstick of what evolution finds here.
pub fn hand_set() -> Genome {
    let mut weights: Vector = [0; 36];
    weights[..PUBLISHED.len()].copy_from_slice(&PUBLISHED);
    genome_for(&weights)
}

/// The decoded gene table.
pub fn genes(genome: &Genome) -> Vec<Gene> {
    let weights = weights(genome);
    loci()
        .map(|(place, offset, width)| {
            let feature = &Falcon::FEATURES[place];
            let value = f64::from(weights[place]);
            let fixed = width == 0;
            Gene {
                name: feature.name,
                group: feature.group,
                bits: Some(width),
                loci: width,
                offset,
                base: if fixed { value } else { 0.0 },
                highest: if fixed {
                    value
                } else {
                    f64::from((1_u32 << width) - 1)
                },
                value,
                unit: "centipawns",
                unit_per_pawn: f64::from(PAWN),
                meaning: feature.definition,
                source: feature.source,
                established: place
                    .checked_sub(1)
                    .and_then(|piece| ESTABLISHED.get(piece).copied()),
                published: Some(f64::from(PUBLISHED[place])),
                body: None,
            }
        })
        .collect()
}
