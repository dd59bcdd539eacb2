//! Positions from all phases of the game, for measurements.

/// Openings, middlegames with much to capture, and endings with passed pawns, promotions and checks.
pub const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "r1bq1rk1/pp1nbppp/2p1pn2/3p4/2PP4/2NBPN2/PPQ2PPP/R1B2RK1 w - - 4 9",
    "r2q1rk1/1b2bppp/p1n1pn2/1pp5/3P4/PBN1PN2/1P2QPPP/R1BR2K1 b - - 1 12",
    "2kr3r/ppqn1pp1/2p1pn1p/8/2PP3P/5NP1/PPQB1P2/2KR3R w - - 1 16",
    "r4rk1/pp2ppbp/2np1np1/q7/3NP1b1/2N1BP2/PPPQB1PP/2KR3R b - - 0 11",
    "3r2k1/p4ppp/1p2p3/2p1P3/2P2P2/1P2R1P1/P6P/6K1 b - - 0 27",
    "8/5pk1/6p1/1P1r3p/R6P/6P1/5PK1/8 w - - 3 44",
    "8/2p2kp1/1p1p3p/1P1P1p2/P1P2P2/6P1/5K1P/8 w - - 0 37",
    "8/P5k1/5pp1/8/8/2K5/6pp/8 w - - 0 60",
    "6k1/5ppp/8/3n4/1q6/4B3/2Q2PPP/6K1 w - - 2 31",
];
