//! The evolution of a search (David et al. 2014, stage 3) as a state machine without input or output: it *asks* for work and is
//! *told* results, and neither knows nor cares who works, how many, and in which order.
//!
//! From the paper: fitness is the number of nodes that a search needs for all positions of a suite, a cap counted in full for
//! each that it does not solve; ten individuals, fifty generations, uniform crossover, fitness-proportional selection,
//! elitism, random beginning. What [`solved`](crate::job::solve::Solve::perform) means and what share of the wheel a number of nodes
//! is worth ([`select::windowed`]) the paper does not say: both are our choice.
//!
//! Searches are exact, so what is known of one holds for ever: individuals that search by the same parameters are searched
//! once in a run, whether they are twins or the elite. No individual is given up early: every node counts for its share of
//! the wheel, so the result would be another.

mod checkpoint;
mod record;
mod settings;

use std::collections::BTreeMap;

use millipawn_engine::search::parameters;

use crate::{
    genome::{bits::Bits, breed, select},
    job::{
        solve::{Found, Solve},
        suite::{self, Problem},
        work::{Findings, Outcome, Task, TaskId, Work},
    },
    run::{round::Round, signature},
    system::searching::{self, Searching},
    text::player::{LARGEST_TUNED_HASH, Player},
};

pub use self::{
    checkpoint::Checkpoint,
    record::{Record, Score},
    settings::{Settings, TABLE},
};

/// Positions in a piece of work: few enough to share evenly, enough to be worth a message.
pub const PIECE: usize = 8;

/// Why a tuning cannot start or go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TuningError {
    /// There is nothing to solve.
    NoPositions,
    /// The player does not play with the engine.
    NoEngine,
    /// The player's own options leave no parameter to breed.
    NothingToTune,
    /// The player asks for a table of so many mebibytes.
    LargeTable(usize),
    /// The checkpoint belongs to another suite: their fingerprints, the checkpoint's first.
    OtherSuite(u64, u64),
    /// The checkpoint has work that this run does not have.
    WrongCheckpoint,
    /// An outcome does not fit its task.
    WrongOutcome,
}

impl std::fmt::Display for TuningError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoPositions => write!(f, "the suite has no position to solve"),
            Self::NoEngine => write!(f, "this player has no search that could be tuned"),
            Self::NothingToTune => write!(
                f,
                "the player's own options decide its whole search: leave out Search, and not every bred parameter may be set"
            ),
            Self::LargeTable(mebibytes) => write!(
                f,
                "the player asks for a table of {mebibytes} MiB, more than {LARGEST_TUNED_HASH} where a search is tuned"
            ),
            Self::OtherSuite(expected, found) => write!(
                f,
                "the run solved another suite (fingerprint {expected:016x}, not {found:016x})"
            ),
            Self::WrongCheckpoint => write!(f, "the checkpoint does not fit its own settings"),
            Self::WrongOutcome => write!(f, "a result does not fit the work that was asked for"),
        }
    }
}

impl std::error::Error for TuningError {}

/// All that decides how a player searches.
type Values = [i32; parameters::TABLE.len()];

/// A run.
#[derive(Debug)]
pub struct Tuning {
    settings: Settings,
    seed: u64,
    engine: u64,
    player: Player,
    problems: Vec<Problem>,
    fingerprint: u64,
    records: Vec<Record>,
    /// The individuals of the last record.
    scored: Vec<Searching>,
    known: BTreeMap<Values, Score>,
    /// `None` when the last generation is scored.
    now: Option<Generation>,
}

/// A generation that is being scored.
#[derive(Debug)]
struct Generation {
    number: u32,
    population: Vec<Searching>,
    /// As whom each individual plays.
    players: Vec<Player>,
    /// Those of them to be searched: the first of each kind that is not known.
    searched: Vec<usize>,
    /// For each of those all pieces of the suite.
    round: Round<Score>,
}

impl Tuning {
    /// A new run that tunes the search of `player` on `problems`. The bred search takes the place of its own; parameters that its
    /// options set one by one hold for every individual.
    ///
    /// # Errors
    /// Nothing to solve, or a player whose search cannot be bred.
    pub fn new(
        settings: Settings,
        seed: u64,
        player: Player,
        problems: Vec<Problem>,
    ) -> Result<Self, TuningError> {
        let mut tuning = Self::begun(settings, seed, player, problems)?;
        tuning.advance();
        Ok(tuning)
    }

    fn begun(
        settings: Settings,
        seed: u64,
        player: Player,
        problems: Vec<Problem>,
    ) -> Result<Self, TuningError> {
        if problems.is_empty() {
            return Err(TuningError::NoPositions);
        }
        if player.setup().is_none() {
            return Err(TuningError::NoEngine);
        }
        if !player.leaves_a_search_to_breed() {
            return Err(TuningError::NothingToTune);
        }
        if player.hash > LARGEST_TUNED_HASH {
            return Err(TuningError::LargeTable(player.hash));
        }
        Ok(Self {
            settings,
            seed,
            engine: signature::OWN,
            player,
            fingerprint: suite::fingerprint(&problems),
            problems,
            records: Vec::new(),
            scored: Vec::new(),
            known: BTreeMap::new(),
            now: None,
        })
    }

    /// The run as it was when the checkpoint was made. That of another engine can be read, but gives no work.
    ///
    /// # Errors
    /// When `problems` are not those of the run, or the checkpoint contradicts itself.
    pub fn resume(checkpoint: Checkpoint, problems: Vec<Problem>) -> Result<Self, TuningError> {
        let Checkpoint {
            settings,
            seed,
            player,
            ..
        } = checkpoint;
        let mut tuning = Self::begun(settings, seed, player, problems)?;
        tuning.engine = checkpoint.engine;
        if tuning.fingerprint != checkpoint.fingerprint {
            return Err(TuningError::OtherSuite(
                checkpoint.fingerprint,
                tuning.fingerprint,
            ));
        }
        for scores in checkpoint.scores {
            let generation = tuning.generation();
            let all = tuning.problems.len() as u64;
            if scores.len() != generation.players.len()
                || !scores.iter().all(|score| tuning.is_possible(score, all))
            {
                return Err(TuningError::WrongCheckpoint);
            }
            for (player, score) in generation.players.iter().zip(&scores) {
                tuning.known.insert(player.parameters().values(), *score);
            }
            tuning.complete(generation);
        }
        tuning.advance();
        for (piece, score) in checkpoint.pieces {
            if !tuning.is_possible(&score, PIECE as u64) {
                return Err(TuningError::WrongCheckpoint);
            }
            let now = tuning.now.as_mut();
            now.and_then(|now| now.round.take(piece, score))
                .ok_or(TuningError::WrongCheckpoint)?;
        }
        tuning.advance();
        Ok(tuning)
    }

    /// Of at most so many problems.
    fn is_possible(&self, score: &Score, problems: u64) -> bool {
        score.nodes <= problems * self.settings.nodes as u64 && u64::from(score.solved) <= problems
    }

    /// What [`Tuning::resume`] needs: the run up to the last piece of work.
    pub fn checkpoint(&self) -> Checkpoint {
        let scores = self.records.iter().map(|record| record.scores.clone());
        let done = self.now.iter().flat_map(|now| now.round.done());
        Checkpoint {
            settings: self.settings,
            seed: self.seed,
            engine: self.engine,
            player: self.player.clone(),
            fingerprint: self.fingerprint,
            scores: scores.collect(),
            pieces: done.map(|(piece, score)| (piece, *score)).collect(),
        }
    }

    /// The settings of the run.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Decides every draw.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Whose search is tuned.
    pub const fn player(&self) -> &Player {
        &self.player
    }

    /// Of the suite.
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The signature of the engine that searched.
    pub const fn engine(&self) -> u64 {
        self.engine
    }

    /// Lets the run end later (or earlier, but not before what is already scored): at most with the last generation that the
    /// table of settings has.
    pub fn set_generations(&mut self, generations: u32) {
        self.settings.generations = breed::last_generation(TABLE, generations);
        self.advance();
    }

    /// One record a scored generation, in order.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Whether the last generation asked for is scored.
    pub const fn is_finished(&self) -> bool {
        self.records.len() > self.settings.generations as usize
    }

    /// The players of the generation scored last, the fittest first, the earlier on ties.
    pub fn ranked(&self) -> Vec<Player> {
        let scores = self.records.last().map_or(&[][..], |last| &last.scores);
        let player = |genes| self.player.with_search(genes).expect("it has a search");
        record::best_first(scores)
            .into_iter()
            .map(|at| player(&self.scored[at]))
            .collect()
    }

    /// Pieces of work done and to be done of the generation under way.
    pub fn progress(&self) -> (usize, usize) {
        self.now
            .as_ref()
            .map_or((0, 0), |now| (now.round.done().count(), now.pieces(self)))
    }

    /// A piece of work that nobody has been given yet; `None` when all is given out, the run is finished, or of another engine.
    pub fn ask(&mut self) -> Option<Task> {
        if !signature::is_own(self.engine) {
            return None;
        }
        let pieces = self.pieces();
        let now = self.now.as_mut()?;
        let piece = now.round.next()?;
        let player = now.players[now.searched[piece / pieces]].clone();
        let problems = self.problems.chunks(PIECE).nth(piece % pieces)?.to_vec();
        let solve = Solve::new(player, self.settings.nodes as u32, problems)?;
        Some(Task {
            id: TaskId {
                generation: now.number,
                phase: 0,
                chunk: piece as u32,
            },
            work: Work::Solve(Box::new(solve)),
        })
    }

    /// Takes the outcome of a piece of work; answers with the records of the generations that it completes: none, one, or more
    /// where all that follows was known before.
    ///
    /// An outcome that is not, or no longer, waited for is ignored: work may be done twice.
    ///
    /// # Errors
    /// When the outcome does not fit its task.
    pub fn tell(&mut self, outcome: &Outcome) -> Result<&[Record], TuningError> {
        let before = self.records.len();
        let pieces = self.pieces();
        let piece = outcome.id.chunk as usize;
        let expected = self.problems.chunks(PIECE).nth(piece % pieces);
        let cap = self.settings.nodes as u32;
        if let Some(now) = self
            .now
            .as_mut()
            .filter(|now| now.number == outcome.id.generation)
        {
            let score = score(&outcome.findings, expected.map_or(0, <[_]>::len), cap);
            score
                .and_then(|score| now.round.take(piece, score))
                .ok_or(TuningError::WrongOutcome)?;
            self.advance();
        }
        Ok(&self.records[before..])
    }

    /// Pieces of work that the suite is cut into.
    fn pieces(&self) -> usize {
        self.problems.len().div_ceil(PIECE)
    }

    /// Completes what can be completed and begins what comes next.
    fn advance(&mut self) {
        loop {
            match self.now.take() {
                Some(now) if now.round.is_done() => {
                    self.learn(&now);
                    self.complete(now);
                }
                Some(now) => {
                    self.now = Some(now);
                    return;
                }
                None if self.is_finished() => return,
                None => self.now = Some(self.generation()),
            }
        }
    }

    /// The generation after the last record.
    fn generation(&self) -> Generation {
        let number = self.records.len() as u32;
        let bits = match self.records.last() {
            None => breed::random(
                self.seed,
                self.settings.population as usize,
                searching::BITS,
            ),
            Some(last) => self.bred(last, number),
        };
        let population: Vec<Searching> = bits
            .into_iter()
            .map(|bits| Searching::new(bits).expect("bred from chromosomes of this length"))
            .collect();
        let players: Vec<Player> = population
            .iter()
            .map(|genes| self.player.with_search(genes).expect("it has a search"))
            .collect();
        let mut searched: Vec<usize> = Vec::new();
        for (at, player) in players.iter().enumerate() {
            let is_twin = |other: &usize| players[*other].parameters() == player.parameters();
            if !self.known.contains_key(&player.parameters().values())
                && !searched.iter().any(is_twin)
            {
                searched.push(at);
            }
        }
        Generation {
            number,
            round: Round::new(searched.len() * self.pieces()),
            population,
            players,
            searched,
        }
    }

    fn bred(&self, last: &Record, number: u32) -> Vec<Bits> {
        let parents: Vec<Bits> = self
            .scored
            .iter()
            .map(|genes| genes.bits().clone())
            .collect();
        let nodes: Vec<u64> = last.scores.iter().map(|score| score.nodes).collect();
        self.settings.breeding(self.seed).breed(
            &parents,
            &record::best_first(&last.scores),
            &select::windowed(&nodes),
            number,
        )
    }

    /// Adds up the pieces of each individual that was searched.
    fn learn(&mut self, now: &Generation) {
        let pieces = self.pieces();
        for (piece, score) in now.round.done() {
            let player = &now.players[now.searched[piece / pieces]];
            let sum = self.known.entry(player.parameters().values()).or_default();
            *sum = *sum + *score;
        }
    }

    fn complete(&mut self, now: Generation) {
        let scores = now
            .players
            .iter()
            .map(|player| self.known[&player.parameters().values()])
            .collect();
        self.records.push(Record::new(
            now.number,
            &self.player,
            &now.population,
            scores,
            self.problems.len() as u32,
        ));
        self.scored = now.population;
    }
}

impl Generation {
    fn pieces(&self, tuning: &Tuning) -> usize {
        self.searched.len() * tuning.pieces()
    }
}

/// The sum over a piece; `None` when it is not what was asked for.
fn score(findings: &Findings, expected: usize, cap: u32) -> Option<Score> {
    let Findings::Solve(found) = findings else {
        return None;
    };
    let fits = |found: &Found| found.nodes <= cap && (found.is_solved || found.nodes == cap);
    (found.len() == expected && found.iter().all(fits)).then(|| Score {
        nodes: found.iter().map(|found| u64::from(found.nodes)).sum(),
        solved: found.iter().filter(|found| found.is_solved).count() as u32,
    })
}
