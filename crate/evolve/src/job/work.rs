//! The work that an experiment gives away: self-contained, so that any worker can do it and a dead one's share can be
//! done again elsewhere.

use crate::job::{
    choices::{Choices, Memory},
    fixture::{Fixture, Played},
    message::{Reader, Unreadable},
    solve::{Found, Solve},
    world::{Timeless, World},
};

/// Names a piece of work within one experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TaskId {
    /// The generation being scored.
    pub generation: u32,
    /// Of choices 0: the generation's sample; 1: the held-out examples.
    pub phase: u8,
    /// Which piece of the generation's work.
    pub chunk: u32,
}

/// Something to be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Its name.
    pub id: TaskId,
    /// What is to be done.
    pub work: Work,
}

/// What there is to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    /// Count how often programs choose the moves played.
    Choices(Choices),
    /// Find the moves of a suite.
    Solve(Box<Solve>),
    /// Play a game.
    Game(Box<Fixture>),
}

/// What became of a [`Task`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The task's name.
    pub id: TaskId,
    /// What was found out.
    pub findings: Findings,
}

/// What comes of [`Work`], in the same order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Findings {
    /// Examples matched, for each individual.
    Choices(Vec<u32>),
    /// How each position was solved.
    Solve(Vec<Found>),
    /// The game.
    Game(Played),
}

/// Does the work of `task`, in a [`Timeless`] world.
pub fn perform(task: &Task) -> Outcome {
    Worker::default().perform(task, &mut Timeless::default())
}

/// Who does one piece of work after the other. What it keeps changes how long the next takes, never what comes of it.
#[derive(Default)]
pub struct Worker {
    memory: Memory,
}

impl Worker {
    /// Does the work of `task`.
    pub fn perform(&mut self, task: &Task, world: &mut dyn World) -> Outcome {
        let findings = match &task.work {
            Work::Choices(choices) => Findings::Choices(choices.count(&mut self.memory)),
            Work::Solve(solve) => Findings::Solve(solve.perform()),
            Work::Game(fixture) => Findings::Game(fixture.perform(world)),
        };
        Outcome {
            id: task.id,
            findings,
        }
    }
}

const VERSION: u8 = 6;

impl TaskId {
    /// The same for the work of every generation that has the same place in it: phase and chunk, as one number.
    ///
    /// Where examples return, a worker that did the work of a place before does it faster.
    pub fn place(self) -> u64 {
        u64::from(self.phase) << 32 | u64::from(self.chunk)
    }

    fn write(self, bytes: &mut Vec<u8>) {
        bytes.push(VERSION);
        bytes.push(self.phase);
        bytes.extend_from_slice(&self.generation.to_le_bytes());
        bytes.extend_from_slice(&self.chunk.to_le_bytes());
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        if reader.array::<1>()? != [VERSION] {
            return Err(Unreadable);
        }
        Ok(Self {
            phase: reader.array::<1>()?[0],
            generation: reader.number()?,
            chunk: reader.number()?,
        })
    }
}

/// The place of an encoded task; see [`TaskId::place`].
///
/// # Errors
/// When the bytes do not begin as a task's.
pub fn place(task: &[u8]) -> Result<u64, Unreadable> {
    TaskId::read(&mut Reader::new(task)).map(TaskId::place)
}

const CHOICES: u8 = 0;
const SOLVE: u8 = 1;
const GAME: u8 = 2;

impl Task {
    /// Version, id, kind of work, then the work; numbers little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.id.write(&mut bytes);
        match &self.work {
            Work::Choices(choices) => {
                bytes.push(CHOICES);
                choices.write(&mut bytes);
            }
            Work::Solve(solve) => {
                bytes.push(SOLVE);
                solve.write(&mut bytes);
            }
            Work::Game(fixture) => {
                bytes.push(GAME);
                fixture.write(&mut bytes);
            }
        }
        bytes
    }

    /// Inverse of [`Task::to_bytes`].
    ///
    /// # Errors
    /// Any departure from the format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Unreadable> {
        let mut reader = Reader::new(bytes);
        let id = TaskId::read(&mut reader)?;
        let work = match reader.array()? {
            [CHOICES] => Work::Choices(Choices::read(&mut reader)?),
            [SOLVE] => Work::Solve(Box::new(Solve::read(&mut reader)?)),
            [GAME] => Work::Game(Box::new(Fixture::read(&mut reader)?)),
            _ => return Err(Unreadable),
        };
        reader.end()?;
        Ok(Self { id, work })
    }
}

impl Outcome {
    /// Version, id, kind of work, then the findings; numbers little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.id.write(&mut bytes);
        match &self.findings {
            Findings::Choices(matched) => {
                bytes.push(CHOICES);
                for count in matched {
                    bytes.extend_from_slice(&count.to_le_bytes());
                }
            }
            Findings::Solve(found) => {
                bytes.push(SOLVE);
                for found in found {
                    found.write(&mut bytes);
                }
            }
            Findings::Game(played) => {
                bytes.push(GAME);
                played.write(&mut bytes);
            }
        }
        bytes
    }

    /// Inverse of [`Outcome::to_bytes`].
    ///
    /// # Errors
    /// Any departure from the format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Unreadable> {
        let mut reader = Reader::new(bytes);
        let id = TaskId::read(&mut reader)?;
        let findings = match reader.array()? {
            [CHOICES] => Findings::Choices(reader.all(Reader::number)?),
            [SOLVE] => Findings::Solve(reader.all(Found::read)?),
            [GAME] => Findings::Game(Played::read(&mut reader)?),
            _ => return Err(Unreadable),
        };
        reader.end()?;
        Ok(Self { id, findings })
    }
}
