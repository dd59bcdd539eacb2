//! What stands in the place of the network where it is not compiled.

use std::time::Duration;

use millipawn_evolve::job::task::{Task, TaskId};

use crate::{Build, Event, NetworkError, WorkerId};

/// What a deme hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pollen {
    /// Bytes that came, whatever they are.
    Offer(Vec<u8>),
    /// What is wrong, for people.
    Trouble(String),
}

/// Nobody is reached, so there is none.
#[derive(Debug)]
pub enum Pollinator {}

impl Pollinator {
    /// Refuses.
    ///
    /// # Errors
    /// Always.
    pub fn connect(
        url: &str,
        _: String,
        _: String,
        _: impl Fn(Pollen) + Clone + Send + Sync + 'static,
    ) -> Result<Self, NetworkError> {
        Err(without(url))
    }

    /// Offers this.
    pub fn offer(&self, _: String) {
        match *self {}
    }
}

/// Does nothing: a signal ends this program as it ends any other.
///
/// # Errors
/// Never.
pub fn on_stop(_: impl FnOnce() + Send + 'static) -> Result<(), NetworkError> {
    Ok(())
}

fn without(url: &str) -> NetworkError {
    NetworkError::of(url, "this program was built without the network")
}

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
        Err(without(url))
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
