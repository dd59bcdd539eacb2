//! The bench signature: the number of nodes that the searches need for fixed positions and in fixed games. It is the same on every
//! machine and in wasm, and a change that is not meant to alter play must not alter it.

use std::ops::ControlFlow;

use shakmaty::Position;

use crate::{
    chess::game::read_fen,
    evaluation::{
        Evaluate, Weighted, acpp::Acpp, evochess::EvoChess, falcon::Falcon, staunton::Staunton,
    },
    search::{
        negascout::Negascout,
        parameters::Parameters,
        tree::{Control, Limits, Report, Root, Searcher},
    },
};

/// The depth that every position is searched to.
pub const DEPTH: u32 = 14;

/// The size of the transposition table in mebibytes. It affects the number of nodes, since lost entries are searched again.
const TABLE_MEBIBYTES: usize = 16;

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

/// Where the games begin in which the bred evaluations meet the opponent of fixed depth, as they do in runs that play.
const GAMES: [&str; 3] = [POSITIONS[2], POSITIONS[6], POSITIONS[7]];

/// The length of such a game.
const GAME_PLIES: usize = 12;

/// The limit of nodes a move for the bred evaluations.
const MOVE_NODES: u64 = 5000;

/// The depth of their opponent.
const OPPONENT_DEPTH: u32 = 3;

/// Weights somewhere between the bounds, none of them zero.
const ACPP: [i16; 16] = [
    1000, 3000, 3250, 5000, 9000, 400, 800, 2400, 160, 320, 1600, 1600, 960, 240, 0, 0,
];
const FALCON: [i16; 36] = [
    100, 320, 330, 500, 950, 9, 12, 7, 15, 6, 21, 11, 5, 14, 8, 17, 3, 10, 4, 13, 6, 9, 18, 5, 7,
    11, 2, 16, 8, 6, 12, 4, 9, 5, 7, 0,
];

/// The result of [`nodes`], on every machine and in wasm. It changes only in a commit that says which behaviour changed and why.
pub const SIGNATURE: u64 = 2_197_199;

/// Searches all [`POSITIONS`] with Staunton and the default parameters, plays the games of the bred evaluations, calls `observe` with
/// the nodes of each, and returns their sum: the signature. The tables are cleared before every position.
pub fn nodes(mut observe: impl FnMut(&str, u64)) -> u64 {
    let mut sum = 0;
    let mut add = |what: &str, nodes| {
        observe(what, nodes);
        sum += nodes;
    };
    let mut searcher = Searcher::new(Staunton::default(), Parameters::DEFAULT, TABLE_MEBIBYTES);
    for fen in POSITIONS {
        searcher.clear();
        add(fen, search(&mut searcher, fen).nodes);
    }
    for fen in GAMES {
        let acpp = game(Weighted::<Acpp>::new(ACPP), fen);
        add(&format!("{fen} (game of ACPP)"), acpp);
        let falcon = game(Weighted::<Falcon>::new(FALCON), fen);
        add(&format!("{fen} (game of Falcon)"), falcon);
    }
    sum
}

/// The nodes of both sides of a game. Whatever changes a move changes the positions that follow, and so the nodes.
fn game<E: Evaluate>(evaluation: E, fen: &str) -> u64 {
    let mut searcher = Searcher::new(evaluation, Parameters::PLAIN, 1);
    let mut opponent = Negascout::new(EvoChess::standard());
    let mut position = read_fen(fen).expect("written here");
    let limits = Limits {
        nodes: MOVE_NODES,
        ..Limits::default()
    };
    let mut sum = 0;
    for ply in 0..GAME_PLIES {
        let root = Root {
            position: &position,
            earlier: &[],
        };
        let control = Control {
            stop: &mut || false,
            observe: &mut |_| ControlFlow::Continue(()),
        };
        let found = if ply % 2 == 0 {
            let report = searcher.search(root, &limits, control);
            report.map(|report| (report.lines[0].moves[0], report.nodes))
        } else {
            let found = opponent.search(root, OPPONENT_DEPTH, control.stop);
            found.map(|found| (found.best(), found.nodes))
        };
        let Some((best, nodes)) = found else {
            break;
        };
        sum += nodes;
        position.play_unchecked(best);
    }
    sum
}

fn search(searcher: &mut Searcher<Staunton>, fen: &str) -> Report {
    let position = read_fen(fen).expect("written here");
    let root = Root {
        position: &position,
        earlier: &[],
    };
    let limits = Limits {
        depth: DEPTH,
        ..Limits::default()
    };
    let control = Control {
        stop: &mut || false,
        observe: &mut |_| ControlFlow::Continue(()),
    };
    searcher
        .search(root, &limits, control)
        .expect("every position has a legal move")
}
