//! The settings of kinds of run whose table has whole numbers, spelled as all settings are: by their label in lower case with hyphens,
//! probabilities from 0 to 1, the seed among them.
//!
//! Texts of earlier builds have the names of the table's rows, and probabilities in ten-thousandths; they keep their meaning.

use std::collections::BTreeMap;

use millipawn_engine::tunable::{Tunable, TunableError};

use super::{Value, key_of};

/// The year of the paper on the later stages.
pub const SEED: u64 = 2014;
/// The setting that no table of whole numbers has.
pub const SEED_KEY: &str = "seed";
/// Its name in texts of earlier builds.
const OLD_SEED: &str = "Seed";

/// The unit of a table's row that is a probability.
const TEN_THOUSANDTHS: &str = "ten-thousandths";
/// How many of these are 1.
pub const PER_ONE: i32 = 10_000;

/// Whether a row of a table is a probability.
pub fn is_probability(row: &Tunable) -> bool {
    row.unit == TEN_THOUSANDTHS
}

/// What people read: "Games per pair", "Mutation probability"; with the unit where that says more: "Nodes a move".
pub fn label(row: &Tunable) -> String {
    let (name, unit) = (row.name, row.unit);
    if is_probability(row) {
        return format!("{name} probability");
    }
    if unit
        .strip_prefix(&name.to_lowercase())
        .is_some_and(|rest| rest.starts_with(" a "))
    {
        return format!("{name}{}", &unit[name.len()..]);
    }
    let mut label = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !label.is_empty() {
            label.push(' ');
            label.extend(letter.to_lowercase());
        } else {
            label.push(letter);
        }
    }
    label
}

/// The `--set` name of a row.
pub fn key(row: &Tunable) -> String {
    key_of(&label(row))
}

/// A row's number as its setting.
pub fn value(row: &Tunable, number: i32) -> Value {
    if is_probability(row) {
        return Value::Number(f64::from(number) / f64::from(PER_ONE));
    }
    // No setting of a run is negative.
    Value::Integer(u64::from(number.unsigned_abs()))
}

/// Sets what is called `name`: by its `--set` name, or as earlier builds wrote it.
///
/// # Errors
/// A name that is not known, or a value that cannot be, for people.
pub fn assign(
    table: &[Tunable],
    name: &str,
    text: &str,
    set: &mut impl FnMut(&str, i64) -> Result<(), TunableError>,
) -> Result<(), String> {
    let Some(row) = table.iter().find(|row| key(row) == name) else {
        let row = table.iter().find(|row| row.name.eq_ignore_ascii_case(name));
        let row = row.ok_or_else(|| format!("there is no setting \"{name}\""))?;
        let number = text.parse().map_err(|_| refused(row, name, text))?;
        return set(row.name, number).map_err(|error| error.to_string());
    };
    let number = number(row, text).ok_or_else(|| refused(row, name, text))?;
    set(row.name, number).map_err(|_| refused(row, name, text))
}

/// A setting's text as the number of its row.
fn number(row: &Tunable, text: &str) -> Option<i64> {
    if !is_probability(row) {
        return text.parse().ok();
    }
    let scaled = text.parse::<f64>().ok()? * f64::from(PER_ONE);
    let rounded = scaled.round();
    ((scaled - rounded).abs() < 1e-6).then_some(rounded as i64)
}

fn refused(row: &Tunable, name: &str, text: &str) -> String {
    let (low, high) = (value(row, row.minimum), value(row, row.maximum));
    let kind = match is_probability(row) {
        true if name == key(row) => "a number of four decimal places",
        _ => "a whole number",
    };
    format!("{name} cannot be \"{text}\": it takes {kind} from {low} to {high}")
}

/// Reads `name=value` lines; answers the seed.
///
/// # Errors
/// The first line that cannot be obeyed, for people.
pub fn read_lines(
    lines: &str,
    table: &[Tunable],
    mut set: impl FnMut(&str, i64) -> Result<(), TunableError>,
) -> Result<u64, String> {
    let mut seed = SEED;
    for line in lines.lines() {
        let (name, text) = line
            .split_once('=')
            .ok_or_else(|| format!("\"{line}\" is not name=value"))?;
        if name == SEED_KEY || name == OLD_SEED {
            seed = text.parse().map_err(|error| format!("{line}: {error}"))?;
        } else {
            assign(table, name, text, &mut set)?;
        }
    }
    Ok(seed)
}

/// The settings by their `--set` names, the seed among them.
pub fn by_key(table: &[Tunable], values: &[i32], seed: u64) -> BTreeMap<String, Value> {
    let rows = table.iter().zip(values);
    rows.map(|(row, number)| (key(row), value(row, *number)))
        .chain([(SEED_KEY.to_owned(), Value::Integer(seed))])
        .collect()
}
