//! `millipawn evolve`: breeds programs that find the moves of the games.

use std::{path::PathBuf, time::Instant};

use indicatif::ProgressBar;
use millipawn_engine::{TrainingSet, import::grouped};
use millipawn_evolve::{
    checkpoint::Checkpoint,
    experiment::{Experiment, ExperimentError},
    record::{HeldOut, Record},
    settings::{Setting, Settings, TABLE},
};
use serde::Serialize;

use crate::{
    arguments::EvolveArguments, checkpoint_file, failure::Failure, games, output, pool::Pool,
    progress,
};

/// A generation as a line of JSON.
#[derive(Serialize)]
struct RecordLine<'a> {
    generation: u32,
    best: u32,
    mean: f64,
    worst: u32,
    elapsed_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out: Option<&'a HeldOut>,
}

/// The end of the run as a line of JSON.
#[derive(Serialize)]
struct ChampionLine<'a> {
    chromosome: &'a str,
    fitness: u32,
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
    let settings = settings(&arguments, kept.as_ref())?;
    if let Some(path) = &arguments.checkpoint {
        checkpoint_file::probe(path)?;
    }
    let (set, summary) = games::read(&arguments.pgn, settings.import.clone(), !arguments.json)?;
    let experiment = begin(&arguments, kept, settings, set)?;
    eprintln!("{summary}");
    let pool = Pool::new(arguments.workers);
    let mut run = Run::new(experiment, &arguments);
    pool.work_off(
        &mut run,
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
    run.conclude()
}

/// The table's defaults or those of the kept run, changed by what the command line says.
fn settings(arguments: &EvolveArguments, kept: Option<&Checkpoint>) -> Result<Settings, Failure> {
    let before = kept.map_or_else(Settings::default, |kept| kept.settings.clone());
    let mut settings = before.clone();
    for (key, text) in assignments(arguments)? {
        settings
            .set(&key, &text)
            .map_err(|error| Failure::of(format_args!("{key}={text}"), error))?;
    }
    match (&arguments.resume, changed(&before, &settings)) {
        (Some(path), Some(key)) => Err(Failure::file(
            path,
            format_args!("{key} of a run under way cannot be changed, only generations can"),
        )),
        _ => Ok(settings),
    }
}

/// Names and values of the settings that the command line changes, in the order in which they count.
fn assignments(arguments: &EvolveArguments) -> Result<Vec<(String, String)>, Failure> {
    let named = [
        ("generations", arguments.generations.clone()),
        ("population", arguments.population.clone()),
        ("seed", arguments.seed.clone().map(drawn).transpose()?),
    ];
    let mut assignments: Vec<(String, String)> = named
        .into_iter()
        .filter_map(|(key, text)| Some((key.to_owned(), text?)))
        .collect();
    for text in &arguments.set {
        let (key, value) = text.split_once('=').ok_or_else(|| {
            Failure::of(format_args!("--set {text}"), "not of the form name=value")
        })?;
        assignments.push((key.to_owned(), value.to_owned()));
    }
    Ok(assignments)
}

/// The seed itself, or for `random` one from the operating system, which is told.
fn drawn(seed: String) -> Result<String, Failure> {
    if seed != "random" {
        return Ok(seed);
    }
    /// Seeds have 53 bits, so that they survive a journey through JavaScript's numbers.
    const SPARE_BITS: u32 = 64 - 53;
    let bits = getrandom::u64().map_err(|error| Failure::of("--seed random", error))?;
    let seed = (bits >> SPARE_BITS).to_string();
    eprintln!("seed {seed}");
    Ok(seed)
}

/// The first setting other than the number of generations that differs.
fn changed(before: &Settings, after: &Settings) -> Option<String> {
    TABLE
        .iter()
        .filter(|setting| setting.get(before) != setting.get(after))
        .map(Setting::key)
        .find(|key| key != "generations")
}

fn begin(
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
struct Run<'a> {
    experiment: Experiment,
    started: Instant,
    bar: ProgressBar,
    checkpoint: Option<&'a PathBuf>,
    json: bool,
}

impl<'a> Run<'a> {
    fn new(experiment: Experiment, arguments: &'a EvolveArguments) -> Self {
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
        }
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
                held_out: record.held_out.as_ref(),
            });
        }
        self.bar.set_message(counts(record));
        self.bar.inc(1);
        Ok(())
    }

    fn conclude(self) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        let last = self
            .experiment
            .records()
            .last()
            .expect("a run is finished when its last generation is scored");
        if self.json {
            return output::json(&ChampionLine {
                chromosome: &last.champion,
                fitness: last.best,
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

fn counts(record: &Record) -> String {
    format!(
        "best {}, mean {:.1}, worst {} of {} moves found",
        record.best,
        record.mean,
        record.worst,
        grouped(record.positions.into())
    )
}

fn held_out_summary(held_out: &HeldOut) -> String {
    format!(
        "On games it never saw: {:.1} % of {} moves (95 % interval {:.1} to {:.1} %)",
        100.0 * held_out.rate,
        grouped(held_out.examples.into()),
        100.0 * held_out.low,
        100.0 * held_out.high
    )
}
