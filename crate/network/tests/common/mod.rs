//! A broker and workers, and work for them: for tests and measurements of this crate and of the command line.
#![allow(dead_code, reason = "each who takes it uses a part")]
#![allow(
    clippy::disallowed_methods,
    reason = "it is about processes and threads"
)]

pub(crate) mod piece;

use std::{
    net::Ipv4Addr,
    path::Path,
    sync::mpsc::{self, Receiver},
    thread,
};

use millipawn_evolve::job::task::{Outcome, Task};
use millipawn_network::{Broker, Build, Helper, Instruction, Listen, Urls};

/// One that this machine alone reaches, and its addresses.
pub(crate) fn broker(folder: &Path) -> (Broker, Urls) {
    let broker = Broker::start(None, folder, Listen::default()).expect("nats-server starts");
    let urls = broker.urls(Ipv4Addr::LOCALHOST.into());
    (broker, urls)
}

/// A worker, and what it is told.
pub(crate) fn helper(url: &str, build: Build) -> (Helper, Receiver<Instruction>) {
    let (told, heard) = mpsc::channel();
    let helper = Helper::connect(url, build, 1, move |instruction| {
        let _ = told.send(instruction);
    });
    (helper.expect("the broker is there"), heard)
}

/// A worker that finds out by `answer` what comes of the pieces that it is given, which it numbers from 1.
pub(crate) fn answering(
    url: &str,
    answer: impl Fn(u64, Task) -> Outcome + Send + 'static,
) -> Helper {
    let (helper, heard) = helper(url, Build::own());
    let tell = helper.answers();
    thread::spawn(move || {
        while let Ok(instruction) = heard.recv() {
            if let Instruction::Perform(number, task) = instruction {
                tell(number, Some(answer(number, task)));
            }
        }
    });
    helper
}
