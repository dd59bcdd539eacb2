//! UCI conversations: every line is obeyed or answered with a remark, and every search ends with a legal move.

use std::time::Duration;

use millipawn_engine::{
    chess::game::read_fen,
    play::{
        engine::Engine,
        uci::{Act, Host, Interrupt, Search, Session},
    },
};
use millipawn_evolve::text::shared;
use proptest::prelude::*;
use shakmaty::{CastlingMode, Chess, Position, uci::UciMove};

use super::{
    Target, Verdict,
    mutation::{edited_text, edits},
    positions::{MANY, fens, played},
    search::nodes,
};

const LETTERS: &[u8] = b"abcdefgh12345678qrbn pnbrqkPNBRQK/-w \n\r0go";
/// Mebibytes: a larger table would only take time.
const LARGEST_HASH: u32 = 64;

#[derive(Clone, Debug)]
struct Input {
    text: String,
}

/// The target.
pub fn target() -> Target {
    let position = prop_oneof![
        2 => (fens(MANY), Just(Vec::new())),
        3 => played(30).prop_map(|played| {
            let moves = played.moves();
            let moves = moves.iter().map(|(m, _)| m.to_uci(CastlingMode::Standard).to_string());
            (millipawn_engine::chess::game::write_fen(&played.start), moves.collect())
        }),
    ]
    .prop_map(|(fen, moves): (String, Vec<String>)| {
        let moves = if moves.is_empty() {
            String::new()
        } else {
            format!(" moves {}", moves.join(" "))
        };
        format!("position fen {fen}{moves}")
    });
    let option = proptest::sample::select(
        &[
            "MultiPV value 3",
            "Hash value 2",
            "Move Overhead value 10",
            "NullMove value 0",
            "PawnMid value 2000",
            "LateMoveDivisor value 0",
            "Clear Hash",
            "Ponder value true",
            "QueenMid value 4000",
            "KingAttack value 100",
            "Chromosome value acpp.1.evst8KXjF0xqD17J9EJ5HzlqgH7jbS4",
            "ExtendCheck value 4",
            "UnknownReduction value 1",
        ][..],
    )
    .prop_map(|option| format!("setoption name {option}"));
    let limit = prop_oneof![
        nodes().prop_map(|nodes| format!("nodes {nodes}")),
        (1..4_u8).prop_map(|depth| format!("depth {depth}")),
        (0..20_i32, 0..20_u8)
            .prop_map(|(left, more)| format!("wtime {left} btime {left} winc {more} binc {more}")),
        any::<u64>().prop_map(|time| format!("movetime {time}")),
        any::<i64>()
            .prop_map(|time| format!("wtime {time} btime {time} winc {time} movestogo {time}")),
        Just("mate 2 nodes 300".to_owned()),
    ];
    let go = (
        limit,
        proptest::sample::select(&["", " ponder", " infinite", " searchmoves e2e4 a7a8q"][..]),
    )
        .prop_map(|(limit, more)| format!("go {limit}{more}"));
    let line = prop_oneof![
        4 => position,
        4 => go,
        2 => option,
        1 => proptest::sample::select(&["uci", "isready", "ucinewgame", "stop", "ponderhit", "d", "quit", "debug on", ""][..])
            .prop_map(str::to_owned),
    ];
    let inputs =
        (proptest::collection::vec(line, 1..8), edits(LETTERS)).prop_map(|(mut lines, edits)| {
            // A small table: to empty a large one takes longer than the search.
            lines.insert(0, "setoption name Hash value 1".to_owned());
            lines.push("go nodes 100".to_owned());
            Input {
                text: edited_text(lines.join("\n"), &edits),
            }
        });
    Target::new("uci", [1500, 1_000_000], inputs, check)
}

/// A host whose clock goes on by a millisecond at each look, and who soon says `stop`.
struct Impatient {
    looks: u64,
    said: Vec<String>,
}

impl Host for Impatient {
    fn elapsed(&mut self) -> Duration {
        self.looks += 1;
        Duration::from_millis(self.looks)
    }

    fn poll(&mut self) -> Interrupt {
        self.looks += 1;
        if self.looks > 8 {
            Interrupt::Stop
        } else {
            Interrupt::None
        }
    }

    fn send(&mut self, line: String) {
        self.said.push(line);
    }
}

fn check(input: &Input) -> Verdict {
    let mut session = Session::new(shared::for_uci);
    let mut engine = None;
    let mut verdict = Verdict::Refused;
    for line in input.text.lines().filter(|line| !asks_for_much(line)) {
        let reply = session.handle(line);
        assert!(reply.lines.iter().all(|line| !line.contains(['\n', '\r'])));
        match reply.act {
            Act::Quit => break,
            Act::Search(search) => {
                let engine = engine.get_or_insert_with(|| Engine::new(&session.setup()));
                answer(&search, engine, &here(&mut session));
                verdict = Verdict::Accepted;
            }
            Act::Forget => engine = None,
            _ => {}
        }
    }
    verdict
}

/// The position of the session, as it tells it.
fn here(session: &mut Session) -> Chess {
    let told = session.handle("d").lines.remove(0);
    let fen = told.strip_prefix("info string fen ").expect("a FEN");
    read_fen(fen).expect("a FEN that can be read again")
}

fn answer(search: &Search, engine: &mut Engine, position: &Chess) {
    let mut host = Impatient {
        looks: 0,
        said: Vec::new(),
    };
    let conclusion = search.perform(engine, &mut host);
    assert!(host.said.iter().all(|line| line.starts_with("info ")));
    let best = conclusion.best.split(' ').nth(1).expect("a move");
    let best: UciMove = best.parse().expect("a move as UCI has it");
    match best.to_move(position) {
        Ok(_) => {}
        Err(_) => assert!(position.legal_moves().is_empty(), "{best} is not legal"),
    }
}

/// What takes long without a fault: a large table.
fn asks_for_much(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let number = line
        .split_whitespace()
        .last()
        .and_then(|word| word.parse::<u32>().ok());
    line.contains("hash") && number.is_some_and(|number| number > LARGEST_HASH)
}
