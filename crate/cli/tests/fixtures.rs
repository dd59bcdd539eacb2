//! What earlier builds wrote still opens: checkpoints, histories, links. How they were made: `tests/fixtures/README.md`.

mod common;

use common::{Folder, json_lines, read, refusal};
use millipawn_evolve::text::{link::ExperimentLink, program::Program};
use serde_json::Value;

fn fixture(name: &str) -> String {
    format!("{}/../../tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn json(name: &str) -> Value {
    let text = read(&fixture(name)).expect("the fixture is there");
    serde_json::from_str(&text).expect("it is JSON")
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().expect("a text")
}

/// The champion of the last line.
fn champion(command: &[&str]) -> Value {
    let lines = json_lines(command);
    lines.last().expect("a last line")["chromosome"].clone()
}

#[test]
fn every_checkpoint_goes_on_to_the_end_of_its_run_or_begins_anew() {
    let folder = Folder::new();
    let runs = json("commands.json");
    let runs = runs.as_object().expect("an object");
    assert_eq!(runs.len(), 8);
    for (name, run) in runs {
        let kept = folder.path(name);
        std::fs::copy(fixture(&format!("{name}.checkpoint")), &kept).expect("it is copied");
        let mut command = vec![text(run, "kind"), "--resume", &kept, "--json"];
        let games = run["games"].as_str().map(fixture);
        command.extend(games.iter().flat_map(|path| ["--pgn", path.as_str()]));
        if text(run, "kind") == "evolve" {
            assert_eq!(champion(&command), run["chromosome"], "{name}");
            continue;
        }
        // The engine of these searched otherwise.
        let message = refusal(&command);
        assert!(
            message.contains("another engine made this run (signature 2678552"),
            "{name}: {message}"
        );
        command.push("--anew");
        assert!(champion(&command).is_string(), "{name}");
    }
}

#[test]
fn histories_are_measured() {
    for (name, generations) in [("evolve.jsonl", 2), ("coevolve.jsonl", 2)] {
        let lines = json_lines(&[
            "ladder",
            &fixture(name),
            "--games",
            "2",
            "--rungs",
            "1",
            "--json",
        ]);
        assert_eq!(lines.len(), generations + 1, "{name}");
        assert_eq!(lines[0]["generation"], 0, "{name}");
    }
}

#[test]
fn links_are_read() {
    let links = json("links.json");
    let links = links.as_array().expect("a list");
    assert_eq!(links.len(), 7);
    for link in links {
        let chromosome = text(link, "chromosome");
        let (kind, payload) = text(link, "fragment").split_at(3);
        if kind == "#c=" {
            let program = Program::parse(payload).expect("it is a program");
            assert_eq!(program.to_string(), chromosome);
        } else {
            assert_eq!(kind, "#x=");
            let experiment = ExperimentLink::parse(payload).expect("it is an experiment");
            assert_eq!(experiment.chromosome.to_string(), chromosome);
            assert_eq!(
                experiment.to_string(),
                payload,
                "what is read is written alike"
            );
        }
    }
}
