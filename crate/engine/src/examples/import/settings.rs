//! What to take from the games.

/// Which games are used and which of their positions are kept.
///
/// The page's and the command line's table of settings names, bounds and explains these for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportSettings {
    /// At most so many positions are kept, as an unbiased sample of all that passed the filters (our choice: a million).
    pub keep: u32,
    /// Decides which positions a sample keeps (1991: the year of ACPP).
    pub sample_seed: u64,
    /// Both players' least Elo rating; 0 takes every game. Above 0 a game without both ratings is skipped.
    pub minimum_elo: u16,
    /// Only positions whose side to move won the game (as David et al. train).
    pub winners_only: bool,
    /// Only moves of the player whose name contains this, in capitals or not; empty: of everyone.
    pub player: String,
    /// Half-moves at the start of each game that are not learned from (our choice: ten, for they are known by heart).
    pub skip_plies: u16,
    /// So many positions of each game, drawn at random; 0 takes all.
    pub per_game: u16,
    /// Keep one of several examples with the same position and the same move.
    pub drop_duplicates: bool,
    /// Use games that start from a set-up position (tag `FEN`).
    pub set_ups: bool,
}

impl Default for ImportSettings {
    fn default() -> Self {
        Self {
            keep: 1_000_000,
            sample_seed: 1991,
            minimum_elo: 0,
            winners_only: false,
            player: String::new(),
            skip_plies: 10,
            per_game: 0,
            drop_duplicates: true,
            set_ups: true,
        }
    }
}
