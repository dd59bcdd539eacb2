//! The genetic operators, draw by draw and number by number.

use std::collections::BTreeSet;

use millipawn_evolve::{
    genome::{
        BitString, Crossover, Genome, Representation, Variation,
        bits::Bits,
        draw::{Draws, Purpose},
        select::{Scaling, linear_scaling, roulette, weights},
    },
    measure::statistics::{correlation, mean_with_error, wilson},
};
use proptest::prelude::*;

fn draws(seed: u64) -> Draws {
    Draws::derive(seed, 3, 5, Purpose::Breeding)
}

/// These numbers may never change: every experiment link that was ever shared depends on them.
#[test]
fn the_stream_of_draws_is_fixed_for_ever() {
    let mut draws = draws(1991);
    let stream: Vec<u64> = (0..3).map(|_| draws.bits()).collect();
    let below: Vec<u64> = (0..8).map(|_| draws.below(10)).collect();
    let chances: Vec<bool> = (0..8).map(|_| draws.chance(0.25)).collect();
    let sample = draws.sample(1000, 6);
    assert_eq!(
        stream,
        [
            0x32af_fe56_06e1_7202,
            0x50f2_ba2c_6061_c34f,
            0x908e_7a8d_30a5_d6e2
        ]
    );
    assert_eq!(below, [1, 9, 5, 2, 2, 4, 0, 5]);
    assert_eq!(
        chances,
        [true, false, false, false, false, true, false, false]
    );
    assert_eq!(sample, [109, 187, 393, 502, 560, 915]);
    let normal: Vec<u64> = (0..3).map(|_| draws.normal().to_bits()).collect();
    assert_eq!(
        normal,
        [
            13_828_974_091_635_253_427,
            13_828_919_050_726_956_741,
            13_828_626_680_503_411_635
        ]
    );
}

#[test]
fn normal_draws_have_mean_0_and_deviation_1() {
    let mut draws = draws(2002);
    let drawn: Vec<f64> = (0..20_000).map(|_| draws.normal()).collect();
    let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
    let variance = drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / drawn.len() as f64;
    let beyond_two = drawn.iter().filter(|x| x.abs() > 2.0).count();
    assert!(
        mean.abs() < 0.02 && (variance - 1.0).abs() < 0.03,
        "{mean} {variance}"
    );
    assert!((800..1020).contains(&beyond_two), "{beyond_two}");
}

/// Goldberg 1989, pages 76-80: the best gets twice the average, the average stays.
#[test]
fn linear_scaling_doubles_the_best_and_keeps_the_average() {
    let fitness = [100, 110, 120, 130];
    let weights = linear_scaling(&fitness, 2000);
    let sum: u128 = weights.iter().sum();
    // Average share 1/4: the best has 2/4 of the wheel.
    assert_eq!(weights[3] * 2, sum);
    // Equal steps of fitness stay equal steps.
    assert_eq!(weights[1] - weights[0], weights[2] - weights[1]);
}

/// The published correction: where the worst would go below zero it gets nothing, and the best less than twice the average.
#[test]
fn linear_scaling_never_goes_below_zero() {
    let fitness = [10, 115, 120, 125];
    let weights = linear_scaling(&fitness, 2000);
    assert_eq!(weights, [0, 105, 110, 115]);
    assert_eq!(linear_scaling(&[7, 7, 7], 2000), [1, 1, 1]);
}

#[test]
fn fitness_proportional_shares_are_powers_of_the_fitness() {
    assert_eq!(weights(&[3, 0, 10], 2, Scaling::None, 2000), [9, 0, 100]);
    assert_eq!(weights(&[0, 0], 2, Scaling::None, 2000), [1, 1]);
    // The largest fitness there is, squared twice, in the largest population: halved until the sum fits.
    let large = weights(&[100_000; 1000], 4, Scaling::None, 2000);
    assert!(large.iter().all(|share| *share == large[0] && *share > 0));
    assert!(
        large
            .iter()
            .try_fold(0_u64, |sum, share| sum.checked_add(*share))
            .is_some()
    );
    let linear: Vec<u128> = weights(&[100, 110, 120, 130], 1, Scaling::Linear, 2000)
        .into_iter()
        .map(u128::from)
        .collect();
    let scaled = linear_scaling(&[100, 110, 120, 130], 2000);
    assert_eq!(linear, scaled);
}

proptest! {
    #[test]
    fn gray_numbers_come_back_and_neighbours_differ_in_one_bit(number in 0_u32..2047, offset in 0_usize..9) {
        let written = |number| {
            let mut bits = Bits::zeros(20);
            bits.set_gray_number(offset, 11, number);
            bits
        };
        prop_assert_eq!(written(number).gray_number(offset, 11), number);
        prop_assert_eq!(written(number + 1).gray_number(offset, 11), number + 1);
        prop_assert_eq!(written(number).distance(&written(number + 1)), 1);
    }

    #[test]
    fn scaling_keeps_the_order_and_the_share_of_the_best(fitness in prop::collection::vec(0_u128..501, 2..60), multiple in 1001_u32..5000) {
        let weights = linear_scaling(&fitness, multiple);
        for (one, two) in (0..fitness.len()).flat_map(|one| (0..fitness.len()).map(move |two| (one, two))) {
            prop_assert_eq!(fitness[one] >= fitness[two], weights[one] >= weights[two]);
        }
        let sum: u128 = weights.iter().sum();
        let best = weights.iter().max().copied().unwrap_or(0);
        prop_assert!(sum > 0);
        prop_assert!(best * fitness.len() as u128 * 1000 <= sum * u128::from(multiple));
    }

    #[test]
    fn crossover_only_exchanges(seed in any::<u64>(), uniform in any::<bool>()) {
        const STRINGS: BitString = BitString { bits: 145 };
        let mut draws = draws(seed);
        let parents = [STRINGS.random(&mut draws), STRINGS.random(&mut draws)];
        let variation = Variation {
            crossover: if uniform { Crossover::Uniform } else { Crossover::OnePoint },
            crossover_probability: 1.0,
            mutation_probability: 0.0,
        };
        let children = STRINGS.vary([&parents[0], &parents[1]], &variation, &mut draws);
        let parents = parents.map(|parent| STRINGS.bits(&parent));
        let [one, two] = children.map(|child| STRINGS.bits(&child));
        let mut changes = 0;
        for at in 0..145 {
            let kept = one.get(at) == parents[0].get(at) && two.get(at) == parents[1].get(at);
            let swapped = one.get(at) == parents[1].get(at) && two.get(at) == parents[0].get(at);
            prop_assert!(kept || swapped);
            changes += usize::from(!kept);
        }
        prop_assert!(changes < 145);
        if !uniform {
            // One cut: from it on everything that differed is swapped.
            let first = (0..145).find(|at| one.get(*at) != parents[0].get(*at)).unwrap_or(145);
            prop_assert!((first..145).all(|at| one.get(at) == parents[1].get(at)));
        }
    }

    #[test]
    fn numbers_come_back_from_bits(number in 0_u32..2048, offset in 0_usize..134) {
        let mut bits = Bits::zeros(145);
        bits.set_number(offset, 11, number);
        prop_assert_eq!(bits.number(offset, 11), number);
        prop_assert_eq!(Bits::from_bytes(bits.as_bytes(), 145), Some(bits));
    }

    #[test]
    fn a_sample_is_of_different_numbers_in_range(seed in any::<u64>(), bound in 1_u32..2000, count in 0_u32..600) {
        let sample = draws(seed).sample(bound, count);
        prop_assert_eq!(sample.len() as u32, count.min(bound));
        prop_assert!(sample.windows(2).all(|pair| pair[0] < pair[1]));
        prop_assert!(sample.iter().all(|number| *number < bound));
        prop_assert_eq!(sample, sampled_plainly(&mut draws(seed), bound, count.min(bound)));
    }
}

/// Floyd's sampling as it is written down.
fn sampled_plainly(draws: &mut Draws, bound: u32, count: u32) -> Vec<u32> {
    let mut chosen = BTreeSet::new();
    for limit in bound - count..bound {
        let candidate = draws.below(u64::from(limit) + 1) as u32;
        if !chosen.insert(candidate) {
            chosen.insert(limit);
        }
    }
    chosen.into_iter().collect()
}

#[test]
fn mutation_turns_over_the_expected_share() {
    const STRINGS: BitString = BitString { bits: 100_000 };
    let mut draws = draws(1);
    let zeros = Genome::from(Bits::zeros(STRINGS.bits));
    let mut mutated = |probability| {
        let variation = Variation {
            crossover: Crossover::Uniform,
            crossover_probability: 0.0,
            mutation_probability: probability,
        };
        STRINGS.vary([&zeros, &zeros], &variation, &mut draws)
    };
    for child in mutated(0.02) {
        let cells = STRINGS.cells(&child);
        let ones = cells.iter().filter(|cell| **cell == u8::MAX).count();
        // Mean 2000, standard deviation 44.
        assert!((1780..2220).contains(&ones), "{ones}");
    }
    assert_eq!(mutated(0.0), [zeros.clone(), zeros.clone()]);
}

#[test]
fn the_roulette_wheel_is_fair() {
    let mut draws = draws(2);
    let mut hits = [0; 4];
    for _ in 0..80_000 {
        hits[roulette(&[0, 1, 2, 5], &mut draws)] += 1;
    }
    assert_eq!(hits[0], 0);
    // Expected 10,000, 20,000 and 50,000; five standard deviations either way.
    for (hits, expected) in hits[1..].iter().zip([10_000, 20_000, 50_000_i32]) {
        assert!((hits - expected).abs() < 750, "{hits} for {expected}");
    }
}

#[test]
fn statistics_are_those_of_the_textbooks() {
    // Wilson 1927, as tabulated: 10 of 100 lie between 5.52 % and 17.44 %.
    let (low, high) = wilson(10, 100);
    assert!(
        (low - 0.0552).abs() < 5e-5 && (high - 0.1744).abs() < 5e-5,
        "{low} {high}"
    );
    assert_eq!(wilson(0, 0), (0.0, 1.0));
    assert_eq!(
        correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]),
        Some(1.0)
    );
    assert_eq!(correlation(&[(1.0, 2.0), (1.0, 4.0)]), None);
    // Student's quantiles of 97.5 % for 1, 2, 4 and 10 degrees of freedom: 12.706, 4.303, 2.776 and 2.228.
    for (last, expected) in [(2, 6.353), (3, 2.484), (5, 1.963), (11, 2.228)] {
        let values: Vec<f64> = (1..=last).map(f64::from).collect();
        let (mean, error) = mean_with_error(&values).expect("several values");
        assert_eq!(mean, f64::from(last + 1) / 2.0);
        assert!((error - expected).abs() < 1e-3, "{error}");
    }
    assert_eq!(mean_with_error(&[1.0]), None);
    assert_eq!(mean_with_error(&[]), None);
}

#[test]
fn diversity_is_the_mean_share_of_bits_that_differ() {
    const STRINGS: BitString = BitString { bits: 4 };
    let mut one = Bits::zeros(4);
    one.set_number(0, 4, 0b0011);
    let population = [Bits::zeros(4), one.clone(), one].map(Genome::from);
    // Pairs differ in 2, 2 and 0 of 4 bits.
    let pairs = [(0, 1), (0, 2), (1, 2)];
    let distances = pairs.map(|(one, two)| STRINGS.distance(&population[one], &population[two]));
    assert_eq!(distances, [0.5, 0.5, 0.0]);
    assert!((STRINGS.diversity(&population) - 1.0 / 3.0).abs() < 1e-12);
    assert_eq!(STRINGS.diversity(&population[..1]), 0.0);
    assert_eq!(STRINGS.cells(&population[1]), [0, 0, 255, 255]);
}
