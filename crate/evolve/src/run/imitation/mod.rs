//! Imitation: programs are fit that choose the moves of good players (Tunstall-Pedoe 1991; David et al. 2014, stage 1).
//!
//! The work is cut into fixed chunks of examples, counts are integers, and every draw is derived from the seed and the place
//! where it is needed.

mod checkpoint;
pub mod fixed_sample;
mod record;
mod settings;
pub mod split;

use millipawn_engine::{Example, TrainingSet};
use serde::Serialize;

use crate::{
    genome::{
        Genome, Variation,
        breed::Breeding,
        draw::{Draws, Purpose},
        select,
    },
    job::{
        move_matching::MoveMatching,
        task::{Job, JobResult},
    },
    measure::held_out::HeldOut,
    run::{
        Champion, Changes, Fitness, Generations, Kind, Opened, PieceSize, Population, RunError,
        Spread, Step, Summary,
        family::{self, Birth, Family, Lineage, Species},
        immigrants::Immigrants,
        material::{Beginning, Material},
        settings::RunSettings,
    },
    system::{System, matching::Search},
    text::chromosome::Chromosome,
};

use self::split::Split;
pub use self::{
    checkpoint::Checkpoint,
    record::{Record, Scored},
    settings::Settings,
};

/// Examples in a piece of work on a generation's sample, at least: enough to be worth a message.
const CHUNK: usize = 20;
/// Pieces of work that a large sample is cut into: enough to share evenly.
const PIECES: usize = 64;
/// The same for the static search, which is so fast that messages about smaller pieces would cost more time than they save. Measured
/// with two workers; a seventeenth would have nothing to do.
const STATIC_PIECES: usize = 16;
/// Individuals times positions of a piece at most, unless it has no more than [`CHUNK`]: a slow worker answers in seconds.
const MOST_PAIRS: usize = 10_000;
/// The same for the static search.
const STATIC_MOST_PAIRS: usize = 16 * MOST_PAIRS;
/// Held-out examples that workers keep at most for the static search: a quarter of what one worker has room for with Falcon's features.
const HELD_OUT_KEPT: u32 = 10_000;
/// Examples in a piece of work on the held-out examples, where there is one individual only.
const HELD_OUT_CHUNK: usize = 100;

/// Why an imitation cannot start or go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImitationError {
    /// The system has no imitation.
    System(String),
    /// There is nothing to learn from.
    NoExamples,
    /// What was kept of the run does not fit.
    Run(RunError),
}

impl std::fmt::Display for ImitationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::System(error) => write!(f, "{error}"),
            Self::NoExamples => write!(f, "the games hold no position to learn from"),
            Self::Run(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ImitationError {}

impl From<RunError> for ImitationError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

/// A run that imitates.
pub type Imitation = Generations<ImitationKind>;

/// What an imitation needs beside the form of every run.
#[derive(Debug)]
pub struct ImitationKind {
    settings: Settings,
    set: TrainingSet,
    /// Of the set; kept because every checkpoint tells it.
    fingerprint: u64,
    split: Split,
    changes: Changes,
    immigrants: Immigrants,
    /// The generation scored last.
    scored: Option<Scored>,
    /// The one before. It is not kept: a run that is resumed knows none until it has scored one.
    before: Option<Scored>,
}

/// A generation that is being scored: on its sample first, then its best on the held-out examples where that is due.
#[derive(Debug)]
pub struct Generation {
    population: Vec<Genome>,
    chunks: Vec<Vec<Example>>,
    /// The moves found by each individual and the size of the sample, once that is done.
    sample: Option<(Vec<u32>, u32)>,
}

impl Imitation {
    /// A new run: its generation 0 waits to be scored.
    ///
    /// # Errors
    /// When `set` leaves nothing to learn from.
    pub fn new(settings: Settings, set: TrainingSet) -> Result<Self, ImitationError> {
        ImitationKind::new(settings, set).map(Self::begun)
    }

    /// The run as it was when its last record was made.
    ///
    /// # Errors
    /// When `set` is not the one it learned from.
    pub fn resume(checkpoint: Checkpoint, set: TrainingSet) -> Result<Self, ImitationError> {
        RunError::unless_same(
            "learned from other games",
            checkpoint.fingerprint,
            set.fingerprint(),
        )?;
        let mut kind = ImitationKind::new(checkpoint.settings, set)?;
        kind.changes = checkpoint.changes;
        kind.immigrants.restore(checkpoint.immigrants)?;
        kind.scored = checkpoint.scored;
        let mut run = Self::scored_so_far(kind, checkpoint.records);
        run.go_on(Vec::new())?;
        Ok(run)
    }

    /// The settings of the run.
    pub const fn settings(&self) -> &Settings {
        &self.kind().settings
    }

    /// How the examples are divided.
    pub const fn split(&self) -> &Split {
        &self.kind().split
    }

    /// The fittest individual of the generation scored last, the earlier one on ties.
    pub fn champion(&self) -> Option<Chromosome> {
        let kind = self.kind();
        let scored = kind.scored.as_ref()?;
        Some(kind.chromosome(&scored.population[fittest(&scored.fitness)]))
    }
}

impl ImitationKind {
    fn new(settings: Settings, set: TrainingSet) -> Result<Self, ImitationError> {
        let offered = settings.system.offers(Settings::KIND);
        offered.map_err(ImitationError::System)?;
        let split = Split::of(&set, settings.held_out_share);
        if split.training.is_empty() {
            return Err(ImitationError::NoExamples);
        }
        Ok(Self {
            changes: Changes::default(),
            immigrants: Immigrants::new(settings.system, settings.population as usize),
            settings,
            fingerprint: set.fingerprint(),
            set,
            split,
            scored: None,
            before: None,
        })
    }

    /// The settings that the programs of a generation are bred with.
    fn settings_at(&self, generation: u32) -> Settings {
        self.changes.at(&self.settings, generation)
    }

    fn chromosome(&self, genome: &Genome) -> Chromosome {
        Chromosome {
            system: self.settings.system,
            genome: genome.clone(),
        }
    }

    /// The examples that a generation is scored on.
    fn sample(&self, generation: u32) -> Vec<Example> {
        let drawn_for = if self.settings.sample_anew {
            generation
        } else {
            0
        };
        let mut draws = Draws::derive(self.settings.seed, drawn_for, 0, Purpose::Positions);
        draws
            .sample(self.split.training.len() as u32, self.settings.positions)
            .into_iter()
            .map(|index| self.set.get(self.split.training[index as usize] as usize))
            .collect()
    }

    /// The set is in random order, so its first held-out examples are as good a sample as any.
    fn held_out_examples(&self) -> Vec<Example> {
        let Settings {
            held_out_positions, ..
        } = self.settings;
        fixed_sample::first(&self.set, &self.split.held_out, held_out_positions)
    }

    /// How many held-out examples the program was tried on when it was the best of an earlier generation, and how many moves it found: it would find the same again.
    fn found_before(&self, earlier: &[Record], champion: &Genome) -> Option<(u32, u32)> {
        let text = self.chromosome(champion).to_string();
        let same = earlier
            .iter()
            .rev()
            .filter(|record| record.champion == text);
        let known = same.filter_map(|record| record.held_out.as_ref()).next()?;
        Some((known.examples, known.matched))
    }

    /// Whether the best of a generation is to be tried on the held-out examples.
    fn is_held_out_due(&self, generation: u32) -> bool {
        generation.is_multiple_of(self.settings.held_out_interval)
            || generation >= self.settings.generations
    }

    fn record(
        &self,
        generation: u32,
        population: &[Genome],
        (fitness, positions): (&[u32], u32),
        held_out: Option<HeldOut>,
    ) -> Record {
        let best = fittest(fitness);
        Record {
            generation,
            best: fitness[best],
            mean: fitness.iter().map(|fit| u64::from(*fit)).sum::<u64>() as f64
                / fitness.len() as f64,
            worst: fitness.iter().copied().min().unwrap_or(0),
            positions,
            champion: self.chromosome(&population[best]).to_string(),
            held_out,
            diversity: self.settings.system.representation().diversity(population),
        }
    }
}

impl Generation {
    /// The best alone is tried on the held-out examples.
    fn individuals(&self) -> Vec<Genome> {
        match &self.sample {
            None => self.population.clone(),
            Some((fitness, _)) => vec![self.population[fittest(fitness)].clone()],
        }
    }

    fn examples(&self) -> u32 {
        self.chunks.iter().map(Vec::len).sum::<usize>() as u32
    }
}

impl Kind for ImitationKind {
    type Settings = Settings;
    type Record = Record;
    type Generation = Generation;
    /// The moves found by each individual.
    type Piece = Vec<u32>;
    type Checkpoint = Checkpoint;

    fn open(beginning: &Beginning<'_>, material: &dyn Material) -> Opened<Self> {
        let settings = Settings::from_lines(beginning.settings, System::default())?;
        Ok(Imitation::new(settings, material.examples()?)?)
    }

    fn reopen(kept: Checkpoint, material: &dyn Material) -> Opened<Self> {
        Ok(Imitation::resume(kept, material.examples()?)?)
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
        let population = match &self.scored {
            None => fixed_sample::random_programs(&self.settings),
            Some(scored) => {
                forget_early_end(records, self.settings.held_out_interval);
                let mut bred = bred(scored, number, &self.settings_at(number));
                self.immigrants.take_place(number, &mut bred);
                bred
            }
        };
        let examples = self.sample(number);
        let (pieces, pairs) = match self.settings.search {
            Search::Quiescence => (PIECES, MOST_PAIRS),
            Search::Static => (STATIC_PIECES, STATIC_MOST_PAIRS),
        };
        let most = pairs / population.len().max(1);
        let chunk = examples.len().div_ceil(pieces).min(most).max(CHUNK);
        Generation {
            population,
            chunks: chunks(&examples, chunk),
            sample: None,
        }
    }

    fn pieces(&self, generation: &Generation) -> usize {
        generation.chunks.len()
    }

    fn job(&self, generation: &Generation, piece: usize) -> Job {
        let returning = match generation.sample {
            None => !self.settings.sample_anew,
            // Held-out examples return too, but much that is known of them would take the room of others that are asked about more often.
            Some(_) => {
                self.settings.search == Search::Static
                    && self.settings.held_out_positions <= HELD_OUT_KEPT
            }
        };
        Job::MoveMatching(MoveMatching {
            system: self.settings.system,
            search: self.settings.search,
            returning,
            ablation: false,
            individuals: generation.individuals(),
            examples: generation.chunks[piece].clone(),
        })
    }

    fn read(&self, generation: &Generation, piece: usize, result: &JobResult) -> Option<Vec<u32>> {
        let JobResult::MoveMatching(matched) = result else {
            return None;
        };
        let individuals = match generation.sample {
            None => generation.population.len(),
            Some(_) => 1,
        };
        let most = generation.chunks[piece].len();
        let fits = matched.len() == individuals && matched.iter().all(|&n| n as usize <= most);
        fits.then(|| matched.clone())
    }

    fn finish(
        &mut self,
        earlier: &[Record],
        done: Generation,
        results: Vec<Vec<u32>>,
    ) -> Step<Self> {
        let number = earlier.len() as u32;
        let examples = done.examples();
        let found = |individual: usize| results.iter().map(|counts| counts[individual]).sum();
        let (sample, held_out) = match done.sample {
            None => {
                let fitness: Vec<u32> = (0..done.population.len()).map(found).collect();
                let champion = &done.population[fittest(&fitness)];
                let due = self.is_held_out_due(number);
                let known = due.then(|| self.found_before(earlier, champion)).flatten();
                let held_out = known.map(|(tried, found)| HeldOut::new(number, tried, found));
                if due && held_out.is_none() {
                    let examples_due = self.held_out_examples();
                    if !examples_due.is_empty() {
                        return Step::More(Generation {
                            population: done.population,
                            chunks: chunks(&examples_due, HELD_OUT_CHUNK),
                            sample: Some((fitness, examples)),
                        });
                    }
                }
                ((fitness, examples), held_out)
            }
            Some(sample) => (sample, Some(HeldOut::new(number, examples, found(0)))),
        };
        let (fitness, positions) = sample;
        let record = self.record(number, &done.population, (&fitness, positions), held_out);
        let scored = Scored {
            population: done.population,
            fitness,
        };
        self.before = self.scored.replace(scored);
        Step::Scored(record)
    }

    fn checkpoint(&self, records: &[Record], _: Vec<(usize, Vec<u32>)>) -> Checkpoint {
        Checkpoint {
            settings: self.settings.clone(),
            fingerprint: self.fingerprint,
            changes: self.changes.clone(),
            immigrants: self.immigrants.all().to_vec(),
            scored: self.scored.clone(),
            records: records.to_vec(),
        }
    }

    /// What a program chooses depends on no search of the engine.
    fn engine(&self) -> Option<u64> {
        None
    }

    fn largest_piece(&self) -> PieceSize {
        PieceSize::default()
    }

    fn line<'a>(&self, record: &'a Record) -> Box<dyn erased_serde::Serialize + 'a> {
        Box::new(Line {
            generation: record.generation,
            best: record.best,
            mean: record.mean,
            worst: record.worst,
            champion: &record.champion,
            held_out: record.held_out.as_ref(),
        })
    }

    fn summary(&self, record: &Record) -> Summary {
        Summary {
            counts: record.counts(),
            measured: record.held_out.as_ref().map(ToString::to_string),
        }
    }

    fn champion(&self, record: &Record) -> Option<Champion> {
        Some(Champion {
            chromosome: record.champion.clone(),
            fitness: Some(Fitness::Count(record.best.into())),
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

    fn immigrants(&self) -> Option<&Immigrants> {
        Some(&self.immigrants)
    }

    fn immigrants_mut(&mut self) -> Option<&mut Immigrants> {
        Some(&mut self.immigrants)
    }

    /// Those of its children.
    fn places(&self, generation: u32) -> usize {
        let settings = self.settings_at(generation);
        settings.population.saturating_sub(settings.elite) as usize
    }

    fn spread(&self, record: &Record) -> Option<Spread> {
        Some(Spread {
            best: record.best.into(),
            mean: record.mean,
            worst: record.worst.into(),
        })
    }

    fn ranked(&self, _: &Record) -> Vec<String> {
        let Some(scored) = &self.scored else {
            return Vec::new();
        };
        best_first(&scored.fitness)
            .into_iter()
            .map(|at| self.chromosome(&scored.population[at]).to_string())
            .collect()
    }

    fn population(&self) -> Option<Population<'_>> {
        self.scored.as_ref().map(|scored| Population {
            system: self.settings.system,
            genomes: scored.population.iter().collect(),
            fitness: scored.fitness.clone(),
        })
    }

    fn family(&self, records: &[Record], number: usize, individual: usize) -> Option<Family> {
        if number + 1 != records.len() {
            return None;
        }
        let (before, scored) = (self.before.as_ref(), self.scored.as_ref()?);
        let settings = self.settings_at(number as u32);
        let came = self.immigrants.count(number as u32);
        family_of(&settings, came, number, individual, before, scored)
    }
}

impl Checkpoint {
    /// Where an individual of generation `number` came from, of which `scored` is given, and `before`, the generation that it was bred from;
    /// `None` where that is not the one.
    pub fn family(
        &self,
        number: usize,
        individual: usize,
        before: Option<&Scored>,
        scored: &Scored,
    ) -> Option<Family> {
        let settings = self.changes.at(&self.settings, number as u32);
        let came = self.immigrants.iter();
        let came = came.filter(|one| one.generation as usize == number).count();
        family_of(&settings, came, number, individual, before, scored)
    }
}

/// With the settings of that generation, of which the last `came` individuals came from elsewhere.
fn family_of(
    settings: &Settings,
    came: usize,
    number: usize,
    individual: usize,
    before: Option<&Scored>,
    scored: &Scored,
) -> Option<Family> {
    let lineage = Lineage {
        species: Species::Programs(settings.system),
        scored: scored.generation(number),
        parents: before.map(|before| family::Parents {
            population: &before.population,
            fitness: before.counts(),
            best_first: best_first(&before.fitness),
            weights: shares(before, settings),
        }),
        breeding: breeding(settings),
        came,
        first: Birth::Random,
    };
    lineage.family(individual)
}

/// A generation as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    generation: u32,
    best: u32,
    mean: f64,
    worst: u32,
    champion: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out: Option<&'a HeldOut>,
}

fn chunks(examples: &[Example], size: usize) -> Vec<Vec<Example>> {
    examples.chunks(size).map(<[Example]>::to_vec).collect()
}

/// A run that goes on past its end is one with a later end: what was measured only because it ended is forgotten.
fn forget_early_end(records: &mut [Record], interval: u32) {
    if let Some(last) = records.last_mut()
        && !last.generation.is_multiple_of(interval)
    {
        last.held_out = None;
    }
}

/// The index of the fittest, the first on ties.
fn fittest(fitness: &[u32]) -> usize {
    let best = fitness.iter().max();
    fitness
        .iter()
        .position(|fit| Some(fit) == best)
        .unwrap_or(0)
}

/// The next generation.
fn bred(scored: &Scored, generation: u32, settings: &Settings) -> Vec<Genome> {
    breeding(settings).breed(
        settings.system.representation(),
        &scored.population,
        &best_first(&scored.fitness),
        &shares(scored, settings),
        generation,
    )
}

/// How the settings say that it is bred.
const fn breeding(settings: &Settings) -> Breeding {
    Breeding {
        seed: settings.seed,
        variation: Variation {
            crossover: settings.crossover,
            crossover_probability: settings.crossover_probability,
            mutation_probability: settings.mutation_probability,
        },
        elite: settings.elite as usize,
    }
}

/// What each individual has of the roulette wheel.
fn shares(scored: &Scored, settings: &Settings) -> Vec<u64> {
    // In thousandths, so that the weights are integers.
    let multiple = (settings.scaling_multiple * 1000.0).round() as u32;
    select::weights(
        &scored.fitness,
        settings.fitness_exponent,
        settings.scaling,
        multiple,
    )
}

/// The individuals by their fitness, the earlier first on ties.
fn best_first(fitness: &[u32]) -> Vec<usize> {
    select::best_first(fitness, |found| *found)
}
