//! `millipawn ladder`, with the real program.

mod common;

use common::{Folder, json_lines, millipawn, parse, refusal, run, stdout};
use serde_json::Value;

/// A run of a second, as the program writes it.
fn written(folder: &Folder, more: &[&str]) -> String {
    let arguments = [
        &[
            "evolve",
            "--population",
            "6",
            "--set",
            "positions-per-generation=20",
            "--set",
            "held-out-positions=1000",
            "--set",
            "held-out-interval=2",
            "--generations",
            "5",
            "--json",
        ],
        more,
    ]
    .concat();
    folder.write("run.jsonl", stdout(&arguments))
}

fn elo(value: &Value) -> f64 {
    value["elo"].as_f64().expect("a number")
}

/// What is measured is what the run says, where it counted moves.
#[test]
fn a_run_is_measured_where_it_has_rates() {
    let folder = Folder::new();
    let run = written(&folder, &[]);
    let records = parse(&common::read(&run).expect("it was written"));
    let arguments = ["ladder", &run, "--games", "2", "--json"];
    let lines = json_lines(&arguments);
    assert_eq!(
        lines.len(),
        4 + 1,
        "generations 0, 2, 4 and 5, and what it comes to"
    );
    for (line, generation) in lines.iter().zip([0, 2, 4, 5]) {
        let record = &records[generation];
        assert_eq!(line["generation"], generation);
        assert_eq!(line["champion"], record["champion"]);
        assert_eq!(line["held_out"], record["held_out"]);
        assert_eq!(line["games"], 6);
        assert_eq!(line["points"].as_array().map(Vec::len), Some(3));
        assert_eq!(line["rating"], Value::Null, "too few games");
    }
    let last = &lines[4];
    assert_eq!(last["anchor"], "depth:3");
    let rungs = last["rungs"].as_array().expect("a list").iter();
    let names: Vec<&Value> = rungs.map(|rung| &rung["name"]).collect();
    assert_eq!(names, ["depth:2", "depth:3", "depth:4"]);
    let with = |threads| json_lines(&[&arguments[..], &["--concurrency", threads]].concat());
    assert_eq!(lines, with("1"));
    assert_eq!(lines, with("3"));
}

#[test]
fn a_hundred_games_make_a_rating() {
    let folder = Folder::new();
    let run = written(&folder, &[]);
    let lines = json_lines(&[
        "ladder",
        &run,
        "--generations",
        "5",
        "--rungs",
        "2,3",
        "--games",
        "50",
        "--json",
    ]);
    let rating = &lines[0]["rating"];
    assert_eq!(lines[0]["games"], 100);
    assert!(rating["low"].as_f64() < Some(elo(rating)), "{rating}");
    assert!(rating["high"].as_f64() > Some(elo(rating)), "{rating}");
    let rungs = &lines[1]["rungs"];
    assert!(elo(&rungs[0]["rating"]) < 0.0);
    assert_eq!(elo(&rungs[1]["rating"]), 0.0);
}

#[test]
fn people_are_told_the_same() {
    let folder = Folder::new();
    let run = written(&folder, &["--system", "falcon"]);
    let games = folder.path("games.pgn");
    let text = stdout(&[
        "ladder",
        &run,
        "--generations",
        "0,5",
        "--games",
        "4",
        "--rungs",
        "1,2",
        "--nodes",
        "50",
        "--pgn-out",
        &games,
    ]);
    assert!(
        text.contains("Generation") && text.contains("depth:2"),
        "{text}"
    );
    assert!(text.contains("played with 50 nodes a move"), "{text}");
    assert!(
        text.contains("no rating from fewer than 100 games"),
        "{text}"
    );
    let written = common::read(&games).expect("they were written");
    let count = written.matches("[Event \"Millipawn ladder\"]").count();
    // An elite is the champion of both generations and plays once.
    assert!([4 + 2 * 4, 4 + 2 * 2 * 4].contains(&count), "{count}");
}

/// Coevolution counts no moves: other games say how many its champions find.
#[test]
fn other_games_can_be_counted() {
    let folder = Folder::new();
    let lines = stdout(&[
        "coevolve",
        "--population",
        "2",
        "--games-per-pair",
        "1",
        "--nodes",
        "20",
        "--generations",
        "1",
        "--json",
    ]);
    let run = folder.write("run.jsonl", &lines);
    let pgn = folder.write(
        "games.pgn",
        "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0\n",
    );
    let without = json_lines(&["ladder", &run, "--games", "2", "--rungs", "1", "--json"]);
    assert!(without[..2].iter().all(|line| line["held_out"].is_null()));
    let arguments = [
        "ladder", &run, "--games", "2", "--rungs", "1", "--json", "--pgn", &pgn,
    ];
    let with = json_lines(&arguments);
    for line in &with[..2] {
        assert_eq!(line["held_out"]["examples"], 6);
        assert_eq!(line["rating"], Value::Null);
        let evaluated = &json_lines(&[
            "evaluate",
            line["champion"].as_str().expect("a text"),
            "--pgn",
            &pgn,
            "--json",
        ])[0];
        assert_eq!(line["held_out"]["matched"], evaluated["matched"]);
    }
}

#[test]
fn lines_that_cannot_be_used_are_named() {
    let folder = Folder::new();
    let run_file = written(&folder, &[]);
    let text = common::read(&run_file).expect("it was written");
    let lines: Vec<&str> = text.lines().collect();
    let damaged = lines[4].replace("acpp.1.", "acpp.1.A");
    let spoilt = [
        lines[0],
        "{",
        lines[2],
        lines[0],
        &damaged,
        "{\"generation\":7}",
        lines[6],
    ];
    let path = folder.write("spoilt.jsonl", spoilt.join("\n"));
    let output = run(&["ladder", &path, "--games", "2", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    for (line, why) in [
        (2, "no JSON"),
        (4, "generation 0 is there already"),
        (5, "its champion"),
        (6, "it names no champion"),
    ] {
        let place = format!("{path}:{line}: {why}");
        assert!(told.contains(&place), "{place}: {told}");
    }
    assert_eq!(told.matches("; skipped").count(), 4, "{told}");
    let measured = parse(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(measured.len(), 2 + 1);
}

#[test]
fn what_cannot_be_obeyed_is_refused() {
    let folder = Folder::new();
    let run = written(&folder, &[]);
    let empty = folder.write("empty.jsonl", "{\"chromosome\":\"x\"}\n");
    for (more, why) in [
        (&[&run, "--games", "82"][..], "from 2 to 80"),
        (
            &[&run, "--generations", "0,99"],
            "--generations 99: the run has no such",
        ),
        (&[&run, "--rungs", "2,9"], "from 0, the random mover, to 7"),
        (&[&empty], "no generation of a run"),
        (&["missing.jsonl"], "missing.jsonl"),
        (&[&run, "--winners"], "--pgn"),
    ] {
        let told = refusal(&[&["ladder"], more].concat());
        assert!(told.contains(why), "{told}");
    }
    assert!(
        millipawn(&["ladder", "--help"])
            .output()
            .is_ok_and(|help| help.status.success())
    );
}
