//! The coevolution of evaluations (David et al. 2014, stage 2) as a state machine without input or output: it *asks* for games
//! and is *told* how they went, and neither knows nor cares who plays them, how many at once, and in which order.
//!
//! From the paper: the champions of ten runs, fifty generations, four games between every two with different openings, plain
//! alpha-beta, rank-based selection, uniform crossover, elitism. Which ranking it does not say: ours is the linear one
//! ([`select::ranked`]). Games are bound by nodes, so that a run can be repeated, unless the setting `Clock` has the paper's seconds.

mod checkpoint;
mod pairing;
mod record;
mod settings;

use millipawn_engine::{
    mix::mix_bytes,
    play::contest::{opening::Opening, rules::Rules},
};

use crate::{
    genome::{Genome, breed, select},
    job::{
        fixture::{Fixture, opening_text},
        work::{Findings, Outcome, Task, TaskId, Work},
    },
    run::{round::Round, signature},
    system::{System, searching::PlayerSearch},
    text::{chromosome::Chromosome, player::Player, program::Program},
};

pub use self::{
    checkpoint::Checkpoint,
    pairing::Pairing,
    record::{Drift, Record},
    settings::{Settings, TABLE},
};

/// How the programs of the paper searched while they coevolved.
pub const PLAIN: PlayerSearch = PlayerSearch::Plain;

/// The most programs of a population.
pub const MOST: usize = 1000;

/// The most games of a generation.
pub const MOST_GAMES: u64 = 1_000_000;

/// Why a coevolution cannot start or go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoevolutionError {
    /// Fewer than two programs, or more than [`MOST`].
    Population(usize),
    /// More games a generation than [`MOST_GAMES`].
    Games(u64),
    /// Programs of two systems have no common children.
    TwoSystems,
    /// There is no opening.
    NoOpenings,
    /// The opening of this number (from 1) has an illegal move or ends the game.
    Opening(usize),
    /// The checkpoint belongs to another book: their fingerprints, the checkpoint's first.
    OtherOpenings(u64, u64),
    /// The checkpoint has games that this run does not have.
    WrongCheckpoint,
    /// An outcome does not fit its task.
    WrongOutcome,
}

impl std::fmt::Display for CoevolutionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Population(found) => write!(f, "2 to {MOST} programs can play, not {found}"),
            Self::Games(games) => write!(
                f,
                "{games} games a generation are more than {MOST_GAMES}: take fewer programs or games a pair"
            ),
            Self::TwoSystems => write!(f, "programs of different systems have no common children"),
            Self::NoOpenings => write!(f, "the book has no opening"),
            Self::Opening(number) => write!(f, "opening {number} leaves no game to play"),
            Self::OtherOpenings(expected, found) => write!(
                f,
                "the run played other openings (fingerprint {expected:016x}, not {found:016x})"
            ),
            Self::WrongCheckpoint => write!(f, "the checkpoint does not fit its own settings"),
            Self::WrongOutcome => write!(f, "a result does not fit the work that was asked for"),
        }
    }
}

impl std::error::Error for CoevolutionError {}

/// What a run is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The numbers.
    pub settings: Settings,
    /// When games are ended.
    pub rules: Rules,
    /// How all programs search.
    pub search: PlayerSearch,
    /// Decides every draw.
    pub seed: u64,
}

/// A run.
#[derive(Debug)]
pub struct Coevolution {
    setting: Setting,
    system: System,
    founders: Vec<Genome>,
    openings: Vec<Opening>,
    fingerprint: u64,
    engine: u64,
    records: Vec<Record>,
    /// The programs of the last record.
    scored: Vec<Genome>,
    /// `None` when the last generation has played.
    now: Option<Generation>,
}

/// A generation that is playing.
#[derive(Debug)]
struct Generation {
    number: u32,
    population: Vec<Genome>,
    pairings: Vec<Pairing>,
    round: Round<u8>,
}

/// So many random programs.
pub fn random(system: System, programs: usize, seed: u64) -> Vec<Chromosome> {
    breed::random(seed, programs, system.representation())
        .into_iter()
        .map(|genome| Chromosome { system, genome })
        .collect()
}

impl Coevolution {
    /// A new run from these programs.
    ///
    /// # Errors
    /// Programs or openings that cannot be used.
    pub fn new(
        mut setting: Setting,
        founders: &[Chromosome],
        openings: Vec<Opening>,
    ) -> Result<Self, CoevolutionError> {
        let first = founders.first().ok_or(CoevolutionError::Population(0))?;
        if !(2..=MOST).contains(&founders.len()) {
            return Err(CoevolutionError::Population(founders.len()));
        }
        let programs = founders.len() as u64;
        let games = programs * (programs - 1) / 2 * setting.settings.games as u64;
        if games > MOST_GAMES {
            return Err(CoevolutionError::Games(games));
        }
        let system = first.system;
        if founders.iter().any(|founder| founder.system != system) {
            return Err(CoevolutionError::TwoSystems);
        }
        check(&openings)?;
        setting.settings.population = founders.len() as i32;
        let fingerprint = fingerprint(&openings);
        let mut run = Self {
            setting,
            system,
            founders: founders
                .iter()
                .map(|founder| founder.genome.clone())
                .collect(),
            openings,
            fingerprint,
            engine: signature::OWN,
            records: Vec::new(),
            scored: Vec::new(),
            now: None,
        };
        run.advance();
        Ok(run)
    }

    /// The run as it was when the checkpoint was made. That of another engine can be read, but gives no work.
    ///
    /// # Errors
    /// When `openings` are not those of the run, or the checkpoint contradicts itself.
    pub fn resume(
        checkpoint: Checkpoint,
        openings: Vec<Opening>,
    ) -> Result<Self, CoevolutionError> {
        let setting = Setting {
            settings: checkpoint.settings,
            rules: checkpoint.rules,
            search: checkpoint.search,
            seed: checkpoint.seed,
        };
        let mut run = Self::new(setting, &checkpoint.founders, openings)?;
        run.engine = checkpoint.engine;
        if run.fingerprint != checkpoint.fingerprint {
            return Err(CoevolutionError::OtherOpenings(
                checkpoint.fingerprint,
                run.fingerprint,
            ));
        }
        for results in checkpoint.results {
            let generation = run.generation();
            if results.len() != generation.pairings.len() {
                return Err(CoevolutionError::WrongCheckpoint);
            }
            run.complete(generation, results);
        }
        run.now = None;
        run.advance();
        for (game, white_halves) in checkpoint.games {
            let now = run.now.as_mut();
            now.and_then(|now| now.round.take(game, white_halves))
                .ok_or(CoevolutionError::WrongCheckpoint)?;
        }
        run.advance();
        Ok(run)
    }

    /// What [`Coevolution::resume`] needs: the run up to the last game.
    pub fn checkpoint(&self) -> Checkpoint {
        let done = self.now.iter().flat_map(|now| now.round.done());
        let founders = self.founders.iter().map(|genome| self.chromosome(genome));
        Checkpoint {
            settings: self.setting.settings,
            rules: self.setting.rules,
            search: self.setting.search.clone(),
            seed: self.setting.seed,
            engine: self.engine,
            fingerprint: self.fingerprint,
            founders: founders.collect(),
            results: self
                .records
                .iter()
                .map(|record| record.results.clone())
                .collect(),
            games: done.map(|(game, halves)| (game, *halves)).collect(),
        }
    }

    /// What the run is made of.
    pub const fn setting(&self) -> &Setting {
        &self.setting
    }

    /// What the games begin with: a [`Pairing`] has the number of one.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// The signature of the engine that played.
    pub const fn engine(&self) -> u64 {
        self.engine
    }

    /// Lets the run end later (or earlier, but not before what is already played): at most with the last generation that the
    /// table of settings has.
    pub fn set_generations(&mut self, generations: u32) {
        self.setting.settings.generations = breed::last_generation(TABLE, generations);
        self.advance();
    }

    /// One record a generation that has played, in order.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Whether the last generation asked for has played.
    pub const fn is_finished(&self) -> bool {
        self.records.len() > self.setting.settings.generations as usize
    }

    /// The programs of the generation that played last, the fittest first, the earlier on ties.
    pub fn ranked(&self) -> Vec<Chromosome> {
        let halves = self.records.last().map_or(&[][..], |last| &last.halves);
        record::best_first(halves)
            .into_iter()
            .map(|at| self.chromosome(&self.scored[at]))
            .collect()
    }

    /// The games of the generation that is playing; their numbers are the chunks of tasks and outcomes.
    pub fn pairings(&self) -> &[Pairing] {
        self.now.as_ref().map_or(&[], |now| &now.pairings)
    }

    /// The programs of the generation that is playing.
    pub fn population(&self) -> Vec<Chromosome> {
        let genomes = self.now.iter().flat_map(|now| &now.population);
        genomes.map(|genome| self.chromosome(genome)).collect()
    }

    /// How many games of the generation that is playing are over.
    pub fn games_played(&self) -> usize {
        self.now.iter().flat_map(|now| now.round.done()).count()
    }

    /// Whether this game of the generation that is playing is over.
    pub fn is_played(&self, game: usize) -> bool {
        let mut done = self.now.iter().flat_map(|now| now.round.done());
        done.any(|(number, _)| number == game)
    }

    /// Half-points of the row's program against the column's, of the games that are over of the generation that is playing.
    pub fn cross_table(&self) -> Vec<Vec<u32>> {
        let Some(now) = &self.now else {
            return Vec::new();
        };
        let played = now.round.done();
        record::cross_table(
            now.population.len(),
            played.map(|(game, halves)| (&now.pairings[game], *halves)),
        )
    }

    /// A game that nobody has been given yet; `None` when all are given out, the run is finished, or of another engine.
    pub fn ask(&mut self) -> Option<Task> {
        if !signature::is_own(self.engine) {
            return None;
        }
        let now = self.now.as_mut()?;
        let game = now.round.next()?;
        let Pairing {
            white,
            black,
            opening,
        } = now.pairings[game];
        let id = TaskId {
            generation: now.number,
            phase: 0,
            chunk: game as u32,
        };
        let now = self.now.as_ref()?;
        let at_the_board =
            |who: usize| player(self.chromosome(&now.population[who]), &self.setting);
        let fixture = Fixture {
            white: at_the_board(white),
            black: at_the_board(black),
            opening: Opening {
                name: String::new(),
                ..self.openings[opening].clone()
            },
            bound: self.setting.settings.bound(),
            rules: self.setting.rules,
        };
        Some(Task {
            id,
            work: Work::Game(Box::new(fixture)),
        })
    }

    /// Takes the outcome of a game; answers with the record of the generation that it completes.
    ///
    /// An outcome that is not, or no longer, waited for is ignored: work may be done twice.
    ///
    /// # Errors
    /// When the outcome does not fit its task.
    pub fn tell(&mut self, outcome: &Outcome) -> Result<Option<&Record>, CoevolutionError> {
        let before = self.records.len();
        if let Some(now) = self
            .now
            .as_mut()
            .filter(|now| now.number == outcome.id.generation)
        {
            let Findings::Game(played) = &outcome.findings else {
                return Err(CoevolutionError::WrongOutcome);
            };
            let game = outcome.id.chunk as usize;
            now.round
                .take(game, played.white_halves)
                .ok_or(CoevolutionError::WrongOutcome)?;
            self.advance();
        }
        Ok(self.records.get(before))
    }

    /// Completes the generation that is playing, if all its games are over, and begins the next.
    fn advance(&mut self) {
        if let Some(now) = self.now.take_if(|now| now.round.is_done()) {
            let results = now.round.done().map(|(_, halves)| *halves).collect();
            self.complete(now, results);
        }
        if self.now.is_none() && !self.is_finished() {
            self.now = Some(self.generation());
        }
    }

    /// The generation after the last record.
    fn generation(&self) -> Generation {
        let number = self.records.len() as u32;
        let population = match self.records.last() {
            None => self.founders.clone(),
            Some(last) => self.setting.settings.breeding(self.setting.seed).breed(
                self.system.representation(),
                &self.scored,
                &record::best_first(&last.halves),
                &select::ranked(&last.halves),
                number,
            ),
        };
        let pairings = pairing::of_generation(
            population.len(),
            self.setting.settings.games as usize,
            self.openings.len(),
            self.setting.seed,
            number,
        );
        Generation {
            number,
            round: Round::new(pairings.len()),
            population,
            pairings,
        }
    }

    fn complete(&mut self, now: Generation, results: Vec<u8>) {
        self.records.push(Record::new(
            now.number,
            self.system,
            &now.population,
            &now.pairings,
            results,
        ));
        self.scored = now.population;
    }

    fn chromosome(&self, genome: &Genome) -> Chromosome {
        Chromosome {
            system: self.system,
            genome: genome.clone(),
        }
    }
}

/// Tells books apart: of the openings and their order.
pub fn fingerprint(openings: &[Opening]) -> u64 {
    openings.iter().fold(0, |state, opening| {
        mix_bytes(state, opening_text(opening).as_bytes())
    })
}

/// A program at the board.
fn player(chromosome: Chromosome, setting: &Setting) -> Player {
    let hash = setting.settings.hash as usize;
    Player::from(Program::from(chromosome)).equipped(setting.search.clone(), hash)
}

/// Refuses openings after which no game can be played.
fn check(openings: &[Opening]) -> Result<(), CoevolutionError> {
    if openings.is_empty() {
        return Err(CoevolutionError::NoOpenings);
    }
    match openings.iter().position(|opening| !opening.leaves_a_game()) {
        Some(at) => Err(CoevolutionError::Opening(at + 1)),
        None => Ok(()),
    }
}
