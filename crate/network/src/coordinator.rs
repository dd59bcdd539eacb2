//! The side of a run: pieces of work out, results in.
//!
//! It keeps every piece until its result is told, so that nothing depends on what the broker remembers: after each connection all
//! that is unanswered is published again (the broker swallows what it still has), and so is, under a new name, what the broker has lost
//! without a result.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicU64, Ordering},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use async_nats::{
    Client,
    jetstream::{
        Context,
        consumer::{Consumer, pull},
        context::PublishAckFuture,
        message::PublishMessage,
        stream::Stream,
    },
};
use futures_util::StreamExt as _;
use millipawn_evolve::job::task::{Task, TaskId};
use serde::{Deserialize, Serialize};
use tokio::{
    select,
    sync::mpsc::{UnboundedReceiver, UnboundedSender, error::TryRecvError, unbounded_channel},
    time::{MissedTickBehavior, interval, sleep},
};

use crate::{
    Build, NetworkError,
    link::{self, AGAIN, DONE, Line, Stop, WORK},
    message::{Event, Result as Told, Sealed, WorkerId},
    random,
    subject::{self, SHARDS, shard},
};

/// A worker that was not heard for so long is gone (workers tell every two seconds that they are here).
const GONE: Duration = Duration::from_secs(7);
/// A piece is looked for when it was unanswered for so many times what a worker is given.
const WAITS: u32 = 3;
/// Bytes of the largest piece that is given out. A broker takes messages of a million: subject and headers need some of them.
pub const LARGEST: usize = 900_000;
/// Results that the broker may send before the first is acknowledged.
const IN_FLIGHT: i64 = 4096;

/// What is told to all workers.
#[derive(Serialize, Deserialize)]
pub(crate) enum News {
    /// There is work in these queues, a bit each.
    Work(u16),
    /// The work of this run is no more wanted.
    Over(String),
    /// This worker computes wrong and gets nothing more.
    Barred(String),
}

/// That a worker is here.
#[derive(Serialize, Deserialize)]
pub(crate) struct Here {
    /// Threads that work.
    pub(crate) threads: usize,
}

enum Command {
    Begin(u64),
    Offer(Box<Task>),
    Settle(TaskId),
    Bar(WorkerId),
    End,
}

/// Gives the pieces of one run after the other to whoever takes them.
#[derive(Debug)]
pub struct Coordinator {
    commands: UnboundedSender<Command>,
    thread: Option<JoinHandle<()>>,
    /// Begun until now.
    runs: AtomicU64,
}

impl Coordinator {
    /// Connects to a broker. A piece goes to another worker when the one that holds it was silent for `wait`.
    ///
    /// # Errors
    /// A broker that cannot be reached, or that refuses what a coordinator must do.
    pub fn connect(
        url: &str,
        build: Build,
        wait: Duration,
        told: impl Fn(Event) + Clone + Send + Sync + 'static,
    ) -> Result<Self, NetworkError> {
        let trouble = {
            let told = told.clone();
            move |why| told(Event::Trouble(why))
        };
        let Line {
            runtime,
            client,
            context,
            connected,
        } = link::open(url, "coordinator", trouble)?;
        let stop = runtime.block_on(async { Stop::listen() })?;
        runtime.block_on(link::streams(&context))?;
        let (commands, heard) = unbounded_channel();
        let desk = Desk {
            client,
            context,
            build,
            wait,
            told,
            number: 0,
            run: random()?,
            open: BTreeMap::new(),
            fresh: 0,
            storing: Vec::new(),
            workers: BTreeMap::new(),
            given_out: BTreeMap::new(),
        };
        let thread = link::serve(move || runtime.block_on(desk.work(heard, connected, stop)))?;
        Ok(Self {
            commands,
            thread: Some(thread),
            runs: AtomicU64::new(0),
        })
    }

    /// Begins another run: what was given out for one before is forgotten.
    ///
    /// Its number: results of other runs are still heard for a while.
    pub fn begin(&self) -> u64 {
        let number = self.runs.fetch_add(1, Ordering::Relaxed) + 1;
        self.send(Command::Begin(number));
        number
    }

    /// Gives a piece to whoever takes it; whether it is small enough for that.
    #[must_use]
    pub fn offer(&self, task: &Task) -> bool {
        let fits = task.to_bytes().len() <= LARGEST;
        if fits {
            self.send(Command::Offer(Box::new(task.clone())));
        }
        fits
    }

    /// The result of a piece is known, or will be found elsewhere: it is not given again.
    pub fn settle(&self, id: TaskId) {
        self.send(Command::Settle(id));
    }

    /// Tells a worker that it is to stop.
    pub fn bar(&self, worker: WorkerId) {
        self.send(Command::Bar(worker));
    }

    fn send(&self, command: Command) {
        // Where its thread has ended nothing can be done, and whoever waits hears nothing: it ends with this value.
        let _ = self.commands.send(command);
    }
}

/// Takes back what was given out.
impl Drop for Coordinator {
    fn drop(&mut self) {
        self.send(Command::End);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A piece that was published.
struct Piece {
    sealed: Vec<u8>,
    name: String,
    since: Instant,
    /// Whether it was late before, and in the store.
    is_doubtful: bool,
}

/// A worker that was heard.
struct Heard {
    threads: usize,
    last: Instant,
}

struct Desk<F> {
    client: Client,
    context: Context,
    build: Build,
    wait: Duration,
    told: F,
    /// The number of the run, here.
    number: u64,
    /// And as the broker knows it: drawn.
    run: u64,
    /// Published and unanswered.
    open: BTreeMap<TaskId, Piece>,
    /// Queues that got work which nobody was told of.
    fresh: u16,
    /// Published, and perhaps not yet in the broker's store.
    storing: Vec<PublishAckFuture>,
    workers: BTreeMap<WorkerId, Heard>,
    /// How much each queue had given out when a piece of it was first late.
    given_out: BTreeMap<u64, u64>,
}

/// Why a session ends.
enum Ended {
    /// The broker must be asked again for all that is needed.
    Lost,
    /// The run is another, or the broker is there again.
    Anew,
    /// Nothing more is wanted.
    Over,
}

impl<F: Fn(Event)> Desk<F> {
    async fn work(
        mut self,
        mut commands: UnboundedReceiver<Command>,
        mut connected: UnboundedReceiver<()>,
        mut stop: Stop,
    ) {
        let mut stopped = false;
        loop {
            let ended = select! {
                ended = self.session(&mut commands, &mut connected) => ended,
                () = stop.wait() => {
                    stopped = true;
                    break;
                }
            };
            match ended {
                Ok(Ended::Over) => break,
                Ok(Ended::Anew) => {}
                Ok(Ended::Lost) => sleep(AGAIN).await,
                Err(why) => {
                    (self.told)(Event::Trouble(why.to_string()));
                    sleep(AGAIN).await;
                }
            }
        }
        let farewell = async {
            let _ = self.forget().await;
            let _ = self.client.flush().await;
        };
        let _ = tokio::time::timeout(Duration::from_secs(2), farewell).await;
        if stopped {
            (self.told)(Event::Stop);
        }
    }

    /// Serves one run through one connection.
    async fn session(
        &mut self,
        commands: &mut UnboundedReceiver<Command>,
        connected: &mut UnboundedReceiver<()>,
    ) -> Result<Ended, NetworkError> {
        let failed = |what: &'static str| move |error: String| NetworkError::of(what, error);
        while connected.try_recv().is_ok() {}
        self.queues().await?;
        let mut results = self.results().await?;
        let here = self.client.subscribe(self.build.here("*")).await;
        let mut here = here.map_err(|error| failed("workers")(error.to_string()))?;
        // The broker swallows those that it still has.
        let unanswered: Vec<TaskId> = self.open.keys().copied().collect();
        for id in unanswered {
            self.publish(id).await?;
        }
        self.fresh = u16::MAX;
        self.tell_news().await?;
        let mut tick = interval(Duration::from_secs(1));
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            select! {
                command = commands.recv() => {
                    if let Some(ended) = self.obey(command, commands).await? {
                        return Ok(ended);
                    }
                }
                message = results.next() => match message {
                    Some(Ok(message)) => {
                        self.take(&message.subject, &message.payload);
                        let acknowledged = message.ack().await;
                        acknowledged.map_err(|error| failed("a result")(error.to_string()))?;
                    }
                    _ => return Ok(Ended::Lost),
                },
                Some(message) = here.next() => self.hear(&message.subject, &message.payload),
                state = connected.recv() => return Ok(match state {
                    Some(()) => Ended::Anew,
                    None => Ended::Over,
                }),
                _ = tick.tick() => {
                    self.miss_workers();
                    self.give_again().await?;
                }
            }
        }
    }

    /// Makes what workers take their work from.
    async fn queues(&self) -> Result<(), NetworkError> {
        link::streams(&self.context).await?;
        for shard in 0..SHARDS {
            let name = self.build.consumer(shard);
            let config = pull::Config {
                filter_subject: self.build.queue(shard),
                ack_wait: self.wait,
                max_deliver: -1,
                max_ack_pending: -1,
                inactive_threshold: Duration::from_secs(24 * 60 * 60),
                ..pull::Config::default()
            };
            link::consumer(&self.context, WORK, name, config).await?;
        }
        Ok(())
    }

    async fn results(&self) -> Result<pull::Stream, NetworkError> {
        let name = format!("done_{:016x}", self.run);
        let config = pull::Config {
            filter_subject: self.build.done_of(self.run),
            max_ack_pending: IN_FLIGHT,
            inactive_threshold: Duration::from_secs(24 * 60 * 60),
            ..pull::Config::default()
        };
        let consumer = link::consumer(&self.context, DONE, name.clone(), config).await?;
        let messages = consumer.messages().await;
        messages.map_err(|error| NetworkError::of(name, error))
    }

    async fn obey(
        &mut self,
        command: Option<Command>,
        commands: &mut UnboundedReceiver<Command>,
    ) -> Result<Option<Ended>, NetworkError> {
        let mut next = command;
        loop {
            match next {
                None | Some(Command::End) => return Ok(Some(Ended::Over)),
                Some(Command::Begin(number)) => {
                    self.forget().await?;
                    self.number = number;
                    self.run = random()?;
                    return Ok(Some(Ended::Anew));
                }
                Some(Command::Offer(task)) => {
                    let name = format!("{:016x}", random()?);
                    let piece = Piece {
                        sealed: task.seal(),
                        name,
                        since: Instant::now(),
                        is_doubtful: false,
                    };
                    self.open.insert(task.id, piece);
                    self.publish(task.id).await?;
                }
                Some(Command::Settle(id)) => {
                    self.open.remove(&id);
                }
                Some(Command::Bar(worker)) => {
                    self.tell(&News::Barred(worker.to_string())).await?;
                }
            }
            next = match commands.try_recv() {
                Ok(command) => Some(command),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => None,
            };
        }
        self.tell_news().await?;
        Ok(None)
    }

    async fn publish(&mut self, id: TaskId) -> Result<(), NetworkError> {
        let Some(piece) = self.open.get(&id) else {
            return Ok(());
        };
        let publish = PublishMessage::build()
            .message_id(&piece.name)
            .payload(piece.sealed.clone().into());
        let subject = self.build.work(self.run, id);
        let sent = self.context.send_publish(subject, publish).await;
        let stored = sent.map_err(|error| NetworkError::of("a piece of work", error))?;
        self.storing.push(stored);
        self.fresh |= 1 << shard(id);
        Ok(())
    }

    /// Tells what queues have work, once they have it: who looked earlier would find none, and look again much later.
    async fn tell_news(&mut self) -> Result<(), NetworkError> {
        for stored in std::mem::take(&mut self.storing) {
            let stored = stored.await;
            stored.map_err(|error| NetworkError::of("a piece of work", error))?;
        }
        match std::mem::take(&mut self.fresh) {
            0 => Ok(()),
            queues => self.tell(&News::Work(queues)).await,
        }
    }

    async fn tell(&self, news: &News) -> Result<(), NetworkError> {
        let bytes = serde_json::to_vec(news).expect("plain data are always JSON");
        let sent = self.client.publish(self.build.news(), bytes.into()).await;
        sent.map_err(|error| NetworkError::of("news", error))
    }

    /// A result; what cannot be read, or is not of the task that its subject names, is nobody's.
    fn take(&self, subject: &str, payload: &[u8]) {
        let Some(told) = Told::open(payload) else {
            (self.told)(Event::Trouble(format!(
                "{subject}: a damaged result; ignored"
            )));
            return;
        };
        let Told { worker, outcome } = told;
        (self.told)(match (subject::task(subject), outcome) {
            (Some(id), None) => Event::Failed(self.number, worker, id),
            (Some(id), Some(outcome)) if outcome.id == id => {
                Event::Result(self.number, worker, outcome)
            }
            _ => Event::Trouble(format!(
                "{subject}: a result of another piece of work; ignored"
            )),
        });
    }

    fn hear(&mut self, subject: &str, payload: &[u8]) {
        let worker = subject.rsplit('.').next().and_then(WorkerId::parse);
        let Some((worker, here)) = worker.zip(serde_json::from_slice::<Here>(payload).ok()) else {
            return;
        };
        let heard = Heard {
            threads: here.threads.min(1024),
            last: Instant::now(),
        };
        let before = self.workers.insert(worker, heard);
        if here.threads == 0 {
            self.workers.remove(&worker);
        }
        if before.is_none_or(|before| before.threads != here.threads) {
            self.tell_workers();
        }
    }

    fn miss_workers(&mut self) {
        let before = self.workers.len();
        self.workers.retain(|_, heard| heard.last.elapsed() < GONE);
        if self.workers.len() < before {
            self.tell_workers();
        }
    }

    fn tell_workers(&self) {
        let threads = self.workers.values().map(|heard| heard.threads).sum();
        (self.told)(Event::Workers(self.workers.len(), threads));
    }

    /// Publishes what was unanswered for long and is not in the broker's store: under a new name, for the broker swallows the old one for
    /// two minutes. Where it is there all the time its queue is made anew: that of a broker that was killed may never give it out.
    async fn give_again(&mut self) -> Result<(), NetworkError> {
        let is_late = |piece: &Piece| piece.since.elapsed() > self.wait * WAITS;
        if !self.open.values().any(is_late) {
            return Ok(());
        }
        let stored = self.stored().await?;
        let late: Vec<TaskId> = self
            .open
            .iter()
            .filter(|(_, piece)| is_late(piece))
            .map(|(id, _)| *id)
            .collect();
        let mut again = 0;
        let (mut doubtful, mut passed_by) = (BTreeSet::new(), BTreeSet::new());
        for id in late {
            let is_stored = stored.contains(&self.build.work(self.run, id));
            let name = format!("{:016x}", random()?);
            let piece = self.open.get_mut(&id).expect("it was just there");
            piece.since = Instant::now();
            if is_stored && piece.is_doubtful {
                passed_by.insert(shard(id));
            }
            piece.is_doubtful = is_stored && !piece.is_doubtful;
            if piece.is_doubtful {
                doubtful.insert(shard(id));
            }
            if !is_stored {
                piece.name = name;
                self.publish(id).await?;
                again += 1;
            }
        }
        if again > 0 {
            (self.told)(Event::Again(again));
        }
        // Slow workers are no fault of a queue: one that gave out anything meanwhile goes on.
        let mut stuck = BTreeSet::new();
        for shard in passed_by {
            let now = self.given_out_by(shard).await;
            if now.is_none() || now == self.given_out.get(&shard).copied() {
                stuck.insert(shard);
            } else {
                doubtful.insert(shard);
            }
        }
        for shard in doubtful {
            if let Some(now) = self.given_out_by(shard).await {
                self.given_out.insert(shard, now);
            }
        }
        if !stuck.is_empty() {
            for shard in stuck {
                let name = self.build.consumer(shard);
                // One that is gone already is made anew as well.
                drop(self.context.delete_consumer_from_stream(&name, WORK).await);
            }
            self.queues().await?;
        }
        self.tell_news().await
    }

    /// How many pieces a queue has given out since it was made; `None` where it is not there.
    async fn given_out_by(&self, shard: u64) -> Option<u64> {
        let name = self.build.consumer(shard);
        let queue = self.context.get_consumer_from_stream(&name, WORK).await;
        let queue: Consumer<pull::Config> = queue.ok()?;
        Some(queue.cached_info().delivered.consumer_sequence)
    }

    /// The subjects of this run's work that the broker has.
    async fn stored(&self) -> Result<BTreeSet<String>, NetworkError> {
        let failed = |error: &dyn std::fmt::Display| NetworkError::of(WORK, error);
        let stream: Stream<()> = self
            .context
            .get_stream_no_info(WORK)
            .await
            .map_err(|error| failed(&error))?;
        let subjects = stream
            .info_with_subjects(self.build.work_of(self.run))
            .await;
        let mut subjects = subjects.map_err(|error| failed(&error))?;
        let mut stored = BTreeSet::new();
        while let Some(subject) = subjects.next().await {
            stored.insert(subject.map_err(|error| failed(&error))?.0);
        }
        Ok(stored)
    }

    /// Takes back all that was given out.
    async fn forget(&mut self) -> Result<(), NetworkError> {
        self.open.clear();
        // The work stays in its queues, for whoever takes it to drop: when nats-server 2.9 purges some of a queue, its consumers may stop.
        self.tell(&News::Over(subject::run(self.run))).await?;
        let name = format!("done_{:016x}", self.run);
        let _ = self.context.delete_consumer_from_stream(name, DONE).await;
        self.purge(DONE, &self.build.done_of(self.run)).await
    }

    /// Without waiting for an answer: what is left behind costs time only.
    async fn purge(&self, stream: &str, subject: &str) -> Result<(), NetworkError> {
        let request = format!("$JS.API.STREAM.PURGE.{stream}");
        let filter = serde_json::json!({ "filter": subject }).to_string();
        let sent = self
            .client
            .publish_with_reply(request, self.client.new_inbox(), filter.into());
        sent.await
            .map_err(|error| NetworkError::of("a purge", error))
    }
}
