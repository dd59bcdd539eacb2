//! Demes of the command line in one room, over a real nats-server: programs go from run to run, junk does not, and what entered repeats
//! the run.
#![cfg(feature = "network")]
#![allow(clippy::disallowed_methods, reason = "these tests are about processes")]

mod common;

use std::{
    io::{BufRead, BufReader, Lines},
    net::Ipv4Addr,
    path::Path,
    process::{Child, ChildStdout, Stdio},
    sync::mpsc::{self, Receiver},
};

use common::{Folder, millipawn, parse, read, refusal, stdout};
use millipawn_network::{Broker, Listen, Pollen, Pollinator, Urls};

fn broker(folder: &Folder) -> (Broker, Urls) {
    let path = folder.path("broker");
    let broker = Broker::start(None, Path::new(&path), Listen::default());
    let broker = broker.expect("nats-server starts");
    let urls = broker.urls(Ipv4Addr::LOCALHOST.into());
    (broker, urls)
}

/// A run in the room "kitchen", which ends with this value.
struct Deme {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    kept: String,
}

impl Deme {
    fn start(what: &[&str], name: &str, url: &str, folder: &Folder) -> Self {
        let kept = folder.path(name);
        let room = ["--room", "kitchen", "--deme", name, "--network", url];
        let others = ["--workers", "1", "--json", "--generations", "100000"];
        let all = [what, &others, &room, &["--checkpoint", &kept]].concat();
        let mut command = millipawn(&all);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("asked for"));
        Self {
            child,
            lines: output.lines(),
            kept,
        }
    }

    /// Waits until another generation is told, and answers which.
    fn next(&mut self) -> u64 {
        let line = self.lines.next().expect("it goes on");
        let line = parse(&line.expect("it writes UTF-8")).remove(0);
        line["generation"].as_u64().expect("of a generation")
    }

    /// Kills it, and answers the last generation that it can have kept: each is kept before it is told, and the last line may be cut short.
    fn kill(&mut self, told: u64) -> u64 {
        drop(self.child.kill());
        drop(self.child.wait());
        told + self.lines.by_ref().count() as u64 + 1
    }

    /// Those that came, with the generations that they entered.
    fn immigrants(&self) -> Vec<(u64, String)> {
        let text = read(&self.kept).expect("it is kept before it is told");
        let lines = text
            .lines()
            .filter_map(|line| line.strip_prefix("immigrant "));
        let of = |line: &str| {
            let (generation, program) = line.split_once(' ').expect("two words");
            (generation.parse().expect("a number"), program.to_owned())
        };
        lines.map(of).collect()
    }
}

impl Drop for Deme {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs that are short enough for a test, of several kinds.
const RUNS: [&[&str]; 3] = [
    &[
        "evolve",
        "--population",
        "8",
        "--set",
        "positions-per-generation=20",
    ],
    &[
        "coevolve",
        "--population",
        "4",
        "--games-per-pair",
        "1",
        "--nodes",
        "100",
    ],
    &[
        "evolve",
        "--system",
        "evochess",
        "--set",
        "fitness=games",
        "--set",
        "strongest-opponent=2",
        "--set",
        "nodes-a-move=100",
        "--set",
        "longest-game=10",
        "--population",
        "4",
        "--set",
        "parents=2",
    ],
];

#[test]
fn programs_enter_another_run_which_is_repeated_from_its_log() {
    let folder = Folder::new();
    let (_broker, urls) = broker(&folder);
    for (at, what) in RUNS.iter().enumerate() {
        let name = |deme: &str| format!("{deme}{at}");
        let mut one = Deme::start(what, &name("one"), &urls.deme, &folder);
        let other = [*what, &["--seed", "7"]].concat();
        let mut other = Deme::start(&other, &name("other"), &urls.deme, &folder);
        // Until a program has entered a generation that is scored.
        let scored = loop {
            let scored = one.next();
            other.next();
            let entered = one.immigrants();
            if entered.iter().any(|(generation, _)| *generation <= scored) {
                break scored;
            }
        };
        let reached = one.kill(scored);
        let entered = one.immigrants();
        let most = (0..=reached).map(|generation| {
            let same = entered.iter().filter(|(own, _)| *own == generation);
            same.count()
        });
        assert!(most.max() <= Some(1), "one of a deme: {entered:?}");
        // It goes on alone, and is made again from its settings and its log. What a last generation is measured on depends on its being
        // the last, so that the end is beyond all that is kept.
        let last = reached + 3;
        let end = last.to_string();
        let [on, again] = ["on", "again"].map(|name| folder.path(&format!("{name}{at}")));
        let resumed = [
            what[0],
            "--resume",
            &one.kept,
            "--generations",
            &end,
            "--json",
        ];
        stdout(&[&resumed[..], &["--checkpoint", &on]].concat());
        let replayed = [&resumed[..], &["--replay", "--checkpoint", &again]].concat();
        let told = parse(&stdout(&replayed));
        assert_eq!(told.len() as u64, last + 2, "every generation is told");
        let (on, again) = (read(&on).expect("kept"), read(&again).expect("kept"));
        assert!(on.contains("\nimmigrant "));
        assert_eq!(on, again, "{what:?}");
    }
}

/// What is published in the room, and how to publish there as this deme.
fn neighbour(urls: &Urls, deme: &str) -> (Pollinator, Receiver<String>) {
    let (told, heard) = mpsc::channel();
    let own = format!("mp.v1.offer.kitchen.{deme}");
    let all = "mp.v1.offer.kitchen.own".to_owned();
    let pollinator = Pollinator::connect(&urls.deme, own, all, move |pollen| {
        if let Pollen::Offer(bytes) = pollen {
            let _ = told.send(String::from_utf8(bytes).expect("offers are text"));
        }
    });
    (pollinator.expect("the broker is there"), heard)
}

fn sealed(body: &str) -> String {
    format!("{body}crc {:08x}\n", crc32fast::hash(body.as_bytes()))
}

#[test]
fn junk_changes_nothing() {
    let folder = Folder::new();
    let (_broker, urls) = broker(&folder);
    let (honest, heard) = neighbour(&urls, "honest");
    let mut own = Deme::start(RUNS[0], "own", &urls.deme, &folder);
    let offer = loop {
        own.next();
        if let Ok(offer) = heard.try_recv() {
            break offer;
        }
    };
    let body = &offer[..offer.rfind("crc ").expect("its checksum")];
    let (program, of) = body
        .rsplit_once("program ")
        .map(|(before, program)| (program.trim_end(), before))
        .expect("its program");
    let as_peer = |name: &str| body.replace("deme own", &format!("deme {name}"));
    let junk = [
        "hello".to_owned(),
        "x".repeat(100_000),
        sealed(&as_peer("junk2").replace("generation ", "generation -")),
        as_peer("junk3") + "crc 00000000\n",
        sealed(&as_peer("junk4").replace("kind imitation", "kind coevolution")),
        sealed(&as_peer("junk5").replace("room kitchen", "room cellar")),
        sealed(&as_peer("junk6").replace(program, &program.to_uppercase())),
        sealed(&of.replace("deme own", "deme <script>")),
    ];
    let peers = junk.into_iter().enumerate().map(|(at, junk)| {
        let (peer, _) = neighbour(&urls, &format!("junk{at}"));
        peer.offer(junk);
        peer
    });
    let _peers: Vec<Pollinator> = peers.collect();
    // What was sent before them has long come when two more of its own have.
    for _ in 0..2 {
        while heard.try_recv().is_err() {
            own.next();
        }
    }
    assert_eq!(own.immigrants(), []);
    // It still listens: an honest offer enters.
    honest.offer(sealed(&as_peer("honest")));
    while own.immigrants().is_empty() {
        own.next();
    }
    let entered = own.immigrants();
    assert_eq!(entered[0].1, program);
    // As a run alone, up to there.
    let until = (entered[0].0 - 1).to_string();
    let alone = [RUNS[0], &["--generations", &until, "--json"]].concat();
    let alone = parse(&stdout(&alone));
    let kept = read(&own.kept).expect("kept");
    for line in &alone[..alone.len() - 1] {
        let champion = line["champion"].as_str().expect("its champion");
        let record = format!("record {} {} ", line["generation"], line["best"]);
        let record = kept.lines().find(|line| line.starts_with(&record));
        assert!(record.expect("the same").contains(champion), "{line}");
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let message = refusal(&["evolve", "--room", "kitchen"]);
    assert!(message.contains("--network"), "{message}");
    let nowhere = ["--network", "nats://deme:secret@127.0.0.1:1"];
    let message = refusal(&[&["evolve", "--room", "the kitchen"], &nowhere[..]].concat());
    assert!(message.contains("letters"), "{message}");
    let message = refusal(&[&["learn", "--room", "kitchen"], &nowhere[..]].concat());
    assert!(message.contains("do not migrate"), "{message}");
    let message = refusal(&[RUNS[2], &["--room", "kitchen"], &nowhere[..]].concat());
    assert!(!message.contains("secret"), "{message}");
    let message = refusal(&["evolve", "--replay"]);
    assert!(message.contains("--resume"), "{message}");
}

#[test]
fn a_deme_waits_for_nobody() {
    let folder = Folder::new();
    let (broker, urls) = broker(&folder);
    let mut own = Deme::start(RUNS[0], "own", &urls.deme, &folder);
    own.next();
    let server = broker.process().expect("it runs");
    let status = std::process::Command::new("kill")
        .args(["-KILL", &server.to_string()])
        .status();
    assert!(status.expect("there is kill").success());
    let gone = own.next();
    while own.next() < gone + 50 {}
}
