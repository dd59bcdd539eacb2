//! The bench signature: the number of nodes that the searches need for fixed positions and in fixed games. It is the same on every
//! machine and in wasm, and a change that is not meant to alter play must not alter it.

use std::ops::ControlFlow;

use shakmaty::Position;

use crate::{
    chess::{game::read_fen, positions::POSITIONS},
    evaluation::{
        Evaluate, Weighted,
        acpp::Acpp,
        evochess::{self, EvoChess},
        falcon::Falcon,
        staunton::Staunton,
    },
    search::{
        evochess::{
            individual::{Individual, Thinker},
            order,
        },
        negascout::Negascout,
        parameters::Parameters,
        tree::{Control, Limits, Report, Root, Searcher},
    },
};

/// The depth that every position is searched to.
pub const DEPTH: u32 = 14;

/// The size of the transposition table in mebibytes. It affects the number of nodes, since lost entries are searched again.
const TABLE_MEBIBYTES: usize = 16;

/// Where the games begin in which the engine meets the opponent of fixed depth, as it does in runs that play.
const GAMES: [&str; 3] = [POSITIONS[2], POSITIONS[6], POSITIONS[7]];

/// The length of such a game.
const GAME_PLIES: usize = 12;

/// The limit of nodes a move in the games.
const MOVE_NODES: u64 = 5000;

/// The limit of depth in the games that have one.
const MOVE_DEPTH: u32 = 4;

/// The depth of the opponent.
const OPPONENT_DEPTH: u32 = 3;

/// Weights somewhere between the bounds, none of them zero.
const ACPP: [i16; 16] = [
    1000, 3000, 3250, 5000, 9000, 400, 800, 2400, 160, 320, 1600, 1600, 960, 240, 0, 0,
];
const FALCON: [i16; 36] = [
    100, 320, 330, 500, 950, 9, 12, 7, 15, 6, 21, 11, 5, 14, 8, 17, 3, 10, 4, 13, 6, 9, 18, 5, 7,
    11, 2, 16, 8, 6, 12, 4, 9, 5, 7, 0,
];

/// A depth program of EvoChess: three plies, and one more after each capture.
const DEPTH_PROGRAM: &str =
    "if depth > accumulator\nelse\n  deepen\nend\nif captured-value > accumulator\n  deepen\nend";

/// The result of [`nodes`], on every machine and in wasm. It changes only in a commit that says which behaviour changed and why.
pub const SIGNATURE: u64 = 2_602_643;

/// Searches all [`POSITIONS`] to a depth with Staunton and the default parameters, plays the games, calls `observe` with the nodes of
/// each, and returns their sum: the signature. The tables are cleared before every position.
///
/// In the games moves have a limit of nodes, so that the signature also depends on what a stopped search plays: by Staunton with the default
/// parameters, by the bred evaluations with the plain search, and by a program of EvoChess with the hand-set weights. Only those of
/// Falcon's evaluation with the published search have a limit of depth.
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
    let by_nodes = Limits {
        nodes: MOVE_NODES,
        ..Limits::default()
    };
    let by_depth = Limits {
        depth: MOVE_DEPTH,
        ..Limits::default()
    };
    for fen in GAMES {
        let mut play = |who: &str, nodes| add(&format!("{fen} (game of {who})"), nodes);
        let staunton = player(Staunton::default(), Parameters::DEFAULT);
        play("Staunton", game(staunton, &by_nodes, fen));
        let acpp = player(Weighted::<Acpp>::new(ACPP), Parameters::PLAIN);
        play("ACPP", game(acpp, &by_nodes, fen));
        let falcon = player(Weighted::<Falcon>::new(FALCON), Parameters::PLAIN);
        play("Falcon", game(falcon, &by_nodes, fen));
        let falcon = player(Weighted::<Falcon>::new(FALCON), Parameters::DAVID);
        let who = "Falcon with the published search";
        play(who, game(falcon, &by_depth, fen));
        play("EvoChess", game(bred_search(), &by_nodes, fen));
    }
    sum
}

/// The engine with this evaluation, as a player of the games.
fn player<E: Evaluate>(
    evaluation: E,
    parameters: Parameters,
) -> impl FnMut(Root<'_>, &Limits) -> Option<Report> {
    let mut searcher = Searcher::new(evaluation, parameters, 1);
    move |root, limits| {
        let control = Control {
            stop: &mut || false,
            observe: &mut |_| ControlFlow::Continue(()),
        };
        searcher.search(root, limits, control)
    }
}

/// A program of EvoChess, as a player of the games.
fn bred_search() -> impl FnMut(Root<'_>, &Limits) -> Option<Report> {
    let individual = Individual {
        evaluation: evochess::Weights::DEFAULT,
        order: order::Weights::DEFAULT,
        depth: DEPTH_PROGRAM.parse().expect("written here"),
    };
    let mut thinker = Thinker::new(&individual, None);
    move |root, limits| thinker.report(root, limits, &mut || false)
}

/// The nodes of both sides of a game. Whatever changes a move changes the positions that follow, and so the nodes.
fn game(
    mut player: impl FnMut(Root<'_>, &Limits) -> Option<Report>,
    limits: &Limits,
    fen: &str,
) -> u64 {
    let mut opponent = Negascout::new(EvoChess::standard());
    let mut position = read_fen(fen).expect("written here");
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
            let report = player(root, limits);
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
