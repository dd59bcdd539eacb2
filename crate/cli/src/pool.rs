//! Threads that do the work an experiment gives away.

use std::{
    num::NonZero,
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, Sender},
    },
    thread,
};

use millipawn_evolve::work::{Outcome, Task, Worker};

use crate::{failure::Failure, wall::Wall};

/// Room for the deepest search: a list of moves on every ply.
pub(crate) const STACK_BYTES: usize = 16 << 20;
/// Why a thread that cannot be started is a bug in the surroundings and not handled.
pub(crate) const STARTS: &str = "the system can start a thread";

/// Pieces of work that wait for each worker, so that none waits for work.
const WAITING: usize = 2;

/// Workers of equal standing.
#[derive(Debug)]
pub struct Pool {
    workers: usize,
    tasks: Sender<Task>,
    outcomes: Receiver<Outcome>,
}

impl Pool {
    /// So many workers; without a number as many as the machine has cores.
    pub fn new(workers: Option<u16>) -> Self {
        let workers = workers.map_or_else(cores, usize::from).max(1);
        let (tasks, waiting) = mpsc::channel();
        let (done, outcomes) = mpsc::channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..workers {
            let (waiting, done) = (Arc::clone(&waiting), done.clone());
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn(move || work(&waiting, &done))
                .expect(STARTS);
        }
        Self {
            workers,
            tasks,
            outcomes,
        }
    }

    /// Asks `state` for work and tells it the outcomes, until it has no more work and all is told.
    ///
    /// # Errors
    /// The first of `tell`.
    pub fn work_off<S>(
        &self,
        state: &mut S,
        ask: impl Fn(&mut S) -> Option<Task>,
        tell: impl Fn(&mut S, Outcome) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut under_way = 0;
        loop {
            while under_way < self.workers * WAITING
                && let Some(task) = ask(state)
            {
                self.tasks.send(task).expect(LIVE);
                under_way += 1;
            }
            if under_way == 0 {
                return Ok(());
            }
            let outcome = self.outcomes.recv().expect(LIVE);
            under_way -= 1;
            tell(state, outcome)?;
        }
    }
}

const LIVE: &str = "the workers live as long as the pool";

/// Threads that the machine runs at once.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Until the pool is gone.
fn work(waiting: &Mutex<Receiver<Task>>, done: &Sender<Outcome>) {
    let (mut worker, mut wall) = (Worker::default(), Wall::new());
    loop {
        let task = match waiting.lock() {
            Ok(waiting) => waiting.recv(),
            Err(_) => return,
        };
        let Ok(task) = task else { return };
        if done.send(worker.perform(&task, &mut wall)).is_err() {
            return;
        }
    }
}
