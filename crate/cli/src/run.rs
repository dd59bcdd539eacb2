//! A run of any kind, from its first piece of work to its last generation: workers, progress, checkpoint, what is told.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use erased_serde::Serialize as Erased;
use indicatif::ProgressBar;
use millipawn_engine::tunable::{Tunable, TunableError};
use millipawn_evolve::{
    job::task::Outcome,
    run::{Run, checkpoint::Checkpoint, settings::lines::assign, signature},
};
use serde::Serialize;

use crate::{
    arguments::StageArguments, checkpoint_file, failure::Failure, output, pool::Pool, progress,
};

/// The year of the paper.
const SEED: u64 = 2014;

/// In the middle of a generation a checkpoint is written no more often than this: the file system shall not bind the run.
const INTERVAL: Duration = Duration::from_secs(2);

/// What is written of a run, and where.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reports<'a> {
    /// Lines of JSON on standard output instead of words.
    pub(crate) json: bool,
    /// Where the state of the run is kept.
    pub(crate) checkpoint: Option<&'a Path>,
    /// Where the last generation is written, a program a line.
    pub(crate) out: Option<&'a Path>,
    /// Of the run, where several follow each other.
    pub(crate) seed: Option<u64>,
}

/// A generation as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    record: Box<dyn Erased + 'a>,
    elapsed_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
}

/// Works a run off to its last generation.
///
/// # Errors
/// A checkpoint that cannot be written, a worker that failed, or standard output.
pub(crate) fn to_end(run: &mut dyn Run, reports: Reports<'_>, pool: &Pool) -> Result<(), Failure> {
    for path in [reports.checkpoint, reports.out].into_iter().flatten() {
        checkpoint_file::probe(path)?;
    }
    let bar = progress::steps(!reports.json, u64::from(run.generations()) + 1);
    // A run that was kept has told of what it had scored.
    let told = run.scored();
    bar.set_position(told as u64);
    bar.reset_eta();
    let started = Instant::now();
    let mut reporter = Reporter {
        run,
        reports,
        started,
        kept: started,
        told,
        bar,
    };
    reporter.keep()?;
    pool.work_off(&mut reporter, |at| at.run.ask(), Reporter::take)?;
    reporter.bar.finish_and_clear();
    Ok(())
}

/// Tells what came of a run in the end.
///
/// # Errors
/// A list that cannot be written, or standard output.
pub(crate) fn conclude(run: &dyn Run, reports: Reports<'_>, took: Duration) -> Result<(), Failure> {
    if let Some(path) = reports.out {
        checkpoint_file::write_text(path, &(run.ranked().join("\n") + "\n"))?;
    }
    let last = run.scored().saturating_sub(1);
    let (Some(champion), Some(first), Some(summary)) =
        (run.champion_of(last), run.summary(0), run.summary(last))
    else {
        return Ok(());
    };
    if reports.json {
        return output::json(&champion);
    }
    let seconds = took.as_secs_f64();
    output::line(format_args!("Generation 0: {}", first.counts))?;
    output::line(format_args!(
        "Generation {last}: {} ({seconds:.1} s)",
        summary.counts
    ))?;
    if let Some(measured) = summary.measured {
        output::line(measured)?;
    }
    output::line(format_args!("Champion: {}", champion.chromosome))
}

struct Reporter<'a> {
    run: &'a mut dyn Run,
    reports: Reports<'a>,
    started: Instant,
    /// When a checkpoint was last written.
    kept: Instant,
    /// Generations that were told of.
    told: usize,
    bar: ProgressBar,
}

impl Reporter<'_> {
    fn take(&mut self, outcome: Outcome) -> Result<(), Failure> {
        let refused = |error| Failure::of("a result was refused", error);
        self.run.tell(&outcome).map_err(refused)?;
        if self.run.scored() > self.told {
            return self.tell_new();
        }
        if self.kept.elapsed() > INTERVAL {
            self.keep()?;
            let progress = self.run.progress();
            let share = 100 * progress.done / progress.pieces.max(1);
            let generation = self.run.scored();
            self.bar
                .set_message(format!("{share} % of generation {generation}"));
        }
        Ok(())
    }

    /// Tells of the generations that nobody has been told of.
    fn tell_new(&mut self) -> Result<(), Failure> {
        // Kept before it is told: who has read of a generation can rely on it.
        self.keep()?;
        for generation in self.told..self.run.scored() {
            if self.reports.json
                && let Some(record) = self.run.line(generation)
            {
                output::json(&Line {
                    record,
                    elapsed_ms: self.started.elapsed().as_millis() as u64,
                    seed: self.reports.seed,
                })?;
            }
            self.bar.inc(1);
        }
        self.told = self.run.scored();
        if let Some(summary) = self.run.summary(self.told - 1) {
            self.bar.set_message(summary.counts);
        }
        Ok(())
    }

    fn keep(&mut self) -> Result<(), Failure> {
        if let Some(path) = self.reports.checkpoint {
            checkpoint_file::write_text(path, &self.run.checkpoint())?;
        }
        self.kept = Instant::now();
        Ok(())
    }
}

/// Works off a run that the command line describes, and tells what came of it.
///
/// # Errors
/// As [`to_end`] and [`conclude`].
pub(crate) fn run(mut run: impl Run, arguments: &StageArguments) -> Result<(), Failure> {
    let reports = Reports {
        json: arguments.json,
        checkpoint: arguments.checkpoint.as_deref(),
        out: arguments.out.as_deref(),
        seed: None,
    };
    let started = Instant::now();
    to_end(&mut run, reports, &Pool::new(arguments.workers))?;
    conclude(&run, reports, started.elapsed())
}

/// Whether a kept run is to begin again: where another engine made it and the command line says so.
pub(crate) fn begins_anew(arguments: &StageArguments, kept: &impl Checkpoint) -> bool {
    arguments.anew && kept.is_of_another_engine()
}

/// Refuses to go on with the run of another engine: its history would be that of two.
pub(crate) fn can_go_on(arguments: &StageArguments, run: &impl Run) -> Result<(), Failure> {
    let Some(engine) = run.engine().filter(|_| run.is_of_another_engine()) else {
        return Ok(());
    };
    let own = signature::OWN;
    let why = format!(
        "another engine made this run (signature {engine}, here {own}): --anew begins it again, --generations with its last \
         one tells what there is"
    );
    Err(Failure::of(at_fault(arguments, "--resume"), why))
}

/// The seed asked for, the year of the paper, or for `random` one from the operating system, which is told.
pub(crate) fn seed(arguments: &StageArguments) -> Result<u64, Failure> {
    /// Seeds have 53 bits, so that they survive a journey through JavaScript's numbers.
    const BITS: u32 = 53;
    match arguments.seed.as_deref() {
        None => Ok(SEED),
        Some("random") => {
            let bits = getrandom::u64().map_err(|error| Failure::of("--seed random", error))?;
            let seed = bits >> (64 - BITS);
            eprintln!("seed {seed}");
            Ok(seed)
        }
        Some(text) => text
            .parse()
            .ok()
            .filter(|seed| *seed < 1 << BITS)
            .ok_or_else(|| {
                let most = (1_u64 << BITS) - 1;
                Failure::of(
                    format_args!("--seed {text}"),
                    format_args!("an integer from 0 to {most} is wanted, or random"),
                )
            }),
    }
}

/// Sets what the command line says: options of their own first, then those of `--set`.
pub(crate) fn settle(
    arguments: &StageArguments,
    table: &[Tunable],
    own: &[(&str, Option<i64>)],
    mut change: impl FnMut(&str, i64) -> Result<(), TunableError>,
) -> Result<(), Failure> {
    for (name, value) in own {
        if let Some(value) = value {
            change(name, *value).map_err(|error| Failure::of(format_args!("{name}"), error))?;
        }
    }
    for text in &arguments.set {
        let refused = |why: &dyn std::fmt::Display| Failure::of(format_args!("--set {text}"), why);
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| refused(&"name=value is wanted"))?;
        assign(table, name, value, &mut change).map_err(|why| refused(&why))?;
    }
    Ok(())
}

/// What is wrong with a kept run, or with what the command line says of a new one.
pub(crate) fn at_fault(arguments: &StageArguments, what: &str) -> String {
    let path = arguments.resume.as_deref();
    path.map_or_else(|| what.to_owned(), |path: &Path| path.display().to_string())
}
