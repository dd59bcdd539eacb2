//! `millipawn match`, `tournament` and `solve`, with the real program.

mod common;

use common::{Folder, hand_set, json_lines, millipawn, read, refusal, run, stdout};
use serde_json::Value;

/// The keys of a JSON object, in order.
fn keys(value: &Value) -> Vec<String> {
    let object = value.as_object().expect("an object");
    let mut keys: Vec<String> = object.keys().cloned().collect();
    keys.sort();
    keys
}

#[test]
fn a_match_tells_its_result() {
    let lines = json_lines(&["match", "depth:2", "random", "--games", "4", "--json"]);
    assert_eq!(lines.len(), 1);
    assert_eq!(
        keys(&lines[0]),
        ["elo", "games", "high", "low", "nodes", "score"]
    );
    assert_eq!(lines[0]["games"], 4);
    assert_eq!(lines[0]["score"], 4.0);
    assert_eq!(lines[0]["elo"], Value::Null, "infinite");
    assert_eq!(lines[0]["high"], Value::Null);
    assert!(lines[0]["low"].is_number());
    assert!(lines[0]["nodes"][0].as_f64() > Some(1.0));
    assert_eq!(lines[0]["nodes"][1], 0.0);
    let text = stdout(&["match", "depth:2", "random", "--games", "2"]);
    assert!(text.contains("2 of 2 points (+2 =0 -0)"), "{text}");
    assert!(text.contains("95 % interval"), "{text}");
}

/// With any number of threads, the games as well as the result.
#[test]
fn the_same_seed_gives_the_same_games() {
    let folder = Folder::new();
    let play = |seed: &str, threads: &str, name: &str| {
        let path = folder.path(name);
        let arguments = [
            "match", "staunton", "random", "--games", "6", "--nodes", "200", "--json", "--seed",
        ];
        stdout(
            &[
                &arguments[..],
                &[seed, "--concurrency", threads, "--pgn-out", &path],
            ]
            .concat(),
        );
        read(&path).expect("it was written")
    };
    let games = play("7", "1", "one");
    assert_eq!(games, play("7", "3", "three"));
    assert_ne!(games, play("8", "1", "other"));
    assert_eq!(games.matches("[Event ").count(), 6);
    assert!(games.lines().all(|line| line.len() <= 80), "{games}");
    for tag in [
        "Site",
        "Date",
        "Round",
        "White",
        "Black",
        "Result",
        "Termination",
    ] {
        assert_eq!(games.matches(&format!("[{tag} \"")).count(), 6, "{tag}");
    }
}

#[test]
fn each_opening_is_played_with_both_colours() {
    let folder = Folder::new();
    let suite = folder.write(
        "suite.epd",
        "4k3/4p3/8/8/8/8/4P3/4K3 w - - id \"pawns\";\nnonsense\n4k3/3p4/8/8/8/8/3P4/4K3 b - - 0 1\n",
    );
    let games = folder.path("games.pgn");
    let output = run(&[
        "match",
        "depth:1",
        &hand_set(),
        "--games",
        "4",
        "--openings",
        &suite,
        "--pgn-out",
        &games,
        "--nodes",
        "50",
        "--json",
    ]);
    assert_eq!(output.status.code(), Some(0));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.contains(&format!("{suite}:2: ")) && told.contains("skipped"),
        "{told}"
    );
    let text = read(&games).expect("it was written");
    assert_eq!(text.matches("[SetUp \"1\"]").count(), 4);
    assert_eq!(
        text.matches("[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\"]")
            .count(),
        2
    );
    assert_eq!(text.matches("[White \"depth:1\"]").count(), 2);
    assert_eq!(
        text.matches(&format!("[WhiteChromosome \"{}\"]", hand_set()))
            .count(),
        2
    );
    assert_eq!(text.matches("[BlackChromosome ").count(), 2);
}

#[test]
fn a_sequential_test_ends_a_match() {
    let lines = json_lines(&[
        "match", "depth:2", "random", "--games", "400", "--sprt", "0,300", "--json",
    ]);
    assert_eq!(lines[0]["accepted"], "H1");
    assert!(
        lines[0]["games"].as_u64().is_some_and(|games| games < 100),
        "{}",
        lines[0]
    );
}

#[test]
fn a_tournament_has_a_table() {
    let arguments = ["tournament", "random", "depth:1", "depth:2", "--games", "4"];
    let text = stdout(&arguments);
    assert!(
        text.contains("depth:2") && text.contains("random is 0"),
        "{text}"
    );
    let lines = json_lines(&[&arguments[..], &["--json"]].concat());
    let rows = lines[0].as_array().expect("rows");
    assert_eq!(rows.len(), 3);
    assert_eq!(
        keys(&rows[0]),
        [
            "against", "games", "high", "low", "name", "points", "rating"
        ]
    );
    assert!(
        rows.iter()
            .all(|row| row["games"] == 8 && row["rating"].is_null()),
        "few games: {rows:?}"
    );
    let points: f64 = rows.iter().filter_map(|row| row["points"].as_f64()).sum();
    assert_eq!(points, 12.0);
}

#[test]
fn in_a_gauntlet_only_the_first_player_meets_the_others() {
    let arguments = [
        "tournament",
        "depth:1",
        "random",
        "depth:2",
        "--gauntlet",
        "--games",
        "4",
        "--json",
    ];
    let lines = json_lines(&arguments);
    let rows = lines[0].as_array().expect("rows");
    for row in rows {
        let is_first = row["name"] == "depth:1";
        assert_eq!(row["games"], if is_first { 8 } else { 4 }, "{row}");
        let met = row["against"].as_array().expect("a cell for everyone");
        let met = met.iter().filter(|points| points.is_number()).count();
        assert_eq!(met, if is_first { 2 } else { 1 }, "{row}");
    }
}

#[test]
fn a_suite_is_solved() {
    let folder = Folder::new();
    let suite = folder.write(
        "suite.epd",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8; id \"mate\";\n\
         6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd8;\nnonsense\n\n6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"?\";\n",
    );
    let output = run(&[
        "solve", "staunton", "--suite", &suite, "--nodes", "500", "--json",
    ]);
    assert_eq!(output.status.code(), Some(0));
    let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(keys(&result), ["nodes", "positions", "solved"]);
    assert_eq!(
        (&result["solved"], &result["positions"]),
        (&1.into(), &2.into())
    );
    assert!(result["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.contains(&format!("{suite}:3: "))
            && told.contains(&format!("{suite}:5: neither bm nor am")),
        "{told}"
    );
    let deep = stdout(&["solve", "depth:1", "--suite", &suite, "--nodes", "1"]);
    assert!(deep.contains("1 of 2 positions"), "{deep}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let folder = Folder::new();
    let empty = folder.write("empty.epd", "\n");
    let bad = folder.write("bad.epd", "\nnonsense\n");
    let missing = folder.path("missing.epd");
    let refused = |arguments: &[&str], parts: &[&str]| {
        let told = refusal(arguments);
        for part in parts {
            assert!(
                told.contains(part),
                "{arguments:?}: \"{part}\" is not in: {told}"
            );
        }
    };
    let two = |a: &'static str, more: &[&str]| -> Vec<String> {
        let arguments = [&["match", a, "random", "--games", "2"], more].concat();
        arguments.iter().map(ToString::to_string).collect()
    };
    let with = |a: &'static str, more: &[&str], parts: &[&str]| {
        let arguments = two(a, more);
        refused(
            &arguments.iter().map(String::as_str).collect::<Vec<_>>(),
            parts,
        );
    };
    with("nobody", &[], &["nobody", "not a player"]);
    with("depth:9", &[], &["depth:9", "1 to 7"]);
    with("acpp.1.AAAA", &[], &["acpp.1.AAAA", "cut short"]);
    with("staunton?Speed=1", &[], &["Speed"]);
    with("uci:", &[], &["command is missing"]);
    with(
        "uci:/no/such/engine",
        &[],
        &["/no/such/engine", "No such file"],
    );
    with("uci:true", &[], &["true", "ended"]);
    with("xboard:gnuchess", &[], &["--tc"]);
    with(
        "depth:1",
        &["--openings", &missing],
        &[&missing, "No such file"],
    );
    with("depth:1", &["--openings", &empty], &[&empty, "no opening"]);
    with(
        "depth:1",
        &["--openings", &bad],
        &[&format!("{bad}:2: "), "FEN"],
    );
    with("depth:1", &["--tc", "fast"], &["--tc fast", "10+0.1"]);
    with("depth:1", &["--tc", "1+1", "--nodes", "5"], &["--nodes"]);
    with("depth:1", &["--nodes", "0"], &["--nodes"]);
    with("depth:1", &["--sprt", "5,0"], &["--sprt 5,0"]);
    with("depth:1", &["--rule", "Mercy=1"], &["Mercy"]);
    with(
        "depth:1",
        &["--pgn-out", "/no/such/folder/games.pgn"],
        &["/no/such/folder"],
    );
    refused(&["match", "random", "random"], &["--games"]);
    refused(&["tournament", "random"], &["2 values"]);
    refused(
        &["tournament", "random", "depth:1", "--anchor", "staunton"],
        &["--anchor staunton"],
    );
    refused(&["solve", "staunton", "--nodes", "5"], &["--suite"]);
    refused(&["solve", "staunton", "--suite", &bad], &["--nodes"]);
    refused(
        &["solve", "staunton", "--suite", &bad, "--nodes", "5"],
        &[&format!("{bad}:2: ")],
    );
}

/// The program plays against itself as an external engine, and the games are those that it plays by itself.
#[test]
fn an_external_engine_plays() {
    let itself = env!("CARGO_BIN_EXE_millipawn");
    let engine = format!("uci:{itself} uci");
    let lines = json_lines(&[
        "match", &engine, "random", "--games", "2", "--nodes", "500", "--json",
    ]);
    assert_eq!(lines[0]["score"], 2.0);
}

/// Debian's engines; whoever does not have them is told so.
#[test]
fn engines_of_others_play() {
    let timed = [
        "--games",
        "2",
        "--tc",
        "2+0",
        "--rule",
        "MaximumMoves=12",
        "--json",
    ];
    let by_nodes = [
        "--games",
        "2",
        "--nodes",
        "5000",
        "--rule",
        "MaximumMoves=12",
        "--json",
    ];
    for (name, protocol, limit) in [
        ("stockfish", "uci", by_nodes),
        // Under a node limit it sometimes has no move.
        ("glaurung", "uci", timed),
        ("phalanx", "xboard", timed),
        ("gnuchess", "xboard", timed),
        ("sjeng", "xboard", timed),
    ] {
        let path = format!("/usr/games/{name}");
        if !std::path::Path::new(&path).exists() {
            eprintln!("skipped: {path} is not installed");
            continue;
        }
        let engine = format!("{protocol}:{path}");
        let output = millipawn(&[&["match", &engine, "random"][..], &limit].concat())
            .output()
            .expect("the program starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{name}: {told}");
        assert_eq!(told, "", "{name}: no faults");
    }
}

/// As OpenBench asks: all in one argument, then `quit`.
#[test]
fn openings_are_drawn_as_openbench_asks_for_them() {
    let folder = Folder::new();
    let book = folder.write(
        "book.epd",
        "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3\n",
    );
    let drawn = |asked: &str| stdout(&[asked, "quit"]);
    let told = drawn("genfens 5 seed 42 book None");
    assert_eq!(told.lines().count(), 5);
    for line in told.lines() {
        let fen = line.strip_prefix("info string genfens ").expect(line);
        assert_eq!(stdout(&["perft", "1", fen]).lines().count(), 1, "{fen}");
    }
    assert_eq!(told, drawn("genfens 5 seed 42 book None"));
    assert_ne!(told, drawn("genfens 5 seed 43 book None"));
    let of_book = drawn(&format!("genfens 2 seed 1 book {book} extra=1"));
    assert!(
        of_book
            .lines()
            .all(|line| line.ends_with(" 4") || line.ends_with(" 5")),
        "{of_book}"
    );
    refusal(&["genfens", "2", "seed", "x"]);
    refusal(&["genfens", "2", "book", "/nowhere"]);
}

/// An engine that says nothing right loses, is told of, and plays on.
#[cfg(unix)]
#[test]
fn a_faulty_engine_loses() {
    let folder = Folder::new();
    for (best, fault) in [
        ("e2e5", "illegal move: e2e5"),
        (
            "'(none)'",
            "illegal move: it says it has none (\"bestmove (none)\")",
        ),
        ("", "illegal move: it says it has none (\"bestmove\")"),
    ] {
        let script = folder.write(
            "faulty.sh",
            format!("while read -r word rest; do case \"$word\" in uci) echo uciok;; isready) echo readyok;; go) echo bestmove {best};; quit) exit;; esac; done\n"),
        );
        let engine = format!("uci:sh {script}");
        let output = run(&["match", &engine, "depth:1", "--games", "2", "--json"]);
        assert_eq!(output.status.code(), Some(0));
        let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(
            (&result["score"], &result["games"]),
            (&0.0.into(), &2.into())
        );
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(told.matches(fault).count(), 2, "{told}");
    }
}
