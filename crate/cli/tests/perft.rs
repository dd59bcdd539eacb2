//! `millipawn perft` and `millipawn bench`: the moves are right, and the search is the same everywhere.

mod common;

use common::stdout;
use millipawn_engine::search::bench;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn count(arguments: &[&str]) -> u64 {
    let text = stdout(&[&["perft"], arguments].concat());
    let last = text.lines().last().expect("a line");
    last.parse()
        .unwrap_or_else(|_| panic!("not a number alone: {last}"))
}

#[test]
fn known_counts() {
    assert_eq!(count(&["0"]), 1);
    assert_eq!(count(&["4"]), 197_281);
    assert_eq!(count(&["4", KIWIPETE]), 4_085_603);
    let words: Vec<&str> = KIWIPETE.split(' ').collect();
    assert_eq!(count(&[&["2"], &words[..]].concat()), 2039);
}

#[test]
fn the_signature_is_the_sum() {
    let text = stdout(&["bench"]);
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines.pop().expect("a last line");
    let words: Vec<&str> = last.split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = words[..] else {
        panic!("{last}");
    };
    nps.parse::<u64>().expect("a number");
    let sum: u64 = lines
        .iter()
        .filter_map(|line| line.split_whitespace().next()?.parse::<u64>().ok())
        .sum();
    assert_eq!(sum.to_string(), nodes);
    assert_eq!(sum, bench::SIGNATURE, "see bench::SIGNATURE");
}
