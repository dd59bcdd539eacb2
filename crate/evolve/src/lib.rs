//! How chess programs come to be: genomes, genetic operators, fitness, experiments.
//!
//! Pure: no input or output, no clock, no thread; every random draw comes from [`genome::draw`].
//!
//! A tour: a [`genome`] is bred; a [`system`] reads it as weights and as people do; [`text`] writes programs, links and players. A
//! [`run`] asks for a [`job`] after another, is told results and leaves a record a generation; [`measure`] tells what its
//! programs are worth. A [`signature`] says which engine a run was made with.

pub mod genome;
pub mod job;
pub mod learn;
pub mod measure;
pub mod run;
pub mod signature;
pub mod system;
pub mod text;
