//! How a coevolution goes: one table for form, command line, checkpoint and documentation.

use millipawn_engine::tunable::tunables;

use crate::{genome::breed::Breeding, job::game_task::Bound, system::System};

const TEVC: &str = "David et al. 2014";
const OURS: &str = "our choice";

tunables! {
    /// A value for every setting of a coevolution; the defaults are the published ones where there are any.
    Settings;
    generations "Generations" 50 in 0..=100000 "generations" TEVC "The run ends when this generation has played"
    population "Population" 10 in 2..=1000 "programs" TEVC "How many random programs there are at first, where none are given"
    games "GamesPerPair" 4 in 1..=1000 "games" TEVC "How often every two programs meet, each time with another opening and the colours exchanged"
    nodes "Nodes" 1000 in 1..=100000000 "nodes a move" OURS "How much each searches, unless the clock binds: the same seed, the same run"
    clock "Clock" 0 in 0..=3600000 "milliseconds a side" TEVC "The time of each side for a whole game, instead of nodes: 5000 in the paper, 0 is off. No run by the clock can be repeated"
    crossover "Crossover" 7500 in 0..=10000 "ten-thousandths" TEVC "The probability that a pair of parents exchange genes; every bit is swapped with probability one half"
    mutation "Mutation" 50 in 0..=10000 "ten-thousandths" TEVC "The probability that a bit of a child is flipped"
    elite "Elite" 1 in 0..=1000 "individuals" TEVC "The best so many pass on unchanged"
    hash "Hash" 1 in 1..=64 "mebibytes" OURS "The transposition table of each player"
}

impl Settings {
    /// The defaults for programs of this system.
    ///
    /// # Panics
    /// Never: a test sets every preset of every system.
    pub fn of(system: System) -> Self {
        let mut settings = Self::DEFAULT;
        for preset in system.coevolution() {
            let value = preset.value.parse().expect("a preset is a number");
            settings
                .set(preset.setting, value)
                .expect("a preset fits its setting");
        }
        settings
    }

    /// Whether the same seed gives the same run.
    pub const fn is_repeatable(&self) -> bool {
        self.clock == 0
    }

    /// What binds the players of a game.
    pub const fn bound(&self) -> Bound {
        if self.is_repeatable() {
            Bound::Nodes(self.nodes as u32)
        } else {
            Bound::Clock(self.clock as u32)
        }
    }

    /// How the next generation is bred in the run `seed`.
    pub(super) fn breeding(&self, seed: u64) -> Breeding {
        Breeding::in_ten_thousandths(seed, self.crossover, self.mutation, self.elite)
    }
}
