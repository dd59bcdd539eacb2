//! Threads that do the work an experiment gives away.

use std::collections::{BTreeMap, VecDeque};

use millipawn_evolve::job::task::{Outcome, Task, Worker};

use crate::{
    failure::Failure,
    threads::{FAULT, STARTS, Threads, builder, cores},
    wall::Wall,
};

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
    threads: Threads<Task, Outcome>,
}

impl Pool {
    /// So many workers; without a number as many as the machine has cores.
    pub fn new(workers: Option<u16>) -> Self {
        let workers = workers.map_or_else(cores, usize::from).max(1);
        let spawn = |body| {
            builder().spawn(body).expect(STARTS);
        };
        let worker = || {
            let (mut worker, mut wall) = (Worker::default(), Wall::new());
            move |task| worker.perform(&task, &mut wall)
        };
        let threads = Threads::start(workers, spawn, worker);
        Self { threads }
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
        let mut held = vec![0; self.threads.count()];
        let mut last = BTreeMap::new();
        loop {
            while waiting.len() < self.threads.count() * AHEAD
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
                        self.threads.give(worker, task);
                        *held += 1;
                    }
                }
            }
            if held.iter().all(|held| *held == 0) {
                return Ok(());
            }
            let (worker, outcome) = self.threads.wait();
            held[worker] -= 1;
            let failed = || Failure::of("a worker failed", format_args!("{FAULT}; {KEPT}"));
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

const KEPT: &str = "what was kept of the run until now is whole";
