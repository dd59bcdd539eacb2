//! Text that says what it is in its first line and whether it is whole in its last.

use std::{fmt::Write, ops::RangeInclusive};

use crate::run::checkpoint::CheckpointError;

/// `name version`, the lines, then a CRC-32 of all that.
pub(crate) fn seal(name: &str, version: u32, lines: &[String]) -> String {
    let mut text = format!("{name} {version}\n");
    for line in lines {
        text += line;
        text.push('\n');
    }
    let checksum = crc32fast::hash(text.as_bytes());
    // Writing into a string cannot fail.
    let _ = writeln!(text, "crc {checksum:08x}");
    text
}

/// The lines of what [`seal`] wrote under one of these versions, with their numbers.
///
/// # Errors
/// The first departure from the format; nothing is read before the checksum fits.
pub(crate) fn open<'a>(
    name: &str,
    versions: RangeInclusive<u32>,
    text: &'a str,
) -> Result<impl Iterator<Item = (usize, &'a str)>, CheckpointError> {
    let first = text.lines().next().unwrap_or_default();
    let found = first
        .strip_prefix(name)
        .ok_or(CheckpointError::NotACheckpoint)?
        .trim();
    if !versions
        .into_iter()
        .any(|version| found == version.to_string())
    {
        let found = found.chars().take(20).collect();
        return Err(CheckpointError::UnknownVersion(found));
    }
    let body = verified(text).ok_or(CheckpointError::Damaged)?;
    let numbered = body.lines().enumerate().skip(1);
    Ok(numbered.map(|(at, line)| (at + 1, line)))
}

/// All before the checksum, if it fits.
fn verified(text: &str) -> Option<&str> {
    let (body, checksum) = text.trim_end_matches('\n').rsplit_once('\n')?;
    let body = &text[..=body.len()];
    let checksum = u32::from_str_radix(checksum.strip_prefix("crc ")?, 16).ok()?;
    (crc32fast::hash(body.as_bytes()) == checksum).then_some(body)
}
