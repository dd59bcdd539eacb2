//! `millipawn coevolve`: programs play each other, and the winners breed.

use std::path::Path;

use millipawn_evolve::{
    chromosome::{Chromosome, System},
    coevolution::{self, Checkpoint, Coevolution, Drift, Record, Setting, Settings},
    program::Program,
    work::{Outcome, Task},
};
use serde::Serialize;

use crate::{
    arena::{openings, rules, text_of},
    arguments::CoevolveArguments,
    checkpoint_file,
    failure::Failure,
    stage::{self, Stage, at_fault, settle},
};

/// Random programs where none are given: as many as the paper's.
const POPULATION: usize = 10;

/// A generation as a line of JSON; points, not halves.
#[derive(Serialize)]
pub(crate) struct RecordLine {
    generation: u32,
    best: f64,
    mean: f64,
    worst: f64,
    /// Of each program.
    games: u32,
    elapsed_ms: u64,
    champion: String,
    /// Of each program.
    points: Vec<f64>,
    genes: Vec<Drift>,
    diversity: f64,
}

/// Runs it to its last generation.
///
/// # Errors
/// Arguments or files that cannot be obeyed or used, a checkpoint that cannot be written, or standard output.
pub fn run(arguments: CoevolveArguments) -> Result<(), Failure> {
    let openings = openings(arguments.openings.as_deref())?;
    let mut run = match &arguments.stage.resume {
        Some(path) => {
            let kept = checkpoint_file::read_as(path, Checkpoint::from_text)?;
            Coevolution::resume(kept, openings)
        }
        None => {
            let setting = setting(&arguments)?;
            let founders = founders(&arguments, setting.seed)?;
            Coevolution::new(setting, &founders, openings)
        }
    }
    .map_err(|error| Failure::of(at_fault(&arguments.stage, "coevolve"), error))?;
    if arguments.stage.resume.is_some() {
        let mut settings = run.setting().settings;
        let own = [("Generations", arguments.stage.generations)];
        settle(&arguments.stage, &own, |name, value| {
            settings.set(name, value)
        })?;
        run.set_generations(settings.generations as u32);
    }
    stage::run(run, &arguments.stage)
}

fn setting(arguments: &CoevolveArguments) -> Result<Setting, Failure> {
    let mut settings = Settings::DEFAULT;
    let own = [
        ("Generations", arguments.stage.generations),
        ("GamesPerPair", arguments.games_per_pair),
        ("Nodes", arguments.nodes),
    ];
    settle(&arguments.stage, &own, |name, value| {
        settings.set(name, value)
    })?;
    let search = arguments.search.as_deref().unwrap_or(coevolution::PLAIN);
    Ok(Setting {
        settings,
        rules: rules(&arguments.rule)?,
        search: search.to_owned(),
        seed: stage::seed(&arguments.stage)?,
    })
}

/// The programs given, or random ones.
fn founders(arguments: &CoevolveArguments, seed: u64) -> Result<Vec<Chromosome>, Failure> {
    if arguments.from.is_empty() {
        let system = arguments.system.as_deref().and_then(System::from_id);
        let programs = arguments
            .population
            .map_or(POPULATION, |count| count as usize);
        return Ok(coevolution::random(
            system.unwrap_or(System::Acpp),
            programs,
            seed,
        ));
    }
    let mut founders = Vec::new();
    for text in &arguments.from {
        let path = Path::new(text);
        if path.exists() {
            founders.extend(listed(path)?);
        } else {
            let shown: String = text.chars().take(60).collect();
            let program = Program::parse(text)
                .map_err(|error| Failure::of(format_args!("--from {shown}"), error))?;
            founders.push(program.evaluation);
        }
    }
    Ok(founders)
}

/// The programs of a file: one a line. How they search does not matter here.
fn listed(path: &Path) -> Result<Vec<Chromosome>, Failure> {
    let text = text_of(path)?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(at, line)| match Program::parse(line.trim()) {
            Ok(program) => Ok(program.evaluation),
            Err(error) => Err(Failure::Refused(Failure::place(path, "", at + 1, error))),
        })
        .collect()
}

impl Stage for Coevolution {
    type Line = RecordLine;

    fn ask(&mut self) -> Option<Task> {
        self.ask()
    }

    fn tell(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        let told = self.tell(outcome).map(|_| ());
        told.map_err(|error| Failure::of("coevolve", error))
    }

    fn kept(&self) -> String {
        self.checkpoint().to_text()
    }

    fn scored(&self) -> usize {
        self.records().len()
    }

    fn last(&self) -> i32 {
        self.setting().settings.generations
    }

    fn under_way(&self) -> String {
        format!(
            "{} of {} games of generation {}",
            self.games_played(),
            self.pairings().len(),
            self.scored()
        )
    }

    fn line(&self, generation: usize, elapsed_ms: u64) -> RecordLine {
        let record = self.records()[generation].clone();
        RecordLine {
            generation: record.generation,
            best: points(record.best),
            mean: mean(&record),
            worst: points(record.worst),
            games: record.games,
            elapsed_ms,
            points: record.halves.iter().copied().map(points).collect(),
            champion: record.champion,
            genes: record.genes,
            diversity: record.diversity,
        }
    }

    fn counts(&self, generation: usize) -> String {
        let record = &self.records()[generation];
        format!(
            "best {}, mean {}, worst {} points of {}; diversity {:.3}",
            points(record.best),
            mean(record),
            points(record.worst),
            record.games,
            record.diversity
        )
    }

    fn programs(&self) -> Vec<String> {
        self.ranked().iter().map(ToString::to_string).collect()
    }

    fn fitness(&self) -> f64 {
        self.records().last().map_or(0.0, |last| points(last.best))
    }
}

fn points(halves: u32) -> f64 {
    f64::from(halves) / 2.0
}

/// Every game shares out one point.
fn mean(record: &Record) -> f64 {
    points(record.games)
}
