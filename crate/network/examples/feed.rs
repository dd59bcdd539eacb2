//! How many pieces of work a second one coordinator gives out and takes back: `cargo run --release -p millipawn-network --example feed`.
//!
//! Its workers do nothing: each answers at once, from a table, so that broker and coordinator are all that takes time. A coordinator that
//! feeds P pieces a second keeps P times S threads at work, where a piece takes S seconds.

#![allow(
    clippy::disallowed_methods,
    reason = "it measures time and starts threads"
)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::{
    collections::BTreeSet,
    env, fs,
    sync::mpsc,
    time::{Duration, Instant},
};

use common::{answering, broker, piece::piece_for};
use millipawn_evolve::{
    job::task::{JobResult, Outcome, Task},
    system::System,
};
use millipawn_network::{Build, Coordinator, Event, Helper};

const PIECES: u32 = 5000;
/// As many as a pool gives out ahead for each thread.
const AHEAD: usize = 32;
/// Programs of a generation: a count for each is a result.
const PROGRAMS: usize = 100;

fn task(chunk: u32) -> Task {
    piece_for(chunk, vec![System::ACPP.hand_set(); PROGRAMS])
}

/// A worker that answers from a table.
fn idle(url: &str) -> Helper {
    answering(url, |_, task| Outcome {
        id: task.id,
        result: JobResult::MoveMatching(vec![0; PROGRAMS]),
    })
}

fn main() {
    let folder = env::temp_dir().join(format!("millipawn-feed-{}", std::process::id()));
    let (broker, urls) = broker(&folder);
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
            if let Event::Result(_, _, outcome) = heard.recv().expect("the coordinator lives") {
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
