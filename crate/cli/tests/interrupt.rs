//! Who is asked to end ends at once, whatever it is at, and leaves nothing running. With a real nats-server.
#![cfg(feature = "network")]
#![allow(clippy::disallowed_methods, reason = "these tests are about processes")]

mod common;
#[path = "../../network/tests/common/mod.rs"]
mod wire;

use std::{
    fs::{self, OpenOptions},
    io::{BufRead as _, BufReader},
    path::Path,
    process::Stdio,
    sync::mpsc::Receiver,
    thread,
};

use common::{
    millipawn,
    network::{Network, Running, signal, start},
    stdout,
};
use millipawn_network::{Build, Instruction};
use wire::helper;

const RUN: [&str; 4] = ["evolve", "--generations", "1", "--json"];

/// Asks it to end, and waits until it has.
fn ends(running: &mut Running, with: &str) {
    signal(with, running.0.id());
    let status = running.0.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
}

/// Waits for a piece of work, which is never answered.
fn gets_work(heard: &Receiver<Instruction>) {
    let mut told = heard.iter();
    assert!(told.any(|instruction| matches!(instruction, Instruction::Perform(..))));
}

#[test]
fn an_interrupt_ends_a_run_and_its_work() {
    let network = Network::start();
    // Nobody works.
    let arguments = [
        "evolve",
        "--workers",
        "0",
        "--json",
        "--network",
        &network.url,
    ];
    let mut command = millipawn(&arguments);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut running = Running(child.expect("the program starts"));
    // It tells that it waits.
    let errors = BufReader::new(running.0.stderr.take().expect("asked for"));
    let mut lines = errors.lines().map(|line| line.expect("it writes UTF-8"));
    assert!(lines.any(|line| line.contains("millipawn work")));
    signal("-INT", running.0.id());
    assert_eq!(running.0.wait().expect("it ends").code(), Some(130));
}

/// A command that waits for others, which have begun, hears an interrupt; answers how many commands it ran itself.
fn hears_an_interrupt(what: impl Fn(&Network) -> Vec<String>) -> usize {
    let network = Network::start();
    let (_worker, heard) = helper(&network.work, Build::own());
    let what = what(&network);
    let what: Vec<&str> = what.iter().map(String::as_str).collect();
    let elsewhere = ["--workers", "0", "--network", &network.url];
    let mut running = start(&[&what[..], &elsewhere].concat());
    gets_work(&heard);
    let children = children_of(running.0.id());
    ends(&mut running, "-INT");
    are_gone(&children);
    children.len()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn an_interrupt_is_heard_while_others_work() {
    for what in [
        "tournament random depth:1 --games 2",
        "orderings --count 5 --depth 1",
    ] {
        hears_an_interrupt(|_| words(what));
    }
    hears_an_interrupt(|network| {
        let run = network.folder.write("run.jsonl", stdout(&RUN));
        words(&format!("ladder {run} --games 2"))
    });
    let steps = hears_an_interrupt(|network| {
        let out = network.folder.path("meep");
        words(&format!("reproduce meep --size trial --out {out}"))
    });
    assert!(steps > 0, "a step ran");
}

/// Between its two parts, the count of moves and the games, a ladder reads games: of a pipe, which says nothing.
#[test]
fn an_interrupt_is_heard_between_two_parts_of_a_command() {
    let network = Network::start();
    let run = network.folder.write("run.jsonl", stdout(&RUN));
    let pipe = network.folder.path("games.pgn");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("there is mkfifo").success());
    let mut running = start(&["ladder", &run, "--pgn", &pipe, "--network", &network.url]);
    // It can be opened when the ladder reads.
    let _games = OpenOptions::new().write(true).open(&pipe).expect("a pipe");
    ends(&mut running, "-INT");
}

#[test]
fn a_reproduction_that_ends_takes_its_step_with_it() {
    let folder = common::Folder::new();
    let out = folder.path("meep");
    for with in ["-INT", "-TERM"] {
        let words = [
            "reproduce",
            "meep",
            "--size",
            "trial",
            "--workers",
            "1",
            "--out",
            &out,
        ];
        let mut running = start(&words);
        let children = loop {
            let children = children_of(running.0.id());
            if !children.is_empty() {
                break children;
            }
            thread::yield_now();
        };
        ends(&mut running, with);
        are_gone(&children);
    }
}

/// Its child processes.
fn children_of(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).expect("it runs");
    let of_each =
        tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("children")).ok());
    let text: String = of_each.collect();
    let numbers = text.split_whitespace();
    numbers
        .map(|number| number.parse().expect("a number"))
        .collect()
}

fn are_gone(processes: &[u32]) {
    for process in processes {
        let is_there = Path::new(&format!("/proc/{process}")).exists();
        assert!(!is_there, "{process} still runs");
    }
}
