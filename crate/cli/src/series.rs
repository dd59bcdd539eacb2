//! `millipawn evolve --runs N`: the same experiment with one seed after the other, and what their champions have in common.

use millipawn_evolve::{
    measure::held_out::HeldOut,
    run::{
        imitation::{Imitation, Record, Settings},
        settings::RunSettings,
    },
};
use serde::Serialize;

use crate::{
    failure::Failure,
    output,
    pool::Pool,
    run::{self, Reports},
};

/// A finished run as a line of JSON.
#[derive(Serialize)]
struct RunLine<'a> {
    seed: u64,
    chromosome: &'a str,
    fitness: u32,
    positions: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out: Option<&'a HeldOut>,
}

/// All runs as a line of JSON.
#[derive(Serialize)]
struct SeriesLine<'a> {
    runs: usize,
    /// The champion with the best rate on the held-out games; without those, the fittest; the earlier on ties.
    chromosome: &'a str,
    fitness: u32,
    mean_fitness: f64,
    /// Of the rates on the held-out games.
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_rate: Option<f64>,
}

/// Makes `runs` runs, with the seed of `settings`, the next, and so on.
///
/// # Errors
/// Seeds beyond the last, whatever keeps a run from beginning, or standard output.
pub(crate) fn run(
    begin: impl Fn(Settings) -> Result<Imitation, Failure>,
    settings: &Settings,
    runs: u16,
    json: bool,
    pool: &Pool,
) -> Result<(), Failure> {
    let mut champions: Vec<Record> = Vec::new();
    for seed in (settings.seed..).take(usize::from(runs)) {
        let mut run = begin(seeded(settings, seed)?)?;
        let reports = Reports {
            json,
            seed: Some(seed),
            ..Reports::default()
        };
        run::to_end(&mut run, reports, pool)?;
        let last = run.records().last();
        let last = last.expect("a run is finished when its last generation is scored");
        tell(json, seed, last)?;
        champions.push(last.clone());
    }
    conclude(json, &champions)
}

fn seeded(settings: &Settings, seed: u64) -> Result<Settings, Failure> {
    let mut settings = settings.clone();
    settings
        .set("seed", &seed.to_string())
        .map_err(|error| Failure::of(format_args!("seed={seed}"), error))?;
    Ok(settings)
}

fn tell(json: bool, seed: u64, last: &Record) -> Result<(), Failure> {
    if json {
        return output::json(&RunLine {
            seed,
            chromosome: &last.champion,
            fitness: last.best,
            positions: last.positions,
            held_out: last.held_out.as_ref(),
        });
    }
    output::line(format_args!("Seed {seed}: {}", last.counts()))?;
    if let Some(held_out) = &last.held_out {
        output::line(format_args!("  {held_out}"))?;
    }
    output::line(format_args!("  {}", last.champion))
}

fn conclude(json: bool, champions: &[Record]) -> Result<(), Failure> {
    let best = best(champions).expect("there is at least one run");
    let count = champions.len() as f64;
    let mean_fitness = champions
        .iter()
        .map(|last| u64::from(last.best))
        .sum::<u64>() as f64
        / count;
    let rates: Option<Vec<f64>> = champions.iter().map(rate).collect();
    let mean_rate = rates.map(|rates| rates.iter().sum::<f64>() / count);
    if json {
        return output::json(&SeriesLine {
            runs: champions.len(),
            chromosome: &best.champion,
            fitness: best.best,
            mean_fitness,
            mean_rate,
        });
    }
    output::line(format_args!(
        "Mean of {} runs: best {mean_fitness:.1} of {} moves found",
        champions.len(),
        best.positions
    ))?;
    if let Some(rate) = mean_rate {
        output::line(format_args!(
            "On games they never saw: {:.2} %",
            100.0 * rate
        ))?;
    }
    output::line(format_args!("Champion: {}", best.champion))
}

fn rate(last: &Record) -> Option<f64> {
    last.held_out.as_ref().map(|held_out| held_out.rate)
}

/// The best on the held-out games; without those, the fittest; the earlier on ties.
fn best(champions: &[Record]) -> Option<&Record> {
    let found = |last: &Record| {
        last.held_out
            .as_ref()
            .map_or(last.best, |held_out| held_out.matched)
    };
    champions.iter().rev().max_by_key(|last| found(last))
}
