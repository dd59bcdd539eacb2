//! Settings of a table of whole numbers as `name=value` lines, the seed among them.

use std::collections::BTreeMap;

use millipawn_engine::tunable::{Tunable, TunableError};

use super::Value;

/// The year of the paper on the later stages.
pub const SEED: u64 = 2014;
/// The row that no table of whole numbers has.
pub const SEED_NAME: &str = "Seed";

/// Reads `name=value` lines; answers the seed.
///
/// # Errors
/// The first line that cannot be obeyed, for people.
pub fn read_lines(
    lines: &str,
    mut set: impl FnMut(&str, i64) -> Result<(), TunableError>,
) -> Result<u64, String> {
    let mut seed = SEED;
    for line in lines.lines() {
        let refused = |why: &dyn std::fmt::Display| format!("{line}: {why}");
        let (name, value) = line
            .split_once('=')
            .ok_or_else(|| format!("\"{line}\" is not name=value"))?;
        if name == SEED_NAME {
            seed = value.parse().map_err(|error| refused(&error))?;
        } else {
            let value = value.parse().map_err(|error| refused(&error))?;
            set(name, value).map_err(|error| error.to_string())?;
        }
    }
    Ok(seed)
}

/// The settings by name, the seed among them.
pub(crate) fn by_name(table: &[Tunable], values: &[i32], seed: u64) -> BTreeMap<String, Value> {
    // No setting of a run is negative.
    let rows = table.iter().zip(values);
    rows.map(|(row, value)| (row.name, u64::from(value.unsigned_abs())))
        .chain([(SEED_NAME, seed)])
        .map(|(name, value)| (name.to_owned(), Value::Integer(value)))
        .collect()
}
