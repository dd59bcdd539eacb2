//! `millipawn solve`: how many positions of a suite a player solves.

use std::{
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Instant,
};

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
    arena::{contestant, no_use, report, text_of},
    arguments::SolveArguments,
    contestant::Contestant,
    failure::Failure,
    output,
    pool::{STACK_BYTES, STARTS, cores},
    progress,
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
    let text = text_of(&arguments.suite)?;
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
    let next = AtomicUsize::new(0);
    let (sender, answers) = mpsc::channel();
    let bar = progress::steps(shows, entries.len() as u64);
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, entries.len()) {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                let mut mover = player.mover();
                while let Some(entry) = entries.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let answer = one(&mut *mover, entry, limit);
                    if sender.send((entry.line, answer)).is_err() {
                        return;
                    }
                }
            };
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .expect(STARTS);
        }
        drop(sender);
        let mut sum = Solved::default();
        for (line, answer) in answers {
            sum.positions += 1;
            match answer {
                Ok((solved, nodes)) => {
                    sum.solved += u64::from(solved);
                    sum.nodes += nodes;
                }
                Err(trouble) => bar.suspend(|| {
                    eprintln!("line {line}: {} {trouble}; not solved", player.name());
                }),
            }
            bar.inc(1);
            bar.set_message(format!("{} solved", sum.solved));
        }
        bar.finish_and_clear();
        Ok(sum)
    })
}

/// Whether the move after the whole budget is right, and the nodes it took.
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
