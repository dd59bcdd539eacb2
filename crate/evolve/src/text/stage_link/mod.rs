//! A run of a later stage as a link ([`link`](crate::text::link)): all that is needed to make it again, and where it arrived.
//!
//! `<kind>.2.<payload>`, as in `tuning.2.<payload>`. The payload is base64url of lines of text and a CRC-32 (little-endian) of
//! `id.version.` and these lines. The first line is `bytes=` and the length of all lines, the last is `end`: so damage and cutting
//! short can be told apart. A suite, a book or games are named by their fingerprint, and the engine of those that search by its signature.
//!
//! Links of version 1 have the settings under their old names, with probabilities in ten-thousandths. They keep their meaning.

mod classes;
mod coevolution;
mod initial;
mod learning;
mod lines;
mod ordering;
mod supervised;
mod tuning;

pub use self::{
    classes::ClassesLink, coevolution::CoevolutionLink, initial::Initial, learning::LearningLink,
    ordering::OrderingLink, supervised::SupervisedLink, tuning::TuningLink,
};
