//! The native shell: files, clocks, threads and the terminal around the pure crates. One module a subcommand, and what
//! they share.

#![allow(
    clippy::disallowed_methods,
    reason = "files, clocks and threads are what a shell is for"
)]

pub mod arena;
pub mod arguments;
pub mod bench;
pub mod checkpoint_file;
pub mod coevolve;
pub mod compose;
pub mod contestant;
mod demes;
pub mod evaluate;
mod evochess;
pub mod evolve;
pub mod external;
pub mod failure;
mod family;
pub mod games;
pub mod genfens;
pub mod given;
mod hands;
mod imitate;
pub mod inspect;
pub mod keeping;
pub mod kept_games;
pub mod ladder;
pub mod learn;
pub mod matches;
#[cfg(feature = "network")]
pub mod network;
pub mod orderings;
pub mod output;
pub mod perft;
pub mod pool;
pub mod progress;
mod remote;
pub mod reproduce;
pub mod run;
pub mod run_settings;
pub mod series;
pub mod solve;
pub mod text_file;
mod threads;
pub mod tournament;
pub mod tune;
pub mod uci;
mod wall;
#[cfg(feature = "network")]
pub mod work;

use arguments::Command;
use failure::Failure;

/// Runs a subcommand.
///
/// # Errors
/// Whatever keeps it from being done.
pub fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Evolve(arguments) => evolve::run(arguments),
        Command::Coevolve(arguments) => coevolve::run(arguments),
        Command::Tune(arguments) => tune::run(arguments),
        Command::Learn(arguments) if imitate::is_asked(&arguments) => imitate::run(&arguments),
        Command::Learn(arguments) => learn::run(arguments),
        Command::Reproduce(arguments) => reproduce::run(&arguments),
        Command::Evaluate(arguments) => evaluate::run(arguments),
        Command::Inspect(arguments) => inspect::run(arguments),
        Command::Uci(arguments) => uci::run(arguments),
        Command::Match(arguments) => matches::run(arguments),
        Command::Tournament(arguments) => tournament::run(arguments),
        Command::Ladder(arguments) => ladder::run(arguments),
        Command::Solve(arguments) => solve::run(arguments),
        Command::Orderings(arguments) => orderings::run(&arguments),
        Command::Compose(arguments) => compose::run(&arguments),
        Command::Bench => bench::run(),
        Command::Genfens(arguments) => genfens::run(&arguments),
        Command::Perft(arguments) => perft::run(arguments),
        #[cfg(feature = "network")]
        Command::Network(arguments) => network::run(arguments),
        #[cfg(feature = "network")]
        Command::Work(arguments) => work::run(&arguments),
    }
}
