//! `millipawn evaluate` and `millipawn inspect`.

mod common;

use common::{Folder, hand_set, json_lines, stdout};
use millipawn_engine::{SAMPLE_GAMES, chess::game::Game, evaluation::acpp::Acpp, search::plain};
use millipawn_evolve::{
    system::{System, acpp},
    text::chromosome::Chromosome,
};
use serde_json::Value;

/// Black mates; five half-moves of each side before the last.
const GAME: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n";
const DRAW: &str = "\n[Event \"?\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 2. c4 c6 1/2-1/2\n";

fn evaluate(file: &str, more: &[&str]) -> Value {
    let chromosome = hand_set();
    let arguments = [&["evaluate", &chromosome, "--pgn", file, "--json"], more].concat();
    let mut lines = json_lines(&arguments);
    assert_eq!(lines.len(), 1);
    lines.remove(0)
}

#[test]
fn counts_the_positions_asked_for() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", GAME);
    let twice = folder.write("twice.pgn", format!("{GAME}\n{GAME}"));
    let drawn = folder.write("drawn.pgn", format!("{GAME}{DRAW}"));
    let examples = |file: &str, more: &[&str]| evaluate(file, more)["examples"].clone();
    assert_eq!(examples(&game, &[]), 4);
    assert_eq!(examples(&game, &["--skip-plies", "0"]), 14);
    assert_eq!(examples(&game, &["--skip-plies", "13"]), 1);
    assert_eq!(examples(&game, &["--winners", "--skip-plies", "0"]), 7);
    assert_eq!(
        examples(&twice, &[]),
        8,
        "a position that occurs twice counts twice"
    );
    assert_eq!(examples(&drawn, &["--skip-plies", "0"]), 18);
    assert_eq!(examples(&drawn, &["--winners", "--skip-plies", "0"]), 7);
    assert_eq!(
        examples(
            &drawn,
            &["--per-game", "3", "--skip-plies", "0", "--seed", "4"]
        ),
        6
    );
}

#[test]
fn the_seed_decides_which_positions_are_drawn() {
    let folder = Folder::new();
    let sample = folder.write("sample.pgn", SAMPLE_GAMES);
    let with = |seed| evaluate(&sample, &["--per-game", "1", "--seed", seed]);
    assert_eq!(with("1"), with("1"));
    assert_ne!(with("1")["matched"], with("2")["matched"]);
}

/// The whole way against the plain search, position by position.
#[test]
fn decides_as_the_plain_search_does() {
    let folder = Folder::new();
    let weights = acpp::weights(&acpp::hand_set());
    let mut game = Game::default();
    let mut found = 0;
    for word in GAME.split_whitespace().filter(|word| !word.ends_with('.')) {
        let before = game.position().clone();
        if game.play_text(word).is_ok() {
            let played = game.played().last().map(|played| played.m);
            found +=
                u32::from(plain::choose::<Acpp>(&before, &weights).map(|best| best.0) == played);
        }
    }
    assert_eq!(game.played().len(), 14);
    let file = folder.write("game.pgn", GAME);
    assert_eq!(evaluate(&file, &["--skip-plies", "0"])["matched"], found);
}

#[test]
fn the_interval_holds_the_rate_and_workers_change_nothing() {
    let folder = Folder::new();
    let sample = folder.write("sample.pgn", SAMPLE_GAMES);
    let score = evaluate(&sample, &["--workers", "1"]);
    assert_eq!(score, evaluate(&sample, &["--workers", "5"]));
    let number = |name: &str| score[name].as_f64().expect("a number");
    assert!(number("low") < number("rate") && number("rate") < number("high"));
    assert_eq!(number("rate"), number("matched") / number("examples"));
    assert!((0.2..0.4).contains(&number("rate")), "{score}");
}

#[test]
fn for_people_a_sentence() {
    let text = stdout(&["evaluate", &hand_set()]);
    assert!(text.contains(" % of the moves found: "), "{text}");
    assert_eq!(text.lines().count(), 1);
}

/// The table is that of the sums, whoever counts; and what no gene changes is the score without it.
#[test]
fn ablation_tells_what_is_lost() {
    let folder = Folder::new();
    let sample = folder.write("sample.pgn", SAMPLE_GAMES);
    let few = ["--per-game", "2"];
    let table = evaluate(&sample, &[&few[..], &["--without-each"]].concat());
    let workers = ["--without-each", "--workers", "3"];
    assert_eq!(table, evaluate(&sample, &[&few[..], &workers].concat()));
    let score = evaluate(&sample, &few);
    for name in ["examples", "matched", "rate", "low", "high"] {
        assert_eq!(table[name], score[name], "{name}");
    }
    let without = table["without"].as_array().expect("a list");
    assert_eq!(without.len(), 13);
    let number = |row: &Value, name: &str| row[name].as_i64().expect("a whole number");
    let matched = number(&table, "matched");
    let lost: Vec<i64> = without.iter().map(|row| number(row, "lost")).collect();
    assert!(lost.is_sorted_by(|one, next| one >= next), "{lost:?}");
    assert!(lost[0] > 0);
    for row in without {
        assert_eq!(
            number(row, "matched") + number(row, "lost"),
            matched,
            "{row}"
        );
    }

    let text = stdout(
        &[
            &["evaluate", &hand_set(), "--pgn", &sample, "--without-each"],
            &few[..],
        ]
        .concat(),
    );
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 15);
    let first = &without[0];
    assert!(lines[0].contains(" % of the moves found: "), "{text}");
    assert!(
        lines[2].starts_with(first["name"].as_str().expect("a name")),
        "{text}"
    );
    assert!(lines[2].ends_with(&format!(" {}", lost[0])), "{text}");
}

#[test]
fn of_weights_that_are_learned_groups_are_left_out() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", GAME);
    let program = Chromosome {
        system: System::MEEP,
        genome: System::MEEP.hand_set(),
    };
    let program = program.to_string();
    let arguments = ["evaluate", &program, "--pgn", &game, "--without-each"];
    let table = json_lines(&[&arguments[..], &["--json"]].concat()).remove(0);
    let without = table["without"].as_array().expect("a list");
    assert_eq!(without.len(), 39);
    let row = |name: &str| without.iter().find(|row| row["name"] == name);
    let (material, men) = (row("material").expect("one"), row("men").expect("one"));
    assert_eq!(
        (&material["weights"], &men["weights"]),
        (&30.into(), &15.into())
    );
    assert_eq!(
        (&men["kind"], &men["value"]),
        (&"material".into(), &Value::Null)
    );
    // It counts nothing else.
    assert_eq!(men["matched"], material["matched"]);
    let mobility = row("mobility").expect("one");
    assert_eq!(mobility["lost"], 0);
    let text = stdout(&arguments);
    assert_eq!(text.lines().count(), 41);
    assert!(text.contains("Weights at zero"), "{text}");
}

#[test]
fn inspect_shows_every_gene() {
    let lines = json_lines(&["inspect", &hand_set(), "--json"]);
    assert_eq!(lines.len(), 1);
    assert_eq!(
        (&lines[0]["system"], &lines[0]["version"]),
        (&"acpp".into(), &1.into())
    );
    let genes = lines[0]["genes"].as_array().expect("a list");
    let bits: u64 = genes.iter().filter_map(|gene| gene["bits"].as_u64()).sum();
    assert_eq!((genes.len(), bits), (13, 145));
    for gene in genes {
        assert!(gene["name"].is_string() && gene["group"].is_string());
        assert!(gene["base"].is_number() && gene["value"].is_number());
        assert_eq!(gene["unit"], "millipawns");
    }
    assert_eq!(
        (&genes[0]["name"], &genes[0]["value"]),
        (&"Knight".into(), &3000.0.into())
    );
}

#[test]
fn inspect_prints_a_table() {
    let text = stdout(&["inspect", &hand_set()]);
    let queen = text
        .lines()
        .find(|line| line.starts_with("Queen "))
        .expect("a row");
    let cells: Vec<&str> = queen.split_whitespace().collect();
    assert_eq!(
        cells,
        ["Queen", "11", "8000.0", "10047.0", "9000.0", "9.000"]
    );
}
