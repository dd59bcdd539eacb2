//! The table of settings as the page reads it.

use serde::Serialize;

use super::{Kind, Settings, TABLE, Value};
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
}

/// The table as plain data, with the defaults and sources of `system`.
pub fn describe(system: System) -> Vec<Description> {
    let defaults = Settings::of(system);
    let on_sample_games = Settings::on_sample_games(system);
    TABLE
        .iter()
        .map(|setting| {
            let (kind, min, max, choices): (_, _, _, &'static [&'static str]) = match setting.kind {
                Kind::Flag => ("flag", None, None, &[]),
                Kind::Integer(low, high) => ("integer", Some(low as f64), Some(high as f64), &[]),
                Kind::Number(low, high) => ("number", Some(low), Some(high), &[]),
                Kind::Choice(names) => ("choice", None, None, names),
                Kind::Text(longest) => ("text", None, Some(longest as f64), &[]),
            };
            Description {
                key: setting.key(),
                label: setting.label,
                group: setting.group,
                kind,
                min,
                max,
                choices,
                default: setting.get(&defaults),
                sample_default: setting.get(&on_sample_games),
                unit: setting.unit,
                meaning: setting.meaning,
                source: setting.source(system),
                prominent: setting.prominent,
            }
        })
        .collect()
}
