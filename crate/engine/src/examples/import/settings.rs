//! The settings of an import.

/// Selects games and positions.
///
/// The table of settings that page and command line share has the names, bounds and explanations for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportSettings {
    /// The size of the sample: at most this many positions are kept, drawn without bias from all that passed the filters (our
    /// choice: a million).
    pub keep: u32,
    /// The seed of the sample (1991: the year of ACPP).
    pub sample_seed: u64,
    /// The minimum Elo rating of both players; 0 accepts every game. Above 0, games without both ratings are skipped.
    pub minimum_elo: u16,
    /// Use only positions whose side to move won the game (as David et al. do).
    pub winners_only: bool,
    /// Use only moves of players whose name contains this, ignoring case; in double quotes: whose name is this; empty: of all players.
    pub player: String,
    /// The plies to skip at the start of each game (our choice: ten, because they are usually book moves).
    pub skip_plies: u16,
    /// The number of positions to draw at random from each game; 0 uses all.
    pub per_game: u16,
    /// Keep only one of several examples with the same position and move.
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
