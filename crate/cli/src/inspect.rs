//! `millipawn inspect`: a program's genes, decoded.

use millipawn_evolve::{
    chromosome::Chromosome,
    genes::{Gene, decode, piece_correlation},
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
    let genes = decode(chromosome);
    if arguments.json {
        return output::json(&Inspection {
            system: chromosome.system.id(),
            version: chromosome.system.version(),
            genes: &genes,
        });
    }
    summary(chromosome, &genes)
}

fn summary(chromosome: &Chromosome, genes: &[Gene]) -> Result<(), Failure> {
    let unit = genes.first().map_or("", |gene| gene.unit);
    output::line(format_args!(
        "{} version {}, {} bits; weights in {unit}",
        chromosome.system.id(),
        chromosome.system.version(),
        chromosome.bits.len(),
    ))?;
    output::line(row([
        "Gene", "Bits", "Lowest", "Highest", "Value", "Pawns", "Paper's",
    ]))?;
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
        &format!("{:.3}", gene.value / gene.unit_per_pawn),
        &gene
            .published
            .map_or_else(String::new, |value| value.to_string()),
    ])
}

fn row(cells: [&str; 7]) -> String {
    let [name, bits, base, highest, value, pawns, published] = cells;
    format!("{name:<31} {bits:>4} {base:>9} {highest:>9} {value:>9} {pawns:>8} {published:>8}")
        .trim_end()
        .to_owned()
}
