//! `millipawn learn` of games: the same program with any number of workers, ended and resumed; and what goes on from it.

mod common;

use common::{Folder, hand_set, json_lines, read, refusal, stdout};
use serde_json::Value;

/// Small steps, and little to measure, so that a test takes no time.
const SMALL: [&str; 7] = [
    "learn",
    "--set",
    "positions-a-step=55",
    "--set",
    "held-out-share=0.05",
    "--generations",
    "3",
];

fn learn(more: &[&str]) -> Vec<Value> {
    without_time(&[&SMALL[..], &["--json"], more].concat())
}

fn without_time(arguments: &[&str]) -> Vec<Value> {
    let mut lines = json_lines(arguments);
    for line in &mut lines {
        if let Some(line) = line.as_object_mut() {
            line.remove("elapsed_ms");
        }
    }
    lines
}

fn chromosome(lines: &[Value]) -> &str {
    let last = lines.last().expect("a last line");
    last["chromosome"].as_str().expect("a program")
}

fn small_games() -> String {
    format!(
        "{}/../../tests/fixtures/small.pgn",
        env!("CARGO_MANIFEST_DIR")
    )
}

#[test]
fn any_number_of_workers_and_any_interruption_make_the_same_program() {
    let folder = Folder::new();
    let (kept, exact) = (folder.path("run"), folder.path("exact"));
    let imitation = ["--method", "imitation"];
    let expected = learn(&[&imitation[..], &["--workers", "1", "--out", &exact]].concat());
    assert_eq!(expected.len(), 5, "steps 0 to 3, and the program");
    for (step, line) in expected[..4].iter().enumerate() {
        assert_eq!(line["step"], step);
        assert_eq!(line["positions"], if step == 0 { 0 } else { 55 });
        assert!(line["found"].as_u64() <= line["positions"].as_u64());
        assert!(line["program"].is_string(), "{line}");
        // The first, and the last because it is.
        assert_eq!(line["held_out"].is_object(), step % 3 == 0, "{line}");
    }
    let workers = [&imitation[..], &["--workers", "3"]].concat();
    assert_eq!(learn(&workers), expected);
    let ended = ["--generations", "1", "--checkpoint", &kept];
    let first = without_time(&[&SMALL[..5], &imitation, &ended, &["--json"]].concat());
    assert_eq!(first.len(), 3);
    let again = folder.path("again");
    let resume = [
        "learn",
        "--json",
        "--resume",
        &kept,
        "--generations",
        "3",
        "--out",
        &again,
    ];
    assert_eq!(without_time(&resume), expected[2..]);
    assert_eq!(read(&again), read(&exact));
    let other = ["learn", "--resume", &kept, "--pgn", &small_games()];
    let refused = refusal(&other);
    assert!(refused.contains("learned from other games"), "{refused}");
}

#[test]
fn games_of_a_file_make_a_program_that_goes_on() {
    let folder = Folder::new();
    let (kept, exact) = (folder.path("run"), folder.path("exact"));
    let games = small_games();
    let short = learn(&["--pgn", &games, "--checkpoint", &kept, "--out", &exact]);
    let short = chromosome(&short);
    assert!(short.starts_with("meep.1."), "{short}");
    assert!(read(&exact).is_some_and(|long| long.len() > short.len()));
    let resumed = ["learn", "--json", "--resume", &kept, "--pgn", &games];
    assert_eq!(chromosome(&json_lines(&resumed)), short);
    let told = stdout(&["evaluate", &exact, "--json", "--pgn", &games]);
    assert!(told.contains("\"examples\""), "{told}");
    // By self-play, and by other games.
    for from in [&kept, &exact] {
        let none = ["learn", "--games", "0", "--json", "--from", from];
        assert_eq!(chromosome(&json_lines(&none)), short);
        let none = [
            "--method",
            "imitation",
            "--generations",
            "0",
            "--from",
            from,
        ];
        let none = without_time(&[&SMALL[..5], &none, &["--json"]].concat());
        assert_eq!(chromosome(&none), short);
    }
    let own = [
        "learn",
        "--from",
        &kept,
        "--games",
        "2",
        "--nodes",
        "40",
        "--set",
        "games-a-round=2",
        "--set",
        "maximum-moves=20",
        "--json",
    ];
    let hybrid = json_lines(&own);
    assert_eq!(hybrid[0]["program"], short);
    assert_ne!(chromosome(&hybrid), short);
}

#[track_caller]
fn refused(arguments: &[&str], parts: &[&str]) {
    let told = refusal(&[&["learn"], arguments].concat());
    for part in parts {
        assert!(told.contains(part), "\"{part}\" is not in: {told}");
    }
}

#[test]
fn what_cannot_be_done_is_named() {
    let folder = Folder::new();
    let games = small_games();
    refused(
        &["--pgn", &games, "--method", "rootstrap"],
        &["--method rootstrap", "imitation"],
    );
    refused(
        &["--pgn", &games, "--nodes", "10"],
        &["--nodes", "imitation"],
    );
    refused(
        &["--pgn", &games, "--games", "10"],
        &["--games", "--generations"],
    );
    refused(
        &["--method", "imitation", "--nodes", "10"],
        &["--nodes", "imitation"],
    );
    refused(
        &["--method", "imitation", "--games", "10"],
        &["--games", "--generations"],
    );
    refused(
        &["--pgn", &games, "--system", "acpp"],
        &["--system acpp", "ACPP", "supervised"],
    );
    refused(&["--pgn", &folder.path("none.pgn")], &["none.pgn"]);
    let empty = folder.write("empty.pgn", "");
    refused(&["--pgn", &empty], &["empty.pgn", "no position"]);
    refused(
        &["--pgn", &games, "--from", &hand_set()],
        &["--from", "ACPP"],
    );
    refused(
        &["--pgn", &games, "--set", "games-a-round=3"],
        &["games-a-round"],
    );
    // The run of another kind.
    let own = folder.path("own");
    stdout(&["learn", "--games", "0", "--checkpoint", &own]);
    refused(&["--resume", &own, "--pgn", &games], &["own"]);
}
