//! Texts in and out: chromosomes, programs, players, links, and the envelope of those that are stored.

pub mod chromosome;
pub mod link;
pub mod link_text;
pub mod offer;
pub mod player;
pub mod program;
pub mod shared;
pub mod stage_link;
pub mod table;
