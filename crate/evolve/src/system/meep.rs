//! Meep's weights as a genome (Veness, Silver, Uther and Blair 2009): 1,812 numbers that are learned, not bred.
//!
//! A genome has one of two forms, with Falcon's features or without: their lengths tell them apart. The exact one has every weight that plays in three bytes. The short one
//! fits a link: a byte a weight, whose square is a share of the largest weight, so that small weights keep their precision (our choice).

use std::sync::LazyLock;

use millipawn_engine::{
    evaluation::meep::{
        FAMILIES, FEATURES, Family, LARGEST_WEIGHT, Meep, PER_STAGE, STAGES, WITH_FALCON, Weights,
        falcon_features, is_number_of_features, piece_values, place_of,
    },
    play::evaluator::Evaluator,
};

use super::{
    Learned, Numbers, Row,
    genes::Gene,
    groups::{self, FALCON_GROUP},
    matching::OneByOne,
    texts::{Texts, step},
};
use crate::genome::{Crossover, Genome, Representation, Variation, draw::Draws};

const SOURCE: &str = "Veness et al. 2009";
const OURS: &str = "our choice";

/// Meep in the registry.
pub(super) const ROW: &Row = &Row {
    id: "meep",
    name: "Meep",
    year: 2009,
    source: SOURCE,
    texts: &TEXTS,
    version: 1,
    representation: &RealWeights,
    genes,
    numbers: Some(&Numbers {
        genes: all_genes,
        genome: of_millipawns,
    }),
    piece_values: Some(|genome| piece_values(&weights(genome)).map(millipawns)),
    learned: Some(&Learned {
        weights,
        exact,
        short,
    }),
    evaluator,
    hand_set,
    matching: Some(|| Box::new(OneByOne::new(evaluator).with_groups(without))),
    kinds: &["learning", "supervised", "tuning"],
    presets: &[],
    without: &[],
};

const TEXTS: Texts = Texts {
    about: "A program learns 1,812 weights from its own searches, by playing itself, or from the games of masters. It begins with no idea of what the pieces are worth.",
    help: "Meep: after every search, the evaluation of the positions in its tree is moved towards what the search found them to be worth.",
    citation: "Veness, Silver, Uther and Blair, Advances in Neural Information Processing Systems 22, 2009",
    history: "Meep was described by Joel Veness, David Silver, William Uther and Alan Blair in 2009. A program evaluates positions by 1,812 \
              features: piece-square tables, material, pawn structure, mobility and king safety. It plays itself, and learns the weight of \
              each feature from the trees that it searches.",
    caution: "Its ratings are against itself and simple opponents, not against people.",
    then: "2009: a minute and a second a move for each side",
    then_help: "The paper's games had a minute for each side and a second more for every move.",
    count_help: "How far the evaluation of the positions that were searched is from what the search found, on average.",
    published_help: None,
    introduction: &[
        step(
            "Nobody says what a queen is worth.",
            "1,812 small random weights: the program moves almost at random.",
        ),
        step(
            "It plays itself.",
            "Every move is searched. A search sees further than an evaluation: what it finds out about a position corrects the weights.",
        ),
        step(
            "The weights make sense.",
            "First mates teach what wins, then material appears, then squares, pawns and the safety of kings.",
        ),
    ],
    coevolution: &[],
    coevolved: "Learned",
    before: "Before",
    before_help: "Opens the arena with the program that has learned against the one that it began with.",
    stage_sources: &[SOURCE, "our choice", "David et al. 2014"],
    ten_runs: false,
};

/// Bytes of a weight in the exact form.
const WIDE: usize = 3;

/// Bytes of the largest weight in the short form.
const SCALE: usize = 3;

/// The exact form of these weights.
fn exact(weights: &Weights) -> Genome {
    let weights = weights.as_slice().iter();
    let bytes: Vec<u8> = weights
        .flat_map(|weight| weight.to_le_bytes().into_iter().take(WIDE))
        .collect();
    Genome::new(&bytes)
}

/// The short form of these weights, which rounds them.
fn short(weights: &Weights) -> Genome {
    let largest = weights.as_slice().iter().map(|weight| weight.abs()).max();
    let largest = largest.unwrap_or(0);
    let scale = largest.to_le_bytes().into_iter().take(SCALE);
    let weights = weights.as_slice().iter();
    let bytes: Vec<u8> = scale
        .chain(weights.map(|weight| nearest(*weight, largest) as u8))
        .collect();
    Genome::new(&bytes)
}

/// What a byte of the short form stands for: its square, with its sign, is a share of the largest weight.
fn weight_of(byte: i8, largest: i32) -> i32 {
    let square = i64::from(byte) * i64::from(byte.unsigned_abs());
    let whole = i64::from(i8::MAX).pow(2);
    (square * i64::from(largest) / whole) as i32
}

/// The byte that comes nearest to a weight.
fn nearest(weight: i32, largest: i32) -> i8 {
    let size = weight.abs();
    let above = (0..i8::MAX).find(|byte| weight_of(*byte, largest) >= size);
    let above = above.unwrap_or(i8::MAX);
    let below = (above - 1).max(0);
    let is_below = size - weight_of(below, largest) < weight_of(above, largest) - size;
    let byte = if is_below { below } else { above };
    if weight < 0 { -byte } else { byte }
}

/// The weights that a genome stands for.
///
/// # Panics
/// If it is of another representation.
pub fn weights(genome: &Genome) -> Weights {
    read(genome.as_bytes()).expect("a genome of this representation")
}

fn is_exact(bytes: &[u8]) -> bool {
    bytes.len().is_multiple_of(WIDE) && is_number_of_features(bytes.len() / WIDE)
}

fn read(bytes: &[u8]) -> Option<Weights> {
    let number = |bytes: &[u8]| {
        // The uppermost byte repeats the sign.
        let sign = if bytes[WIDE - 1] & 0x80 == 0 { 0 } else { 0xff };
        i32::from_le_bytes([bytes[0], bytes[1], bytes[2], sign])
    };
    let weights: Vec<i32> = if is_exact(bytes) {
        bytes.chunks(WIDE).map(number).collect()
    } else {
        let (scale, weights) = bytes.split_at_checked(SCALE)?;
        let largest = number(scale);
        (0..=LARGEST_WEIGHT).contains(&largest).then_some(())?;
        // The largest weight decides: other bytes would be another text for the same program.
        let weights = weights.iter().map(|byte| *byte as i8);
        let is_largest = |byte: i8| byte.unsigned_abs() == i8::MAX.unsigned_abs();
        (largest == 0 || weights.clone().any(is_largest)).then_some(())?;
        weights
            .map(|byte| (byte != i8::MIN).then(|| weight_of(byte, largest)))
            .collect::<Option<_>>()?
    };
    Weights::new(&weights)
}

/// The usual pawn, in sixteenths of a millipawn.
const PAWN: i32 = 16_000;

/// The least value of a pawn that weights are scaled by: below it they have not learned what a pawn is.
const LEAST_PAWN: i32 = 800;

/// The same weights with a pawn that is worth a pawn: the margins of the search are in centipawns. Those that have not learned the value of
/// a pawn are left as they are.
pub fn scaled(weights: &Weights) -> Weights {
    let [pawn, ..] = piece_values(weights);
    let largest = weights.as_slice().iter().map(|weight| weight.abs()).max();
    let fits = i64::from(largest.unwrap_or(0)) * i64::from(PAWN)
        <= i64::from(LARGEST_WEIGHT) * i64::from(pawn);
    if pawn < LEAST_PAWN || !fits {
        return weights.clone();
    }
    let scaled = weights
        .as_slice()
        .iter()
        .map(|weight| (i64::from(*weight) * i64::from(PAWN) / i64::from(pawn)) as i32);
    Weights::new(&scaled.collect::<Vec<_>>()).expect("they fit")
}

fn evaluator(genome: &Genome) -> Evaluator {
    Evaluator::new(Meep::new(scaled(&weights(genome))))
}

/// The weights as they play, those of a group at zero.
fn without(genome: &Genome, group: &str) -> Option<Evaluator> {
    groups::without(&scaled(&weights(genome)), group)
}

/// Textbook values of the pieces and nothing else: the weights of how many there are.
fn hand_set() -> Genome {
    let men = FAMILIES.iter().find(|family| family.name == "men");
    let first = men.map_or(0, |family| family.first);
    let mut weights = vec![0; FEATURES];
    for stage in 0..STAGES.len() {
        for (piece, pawns) in [1, 3, 3, 5, 9].into_iter().enumerate() {
            weights[stage * PER_STAGE + first + piece] = pawns * PAWN;
        }
    }
    exact(&Weights::new(&weights).expect("they fit"))
}

/// The size of random weights: a hundredth of a pawn.
const SMALL: i32 = PAWN / 100;

fn small(draws: &mut Draws) -> i32 {
    draws.below(2 * SMALL as u64 + 1) as i32 - SMALL
}

/// 1,812 real numbers.
struct RealWeights;

impl Representation for RealWeights {
    fn random(&self, draws: &mut Draws) -> Genome {
        let weights: Vec<i32> = (0..FEATURES).map(|_| small(draws)).collect();
        exact(&Weights::new(&weights).expect("they fit"))
    }

    /// No kind of run breeds them yet; whoever does gets children with the weights of both parents, some of them small and random.
    fn vary(&self, parents: [&Genome; 2], variation: &Variation, draws: &mut Draws) -> [Genome; 2] {
        let [mut one, mut two] = parents.map(|parent| weights(parent).as_slice().to_vec());
        if draws.chance(variation.crossover_probability) {
            let shared = one.len().min(two.len());
            let cut = 1 + draws.below(shared as u64 - 1) as usize;
            for at in 0..shared {
                let is_swapped = match variation.crossover {
                    Crossover::OnePoint => at >= cut,
                    Crossover::Uniform => draws.chance(0.5),
                };
                if is_swapped {
                    std::mem::swap(&mut one[at], &mut two[at]);
                }
            }
        }
        [one, two].map(|mut child| {
            for weight in &mut child {
                if draws.chance(variation.mutation_probability) {
                    *weight = small(draws);
                }
            }
            exact(&Weights::new(&child).expect("they fit"))
        })
    }

    /// The mean difference of two weights, of the sum of the largest; of those that both have.
    fn distance(&self, one: &Genome, other: &Genome) -> f64 {
        let [one, other] = [one, other].map(weights);
        let largest = |weights: &Weights| {
            let sizes = weights.as_slice().iter().map(|weight| weight.abs());
            i64::from(sizes.max().unwrap_or(0))
        };
        let most = (largest(&one) + largest(&other)).max(1);
        let pairs = one.as_slice().iter().zip(other.as_slice());
        let differences = pairs.map(|(one, other)| i64::from((one - other).abs()));
        let (sum, number) = differences.fold((0, 0), |(sum, number), difference| {
            (sum + difference, number + 1)
        });
        sum as f64 / (most * number) as f64
    }

    fn accepts(&self, bytes: &[u8]) -> Option<Genome> {
        read(bytes).map(|_| Genome::new(bytes))
    }

    fn short(&self, genome: &Genome) -> Genome {
        match is_exact(genome.as_bytes()) {
            true => short(&weights(genome)),
            false => genome.clone(),
        }
    }

    /// From the least weight, 0, over none, 128, to the greatest, 255.
    fn cells(&self, genome: &Genome) -> Vec<u8> {
        let weights = weights(genome);
        let largest = weights.as_slice().iter().map(|weight| weight.abs()).max();
        let bytes = weights
            .as_slice()
            .iter()
            .map(|weight| nearest(*weight, largest.unwrap_or(0)));
        bytes.map(|byte| (i16::from(byte) + 128) as u8).collect()
    }

    fn locus_name(&self) -> &'static str {
        "weight"
    }
}

/// The name of each feature of a stage.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let of = |family: &'static Family| {
        (0..family.count).map(move |at| match place_of(family, at) {
            place if place.is_empty() => family.name.to_owned(),
            place => format!("{} {place}", family.name),
        })
    };
    FAMILIES.iter().flat_map(of).collect()
});

/// The exact form of weights in millipawns.
fn of_millipawns(values: &[f64]) -> Option<Genome> {
    let weights: Vec<i32> = values
        .iter()
        .map(|value| (value * 16.0).round() as i32)
        .collect();
    Weights::new(&weights).map(|weights| exact(&weights))
}

fn millipawns(weight: i32) -> f64 {
    f64::from(weight) / 16.0
}

/// Those of a program with Falcon's features.
fn all_genes() -> Vec<Gene> {
    let weights = Weights::new(&[0; WITH_FALCON]);
    genes(&exact(&weights.expect("they fit")))
}

fn genes(genome: &Genome) -> Vec<Gene> {
    let weights = weights(genome);
    let weights = weights.as_slice().iter().enumerate();
    let genes = weights.map(|(at, weight)| {
        let (group, name, meaning) = words_of(at);
        Gene {
            name,
            group,
            bits: None,
            loci: 1,
            offset: at,
            base: millipawns(-LARGEST_WEIGHT),
            highest: millipawns(LARGEST_WEIGHT),
            value: millipawns(*weight),
            unit: "millipawns",
            unit_per_pawn: 1000.0,
            meaning,
            source: OURS,
            established: None,
            published: None,
            body: None,
        }
    });
    genes.collect()
}

/// The stage of the game in which a feature holds, or where it is from, its name, and its meaning.
fn words_of(at: usize) -> (&'static str, &'static str, &'static str) {
    if let Some(feature) = at.checked_sub(FEATURES) {
        let feature = &falcon_features()[feature];
        return (FALCON_GROUP, feature.name, feature.definition);
    }
    let (stage, feature) = (at / PER_STAGE, at % PER_STAGE);
    let family = FAMILIES.iter().find(|family| feature < family.end());
    let family = family.expect("every feature has a family");
    (STAGES[stage], &NAMES[feature], family.meaning)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{genome::draw::Purpose, text::chromosome::Chromosome};

    /// As many as there can be.
    fn random() -> Weights {
        let mut draws = Draws::derive(7, 0, 0, Purpose::Genes);
        let weights = (0..WITH_FALCON).map(|_| draws.below(1 << 18) as i32 - (1 << 17));
        Weights::new(&weights.collect::<Vec<_>>()).expect("they fit")
    }

    #[test]
    fn the_exact_form_is_exact_and_the_short_one_is_near() {
        let random = random();
        assert_eq!(weights(&exact(&random)), random);
        let short = short(&random);
        let rounded = weights(&short);
        assert_eq!(self::short(&rounded), short, "rounded once, not twice");
        let largest = random.as_slice().iter().map(|weight| weight.abs()).max();
        let largest = f64::from(largest.expect("there are some"));
        for (weight, rounded) in random.as_slice().iter().zip(rounded.as_slice()) {
            // Half a step of a square root.
            let step =
                1.01 * (f64::from(weight.abs()) * largest).sqrt() / 127.0 + largest / 16129.0;
            assert!(
                f64::from((weight - rounded).abs()) <= step,
                "{weight} {rounded}"
            );
        }
    }

    #[test]
    fn a_link_has_room_for_the_short_form() {
        let text = |genome| {
            let chromosome = Chromosome {
                system: super::super::System::MEEP,
                genome,
            };
            let text = chromosome.to_string();
            assert_eq!(Chromosome::parse(&text), Ok(chromosome));
            text.len()
        };
        assert!(text(short(&random())) <= 2_500);
        assert!(text(exact(&random())) > 7_000);
    }

    #[test]
    fn other_bytes_are_no_genome() {
        for genome in [exact(&random()), short(&random())] {
            let bytes = genome.as_bytes();
            assert_eq!(RealWeights.accepts(bytes), Some(genome.clone()));
            assert_eq!(RealWeights.accepts(&bytes[1..]), None);
            let mut more = bytes.to_vec();
            more.push(0);
            assert_eq!(RealWeights.accepts(&more), None);
        }
        let mut bytes = exact(&random()).as_bytes().to_vec();
        bytes[2] = 0x7f;
        assert_eq!(RealWeights.accepts(&bytes), None, "no weight is so large");
        assert_eq!(RealWeights.accepts(&[]), None);
    }

    #[test]
    fn a_pawn_is_worth_a_pawn_to_the_search() {
        let hand_set = weights(&hand_set());
        assert_eq!(
            piece_values(&hand_set).map(|value| value / PAWN),
            [1, 3, 3, 5, 9]
        );
        assert_eq!(scaled(&hand_set), hand_set);
        let halves = hand_set.as_slice().iter().map(|weight| weight / 2);
        let halves = Weights::new(&halves.collect::<Vec<_>>()).expect("they fit");
        assert_eq!(scaled(&halves), hand_set);
        let none = Weights::new(&vec![0; FEATURES]).expect("they fit");
        assert_eq!(scaled(&none), none);
    }

    #[test]
    fn every_weight_has_a_name_of_its_own() {
        let all: std::collections::BTreeSet<_> = all_genes()
            .iter()
            .map(|gene| (gene.group, gene.name))
            .collect();
        assert_eq!(all.len(), WITH_FALCON);
        assert!(all.contains(&(FALCON_GROUP, "WEAK_SQUARE_PENALTY")));
        let names: std::collections::BTreeSet<&String> = NAMES.iter().collect();
        assert_eq!((NAMES.len(), names.len()), (PER_STAGE, PER_STAGE));
        assert!(names.contains(&"knight on f3".to_owned()));
        assert!(names.contains(&"passed a2".to_owned()));
    }
}
