//! A training example: a position and the move that was played in it.

use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, Move, Position,
    packed::{PackedSetup, PackedUciMove},
};

use crate::chess::set_up;

/// The result of a game from the point of view of the side that made the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum GameResult {
    /// The game has no known result.
    Unknown = 0,
    /// The side to move lost the game.
    Lost = 1,
    /// The game was drawn.
    Drawn = 2,
    /// The side to move won the game.
    Won = 3,
}

impl GameResult {
    fn from_u8(value: u8) -> Option<Self> {
        [Self::Unknown, Self::Lost, Self::Drawn, Self::Won]
            .into_iter()
            .find(|result| *result as u8 == value)
    }

    /// The result for `mover` when `winner` won (`None`: a draw).
    pub fn for_side(mover: Color, winner: Option<Color>) -> Self {
        match winner {
            None => Self::Drawn,
            Some(winner) if winner == mover => Self::Won,
            Some(_) => Self::Lost,
        }
    }
}

/// A packed position, the move that was played in it, and data about the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    position: [u8; Self::POSITION_BYTES],
    chosen: [u8; 2],
    /// The plies played before this position.
    pub ply: u16,
    /// The Elo rating of the side to move; 0 if unknown.
    pub elo: u16,
    /// The result of the game for the side to move.
    pub result: GameResult,
    /// Identifies the game by a hash of its moves, so that examples of one game stay together when a set is split.
    pub game: u32,
}

impl Example {
    const POSITION_BYTES: usize = 24;
    /// Length of [`Example::to_bytes`].
    pub const BYTES: usize = Self::POSITION_BYTES + 2 + 2 + 2 + 1 + 4;

    /// Packs `position` (without its move counters) and the legal move `chosen`.
    ///
    /// `None` for a position that does not fit in 24 bytes, that is, has more than 32 pieces, which no legal position has.
    pub fn new(position: &Chess, chosen: Move) -> Option<Self> {
        let packed =
            PackedSetup::pack_standard_normalized(&position.to_setup(EnPassantMode::Legal)).ok()?;
        let bytes = packed.as_bytes();
        let mut padded = [0; Self::POSITION_BYTES];
        padded.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(Self {
            position: padded,
            chosen: PackedUciMove::pack(chosen.to_uci(CastlingMode::Standard)).to_bytes(),
            ply: 0,
            elo: 0,
            result: GameResult::Unknown,
            game: 0,
        })
    }

    /// The position and the move; `None` when the bytes hold no legal position, or no legal move in it.
    pub fn unpack(&self) -> Option<(Chess, Move)> {
        let setup = PackedSetup::try_from_bytes(&self.position)
            .ok()?
            .unpack_standard()
            .ok()?;
        let position = set_up::position(setup).ok()?;
        let chosen = PackedUciMove::from_bytes(self.chosen)
            .unpack()
            .to_move(&position)
            .ok()?;
        Some((position, chosen))
    }

    /// The bytes that distinguish examples: the packed position and the move.
    pub fn identity(&self) -> [u8; Self::POSITION_BYTES + 2] {
        let mut bytes = [0; Self::POSITION_BYTES + 2];
        bytes[..Self::POSITION_BYTES].copy_from_slice(&self.position);
        bytes[Self::POSITION_BYTES..].copy_from_slice(&self.chosen);
        bytes
    }

    /// Fixed-length encoding: position 24, move 2, ply 2, Elo 2, result 1, game 4 bytes, little-endian.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..26].copy_from_slice(&self.identity());
        bytes[26..28].copy_from_slice(&self.ply.to_le_bytes());
        bytes[28..30].copy_from_slice(&self.elo.to_le_bytes());
        bytes[30] = self.result as u8;
        bytes[31..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    /// Inverse of [`Example::to_bytes`]; `None` for an unknown code of a result. Legality is checked by [`Example::unpack`].
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        Some(Self {
            position: bytes[..24].try_into().ok()?,
            chosen: [bytes[24], bytes[25]],
            ply: u16_at(26),
            elo: u16_at(28),
            result: GameResult::from_u8(bytes[30])?,
            game: u32::from_le_bytes(bytes[31..].try_into().ok()?),
        })
    }
}
