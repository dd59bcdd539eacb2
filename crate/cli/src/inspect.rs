//! `millipawn inspect`: a program's genes, decoded.

use millipawn_evolve::{
    acpp,
    chromosome::{Chromosome, System},
    genes::{Gene, piece_correlation},
};
use serde::Serialize;

use crate::{arguments::InspectArguments, failure::Failure, output};

#[derive(Serialize)]
struct Inspection<'a> {
    system: &'static str,
    version: u32,
    genes: &'a [Gene],
}

/// Prints the table of genes.
///
/// # Errors
/// Only of standard output.
pub fn run(arguments: InspectArguments) -> Result<(), Failure> {
    let chromosome = &arguments.chromosome;
    let genes = genes(chromosome);
    if arguments.json {
        return output::json(&Inspection {
            system: chromosome.system.id(),
            version: chromosome.system.version(),
            genes: &genes,
        });
    }
    summary(chromosome, &genes)
}

fn genes(chromosome: &Chromosome) -> Vec<Gene> {
    match chromosome.system {
        System::Acpp => acpp::genes(&chromosome.bits),
    }
}

fn summary(chromosome: &Chromosome, genes: &[Gene]) -> Result<(), Failure> {
    let System::Acpp = chromosome.system;
    output::line(format_args!(
        "{} version {}, {} bits; weights in millipawns, the pawn is 1000",
        chromosome.system.id(),
        chromosome.system.version(),
        chromosome.bits.len()
    ))?;
    output::line(row(["Gene", "Bits", "Lowest", "Highest", "Value", "Pawns"]))?;
    for gene in genes {
        output::line(gene_row(gene))?;
    }
    match piece_correlation(genes) {
        Some(correlation) => output::line(format_args!(
            "Correlation of the piece values with the textbooks': {correlation:.3}"
        )),
        None => Ok(()),
    }
}

fn gene_row(gene: &Gene) -> String {
    row([
        gene.name,
        &gene.bits.to_string(),
        &format!("{:.1}", gene.base),
        &format!("{:.1}", gene.highest),
        &format!("{:.1}", gene.value),
        &format!("{:.3}", gene.value / 1000.0),
    ])
}

fn row(cells: [&str; 6]) -> String {
    let [name, bits, base, highest, value, pawns] = cells;
    format!("{name:<20} {bits:>4} {base:>9} {highest:>9} {value:>9} {pawns:>8}")
}
