//! A run of any kind, from its first piece of work to its last generation: workers, progress, checkpoint, what is told.

use std::{
    collections::BTreeMap,
    path::Path,
    time::{Duration, Instant},
};

use erased_serde::Serialize as Erased;
use indicatif::ProgressBar;
use millipawn_evolve::{
    job::task::Outcome,
    run::{Run, checkpoint::Checkpoint, kinds, settings::Value},
    signature,
};
use serde::Serialize;

use crate::{
    arguments::StageArguments,
    checkpoint_file,
    demes::Demes,
    failure::Failure,
    family, output,
    pool::{Pool, Told},
    progress,
};

/// Why other machines get no work in which a clock binds.
pub(crate) const BY_CLOCK: &str =
    "a clock binds, and how fast each machine is would decide what comes of it";

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
    /// Generations that were told of when the run was kept.
    pub(crate) told: usize,
    /// The room in which it exchanges programs.
    pub(crate) demes: Option<&'a Demes>,
}

/// A generation as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    record: Box<dyn Erased + 'a>,
    elapsed_ms: u64,
    /// The settings that hold from this generation on.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    changed: BTreeMap<String, Value>,
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
    let told = reports.told;
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
        pool,
    };
    // A first generation may be scored without work.
    reporter.tell_new()?;
    pool.work_off(&mut reporter, |at| at.run.ask(), Reporter::take)?;
    pool.conclude(&reporter.bar);
    if let Some(demes) = reports.demes {
        eprintln!("{}", demes.report());
    }
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
    for change in run.changes() {
        output::line(change)?;
    }
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
    pool: &'a Pool,
}

impl Reporter<'_> {
    fn take(&mut self, outcome: &Outcome) -> Result<Told, Failure> {
        let told = self.run.tell(outcome);
        if told.is_err() {
            return Ok(told);
        }
        if self.run.scored() > self.told {
            self.tell_new()?;
            return Ok(told);
        }
        // Where results are checked, what is kept is what passed all checks: whole generations.
        if self.kept.elapsed() > INTERVAL && !self.pool.checks() {
            self.keep()?;
            let progress = self.run.progress();
            let share = 100 * progress.done / progress.pieces.max(1);
            let generation = self.run.scored();
            self.bar.set_message(format!(
                "{share} % of generation {generation}{}",
                self.pool.status()
            ));
        }
        Ok(told)
    }

    /// Tells of the generations that nobody has been told of.
    fn tell_new(&mut self) -> Result<(), Failure> {
        if let Some(demes) = self.reports.demes.filter(|_| self.run.scored() > self.told) {
            demes.on_scored(self.run);
        }
        // Kept before it is told: who has read of a generation can rely on it.
        self.keep()?;
        for generation in self.told..self.run.scored() {
            if self.reports.json
                && let Some(record) = self.run.line(generation)
            {
                output::json(&Line {
                    record,
                    elapsed_ms: self.started.elapsed().as_millis() as u64,
                    changed: changed(self.run, generation),
                    seed: self.reports.seed,
                })?;
            }
            self.bar.inc(1);
        }
        self.told = self.run.scored();
        if let Some(summary) = self
            .told
            .checked_sub(1)
            .and_then(|last| self.run.summary(last))
        {
            let (status, demes) = (self.pool.status(), self.reports.demes);
            let in_room = demes.map_or_else(String::new, |demes| format!("; {}", demes.report()));
            self.bar
                .set_message(format!("{}{status}{in_room}", summary.counts));
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

/// Works off a run to this generation, and tells what came of it.
///
/// # Errors
/// A kept run of another engine, and as [`to_end`] and [`conclude`].
pub(crate) fn run(
    run: impl Run,
    generations: u32,
    arguments: &StageArguments,
) -> Result<(), Failure> {
    run_and_tell(run, generations, arguments, None)
}

/// The same; in the end also where the program of this number came from, counted from 1.
///
/// # Errors
/// As [`run`], and as [`family::tell`].
pub(crate) fn run_and_tell(
    mut run: impl Run,
    generations: u32,
    arguments: &StageArguments,
    family: Option<u32>,
) -> Result<(), Failure> {
    run.set_generations(generations);
    set_at(&mut run, &arguments.set_at)?;
    if !run.is_finished() {
        can_go_on(arguments, &run)?;
    }
    let demes = Demes::join(&arguments.room, &arguments.pool, &run)?;
    let reports = Reports {
        json: arguments.json,
        checkpoint: arguments.checkpoint.as_deref(),
        out: arguments.out.as_deref(),
        told: told(arguments.resume.as_deref(), &run),
        seed: None,
        demes: demes.as_ref(),
    };
    let started = Instant::now();
    let pool = arguments.room.pool(&arguments.pool);
    let pool = match run.is_repeatable() {
        true => pool,
        false => pool.of_this_machine(BY_CLOCK)?,
    };
    let pool = Pool::with_network(&pool)?;
    to_end(&mut run, reports, &pool)?;
    family::tell(&run, family, arguments.json)?;
    conclude(&run, reports, started.elapsed())
}

/// Lets settings have other values from a generation on, as `--set-at` says.
///
/// # Errors
/// The first that cannot be obeyed.
pub(crate) fn set_at(run: &mut dyn Run, changes: &[String]) -> Result<(), Failure> {
    let mut changes: Vec<&String> = changes.iter().collect();
    // In the order in which they hold.
    changes.sort_by_key(|text| {
        text.split(':')
            .next()
            .and_then(|text| text.parse::<u32>().ok())
    });
    changes.into_iter().try_for_each(|text| {
        let changed = kinds::change_as_told(run, text);
        changed.map_err(|why| Failure::of(format_args!("--set-at {text}"), why))
    })
}

/// The settings that another value holds for from this generation on.
fn changed(run: &dyn Run, generation: usize) -> BTreeMap<String, Value> {
    let changes = run.changes().into_iter();
    let now = changes.filter(|change| change.generation as usize == generation);
    now.map(|change| (change.name, change.value)).collect()
}

/// What a run that was kept has told of: what it had scored.
pub(crate) fn told(kept: Option<&Path>, run: &impl Run) -> usize {
    kept.map_or(0, |_| run.scored())
}

/// The run to go on with, as it was kept; before its first generation where another engine made it and it is to begin anew.
///
/// # Errors
/// A file that is none.
pub(crate) fn kept<C: Checkpoint>(arguments: &StageArguments) -> Result<Option<C>, Failure> {
    let path = arguments.resume.as_deref();
    let kept = path.map(checkpoint_file::read::<C>).transpose()?;
    Ok(kept.map(|kept| {
        let is_anew = arguments.anew && kept.is_of_another_engine();
        match is_anew || arguments.room.replay {
            true => kept.anew(),
            false => kept,
        }
    }))
}

/// Refuses to go on with the run of another engine: its history would be that of two.
fn can_go_on(arguments: &StageArguments, run: &impl Run) -> Result<(), Failure> {
    let at_fault = at_fault(arguments, "--resume");
    unless_of_another_engine(run, &at_fault, "--anew begins it again")
}

/// Refuses to go on with the run of another engine; `instead`: what can be done.
pub(crate) fn unless_of_another_engine(
    run: &impl Run,
    file: &str,
    instead: &str,
) -> Result<(), Failure> {
    let Some(engine) = run.engine().filter(|_| run.is_of_another_engine()) else {
        return Ok(());
    };
    let own = signature::OWN;
    let why = format!(
        "another engine made this run (signature {engine}, here {own}): {instead}, --generations with its last \
         one tells what there is"
    );
    Err(Failure::of(file, why))
}

/// What is wrong with a kept run, or with what the command line says of a new one.
pub(crate) fn at_fault(arguments: &StageArguments, what: &str) -> String {
    let path = arguments.resume.as_deref();
    path.map_or_else(|| what.to_owned(), |path: &Path| path.display().to_string())
}
