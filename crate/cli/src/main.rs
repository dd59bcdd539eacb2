//! The command line: `millipawn --help`.

use std::process::ExitCode;

use millipawn_cli::{
    arguments,
    failure::{Failure, INTERRUPTED},
    run,
};

fn main() -> ExitCode {
    // Whoever waits for the thread goes on to say what became of its work.
    std::panic::set_hook(Box::new(|fault| {
        eprintln!("millipawn: a fault of this program: {fault}");
    }));
    match arguments::read().and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        // Quietly, but not as a success: what was asked for has not been said to its end. 141 is what a shell
        // reports of a program that a closed pipe ended.
        Err(Failure::NobodyReads) => ExitCode::from(141),
        Err(Failure::Interrupted) => ExitCode::from(INTERRUPTED),
        // So that whoever starts a worker again and again can tell.
        Err(Failure::Unfit(reason)) => {
            eprintln!("millipawn: {reason}");
            ExitCode::from(3)
        }
        Err(Failure::Refused(reason)) => {
            eprintln!("millipawn: {reason}");
            ExitCode::from(2)
        }
    }
}
