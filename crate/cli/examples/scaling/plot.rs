//! Time against a size, as SVG.

use plotters::prelude::*;

/// Pixels.
const SIZE: (u32, u32) = (720, 420);

const COLOURS: [RGBColor; 2] = [RGBColor(27, 94, 170), RGBColor(200, 80, 20)];

/// Times at sizes, both on logarithmic axes: where time grows as size does, a line rises by one for one.
pub(crate) struct Chart<'a> {
    /// What the sizes are of.
    pub(crate) what: &'a str,
    pub(crate) lines: Vec<Line>,
}

/// A line of a [`Chart`].
pub(crate) struct Line {
    name: String,
    points: Vec<(f64, f64)>,
}

impl Line {
    /// Seconds at sizes.
    pub(crate) fn new(name: &str, sizes: &[f64], seconds: &[f64]) -> Self {
        Self {
            name: name.to_owned(),
            points: sizes.iter().copied().zip(seconds.iter().copied()).collect(),
        }
    }
}

impl Chart<'_> {
    pub(crate) fn svg(&self) -> String {
        let mut text = String::new();
        self.draw(&mut text).expect("a text takes any drawing");
        text
    }

    fn draw(&self, text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
        let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .margin(16)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(
                self.range(|point| point.0, 1.1).log_scale(),
                self.range(|point| point.1, 3.0).log_scale(),
            )?;
        chart
            .configure_mesh()
            .x_desc(self.what)
            .y_desc("seconds")
            .x_label_formatter(&|size| format!("{size}"))
            .y_label_formatter(&|seconds| format!("{seconds}"))
            .light_line_style(WHITE)
            .draw()?;
        for (line, colour) in self.lines.iter().zip(COLOURS) {
            chart
                .draw_series(
                    LineSeries::new(line.points.iter().copied(), colour.stroke_width(2))
                        .point_size(4),
                )?
                .label(&line.name)
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2))
                });
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE)
            .border_style(BLACK.mix(0.3))
            .draw()?;
        root.present()?;
        Ok(())
    }

    /// From the least to the greatest, and a little more.
    fn range(&self, of: impl Fn(&(f64, f64)) -> f64, more: f64) -> std::ops::Range<f64> {
        let all = self.lines.iter().flat_map(|line| &line.points).map(of);
        let (low, high) = all.fold((f64::INFINITY, 0.0_f64), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        low / more..high * more
    }
}
