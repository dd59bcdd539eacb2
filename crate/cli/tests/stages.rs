//! `millipawn tune` and `millipawn coevolve`: one history each, whoever works and however often it is interrupted.

mod common;

use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

use common::{Folder, hand_set, json_lines, millipawn, read, refusal, run, stdout};
use serde_json::Value;

const SUITE: &str = "\
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;
2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6;
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2;
5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - bm Rg3;
";

const TUNE: [&str; 7] = [
    "tune",
    "--nodes",
    "1500",
    "--population",
    "4",
    "--program",
    "staunton?Hash=1",
];

const COEVOLVE: [&str; 9] = [
    "coevolve",
    "--population",
    "4",
    "--games-per-pair",
    "2",
    "--nodes",
    "50",
    "--rule",
    "MaximumMoves=20",
];

fn with<'a>(command: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [command, more].concat()
}

/// Without the time.
fn history(lines: &[Value]) -> Vec<Value> {
    let mut lines = lines.to_vec();
    for line in &mut lines {
        let fields = line.as_object_mut().expect("a line is an object");
        fields.remove("elapsed_ms");
    }
    lines
}

fn told(arguments: &[&str]) -> Vec<Value> {
    history(&json_lines(arguments))
}

#[test]
fn a_tuning_tells_a_line_a_generation_and_its_champion_plays() {
    let folder = Folder::new();
    let suite = folder.write("suite.epd", SUITE);
    let (kept, out) = (folder.path("kept"), folder.path("out"));
    let tune = with(&TUNE, &["--suite", &suite, "--json"]);
    let whole = told(&with(
        &tune,
        &["--generations", "3", "--workers", "1", "--out", &out],
    ));
    assert_eq!(whole.len(), 5);
    for (generation, line) in whole[..4].iter().enumerate() {
        assert_eq!(line["generation"], generation);
        let number = |name: &str| line[name].as_f64().expect("a number");
        assert!(number("best") <= number("mean") && number("mean") <= number("worst"));
        assert!(number("worst") <= 4.0 * 1500.0);
        assert_eq!(line["positions"], 4);
    }
    assert_eq!(whole[4]["fitness"].as_f64(), whole[3]["best"].as_f64());
    let champion = whole[4]["chromosome"].as_str().expect("a text");
    assert!(
        champion.starts_with("staunton?Search=search.1."),
        "{champion}"
    );
    let listed = read(&out).expect("it was written");
    assert_eq!(listed.lines().count(), 4);
    assert_eq!(listed.lines().next(), Some(champion));

    for workers in ["2", "5"] {
        let more = ["--generations", "3", "--workers", workers];
        assert_eq!(told(&with(&tune, &more)), whole);
    }
    let more = ["--generations", "1", "--checkpoint", &kept];
    assert_eq!(told(&with(&tune, &more))[..2], whole[..2]);
    let resume = [
        "tune",
        "--suite",
        &suite,
        "--resume",
        &kept,
        "--generations",
        "3",
        "--json",
    ];
    assert_eq!(told(&resume), whole[2..]);
    let solve = ["solve", champion, "--suite", &suite, "--nodes", "1500"];
    assert!(stdout(&solve).contains("of 4 positions"));
}

#[test]
fn a_tuned_chromosome_is_one_program() {
    let folder = Folder::new();
    let suite = folder.write("suite.epd", SUITE);
    let program = hand_set();
    let lines = told(&[
        "tune",
        "--suite",
        &suite,
        "--nodes",
        "1000",
        "--population",
        "3",
        "--generations",
        "0",
        "--program",
        &program,
        "--json",
    ]);
    let champion = lines[1]["chromosome"].as_str().expect("a text");
    assert!(champion.starts_with(&format!("{program}.search.1.")));
    let inspected = &json_lines(&["inspect", champion, "--json"])[0];
    assert_eq!(inspected["system"], "acpp");
    assert_eq!(inspected["search"].as_array().map(Vec::len), Some(18));
    assert!(stdout(&["inspect", champion]).contains("NullMoveReduction"));
    let line = &json_lines(&[
        "match", champion, &program, "--games", "2", "--nodes", "50", "--json",
    ])[0];
    assert_eq!(line["games"], 2);
}

#[test]
fn a_coevolution_tells_a_line_a_generation() {
    let folder = Folder::new();
    let out = folder.path("out");
    let coevolve = with(&COEVOLVE, &["--generations", "2", "--json"]);
    let whole = told(&with(&coevolve, &["--workers", "1", "--out", &out]));
    assert_eq!(whole.len(), 4);
    for line in &whole[..3] {
        let points = line["points"].as_array().expect("points");
        let sum: f64 = points.iter().filter_map(Value::as_f64).sum();
        assert_eq!((points.len(), sum), (4, 12.0));
        assert_eq!((&line["games"], &line["mean"]), (&6.into(), &3.0.into()));
        assert_eq!(line["genes"].as_array().map(Vec::len), Some(13));
    }
    assert_eq!(whole[3]["fitness"], whole[2]["best"]);
    assert_eq!(whole[3]["chromosome"], whole[2]["champion"]);
    for workers in ["2", "5"] {
        assert_eq!(told(&with(&coevolve, &["--workers", workers])), whole);
    }
    let listed = read(&out).expect("it was written");
    assert_eq!(listed.lines().next(), whole[2]["champion"].as_str());
    // They go on from a file, as ten champions would.
    let from = [
        "coevolve",
        "--from",
        &out,
        "--generations",
        "0",
        "--nodes",
        "30",
        "--games-per-pair",
        "1",
        "--rule",
        "MaximumMoves=5",
        "--json",
    ];
    assert_eq!(told(&from)[0]["games"], 3);
}

#[test]
fn the_population_of_a_run_coevolves() {
    let folder = Folder::new();
    let kept = folder.path("run");
    let evolve = [
        "evolve",
        "--population",
        "4",
        "--generations",
        "1",
        "--set",
        "positions-per-generation=10",
        "--checkpoint",
        &kept,
        "--json",
    ];
    assert_eq!(told(&evolve).len(), 3);
    let round = ["coevolve", "--from", &kept, "--nodes", "30", "--json"];
    let lines = told(&with(
        &round,
        &["--generations", "0", "--rule", "MaximumMoves=5"],
    ));
    // One game a pair, as is usual for ACPP.
    assert_eq!(lines[0]["games"], 3);
    assert_eq!(lines[0]["points"].as_array().map(Vec::len), Some(4));
    let champion = lines[1]["chromosome"].as_str().expect("a text");
    assert!(champion.starts_with("acpp.1."), "{champion}");
}

#[test]
fn a_run_by_the_clock_says_so() {
    let round = [
        "coevolve",
        "--population",
        "3",
        "--generations",
        "1",
        "--clock",
        "40",
        "--json",
    ];
    let ended = run(&round);
    assert!(ended.status.success());
    let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(errors.contains("By the clock: no run"), "{errors}");
    let lines: Vec<&[u8]> = ended.stdout.split(|byte| *byte == b'\n').collect();
    assert_eq!(lines.iter().filter(|line| !line.is_empty()).count(), 3);
    assert!(!stdout(&with(&COEVOLVE, &["--generations", "0"])).contains("By the clock"));
}

#[test]
fn a_killed_run_goes_on_as_if_nothing_had_happened() {
    let folder = Folder::new();
    let kept = folder.path("run");
    let whole = told(&with(&COEVOLVE, &["--generations", "6", "--json"]));
    let mut child = millipawn(&with(
        &COEVOLVE,
        &["--generations", "6", "--json", "--checkpoint", &kept],
    ))
    .stdout(Stdio::piped())
    .stderr(Stdio::null())
    .spawn()
    .expect("the program starts");
    let reader = BufReader::new(child.stdout.take().expect("it is piped"));
    let lines = reader.lines().take(2).map(|line| line.expect("it reads"));
    assert_eq!(lines.count(), 2);
    child.kill().expect("it runs or has ended");
    child.wait().expect("it ends");
    let rest = [
        "coevolve",
        "--resume",
        &kept,
        "--generations",
        "6",
        "--json",
    ];
    let rest = told(&rest);
    assert!(rest.len() <= 6, "what was told was kept");
    assert_eq!(rest, whole[whole.len() - rest.len()..]);
}

/// The text of a checkpoint that another engine made.
fn of_another_engine(kept: &str) -> String {
    let own = format!("engine {}", millipawn_engine::search::bench::SIGNATURE);
    let text = read(kept).expect("it was kept");
    assert!(text.contains(&own), "{text}");
    let (body, _) = text.rsplit_once("crc ").expect("it has a checksum");
    let body = body.replace(&own, "engine 7");
    format!("{body}crc {:08x}\n", crc32fast::hash(body.as_bytes()))
}

#[test]
fn a_run_of_another_engine_goes_on_only_where_it_begins_anew() {
    let folder = Folder::new();
    let (kept, other) = (folder.path("kept"), folder.path("other"));
    let suite = folder.write("suite.epd", SUITE);
    let tune = with(&TUNE, &["--suite", &suite]);
    for (command, run) in [
        (vec!["tune", "--suite", &suite], tune),
        (vec!["coevolve"], COEVOLVE.to_vec()),
    ] {
        let begun = ["--generations", "1", "--checkpoint", &kept, "--json"];
        let begun = told(&with(&run, &begun));
        folder.write("other", of_another_engine(&kept));
        let longer = ["--resume", &other, "--generations", "2", "--json"];
        let message = refusal(&with(&command, &longer));
        for part in [&other[..], "another engine", "signature 7", "--anew"] {
            assert!(message.contains(part), "{part}: {message}");
        }
        // What there is can be told.
        let shown = ["--resume", &other, "--generations", "1", "--json"];
        assert_eq!(told(&with(&command, &shown)), begun[2..]);
        let anew = told(&with(&command, &with(&longer, &["--anew"])));
        assert_eq!(anew, told(&with(&run, &["--generations", "2", "--json"])));
        // It says nothing where the engine is this one.
        let own = ["--resume", &kept, "--generations", "2", "--json", "--anew"];
        assert_eq!(told(&with(&command, &own)), anew[2..]);
    }
}

#[test]
fn for_people_a_summary() {
    let text = stdout(&with(&COEVOLVE, &["--generations", "0"]));
    assert!(text.contains("Generation 0: best "), "{text}");
    assert!(text.contains("Champion: acpp.1."), "{text}");
}

#[test]
fn what_cannot_be_used_is_told() {
    let folder = Folder::new();
    let suite = folder.write("suite.epd", format!("{SUITE}nonsense\n"));
    let tuned = run(&with(
        &TUNE,
        &["--suite", &suite, "--generations", "0", "--json"],
    ));
    assert!(tuned.status.success());
    let errors = String::from_utf8_lossy(&tuned.stderr).into_owned();
    assert!(errors.contains(&format!("{suite}:5: ")), "{errors}");
    let empty = folder.write("empty.epd", "# nothing\n");
    let programs = folder.write("programs", format!("{}\nfalse\n", hand_set()));
    let other = folder.write("other.epd", SUITE.lines().next().unwrap_or_default());
    let kept = folder.path("kept");
    stdout(&with(
        &TUNE,
        &[
            "--suite",
            &suite,
            "--generations",
            "0",
            "--checkpoint",
            &kept,
        ],
    ));
    let foreign = folder.path("foreign");
    stdout(&with(
        &COEVOLVE,
        &["--generations", "0", "--checkpoint", &foreign],
    ));
    for (arguments, parts) in [
        (vec!["tune", "--suite", &empty], [&empty[..], "no position"]),
        (vec!["tune", "--program", "random"], ["tune", "no search"]),
        (
            vec!["tune", "--program", "staunton?Search=david"],
            ["tune", "leave out Search"],
        ),
        (
            vec!["coevolve", "--search", "plain&Nodes=50"],
            ["--search", "\"plain&Nodes=50\" is no search"],
        ),
        (
            vec!["tune", "--program", "x"],
            ["--program x", "not a player"],
        ),
        (vec!["tune", "--nodes", "10"], ["--nodes 10", "from 1000"]),
        (
            vec!["tune", "--set", "Speed=1"],
            ["--set Speed=1", "no setting"],
        ),
        (
            vec!["tune", "--seed", "lucky"],
            ["--seed lucky", "whole number"],
        ),
        (
            vec!["tune", "--resume", &kept, "--nodes", "5000"],
            ["--resume", "--nodes"],
        ),
        (
            vec!["tune", "--resume", &kept, "--suite", &other],
            [&kept, "another suite"],
        ),
        (
            vec!["tune", "--resume", &foreign],
            [&foreign, "not the checkpoint"],
        ),
        (
            vec!["coevolve", "--resume", &kept],
            [&kept, "not the checkpoint"],
        ),
        (vec!["coevolve", "--from", &programs], [&programs, ":2: "]),
        (
            vec!["coevolve", "--from", "acpp.9.AAAA"],
            ["--from acpp.9", "version 9"],
        ),
        (
            vec!["coevolve", "--search", "deep"],
            ["--search", "\"deep\" is no search"],
        ),
        (vec!["coevolve", "--system", "deep"], ["--system", "acpp"]),
        (
            vec!["coevolve", "--clock", "40", "--nodes", "50"],
            ["--clock", "--nodes"],
        ),
        (
            vec!["coevolve", "--population", "1"],
            ["--population 1", "from 2"],
        ),
        (
            vec!["coevolve", "--rule", "Fair=1"],
            ["--rule Fair=1", "no parameter"],
        ),
    ] {
        let told = refusal(&arguments);
        for part in parts {
            assert!(told.contains(part), "{arguments:?}: {told}");
        }
    }
}
