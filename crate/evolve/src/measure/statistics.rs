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
