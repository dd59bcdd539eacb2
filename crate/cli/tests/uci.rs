//! `millipawn uci`: conversations with the real program. Nothing here waits for a time, only for an answer.

#![allow(
    clippy::disallowed_methods,
    reason = "one test is about the time that a stop takes"
)]

mod common;

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Stdio},
    time::{Duration, Instant},
};

use common::{hand_set, millipawn};
use millipawn_engine::{
    chess::game::{Game, read_fen},
    evaluation::acpp::Acpp,
    search::{bench, plain},
};
use millipawn_evolve::{
    genome::bits::Bits,
    system::{System, acpp},
    text::chromosome::Chromosome,
};
use shakmaty::Position as _;

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Self {
        let mut child = millipawn(&[&["uci"], arguments].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Self {
            child,
            input,
            output,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    /// All lines up to the one that begins with `last`.
    fn hear(&mut self, last: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("it writes text");
            assert!(read > 0, "it ended before {last}: {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(last) {
                return lines;
            }
        }
    }

    /// Position and search; the answer up to the best move.
    fn search(&mut self, position: &str, go: &str) -> Answer {
        self.say(&format!("position {position}"));
        self.say(go);
        Answer(self.hear("bestmove"))
    }

    /// Ends the conversation; the status of the program.
    fn quit(mut self) -> Option<i32> {
        self.say("quit");
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a search told.
struct Answer(Vec<String>);

impl Answer {
    fn best(&self) -> &str {
        let last = self.0.last().expect("a line");
        let moves = last.strip_prefix("bestmove ").expect("the best move");
        moves.split(' ').next().expect("a word")
    }

    /// The last line of information before the best move.
    fn info(&self) -> &str {
        let before = self.0.iter().rev().nth(1);
        before.expect("information comes before the best move")
    }

    fn words_after(&self, name: &str) -> Vec<&str> {
        let words = self.info().split(' ');
        words.skip_while(|word| *word != name).skip(1).collect()
    }

    fn number(&self, name: &str) -> i64 {
        let words = self.words_after(name);
        words[0]
            .parse()
            .unwrap_or_else(|_| panic!("{name}: {}", self.info()))
    }

    fn score(&self) -> (String, i64) {
        let words = self.words_after("score");
        (words[0].to_owned(), words[1].parse().expect("a number"))
    }
}

#[test]
fn introduces_itself() {
    let mut engine = Engine::start(&[]);
    engine.say("uci");
    let lines = engine.hear("uciok");
    assert!(lines[0].starts_with("id name Millipawn"));
    assert!(lines.iter().any(|line| line.starts_with("id author ")));
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("option name Hash type spin default 16 min 1 max "))
    );
    for option in [
        "Threads type spin default 1 min 1 max 1",
        "Ponder type check default false",
        "MultiPV type spin default 1 min 1 max 256",
        "Clear Hash type button",
        "Chromosome type string default <empty>",
        "NullMoveReduction type spin default 3 min 0 max 7",
        "KingCentre type spin default -12 min -50 max 50",
    ] {
        assert!(lines.contains(&format!("option name {option}")), "{option}");
    }
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("option name UCI_EngineAbout type string "))
    );
    engine.say("isready");
    assert_eq!(engine.hear("readyok"), ["readyok"]);
    assert_eq!(engine.quit(), Some(0));
}

/// The forms that interfaces use, one clock only and any order included.
#[test]
fn every_search_tells_time_speed_and_score_before_its_move() {
    let mut engine = Engine::start(&[]);
    for go in [
        "go depth 3",
        "go nodes 2000",
        "go movetime 1",
        "go movetime 50",
        "go wtime 100 btime 100",
        "go btime 100 wtime 100 binc 10 winc 10",
        "go wtime 100 winc 0 btime 100 binc 0 movestogo 1",
        "go wtime 100",
        "go btime 100",
        "go wtime 1 btime 1",
        "go wtime -5 btime -5",
        "go winc 100 wtime 200 btime 200",
    ] {
        for position in ["startpos", "startpos moves e2e4"] {
            let answer = engine.search(position, go);
            for name in ["depth", "nodes", "nps", "time"] {
                assert!(answer.number(name) >= 0, "{go}");
            }
            answer.score();
            assert_eq!(answer.words_after("pv")[0], answer.best(), "{go}");
        }
    }
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn answers_while_it_searches_and_stops_when_told() {
    let mut engine = Engine::start(&[]);
    engine.say("go infinite");
    engine.say("isready");
    let before = engine.hear("readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")));
    engine.say("stop");
    assert!(engine.hear("bestmove").len() > 1 || before.len() > 1);
    // Where nothing is left to search, an infinite search still waits.
    engine.say("position fen 8/8/8/8/8/k7/8/K6q w - - 0 1");
    engine.say("go infinite");
    engine.say("isready");
    let lines = engine.hear("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    engine.say("stop");
    engine.hear("bestmove 0000");
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn quits_in_the_middle_of_a_search() {
    let mut engine = Engine::start(&[]);
    engine.say("go infinite");
    engine.hear("info depth 1");
    assert_eq!(engine.quit(), Some(0));
}

/// What the program says when this is all it hears, and then nothing more.
fn monologue(arguments: &[&str], input: &str) -> String {
    let mut child = millipawn(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut listener = child.stdin.take().expect("it is piped");
    listener.write_all(input.as_bytes()).expect("it listens");
    drop(listener);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("it writes UTF-8")
}

#[test]
fn finishes_a_limited_search_when_nothing_more_is_said() {
    for go in [
        "go depth 3",
        "go nodes 5000",
        "go movetime 30",
        "go wtime 500 btime 500",
    ] {
        let told = monologue(&["uci"], &format!("{go}\n"));
        assert!(told.contains("\nbestmove "), "{go}: {told}");
    }
}

#[test]
fn ends_an_endless_search_at_once_when_nothing_more_is_said() {
    for go in [
        "go infinite",
        "go",
        "go ponder wtime 1 btime 1",
        "go infinite depth 1",
    ] {
        let told = monologue(&["uci"], &format!("{go}\n"));
        assert!(!told.contains("bestmove"), "{go}: {told}");
    }
}

/// Interfaces start an engine without arguments.
#[test]
fn speaks_without_arguments_too() {
    let told = monologue(&[], "uci\nisready\ngo depth 2\n");
    assert!(
        told.contains("\nuciok\nreadyok\n") && told.contains("\nbestmove "),
        "{told}"
    );
}

#[test]
fn ponders_until_the_move_is_played() {
    let mut engine = Engine::start(&[]);
    engine.say("setoption name Ponder value true");
    engine.say("position startpos moves e2e4 e7e5");
    engine.say("go ponder wtime 1000 btime 1000 movestogo 40");
    engine.say("isready");
    let before = engine.hear("readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")));
    engine.say("ponderhit");
    engine.hear("bestmove");
    // Reached at once, told only with the word.
    engine.say("go ponder depth 1");
    engine.say("isready");
    let before = engine.hear("readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")));
    engine.say("ponderhit");
    engine.hear("bestmove");
    // The other move was played.
    engine.say("go ponder infinite");
    engine.hear("info depth 6");
    engine.say("stop");
    let told = engine.hear("bestmove");
    let last = told.last().expect("a line");
    assert_eq!(last.split(' ').nth(2), Some("ponder"), "{last}");
    assert_eq!(engine.quit(), Some(0));
}

/// The best of some tries: other work on the machine is not the engine's delay.
#[test]
fn stops_soon() {
    const SOON: Duration = Duration::from_millis(20);
    let mut engine = Engine::start(&[]);
    let mut best = Duration::MAX;
    // On a busy machine one answer or another is late.
    for _ in 0..30 {
        engine
            .say("position fen r1bq1rk1/pp1nbppp/2p1pn2/3p4/2PP4/2NBPN2/PPQ2PPP/R1B2RK1 w - - 4 9");
        engine.say("go infinite");
        engine.hear("info depth 6");
        let said = Instant::now();
        engine.say("stop");
        engine.hear("bestmove");
        best = best.min(said.elapsed());
        if best < SOON {
            break;
        }
    }
    assert!(best < SOON, "{best:?}");
    assert_eq!(engine.quit(), Some(0));
}

/// The steps by which fastchess judges an engine, in its order.
#[test]
fn complies() {
    let mut engine = Engine::start(&[]);
    let ready = |engine: &mut Engine| {
        engine.say("isready");
        assert_eq!(engine.hear("readyok"), ["readyok"]);
    };
    engine.say("uci");
    let told = engine.hear("uciok");
    for id in ["id name ", "id author "] {
        assert!(
            told.iter()
                .any(|line| line.len() > id.len() && line.starts_with(id))
        );
    }
    ready(&mut engine);
    let new_game = |engine: &mut Engine| {
        engine.say("ucinewgame");
        ready(engine);
    };
    new_game(&mut engine);
    engine.say("position startpos");
    ready(&mut engine);
    engine.say("position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27");
    ready(&mut engine);
    for go in [
        "go wtime 100",
        "go btime 100",
        "go wtime 100 winc 100 btime 100 binc 100",
        "go btime 100 binc 100 wtime 100 winc 100",
    ] {
        engine.say(go);
        let answer = Answer(engine.hear("bestmove"));
        assert!(
            answer.info().starts_with("info ") && answer.info().contains(" score "),
            "{go}"
        );
        for name in ["time", "nps"] {
            assert!(answer.number(name) >= 0);
        }
    }
    new_game(&mut engine);
    for position in ["startpos", "startpos moves e2e4 e7e5"] {
        let answer = engine.search(position, "go wtime 100 btime 100");
        assert!(answer.best().len() == 4);
    }
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn the_signature_depends_on_nothing_said_before() {
    let mut engine = Engine::start(&[]);
    engine.say("setoption name Razoring value 0");
    engine.say("go depth 4");
    engine.hear("bestmove");
    engine.say("bench");
    let mut told = String::new();
    while !told.ends_with(" nps") {
        told = engine.hear("").remove(0);
    }
    assert!(
        told.starts_with(&format!("{} nodes ", bench::SIGNATURE)),
        "{told}"
    );
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn sees_mates_and_the_end_of_the_game() {
    let mut engine = Engine::start(&[]);
    let mate = engine.search("fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go depth 2");
    assert_eq!(
        (mate.best(), mate.score()),
        ("a1a8", ("mate".to_owned(), 1))
    );
    let mated = engine.search("fen 7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "go depth 3");
    assert_eq!(mated.score(), ("cp".to_owned(), 0), "stalemate");
    assert_eq!(mated.best(), "0000");
    let lost = engine.search("fen k7/8/1K6/8/8/8/8/7R b - - 0 1", "go depth 3");
    assert_eq!(
        (lost.best(), lost.score()),
        ("a8b8", ("mate".to_owned(), -1))
    );
    let over = engine.search("fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "go depth 3");
    assert_eq!(
        (over.best(), over.score()),
        ("0000", ("mate".to_owned(), 0))
    );
    let promotion = engine.search("fen 8/P6k/8/8/8/8/8/K7 w - - 0 1", "go depth 3");
    assert_eq!(promotion.best(), "a7a8q");
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn a_centipawn_is_the_hundredth_of_a_pawn() {
    const QUEEN_UP: &str = "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
    let position = read_fen(QUEEN_UP).expect("it is legal");
    let weights = acpp::weights(&acpp::hand_set());
    let (_, units) = plain::choose::<Acpp>(&position, &weights).expect("there are moves");
    let mut engine = Engine::start(&["--chromosome", &hand_set()]);
    let plain = ["QuiescenceExchange", "QuiescenceMargin"];
    for name in plain {
        engine.say(&format!("setoption name {name} value 0"));
    }
    let told = engine.search(&format!("fen {QUEEN_UP}"), "go depth 1");
    assert_eq!(told.score(), ("cp".to_owned(), i64::from(units / 160)));
    assert!((850..1200).contains(&told.score().1), "about nine pawns");
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn the_same_search_has_the_same_nodes() {
    let mut engine = Engine::start(&[]);
    let mut nodes = Vec::new();
    for _ in 0..2 {
        engine.say("ucinewgame");
        nodes.push(
            engine
                .search("startpos moves d2d4 g8f6", "go depth 4")
                .number("nodes"),
        );
    }
    assert_eq!(nodes[0], nodes[1]);
    let limited = engine.search("startpos", "go nodes 5000").number("nodes");
    assert!(limited <= 5000, "{limited}");
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn plays_the_chromosome_it_is_given() {
    const POSITION: &str = "startpos moves e2e4 e7e5 g1f3";
    let zeros = Chromosome {
        system: System::ACPP,
        genome: Bits::zeros(acpp::BITS).into(),
    }
    .to_string();
    let mut other = Engine::start(&["--chromosome", &zeros]);
    let expected = other.search(POSITION, "go depth 3").score();
    let mut engine = Engine::start(&[]);
    let hand = engine.search(POSITION, "go depth 3").score();
    assert_ne!(hand, expected);
    engine.say(&format!("setoption name Chromosome value {zeros}"));
    assert_eq!(engine.search(POSITION, "go depth 3").score(), expected);
    // A damaged text changes nothing.
    engine.say(&format!("setoption name Chromosome value {}x", hand_set()));
    assert!(engine.hear("info string")[0].contains("Chromosome ignored"));
    assert_eq!(engine.search(POSITION, "go depth 3").score(), expected);
    engine.say("setoption name chromosome value <empty>");
    assert_eq!(engine.search(POSITION, "go depth 3").score(), hand);
    engine.say(&format!("setoption name Chromosome value {zeros}"));
    assert_eq!(engine.search(POSITION, "go depth 3").score(), expected);
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn what_cannot_be_obeyed_changes_nothing() {
    let mut engine = Engine::start(&[]);
    engine.say("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    for line in [
        "hello there",
        "position",
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 9/8 w - - 0 1",
        "position nowhere moves e2e4",
        "position startpos moves e2e5",
        "position startpos moves e2e4 rubbish",
        "position startpos moves 0000",
        "setoption",
        "setoption name",
        "setoption name Contempt value 3",
        "setoption name Hash",
        "setoption name Hash value -1",
        "setoption name Hash value 100000000",
        "setoption name Threads value 2",
        "setoption name MultiPV value 0",
        "setoption name Ponder value perhaps",
        "setoption name Razoring value 8",
        "setoption name Razoring value -1",
        "setoption name KnightMid",
        "setoption name Move Overhead value soon",
        "\u{1}\u{2} \u{fffd} ♞",
        &"x".repeat(100_000),
    ] {
        engine.say(line);
        let heard = engine.hear("info string");
        assert!(
            heard.len() == 1 && heard[0].len() < 200,
            "{line}: {heard:?}"
        );
    }
    engine
        .input
        .write_all(b"\xff\xfe\n\n   \n\r\n")
        .expect("it listens");
    engine.hear("info string");
    engine.say("setoption name Hash value 1");
    engine.say("go depth two nodes 3000 sideways");
    let lines = engine.hear("bestmove");
    assert!(lines[0].contains("ignored in go"), "{lines:?}");
    assert!(
        lines
            .last()
            .is_some_and(|line| line.starts_with("bestmove a1a8"))
    );
    assert_eq!(engine.quit(), Some(0));
}

/// All moves of a game against itself are legal, whatever draws the rules would allow to claim.
#[test]
fn plays_a_game() {
    let mut engine = Engine::start(&[]);
    let mut game = Game::default();
    let mut moves = String::new();
    for _ in 0..80 {
        let position = if moves.is_empty() {
            "startpos".to_owned()
        } else {
            format!("startpos moves{moves}")
        };
        let best = engine.search(&position, "go nodes 500").best().to_owned();
        if game.ending().is_some() {
            break;
        }
        game.play_text(&best).expect("a legal move");
        moves += &format!(" {best}");
    }
    assert!(game.played().len() > 20 && game.position().fullmoves().get() > 10);
    assert_eq!(engine.quit(), Some(0));
}
