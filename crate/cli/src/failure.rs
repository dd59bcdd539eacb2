//! Why a subcommand ends early.

use std::{fmt::Display, io, path::Path};

/// The status of a program that Ctrl-C ended, as a shell reports it.
pub const INTERRUPTED: u8 = 130;

/// Why a subcommand ends early.
#[derive(Debug)]
pub enum Failure {
    /// It cannot be done: one line for a person that names the file, the place and the reason.
    Refused(String),
    /// This machine is not fit for the work: to start again would not help.
    Unfit(String),
    /// Whoever read standard output has gone: nothing more is wanted, and nothing is wrong.
    NobodyReads,
    /// A signal asked for the end.
    Interrupted,
}

impl Failure {
    /// What is wrong, and with what: `what: why`.
    pub fn of(what: impl Display, why: impl Display) -> Self {
        Self::Refused(one_line(&format!("{what}: {why}")))
    }

    /// What is wrong with a file.
    pub fn file(path: &Path, why: impl Display) -> Self {
        Self::of(path.display(), why)
    }

    /// One line on what is wrong at a place of a file: its line, or `what` and a number.
    pub fn place(path: &Path, what: &str, place: usize, why: impl Display) -> String {
        one_line(&format!("{}:{what}{place}: {why}", path.display()))
    }

    /// What became of a write to standard output.
    pub fn of_output(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::NobodyReads,
            _ => Self::of("standard output", error),
        }
    }
}

/// Messages are one line whatever they quote.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
