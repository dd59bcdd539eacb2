//! A table of settings as the page reads it.

use serde::Serialize;

use super::{Kind, Old, RunSettings, Setting, Value};
use crate::system::System;

/// A row as the page reads it.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are those of `Setting`")]
pub struct Description {
    pub key: String,
    pub label: &'static str,
    pub group: &'static str,
    pub kind: &'static str,
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub choices: &'static [&'static str],
    pub default: Value,
    /// The default on the sample games.
    pub sample_default: Value,
    pub unit: &'static str,
    pub meaning: &'static str,
    pub source: &'static str,
    pub prominent: bool,
    pub changeable: bool,
    pub old: Option<Old>,
}

/// The table as plain data, with the defaults and sources of `system`; rows that mean nothing to its programs are left out.
///
/// # Panics
/// Never: a test describes every table.
pub fn describe<S: RunSettings>(system: System) -> Vec<Description> {
    let defaults = S::of(system);
    let on_sample_games = S::on_sample_games(system);
    let used = |row: &&Setting<S>| system.uses(S::KIND, &row.key());
    let rows = S::TABLE.iter().filter(used).map(|row| {
        let (kind, min, max, choices): (_, _, _, &'static [&'static str]) = match row.kind {
            Kind::Flag => ("flag", None, None, &[]),
            Kind::Integer(low, high) => ("integer", Some(low as f64), Some(high as f64), &[]),
            Kind::Number(low, high) => ("number", Some(low), Some(high), &[]),
            Kind::Choice(names) => ("choice", None, None, names),
            Kind::Text(longest) => ("text", None, Some(longest as f64), &[]),
        };
        let in_page = row.in_page.map(|(text, source)| {
            let value = row.kind.parse(text).expect("a default is allowed");
            (value, source)
        });
        let default = |settings| {
            let in_page = in_page.clone();
            in_page.map_or_else(|| row.get(settings), |(value, _)| value)
        };
        Description {
            key: row.key(),
            label: row.label,
            group: row.group,
            kind,
            min,
            max,
            choices,
            default: default(&defaults),
            sample_default: default(&on_sample_games),
            unit: row.unit,
            meaning: row.meaning,
            source: in_page.map_or_else(|| row.source(system), |(_, source)| source),
            prominent: row.prominent,
            changeable: row.changeable,
            old: row.old,
        }
    });
    rows.collect()
}
