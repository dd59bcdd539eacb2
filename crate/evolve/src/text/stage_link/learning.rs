//! A run of learning as a link.

use super::{
    Initial,
    lines::{Lines, SEED, assignments, fingerprint, of_system, text},
};
use crate::{
    run::{
        learning,
        settings::{RunSettings, Spelling},
    },
    signature,
    system::System,
    text::{
        chromosome::Chromosome,
        link_text::{LinkError, MAX_TEXT},
        player::{LARGEST_TUNED_HASH, Player},
    },
};

/// Learning that somebody let a program do.
#[derive(Clone, Debug, PartialEq)]
pub struct LearningLink {
    /// Its settings; it ends with the round of the champion.
    pub settings: learning::Settings,
    /// The signature of the engine that played.
    pub engine: u64,
    /// Of the openings.
    pub fingerprint: u64,
    /// The program that it began with: one at most.
    pub initial: Initial,
    /// The program after the last round, in the short form.
    pub champion: Chromosome,
}

impl LearningLink {
    /// The kind of run, as links name it.
    pub const ID: &'static str = learning::Settings::KIND;

    /// The run as far as it was kept, with its champion; `None` before its first round, where the champion is no program that learns,
    /// or where the opponent's text is too long for a link.
    pub fn of(kept: &learning::Checkpoint, champion: Chromosome) -> Option<Self> {
        let last = kept.records.last()?;
        let link = Self {
            settings: learning::Settings {
                generations: last.generation,
                ..kept.settings.clone()
            },
            engine: kept.engine,
            fingerprint: kept.fingerprint,
            initial: Initial::of_weights(&kept.start, kept.settings.seed),
            champion,
        };
        let fits =
            learning::weights_of(&link.champion).is_ok() && link.to_string().len() <= MAX_TEXT;
        fits.then_some(link)
    }

    /// The run before its first round, to be made by the engine of this build; `None` where the link could not carry what it began with.
    pub fn checkpoint(&self) -> Option<learning::Checkpoint> {
        let settings = self.settings.clone();
        let start = self.initial.weights(settings.seed)?;
        Some(learning::Checkpoint {
            engine: signature::OWN,
            fingerprint: self.fingerprint,
            weights: start.clone(),
            memory: settings.optimizer.memory(start.as_slice().len()),
            start,
            seen: Default::default(),
            records: Vec::new(),
            games: Vec::new(),
            settings,
        })
    }

    fn lines(&self, spelling: Spelling) -> Vec<String> {
        let mut lines: Vec<String> = assignments(&self.settings, spelling).collect();
        lines.push(format!("{SEED}={}", self.settings.seed));
        lines.push(format!("engine={}", self.engine));
        lines.push(format!("openings={:016x}", self.fingerprint));
        lines.extend(self.initial.lines());
        lines.push(format!("champion={}", self.champion));
        lines
    }

    /// Reads what [`LearningLink::to_string`](ToString::to_string) wrote.
    ///
    /// # Errors
    /// What is wrong with the text; the first trouble found.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let mut lines = Lines::open(Self::ID, 2, text)?;
        let mut settings = learning::Settings::default();
        lines.settings(&mut settings)?;
        lines.read(SEED, |text| settings.set(SEED, text).ok())?;
        let engine = lines.read("engine", |text| text.parse().ok())?;
        let fingerprint = lines.read("openings", fingerprint)?;
        let system = System::offering(Self::ID);
        let initial = lines.initial(system, 1..=1)?;
        let champion = lines.read("champion", |text| of_system(text, system))?;
        opponent(&settings.opponent)?;
        let link = Self {
            settings,
            engine,
            fingerprint,
            initial,
            champion,
        };
        lines.end(&link, Self::lines).map(|()| link)
    }
}

impl std::fmt::Display for LearningLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", text(Self::ID, &self.lines(Spelling::Label)))
    }
}

/// Checks the opponent that a link names: what others wrote takes no memory that nobody asked for.
fn opponent(name: &str) -> Result<(), LinkError> {
    let name = name.trim();
    if name.is_empty() {
        return Ok(());
    }
    let shown = || LinkError::Line(format!("opponent={name}"));
    let player = Player::parse(name).map_err(|_| shown())?;
    match player.hash > LARGEST_TUNED_HASH {
        true => Err(LinkError::LargeTable(player.hash)),
        false => Ok(()),
    }
}
