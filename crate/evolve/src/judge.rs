//! From a chromosome to what judges the leaves when it plays.

use millipawn_engine::player::Judge;

use crate::{
    acpp,
    chromosome::{Chromosome, System},
    falcon,
};

/// What the program judges by.
pub fn judge(chromosome: &Chromosome) -> Judge {
    match chromosome.system {
        System::Acpp => Judge::Acpp(acpp::weights(&chromosome.bits)),
        System::Falcon => Judge::Falcon(falcon::weights(&chromosome.bits)),
    }
}

/// The same of a chromosome's text, as the option Chromosome takes it.
///
/// # Errors
/// What is wrong with the text, for people.
pub fn read_judge(text: &str) -> Result<Judge, String> {
    match Chromosome::parse(text) {
        Ok(chromosome) => Ok(judge(&chromosome)),
        Err(error) => Err(error.to_string()),
    }
}
