//! `millipawn work`: lends this machine's cores.

use std::{
    collections::{BTreeMap, VecDeque},
    time::Instant,
};

use indicatif::{ProgressBar, ProgressStyle};
use millipawn_evolve::job::task::{Outcome, Task, Worker};
use millipawn_network::{Build, Helper, Instruction};

use crate::{
    arguments::WorkArguments,
    failure::Failure,
    pool::choose,
    threads::{STARTS, Threads, builder, cores},
    wall::Wall,
};

/// Steps of the system's priority that a worker goes back.
#[cfg(unix)]
const NICE: i32 = 10;
/// In the place of a thread's number, of what the network says.
const NETWORK: usize = usize::MAX;

/// What is waited for.
enum Heard {
    Done(u64, Outcome),
    Told(Instruction),
}

/// Works until a signal or a coordinator ends it.
///
/// # Errors
/// A broker that cannot be reached, or a coordinator that found this machine's results wrong.
pub fn run(arguments: &WorkArguments) -> Result<(), Failure> {
    #[cfg(unix)]
    if !arguments.full_priority {
        let behind = rustix::process::nice(NICE);
        behind.map_err(|error| Failure::of("the priority", error))?;
    }
    let count = arguments.workers.map_or_else(cores, usize::from);
    let spawn = |body| {
        builder().spawn(body).expect(STARTS);
    };
    let worker = || {
        let (mut worker, mut wall) = (Worker::default(), Wall::new());
        move |(number, task): (u64, Task)| Heard::Done(number, worker.perform(&task, &mut wall))
    };
    let threads = Threads::start(count, spawn, worker);
    let results = threads.results();
    let told = move |instruction| {
        let _ = results.send((NETWORK, Some(Heard::Told(instruction))));
    };
    let helper = Helper::connect(&arguments.url, Build::own(), count, told);
    let helper = helper.map_err(|error| Failure::Refused(error.to_string()))?;
    let bar = bar();
    let id = helper.id();
    let plural = if count == 1 { "" } else { "s" };
    bar.suspend(|| eprintln!("Worker {id} lends {count} thread{plural}. Ctrl-C ends it."));
    let mut bench = Bench {
        threads,
        helper,
        waiting: VecDeque::new(),
        doing: vec![None; count],
        last: BTreeMap::new(),
        done: 0,
    };
    let started = Instant::now();
    let ended = bench.work(&bar);
    bar.finish_and_clear();
    eprintln!(
        "Worker {id}: {} pieces of work in {:.0} s",
        bench.done,
        started.elapsed().as_secs_f64()
    );
    ended
}

fn bar() -> ProgressBar {
    let style =
        ProgressStyle::with_template("{spinner} {elapsed}  {pos} pieces of work, {per_sec}");
    ProgressBar::new_spinner().with_style(style.expect("written here"))
}

struct Bench {
    threads: Threads<(u64, Task), Heard>,
    helper: Helper,
    /// Tasks that no thread has, by the numbers that the network knows them by.
    waiting: VecDeque<(u64, Task)>,
    /// What each thread does.
    doing: Vec<Option<u64>>,
    /// Which thread did the work of a place last.
    last: BTreeMap<u64, usize>,
    done: u64,
}

impl Bench {
    fn work(&mut self, bar: &ProgressBar) -> Result<(), Failure> {
        loop {
            match self.threads.wait() {
                (_, Some(Heard::Told(instruction))) => match instruction {
                    Instruction::Perform(number, task) => self.waiting.push_back((number, task)),
                    Instruction::Notice(why) => bar.suspend(|| eprintln!("Network: {why}")),
                    Instruction::Stop => return Ok(()),
                    Instruction::Barred => {
                        let why = "this machine gets no more work: it failed, or a coordinator found its results wrong. Is its memory sound?";
                        return Err(Failure::Unfit(why.to_owned()));
                    }
                },
                (thread, Some(Heard::Done(number, outcome))) => {
                    self.answer(thread, number, Some(outcome));
                    self.done += 1;
                    bar.inc(1);
                }
                // What panicked would panic elsewhere too: its coordinator hears of it.
                (thread, None) => {
                    let number = self.doing[thread].expect("it had a task");
                    self.answer(thread, number, None);
                }
            }
            self.give();
        }
    }

    fn answer(&mut self, thread: usize, number: u64, outcome: Option<Outcome>) {
        self.doing[thread] = None;
        self.helper.answer(number, outcome);
    }

    fn give(&mut self) {
        for thread in 0..self.doing.len() {
            if self.doing[thread].is_none()
                && let Some((number, task)) =
                    choose(&mut self.waiting, |(_, task)| task, &self.last, thread)
            {
                self.last.insert(task.id.place(), thread);
                self.doing[thread] = Some(number);
                self.threads.give(thread, (number, task));
            }
        }
    }
}
