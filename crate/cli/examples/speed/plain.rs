//! How long the plain search would take for a whole run.
//!
//! It would take minutes, so a sample is timed: of every generation some individuals on some positions, both drawn at
//! random. Each generation's time is scaled up on its own and the times are added: an unbiased estimate, though
//! generations differ much.

use std::time::Instant;

use millipawn_cli::failure::Failure;
use millipawn_engine::{
    Example,
    search::{packet, plain},
};
use millipawn_evolve::genome::draw::{Draws, Purpose};

use crate::run::{Bred, Recording, Stratum};

/// Individuals of each stratum, and positions.
const INDIVIDUALS: u32 = 6;
const POSITIONS: u32 = 30;

/// Seconds of the plain search, one individual after the other, for all the work of the run.
///
/// # Errors
/// When it finds other moves than the packet search.
pub(crate) fn estimate<E: Bred>(recording: &Recording, round: u32) -> Result<f64, Failure> {
    recording
        .strata::<E>()
        .map(|stratum| seconds::<E>(&stratum, round))
        .sum()
}

/// Individuals times positions that one [`estimate`] times.
pub(crate) fn pairs<E: Bred>(recording: &Recording) -> usize {
    recording
        .strata::<E>()
        .map(|stratum| {
            let (individuals, examples) = drawn(&stratum, 0);
            individuals.len() * examples.len()
        })
        .sum()
}

fn seconds<E: Bred>(stratum: &Stratum<E::Vector>, round: u32) -> Result<f64, Failure> {
    let (individuals, examples) = drawn(stratum, round);
    let started = Instant::now();
    let matched = count_matches::<E>(&individuals, &examples);
    let seconds = started.elapsed().as_secs_f64();
    if matched != packet::count_matches::<E>(&individuals, &examples) {
        return Err(Failure::of(
            "packet search",
            "finds other moves than the plain search",
        ));
    }
    let all = stratum.individuals.len() * stratum.examples.len();
    let timed = individuals.len() * examples.len();
    Ok(seconds * all as f64 / timed as f64)
}

fn drawn<V: Copy>(stratum: &Stratum<V>, round: u32) -> (Vec<V>, Vec<Example>) {
    let mut draws = Draws::derive(u64::from(round), stratum.number, 0, Purpose::Positions);
    (
        sample(&stratum.individuals, INDIVIDUALS, &mut draws),
        sample(&stratum.examples, POSITIONS, &mut draws),
    )
}

fn sample<T: Copy>(all: &[T], count: u32, draws: &mut Draws) -> Vec<T> {
    draws
        .sample(all.len() as u32, count)
        .into_iter()
        .map(|index| all[index as usize])
        .collect()
}

/// One search for each individual and each position.
pub(crate) fn count_matches<E: Bred>(individuals: &[E::Vector], examples: &[Example]) -> Vec<u32> {
    individuals
        .iter()
        .map(|weights| {
            examples
                .iter()
                .filter(|example| finds::<E>(weights, example))
                .count() as u32
        })
        .collect()
}

fn finds<E: Bred>(weights: &E::Vector, example: &Example) -> bool {
    example.unpack().is_some_and(|(position, played)| {
        plain::choose::<E>(&position, weights).is_some_and(|(m, _)| m == played)
    })
}
