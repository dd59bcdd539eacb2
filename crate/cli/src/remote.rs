//! The workers of other machines, as a pool sees them.

use std::{cell::Cell, process, time::Duration};

use millipawn_evolve::job::task::{Task, TaskId};
use millipawn_network::{Build, Coordinator, Event, WorkerId};

use crate::{
    arguments::PoolArguments,
    failure::{Failure, INTERRUPTED},
};

/// Pieces that are given out for each thread of other machines: a choice for those who look for one that they know.
const AHEAD: usize = 32;

/// Gives pieces of work to other machines.
#[derive(Debug)]
pub(crate) struct Remote {
    coordinator: Coordinator,
    /// Workers, and their threads.
    workers: Cell<(usize, usize)>,
    /// Pieces that were given again.
    again: Cell<usize>,
    /// The share of results that is checked here.
    pub(crate) verify: f64,
    /// Whether there are pieces though nobody has been heard of who would do them.
    waits: bool,
}

impl Remote {
    /// Connects as the command line says, if it does; `waits` where nobody else works. A signal ends this program from then on as it ends
    /// any other, at once and whatever it is at, but that others are told first.
    ///
    /// # Errors
    /// A broker that cannot be reached.
    pub(crate) fn connect(
        arguments: &PoolArguments,
        waits: bool,
        told: impl Fn(Event) + Clone + Send + Sync + 'static,
    ) -> Result<Option<Self>, Failure> {
        let Some(url) = &arguments.network else {
            return Ok(None);
        };
        let wait = Duration::from_secs(arguments.redeliver.into());
        let told = move |event| match event {
            Event::Stop => process::exit(INTERRUPTED.into()),
            event => told(event),
        };
        let coordinator = Coordinator::connect(url, Build::own(), wait, told);
        let coordinator = coordinator.map_err(|error| Failure::of("--network", error))?;
        Ok(Some(Self {
            coordinator,
            workers: Cell::default(),
            again: Cell::default(),
            verify: arguments.verify.unwrap_or(0.0),
            waits,
        }))
    }

    /// Begins a run, whose number results name: what was given out before is forgotten.
    pub(crate) fn begin(&self) -> u64 {
        self.coordinator.begin()
    }

    /// How many pieces may be out.
    pub(crate) fn capacity(&self) -> usize {
        let (_, threads) = self.workers.get();
        threads.max(usize::from(self.waits)) * AHEAD
    }

    /// Gives out a piece; whether it is small enough.
    pub(crate) fn offer(&self, task: &Task) -> bool {
        self.coordinator.offer(task)
    }

    /// The result of a piece is known, or will be found here.
    pub(crate) fn settle(&self, id: TaskId) {
        self.coordinator.settle(id);
    }

    /// Tells a worker to stop.
    pub(crate) fn bar(&self, worker: WorkerId) {
        self.coordinator.bar(worker);
    }

    /// What has changed about those who work.
    pub(crate) fn note(&self, event: &Event) {
        match event {
            Event::Workers(workers, threads) => self.workers.set((*workers, *threads)),
            Event::Again(pieces) => self.again.set(self.again.get() + pieces),
            _ => {}
        }
    }

    /// Pieces that were given again.
    pub(crate) fn again(&self) -> usize {
        self.again.get()
    }

    /// Who works now, for people.
    pub(crate) fn status(&self) -> String {
        let (workers, threads) = self.workers.get();
        format!("{workers} workers with {threads} threads")
    }
}
