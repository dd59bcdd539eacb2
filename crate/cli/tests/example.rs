//! The example system, which only its module and its row know: it is bred, read, linked, stored and played like every other.

mod common;

use common::{Folder, json_lines, read, refusal, stdout};
use millipawn_evolve::{
    run::{Changes, imitation::Settings, settings::RunSettings},
    system::System,
    text::{chromosome::Chromosome, link::ExperimentLink, shared::Link},
};

const EVOLVE: [&str; 7] = [
    "evolve",
    "--set",
    "system=example",
    "--generations",
    "3",
    "--seed",
    "7",
];

fn example() -> System {
    System::from_id("example").expect("it is in the registry")
}

fn champion(more: &[&str]) -> String {
    let lines = json_lines(&[&EVOLVE[..], more, &["--json"]].concat());
    assert_eq!(lines.len(), 5);
    let champion = lines[4]["chromosome"].as_str().expect("a text");
    champion.to_owned()
}

#[test]
fn it_breeds_with_its_own_defaults_is_stored_and_goes_on() {
    let settings = Settings::of(example());
    assert_eq!((settings.population, settings.generations), (20, 10));
    let folder = Folder::new();
    let kept = folder.path("kept");
    let whole = champion(&["--workers", "1"]);
    assert!(whole.starts_with("example.1."), "{whole}");
    assert_eq!(champion(&["--workers", "3", "--checkpoint", &kept]), whole);
    let stored = read(&kept).expect("it was written");
    assert!(stored.contains("\nsetting system=example\n"), "{stored}");
    let resume = ["evolve", "--resume", &kept, "--generations", "5", "--json"];
    let goes_on = json_lines(&resume);
    let longer = [&EVOLVE[..], &["--set", "generations=5", "--json"]].concat();
    let expected = json_lines(&longer);
    assert_eq!(goes_on.last(), expected.last());
    assert_eq!(goes_on[0]["generation"], 4);
}

#[test]
fn it_is_inspected_measured_and_played() {
    let program = champion(&[]);
    let inspected = &json_lines(&["inspect", &program, "--json"])[0];
    assert_eq!(inspected["system"], "example");
    let genes = inspected["genes"].as_array().expect("genes");
    let names: Vec<_> = genes.iter().map(|gene| &gene["name"]).collect();
    assert_eq!(names, ["Pawn", "Knight", "Bishop", "Rook", "Queen"]);
    assert!(genes.iter().all(|gene| gene["bits"].is_null()));
    assert!(stdout(&["inspect", &program]).contains("5 values"));
    let measured = &json_lines(&["evaluate", &program, "--search", "static", "--json"])[0];
    assert!(measured["matched"].as_u64() > Some(0), "{measured}");
    let game = [
        "match", &program, "staunton", "--games", "2", "--nodes", "100", "--json",
    ];
    assert_eq!(json_lines(&game)[0]["games"], 2);
    let coevolve = [
        "coevolve",
        "--system",
        "example",
        "--population",
        "3",
        "--generations",
        "1",
        "--nodes",
        "30",
        "--rule",
        "MaximumMoves=5",
        "--json",
    ];
    let lines = json_lines(&coevolve);
    // Two games of every two programs.
    assert_eq!(lines[0]["games"], 4);
    let tuned = [
        "tune",
        "--program",
        &program,
        "--population",
        "2",
        "--generations",
        "0",
        "--nodes",
        "1000",
        "--json",
    ];
    let tuned = json_lines(&tuned);
    let whole = tuned[1]["chromosome"].as_str().expect("a text");
    assert!(
        whole.starts_with(&format!("{program}.search.1.")),
        "{whole}"
    );
}

#[test]
fn a_link_carries_it() {
    let program = champion(&[]);
    let link = ExperimentLink {
        changes: Changes::default(),
        settings: Settings::of(example()),
        fingerprint: 7,
        chromosome: Chromosome::parse(&program).expect("a program"),
    };
    let read = Link::parse(&link.to_string());
    assert_eq!(read, Ok(Link::Imitation(link.clone())));
    let shown = stdout(&["inspect", &format!("#x={link}")]);
    assert_eq!(shown, stdout(&["inspect", &program]));
}

#[test]
fn it_has_no_paper() {
    let told = refusal(&["reproduce", "example", "--data", "."]);
    assert!(told.contains("no paper on this system"), "{told}");
}
