//! Genomes and the genetic algorithm's parts. Only a [`Representation`] knows what the bytes of a [`Genome`] mean.

pub mod bit_string;
pub mod bits;
pub mod breed;
pub mod depth_program;
pub mod draw;
pub mod representation;
pub mod select;
pub mod strategy;

use std::sync::Arc;

pub use self::{
    bit_string::BitString,
    representation::{Crossover, Representation, Variation},
};

/// What is inherited, as bytes: equal genomes have equal bytes. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Genome(Arc<[u8]>);

impl Genome {
    /// Of the bytes that its representation has for it.
    pub fn new(bytes: &[u8]) -> Self {
        Self(bytes.into())
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}
