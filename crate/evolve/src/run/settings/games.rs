//! The rows of the kinds of run that learn from games: which positions are taken from them, and what is measured on games that no program
//! learned from.

/// The rows of a table and those of games behind them, which call what is counted `$step` and what is measured `$program`. The settings
/// have `import`, `held_out_share`, `held_out_positions` and `held_out_interval`.
macro_rules! with_games {
    ($step:literal, $program:literal; $($row:expr),* $(,)?) => {
        &[
            $($row,)*
            $crate::run::settings::row(
                "Held-out share",
                "measure",
                $crate::run::settings::Kind::Number(0.0, 0.9),
                "of the games",
                $crate::run::settings::number!(held_out_share),
                "our choice",
                "The share of the games that no program learns from, set aside to measure on.",
            ),
            $crate::run::settings::row(
                "Held-out positions",
                "measure",
                $crate::run::settings::Kind::Integer(1000, 1_000_000),
                "positions",
                $crate::run::settings::integer!(held_out_positions),
                "our choice",
                concat!("On how many positions of those games ", $program, " is measured."),
            ),
            $crate::run::settings::row(
                "Held-out interval",
                "measure",
                $crate::run::settings::Kind::Integer(1, 1000),
                $step,
                $crate::run::settings::integer!(held_out_interval),
                "our choice",
                concat!("Every how many ", $step, " ", $program, " is measured on them; the last always is."),
            ),
            $crate::run::settings::row(
                "Positions kept at most",
                "games",
                $crate::run::settings::Kind::Integer(1000, 5_000_000),
                "positions",
                $crate::run::settings::integer!(import.keep),
                "our choice",
                "When the games hold more, an unbiased sample of this size is kept.",
            ),
            $crate::run::settings::row(
                "Minimum Elo",
                "games",
                $crate::run::settings::Kind::Integer(0, 4000),
                "Elo",
                $crate::run::settings::integer!(import.minimum_elo),
                "our choice",
                "Use only games in which both players have at least this rating; 0 uses all.",
            ),
            $crate::run::settings::row(
                "Winner's moves only",
                "games",
                $crate::run::settings::Kind::Flag,
                "",
                $crate::run::settings::flag!(import.winners_only),
                "our choice",
                "Learn only from the moves of the side that won.",
            ),
            $crate::run::settings::row(
                "Player",
                "games",
                $crate::run::settings::Kind::Text(60),
                "",
                $crate::run::settings::text!(import.player),
                "our choice",
                "Learn only from the moves of the player whose name contains this, in capitals or not; in double quotes: whose name is this; empty for everyone.",
            ),
            $crate::run::settings::row(
                "Skip first half-moves",
                "games",
                $crate::run::settings::Kind::Integer(0, 1000),
                "half-moves",
                $crate::run::settings::integer!(import.skip_plies),
                "our choice",
                "Leave out this many half-moves at the start of each game: they are played from memory.",
            ),
            $crate::run::settings::row(
                "Positions per game",
                "games",
                $crate::run::settings::Kind::Integer(0, 1000),
                "positions",
                $crate::run::settings::integer!(import.per_game),
                "our choice",
                "Draw this many positions from each game; 0 takes all.",
            ),
            $crate::run::settings::row(
                "Drop duplicates",
                "games",
                $crate::run::settings::Kind::Flag,
                "",
                $crate::run::settings::flag!(import.drop_duplicates),
                "our choice",
                "Keep a position with the same move only once.",
            ),
            $crate::run::settings::row(
                "Set-up positions",
                "games",
                $crate::run::settings::Kind::Flag,
                "",
                $crate::run::settings::flag!(import.set_ups),
                "our choice",
                "Use games that do not start from the usual position.",
            ),
            $crate::run::settings::row(
                "Sampling number",
                "games",
                $crate::run::settings::Kind::Integer(0, $crate::run::settings::MAX_SEED),
                "",
                $crate::run::settings::integer!(import.sample_seed),
                "our choice",
                "Decides which positions are kept when there are more than may be.",
            ),
        ]
    };
}

pub(in crate::run) use with_games;
