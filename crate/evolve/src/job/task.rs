//! The tasks that a run gives away. Each is self-contained: any worker can do it, and that of a worker that died is given to
//! another.

use crate::job::{
    class_game::{ClassGame, ClassResult},
    game_task::{GameTask, Played},
    host::{Host, Timeless},
    learning_game::{LearnedGame, LearningGame},
    message::{Reader, Unreadable},
    move_learning::{MoveLearning, read_choices, write_choices},
    move_matching::{Memory, MoveMatching},
    question::{Answer, Question},
    solve::{Found, Solve},
    tree_size::TreeSize,
};
use crate::learn::choice::Choices;

/// Identifies a task within one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TaskId {
    /// The generation being scored.
    pub generation: u32,
    /// How often the generation needed more work: of move matching 0 is its sample, 1 the held-out examples.
    pub phase: u8,
    /// Which piece of the generation's work.
    pub chunk: u32,
}

/// A job with its identity.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Which task it is.
    pub id: TaskId,
    /// What to do.
    pub job: Job,
}

/// What a worker does.
#[derive(Clone, Debug, PartialEq)]
pub enum Job {
    /// Count how often programs choose the moves played.
    MoveMatching(MoveMatching),
    /// Find the moves of a suite.
    Solve(Box<Solve>),
    /// Play a game.
    Game(Box<GameTask>),
    /// Play a game and learn from it.
    LearningGame(Box<LearningGame>),
    /// Learn from moves that were played.
    MoveLearning(Box<MoveLearning>),
    /// Count the nodes of searches.
    TreeSize(Box<TreeSize>),
    /// Play a game against a fixed-depth opponent.
    ClassGame(Box<ClassGame>),
    /// Choose a move.
    Question(Box<Question>),
}

/// The result of a [`Task`].
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Which task it was.
    pub id: TaskId,
    /// What came of its job.
    pub result: JobResult,
}

/// What comes of [`Job`], in the same order.
#[derive(Clone, Debug, PartialEq)]
pub enum JobResult {
    /// Examples matched, for each individual (and, where asked for, without each of its parts).
    MoveMatching(Vec<u32>),
    /// How each position was solved.
    Solve(Vec<Found>),
    /// The game.
    Game(Played),
    /// The game and what it taught.
    LearningGame(Box<LearnedGame>),
    /// What the moves taught.
    MoveLearning(Box<Choices>),
    /// Nodes of each search.
    TreeSize(Vec<u64>),
    /// How the game ended, and what it took.
    ClassGame(ClassResult),
    /// The move.
    Question(Answer),
}

/// Performs `task` with a [`Timeless`] host.
pub fn perform(task: &Task) -> Outcome {
    Worker::default().perform(task, &mut Timeless::default())
}

/// Performs one task after the other. What it remembers changes how long the next takes, never its result.
#[derive(Default)]
pub struct Worker {
    memory: Memory,
}

impl Worker {
    /// Performs `task`.
    pub fn perform(&mut self, task: &Task, host: &mut dyn Host) -> Outcome {
        let result = match &task.job {
            Job::MoveMatching(choices) => JobResult::MoveMatching(choices.count(&mut self.memory)),
            Job::Solve(solve) => JobResult::Solve(solve.perform()),
            Job::Game(game) => JobResult::Game(game.perform(host)),
            Job::LearningGame(game) => JobResult::LearningGame(Box::new(game.perform(host))),
            Job::MoveLearning(moves) => JobResult::MoveLearning(Box::new(moves.perform())),
            Job::TreeSize(searches) => JobResult::TreeSize(searches.count()),
            Job::ClassGame(game) => JobResult::ClassGame(game.perform(host)),
            Job::Question(question) => JobResult::Question(question.perform()),
        };
        Outcome {
            id: task.id,
            result,
        }
    }
}

/// The version of tasks and outcomes as bytes.
pub const VERSION: u8 = 11;

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
const LEARNING_GAME: u8 = 3;
const MOVE_LEARNING: u8 = 4;
const TREE_SIZE: u8 = 5;
const CLASS_GAME: u8 = 6;
const QUESTION: u8 = 7;

impl Task {
    /// Version, id, kind of work, then the work; numbers little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.id.write(&mut bytes);
        match &self.job {
            Job::MoveMatching(choices) => {
                bytes.push(CHOICES);
                choices.write(&mut bytes);
            }
            Job::Solve(solve) => {
                bytes.push(SOLVE);
                solve.write(&mut bytes);
            }
            Job::Game(game) => {
                bytes.push(GAME);
                game.write(&mut bytes);
            }
            Job::LearningGame(game) => {
                bytes.push(LEARNING_GAME);
                game.write(&mut bytes);
            }
            Job::MoveLearning(moves) => {
                bytes.push(MOVE_LEARNING);
                moves.write(&mut bytes);
            }
            Job::TreeSize(searches) => {
                bytes.push(TREE_SIZE);
                searches.write(&mut bytes);
            }
            Job::ClassGame(game) => {
                bytes.push(CLASS_GAME);
                game.write(&mut bytes);
            }
            Job::Question(question) => {
                bytes.push(QUESTION);
                question.write(&mut bytes);
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
        let job = match reader.array()? {
            [CHOICES] => Job::MoveMatching(MoveMatching::read(&mut reader)?),
            [SOLVE] => Job::Solve(Box::new(Solve::read(&mut reader)?)),
            [GAME] => Job::Game(Box::new(GameTask::read(&mut reader)?)),
            [LEARNING_GAME] => Job::LearningGame(Box::new(LearningGame::read(&mut reader)?)),
            [MOVE_LEARNING] => Job::MoveLearning(Box::new(MoveLearning::read(&mut reader)?)),
            [TREE_SIZE] => Job::TreeSize(Box::new(TreeSize::read(&mut reader)?)),
            [CLASS_GAME] => Job::ClassGame(Box::new(ClassGame::read(&mut reader)?)),
            [QUESTION] => Job::Question(Box::new(Question::read(&mut reader)?)),
            _ => return Err(Unreadable),
        };
        reader.end()?;
        Ok(Self { id, job })
    }
}

impl Outcome {
    /// Version, id, kind of work, then the result; numbers little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.id.write(&mut bytes);
        match &self.result {
            JobResult::MoveMatching(matched) => {
                bytes.push(CHOICES);
                for count in matched {
                    bytes.extend_from_slice(&count.to_le_bytes());
                }
            }
            JobResult::Solve(found) => {
                bytes.push(SOLVE);
                for found in found {
                    found.write(&mut bytes);
                }
            }
            JobResult::Game(played) => {
                bytes.push(GAME);
                played.write(&mut bytes);
            }
            JobResult::LearningGame(game) => {
                bytes.push(LEARNING_GAME);
                game.write(&mut bytes);
            }
            JobResult::MoveLearning(choices) => {
                bytes.push(MOVE_LEARNING);
                write_choices(choices, &mut bytes);
            }
            JobResult::TreeSize(nodes) => {
                bytes.push(TREE_SIZE);
                for count in nodes {
                    bytes.extend_from_slice(&count.to_le_bytes());
                }
            }
            JobResult::ClassGame(game) => {
                bytes.push(CLASS_GAME);
                game.write(&mut bytes);
            }
            JobResult::Question(answer) => {
                bytes.push(QUESTION);
                answer.write(&mut bytes);
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
        let result = match reader.array()? {
            [CHOICES] => JobResult::MoveMatching(reader.all(Reader::number)?),
            [SOLVE] => JobResult::Solve(reader.all(Found::read)?),
            [GAME] => JobResult::Game(Played::read(&mut reader)?),
            [LEARNING_GAME] => JobResult::LearningGame(Box::new(LearnedGame::read(&mut reader)?)),
            [MOVE_LEARNING] => JobResult::MoveLearning(Box::new(read_choices(&mut reader)?)),
            [TREE_SIZE] => {
                let count = |reader: &mut Reader<'_>| Ok(u64::from_le_bytes(reader.array()?));
                JobResult::TreeSize(reader.all(count)?)
            }
            [CLASS_GAME] => JobResult::ClassGame(ClassResult::read(&mut reader)?),
            [QUESTION] => JobResult::Question(Answer::read(&mut reader)?),
            _ => return Err(Unreadable),
        };
        reader.end()?;
        Ok(Self { id, result })
    }
}
