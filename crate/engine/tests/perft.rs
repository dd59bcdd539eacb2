//! Move paths are counted rightly, and the positions of the signature can be played.

#![allow(
    clippy::disallowed_methods,
    reason = "the suite is a file, and counting it takes every core"
)]

use std::thread;

use millipawn_engine::chess::{game::read_fen, perft::perft, positions::POSITIONS};
use shakmaty::{Chess, Position};

/// From this repository's folder, or from a checkout one folder deeper; only where the project's data lie beside it.
const SUITE: [&str; 2] = [
    concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/suites/perftsuite.epd"
    ),
    concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../../shared/data/suites/perftsuite.epd"
    ),
];
const SUITE_DEPTH: u32 = 5;

#[test]
fn counts_of_the_usual_start() {
    let counts: Vec<u64> = (0..=4)
        .map(|depth| perft(&Chess::default(), depth))
        .collect();
    assert_eq!(counts, [1, 20, 400, 8902, 197_281]);
}

/// Castling, en passant, promotions, pins and checks in one position (Kiwipete).
#[test]
fn counts_of_a_position_with_every_kind_of_move() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position = read_fen(fen).expect("it is legal");
    let counts: Vec<u64> = (1..=4).map(|depth| perft(&position, depth)).collect();
    assert_eq!(counts, [48, 2039, 97_862, 4_085_603]);
}

/// Every position of the suite to depth five, through the moves that the searches list and play.
#[test]
fn counts_of_the_suite() {
    let found = SUITE
        .iter()
        .find_map(|path| std::fs::read_to_string(path).ok());
    let Some(suite) = found else {
        eprintln!("skipped: {} is not there", SUITE[0]);
        return;
    };
    let lines: Vec<&str> = suite
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for first in 0..threads {
            let mine = lines.iter().skip(first).step_by(threads);
            scope.spawn(|| mine.for_each(|line| count_line(line)));
        }
    });
    assert_eq!(lines.len(), 124);
}

fn count_line(line: &str) {
    let mut parts = line.split(';');
    let fen = parts.next().expect("a position");
    let position = read_fen(fen).expect(fen);
    for (depth, count) in parts.filter_map(depth_and_count) {
        if depth <= SUITE_DEPTH {
            assert_eq!(perft(&position, depth), count, "{fen} to depth {depth}");
        }
    }
}

/// `D3 8902`.
fn depth_and_count(text: &str) -> Option<(u32, u64)> {
    let (depth, count) = text.trim().strip_prefix('D')?.split_once(' ')?;
    Some((depth.parse().ok()?, count.trim().parse().ok()?))
}

#[test]
fn the_signature_has_twelve_positions_with_moves() {
    for fen in POSITIONS {
        let position = read_fen(fen).expect(fen);
        assert!(!position.legal_moves().is_empty(), "{fen}");
    }
}
