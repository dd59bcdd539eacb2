//! One row of the table of settings: its name, what it may be, and how it is read.

use serde::Serialize;

use super::{Settings, TABLE};
use crate::system::System;

/// A value of one setting.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Yes or no.
    Flag(bool),
    /// A number without a fraction.
    Integer(u64),
    /// A number with one.
    Number(f64),
    /// One of a few names.
    Choice(&'static str),
    /// Any words, on one line.
    Text(String),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Choice(choice) => write!(f, "{choice}"),
            Self::Text(text) => write!(f, "{text}"),
        }
    }
}

/// What kind of value a setting takes, and which.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Yes or no.
    Flag,
    /// From the first to the second, both included.
    Integer(u64, u64),
    /// From the first to the second, both included.
    Number(f64, f64),
    /// One of these.
    Choice(&'static [&'static str]),
    /// So many characters at most.
    Text(usize),
}

/// One row of the table.
#[derive(Clone, Copy)]
pub struct Setting {
    /// What people read; the `--set` name is this in lower case with hyphens.
    pub label: &'static str,
    /// `games`: applied while importing. `run`: the experiment. `measure`: how it is measured.
    pub group: &'static str,
    /// Kind and bounds.
    pub kind: Kind,
    /// What a number counts.
    pub unit: &'static str,
    /// One sentence.
    pub meaning: &'static str,
    /// Where the default comes from that no system brings itself.
    pub(super) source: &'static str,
    /// Shown at first sight.
    pub prominent: bool,
    pub(super) get: fn(&Settings) -> Value,
    pub(super) set: fn(&mut Settings, Value),
}

/// Why a setting could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingError {
    /// No row of the table has that name.
    Unknown(String),
    /// The text is no value of its kind or out of its range: name, text, what is allowed.
    Value(String, String, String),
}

impl std::fmt::Display for SettingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown(key) => write!(f, "there is no setting \"{key}\""),
            Self::Value(key, text, allowed) => {
                write!(f, "{key} cannot be \"{text}\": it takes {allowed}")
            }
        }
    }
}

impl std::error::Error for SettingError {}

/// The `--set` name of a label: lower case, apostrophes left out, hyphens for spaces.
pub(crate) fn key_of(label: &str) -> String {
    label.to_lowercase().replace('\'', "").replace(' ', "-")
}

impl Setting {
    /// The `--set` name: the label in lower case, apostrophes left out, hyphens for spaces.
    pub fn key(&self) -> String {
        key_of(self.label)
    }

    /// The row of that name.
    pub fn find(key: &str) -> Option<&'static Self> {
        TABLE.iter().find(|setting| setting.key() == key)
    }

    /// Its value in `settings`.
    pub fn get(&self, settings: &Settings) -> Value {
        (self.get)(settings)
    }

    /// Where the default of `system` comes from.
    pub fn source(&self, system: System) -> &'static str {
        let key = self.key();
        if key == "system" {
            return system.source();
        }
        let preset = system
            .imitation()
            .iter()
            .find(|preset| preset.setting == key);
        preset.map_or(self.source, |preset| preset.source)
    }

    pub(super) fn assign(&self, settings: &mut Settings, text: &str) -> Result<(), SettingError> {
        let refused = || SettingError::Value(self.key(), text.to_owned(), self.allowed());
        let value = self.parse(text).ok_or_else(refused)?;
        (self.set)(settings, value);
        Ok(())
    }

    fn allowed(&self) -> String {
        match self.kind {
            Kind::Flag => "true or false".to_owned(),
            Kind::Integer(low, high) => format!("a whole number from {low} to {high}"),
            Kind::Number(low, high) => format!("a number from {low} to {high}"),
            Kind::Choice(names) => names.join(" or "),
            Kind::Text(longest) => format!("a line of at most {longest} characters"),
        }
    }

    fn parse(&self, text: &str) -> Option<Value> {
        match self.kind {
            Kind::Flag => text.parse().ok().map(Value::Flag),
            Kind::Integer(low, high) => {
                let number = text.parse().ok()?;
                (low..=high)
                    .contains(&number)
                    .then_some(Value::Integer(number))
            }
            Kind::Number(low, high) => {
                let number = text.parse().ok()?;
                (low..=high)
                    .contains(&number)
                    .then_some(Value::Number(number))
            }
            Kind::Choice(names) => names
                .iter()
                .find(|name| **name == text)
                .map(|name| Value::Choice(name)),
            Kind::Text(longest) => {
                let fits = text.chars().count() <= longest && !text.contains(char::is_control);
                fits.then(|| Value::Text(text.to_owned()))
            }
        }
    }
}
