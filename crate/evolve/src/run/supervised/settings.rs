//! What a person can set about learning from games.

use millipawn_engine::examples::import::ImportSettings;

use crate::{
    learn::{size::halved, step::Precise},
    run::settings::{
        Kind, RunSettings, Setting, flag, generations, integer, number, prominent, row, seed,
        with_games,
    },
    system::System,
};

const OURS: &str = "our choice";

/// Everything a person can set about learning from games.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// What to take from the games.
    pub import: ImportSettings,
    /// Positions of a step.
    pub positions: u32,
    /// Steps: the run ends after this one.
    pub generations: u32,
    /// Whether some of Falcon's features are learned beside the 1,812.
    pub has_falcon: bool,
    /// How far a weight goes at the first steps, in millipawns.
    pub step: f64,
    /// After so many steps they are half as long.
    pub halving: u32,
    /// The share of every weight that is lost at each step.
    pub decay: f64,
    /// Decides every draw of the run.
    pub seed: u64,
    /// The share of the games that nothing is learned from.
    pub held_out_share: f64,
    /// On how many of their positions the program is measured.
    pub held_out_positions: u32,
    /// Every how many steps.
    pub held_out_interval: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self::of(System::offering(Self::KIND))
    }
}

impl RunSettings for Settings {
    const KIND: &'static str = "supervised";

    const TABLE: &'static [Setting<Self>] = with_games!["steps", "the program";
        prominent(row(
            "Positions a step",
            "run",
            Kind::Integer(10, 100_000),
            "positions",
            integer!(positions),
            OURS,
            "How many positions, drawn anew, the weights learn from at once.",
        )),
        generations!(
            OURS,
            "The run ends after this step; step 0 is the program that it begins with."
        ),
        prominent(row(
            "Features of Falcon",
            "run",
            Kind::Flag,
            "",
            flag!(has_falcon),
            OURS,
            "Thirty features of Falcon's are learned beside the 1,812: above all they tell which men are attacked. A program that has them keeps them.",
        )),
        prominent(row(
            "Step size",
            "run",
            Kind::Number(0.0, 1000.0),
            "millipawns",
            number!(step),
            OURS,
            "How far a weight goes at the first steps: the learning rate. Each weight goes about as far, however rare its feature (Adam: Kingma and Ba 2015).",
        )),
        row(
            "Halving",
            "run",
            Kind::Integer(1, 100_000),
            "steps",
            integer!(halving),
            OURS,
            "The step size falls: to a half after so many steps, to a quarter after three times as many.",
        ),
        row(
            "Weight decay",
            "run",
            Kind::Number(0.0, 0.01),
            "",
            number!(decay),
            OURS,
            "The share of every weight that is lost at each step, so that what few positions taught fades; 0 is off.",
        ),
        seed!(),
    ];

    fn ours(_: System) -> Self {
        Self {
            import: ImportSettings {
                winners_only: true,
                ..ImportSettings::default()
            },
            positions: 200,
            generations: 1000,
            has_falcon: false,
            step: 16.0,
            halving: 1000,
            decay: 0.0,
            seed: 2009,
            held_out_share: 0.2,
            held_out_positions: 2000,
            held_out_interval: 25,
        }
    }
}

impl Settings {
    /// The weights of a run that begins with these.
    pub(super) fn weights(&self, start: &Precise) -> Precise {
        match self.has_falcon {
            true => start.with_falcon(),
            false => start.clone(),
        }
    }

    /// How far a weight goes at this step, in millipawns.
    pub fn step_of(&self, number: u32) -> f64 {
        halved(self.step, self.halving, number.into())
    }
}
