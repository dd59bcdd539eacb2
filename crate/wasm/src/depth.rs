//! EvoChess's depth program as the page draws it.

use millipawn_engine::search::evochess::depth::{Program, Statement, live};
use serde::Serialize;

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
