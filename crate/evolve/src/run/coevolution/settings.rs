//! What a person can set about a coevolution, with each system's defaults.

use millipawn_engine::play::contest::rules::Rules;

use crate::{
    genome::breed::Breeding,
    job::game_task::Bound,
    run::settings::{
        Kind, RunSettings, Setting, crossover_probability, elite, formerly, generations, integer,
        mutation_probability, population, prominent, row, seed,
    },
    system::{System, search_genome::PlayerSearch},
};

const TEVC: &str = "David et al. 2014";
const OURS: &str = "our choice";

/// What a coevolution is made of beside its first programs and the openings.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The run ends when this generation has played.
    pub generations: u32,
    /// Programs.
    pub population: u32,
    /// How often every two programs meet.
    pub games: u32,
    /// Nodes a move, unless the clock binds.
    pub nodes: u32,
    /// Milliseconds of each side for a whole game, instead of nodes; 0: off.
    pub clock: u32,
    /// The probability that a pair of parents exchange genes.
    pub crossover_probability: f64,
    /// The probability that a bit is flipped.
    pub mutation_probability: f64,
    /// The best so many pass on unchanged.
    pub elite: u32,
    /// Mebibytes of each player's transposition table.
    pub hash: u32,
    /// Decides every draw of the run.
    pub seed: u64,
    /// When games are ended: a table of its own.
    pub rules: Rules,
    /// How all programs search: no number.
    pub search: PlayerSearch,
}

impl Default for Settings {
    /// As published.
    fn default() -> Self {
        Self::ours(System::default())
    }
}

impl RunSettings for Settings {
    const KIND: &'static str = "coevolution";

    const TABLE: &'static [Setting<Self>] = &[
        formerly(
            "Generations",
            generations!(TEVC, "The run ends when this generation has played."),
        ),
        formerly(
            "Population",
            population!(
                "programs",
                TEVC,
                "How many random programs there are at first, where none are given."
            ),
        ),
        formerly(
            "GamesPerPair",
            prominent(row(
                "Games per pair",
                "run",
                Kind::Integer(1, 1000),
                "games",
                integer!(games),
                TEVC,
                "How often every two programs meet, each time with another opening and the colours exchanged.",
            )),
        ),
        formerly(
            "Nodes",
            prominent(row(
                "Nodes a move",
                "run",
                Kind::Integer(1, 100_000_000),
                "nodes a move",
                integer!(nodes),
                OURS,
                "How much each searches, unless the clock binds: the same seed, the same run.",
            )),
        ),
        formerly(
            "Clock",
            row(
                "Clock",
                "run",
                Kind::Integer(0, 3_600_000),
                "milliseconds a side",
                integer!(clock),
                TEVC,
                "The milliseconds of each side for a whole game, instead of nodes: 5000 in the paper, 0 is off. No run by the clock can be repeated.",
            ),
        ),
        formerly(
            "Crossover",
            crossover_probability!(
                TEVC,
                "How often two parents exchange genes instead of being copied; then each bit is swapped with probability one half."
            ),
        ),
        formerly("Mutation", mutation_probability!(TEVC)),
        formerly("Elite", elite!("programs", TEVC)),
        formerly(
            "Hash",
            row(
                "Hash",
                "run",
                Kind::Integer(1, 64),
                "mebibytes",
                integer!(hash),
                OURS,
                "The mebibytes of each player's transposition table.",
            ),
        ),
        formerly("Seed", seed!()),
    ];

    fn ours(_: System) -> Self {
        Self {
            generations: 50,
            population: 10,
            games: 4,
            nodes: 1000,
            clock: 0,
            crossover_probability: 0.75,
            mutation_probability: 0.005,
            elite: 1,
            hash: 1,
            seed: 2014,
            rules: Rules::DEFAULT,
            search: super::PLAIN,
        }
    }
}

impl Settings {
    /// Whether the same seed gives the same run.
    pub const fn is_repeatable(&self) -> bool {
        self.clock == 0
    }

    /// What binds the players of a game.
    pub const fn bound(&self) -> Bound {
        if self.is_repeatable() {
            Bound::Nodes(self.nodes as u64)
        } else {
            Bound::Clock(self.clock)
        }
    }

    /// How the next generation is bred.
    pub(super) const fn breeding(&self) -> Breeding {
        Breeding::uniform(
            self.seed,
            self.crossover_probability,
            self.mutation_probability,
            self.elite,
        )
    }
}
