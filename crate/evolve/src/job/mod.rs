//! What a worker does: self-contained pieces of work, and their bytes.

pub mod class_game;
pub mod game_task;
pub mod host;
pub mod learning_game;
pub mod message;
pub mod move_learning;
pub mod move_matching;
pub mod question;
pub mod solve;
pub mod suite;
pub mod task;
pub mod tree_size;
