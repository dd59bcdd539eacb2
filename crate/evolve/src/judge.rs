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
