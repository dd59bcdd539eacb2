//! How chess programs come to be: genomes, genetic operators, fitness, experiments.
//!
//! Pure: no input or output, no clock, no thread; every random draw comes from [`draw`].
//!
//! A tour: [`bits`] are bred by [`select`], [`crossover`] and [`mutate`]; [`acpp`] and [`falcon`] read them as weights, [`genes`] as
//! people do, [`chromosome`] as text, [`judge`] as what plays. An [`experiment`] under [`settings`] asks for [`work`], is
//! told results and leaves a [`record`] a generation; a [`checkpoint`] lets it go on later, a [`link`] lets others repeat it.

pub mod acpp;
pub mod bits;
pub mod breed;
pub mod checkpoint;
pub mod choices;
pub mod chromosome;
pub mod coevolution;
pub mod crossover;
pub mod draw;
pub mod experiment;
pub mod falcon;
pub mod fixture;
pub mod genes;
pub mod judge;
pub mod ladder;
pub mod link;
pub mod message;
pub mod mutate;
pub mod player;
pub mod program;
pub mod rating;
pub mod record;
mod round;
mod sealed;
pub mod searching;
pub mod select;
pub mod settings;
pub mod solve;
pub mod split;
pub mod statistics;
pub mod suite;
pub mod tuning;
pub mod work;
