//! Settings that were changed while a run went on, and the generation from which on each change holds: a part of a run's history,
//! without which it would be another. What holds in a generation follows from what the run began with and from these.

use millipawn_engine::sorting::sort_by_key;
use serde::Serialize;

use super::{
    RunError,
    settings::{MOST_GENERATIONS, RunSettings, Setting, SettingError, Value},
};

/// A run takes no more (our choice): all of them have room in a link.
const MOST: usize = 60;

/// Why a setting stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeError {
    /// No setting has that name, or it does not take that value.
    Setting(SettingError),
    /// It decides more than how the next generation is bred: its name, and those of the settings that can be changed.
    Fixed(String, String),
    /// That generation has begun; the first that has not.
    Begun(u32, u32),
    /// The run ends before that generation, with this one.
    AfterEnd(u32, u32),
    /// The run has [`MOST`].
    TooMany,
}

impl std::fmt::Display for ChangeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Setting(error) => write!(f, "{error}"),
            Self::Fixed(name, others) if others.is_empty() => {
                write!(f, "{name} cannot be changed while such a run goes on")
            }
            Self::Fixed(name, others) => write!(
                f,
                "{name} cannot be changed while a run goes on: only {others} can"
            ),
            Self::Begun(0, _) => write!(f, "generation 0 is not bred: --set decides how it begins"),
            Self::Begun(generation, next) => write!(
                f,
                "generation {generation} has begun: a change can hold from generation {next} on"
            ),
            Self::AfterEnd(_, end) => write!(f, "the run ends with generation {end}"),
            Self::TooMany => write!(f, "a run takes at most {MOST} changes"),
        }
    }
}

impl std::error::Error for ChangeError {}

impl From<SettingError> for ChangeError {
    fn from(error: SettingError) -> Self {
        Self::Setting(error)
    }
}

/// Another value of a setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The first generation that is bred with it.
    pub generation: u32,
    /// The `--set` name.
    pub name: String,
    /// The value.
    pub value: Value,
}

impl Change {
    /// That of `name=value`.
    ///
    /// # Errors
    /// An unknown name, a setting that cannot be changed, or a text that is no allowed value.
    pub(super) fn read<S: RunSettings>(
        generation: u32,
        assignment: &str,
    ) -> Result<Self, ChangeError> {
        let unknown = |name: &str| SettingError::Unknown(name.to_owned());
        let (name, text) = assignment
            .split_once('=')
            .ok_or_else(|| unknown(assignment))?;
        let row = row::<S>(name).ok_or_else(|| unknown(name))?;
        if !row.changeable {
            let others = S::TABLE.iter().filter(|row| row.changeable);
            let others: Vec<String> = others.map(Setting::key).collect();
            return Err(ChangeError::Fixed(name.to_owned(), others.join(", ")));
        }
        Ok(Self {
            generation,
            name: name.to_owned(),
            value: row.read(text)?,
        })
    }

    /// Of a line of text: the generation, `separator` and `name=value`.
    pub(crate) fn parse<S: RunSettings>(text: &str, separator: char) -> Option<Self> {
        let (generation, assignment) = split(text, separator)?;
        Self::read::<S>(generation, assignment).ok()
    }

    /// As a line of a checkpoint.
    pub(super) fn line(&self) -> String {
        let Self {
            generation,
            name,
            value,
        } = self;
        format!("change {generation} {name}={value}")
    }

    /// Inverse of [`Change::line`], without its first word.
    pub(super) fn of_line<S: RunSettings>(text: &str) -> Option<Self> {
        Self::parse::<S>(text, ' ')
    }

    fn apply<S: RunSettings>(&self, settings: &mut S) {
        if let Some(row) = row::<S>(&self.name) {
            row.put(settings, self.value.clone());
        }
    }

    fn holds_in<S: RunSettings>(&self, settings: &S) -> bool {
        row::<S>(&self.name).is_some_and(|row| row.get(settings) == self.value)
    }
}

/// As `--set-at` takes it: `40:mutation-probability=0.01`.
impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            generation,
            name,
            value,
        } = self;
        write!(f, "{generation}:{name}={value}")
    }
}

/// The generation of a change, and the rest of its text.
pub(crate) fn split(text: &str, separator: char) -> Option<(u32, &str)> {
    let (generation, rest) = text.split_once(separator)?;
    Some((generation.parse().ok()?, rest))
}

fn row<S: RunSettings>(name: &str) -> Option<&'static Setting<S>> {
    S::TABLE.iter().find(|row| row.key() == name)
}

/// A change beside what held before it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changed {
    /// The first generation that is bred with it.
    pub generation: u32,
    /// The `--set` name.
    pub name: String,
    /// What people read.
    pub label: &'static str,
    /// What held before.
    pub before: Value,
    /// What holds then.
    pub value: Value,
}

impl std::fmt::Display for Changed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            generation,
            label,
            before,
            value,
            ..
        } = self;
        let label = label.to_lowercase();
        write!(f, "Generation {generation}: {label} {before} -> {value}")
    }
}

/// Those of a run: by generation, then in the order of the table, one for each setting of a generation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes(Vec<Change>);

impl Changes {
    /// Those of a text.
    ///
    /// # Errors
    /// Where they are not as this program writes them, in whatever order.
    pub(crate) fn of<S: RunSettings>(changes: Vec<Change>) -> Result<Self, RunError> {
        let count = changes.len();
        let are_bred = |change: &Change| (1..=MOST_GENERATIONS).contains(&change.generation);
        let fit = count <= MOST && changes.iter().all(are_bred);
        let read = Self::in_order::<S>(changes);
        match fit && read.0.len() == count {
            true => Ok(read),
            false => Err(RunError::WrongCheckpoint),
        }
    }

    /// Those of lines as `--set-at` takes them.
    ///
    /// # Errors
    /// The first line that cannot be obeyed, or all of them where they are not as this program writes them.
    pub fn parse<S: RunSettings>(lines: &str) -> Result<Self, String> {
        let read = |line: &str| {
            Change::parse::<S>(line, ':').ok_or_else(|| format!("{line} changes no setting"))
        };
        let changes = lines.lines().map(read).collect::<Result<_, _>>()?;
        Self::of::<S>(changes).map_err(|error| error.to_string())
    }

    /// Adds one, in the place of another of the same setting and generation.
    pub(super) fn add<S: RunSettings + Clone>(
        &mut self,
        settings: &S,
        change: Change,
    ) -> Result<(), ChangeError> {
        let is_other =
            |one: &&Change| (one.generation, &one.name) != (change.generation, &change.name);
        let others = self.0.iter().filter(is_other).cloned();
        let others = Self(others.collect());
        // What is changed back before it holds was never changed.
        if others.hold(settings, &change) {
            *self = others;
            return Ok(());
        }
        if others.0.len() >= MOST {
            return Err(ChangeError::TooMany);
        }
        *self = Self::in_order::<S>([others.0, vec![change]].concat());
        Ok(())
    }

    fn in_order<S: RunSettings>(mut changes: Vec<Change>) -> Self {
        let place = |change: &Change| S::TABLE.iter().position(|row| row.key() == change.name);
        sort_by_key(&mut changes, |change| (change.generation, place(change)));
        changes.dedup_by_key(|change| (change.generation, change.name.clone()));
        Self(changes)
    }

    /// The settings that hold in a generation of a run that began with `settings`.
    #[must_use]
    pub fn at<S: RunSettings + Clone>(&self, settings: &S, generation: u32) -> S {
        let mut settings = settings.clone();
        let held = |change: &&Change| change.generation <= generation;
        for change in self.0.iter().take_while(held) {
            change.apply(&mut settings);
        }
        settings
    }

    /// Whether that setting has that value in that generation anyway.
    pub(super) fn hold<S: RunSettings + Clone>(&self, settings: &S, change: &Change) -> bool {
        change.holds_in(&self.at(settings, change.generation))
    }

    /// All of them.
    pub fn all(&self) -> &[Change] {
        &self.0
    }

    /// Those that hold in a run that ends with this generation.
    #[must_use]
    pub fn until(&self, generation: u32) -> Self {
        let held = |change: &&Change| change.generation <= generation;
        Self(self.0.iter().take_while(held).cloned().collect())
    }

    /// Those that change something, beside what held before.
    pub fn told<S: RunSettings + Clone>(&self, settings: &S) -> Vec<Changed> {
        let told = |change: &Change| {
            let row = row::<S>(&change.name)?;
            let before = row.get(&self.at(settings, change.generation - 1));
            (before != change.value).then_some(Changed {
                generation: change.generation,
                name: change.name.clone(),
                label: row.label,
                before,
                value: change.value.clone(),
            })
        };
        self.0.iter().filter_map(told).collect()
    }

    /// As lines of a checkpoint.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(Change::line)
    }
}
