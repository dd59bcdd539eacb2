//! Files of text that a person gives.

use std::path::Path;

use crate::failure::Failure;

/// The text of a file, whatever its encoding, without a byte order mark.
///
/// # Errors
/// When it cannot be read.
pub fn read(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::file(path, error))?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}
