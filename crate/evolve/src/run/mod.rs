//! Runs: how programs come to be, generation by generation.
//!
//! A [`Run`] *asks* for work and is *told* results, and neither knows nor cares who works, how many at once, in which order and
//! how often: the history is the same. It is all that the command line, the page and the tests know of a run.
//! [`Generations`] is the part that all kinds of run share; a [`Kind`] says only what is its own.

pub mod book;
mod changes;
pub mod checkpoint;
pub mod classes;
pub mod coevolution;
mod demes;
pub mod family;
mod generations;
pub mod imitation;
mod immigrants;
mod interface;
mod kept_programs;
pub mod kinds;
pub mod learning;
pub mod material;
pub mod ordering;
mod queue;
pub mod room;
pub mod settings;
pub mod supervised;
pub mod tuning;

pub use self::{
    changes::{Change, ChangeError, Changed, Changes},
    demes::DemesError,
    generations::{Generations, Kind, Opened, Step},
    immigrants::{Immigrant, Immigrants, MOST_A_GENERATION},
    interface::{
        Champion, CrossTable, Fitness, GameUnderWay, Games, PieceSize, Population, Progress, Run,
        RunError, Spread, Summary,
    },
};
