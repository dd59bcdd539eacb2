//! Playing: the engine, its time management, contests between players, and UCI.

pub mod clock;
pub mod contest;
pub mod engine;
pub mod evaluator;
pub mod uci;
