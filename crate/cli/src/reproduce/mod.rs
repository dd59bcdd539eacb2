//! `millipawn reproduce`: a paper's experiments from end to end, and its figures beside ours.
//!
//! Each step is a command of this program, run by itself and kept, so that every figure has its command and an interrupted
//! reproduction goes on where it was.

mod acpp;
mod children;
mod curve;
mod evochess;
mod falcon;
mod figures;
mod meep;
mod report;
pub(crate) mod size;
mod step;

use std::path::PathBuf;

use millipawn_evolve::system::System;

use crate::{arguments::ReproduceArguments, checkpoint_file, failure::Failure, output};

use self::{
    report::Report,
    size::Size,
    step::{Data, Steps},
};

/// Makes the steps of a paper's experiments, and the report on them.
type Paper = fn(&Steps, &Data, &Size, &ReproduceArguments) -> Result<Report, Failure>;

/// The papers that can be reproduced.
const PAPERS: [(System, Paper); 4] = [
    (System::ACPP, |steps, data, size, _| {
        acpp::report(steps, data, size)
    }),
    (System::FALCON, |steps, data, size, arguments| {
        falcon::report(steps, data, size, &arguments.against)
    }),
    (System::MEEP, |steps, data, size, _| {
        meep::report(steps, data, size)
    }),
    (System::EVOCHESS, |steps, data, size, _| {
        evochess::report(steps, data, size)
    }),
];

/// Makes every step that is not kept, and writes and prints the report.
///
/// # Errors
/// Data that are not there, a step that fails, or files that cannot be written.
pub fn run(arguments: &ReproduceArguments) -> Result<(), Failure> {
    let size = Size::of(&arguments.size);
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from("reproduction").join(&arguments.system));
    let data = Data::new(arguments.data.clone());
    let steps = Steps::new(folder.clone(), arguments.pool.clone())?;
    let paper = System::from_id(&arguments.system)
        .and_then(|system| PAPERS.iter().find(|(of, _)| *of == system));
    let Some((_, report)) = paper else {
        let why = "no paper on this system can be reproduced";
        return Err(Failure::of(&arguments.system, why));
    };
    write(&folder, &report(&steps, &data, size, arguments)?, size)
}

/// Into the folder, and to standard output.
fn write(folder: &std::path::Path, report: &Report, size: &Size) -> Result<(), Failure> {
    let text = report.to_markdown(size);
    checkpoint_file::write_text(&folder.join("report.md"), &text)?;
    if let Some(curve) = &report.curve {
        checkpoint_file::write_text(&folder.join("curve.svg"), curve)?;
    }
    output::line(text.trim_end())
}
