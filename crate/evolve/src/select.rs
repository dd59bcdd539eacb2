//! Who becomes a parent.

use crate::draw::Draws;

/// Goldberg's linear scaling (Genetic Algorithms, 1989, pages 76-80): the average keeps its value and the best
/// gets `multiple` (in thousandths) times the average; where the worst would fall below zero, the line is
/// turned so that the worst becomes zero instead.
///
/// The shares are integers proportional to the scaled fitness, so that a roulette wheel needs no rounding.
/// When all are equally fit, all shares are one.
pub fn linear_scaling(fitness: &[u32], multiple_thousandths: u32) -> Vec<u64> {
    let n = fitness.len() as i64;
    let sum: i64 = fitness.iter().map(|fit| i64::from(*fit)).sum();
    let best = i64::from(fitness.iter().copied().max().unwrap_or(0));
    let worst = i64::from(fitness.iter().copied().min().unwrap_or(0));
    if best == worst {
        return vec![1; fitness.len()];
    }
    let multiple = i64::from(multiple_thousandths);
    // f' = a f + b with a = (c - 1) avg / (best - avg) and b = avg (best - c avg) / (best - avg), times the
    // positive factor 1000 n (best - avg) / avg, which changes no share.
    let intercept = 1000 * n * best - multiple * sum;
    let slope = (multiple - 1000) * n;
    let scaled = |fit: i64| slope * fit + intercept;
    fitness
        .iter()
        .map(|fit| i64::from(*fit))
        .map(|fit| {
            if scaled(worst) >= 0 {
                scaled(fit)
            } else {
                fit - worst
            }
        })
        .map(|share| share as u64)
        .collect()
}

/// Fitness-proportional selection: an index, each as likely as its share of the wheel.
///
/// # Panics
/// If no share is above zero.
pub fn roulette(shares: &[u64], draws: &mut Draws) -> usize {
    let mut ball = draws.below(shares.iter().sum());
    for (index, share) in shares.iter().enumerate() {
        if ball < *share {
            return index;
        }
        ball -= share;
    }
    unreachable!("the ball is below the sum of the shares")
}
