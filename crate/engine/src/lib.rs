//! The chess engine: examples from games, evaluations, searches, UCI and contests.
//!
//! Everything is pure: there is no input or output, no clock, no thread and no global state; randomness and time are arguments.
//!
//! A tour: [`examples`] are imported from games; an [`evaluation`] scores positions; a [`search`] looks ahead with it; [`play`] uses them
//! under UCI and in contests. [`chess`] has what all of them share: games, keys and the check of positions.

pub mod chess;
pub mod evaluation;
pub mod examples;
pub mod mix;
pub mod play;
pub mod search;
pub mod sorting;
pub mod tunable;

pub use examples::{
    SAMPLE_GAMES,
    example::{Example, GameResult},
    import::{ImportCounts, ImportReport, ImportSettings, Importer, Reason, Skip, SkipCount},
    training_set::{TrainingSet, TrainingSetError},
};
