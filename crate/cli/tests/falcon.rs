//! Falcon on the command line: the same commands, another chromosome.

mod common;

use common::{Folder, json_lines, millipawn, read, refusal, run, stdout};
use serde_json::Value;

/// A run of a second or two on the sample games.
const SMALL: [&str; 9] = [
    "evolve",
    "--system",
    "falcon",
    "--population",
    "8",
    "--set",
    "positions-per-generation=60",
    "--set",
    "held-out-positions=1000",
];

fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SMALL[..], more].concat()
}

fn timeless(mut lines: Vec<Value>) -> Vec<Value> {
    for line in &mut lines {
        line.as_object_mut()
            .expect("a line is an object")
            .remove("elapsed_ms");
    }
    lines
}

fn text(line: &Value) -> &str {
    line["chromosome"].as_str().expect("a text")
}

#[test]
fn any_number_of_workers_gives_the_same_history() {
    let with = |workers| {
        let arguments = small(&["--generations", "3", "--json", "--workers", workers]);
        timeless(json_lines(&arguments))
    };
    let one = with("1");
    assert_eq!(one.len(), 5);
    assert!(text(&one[4]).starts_with("falcon.1."));
    assert_eq!(one, with("2"));
    assert_eq!(one, with("5"));
}

#[test]
fn the_system_is_a_setting_too_wherever_it_stands() {
    let named = json_lines(&small(&["--generations", "0", "--json"]));
    let mut set = small(&["--generations", "0", "--json", "--set", "system=falcon"]);
    set.drain(1..3);
    assert_eq!(text(&named[1]), text(&json_lines(&set)[1]));
}

#[test]
fn a_kept_run_goes_on_as_if_it_had_not_stopped() {
    let folder = Folder::new();
    let kept = folder.path("run.txt");
    let whole = json_lines(&small(&["--generations", "4", "--json"]));
    run(&small(&["--generations", "2", "--checkpoint", &kept]));
    assert!(read(&kept).is_some_and(|text| text.contains("setting system=falcon")));
    let rest = json_lines(&["evolve", "--resume", &kept, "--generations", "4", "--json"]);
    assert_eq!(text(&rest[2]), text(&whole[5]));
    assert_eq!(rest[1]["best"], whole[4]["best"]);
    let other = refusal(&["evolve", "--resume", &kept, "--system", "acpp"]);
    assert!(other.contains("system of a run under way"), "{other}");
}

#[test]
fn several_runs_have_successive_seeds() {
    let runs = json_lines(&small(&[
        "--generations",
        "1",
        "--runs",
        "2",
        "--seed",
        "7",
        "--json",
    ]));
    assert_eq!(runs.len(), 2 * 3 + 1);
    let seeds: Vec<&Value> = runs[..6].iter().map(|line| &line["seed"]).collect();
    assert_eq!(seeds, [7, 7, 7, 8, 8, 8]);
    let alone = json_lines(&small(&["--generations", "1", "--seed", "8", "--json"]));
    assert_eq!(text(&runs[5]), text(&alone[2]));
    let mean = (runs[2]["fitness"].as_f64().zip(runs[5]["fitness"].as_f64()))
        .map(|(one, two)| (one + two) / 2.0);
    assert_eq!(runs[6]["mean_fitness"].as_f64(), mean);
    assert!(runs[6]["mean_rate"].is_f64());
    assert!([text(&runs[2]), text(&runs[5])].contains(&text(&runs[6])));
    let told = stdout(&small(&["--generations", "0", "--runs", "2"]));
    assert!(
        told.contains("Seed 2014:") && told.contains("Seed 2015:"),
        "{told}"
    );
    assert!(told.contains("Mean of 2 runs:"), "{told}");
}

#[test]
fn its_programs_are_inspected_evaluated_and_played() {
    let lines = json_lines(&small(&["--generations", "0", "--json"]));
    let program = text(&lines[1]);
    let genes = &json_lines(&["inspect", program, "--json"])[0]["genes"];
    assert_eq!(genes.as_array().map(Vec::len), Some(35));
    assert_eq!(
        (&genes[0]["name"], &genes[0]["value"]),
        (&"PAWN_VALUE".into(), &100.0.into())
    );
    assert_eq!(genes[1]["published"], 521.0);
    let rate = |search| {
        let arguments = [
            "evaluate",
            program,
            "--per-game",
            "1",
            "--search",
            search,
            "--json",
        ];
        json_lines(&arguments)[0]["rate"].as_f64()
    };
    assert!(rate("quiescence").is_some() && rate("static").is_some());
    let score = &json_lines(&[
        "match", program, "random", "--games", "2", "--nodes", "200", "--json",
    ]);
    assert_eq!(score[0]["games"], 2);
    let mut engine = millipawn(&["uci", "--chromosome", program]);
    engine
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped());
    let mut engine = engine.spawn().expect("the program starts");
    std::io::Write::write_all(
        engine.stdin.as_mut().expect("it listens"),
        format!("uci\nsetoption name Chromosome value {program}\ngo nodes 500\n").as_bytes(),
    )
    .expect("it listens");
    let said = engine.wait_with_output().expect("it ends");
    assert!(String::from_utf8_lossy(&said.stdout).contains("bestmove "));
}
