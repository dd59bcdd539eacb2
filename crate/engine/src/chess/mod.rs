//! Games and positions. The rules of chess themselves are shakmaty's.

pub mod check;
pub mod game;
pub mod game_file;
pub mod key;
mod objection;
pub(crate) mod pawns;
pub mod perft;
pub mod ply;
pub mod positions;
pub mod set_up;
