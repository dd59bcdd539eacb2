//! `millipawn inspect`: a program's genes, decoded.

use millipawn_evolve::{
    system::{
        genes::{Gene, piece_correlation},
        search_genome::{self, SearchGenome},
    },
    text::{chromosome::Chromosome, table},
};
use serde::Serialize;

use crate::{arguments::InspectArguments, failure::Failure, output};

#[derive(Serialize)]
struct Inspection<'a> {
    system: &'static str,
    version: u32,
    genes: &'a [Gene],
    /// Of the search, where it was bred too.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<Vec<Gene>>,
}

/// Prints the table of genes.
///
/// # Errors
/// Only of standard output.
pub fn run(arguments: InspectArguments) -> Result<(), Failure> {
    let chromosome = &arguments.chromosome.evaluation;
    if arguments.csv {
        return output::line(table::write(chromosome).trim_end());
    }
    let genes = chromosome.genes();
    let search = arguments
        .chromosome
        .search
        .as_ref()
        .map(SearchGenome::genes);
    if arguments.json {
        return output::json(&Inspection {
            system: chromosome.system.id(),
            version: chromosome.system.version(),
            genes: &genes,
            search,
        });
    }
    summary(chromosome, &genes)?;
    match search {
        Some(search) => search_summary(&search),
        None => Ok(()),
    }
}

fn summary(chromosome: &Chromosome, genes: &[Gene]) -> Result<(), Failure> {
    let representation = chromosome.system.representation();
    let unit = genes.first().map_or("", |gene| gene.unit);
    output::line(format_args!(
        "{} version {}, {} {}s; weights in {unit}",
        chromosome.system.id(),
        chromosome.system.version(),
        representation.cells(&chromosome.genome).len(),
        representation.locus_name(),
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

fn search_summary(genes: &[Gene]) -> Result<(), Failure> {
    output::line(format_args!(
        "{} version {}, {} bits",
        search_genome::ID,
        search_genome::VERSION,
        search_genome::BITS
    ))?;
    for gene in genes {
        let Gene {
            name,
            loci,
            highest,
            value,
            unit,
            ..
        } = gene;
        output::line(format_args!(
            "{name:<31} {loci:>4} bits, {value:>5} of {highest:>5} {unit}"
        ))?;
    }
    Ok(())
}

fn gene_row(gene: &Gene) -> String {
    row([
        gene.name,
        &gene.bits.map_or_else(String::new, |bits| bits.to_string()),
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
