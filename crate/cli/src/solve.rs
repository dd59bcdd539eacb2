//! `millipawn solve`: how many positions of a suite a player solves.

use std::{ops::ControlFlow, time::Instant};

use indicatif::ProgressBar;
use millipawn_engine::{
    chess::game::Game,
    play::contest::{
        epd::{self, Entry},
        mover::{Budget, Mover, Time, Trouble},
        play::{Limit, TimeLimit},
    },
};
use millipawn_evolve::{
    job::{
        question::Question,
        task::{Job, JobResult},
    },
    text::player::Player,
};
use serde::Serialize;

use crate::{
    arena::{contestant, no_use, report},
    arguments::SolveArguments,
    contestant::Contestant,
    failure::Failure,
    hands::Hands,
    output,
    pool::Pool,
    progress, text_file,
    threads::in_order,
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
    let hands = Hands::new(std::slice::from_ref(&player), &limit, &arguments.pool)?;
    let bar = progress::steps(!arguments.json, entries.len() as u64);
    let solved = match (&hands, player.player()) {
        (Hands::Pool(pool), Some(player)) => by_pool(player, &entries, limit.nodes, pool, &bar)?,
        (Hands::Pool(_), None) => unreachable!("a pool has players of ours"),
        (Hands::Here(most), _) => here(&player, &entries, &limit, *most, &bar)?,
    };
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

/// The sum over all positions, each by itself: the same whoever works.
fn by_pool(
    player: &Player,
    entries: &[Entry],
    nodes: u64,
    pool: &Pool,
    bar: &ProgressBar,
) -> Result<Solved, Failure> {
    let question = |entry: &Entry| Question {
        player: player.clone(),
        nodes,
        position: entry.position.clone(),
    };
    let jobs = entries
        .iter()
        .map(|entry| Job::Question(Box::new(question(entry))));
    let read = |number: usize, result: &JobResult| {
        let JobResult::Question(answer) = result else {
            return None;
        };
        let entry = &entries[number];
        let chosen = answer.choice(&entry.position)?;
        Some((entry.is_right(chosen), answer.nodes))
    };
    let mut sum = Solved::default();
    pool.in_order(bar, jobs, read, |_, answer| {
        sum.add(answer, bar);
        Ok(ControlFlow::Continue(()))
    })?;
    pool.conclude(bar);
    Ok(sum)
}

/// The same where only this machine can do it.
fn here(
    player: &Contestant,
    entries: &[Entry],
    limit: &Limit,
    most: usize,
    bar: &ProgressBar,
) -> Result<Solved, Failure> {
    let worker = || {
        let mut mover = player.mover();
        move |number: usize| one(&mut *mover, &entries[number], limit)
    };
    let mut sum = Solved::default();
    let told = |number: usize, answer: Result<(bool, u64), Trouble>| {
        let answer = answer.unwrap_or_else(|trouble| {
            bar.suspend(|| {
                let line = entries[number].line;
                eprintln!("line {line}: {} {trouble}; not solved", player.name());
            });
            (false, 0)
        });
        sum.add(answer, bar);
        bar.inc(1);
        Ok(ControlFlow::Continue(()))
    };
    in_order("position", most, entries.len(), worker, told)?;
    bar.finish_and_clear();
    Ok(sum)
}

impl Solved {
    /// Whether another position was solved, and its nodes.
    fn add(&mut self, (is_solved, nodes): (bool, u64), bar: &ProgressBar) {
        self.positions += 1;
        self.solved += u64::from(is_solved);
        self.nodes += nodes;
        bar.set_message(format!("{} solved", self.solved));
    }
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
