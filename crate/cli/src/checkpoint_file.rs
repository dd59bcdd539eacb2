//! The state of a run on disk: always a whole one, however the program ends.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use millipawn_evolve::run::checkpoint::Checkpoint;

use crate::failure::Failure;

/// Reads a checkpoint of a kind of run.
///
/// # Errors
/// A file that cannot be read, or that is no such checkpoint.
pub fn read<C: Checkpoint>(path: &Path) -> Result<C, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, error))?;
    let text = String::from_utf8_lossy(&bytes);
    C::from_text(&text).map_err(|error| Failure::file(path, error))
}

/// Refuses a place that could not be written, before there is anything to lose.
///
/// # Errors
/// Why it could not.
pub fn probe(path: &Path) -> Result<(), Failure> {
    let refused = |error| Failure::file(path, error);
    if path.is_dir() {
        return Err(refused(io::ErrorKind::IsADirectory.into()));
    }
    let beside = beside(path).ok_or_else(|| refused(io::ErrorKind::InvalidFilename.into()))?;
    File::create(&beside)
        .and_then(|_| fs::remove_file(&beside))
        .map_err(refused)
}

/// Puts the text of a checkpoint of any kind in the place of an earlier one.
///
/// # Errors
/// When it cannot be written; the earlier one is still there then.
pub fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    let refused = |error| Failure::file(path, error);
    let beside = beside(path).ok_or_else(|| refused(io::ErrorKind::InvalidFilename.into()))?;
    let mut file = File::create(&beside).map_err(refused)?;
    file.write_all(text.as_bytes())
        .and_then(|()| file.sync_data())
        .and_then(|()| fs::rename(&beside, path))
        .map_err(refused)
}

/// Where it is written before it takes the place: in the same folder, so that renaming is one step.
fn beside(path: &Path) -> Option<PathBuf> {
    let mut name = OsString::from(".");
    name.push(path.file_name()?);
    name.push(format!(".{}.tmp", std::process::id()));
    Some(path.with_file_name(name))
}
