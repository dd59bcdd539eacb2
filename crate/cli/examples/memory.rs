//! Draws what `tests/bench/long-run.mjs` printed, the memory of a tab minute by minute, as SVG.
//! Usage: `cargo run -p millipawn --example memory -- PRINTED.txt CURVE.svg`

#![allow(clippy::disallowed_methods, reason = "it reads and writes files")]

use plotters::prelude::*;

/// Pixels.
const SIZE: (u32, u32) = (720, 320);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [printed, curve] = arguments.as_slice() else {
        return Err("name the text to read and the drawing to write".into());
    };
    let minutes = minutes(&std::fs::read_to_string(printed)?);
    if minutes.is_empty() {
        return Err(
            format!("{printed} has no line of a minute, a generation and megabytes").into(),
        );
    }
    let mut text = String::new();
    draw(&minutes, &mut text)?;
    std::fs::write(curve, text)?;
    Ok(())
}

/// What the tab held after a minute, in megabytes.
struct Minute {
    number: f64,
    private: f64,
    /// What was left when all garbage was collected, where that was looked at.
    without_garbage: Option<f64>,
}

/// The lines of three or four numbers: minute, generation, megabytes, those without garbage.
fn minutes(text: &str) -> Vec<Minute> {
    let line = |line: &str| {
        let words: Vec<f64> = line
            .split_whitespace()
            .map(|word| word.replace(',', "").parse())
            .collect::<Result<_, _>>()
            .ok()?;
        let (&[number, _, private], rest) = words.split_first_chunk()?;
        let without_garbage = match rest {
            [] => None,
            [left] => Some(*left),
            _ => return None,
        };
        Some(Minute {
            number,
            private,
            without_garbage,
        })
    };
    text.lines().filter_map(line).collect()
}

fn draw(minutes: &[Minute], text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let greatest = |of: fn(&Minute) -> f64| minutes.iter().map(of).fold(0.0, f64::max);
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(
            0.0..greatest(|minute| minute.number),
            0.0..greatest(|minute| minute.private) * 1.2,
        )?;
    chart
        .configure_mesh()
        .x_desc("minutes")
        .y_desc("megabytes")
        .x_label_formatter(&|minute| format!("{minute}"))
        .y_label_formatter(&|megabytes| format!("{megabytes}"))
        .light_line_style(WHITE)
        .draw()?;
    let colour = RGBColor(27, 94, 170);
    chart.draw_series(LineSeries::new(
        minutes.iter().map(|minute| (minute.number, minute.private)),
        colour.stroke_width(2),
    ))?;
    let left = minutes
        .iter()
        .filter_map(|minute| Some((minute.number, minute.without_garbage?)));
    chart.draw_series(left.map(|point| Circle::new(point, 5, colour.filled())))?;
    root.present()?;
    Ok(())
}
