//! Runs on a network come out as alone, whatever dies and whoever lies. With a real nats-server.
#![cfg(feature = "network")]
#![allow(clippy::disallowed_methods, reason = "these tests are about processes")]

mod common;

use std::{
    cell::RefCell,
    io::{BufRead, BufReader},
    net::Ipv4Addr,
    path::Path,
    process::{Child, Stdio},
    thread,
};

use common::{Folder, json_lines, millipawn, parse, refusal, run};
use millipawn_cli::{arguments::NetworkArguments, failure::Failure, pool::Pool};
use millipawn_evolve::{
    job::{
        move_matching::MoveMatching,
        task::{Job, JobResult, Outcome, Task, TaskId, perform},
    },
    system::{System, matching::Search},
};
use millipawn_network::{Broker, Build, Helper, Instruction, Listen};
use serde_json::Value;

/// A process that ends with this value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(arguments: &[&str]) -> Running {
    let mut command = millipawn(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    Running(command.spawn().expect("the program starts"))
}

fn signal(name: &str, process: u32) {
    let status = std::process::Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(status.expect("there is kill").success());
}

/// `millipawn network`, and its addresses.
struct Network {
    running: Running,
    url: String,
    work: String,
    folder: Folder,
}

impl Network {
    fn start() -> Self {
        let folder = Folder::new();
        let mut running = start(&["network", "--json", "--dir", &folder.path("broker")]);
        let output = running.0.stdout.as_mut().expect("asked for");
        let mut line = String::new();
        BufReader::new(output)
            .read_line(&mut line)
            .expect("it tells its addresses");
        let urls: Value = serde_json::from_str(&line).expect("a line of JSON");
        let text = |name: &str| urls[name].as_str().expect("an address").to_owned();
        Self {
            url: text("url"),
            work: text("work"),
            running,
            folder,
        }
    }

    fn worker(&self) -> Running {
        start(&["work", &self.work, "--workers", "1"])
    }

    /// The nats-server that serves now.
    fn server(&self) -> u32 {
        loop {
            let ports = std::fs::read_dir(Path::new(&self.folder.path("broker")).join("ports"));
            let name = ports.ok().and_then(|mut files| files.next()?.ok());
            let name = name.map(|file| file.file_name().to_string_lossy().into_owned());
            let digits: String = name
                .unwrap_or_default()
                .chars()
                .filter(char::is_ascii_digit)
                .collect();
            if let Ok(process) = digits.parse() {
                return process;
            }
            thread::yield_now();
        }
    }
}

/// The interrupt ends `millipawn network`, and its child with it.
impl Drop for Network {
    fn drop(&mut self) {
        let server = self.server();
        signal("-INT", self.running.0.id());
        let status = self.running.0.wait().expect("it ends");
        if !thread::panicking() {
            assert!(status.success(), "{status}");
            assert!(
                !Path::new(&format!("/proc/{server}")).exists(),
                "nats-server still runs"
            );
        }
    }
}

/// Lines without what a clock tells.
fn timeless(mut lines: Vec<Value>) -> Vec<Value> {
    for line in &mut lines {
        if let Some(fields) = line.as_object_mut() {
            fields.remove("elapsed_ms");
        }
    }
    lines
}

/// A run of each system, as short as tells something.
const RUNS: [&[&str]; 7] = [
    &["evolve", "--generations", "3", "--json"],
    &[
        "evolve",
        "--system",
        "falcon",
        "--generations",
        "2",
        "--population",
        "20",
        "--json",
    ],
    &[
        "coevolve",
        "--generations",
        "1",
        "--population",
        "4",
        "--nodes",
        "100",
        "--json",
    ],
    &[
        "tune",
        "--generations",
        "1",
        "--population",
        "4",
        "--nodes",
        "2000",
        "--json",
    ],
    &["learn", "--games", "4", "--nodes", "100", "--json"],
    &[
        "learn",
        "--method",
        "imitation",
        "--generations",
        "1",
        "--json",
    ],
    &[
        "evolve",
        "--system",
        "evochess",
        "--generations",
        "1",
        "--population",
        "6",
        "--json",
    ],
];

#[test]
fn every_run_comes_out_as_alone() {
    let network = Network::start();
    let _workers = [network.worker(), network.worker()];
    for arguments in RUNS {
        let alone = timeless(json_lines(arguments));
        let given = [arguments, &["--workers", "0", "--network", &network.url]].concat();
        assert_eq!(timeless(json_lines(&given)), alone, "{arguments:?}");
    }
    // With workers of its own beside the others.
    let beside = [RUNS[0], &["--workers", "1", "--network", &network.url]].concat();
    assert_eq!(timeless(json_lines(&beside)), timeless(json_lines(RUNS[0])));
}

/// A run in which something dies whenever so many generations are told: a worker, the broker, or the run itself, which goes on from
/// its checkpoint. What it is at its end must be the same as alone.
fn campaign(what: &[&str], generations: usize, every: usize) {
    let network = Network::start();
    let (alone, kept) = (network.folder.path("alone"), network.folder.path("kept"));
    let last = generations.to_string();
    let options = ["--generations", &last, "--json"];
    let expected = json_lines(&[what, &options, &["--checkpoint", &alone]].concat());
    let mut workers = [network.worker(), network.worker()];
    let on_network = [
        "--workers",
        "0",
        "--redeliver",
        "5",
        "--network",
        &network.url,
    ];
    let options = [&options[..], &on_network, &["--checkpoint", &kept]].concat();
    let fresh = [what, &options].concat();
    let resumed = [&what[..1], &options, &["--resume", &kept]].concat();
    let mut arguments = &fresh;
    let mut seed = 1991_u32;
    let mut kills = [0; 3];
    let mut told = 0;
    let champion = loop {
        let mut coordinator = start(arguments);
        let output = BufReader::new(coordinator.0.stdout.take().expect("asked for"));
        let mut is_killed = false;
        let mut champion = None;
        for line in output.lines() {
            let line = parse(&line.expect("it writes UTF-8")).remove(0);
            if line.get("chromosome").is_some() && line.get("generation").is_none() {
                champion = Some(line);
                continue;
            }
            told += 1;
            if is_killed || told % every > 0 {
                continue;
            }
            // Numerical Recipes' generator: what dies is drawn, and the same every time.
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            match (seed >> 16) % 4 {
                0 => {
                    kills[0] += 1;
                    signal("-KILL", network.server());
                }
                1 => {
                    kills[1] += 1;
                    coordinator.0.kill().expect("it runs");
                    is_killed = true;
                }
                one => {
                    kills[2] += 1;
                    let worker = &mut workers[one as usize - 2];
                    worker.0.kill().expect("it runs");
                    worker.0.wait().expect("it ends");
                    *worker = network.worker();
                }
            }
        }
        if let Some(champion) = champion {
            break champion;
        }
        assert!(is_killed, "the run ended early");
        arguments = &resumed;
    };
    let [broker, run, worker] = kills;
    eprintln!(
        "{}: killed the broker {broker}, the run {run}, a worker {worker} times",
        what[0]
    );
    assert!(kills.iter().all(|kills| *kills > 0), "{kills:?}");
    assert_eq!(Some(&champion), expected.last());
    assert_eq!(common::read(&kept), common::read(&alone));
}

#[test]
fn whatever_dies_costs_time_only() {
    campaign(&["evolve"], 22, 2);
}

#[test]
#[ignore = "many minutes: make soak"]
fn whatever_dies_in_a_long_run_costs_time_only() {
    campaign(&["evolve"], 400, 3);
    campaign(
        &["evolve", "--system", "falcon", "--population", "50"],
        60,
        2,
    );
    campaign(&["coevolve", "--population", "6", "--nodes", "200"], 20, 1);
    campaign(&["learn", "--nodes", "300"], 20, 1);
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

#[test]
fn what_cannot_be_is_refused() {
    let message = refusal(&["tune", "--workers", "0"]);
    assert!(message.contains("--network"), "{message}");
    let message = refusal(&["evolve", "--verify", "2", "--network", "nats://127.0.0.1:1"]);
    assert!(message.contains("0 to 1"), "{message}");
    let message = refusal(&["work", "nats://worker:secret@127.0.0.1:1"]);
    assert!(!message.contains("secret"), "{message}");
    let message = refusal(&["network", "--listen", "0.0.0.0"]);
    assert!(message.contains("--plain"), "{message}");
    let message = refusal(&["network", "--server", "/nowhere/nats-server"]);
    assert!(message.contains("install"), "{message}");
    let network = Network::start();
    let clock = ["coevolve", "--clock", "100", "--network", &network.url];
    let output = run(&clock);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("clock"), "{errors}");
}

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
            individuals: vec![System::ACPP.hand_set()],
            examples: Vec::new(),
        }),
    }
}

/// Lies about every piece from `from` on, until it is told to stop.
fn lie(url: &str, from: u64) -> Helper {
    let (told, heard) = std::sync::mpsc::channel();
    let helper = Helper::connect(url, Build::own(), 1, move |instruction| {
        let _ = told.send(instruction);
    });
    let helper = helper.expect("the broker is there");
    let liar = helper.answers();
    thread::spawn(move || {
        while let Ok(instruction) = heard.recv() {
            let Instruction::Perform(number, task) = instruction else {
                continue;
            };
            let mut outcome = perform(&task);
            if number >= from {
                outcome.result = JobResult::MoveMatching(vec![1]);
            }
            liar(number, Some(outcome));
        }
    });
    helper
}

/// Works off so many pieces, of which a liar of the network gets some; the results, and how it ended.
fn with_liar(verify: f64, from: u64, is_alone: bool) -> (Vec<Outcome>, Result<(), Failure>) {
    let folder = Folder::new();
    let broker = Broker::start(None, Path::new(&folder.path("broker")), Listen::default());
    let urls = broker
        .as_ref()
        .expect("nats-server starts")
        .urls(Ipv4Addr::LOCALHOST.into());
    let _liar = lie(&urls.work, from);
    let network = NetworkArguments {
        network: Some(urls.url),
        verify: Some(verify),
        redeliver: 5,
    };
    // Who coordinates only checks.
    let pool = Pool::with_network(Some(0), &network).expect("the broker is there");
    let _honest = (!is_alone).then(|| lie(&urls.work, u64::MAX));
    let found = RefCell::new(Vec::new());
    let mut given = 0..100;
    let ended = pool.work_off(
        &mut given,
        |given| given.next().map(task),
        |_, outcome| {
            found.borrow_mut().push(outcome.clone());
            Ok(Ok(()))
        },
    );
    let mut found = found.into_inner();
    found.sort_by_key(|outcome| outcome.id);
    (found, ended)
}

#[test]
fn a_liar_is_found_out_before_it_does_harm() {
    let (found, ended) = with_liar(1.0, 5, false);
    assert!(ended.is_ok(), "{ended:?}");
    let expected: Vec<Outcome> = (0..100).map(|chunk| perform(&task(chunk))).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_liar_whose_results_were_used_ends_the_run() {
    let (found, ended) = with_liar(0.5, 20, true);
    let Err(Failure::Refused(why)) = ended else {
        panic!("it went on: {} results", found.len());
    };
    assert!(why.contains("told a wrong result"), "{why}");
    assert!(why.contains("--resume"), "{why}");
}
