//! What is known of a step once it is taken.

use serde::Serialize;

use crate::measure::held_out::HeldOut;

/// One record a step.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Record {
    /// The number of the step; 0 is before the first.
    pub generation: u32,
    /// Positions learned from at this step.
    pub positions: u32,
    /// Their moves that the program found before it learned from them.
    pub found: u32,
    /// How unlikely it took their moves to be: the mean of -ln P.
    pub loss: f64,
    /// What pawn, knight, bishop, rook and queen are worth, in millipawns.
    pub values: [f64; 5],
    /// How well the program does on games that nothing is learned from, where due.
    pub held_out: Option<HeldOut>,
    /// Why learning ended here, where it did.
    pub diverged: Option<&'static str>,
    /// The program after the step, in the short form; kept of some steps and of the last two.
    pub champion: Option<String>,
}

/// Why learning ends before its last step.
pub(super) const DIVERGED: &str =
    "Learning has diverged: a weight grew beyond all bounds. Take a smaller step.";
