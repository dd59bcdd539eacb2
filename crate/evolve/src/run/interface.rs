//! What the command line, the page and the tests know of a run, whatever its kind.

use std::collections::BTreeMap;

use erased_serde::Serialize;
use shakmaty::Chess;

use crate::{
    genome::Genome,
    job::task::{Outcome, Task, TaskId},
    run::{
        Changed,
        family::{Family, Individual},
        settings::Value,
    },
    signature,
    system::System,
    text::{
        chromosome::Chromosome,
        offer::{Name, Offer},
    },
};

/// Why a run refuses a result, or what it was kept with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// The checkpoint belongs to other data: what the run did with them, and their fingerprints, the checkpoint's first.
    OtherData(&'static str, u64, u64),
    /// The checkpoint has work that this run does not have.
    WrongCheckpoint,
    /// A result does not fit its task.
    WrongOutcome,
}

impl std::fmt::Display for RunError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OtherData(what, expected, found) => write!(
                f,
                "the run {what} (fingerprint {expected:016x}, not {found:016x})"
            ),
            Self::WrongCheckpoint => write!(f, "the checkpoint does not fit its own settings"),
            Self::WrongOutcome => write!(f, "a result does not fit the work that was asked for"),
        }
    }
}

impl std::error::Error for RunError {}

impl RunError {
    /// Refuses to go on with other data: `what` the run did with them, and their fingerprints.
    pub(super) const fn unless_same(what: &'static str, kept: u64, found: u64) -> Result<(), Self> {
        match kept == found {
            true => Ok(()),
            false => Err(Self::OtherData(what, kept, found)),
        }
    }
}

/// How far the generation under way is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Pieces of work that are done.
    pub done: usize,
    /// Pieces of work there are.
    pub pieces: usize,
}

/// What a piece of work may take, so that its host knows when a worker must be gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceSize {
    /// Nodes searched.
    pub nodes: u64,
    /// Milliseconds by the clock, beside the nodes.
    pub milliseconds: u64,
}

/// A fitness as people and files read it.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Fitness {
    /// A count.
    Count(u64),
    /// Points of games: a draw is half a point.
    Points(f64),
    /// Classes of opponents, from 1 to 15 (see [`classes::fitness`](super::classes::fitness)).
    Classes(f64),
}

impl std::fmt::Display for Fitness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{count}"),
            Self::Points(fitness) | Self::Classes(fitness) => write!(f, "{fitness}"),
        }
    }
}

/// How the fitness of a generation spreads, in the unit of its kind of run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Of the fittest.
    pub best: f64,
    /// Of all.
    pub mean: f64,
    /// Of the least fit.
    pub worst: f64,
}

/// The program of a generation: the fittest, or the one that learned.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Champion {
    /// The program as text.
    pub chromosome: String,
    /// What it achieved, where programs are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fitness: Option<Fitness>,
    /// On how many positions it was scored, where it was on positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u32>,
    /// How many games it has learned from, where it has learned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
}

/// A run of any kind.
pub trait Run {
    /// The identifier of its kind.
    fn kind(&self) -> &'static str;

    /// A piece of work that nobody has been given yet; `None` when all is given out, the run is finished, or made by another
    /// engine.
    fn ask(&mut self) -> Option<Task>;

    /// Takes the outcome of a piece of work. [`Run::scored`] tells whether it completed a generation, or more than one where
    /// all that follows was known before.
    ///
    /// An outcome that is not, or no longer, waited for is ignored: work may be done twice.
    ///
    /// # Errors
    /// When the outcome does not fit its task.
    fn tell(&mut self, outcome: &Outcome) -> Result<(), RunError>;

    /// Whether the result of a piece of work is waited for.
    fn awaits(&self, id: TaskId) -> bool;

    /// Generations that are scored.
    fn scored(&self) -> usize;

    /// The generation that ends the run.
    fn generations(&self) -> u32;

    /// Lets the run end later (or earlier, but not before what is already scored), at most with
    /// [`MOST_GENERATIONS`](super::settings::MOST_GENERATIONS).
    fn set_generations(&mut self, generations: u32);

    /// Whether the last generation asked for is scored.
    fn is_finished(&self) -> bool {
        self.scored() > self.generations() as usize
    }

    /// Of the generation under way.
    fn progress(&self) -> Progress;

    /// What one piece of work may take.
    fn largest_piece(&self) -> PieceSize;

    /// Whether the same seed gives the same run.
    fn is_repeatable(&self) -> bool;

    /// The signature of the engine that made the run; `None` where none takes part.
    fn engine(&self) -> Option<u64>;

    /// Whether another engine than this build's made the run: it can be read, and gives no work.
    fn is_of_another_engine(&self) -> bool {
        self.engine()
            .is_some_and(|engine| !signature::is_own(engine))
    }

    /// The run as text, to go on from: see [`checkpoint`](super::checkpoint).
    fn checkpoint(&self) -> String;

    /// All that is known of a scored generation.
    fn record(&self, generation: usize) -> Option<&dyn Serialize>;

    /// The same as one line of JSON has it.
    fn line(&self, generation: usize) -> Option<Box<dyn Serialize + '_>>;

    /// The same in words: counts and, for the end of a run, what else its kind measures.
    fn summary(&self, generation: usize) -> Option<Summary>;

    /// The fittest of a scored generation, the earlier on ties; `None` where it was not kept.
    fn champion_of(&self, generation: usize) -> Option<Champion>;

    /// The programs of the generation scored last, the fittest first, the earlier on ties.
    fn ranked(&self) -> Vec<String>;

    /// Its settings by name, the seed among them.
    fn settings(&self) -> BTreeMap<String, Value>;

    /// The first generation that no work was given out of: changes can hold from it on.
    fn next_generation(&self) -> u32;

    /// Lets settings have other values from a generation on that has not begun: `name=value` lines, all of which hold or none. What was
    /// changed, and when, is kept with the run: it is part of its history.
    ///
    /// # Errors
    /// Why not, for people.
    fn change(&mut self, generation: u32, settings: &str) -> Result<(), String>;

    /// The settings that were changed, or are to be, in the order of their generations.
    fn changes(&self) -> Vec<Changed>;

    /// The generation scored last, as a picture; `None` of a kind without one.
    fn population(&self) -> Option<Population<'_>> {
        None
    }

    /// Where an individual of a generation came from, by its place. `None` of a kind without parents, of a place that is none, and where
    /// that generation or the one before is not here: an imitation has its last two, and one that was resumed has made none yet; other
    /// kinds have all.
    fn family(&self, _generation: usize, _individual: usize) -> Option<Family> {
        None
    }

    /// The individuals of a generation. `None` of a kind that keeps or can tell only the last ones: imitation and learning; and of a
    /// generation that is not scored.
    fn individuals(&self, _generation: usize) -> Option<Vec<Individual>> {
        None
    }

    /// Lets a program from elsewhere into the next generation that begins, whose number it answers with. What came, and when, is kept
    /// with the run: it is part of its history.
    ///
    /// # Errors
    /// Why not, for people.
    fn receive(&mut self, program: &str) -> Result<u32, String>;

    /// The system whose programs it takes in from elsewhere, and offers to others; `None` of a kind whose programs do not migrate.
    fn migrating(&self) -> Option<System>;

    /// The best program of the generation scored last, for the others of a room; `None` before there is one.
    fn offer(&self, room: &Name, deme: &Name) -> Option<Offer>;

    /// The games of the generation under way; `None` of a kind that plays none.
    fn games(&self) -> Option<&dyn Games> {
        None
    }
}

/// A scored generation in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Best, mean and worst.
    pub counts: String,
    /// What was measured beside the fitness.
    pub measured: Option<String>,
}

/// The individuals of a generation and what each achieved.
#[derive(Clone, Debug)]
pub struct Population<'a> {
    /// What reads their genomes.
    pub system: System,
    /// The individuals.
    pub genomes: Vec<&'a Genome>,
    /// The fitness of each.
    pub fitness: Vec<u32>,
}

impl Population<'_> {
    /// The programs as text.
    pub fn programs(&self) -> Vec<String> {
        let text = |genome: &&Genome| {
            let chromosome = Chromosome {
                system: self.system,
                genome: (*genome).clone(),
            };
            chromosome.to_string()
        };
        self.genomes.iter().map(text).collect()
    }

    /// The picture: a row an individual, a byte a locus (see [`Representation::cells`](crate::genome::Representation::cells)).
    /// All rows are as long as the longest; shorter genomes are filled up.
    pub fn cells(&self) -> Vec<Vec<u8>> {
        let representation = self.system.representation();
        let rows = self
            .genomes
            .iter()
            .map(|genome| representation.cells(genome));
        let mut rows: Vec<Vec<u8>> = rows.collect();
        let loci = rows.iter().map(Vec::len).max().unwrap_or(0);
        rows.iter_mut().for_each(|row| row.resize(loci, 0));
        rows
    }
}

/// A game of the generation under way.
#[derive(Clone, Debug)]
pub struct GameUnderWay<'a> {
    /// Who has White, for people.
    pub white: String,
    /// Who has Black.
    pub black: String,
    /// What it starts from.
    pub start: &'a Chess,
}

/// Who scored what against whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    /// The generation that played.
    pub generation: usize,
    /// Half-points of the row's program against the column's, of the games that are over.
    pub rows: Vec<Vec<u32>>,
}

/// The games of the generation under way, for those who look on. A game's number is that of its piece of work.
pub trait Games {
    /// A game; `None` of a number that is none.
    fn game(&self, game: usize) -> Option<GameUnderWay<'_>>;

    /// Of the generation under way, once a game of it is over; before that, and in the end, of the generation scored last.
    fn cross_table(&self) -> Option<CrossTable>;
}
