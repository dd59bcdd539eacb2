//! Contests between any two players. Their games are independent of each other, so that the results do not depend on the number
//! of workers that play them.
//!
//! A tour: an [`opening`] suite and a [`schedule`] determine the games. A [`mover`] chooses moves; [`play`] plays one game between
//! two movers under the [`rules`] of adjudication and returns its record; [`pgn`] writes it. [`epd`] reads test positions with their
//! solutions. Nothing here reads a clock or a file: the caller passes the clock in.

pub mod epd;
pub mod evochess;
pub mod mover;
pub mod opening;
pub mod pgn;
pub mod play;
pub mod random_opening;
pub mod rules;
pub mod schedule;
