//! Threads that do the work an experiment gives away, and workers of other machines beside them.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, VecDeque},
    ops::ControlFlow,
    time::Instant,
};

use indicatif::ProgressBar;
use millipawn_evolve::{
    job::task::{Job, JobResult, Outcome, Task, TaskId, Worker},
    run::RunError,
};
use millipawn_network::{Event, WorkerId};

use crate::{
    arguments::PoolArguments,
    failure::Failure,
    remote::Remote,
    threads::{FAULT, STARTS, Threads, builder, cores},
    wall::Wall,
};

/// Pieces of work that each worker holds, so that none waits for work.
const HELD: usize = 2;
/// Pieces of work a worker that are asked for ahead: a choice for those who look for one that they know.
const AHEAD: usize = 32;
/// How the report on who worked begins.
pub(crate) const WHO_WORKED: &str = "Pieces of work";
/// In the place of a thread's number, of what other machines do.
const ELSEWHERE: usize = usize::MAX;

/// What a pool waits for.
#[derive(Debug)]
pub(crate) enum Heard {
    /// A thread of its own has done its work.
    Here(Outcome),
    /// Something about the other machines.
    There(Event),
}

/// Whether a result was taken, and if not, why.
pub type Told = Result<(), RunError>;

/// Workers of equal standing.
///
/// A piece of work whose like returns every generation goes to the worker that did it last, if there is a choice: it kept
/// what it found out, and no other need keep the same. One that has nothing of its own left takes from the others.
#[derive(Debug)]
pub struct Pool {
    threads: Threads<Task, Heard>,
    /// Threads that do work; where there are none, what there is only checks.
    workers: usize,
    remote: Option<Remote>,
    account: RefCell<Account>,
    begun: Instant,
}

/// Who did what.
#[derive(Debug, Default)]
struct Account {
    here: u64,
    there: BTreeMap<WorkerId, u64>,
    checked: u64,
    barred: BTreeSet<WorkerId>,
    /// Of each worker of which results were used that nobody checked: the generation of the first, and how many.
    trusted: BTreeMap<WorkerId, (u32, u64)>,
}

impl Pool {
    /// So many workers; without a number as many as the machine has cores.
    pub fn new(workers: Option<u16>) -> Self {
        let workers = workers.map_or_else(cores, usize::from).max(1);
        Self::of(workers, workers)
    }

    /// As the command line says; where it names a network, with the workers of that, and then there may be none here.
    ///
    /// # Errors
    /// A network that cannot be reached, or no workers at all.
    pub fn with_network(arguments: &PoolArguments) -> Result<Self, Failure> {
        let workers = arguments.threads()?;
        let checks = arguments.verify.is_some_and(|share| share > 0.0);
        let mut pool = Self::of(workers, workers.max(usize::from(checks)));
        let results = pool.threads.results();
        let told = move |event| {
            let _ = results.send((ELSEWHERE, Some(Heard::There(event))));
        };
        pool.remote = Remote::connect(arguments, workers == 0, told)?;
        if workers == 0 {
            eprintln!(
                "Nobody works here: waiting for others, with millipawn work and the network's address."
            );
        }
        Ok(pool)
    }

    fn of(workers: usize, threads: usize) -> Self {
        let spawn = |body| {
            builder().spawn(body).expect(STARTS);
        };
        let worker = || {
            let (mut worker, mut wall) = (Worker::default(), Wall::new());
            move |task| Heard::Here(worker.perform(&task, &mut wall))
        };
        Self {
            threads: Threads::start(threads, spawn, worker),
            workers,
            remote: None,
            account: RefCell::default(),
            begun: Instant::now(),
        }
    }

    /// Whether results are checked before they are used: what is kept in the middle of a generation would not be.
    pub(crate) fn checks(&self) -> bool {
        self.remote
            .as_ref()
            .is_some_and(|remote| remote.verify > 0.0)
    }

    /// Whether some results are checked, and others used as they are.
    pub(crate) fn checks_some(&self) -> bool {
        let remote = self.remote.as_ref();
        remote.is_some_and(|remote| remote.verify > 0.0 && remote.verify < 1.0)
    }

    /// Who works and how fast, for people; nothing where nobody else does.
    pub(crate) fn status(&self) -> String {
        let Some(remote) = &self.remote else {
            return String::new();
        };
        let account = self.account.borrow();
        let pieces = account.here + account.there.values().sum::<u64>();
        let speed = pieces as f64 / self.begun.elapsed().as_secs_f64();
        let again = remote.again();
        format!(
            "; {}, {speed:.0} pieces/s, {again} lost by the broker",
            remote.status()
        )
    }

    /// Ends what showed the work, and where others worked tells who did what.
    pub(crate) fn conclude(&self, bar: &ProgressBar) {
        bar.finish_and_clear();
        if let Some(report) = self.report() {
            eprintln!("{report}");
        }
    }

    fn report(&self) -> Option<String> {
        let remote = self.remote.as_ref()?;
        let account = self.account.borrow();
        let each = account.there.iter();
        let each: Vec<String> = each
            .map(|(worker, pieces)| format!("{worker} {pieces}"))
            .collect();
        let (here, there) = (account.here, account.there.values().sum::<u64>());
        Some(format!(
            "{WHO_WORKED}: {here} here, {there} elsewhere ({}); {} lost by the broker, {} checked",
            each.join(", "),
            remote.again(),
            account.checked
        ))
    }

    /// Asks `state` for work and tells it the outcomes, until it has no more work and all is told.
    ///
    /// # Errors
    /// The first of `tell`, a worker that failed: whoever did its work again would fail too; or a result from elsewhere that is
    /// wrong, where others of the same worker were used.
    pub fn work_off<S>(
        &self,
        state: &mut S,
        ask: impl Fn(&mut S) -> Option<Task>,
        tell: impl Fn(&mut S, &Outcome) -> Result<Told, Failure>,
    ) -> Result<(), Failure> {
        self.work_until(state, ask, tell, |_| false)
    }

    /// Does pieces of work that need nothing of each other, and tells what was read of their results in the order of the pieces, whatever
    /// is done first. `read` answers nothing where a result does not fit its piece; `Break` ends the work, once the threads have done
    /// what they have. `bar` shows how many are told.
    ///
    /// # Errors
    /// As [`Pool::work_off`], or the first of `told`.
    pub(crate) fn in_order<R>(
        &self,
        bar: &ProgressBar,
        jobs: impl Iterator<Item = Job>,
        read: impl Fn(usize, &JobResult) -> Option<R>,
        told: impl FnMut(usize, R) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let mut order = Order {
            jobs: (0..).zip(jobs),
            waiting: BTreeMap::new(),
            next: 0,
            is_over: false,
            told,
        };
        let tell = |order: &mut Order<_, R, _>, outcome: &Outcome| {
            let number = outcome.id.chunk as usize;
            let Some(result) = read(number, &outcome.result) else {
                return Ok(Err(RunError::WrongOutcome));
            };
            order.tell(number, result, bar)?;
            bar.set_prefix(self.status());
            Ok(Ok(()))
        };
        self.work_until(&mut order, Order::ask, tell, |order| order.is_over)
    }

    /// The same as [`Pool::work_off`], which ends as well when the state is such that nothing more is wanted.
    fn work_until<S>(
        &self,
        state: &mut S,
        ask: impl Fn(&mut S) -> Option<Task>,
        tell: impl Fn(&mut S, &Outcome) -> Result<Told, Failure>,
        is_enough: impl Fn(&S) -> bool,
    ) -> Result<(), Failure> {
        let run = self.remote.as_ref().map_or(0, Remote::begin);
        let mut desk = Desk::new(self, run);
        loop {
            match is_enough(state) {
                true => desk.clear(),
                false => desk.ask(|| ask(state)),
            }
            desk.give()?;
            if desk.is_idle() {
                return Ok(());
            }
            let (thread, heard) = self.threads.wait();
            let failed = || Failure::of("a worker failed", format_args!("{FAULT}; {KEPT}"));
            let result = match heard.ok_or_else(failed)? {
                Heard::Here(outcome) => desk.take_own(thread, outcome)?,
                Heard::There(event) => desk.hear(event)?,
            };
            for (by, outcome) in result {
                match tell(state, &outcome)? {
                    Ok(()) => desk.told(by, outcome.id),
                    Err(error) => desk.refused(by, outcome.id, &error)?,
                }
            }
        }
    }
}

/// Results on their way into an order.
struct Order<J, R, T> {
    jobs: J,
    /// Told when those before them are.
    waiting: BTreeMap<usize, R>,
    /// The next to be told.
    next: usize,
    is_over: bool,
    told: T,
}

impl<J, R, T> Order<J, R, T>
where
    J: Iterator<Item = (u32, Job)>,
    T: FnMut(usize, R) -> Result<ControlFlow<()>, Failure>,
{
    fn ask(&mut self) -> Option<Task> {
        let (chunk, job) = self.jobs.next()?;
        let id = TaskId {
            generation: 0,
            phase: 0,
            chunk,
        };
        Some(Task { id, job })
    }

    fn tell(&mut self, number: usize, result: R, bar: &ProgressBar) -> Result<(), Failure> {
        self.waiting.insert(number, result);
        while !self.is_over
            && let Some(result) = self.waiting.remove(&self.next)
        {
            self.is_over = (self.told)(self.next, result)?.is_break();
            self.next += 1;
            bar.inc(1);
        }
        Ok(())
    }
}

/// Who found a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// A thread of the pool.
    Here,
    /// Another machine, and a thread of the pool found the same.
    Checked(WorkerId),
    /// Another machine, whose word it is.
    Worker(WorkerId),
}

type Found = (By, Outcome);

/// A piece, for people.
fn named(id: TaskId) -> String {
    let TaskId {
        generation, chunk, ..
    } = id;
    format!("piece {chunk} of generation {generation}")
}

/// What is going on while work is worked off.
struct Desk<'a> {
    pool: &'a Pool,
    /// Its number on the network.
    run: u64,
    /// Nobody has them.
    waiting: VecDeque<Task>,
    /// All that are not told, with those that wait.
    open: BTreeMap<TaskId, Task>,
    /// Given to other machines, in this order.
    away: VecDeque<TaskId>,
    /// How many each thread has.
    held: Vec<usize>,
    /// Who did the work of a place last.
    last: BTreeMap<u64, usize>,
    /// Results that are to be found here too before they are told.
    checks: BTreeMap<TaskId, (WorkerId, Outcome)>,
    /// Of these, those that no thread has.
    unchecked: VecDeque<TaskId>,
    /// Pieces that a worker failed at, and the first who did.
    failures: BTreeMap<TaskId, WorkerId>,
    /// To be done here: too large for the network, or others failed at them.
    large: VecDeque<Task>,
}

impl<'a> Desk<'a> {
    fn new(pool: &'a Pool, run: u64) -> Self {
        Self {
            pool,
            run,
            waiting: VecDeque::new(),
            open: BTreeMap::new(),
            away: VecDeque::new(),
            held: vec![0; pool.threads.count()],
            last: BTreeMap::new(),
            checks: BTreeMap::new(),
            unchecked: VecDeque::new(),
            failures: BTreeMap::new(),
            large: VecDeque::new(),
        }
    }

    fn ask(&mut self, mut ask: impl FnMut() -> Option<Task>) {
        let capacity = self.pool.remote.as_ref().map_or(0, Remote::capacity);
        let most = self.pool.workers * AHEAD + capacity.saturating_sub(self.away.len());
        while self.waiting.len() < most
            && let Some(task) = ask()
        {
            self.open.insert(task.id, task.clone());
            self.waiting.push_back(task);
        }
    }

    /// Gives threads and other machines what they can hold.
    fn give(&mut self) -> Result<(), Failure> {
        for depth in 0..HELD {
            for thread in 0..self.held.len() {
                if self.held[thread] == depth
                    && let Some(task) = self.for_thread(thread, depth == 0)
                {
                    self.pool.threads.give(thread, task);
                    self.held[thread] += 1;
                }
            }
        }
        let Some(remote) = &self.pool.remote else {
            return Ok(());
        };
        while self.away.len() < remote.capacity()
            && let Some(task) = choose(&mut self.waiting, |task| task, &self.last, ELSEWHERE)
        {
            if remote.offer(&task) {
                self.last.insert(task.id.place(), ELSEWHERE);
                self.away.push_back(task.id);
            } else if self.pool.workers > 0 {
                self.large.push_back(task);
            } else {
                let why = "too large for the network: it needs workers here";
                return Err(Failure::of("a piece of work", why));
            }
        }
        Ok(())
    }

    /// What a thread does next: what must be checked, what waits, and where it is idle, what was given to others last.
    fn for_thread(&mut self, thread: usize, is_idle: bool) -> Option<Task> {
        while let Some(id) = self.unchecked.pop_front() {
            if let Some(task) = self.open.get(&id) {
                return Some(task.clone());
            }
        }
        if self.pool.workers == 0 {
            return None;
        }
        let task = self.large.pop_front();
        let task = task.or_else(|| choose(&mut self.waiting, |task| task, &self.last, thread));
        if let Some(task) = task {
            self.last.insert(task.id.place(), thread);
            return Some(task);
        }
        if !is_idle {
            return None;
        }
        let id = self.away.pop_back()?;
        let remote = self.pool.remote.as_ref()?;
        remote.settle(id);
        self.last.insert(id.place(), thread);
        self.open.get(&id).cloned()
    }

    /// Nothing is wanted any more but that the threads end what they are at.
    fn clear(&mut self) {
        if let Some(remote) = &self.pool.remote {
            self.away.drain(..).for_each(|id| remote.settle(id));
        }
        self.waiting.clear();
        self.open.clear();
        self.checks.clear();
        self.unchecked.clear();
        self.large.clear();
    }

    fn is_idle(&self) -> bool {
        self.open.is_empty() && self.held.iter().all(|held| *held == 0)
    }

    /// What a thread of the pool found: a result, or that another's is right or wrong.
    fn take_own(&mut self, thread: usize, outcome: Outcome) -> Result<Vec<Found>, Failure> {
        self.held[thread] -= 1;
        let Some((worker, theirs)) = self.checks.remove(&outcome.id) else {
            let is_wanted = self.open.contains_key(&outcome.id);
            return Ok(is_wanted
                .then_some((By::Here, outcome))
                .into_iter()
                .collect());
        };
        self.pool.account.borrow_mut().checked += 1;
        if theirs == outcome {
            return Ok(vec![(By::Checked(worker), outcome)]);
        }
        self.bar(worker, outcome.id)?;
        Ok(vec![(By::Here, outcome)])
    }

    fn hear(&mut self, event: Event) -> Result<Vec<Found>, Failure> {
        if let Some(remote) = &self.pool.remote {
            remote.note(&event);
        }
        match event {
            Event::Trouble(why) => {
                eprintln!("Network: {why}");
                Ok(Vec::new())
            }
            Event::Result(run, ..) | Event::Failed(run, ..) if run != self.run => Ok(Vec::new()),
            Event::Result(_, worker, outcome) => Ok(self.take(worker, outcome)),
            Event::Failed(_, worker, id) => {
                self.failed(worker, id)?;
                Ok(Vec::new())
            }
            Event::Workers(..) | Event::Again(_) | Event::Stop => Ok(Vec::new()),
        }
    }

    /// What another machine found: used at once, or when it is checked.
    fn take(&mut self, worker: WorkerId, outcome: Outcome) -> Vec<Found> {
        let id = outcome.id;
        let remote = self.pool.remote.as_ref().expect("it told this");
        let is_barred = self.pool.account.borrow().barred.contains(&worker);
        if is_barred {
            // It may not have heard of it.
            remote.bar(worker);
        }
        if !self.open.contains_key(&id) || self.checks.contains_key(&id) {
            return Vec::new();
        }
        if is_barred {
            self.give_again(id);
            return Vec::new();
        }
        let drawn = millipawn_network::random().map_or(0.0, |drawn| drawn as f64 / u64::MAX as f64);
        if drawn < remote.verify {
            self.away.retain(|away| *away != id);
            remote.settle(id);
            self.checks.insert(id, (worker, outcome));
            self.unchecked.push_back(id);
            return Vec::new();
        }
        vec![(By::Worker(worker), outcome)]
    }

    /// A worker failed at a piece: it gets nothing more, and the piece is done here, or by another. Where that fails too it is the piece.
    fn failed(&mut self, worker: WorkerId, id: TaskId) -> Result<(), Failure> {
        let remote = self.pool.remote.as_ref().expect("it told this");
        remote.bar(worker);
        self.pool.account.borrow_mut().barred.insert(worker);
        if !self.open.contains_key(&id) || self.checks.contains_key(&id) {
            return Ok(());
        }
        let what = format!("worker {worker} failed at {}", named(id));
        if *self.failures.entry(id).or_insert(worker) != worker {
            let why =
                format!("{KEPT}; another worker failed there before, and their machines say why");
            return Err(Failure::of(what, why));
        }
        eprintln!("Network: {what}: its machine says why, and gets nothing more");
        match self.open.get(&id) {
            Some(task) if self.pool.workers > 0 => {
                self.away.retain(|away| *away != id);
                remote.settle(id);
                self.large.push_back(task.clone());
            }
            _ => self.give_again(id),
        }
        Ok(())
    }

    /// A result was taken.
    fn told(&mut self, by: By, id: TaskId) {
        self.open.remove(&id);
        self.waiting.retain(|task| task.id != id);
        if let Some(remote) = &self.pool.remote
            && let Some(at) = self.away.iter().position(|away| *away == id)
        {
            self.away.remove(at);
            remote.settle(id);
        }
        let mut account = self.pool.account.borrow_mut();
        match by {
            By::Here => account.here += 1,
            By::Checked(worker) => *account.there.entry(worker).or_default() += 1,
            By::Worker(worker) => {
                *account.there.entry(worker).or_default() += 1;
                let trusted = account.trusted.entry(worker);
                trusted.or_insert((id.generation, 0)).1 += 1;
            }
        }
    }

    /// A result does not fit its task: a fault of this program, or of another machine, which gets nothing more.
    fn refused(&mut self, by: By, id: TaskId, error: &RunError) -> Result<(), Failure> {
        let By::Worker(worker) = by else {
            return Err(Failure::of("a result was refused", error));
        };
        self.bar(worker, id)?;
        self.give_again(id);
        Ok(())
    }

    /// A worker told what is wrong: nothing of it is used any more. Where something was used that nobody checked, the run cannot go on.
    fn bar(&mut self, worker: WorkerId, id: TaskId) -> Result<(), Failure> {
        if let Some(remote) = &self.pool.remote {
            remote.bar(worker);
        }
        self.pool.account.borrow_mut().barred.insert(worker);
        let (theirs, others) = std::mem::take(&mut self.checks)
            .into_iter()
            .partition(|(_, (other, _))| *other == worker);
        self.checks = others;
        let theirs: BTreeMap<TaskId, (WorkerId, Outcome)> = theirs;
        // Those that a thread has are done here in any case.
        let unchecked = std::mem::take(&mut self.unchecked);
        let (again, unchecked) = unchecked
            .into_iter()
            .partition(|id| theirs.contains_key(id));
        self.unchecked = unchecked;
        let again: VecDeque<TaskId> = again;
        for id in again {
            self.give_again(id);
        }
        let what = format!("worker {worker} told a wrong result ({})", named(id));
        match self.pool.account.borrow().trusted.get(&worker) {
            None => {
                eprintln!("Network: {what}; nothing of it was used, and it gets nothing more");
                Ok(())
            }
            Some((first, used)) => Err(Failure::of(
                what,
                format_args!(
                    "{used} others of it were used without a check, the first in generation {first}: nothing from there on can be relied on. \
                     Begin again without that machine, or go on from what was kept before that generation"
                ),
            )),
        }
    }

    /// Lets somebody else do a piece.
    fn give_again(&mut self, id: TaskId) {
        self.away.retain(|away| *away != id);
        if let Some(remote) = &self.pool.remote {
            remote.settle(id);
        }
        if let Some(task) = self.open.get(&id)
            && self.waiting.iter().all(|waiting| waiting.id != id)
        {
            self.waiting.push_front(task.clone());
        }
    }
}

/// Takes the work that `worker` did last time, else what nobody did, else the latest: its owner comes to that last.
pub(crate) fn choose<T>(
    waiting: &mut VecDeque<T>,
    task: impl Fn(&T) -> &Task,
    last: &BTreeMap<u64, usize>,
    worker: usize,
) -> Option<T> {
    let find = |wanted: Option<usize>| {
        let is_wanted = |one: &T| last.get(&task(one).id.place()).copied() == wanted;
        waiting.iter().position(is_wanted)
    };
    let at = find(Some(worker)).or_else(|| find(None));
    waiting.remove(at.unwrap_or(waiting.len().checked_sub(1)?))
}

const KEPT: &str = "what was kept of the run until now is whole";
