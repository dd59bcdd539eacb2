//! What a program loses without a part of it: how many moves it finds when the weight of a gene, or those of a group of weights, are zero.
//!
//! The weight is zero, not the bits: a piece whose value has a base counts nothing then, though no chromosome says so.

use millipawn_engine::{Example, sorting::sort_by_key};
use serde::Serialize;

use crate::{
    genome::Genome,
    system::{
        System,
        genes::Gene,
        groups::{Group, groups},
        matching::Search,
    },
    text::chromosome::Chromosome,
};

/// What can be left out: a gene, or a group of weights.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// What it is called.
    pub name: &'static str,
    /// What it weighs.
    pub meaning: &'static str,
    /// The gene, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gene: Option<Gene>,
    /// The larger group that a group belongs to, by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// How many weights it has.
    pub weights: usize,
}

impl From<Gene> for Part {
    fn from(gene: Gene) -> Self {
        Self {
            name: gene.name,
            meaning: gene.meaning,
            kind: None,
            weights: 1,
            gene: Some(gene),
        }
    }
}

impl From<Group> for Part {
    fn from(group: Group) -> Self {
        Self {
            name: group.name,
            meaning: group.meaning,
            gene: None,
            kind: group.kind,
            weights: group.places.len(),
        }
    }
}

/// A program without a part of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Without {
    /// The part.
    pub part: Part,
    /// Moves found without it.
    pub matched: u32,
    /// How many fewer these are: below zero where the program is better off without it.
    pub lost: i64,
}

/// A program as it is, and without each of its parts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ablation {
    /// Positions tried.
    pub examples: u32,
    /// Moves found by the program as it is.
    pub matched: u32,
    /// The greatest loss first; in the order of [`parts`] on ties.
    pub without: Vec<Without>,
}

/// What of a genome can be left out: the genes that evolve (one with a fixed value has no bits), in the order of the chromosome; of weights that
/// are learned, which are too many to matter alone, the groups.
pub fn parts(system: System, genome: &Genome) -> Vec<Part> {
    if let Some(learned) = system.learned() {
        let weights = (learned.weights)(genome).as_slice().len();
        return groups(weights).into_iter().map(Part::from).collect();
    }
    let genes = system.genes(genome).into_iter();
    genes.filter(|gene| gene.loci > 0).map(Part::from).collect()
}

/// Moves found by the individual as it is, and without each of its [`parts`]. `None` where these are no weights by name.
pub fn count(
    system: System,
    individual: &Genome,
    examples: &[Example],
    search: Search,
) -> Option<Vec<u32>> {
    let parts = parts(system, individual);
    let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
    let mut matching = system.matching()?;
    matching.count_ablation(individual, &names, examples, search)
}

/// Whether parts of the programs of a system can be left out.
pub fn is_possible(system: System) -> bool {
    system.learned().is_some() || count(system, &system.hand_set(), &[], Search::Static).is_some()
}

impl Ablation {
    /// Of the counts of [`count`], which may be sums over several parts of the examples. `None` where there are not as many as parts,
    /// and one.
    pub fn of(program: &Chromosome, examples: u32, counts: &[u32]) -> Option<Self> {
        let (&matched, counts) = counts.split_first()?;
        let parts = parts(program.system, &program.genome);
        if parts.len() != counts.len() {
            return None;
        }
        let without = |(part, &without): (Part, &u32)| Without {
            part,
            matched: without,
            lost: i64::from(matched) - i64::from(without),
        };
        let mut without: Vec<Without> = parts.into_iter().zip(counts).map(without).collect();
        sort_by_key(&mut without, |without| std::cmp::Reverse(without.lost));
        Some(Self {
            examples,
            matched,
            without,
        })
    }
}
