//! `millipawn solve`: how many positions of a suite a player solves.

use std::{ops::ControlFlow, time::Instant};

use millipawn_engine::{
    chess::game::Game,
    play::contest::{
        epd::{self, Entry},
        mover::{Budget, Mover, Time, Trouble},
        play::{Limit, TimeLimit},
    },
};
use serde::Serialize;

use crate::{
    arena::{contestant, no_use, report},
    arguments::SolveArguments,
    contestant::Contestant,
    failure::Failure,
    output, progress, text_file,
    threads::{cores, in_order},
};

/// The result as JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Solved {
    solved: u64,
    positions: u64,
    nodes: u64,
}

/// Solves and prints the result.
///
/// # Errors
/// A player or a suite that cannot be used, an engine that ends, or standard output.
pub fn run(arguments: SolveArguments) -> Result<(), Failure> {
    let limit = limit(&arguments)?;
    let player = contestant(&arguments.player, &limit)?;
    let text = text_file::read(&arguments.suite)?;
    let (entries, skipped) = epd::read_questions(&text);
    if entries.is_empty() {
        return Err(no_use(&arguments.suite, "", &skipped, "no position"));
    }
    report(&arguments.suite, "", &skipped);
    let usual = if arguments.st.is_some() { 1 } else { cores() };
    let threads = arguments.concurrency.map_or(usual, usize::from);
    let solved = solve(&player, &entries, &limit, threads, !arguments.json)?;
    if arguments.json {
        return output::json(&solved);
    }
    output::line(format_args!(
        "{} solves {} of {} positions with {} nodes",
        player.name(),
        solved.solved,
        solved.positions,
        solved.nodes
    ))
}

fn limit(arguments: &SolveArguments) -> Result<Limit, Failure> {
    let time = match arguments.st {
        Some(seconds) if (0.001..=1e6).contains(&seconds) => {
            TimeLimit::Move((seconds * 1000.0) as u64)
        }
        Some(seconds) => {
            return Err(Failure::of(
                format_args!("--st {seconds}"),
                "a number of seconds is wanted",
            ));
        }
        None => TimeLimit::None,
    };
    Ok(Limit {
        nodes: arguments.nodes.unwrap_or(u64::MAX),
        time,
    })
}

/// The sum over all positions, each by itself: the same with any number of threads.
fn solve(
    player: &Contestant,
    entries: &[Entry],
    limit: &Limit,
    threads: usize,
    shows: bool,
) -> Result<Solved, Failure> {
    let bar = progress::steps(shows, entries.len() as u64);
    let mut sum = Solved::default();
    let worker = || {
        let mut mover = player.mover();
        move |number: usize| one(&mut *mover, &entries[number], limit)
    };
    in_order(
        "position",
        threads,
        entries.len(),
        worker,
        |number, answer| {
            sum.positions += 1;
            match answer {
                Ok((solved, nodes)) => {
                    sum.solved += u64::from(solved);
                    sum.nodes += nodes;
                }
                Err(trouble) => bar.suspend(|| {
                    let line = entries[number].line;
                    eprintln!("line {line}: {} {trouble}; not solved", player.name());
                }),
            }
            bar.inc(1);
            bar.set_message(format!("{} solved", sum.solved));
            Ok(ControlFlow::Continue(()))
        },
    )?;
    bar.finish_and_clear();
    Ok(sum)
}

/// Whether the position is solved, and the nodes it took. Here that is whether the move after the whole budget is right; a search that
/// is tuned solves it with the first right move (`millipawn_evolve::job::solve`).
fn one(mover: &mut dyn Mover, entry: &Entry, limit: &Limit) -> Result<(bool, u64), Trouble> {
    mover.new_game(0)?;
    let game = Game::from_position(entry.position.clone());
    let started = Instant::now();
    let mut budget = Budget {
        nodes: limit.nodes,
        time: match limit.time {
            TimeLimit::Move(time) => Time::Move(time),
            _ => Time::Free,
        },
        now: &mut || started.elapsed().as_millis() as u64,
    };
    let choice = mover.choose(&game, &mut budget)?;
    Ok((entry.is_right(choice.m), choice.nodes))
}
