//! Searches: the engine that plays, the plain one ply + quiescence, and its fast twin for many individuals at once.

pub mod bench;
pub mod captures;
pub mod exchange;
mod lanes;
pub mod negascout;
pub mod node;
pub mod packet;
pub mod parameters;
pub mod plain;
pub mod quiescence;
mod recent;
pub mod statics;
pub mod table;
pub mod tree;

/// No line is longer: full-width plies, extensions, and the captures and evasions of quiescence.
pub const MAX_PLY: usize = 128;
