//! What stands in the place of the network where it is not compiled.

use std::time::Duration;

use millipawn_evolve::job::task::{Task, TaskId};

use crate::{Build, Event, NetworkError, WorkerId};

/// Nobody is reached, so there is none.
#[derive(Debug)]
pub enum Coordinator {}

impl Coordinator {
    /// Refuses.
    ///
    /// # Errors
    /// Always.
    pub fn connect(
        url: &str,
        _: Build,
        _: Duration,
        _: impl Fn(Event) + Clone + Send + Sync + 'static,
    ) -> Result<Self, NetworkError> {
        Err(NetworkError::of(
            url,
            "this program was built without the network",
        ))
    }

    /// Begins another run.
    pub fn begin(&self) -> u64 {
        match *self {}
    }

    /// Gives a piece to whoever takes it.
    pub fn offer(&self, _: &Task) -> bool {
        match *self {}
    }

    /// The result of a piece is known.
    pub fn settle(&self, _: TaskId) {
        match *self {}
    }

    /// Tells a worker that it is to stop.
    pub fn bar(&self, _: WorkerId) {
        match *self {}
    }
}
