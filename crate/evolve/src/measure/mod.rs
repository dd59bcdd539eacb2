//! What programs are worth: ratings, the ladder of a run, statistics.

pub mod ablation;
pub mod by_ply;
pub mod five_numbers;
pub mod held_out;
pub mod ladder;
pub mod likeness;
pub mod rating;
pub mod statistics;
