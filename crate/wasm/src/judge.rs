//! Who may sit at the board.

use millipawn_engine::{acpp, falcon};
use millipawn_evolve::{
    acpp as acpp_genes,
    chromosome::{Chromosome, ChromosomeError, System},
    falcon as falcon_genes,
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
    /// Reads `staunton` or a chromosome's text.
    pub(crate) fn read(program: &str) -> Result<Self, ChromosomeError> {
        if program == STAUNTON {
            return Ok(Self::Staunton);
        }
        let chromosome = Chromosome::parse(program)?;
        Ok(match chromosome.system {
            System::Acpp => Self::Acpp(acpp_genes::weights(&chromosome.bits)),
            System::Falcon => Self::Falcon(falcon_genes::weights(&chromosome.bits)),
        })
    }
}
