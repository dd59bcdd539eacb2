//! What a call of each evaluation costs, with the update of its accumulator, in turns within one run; and how many of Meep's features hold
//! in a position.
//! Usage: `cargo run --release -p millipawn --example evaluations [-- ROUNDS]`

#![allow(clippy::disallowed_methods, reason = "it measures time")]
use std::{hint::black_box, time::Instant};

use millipawn_engine::{
    chess::game::read_fen,
    evaluation::{
        Evaluate,
        meep::{FEATURES, Features, Meep, Weights},
        staunton::Staunton,
    },
    search::bench::POSITIONS,
};
use shakmaty::{Chess, Move, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounds: usize = match std::env::args().nth(1) {
        Some(text) => text.parse()?,
        None => 9,
    };
    let positions = POSITIONS
        .iter()
        .map(|fen| read_fen(fen))
        .collect::<Result<Vec<_>, _>>()?;
    let steps = steps(&positions);
    let weights: Vec<i32> = (0..FEATURES as i32)
        .map(|at| at * 37 % 2001 - 1000)
        .collect();
    let mut meep = Meep::new(Weights::new(&weights).ok_or("too few weights")?);
    let mut staunton = Staunton::default();
    let mut ratios = Vec::new();
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        let [one, other] = [cost(&mut staunton, &steps), cost(&mut meep, &steps)];
        times[0].push(one);
        times[1].push(other);
        ratios.push(other / one);
    }
    println!(
        "{} positions after all moves of the {} positions of the signature, {rounds} rounds in turns",
        steps.len(),
        positions.len()
    );
    println!("Staunton {:.0} ns a position", median(&mut times[0]));
    println!("Meep     {:.0} ns a position", median(&mut times[1]));
    ratios.sort_by(f64::total_cmp);
    println!(
        "Meep / Staunton {:.2} ({:.2} to {:.2})",
        ratios[rounds / 2],
        ratios[0],
        ratios[rounds - 1]
    );
    let counted: Vec<Features> = steps
        .iter()
        .map(|(_, _, after)| Features::of(after))
        .collect();
    let mean =
        |of: fn(&Features) -> f64| counted.iter().map(of).sum::<f64>() / counted.len() as f64;
    println!(
        "Meep: {:.1} of {FEATURES} features hold after both sides are set off, the sum of their squares is {:.1}",
        mean(|features| features.as_slice().len() as f64),
        mean(|features| {
            let square = |(_, count): &(u16, i16)| f64::from(*count).powi(2);
            features.as_slice().iter().map(square).sum()
        }),
    );
    Ok(())
}

type Step = (Chess, Move, Chess);

/// Every move from the positions and from those after it.
fn steps(positions: &[Chess]) -> Vec<Step> {
    let after = |before: &Chess| -> Vec<Step> {
        let moves = before.legal_moves();
        let step = |m: &Move| {
            let mut after = before.clone();
            after.play_unchecked(*m);
            (before.clone(), *m, after)
        };
        moves.iter().map(step).collect()
    };
    let first: Vec<Step> = positions.iter().flat_map(after).collect();
    let second = first.iter().step_by(4).flat_map(|(_, _, at)| after(at));
    first.iter().cloned().chain(second).collect()
}

/// Nanoseconds a step.
fn cost<E: Evaluate>(evaluation: &mut E, steps: &[Step]) -> f64 {
    let from: Vec<E::Accumulator> = steps
        .iter()
        .map(|(before, ..)| evaluation.refresh(before))
        .collect();
    let start = Instant::now();
    for ((before, m, after), accumulator) in steps.iter().zip(&from) {
        let updated = evaluation.update(accumulator, before, *m);
        black_box(evaluation.evaluate(after, &updated));
    }
    start.elapsed().as_nanos() as f64 / steps.len() as f64
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
