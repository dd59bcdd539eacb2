//! From a chromosome to what judges the leaves when it plays.

use millipawn_engine::uci::Judge;

use crate::{
    acpp,
    chromosome::{Chromosome, System},
};

/// What the program judges by.
pub fn judge(chromosome: &Chromosome) -> Judge {
    match chromosome.system {
        System::Acpp => Judge::Acpp(acpp::weights(&chromosome.bits)),
    }
}
