//! Who may sit at the board.

use millipawn_engine::{acpp, falcon, search::parameters::Parameters};
use millipawn_evolve::{
    acpp as acpp_genes,
    chromosome::{ChromosomeError, System},
    falcon as falcon_genes,
    program::Program,
};

/// The name of the reference evaluation where a chromosome is expected.
const STAUNTON: &str = "staunton";

/// What a program judges positions by.
pub(crate) enum Judge {
    /// A bred sum of ACPP's features.
    Acpp(acpp::Vector),
    /// A bred sum of Falcon's features.
    Falcon(falcon::Vector),
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
        let bits = &program.evaluation.bits;
        let judge = match program.evaluation.system {
            System::Acpp => Self::Acpp(acpp_genes::weights(bits)),
            System::Falcon => Self::Falcon(falcon_genes::weights(bits)),
        };
        Ok((judge, program.parameters().unwrap_or(Parameters::DEFAULT)))
    }
}
