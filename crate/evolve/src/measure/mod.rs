//! What programs are worth: ratings, the ladder of a run, statistics.

pub mod held_out;
pub mod ladder;
pub mod rating;
pub mod statistics;
