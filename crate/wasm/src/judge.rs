//! Who may sit at the board.

use millipawn_engine::{acpp::Vector, search::parameters::Parameters};
use millipawn_evolve::{
    acpp,
    chromosome::{ChromosomeError, System},
    program::Program,
};

/// The name of the reference evaluation where a chromosome is expected.
const STAUNTON: &str = "staunton";

/// What a program judges positions by.
pub(crate) enum Judge {
    /// A bred sum of ACPP's features.
    Acpp(Vector),
    /// The reference evaluation, set by hand.
    Staunton,
}

impl Judge {
    /// Reads `staunton` or a program's text: what it judges by, and how it searches.
    pub(crate) fn read(program: &str) -> Result<(Self, Parameters), ChromosomeError> {
        if program == STAUNTON {
            return Ok((Self::Staunton, Parameters::DEFAULT));
        }
        let program = Program::parse(program)?;
        let judge = match program.evaluation.system {
            System::Acpp => Self::Acpp(acpp::weights(&program.evaluation.bits)),
        };
        Ok((judge, program.parameters().unwrap_or(Parameters::DEFAULT)))
    }
}
