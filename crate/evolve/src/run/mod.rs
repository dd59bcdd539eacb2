//! Kinds of run, each a state machine that asks for work and is told results, and what they share.

pub mod checkpoint;
pub mod coevolution;
pub mod experiment;
pub mod record;
mod round;
pub mod settings;
pub mod signature;
pub mod split;
pub mod tuning;
