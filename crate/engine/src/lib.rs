//! What a chess program knows and does: examples from games, evaluations, search.
//!
//! Pure: no input or output, no clock, no thread, no global state; randomness and time are arguments.

pub mod acpp;
pub mod bench;
pub mod contest;
pub mod evaluation;
pub mod evochess;
pub mod example;
pub mod falcon;
pub mod game;
pub mod import;
pub mod mix;
mod pawns;
pub mod player;
pub mod search;
pub mod staunton;
pub mod training_set;
pub mod tunable;
pub mod uci;

/// Famous master games from 1851 to 2018 as PGN, written down from memory: to try things at once, not to do science on.
pub const SAMPLE_GAMES: &str = include_str!("sample_games.pgn");

pub use example::{Example, Outcome};
pub use import::{ImportCounts, ImportReport, ImportSettings, Importer, Reason, Skip, SkipCount};
pub use training_set::{TrainingSet, TrainingSetError};
