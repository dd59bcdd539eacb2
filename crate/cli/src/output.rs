//! Standard output, a line at a time.

use std::{
    fmt::Display,
    io::{self, Write},
};

use serde::Serialize;

use crate::failure::Failure;

/// Writes a line at once, so that whoever reads it is never behind.
///
/// # Errors
/// When nobody reads any more, or the line cannot be written.
pub fn line(text: impl Display) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")
        .and_then(|()| out.flush())
        .map_err(Failure::of_output)
}

/// Writes `value` as one line of JSON.
///
/// # Errors
/// As [`line()`].
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).expect("plain data are always JSON");
    line(text)
}
