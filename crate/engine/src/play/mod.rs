//! A program at the board: a player, its clock, matches between players, and UCI.

pub mod clock;
pub mod contest;
pub mod evaluator;
pub mod player;
pub mod uci;
