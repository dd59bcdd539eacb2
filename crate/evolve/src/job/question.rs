//! A piece of work: which move a player chooses in a position.

use millipawn_engine::{
    chess::game::{Game, read_fen, write_fen},
    play::contest::mover::{Budget, Time},
};
use shakmaty::{CastlingMode, Chess, Move, Position, uci::UciMove};

use crate::{
    job::message::{Reader, Unreadable, write_text},
    text::player::Player,
};

/// A position in which a player is to choose a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Who chooses.
    pub player: Player,
    /// How many nodes it has for that; `u64::MAX` without a limit.
    pub nodes: u64,
    /// It has a legal move.
    pub position: Chess,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move as UCI has it.
    pub chosen: String,
    /// Nodes searched for it.
    pub nodes: u64,
}

impl Question {
    /// Lets the player choose.
    ///
    /// # Panics
    /// Where there is no legal move.
    pub fn perform(&self) -> Answer {
        let game = Game::from_position(self.position.clone());
        let mut budget = Budget {
            nodes: self.nodes,
            time: Time::Free,
            now: &mut || 0,
        };
        let mut mover = self.player.mover();
        let choice = mover.new_game(0);
        let choice = choice.and_then(|()| mover.choose(&game, &mut budget));
        let choice = choice.expect("there is a legal move");
        Answer {
            chosen: choice.m.to_uci(CastlingMode::Standard).to_string(),
            nodes: choice.nodes,
        }
    }

    /// The player's name, the nodes (u64), the position as FEN.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        write_text(bytes, &self.player.to_string());
        bytes.extend_from_slice(&self.nodes.to_le_bytes());
        write_text(bytes, &write_fen(&self.position));
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let player = Player::parse(reader.text()?).map_err(|_| Unreadable)?;
        let nodes = u64::from_le_bytes(reader.array()?);
        let position = read_fen(reader.text()?).map_err(|_| Unreadable)?;
        match nodes == 0 || position.legal_moves().is_empty() {
            true => Err(Unreadable),
            false => Ok(Self {
                player,
                nodes,
                position,
            }),
        }
    }
}

impl Answer {
    /// The move; `None` where it is none of this position.
    pub fn choice(&self, position: &Chess) -> Option<Move> {
        self.chosen.parse::<UciMove>().ok()?.to_move(position).ok()
    }

    /// The move as a text, the nodes (u64).
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        write_text(bytes, &self.chosen);
        bytes.extend_from_slice(&self.nodes.to_le_bytes());
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let chosen = reader.text()?.to_owned();
        let nodes = u64::from_le_bytes(reader.array()?);
        Ok(Self { chosen, nodes })
    }
}
