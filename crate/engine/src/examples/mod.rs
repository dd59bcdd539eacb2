//! The training data: examples from games, and training sets of them.

pub mod example;
pub mod import;
pub mod players;
pub mod training_set;

/// Famous master games from 1851 to 2018 as PGN, written down from memory. They serve for demonstrations, not for research.
pub const SAMPLE_GAMES: &str = include_str!("sample_games.pgn");
