//! The curve of several runs: best and average of each generation, and the best on positions held out.

use plotters::prelude::*;

use super::figures::{Generation, Run, mean};

/// Pixels.
const SIZE: (u32, u32) = (720, 420);

/// Generations and shares of the moves found, in per cent.
type Points = Vec<(f64, f64)>;

/// What a paper prints, for the three lines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Published {
    pub(super) best: &'static [(f64, f64)],
    pub(super) held_out: &'static [(f64, f64)],
    pub(super) average: &'static [(f64, f64)],
}

/// The mean of all runs as lines, what is published as rings.
pub(super) fn svg(runs: &[Run], published: Published) -> String {
    let mut text = String::new();
    draw(runs, published, &mut text).expect("a text takes any drawing");
    text
}

fn draw(
    runs: &[Run],
    published: Published,
    text: &mut String,
) -> Result<(), Box<dyn std::error::Error>> {
    let positions = f64::from(runs[0].champion.positions.unwrap_or(1));
    let best = averaged(runs, |generation| Some(100.0 * generation.best / positions));
    let average = averaged(runs, |generation| Some(100.0 * generation.mean / positions));
    let held_out = averaged(runs, |generation| {
        generation.held_out.as_ref().map(|rate| 100.0 * rate.rate)
    });
    let last = f64::from(runs[0].last().generation.max(1));
    let shares = best.iter().chain(published.best);
    let highest = shares.map(|(_, share)| *share).fold(1.0, f64::max);

    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(52)
        .build_cartesian_2d(0.0..last, 0.0..(highest * 1.08).ceil())?;
    chart
        .configure_mesh()
        .x_desc("generation")
        .y_desc("moves found, per cent")
        .x_label_formatter(&|generation| format!("{generation:.0}"))
        .y_label_formatter(&|share| format!("{share:.0}"))
        .light_line_style(WHITE)
        .draw()?;
    let lines = [
        (
            "best, learned from",
            best,
            published.best,
            RGBColor(27, 94, 170),
        ),
        (
            "best, held out",
            held_out,
            published.held_out,
            RGBColor(200, 80, 20),
        ),
        (
            "average, learned from",
            average,
            published.average,
            RGBColor(110, 110, 110),
        ),
    ];
    let mut is_named = false;
    for (name, points, published, colour) in lines {
        let rings = published
            .iter()
            .filter(|(generation, _)| *generation <= last)
            .map(|point| Circle::new(*point, 5, colour.stroke_width(2)));
        let drawn = chart.draw_series(rings)?;
        if !published.is_empty() && !is_named {
            drawn.label("rings: as published").legend(move |(x, y)| {
                Circle::new((x + 9, y), 5, RGBColor(60, 60, 60).stroke_width(2))
            });
            is_named = true;
        }
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE)
        .border_style(BLACK.mix(0.3))
        .draw()?;
    root.present()?;
    Ok(())
}

/// The mean of all runs wherever the first has a value.
fn averaged(runs: &[Run], value: impl Fn(&Generation) -> Option<f64>) -> Points {
    let places = 0..runs[0].generations.len();
    places
        .filter_map(|at| {
            let values: Option<Vec<f64>> = runs
                .iter()
                .map(|run| run.generations.get(at).and_then(&value))
                .collect();
            let generation = f64::from(runs[0].generations[at].generation);
            Some((generation, mean(&values?)))
        })
        .collect()
}
