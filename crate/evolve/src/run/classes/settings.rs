//! What a person can set about the evolution of programs by games against fixed-depth opponents.

use crate::{
    genome::{depth_program::Rates, strategy::Steps},
    job::class_game::MOST_MOVES,
    run::{
        classes::fitness::CLASSES,
        demes::Demes,
        settings::{
            Kind, RunSettings, Setting, changeable, demes, either, first_step, generations,
            in_page, integer, least_step, migrants, migration_interval, number, parents,
            population, prominent, row, seed,
        },
    },
    system::{System, evochess::Breeding},
};

const PAPER: &str = "Gross et al. 2002";
const OURS: &str = "our choice";
/// Of the rows that are smaller in the page.
const SMALL: &str = "our choice, the preset `small`: the published games take hours";
/// Nodes a move of the preset `small`, and plies of its strongest opponent.
const SMALL_NODES: &str = "10000";
const SMALL_PLIES: &str = "4";

/// Which colours the bred programs play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// White, as published.
    White,
    /// Each in turn.
    Both,
}

/// Everything a person can set about such an evolution.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Individuals of a deme.
    pub population: u32,
    /// Populations that live side by side.
    pub demes: u32,
    /// The run ends when this generation is scored.
    pub generations: u32,
    /// Nodes a move, on average.
    pub nodes: u32,
    /// Half of the highest class: the plies of the strongest opponent.
    pub plies: u32,
    /// After so many moves of each a game is aborted.
    pub longest: u32,
    /// Which colours the programs play.
    pub colors: Colors,
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
    /// How often each genetic operator is applied to a depth program, in relation to the others.
    pub statements: f64,
    /// See [`Settings::statements`].
    pub branch_free: f64,
    /// See [`Settings::statements`].
    pub with_random: f64,
    /// See [`Settings::statements`].
    pub instructions: f64,
    /// How many of the best are measured when the run ends.
    pub candidates: u32,
    /// In how many games against each of three classes.
    pub final_games: u32,
    /// Decides every draw of the run.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self::of(System::offering(Self::KIND))
    }
}

impl RunSettings for Settings {
    const KIND: &'static str = "classes";

    const TABLE: &'static [Setting<Self>] = &[
        population!(
            "programs a deme",
            PAPER,
            "How many programs live in each deme."
        ),
        demes!(),
        generations!(
            "our choice: the paper tells no number",
            "The run ends when this generation is scored; generation 0 is random."
        ),
        in_page(
            prominent(row(
                "Nodes a move",
                "run",
                Kind::Integer(100, 100_000_000),
                "nodes a move",
                integer!(nodes),
                PAPER,
                "How much a program may search for a move on average: what it saves it may use later in the game.",
            )),
            SMALL_NODES,
            SMALL,
        ),
        in_page(
            prominent(row(
                "Strongest opponent",
                "run",
                Kind::Integer(1, 7),
                "plies",
                integer!(plies),
                PAPER,
                "How far the strongest opponent looks ahead. One of so many plies is class 2 times as many.",
            )),
            SMALL_PLIES,
            SMALL,
        ),
        row(
            "Longest game",
            "run",
            Kind::Integer(1, MOST_MOVES as u64),
            "moves",
            integer!(longest),
            OURS,
            "A game of so many moves of each is aborted: its result is who stands better and how much, from -1 to 1.",
        ),
        row(
            "Colours",
            "run",
            Kind::Choice(&["white", "both"]),
            "",
            either!(colors, "white" = Colors::White, "both" = Colors::Both),
            PAPER,
            "Bred programs play White, as published, or White and Black in turn.",
        ),
        parents!(),
        migration_interval!(),
        migrants!(),
        first_step!(),
        least_step!(),
        changeable(row(
            "Crossover of statements",
            "run",
            Kind::Number(0.0, 1.0),
            "",
            number!(statements),
            "our choice: the paper tells no rates",
            "How often two depth programs exchange runs of statements, in relation to the other operators.",
        )),
        changeable(row(
            "Crossover without branches",
            "run",
            Kind::Number(0.0, 1.0),
            "",
            number!(branch_free),
            "our choice: the paper tells no rates",
            "How often they exchange runs without ifs.",
        )),
        changeable(row(
            "Mutation by a stranger",
            "run",
            Kind::Number(0.0, 1.0),
            "",
            number!(with_random),
            "our choice: the paper tells no rates",
            "How often a depth program gets a run of a random one.",
        )),
        changeable(row(
            "Mutation of instructions",
            "run",
            Kind::Number(0.0, 1.0),
            "",
            number!(instructions),
            "our choice: the paper tells no rates",
            "How often some of its instructions are replaced.",
        )),
        row(
            "Finalists",
            "measure",
            Kind::Integer(1, 20),
            "programs",
            integer!(candidates),
            OURS,
            "How many of the best play more games when the run ends; the best of these is the champion.",
        ),
        row(
            "Final games",
            "measure",
            Kind::Integer(0, 1000),
            "games",
            integer!(final_games),
            PAPER,
            "How many games each of them plays against each of three classes: 8, 10 and 12, or the highest there are. 0: none.",
        ),
        seed!(),
    ];

    fn ours(_: System) -> Self {
        let Breeding { steps, rates } = Breeding::default();
        Self {
            population: 20,
            demes: 1,
            generations: 20,
            nodes: 100_000,
            plies: 7,
            longest: 100,
            colors: Colors::White,
            parents: 5,
            migration_interval: 5,
            migrants: 1,
            first_step: steps.first,
            least_step: steps.least,
            statements: rates.statements,
            branch_free: rates.branch_free,
            with_random: rates.with_random,
            instructions: rates.instructions,
            candidates: 3,
            final_games: 20,
            seed: 2002,
        }
    }
}

/// The settings that a preset decides, by their `--set` names, with its values.
pub type Preset = [(&'static str, &'static str); 2];

/// The presets by their names: as published, and what ends in an hour (our choice).
pub const PRESETS: [(&str, Preset); 2] = [
    (
        "published",
        [("nodes-a-move", "100000"), ("strongest-opponent", "7")],
    ),
    (
        "small",
        [
            ("nodes-a-move", SMALL_NODES),
            ("strongest-opponent", SMALL_PLIES),
        ],
    ),
];

impl Settings {
    /// The preset that these are, so far as it decides; `None` of others.
    pub fn preset(&self) -> Option<&'static str> {
        let own = [self.nodes, self.plies].map(|number| number.to_string());
        let is = |(_, preset): &&(&str, Preset)| preset.map(|(_, value)| value.to_owned()) == own;
        PRESETS.iter().find(is).map(|(name, _)| *name)
    }

    /// The strongest opponent's class.
    pub const fn highest(&self) -> u32 {
        2 * self.plies
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

    pub(super) fn breeding(&self) -> Breeding {
        Breeding {
            steps: Steps {
                first: self.first_step,
                least: self.least_step,
            },
            rates: Rates {
                statements: self.statements,
                branch_free: self.branch_free,
                with_random: self.with_random,
                instructions: self.instructions,
                ..Rates::default()
            },
        }
    }

    /// The classes of the games that decide who is the champion.
    pub(super) fn final_classes(&self) -> Vec<u32> {
        let there = |class: &u32| *class <= self.highest().min(STRONGEST_FINAL);
        let mut classes: Vec<u32> = CLASSES.into_iter().filter(there).collect();
        classes.split_off(classes.len().saturating_sub(3))
    }
}

/// Of the paper's games after its run.
const STRONGEST_FINAL: u32 = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_recognised() {
        let mut settings = Settings::default();
        assert_eq!(settings.preset(), Some("published"));
        for (name, preset) in PRESETS {
            for (key, value) in preset {
                settings.set(key, value).expect("a setting");
            }
            assert_eq!(settings.preset(), Some(name));
        }
        settings.nodes += 1;
        assert_eq!(settings.preset(), None);
    }

    #[test]
    fn the_final_classes_are_the_papers_or_the_highest() {
        let of = |plies| {
            Settings {
                plies,
                ..Settings::default()
            }
            .final_classes()
        };
        assert_eq!(of(7), [8, 10, 12]);
        assert_eq!(of(4), [4, 6, 8]);
        assert_eq!(of(2), [2, 4]);
    }
}
