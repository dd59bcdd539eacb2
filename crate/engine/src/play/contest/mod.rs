//! Contests: games between any two players, independent of each other, so that any number of workers plays the same games.
//!
//! A tour: an [`opening`] suite and a [`schedule`] say which games there are. A [`mover`] decides on moves; [`play`] lets two of
//! them play one game under [`rules`] and tells what became of it; [`pgn`] writes it down. [`epd`] reads positions with the moves
//! to find. Nothing here reads a clock or a file: the time is asked of the caller.

pub mod epd;
pub mod mover;
pub mod opening;
pub mod pgn;
pub mod play;
pub mod random_opening;
pub mod rules;
pub mod schedule;
