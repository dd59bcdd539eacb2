//! Players as the command line names them: those of [`Player`], and external engines.

use millipawn_engine::play::contest::mover::Mover;
use millipawn_evolve::text::player::Player;

use crate::{
    external::{self, uci::Uci, xboard::Xboard},
    given,
};

/// Who plays.
#[derive(Clone, Debug)]
pub enum Contestant {
    /// One of ours.
    Internal(Box<Player>),
    /// `uci:COMMAND`, with options as in `uci:stockfish?Hash=16&Skill Level=3`.
    Uci(external::Launch),
    /// `xboard:COMMAND`.
    Xboard(external::Launch),
}

impl From<Player> for Contestant {
    fn from(player: Player) -> Self {
        Self::Internal(Box::new(player))
    }
}

/// All that it is, as it is read.
impl std::fmt::Display for Contestant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Internal(player) => write!(f, "{player}"),
            Self::Uci(launch) => write!(f, "uci:{launch}"),
            Self::Xboard(launch) => write!(f, "xboard:{launch}"),
        }
    }
}

impl Contestant {
    /// Reads a player's name.
    ///
    /// # Errors
    /// What is wrong with it, with the name.
    pub fn parse(text: &str) -> Result<Self, String> {
        let launch =
            |rest: &str| external::Launch::parse(rest).map_err(|why| format!("{text}: {why}"));
        if let Some(rest) = text.strip_prefix("uci:") {
            return launch(rest).map(Self::Uci);
        }
        if let Some(rest) = text.strip_prefix("xboard:") {
            let launch = launch(rest)?;
            if !launch.options.is_empty() {
                return Err(format!("{text}: xboard engines take no options here"));
            }
            return Ok(Self::Xboard(launch));
        }
        let shown: String = text.chars().take(60).collect();
        given::player(text)
            .map(Self::from)
            .map_err(|error| format!("{shown}: {error} (or uci:COMMAND, xboard:COMMAND)"))
    }

    /// A name for tables and PGN.
    pub fn name(&self) -> String {
        match self {
            Self::Internal(player) => player.name(),
            Self::Uci(launch) | Self::Xboard(launch) => launch.name(),
        }
    }

    /// The player, where it is one of ours.
    pub(crate) fn player(&self) -> Option<&Player> {
        match self {
            Self::Internal(player) => Some(player),
            Self::Uci(_) | Self::Xboard(_) => None,
        }
    }

    /// The text of its genes, where it has some.
    pub fn chromosome(&self) -> Option<String> {
        self.player()?.program().map(ToString::to_string)
    }

    /// Whether a limit of time is the only one that binds it.
    pub const fn needs_time(&self) -> bool {
        matches!(self, Self::Xboard(_))
    }

    /// The player at the board; a process is started when its first game begins.
    pub fn mover(&self) -> Box<dyn Mover> {
        match self {
            Self::Internal(player) => player.mover(),
            Self::Uci(launch) => Box::new(Uci::new(launch.clone())),
            Self::Xboard(launch) => Box::new(Xboard::new(launch.clone())),
        }
    }

    /// Starts it once, so that what cannot be started is told before the first game.
    ///
    /// # Errors
    /// Why it cannot play.
    pub fn try_out(&self) -> Result<(), String> {
        if matches!(self, Self::Internal(_)) {
            return Ok(());
        }
        let tried = self.mover().new_game(0);
        tried.map_err(|trouble| format!("{}: {trouble}", self.name()))
    }
}
