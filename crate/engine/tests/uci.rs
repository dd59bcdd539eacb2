//! UCI without a machine: conversations with an injected clock. Time passes only where a test says so.

use std::time::Duration;

use millipawn_engine::{
    evaluation::{Weighted, acpp::Acpp},
    play::{
        engine::{Engine, Program},
        evaluator::Evaluator,
        uci::{Act, Conclusion, Host, Interrupt, Search, Session, When},
    },
};

/// A millisecond passes whenever the search asks what was said: every thousand nodes and after every depth.
#[derive(Default)]
struct Slow {
    asked: u64,
    /// What is said, and the millisecond when.
    said: Vec<(u64, Interrupt)>,
    lines: Vec<String>,
}

impl Host for Slow {
    fn elapsed(&mut self) -> Duration {
        Duration::from_millis(self.asked)
    }

    fn poll(&mut self) -> Interrupt {
        self.asked += 1;
        let now = self.said.first().copied();
        match now.filter(|(when, _)| *when <= self.asked) {
            Some((_, heard)) => {
                self.said.remove(0);
                heard
            }
            None => Interrupt::None,
        }
    }

    fn send(&mut self, line: String) {
        self.lines.push(line);
    }
}

/// A session and its engine.
struct UciEngine {
    session: Session,
    engine: Engine,
}

impl UciEngine {
    fn new() -> Self {
        let session = Session::new(|text| match text {
            "weights" => Ok(Program {
                evaluator: Evaluator::new(Weighted::<Acpp>::new([
                    1000, 3000, 3000, 5000, 9000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                ])),
                parameters: None,
            }),
            _ => Err("no program".to_owned()),
        });
        let engine = Engine::new(&session.setup());
        Self { session, engine }
    }

    /// Says lines that call for no search.
    fn say(&mut self, lines: &[&str]) -> &mut Self {
        for line in lines {
            let reply = self.session.handle(line);
            assert!(reply.lines.is_empty(), "{line}: {:?}", reply.lines);
            if matches!(reply.act, Act::Forget) {
                self.engine.prepare(&self.session.setup());
                self.engine.clear();
            }
        }
        self
    }

    fn asked(&mut self, go: &str) -> Search {
        match self.session.handle(go).act {
            Act::Search(search) => *search,
            other => panic!("{go}: {other:?}"),
        }
    }

    fn go(&mut self, go: &str) -> Answer {
        self.go_hearing(go, &[])
    }

    fn go_hearing(&mut self, go: &str, said: &[(u64, Interrupt)]) -> Answer {
        let mut host = Slow {
            said: said.to_vec(),
            ..Slow::default()
        };
        let Conclusion { best, when } = self.asked(go).perform(&mut self.engine, &mut host);
        let mut words = best.split(' ');
        assert_eq!(words.next(), Some("bestmove"));
        Answer {
            best: words.next().expect("a move").to_owned(),
            when,
            ms: host.asked,
            lines: host.lines,
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Answer {
    best: String,
    when: When,
    /// How long it took on the test's clock.
    ms: u64,
    lines: Vec<String>,
}

impl Answer {
    fn words_after<'a>(&'a self, line: &'a str, name: &str) -> Vec<&'a str> {
        line.split(' ')
            .skip_while(|word| *word != name)
            .skip(1)
            .collect()
    }

    fn last(&self, name: &str) -> String {
        let line = self.lines.last().expect("a line before the best move");
        let words = self.words_after(line, name);
        words
            .first()
            .unwrap_or_else(|| panic!("{name}: {line}"))
            .to_string()
    }

    fn number(&self, name: &str) -> i64 {
        self.last(name)
            .parse()
            .unwrap_or_else(|_| panic!("{name}: {:?}", self.lines))
    }
}

const MIDDLEGAME: &str =
    "position fen r1bq1rk1/pp1nbppp/2p1pn2/3p4/2PP4/2NBPN2/PPQ2PPP/R1B2RK1 w - - 4 9";
const MATE_IN_TWO: &str = "position fen 6k1/5ppp/8/8/8/8/1R6/R5K1 w - - 0 1";
const MATED: &str = "position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";

#[test]
fn a_fixed_time_is_kept() {
    let mut engine = UciEngine::new();
    let answer = engine.say(&[MIDDLEGAME]).go("go movetime 100");
    // Twenty milliseconds of it are kept back; one passes with the last question.
    assert!((80..=82).contains(&answer.ms), "{}", answer.ms);
    assert_eq!(answer.when, When::Now);
    engine.say(&["setoption name Move Overhead value 0"]);
    let answer = engine.go("go movetime 100");
    assert!((100..=102).contains(&answer.ms), "{}", answer.ms);
}

#[test]
fn the_own_clock_binds_between_soft_and_hard_limit() {
    let mut engine = UciEngine::new();
    engine.say(&["setoption name Move Overhead value 0"]);
    for (go, soft, hard) in [
        ("go wtime 2500 btime 90000", 50, 300),
        ("go btime 2500", 50, 300),
        ("go winc 40 wtime 1000 binc 9 btime 9", 35, 210),
        ("go wtime 400 movestogo 1", 200, 400),
        ("go wtime 1 btime 1", 1, 1),
        ("go wtime -100 btime -100", 1, 1),
    ] {
        let answer = engine.say(&["ucinewgame", MIDDLEGAME]).go(go);
        assert!(
            (soft..=hard + 2).contains(&answer.ms),
            "{go}: {}",
            answer.ms
        );
    }
}

/// Within two questions of having heard it; a question comes every thousand nodes.
#[test]
fn stop_is_obeyed_at_once() {
    let mut engine = UciEngine::new();
    for (go, when) in [
        ("go infinite", 1),
        ("go infinite", 77),
        ("go", 5),
        ("go ponder wtime 1", 60),
        ("go depth 99", 40),
    ] {
        let answer = engine
            .say(&["ucinewgame", MIDDLEGAME])
            .go_hearing(go, &[(when, Interrupt::Stop)]);
        assert!(answer.ms <= when + 2, "{go}: {} after {when}", answer.ms);
        assert_eq!(answer.when, When::Now, "{go}");
        assert!(answer.best.len() >= 4);
        assert_eq!(answer.last("pv"), answer.best);
    }
}

#[test]
fn pondering_ends_with_the_clock_after_ponderhit() {
    let mut engine = UciEngine::new();
    engine.say(&["setoption name Move Overhead value 0", MIDDLEGAME]);
    let go = "go ponder wtime 2500 btime 2500";
    let answer = engine.go_hearing(go, &[(400, Interrupt::PonderHit)]);
    // What was thought before counts: no further depth is begun, and the own clock allows 300 ms.
    assert!((400..=702).contains(&answer.ms), "{}", answer.ms);
    assert_eq!(answer.when, When::Now);
    let answer = engine.go_hearing(
        "go ponder movetime 30",
        &[(9, Interrupt::PonderHit), (20, Interrupt::Stop)],
    );
    assert!((20..=22).contains(&answer.ms), "{}", answer.ms);
    // A limit that is reached while pondering waits for the word.
    let answer = engine.go("go ponder depth 2");
    assert_eq!(answer.when, When::PonderHit);
    assert!(answer.when.has_come(Interrupt::PonderHit) && answer.when.has_come(Interrupt::Stop));
    let answer = engine.go("go infinite depth 2");
    assert_eq!(answer.when, When::Stop);
    assert!(!answer.when.has_come(Interrupt::PonderHit) && answer.when.has_come(Interrupt::Stop));
    assert_eq!(engine.say(&[MATED]).go("go infinite").when, When::Stop);
}

#[test]
fn nodes_and_depth_do_not_depend_on_time() {
    for go in ["go nodes 20000", "go depth 8", "go nodes 1", "go depth 0"] {
        let mut engine = UciEngine::new();
        let first = engine.say(&[MIDDLEGAME]).go(go);
        let again = engine
            .say(&["ucinewgame"])
            .go_hearing(go, &[(3, Interrupt::PonderHit), (4, Interrupt::PonderHit)]);
        assert_eq!(first, again, "{go}");
        assert!(first.number("depth") >= 1);
    }
    let answer = UciEngine::new().say(&[MIDDLEGAME]).go("go nodes 20000");
    assert_eq!(answer.number("nodes"), 20_000);
    let answer = UciEngine::new().say(&[MIDDLEGAME]).go("go depth 8");
    assert_eq!(answer.number("depth"), 8);
}

#[test]
fn every_depth_is_told_with_everything_that_is_known_of_it() {
    let answer = UciEngine::new().say(&[MIDDLEGAME]).go("go depth 6");
    assert_eq!(answer.lines.len(), 6);
    for (depth, line) in (1..).zip(&answer.lines) {
        let words: Vec<&str> = line.split(' ').collect();
        let expected = format!("info depth {depth} seldepth ");
        assert!(line.starts_with(&expected), "{line}");
        for name in ["seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
            let at = words.iter().position(|word| *word == name).expect(name);
            words[at + 1].parse::<u64>().expect(line);
        }
        assert!(
            line.contains(" score cp ") && line.contains(" pv "),
            "{line}"
        );
    }
}

#[test]
fn several_lines_are_told_best_first() {
    let mut engine = UciEngine::new();
    let answer = engine
        .say(&["setoption name MultiPV value 3", MIDDLEGAME])
        .go("go nodes 30000");
    let lines = &answer.lines[answer.lines.len() - 3..];
    let mut moves = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        assert!(line.contains(&format!(" multipv {} ", place + 1)), "{line}");
        moves.push(answer.words_after(line, "pv")[0]);
    }
    assert_eq!(moves[0], answer.best);
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 3, "{lines:?}");
    // No more lines than moves.
    let answer = engine
        .say(&["position fen 7k/8/8/8/8/8/r7/1K6 w - - 0 1"])
        .go("go depth 1");
    assert_eq!(answer.lines.len(), 2, "{:?}", answer.lines);
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let mut engine = UciEngine::new();
    let answer = engine
        .say(&[MATE_IN_TWO])
        .go("go depth 4 searchmoves g1f1 g1h1");
    assert!(
        ["g1f1", "g1h1"].contains(&answer.best.as_str()),
        "{}",
        answer.best
    );
    let reply = engine.session.handle("go searchmoves g1g5 a1a8 depth 3");
    assert_eq!(reply.lines, ["info string ignored in go: g1g5"]);
    let Act::Search(search) = reply.act else {
        panic!("it searches");
    };
    let conclusion = search.perform(&mut engine.engine, &mut Slow::default());
    assert!(conclusion.best.starts_with("bestmove a1a8"));
}

#[test]
fn a_search_for_mate_ends_with_it() {
    let answer = UciEngine::new().say(&[MATE_IN_TWO]).go("go mate 1");
    assert_eq!(
        (answer.best.as_str(), answer.last("score").as_str()),
        ("a1a8", "mate")
    );
    assert!(answer.number("depth") < 6);
    let answer = UciEngine::new().say(&[MATED]).go("go mate 3");
    assert_eq!(answer.best, "0000");
    assert!(answer.lines[0].contains("score mate 0"));
}

#[test]
fn what_has_no_end_is_known() {
    let mut engine = UciEngine::new();
    for (go, endless) in [
        ("go", true),
        ("go infinite", true),
        ("go infinite depth 3", true),
        ("go ponder wtime 5 btime 5", true),
        ("go searchmoves e2e4", true),
        ("go mate 4", true),
        ("go depth 3", false),
        ("go nodes 3", false),
        ("go movetime 3", false),
        ("go btime 3", false),
    ] {
        assert_eq!(engine.asked(go).is_endless(), endless, "{go}");
    }
}

#[test]
fn options_hold_from_the_next_search_on() {
    let mut engine = UciEngine::new();
    let go = "go depth 6";
    let told = |answer: Answer| (answer.best, answer.lines);
    let staunton = told(engine.say(&[MIDDLEGAME]).go(go));
    for option in [
        "setoption name Chromosome value weights",
        "setoption name KnightMid value 100",
        "setoption name NullMove value 0",
    ] {
        let mut other = UciEngine::new();
        assert_ne!(
            told(other.say(&[MIDDLEGAME, option]).go(go)),
            staunton,
            "{option}"
        );
    }
    // Back to what it was, also in what it remembers.
    engine
        .say(&["setoption name Chromosome value weights"])
        .go(go);
    engine
        .say(&[
            "setoption name Chromosome value <empty>",
            "setoption name Hash value 1",
        ])
        .go(go);
    let again = told(engine.say(&["setoption name Hash value 16"]).go(go));
    assert_eq!(again, staunton);
    engine.say(&["setoption name Clear Hash"]);
    assert_eq!(told(engine.go(go)), staunton);
}

#[test]
fn the_game_so_far_is_part_of_the_position() {
    let mut engine = UciEngine::new();
    let game = "position fen 7k/8/8/8/8/8/8/1Q5K w - - 0 1 moves h1g1 h8g8 g1h1 g8h8 h1g1 h8g8";
    let answer = engine.say(&[game]).go("go depth 3 searchmoves g1f2");
    assert_ne!(answer.last("cp"), "0", "{:?}", answer.lines);
    let game = format!("{game} g1h1");
    let answer = engine.say(&[&game]).go("go depth 3 searchmoves g8h8");
    assert_eq!(answer.number("cp"), 0, "the third time: {:?}", answer.lines);
    let reply = engine.session.handle("d");
    assert_eq!(
        reply.lines,
        ["info string fen 6k1/8/8/8/8/8/8/1Q5K b - - 7 4"]
    );
}

#[test]
fn positions_as_other_programs_write_them() {
    let mut engine = UciEngine::new();
    let plain = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    for fen in [
        plain,
        "6k1/5ppp/8/8/8/8/8/R5K1 w KQkq - 0 1",
        "6k1/5ppp/8/8/8/8/8/R5K1 w Q e3 0 1",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - -",
        "6k1/5ppp/8/8/8/8/8/R5K1 w",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 0",
        "6k1/5ppp/8/8/8/8/8/R5K1_w_-_-_0_1",
    ] {
        engine.say(&["position startpos", &format!("position fen {fen}")]);
        let told = engine.session.handle("d").lines;
        assert_eq!(told, [format!("info string fen {plain}")], "{fen}");
    }
}

#[test]
fn a_set_up_that_is_not_legal_is_refused_by_name_and_changes_nothing() {
    let mut engine = UciEngine::new();
    engine.session.handle("position startpos moves e2e4");
    let before = engine.session.handle("d").lines;
    for (fen, why) in [
        (
            "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
            "White has 28 men, more than 16",
        ),
        (
            "3k4/8/ppppp3/RRRRRRRR/pppppppp/QQQQQQQQ/pppppppp/QQQQQQQK w - - 0 1",
            "White has 24 men",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 4000000000 1",
            "the halfmove clock is 4000000000",
        ),
    ] {
        let told = engine.session.handle(&format!("position fen {fen}")).lines;
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].starts_with("info string position ignored: ") && told[0].contains(why),
            "{told:?}"
        );
        assert_eq!(engine.session.handle("d").lines, before);
    }
}
