//! What a program loses without one of its genes: how many moves it finds when the weight of that gene is zero.
//!
//! The weight is zero, not the bits: a piece whose value has a base counts nothing then, though no chromosome says so.

use millipawn_engine::Example;
use serde::Serialize;

use crate::{
    genome::Genome,
    system::{System, genes::Gene, matching::Search},
    text::chromosome::Chromosome,
};

/// A program without one of its genes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Without {
    /// The gene.
    pub gene: Gene,
    /// Moves found without it.
    pub matched: u32,
    /// How many fewer these are: below zero where the program is better off without it.
    pub lost: i64,
}

/// A program with all of its genes, and without each.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ablation {
    /// Positions tried.
    pub examples: u32,
    /// Moves found by the program as it is.
    pub matched: u32,
    /// The greatest loss first; in the order of the chromosome on ties.
    pub without: Vec<Without>,
}

/// The genes of a genome that can be left out: those that evolve. One with a fixed value has no bits.
pub fn genes(system: System, genome: &Genome) -> Vec<Gene> {
    let genes = system.genes(genome).into_iter();
    genes.filter(|gene| gene.loci > 0).collect()
}

/// Moves found by the individual as it is, and without each of its [`genes`]. `None` where they are no weights by name.
pub fn count(
    system: System,
    individual: &Genome,
    examples: &[Example],
    search: Search,
) -> Option<Vec<u32>> {
    let genes = genes(system, individual);
    let names: Vec<&str> = genes.iter().map(|gene| gene.name).collect();
    let mut matching = system.matching()?;
    matching.count_ablation(individual, &names, examples, search)
}

/// Whether genes of the programs of a system can be left out.
pub fn is_possible(system: System) -> bool {
    count(system, &system.hand_set(), &[], Search::Static).is_some()
}

impl Ablation {
    /// Of the counts of [`count`], which may be sums over several parts of the examples. `None` where there are not as many as genes,
    /// and one.
    pub fn of(program: &Chromosome, examples: u32, counts: &[u32]) -> Option<Self> {
        let (&matched, counts) = counts.split_first()?;
        let genes = genes(program.system, &program.genome);
        if genes.len() != counts.len() {
            return None;
        }
        let without = |(gene, &without): (Gene, &u32)| Without {
            gene,
            matched: without,
            lost: i64::from(matched) - i64::from(without),
        };
        let mut without: Vec<Without> = genes.into_iter().zip(counts).map(without).collect();
        without.sort_by_key(|without| std::cmp::Reverse(without.lost));
        Some(Self {
            examples,
            matched,
            without,
        })
    }
}
