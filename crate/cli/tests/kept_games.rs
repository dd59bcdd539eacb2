//! Games that are kept, and matches, tournaments and ladders that go on behind them, with the real program.

mod common;

use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

use common::{Folder, hand_set, json_lines, millipawn, read, refusal, run, stdout};

const MATCH: [&str; 8] = [
    "match", "staunton", "random", "--games", "12", "--nodes", "200", "--json",
];

/// The arguments with more.
fn with<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [arguments, more].concat()
}

/// Where the first game begins.
fn games_at(kept: &str) -> usize {
    let end = kept.find("\ncrc ").expect("the settings end") + 1;
    end + kept[end..].find('\n').expect("with a line") + 1
}

/// How many games there are.
fn count(kept: &str) -> usize {
    kept[games_at(kept)..].lines().count()
}

/// The same with so many games.
fn first(kept: &str, games: usize) -> String {
    let (head, rest) = kept.split_at(games_at(kept));
    let rest: String = rest.split_inclusive('\n').take(games).collect();
    format!("{head}{rest}")
}

/// With these settings in place of others, and a checksum that fits; without games.
fn settings(kept: &str, from: &str, to: &str) -> String {
    let head = &kept[..kept.find("\ncrc ").expect("the settings end") + 1];
    assert!(head.contains(from), "{from}: {head}");
    let head = head.replacen(from, to, 1) + "crc";
    format!("{head} {:08x}\n", crc32fast::hash(head.as_bytes()))
}

/// What comes of a contest when it goes on behind each of these numbers of games: the same, and the same file, with any number of workers.
fn goes_on_as_if_nothing_had_been(arguments: &[&str], behind: &[usize]) -> String {
    let folder = Folder::new();
    let (whole, games) = (folder.path("whole"), folder.path("games.pgn"));
    let keep = ["--checkpoint", &whole, "--pgn-out", &games];
    let told = stdout(&with(arguments, &keep));
    assert_eq!(told, stdout(arguments), "keeping changes nothing");
    let kept = read(&whole).expect("it was written");
    let played = read(&games).expect("it was written");
    assert_eq!(count(&kept), played.matches("[Event ").count());
    for (behind, workers) in behind.iter().zip(["1", "3"].iter().cycle()) {
        let part = folder.write("part", first(&kept, *behind));
        let rest = folder.path(&format!("rest-{behind}"));
        let again = folder.path("again.pgn");
        let resume = ["--resume", &part, "--checkpoint", &rest];
        let more = ["--pgn-out", &again, "--workers", workers];
        let output = run(&[arguments, &resume, &more].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{errors}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), told);
        assert_eq!(read(&rest).as_ref(), Some(&kept));
        assert_eq!(read(&again).as_ref(), Some(&played));
    }
    kept
}

#[test]
fn a_match_goes_on() {
    let kept = goes_on_as_if_nothing_had_been(&MATCH, &[0, 1, 5, 11, 12]);
    assert_eq!(count(&kept), 12);
}

/// At the game at which it ends by itself; also behind that, where nothing is left to play.
#[test]
fn a_sequential_test_goes_on_to_the_same_game() {
    let test = [
        "match", "depth:2", "random", "--games", "400", "--sprt", "0,300", "--json",
    ];
    let kept = goes_on_as_if_nothing_had_been(&test, &[3, 1000]);
    assert!(count(&kept) < 100, "{}", count(&kept));
}

#[test]
fn tournaments_go_on() {
    let program = hand_set();
    let everyone = [
        "tournament",
        "random",
        "depth:1",
        &program,
        "--nodes",
        "100",
        "--games",
        "3",
        "--json",
    ];
    let kept = goes_on_as_if_nothing_had_been(&everyone, &[1, 4]);
    assert_eq!(count(&kept), 9);
    let kept = goes_on_as_if_nothing_had_been(&with(&everyone, &["--gauntlet"]), &[2, 5]);
    assert_eq!(count(&kept), 6);
}

#[test]
fn a_ladder_goes_on() {
    let folder = Folder::new();
    let champion = format!("{{\"generation\":0,\"champion\":\"{}\"}}\n", hand_set());
    let lines = folder.write("run.jsonl", champion);
    let ladder = [
        "ladder", &lines, "--rungs", "0,1", "--games", "4", "--nodes", "50", "--json",
    ];
    let kept = goes_on_as_if_nothing_had_been(&ladder, &[1, 7]);
    assert_eq!(count(&kept), 12);
}

/// Games by the clock never come again: those that were played stand.
#[test]
fn a_match_by_the_clock_goes_on() {
    let folder = Folder::new();
    let (whole, games) = (folder.path("whole"), folder.path("games.pgn"));
    let arguments = [
        "match",
        "staunton",
        "random",
        "--games",
        "4",
        "--tc",
        "0.3+0.01",
        "--rule",
        "MaximumMoves=6",
        "--rule",
        "ResignScore=0",
        "--json",
    ];
    let keep = ["--checkpoint", &whole, "--pgn-out", &games];
    json_lines(&with(&arguments, &keep));
    let kept = read(&whole).expect("it was written");
    let part = folder.write("part", first(&kept, 3));
    let rest = folder.path("rest");
    let again = folder.path("again.pgn");
    let resume = ["--resume", &part, "--checkpoint", &rest];
    let lines = json_lines(&[&arguments[..], &resume, &["--pgn-out", &again]].concat());
    assert_eq!(lines[0]["games"], 4);
    let text = read(&rest).expect("it was written");
    assert_eq!(count(&text), 4);
    assert!(text.starts_with(&first(&kept, 3)));
    let three = |path: &str| {
        let text = read(path).expect("it was written");
        let end = text.match_indices("[Event ").nth(3).expect("four games").0;
        text[..end].to_owned()
    };
    assert_eq!(three(&again), three(&games));
}

/// Killed when some games are over: what was told of is kept. Nobody reads on, so that the program waits before the games are all played.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_match_goes_on_behind_its_last_game() {
    let folder = Folder::new();
    let kept = folder.path("kept");
    let arguments = [
        "match",
        "depth:1",
        "random",
        "--games",
        "200",
        "--rule",
        "ResignScore=0",
    ];
    let mut child = millipawn(&with(
        &arguments,
        &["--checkpoint", &kept, "--pgn-out", "/dev/stdout", "--json"],
    ))
    .stdout(Stdio::piped())
    .stderr(Stdio::null())
    .spawn()
    .expect("the program starts");
    let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut begun = lines
        .map(|line| line.expect("it reads"))
        .filter(|line| line.starts_with("[Event "));
    assert!(begun.nth(6).is_some());
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let games = count(&read(&kept).expect("it was begun"));
    assert!((7..200).contains(&games), "{games}");
    let resume = ["--resume", &kept, "--checkpoint", &kept, "--json"];
    let rest = stdout(&with(&arguments, &resume));
    assert_eq!(rest, stdout(&with(&arguments, &["--json"])));
    assert_eq!(count(&read(&kept).expect("it is there")), 200);
    assert_eq!(folder.names(), ["kept"], "no other file is left behind");
}

/// A match of two games, kept.
fn two_games(folder: &Folder) -> (Vec<&'static str>, String) {
    let arguments = vec![
        "match", "depth:1", "random", "--games", "2", "--seed", "7", "--json",
    ];
    let path = folder.path("two");
    stdout(&with(&arguments, &["--checkpoint", &path]));
    (arguments, read(&path).expect("it was written"))
}

#[test]
fn a_last_line_that_is_cut_short_is_played_again() {
    let folder = Folder::new();
    let (arguments, kept) = two_games(&folder);
    let path = folder.write("cut", &kept[..kept.len() - 3]);
    let output = run(&with(
        &arguments,
        &["--resume", &path, "--checkpoint", &path],
    ));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        errors.trim_end(),
        format!("{path}: its last line is cut short; that game is played again")
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout(&arguments));
    assert_eq!(read(&path), Some(kept));
}

/// With a message that says where, and the file as it was.
#[test]
fn a_damaged_file_is_refused() {
    let folder = Folder::new();
    let (arguments, kept) = two_games(&folder);
    let refused = |text: &str, part: &str| {
        let path = folder.write("bad", text);
        let told = refusal(&with(
            &arguments,
            &["--resume", &path, "--checkpoint", &path],
        ));
        assert!(told.contains(&path) && told.contains(part), "{told}");
        assert_eq!(read(&path).as_deref(), Some(text), "nothing is lost");
    };
    let settings_count = kept[..games_at(&kept)].lines().count();
    let line = |line: usize| format!("line {line} is damaged");
    let at = games_at(&kept);
    for (place, broken) in [(at + 4, 1), (kept.len() - 3, 2)] {
        let mut text = kept.clone().into_bytes();
        text[place] ^= 1;
        let text = String::from_utf8(text).expect("still a letter");
        refused(&text, &line(settings_count + broken));
    }
    refused(&kept.replace("seed 7", "seed 8"), &line(settings_count));
    refused(&kept[..at - 12], &line(settings_count));
    let without_the_first = first(&kept, 0) + kept.lines().last().expect("a game") + "\n";
    refused(&without_the_first, &line(settings_count + 1));
    refused("", "does not hold the games");
    refused("millipawn-coevolution 1\n", "does not hold the games");
    refused("millipawn-games 77\n", "version 77");
    let missing = folder.path("missing");
    let told = refusal(&with(&arguments, &["--resume", &missing]));
    assert!(told.contains(&missing), "{told}");
}

#[test]
fn games_of_another_contest_are_refused() {
    let folder = Folder::new();
    let (arguments, kept) = two_games(&folder);
    let path = folder.write("kept", &kept);
    let suite = folder.write("suite.epd", "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\n");
    let refused = |arguments: &[&str], path: &str, part: &str| {
        let before = read(path);
        let told = refusal(&with(arguments, &["--resume", path, "--checkpoint", path]));
        assert!(told.contains(path) && told.contains(part), "{told}");
        assert_eq!(read(path), before, "nothing is lost");
    };
    for (more, part) in [
        (vec!["--nodes", "77"], "nodes is 5000 there and 77 here"),
        (
            vec!["--tc", "1+0.1"],
            "time is no limit there and 1000 ms and 100 ms a move here",
        ),
        (
            vec!["--rule", "DrawMoves=3"],
            "DrawMoves is 8 there and 3 here",
        ),
        (
            vec!["--sprt", "0,10"],
            "sprt is none there and 0,10,0.05,0.05 here",
        ),
        (vec!["--openings", &suite], "openings is 40, checksum "),
    ] {
        let nodes = part.starts_with("time").then_some("nodes is 5000");
        refused(&with(&arguments, &more), &path, nodes.unwrap_or(part));
    }
    let other = |from: &'static str, to: &'static str| -> Vec<&str> {
        let exchanged = |word: &&'static str| if *word == from { to } else { *word };
        arguments.iter().map(exchanged).collect()
    };
    refused(&other("7", "8"), &path, "seed is 7 there and 8 here");
    refused(&other("2", "4"), &path, "games is 2 there and 4 here");
    refused(
        &other("depth:1", "depth:2"),
        &path,
        "player 1 is depth:1 there and depth:2 here",
    );
    refused(
        &other("match", "tournament"),
        &path,
        "contest is match there and tournament here",
    );
    let own = kept.lines().find(|line| line.starts_with("engine "));
    let other_engine = settings(
        &kept,
        own.expect("it is named"),
        "engine 0.1.0, signature 5",
    );
    let foreign = folder.write("foreign", other_engine);
    refused(
        &arguments,
        &foreign,
        "engine is 0.1.0, signature 5 there and ",
    );
}

/// Where all is as it should be but the games: those that another seed gave.
#[test]
fn games_that_are_kept_are_not_begun_anew() {
    let folder = Folder::new();
    let (arguments, kept) = two_games(&folder);
    let path = folder.write("kept", &kept);
    let told = refusal(&with(&arguments, &["--checkpoint", &path]));
    assert!(told.contains(&path) && told.contains("--resume"), "{told}");
    let other = folder.write("other", &kept);
    let resume = ["--resume", &other, "--checkpoint", &path];
    assert!(refusal(&with(&arguments, &resume)).contains("--resume"));
    assert_eq!(read(&path), Some(kept), "nothing is lost");
}

#[test]
fn games_that_these_players_did_not_play_are_refused() {
    let folder = Folder::new();
    let (arguments, kept) = two_games(&folder);
    let other = folder.path("other");
    let seed = |word: &&'static str| if *word == "7" { "11" } else { *word };
    let others: Vec<&str> = arguments.iter().map(seed).collect();
    stdout(&with(&others, &["--checkpoint", &other]));
    let other = read(&other).expect("it was written");
    let mut text = settings(&kept, "", "");
    let game = other[games_at(&other)..].lines().next().expect("a game");
    let (body, _) = game.rsplit_once(' ').expect("a checksum");
    text += body;
    text = format!("{text} {:08x}\n", crc32fast::hash(text.as_bytes()));
    let path = folder.write("mixed", &text);
    let games = folder.write("games.pgn", "what was here before");
    let resume = [
        "--resume",
        &path,
        "--checkpoint",
        &path,
        "--pgn-out",
        &games,
    ];
    let told = refusal(&with(&arguments, &resume));
    assert!(
        told.contains(&path) && told.contains("game 1 does not belong"),
        "{told}"
    );
    assert_eq!(read(&path), Some(text), "nothing is lost");
    assert_eq!(read(&games).as_deref(), Some("what was here before"));
}

#[test]
fn a_place_that_cannot_be_written_is_refused_before_the_first_game() {
    let folder = Folder::new();
    let (arguments, _) = two_games(&folder);
    let told = refusal(&with(
        &arguments,
        &["--checkpoint", "/no/such/folder/games"],
    ));
    assert!(told.contains("/no/such/folder"), "{told}");
}
