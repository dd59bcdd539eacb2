//! Threads that do the work an experiment gives away.

use std::{
    collections::{BTreeMap, VecDeque},
    num::NonZero,
    panic::{self, AssertUnwindSafe},
    sync::mpsc::{self, Receiver, Sender},
    thread,
};

use millipawn_evolve::job::task::{Outcome, Task, Worker};

use crate::{failure::Failure, wall::Wall};

/// Room for the deepest search: a list of moves on every ply.
pub(crate) const STACK_BYTES: usize = 16 << 20;
/// Why a thread that cannot be started is a bug in the surroundings and not handled.
pub(crate) const STARTS: &str = "the system can start a thread";

/// Pieces of work that each worker holds, so that none waits for work.
const HELD: usize = 2;
/// Pieces of work a worker that are asked for ahead: a choice for those who look for one that they know.
const AHEAD: usize = 32;

/// Workers of equal standing.
///
/// A piece of work whose like returns every generation goes to the worker that did it last, if there is a choice: it kept
/// what it found out, and no other need keep the same. One that has nothing of its own left takes from the others.
#[derive(Debug)]
pub struct Pool {
    tasks: Vec<Sender<Task>>,
    /// With the number of the worker; without an outcome where it failed.
    outcomes: Receiver<(usize, Option<Outcome>)>,
}

impl Pool {
    /// So many workers; without a number as many as the machine has cores.
    pub fn new(workers: Option<u16>) -> Self {
        let workers = workers.map_or_else(cores, usize::from).max(1);
        let (done, outcomes) = mpsc::channel();
        let tasks = (0..workers)
            .map(|number| {
                let (tasks, waiting) = mpsc::channel();
                let done = done.clone();
                thread::Builder::new()
                    .stack_size(STACK_BYTES)
                    .spawn(move || work(number, &waiting, &done))
                    .expect(STARTS);
                tasks
            })
            .collect();
        Self { tasks, outcomes }
    }

    /// Asks `state` for work and tells it the outcomes, until it has no more work and all is told.
    ///
    /// # Errors
    /// The first of `tell`, or a worker that failed: whoever did its work again would fail too.
    pub fn work_off<S>(
        &self,
        state: &mut S,
        ask: impl Fn(&mut S) -> Option<Task>,
        tell: impl Fn(&mut S, Outcome) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut waiting = VecDeque::new();
        let mut held = vec![0; self.tasks.len()];
        let mut last = BTreeMap::new();
        loop {
            while waiting.len() < self.tasks.len() * AHEAD
                && let Some(task) = ask(state)
            {
                waiting.push_back(task);
            }
            for depth in 0..HELD {
                for (worker, held) in held.iter_mut().enumerate() {
                    if *held == depth
                        && let Some(task) = choose(&mut waiting, &last, worker)
                    {
                        last.insert(task.id.place(), worker);
                        self.tasks[worker].send(task).expect(LIVE);
                        *held += 1;
                    }
                }
            }
            if held.iter().all(|held| *held == 0) {
                return Ok(());
            }
            let (worker, outcome) = self.outcomes.recv().expect(LIVE);
            held[worker] -= 1;
            let failed = || Failure::of("a worker failed", INTERNAL);
            tell(state, outcome.ok_or_else(failed)?)?;
        }
    }
}

/// Takes the work that `worker` did last time, else what nobody did, else the latest: its owner comes to that last.
fn choose(
    waiting: &mut VecDeque<Task>,
    last: &BTreeMap<u64, usize>,
    worker: usize,
) -> Option<Task> {
    let find = |wanted: Option<usize>| {
        waiting
            .iter()
            .position(|task| last.get(&task.id.place()).copied() == wanted)
    };
    let at = find(Some(worker)).or_else(|| find(None));
    waiting.remove(at.unwrap_or(waiting.len().checked_sub(1)?))
}

pub(crate) const INTERNAL: &str =
    "a fault of this program, told above; what was kept of the run until now is whole";
const LIVE: &str = "the workers live as long as the pool";

/// Threads that the machine runs at once.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Until the pool is gone.
fn work(number: usize, waiting: &Receiver<Task>, done: &Sender<(usize, Option<Outcome>)>) {
    let (mut worker, mut wall) = (Worker::default(), Wall::new());
    while let Ok(task) = waiting.recv() {
        // Whoever waits for the outcome would wait for ever.
        let performed = panic::catch_unwind(AssertUnwindSafe(|| worker.perform(&task, &mut wall)));
        if performed.is_err() {
            worker = Worker::default();
        }
        if done.send((number, performed.ok())).is_err() {
            return;
        }
    }
}
