//! One row of a table of settings: its name, what it may be, and how it is read.

use serde::Serialize;

use super::{RunSettings, Spelling};
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

/// How earlier builds wrote a setting: under this name, in any case, as a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Old {
    /// The name.
    pub name: &'static str,
    /// How many times as large the number is: 10,000 of a probability.
    pub times: u32,
}

/// One row of the table of `S`.
pub struct Setting<S> {
    /// What people read; the `--set` name is this in lower case with hyphens.
    pub label: &'static str,
    /// `games`: applied while importing. `run`: the experiment. `measure`: how it is measured. `demes`: how it exchanges programs.
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
    /// The page's default and its source, where a browser takes too long for the published one.
    pub(super) in_page: Option<(&'static str, &'static str)>,
    /// Whether it may be changed while a run goes on: it concerns how the next generation is bred, and nothing else.
    pub changeable: bool,
    /// How earlier builds wrote it, where they did otherwise.
    pub old: Option<Old>,
    pub(super) get: fn(&S) -> Value,
    pub(super) set: fn(&mut S, Value),
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

impl<S: RunSettings> Setting<S> {
    /// The `--set` name: the label in lower case, apostrophes left out, hyphens for spaces.
    pub fn key(&self) -> String {
        self.label
            .to_lowercase()
            .replace('\'', "")
            .replace(' ', "-")
    }

    /// Its value in `settings`.
    pub fn get(&self, settings: &S) -> Value {
        (self.get)(settings)
    }

    /// Where the default of `system` comes from.
    pub fn source(&self, system: System) -> &'static str {
        let key = self.key();
        if key == "system" {
            return system.source();
        }
        let mut presets = system.presets(S::KIND).iter();
        let preset = presets.find(|preset| preset.setting == key);
        preset.map_or(self.source, |preset| preset.source)
    }

    /// Its name in a text.
    pub(crate) fn name(&self, spelling: Spelling) -> String {
        match (spelling, self.old) {
            (Spelling::Old, Some(old)) => old.name.to_owned(),
            _ => self.key(),
        }
    }

    /// `name=value`. In the old spelling a number is rounded.
    pub(crate) fn line(&self, settings: &S, spelling: Spelling) -> String {
        let name = self.name(spelling);
        match (spelling, self.old, self.get(settings)) {
            (Spelling::Old, Some(old), Value::Number(number)) => {
                format!("{name}={}", (number * f64::from(old.times)).round())
            }
            (_, _, value) => format!("{name}={value}"),
        }
    }

    pub(super) fn assign(&self, settings: &mut S, text: &str) -> Result<(), SettingError> {
        self.put(settings, self.read(text)?);
        Ok(())
    }

    /// The value that a text says.
    pub(in crate::run) fn read(&self, text: &str) -> Result<Value, SettingError> {
        let refused = || SettingError::Value(self.key(), text.to_owned(), self.kind.allowed());
        self.kind.parse(text).ok_or_else(refused)
    }

    /// Gives it a value that it can have.
    pub(in crate::run) fn put(&self, settings: &mut S, value: Value) {
        (self.set)(settings, value);
    }

    pub(super) fn assign_old(
        &self,
        settings: &mut S,
        old: Old,
        text: &str,
    ) -> Result<(), SettingError> {
        let kind = match self.kind {
            Kind::Number(low, high) => {
                let scaled = |bound: f64| (bound * f64::from(old.times)) as u64;
                Kind::Integer(scaled(low), scaled(high))
            }
            kind => kind,
        };
        let refused = || SettingError::Value(old.name.to_owned(), text.to_owned(), kind.allowed());
        let value = match (self.kind, kind.parse(text).ok_or_else(refused)?) {
            (Kind::Number(..), Value::Integer(number)) => {
                Value::Number(number as f64 / f64::from(old.times))
            }
            (_, value) => value,
        };
        (self.set)(settings, value);
        Ok(())
    }
}

impl Kind {
    fn allowed(self) -> String {
        match self {
            Self::Flag => "true or false".to_owned(),
            Self::Integer(low, high) => format!("a whole number from {low} to {high}"),
            Self::Number(low, high) => format!("a number from {low} to {high}"),
            Self::Choice(names) => names.join(" or "),
            Self::Text(longest) => format!("a line of at most {longest} characters"),
        }
    }

    /// The value of a text; `None` where it is none of these.
    pub(super) fn parse(self, text: &str) -> Option<Value> {
        match self {
            Self::Flag => text.parse().ok().map(Value::Flag),
            Self::Integer(low, high) => {
                let number = text.parse().ok()?;
                (low..=high)
                    .contains(&number)
                    .then_some(Value::Integer(number))
            }
            Self::Number(low, high) => {
                let number = text.parse().ok()?;
                (low..=high)
                    .contains(&number)
                    .then_some(Value::Number(number))
            }
            Self::Choice(names) => names
                .iter()
                .find(|name| **name == text)
                .map(|name| Value::Choice(name)),
            Self::Text(longest) => {
                let fits = text.chars().count() <= longest && !text.contains(char::is_control);
                fits.then(|| Value::Text(text.to_owned()))
            }
        }
    }
}
