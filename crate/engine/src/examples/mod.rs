//! What programs learn from: examples, read from games and kept in training sets.

pub mod example;
pub mod import;
pub mod training_set;

/// Famous master games from 1851 to 2018 as PGN, written down from memory: to try things at once, not to do science on.
pub const SAMPLE_GAMES: &str = include_str!("sample_games.pgn");
