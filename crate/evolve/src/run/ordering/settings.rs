//! What a person can set about the evolution of a move ordering.

use millipawn_engine::examples::import::ImportSettings;

use crate::{
    genome::strategy::Steps,
    run::{
        demes::Demes,
        settings::{
            Kind, RunSettings, Setting, demes, first_step, generations, integer, least_step,
            migrants, migration_interval, parents, population, prominent, row, seed, with_games,
        },
    },
    system::System,
};

const PAPER: &str = "Gross et al. 2002";
const OURS: &str = "our choice";

/// Everything a person can set about the evolution of a move ordering.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// What to take from the games.
    pub import: ImportSettings,
    /// Individuals of a deme.
    pub population: u32,
    /// Populations that live side by side.
    pub demes: u32,
    /// The run ends when this generation is scored.
    pub generations: u32,
    /// Plies that are searched.
    pub depth: u32,
    /// Positions that are searched.
    pub positions: u32,
    /// A search that takes more nodes counts so many.
    pub most_nodes: u32,
    /// The best of a deme that live on and have children.
    pub parents: u32,
    /// Every how many generations demes exchange programs.
    pub migration_interval: u32,
    /// How many each sends to the next.
    pub migrants: u32,
    /// The standard deviation of a weight's mutations at first, as a share of its range.
    pub first_step: f64,
    /// The least that it becomes.
    pub least_step: f64,
    /// Decides every draw of the run.
    pub seed: u64,
    /// The share of the games whose positions are not bred on.
    pub held_out_share: f64,
    /// On how many of their positions the best is measured.
    pub held_out_positions: u32,
    /// Every how many generations.
    pub held_out_interval: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self::of(System::offering(Self::KIND))
    }
}

impl RunSettings for Settings {
    const KIND: &'static str = "ordering";

    const TABLE: &'static [Setting<Self>] = with_games!["generations", "the best program";
        population!(
            "programs a deme",
            PAPER,
            "How many programs live in each deme."
        ),
        demes!(),
        generations!(
            OURS,
            "The run ends when this generation is scored; generation 0 is random."
        ),
        prominent(row(
            "Depth",
            "run",
            Kind::Integer(1, 8),
            "plies",
            integer!(depth),
            "our choice: the paper counts at 6",
            "How far every search looks ahead. A ply more takes about five times as long.",
        )),
        prominent(row(
            "Positions",
            "run",
            Kind::Integer(1, 100_000),
            "positions",
            integer!(positions),
            OURS,
            "How many positions every program searches; they stay the same for the whole run.",
        )),
        row(
            "Most nodes a position",
            "run",
            Kind::Integer(1024, 1_000_000_000),
            "nodes",
            integer!(most_nodes),
            OURS,
            "A search that takes more is ended and counts so many.",
        ),
        parents!(),
        migration_interval!(),
        migrants!(),
        first_step!(),
        least_step!(),
        seed!(),
    ];

    fn ours(_: System) -> Self {
        let steps = Steps::default();
        Self {
            import: ImportSettings::default(),
            population: 20,
            demes: 1,
            generations: 50,
            depth: 4,
            positions: 40,
            most_nodes: 1_000_000,
            parents: 5,
            migration_interval: 5,
            migrants: 1,
            first_step: steps.first,
            least_step: steps.least,
            seed: 2002,
            held_out_share: 0.2,
            held_out_positions: 1000,
            held_out_interval: 25,
        }
    }
}

impl Settings {
    pub(super) const fn steps(&self) -> Steps {
        Steps {
            first: self.first_step,
            least: self.least_step,
        }
    }

    pub(super) const fn demes(&self) -> Demes {
        Demes {
            count: self.demes,
            size: self.population,
            parents: self.parents,
            interval: self.migration_interval,
            migrants: self.migrants,
        }
    }
}
