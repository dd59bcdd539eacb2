//! Threads that do pieces of work, each with tools of its own. A piece that panics is a result too, so that nobody waits for it.

use std::{
    collections::BTreeMap,
    num::NonZero,
    ops::ControlFlow,
    panic::{self, AssertUnwindSafe},
    sync::mpsc::{self, Receiver, Sender},
    thread::{self, Builder},
};

use crate::failure::Failure;

// Where a panic ends the program, nothing below could tell what became of the work.
#[cfg(not(panic = "unwind"))]
compile_error!("the command line needs panics that unwind");

/// Enough for the deepest search: a list of moves on every ply.
const STACK_BYTES: usize = 16 << 20;

/// Why a thread that cannot be started is a bug in the surroundings and not handled.
pub(crate) const STARTS: &str = "the system can start a thread";

/// What is told of a panic; the panic itself was told before.
pub(crate) const FAULT: &str = "a fault of this program, told above";

const LIVE: &str = "threads live until they get no more work";

/// Threads that the machine runs at once.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Of a thread that may search.
pub(crate) fn builder() -> Builder {
    Builder::new().stack_size(STACK_BYTES)
}

/// Threads that get jobs `J` and answer with results `R`, until this is dropped.
#[derive(Debug)]
pub(crate) struct Threads<J, R> {
    jobs: Vec<Sender<J>>,
    /// With the number of the thread; `None` where it panicked.
    results: Receiver<(usize, Option<R>)>,
    done: Sender<(usize, Option<R>)>,
}

impl<J: Send, R: Send> Threads<J, R> {
    /// So many threads, which `spawn` starts. Each does its jobs with what `worker` makes, and gets another after a panic.
    pub(crate) fn start<'a, W: FnMut(J) -> R>(
        count: usize,
        spawn: impl Fn(Box<dyn FnOnce() + Send + 'a>),
        worker: impl Fn() -> W + Clone + Send + 'a,
    ) -> Self
    where
        J: 'a,
        R: 'a,
    {
        let (done, results) = mpsc::channel();
        let jobs = (0..count)
            .map(|number| {
                let (jobs, waiting) = mpsc::channel();
                let (done, worker) = (done.clone(), worker.clone());
                spawn(Box::new(move || work(number, &waiting, &done, worker)));
                jobs
            })
            .collect();
        Self {
            jobs,
            results,
            done,
        }
    }

    /// Where others put what [`Threads::wait`] is to hear of besides.
    pub(crate) fn results(&self) -> Sender<(usize, Option<R>)> {
        self.done.clone()
    }

    /// How many there are.
    pub(crate) const fn count(&self) -> usize {
        self.jobs.len()
    }

    /// Gives a thread a job, which it does after those it was given before.
    pub(crate) fn give(&self, thread: usize, job: J) {
        self.jobs[thread].send(job).expect(LIVE);
    }

    /// Waits for any thread's next result; `None` of a job that panicked.
    pub(crate) fn wait(&self) -> (usize, Option<R>) {
        self.results.recv().expect(LIVE)
    }
}

fn work<J, R, W: FnMut(J) -> R>(
    number: usize,
    waiting: &Receiver<J>,
    done: &Sender<(usize, Option<R>)>,
    worker: impl Fn() -> W,
) {
    let mut kept = None;
    while let Ok(job) = waiting.recv() {
        let perform = || kept.get_or_insert_with(&worker)(job);
        let result = panic::catch_unwind(AssertUnwindSafe(perform)).ok();
        if result.is_none() {
            kept = None;
        }
        if done.send((number, result)).is_err() {
            return;
        }
    }
}

/// Lets up to `most` threads do the jobs 0 to `count`, and tells the results in their order, whatever is done first. `Break` ends
/// it, once the jobs under way are done. `what` is what a job is called.
///
/// # Errors
/// The first of `told`, or a job that panicked.
pub(crate) fn in_order<R: Send, W: FnMut(usize) -> R>(
    what: &str,
    most: usize,
    count: usize,
    worker: impl Fn() -> W + Clone + Send,
    mut told: impl FnMut(usize, R) -> Result<ControlFlow<()>, Failure>,
) -> Result<(), Failure> {
    thread::scope(|scope| {
        let threads = Threads::start(
            most.clamp(1, count.max(1)),
            |body| {
                builder().spawn_scoped(scope, body).expect(STARTS);
            },
            worker,
        );
        let mut left = 0..count;
        let mut doing = vec![None; threads.count()];
        let mut give = |doing: &mut Option<usize>, thread: usize| {
            *doing = left.next();
            if let Some(job) = *doing {
                threads.give(thread, job);
            }
        };
        for (thread, doing) in doing.iter_mut().enumerate() {
            give(doing, thread);
        }
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        while next < count {
            let (thread, result) = threads.wait();
            let job = doing[thread].expect("it was given a job");
            waiting.insert(job, result);
            give(&mut doing[thread], thread);
            while let Some(result) = waiting.remove(&next) {
                let failed = || Failure::of(format_args!("{what} {}", next + 1), FAULT);
                if told(next, result.ok_or_else(failed)?)?.is_break() {
                    return Ok(());
                }
                next += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does what nobody expects with every tenth number, the first but for 0.
    fn square(number: usize) -> usize {
        assert!(number == 0 || !number.is_multiple_of(10), "number {number}");
        number * number
    }

    #[test]
    fn results_are_told_in_order_whatever_is_done_first() {
        let mut seen = Vec::new();
        let told = |number, square| {
            seen.push((number, square));
            Ok(ControlFlow::Continue(()))
        };
        in_order("number", 3, 10, || square, told).expect("none is a tenth");
        let expected: Vec<_> = (0..10).map(|number| (number, number * number)).collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_job_that_panics_ends_the_work_and_nobody_waits() {
        let mut seen = 0;
        let told = |number, _| {
            seen = number;
            Ok(ControlFlow::Continue(()))
        };
        let Err(Failure::Refused(why)) = in_order("number", 2, 100, || square, told) else {
            panic!("number 10 fails");
        };
        assert_eq!(why, format!("number 11: {FAULT}"));
        assert_eq!(seen, 9, "those before it are told");
    }

    #[test]
    fn whoever_hears_enough_ends_it() {
        let told = |number, _| {
            assert!(number < 5);
            Ok(match number {
                4 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            })
        };
        in_order("number", 2, 100, || square, told).expect("it ends before the tenth is told");
    }

    #[test]
    fn a_thread_goes_on_with_a_new_worker() {
        let counter = || {
            let mut done = 0;
            move |number| {
                square(number);
                done += 1;
                done
            }
        };
        let spawn = |body| {
            builder().spawn(body).expect(STARTS);
        };
        let threads = Threads::start(1, spawn, counter);
        for number in [1, 2, 10, 3] {
            threads.give(0, number);
        }
        let results: Vec<_> = (0..4).map(|_| threads.wait()).collect();
        assert_eq!(
            results,
            [(0, Some(1)), (0, Some(2)), (0, None), (0, Some(1))]
        );
    }
}
