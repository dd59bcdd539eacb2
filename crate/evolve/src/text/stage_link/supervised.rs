//! A run that learns from games as a link.

use super::{
    Initial,
    lines::{Lines, SEED, assignments, fingerprint, of_system, text},
};
use crate::{
    run::{
        learning,
        settings::{RunSettings, Spelling},
        supervised,
    },
    system::System,
    text::{
        chromosome::Chromosome,
        link_text::{LinkError, MAX_TEXT},
    },
};

/// A program that somebody let learn from games.
#[derive(Clone, Debug, PartialEq)]
pub struct SupervisedLink {
    /// Its settings; it ends with the step of the champion.
    pub settings: supervised::Settings,
    /// Of the examples.
    pub fingerprint: u64,
    /// The program that it began with: one at most.
    pub initial: Initial,
    /// The program after the last step, in the short form.
    pub champion: Chromosome,
}

impl SupervisedLink {
    /// The kind of run, as links name it.
    pub const ID: &'static str = supervised::Settings::KIND;

    /// The run as far as it was kept, with its champion; `None` before its first step, or where the champion is no program that learns.
    pub fn of(kept: &supervised::Checkpoint, champion: Chromosome) -> Option<Self> {
        let last = kept.records.last()?;
        let link = Self {
            settings: supervised::Settings {
                generations: last.generation,
                ..kept.settings.clone()
            },
            fingerprint: kept.fingerprint,
            initial: Initial::of_weights(&kept.start, kept.settings.seed),
            champion,
        };
        let fits =
            learning::weights_of(&link.champion).is_ok() && link.to_string().len() <= MAX_TEXT;
        fits.then_some(link)
    }

    /// The run before its first step; `None` where the link could not carry what it began with.
    pub fn checkpoint(&self) -> Option<supervised::Checkpoint> {
        let settings = self.settings.clone();
        let start = self.initial.weights(settings.seed)?;
        let fingerprint = self.fingerprint;
        Some(supervised::Checkpoint::begun(settings, fingerprint, start))
    }

    fn lines(&self, spelling: Spelling) -> Vec<String> {
        let mut lines: Vec<String> = assignments(&self.settings, spelling).collect();
        lines.push(format!("{SEED}={}", self.settings.seed));
        lines.push(format!("games={:016x}", self.fingerprint));
        lines.extend(self.initial.lines());
        lines.push(format!("champion={}", self.champion));
        lines
    }

    /// Reads what [`SupervisedLink::to_string`](ToString::to_string) wrote.
    ///
    /// # Errors
    /// What is wrong with the text; the first trouble found.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let mut lines = Lines::open(Self::ID, 2, text)?;
        let mut settings = supervised::Settings::default();
        lines.settings(&mut settings)?;
        lines.read(SEED, |text| settings.set(SEED, text).ok())?;
        let fingerprint = lines.read("games", fingerprint)?;
        let system = System::offering(Self::ID);
        let initial = lines.initial(system, 1..=1)?;
        let champion = lines.read("champion", |text| of_system(text, system))?;
        let link = Self {
            settings,
            fingerprint,
            initial,
            champion,
        };
        lines.end(&link, Self::lines).map(|()| link)
    }
}

impl std::fmt::Display for SupervisedLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", text(Self::ID, &self.lines(Spelling::Label)))
    }
}
