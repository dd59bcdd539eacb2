//! `millipawn evaluate`: how often a program finds the move that was played.

use std::ops::ControlFlow;

use millipawn_engine::{
    TrainingSet,
    examples::import::{ImportSettings, grouped},
};
use millipawn_evolve::{
    genome::Genome,
    job::{
        move_matching::MoveMatching,
        task::{Job, JobResult},
    },
    measure::{
        ablation::{self, Ablation, Part},
        held_out::HeldOut,
    },
    system::{System, matching::Search},
    text::chromosome::Chromosome,
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
/// A program that has a search of its own, files that cannot be used, or standard output.
pub fn run(arguments: EvaluateArguments) -> Result<(), Failure> {
    let program = &arguments.chromosome.evaluation;
    can_match(program.system)?;
    if arguments.ablation {
        can_leave_out(program.system)?;
    }
    let shows_progress = !arguments.json;
    let import = ImportSettings {
        sample_seed: arguments.seed,
        winners_only: arguments.winners,
        skip_plies: arguments.skip_plies,
        per_game: arguments.per_game.unwrap_or(0),
        ..every_position()
    };
    let (set, summary) = games::read(&arguments.pgn, import, shows_progress)?;
    eprintln!("{summary}");
    let pool = Pool::with_network(&arguments.pool)?;
    let search = match arguments.search.as_str() {
        "static" => Search::Static,
        _ => Search::Quiescence,
    };
    if arguments.ablation {
        let programs = std::slice::from_ref(program);
        let counts = counts(programs, search, true, &set, &pool, shows_progress)?;
        return ablation(program, set.len() as u32, &counts, arguments.json);
    }
    let score = score(program, search, &set, &pool, shows_progress)?;
    if arguments.json {
        return output::json(&score);
    }
    print(&score)
}

fn print(score: &Score) -> Result<(), Failure> {
    output::line(format_args!(
        "{:.2} % of the moves found: {} of {} (95 % interval {:.2} to {:.2} %)",
        100.0 * score.rate,
        grouped(score.matched.into()),
        grouped(score.examples.into()),
        100.0 * score.low,
        100.0 * score.high
    ))
}

/// The score, and what is lost without each part.
#[derive(Serialize)]
struct Table {
    #[serde(flatten)]
    score: Score,
    without: Vec<Without>,
}

/// A gene that is left out, in its own words; or a group of weights.
#[derive(Serialize)]
struct Without {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'static str>,
    matched: u32,
    lost: i64,
}

impl From<ablation::Without> for Without {
    fn from(without: ablation::Without) -> Self {
        let Part {
            name,
            kind,
            weights,
            gene,
            ..
        } = without.part;
        Self {
            name,
            kind,
            weights: gene.is_none().then_some(weights),
            value: gene.as_ref().map(|gene| gene.value),
            unit: gene.map(|gene| gene.unit),
            matched: without.matched,
            lost: without.lost,
        }
    }
}

fn ablation(
    program: &Chromosome,
    examples: u32,
    counts: &[u32],
    json: bool,
) -> Result<(), Failure> {
    let table = Ablation::of(program, examples, counts)
        .ok_or_else(|| Failure::of("the counts", "there are not as many as parts"))?;
    let table = Table {
        score: Score::from(HeldOut::new(0, examples, table.matched)),
        without: table.without.into_iter().map(Without::from).collect(),
    };
    if json {
        return output::json(&table);
    }
    print(&table.score)?;
    let is_grouped = table.without.iter().any(|without| without.value.is_none());
    output::line(row(if is_grouped {
        ["Weights at zero", "Number", "Found", "Lost"]
    } else {
        ["Gene at zero", "Value", "Found", "Lost"]
    }))?;
    table.without.iter().try_for_each(|without| {
        let value = match (without.value, without.weights) {
            (Some(value), _) => format!("{value:.1}"),
            (None, weights) => grouped(weights.unwrap_or(0) as u64),
        };
        output::line(row([
            without.name,
            &value,
            &grouped(without.matched.into()),
            &without.lost.to_string(),
        ]))
    })
}

fn row([name, value, found, lost]: [&str; 4]) -> String {
    format!("{name:<31} {value:>9} {found:>9} {lost:>9}")
}

/// Refuses programs that choose no move by one ply and quiescence.
///
/// # Errors
/// Programs with a search of their own.
pub(crate) fn can_match(system: System) -> Result<(), Failure> {
    match system.matching() {
        Some(_) => Ok(()),
        None => Err(Failure::of(
            format_args!(
                "{}'s programs decide by a search of their own",
                system.name()
            ),
            "match and solve measure them",
        )),
    }
}

/// Refuses programs without weights that have names.
///
/// # Errors
/// Of such a system.
fn can_leave_out(system: System) -> Result<(), Failure> {
    if ablation::is_possible(system) {
        return Ok(());
    }
    Err(Failure::of(
        format_args!("{}'s genes", system.name()),
        "--without-each is for ACPP, Falcon and Meep",
    ))
}

/// Every position after the tenth half-move counts, also those that occur in several games: a rate is about games as they are
/// played.
pub(crate) fn every_position() -> ImportSettings {
    ImportSettings {
        keep: u32::MAX,
        sample_seed: 1991,
        minimum_elo: 0,
        winners_only: false,
        player: String::new(),
        skip_plies: 10,
        per_game: 0,
        drop_duplicates: false,
        set_ups: true,
    }
}

/// How many moves of `set` the program finds.
///
/// # Errors
/// As [`Pool::work_off`].
pub fn score(
    chromosome: &Chromosome,
    search: Search,
    set: &TrainingSet,
    pool: &Pool,
    shows_progress: bool,
) -> Result<Score, Failure> {
    let programs = std::slice::from_ref(chromosome);
    let mut scores = scores(programs, search, set, pool, shows_progress)?;
    Ok(scores.remove(0).into())
}

impl From<HeldOut> for Score {
    fn from(counted: HeldOut) -> Self {
        Self {
            examples: counted.examples,
            matched: counted.matched,
            rate: counted.rate,
            low: counted.low,
            high: counted.high,
        }
    }
}

/// The same of several programs of one system, at once.
///
/// # Errors
/// As [`Pool::work_off`].
///
/// # Panics
/// If there is no program.
pub(crate) fn scores(
    programs: &[Chromosome],
    search: Search,
    set: &TrainingSet,
    pool: &Pool,
    shows_progress: bool,
) -> Result<Vec<HeldOut>, Failure> {
    let counts = counts(programs, search, false, set, pool, shows_progress)?.into_iter();
    Ok(counts
        .map(|matched| HeldOut::new(0, set.len() as u32, matched))
        .collect())
}

/// How many moves each finds and, where asked for, each without each of its parts.
fn counts(
    programs: &[Chromosome],
    search: Search,
    ablation: bool,
    set: &TrainingSet,
    pool: &Pool,
    shows_progress: bool,
) -> Result<Vec<u32>, Failure> {
    let parts = |program: &Chromosome| match ablation {
        true => ablation::parts(program.system, &program.genome).len(),
        false => 0,
    };
    let counted: usize = programs.iter().map(|program| 1 + parts(program)).sum();
    let individuals: Vec<Genome> = programs
        .iter()
        .map(|program| program.genome.clone())
        .collect();
    let range = |piece: usize| piece * CHUNK..((piece + 1) * CHUNK).min(set.len());
    let pieces = set.len().div_ceil(CHUNK);
    let jobs = (0..pieces).map(|piece| {
        Job::MoveMatching(MoveMatching {
            system: programs[0].system,
            search,
            returning: false,
            ablation,
            individuals: individuals.clone(),
            examples: range(piece).map(|index| set.get(index)).collect(),
        })
    });
    let read = |piece: usize, result: &JobResult| match result {
        JobResult::MoveMatching(matched)
            if matched.len() == counted
                && matched.iter().all(|&n| n as usize <= range(piece).len()) =>
        {
            Some(matched.clone())
        }
        _ => None,
    };
    let bar = progress::steps(shows_progress, pieces as u64);
    let mut sums = vec![0; counted];
    pool.in_order(&bar, jobs, read, |_, matched| {
        for (sum, matched) in sums.iter_mut().zip(matched) {
            *sum += matched;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    pool.conclude(&bar);
    Ok(sums)
}
