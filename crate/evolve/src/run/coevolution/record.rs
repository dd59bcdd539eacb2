//! What is known of a generation of programs once it has played.

use serde::Serialize;

use super::Pairing;
use crate::{
    genome::{Genome, select},
    system::System,
    text::chromosome::Chromosome,
};

/// A gene over a population.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GeneStats {
    /// Its name.
    pub name: &'static str,
    /// Its value on average, in its unit.
    pub mean: f64,
    /// The standard deviation of its value.
    pub spread: f64,
}

/// One record a generation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// Its number; 0 is the one that was there at first.
    pub generation: u32,
    /// Its programs as text.
    #[serde(skip)]
    pub individuals: Vec<String>,
    /// White's half-points in every game, in the order of the pairings.
    #[serde(skip)]
    pub results: Vec<u8>,
    /// Half-points of the row's program against the column's. Of many programs it is large: who shows it asks for that of one
    /// generation.
    #[serde(skip)]
    pub cross: Vec<Vec<u32>>,
    /// Half-points of each program.
    pub half_points: Vec<u32>,
    /// Games of each program.
    pub games: u32,
    /// Half-points of the fittest.
    pub best: u32,
    /// Half-points of the least fit.
    pub worst: u32,
    /// The fittest, the earlier on ties.
    pub champion: String,
    /// Every gene over the population.
    pub genes: Vec<GeneStats>,
    /// Mean distance of two individuals.
    pub diversity: f64,
}

impl Record {
    pub(super) fn new(
        generation: u32,
        system: System,
        population: &[Genome],
        pairings: &[Pairing],
        results: Vec<u8>,
    ) -> Self {
        let played = pairings.iter().zip(results.iter().copied());
        let cross = cross_table(population.len(), played);
        let half_points = totals(&cross);
        let chromosomes = chromosomes(system, population);
        let best = best_first(&half_points)[0];
        Self {
            generation,
            individuals: chromosomes.iter().map(ToString::to_string).collect(),
            games: (pairings.len() * 2 / population.len()) as u32,
            best: half_points[best],
            worst: half_points.iter().copied().min().unwrap_or(0),
            champion: chromosomes[best].to_string(),
            genes: gene_stats(&chromosomes),
            diversity: system.representation().diversity(population),
            results,
            cross,
            half_points,
        }
    }
}

/// Half-points of the row's player against the column's, of pairings with White's half-points.
pub(super) fn cross_table<'a>(
    players: usize,
    games: impl Iterator<Item = (&'a Pairing, u8)>,
) -> Vec<Vec<u32>> {
    let mut cross = vec![vec![0; players]; players];
    for (game, white_half_points) in games {
        cross[game.white][game.black] += u32::from(white_half_points);
        cross[game.black][game.white] += u32::from(2 - white_half_points);
    }
    cross
}

/// The sums of the rows.
pub(super) fn totals(cross: &[Vec<u32>]) -> Vec<u32> {
    cross.iter().map(|row| row.iter().sum()).collect()
}

/// The players by their points, the earlier first on ties.
pub(super) fn best_first(half_points: &[u32]) -> Vec<usize> {
    select::best_first(half_points, |points| *points)
}

fn chromosomes(system: System, population: &[Genome]) -> Vec<Chromosome> {
    let chromosome = |genome: &Genome| Chromosome {
        system,
        genome: genome.clone(),
    };
    population.iter().map(chromosome).collect()
}

fn gene_stats(chromosomes: &[Chromosome]) -> Vec<GeneStats> {
    let decoded: Vec<_> = chromosomes.iter().map(Chromosome::genes).collect();
    let n = decoded.len() as f64;
    let of = |at: usize| decoded.iter().map(move |genes| genes[at].value);
    decoded[0]
        .iter()
        .enumerate()
        .map(|(at, gene)| {
            let mean = of(at).sum::<f64>() / n;
            let variance = of(at)
                .map(|value| (value - mean) * (value - mean))
                .sum::<f64>()
                / n;
            GeneStats {
                name: gene.name,
                mean,
                spread: variance.sqrt(),
            }
        })
        .collect()
}
