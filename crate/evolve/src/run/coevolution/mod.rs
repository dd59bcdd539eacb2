//! The coevolution of evaluations: programs are fit that win games against each other (David et al. 2014, stage 2).
//!
//! From the paper: the champions of ten runs, fifty generations, four games between every two with different openings, plain
//! alpha-beta, rank-based selection, uniform crossover, elitism. Which ranking it does not say: ours is the linear one
//! ([`select::ranked`]). Games are bound by nodes, so that a run can be repeated, unless the setting `Clock` has the paper's seconds.

mod checkpoint;
mod pairing;
mod record;
mod settings;

use millipawn_engine::play::contest::opening::Opening;
use serde::Serialize;

use crate::{
    genome::{Genome, breed, select},
    job::{
        game_task::{Bound, GameTask, Terms},
        task::{Job, JobResult},
    },
    run::{
        Champion, Changes, CrossTable, Fitness, GameUnderWay, Games, Generations, Kind, Opened,
        PieceSize, RunError, Spread, Step, Summary,
        book::{self, BookError},
        family::{Birth, Family, Individual, Lineage, Parents, Scored, Species},
        immigrants::Immigrants,
        material::{Beginning, Material},
        settings::RunSettings,
    },
    signature,
    system::{System, search_genome::PlayerSearch},
    text::{chromosome::Chromosome, player::Player, program::Program},
};

pub use self::{
    checkpoint::Checkpoint,
    pairing::Pairing,
    record::{GeneStats, Record},
    settings::Settings,
};

/// How the programs of the paper searched while they coevolved.
pub const PLAIN: PlayerSearch = PlayerSearch::Plain;

/// The most programs of a population.
pub const MOST: usize = 1000;

/// The most games of a generation.
pub const MOST_GAMES: u64 = 1_000_000;

/// Half-moves of the longest game that is thought of: more than games have.
const LONGEST_GAME: u64 = 600;

/// Why a coevolution cannot start or go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoevolutionError {
    /// The system has no coevolution.
    System(String),
    /// Fewer than two programs, or more than [`MOST`].
    Population(usize),
    /// More games a generation than [`MOST_GAMES`].
    Games(u64),
    /// Programs of two systems have no common children.
    TwoSystems,
    /// What is wrong with the openings.
    Book(BookError),
    /// What was kept of the run does not fit.
    Run(RunError),
}

impl std::fmt::Display for CoevolutionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::System(error) => write!(f, "{error}"),
            Self::Population(found) => write!(f, "2 to {MOST} programs can play, not {found}"),
            Self::Games(games) => write!(
                f,
                "{games} games a generation are more than {MOST_GAMES}: take fewer programs or games a pair"
            ),
            Self::TwoSystems => write!(f, "programs of different systems have no common children"),
            Self::Book(error) => write!(f, "{error}"),
            Self::Run(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for CoevolutionError {}

impl From<RunError> for CoevolutionError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

/// The programs of a text, one a line; empty lines are none. How they search does not matter here.
///
/// # Errors
/// The first line that is no program of the system.
pub fn programs(lines: &str, system: System) -> Result<Vec<Chromosome>, String> {
    let lines = lines.lines().map(str::trim).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty())
        .map(|(at, line)| {
            let refused = |why: &dyn std::fmt::Display| format!("line {}: {why}", at + 1);
            let program = Program::parse(line).map_err(|error| refused(&error))?;
            let own = program.evaluation.system;
            if own != system {
                return Err(refused(&format_args!(
                    "a program of {}, not of {}",
                    own.id(),
                    system.id()
                )));
            }
            Ok(program.evaluation)
        })
        .collect()
}

/// A run in which programs play each other.
pub type Coevolution = Generations<CoevolutionKind>;

/// What a coevolution needs beside the form of every run.
#[derive(Debug)]
pub struct CoevolutionKind {
    settings: Settings,
    system: System,
    initial: Vec<Genome>,
    openings: Vec<Opening>,
    changes: Changes,
    immigrants: Immigrants,
    fingerprint: u64,
    engine: u64,
    /// The programs of the last record.
    scored: Vec<Genome>,
}

/// A generation that is playing.
#[derive(Debug)]
pub struct Generation {
    population: Vec<Genome>,
    pairings: Vec<Pairing>,
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
        settings: Settings,
        initial: &[Chromosome],
        openings: Vec<Opening>,
    ) -> Result<Self, CoevolutionError> {
        CoevolutionKind::new(settings, initial, openings).map(Self::begun)
    }

    /// The run as it was when the checkpoint was made. That of another engine can be read, but gives no work.
    ///
    /// # Errors
    /// When `openings` are not those of the run, or the checkpoint contradicts itself.
    pub fn resume(
        checkpoint: Checkpoint,
        openings: Vec<Opening>,
    ) -> Result<Self, CoevolutionError> {
        let settings = checkpoint.settings;
        let mut kind = CoevolutionKind::new(settings, &checkpoint.initial, openings)?;
        kind.engine = checkpoint.engine;
        kind.changes = checkpoint.changes;
        kind.immigrants.restore(checkpoint.immigrants)?;
        RunError::unless_same(
            "played other openings",
            checkpoint.fingerprint,
            kind.fingerprint,
        )?;
        let mut run = Self::scored_so_far(kind, Vec::new());
        for results in checkpoint.results {
            run.replay(|kind, number, generation| {
                let is_whole = results.len() == generation.pairings.len();
                is_whole.then(|| kind.complete(number, generation, results))
            })?;
        }
        run.go_on(checkpoint.games)?;
        Ok(run)
    }

    /// The settings of the run.
    pub const fn settings(&self) -> &Settings {
        &self.kind().settings
    }

    /// The games of the generation that is playing; their numbers are the chunks of tasks and outcomes.
    pub fn pairings(&self) -> &[Pairing] {
        self.under_way().map_or(&[], |now| &now.pairings)
    }

    /// The programs of the generation that is playing.
    pub fn population(&self) -> Vec<Chromosome> {
        let genomes = self.under_way().into_iter().flat_map(|now| &now.population);
        genomes
            .map(|genome| self.kind().chromosome(genome))
            .collect()
    }
}

impl Games for Coevolution {
    fn game(&self, game: usize) -> Option<GameUnderWay<'_>> {
        let Pairing {
            white,
            black,
            opening,
        } = *self.pairings().get(game)?;
        let name = |who: usize| format!("Program {}", who + 1);
        Some(GameUnderWay {
            white: name(white),
            black: name(black),
            start: &self.kind().openings[opening].start,
        })
    }

    fn cross_table(&self) -> Option<CrossTable> {
        if let Some(now) = self.under_way()
            && self.done().next().is_some()
        {
            let played = self.done();
            let played = played.map(|(game, half_points)| (&now.pairings[game], *half_points));
            return Some(CrossTable {
                generation: self.records().len(),
                rows: record::cross_table(now.population.len(), played),
            });
        }
        let last = self.records().last()?;
        Some(CrossTable {
            generation: last.generation as usize,
            rows: last.cross.clone(),
        })
    }
}

impl CoevolutionKind {
    fn new(
        mut settings: Settings,
        initial: &[Chromosome],
        openings: Vec<Opening>,
    ) -> Result<Self, CoevolutionError> {
        let first = initial.first().ok_or(CoevolutionError::Population(0))?;
        if !(2..=MOST).contains(&initial.len()) {
            return Err(CoevolutionError::Population(initial.len()));
        }
        let programs = initial.len() as u64;
        let games = programs * (programs - 1) / 2 * u64::from(settings.games);
        if games > MOST_GAMES {
            return Err(CoevolutionError::Games(games));
        }
        let system = first.system;
        if initial.iter().any(|program| program.system != system) {
            return Err(CoevolutionError::TwoSystems);
        }
        let offered = system.offers(Settings::KIND);
        offered.map_err(CoevolutionError::System)?;
        book::check(&openings).map_err(CoevolutionError::Book)?;
        settings.population = initial.len() as u32;
        Ok(Self {
            changes: Changes::default(),
            immigrants: Immigrants::new(system, initial.len()),
            settings,
            system,
            initial: initial
                .iter()
                .map(|program| program.genome.clone())
                .collect(),
            fingerprint: book::fingerprint(&openings),
            openings,
            engine: signature::OWN,
            scored: Vec::new(),
        })
    }

    /// The settings that the programs of a generation are bred with.
    fn settings_at(&self, generation: u32) -> Settings {
        self.changes.at(&self.settings, generation)
    }

    fn chromosome(&self, genome: &Genome) -> Chromosome {
        Chromosome {
            system: self.system,
            genome: genome.clone(),
        }
    }

    /// A program at the board.
    fn player(&self, genome: &Genome) -> Player {
        let hash = self.settings.hash as usize;
        Player::from(Program::from(self.chromosome(genome)))
            .equipped(self.settings.search.clone(), hash)
    }

    fn complete(&mut self, number: u32, done: Generation, results: Vec<u8>) -> Record {
        let record = Record::new(
            number,
            self.system,
            &done.population,
            &done.pairings,
            results,
        );
        self.scored = done.population;
        record
    }
}

impl Kind for CoevolutionKind {
    type Settings = Settings;
    type Record = Record;
    type Generation = Generation;
    /// White's half-points.
    type Piece = u8;
    type Checkpoint = Checkpoint;

    fn open(beginning: &Beginning<'_>, material: &dyn Material) -> Opened<Self> {
        let system = System::from_id(beginning.system);
        let system =
            system.ok_or_else(|| format!("the system \"{}\" is not known", beginning.system))?;
        let settings = Settings::from_lines(beginning.settings, system)?;
        let mut programs = programs(beginning.programs, system)?;
        if programs.is_empty() {
            programs = random(system, settings.population as usize, settings.seed);
        }
        Ok(Coevolution::new(settings, &programs, material.openings())?)
    }

    fn reopen(kept: Checkpoint, material: &dyn Material) -> Opened<Self> {
        Ok(Coevolution::resume(kept, material.openings())?)
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
        let number = records.len() as u32;
        let population = match records.last() {
            None => self.initial.clone(),
            Some(last) => {
                let mut bred = self.settings_at(number).breeding().breed(
                    self.system.representation(),
                    &self.scored,
                    &record::best_first(&last.half_points),
                    &select::ranked(&last.half_points),
                    number,
                );
                self.immigrants.take_place(number, &mut bred);
                bred
            }
        };
        let pairings = pairing::of_generation(
            population.len(),
            self.settings.games as usize,
            self.openings.len(),
            self.settings.seed,
            number,
        );
        Generation {
            population,
            pairings,
        }
    }

    fn pieces(&self, generation: &Generation) -> usize {
        generation.pairings.len()
    }

    fn job(&self, generation: &Generation, piece: usize) -> Job {
        let Pairing {
            white,
            black,
            opening,
        } = generation.pairings[piece];
        Job::Game(Box::new(GameTask {
            white: self.player(&generation.population[white]),
            black: self.player(&generation.population[black]),
            terms: Terms {
                opening: Opening {
                    name: String::new(),
                    ..self.openings[opening].clone()
                },
                bound: self.settings.bound(),
                rules: self.settings.rules,
                // Programs that are bred draw nothing while they play.
                seed: 0,
            },
        }))
    }

    fn read(&self, _: &Generation, _: usize, result: &JobResult) -> Option<u8> {
        match result {
            JobResult::Game(played) => Some(played.white_half_points()),
            _ => None,
        }
    }

    fn finish(&mut self, earlier: &[Record], done: Generation, results: Vec<u8>) -> Step<Self> {
        Step::Scored(self.complete(earlier.len() as u32, done, results))
    }

    fn checkpoint(&self, records: &[Record], games: Vec<(usize, u8)>) -> Checkpoint {
        let initial = self.initial.iter().map(|genome| self.chromosome(genome));
        Checkpoint {
            settings: self.settings.clone(),
            engine: self.engine,
            fingerprint: self.fingerprint,
            changes: self.changes.clone(),
            immigrants: self.immigrants.all().to_vec(),
            initial: initial.collect(),
            results: records
                .iter()
                .map(|record| record.results.clone())
                .collect(),
            games,
        }
    }

    fn engine(&self) -> Option<u64> {
        Some(self.engine)
    }

    fn largest_piece(&self) -> PieceSize {
        match self.settings.bound() {
            Bound::Nodes(nodes) => PieceSize {
                nodes: nodes * LONGEST_GAME,
                milliseconds: 0,
            },
            Bound::Clock(milliseconds) => PieceSize {
                nodes: 0,
                milliseconds: 2 * u64::from(milliseconds),
            },
        }
    }

    fn is_repeatable(&self) -> bool {
        self.settings.is_repeatable()
    }

    fn line<'a>(&self, record: &'a Record) -> Box<dyn erased_serde::Serialize + 'a> {
        Box::new(Line {
            generation: record.generation,
            best: points(record.best),
            mean: mean(record),
            worst: points(record.worst),
            games: record.games,
            points: record.half_points.iter().copied().map(points).collect(),
            champion: &record.champion,
            genes: &record.genes,
            diversity: record.diversity,
        })
    }

    fn summary(&self, record: &Record) -> Summary {
        Summary {
            counts: format!(
                "best {}, mean {}, worst {} points of {}; diversity {:.3}",
                points(record.best),
                mean(record),
                points(record.worst),
                record.games,
                record.diversity
            ),
            measured: None,
        }
    }

    fn champion(&self, record: &Record) -> Option<Champion> {
        Some(Champion {
            chromosome: record.champion.clone(),
            fitness: Some(Fitness::Points(points(record.best))),
            positions: None,
            games: None,
        })
    }

    fn changes(&self) -> Option<&Changes> {
        Some(&self.changes)
    }

    fn changes_mut(&mut self) -> Option<&mut Changes> {
        Some(&mut self.changes)
    }

    fn immigrants(&self) -> Option<&Immigrants> {
        Some(&self.immigrants)
    }

    fn immigrants_mut(&mut self) -> Option<&mut Immigrants> {
        Some(&mut self.immigrants)
    }

    /// Those of its children.
    fn places(&self, generation: u32) -> usize {
        let elite = self.settings_at(generation).elite as usize;
        self.initial.len().saturating_sub(elite)
    }

    fn spread(&self, record: &Record) -> Option<Spread> {
        Some(Spread {
            best: points(record.best),
            mean: mean(record),
            worst: points(record.worst),
        })
    }

    fn ranked(&self, last: &Record) -> Vec<String> {
        record::best_first(&last.half_points)
            .into_iter()
            .map(|at| self.chromosome(&self.scored[at]).to_string())
            .collect()
    }

    /// Of any generation: the records have all programs.
    fn family(&self, records: &[Record], number: usize, individual: usize) -> Option<Family> {
        let now = records.get(number)?;
        let before = number.checked_sub(1).map(|before| &records[before]);
        let (population, parents) = (genomes(now), before.map(genomes).unwrap_or_default());
        let fitness = |record: &Record| {
            let half_points = record.half_points.iter();
            let points = half_points.map(|own| Fitness::Points(points(*own)));
            points.collect()
        };
        let parents = before.map(|before| Parents {
            population: &parents,
            fitness: fitness(before),
            best_first: record::best_first(&before.half_points),
            weights: select::ranked(&before.half_points),
        });
        let lineage = Lineage {
            species: Species::Programs(self.system),
            scored: Scored {
                number,
                population: &population,
                fitness: fitness(now),
            },
            parents,
            breeding: self.settings_at(number as u32).breeding(),
            came: self.immigrants.count(number as u32),
            first: Birth::Given,
        };
        lineage.family(individual)
    }

    fn individuals(&self, records: &[Record], number: usize) -> Option<Vec<Individual>> {
        Some(Species::Programs(self.system).individuals(&genomes(records.get(number)?)))
    }

    fn games(run: &Generations<Self>) -> Option<&dyn Games> {
        Some(run)
    }
}

/// A generation as a line of JSON; points, not half-points.
#[derive(Serialize)]
struct Line<'a> {
    generation: u32,
    best: f64,
    mean: f64,
    worst: f64,
    /// Of each program.
    games: u32,
    /// Of each program.
    points: Vec<f64>,
    champion: &'a str,
    genes: &'a [GeneStats],
    diversity: f64,
}

/// The programs of a generation.
fn genomes(record: &Record) -> Vec<Genome> {
    let read = |text: &String| {
        Chromosome::parse(text)
            .expect("written by the record")
            .genome
    };
    record.individuals.iter().map(read).collect()
}

fn points(half_points: u32) -> f64 {
    f64::from(half_points) / 2.0
}

/// Every game shares out one point.
fn mean(record: &Record) -> f64 {
    points(record.games)
}
