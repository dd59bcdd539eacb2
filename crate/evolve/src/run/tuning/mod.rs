//! The evolution of a search on a suite of positions (David et al. 2014, stage 3).
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

use std::collections::{BTreeMap, BTreeSet};

use millipawn_engine::{examples::import::grouped, search::parameters};
use serde::Serialize;

use crate::{
    genome::{Genome, breed, select},
    job::{
        solve::{Found, Solve},
        suite::{self, Problem},
        task::{Job, JobResult},
    },
    run::{
        Champion, Changes, Fitness, Generations, Kind, Opened, PieceSize, RunError, Step, Summary,
        family::{Birth, Family, Individual, Lineage, Parents, Scored, Species},
        material::{Beginning, Material},
        settings::RunSettings,
    },
    signature,
    system::{
        System,
        search_genome::{self, SearchGenome},
    },
    text::player::{LARGEST_TUNED_HASH, Player},
};

pub use self::{
    checkpoint::Checkpoint,
    record::{Record, Score},
    settings::Settings,
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
    /// The player has nodes of its own, which a position's cap would override.
    OwnNodes,
    /// What was kept of the run does not fit.
    Run(RunError),
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
            Self::OwnNodes => write!(
                f,
                "the setting Nodes a position limits every search: leave out the player's own Nodes"
            ),
            Self::Run(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for TuningError {}

impl From<RunError> for TuningError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

/// All that decides how a player searches.
type Values = [i32; parameters::TABLE.len()];

/// A run that breeds a search.
pub type Tuning = Generations<TuningKind>;

/// What a tuning needs beside the form of every run.
#[derive(Debug)]
pub struct TuningKind {
    settings: Settings,
    engine: u64,
    player: Player,
    problems: Vec<Problem>,
    changes: Changes,
    fingerprint: u64,
    /// The individuals of the last record.
    scored: Vec<SearchGenome>,
    known: BTreeMap<Values, Score>,
}

/// A generation that is being scored.
#[derive(Debug)]
pub struct Generation {
    population: Vec<SearchGenome>,
    /// As whom each individual plays.
    players: Vec<Player>,
    /// What decides how each of these searches.
    parameters: Vec<Values>,
    /// Those of them to be searched: the first of each kind that is not known. Each is searched on all pieces of the suite.
    searched: Vec<usize>,
}

impl Tuning {
    /// A new run that tunes the search of `player` on `problems`. The bred search takes the place of its own; parameters that its
    /// options set one by one hold for every individual.
    ///
    /// # Errors
    /// Nothing to solve, or a player whose search cannot be bred.
    pub fn new(
        settings: Settings,
        player: Player,
        problems: Vec<Problem>,
    ) -> Result<Self, TuningError> {
        is_tunable(&player)?;
        TuningKind::new(settings, player, problems).map(Self::begun)
    }

    /// The run as it was when the checkpoint was made. That of another engine can be read, but gives no work.
    ///
    /// # Errors
    /// When `problems` are not those of the run, or the checkpoint contradicts itself.
    pub fn resume(checkpoint: Checkpoint, problems: Vec<Problem>) -> Result<Self, TuningError> {
        let Checkpoint {
            settings,
            player,
            changes,
            ..
        } = checkpoint;
        // A run of another engine can be read, however its player was set up.
        if signature::is_own(checkpoint.engine) {
            is_tunable(&player)?;
        }
        let mut kind = TuningKind::new(settings, player, problems)?;
        kind.engine = checkpoint.engine;
        kind.changes = changes;
        RunError::unless_same(
            "solved another suite",
            checkpoint.fingerprint,
            kind.fingerprint,
        )?;
        let mut run = Self::scored_so_far(kind, Vec::new());
        for scores in checkpoint.scores {
            run.replay(|kind, number, generation| kind.replay(number, generation, scores))?;
        }
        let mut pieces = checkpoint.pieces.iter();
        if !pieces.all(|(_, score)| run.kind().is_possible(score, PIECE as u64)) {
            return Err(RunError::WrongCheckpoint.into());
        }
        run.go_on(checkpoint.pieces)?;
        Ok(run)
    }

    /// The settings of the run.
    pub const fn settings(&self) -> &Settings {
        &self.kind().settings
    }

    /// Whose search is tuned.
    pub const fn player(&self) -> &Player {
        &self.kind().player
    }
}

impl TuningKind {
    fn new(
        settings: Settings,
        player: Player,
        problems: Vec<Problem>,
    ) -> Result<Self, TuningError> {
        if problems.is_empty() {
            return Err(TuningError::NoPositions);
        }
        if player.setup().is_none() || player.has_own_search() {
            return Err(TuningError::NoEngine);
        }
        Ok(Self {
            settings,
            engine: signature::OWN,
            player,
            changes: Changes::default(),
            fingerprint: suite::fingerprint(&problems),
            problems,
            scored: Vec::new(),
            known: BTreeMap::new(),
        })
    }

    /// Of at most so many problems.
    fn is_possible(&self, score: &Score, problems: u64) -> bool {
        score.nodes <= problems * u64::from(self.settings.nodes)
            && u64::from(score.solved) <= problems
    }

    /// Scores a generation with what was kept of it.
    fn replay(&mut self, number: u32, done: Generation, scores: Vec<Score>) -> Option<Record> {
        let all = self.problems.len() as u64;
        let fits = scores.len() == done.players.len()
            && scores.iter().all(|score| self.is_possible(score, all));
        fits.then_some(())?;
        for (parameters, score) in done.parameters.iter().zip(&scores) {
            // The same search has the same score, in whatever generation.
            let known = self.known.entry(*parameters).or_insert(*score);
            (known == score).then_some(())?;
        }
        Some(self.complete(number, done))
    }

    fn complete(&mut self, number: u32, done: Generation) -> Record {
        let scores = done
            .parameters
            .iter()
            .map(|parameters| self.known[parameters])
            .collect();
        let positions = self.problems.len() as u32;
        let record = Record::new(number, &self.player, &done.population, scores, positions);
        self.scored = done.population;
        record
    }

    /// Pieces of work that the suite is cut into.
    fn pieces_of_suite(&self) -> usize {
        self.problems.len().div_ceil(PIECE)
    }

    /// The problems of a piece of work.
    fn problems(&self, piece: usize) -> &[Problem] {
        let at = piece % self.pieces_of_suite();
        self.problems.chunks(PIECE).nth(at).unwrap_or_default()
    }

    /// The individual that solves them.
    fn solver(&self, generation: &Generation, piece: usize) -> usize {
        generation.searched[piece / self.pieces_of_suite()]
    }

    fn bred(&self, last: &Record, number: u32) -> Vec<Genome> {
        let parents: Vec<Genome> = self
            .scored
            .iter()
            .map(|genes| genes.genome().clone())
            .collect();
        let nodes: Vec<u64> = last.scores.iter().map(|score| score.nodes).collect();
        let settings = self.changes.at(&self.settings, number);
        settings.breeding().breed(
            &search_genome::GENOME,
            &parents,
            &record::best_first(&last.scores),
            &select::windowed(&nodes),
            number,
        )
    }
}

impl Kind for TuningKind {
    type Settings = Settings;
    type Record = Record;
    type Generation = Generation;
    type Piece = Score;
    type Checkpoint = Checkpoint;

    fn open(beginning: &Beginning<'_>, material: &dyn Material) -> Opened<Self> {
        let settings = Settings::from_lines(beginning.settings, System::default())?;
        let player = Player::parse(beginning.programs)?;
        Ok(Tuning::new(settings, player, material.problems())?)
    }

    fn reopen(kept: Checkpoint, material: &dyn Material) -> Opened<Self> {
        Ok(Tuning::resume(kept, material.problems())?)
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn generations(&self) -> u32 {
        self.settings.generations
    }

    fn set_generations(&mut self, generations: u32) {
        self.settings.generations = generations;
    }

    fn begin(&self, records: &mut [Record]) -> Generation {
        let genomes = match records.last() {
            None => breed::random(
                self.settings.seed,
                self.settings.population as usize,
                &search_genome::GENOME,
            ),
            Some(last) => self.bred(last, records.len() as u32),
        };
        let population: Vec<SearchGenome> = genomes
            .iter()
            .map(|genome| SearchGenome::new(genome).expect("bred from genomes of its own"))
            .collect();
        let players: Vec<Player> = population
            .iter()
            .map(|genes| self.player.with_search(genes).expect("it has a search"))
            .collect();
        let parameters: Vec<Values> = players
            .iter()
            .map(|player| player.parameters().values())
            .collect();
        let mut seen = BTreeSet::new();
        let searched = (0..players.len())
            .filter(|at| !self.known.contains_key(&parameters[*at]) && seen.insert(parameters[*at]))
            .collect();
        Generation {
            population,
            players,
            parameters,
            searched,
        }
    }

    fn pieces(&self, generation: &Generation) -> usize {
        generation.searched.len() * self.pieces_of_suite()
    }

    fn job(&self, generation: &Generation, piece: usize) -> Job {
        let player = generation.players[self.solver(generation, piece)].clone();
        let problems = self.problems(piece).to_vec();
        let solve = Solve::new(player, self.settings.nodes, problems);
        Job::Solve(Box::new(solve.expect("its player has a search")))
    }

    /// The sum over the piece.
    fn read(&self, _: &Generation, piece: usize, result: &JobResult) -> Option<Score> {
        let JobResult::Solve(found) = result else {
            return None;
        };
        let cap = self.settings.nodes;
        let fits = |found: &Found| found.nodes <= cap && (found.is_solved || found.nodes == cap);
        let is_whole = found.len() == self.problems(piece).len() && found.iter().all(fits);
        is_whole.then(|| Score {
            nodes: found.iter().map(|found| u64::from(found.nodes)).sum(),
            solved: found.iter().filter(|found| found.is_solved).count() as u32,
        })
    }

    fn finish(&mut self, earlier: &[Record], done: Generation, results: Vec<Score>) -> Step<Self> {
        for (piece, score) in results.into_iter().enumerate() {
            let parameters = done.parameters[self.solver(&done, piece)];
            let sum = self.known.entry(parameters).or_default();
            *sum = *sum + score;
        }
        Step::Scored(self.complete(earlier.len() as u32, done))
    }

    fn checkpoint(&self, records: &[Record], pieces: Vec<(usize, Score)>) -> Checkpoint {
        Checkpoint {
            settings: self.settings.clone(),
            engine: self.engine,
            player: self.player.clone(),
            changes: self.changes.clone(),
            fingerprint: self.fingerprint,
            scores: records.iter().map(|record| record.scores.clone()).collect(),
            pieces,
        }
    }

    fn engine(&self) -> Option<u64> {
        Some(self.engine)
    }

    fn largest_piece(&self) -> PieceSize {
        PieceSize {
            nodes: u64::from(self.settings.nodes) * PIECE as u64,
            milliseconds: 0,
        }
    }

    fn line<'a>(&self, record: &'a Record) -> Box<dyn erased_serde::Serialize + 'a> {
        Box::new(Line {
            generation: record.generation,
            best: record.best,
            mean: record.mean,
            worst: record.worst,
            solved: record.solved,
            positions: record.positions,
            champion: &record.champion,
        })
    }

    fn summary(&self, record: &Record) -> Summary {
        Summary {
            counts: format!(
                "best {}, mean {}, worst {} nodes; the best solves {} of {}",
                grouped(record.best),
                grouped(record.mean.round() as u64),
                grouped(record.worst),
                record.solved,
                record.positions
            ),
            measured: None,
        }
    }

    fn champion(&self, record: &Record) -> Option<Champion> {
        Some(Champion {
            chromosome: record.champion.clone(),
            fitness: Some(Fitness::Count(record.best)),
            positions: Some(record.positions),
            games: None,
        })
    }

    fn changes(&self) -> Option<&Changes> {
        Some(&self.changes)
    }

    fn changes_mut(&mut self) -> Option<&mut Changes> {
        Some(&mut self.changes)
    }

    /// Of any generation: the records have all searches.
    fn family(&self, records: &[Record], number: usize, individual: usize) -> Option<Family> {
        let now = records.get(number)?;
        let before = number.checked_sub(1).map(|before| &records[before]);
        let (population, parents) = (genomes(now), before.map(genomes).unwrap_or_default());
        let nodes = |record: &Record| -> Vec<u64> {
            let scores = record.scores.iter();
            scores.map(|score| score.nodes).collect()
        };
        let fitness = |record: &Record| nodes(record).into_iter().map(Fitness::Count).collect();
        let settings = self.changes.at(&self.settings, number as u32);
        let lineage = Lineage {
            species: Species::Searches,
            scored: Scored {
                number,
                population: &population,
                fitness: fitness(now),
            },
            parents: before.map(|before| Parents {
                population: &parents,
                fitness: fitness(before),
                best_first: record::best_first(&before.scores),
                weights: select::windowed(&nodes(before)),
            }),
            breeding: settings.breeding(),
            came: 0,
            first: Birth::Random,
        };
        lineage.family(individual)
    }

    fn individuals(&self, records: &[Record], number: usize) -> Option<Vec<Individual>> {
        Some(Species::Searches.individuals(&genomes(records.get(number)?)))
    }

    /// The players.
    fn ranked(&self, last: &Record) -> Vec<String> {
        record::best_first(&last.scores)
            .into_iter()
            .filter_map(|at| self.player.with_search(&self.scored[at]))
            .map(|player| player.to_string())
            .collect()
    }
}

/// The searches of a generation.
fn genomes(record: &Record) -> Vec<Genome> {
    let read = |text: &String| {
        let own = SearchGenome::parse(text).expect("written by the record");
        own.genome().clone()
    };
    record.individuals.iter().map(read).collect()
}

/// Refuses a player whose own options would hold for every individual where something is to be bred.
///
/// # Errors
/// Why its search cannot be tuned.
pub fn is_tunable(player: &Player) -> Result<(), TuningError> {
    if player.setup().is_none() || player.has_own_search() {
        return Err(TuningError::NoEngine);
    }
    if !player.leaves_a_search_to_breed() {
        return Err(TuningError::NothingToTune);
    }
    if player.nodes.is_some() {
        return Err(TuningError::OwnNodes);
    }
    if player.hash > LARGEST_TUNED_HASH {
        return Err(TuningError::LargeTable(player.hash));
    }
    Ok(())
}

/// A generation as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    generation: u32,
    best: u64,
    mean: f64,
    worst: u64,
    solved: u32,
    positions: u32,
    champion: &'a str,
}
