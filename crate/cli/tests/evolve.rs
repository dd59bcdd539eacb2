//! `millipawn evolve`: one history, whoever works and however often it is interrupted.

mod common;

use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

use common::{Folder, json_lines, millipawn, parse, read, refusal, refusal_at_last, run, stdout};
use serde_json::Value;

/// A run of a second or two on the sample games.
const SMALL: [&str; 7] = [
    "evolve",
    "--population",
    "8",
    "--set",
    "positions-per-generation=40",
    "--set",
    "mutation-probability=0.01",
];

fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SMALL[..], more].concat()
}

/// Without the time, and without the measurement that the last generation of every run is given.
fn history(lines: &[Value]) -> Vec<Value> {
    lines
        .iter()
        .cloned()
        .map(|mut line| {
            let fields = line.as_object_mut().expect("a line is an object");
            fields.remove("elapsed_ms");
            fields.remove("held_out");
            line
        })
        .collect()
}

#[test]
fn a_line_a_generation_and_the_champion_last() {
    let lines = json_lines(&small(&["--generations", "3", "--json"]));
    assert_eq!(lines.len(), 5);
    for (generation, line) in lines[..4].iter().enumerate() {
        assert_eq!(line["generation"], generation);
        let field = |name: &str| line[name].as_f64().expect("a number");
        assert!(field("worst") <= field("mean") && field("mean") <= field("best"));
        assert!(field("best") <= 40.0 && line["elapsed_ms"].is_u64() && line["best"].is_u64());
        assert_eq!(line.get("held_out").is_some(), [0, 3].contains(&generation));
        let champion = line["champion"].as_str().expect("a text");
        assert!(champion.starts_with("acpp.1."), "{champion}");
    }
    assert_eq!(lines[3]["champion"], lines[4]["chromosome"]);
    let held_out = &lines[3]["held_out"];
    assert_eq!(held_out["examples"], 1000);
    assert!(held_out["low"].as_f64() < held_out["rate"].as_f64());
    assert!(held_out["rate"].as_f64() < held_out["high"].as_f64());
    assert_eq!(lines[4]["fitness"], lines[3]["best"]);
    let text = lines[4]["chromosome"].as_str().expect("a text");
    assert!(text.starts_with("acpp.1."), "{text}");
}

#[test]
fn any_number_of_workers_gives_the_same_text() {
    let with = |workers| {
        history(&json_lines(&small(&[
            "--generations",
            "3",
            "--json",
            "--workers",
            workers,
        ])))
    };
    let one = with("1");
    assert_eq!(one, with("2"));
    assert_eq!(one, with("5"));
}

#[test]
fn the_seed_decides() {
    let with = |seed| {
        history(&json_lines(&small(&[
            "--generations",
            "1",
            "--json",
            "--seed",
            seed,
        ])))
    };
    assert_eq!(with("7"), with("7"));
    assert_ne!(with("7"), with("8"));
}

#[test]
fn a_random_seed_is_told_and_gives_the_same_run_again() {
    let output = run(&small(&[
        "--generations",
        "1",
        "--json",
        "--seed",
        "random",
    ]));
    assert!(output.status.success());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let seed = told
        .lines()
        .find_map(|line| line.strip_prefix("seed "))
        .expect("the seed is told");
    let again = json_lines(&small(&["--generations", "1", "--json", "--seed", seed]));
    let first = parse(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(history(&first), history(&again));
}

#[test]
fn a_kept_run_goes_on_as_if_it_had_not_stopped() {
    let folder = Folder::new();
    let kept = folder.path("run");
    let whole = history(&json_lines(&small(&["--generations", "5", "--json"])));
    let first = json_lines(&small(&[
        "--generations",
        "2",
        "--json",
        "--checkpoint",
        &kept,
    ]));
    assert_eq!(history(&first)[..3], whole[..3]);
    let rest = [
        "evolve",
        "--resume",
        &kept,
        "--generations",
        "5",
        "--json",
        "--checkpoint",
        &kept,
    ];
    assert_eq!(history(&json_lines(&rest)), whole[3..]);
    // It has arrived: nothing is left but to say where.
    assert_eq!(history(&json_lines(&rest)), whole[6..]);
    assert_eq!(folder.names(), ["run"], "no other file is left behind");
}

#[test]
fn a_killed_run_goes_on_from_its_last_generation() {
    let folder = Folder::new();
    let kept = folder.path("run");
    let mut child = millipawn(&small(&[
        "--generations",
        "100000",
        "--json",
        "--checkpoint",
        &kept,
    ]))
    .stdout(Stdio::piped())
    .stderr(Stdio::null())
    .spawn()
    .expect("the program starts");
    let reader = BufReader::new(child.stdout.take().expect("it is piped"));
    let told = reader.lines().take(4).map(|line| line.expect("it reads"));
    assert_eq!(told.count(), 4);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let text = read(&kept).expect("it is kept");
    let records = text.lines().filter(|line| line.starts_with("record "));
    let scored = records.count();
    assert!(scored >= 4, "what was told was kept");
    let end = (scored + 4).to_string();
    let whole = history(&json_lines(&small(&["--generations", &end, "--json"])));
    let rest = json_lines(&["evolve", "--resume", &kept, "--generations", &end, "--json"]);
    assert!(rest.len() < whole.len(), "it begins where it was");
    assert_eq!(history(&rest), whole[whole.len() - rest.len()..]);
}

#[test]
fn for_people_a_summary() {
    let text = stdout(&small(&["--generations", "1"]));
    assert!(text.contains("Generation 1: best "), "{text}");
    assert!(text.contains("On games it never saw: "), "{text}");
    assert!(text.contains("Champion: acpp.1."), "{text}");
}

#[test]
fn what_was_not_used_is_told() {
    let folder = Folder::new();
    let sample = folder.write("sample.pgn", millipawn_engine::SAMPLE_GAMES);
    let broken = folder.write("broken.pgn", "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n");
    let page = folder.write("page.pgn", "<!DOCTYPE html><html><body>no</body></html>");
    let arguments = small(&[
        "--generations",
        "0",
        "--json",
        "--pgn",
        &sample,
        &broken,
        &page,
    ]);
    let output = run(&arguments);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    assert!(told.contains("1 skipped: illegal move"), "{told}");
    assert!(
        told.contains("1 skipped: a web page, not a PGN file"),
        "{told}"
    );
    assert_eq!(
        history(&parse(&String::from_utf8_lossy(&output.stdout))).len(),
        2
    );
}

#[test]
fn files_give_what_the_same_games_give() {
    let folder = Folder::new();
    let sample = folder.write("sample.pgn", millipawn_engine::SAMPLE_GAMES);
    let without = json_lines(&small(&["--generations", "1", "--json"]));
    let with = json_lines(&small(&["--generations", "1", "--json", "--pgn", &sample]));
    assert_eq!(history(&without), history(&with));
}

#[test]
fn a_reader_who_leaves_ends_the_run_quietly() {
    let mut child = millipawn(&small(&["--generations", "100000", "--json"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("it is piped"))
        .read_line(&mut line)
        .expect("it reads");
    let output = child.wait_with_output().expect("it ends by itself");
    assert_eq!(output.status.code(), Some(141));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.starts_with("118 games read") && told.lines().count() == 1,
        "{told}"
    );
}

#[test]
fn a_run_is_resumed_only_as_it_was() {
    let folder = Folder::new();
    let kept = folder.path("run");
    stdout(&small(&["--generations", "1", "--checkpoint", &kept]));
    let told = refusal(&["evolve", "--resume", &kept, "--seed", "5"]);
    assert!(told.contains(&kept) && told.contains("seed"), "{told}");
    let other = folder.write("other.pgn", &millipawn_engine::SAMPLE_GAMES[..20_000]);
    let told = run(&["evolve", "--resume", &kept, "--pgn", &other]);
    assert_eq!(told.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&told.stderr).contains("learned from other games"));
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let folder = Folder::new();
    let kept = folder.path("run");
    stdout(&small(&["--generations", "1", "--checkpoint", &kept]));
    let text = read(&kept).expect("it was written");
    let cut = folder.write("cut", &text[..text.len() / 2]);
    let told = refusal(&["evolve", "--resume", &cut]);
    assert!(told.contains(&cut) && told.contains("damaged"), "{told}");
    let foreign = folder.write("foreign", [0xff, 0x00, 0x7f]);
    let told = refusal(&["evolve", "--resume", &foreign]);
    assert!(told.contains("not the checkpoint of a run"), "{told}");
}

/// Settings that change on the way: told in the lines, the same with any number of workers, kept, and refused where they cannot be.
#[test]
fn settings_change_while_a_run_goes_on() {
    let folder = Folder::new();
    let kept = folder.path("run");
    let changes = [
        "--set-at",
        "3:mutation-probability=0.25",
        "--set-at",
        "2:elite=2",
    ];
    let with = |more: &[&str]| {
        let options = [&["--generations", "5", "--json"], &changes[..], more].concat();
        history(&json_lines(&small(&options)))
    };
    let whole = with(&["--workers", "1", "--checkpoint", &kept]);
    assert_eq!(with(&["--workers", "3"]), whole);
    let told = |line: &Value| line.get("changed").cloned();
    assert_eq!(told(&whole[1]), None);
    assert_eq!(told(&whole[2]), Some(serde_json::json!({"elite": 2})));
    assert_eq!(
        told(&whole[3]),
        Some(serde_json::json!({"mutation-probability": 0.25}))
    );
    let plain = history(&json_lines(&small(&["--generations", "5", "--json"])));
    assert_eq!(plain[..2], whole[..2]);
    assert_ne!(plain[5]["champion"], whole[5]["champion"]);
    let text = read(&kept).expect("it was written");
    assert!(text.contains("\nchange 2 elite=2\nchange 3 mutation-probability=0.25\n"));
    // It is asked for again, and more of it.
    let goes_on = |more: &[&str]| {
        let rest = [
            &["evolve", "--resume", &kept, "--generations", "7", "--json"],
            more,
        ]
        .concat();
        history(&json_lines(&rest))
    };
    let further = goes_on(&[&changes[..], &["--set-at", "6:elite=0"]].concat());
    assert_eq!(told(&further[0]), Some(serde_json::json!({"elite": 0})));
    let replayed = goes_on(&["--replay"]);
    assert_eq!(replayed[..6], whole[..6]);
    let summary = stdout(&small(&[
        "--generations",
        "2",
        "--set-at",
        "1:scaling=none",
    ]));
    assert!(
        summary.contains("Generation 1: scaling linear -> none\n"),
        "{summary}"
    );

    for (change, why) in [
        (
            "4:population=9",
            "population cannot be changed while a run goes on: only ",
        ),
        (
            "4:elite=x",
            "elite cannot be \"x\": it takes a whole number from 0 to 1000",
        ),
        ("4:nonsense=1", "there is no setting \"nonsense\""),
        ("0:elite=1", "generation 0 is not bred"),
        ("6:elite=1", "the run ends with generation 5"),
        ("elite=1", "not of the form generation:name=value"),
    ] {
        let told = refusal_at_last(&small(&["--generations", "5", "--set-at", change]));
        assert!(told.contains(&format!("--set-at {change}: ")), "{told}");
        assert!(told.contains(why), "{told}");
    }
    let resume = ["evolve", "--resume", &kept, "--generations", "7"];
    let told = refusal_at_last(&[&resume[..], &["--set-at", "5:elite=1"]].concat());
    assert!(
        told.contains("generation 5 has begun: a change can hold from generation 6 on"),
        "{told}"
    );
    let told = refusal_at_last(&[&resume[..], &["--set", "elite=1"]].concat());
    let instead = "--set-at GENERATION:elite=VALUE changes it";
    assert!(told.contains(instead), "{told}");
}

/// In words and as JSON, before the champion; and only where there is such a program.
#[test]
fn a_program_of_the_last_generation_has_a_family() {
    let small = [
        "evolve",
        "--generations",
        "2",
        "--population",
        "6",
        "--set",
        "positions-per-generation=20",
        "--set",
        "crossover-probability=1",
        "--set",
        "mutation-probability=0.05",
        "--workers",
        "1",
    ];
    let with = |more: &[&'static str]| [&small[..], more].concat();
    let lines = json_lines(&with(&["--family", "4", "--json"]));
    assert_eq!(
        lines.len(),
        5,
        "three generations, the family, the champion"
    );
    let family = &lines[3]["family"];
    assert_eq!(
        (&family["generation"], &family["individual"]),
        (&2.into(), &3.into())
    );
    assert_eq!(family["birth"], "child");
    assert_eq!(family["parents"].as_array().map(Vec::len), Some(2));
    assert_eq!(family["genes"].as_array().map(Vec::len), Some(13));
    assert!(lines[4]["chromosome"].is_string());
    let without = json_lines(&with(&["--json"]));
    assert_eq!(
        without.last().expect("a champion")["chromosome"],
        lines[4]["chromosome"]
    );

    let text = stdout(&with(&["--family", "4"]));
    let first = text.lines().next().expect("a line");
    assert!(
        first.starts_with("Program 4 of generation 2: child of program "),
        "{text}"
    );
    assert!(first.contains("; 1 crossover point; "), "{text}");
    let queen = text
        .lines()
        .find(|line| line.starts_with("Queen "))
        .expect("a row");
    assert!(queen.contains(" from parent"), "{text}");

    assert_eq!(
        refusal(&with(&["--family", "7"])),
        "millipawn: --family 7: a generation has 6 programs"
    );
}
