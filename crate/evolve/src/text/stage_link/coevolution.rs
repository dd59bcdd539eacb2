//! A coevolution as a link.

use millipawn_engine::play::contest::rules;

use super::{
    Initial,
    lines::{Lines, SEED, assignments, changes, fingerprint, of_system, text},
};
use crate::{
    run::{
        Changes,
        coevolution::{self, MOST},
        settings::{RunSettings, Spelling},
    },
    signature,
    system::{System, search_genome::PlayerSearch},
    text::{
        chromosome::Chromosome,
        link_text::{LinkError, MAX_TEXT},
    },
};

/// A coevolution that somebody made.
#[derive(Clone, Debug, PartialEq)]
pub struct CoevolutionLink {
    /// Its settings; it ends with the generation of the champion.
    pub settings: coevolution::Settings,
    /// The settings that were changed.
    pub changes: Changes,
    /// The signature of the engine that played.
    pub engine: u64,
    /// Of the openings.
    pub fingerprint: u64,
    /// The first generation.
    pub initial: Initial,
    /// The champion of the last generation.
    pub champion: Chromosome,
}

impl CoevolutionLink {
    /// The kind of run, as links name it.
    pub const ID: &'static str = coevolution::Settings::KIND;

    /// The run as far as it was kept, with its champion; `None` before its first generation has played, where the champion
    /// is of another system, or where programs came from elsewhere.
    pub fn of(kept: &coevolution::Checkpoint, champion: Chromosome) -> Option<Self> {
        let last = u32::try_from(kept.results.len().checked_sub(1)?).ok()?;
        let first = kept.initial.first()?;
        // Without them it would be another run, and a link has no room for them.
        kept.immigrants.is_empty().then_some(())?;
        let random = coevolution::random(first.system, kept.initial.len(), kept.settings.seed);
        let mut link = Self {
            settings: coevolution::Settings {
                generations: last,
                population: u32::try_from(kept.initial.len()).ok()?,
                ..kept.settings.clone()
            },
            changes: kept.changes.until(last),
            engine: kept.engine,
            fingerprint: kept.fingerprint,
            initial: match random == kept.initial {
                true => Initial::Random,
                false => Initial::Programs(kept.initial.clone()),
            },
            champion,
        };
        if link.to_string().len() > MAX_TEXT {
            link.initial = Initial::TooMany;
        }
        (link.champion.system == first.system).then_some(link)
    }

    /// The run before its first generation, to be made by the engine of this build; `None` where the link could not carry the
    /// programs.
    pub fn checkpoint(&self) -> Option<coevolution::Checkpoint> {
        let settings = self.settings.clone();
        let programs = settings.population as usize;
        Some(coevolution::Checkpoint {
            changes: self.changes.clone(),
            immigrants: Vec::new(),
            initial: match &self.initial {
                Initial::Random => {
                    coevolution::random(self.champion.system, programs, settings.seed)
                }
                Initial::Programs(programs) => programs.clone(),
                Initial::TooMany => return None,
            },
            settings,
            engine: signature::OWN,
            fingerprint: self.fingerprint,
            results: Vec::new(),
            games: Vec::new(),
        })
    }

    fn lines(&self, spelling: Spelling) -> Vec<String> {
        let coevolution::Settings { rules, search, .. } = &self.settings;
        let mut lines = vec![format!("system={}", self.champion.system.id())];
        lines.extend(assignments(&self.settings, spelling));
        let rules = rules::TABLE.iter().zip(rules.values());
        lines.extend(rules.map(|(row, value)| format!("rule.{}={value}", row.name)));
        lines.push(format!("search={search}"));
        lines.push(format!("{SEED}={}", self.settings.seed));
        lines.extend(changes(&self.changes));
        lines.push(format!("engine={}", self.engine));
        lines.push(format!("openings={:016x}", self.fingerprint));
        lines.extend(self.initial.lines());
        lines.push(format!("champion={}", self.champion));
        lines
    }

    /// Reads what [`CoevolutionLink::to_string`](ToString::to_string) wrote.
    ///
    /// # Errors
    /// What is wrong with the text; the first trouble found.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let mut lines = Lines::open(Self::ID, 1, text)?;
        let system = lines.read("system", System::from_id)?;
        let mut settings = coevolution::Settings::of(system);
        lines.settings(&mut settings)?;
        for row in rules::TABLE {
            let name = format!("rule.{}", row.name);
            let rules = &mut settings.rules;
            lines.read_if_there(&name, |value| rules.set(row.name, value.parse().ok()?).ok())?;
        }
        settings.search = lines.read("search", |text| PlayerSearch::parse(text).ok())?;
        lines.read(SEED, |text| settings.set(SEED, text).ok())?;
        let changes = lines.changes::<coevolution::Settings>()?;
        let engine = lines.read("engine", |text| text.parse().ok())?;
        let fingerprint = lines.read("openings", fingerprint)?;
        let population = settings.population as usize;
        let initial = lines.initial(system, 2..=MOST)?;
        if let Initial::Programs(programs) = &initial
            && programs.len() != population
        {
            let line = format!("population={population}");
            return Err(LinkError::Line(line));
        }
        let champion = lines.read("champion", |text| of_system(text, system))?;
        let link = Self {
            settings,
            changes,
            engine,
            fingerprint,
            initial,
            champion,
        };
        lines.end(&link, Self::lines).map(|()| link)
    }
}

impl std::fmt::Display for CoevolutionLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", text(Self::ID, &self.lines(Spelling::Label)))
    }
}
