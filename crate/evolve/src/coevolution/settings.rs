//! How a coevolution goes: one table for form, command line, checkpoint and documentation.

use millipawn_engine::tunable::tunables;

use crate::breed::Breeding;

const TEVC: &str = "David et al. 2014";
const OURS: &str = "our choice";

tunables! {
    /// A value for every setting of a coevolution; the defaults are the published ones where there are any.
    Settings;
    generations "Generations" 50 in 0..=100000 "generations" TEVC "The run ends when this generation has played"
    games "GamesPerPair" 4 in 1..=1000 "games" TEVC "How often every two programs meet, each time with another opening and the colours exchanged"
    nodes "Nodes" 1000 in 1..=100000000 "nodes a move" OURS "How much each searches; the paper gives each side five seconds a game"
    crossover "Crossover" 7500 in 0..=10000 "ten-thousandths" TEVC "The probability that a pair of parents exchange genes; every bit is swapped with probability one half"
    mutation "Mutation" 50 in 0..=10000 "ten-thousandths" TEVC "The probability that a bit is turned over"
    elite "Elite" 1 in 0..=1000 "individuals" TEVC "The best so many pass on unchanged"
    hash "Hash" 1 in 1..=64 "mebibytes" OURS "The transposition table of each player"
}

impl Settings {
    /// How the next generation is bred in the run `seed`.
    pub(super) fn breeding(&self, seed: u64) -> Breeding {
        Breeding::in_ten_thousandths(seed, self.crossover, self.mutation, self.elite)
    }
}
