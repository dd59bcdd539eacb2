//! What a person can set about a run. The settings of each kind are a struct and a table of rows beside the kind; forms, `--set`,
//! checkpoints, links and documentation come from the table.

mod description;
mod games;
mod rows;
mod setting;

use std::collections::BTreeMap;

use millipawn_engine::sorting::sort_by_key;

use crate::system::System;

pub use self::{
    description::{Description, describe},
    setting::{Kind, Old, Setting, SettingError, Value},
};
pub(in crate::run) use self::{
    games::with_games,
    rows::{
        MAX_SEED, changeable, crossover_probability, demes, either, elite, first_step, flag,
        formerly, generations, in_page, integer, least_step, migrants, migration_interval,
        mutation_probability, number, parents, population, prominent, row, seed, text,
    },
};

/// The last generation that a run can be asked for.
pub const MOST_GENERATIONS: u32 = 100_000;

/// How a setting is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// By its `--set` name.
    Label,
    /// As earlier builds wrote the settings of the later stages: see [`Old`].
    Old,
}

/// The settings of a kind of run; the defaults are the published values where there are any.
pub trait RunSettings: Sized + 'static {
    /// The kind of run, as a system's presets name it.
    const KIND: &'static str;
    /// All settings, in the order people see them.
    const TABLE: &'static [Setting<Self>];

    /// What holds where a system has no preset.
    fn ours(system: System) -> Self;

    /// The defaults of a system: as its paper has them.
    ///
    /// # Panics
    /// Never: a test sets every preset of every system.
    fn of(system: System) -> Self {
        let mut settings = Self::ours(system);
        for preset in system.presets(Self::KIND) {
            settings
                .set(preset.setting, preset.value)
                .expect("a preset fits its setting");
        }
        settings
    }

    /// The defaults of a system on the sample games.
    fn on_sample_games(system: System) -> Self {
        Self::of(system)
    }

    /// Sets the row of that name to what `text` says. Another system brings its own defaults, so it is set first.
    ///
    /// # Errors
    /// An unknown name, or a text that is no allowed value; nothing is changed then.
    fn set(&mut self, name: &str, text: &str) -> Result<(), SettingError> {
        if let Some(row) = Self::TABLE.iter().find(|row| row.key() == name) {
            return row.assign(self, text);
        }
        let old = Self::TABLE.iter().find_map(|row| {
            let old = row.old.filter(|old| old.name.eq_ignore_ascii_case(name))?;
            Some((row, old))
        });
        let (row, old) = old.ok_or_else(|| SettingError::Unknown(name.to_owned()))?;
        row.assign_old(self, old, text)
    }

    /// All settings as `name=value` lines, in the order of the table.
    fn to_lines(&self) -> String {
        let rows = Self::TABLE.iter();
        rows.map(|row| row.line(self, Spelling::Label) + "\n")
            .collect()
    }

    /// Inverse of [`RunSettings::to_lines`], in any order of lines; what has no line keeps the default of `system`, or of the one
    /// that a line names.
    ///
    /// # Errors
    /// The first line that cannot be obeyed.
    fn from_lines(lines: &str, system: System) -> Result<Self, SettingError> {
        let mut settings = Self::of(system);
        let mut lines: Vec<&str> = lines.lines().collect();
        sort_by_key(&mut lines, |line| !line.starts_with("system="));
        for line in lines {
            settings.set_line(line)?;
        }
        Ok(settings)
    }

    /// Sets what a `name=value` line says.
    ///
    /// # Errors
    /// A line that cannot be obeyed; nothing is changed then.
    fn set_line(&mut self, line: &str) -> Result<(), SettingError> {
        let (name, text) = line
            .split_once('=')
            .ok_or_else(|| SettingError::Unknown(line.to_owned()))?;
        self.set(name, text)
    }

    /// All settings by their `--set` names.
    fn values(&self) -> BTreeMap<String, Value> {
        let rows = Self::TABLE.iter();
        rows.map(|row| (row.key(), row.get(self))).collect()
    }
}
