//! The chromosome of the search (David et al. 2014): 70 Gray-coded bits over the first eighteen of the
//! [search's parameters](millipawn_engine::search::parameters).
//!
//! From the paper: the parameters, their ranges and widths. A gene is as wide as the greatest value of its parameter in
//! the table needs, and stands for that value from 0 on. Only the five extensions, 0 to 4 quarter plies, have more codes
//! than values, and the paper does not say what 5 to 7 stand for. Our choice: the eight numbers are spread evenly over
//! the five values (0 1 1 2 2 3 3 4). So every value is about as likely in a random gene, and one step of the Gray code is
//! never more than one step of the value; cutting off at 4 would give half of all random genes a full ply, and five
//! such extensions together let no search end.

use millipawn_engine::{
    search::parameters::{Parameters, TABLE},
    tunable::Tunable,
};

use crate::{
    genome::{BitString, Genome, Representation, bits::Bits},
    system::genes::Gene,
    text::chromosome::{self, ChromosomeError},
};

/// The identifier in texts.
pub const ID: &str = "search";

/// Version of the gene table: texts of another version are refused.
pub const VERSION: u32 = 1;

/// Parameters that have a gene: the first of the table.
pub const GENES: usize = 18;

/// Length of the chromosome.
pub const BITS: usize = 70;

/// What its genomes are.
pub const GENOME: BitString = BitString { bits: BITS };

/// A text longer than this is refused unread.
const MAX_TEXT: usize = 100;

/// The genes of a search.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SearchGenome {
    genome: Genome,
}

impl SearchGenome {
    /// Of a [`GENOME`]; `None` of any other.
    pub fn new(genome: &Genome) -> Option<Self> {
        let genome = GENOME.accepts(genome.as_bytes())?;
        Some(Self { genome })
    }

    /// The genome.
    pub const fn genome(&self) -> &Genome {
        &self.genome
    }

    /// The genes of these parameters; those of the table that have no gene are not kept.
    pub fn of(parameters: &Parameters) -> Self {
        let mut bits = Bits::zeros(BITS);
        for (gene, value) in loci().zip(parameters.values()) {
            let number = (0..=gene.top())
                .find(|number| gene.value(*number) == value)
                .unwrap_or(0);
            bits.set_gray_number(gene.offset, gene.width, number);
        }
        let genome = bits.into();
        Self { genome }
    }

    /// What the genes stand for; all else is as [`Parameters::DAVID`] has it.
    pub fn parameters(&self) -> Parameters {
        let bits = GENOME.bits(&self.genome);
        let mut parameters = Parameters::DAVID;
        for gene in loci() {
            let value = gene.value(bits.gray_number(gene.offset, gene.width));
            parameters
                .set(gene.row.name, i64::from(value))
                .expect("a gene stays within the bounds of its parameter");
        }
        parameters
    }

    /// The decoded gene table.
    pub fn genes(&self) -> Vec<Gene> {
        let values = self.parameters().values();
        let published = Parameters::DAVID.values();
        loci()
            .zip(values.into_iter().zip(published))
            .map(|(gene, (value, published))| Gene {
                name: gene.row.name,
                group: "Search",
                bits: Some(gene.width),
                loci: gene.width,
                offset: gene.offset,
                base: 0.0,
                highest: f64::from(gene.row.maximum),
                value: f64::from(value),
                unit: gene.row.unit,
                // Only the margins are worth pawns: they are in centipawns.
                unit_per_pawn: 100.0,
                meaning: gene.row.meaning,
                source: gene.row.source,
                established: None,
                published: Some(f64::from(published)),
                body: None,
            })
            .collect()
    }

    /// Reads what [`SearchGenome::to_string`](ToString::to_string) wrote.
    ///
    /// # Errors
    /// What is wrong with the text; the first trouble found.
    pub fn parse(text: &str) -> Result<Self, ChromosomeError> {
        if text.len() > MAX_TEXT {
            return Err(ChromosomeError::TooLong);
        }
        let mut parts = text.splitn(3, '.');
        let (Some(id), Some(version), Some(payload)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(ChromosomeError::Shape);
        };
        if id != ID {
            return Err(ChromosomeError::UnknownSystem(id.to_owned()));
        }
        if version != VERSION.to_string() {
            return Err(ChromosomeError::UnknownVersion(version.to_owned()));
        }
        chromosome::read_payload(ID, VERSION, payload, &GENOME).map(|genome| Self { genome })
    }
}

impl std::fmt::Display for SearchGenome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", chromosome::text(ID, VERSION, &self.genome))
    }
}

/// All search parameters at once, as the option `Search` of a [`Player`](crate::text::player::Player) has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSearch {
    /// `plain`: without selective parts.
    Plain,
    /// `david`: as published in 2014.
    David,
    /// The chromosome of a search.
    Bred(SearchGenome),
}

/// Why a text is not a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchError {
    text: String,
    /// What is wrong with it as a chromosome.
    error: ChromosomeError,
}

impl std::fmt::Display for SearchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { text, error } = self;
        write!(
            f,
            "\"{text}\" is no search: plain, david and the chromosome of a search are ({error})"
        )
    }
}

impl std::error::Error for SearchError {}

impl PlayerSearch {
    /// Reads what [`PlayerSearch::to_string`](ToString::to_string) wrote.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, SearchError> {
        match text {
            "plain" => Ok(Self::Plain),
            "david" => Ok(Self::David),
            _ => SearchGenome::parse(text)
                .map(Self::Bred)
                .map_err(|error| SearchError {
                    text: text.chars().take(40).collect(),
                    error,
                }),
        }
    }

    /// What it stands for.
    pub fn parameters(&self) -> Parameters {
        match self {
            Self::Plain => Parameters::PLAIN,
            Self::David => Parameters::DAVID,
            Self::Bred(genes) => genes.parameters(),
        }
    }
}

impl std::fmt::Display for PlayerSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Plain => write!(f, "plain"),
            Self::David => write!(f, "david"),
            Self::Bred(genes) => write!(f, "{genes}"),
        }
    }
}

/// Where a parameter stands in the chromosome.
struct Locus {
    row: &'static Tunable,
    offset: usize,
    width: usize,
}

impl Locus {
    /// The greatest number that its bits can be.
    const fn top(&self) -> u32 {
        (1 << self.width) - 1
    }

    /// The value of a number: itself where there are as many values as numbers, else spread evenly, rounded to the nearest.
    const fn value(&self, number: u32) -> i32 {
        let (most, top) = (self.row.maximum as u32, self.top());
        ((2 * number * most + top) / (2 * top)) as i32
    }
}

fn loci() -> impl Iterator<Item = Locus> {
    TABLE[..GENES].iter().scan(0, |next, row| {
        let width = (i32::BITS - row.maximum.leading_zeros()) as usize;
        let offset = *next;
        *next += width;
        Some(Locus { row, offset, width })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_papers() {
        let widths: Vec<usize> = loci().map(|gene| gene.width).collect();
        assert_eq!(
            widths,
            [1, 3, 1, 3, 2, 10, 10, 10, 1, 3, 3, 5, 3, 3, 3, 3, 3, 3]
        );
        assert_eq!(widths.iter().sum::<usize>(), BITS);
        assert!(
            TABLE[..GENES]
                .iter()
                .all(|row| row.minimum == 0 && row.source == "David et al. 2014")
        );
        assert!(TABLE[GENES..].iter().all(|row| row.source == "our choice"));
    }

    #[test]
    fn extensions_are_spread_evenly() {
        let gene = loci().last().expect("there are genes");
        let values: Vec<i32> = (0..=gene.top()).map(|number| gene.value(number)).collect();
        assert_eq!(values, [0, 1, 1, 2, 2, 3, 3, 4]);
        for gene in loci().take(13) {
            assert!((0..=gene.top()).all(|number| gene.value(number) == number as i32));
        }
    }

    #[test]
    fn the_published_parameters_have_genes() {
        let genes = SearchGenome::of(&Parameters::DAVID);
        assert_eq!(genes.parameters(), Parameters::DAVID);
    }
}
