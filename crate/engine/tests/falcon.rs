//! Each feature of Falcon counts what its definition says, and nothing else.

use crate::positions::{position, positions};
use millipawn_engine::evaluation::{Evaluation, UNITS_PER_MILLIPAWN, falcon::Falcon, spread};
use proptest::{prelude::*, test_runner::RngSeed};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

/// For each feature two positions that differ in it alone.
const ALONE: [(&str, &str, &str); 35] = [
    (
        "PAWN_VALUE",
        "3K4/7k/8/7P/8/8/4PP2/8 w - - 0 1",
        "8/8/6K1/6P1/8/8/7k/8 w - - 0 1",
    ),
    (
        "KNIGHT_VALUE",
        "2q3k1/4p1r1/5pq1/8/8/QP1QrR2/P1R2K2/8 w - - 0 1",
        "2q3k1/4p1r1/5pq1/8/8/QP1QrR2/P1R2K2/7N w - - 0 1",
    ),
    (
        "BISHOP_VALUE",
        "4k3/2p3q1/r1p1rq2/6Q1/2R5/Q2K4/P3P2R/8 w - - 0 1",
        "4k3/2p3q1/r1p1rq2/6Q1/2R5/Q2K4/P3P2R/3B4 w - - 0 1",
    ),
    (
        "ROOK_VALUE",
        "7k/p2qr2p/q3r1b1/8/8/PR3K2/2QP4/1RQ5 w - - 0 1",
        "7k/p2qr2p/q3r1b1/8/8/PR3K2/2QP4/RRQ5 w - - 0 1",
    ),
    (
        "QUEEN_VALUE",
        "q2q2r1/k1r5/1pp5/8/8/1P1R2QK/PQ6/3R4 w - - 0 1",
        "q2q2r1/k1r5/1pp5/8/8/1P1R2QK/PQ5Q/3R4 w - - 0 1",
    ),
    (
        "PAWN_ADVANCE_A",
        "6k1/8/8/2P5/1K6/8/8/8 w - - 0 1",
        "8/k7/2K5/4P3/8/8/8/8 w - - 0 1",
    ),
    (
        "PAWN_ADVANCE_B",
        "8/8/7k/8/8/2K5/1P6/8 w - - 0 1",
        "8/8/8/8/8/4K3/2kP4/8 w - - 0 1",
    ),
    (
        "PASSED_PAWN_MULT",
        "8/8/8/1K6/8/3P4/8/6k1 w - - 0 1",
        "8/8/8/8/5P2/3K4/8/5k2 w - - 0 1",
    ),
    (
        "DOUBLED_PAWN_PENALTY",
        "4k3/8/7p/8/8/8/8/2K5 w - - 0 1",
        "8/8/p4K1P/2k5/8/p7/8/8 w - - 0 1",
    ),
    (
        "ISOLATED_PAWN_PENALTY",
        "8/6P1/8/8/6K1/8/6k1/8 w - - 0 1",
        "8/5PP1/8/7k/2K5/8/2p5/8 w - - 0 1",
    ),
    (
        "BACKWARD_PAWN_PENALTY",
        "8/5P2/8/8/8/2K5/8/6k1 w - - 0 1",
        "1k6/5P2/1P6/6P1/1p6/p7/3K4/8 w - - 0 1",
    ),
    (
        "WEAK_SQUARE_PENALTY",
        "8/8/6k1/8/4K3/3p4/8/8 w - - 0 1",
        "8/8/8/8/2K5/k3p3/8/8 w - - 0 1",
    ),
    (
        "PASSED_PAWN_ENEMY_KING_DIST",
        "8/2p5/5k2/8/7K/8/8/8 w - - 0 1",
        "8/2p5/8/1K6/8/4k3/8/8 w - - 0 1",
    ),
    (
        "KNIGHT_SQ_MULT",
        "8/1k6/8/8/3n4/8/1K6/8 w - - 0 1",
        "8/8/7n/6k1/1K6/8/8/8 w - - 0 1",
    ),
    (
        "KNIGHT_OUTPOST_MULT",
        "8/8/4K3/2k5/7p/6n1/8/8 w - - 0 1",
        "8/8/8/8/6p1/2k5/2n1K3/8 w - - 0 1",
    ),
    (
        "BISHOP_MOBILITY",
        "2K5/8/8/8/8/k7/8/6B1 w - - 0 1",
        "1K6/8/8/8/3B4/8/7k/8 w - - 0 1",
    ),
    (
        "BISHOP_PAIR",
        "5B2/7b/8/8/8/B6k/K7/8 w - - 0 1",
        "8/8/8/8/8/7k/K7/1B6 w - - 0 1",
    ),
    (
        "ROOK_ATTACK_KING_FILE",
        "1k6/8/8/8/8/1K6/1R6/8 w - - 0 1",
        "6k1/8/8/8/8/8/1RK5/8 w - - 0 1",
    ),
    (
        "ROOK_ATTACK_KING_ADJ_FILE",
        "8/8/5K2/8/k7/8/3r4/8 w - - 0 1",
        "8/2K5/8/8/8/8/3r4/5k2 w - - 0 1",
    ),
    (
        "ROOK_ATTACK_KING_ADJ_FILE_ABGH",
        "8/8/8/2r5/4k3/8/5R2/1K6 w - - 0 1",
        "8/6r1/8/4k3/8/8/6R1/1K6 w - - 0 1",
    ),
    (
        "ROOK_7TH_RANK",
        "8/8/1K6/8/7R/8/1k6/8 w - - 0 1",
        "8/8/7R/K7/8/8/1k6/8 w - - 0 1",
    ),
    (
        "ROOK_CONNECTED",
        "1R3R2/8/8/7k/8/4K3/8/8 w - - 0 1",
        "8/6R1/8/k7/2K5/8/2R5/8 w - - 0 1",
    ),
    (
        "ROOK_MOBILITY",
        "5k2/8/8/8/8/8/8/3K3R w - - 0 1",
        "5k2/8/8/8/K7/8/8/7R w - - 0 1",
    ),
    (
        "ROOK_BEHIND_PASSED_PAWN",
        "6r1/8/1pp3pk/8/8/B6P/5P2/3KN3 w - - 0 1",
        "1r6/8/1pp3pk/8/8/B6P/5P2/3KN3 w - - 0 1",
    ),
    (
        "ROOK_OPEN_FILE",
        "8/8/3RK3/k7/8/8/8/8 w - - 0 1",
        "4R3/8/8/5p2/8/4P3/5K2/k7 w - - 0 1",
    ),
    (
        "ROOK_SEMI_OPEN_FILE",
        "8/p7/5p2/8/8/1P6/PR1PKP1k/r2N4 w - - 0 1",
        "8/1p6/5p2/8/8/1P6/PR1PKP1k/r2N4 w - - 0 1",
    ),
    (
        "ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN",
        "2k5/3b2r1/2p4p/8/8/1PR3P1/3n1P2/3K4 w - - 0 1",
        "2k5/1r1b4/2p4p/8/8/1PR3P1/3n1P2/3K4 w - - 0 1",
    ),
    (
        "ROOK_COLUMN_MULT",
        "8/8/8/5R2/k7/7K/8/8 w - - 0 1",
        "8/1K6/4R3/8/7k/8/8/8 w - - 0 1",
    ),
    (
        "QUEEN_MOBILITY",
        "4Q3/3K4/8/8/8/k7/8/8 w - - 0 1",
        "8/8/7k/8/8/8/4K3/5Q2 w - - 0 1",
    ),
    (
        "KING_NO_FRIENDLY_PAWN",
        "8/1k2B3/8/8/8/1p6/5K2/8 w - - 0 1",
        "8/1k6/8/8/1B6/6p1/2K5/8 w - - 0 1",
    ),
    (
        "KING_NO_FRIENDLY_PAWN_ADJ",
        "8/4B3/8/8/8/5k2/3K4/8 w - - 0 1",
        "8/8/3B4/8/1K6/8/3k4/8 w - - 0 1",
    ),
    (
        "KING_FRIENDLY_PAWN_ADVANCED1",
        "8/8/8/5K2/8/5N2/8/k7 w - - 0 1",
        "7k/8/3K4/1N6/8/8/8/8 w - - 0 1",
    ),
    (
        "KING_NO_ENEMY_PAWN",
        "8/8/3P4/6K1/8/6k1/8/8 w - - 0 1",
        "8/8/3PK3/Q7/8/3k4/8/6q1 w - - 0 1",
    ),
    (
        "KING_NO_ENEMY_PAWN_ADJ",
        "7B/7K/8/8/8/6k1/7b/8 w - - 0 1",
        "8/8/8/8/8/4kB2/2K5/2b5 w - - 0 1",
    ),
    (
        "KING_PRESSURE_MULT",
        "2Q5/8/8/8/7K/5k2/8/8 w - - 0 1",
        "8/7Q/8/8/2k5/8/6K1/8 w - - 0 1",
    ),
];

#[test]
fn every_feature_can_change_alone() {
    for (place, (name, one, two)) in ALONE.into_iter().enumerate() {
        assert_eq!(Falcon::FEATURES[place].name, name);
        let one = Falcon::features(&position(one));
        let two = Falcon::features(&position(two));
        let differing: Vec<usize> = (0..one.len()).filter(|at| one[*at] != two[*at]).collect();
        assert_eq!(differing, [place], "{name}");
    }
}

/// In units of the definition.
fn by_name(fen: &str, name: &str) -> f64 {
    let place = Falcon::FEATURES
        .iter()
        .position(|feature| feature.name == name);
    let feature = Falcon::features(&position(fen))[place.expect("a feature of Falcon")];
    f64::from(feature) / f64::from(10 * UNITS_PER_MILLIPAWN)
}

#[test]
fn features_count_what_their_definitions_say() {
    for (fen, name, expected) in [
        // c4 and e4 have moved two ranks each, e4 in the middle 1 more.
        ("4k3/8/8/8/2P1P3/8/8/4K3 w - - 0 1", "PAWN_ADVANCE_A", 5.0),
        // a2 has not moved, 2; h5 has advanced 3 ranks.
        ("4k3/8/8/7P/8/8/P7/4K3 w - - 0 1", "PAWN_ADVANCE_B", 5.0),
        // On the sixth rank: 24 eighths; the other pawn is stopped by g7.
        (
            "4k3/6p1/2P5/7P/8/8/8/4K3 w - - 0 1",
            "PASSED_PAWN_MULT",
            3.0,
        ),
        (
            "4k3/8/8/2P5/2P5/2P5/8/4K3 w - - 0 1",
            "DOUBLED_PAWN_PENALTY",
            -2.0,
        ),
        (
            "4k3/8/8/8/8/3P4/PP6/4K3 w - - 0 1",
            "ISOLATED_PAWN_PENALTY",
            -1.0,
        ),
        // a2 guards nothing and is guarded by none; b3 is guarded.
        (
            "4k3/8/8/8/8/1P6/P7/4K3 w - - 0 1",
            "BACKWARD_PAWN_PENALTY",
            -1.0,
        ),
        // The knight is attacked by a pawn, 2, and not guarded, 1; White, to move, is forgiven one and a half.
        (
            "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1",
            "WEAK_SQUARE_PENALTY",
            -1.5,
        ),
        // c3: steps 2 and 2, 1 more; it attacks d5, e4 (of c3-f6) and no enemy pawn is there.
        ("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "KNIGHT_SQ_MULT", 6.0),
        // Guarded by d4, no Black pawn can come; on the c- to f-files twice.
        (
            "4k3/8/8/4N3/3P4/8/8/4K3 w - - 0 1",
            "KNIGHT_OUTPOST_MULT",
            2.0,
        ),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "BISHOP_PAIR", 2.0),
        (
            "6k1/6p1/8/8/8/8/8/4K1R1 w - - 0 1",
            "ROOK_ATTACK_KING_FILE",
            1.0,
        ),
        ("6k1/3R4/8/8/8/8/8/4K3 w - - 0 1", "ROOK_7TH_RANK", 2.0),
        (
            "6k1/8/8/8/8/8/3P4/3RK3 w - - 0 1",
            "ROOK_BEHIND_PASSED_PAWN",
            1.0,
        ),
        // d1: three steps from the edge and three more, in quarters.
        ("6k1/8/8/8/8/8/8/3RK3 w - - 0 1", "ROOK_COLUMN_MULT", 1.5),
        (
            "6k1/3p4/8/8/8/8/8/3RK3 w - - 0 1",
            "ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN",
            1.0,
        ),
        // In an ending without pieces the king's steps from the edge, 3 and 3, count twelve times, in eighths; 4 for Black.
        (
            "4k3/8/8/8/3K4/8/8/8 w - - 0 1",
            "KING_PRESSURE_MULT",
            (72.0 - 36.0) / 8.0,
        ),
        // Queen, two rooks, two knights and two bishops are danger in full: 2, and three pawns near; Black's king stands in the middle.
        (
            "rnb1kbnr/3q4/8/8/8/8/5PPP/6K1 w - - 0 1",
            "KING_FRIENDLY_PAWN_ADVANCED1",
            5.0,
        ),
    ] {
        assert!(
            (by_name(fen, name) - expected).abs() < 1e-9,
            "{name}: {}",
            by_name(fen, name)
        );
    }
}

#[test]
fn fifteen_knights_are_counted_too() {
    let fen = "4k3/8/8/8/2NNNN2/2NNNN2/1NNNNNN1/3NK3 w - - 0 1";
    assert_eq!(by_name(fen, "KNIGHT_SQ_MULT"), 83.0);
}

/// The same position with the colours exchanged.
fn mirrored(position: &Chess) -> Chess {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.mirror();
    setup
        .position(CastlingMode::Standard)
        .expect("a mirrored position is legal")
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(2014), ..ProptestConfig::default() })]

    #[test]
    fn colours_are_alike(position in positions()) {
        prop_assert_eq!(Falcon::features(&position), Falcon::features(&mirrored(&position)));
    }

    #[test]
    fn features_of_games_are_packed_without_loss(position in positions()) {
        let features = Falcon::features(&position);
        let packed = Falcon::pack(&features).expect("the counts of a game fit");
        prop_assert_eq!(Falcon::spread_packed(&packed), spread(&features));
    }
}

#[test]
fn every_value_is_packed_without_loss_or_not_at_all() {
    for place in 0..36 {
        let packs = |value: &i16| {
            let mut features = [0; 36];
            features[place] = *value;
            Falcon::pack(&features).is_some_and(|packed| {
                assert_eq!(Falcon::spread_packed(&packed), spread(&features));
                true
            })
        };
        let values: Vec<i16> = (i16::MIN..=i16::MAX).filter(packs).collect();
        match values.len() {
            // Two bytes.
            65_536 => assert!([7, 12].contains(&place) || (29..35).contains(&place)),
            // Every count that a byte holds.
            256 => assert_eq!(values[0], -128 * (values[255] / 127), "{place}"),
            // The last element belongs to no feature.
            packed => assert_eq!((packed, place), (1, 35)),
        }
    }
}
