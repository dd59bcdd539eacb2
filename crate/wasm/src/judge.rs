//! Who may sit at the board.

use millipawn_engine::acpp::Vector;
use millipawn_evolve::{
    acpp,
    chromosome::{Chromosome, ChromosomeError, System},
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
    /// Reads `staunton` or a chromosome's text.
    pub(crate) fn read(program: &str) -> Result<Self, ChromosomeError> {
        if program == STAUNTON {
            return Ok(Self::Staunton);
        }
        let chromosome = Chromosome::parse(program)?;
        Ok(match chromosome.system {
            System::Acpp => Self::Acpp(acpp::weights(&chromosome.bits)),
        })
    }
}
