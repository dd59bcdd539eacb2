//! Genomes and the genetic algorithm's parts.

pub mod bits;
pub mod breed;
pub mod crossover;
pub mod draw;
pub mod mutate;
pub mod select;
