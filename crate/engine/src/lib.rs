//! What a chess program knows and does: examples from games, evaluations, search, play.
//!
//! Pure: no input or output, no clock, no thread, no global state; randomness and time are arguments.
//!
//! A tour: [`examples`] are read from games; an [`evaluation`] judges positions; [`search`] looks ahead with it; [`play`] puts it at the
//! board, under UCI or in matches. [`chess`] has what all of them need of games and positions beyond the rules.

pub mod chess;
pub mod evaluation;
pub mod examples;
pub mod mix;
pub mod play;
pub mod search;
pub mod tunable;

pub use examples::{
    SAMPLE_GAMES,
    example::{Example, Outcome},
    import::{ImportCounts, ImportReport, ImportSettings, Importer, Reason, Skip, SkipCount},
    training_set::{TrainingSet, TrainingSetError},
};
