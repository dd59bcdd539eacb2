//! Who becomes a parent.

use std::cmp::Reverse;

use millipawn_engine::sorting::sort_by_key;

use crate::genome::draw::Draws;

/// The places of `individuals`, the greatest `fitness` first, the earlier first on ties.
pub fn best_first<T, F: Ord>(individuals: &[T], fitness: impl Fn(&T) -> F) -> Vec<usize> {
    let mut order: Vec<usize> = (0..individuals.len()).collect();
    sort_by_key(&mut order, |at| Reverse(fitness(&individuals[*at])));
    order
}

/// How fitness becomes a weight of the roulette wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scaling {
    /// [`linear_scaling`].
    Linear,
    /// Fitness is the weight.
    None,
}

/// Each individual's selection weight: its fitness to the power of `exponent`, scaled.
///
/// Shares whose sum does not fit 64 bits are halved until it does: every machine rounds them alike.
pub fn weights(
    fitness: &[u32],
    exponent: u32,
    scaling: Scaling,
    multiple_thousandths: u32,
) -> Vec<u64> {
    let powers: Vec<u128> = fitness
        .iter()
        .map(|fit| u128::from(*fit).pow(exponent))
        .collect();
    let weights = match scaling {
        Scaling::Linear => linear_scaling(&powers, multiple_thousandths),
        Scaling::None if powers.iter().all(|power| *power == 0) => vec![1; powers.len()],
        Scaling::None => powers,
    };
    let sum: u128 = weights.iter().sum();
    let excess = u64::BITS.saturating_sub(sum.leading_zeros());
    weights
        .iter()
        .map(|weight| (weight >> excess) as u64)
        .collect()
}

/// Goldberg's linear scaling (Genetic Algorithms, 1989, pages 76-80): the average keeps its value and the best
/// gets `multiple` (in thousandths) times the average; where the worst would fall below zero, the line is
/// turned so that the worst becomes zero instead.
///
/// The weights are integers proportional to the scaled fitness, so that a roulette wheel needs no rounding.
/// When all are equally fit, all weights are one.
pub fn linear_scaling(fitness: &[u128], multiple_thousandths: u32) -> Vec<u128> {
    let n = fitness.len() as i128;
    let sum: i128 = fitness.iter().map(|fit| *fit as i128).sum();
    let best = fitness.iter().copied().max().unwrap_or(0) as i128;
    let worst = fitness.iter().copied().min().unwrap_or(0) as i128;
    if best == worst {
        return vec![1; fitness.len()];
    }
    let multiple = i128::from(multiple_thousandths);
    // f' = a f + b with a = (c - 1) avg / (best - avg) and b = avg (best - c avg) / (best - avg), times the
    // positive factor 1000 n (best - avg) / avg, which changes no weight.
    let intercept = 1000 * n * best - multiple * sum;
    let slope = (multiple - 1000) * n;
    let scaled = |fit: i128| slope * fit + intercept;
    fitness
        .iter()
        .map(|fit| *fit as i128)
        .map(|fit| {
            if scaled(worst) >= 0 {
                scaled(fit)
            } else {
                fit - worst
            }
        })
        .map(|weight| weight as u128)
        .collect()
}

/// Fitness-proportional selection: an index, each as likely as its selection weight.
///
/// # Panics
/// If no weight is above zero.
pub fn roulette(weights: &[u64], draws: &mut Draws) -> usize {
    let mut ball = draws.below(weights.iter().sum());
    for (index, weight) in weights.iter().enumerate() {
        if ball < *weight {
            return index;
        }
        ball -= weight;
    }
    unreachable!("the ball is below the sum of the weights")
}

/// Shares of the roulette wheel where less is better: how far below the worst, and a tenth of the distance between worst and best, so
/// that the best gets eleven times what the worst does. All equal get one each.
///
/// Fitness-proportional, with the worst of the generation as a window (Goldberg 1989); which window is our choice. The number
/// itself, or its distance from a cap, differs too little from one to the next to select by.
pub fn windowed(costs: &[u64]) -> Vec<u64> {
    let worst = costs.iter().copied().max().unwrap_or(0);
    let best = costs.iter().copied().min().unwrap_or(0);
    if best == worst {
        return vec![1; costs.len()];
    }
    let weight = |cost: &u64| 10 * (worst - cost) + (worst - best);
    costs.iter().map(weight).collect()
}

/// Shares of the roulette wheel by rank alone (linear ranking, Baker 1985): one for each individual as fit, and two for each less fit. So
/// the best of many gets nearly twice the average, the worst nearly nothing; equals get the same.
pub fn ranked(fitness: &[u32]) -> Vec<u64> {
    let worth = |fit: u32, other: u32| match other.cmp(&fit) {
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 0,
    };
    fitness
        .iter()
        .map(|fit| fitness.iter().map(|other| worth(*fit, *other)).sum())
        .collect()
}
