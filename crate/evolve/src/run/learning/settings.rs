//! What a person can set about learning from self-play.

use millipawn_engine::play::contest::rules::Rules;

use crate::{
    job::{game_task::Bound, learning_game::LARGEST_SQUASH},
    learn::{
        optimizer::Optimizer,
        player::Rule,
        rules::Method,
        size::{Size, halved},
        step::Steps,
    },
    run::settings::{
        Kind, RunSettings, Setting, Value, generations, integer, number, prominent, row, seed, text,
    },
    system::System,
};

const PAPER: &str = "Veness et al. 2009";
const OURS: &str = "our choice";

/// The most games of a round.
const MOST_GAMES: u64 = 64;

/// Everything a person can set about learning.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// What is learned from.
    pub method: Method,
    /// Rounds of games: the run ends after this one.
    pub generations: u32,
    /// Games that are played with the same weights at their beginning.
    pub games: u32,
    /// How many games' changes a round adds up to.
    pub share: u32,
    /// Nodes a move, unless the clock binds.
    pub nodes: u32,
    /// Milliseconds of each side for a whole game, instead of nodes; 0: off.
    pub clock: u32,
    /// The step, relative to the size of a search.
    pub step: f64,
    /// The step as a fixed factor; 0: off.
    pub fixed_step: f64,
    /// After so many games steps are half as long; 0: they stay.
    pub halving: u32,
    /// How steps are taken.
    pub optimizer: Optimizer,
    /// The scale by which scores are squashed, in pawns; 0: off.
    pub squash: f64,
    /// The share of every weight that is lost at each step.
    pub decay: f64,
    /// The decay of temporal differences.
    pub lambda: f64,
    /// Random half-moves after the opening.
    pub random_plies: u32,
    /// A game of so many moves of each side is drawn.
    pub maximum_moves: u32,
    /// Another player than itself; empty: none.
    pub opponent: String,
    /// Decides every draw of the run.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self::of(System::offering(Self::KIND))
    }
}

impl RunSettings for Settings {
    const KIND: &'static str = "learning";

    const TABLE: &'static [Setting<Self>] = &[
        prominent(row(
            "Method",
            "run",
            Kind::Choice(&Method::IDS),
            "",
            (
                |s| Value::Choice(s.method.id()),
                |s, value| {
                    // The table's choices are the methods.
                    if let Value::Choice(id) = value {
                        s.method = Method::from_id(id).unwrap_or(s.method);
                    }
                },
            ),
            PAPER,
            "What is learned from: the whole tree of a search (treestrap-ab, or treestrap-mm without cut-offs), its root (rootstrap), or the next position of the same side (td-leaf, td-root).",
        )),
        generations!(
            OURS,
            "The run ends after this round of games; round 0 is the program that knows nothing."
        ),
        prominent(row(
            "Games a round",
            "run",
            Kind::Integer(1, MOST_GAMES),
            "games",
            integer!(games),
            "our choice: 1 is the paper's",
            "How many games begin with the same weights, so that as many can be played at once. Within a game the weights change after every move.",
        )),
        row(
            "Changes of a round",
            "run",
            Kind::Integer(1, MOST_GAMES),
            "games",
            integer!(share),
            OURS,
            "How far the weights go after a round: 1 is as far as its games went on average, the number of its games as far as all of them together.",
        ),
        prominent(row(
            "Nodes a move",
            "run",
            Kind::Integer(1, 100_000_000),
            "nodes a move",
            integer!(nodes),
            OURS,
            "How much is searched for a move, unless the clock binds: the same seed, the same run.",
        )),
        row(
            "Clock",
            "run",
            Kind::Integer(0, 3_600_000),
            "milliseconds a side",
            integer!(clock),
            OURS,
            "The milliseconds of each side for a whole game, instead of nodes, the time of learning included; 0 is off. No run by the clock can be repeated.",
        ),
        prominent(row(
            "Step",
            "run",
            Kind::Number(0.0, 1.0),
            "",
            number!(step),
            OURS,
            "How far the weights go after a search, relative to how many positions taught anything and how many features they had. With 1, a search whose positions were all alike would take over the values found at once.",
        )),
        row(
            "Fixed step",
            "run",
            Kind::Number(0.0, 1.0),
            "",
            number!(fixed_step),
            OURS,
            "The factor of every step instead, whatever the search; 0 is off. The paper's are near 0.00001 for its root and 0.0000005 for its tree.",
        ),
        row(
            "Halving",
            "run",
            Kind::Integer(0, 1_000_000),
            "games",
            integer!(halving),
            OURS,
            "Steps become shorter: half as long after so many games, a quarter after three times as many. 0 is off, as published.",
        ),
        row(
            "Optimizer",
            "run",
            Kind::Choice(&Optimizer::IDS),
            "",
            (
                |s| Value::Choice(s.optimizer.id()),
                |s, value| {
                    // The table's choices are the optimizers.
                    if let Value::Choice(id) = value {
                        s.optimizer = Optimizer::from_id(id).unwrap_or(s.optimizer);
                    }
                },
            ),
            "our choice: plain is the paper's",
            "How steps are taken: plain as published; temporal-coherence takes small ones of weights whose changes contradict each other; adam takes steps of about one size for every weight, and then the step is in millipawns a search.",
        ),
        row(
            "Squash",
            "run",
            Kind::Number(0.0, LARGEST_SQUASH),
            "pawns",
            number!(squash),
            OURS,
            "Scores of about so many pawns and more count as nearly equal, so that how far a side that wins is ahead matters less; 0 is off, as published.",
        ),
        row(
            "Weight decay",
            "run",
            Kind::Number(0.0, 0.01),
            "",
            number!(decay),
            OURS,
            "The share of every weight that is lost after a search, so that what is not learned again fades; 0 is off, as published.",
        ),
        row(
            "Lambda",
            "run",
            Kind::Number(0.0, 1.0),
            "",
            number!(lambda),
            OURS,
            "How much earlier positions learn with td-leaf and td-root: times this for each move that they are earlier.",
        ),
        row(
            "Random plies",
            "run",
            Kind::Integer(0, 40),
            "plies",
            integer!(random_plies),
            OURS,
            "Random half-moves after each opening, so that games differ.",
        ),
        row(
            "Maximum moves",
            "run",
            Kind::Integer(10, 1000),
            "moves",
            integer!(maximum_moves),
            OURS,
            "A game of so many moves of each side is drawn. No game is ended by the scores of those who are learning.",
        ),
        row(
            "Opponent",
            "run",
            Kind::Text(10_000),
            "",
            text!(opponent),
            PAPER,
            "Who it plays against: a player as in the arena, or nobody but itself.",
        ),
        seed!(),
    ];

    fn ours(_: System) -> Self {
        Self {
            method: Method::TreeStrap,
            generations: 100,
            games: 8,
            share: 4,
            nodes: 5000,
            clock: 0,
            step: 0.2,
            fixed_step: 0.0,
            halving: 0,
            optimizer: Optimizer::Plain,
            squash: 0.0,
            decay: 0.0,
            lambda: 0.7,
            random_plies: 4,
            maximum_moves: 150,
            opponent: String::new(),
            seed: 2009,
        }
    }
}

impl Settings {
    /// Whether the same seed gives the same run.
    pub const fn is_repeatable(&self) -> bool {
        self.clock == 0
    }

    /// How a player learns after so many games.
    pub fn rule(&self, games: u64) -> Rule {
        let halved = |step| halved(step, self.halving, games);
        Rule {
            method: self.method,
            steps: Steps {
                size: if self.fixed_step > 0.0 {
                    Size::Fixed(halved(self.fixed_step))
                } else {
                    Size::Relative(halved(self.step))
                },
                optimizer: self.optimizer,
                decay: self.decay,
            },
            squash: self.squash,
            lambda: self.lambda,
        }
    }

    /// What binds the players of a game.
    pub const fn bound(&self) -> Bound {
        if self.is_repeatable() {
            Bound::Nodes(self.nodes as u64)
        } else {
            Bound::Clock(self.clock)
        }
    }

    /// Nobody resigns, and no draw is agreed to: scores that are being learned decide nothing.
    pub const fn rules(&self) -> Rules {
        Rules {
            resign_score: 0,
            draw_score: -1,
            maximum_moves: self.maximum_moves as i32,
            ..Rules::DEFAULT
        }
    }
}
