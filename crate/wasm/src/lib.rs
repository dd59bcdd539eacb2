//! The surface for Web Workers: text, bytes and plain data in and out.
//!
//! One module a worker: [`run`] for the coordinator, [`task`] for the pool, [`import`] for the importer, [`play`],
//! [`think`], [`program`], [`depth`], [`experiment`], [`arena`], [`ladder`], [`fixed_sample`], [`lessons`], [`likeness`] and [`stage_input`]
//! for the player,
//! [`uci`] for whoever embeds the engine. What goes wrong on purpose is returned as an error with a message for people; a panic traps,
//! and the worker is then discarded by its host (see [`mod@panic`]).

pub mod arena;
mod boards;
mod clock;
mod convert;
pub mod depth;
pub mod examples;
pub mod experiment;
pub mod family;
pub mod fixed_sample;
pub mod game_file;
pub mod import;
mod judge;
pub mod ladder;
pub mod lessons;
pub mod likeness;
pub mod panic;
pub mod play;
pub mod program;
pub mod run;
mod snapshot;
pub mod stage_input;
pub mod task;
pub mod think;
pub mod uci;
