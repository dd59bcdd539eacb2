//! A position of a game under way, as the page shows it.

use millipawn_engine::chess::game::{Game, write_fen};
use serde::{Deserialize, Serialize};

use crate::play::squares;

/// How a game stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Snapshot {
    pub(crate) fen: String,
    /// Half-moves played.
    pub(crate) plies: usize,
    pub(crate) last_move: Option<[String; 2]>,
}

impl Snapshot {
    pub(crate) fn of(game: &Game) -> Self {
        Self {
            fen: write_fen(game.position()),
            plies: game.played().len(),
            last_move: game.played().last().map(|played| squares(played.m)),
        }
    }
}
