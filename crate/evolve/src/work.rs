//! The work that an experiment gives away: self-contained, so that any worker can do it and a dead one's share can be
//! done again elsewhere.

use millipawn_engine::{
    Example,
    acpp::Acpp,
    evaluation::Evaluation,
    falcon::Falcon,
    search::{packet, statics},
};

use crate::{acpp, bits::Bits, chromosome::System, falcon};

/// Names a piece of work within one experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TaskId {
    /// The generation being scored.
    pub generation: u32,
    /// 0: the generation's sample; 1: the held-out examples.
    pub phase: u8,
    /// Which chunk of the examples.
    pub chunk: u32,
}

/// How an individual looks for its move: always one ply, and then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Captures, promotions and evasions until it is quiet.
    Quiescence,
    /// Nothing: the position after the move is judged as it stands.
    Static,
}

/// Count how often each individual chooses the move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its name.
    pub id: TaskId,
    /// What reads the individuals' bits.
    pub system: System,
    /// How they look for their moves.
    pub search: Search,
    /// The individuals.
    pub individuals: Vec<Bits>,
    /// The chunk.
    pub examples: Vec<Example>,
}

/// What became of a [`Task`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The task's name.
    pub id: TaskId,
    /// Examples matched, for each individual.
    pub matched: Vec<u32>,
}

/// Bytes that are no task or outcome of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a message between workers could not be read")
    }
}

impl std::error::Error for Unreadable {}

/// Does the work of `task`.
pub fn perform(task: &Task) -> Outcome {
    let matched = match task.system {
        System::Acpp => count::<Acpp>(task, acpp::weights),
        System::Falcon => count::<Falcon>(task, falcon::weights),
    };
    Outcome {
        id: task.id,
        matched,
    }
}

fn count<E: Evaluation>(task: &Task, weights: fn(&Bits) -> E::Vector) -> Vec<u32> {
    let weights: Vec<E::Vector> = task.individuals.iter().map(weights).collect();
    match task.search {
        Search::Quiescence => packet::count_matches::<E>(&weights, &task.examples),
        Search::Static => statics::count_matches::<E>(&weights, &task.examples),
    }
}

/// [`perform`] between encoded bytes: all that a pool worker does.
///
/// # Errors
/// When the bytes are no task.
pub fn perform_encoded(task: &[u8]) -> Result<Vec<u8>, Unreadable> {
    Task::from_bytes(task).map(|task| perform(&task).to_bytes())
}

const VERSION: u8 = 3;

impl TaskId {
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

impl Task {
    /// Version, id, place of the system in [`System::ALL`], search (0: quiescence, 1: static), numbers of individuals and examples (u32), the individuals' bits,
    /// the examples; little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.id.write(&mut bytes);
        bytes.push(self.system as u8);
        bytes.push(self.search as u8);
        for count in [self.individuals.len(), self.examples.len()] {
            bytes.extend_from_slice(&(count as u32).to_le_bytes());
        }
        for individual in &self.individuals {
            bytes.extend_from_slice(individual.as_bytes());
        }
        for example in &self.examples {
            bytes.extend_from_slice(&example.to_bytes());
        }
        bytes
    }

    /// Inverse of [`Task::to_bytes`].
    ///
    /// # Errors
    /// Any departure from the format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Unreadable> {
        let mut reader = Reader(bytes);
        let id = TaskId::read(&mut reader)?;
        let [system] = reader.array()?;
        let system = *System::ALL.get(usize::from(system)).ok_or(Unreadable)?;
        let search = match reader.array()? {
            [0] => Search::Quiescence,
            [1] => Search::Static,
            _ => return Err(Unreadable),
        };
        let individuals = reader.number()? as usize;
        let examples = reader.number()? as usize;
        let bytes_each = system.bits().div_ceil(8);
        if reader.0.len() as u64
            != individuals as u64 * bytes_each as u64 + examples as u64 * Example::BYTES as u64
        {
            return Err(Unreadable);
        }
        let individuals = (0..individuals)
            .map(|_| Bits::from_bytes(reader.bytes(bytes_each)?, system.bits()).ok_or(Unreadable))
            .collect::<Result<_, _>>()?;
        let examples = (0..examples)
            .map(|_| Example::from_bytes(&reader.array()?).ok_or(Unreadable))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            id,
            system,
            search,
            individuals,
            examples,
        })
    }
}

impl Outcome {
    /// Version, id, then the counts (u32, little-endian).
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.id.write(&mut bytes);
        for count in &self.matched {
            bytes.extend_from_slice(&count.to_le_bytes());
        }
        bytes
    }

    /// Inverse of [`Outcome::to_bytes`].
    ///
    /// # Errors
    /// Any departure from the format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Unreadable> {
        let mut reader = Reader(bytes);
        let id = TaskId::read(&mut reader)?;
        let (counts, rest) = reader.0.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(Unreadable);
        }
        let matched = counts
            .iter()
            .map(|count| u32::from_le_bytes(*count))
            .collect();
        Ok(Self { id, matched })
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], Unreadable> {
        let (head, rest) = self.0.split_first_chunk::<N>().ok_or(Unreadable)?;
        self.0 = rest;
        Ok(*head)
    }

    fn number(&mut self) -> Result<u32, Unreadable> {
        self.array().map(u32::from_le_bytes)
    }

    fn bytes(&mut self, count: usize) -> Result<&[u8], Unreadable> {
        let (head, rest) = self.0.split_at_checked(count).ok_or(Unreadable)?;
        self.0 = rest;
        Ok(head)
    }
}
