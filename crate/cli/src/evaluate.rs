//! `millipawn evaluate`: how often a program finds the move that was played.

use millipawn_engine::{
    Example, TrainingSet,
    import::{ImportSettings, grouped},
};
use millipawn_evolve::{
    choices::{Choices, Search},
    chromosome::Chromosome,
    record::HeldOut,
    work::{Findings, Outcome, Task, TaskId, Work},
};
use serde::Serialize;

use crate::{arguments::EvaluateArguments, failure::Failure, games, output, pool::Pool, progress};

/// Examples in a piece of work.
const CHUNK: usize = 100;

/// Moves found, with the 95 % interval of the rate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// Positions tried.
    pub examples: u32,
    /// Moves found.
    pub matched: u32,
    /// Moves found a try.
    pub rate: f64,
    /// Lower end of the interval (Wilson).
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// Reads the games and prints the score.
///
/// # Errors
/// Files that cannot be used, or standard output.
pub fn run(arguments: EvaluateArguments) -> Result<(), Failure> {
    let shows_progress = !arguments.json;
    let (set, summary) = games::read(&arguments.pgn, import(&arguments), shows_progress)?;
    eprintln!("{summary}");
    let pool = Pool::new(arguments.workers);
    let search = match arguments.search.as_str() {
        "static" => Search::Static,
        _ => Search::Quiescence,
    };
    let score = score(
        &arguments.chromosome.evaluation,
        search,
        &set,
        &pool,
        shows_progress,
    )?;
    if arguments.json {
        return output::json(&score);
    }
    output::line(format_args!(
        "{:.2} % of the moves found: {} of {} (95 % interval {:.2} to {:.2} %)",
        100.0 * score.rate,
        grouped(score.matched.into()),
        grouped(score.examples.into()),
        100.0 * score.low,
        100.0 * score.high
    ))
}

/// Every position counts, also those that occur in several games: a rate is about games as they are played.
fn import(arguments: &EvaluateArguments) -> ImportSettings {
    ImportSettings {
        keep: u32::MAX,
        sample_seed: arguments.seed,
        minimum_elo: 0,
        winners_only: arguments.winners,
        player: String::new(),
        skip_plies: arguments.skip_plies,
        per_game: arguments.per_game.unwrap_or(0),
        drop_duplicates: false,
        set_ups: true,
    }
}

/// The work still to give away, and what came back.
struct Count<'a> {
    set: &'a TrainingSet,
    chromosome: &'a Chromosome,
    search: Search,
    given: usize,
    matched: u32,
}

impl Count<'_> {
    fn ask(&mut self) -> Option<Task> {
        if self.given >= self.set.len() {
            return None;
        }
        let end = (self.given + CHUNK).min(self.set.len());
        let examples: Vec<Example> = (self.given..end).map(|index| self.set.get(index)).collect();
        let task = Task {
            id: TaskId {
                generation: 0,
                phase: 0,
                chunk: (self.given / CHUNK) as u32,
            },
            work: Work::Choices(Choices {
                system: self.chromosome.system,
                search: self.search,
                returning: false,
                individuals: vec![self.chromosome.bits.clone()],
                examples,
            }),
        };
        self.given = end;
        Some(task)
    }
}

/// How many moves of `set` the program finds.
///
/// # Errors
/// None now; the work may come to fail.
pub fn score(
    chromosome: &Chromosome,
    search: Search,
    set: &TrainingSet,
    pool: &Pool,
    shows_progress: bool,
) -> Result<Score, Failure> {
    let mut count = Count {
        set,
        chromosome,
        search,
        given: 0,
        matched: 0,
    };
    let bar = progress::steps(shows_progress, set.len() as u64);
    pool.work_off(&mut count, Count::ask, |count, outcome| {
        count.matched += matched(&outcome);
        bar.inc(CHUNK as u64);
        Ok(())
    })?;
    bar.finish_and_clear();
    let HeldOut {
        examples,
        matched,
        rate,
        low,
        high,
        ..
    } = HeldOut::new(0, set.len() as u32, count.matched);
    Ok(Score {
        examples,
        matched,
        rate,
        low,
        high,
    })
}

/// Moves found in a piece of the work: all of it is choices.
fn matched(outcome: &Outcome) -> u32 {
    match &outcome.findings {
        Findings::Choices(matched) => matched.iter().sum(),
        Findings::Solve(_) | Findings::Game(_) => 0,
    }
}
