//! Who may sit at the board.

use millipawn_engine::{
    evaluation::staunton::Weights, play::evaluator::Evaluator, search::parameters::Parameters,
};
use millipawn_evolve::text::{chromosome::ChromosomeError, program::Program};

/// The name of the reference evaluation where a chromosome is expected.
const STAUNTON: &str = "staunton";

/// Reads `staunton` or a program's text: what evaluates positions for it, and how it searches.
pub(crate) fn read(program: &str) -> Result<(Evaluator, Parameters), ChromosomeError> {
    if program == STAUNTON {
        return Ok((Evaluator::staunton(Weights::DEFAULT), Parameters::DEFAULT));
    }
    let program = Program::parse(program)?;
    let parameters = program.parameters().unwrap_or(Parameters::DEFAULT);
    Ok((program.evaluation.evaluator(), parameters))
}
