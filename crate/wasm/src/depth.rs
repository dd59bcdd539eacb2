//! EvoChess's depth program as the page draws it.

use millipawn_engine::search::evochess::depth::{Program, Statement, TextError, live};
use millipawn_evolve::{
    system::{System, evochess::Parts},
    text::chromosome::Chromosome,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::refuse;

/// A program of EvoChess with another depth module, which is given as text.
///
/// # Errors
/// The line of the text that is wrong, or a program of another system.
#[wasm_bindgen]
pub fn with_depth_module(program: &str, text: &str) -> Result<String, JsError> {
    let Chromosome { system, genome } = Chromosome::parse(program).map_err(refuse)?;
    if system != System::EVOCHESS {
        let name = system.name();
        return Err(refuse(format_args!(
            "a program of {name} has no depth module"
        )));
    }
    let depth = text.parse().map_err(|error: TextError| refuse(error))?;
    let parts = Parts::of(&genome);
    let genome = Parts { depth, ..parts }.genome();
    Ok(Chromosome { system, genome }.to_string())
}

/// A step of a sequence.
#[derive(Serialize)]
pub(crate) struct Step {
    /// Its number in the program.
    number: usize,
    /// The instruction, or what an if compares.
    text: String,
    /// Whether a change of the horizon can follow from it.
    effective: bool,
    /// What an if does where it is so, and otherwise; None for straight instructions.
    branches: Option<[Vec<Step>; 2]>,
}

/// The steps of a program.
pub(crate) fn steps(program: &Program) -> Vec<Step> {
    sequence(
        program.statements(),
        &mut live(program).into_iter().enumerate(),
    )
}

/// The steps of statements, which `numbered` has next.
fn sequence(
    statements: &[Statement],
    numbered: &mut impl Iterator<Item = (usize, bool)>,
) -> Vec<Step> {
    let steps = statements.iter();
    steps.filter_map(|one| step(one, numbered)).collect()
}

fn step(statement: &Statement, numbered: &mut impl Iterator<Item = (usize, bool)>) -> Option<Step> {
    let (number, effective) = numbered.next()?;
    let (text, branches) = match statement {
        Statement::Do(instruction) => (instruction.to_string(), None),
        Statement::If(decision) => (
            format!("{} > {}", decision.left.name(), decision.right.name()),
            Some([
                sequence(&decision.then, numbered),
                sequence(&decision.otherwise, numbered),
            ]),
        ),
    };
    Some(Step {
        number,
        text,
        effective,
        branches,
    })
}
