//! `millipawn bench`: the signature of the search, and how fast it is here.

use std::time::Instant;

use millipawn_engine::play::uci::Session;

use crate::{failure::Failure, output};

/// Prints a line a position, and `N nodes M nps` in the end; N is the same everywhere.
///
/// # Errors
/// Only of standard output.
pub fn run() -> Result<(), Failure> {
    let started = Instant::now();
    let mut written = Ok(());
    let mut say = |line| {
        if written.is_ok() {
            written = output::line(line);
        }
    };
    Session::bench(&mut say, &mut || started.elapsed());
    written
}
