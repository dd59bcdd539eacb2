//! `millipawn learn`: the same program with any number of workers, ended and resumed; and what reads it.

mod common;

use common::{Folder, json_lines, refusal, stdout};
use serde_json::Value;

/// Small games, so that a test takes no time.
const SMALL: [&str; 7] = [
    "--nodes",
    "40",
    "--set",
    "maximum-moves=20",
    "--set",
    "games-a-round=4",
    "--json",
];

fn learn(more: &[&str]) -> Vec<Value> {
    let arguments = [&["learn"], &SMALL[..], more].concat();
    json_lines(&arguments)
        .into_iter()
        .map(|mut line| {
            if let Some(line) = line.as_object_mut() {
                line.remove("elapsed_ms");
            }
            line
        })
        .collect()
}

fn chromosome(lines: &[Value]) -> String {
    let last = lines.last().expect("a last line");
    last["chromosome"].as_str().expect("a program").to_owned()
}

#[test]
fn any_number_of_workers_and_any_interruption_make_the_same_program() {
    let folder = Folder::new();
    let kept = folder.path("run");
    let expected = learn(&["--games", "12", "--workers", "1"]);
    assert_eq!(expected.len(), 5, "rounds 0 to 3, and the program");
    let games: Vec<&Value> = expected.iter().map(|line| &line["games"]).collect();
    assert_eq!(games, [0, 4, 8, 12, 12]);
    for line in &expected[1..4] {
        assert!(line["positions"].as_u64() > Some(0), "{line}");
        assert!(line["rms_error"].as_f64() > Some(0.0), "{line}");
        let share = line["nonzero_share"].as_f64().expect("a share");
        assert!((0.0..=1.0).contains(&share), "{line}");
    }
    assert_eq!(learn(&["--games", "12", "--workers", "3"]), expected);
    let first = learn(&["--games", "8", "--checkpoint", &kept]);
    assert_eq!(first[..3], expected[..3]);
    let arguments = ["learn", "--json", "--games", "12", "--resume", &kept];
    assert_eq!(chromosome(&json_lines(&arguments)), chromosome(&expected));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let book = folder.write("book.epd", start);
    let refused = refusal(&["learn", "--resume", &kept, "--openings", &book]);
    assert!(refused.contains("other openings"), "{refused}");
}

#[test]
fn the_lines_of_some_rounds_have_their_programs() {
    let lines = learn(&["--games", "48"]);
    let (last, rounds) = lines.split_last().expect("a last line");
    let with: Vec<usize> = (0..rounds.len())
        .filter(|round| rounds[*round]["program"].is_string())
        .collect();
    assert_eq!(rounds.len(), 13);
    assert_eq!(with, (0..=10).collect::<Vec<_>>());
    let fewer = learn(&["--games", "40"]);
    assert_eq!(rounds[10]["program"], chromosome(&fewer));
    assert_ne!(rounds[10]["program"], last["chromosome"]);
}

#[test]
fn a_program_is_read_wherever_a_chromosome_is() {
    let folder = Folder::new();
    let (exact, kept) = (folder.path("exact"), folder.path("run"));
    let short = chromosome(&learn(&[
        "--games",
        "4",
        "--out",
        &exact,
        "--checkpoint",
        &kept,
    ]));
    assert!(
        short.starts_with("meep.1.") && short.len() <= 2_500,
        "{short}"
    );
    let long = common::read(&exact).expect("it was written");
    assert!(long.starts_with("meep.1.") && long.len() > 7_000);
    // What knows nothing, and what goes on from the one before.
    let random = chromosome(&learn(&["--games", "0"]));
    assert_ne!(random, short);
    for from in [&short, &exact, &kept] {
        let lines = learn(&["--games", "0", "--from", from]);
        assert_eq!(chromosome(&lines), short, "rounded once");
    }
    for program in [&short, &exact] {
        let inspected = json_lines(&["inspect", program, "--json"]);
        let text = inspected[0].to_string();
        assert!(text.contains("knight on f3"), "{}", &text[..400]);
        let evaluated = json_lines(&[
            "evaluate",
            program,
            "--json",
            "--per-game",
            "1",
            "--seed",
            "1",
        ]);
        assert!(evaluated[0]["examples"].as_u64() > Some(50));
        let arguments = [
            "match", program, "random", "--games", "2", "--nodes", "40", "--json",
        ];
        assert_eq!(json_lines(&arguments)[0]["games"], 2);
    }
}

#[test]
fn a_table_of_weights_is_read_wherever_a_program_is() {
    let folder = Folder::new();
    let program = chromosome(&learn(&["--games", "4"]));
    let table = stdout(&["inspect", &program, "--csv"]);
    assert!(table.starts_with("system,group,gene,value,unit\n"));
    let file = folder.write("weights.csv", &table);
    assert_eq!(stdout(&["inspect", &file, "--csv"]), table);
    let on = |from: &str| learn(&["--games", "4", "--from", from]);
    assert_eq!(on(&file), on(&program));
    let twice = folder.write(
        "twice.csv",
        format!("{table}{}", table.lines().next_back().expect("a row")),
    );
    let refused = refusal(&["inspect", &twice]);
    assert!(
        refused.contains("line 1814: ") && refused.contains("has two rows"),
        "{refused}"
    );
}

#[test]
fn every_method_and_an_opponent_learn() {
    for method in [
        "td-root",
        "td-leaf",
        "rootstrap",
        "treestrap-mm",
        "treestrap-ab",
    ] {
        let lines = learn(&["--games", "4", "--method", method]);
        assert!(lines[1]["positions"].as_u64() > Some(0), "{method}");
        let other = learn(&["--games", "4", "--method", method, "--opponent", "random"]);
        assert_ne!(chromosome(&lines), chromosome(&other), "{method}");
    }
    let by_clock = stdout(&[
        "learn",
        "--games",
        "1",
        "--clock",
        "20",
        "--set",
        "games-a-round=1",
    ]);
    assert!(by_clock.contains("Champion: meep.1."), "{by_clock}");
}
