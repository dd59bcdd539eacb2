//! A run of a later stage as a link ([`link`](crate::text::link)): all that is needed to make it again, and where it arrived.
//!
//! `<kind>.2.<payload>`, as in `tuning.2.<payload>`. The payload is base64url of lines of text and a CRC-32 (little-endian) of
//! `id.version.` and these lines. The first line is `bytes=` and the length of all lines, the last is `end`: so damage and cutting
//! short can be told apart. A suite or book is named by its fingerprint, and so is the engine by its signature.
//!
//! Links of version 1 have the settings under their old names, with probabilities in ten-thousandths. They keep their meaning.

mod coevolution;
mod learning;
mod lines;
mod tuning;

use crate::text::chromosome::Chromosome;

pub use self::{coevolution::CoevolutionLink, learning::LearningLink, tuning::TuningLink};

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
