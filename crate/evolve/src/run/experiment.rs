//! A run as a state machine without input or output.
//!
//! It *asks* for work ([`Experiment::ask`]) and is *told* results ([`Experiment::tell`]); who does the work, how many,
//! in which order and how often is the host's business and changes nothing: the work is cut into fixed chunks, counts
//! are integers, and every draw is derived from the seed and the place where it is needed.

use millipawn_engine::{Example, TrainingSet};

use crate::{
    genome::{
        bits::Bits,
        draw::{Draws, Purpose},
        mutate, select,
    },
    job::{
        choices::Choices,
        work::{Findings, Outcome, Task, TaskId, Work},
    },
    measure::statistics,
    run::{
        checkpoint::Checkpoint,
        record::{HeldOut, Record, Scored},
        settings::{MOST_GENERATIONS, Settings},
        split::Split,
    },
    text::chromosome::Chromosome,
};

/// Examples in a piece of work on a generation's sample, at least: enough to be worth a message.
const CHUNK: usize = 20;
/// Pieces of work that a large sample is cut into: enough to share evenly.
const PIECES: usize = 64;
/// Individuals times positions of a piece at most, unless it has no more than [`CHUNK`]: a slow worker answers in seconds.
const MOST_PAIRS: usize = 10_000;
/// Examples in a piece of work on the held-out examples, where there is one individual only.
const HELD_OUT_CHUNK: usize = 100;

const SAMPLE: u8 = 0;
const HELD_OUT: u8 = 1;

/// Why an experiment cannot start or go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExperimentError {
    /// There is nothing to learn from.
    NoExamples,
    /// The checkpoint belongs to other games: their fingerprints, the checkpoint's first.
    OtherGames(u64, u64),
    /// An outcome has another number of individuals than its task.
    WrongOutcome,
}

impl std::fmt::Display for ExperimentError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoExamples => write!(f, "the games hold no position to learn from"),
            Self::OtherGames(expected, found) => write!(
                f,
                "the run learned from other games (fingerprint {expected:016x}, not {found:016x})"
            ),
            Self::WrongOutcome => write!(f, "a result does not fit the work that was asked for"),
        }
    }
}

impl std::error::Error for ExperimentError {}

/// The part of a generation's work that is under way.
#[derive(Debug)]
struct Phase {
    id: u8,
    individuals: Vec<Bits>,
    chunks: Vec<Vec<Example>>,
    given: usize,
    done: Vec<bool>,
    matched: Vec<u32>,
}

/// A run.
#[derive(Debug)]
pub struct Experiment {
    settings: Settings,
    set: TrainingSet,
    /// Of the set; kept because every checkpoint tells it.
    fingerprint: u64,
    split: Split,
    /// The generation being scored; its population; the work on it.
    generation: u32,
    population: Vec<Bits>,
    phase: Option<Phase>,
    /// The fitness of the generation, once its sample is done and while the held-out examples are not.
    fitness: Option<Vec<u32>>,
    scored: Option<Scored>,
    records: Vec<Record>,
}

impl Experiment {
    /// A new run: its generation 0 waits to be scored.
    ///
    /// # Errors
    /// When `set` leaves nothing to learn from.
    pub fn new(settings: Settings, set: TrainingSet) -> Result<Self, ExperimentError> {
        let split = Split::of(&set, settings.held_out_share);
        if split.training.is_empty() {
            return Err(ExperimentError::NoExamples);
        }
        let population = (0..settings.population)
            .map(|individual| {
                let mut draws = Draws::derive(settings.seed, 0, individual, Purpose::Genes);
                Bits::random(settings.system.bits(), &mut draws)
            })
            .collect();
        Ok(Self {
            settings,
            fingerprint: set.fingerprint(),
            set,
            split,
            generation: 0,
            population,
            phase: None,
            fitness: None,
            scored: None,
            records: Vec::new(),
        })
    }

    /// The run as it was when its last record was made.
    ///
    /// # Errors
    /// When `set` is not the one it learned from.
    pub fn resume(checkpoint: Checkpoint, set: TrainingSet) -> Result<Self, ExperimentError> {
        let found = set.fingerprint();
        if checkpoint.fingerprint != found {
            return Err(ExperimentError::OtherGames(checkpoint.fingerprint, found));
        }
        let mut experiment = Self::new(checkpoint.settings, set)?;
        if let Some(scored) = checkpoint.scored {
            experiment.generation = checkpoint
                .records
                .last()
                .map_or(0, |record| record.generation);
            experiment.records = checkpoint.records;
            experiment.population.clone_from(&scored.population);
            experiment.scored = Some(scored);
        }
        Ok(experiment)
    }

    /// What [`Experiment::resume`] needs: the run up to its last record.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            settings: self.settings.clone(),
            fingerprint: self.fingerprint,
            scored: self.scored.clone(),
            records: self.records.clone(),
        }
    }

    /// The settings of the run.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Lets the run end later (or earlier, but not before what is already scored), at most with [`MOST_GENERATIONS`].
    pub fn set_generations(&mut self, generations: u32) {
        self.settings.generations = generations.min(MOST_GENERATIONS);
    }

    /// One record a scored generation, in order.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The generation scored last.
    pub fn scored(&self) -> Option<&Scored> {
        self.scored.as_ref()
    }

    /// How the examples are divided.
    pub fn split(&self) -> &Split {
        &self.split
    }

    /// Whether the last generation asked for is scored.
    pub fn is_finished(&self) -> bool {
        self.scored.is_some() && self.generation >= self.settings.generations
    }

    /// The fittest individual of the generation scored last, the earlier one on ties.
    pub fn champion(&self) -> Option<Chromosome> {
        let scored = self.scored.as_ref()?;
        Some(self.chromosome(&scored.population[fittest(&scored.fitness)]))
    }

    /// A piece of work that nobody has been given yet; `None` when all is given out, or the run is finished.
    pub fn ask(&mut self) -> Option<Task> {
        if self.phase.is_none() {
            self.begin_generation()?;
        }
        let returning = self.is_returning(self.phase.as_ref()?.id);
        let phase = self.phase.as_mut()?;
        let chunk = phase.given;
        let examples = phase.chunks.get(chunk)?.clone();
        phase.given += 1;
        Some(Task {
            id: TaskId {
                generation: self.generation,
                phase: phase.id,
                chunk: chunk as u32,
            },
            work: Work::Choices(Choices {
                system: self.settings.system,
                search: self.settings.search,
                returning,
                individuals: phase.individuals.clone(),
                examples,
            }),
        })
    }

    /// Whether the examples of a phase are asked about again later. Those held out are, but what is known of them would take the room of
    /// trees that are asked about more often.
    fn is_returning(&self, phase: u8) -> bool {
        match phase {
            SAMPLE => !self.settings.sample_anew,
            _ => false,
        }
    }

    /// Takes the outcome of a piece of work; answers with a record when it completes a generation.
    ///
    /// An outcome that is not, or no longer, waited for is ignored: work may be done twice.
    ///
    /// # Errors
    /// When the outcome does not fit its task.
    pub fn tell(&mut self, outcome: &Outcome) -> Result<Option<&Record>, ExperimentError> {
        let Some(phase) = self.phase.as_mut() else {
            return Ok(None);
        };
        if outcome.id.generation != self.generation || outcome.id.phase != phase.id {
            return Ok(None);
        }
        if !phase.take(outcome)? || !phase.is_done() {
            return Ok(None);
        }
        let matched = std::mem::take(&mut phase.matched);
        let examples = phase.examples();
        match self.fitness.take() {
            None => Ok(self.sample_done(matched, examples)),
            Some(fitness) => {
                let held_out = HeldOut::new(self.generation, examples, matched[0]);
                Ok(Some(self.complete(
                    fitness,
                    self.sample_size(),
                    Some(held_out),
                )))
            }
        }
    }

    fn chromosome(&self, bits: &Bits) -> Chromosome {
        Chromosome {
            system: self.settings.system,
            bits: bits.clone(),
        }
    }

    fn sample_size(&self) -> u32 {
        self.settings
            .positions
            .min(self.split.training.len() as u32)
    }

    fn begin_generation(&mut self) -> Option<()> {
        if self.is_finished() {
            return None;
        }
        if let Some(scored) = &self.scored {
            forget_early_end(&mut self.records, self.settings.held_out_interval);
            self.generation += 1;
            self.population = breed(scored, self.generation, &self.settings);
        }
        let drawn_for = if self.settings.sample_anew {
            self.generation
        } else {
            0
        };
        let mut draws = Draws::derive(self.settings.seed, drawn_for, 0, Purpose::Positions);
        let examples: Vec<Example> = draws
            .sample(self.split.training.len() as u32, self.settings.positions)
            .into_iter()
            .map(|index| self.set.get(self.split.training[index as usize] as usize))
            .collect();
        let individuals = self.population.clone();
        let most = MOST_PAIRS / individuals.len().max(1);
        let chunk = examples.len().div_ceil(PIECES).min(most).max(CHUNK);
        self.phase = Some(Phase::new(SAMPLE, individuals, &examples, chunk));
        Some(())
    }

    fn sample_done(&mut self, fitness: Vec<u32>, examples: u32) -> Option<&Record> {
        let due = self
            .generation
            .is_multiple_of(self.settings.held_out_interval)
            || self.generation >= self.settings.generations;
        let held_out = self.held_out_examples();
        if !due || held_out.is_empty() {
            return Some(self.complete(fitness, examples, None));
        }
        let best = self.population[fittest(&fitness)].clone();
        self.phase = Some(Phase::new(HELD_OUT, vec![best], &held_out, HELD_OUT_CHUNK));
        self.fitness = Some(fitness);
        None
    }

    /// The set is in random order, so its first held-out examples are as good a sample as any.
    fn held_out_examples(&self) -> Vec<Example> {
        self.split
            .held_out
            .iter()
            .take(self.settings.held_out_positions as usize)
            .map(|index| self.set.get(*index as usize))
            .collect()
    }

    fn complete(
        &mut self,
        fitness: Vec<u32>,
        positions: u32,
        held_out: Option<HeldOut>,
    ) -> &Record {
        let best = fittest(&fitness);
        self.phase = None;
        self.records.push(Record {
            generation: self.generation,
            best: fitness[best],
            mean: fitness.iter().map(|fit| u64::from(*fit)).sum::<u64>() as f64
                / fitness.len() as f64,
            worst: fitness.iter().copied().min().unwrap_or(0),
            positions,
            champion: self.chromosome(&self.population[best]).to_string(),
            held_out,
            diversity: statistics::diversity(&self.population),
        });
        self.scored = Some(Scored {
            population: self.population.clone(),
            fitness,
        });
        &self.records[self.records.len() - 1]
    }
}

impl Phase {
    fn new(id: u8, individuals: Vec<Bits>, examples: &[Example], chunk: usize) -> Self {
        let chunks: Vec<Vec<Example>> = examples.chunks(chunk).map(<[Example]>::to_vec).collect();
        Self {
            id,
            matched: vec![0; individuals.len()],
            individuals,
            done: vec![false; chunks.len()],
            chunks,
            given: 0,
        }
    }

    /// Adds an outcome's counts; false when they are already in.
    fn take(&mut self, outcome: &Outcome) -> Result<bool, ExperimentError> {
        let done = self
            .done
            .get_mut(outcome.id.chunk as usize)
            .ok_or(ExperimentError::WrongOutcome)?;
        let Findings::Choices(matched) = &outcome.findings else {
            return Err(ExperimentError::WrongOutcome);
        };
        if matched.len() != self.matched.len() {
            return Err(ExperimentError::WrongOutcome);
        }
        if std::mem::replace(done, true) {
            return Ok(false);
        }
        for (sum, count) in self.matched.iter_mut().zip(matched) {
            *sum += count;
        }
        Ok(true)
    }

    fn is_done(&self) -> bool {
        self.done.iter().all(|done| *done)
    }

    fn examples(&self) -> u32 {
        self.chunks.iter().map(Vec::len).sum::<usize>() as u32
    }
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

/// The next generation: the elite unchanged, the rest in pairs by roulette, crossover and mutation (Goldberg 1989).
fn breed(scored: &Scored, generation: u32, settings: &Settings) -> Vec<Bits> {
    // In thousandths, so that the shares are integers.
    let multiple = (settings.scaling_multiple * 1000.0).round() as u32;
    let shares = select::shares(
        &scored.fitness,
        settings.fitness_exponent,
        settings.scaling,
        multiple,
    );
    let size = scored.population.len();
    let mut next = elite(scored, settings.elite as usize);
    for pair in 0.. {
        if next.len() >= size {
            break;
        }
        let mut draws = Draws::derive(settings.seed, generation, pair, Purpose::Breeding);
        let mut one = scored.population[select::roulette(&shares, &mut draws)].clone();
        let mut two = scored.population[select::roulette(&shares, &mut draws)].clone();
        if draws.chance(settings.crossover_probability) {
            settings.crossover.cross(&mut one, &mut two, &mut draws);
        }
        for mut child in [one, two] {
            mutate::flip_bits(&mut child, settings.mutation_probability, &mut draws);
            next.push(child);
        }
    }
    next.truncate(size);
    next
}

/// The `count` fittest, the earlier first on ties.
fn elite(scored: &Scored, count: usize) -> Vec<Bits> {
    let mut order: Vec<usize> = (0..scored.population.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(scored.fitness[*index]));
    order
        .into_iter()
        .take(count)
        .map(|index| scored.population[index].clone())
        .collect()
}
