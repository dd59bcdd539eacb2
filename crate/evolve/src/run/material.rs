//! What a run begins with and works on.

use millipawn_engine::{
    TrainingSet, examples::import::ImportSettings, play::contest::opening::Opening,
};

use crate::job::suite::Problem;

/// What a run may work on. A shell has it; a kind asks for what it needs.
pub trait Material {
    /// Positions with the moves that were played there.
    ///
    /// # Errors
    /// Why there are none.
    fn examples(&self) -> Result<TrainingSet, String>;

    /// Positions of the games that a person has given, as these settings take them; of the sample games where there are none.
    ///
    /// # Errors
    /// Why there are none.
    fn games(&self, import: &ImportSettings) -> Result<TrainingSet, String>;

    /// What games begin with.
    fn openings(&self) -> Vec<Opening>;

    /// Positions with moves to find or to avoid.
    fn problems(&self) -> Vec<Problem>;
}

/// What a run begins with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beginning<'a> {
    /// `name=value` lines, the seed among them; the defaults of the system hold for what is not named.
    pub settings: &'a str,
    /// The identifier of the system of random programs.
    pub system: &'a str,
    /// The settings that are to be changed, one a line, as in `40:mutation-probability=0.01`.
    pub changes: &'a str,
    /// The programs to begin with, one a line, or the program to tune.
    pub programs: &'a str,
}
