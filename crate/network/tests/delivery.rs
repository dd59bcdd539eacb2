//! Pieces of work through a real broker, and what must not come through.
#![cfg(feature = "nats")]
#![allow(
    clippy::disallowed_methods,
    reason = "these tests are about processes and time"
)]

mod common;
mod permissions;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    process::Command,
    sync::{
        atomic::{AtomicU32, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    time::{Duration, Instant},
};

use common::{broker, helper, piece::piece};
use millipawn_evolve::job::task::{Task, TaskId, perform};
use millipawn_network::{
    Broker, Build, Coordinator, Event, Helper, Instruction, Result as Told, Sealed, WorkerId,
};
use permissions::{DEAF_WORKERS, NO_WORKERS, User};

/// Nothing here takes so long, on whatever machine.
const LONG: Duration = Duration::from_secs(60);
/// How long a piece may be held silently.
const WAIT: Duration = Duration::from_secs(5);
/// How long one of two things that may come is waited for, before the other is looked at.
const SHORT: Duration = Duration::from_millis(50);

struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("network-{}-{count}", std::process::id());
        Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn coordinator(url: &str, build: Build) -> (Coordinator, Receiver<Event>) {
    let (told, heard) = mpsc::channel();
    let coordinator = Coordinator::connect(url, build, WAIT, move |event| {
        let _ = told.send(event);
    });
    (coordinator.expect("the broker is there"), heard)
}

/// Does the next piece.
fn work(helper: &Helper, heard: &Receiver<Instruction>) -> TaskId {
    loop {
        if let Instruction::Perform(number, task) = heard.recv_timeout(LONG).expect("there is work")
        {
            helper.answer(number, Some(perform(&task)));
            return task.id;
        }
    }
}

/// The next result, whatever else is heard.
fn result(heard: &Receiver<Event>) -> Told {
    loop {
        if let Event::Result(_, worker, outcome) = heard.recv_timeout(LONG).expect("a result comes")
        {
            let outcome = Some(outcome);
            return Told { worker, outcome };
        }
    }
}

/// The next trouble.
fn trouble(heard: &Receiver<Event>) -> String {
    loop {
        if let Event::Trouble(why) = heard.recv_timeout(LONG).expect("trouble comes") {
            return why;
        }
    }
}

fn user(url: &str) -> (tokio::runtime::Runtime, async_nats::Client) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let address: async_nats::ServerAddr = url.parse().expect("it is an address");
    let [user, password] = [address.username(), address.password()].map(|text| {
        let text = text.expect("it names a user");
        text.to_owned()
    });
    let options = async_nats::ConnectOptions::with_user_and_password(user, password);
    let client = runtime.block_on(options.connect(address));
    (runtime, client.expect("the broker is there"))
}

#[test]
fn every_piece_comes_back_done() {
    let folder = Folder::new();
    let (_broker, urls) = broker(&folder.0);
    let (coordinator, results) = coordinator(&urls.url, Build::named("own"));
    coordinator.begin();
    let (helper, pieces) = helper(&urls.work, Build::named("own"));
    let mut expected = BTreeMap::new();
    for chunk in 0..50 {
        assert!(coordinator.offer(&piece(chunk)));
        expected.insert(piece(chunk).id, perform(&piece(chunk)));
    }
    let mut found = BTreeMap::new();
    for _ in 0..50 {
        work(&helper, &pieces);
        let result = result(&results);
        assert_eq!(result.worker, helper.id());
        let outcome = result.outcome.expect("it did not fail");
        coordinator.settle(outcome.id);
        found.insert(outcome.id, outcome);
    }
    assert_eq!(found, expected);
}

#[test]
fn results_may_come_in_any_order_and_those_of_an_earlier_run_too_late() {
    let folder = Folder::new();
    let (_broker, urls) = broker(&folder.0);
    let (coordinator, results) = coordinator(&urls.url, Build::named("own"));
    coordinator.begin();
    for chunk in 0..4 {
        assert!(coordinator.offer(&piece(chunk)));
    }
    // Each takes two.
    let workers = [0, 1].map(|_| helper(&urls.work, Build::named("own")));
    let mut held = Vec::new();
    for (helper, pieces) in &workers {
        for _ in 0..2 {
            let told = pieces.recv_timeout(LONG).expect("there is work");
            let Instruction::Perform(number, task) = told else {
                panic!("{told:?}");
            };
            held.push((helper, number, task));
        }
    }
    let answer = |(helper, number, task): &(&Helper, u64, Task)| {
        helper.answer(*number, Some(perform(task)));
        task.id
    };
    let answered: BTreeSet<TaskId> = held[1..].iter().rev().map(answer).collect();
    let heard = (0..3).map(|_| result(&results).outcome.expect("it did not fail").id);
    assert_eq!(heard.collect::<BTreeSet<TaskId>>(), answered);
    coordinator.begin();
    answer(&held[0]);
    assert!(coordinator.offer(&piece(9)));
    // Whichever of them takes it.
    let given = workers.iter().cycle().find_map(|(helper, pieces)| {
        match pieces.recv_timeout(Duration::from_millis(10)) {
            Ok(Instruction::Perform(number, task)) => Some((helper, number, task)),
            Ok(_) | Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the worker has ended"),
        }
    });
    assert_eq!(given.as_ref().map(&answer), Some(piece(9).id));
    assert_eq!(result(&results).outcome, Some(perform(&piece(9))));
}

#[test]
fn another_build_gets_nothing_and_a_run_that_is_over_is_not_heard() {
    let folder = Folder::new();
    let (_broker, urls) = broker(&folder.0);
    let (own, results) = coordinator(&urls.url, Build::named("own"));
    let (_other, _) = coordinator(&urls.url, Build::named("other"));
    let (_foreign, foreign_pieces) = helper(&urls.work, Build::named("other"));
    let first = own.begin();
    assert!(own.offer(&piece(1)));
    // The next run begins: whoever is told of this drops the piece.
    assert!(own.begin() > first);
    assert!(own.offer(&piece(2)));
    let (mine, pieces) = helper(&urls.work, Build::named("own"));
    // It may have come too late to be told.
    while work(&mine, &pieces) != piece(2).id {}
    assert_eq!(result(&results).outcome, Some(perform(&piece(2))));
    let heard: Vec<Instruction> = foreign_pieces.try_iter().collect();
    let is_work = |told: &Instruction| matches!(told, Instruction::Perform(..));
    assert!(!heard.iter().any(is_work), "{heard:?}");
}

#[test]
fn who_falls_silent_loses_its_pieces_to_others() {
    let folder = Folder::new();
    let (_broker, urls) = broker(&folder.0);
    let (coordinator, results) = coordinator(&urls.url, Build::named("own"));
    coordinator.begin();
    assert!(coordinator.offer(&piece(1)));
    // Gives back what it holds.
    let (leaving, pieces) = helper(&urls.work, Build::named("own"));
    let first = pieces.recv_timeout(LONG).expect("there is work");
    assert!(matches!(first, Instruction::Perform(..)), "{first:?}");
    drop(leaving);
    // Takes it and says nothing.
    let (runtime, client) = user(&urls.url);
    runtime.block_on(async {
        use futures_util::StreamExt as _;
        let context = async_nats::jetstream::new(client);
        let stream = context.get_stream("MP_WORK").await.expect("it is there");
        let format = millipawn_evolve::job::task::VERSION;
        let name = format!("work_{format}_own_1");
        let queue: async_nats::jetstream::consumer::PullConsumer =
            stream.get_consumer(&name).await.expect("it is there");
        let taken = queue.batch().max_messages(1).expires(LONG).messages().await;
        let taken = taken.expect("it is asked").next().await;
        taken.expect("it was given back").expect("it is whole");
    });
    let (helper, pieces) = helper(&urls.work, Build::named("own"));
    assert_eq!(work(&helper, &pieces), piece(1).id);
    assert_eq!(result(&results).outcome, Some(perform(&piece(1))));
}

#[test]
fn what_does_not_belong_is_told_and_ignored() {
    let folder = Folder::new();
    let (_broker, urls) = broker(&folder.0);
    let (coordinator, results) = coordinator(&urls.url, Build::named("own"));
    coordinator.begin();
    assert!(coordinator.offer(&piece(1)));
    let (runtime, client) = user(&urls.url);
    let subject = runtime.block_on(async {
        let context = async_nats::jetstream::new(client.clone());
        let stream = context.get_stream("MP_WORK").await.expect("it is there");
        let message = loop {
            if let Ok(message) = stream.get_raw_message(1).await {
                break message;
            }
        };
        message.subject.to_string().replace("mp.work.", "mp.done.")
    });
    let publish = |subject: &str, payload: Vec<u8>| {
        let sent = client.publish(subject.to_owned(), payload.into());
        runtime.block_on(async {
            sent.await.expect("it is sent");
            client.flush().await.expect("it is sent");
        });
    };
    let told = |outcome| {
        let worker = WorkerId(7);
        Told { worker, outcome }.seal()
    };
    publish(&subject, b"junk".to_vec());
    assert!(trouble(&results).contains("damaged"));
    let mut corrupt = told(Some(perform(&piece(1))));
    corrupt[12] ^= 1;
    publish(&subject, corrupt);
    assert!(trouble(&results).contains("damaged"));
    publish(&subject, told(Some(perform(&piece(2)))));
    assert!(trouble(&results).contains("another piece"));
    // A run that is over, or of somebody else.
    let foreign = subject.replace(".own.", ".own.x");
    publish(&foreign, told(Some(perform(&piece(1)))));
    // Twice the same: both are heard, and are equal.
    for _ in 0..2 {
        publish(&subject, told(Some(perform(&piece(1)))));
    }
    for _ in 0..2 {
        assert_eq!(result(&results).outcome, Some(perform(&piece(1))));
    }
    // Work that is none is nobody's.
    publish(&subject.replace("mp.done.", "mp.work."), b"junk".to_vec());
    let (helper, pieces) = helper(&urls.work, Build::named("own"));
    assert_eq!(work(&helper, &pieces), piece(1).id);
    let notice = pieces.recv_timeout(LONG).expect("it is told");
    assert!(matches!(notice, Instruction::Notice(_)), "{notice:?}");
}

/// Ends a server as a lack of memory does.
fn die(broker: Broker) {
    let process = broker.process().expect("it runs").to_string();
    let killed = Command::new("kill").args(["-9", &process]).status();
    assert!(killed.expect("there is kill").success());
}

#[test]
fn a_broker_may_die_and_lose_all_it_knew() {
    let folder = Folder::new();
    let (first, urls) = broker(&folder.0);
    let mut first = Some(first);
    let (coordinator, results) = coordinator(&urls.url, Build::named("own"));
    let (helper, pieces) = helper(&urls.work, Build::named("own"));
    coordinator.begin();
    // Nothing, the end of the work and not how far its queue was, or all: pieces of one queue.
    let work_alone = "store/jetstream/$G/streams/MP_WORK/msgs";
    let losses = [None, Some(work_alone), Some("store")];
    for (chunk, lost) in (1..).step_by(16).zip(losses) {
        assert!(coordinator.offer(&piece(chunk)));
        if let Some(first) = first.take() {
            die(first);
        }
        if let Some(lost) = lost {
            std::fs::remove_dir_all(folder.0.join(lost)).expect("it is there");
        }
        let (second, its_urls) = broker(&folder.0);
        assert_eq!(its_urls, urls, "it is the same one");
        let expected = perform(&piece(chunk));
        // A broker that lost its store no longer knows a duplicate, and has lost results on their way: pieces may come again.
        let told = || {
            let mut events = results.try_iter();
            events.any(|event| matches!(event, Event::Result(_, _, outcome) if outcome == expected))
        };
        let begun = Instant::now();
        while !told() {
            assert!(begun.elapsed() < 3 * LONG, "piece {chunk} is answered");
            if let Ok(Instruction::Perform(number, task)) = pieces.recv_timeout(SHORT) {
                helper.answer(number, Some(perform(&task)));
            }
        }
        coordinator.settle(piece(chunk).id);
        first = Some(second);
    }
}

#[test]
fn a_worker_may_not_do_what_is_not_its_own() {
    let folder = Folder::new();
    let (_broker, urls) = broker(&folder.0);
    let (coordinator, _results) = coordinator(&urls.url, Build::named("own"));
    coordinator.begin();
    User::of(&urls.work).is_refused(&NO_WORKERS, &DEAF_WORKERS);
    let (runtime, client) = user(&urls.work);
    let mut context = runtime.block_on(async { async_nats::jetstream::new(client.clone()) });
    context.set_timeout(Duration::from_secs(1));
    let config = async_nats::jetstream::stream::Config {
        name: "OTHER".to_owned(),
        ..Default::default()
    };
    assert!(runtime.block_on(context.create_stream(config)).is_err());
    assert!(runtime.block_on(context.delete_stream("MP_WORK")).is_err());
    let published = runtime.block_on(async {
        let sent = context
            .publish("mp.work.9.own.x.1.1.1.1", "junk".into())
            .await;
        sent.expect("it is sent").await
    });
    assert!(published.is_err());
    // Nor may anybody without a name.
    let address = urls.work.split_once('@').expect("it has a password").1;
    assert!(runtime.block_on(async_nats::connect(address)).is_err());
    let all = user(&urls.url);
    let all_context = all
        .0
        .block_on(async { async_nats::jetstream::new(all.1.clone()) });
    let stream = all.0.block_on(all_context.get_stream("MP_WORK"));
    assert_eq!(
        stream
            .expect("it is still there")
            .cached_info()
            .state
            .messages,
        0
    );
}
