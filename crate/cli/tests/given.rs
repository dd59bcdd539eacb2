//! Programs as people have them: links of the page and the files that it saves, wherever a program or a player is taken.

mod common;

use common::{Folder, hand_set, json_lines, millipawn, read, refusal, stdout};
use millipawn_evolve::{
    run::{Changes, imitation::Settings},
    text::{chromosome::Chromosome, link::ExperimentLink},
};
use std::{io::Write, process::Stdio};

/// What the page saves of a program.
fn file(chromosome: &str) -> String {
    format!(
        "{{\n  \"format\": \"millipawn program\",\n  \"version\": 1,\n  \"program_version\": \"0.1.0\",\n  \"system\": \
         \"acpp\",\n  \"chromosome\": \"{chromosome}\",\n  \"provenance\": null\n}}\n"
    )
}

fn experiment(chromosome: &str) -> String {
    ExperimentLink {
        changes: Changes::default(),
        settings: Settings::default(),
        fingerprint: 7,
        chromosome: Chromosome::parse(chromosome).expect("a chromosome"),
    }
    .to_string()
}

/// The program in every form that people have it in.
fn forms(folder: &Folder) -> Vec<String> {
    let program = hand_set();
    let page = "https://example.org/millipawn/?v=2#";
    vec![
        format!("#c={program}"),
        format!("{page}c={program}"),
        format!("{page}x={}", experiment(&program)),
        folder.write("saved.json", file(&program)),
        folder.write("line.txt", format!("{page}c={program}\n")),
    ]
}

#[test]
fn a_program_is_taken_in_every_form() {
    let folder = Folder::new();
    let program = hand_set();
    let inspected = stdout(&["inspect", &program, "--json"]);
    for form in forms(&folder) {
        assert_eq!(stdout(&["inspect", &form, "--json"]), inspected, "{form}");
    }
    let form = &forms(&folder)[3];
    let counted = |program: &str| stdout(&["evaluate", program, "--per-game", "1", "--json"]);
    assert_eq!(counted(form), counted(&program));
}

#[test]
fn a_player_is_taken_in_every_form() {
    let folder = Folder::new();
    let program = hand_set();
    let played = |a: &str| {
        let limits = ["--games", "2", "--nodes", "30", "--json"];
        stdout(&[&["match", a, "staunton"], &limits[..]].concat())
    };
    let expected = played(&format!("{program}?Nodes=20"));
    for form in forms(&folder) {
        assert_eq!(played(&format!("{form}?Nodes=20")), expected, "{form}");
    }
    let form = &forms(&folder)[2];
    let players = ["tournament", form, "random", "--games", "2", "--json"];
    assert_eq!(json_lines(&players)[0][0]["games"], 2);
}

#[test]
fn runs_begin_with_a_program_in_any_form() {
    let folder = Folder::new();
    let program = hand_set();
    let forms = forms(&folder);
    let out = folder.path("out");
    let tune = ["--nodes", "1000", "--population", "2", "--generations", "0"];
    let tuned = [&["tune", "--program", &forms[3], "--out", &out], &tune[..]].concat();
    stdout(&tuned);
    let first = read(&out).expect("it was written");
    assert!(
        first.starts_with(&format!("{program}.search.1.")),
        "{first}"
    );
    let list = folder.write(
        "list.txt",
        format!("\u{feff}# two\n{}\n\n{}\n", forms[0], forms[1]),
    );
    let round = [
        "--generations",
        "0",
        "--nodes",
        "20",
        "--rule",
        "MaximumMoves=5",
        "--json",
    ];
    let from = ["coevolve", "--from", &forms[1], &forms[2], &forms[3], &list];
    let lines = json_lines(&[&from, &round[..]].concat());
    assert_eq!(lines[0]["points"].as_array().map(Vec::len), Some(5));
    assert_eq!(lines[0]["champion"], program);
}

#[test]
fn the_uci_option_takes_a_link() {
    let mut child = millipawn(&["uci"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let said = format!(
        "setoption name Chromosome value https://example.org/#c={}\nisready\nquit\n",
        hand_set()
    );
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(said.as_bytes()).expect("it listens");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "readyok\n");
}

#[test]
fn a_file_may_begin_with_a_mark_or_be_named_like_a_link() {
    let folder = Folder::new();
    let program = hand_set();
    let expected = stdout(&["inspect", &program]);
    for (name, text) in [
        ("mark", format!("\u{feff}{program}\n")),
        ("a#c=b", program.clone()),
        ("a#x=b", file(&program)),
    ] {
        let path = folder.write(name, text);
        assert_eq!(stdout(&["inspect", &path]), expected, "{name}");
    }
}

#[test]
fn what_is_wrong_with_it_is_told() {
    let folder = Folder::new();
    let program = hand_set();
    let told = |text: &str, part: &str| {
        for command in [&["inspect"][..], &["match", "random", "--games", "2"]] {
            let mut arguments = command.to_vec();
            arguments.insert(1, text);
            let message = refusal(&arguments);
            assert!(message.contains(part), "{text}: {message}");
        }
    };
    let last = if program.ends_with('A') { "B" } else { "A" };
    let changed = format!("{}{last}", &program[..program.len() - 1]);
    told(&format!("#c={changed}"), "it is damaged");
    told(&format!("#c={}", &program[..20]), "cut short");
    let link = experiment(&program);
    told(&format!("#x={}", &link[..link.len() - 9]), "cut short");
    told(
        &format!("#x={}", link.replacen("c3lz", "c3lx", 1)),
        "it is damaged",
    );
    let write = |name: &str, text: String| folder.write(name, text);
    told(&write("damaged.json", file(&changed)), "it is damaged");
    told(
        &write("cut.json", file(&program)[..100].to_owned()),
        "no JSON",
    );
    told(&write("other.json", "{\"a\": 1}".to_owned()), "\"format\"");
    told(
        &write("newer.json", file(&program).replace(": 1,", ": 2,")),
        "\"version\" is 2",
    );
    let falcon = file(&program).replace("\"acpp\"", "\"falcon\"");
    told(&write("falcon.json", falcon), "\"system\" is \"falcon\"");
    told(
        &write("two", format!("{program}\n{program}\n")),
        "single line",
    );
    told(&write("empty", String::new()), "empty");
    let options = format!("#c={program}?Nodes=20");
    assert!(refusal(&["inspect", &options]).contains("not a bred program alone"));
}

#[test]
fn the_version_names_the_engine() {
    let told = stdout(&["--version"]);
    let engine = millipawn_engine::search::bench::SIGNATURE;
    let build = env!("CARGO_PKG_VERSION");
    assert_eq!(
        told,
        format!("millipawn {build} (engine signature {engine})\n")
    );
}
