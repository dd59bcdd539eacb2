//! For player and coordinator: what a person gives the stages after imitation to work on, as text.

use std::fmt::Display;

use millipawn_engine::play::contest::opening::{self, Opening};
use millipawn_evolve::{
    job::suite::{self, Problem},
    run::coevolution::{self, CoevolutionError},
    system::System,
    text::{chromosome::Chromosome, program::Program},
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{
    convert::{refuse, to_js},
    stage_table::{no_stage, system_of},
};

/// What was read of a suite.
#[derive(Serialize)]
struct Suite {
    /// Openings, or positions to be solved.
    count: usize,
    /// What cannot be used.
    skipped: Vec<Skipped>,
    /// What places count: lines, or the games of a PGN file.
    places: &'static str,
}

#[derive(Serialize)]
struct Skipped {
    place: usize,
    reason: String,
}

/// What a text holds for a stage: openings for `coevolution`, positions to be solved for `tuning`; without a text the suite that
/// is built in.
///
/// # Errors
/// Another stage.
#[wasm_bindgen]
pub fn suite_report(stage: &str, text: Option<String>) -> Result<JsValue, JsError> {
    let (count, skipped) = match (stage, &text) {
        ("coevolution", None) => (opening::built_in().len(), Vec::new()),
        ("coevolution", Some(text)) => {
            let (openings, skipped) = opening::read(text);
            (openings.len(), skipped)
        }
        ("tuning", _) => {
            let (problems, skipped) = suite::read(text.as_deref().unwrap_or(suite::SAMPLE));
            (problems.len(), skipped)
        }
        _ => return Err(no_stage(stage)),
    };
    let games = stage == "coevolution" && text.as_deref().is_some_and(opening::is_pgn);
    let skipped = skipped.into_iter().map(|skip| Skipped {
        place: skip.place,
        reason: skip.reason,
    });
    to_js(&Suite {
        count,
        skipped: skipped.collect(),
        places: if games { "game" } else { "line" },
    })
}

/// The chromosomes of programs that can coevolve, one a line; empty lines are none. Too few are still to be joined by others.
///
/// # Errors
/// The first line that is no program of the system, or too many programs.
#[wasm_bindgen]
pub fn founders(lines: &str, system: &str) -> Result<Vec<String>, JsError> {
    let programs = programs(lines, system_of(system)?).map_err(refuse)?;
    if programs.len() > coevolution::MOST {
        return Err(refuse(CoevolutionError::Population(programs.len())));
    }
    Ok(programs.iter().map(ToString::to_string).collect())
}

/// How they search does not matter here.
pub(crate) fn programs(lines: &str, system: System) -> Result<Vec<Chromosome>, String> {
    let lines = lines.lines().map(str::trim).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty())
        .map(|(at, line)| {
            let refused = |why: &dyn Display| format!("line {}: {why}", at + 1);
            let program = Program::parse(line).map_err(|error| refused(&error))?;
            let own = program.evaluation.system;
            if own != system {
                return Err(refused(&format_args!(
                    "a program of {}, not of {}",
                    own.id(),
                    system.id()
                )));
            }
            Ok(program.evaluation)
        })
        .collect()
}

pub(crate) fn problems(suite: Option<String>) -> Vec<Problem> {
    suite.map_or_else(suite::sample, |text| suite::read(&text).0)
}

pub(crate) fn openings(suite: Option<String>) -> Vec<Opening> {
    suite.map_or_else(opening::built_in, |text| opening::read(&text).0)
}

#[cfg(test)]
mod tests {
    use crate::stage_table::SEED;

    use super::*;

    #[test]
    fn programs_are_read_in_their_order_and_a_bad_line_is_named() {
        let falcon = coevolution::random(System::FALCON, 2, SEED);
        let [a, b] = [&falcon[0], &falcon[1]];
        assert_eq!(
            programs(&format!("{b}\r\n\n  {a} \n"), System::FALCON),
            Ok(vec![b.clone(), a.clone()])
        );
        assert_eq!(
            programs(&format!("{a}\n\n{b}x"), System::FALCON),
            Err("line 3: it is cut short or has grown".to_owned())
        );
        assert_eq!(
            programs(&format!("{a}\n{b}"), System::ACPP),
            Err("line 1: a program of falcon, not of acpp".to_owned())
        );
    }
}
