//! `millipawn evolve`: breeds programs that find the moves of the games.

use std::{path::PathBuf, time::Instant};

use indicatif::ProgressBar;
use millipawn_engine::{TrainingSet, examples::import::grouped};
use millipawn_evolve::run::{
    checkpoint::Checkpoint,
    experiment::{Experiment, ExperimentError},
    record::{HeldOut, Record},
    settings::Settings,
};
use serde::Serialize;

use crate::{
    arguments::EvolveArguments, checkpoint_file, failure::Failure, games, output, pool::Pool,
    progress, run_settings, series,
};

/// A generation as a line of JSON.
#[derive(Serialize)]
struct RecordLine<'a> {
    generation: u32,
    best: u32,
    mean: f64,
    worst: u32,
    elapsed_ms: u64,
    champion: &'a str,
    /// Only where several runs follow each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out: Option<&'a HeldOut>,
}

/// The end of the run as a line of JSON.
#[derive(Serialize)]
struct ChampionLine<'a> {
    chromosome: &'a str,
    fitness: u32,
    /// On how many positions it was scored.
    positions: u32,
}

/// Runs an experiment to its last generation.
///
/// # Errors
/// Arguments or files that cannot be obeyed or used, a checkpoint that cannot be written, or standard output.
pub fn run(arguments: EvolveArguments) -> Result<(), Failure> {
    let kept = match &arguments.resume {
        Some(path) => Some(checkpoint_file::read(path)?),
        None => None,
    };
    let settings = run_settings::read(&arguments, kept.as_ref())?;
    if let Some(path) = &arguments.checkpoint {
        checkpoint_file::probe(path)?;
    }
    let (set, summary) = games::read(&arguments.pgn, settings.import.clone(), !arguments.json)?;
    eprintln!("{summary}");
    let pool = Pool::new(arguments.workers);
    if let Some(runs) = arguments.runs {
        return series::run(&arguments, &settings, &set, runs, &pool);
    }
    let experiment = begin(&arguments, kept, settings, set)?;
    Run::new(experiment, &arguments).finish(&pool)?.conclude()
}

/// The run that `settings` describe, or that was kept.
///
/// # Errors
/// Games that leave nothing to learn from, or that the kept run did not learn from.
pub(crate) fn begin(
    arguments: &EvolveArguments,
    kept: Option<Checkpoint>,
    settings: Settings,
    set: TrainingSet,
) -> Result<Experiment, Failure> {
    let generations = settings.generations;
    let begun = match kept {
        Some(kept) => Experiment::resume(kept, set),
        None => Experiment::new(settings, set),
    };
    let mut experiment = begun.map_err(|error| Failure::of(at_fault(arguments, &error), error))?;
    experiment.set_generations(generations);
    Ok(experiment)
}

/// The files that an error of the experiment is about.
fn at_fault(arguments: &EvolveArguments, error: &ExperimentError) -> String {
    let names = |files: &[PathBuf]| -> String {
        let names: Vec<String> = files
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        names.join(", ")
    };
    match (error, &arguments.resume) {
        (ExperimentError::OtherGames(..), Some(path)) => path.display().to_string(),
        _ if arguments.pgn.is_empty() => "sample games".to_owned(),
        _ => names(&arguments.pgn),
    }
}

/// An experiment and whom it is told to.
pub(crate) struct Run<'a> {
    experiment: Experiment,
    started: Instant,
    bar: ProgressBar,
    checkpoint: Option<&'a PathBuf>,
    json: bool,
    is_one_of_several: bool,
}

impl<'a> Run<'a> {
    /// An experiment, to be told as the command line asks for.
    pub(crate) fn new(experiment: Experiment, arguments: &'a EvolveArguments) -> Self {
        let generations = u64::from(experiment.settings().generations) + 1;
        let bar = progress::steps(!arguments.json, generations);
        bar.set_position(experiment.records().len() as u64);
        bar.reset_eta();
        Self {
            experiment,
            started: Instant::now(),
            bar,
            checkpoint: arguments.checkpoint.as_ref(),
            json: arguments.json,
            is_one_of_several: arguments.runs.is_some(),
        }
    }

    /// Works it off to its last generation.
    ///
    /// # Errors
    /// A checkpoint that cannot be written, or standard output.
    pub(crate) fn finish(mut self, pool: &Pool) -> Result<Self, Failure> {
        pool.work_off(
            &mut self,
            |run| run.experiment.ask(),
            |run, outcome| match run.experiment.tell(&outcome) {
                Ok(None) => Ok(()),
                Ok(Some(record)) => {
                    let record = record.clone();
                    run.take(&record)
                }
                Err(error) => Err(Failure::of("experiment", error)),
            },
        )?;
        self.bar.finish_and_clear();
        Ok(self)
    }

    /// The record of its last generation.
    pub(crate) fn last(&self) -> &Record {
        self.experiment
            .records()
            .last()
            .expect("a run is finished when its last generation is scored")
    }

    /// A generation is scored.
    fn take(&mut self, record: &Record) -> Result<(), Failure> {
        // Kept before it is told: who has read of a generation can rely on it.
        if let Some(path) = self.checkpoint {
            checkpoint_file::write(path, &self.experiment.checkpoint())?;
        }
        if self.json {
            return output::json(&RecordLine {
                generation: record.generation,
                best: record.best,
                mean: record.mean,
                worst: record.worst,
                elapsed_ms: self.started.elapsed().as_millis() as u64,
                champion: &record.champion,
                seed: self
                    .is_one_of_several
                    .then_some(self.experiment.settings().seed),
                held_out: record.held_out.as_ref(),
            });
        }
        self.bar.set_message(counts(record));
        self.bar.inc(1);
        Ok(())
    }

    fn conclude(self) -> Result<(), Failure> {
        let last = self.last();
        if self.json {
            return output::json(&ChampionLine {
                chromosome: &last.champion,
                fitness: last.best,
                positions: last.positions,
            });
        }
        self.summary(last)
    }

    fn summary(&self, last: &Record) -> Result<(), Failure> {
        let seconds = self.started.elapsed().as_secs_f64();
        if let Some(first) = self.experiment.records().first() {
            output::line(format_args!(
                "Generation {}: {}",
                first.generation,
                counts(first)
            ))?;
        }
        output::line(format_args!(
            "Generation {}: {} ({seconds:.1} s)",
            last.generation,
            counts(last)
        ))?;
        if let Some(held_out) = &last.held_out {
            output::line(held_out_summary(held_out))?;
        }
        output::line(format_args!("Champion: {}", last.champion))
    }
}

/// What was found in a generation, for people.
pub(crate) fn counts(record: &Record) -> String {
    format!(
        "best {}, mean {:.1}, worst {} of {} moves found",
        record.best,
        record.mean,
        record.worst,
        grouped(record.positions.into())
    )
}

/// What was found in held-out games, for people.
pub(crate) fn held_out_summary(held_out: &HeldOut) -> String {
    format!(
        "On games it never saw: {:.1} % of {} moves (95 % interval {:.1} to {:.1} %)",
        100.0 * held_out.rate,
        grouped(held_out.examples.into()),
        100.0 * held_out.low,
        100.0 * held_out.high
    )
}
