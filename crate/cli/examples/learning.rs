//! What learning costs beside thinking: the same searches with and without their lessons, in turns within one run.
//! Usage: `cargo run --release -p millipawn --example learning [-- ROUNDS [NODES]]`

#![allow(clippy::disallowed_methods, reason = "it measures time")]
use std::{cell::RefCell, rc::Rc, time::Instant};

use millipawn_engine::{
    chess::{
        game::{Game, read_fen},
        positions::POSITIONS,
    },
    evaluation::meep::{FEATURES, Meep, Weights},
    play::contest::mover::{Budget, Mover, Time, think},
    search::{
        minimax::Minimax,
        node::{Extensions, HistoryTables, Unobserved},
        tree::Searcher,
    },
};
use millipawn_evolve::{
    genome::draw::{Draws, Purpose},
    learn::{
        gradient::Tally,
        optimizer::Optimizer,
        player::{HASH, LEARNING, LearningPlayer, Rule, Seat},
        rules::Method,
        size::Size,
        step::{Precise, Steps},
    },
};

/// So small that no weight changes: all searches are the same.
const NO_STEP: f64 = 1e-30;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse());
    let rounds: usize = numbers.next().transpose()?.unwrap_or(5);
    let nodes = numbers.next().transpose()?.unwrap_or(5000) as u64;
    let start = Precise::random(&mut Draws::derive(2009, 0, 0, Purpose::Genes));
    let games = POSITIONS
        .iter()
        .map(|fen| read_fen(fen).map(Game::from_position))
        .collect::<Result<Vec<_>, _>>()?;
    println!(
        "{} positions of the signature, {nodes} nodes each, random weights, {rounds} rounds in turns",
        games.len()
    );
    let mut shares = vec![Vec::new(); Method::ALL.len()];
    for _ in 0..rounds {
        for (method, shares) in Method::ALL.into_iter().zip(&mut shares) {
            let alone = alone(method, &start.weights(), &games, nodes);
            let learning = learning(method, &start, &games, nodes);
            shares.push(1.0 - alone / learning);
        }
    }
    for (method, mut shares) in Method::ALL.into_iter().zip(shares) {
        shares.sort_by(f64::total_cmp);
        println!(
            "{:13} learning is {:.1} % of the time of a move ({:.1} to {:.1})",
            method.id(),
            100.0 * shares[rounds / 2],
            100.0 * shares[0],
            100.0 * shares[rounds - 1]
        );
    }
    Ok(())
}

/// Seconds of searches that nobody learns from.
fn alone(method: Method, weights: &Weights, games: &[Game], nodes: u64) -> f64 {
    let meep = Meep::new(weights.clone());
    let mut minimax = Minimax::new(meep.clone(), Unobserved);
    let mut searcher = Searcher::with(
        meep,
        Extensions,
        HistoryTables::default(),
        Unobserved,
        LEARNING,
        HASH,
    );
    let start = Instant::now();
    for game in games {
        searcher.clear();
        let mut budget = Budget {
            nodes,
            time: Time::Free,
            now: &mut || 0,
        };
        think(
            game,
            nodes,
            &mut budget,
            |root, limits, control| match method {
                Method::TreeStrapMinimax => minimax.search(root, limits, control),
                _ => searcher.search(root, limits, control),
            },
        );
    }
    start.elapsed().as_secs_f64()
}

/// Seconds of the same with their lessons.
fn learning(method: Method, weights: &Precise, games: &[Game], nodes: u64) -> f64 {
    let rule = Rule {
        method,
        steps: Steps {
            size: Size::Fixed(NO_STEP),
            optimizer: Optimizer::Plain,
            decay: 0.0,
        },
        squash: 0.0,
        lambda: 0.7,
    };
    let memory = Optimizer::Plain.memory(FEATURES);
    let player = LearningPlayer::new(weights, memory, rule, Tally::default());
    let mut seat = Seat(Rc::new(RefCell::new(player)));
    let start = Instant::now();
    for game in games {
        let mut budget = Budget {
            nodes,
            time: Time::Free,
            now: &mut || 0,
        };
        // A position without a move is no trouble here.
        let _ = seat.choose(game, &mut budget);
    }
    start.elapsed().as_secs_f64()
}
