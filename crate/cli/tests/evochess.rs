//! `millipawn evolve` of EvoChess's programs: the same run with any number of workers, ended and resumed; and what its champion can do.

mod common;

use std::{
    io::{BufRead, BufReader, Write},
    process::Stdio,
};

use common::{Folder, json_lines, millipawn, read, refusal, stdout};
use serde_json::{Value, json};
use shakmaty::{Chess, Position, uci::UciMove};

/// Small trees of few positions, and little to measure, so that a test takes no time.
const SMALL: [&str; 13] = [
    "evolve",
    "--system",
    "evochess",
    "--population",
    "4",
    "--set",
    "parents=2",
    "--set",
    "positions=12",
    "--set",
    "depth=2",
    "--set",
    "held-out-share=0.1",
];

fn evolve(more: &[&str]) -> Vec<Value> {
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

/// The champion of a short run.
fn champion() -> String {
    let lines = evolve(&["--generations", "1"]);
    let last = lines.last().expect("a last line");
    last["chromosome"].as_str().expect("a program").to_owned()
}

/// The games that other tests of files use.
fn small_games() -> String {
    format!(
        "{}/../../tests/fixtures/small.pgn",
        env!("CARGO_MANIFEST_DIR")
    )
}

#[test]
fn a_line_a_generation_and_the_champion_last() {
    let lines = evolve(&["--generations", "2", "--set", "fitness=ordering"]);
    assert_eq!(lines.len(), 4);
    for (generation, line) in lines[..3].iter().enumerate() {
        assert_eq!(line["generation"], generation);
        assert_eq!(line["positions"], 12);
        let field = |name: &str| line[name].as_f64().expect("a number");
        assert!(field("best") <= field("mean") && field("mean") <= field("worst"));
        assert!(line["best"].is_u64() && line["worst"].is_u64());
        let champion = line["champion"].as_str().expect("a text");
        assert!(champion.starts_with("evochess.1."), "{champion}");
        assert_eq!(line["yardsticks"].is_array(), generation == 0);
        assert_eq!(line["unseen"].is_object(), generation == 2);
        assert_eq!(of_all_plies(&line["by_ply"]), 12);
    }
    let compared = lines[0]["yardsticks_by_ply"].as_array().expect("a list");
    let positions: Vec<u64> = compared.iter().map(of_all_plies).collect();
    assert_eq!(positions, [12; 4]);
    assert_eq!(lines[1].get("yardsticks_by_ply"), None);
    let yardsticks = lines[0]["yardsticks"].as_array().expect("a list");
    assert_eq!(yardsticks.len(), 4);
    for order in yardsticks {
        assert!(order["name"].is_string() && order["nodes"].is_u64());
    }
    assert_eq!(yardsticks[0]["name"], "random order");
    assert!(lines[2]["best"].as_u64() < yardsticks[0]["nodes"].as_u64());
    assert!(lines[2]["unseen"]["positions"].as_u64() > Some(0));
    let last = &lines[3];
    assert_eq!(last["chromosome"], lines[2]["champion"]);
    assert_eq!(last["fitness"], lines[2]["best"]);
    assert_eq!(last["positions"], 12);
}

/// Positions of all groups of plies.
fn of_all_plies(groups: &Value) -> u64 {
    let groups = groups.as_array().expect("a list");
    groups
        .iter()
        .map(|group| group["positions"].as_u64().expect("a number"))
        .sum()
}

#[test]
fn people_are_told_the_same() {
    let text = stdout(&[&SMALL[..], &["--generations", "1"]].concat());
    for part in [
        "Generation 0: nodes a position: best ",
        "Generation 1: nodes a position: best ",
        "positions it was not bred on",
        "Champion: evochess.1.",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn any_number_of_workers_and_any_interruption_make_the_same_run() {
    let folder = Folder::new();
    let kept = folder.path("run");
    let whole = evolve(&["--generations", "4", "--workers", "1"]);
    assert_eq!(whole.len(), 6);
    assert_eq!(evolve(&["--generations", "4", "--workers", "3"]), whole);
    let first = evolve(&["--generations", "1", "--checkpoint", &kept]);
    assert_eq!(first.len(), 3);
    let resume = [
        "evolve",
        "--resume",
        &kept,
        "--generations",
        "4",
        "--json",
        "--checkpoint",
        &kept,
    ];
    assert_eq!(without_time(&resume), whole[2..]);
    assert!(read(&kept).is_some_and(|text| text.starts_with("millipawn-ordering 4\n")));
    // It has arrived: nothing is left but to say where.
    assert_eq!(without_time(&resume), whole[5..]);
    let named = [&resume[..], &["--system", "evochess"]].concat();
    assert_eq!(without_time(&named), whole[5..]);
    let other = refusal(&["evolve", "--resume", &kept, "--set", "depth=3"]);
    assert!(other.contains("only generations can"), "{other}");
}

/// Of a file of games, which has to be the same when the run goes on.
#[test]
fn games_of_a_file_are_searched() {
    let folder = Folder::new();
    let (kept, games) = (folder.path("run"), small_games());
    let run = ["--pgn", &games, "--set", "held-out-share=0"];
    let lines = evolve(&[&run[..], &["--generations", "1", "--checkpoint", &kept]].concat());
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1].get("unseen"), None);
    let resume = ["evolve", "--resume", &kept, "--json"];
    assert_eq!(
        without_time(&[&resume[..], &["--pgn", &games]].concat()),
        lines[2..]
    );
    let told = refusal(&[&resume[..], &["--system", "acpp"]].concat());
    assert!(
        told.contains("--system acpp: the run to go on with is one of evochess"),
        "{told}"
    );
    // What was read is told before the reason.
    let output = common::run(&["evolve", "--resume", &kept, "--json"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("searched positions of other games"), "{told}");
}

#[track_caller]
fn refused(more: &[&str], parts: &[&str]) {
    let told = refusal(&[&SMALL[..], more].concat());
    for part in parts {
        assert!(told.contains(part), "\"{part}\" is not in: {told}");
    }
}

#[test]
fn what_cannot_be_done_is_named() {
    refused(
        &["--set", "fitness=beauty"],
        &["--set fitness=beauty", "ordering or games"],
    );
    refused(&["--set", "fitness"], &["--set fitness", "ordering"]);
    refused(&["--runs", "2"], &["--runs", "only runs that imitate"]);
    refused(
        &["--set", "speed=3"],
        &["--set speed=3", "there is no setting \"speed\""],
    );
    refused(
        &["--set", "crossover-probability=0.5"],
        &["there is no setting"],
    );
    refused(&["--set", "depth=9"], &["from 1 to 8"]);
    refused(&["--pgn", "none.pgn"], &["none.pgn"]);
    refused(
        &["--set", "preset=small"],
        &["--set preset=small", "they need --set fitness=games"],
    );
    // The games are read first, and told of.
    let output = common::run(&[&SMALL[..], &["--set", "parents=4"]].concat());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(
        told.contains("--set: Parents must be fewer than Population"),
        "{told}"
    );
}

#[test]
fn a_program_that_looks_for_no_moves_is_not_evaluated() {
    let champion = champion();
    let told = refusal(&["evaluate", &champion]);
    for part in [
        "EvoChess",
        "decide by a search of their own",
        "match and solve",
    ] {
        assert!(told.contains(part), "{told}");
    }
    let folder = Folder::new();
    let run = stdout(&[&SMALL[..], &["--generations", "1", "--json"]].concat());
    let run = folder.write("run.jsonl", run);
    let games = small_games();
    let told = refusal(&["ladder", &run, "--nodes", "50", "--pgn", &games]);
    assert!(told.contains("decide by a search of their own"), "{told}");
    // Its champions play all the same, measured or not.
    let ladder = ["ladder", &run, "--games", "2", "--rungs", "1", "--json"];
    let told = refusal(&ladder);
    assert!(
        told.contains("they need a number of nodes a move"),
        "{told}"
    );
    let lines = json_lines(&[&ladder[..], &["--nodes", "50"]].concat());
    let generations: Vec<&Value> = lines[..2].iter().map(|line| &line["generation"]).collect();
    assert_eq!(generations, [0, 1]);
    assert_eq!(lines.len(), 3);
}

#[test]
fn a_champion_is_shown_with_its_depth_module() {
    let champion = champion();
    let lines = json_lines(&["inspect", &champion, "--json"]);
    let genes = lines[0]["genes"].as_array().expect("a list");
    assert_eq!((genes.len(), &lines[0]["system"]), (53, &"evochess".into()));
    let bodies = genes.iter().filter(|gene| gene.get("body").is_some());
    assert_eq!(bodies.count(), 1);
    let body = genes[52]["body"].as_str().expect("a text");
    assert!(body.contains("deepen"), "{body}");
    let text = stdout(&["inspect", &champion]);
    for name in ["VictimByAggressor", "TwoBishops", "DepthProgram"] {
        assert!(text.contains(name), "{text}");
    }
}

#[test]
fn a_champion_plays() {
    let champion = champion();
    let arguments = ["match", &champion, "random", "--games", "2", "--json"];
    let play = |threads| {
        let more = ["--nodes", "2000", "--concurrency", threads];
        json_lines(&[&arguments[..], &more].concat())
    };
    let lines = play("1");
    assert_eq!((lines.len(), &lines[0]["games"]), (1, &2.into()));
    assert!(lines[0]["score"].as_f64() > Some(1.0), "{lines:?}");
    assert_eq!(play("2"), lines);
}

/// The moves that a program chooses after `1. e4 e5`, one for each line.
fn chosen(champion: &str, go: &[&str]) -> Vec<UciMove> {
    let mut child = millipawn(&["uci"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it is piped");
    let output = child.stdout.take().expect("it is piped");
    let mut output = BufReader::new(output).lines();
    let mut say = |line: &str| writeln!(input, "{line}").expect("it listens");
    say(&format!("setoption name Chromosome value {champion}"));
    say("ucinewgame");
    say("position startpos moves e2e4 e7e5");
    let mut moves = Vec::new();
    for go in go {
        say(go);
        let best = output.by_ref().find_map(|line| {
            let line = line.expect("it writes text");
            assert!(!line.contains("string"), "{line}");
            line.strip_prefix("bestmove ").map(str::to_owned)
        });
        let best = best.expect("it answers");
        let best = best.split(' ').next().expect("a word");
        moves.push(best.parse().expect("a move"));
    }
    say("quit");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    moves
}

#[test]
fn a_champion_speaks_uci() {
    let champion = champion();
    let mut position = Chess::default();
    for m in ["e2e4", "e7e5"] {
        let m: UciMove = m.parse().expect("a move");
        position.play_unchecked(m.to_move(&position).expect("a legal move"));
    }
    let all = [
        "go nodes 1000",
        "go depth 1",
        "go depth 3",
        "go movetime 20",
        "go wtime 1000 btime 1000",
        "go nodes 1",
    ];
    for (go, m) in all.iter().zip(chosen(&champion, &all)) {
        assert!(m.to_move(&position).is_ok(), "{go}: {m}");
    }
    let among = [
        "go nodes 1000 searchmoves a2a3 h2h4",
        "go depth 2 searchmoves h2h4",
        "go nodes 1 searchmoves a2a3 h2h4",
    ];
    for (go, m) in among.iter().zip(chosen(&champion, &among)) {
        assert!(go.contains(&m.to_string()), "{go}: {m}");
    }
    let twice = ["go nodes 1000", "go nodes 1000"];
    assert_eq!(chosen(&champion, &twice), chosen(&champion, &twice));
}

/// Short games against opponents of a ply or two.
const GAMES: [&str; 18] = [
    "evolve",
    "--system",
    "evochess",
    "--set",
    "fitness=games",
    "--population",
    "4",
    "--set",
    "parents=2",
    "--set",
    "nodes-a-move=200",
    "--set",
    "strongest-opponent=2",
    "--set",
    "longest-game=20",
    "--set",
    "final-games=2",
    "--json",
];

#[test]
fn games_breed_programs_with_any_number_of_workers() {
    let lines = |workers| {
        let more = ["--generations", "2", "--workers", workers];
        without_time(&[&GAMES[..], &more].concat())
    };
    let one = lines("1");
    assert_eq!(one, lines("2"));
    assert_eq!(one.len(), 4);
    for (generation, line) in one[..3].iter().enumerate() {
        assert_eq!(line["generation"], generation);
        assert!(line["best"].as_f64() >= line["mean"].as_f64());
        let classes = line["fittest"]["classes"].as_array().expect("a list");
        assert!(
            classes
                .iter()
                .all(|class| class["class"] == 2 || class["class"] == 4)
        );
        assert_eq!(line["finalists"].is_array(), generation == 2);
        assert_eq!(line.get("preset"), None);
    }
    let champion = one[3]["chromosome"].as_str().expect("a program");
    assert_eq!(one[2]["champion"], champion);
    assert_eq!(one[3]["fitness"], one[2]["finalists"][0]["fitness"]);
}

#[test]
fn games_go_on_where_they_were_kept() {
    let folder = Folder::new();
    let kept = folder.path("run.txt");
    let generations = |count| [&GAMES[..], &["--generations", count]].concat();
    let whole = without_time(&generations("2"));
    let first = without_time(&[&generations("1")[..], &["--checkpoint", &kept]].concat());
    assert_eq!(first[0], whole[0]);
    let resume = ["evolve", "--resume", &kept, "--generations", "2", "--json"];
    assert_eq!(without_time(&resume), whole[2..]);
    let told = refusal(&[&resume[..], &["--set", "fitness=ordering"]].concat());
    assert!(
        told.contains("the fitness of the run to go on with is games"),
        "{told}"
    );
    let told = refusal(&[&resume[..], &["--set", "preset=published"]].concat());
    assert!(told.contains("a run under way cannot be changed"), "{told}");
}

#[test]
fn what_games_cannot_be_bred_by_is_named() {
    let told = |more: &[&str]| refusal(&[&GAMES[..], more].concat());
    let games = small_games();
    assert!(told(&["--pgn", &games]).contains("these programs learn from no games"));
    let preset = told(&["--set", "preset=large"]);
    assert!(
        preset.contains("--set preset=large: the presets are published and small"),
        "{preset}"
    );
    let all = told(&["--set", "parents=4"]);
    assert!(
        all.contains("Parents must be fewer than Population"),
        "{all}"
    );
    let plies = told(&["--set", "strongest-opponent=8"]);
    assert!(plies.contains("from 1 to 7"), "{plies}");
}

#[test]
fn a_program_is_put_together_from_modules() {
    let champion = champion();
    let composed = |more: &[&str]| {
        let text = stdout(&[&["compose", &champion], more].concat());
        text.trim().to_owned()
    };
    assert_eq!(composed(&[]), champion);
    let folder = Folder::new();
    let text = "if depth > accumulator\nelse\n  deepen\nend\n";
    let file = folder.write("depth.txt", text);
    let written = composed(&["--depth", &file]);
    assert_ne!(written, champion);
    assert_eq!(stdout(&["compose", &written, "--text"]), text);
    assert_eq!(composed(&["--depth", &written]), written);
    assert_eq!(composed(&["--depth", "plies:3"]), written);
    let lines = json_lines(&["compose", &champion, "--depth", "plies:3", "--json"]);
    assert_eq!(lines, [json!({ "chromosome": written })]);
    assert_eq!(
        stdout(&["compose", &written, "--depth", &champion]).trim(),
        champion
    );
    // The run breeds the order alone: all else is standard.
    let standard = composed(&[
        "--order",
        "standard",
        "--position",
        "standard",
        "--depth",
        "standard",
    ]);
    assert_eq!(composed(&["--order", "standard"]), standard);
    assert_eq!(composed(&["--order", &champion]), champion);
}

#[test]
fn what_no_program_can_be_put_together_from_is_named() {
    let champion = champion();
    let told = |more: &[&str]| refusal(&[&["compose", &champion], more].concat());
    assert!(told(&["--depth", "plies:5"]).contains("--depth: plies go from 1 to 4"));
    assert!(told(&["--order", "nobody"]).contains("--order nobody"));
    let missing = told(&["--depth", "missing.txt"]);
    assert!(
        missing.contains("--depth missing.txt") && missing.contains("or a file"),
        "{missing}"
    );
    let folder = Folder::new();
    let file = folder.write("depth.txt", "deepen\njump\n");
    let text = told(&["--depth", &file]);
    assert!(
        text.contains("depth.txt") && text.contains("jump"),
        "{text}"
    );
    let other = "acpp.1.AAAAAAAAAAAAAAAAAAAAAAAAAAA";
    assert!(told(&["--position", other]).contains("--position"));
}

/// Wherever it stands.
#[test]
fn a_preset_applies_before_other_settings() {
    let preset = ["--set", "preset=small"];
    let begun = |more: &[&str]| {
        let lines = evolve_games(&[more, &["--generations", "0"]].concat());
        lines[0].get("preset").cloned()
    };
    // The settings of these short games are its own but for what they name.
    assert_eq!(begun(&preset), None);
}

/// Few games of few nodes.
const ROUND: [&str; 7] = [
    "--generations",
    "1",
    "--nodes",
    "100",
    "--games-per-pair",
    "1",
    "--json",
];

/// Of random programs.
const RANDOM: [&str; 5] = ["coevolve", "--system", "evochess", "--population", "4"];

#[test]
fn programs_play_each_other_with_any_number_of_workers() {
    let coevolve = |more: &[&str]| without_time(&[&RANDOM[..], &ROUND, more].concat());
    let lines = coevolve(&["--workers", "1"]);
    assert_eq!(coevolve(&["--workers", "3"]), lines);
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1]["games"], 3);
    let champion = lines[2]["chromosome"].as_str().expect("a program");
    assert!(champion.starts_with("evochess.1."), "{champion}");
}

#[test]
fn programs_bred_by_games_play_each_other() {
    let folder = Folder::new();
    let kept = folder.path("run");
    let seed = ["--seed", "5"];
    let games = ["--generations", "0", "--checkpoint", &kept];
    let bred = evolve_games(&[&games[..], &seed].concat());
    // Nobody lost both first games: they are the random programs of this seed, which other settings bring together too.
    assert_eq!(bred[0]["replaced"], 0);
    let from = without_time(&[&["coevolve", "--from", &kept], &ROUND[..], &seed].concat());
    assert_eq!(from, without_time(&[&RANDOM[..], &ROUND, &seed].concat()));
}

#[test]
fn settings_that_mean_nothing_to_its_programs_are_refused() {
    for setting in ["crossover-probability=0.5", "hash=2", "clock=5000"] {
        let told = refusal(&["coevolve", "--system", "evochess", "--set", setting]);
        for part in [setting, "means nothing to programs of EvoChess"] {
            assert!(told.contains(part), "{told}");
        }
    }
    let told = refusal(&["coevolve", "--system", "evochess", "--search", "david"]);
    assert!(told.contains("bring a search of their own"), "{told}");
}

fn evolve_games(more: &[&str]) -> Vec<Value> {
    without_time(&[&GAMES[..], more].concat())
}

/// Searches of few positions, which take no time.
const COUNTED: [&str; 5] = ["orderings", "--depth", "2", "--count", "60"];

#[test]
fn nodes_are_counted_by_ply_at_the_greatest_depth() {
    let champion = champion();
    let few = [&COUNTED[..], &[&champion, "--orders", "random,published"]].concat();
    let lines = json_lines(&[&few[..], &["--by-ply", "--json"]].concat());
    let (by_ply, by_depth): (Vec<&Value>, Vec<&Value>) =
        lines.iter().partition(|line| line.get("from").is_some());
    assert_eq!(by_depth.len(), 2 * 3);
    assert_eq!(json_lines(&[&few[..], &["--json"]].concat()), lines[..6]);
    for deepest in &by_depth[3..] {
        let order = &deepest["order"];
        let of_order = by_ply.iter().filter(|line| line["order"] == *order);
        let mut positions = 0;
        for line in of_order {
            assert_eq!(line["depth"], 2);
            let from = line["from"].as_u64().expect("a ply");
            // The first ten half-moves of games are left out.
            assert!(from >= 11 && from % 10 == 1, "{line}");
            let to = if from == 81 { None } else { Some(from + 9) };
            assert_eq!(line["to"].as_u64(), to);
            let five = ["least", "lower", "median", "upper", "greatest"];
            let five = five.map(|name| line["nodes"][name].as_u64().expect("nodes"));
            assert!(five.is_sorted() && five[0] > 0, "{line}");
            positions += line["positions"].as_u64().expect("a number");
        }
        assert_eq!(positions, 60, "{order}");
    }
    let text = stdout(&[&few[..], &["--by-ply"]].concat());
    for part in [
        "| depth |",
        "Nodes a position at depth 2, by ply of the game",
        "| lower quartile |",
        "| 11 to 20 |",
    ] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
    let (_, table) = text
        .split_once("by ply of the game")
        .expect("a second table");
    assert_eq!(table.matches("| published | ").count(), by_ply.len() / 3);
    assert!(!stdout(&few).contains("quartile"));
}

#[test]
fn positions_that_were_written_are_counted_as_those_of_the_games() {
    let folder = Folder::new();
    let file = folder.path("positions.fen");
    let counted = [
        &COUNTED[..],
        &["--orders", "random,hand", "--by-ply", "--json"],
    ]
    .concat();
    let of_games = json_lines(&[&counted[..], &["--write", &file]].concat());
    let written = read(&file).expect("it was written");
    assert_eq!(written.lines().count(), 60);
    let numbers = written.lines().map(|fen| {
        let number = fen.rsplit(' ').next().expect("a word");
        number.parse::<u32>().expect("the number of the move")
    });
    assert!(numbers.clone().all(|number| number > 5) && numbers.max() > Some(30));
    assert_eq!(
        json_lines(&[&counted[..], &["--positions", &file]].concat()),
        of_games
    );
}

#[test]
fn a_position_without_moves_is_not_counted() {
    let folder = Folder::new();
    let fens = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nk7/2Q5/1K6/8/8/8/8/8 b - - 0 1\n";
    let file = folder.write("positions.fen", fens);
    let told = refusal(&["orderings", "--positions", &file]);
    assert!(
        told.contains("positions.fen:2: there is no move to search"),
        "{told}"
    );
    let one = folder.write("one.fen", fens.lines().next().expect("a line"));
    let text = stdout(&["orderings", "--depth", "1", "--positions", &one]);
    assert!(text.contains("Nodes a position, 1 position;"), "{text}");
}
