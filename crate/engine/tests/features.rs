//! Each feature of ACPP counts what its definition says, and nothing else.

use crate::positions::position;
use millipawn_engine::evaluation::{Evaluation, acpp::Acpp};

/// For each feature two positions that differ in it alone.
const ALONE: [(&str, &str, &str); 14] = [
    (
        "Pawn",
        "8/1K2k3/8/8/8/7p/P7/8 w - - 0 1",
        "8/4K1p1/6k1/7p/8/8/8/8 w - - 0 1",
    ),
    (
        "Knight",
        "K1k5/8/8/8/8/8/8/7N w - - 0 1",
        "2nk4/8/8/8/1K6/8/8/8 w - - 0 1",
    ),
    (
        "Bishop",
        "8/8/1k6/8/8/7K/8/3N1B2 w - - 0 1",
        "5N2/8/8/8/6K1/8/8/4k3 w - - 0 1",
    ),
    (
        "Rook",
        "8/4K3/8/8/8/8/6R1/r1k5 w - - 0 1",
        "8/1k6/8/8/8/6Rp/5KP1/8 w - - 0 1",
    ),
    (
        "Queen",
        "7k/8/8/8/3N4/3K4/8/8 w - - 0 1",
        "1k6/8/8/8/8/8/7K/4N2Q w - - 0 1",
    ),
    (
        "Mobility",
        "3k4/8/8/8/8/1K6/2P5/8 w - - 0 1",
        "8/3k4/8/8/8/8/2P5/5K2 w - - 0 1",
    ),
    (
        "Centre control",
        "8/8/8/8/8/4K2p/2k5/8 w - - 0 1",
        "8/8/8/8/8/7p/2k1K3/8 w - - 0 1",
    ),
    (
        "Development",
        "8/5B2/8/6K1/8/8/8/5k2 w - - 0 1",
        "6Bk/8/8/8/8/8/5K2/8 w - - 0 1",
    ),
    (
        "Queen-king tropism",
        "5K2/8/8/1q6/8/8/5k2/8 w - - 0 1",
        "3K4/5k2/8/8/8/8/6q1/8 w - - 0 1",
    ),
    (
        "Rook-king tropism",
        "2K5/8/8/k7/8/8/6R1/8 w - - 0 1",
        "6R1/8/8/8/k7/6K1/8/8 w - - 0 1",
    ),
    (
        "Rook on open file",
        "8/8/8/8/8/6P1/8/1k2K3 w - - 0 1",
        "7K/8/8/2k5/5R2/6P1/6r1/8 w - - 0 1",
    ),
    (
        "Isolated pawns",
        "8/8/4K3/6P1/8/2k5/8/8 w - - 0 1",
        "8/4K3/7p/5P2/8/4P3/3k4/8 w - - 0 1",
    ),
    (
        "Passed pawns",
        "8/2K5/5P2/8/8/8/8/2k5 w - - 0 1",
        "8/6K1/8/2P5/8/8/k7/8 w - - 0 1",
    ),
    (
        "Square control",
        "8/1K6/8/8/2N5/1k6/8/8 w - - 0 1",
        "8/8/6N1/8/8/7K/8/k7 w - - 0 1",
    ),
];

#[test]
fn every_feature_can_change_alone() {
    for (place, (name, one, two)) in ALONE.into_iter().enumerate() {
        assert_eq!(Acpp::FEATURES[place].name, name);
        let one = Acpp::features(&position(one));
        let two = Acpp::features(&position(two));
        let differing: Vec<usize> = (0..one.len()).filter(|at| one[*at] != two[*at]).collect();
        assert_eq!(differing, [place], "{name}");
    }
}

#[test]
fn features_count_what_their_definitions_say() {
    // White: Kg1, Rf1 (castled), Qd1, Nc3, Bc4, pawn e5 (passed), pawn a2 (isolated). Black: Kh8, Ra8, pawn h7.
    let features = Acpp::features(&position("r6k/7p/8/4P3/2B5/2N5/P7/3Q1RK1 w - - 0 1"));
    let by_name = |name: &str| {
        let place = Acpp::FEATURES
            .iter()
            .position(|feature| feature.name == name);
        features[place.expect("a feature of ACPP")]
    };
    assert_eq!(by_name("Pawn"), 16);
    assert_eq!(
        (
            by_name("Knight"),
            by_name("Bishop"),
            by_name("Rook"),
            by_name("Queen")
        ),
        (16, 16, 0, 16)
    );
    // Both minor pieces out, and both kings where castling leads.
    assert_eq!(by_name("Development"), 2);
    // Qd1 is 7 king moves from h8.
    assert_eq!(by_name("Queen-king tropism"), 0);
    // Rf1: two files from h8, 5; Ra8: six files and seven ranks from g1, 1.
    assert_eq!(by_name("Rook-king tropism"), 4);
    // f is open, 2; a holds an enemy pawn only, 1.
    assert_eq!(by_name("Rook on open file"), 1);
    // a2 and e5 against h7.
    assert_eq!(by_name("Isolated pawns"), -1);
    // e5 has 4 squares behind it, a2 1 (no Black pawn near); h7 1 on its way down.
    assert_eq!(by_name("Passed pawns"), 4);
    // Nc3 d5 e4(no): d5 by knight, bishop and queen; e4 by the knight; d4 by queen and none else; Black none.
    assert_eq!(by_name("Centre control"), 5);
}
