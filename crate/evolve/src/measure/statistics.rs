//! Numbers about numbers.

/// Wilson's interval of a proportion, 95 %: where the true rate lies when `matched` of `trials` were seen.
pub fn wilson(matched: u32, trials: u32) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    const Z: f64 = 1.959_963_984_540_054;
    let n = f64::from(trials);
    let rate = f64::from(matched) / n;
    let centre = rate + Z * Z / (2.0 * n);
    let spread = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (
        ((centre - spread) / scale).max(0.0),
        ((centre + spread) / scale).min(1.0),
    )
}

/// The mean of values drawn independently, and half of its 95 % interval by Student's distribution; `None` for fewer than two.
pub fn mean_with_error(values: &[f64]) -> Option<(f64, f64)> {
    let degrees = u32::try_from(values.len().checked_sub(1)?).ok()?;
    if degrees == 0 {
        return None;
    }
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let deviations = values.iter().map(|value| value - mean);
    let squares: f64 = deviations.map(|deviation| deviation * deviation).sum();
    let variance = squares / f64::from(degrees);
    Some((mean, student(degrees) * (variance / n).sqrt()))
}

/// The quantile of 97.5 % of Student's distribution with one degree of freedom or more, to three digits after the point.
fn student(degrees: u32) -> f64 {
    const Z: f64 = 1.959_963_984_540_054;
    match degrees {
        0 | 1 => 12.706,
        2 => 4.303,
        3 => 3.182,
        // Abramowitz and Stegun 26.7.5.
        _ => {
            let n = f64::from(degrees);
            let square = Z * Z;
            let terms = [
                (square + 1.0) / 4.0,
                ((5.0 * square + 16.0) * square + 3.0) / 96.0,
                (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0,
                ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0)
                    / 92_160.0,
            ];
            Z * terms.iter().rev().fold(0.0, |sum, term| (sum + term) / n) + Z
        }
    }
}

/// A rate a try and half of its 95 % interval, of what came of groups such as games: tries and a sum of each. Groups are drawn independently,
/// the tries of a group are not (the ratio estimator of cluster samples: Cochran 1977, section 11.8). `None` for fewer than two groups.
pub fn rate_of_groups(groups: &[(u32, f64)]) -> Option<(f64, f64)> {
    let tries: f64 = groups.iter().map(|(tries, _)| f64::from(*tries)).sum();
    let rate = groups.iter().map(|(_, sum)| sum).sum::<f64>() / tries;
    let residuals = groups
        .iter()
        .map(|(tries, sum)| sum - rate * f64::from(*tries));
    let squares: f64 = residuals.map(|residual| residual * residual).sum();
    let degrees = u32::try_from(groups.len().checked_sub(1)?).ok()?;
    if degrees == 0 || tries == 0.0 {
        return None;
    }
    let variance = squares * groups.len() as f64 / f64::from(degrees);
    Some((rate, student(degrees) * variance.sqrt() / tries))
}

/// Pearson's correlation; `None` for fewer than two pairs or when either side does not vary.
pub fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let n = pairs.len() as f64;
    let mean_x = pairs.iter().map(|(x, _)| x).sum::<f64>() / n;
    let mean_y = pairs.iter().map(|(_, y)| y).sum::<f64>() / n;
    let moment = |f: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|(x, y)| f(x - mean_x, y - mean_y)).sum()
    };
    let spread = (moment(&|x, _| x * x) * moment(&|_, y| y * y)).sqrt();
    (pairs.len() > 1 && spread > 0.0).then(|| moment(&|x, y| x * y) / spread)
}

/// Spearman's rank correlation: Pearson's of the ranks, the mean rank for equals. It asks only whether the one rises with the other.
pub fn rank_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let (xs, ys): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let ranks: Vec<(f64, f64)> = ranks(&xs).into_iter().zip(ranks(&ys)).collect();
    correlation(&ranks)
}

/// What correlates as the mean ranks of the values do, in whole numbers.
fn ranks(values: &[f64]) -> Vec<f64> {
    let count = |is: &dyn Fn(&f64) -> bool| values.iter().filter(|other| is(other)).count();
    values
        .iter()
        .map(|value| (2 * count(&|other| other < value) + count(&|other| other == value)) as f64)
        .collect()
}
