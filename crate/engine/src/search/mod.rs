//! Searches: the engine's ([`tree`]), that of EvoChess's programs ([`evochess`]) and their fixed-depth opponents ([`opponent`], [`negascout`]),
//! the one without cut-offs ([`minimax`]), the one-ply searches of the fitness function, simple ([`plain`]) and for many individuals at once
//! ([`packet`], [`statics`]).

pub mod bench;
pub mod captures;
pub mod choices;
mod decided;
pub mod evochess;
pub mod exchange;
mod lanes;
pub mod minimax;
pub mod negascout;
pub mod node;
pub mod opponent;
pub mod packet;
pub mod parameters;
pub mod plain;
pub mod quiescence;
mod recent;
pub mod statics;
pub mod table;
pub mod tree;

/// The maximum length of a line in plies, extensions and quiescence included.
pub const MAX_PLY: usize = 128;
