//! Runs on a network come out as alone, whatever dies and whoever lies. With a real nats-server.
#![cfg(feature = "network")]
#![allow(clippy::disallowed_methods, reason = "these tests are about processes")]

mod common;
#[path = "../../network/tests/common/mod.rs"]
mod wire;

use std::{
    cell::RefCell,
    io::{BufRead, BufReader},
    path::Path,
    thread,
};

use common::{
    Folder, json_lines, millipawn,
    network::{Network, Running, signal, start},
    parse, refusal, run,
};
use millipawn_cli::{arguments::PoolArguments, failure::Failure, pool::Pool};
use millipawn_evolve::{
    job::task::{JobResult, Outcome, perform},
    run::RunError,
};
use millipawn_network::{Build, Helper, Instruction};
use serde_json::Value;
use wire::{answering, broker, helper, piece::piece};

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
        comes_out_as_alone(&network, arguments);
    }
    // With workers of its own beside the others.
    let beside = [RUNS[0], &["--workers", "1", "--network", &network.url]].concat();
    assert_eq!(timeless(json_lines(&beside)), timeless(json_lines(RUNS[0])));
}

/// Where all is done by others.
fn comes_out_as_alone(network: &Network, arguments: &[&str]) {
    let alone = timeless(json_lines(arguments));
    let given = [arguments, &["--workers", "0", "--network", &network.url]].concat();
    assert_eq!(timeless(json_lines(&given)), alone, "{arguments:?}");
}

#[test]
fn games_positions_and_counts_come_out_as_alone() {
    let network = Network::start();
    let _workers = [network.worker(), network.worker()];
    let folder = &network.folder;
    let program = common::hand_set();
    let run = folder.write("run.jsonl", common::stdout(RUNS[0]));
    let suite = "../evolve/src/job/sample_suite.epd";
    let (alone, others) = (folder.path("alone.pgn"), folder.path("others.pgn"));
    let plays = [
        "match", "staunton", "random", "--games", "12", "--nodes", "200", "--json",
    ];
    comes_out_as_alone(&network, &[&plays[..], &["--pgn-out", &others]].concat());
    json_lines(&[&plays[..], &["--pgn-out", &alone]].concat());
    assert_eq!(common::read(&others), common::read(&alone));
    // One that ends early.
    let decided = [
        "match", "depth:2", "random", "--games", "5000", "--sprt", "0,100", "--json",
    ];
    comes_out_as_alone(&network, &decided);
    let players = ["random", "depth:1", &program, "--nodes", "100"];
    let (games, json) = (["--games", "4"], ["--json"]);
    comes_out_as_alone(
        &network,
        &[&["tournament"], &players[..], &games, &json].concat(),
    );
    comes_out_as_alone(&network, &["ladder", &run, "--games", "2", "--json"]);
    comes_out_as_alone(
        &network,
        &["ladder", &run, "--nodes", "50", "--games", "2", "--json"],
    );
    for player in ["staunton", "random", "depth:2", &program] {
        let solve = [
            "solve", player, "--suite", suite, "--nodes", "2000", "--json",
        ];
        comes_out_as_alone(&network, &solve);
    }
    comes_out_as_alone(&network, &["evaluate", &program, "--json"]);
    let counts = [
        "orderings",
        "--count",
        "50",
        "--depth",
        "3",
        "--by-ply",
        "--json",
    ];
    comes_out_as_alone(&network, &counts);
}

/// Kept alone, gone on with by others.
#[test]
fn a_match_goes_on_elsewhere() {
    let network = Network::start();
    let _workers = [network.worker(), network.worker()];
    let kept = network.folder.path("kept");
    let plays = [
        "match", "staunton", "random", "--games", "12", "--nodes", "200", "--json",
    ];
    let alone = json_lines(&[&plays[..], &["--checkpoint", &kept]].concat());
    let whole = common::read(&kept).expect("it was written");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let part = network
        .folder
        .write("part", lines[..lines.len() - 7].concat());
    let keep = ["--resume", &part, "--checkpoint", &part];
    let elsewhere = ["--workers", "0", "--network", &network.url];
    let arguments = [&plays[..], &keep, &elsewhere].concat();
    assert_eq!(json_lines(&arguments), alone);
    assert_eq!(common::read(&part), Some(whole));
    let message = refusal(&[&plays[..], &keep, &elsewhere[2..], &["--verify", "0.5"]].concat());
    assert!(message.contains("--verify 1 or none"), "{message}");
    let checked = [&arguments[..], &["--verify", "1"]].concat();
    assert_eq!(json_lines(&checked), alone);
}

/// Every step of it, side by side or one after the other.
#[test]
fn a_reproduction_comes_out_as_alone() {
    let network = Network::start();
    let _workers = [network.worker(), network.worker()];
    let report = |out: &str, more: &[&str]| {
        let out = network.folder.path(out);
        let words = ["reproduce", "meep", "--size", "trial", "--out", &out];
        let output = run(&[&words[..], more].concat());
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{errors}");
        let report = String::from_utf8(output.stdout).expect("it writes UTF-8");
        // How long it took is a clock's.
        let is_time = |word: &&str| word.parse::<f64>().is_ok_and(|_| word.contains('.'));
        let words: Vec<String> = report
            .split_whitespace()
            .filter(|word| !is_time(word))
            .map(str::to_owned)
            .collect();
        (words, errors)
    };
    let (alone, _) = report("alone", &[]);
    let (shared, told) = report("shared", &["--workers", "0", "--network", &network.url]);
    assert_eq!(shared, alone);
    assert!(told.contains("Pieces of work: 0 here, "), "{told}");
}

/// What dies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kill {
    Broker,
    Run,
    Worker,
}

/// Numerical Recipes' generator: what is drawn is the same every time.
struct Draws(u32);

impl Draws {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) as usize % most
    }

    /// So many kills, of each kind as many as of the others, in a drawn order.
    fn kills(&mut self, count: usize) -> Vec<Kill> {
        let kinds = [Kill::Worker, Kill::Broker, Kill::Run];
        let mut left: Vec<Kill> = kinds.into_iter().cycle().take(count).collect();
        let mut kills = Vec::new();
        while !left.is_empty() {
            kills.push(left.swap_remove(self.below(left.len())));
        }
        kills
    }
}

/// A run with so many workers in which something dies whenever a generation is told, until so many have died; a run that died goes on
/// from its checkpoint. What it is at its end must be the same as alone. Tells who did how many pieces.
fn campaign(what: &[&str], fresh: &[&str], workers: usize, kills: usize) {
    let network = Network::start();
    let (alone, kept) = (network.folder.path("alone"), network.folder.path("kept"));
    let expected = json_lines(&[what, fresh, &["--json", "--checkpoint", &alone]].concat());
    let mut draws = Draws(1991);
    let mut kills = draws.kills(kills);
    let mut workers: Vec<Running> = (0..workers).map(|_| network.worker()).collect();
    eprintln!("{what:?}, {} workers, deaths: {kills:?}", workers.len());
    let on_network = [
        "--json",
        "--workers",
        "0",
        "--redeliver",
        "5",
        "--network",
        &network.url,
    ];
    let what = [what, &on_network, &["--checkpoint", &kept]].concat();
    let resumed = [&what[..], &["--resume", &kept]].concat();
    let mut arguments = &[&what[..], fresh].concat();
    let champion = loop {
        let mut coordinator = start(arguments);
        let errors = coordinator.0.stderr.take().expect("asked for");
        let output = BufReader::new(coordinator.0.stdout.take().expect("asked for"));
        let mut champion = None;
        let mut is_killed = false;
        for line in output.lines() {
            let line = parse(&line.expect("it writes UTF-8")).remove(0);
            if line.get("chromosome").is_some() && line.get("generation").is_none() {
                champion = Some(line);
                continue;
            }
            if is_killed {
                continue;
            }
            match kills.pop() {
                None => {}
                Some(Kill::Broker) => signal("-KILL", network.server()),
                Some(Kill::Run) => {
                    coordinator.0.kill().expect("it runs");
                    is_killed = true;
                }
                Some(Kill::Worker) => {
                    let one = draws.below(workers.len());
                    let killed = std::mem::replace(&mut workers[one], network.worker());
                    drop(killed);
                }
            }
        }
        if let Some(champion) = champion {
            eprintln!("  {}", last_line(errors));
            break champion;
        }
        assert!(is_killed, "the run ended early: {}", last_line(errors));
        arguments = &resumed;
    };
    assert!(kills.is_empty(), "it was too short for {kills:?}");
    assert_eq!(Some(&champion), expected.last());
    assert_eq!(common::read(&kept), common::read(&alone));
    for mut worker in workers {
        signal("-INT", worker.0.id());
        eprintln!(
            "  {}",
            last_line(worker.0.stderr.take().expect("asked for"))
        );
    }
}

/// What a process said last.
fn last_line(mut errors: impl std::io::Read) -> String {
    let mut text = String::new();
    errors.read_to_string(&mut text).expect("it writes UTF-8");
    text.lines().last().unwrap_or_default().to_owned()
}

/// The golden run of each system, of EvoChess by both of its fitnesses, with room for ten deaths; and what a run that goes on is not told
/// again.
const GOLDEN: [(&[&str], &[&str]); 5] = [
    (&["evolve", "--generations", "14"], &[]),
    (
        &["evolve", "--system", "falcon", "--generations", "14"],
        &[
            "--population",
            "30",
            "--set",
            "positions-per-generation=200",
        ],
    ),
    (
        &["evolve", "--system", "evochess", "--generations", "14"],
        &["--population", "6"],
    ),
    (
        &[
            "evolve",
            "--system",
            "evochess",
            "--generations",
            "14",
            "--set",
            "fitness=games",
        ],
        &[
            "--population",
            "4",
            "--set",
            "parents=2",
            "--set",
            "nodes-a-move=200",
            "--set",
            "strongest-opponent=2",
            "--set",
            "longest-game=20",
            "--set",
            "final-games=2",
        ],
    ),
    (&["learn", "--generations", "14"], &["--nodes", "200"]),
];

#[test]
fn whatever_dies_costs_time_only() {
    for (what, fresh) in GOLDEN {
        campaign(what, fresh, 2, 3);
    }
}

#[test]
#[ignore = "many minutes: make soak"]
fn whatever_dies_in_a_long_run_costs_time_only() {
    for (what, fresh) in GOLDEN {
        for workers in [2, 4] {
            campaign(what, fresh, workers, 10);
        }
    }
}

#[test]
fn what_cannot_be_is_refused() {
    for command in [&["tune"][..], &["reproduce", "meep"]] {
        let message = refusal(&[command, &["--workers", "0"]].concat());
        assert!(message.contains("--network"), "{message}");
    }
    let message = refusal(&["evolve", "--verify", "2", "--network", "nats://127.0.0.1:1"]);
    assert!(message.contains("0 to 1"), "{message}");
    let message = refusal(&["work", "nats://worker:secret@127.0.0.1:1"]);
    assert!(!message.contains("secret"), "{message}");
    let message = refusal(&["work", "wss://deme:secret@127.0.0.1:1"]);
    assert!(message.contains("for browsers"), "{message}");
    let message = refusal(&["network", "--tls-cert", "no.pem", "--tls-key", "no.pem"]);
    assert!(message.contains("no.pem"), "{message}");
    let message = refusal(&["network", "--listen", "0.0.0.0"]);
    assert!(message.contains("--plain"), "{message}");
    let message = refusal(&["network", "--server", "/nowhere/nats-server"]);
    assert!(message.contains("install"), "{message}");
    let network = Network::start();
    let on_network = ["--network", &network.url];
    let suite = "../evolve/src/job/sample_suite.epd";
    let games = ["match", "staunton", "random", "--games", "2"];
    for (clock, is_quiet) in [
        (&["coevolve", "--clock", "100"][..], false),
        (&[&games[..], &["--tc", "1+0"]].concat(), true),
        (&["solve", "staunton", "--suite", suite, "--st", "1"], true),
    ] {
        let output = run(&[clock, &on_network].concat());
        assert_eq!(output.status.code(), Some(2));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.contains("--network: a clock binds"), "{errors}");
        assert!(!is_quiet || errors.lines().count() == 1, "{errors}");
    }
    let alien = format!("uci:{} uci", env!("CARGO_BIN_EXE_millipawn"));
    let alien = ["match", &alien, "random", "--games", "2", "--nodes", "9"];
    for more in [&["--workers", "0"][..], &on_network] {
        let message = refusal(&[&alien[..], more].concat());
        assert!(message.contains("a program of this machine"), "{message}");
    }
    let message = refusal(&[&games[..], &["--workers", "0"]].concat());
    assert!(message.contains("--network"), "{message}");
}

/// With this address in the environment.
fn run_at(network: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = millipawn(arguments);
    let output = command.env("MILLIPAWN_NETWORK", network).output();
    let output = output.expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), errors)
}

#[test]
fn a_network_of_the_environment_is_for_who_can_use_it() {
    // Nobody is there.
    let nowhere = "nats://all:secret@127.0.0.1:1";
    let suite = "../evolve/src/job/sample_suite.epd";
    let alien = format!("uci:{} uci", env!("CARGO_BIN_EXE_millipawn"));
    let clock = "a clock binds";
    let plays = ["match", "random", "random", "--games", "2"];
    for (what, why) in [
        (&[&plays[..], &["--st", "0.01"]].concat()[..], clock),
        (
            &["solve", "random", "--suite", suite, "--st", "0.01"],
            clock,
        ),
        (
            &[
                "coevolve",
                "--clock",
                "1",
                "--population",
                "2",
                "--generations",
                "0",
            ],
            clock,
        ),
        (
            &["match", &alien, "random", "--games", "2", "--nodes", "9"],
            "is a program of this machine",
        ),
    ] {
        let (status, errors) = run_at(nowhere, what);
        assert_eq!(status, Some(0), "{errors}");
        let told: Vec<&str> = errors
            .lines()
            .filter(|line| line.contains("MILLIPAWN_NETWORK is not used here"))
            .collect();
        assert!(told.len() == 1 && told[0].contains(why), "{errors}");
        assert!(!errors.contains("secret"), "{errors}");
        // Who types it is refused, whatever the environment says.
        let (status, errors) = run_at(nowhere, &[what, &["--network", nowhere]].concat());
        assert_eq!(status, Some(2), "{errors}");
        assert!(
            errors.contains("--network: ") && errors.contains(why),
            "{errors}"
        );
    }
    let (status, errors) = run_at(
        nowhere,
        &[&plays[..], &["--st", "0.01", "--workers", "0"]].concat(),
    );
    assert_eq!(status, Some(2), "{errors}");
    assert!(errors.contains("--workers 0"), "{errors}");
    let (status, errors) = run_at(nowhere, &[&plays[..], &["--nodes", "9"]].concat());
    assert_eq!(status, Some(2), "others use it: {errors}");
    assert!(errors.contains("127.0.0.1:1"), "{errors}");
}

/// Lies about every piece from `from` on, until it is told to stop.
fn lie(url: &str, from: u64) -> Helper {
    answering(url, move |number, task| {
        let mut outcome = perform(&task);
        if number >= from {
            outcome.result = JobResult::MoveMatching(vec![1]);
        }
        outcome
    })
}

/// Works off so many pieces, of which a liar of the network gets some; the results, and how it ended.
fn with_liar(verify: f64, from: u64, is_alone: bool) -> (Vec<Outcome>, Result<(), Failure>) {
    let folder = Folder::new();
    let (_broker, urls) = broker(Path::new(&folder.path("broker")));
    let _liar = lie(&urls.work, from);
    // Who coordinates only checks.
    let arguments = PoolArguments {
        workers: Some(0),
        network: Some(urls.url),
        verify: Some(verify),
        redeliver: 5,
        ..PoolArguments::default()
    };
    let pool = Pool::with_network(&arguments).expect("the broker is there");
    let _honest = (!is_alone).then(|| lie(&urls.work, u64::MAX));
    let found = RefCell::new(Vec::new());
    let mut given = 0..100;
    let ended = pool.work_off(
        &mut given,
        |given| given.next().map(piece),
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
    let expected: Vec<Outcome> = (0..100).map(|chunk| perform(&piece(chunk))).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_liar_whose_results_were_used_ends_the_run() {
    let (found, ended) = with_liar(0.5, 20, true);
    let Err(Failure::Refused(why)) = ended else {
        panic!("it went on: {} results", found.len());
    };
    assert!(why.contains("told a wrong result"), "{why}");
    assert!(
        why.contains("used without a check, the first in generation"),
        "{why}"
    );
}

/// Works off so many pieces; results that are malformed are refused.
fn work_off(pool: &Pool, pieces: u32) -> (Vec<Outcome>, Result<(), Failure>) {
    let found = RefCell::new(Vec::new());
    let ended = pool.work_off(
        &mut (0..pieces),
        |given| given.next().map(piece),
        |_, outcome| {
            if outcome.result == JobResult::MoveMatching(vec![1]) {
                return Ok(Err(RunError::WrongOutcome));
            }
            found.borrow_mut().push(outcome.clone());
            Ok(Ok(()))
        },
    );
    let mut found = found.into_inner();
    found.sort_by_key(|outcome| outcome.id);
    (found, ended)
}

/// Works only through others.
fn coordinating(url: String, verify: Option<f64>) -> Pool {
    let arguments = PoolArguments {
        workers: Some(0),
        network: Some(url),
        verify,
        redeliver: 5,
        ..PoolArguments::default()
    };
    Pool::with_network(&arguments).expect("the broker is there")
}

#[test]
fn a_malformed_result_is_found_again_by_another() {
    let folder = Folder::new();
    let (_broker, urls) = broker(Path::new(&folder.path("broker")));
    let pool = coordinating(urls.url, None);
    let _workers = [0, u64::MAX].map(|from| lie(&urls.work, from));
    let (found, ended) = work_off(&pool, 100);
    assert!(ended.is_ok(), "{ended:?}");
    let expected: Vec<Outcome> = (0..100).map(|chunk| perform(&piece(chunk))).collect();
    assert_eq!(found, expected);
}

/// A worker that fails at every piece.
fn failing(url: &str) -> Helper {
    let (helper, heard) = helper(url, Build::own());
    let tell = helper.answers();
    thread::spawn(move || {
        while let Ok(instruction) = heard.recv() {
            if let Instruction::Perform(number, _) = instruction {
                tell(number, None);
            }
        }
    });
    helper
}

#[test]
fn a_worker_that_fails_costs_time_only_and_a_piece_that_fails_twice_ends_the_run() {
    let folder = Folder::new();
    let (_broker, urls) = broker(Path::new(&folder.path("broker")));
    let pool = coordinating(urls.url, None);
    let broken = failing(&urls.work);
    let honest = lie(&urls.work, u64::MAX);
    let (found, ended) = work_off(&pool, 100);
    assert!(ended.is_ok(), "{ended:?}");
    assert_eq!(found.len(), 100);
    drop((broken, honest));
    let _broken = [(); 2].map(|()| failing(&urls.work));
    let (_, ended) = work_off(&pool, 1);
    let Err(Failure::Refused(why)) = ended else {
        panic!("it went on: {ended:?}");
    };
    assert!(why.contains("another worker failed there before"), "{why}");
}

#[test]
fn who_was_trusted_in_one_run_and_lies_in_the_next_ends_it() {
    let folder = Folder::new();
    let (_broker, urls) = broker(Path::new(&folder.path("broker")));
    let pool = coordinating(urls.url, None);
    let _liar = lie(&urls.work, 150);
    let (found, ended) = work_off(&pool, 100);
    assert!(ended.is_ok(), "{ended:?}");
    assert_eq!(found.len(), 100);
    let (_, ended) = work_off(&pool, 100);
    let Err(Failure::Refused(why)) = ended else {
        panic!("it went on: {ended:?}");
    };
    assert!(why.contains("were used without a check"), "{why}");
}
