//! What a person can set about a tuning.

use crate::{
    genome::breed::Breeding,
    run::settings::{
        Kind, RunSettings, Setting, crossover_probability, elite, formerly, generations, in_page,
        integer, mutation_probability, population, prominent, row, seed,
    },
    system::System,
};

const TEVC: &str = "David et al. 2014";

/// Everything a person can set about a tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Individuals.
    pub population: u32,
    /// The run ends when this generation is scored.
    pub generations: u32,
    /// A position that is not solved counts so many nodes.
    pub nodes: u32,
    /// The probability that a pair of parents exchange genes.
    pub crossover_probability: f64,
    /// The probability that a bit is flipped.
    pub mutation_probability: f64,
    /// The best so many pass on unchanged.
    pub elite: u32,
    /// Decides every draw of the run.
    pub seed: u64,
}

impl Default for Settings {
    /// As published. No system has presets: what is bred is a search.
    fn default() -> Self {
        Self::of(System::default())
    }
}

impl RunSettings for Settings {
    const KIND: &'static str = "tuning";

    const TABLE: &'static [Setting<Self>] = &[
        formerly(
            "Population",
            population!(
                "individuals",
                TEVC,
                "How many searches live in each generation."
            ),
        ),
        formerly(
            "Generations",
            generations!(
                TEVC,
                "The run ends when this generation is scored; generation 0 is random."
            ),
        ),
        formerly(
            "Nodes",
            prominent(in_page(
                row(
                    "Nodes a position",
                    "run",
                    Kind::Integer(1000, 100_000_000),
                    "nodes a position",
                    integer!(nodes),
                    TEVC,
                    "The cap: a position that is not solved counts so many nodes.",
                ),
                "20000",
                "our choice, so that a generation takes less than a minute in a browser; published: 500,000",
            )),
        ),
        formerly(
            "Crossover",
            crossover_probability!(
                TEVC,
                "How often two parents exchange genes instead of being copied; then each bit is swapped with probability one half."
            ),
        ),
        formerly("Mutation", mutation_probability!(TEVC)),
        formerly("Elite", elite!("individuals", TEVC)),
        formerly("Seed", seed!()),
    ];

    fn ours(_: System) -> Self {
        Self {
            population: 10,
            generations: 50,
            nodes: 500_000,
            crossover_probability: 0.75,
            mutation_probability: 0.05,
            elite: 1,
            seed: 2014,
        }
    }
}

impl Settings {
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
