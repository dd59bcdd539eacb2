//! `millipawn compose`: a program of EvoChess put together from the modules of others, or from a depth program as text.

use std::path::Path;

use millipawn_engine::search::evochess::depth;
use millipawn_evolve::{
    genome::strategy::Real,
    system::{
        System,
        evochess::{self, Parts, STANDARD_DEPTH},
    },
    text::{chromosome::Chromosome, program::Program},
};
use serde::Serialize;

use crate::{arguments::ComposeArguments, failure::Failure, given, output, text_file};

/// The name of the modules that are set by hand.
const STANDARD: &str = "standard";
/// Before the plies of a depth module that always searches so many.
const PLIES: &str = "plies:";
/// Of those.
const MOST_PLIES: u32 = 4;

/// The program as JSON.
#[derive(Serialize)]
struct Composed {
    chromosome: String,
}

/// Prints the program.
///
/// # Errors
/// What is no program of this system, or no depth program; standard output.
pub fn run(arguments: &ComposeArguments) -> Result<(), Failure> {
    let mut parts = parts_of(&arguments.program, "the program")?;
    if let Some(text) = &arguments.order {
        parts.order = weights(text, "--order", |parts| parts.order)?;
    }
    if let Some(text) = &arguments.position {
        parts.position = weights(text, "--position", |parts| parts.position)?;
    }
    if let Some(text) = &arguments.depth {
        parts.depth = depth_program(text)?;
    }
    if arguments.text {
        return output::line(parts.depth.to_string().trim_end());
    }
    let chromosome = Chromosome {
        system: System::EVOCHESS,
        genome: parts.genome(),
    };
    if arguments.json {
        return output::json(&Composed {
            chromosome: chromosome.to_string(),
        });
    }
    output::line(chromosome)
}

/// The modules of a program.
fn parts_of(program: &Program, place: &str) -> Result<Parts, Failure> {
    let Chromosome { system, genome } = &program.evaluation;
    if *system != System::EVOCHESS {
        let why = format!("a program of {} has no such modules", system.name());
        return Err(Failure::of(place, why));
    }
    Ok(Parts::of(genome))
}

fn named(text: &str, place: &str) -> Result<Parts, Failure> {
    if text == STANDARD {
        return Ok(evochess::standard(STANDARD_DEPTH));
    }
    let shown: String = text.chars().take(60).collect();
    let place = format!("{place} {shown}");
    let program = given::program(text).map_err(|why| Failure::of(&place, why))?;
    parts_of(&program, &place)
}

fn weights(text: &str, option: &str, of: fn(Parts) -> Vec<Real>) -> Result<Vec<Real>, Failure> {
    named(text, option).map(of)
}

/// That of a program, of so many plies, or of a file with its text.
fn depth_program(text: &str) -> Result<depth::Program, Failure> {
    let refused = |why: String| Failure::of("--depth", why);
    if let Some(plies) = text.strip_prefix(PLIES) {
        let plies = plies.parse().ok();
        let plies = plies.filter(|plies| (1..=MOST_PLIES).contains(plies));
        let plies = plies.ok_or_else(|| refused(format!("plies go from 1 to {MOST_PLIES}")))?;
        return Ok(evochess::fixed_depth(plies));
    }
    let path = Path::new(text);
    if path.is_file() && given::program(text).is_err() {
        let written = text_file::read(path)?;
        return written.parse().map_err(|error| Failure::file(path, error));
    }
    let named = named(text, "--depth").map(|parts| parts.depth);
    named.map_err(|failure| match failure {
        Failure::Refused(why) if !path.exists() => {
            Failure::Refused(format!("{why} (nor {STANDARD}, {PLIES}N, or a file)"))
        }
        other => other,
    })
}
