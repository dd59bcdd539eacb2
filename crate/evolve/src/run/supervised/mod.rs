//! Learning from games: weights are moved so that the moves played become the ones chosen (our choice; the paper's programs learn from their
//! own searches alone). It shows how many moves an evaluation with Meep's features can find at all, which is what evolved evaluations
//! are measured against, and makes programs for self-play to begin with.
//!
//! A generation is a step: positions drawn anew, what they teach in sums of whole numbers, and one step of the weights.

mod checkpoint;
mod record;
mod settings;

use std::num::NonZeroU32;

use millipawn_engine::{Example, TrainingSet, evaluation::meep::piece_values};
use serde::Serialize;

use crate::{
    genome::draw::{Draws, Purpose},
    job::{
        move_learning::MoveLearning,
        task::{Job, JobResult},
    },
    learn::{
        choice::{Choices, WHOLE},
        gradient::Tally,
        optimizer::{Memory, Optimizer},
        size::Size,
        step::{Learner, Precise, Steps},
    },
    measure::held_out::HeldOut,
    run::{
        Champion, Generations, Kind, Opened, PieceSize, RunError, Step, Summary,
        checkpoint::{Checkpoint as _, CheckpointError},
        imitation::split::Split,
        kept_programs::{self, is_kept},
        learning::{self, LearningError},
        material::{Beginning, Material},
        settings::RunSettings,
    },
    system::System,
    text::program::Program,
};

use self::record::DIVERGED;
pub use self::{checkpoint::Checkpoint, record::Record, settings::Settings};

/// Positions in a piece of work, at most: ten pieces of a usual step, so that many workers have something to do.
const CHUNK: usize = 20;
/// The same of held-out ones, which are only matched.
const HELD_OUT_CHUNK: usize = 100;

/// Why learning from games cannot start or go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SupervisedError {
    /// There is nothing to learn from.
    NoExamples,
    /// All games are set aside to measure on.
    AllHeldOut,
    /// A program to begin with that cannot learn.
    Program(LearningError),
    /// What was kept of the run does not fit.
    Run(RunError),
}

impl std::fmt::Display for SupervisedError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoExamples => write!(f, "the games hold no position to learn from"),
            Self::AllHeldOut => write!(
                f,
                "all games are set aside to measure on: take more games, or a smaller held-out share"
            ),
            Self::Program(error) => write!(f, "{error}"),
            Self::Run(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for SupervisedError {}

impl From<RunError> for SupervisedError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

/// The weights of the checkpoint of a run that learned, by itself or from games.
///
/// # Errors
/// As of a checkpoint; a text that is none is not one of either.
pub fn kept_weights(text: &str) -> Result<Precise, CheckpointError> {
    match learning::Checkpoint::from_text(text) {
        Err(CheckpointError::NotACheckpoint) => {
            Checkpoint::from_text(text).map(|kept| kept.weights)
        }
        kept => kept.map(|kept| kept.weights),
    }
}

/// A run in which a program learns from games.
pub type Supervised = Generations<SupervisedKind>;

/// What learning from games needs beside the form of every run.
#[derive(Debug)]
pub struct SupervisedKind {
    settings: Settings,
    set: TrainingSet,
    /// Of the set; kept because every checkpoint tells it.
    fingerprint: u64,
    split: Split,
    start: Precise,
    /// After the last record.
    weights: Precise,
    memory: Memory,
    /// The step at which learning diverged.
    ended: Option<u32>,
}

/// A step that is being taken: its positions first, then the held-out ones where that is due.
#[derive(Debug)]
pub struct Lesson {
    number: u32,
    chunks: Vec<Vec<Example>>,
    /// What comes of the step, while its program is measured.
    taken: Option<Taken>,
}

/// What comes of a step. It holds once the step has its record, so that what is kept of a run until then is the run before.
#[derive(Debug)]
struct Taken {
    record: Record,
    weights: Precise,
    memory: Memory,
}

impl Supervised {
    /// A new run from these weights.
    ///
    /// # Errors
    /// When `set` leaves nothing to learn from.
    pub fn new(
        settings: Settings,
        start: Precise,
        set: TrainingSet,
    ) -> Result<Self, SupervisedError> {
        SupervisedKind::new(settings, start, set).map(Self::begun)
    }

    /// The run as it was when its last record was made.
    ///
    /// # Errors
    /// When `set` is not the one it learned from.
    pub fn resume(kept: Checkpoint, set: TrainingSet) -> Result<Self, SupervisedError> {
        RunError::unless_same(
            "learned from other games",
            kept.fingerprint,
            set.fingerprint(),
        )?;
        let mut kind = SupervisedKind::new(kept.settings, kept.start, set)?;
        kind.weights = kept.weights;
        kind.memory = kept.memory;
        let mut records = kept.records.iter();
        let diverged = records.find(|record| record.diverged.is_some());
        kind.ended = diverged.map(|record| record.generation);
        if kept.records.is_empty() && kind.weights != kind.settings.weights(&kind.start) {
            return Err(RunError::WrongCheckpoint.into());
        }
        let mut run = Self::scored_so_far(kind, kept.records);
        run.go_on(Vec::new())?;
        Ok(run)
    }

    /// The settings of the run.
    pub const fn settings(&self) -> &Settings {
        &self.kind().settings
    }

    /// The weights after the last step, in full precision.
    pub const fn weights(&self) -> &Precise {
        &self.kind().weights
    }
}

impl SupervisedKind {
    fn new(settings: Settings, start: Precise, set: TrainingSet) -> Result<Self, SupervisedError> {
        let split = Split::of(&set, settings.held_out_share);
        if split.training.is_empty() {
            return Err(match split.held_out.is_empty() {
                true => SupervisedError::NoExamples,
                false => SupervisedError::AllHeldOut,
            });
        }
        let weights = settings.weights(&start);
        Ok(Self {
            settings,
            fingerprint: set.fingerprint(),
            set,
            split,
            memory: Optimizer::Adam.memory(weights.as_slice().len()),
            weights,
            start,
            ended: None,
        })
    }

    /// The positions of a step; none before the first.
    fn sample(&self, number: u32) -> Vec<Example> {
        if number == 0 {
            return Vec::new();
        }
        let mut draws = Draws::derive(self.settings.seed, number, 0, Purpose::Positions);
        let drawn = draws.sample(self.split.training.len() as u32, self.settings.positions);
        let places = drawn.into_iter().map(|at| self.split.training[at as usize]);
        places.map(|place| self.set.get(place as usize)).collect()
    }

    /// The set is in random order, so its first held-out examples are as good a sample as any.
    fn held_out(&self) -> Vec<Example> {
        let places = self.split.held_out.iter();
        places
            .take(self.settings.held_out_positions as usize)
            .map(|place| self.set.get(*place as usize))
            .collect()
    }

    fn is_held_out_due(&self, record: &Record) -> bool {
        let number = record.generation;
        let is_last = number >= self.generations() || record.diverged.is_some();
        is_last || number.is_multiple_of(self.settings.held_out_interval)
    }

    /// The step, and what is known of it.
    fn learn(&self, number: u32, taught: &Choices) -> Taken {
        let positions = taught.positions;
        let stays = || (self.weights.clone(), self.memory.clone());
        let stepped = match positions {
            0 => Some(stays()),
            _ => self.step(number, taught),
        };
        let diverged = stepped.is_none().then_some(DIVERGED);
        let (weights, memory) = stepped.unwrap_or_else(stays);
        let whole = WHOLE as f64 * f64::from(positions.max(1));
        let record = Record {
            generation: number,
            positions,
            found: taught.found,
            loss: taught.loss as f64 / whole,
            values: piece_values(&weights.weights()).map(|value| f64::from(value) / 16.0),
            held_out: None,
            diverged,
            champion: Some(learning::short_program(&weights).to_string()),
        };
        Taken {
            record,
            weights,
            memory,
        }
    }

    /// `None` where a weight would be larger than any that plays; then all stay as they are.
    fn step(&self, number: u32, taught: &Choices) -> Option<(Precise, Memory)> {
        let steps = Steps {
            size: Size::Fixed(self.settings.step_of(number)),
            optimizer: Optimizer::Adam,
            decay: self.settings.decay,
        };
        let mut learner = Learner::new(&self.weights, steps, self.memory.clone());
        learner.step(taught.gradient(), &Tally::default())?;
        let changes = learner.changes(&self.weights);
        let weights = self.weights.changed(&changes, 1, NonZeroU32::MIN)?;
        Some((weights, learner.memory().clone()))
    }

    fn take(&mut self, taken: Taken) -> Record {
        self.weights = taken.weights;
        self.memory = taken.memory;
        if taken.record.diverged.is_some() {
            self.ended = Some(taken.record.generation);
        }
        taken.record
    }
}

impl Kind for SupervisedKind {
    type Settings = Settings;
    type Record = Record;
    type Generation = Lesson;
    /// What its positions taught, or how many held-out moves were found.
    type Piece = Box<Choices>;
    type Checkpoint = Checkpoint;

    fn open(beginning: &Beginning<'_>, material: &dyn Material) -> Opened<Self> {
        let system = System::offering(Settings::KIND);
        let settings = Settings::from_lines(beginning.settings, system)?;
        let start = match beginning.programs.trim() {
            "" => learning::random(settings.seed),
            text => learning::weights_of(&Program::parse(text)?.evaluation)?,
        };
        let set = material.games(&settings.import)?;
        Ok(Supervised::new(settings, start, set)?)
    }

    fn reopen(kept: Checkpoint, material: &dyn Material) -> Opened<Self> {
        let set = material.games(&kept.settings.import)?;
        Ok(Supervised::resume(kept, set)?)
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn generations(&self) -> u32 {
        self.ended
            .unwrap_or(u32::MAX)
            .min(self.settings.generations)
    }

    fn set_generations(&mut self, generations: u32) {
        self.settings.generations = generations;
    }

    fn begin(&self, records: &mut [Record]) -> Lesson {
        kept_programs::forget(records, |record| &mut record.champion);
        // A run that goes on past its end is one with a later end: what was measured only because it ended is forgotten.
        if let Some(last) = records.last_mut()
            && !last
                .generation
                .is_multiple_of(self.settings.held_out_interval)
        {
            last.held_out = None;
        }
        let number = records.len() as u32;
        let examples = self.sample(number);
        Lesson {
            number,
            chunks: examples.chunks(CHUNK).map(<[_]>::to_vec).collect(),
            taken: None,
        }
    }

    fn pieces(&self, lesson: &Lesson) -> usize {
        lesson.chunks.len()
    }

    fn job(&self, lesson: &Lesson, piece: usize) -> Job {
        let examples = lesson.chunks[piece].clone();
        let taken = lesson.taken.as_ref();
        let weights = taken.map_or(&self.weights, |taken| &taken.weights);
        Job::MoveLearning(Box::new(MoveLearning {
            weights: weights.clone(),
            teaches: taken.is_none(),
            examples,
        }))
    }

    fn read(&self, lesson: &Lesson, piece: usize, result: &JobResult) -> Option<Box<Choices>> {
        let JobResult::MoveLearning(taught) = result else {
            return None;
        };
        let most = lesson.chunks[piece].len() as u32;
        let number = self.weights.as_slice().len();
        let fits = taught.found <= taught.positions
            && taught.positions <= most
            && taught.sums.len() == number;
        fits.then(|| taught.clone())
    }

    fn finish(&mut self, _: &[Record], lesson: Lesson, results: Vec<Box<Choices>>) -> Step<Self> {
        let mut taught = Choices::new(self.weights.as_slice().len());
        results.iter().for_each(|more| taught.add(more));
        let number = lesson.number;
        if let Some(mut taken) = lesson.taken {
            let held_out = HeldOut::new(number, taught.positions, taught.found);
            taken.record.held_out = Some(held_out);
            return Step::Scored(self.take(taken));
        }
        let taken = self.learn(number, &taught);
        let held_out = self.held_out();
        match self.is_held_out_due(&taken.record) && !held_out.is_empty() {
            true => Step::More(Lesson {
                number,
                chunks: held_out.chunks(HELD_OUT_CHUNK).map(<[_]>::to_vec).collect(),
                taken: Some(taken),
            }),
            false => Step::Scored(self.take(taken)),
        }
    }

    fn checkpoint(&self, records: &[Record], _: Vec<(usize, Box<Choices>)>) -> Checkpoint {
        Checkpoint {
            settings: self.settings.clone(),
            fingerprint: self.fingerprint,
            start: self.start.clone(),
            weights: self.weights.clone(),
            memory: self.memory.clone(),
            records: records.to_vec(),
        }
    }

    /// Moves are chosen by one ply and quiescence, which are no part of the engine's search.
    fn engine(&self) -> Option<u64> {
        None
    }

    fn largest_piece(&self) -> PieceSize {
        PieceSize::default()
    }

    fn line<'a>(&self, record: &'a Record) -> Box<dyn erased_serde::Serialize + 'a> {
        Box::new(Line {
            step: record.generation,
            positions: record.positions,
            found: record.found,
            loss: record.loss,
            values: record.values,
            held_out: record.held_out.as_ref(),
            program: record
                .champion
                .as_deref()
                .filter(|_| is_kept(record.generation)),
            diverged: record.diverged,
        })
    }

    fn summary(&self, record: &Record) -> Summary {
        let [pawn, knight, bishop, rook, queen] = record.values.map(|value| value / 1000.0);
        let measured = record.held_out.as_ref().map(ToString::to_string);
        let found = match record.positions {
            0 => String::new(),
            positions => format!("{} of {positions} moves found; ", record.found),
        };
        Summary {
            counts: format!(
                "{found}P {pawn:.2} N {knight:.2} B {bishop:.2} R {rook:.2} Q {queen:.2}"
            ),
            measured: record.diverged.map(str::to_owned).or(measured),
        }
    }

    fn champion(&self, record: &Record) -> Option<Champion> {
        Some(Champion {
            chromosome: record.champion.clone()?,
            fitness: None,
            positions: None,
            games: None,
        })
    }

    /// The program after the last step, in full precision.
    fn ranked(&self, _: &Record) -> Vec<String> {
        vec![learning::exact_program(&self.weights).to_string()]
    }
}

/// A step as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    step: u32,
    positions: u32,
    found: u32,
    loss: f64,
    /// Pawn, knight, bishop, rook, queen in millipawns.
    values: [f64; 5],
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out: Option<&'a HeldOut>,
    /// Of the steps whose programs are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diverged: Option<&'static str>,
}
