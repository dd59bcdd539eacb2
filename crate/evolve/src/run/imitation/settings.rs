//! What a person can set about an imitation, with each system's defaults.

use millipawn_engine::examples::import::ImportSettings;

use crate::{
    genome::{Crossover, select::Scaling},
    run::settings::{
        Kind, RunSettings, Setting, Value, changeable, crossover_probability, either, elite, flag,
        generations, integer, mutation_probability, number, population, prominent, row, seed,
        with_games,
    },
    system::{System, matching::Search},
};

const OURS: &str = "our choice";

/// Everything a person can set about an imitation.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Whose chromosomes are bred.
    pub system: System,
    /// What to take from the games.
    pub import: ImportSettings,
    /// Individuals.
    pub population: u32,
    /// Examples each individual is scored on.
    pub positions: u32,
    /// Whether they are drawn anew for each generation, or once for the run.
    pub sample_anew: bool,
    /// How an individual looks for its move.
    pub search: Search,
    /// Fitness is the number of moves found to this power.
    pub fitness_exponent: u32,
    /// How fitness becomes a share of the wheel.
    pub scaling: Scaling,
    /// With linear scaling the best's scaled fitness as a multiple of the average.
    pub scaling_multiple: f64,
    /// The probability that a pair of parents exchange genes.
    pub crossover_probability: f64,
    /// How they exchange them.
    pub crossover: Crossover,
    /// The probability that a bit is turned over.
    pub mutation_probability: f64,
    /// The best so many pass on unchanged.
    pub elite: u32,
    /// The run ends when this generation is scored.
    pub generations: u32,
    /// Decides every draw of the run.
    pub seed: u64,
    /// The share of the games set aside to measure on.
    pub held_out_share: f64,
    /// Held-out examples the best individual is scored on.
    pub held_out_positions: u32,
    /// Score it every so many generations, and at the end.
    pub held_out_interval: u32,
}

impl Default for Settings {
    /// Of the first system, which texts that name none are of.
    fn default() -> Self {
        Self::of(System::default())
    }
}

impl RunSettings for Settings {
    const KIND: &'static str = "imitation";

    const TABLE: &'static [Setting<Self>] = with_games!["generations", "the best program";
        prominent(row(
            "System",
            "run",
            Kind::Choice(&System::IDS),
            "",
            (
                |s| Value::Choice(s.system.id()),
                |s, value| {
                    if let Value::Choice(id) = value
                        && let Some(system) = System::from_id(id)
                        && system != s.system
                    {
                        *s = Settings::of(system);
                    }
                },
            ),
            OURS,
            "Whose experiment it is: it decides what a chromosome says, and brings its paper's settings.",
        )),
        population!(
            "programs",
            OURS,
            "How many programs live in each generation."
        ),
        prominent(row(
            "Positions per generation",
            "run",
            Kind::Integer(10, 100_000),
            "positions",
            integer!(positions),
            OURS,
            "On how many positions each generation is scored: its fitness is how many of the moves played a program finds.",
        )),
        prominent(crossover_probability!(
            OURS,
            "How often two parents exchange genes instead of being copied."
        )),
        prominent(mutation_probability!(OURS)),
        generations!(
            OURS,
            "The run ends when this generation is scored; generation 0 is random."
        ),
        seed!(),
        changeable(row(
            "Crossover kind",
            "run",
            Kind::Choice(&["one-point", "uniform"]),
            "",
            either!(
                crossover,
                "one-point" = Crossover::OnePoint,
                "uniform" = Crossover::Uniform
            ),
            OURS,
            "Whether parents swap everything after one cut, or each bit with probability one half.",
        )),
        row(
            "Sample anew",
            "run",
            Kind::Flag,
            "",
            flag!(sample_anew),
            OURS,
            "Whether each generation is scored on positions drawn anew, or all on the same.",
        ),
        row(
            "Search",
            "run",
            Kind::Choice(&["quiescence", "static"]),
            "",
            either!(
                search,
                "quiescence" = Search::Quiescence,
                "static" = Search::Static
            ),
            OURS,
            "How a program looks for its move: one ply and then captures until it is quiet, or one ply alone.",
        ),
        changeable(row(
            "Fitness exponent",
            "run",
            Kind::Integer(1, 4),
            "",
            integer!(fitness_exponent),
            OURS,
            "Selection sees the number of moves found to this power; what is shown is the plain number.",
        )),
        changeable(row(
            "Scaling",
            "run",
            Kind::Choice(&["linear", "none"]),
            "",
            either!(scaling, "linear" = Scaling::Linear, "none" = Scaling::None),
            OURS,
            "Whether fitness is scaled by the multiple below, or is itself the chance to become a parent.",
        )),
        changeable(row(
            "Scaling multiple",
            "run",
            Kind::Number(1.0, 10.0),
            "times the average",
            number!(scaling_multiple),
            OURS,
            "With linear scaling the best has this many times the average chance to become a parent.",
        )),
        elite!("programs", OURS),
    ];

    fn ours(system: System) -> Self {
        Self {
            system,
            import: ImportSettings::default(),
            population: 50,
            positions: 500,
            sample_anew: true,
            search: Search::Quiescence,
            fitness_exponent: 1,
            scaling: Scaling::Linear,
            scaling_multiple: 2.0,
            crossover_probability: 0.5,
            crossover: Crossover::OnePoint,
            mutation_probability: 0.001,
            elite: 0,
            generations: 100,
            seed: u64::from(system.year()),
            held_out_share: 0.2,
            held_out_positions: 1000,
            held_out_interval: 10,
        }
    }

    /// The defaults of a system on the sample games, which name no ratings and are few: no game is left out for want of a
    /// rating, and all positions of a game are learned from (our choice, so that every system can be tried at once).
    fn on_sample_games(system: System) -> Self {
        let published = Self::of(system);
        Self {
            import: ImportSettings {
                minimum_elo: 0,
                per_game: 0,
                ..published.import
            },
            ..published
        }
    }
}
