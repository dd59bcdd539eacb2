//! The side of a worker: pieces of work in, results out.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    thread::JoinHandle,
    time::Duration,
};

use async_nats::{
    Client,
    jetstream::{
        AckKind, Context, Message,
        consumer::{Consumer, pull},
    },
};
use futures_util::StreamExt as _;
use millipawn_evolve::job::task::{Outcome, Task};
use tokio::{
    select,
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::{MissedTickBehavior, interval, sleep, timeout},
};

use crate::{
    Build, NetworkError,
    coordinator::{Here, News},
    link::{self, AGAIN, Line, Stop, WORK},
    message::{Result as Told, Sealed, WorkerId},
    random,
    subject::{self, SHARDS},
};

/// A worker tells so often that it is here and at work, and then looks into all queues, whatever the news say.
const HERE: Duration = Duration::from_secs(2);
/// Pieces that each thread holds, so that none waits for work.
const HELD: usize = 2;

/// What a worker is told to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Instruction {
    /// Perform this task, and answer under its number.
    Perform(u64, Task),
    /// What happened, for people.
    Notice(String),
    /// End: it computes wrong, as a coordinator found.
    Barred,
    /// End: a signal asks for it, and what was held is given back.
    Stop,
}

enum Answer {
    Done(u64, Option<Box<Outcome>>),
    End,
}

/// Takes pieces of work from whoever has some.
#[derive(Debug)]
pub struct Helper {
    answers: UnboundedSender<Answer>,
    thread: Option<JoinHandle<()>>,
    id: WorkerId,
}

impl Helper {
    /// Connects to a broker, for so many threads.
    ///
    /// # Errors
    /// A broker that cannot be reached, or refuses this worker.
    pub fn connect(
        url: &str,
        build: Build,
        threads: usize,
        told: impl Fn(Instruction) + Clone + Send + Sync + 'static,
    ) -> Result<Self, NetworkError> {
        let trouble = {
            let told = told.clone();
            move |why| told(Instruction::Notice(why))
        };
        let Line {
            runtime,
            client,
            context,
            connected,
        } = link::open(url, "worker", trouble)?;
        let (answers, heard) = unbounded_channel();
        let id = WorkerId(random()?);
        let bench = Bench {
            context,
            client,
            build,
            id,
            threads,
            told,
            queues: BTreeMap::new(),
            held: BTreeMap::new(),
            next: 0,
            full: u16::MAX,
            over: BTreeSet::new(),
        };
        let thread = link::serve(move || runtime.block_on(bench.work(heard, connected)))?;
        Ok(Self {
            answers,
            thread: Some(thread),
            id,
        })
    }

    /// How coordinators know it.
    pub fn id(&self) -> WorkerId {
        self.id
    }

    /// Tells what came of a task; `None` where performing it failed.
    pub fn answer(&self, number: u64, outcome: Option<Outcome>) {
        self.answers()(number, outcome);
    }

    /// The same for another thread.
    pub fn answers(&self) -> impl Fn(u64, Option<Outcome>) + Send + 'static + use<> {
        let answers = self.answers.clone();
        move |number, outcome| {
            // Where its thread has ended, the broker gives the task to another.
            let _ = answers.send(Answer::Done(number, outcome.map(Box::new)));
        }
    }
}

/// Gives back what is held.
impl Drop for Helper {
    fn drop(&mut self) {
        let _ = self.answers.send(Answer::End);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Bench<F> {
    client: Client,
    context: Context,
    build: Build,
    id: WorkerId,
    threads: usize,
    told: F,
    /// The queues that are there.
    queues: BTreeMap<u64, Consumer<pull::Config>>,
    /// Pieces that are being done, by their numbers.
    held: BTreeMap<u64, Arc<Message>>,
    next: u64,
    /// Queues that may have work, a bit each.
    full: u16,
    /// Runs whose work nobody wants any more.
    over: BTreeSet<String>,
}

impl<F: Fn(Instruction)> Bench<F> {
    async fn work(
        mut self,
        mut answers: UnboundedReceiver<Answer>,
        mut connected: UnboundedReceiver<()>,
    ) {
        loop {
            match self.session(&mut answers, &mut connected).await {
                Ok(()) => break,
                Err(why) => {
                    (self.told)(Instruction::Notice(why.to_string()));
                    sleep(AGAIN).await;
                }
            }
        }
        let farewell = async {
            for message in self.held.values() {
                let _ = message.ack_with(AckKind::Nak(None)).await;
            }
            self.threads = 0;
            let _ = self.tell_here().await;
            let _ = self.client.flush().await;
        };
        let _ = timeout(Duration::from_secs(2), farewell).await;
    }

    async fn session(
        &mut self,
        answers: &mut UnboundedReceiver<Answer>,
        connected: &mut UnboundedReceiver<()>,
    ) -> Result<(), NetworkError> {
        let news = self.client.subscribe(self.build.news()).await;
        let mut news = news.map_err(|error| NetworkError::of("news", error))?;
        let mut here = interval(HERE);
        here.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stop = Stop::listen()?;
        loop {
            let is_hungry = self.held.len() < self.threads * HELD && self.full != 0;
            select! {
                biased;
                () = stop.wait() => {
                    (self.told)(Instruction::Stop);
                    return Ok(());
                }
                answer = answers.recv() => match answer {
                    Some(Answer::Done(number, outcome)) => self.answer(number, outcome).await?,
                    Some(Answer::End) | None => return Ok(()),
                },
                state = connected.recv() => match state {
                    Some(()) => self.full = u16::MAX,
                    None => return Ok(()),
                },
                Some(message) = news.next() => match serde_json::from_slice(&message.payload) {
                    Ok(News::Work(queues)) => self.full |= queues,
                    Ok(News::Over(run)) => {
                        self.over.insert(run);
                    }
                    Ok(News::Barred(worker)) if worker == self.id.to_string() => {
                        (self.told)(Instruction::Barred);
                        return Ok(());
                    }
                    _ => {}
                },
                _ = here.tick() => {
                    self.tell_here().await?;
                    self.full = u16::MAX;
                    for message in self.held.values() {
                        let _ = message.ack_with(AckKind::Progress).await;
                    }
                }
                () = std::future::ready(()), if is_hungry => self.fetch().await,
            }
        }
    }

    async fn tell_here(&self) -> Result<(), NetworkError> {
        let here = Here {
            threads: self.threads,
        };
        let bytes = serde_json::to_vec(&here).expect("plain data are always JSON");
        let subject = self.build.here(&self.id.to_string());
        let sent = self.client.publish(subject, bytes.into()).await;
        sent.map_err(|error| NetworkError::of("a sign of life", error))
    }

    /// Takes what the next queue has, its own first: those that it did before come back to it.
    async fn fetch(&mut self) {
        let own = self.id.0 % SHARDS;
        let mut order = (0..SHARDS).map(|step| (own + step) % SHARDS);
        let is_full = |shard: &u64| self.full & 1 << shard != 0;
        let Some(shard) = order.find(is_full) else {
            return;
        };
        self.full &= !(1 << shard);
        let free = self.threads * HELD - self.held.len();
        let messages = self.batch(shard, free).await;
        if messages.len() == free {
            self.full |= 1 << shard;
        }
        for message in messages {
            self.begin(message).await;
        }
    }

    /// Up to so many pieces of a queue; none where it is not there. What has come is kept, whatever happens to the rest.
    async fn batch(&mut self, shard: u64, most: usize) -> Vec<Message> {
        let mut messages = Vec::new();
        if !self.queues.contains_key(&shard) {
            let name = self.build.consumer(shard);
            let found = self.context.get_consumer_from_stream(name, WORK).await;
            let Ok(found) = found else {
                return messages;
            };
            self.queues.insert(shard, found);
        }
        let queue = &self.queues[&shard];
        let Ok(mut batch) = queue.fetch().max_messages(most).messages().await else {
            return messages;
        };
        while let Ok(Some(Ok(message))) = timeout(HERE, batch.next()).await {
            messages.push(message);
        }
        messages
    }

    async fn begin(&mut self, message: Message) {
        if subject::run_of(&message.subject).is_some_and(|run| self.over.contains(run)) {
            let _ = message.ack_with(AckKind::Term).await;
            return;
        }
        // What cannot be read nobody can do: its coordinator gives it again.
        let Some(task) = Task::open(&message.payload) else {
            let subject = &message.subject;
            (self.told)(Instruction::Notice(format!(
                "{subject}: damaged work; ignored"
            )));
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        self.next += 1;
        self.held.insert(self.next, Arc::new(message));
        (self.told)(Instruction::Perform(self.next, task));
    }

    /// Publishes a result, and when the broker has it, takes the work out of the queue.
    async fn answer(
        &mut self,
        number: u64,
        outcome: Option<Box<Outcome>>,
    ) -> Result<(), NetworkError> {
        let Some(message) = self.held.remove(&number) else {
            return Ok(());
        };
        let Some(subject) = subject::done(&message.subject) else {
            return Ok(());
        };
        let told = Told {
            worker: self.id,
            outcome: outcome.map(|outcome| *outcome),
        };
        let sent = self.context.publish(subject, told.seal().into()).await;
        let sent = sent.map_err(|error| NetworkError::of("a result", error))?;
        tokio::spawn(async move {
            // Without an answer the work stays in the queue, and is done again.
            if sent.await.is_ok() {
                let _ = message.ack().await;
            }
        });
        Ok(())
    }
}
