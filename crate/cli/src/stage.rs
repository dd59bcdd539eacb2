//! What the commands have in common that run a stage of an evolution: settings, seed, workers, progress, checkpoint.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use indicatif::ProgressBar;
use millipawn_engine::tunable::TunableError;
use millipawn_evolve::{
    job::work::{Outcome, Task},
    run::signature,
};
use serde::Serialize;

use crate::{
    arena::set, arguments::StageArguments, checkpoint_file, failure::Failure, output, pool::Pool,
    progress,
};

/// The year of the paper.
const SEED: u64 = 2014;

/// In the middle of a generation a checkpoint is written no more often than this: the file system shall not bind the run.
const INTERVAL: Duration = Duration::from_secs(2);

/// A run that asks for work.
pub(crate) trait Stage {
    /// A generation as JSON.
    type Line: Serialize;

    /// A piece of work that nobody has been given yet.
    fn ask(&mut self) -> Option<Task>;

    /// Takes what came of it.
    fn tell(&mut self, outcome: &Outcome) -> Result<(), Failure>;

    /// The run as the text of a checkpoint.
    fn kept(&self) -> String;

    /// Generations that are scored.
    fn scored(&self) -> usize;

    /// The generation that ends the run.
    fn last(&self) -> i32;

    /// What is under way, for people.
    fn under_way(&self) -> String;

    /// A scored generation as JSON.
    fn line(&self, generation: usize, elapsed_ms: u64) -> Self::Line;

    /// A scored generation for people.
    fn counts(&self, generation: usize) -> String;

    /// The programs of the generation scored last, the fittest first.
    fn programs(&self) -> Vec<String>;

    /// The fitness of the first of these.
    fn fitness(&self) -> f64;
}

/// The end of the run as a line of JSON.
#[derive(Serialize)]
struct ChampionLine<'a> {
    chromosome: &'a str,
    fitness: f64,
}

/// Runs a stage to its last generation.
///
/// # Errors
/// A checkpoint or a list that cannot be written, or standard output.
pub(crate) fn run(stage: impl Stage, arguments: &StageArguments) -> Result<(), Failure> {
    for path in [&arguments.checkpoint, &arguments.out]
        .into_iter()
        .flatten()
    {
        checkpoint_file::probe(path)?;
    }
    let bar = progress::steps(!arguments.json, stage.last() as u64 + 1);
    // A run that was kept has told of what it had scored.
    let told = match arguments.resume {
        Some(_) => stage.scored(),
        None => 0,
    };
    bar.set_position(told as u64);
    bar.reset_eta();
    let mut run = Run {
        stage,
        arguments,
        started: Instant::now(),
        kept: Instant::now(),
        told,
        bar,
    };
    run.tell_new()?;
    let pool = Pool::new(arguments.workers);
    pool.work_off(&mut run, |run| run.stage.ask(), Run::take)?;
    run.conclude()
}

struct Run<'a, S> {
    stage: S,
    arguments: &'a StageArguments,
    started: Instant,
    /// When a checkpoint was last written.
    kept: Instant,
    /// Generations that were told of.
    told: usize,
    bar: ProgressBar,
}

impl<S: Stage> Run<'_, S> {
    fn take(&mut self, outcome: Outcome) -> Result<(), Failure> {
        self.stage.tell(&outcome)?;
        if self.stage.scored() > self.told {
            return self.tell_new();
        }
        if self.kept.elapsed() > INTERVAL {
            self.keep()?;
        }
        self.bar.set_message(self.stage.under_way());
        Ok(())
    }

    /// Tells of the generations that nobody has been told of.
    fn tell_new(&mut self) -> Result<(), Failure> {
        // Kept before it is told: who has read of a generation can rely on it.
        self.keep()?;
        for generation in self.told..self.stage.scored() {
            if self.arguments.json {
                let elapsed = self.started.elapsed().as_millis() as u64;
                output::json(&self.stage.line(generation, elapsed))?;
            } else {
                let counts = self.stage.counts(generation);
                self.bar
                    .suspend(|| eprintln!("Generation {generation}: {counts}"));
                self.bar.inc(1);
            }
        }
        self.told = self.stage.scored();
        Ok(())
    }

    fn keep(&mut self) -> Result<(), Failure> {
        if let Some(path) = &self.arguments.checkpoint {
            checkpoint_file::write_text(path, &self.stage.kept())?;
        }
        self.kept = Instant::now();
        Ok(())
    }

    fn conclude(self) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        let programs = self.stage.programs();
        if let Some(path) = &self.arguments.out {
            checkpoint_file::write_text(path, &(programs.join("\n") + "\n"))?;
        }
        let champion = programs.first().map_or("", String::as_str);
        if self.arguments.json {
            return output::json(&ChampionLine {
                chromosome: champion,
                fitness: self.stage.fitness(),
            });
        }
        let last = self.stage.scored() - 1;
        let seconds = self.started.elapsed().as_secs_f64();
        output::line(format_args!("Generation 0: {}", self.stage.counts(0)))?;
        output::line(format_args!(
            "Generation {last}: {} ({seconds:.1} s)",
            self.stage.counts(last)
        ))?;
        output::line(format_args!("Champion: {champion}"))
    }
}

/// Whether a kept run is to begin again: where another engine made it and the command line says so.
pub(crate) const fn begins_anew(arguments: &StageArguments, engine: u64) -> bool {
    arguments.anew && !signature::is_own(engine)
}

/// Refuses to go on with the run of another engine: its history would be that of two.
pub(crate) fn can_go_on(arguments: &StageArguments, engine: u64) -> Result<(), Failure> {
    if signature::is_own(engine) {
        return Ok(());
    }
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
    own: &[(&str, Option<i64>)],
    mut change: impl FnMut(&str, i64) -> Result<(), TunableError>,
) -> Result<(), Failure> {
    for (name, value) in own {
        if let Some(value) = value {
            change(name, *value).map_err(|error| Failure::of(format_args!("{name}"), error))?;
        }
    }
    for text in &arguments.set {
        set("--set", text, &mut change)?;
    }
    Ok(())
}

/// What is wrong with a kept run, or with what the command line says of a new one.
pub(crate) fn at_fault(arguments: &StageArguments, what: &str) -> String {
    let path = arguments.resume.as_deref();
    path.map_or_else(|| what.to_owned(), |path: &Path| path.display().to_string())
}
