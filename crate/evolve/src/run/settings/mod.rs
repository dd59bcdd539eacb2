//! What a person can set about an experiment: the page's form, the command line's `--set`, the links and the documentation
//! come from its one table.

mod description;
pub mod lines;
mod setting;
mod table;

use millipawn_engine::examples::import::ImportSettings;

use crate::{
    genome::{Crossover, select::Scaling},
    system::{System, matching::Search},
};

pub(crate) use self::setting::key_of;
pub use self::{
    description::{Description, describe},
    setting::{Kind, Setting, SettingError, Value},
    table::TABLE,
};

/// The last generation that a run can be asked for.
pub const MOST_GENERATIONS: u32 = 100_000;

/// Everything a person can set about an experiment; the defaults are the published values where there are any.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Whose chromosomes are bred.
    pub system: System,
    /// What to take from the games.
    pub import: ImportSettings,
    /// Individuals.
    pub population: u32,
    /// Examples each individual is scored on.
    pub positions: u32,
    /// Whether they are drawn anew for each generation, or once for the run.
    pub sample_anew: bool,
    /// How an individual looks for its move.
    pub search: Search,
    /// Fitness is the number of moves found to this power.
    pub fitness_exponent: u32,
    /// How fitness becomes a share of the wheel.
    pub scaling: Scaling,
    /// With linear scaling the best's scaled fitness as a multiple of the average.
    pub scaling_multiple: f64,
    /// The probability that a pair of parents exchange genes.
    pub crossover_probability: f64,
    /// How they exchange them.
    pub crossover: Crossover,
    /// The probability that a bit is turned over.
    pub mutation_probability: f64,
    /// The best so many pass on unchanged.
    pub elite: u32,
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
        Self::of(System::ACPP)
    }
}

impl Settings {
    /// The defaults of a system: as its paper has them.
    ///
    /// # Panics
    /// Never: a test sets every preset of every system.
    pub fn of(system: System) -> Self {
        let mut settings = Self::ours(system);
        for preset in system.imitation() {
            settings
                .set(preset.setting, preset.value)
                .expect("a preset fits its setting");
        }
        settings
    }

    /// The defaults of a system on the sample games, which name no ratings and are few: no game is left out for want of a
    /// rating, and all positions of a game are learned from (our choice, so that every system can be tried at once).
    pub fn on_sample_games(system: System) -> Self {
        let published = Self::of(system);
        Self {
            import: ImportSettings {
                minimum_elo: 0,
                per_game: 0,
                ..published.import
            },
            ..published
        }
    }

    /// What holds where a system's paper says nothing.
    fn ours(system: System) -> Self {
        Self {
            system,
            import: ImportSettings::default(),
            population: 50,
            positions: 500,
            sample_anew: true,
            search: Search::Quiescence,
            fitness_exponent: 1,
            scaling: Scaling::Linear,
            scaling_multiple: 2.0,
            crossover_probability: 0.5,
            crossover: Crossover::OnePoint,
            mutation_probability: 0.001,
            elite: 0,
            generations: 100,
            seed: u64::from(system.year()),
            held_out_share: 0.2,
            held_out_positions: 1000,
            held_out_interval: 10,
        }
    }

    /// Sets the row named `key` to what `text` says. Another system brings its own defaults, so it is set first.
    ///
    /// # Errors
    /// An unknown name, or a text that is no allowed value; nothing is changed then.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), SettingError> {
        let setting = Setting::find(key).ok_or_else(|| SettingError::Unknown(key.to_owned()))?;
        setting.assign(self, text)
    }

    /// All settings as `name=value` lines, in the order of the table.
    pub fn to_lines(&self) -> String {
        TABLE
            .iter()
            .map(|setting| format!("{}={}\n", setting.key(), setting.get(self)))
            .collect()
    }

    /// Inverse of [`Settings::to_lines`], in any order of lines; a setting without a line keeps its system's default, and
    /// without a system it is ACPP, which was once the only one.
    ///
    /// # Errors
    /// The first line that cannot be obeyed.
    pub fn from_lines(lines: &str) -> Result<Self, SettingError> {
        let mut settings = Self::default();
        let mut lines: Vec<&str> = lines.lines().collect();
        lines.sort_by_key(|line| !line.starts_with("system="));
        for line in lines {
            let (key, value) = line
                .split_once('=')
                .ok_or_else(|| SettingError::Unknown(line.to_owned()))?;
            settings.set(key, value)?;
        }
        Ok(settings)
    }
}
