//! How weights learn from a search (Veness, Silver, Uther and Blair 2009): a search finds scores for positions, and the evaluation of
//! these positions is moved towards them. And how they learn from moves that were played ([`choice`]).
//!
//! All that is summed is an integer, so the order of positions does not matter; the one step after a search is a product and a sum of
//! floating-point numbers, which are the same everywhere.

pub mod choice;
pub mod gradient;
pub mod optimizer;
pub mod player;
pub mod rules;
pub mod shown;
pub mod size;
pub mod step;
pub mod temporal;
pub mod tree;
