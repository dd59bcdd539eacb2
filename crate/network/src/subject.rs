//! How messages are addressed: `mp.<kind>.<format>.<build>...`. What demes offer each other begins otherwise (`mp.v1.offer`), so that no name of a room is one of these.

use millipawn_evolve::{
    job::task::{TaskId, VERSION},
    signature,
};

/// Work is divided into so many queues by its place in a generation, so that a worker gets the like of what it did before.
pub(crate) const SHARDS: u64 = 16;

/// The queue of a task.
pub(crate) fn shard(id: TaskId) -> u64 {
    id.place() % SHARDS
}

/// What programs must have in common to work together: a piece of another build is never seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build(String);

impl Build {
    /// This program's: its version and the signature of its engine.
    pub fn own() -> Self {
        let version = env!("CARGO_PKG_VERSION").replace('.', "-");
        Self(format!("{version}_{}", signature::OWN))
    }

    /// Another one, for tests.
    ///
    /// # Panics
    /// A name that is not made of letters, digits, `-` and `_`.
    pub fn named(name: &str) -> Self {
        let is_fit = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        assert!(!name.is_empty() && name.chars().all(is_fit), "{name}");
        Self(name.to_owned())
    }

    /// Of a kind of message.
    fn of(&self, kind: &str) -> String {
        format!("mp.{kind}.{VERSION}.{}", self.0)
    }

    /// What all who work listen to.
    pub(crate) fn news(&self) -> String {
        self.of("news")
    }

    /// Where a worker tells that it is here; `*` for all.
    pub(crate) fn here(&self, worker: &str) -> String {
        self.of("here") + "." + worker
    }

    /// The work of a queue, of all runs.
    pub(crate) fn queue(&self, shard: u64) -> String {
        format!("{}.*.{shard}.>", self.of("work"))
    }

    /// The name of the consumer of a queue.
    pub(crate) fn consumer(&self, shard: u64) -> String {
        format!("work_{VERSION}_{}_{shard}", self.0)
    }

    /// The work of a run.
    pub(crate) fn work_of(&self, run: u64) -> String {
        format!("{}.{run:016x}.>", self.of("work"))
    }

    /// The results of a run.
    pub(crate) fn done_of(&self, run: u64) -> String {
        format!("{}.{run:016x}.>", self.of("done"))
    }

    /// A piece of work.
    pub(crate) fn work(&self, run: u64, id: TaskId) -> String {
        let TaskId {
            generation,
            phase,
            chunk,
        } = id;
        let (kind, shard) = (self.of("work"), shard(id));
        format!("{kind}.{run:016x}.{shard}.{generation}.{phase}.{chunk}")
    }
}

/// A run as subjects have it.
pub(crate) fn run(run: u64) -> String {
    format!("{run:016x}")
}

/// Which run a subject of work names.
#[cfg(feature = "nats")]
pub(crate) fn run_of(subject: &str) -> Option<&str> {
    subject.split('.').nth(4)
}

/// Where the result of a piece of work goes.
pub(crate) fn done(work: &str) -> Option<String> {
    let rest = work.strip_prefix("mp.work.")?;
    Some(format!("mp.done.{rest}"))
}

/// Which task a subject of work or of a result names.
pub(crate) fn task(subject: &str) -> Option<TaskId> {
    let mut from_the_end = subject.rsplit('.');
    Some(TaskId {
        chunk: from_the_end.next()?.parse().ok()?,
        phase: from_the_end.next()?.parse().ok()?,
        generation: from_the_end.next()?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: TaskId = TaskId {
        generation: 7,
        phase: 1,
        chunk: 19,
    };

    #[test]
    fn a_subject_names_its_task() {
        let work = Build::named("0-1-0_5").work(0xab, ID);
        assert_eq!(
            work,
            format!("mp.work.{VERSION}.0-1-0_5.00000000000000ab.3.7.1.19")
        );
        assert_eq!(task(&work), Some(ID));
        assert_eq!(run_of(&work), Some(&*run(0xab)));
        let done = done(&work).expect("it is work");
        assert_eq!(task(&done), Some(ID));
        assert!(done.starts_with(&format!("mp.done.{VERSION}.0-1-0_5.")));
        for wrong in ["", "a.b", "1.2.x", "1.999.3"] {
            assert_eq!(task(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_own_build_is_a_name() {
        assert_eq!(Build::named(&Build::own().0), Build::own());
    }
}
