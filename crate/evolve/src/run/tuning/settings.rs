//! How a tuning goes: one table for form, command line, checkpoint and documentation.

use millipawn_engine::tunable::tunables;

use crate::genome::breed::Breeding;

const TEVC: &str = "David et al. 2014";

tunables! {
    /// A value for every setting of a tuning; the defaults are the published ones where there are any.
    Settings;
    population "Population" 10 in 2..=1000 "individuals" TEVC "How many searches live in each generation"
    generations "Generations" 50 in 0..=100000 "generations" TEVC "The run ends when this generation is scored"
    nodes "Nodes" 500000 in 1000..=100000000 "nodes a position" TEVC "The cap: a position that is not solved counts so many"
    crossover "Crossover" 7500 in 0..=10000 "ten-thousandths" TEVC "The probability that a pair of parents exchange genes; every bit is swapped with probability one half"
    mutation "Mutation" 500 in 0..=10000 "ten-thousandths" TEVC "The probability that a bit of a child is flipped"
    elite "Elite" 1 in 0..=1000 "individuals" TEVC "The best so many pass on unchanged"
}

impl Settings {
    /// How the next generation is bred in the run `seed`.
    pub(super) fn breeding(&self, seed: u64) -> Breeding {
        Breeding::in_ten_thousandths(seed, self.crossover, self.mutation, self.elite)
    }
}
