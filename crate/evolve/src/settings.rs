//! The one table of settings: the page's form, the command line's `--set`, the links and the documentation come from it.

use millipawn_engine::import::ImportSettings;
use serde::Serialize;

use crate::crossover::Crossover;

/// Everything a person can set about an experiment; the defaults are the published values where there are any.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// What to take from the games.
    pub import: ImportSettings,
    /// Individuals.
    pub population: u32,
    /// Examples drawn anew for each generation's fitness.
    pub positions: u32,
    /// The probability that a pair of parents exchange genes.
    pub crossover_probability: f64,
    /// How they exchange them.
    pub crossover: Crossover,
    /// The probability that a bit is turned over.
    pub mutation_probability: f64,
    /// The best so many pass on unchanged.
    pub elite: u32,
    /// The best's scaled fitness as a multiple of the average.
    pub scaling_multiple: f64,
    /// The run ends when this generation is scored.
    pub generations: u32,
    /// Decides every draw of the run.
    pub seed: u64,
    /// The share of the games set aside to measure on.
    pub held_out_share: f64,
    /// Held-out examples the best individual is scored on.
    pub held_out_positions: u32,
    /// Score it every so many generations, and at the end.
    pub held_out_interval: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            import: ImportSettings::default(),
            population: 50,
            positions: 500,
            crossover_probability: 0.5,
            crossover: Crossover::OnePoint,
            mutation_probability: 0.001,
            elite: 0,
            scaling_multiple: 2.0,
            generations: 100,
            seed: 1991,
            held_out_share: 0.2,
            held_out_positions: 1000,
            held_out_interval: 10,
        }
    }
}

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
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Choice(choice) => write!(f, "{choice}"),
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
    /// Where the default comes from.
    pub source: &'static str,
    /// Shown at first sight.
    pub prominent: bool,
    get: fn(&Settings) -> Value,
    set: fn(&mut Settings, Value),
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

macro_rules! integer {
    ($($field:ident).+) => {
        (|s| Value::Integer(u64::from(s.$($field).+)), |s, value| {
            // The table's bounds fit the field.
            if let Value::Integer(number) = value { s.$($field).+ = number as _; }
        })
    };
}

macro_rules! number {
    ($field:ident) => {
        (
            |s| Value::Number(s.$field),
            |s, value| {
                if let Value::Number(number) = value {
                    s.$field = number;
                }
            },
        )
    };
}

macro_rules! flag {
    ($($field:ident).+) => {
        (|s| Value::Flag(s.$($field).+), |s, value| {
            if let Value::Flag(flag) = value { s.$($field).+ = flag; }
        })
    };
}

type Access = (fn(&Settings) -> Value, fn(&mut Settings, Value));

const fn row(
    label: &'static str,
    group: &'static str,
    kind: Kind,
    unit: &'static str,
    access: Access,
    source: &'static str,
    meaning: &'static str,
) -> Setting {
    let (get, set) = access;
    Setting {
        label,
        group,
        kind,
        unit,
        meaning,
        source,
        prominent: false,
        get,
        set,
    }
}

const fn prominent(setting: Setting) -> Setting {
    Setting {
        prominent: true,
        ..setting
    }
}

const OURS: &str = "our choice";
const PAPER: &str = "Tunstall-Pedoe 1991";
/// Seeds survive a journey through JavaScript's numbers.
const MAX_SEED: u64 = (1 << 53) - 1;

/// All settings, in the order people see them.
pub const TABLE: [Setting; 20] = [
    prominent(row(
        "Population",
        "run",
        Kind::Integer(2, 1000),
        "programs",
        integer!(population),
        PAPER,
        "How many programs live in each generation.",
    )),
    prominent(row(
        "Positions per generation",
        "run",
        Kind::Integer(10, 100_000),
        "positions",
        integer!(positions),
        PAPER,
        "On how many positions, drawn anew, each generation is scored: fitness is how many of the moves played it finds.",
    )),
    prominent(row(
        "Crossover probability",
        "run",
        Kind::Number(0.0, 1.0),
        "",
        number!(crossover_probability),
        PAPER,
        "How often two parents exchange parts of their bits instead of being copied.",
    )),
    prominent(row(
        "Mutation probability",
        "run",
        Kind::Number(0.0, 1.0),
        "a bit",
        number!(mutation_probability),
        PAPER,
        "How likely each bit is to be turned over in a child.",
    )),
    prominent(row(
        "Generations",
        "run",
        Kind::Integer(0, 100_000),
        "generations",
        integer!(generations),
        "our choice: the paper's record does not say",
        "The run ends when this generation is scored; generation 0 is random.",
    )),
    prominent(row(
        "Seed",
        "run",
        Kind::Integer(0, MAX_SEED),
        "",
        integer!(seed),
        "our choice: the year of ACPP",
        "Decides every random draw: the same number, settings and games give the same program.",
    )),
    row(
        "Crossover kind",
        "run",
        Kind::Choice(&["one-point", "uniform"]),
        "",
        (
            |s| {
                Value::Choice(match s.crossover {
                    Crossover::OnePoint => "one-point",
                    Crossover::Uniform => "uniform",
                })
            },
            |s, value| {
                s.crossover = if value == Value::Choice("uniform") {
                    Crossover::Uniform
                } else {
                    Crossover::OnePoint
                }
            },
        ),
        "Goldberg 1989, whom the paper cites",
        "Whether parents swap everything after one cut, or each bit by the toss of a coin.",
    ),
    row(
        "Scaling multiple",
        "run",
        Kind::Number(1.0, 10.0),
        "times the average",
        number!(scaling_multiple),
        PAPER,
        "Fitness is scaled so that the best has this many times the average chance to become a parent.",
    ),
    row(
        "Elite",
        "run",
        Kind::Integer(0, 1000),
        "programs",
        integer!(elite),
        "our choice: the paper does not mention one",
        "How many of the best pass into the next generation unchanged.",
    ),
    row(
        "Held-out share",
        "measure",
        Kind::Number(0.0, 0.9),
        "of the games",
        number!(held_out_share),
        OURS,
        "The share of the games that no program learns from, set aside to measure on.",
    ),
    row(
        "Held-out positions",
        "measure",
        Kind::Integer(1000, 1_000_000),
        "positions",
        integer!(held_out_positions),
        OURS,
        "On how many positions of those games the best program is scored.",
    ),
    row(
        "Held-out interval",
        "measure",
        Kind::Integer(1, 1000),
        "generations",
        integer!(held_out_interval),
        OURS,
        "Every how many generations the best program is scored on them; the last always is.",
    ),
    row(
        "Positions kept at most",
        "games",
        Kind::Integer(1000, 5_000_000),
        "positions",
        integer!(import.keep),
        OURS,
        "When the games hold more, an unbiased sample of this size is kept.",
    ),
    row(
        "Minimum Elo",
        "games",
        Kind::Integer(0, 4000),
        "Elo",
        integer!(import.minimum_elo),
        OURS,
        "Use only games in which both players have at least this rating; 0 uses all.",
    ),
    row(
        "Winner's moves only",
        "games",
        Kind::Flag,
        "",
        flag!(import.winners_only),
        OURS,
        "Learn only from the moves of the side that won.",
    ),
    row(
        "Skip first half-moves",
        "games",
        Kind::Integer(0, 1000),
        "half-moves",
        integer!(import.skip_plies),
        OURS,
        "Leave out this many half-moves at the start of each game: they are played from memory.",
    ),
    row(
        "Positions per game",
        "games",
        Kind::Integer(0, 1000),
        "positions",
        integer!(import.per_game),
        OURS,
        "Draw this many positions from each game; 0 takes all.",
    ),
    row(
        "Drop duplicates",
        "games",
        Kind::Flag,
        "",
        flag!(import.drop_duplicates),
        OURS,
        "Keep a position with the same move only once.",
    ),
    row(
        "Set-up positions",
        "games",
        Kind::Flag,
        "",
        flag!(import.set_ups),
        OURS,
        "Use games that do not start from the usual position.",
    ),
    row(
        "Sampling number",
        "games",
        Kind::Integer(0, MAX_SEED),
        "",
        integer!(import.sample_seed),
        OURS,
        "Decides which positions are kept when there are more than may be.",
    ),
];

impl Setting {
    /// The `--set` name: the label in lower case, apostrophes left out, hyphens for spaces.
    pub fn key(&self) -> String {
        self.label
            .to_lowercase()
            .replace('\'', "")
            .replace(' ', "-")
    }

    /// The row of that name.
    pub fn find(key: &str) -> Option<&'static Self> {
        TABLE.iter().find(|setting| setting.key() == key)
    }

    /// Its value in `settings`.
    pub fn get(&self, settings: &Settings) -> Value {
        (self.get)(settings)
    }

    fn allowed(&self) -> String {
        match self.kind {
            Kind::Flag => "true or false".to_owned(),
            Kind::Integer(low, high) => format!("a whole number from {low} to {high}"),
            Kind::Number(low, high) => format!("a number from {low} to {high}"),
            Kind::Choice(names) => names.join(" or "),
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
        }
    }
}

impl Settings {
    /// Sets the row named `key` to what `text` says.
    ///
    /// # Errors
    /// An unknown name, or a text that is no allowed value; nothing is changed then.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), SettingError> {
        let setting = Setting::find(key).ok_or_else(|| SettingError::Unknown(key.to_owned()))?;
        let value = setting.parse(text).ok_or_else(|| {
            SettingError::Value(key.to_owned(), text.to_owned(), setting.allowed())
        })?;
        (setting.set)(self, value);
        Ok(())
    }

    /// All settings as `name=value` lines, in the order of the table.
    pub fn to_lines(&self) -> String {
        TABLE
            .iter()
            .map(|setting| format!("{}={}\n", setting.key(), setting.get(self)))
            .collect()
    }

    /// Inverse of [`Settings::to_lines`]; a setting without a line keeps its default.
    ///
    /// # Errors
    /// The first line that cannot be obeyed.
    pub fn from_lines(lines: &str) -> Result<Self, SettingError> {
        let mut settings = Self::default();
        for line in lines.lines() {
            let (key, value) = line
                .split_once('=')
                .ok_or_else(|| SettingError::Unknown(line.to_owned()))?;
            settings.set(key, value)?;
        }
        Ok(settings)
    }
}

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
    pub unit: &'static str,
    pub meaning: &'static str,
    pub source: &'static str,
    pub prominent: bool,
}

/// The table as plain data.
pub fn describe() -> Vec<Description> {
    let defaults = Settings::default();
    TABLE
        .iter()
        .map(|setting| {
            let (kind, min, max, choices): (_, _, _, &'static [&'static str]) = match setting.kind {
                Kind::Flag => ("flag", None, None, &[]),
                Kind::Integer(low, high) => ("integer", Some(low as f64), Some(high as f64), &[]),
                Kind::Number(low, high) => ("number", Some(low), Some(high), &[]),
                Kind::Choice(names) => ("choice", None, None, names),
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
                unit: setting.unit,
                meaning: setting.meaning,
                source: setting.source,
                prominent: setting.prominent,
            }
        })
        .collect()
}
