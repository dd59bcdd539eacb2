//! A decoded chromosome, as people read it.

use serde::Serialize;

/// One gene of a chromosome.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Gene {
    /// The field's name for what it weighs.
    pub name: &'static str,
    /// Genes of one group stand together.
    pub group: &'static str,
    /// Its width in bits, where the chromosome is a string of bits.
    pub bits: Option<usize>,
    /// Its loci in the chromosome, which the picture of a population has side by side; none where it is fixed.
    pub loci: usize,
    /// The first of them.
    pub offset: usize,
    /// The lowest value.
    pub base: f64,
    /// The highest value.
    pub highest: f64,
    /// The value.
    pub value: f64,
    /// What the three values are in.
    pub unit: &'static str,
    /// How many of these units a pawn is worth.
    pub unit_per_pawn: f64,
    /// What the weight multiplies, exactly.
    pub meaning: &'static str,
    /// Where the definition comes from.
    pub source: &'static str,
    /// The textbooks' value in pawns, where there is one.
    pub established: Option<f64>,
    /// The value that the paper's own programs evolved to, in the gene's unit, where it prints one.
    pub published: Option<f64>,
    /// The text of a gene that is a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
}

/// Pearson's correlation of the evolved piece values with the established ones: what ACPP's author looked for and
/// found little of. `None` when it is undefined.
pub fn piece_correlation(genes: &[Gene]) -> Option<f64> {
    let pairs: Vec<(f64, f64)> = genes
        .iter()
        .filter_map(|gene| Some((gene.value, gene.established?)))
        .collect();
    crate::measure::statistics::correlation(&pairs)
}
