//! The evolution of programs by games against fixed-depth opponents as a link.

use super::lines::{Lines, SEED, assignments, changes, of_system, text};
use crate::{
    run::{
        Changes, classes,
        settings::{RunSettings, Spelling},
    },
    signature,
    system::System,
    text::{chromosome::Chromosome, link_text::LinkError},
};

/// Programs that were bred by games against fixed-depth opponents.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassesLink {
    /// Its settings; it ends with the generation of the champion.
    pub settings: classes::Settings,
    /// The settings that were changed.
    pub changes: Changes,
    /// The signature of the engine that played.
    pub engine: u64,
    /// How many programs came from elsewhere. The link does not carry them, so that the run can be made again only without any.
    pub immigrants: u32,
    /// The champion of the last generation.
    pub champion: Chromosome,
}

impl ClassesLink {
    /// The kind of run, as links name it.
    pub const ID: &'static str = classes::Settings::KIND;

    /// The run as far as it was kept, with its champion; `None` before its first generation is scored, or where the champion is of another
    /// system.
    pub fn of(kept: &classes::Checkpoint, champion: Chromosome) -> Option<Self> {
        let last = u32::try_from(kept.generations.len().checked_sub(1)?).ok()?;
        let is_without = kept.generations.last()?.finals.is_empty();
        let settings = classes::Settings {
            generations: last,
            // Without finals so far the champion is the fittest, and no later ones may decide otherwise.
            final_games: if is_without {
                0
            } else {
                kept.settings.final_games
            },
            ..kept.settings.clone()
        };
        let entered = kept.immigrants.iter();
        let entered = entered.filter(|immigrant| immigrant.generation <= last);
        (champion.system == System::offering(Self::ID)).then_some(Self {
            settings,
            changes: kept.changes.until(last),
            engine: kept.engine,
            immigrants: entered.count() as u32,
            champion,
        })
    }

    /// The run before its first generation, to be made by the engine of this build.
    pub fn checkpoint(&self) -> classes::Checkpoint {
        classes::Checkpoint {
            settings: self.settings.clone(),
            changes: self.changes.clone(),
            engine: signature::OWN,
            immigrants: Vec::new(),
            generations: Vec::new(),
            games: Vec::new(),
        }
    }

    /// Whether the same run comes out again.
    pub const fn is_repeatable(&self) -> bool {
        self.immigrants == 0
    }

    fn lines(&self, spelling: Spelling) -> Vec<String> {
        let mut lines: Vec<String> = assignments(&self.settings, spelling).collect();
        lines.push(format!("{SEED}={}", self.settings.seed));
        lines.extend(changes(&self.changes));
        lines.push(format!("engine={}", self.engine));
        lines.push(format!("immigrants={}", self.immigrants));
        lines.push(format!("champion={}", self.champion));
        lines
    }

    /// Reads what [`ClassesLink::to_string`](ToString::to_string) wrote.
    ///
    /// # Errors
    /// What is wrong with the text; the first trouble found.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let mut lines = Lines::open(Self::ID, 2, text)?;
        let mut settings = classes::Settings::default();
        lines.settings(&mut settings)?;
        lines.read(SEED, |text| settings.set(SEED, text).ok())?;
        let changes = lines.changes::<classes::Settings>()?;
        let engine = lines.read("engine", |text| text.parse().ok())?;
        let immigrants = lines.read("immigrants", |text| text.parse().ok())?;
        let system = System::offering(Self::ID);
        let champion = lines.read("champion", |text| of_system(text, system))?;
        let link = Self {
            settings,
            changes,
            engine,
            immigrants,
            champion,
        };
        lines.end(&link, Self::lines).map(|()| link)
    }
}

impl std::fmt::Display for ClassesLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", text(Self::ID, &self.lines(Spelling::Label)))
    }
}
