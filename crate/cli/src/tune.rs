//! `millipawn tune`: breeds the search of a program, so that it solves a suite with few nodes.

use millipawn_engine::examples::import::grouped;
use millipawn_evolve::{
    job::{
        suite::{self, Problem},
        work::{Outcome, Task},
    },
    run::tuning::{Checkpoint, Record, Settings, Tuning},
};
use serde::Serialize;

use crate::{
    arena::{no_use, report, text_of},
    arguments::TuneArguments,
    checkpoint_file,
    failure::Failure,
    given,
    stage::{self, Stage, at_fault, settle},
};

/// A generation as a line of JSON.
#[derive(Serialize)]
pub(crate) struct RecordLine {
    generation: u32,
    best: u64,
    mean: f64,
    worst: u64,
    solved: u32,
    positions: u32,
    elapsed_ms: u64,
    champion: String,
}

/// Runs it to its last generation.
///
/// # Errors
/// Arguments or files that cannot be obeyed or used, a checkpoint that cannot be written, or standard output.
pub fn run(arguments: TuneArguments) -> Result<(), Failure> {
    let problems = problems(&arguments)?;
    let mut tuning = match &arguments.stage.resume {
        Some(path) => {
            let kept = checkpoint_file::read_as(path, Checkpoint::from_text)?;
            let begins = stage::begins_anew(&arguments.stage, kept.engine);
            let kept = if begins { kept.anew() } else { kept };
            Tuning::resume(kept, problems)
        }
        None => {
            let name = arguments.program.as_deref().unwrap_or("staunton");
            let player = given::player(name)
                .map_err(|error| Failure::of(format_args!("--program {name}"), error))?;
            let seed = stage::seed(&arguments.stage)?;
            Tuning::new(settings(&arguments)?, seed, player, problems)
        }
    }
    .map_err(|error| Failure::of(at_fault(&arguments.stage, "tune"), error))?;
    if arguments.stage.resume.is_some() {
        let mut settings = *tuning.settings();
        let own = [("Generations", arguments.stage.generations)];
        settle(&arguments.stage, &own, |name, value| {
            settings.set(name, value)
        })?;
        tuning.set_generations(settings.generations as u32);
        if !tuning.is_finished() {
            stage::can_go_on(&arguments.stage, tuning.engine())?;
        }
    }
    stage::run(tuning, &arguments.stage)
}

fn settings(arguments: &TuneArguments) -> Result<Settings, Failure> {
    let mut settings = Settings::DEFAULT;
    let own = [
        ("Generations", arguments.stage.generations),
        ("Population", arguments.population),
        ("Nodes", arguments.nodes),
    ];
    settle(&arguments.stage, &own, |name, value| {
        settings.set(name, value)
    })?;
    Ok(settings)
}

/// The suite in a file, or the built-in one.
fn problems(arguments: &TuneArguments) -> Result<Vec<Problem>, Failure> {
    let Some(path) = &arguments.suite else {
        return Ok(suite::sample());
    };
    let (problems, skipped) = suite::read(&text_of(path)?);
    if problems.is_empty() {
        return Err(no_use(path, "", &skipped, "no position"));
    }
    report(path, "", &skipped);
    Ok(problems)
}

impl Stage for Tuning {
    type Line = RecordLine;

    fn ask(&mut self) -> Option<Task> {
        self.ask()
    }

    fn tell(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        let told = self.tell(outcome).map(|_| ());
        told.map_err(|error| Failure::of("tune", error))
    }

    fn kept(&self) -> String {
        self.checkpoint().to_text()
    }

    fn scored(&self) -> usize {
        self.records().len()
    }

    fn last(&self) -> i32 {
        self.settings().generations
    }

    fn under_way(&self) -> String {
        let (done, pieces) = self.progress();
        format!("{done} of {pieces} pieces of generation {}", self.scored())
    }

    fn line(&self, generation: usize, elapsed_ms: u64) -> RecordLine {
        let Record {
            generation,
            best,
            mean,
            worst,
            solved,
            positions,
            champion,
            ..
        } = self.records()[generation].clone();
        RecordLine {
            generation,
            best,
            mean,
            worst,
            solved,
            positions,
            elapsed_ms,
            champion,
        }
    }

    fn counts(&self, generation: usize) -> String {
        let record = &self.records()[generation];
        format!(
            "best {}, mean {}, worst {} nodes; the best solves {} of {}",
            grouped(record.best),
            grouped(record.mean.round() as u64),
            grouped(record.worst),
            record.solved,
            record.positions
        )
    }

    fn programs(&self) -> Vec<String> {
        self.ranked().iter().map(ToString::to_string).collect()
    }

    fn fitness(&self) -> f64 {
        self.records().last().map_or(0.0, |last| last.best as f64)
    }
}
