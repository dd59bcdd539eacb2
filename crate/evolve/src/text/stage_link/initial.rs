//! What a run begins with, as a link has it.

use crate::{learn::step::Precise, run::learning, text::chromosome::Chromosome};

/// The programs that a run begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initial {
    /// Drawn by the seed.
    Random,
    /// These programs.
    Programs(Vec<Chromosome>),
    /// More programs than a link can carry.
    TooMany,
}

impl Initial {
    /// What these weights are drawn or read from. Only a program in the short form has room in a link.
    pub(super) fn of_weights(start: &Precise, seed: u64) -> Self {
        if *start == learning::random(seed) {
            return Self::Random;
        }
        let program = learning::short_program(start);
        match learning::weights_of(&program) {
            Ok(weights) if weights == *start => Self::Programs(vec![program]),
            _ => Self::TooMany,
        }
    }

    /// The weights of the one program that learning begins with; `None` where the link could not carry it.
    pub(super) fn weights(&self, seed: u64) -> Option<Precise> {
        match self {
            Self::Random => Some(learning::random(seed)),
            Self::Programs(programs) => learning::weights_of(programs.first()?).ok(),
            Self::TooMany => None,
        }
    }
}
