//! The evolution of a move ordering as a link.

use super::lines::{Lines, SEED, assignments, changes, fingerprint, of_system, text};
use crate::{
    run::{
        Changes, ordering,
        settings::{RunSettings, Spelling},
    },
    signature,
    system::System,
    text::{chromosome::Chromosome, link_text::LinkError},
};

/// Programs that were bred to search with few nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderingLink {
    /// Its settings; it ends with the generation of the champion.
    pub settings: ordering::Settings,
    /// The settings that were changed.
    pub changes: Changes,
    /// The signature of the engine that searched.
    pub engine: u64,
    /// Of the examples.
    pub fingerprint: u64,
    /// The fittest program of the last generation.
    pub champion: Chromosome,
}

impl OrderingLink {
    /// The kind of run, as links name it.
    pub const ID: &'static str = ordering::Settings::KIND;

    /// The run as far as it was kept, with its champion; `None` before its first generation is scored, where the champion is of another
    /// system, or where programs came from elsewhere.
    pub fn of(kept: &ordering::Checkpoint, champion: Chromosome) -> Option<Self> {
        let last = kept.generations.len().checked_sub(1)?;
        // Without them it would be another run, and a link has no room for them.
        kept.immigrants.is_empty().then_some(())?;
        let settings = ordering::Settings {
            generations: u32::try_from(last).ok()?,
            ..kept.settings.clone()
        };
        (champion.system == System::offering(Self::ID)).then_some(Self {
            changes: kept.changes.until(settings.generations),
            settings,
            engine: kept.engine,
            fingerprint: kept.fingerprint,
            champion,
        })
    }

    /// The run before its first generation, to be made by the engine of this build.
    pub fn checkpoint(&self) -> ordering::Checkpoint {
        ordering::Checkpoint {
            settings: self.settings.clone(),
            changes: self.changes.clone(),
            engine: signature::OWN,
            fingerprint: self.fingerprint,
            immigrants: Vec::new(),
            yardsticks: Vec::new(),
            yardsticks_by_ply: Vec::new(),
            generations: Vec::new(),
        }
    }

    fn lines(&self, spelling: Spelling) -> Vec<String> {
        let mut lines: Vec<String> = assignments(&self.settings, spelling).collect();
        lines.push(format!("{SEED}={}", self.settings.seed));
        lines.extend(changes(&self.changes));
        lines.push(format!("engine={}", self.engine));
        lines.push(format!("games={:016x}", self.fingerprint));
        lines.push(format!("champion={}", self.champion));
        lines
    }

    /// Reads what [`OrderingLink::to_string`](ToString::to_string) wrote.
    ///
    /// # Errors
    /// What is wrong with the text; the first trouble found.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let mut lines = Lines::open(Self::ID, 2, text)?;
        let mut settings = ordering::Settings::default();
        lines.settings(&mut settings)?;
        lines.read(SEED, |text| settings.set(SEED, text).ok())?;
        let changes = lines.changes::<ordering::Settings>()?;
        let engine = lines.read("engine", |text| text.parse().ok())?;
        let fingerprint = lines.read("games", fingerprint)?;
        let system = System::offering(Self::ID);
        let champion = lines.read("champion", |text| of_system(text, system))?;
        let link = Self {
            settings,
            changes,
            engine,
            fingerprint,
            champion,
        };
        lines.end(&link, Self::lines).map(|()| link)
    }
}

impl std::fmt::Display for OrderingLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", text(Self::ID, &self.lines(Spelling::Label)))
    }
}
