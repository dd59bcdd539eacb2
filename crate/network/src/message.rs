//! What messages hold: a task, or who performed it and the outcome; each with a checksum behind it.

use millipawn_evolve::job::task::{Outcome, Task, TaskId};

/// Who works: drawn at random when a worker starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WorkerId(pub u64);

impl std::fmt::Display for WorkerId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl WorkerId {
    /// Inverse of its text.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        u64::from_str_radix(text, 16).ok().map(Self)
    }
}

/// What a worker says of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Result {
    /// Who performed it.
    pub worker: WorkerId,
    /// What came of it; `None` where the worker failed.
    pub outcome: Option<Outcome>,
}

/// What a coordinator hears.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// What a worker found for a piece of the run of this number, perhaps not for the first time.
    Result(u64, WorkerId, Outcome),
    /// A worker failed at a piece of the run of this number.
    Failed(u64, WorkerId, TaskId),
    /// Who works has changed: their number, and the threads they have together.
    Workers(usize, usize),
    /// So many pieces were given again because the broker had lost them.
    Again(usize),
    /// What is wrong, for people; the coordinator goes on.
    Trouble(String),
    /// A signal asks for the end: all that was given out is taken back.
    Stop,
}

/// What is sent with a checksum.
pub trait Sealed: Sized {
    /// Without the checksum.
    fn write(&self) -> Vec<u8>;

    /// Inverse of [`Sealed::write`]; `None` where the bytes are none.
    fn read(bytes: &[u8]) -> Option<Self>;

    /// With the checksum: four bytes, little-endian.
    fn seal(&self) -> Vec<u8> {
        let mut bytes = self.write();
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Inverse of [`Sealed::seal`]; `None` where the bytes are damaged or none.
    fn open(bytes: &[u8]) -> Option<Self> {
        let (bytes, checksum) = bytes.split_last_chunk()?;
        let is_whole = crc32fast::hash(bytes) == u32::from_le_bytes(*checksum);
        is_whole.then(|| Self::read(bytes))?
    }
}

impl Sealed for Task {
    fn write(&self) -> Vec<u8> {
        self.to_bytes()
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        Self::from_bytes(bytes).ok()
    }
}

/// The worker (u64), then the outcome, or nothing where it failed.
impl Sealed for Result {
    fn write(&self) -> Vec<u8> {
        let mut bytes = self.worker.0.to_le_bytes().to_vec();
        if let Some(outcome) = &self.outcome {
            bytes.extend(outcome.to_bytes());
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (worker, outcome) = bytes.split_first_chunk()?;
        Some(Self {
            worker: WorkerId(u64::from_le_bytes(*worker)),
            outcome: match outcome {
                [] => None,
                bytes => Some(Outcome::from_bytes(bytes).ok()?),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use millipawn_evolve::job::task::{JobResult, TaskId};

    fn result() -> Result {
        Result {
            worker: WorkerId(5),
            outcome: Some(Outcome {
                id: TaskId {
                    generation: 1,
                    phase: 0,
                    chunk: 2,
                },
                result: JobResult::TreeSize(vec![1, 2, 3]),
            }),
        }
    }

    #[test]
    fn a_result_comes_back_as_it_was_sent() {
        let failed = Result {
            outcome: None,
            ..result()
        };
        for result in [result(), failed] {
            assert_eq!(Result::open(&result.seal()), Some(result));
        }
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let bytes = result().seal();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert_eq!(Result::open(&damaged), None, "byte {at}");
            assert_eq!(Result::open(&bytes[..at]), None, "{at} bytes");
        }
    }
}
