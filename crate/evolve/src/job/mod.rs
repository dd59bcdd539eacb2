//! What a worker does: self-contained pieces of work, and their bytes.

pub mod choices;
pub mod fixture;
pub mod message;
pub mod solve;
pub mod suite;
pub mod work;
pub mod world;
