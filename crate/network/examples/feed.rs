//! How many pieces of work a second one coordinator gives out and takes back: `cargo run --release -p millipawn-network --example feed`.
//!
//! Its workers do nothing: each answers at once, from a table, so that broker and coordinator are all that takes time. A coordinator that
//! feeds P pieces a second keeps P times S threads at work, where a piece takes S seconds.

#![allow(
    clippy::disallowed_methods,
    reason = "it measures time and starts threads"
)]

use std::{
    collections::BTreeSet,
    env, fs,
    net::Ipv4Addr,
    sync::mpsc::{self, Sender},
    thread,
    time::{Duration, Instant},
};

use millipawn_evolve::{
    job::{
        move_matching::MoveMatching,
        task::{Job, JobResult, Outcome, Task, TaskId},
    },
    system::{System, matching::Search},
};
use millipawn_network::{Broker, Build, Coordinator, Event, Helper, Instruction, Listen};

const PIECES: u32 = 5000;
/// As many as a pool gives out ahead for each thread.
const AHEAD: usize = 32;
/// Programs of a generation: a count for each is a result.
const PROGRAMS: usize = 100;

fn task(chunk: u32) -> Task {
    Task {
        id: TaskId {
            generation: 0,
            phase: 0,
            chunk,
        },
        job: Job::MoveMatching(MoveMatching {
            system: System::ACPP,
            search: Search::Static,
            returning: false,
            individuals: vec![System::ACPP.hand_set(); PROGRAMS],
            examples: Vec::new(),
        }),
    }
}

/// A worker that answers from a table.
fn idle(url: &str) -> Helper {
    let (told, heard): (Sender<Instruction>, _) = mpsc::channel();
    let helper = Helper::connect(url, Build::own(), 1, move |instruction| {
        let _ = told.send(instruction);
    });
    let helper = helper.expect("the broker is there");
    let answer = helper.answers();
    thread::spawn(move || {
        while let Ok(instruction) = heard.recv() {
            if let Instruction::Perform(number, task) = instruction {
                let result = JobResult::MoveMatching(vec![0; PROGRAMS]);
                answer(
                    number,
                    Some(Outcome {
                        id: task.id,
                        result,
                    }),
                );
            }
        }
    });
    helper
}

fn main() {
    let folder = env::temp_dir().join(format!("millipawn-feed-{}", std::process::id()));
    let broker = Broker::start(None, &folder, Listen::default()).expect("nats-server starts");
    let urls = broker.urls(Ipv4Addr::LOCALHOST.into());
    println!("{PIECES} pieces of {} bytes", task(0).to_bytes().len());
    for count in [1, 2, 4, 8, 16, 32, 64] {
        let (told, heard) = mpsc::channel();
        let coordinator = Coordinator::connect(
            &urls.url,
            Build::own(),
            Duration::from_secs(60),
            move |event| {
                let _ = told.send(event);
            },
        );
        let coordinator = coordinator.expect("the broker is there");
        coordinator.begin();
        let _workers: Vec<Helper> = (0..count).map(|_| idle(&urls.work)).collect();
        let started = Instant::now();
        let mut given = 0;
        let mut done = BTreeSet::new();
        while done.len() < PIECES as usize {
            while given < PIECES && given as usize - done.len() < AHEAD * count {
                assert!(coordinator.offer(&task(given)));
                given += 1;
            }
            if let Event::Result(_, result) = heard.recv().expect("the coordinator lives") {
                let outcome = result.outcome.expect("no worker fails");
                coordinator.settle(outcome.id);
                done.insert(outcome.id);
            }
        }
        let speed = f64::from(PIECES) / started.elapsed().as_secs_f64();
        println!("{count:>3} workers: {speed:.0} pieces/s");
    }
    drop(broker);
    let _ = fs::remove_dir_all(folder);
}
