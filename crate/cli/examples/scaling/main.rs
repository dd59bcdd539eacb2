//! How the time of a run grows: with workers, population, positions and games.
//!
//! `cargo run --release -p millipawn --example scaling -- --out docs` prints a table for each and draws it as SVG.

#![allow(
    clippy::disallowed_methods,
    reason = "a benchmark reads files and clocks"
)]

mod plot;

use std::{
    io::Read,
    path::{Path, PathBuf},
    time::Instant,
};

use clap::Parser;
use millipawn_cli::{failure::Failure, games, pool::Pool};
use millipawn_engine::{
    TrainingSet,
    examples::import::{ImportSettings, Importer, grouped},
};
use millipawn_evolve::{
    job::{host::Timeless, task::Worker},
    run::{
        Run,
        imitation::{Imitation, Settings},
        settings::RunSettings,
    },
    system::System,
};

use plot::{Chart, Line};

const SYSTEMS: [System; 2] = [System::ACPP, System::FALCON];
const WORKERS: [u16; 4] = [1, 2, 4, 8];
const POPULATIONS: [u32; 6] = [50, 100, 200, 350, 500, 1000];
const POSITIONS: [u32; 6] = [500, 2000, 5000, 10_000, 30_000, 100_000];
const GAMES: [u64; 4] = [1000, 10_000, 100_000, 1_000_000];

/// Measures how the time of a run grows.
#[derive(Debug, Parser)]
struct Arguments {
    /// Games to learn from
    #[arg(
        long,
        value_name = "FILE",
        default_value = "../shared/data/gm/train.pgn"
    )]
    pgn: PathBuf,
    /// Where the drawings go
    #[arg(long, value_name = "FOLDER", default_value = "target/scaling")]
    out: PathBuf,
    /// How often everything is measured
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: usize,
    /// Length of each run
    #[arg(long, value_name = "N", default_value_t = 10)]
    generations: u32,
    /// One of them alone
    #[arg(long, value_name = "WHAT", value_parser = ["workers", "population", "positions", "games"])]
    only: Option<String>,
    /// The most games that are read
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    most_games: u64,
}

fn main() {
    if let Err(Failure::Refused(reason)) = measure(&Arguments::parse()) {
        eprintln!("scaling: {reason}");
        std::process::exit(2);
    }
}

fn measure(arguments: &Arguments) -> Result<(), Failure> {
    if !arguments.pgn.is_file() {
        eprintln!(
            "skipped: {} is not there, and the sample games have too few positions",
            arguments.pgn.display()
        );
        return Ok(());
    }
    std::fs::create_dir_all(&arguments.out)
        .map_err(|error| Failure::file(&arguments.out, error))?;
    let bench = Bench::of(arguments, |import| import)?;
    println!(
        "Millipawn {}, {}, {} cores; runs of {} generations, median of {}, seconds",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH,
        std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        arguments.generations,
        arguments.rounds,
    );
    let all: [(&str, Measure<'_>); 4] = [
        ("workers", Bench::workers),
        ("population", Bench::population),
        ("positions", Bench::positions),
        ("games", Bench::games),
    ];
    let is_wanted = |name| arguments.only.as_deref().is_none_or(|only| only == name);
    all.into_iter()
        .filter(|(name, _)| is_wanted(*name))
        .try_for_each(|(_, measure)| measure(&bench))
}

/// Measures one thing, prints and draws it.
type Measure<'a> = fn(&Bench<'a>) -> Result<(), Failure>;

/// The games, and how runs on them are measured.
struct Bench<'a> {
    arguments: &'a Arguments,
    sets: Vec<(System, TrainingSet)>,
}

/// The seconds of a run by one worker.
#[derive(Clone, Copy)]
struct Parts {
    /// In which only the run itself could go on: breeding, giving out work, taking in results.
    serial: f64,
    /// Of the work that is given out.
    work: f64,
    /// Pieces of work.
    pieces: usize,
}

impl<'a> Bench<'a> {
    /// Each system with the examples that it takes from the games, or that it would with other settings.
    fn of(
        arguments: &'a Arguments,
        other: impl Fn(ImportSettings) -> ImportSettings,
    ) -> Result<Self, Failure> {
        let sets = SYSTEMS.map(|system| {
            let import = other(Settings::of(system).import);
            let (set, summary) = games::read(std::slice::from_ref(&arguments.pgn), import, false)?;
            eprintln!("{}: {summary}", system.id());
            Ok((system, set))
        });
        Ok(Self {
            arguments,
            sets: sets.into_iter().collect::<Result<_, Failure>>()?,
        })
    }

    fn settings(&self, system: System) -> Settings {
        Settings {
            generations: self.arguments.generations,
            ..Settings::of(system)
        }
    }

    /// The median seconds of a run by so many workers, for each of `settings` in turn.
    fn medians(
        &self,
        set: &TrainingSet,
        settings: &[(u16, Settings)],
    ) -> Result<Vec<f64>, Failure> {
        let mut seconds = vec![Vec::new(); settings.len()];
        for _ in 0..self.arguments.rounds {
            for ((workers, settings), seconds) in settings.iter().zip(&mut seconds) {
                seconds.push(run(settings, set, *workers)?);
            }
        }
        Ok(seconds.into_iter().map(median).collect())
    }

    fn workers(&self) -> Result<(), Failure> {
        let mut lines = Vec::new();
        for (system, set) in &self.sets {
            let runs = WORKERS.map(|workers| (workers, self.settings(*system)));
            let seconds = self.medians(set, &runs)?;
            println!("\nTime against workers, {}", system.id());
            for (workers, time) in WORKERS.iter().zip(&seconds) {
                println!("{workers:>9} {time:>9.2} {:>6.2} x", seconds[0] / time);
            }
            let parts = alone(&self.settings(*system), set)?;
            self.predict(system.id(), parts);
            lines.push(Line::new(system.id(), &WORKERS.map(f64::from), &seconds));
        }
        self.draw("scaling-workers", "workers", lines)
    }

    /// What the serial part and the number of pieces allow on many cores: on paper.
    fn predict(&self, name: &str, parts: Parts) {
        let whole = parts.serial + parts.work;
        let each = parts.pieces as f64 / f64::from(self.arguments.generations + 1);
        println!(
            "{name}, one worker: {:.2} s of work in {} pieces ({each:.0} a generation), {:.3} s serial ({:.1} %)",
            parts.work,
            grouped(parts.pieces as u64),
            parts.serial,
            100.0 * parts.serial / whole
        );
        for cores in [2.0, 8.0, 64.0] {
            // The last round of pieces keeps only some cores busy.
            let rounds = (each / cores).ceil() * cores / each;
            let time = parts.serial + parts.work / cores * rounds;
            println!("{cores:>9} cores, on paper: {:>6.1} x", whole / time);
        }
    }

    fn population(&self) -> Result<(), Failure> {
        self.along(
            "population",
            "scaling-population",
            &POPULATIONS,
            |value, settings| Settings {
                population: value,
                ..settings
            },
        )
    }

    /// As published, Falcon has one position of a game, which is too few here.
    fn positions(&self) -> Result<(), Failure> {
        let all_of_each_game = |import| ImportSettings {
            per_game: 0,
            ..import
        };
        Bench::of(self.arguments, all_of_each_game)?.along(
            "positions a generation",
            "scaling-positions",
            &POSITIONS,
            |value, settings| Settings {
                positions: value,
                ..settings
            },
        )
    }

    /// Time against one of the settings, with two workers.
    fn along(
        &self,
        what: &str,
        file: &str,
        values: &[u32],
        with: impl Fn(u32, Settings) -> Settings,
    ) -> Result<(), Failure> {
        let mut lines = Vec::new();
        for (system, set) in &self.sets {
            let settings = |value: &u32| (2, with(*value, self.settings(*system)));
            let runs: Vec<_> = values.iter().map(settings).collect();
            let seconds = self.medians(set, &runs)?;
            println!("\nTime against {what}, {}, two workers", system.id());
            for (value, time) in values.iter().zip(&seconds) {
                let each = 1e6 * time / f64::from(*value);
                println!(
                    "{:>9} {time:>9.2} {each:>9.0} µs each",
                    grouped(u64::from(*value))
                );
            }
            let at: Vec<f64> = values.iter().map(|value| f64::from(*value)).collect();
            lines.push(Line::new(system.id(), &at, &seconds));
        }
        self.draw(file, what, lines)
    }

    fn games(&self) -> Result<(), Failure> {
        let (system, _) = self.sets[0];
        let settings = self.settings(system);
        let (mut at, mut reading, mut running) = (Vec::new(), Vec::new(), Vec::new());
        println!("\nTime against games (the file repeated), {}", system.id());
        for games in GAMES
            .into_iter()
            .filter(|games| *games <= self.arguments.most_games)
        {
            let started = Instant::now();
            let set = repeated(&self.arguments.pgn, games, settings.import.clone())?;
            let read = started.elapsed().as_secs_f64();
            let [time] = self.medians(&set, &[(2, settings.clone())])?[..] else {
                unreachable!("one run was measured");
            };
            println!(
                "{:>9} games: read in {read:.2} s, {} positions kept, a run with two workers {time:.2} s",
                grouped(games),
                grouped(set.len() as u64),
            );
            at.push(games as f64);
            reading.push(read);
            running.push(time);
        }
        let lines = vec![
            Line::new("reading the games", &at, &reading),
            Line::new("the run", &at, &running),
        ];
        self.draw("scaling-games", "games", lines)
    }

    fn draw(&self, file: &str, what: &str, lines: Vec<Line>) -> Result<(), Failure> {
        let path = self.arguments.out.join(format!("{file}.svg"));
        let chart = Chart { what, lines };
        std::fs::write(&path, chart.svg()).map_err(|error| Failure::file(&path, error))
    }
}

/// The seconds of a run from its first piece of work to its last record.
fn run(settings: &Settings, set: &TrainingSet, workers: u16) -> Result<f64, Failure> {
    let pool = Pool::new(Some(workers));
    let mut run = new(settings, set)?;
    let started = Instant::now();
    pool.work_off(&mut run, Imitation::ask, |run, outcome| {
        Ok(run.tell(outcome))
    })?;
    Ok(started.elapsed().as_secs_f64())
}

/// A run by one worker, its seconds taken apart.
fn alone(settings: &Settings, set: &TrainingSet) -> Result<Parts, Failure> {
    let mut run = new(settings, set)?;
    let mut worker = Worker::default();
    let mut parts = Parts {
        serial: 0.0,
        work: 0.0,
        pieces: 0,
    };
    let mut since = Instant::now();
    let mut lap = move || {
        let now = Instant::now();
        now.duration_since(std::mem::replace(&mut since, now))
            .as_secs_f64()
    };
    while let Some(task) = run.ask() {
        parts.serial += lap();
        let outcome = worker.perform(&task, &mut Timeless::default());
        parts.work += lap();
        parts.pieces += 1;
        run.tell(&outcome)
            .map_err(|error| Failure::of("run", error))?;
    }
    parts.serial += lap();
    Ok(parts)
}

fn new(settings: &Settings, set: &TrainingSet) -> Result<Imitation, Failure> {
    Imitation::new(settings.clone(), set.clone()).map_err(|error| Failure::of("experiment", error))
}

/// So many games: those of the file, again and again.
fn repeated(path: &Path, games: u64, settings: ImportSettings) -> Result<TrainingSet, Failure> {
    let mut text = String::new();
    std::fs::File::open(path)
        .and_then(|mut file| file.read_to_string(&mut text))
        .map_err(|error| Failure::file(path, error))?;
    let starts: Vec<usize> = text.match_indices("[Event ").map(|(at, _)| at).collect();
    let mut importer = Importer::new(settings);
    importer.begin_file(&path.display().to_string());
    let mut left = games;
    while left > 0 {
        let end = starts.get(left as usize).copied().unwrap_or(text.len());
        importer.push(&text.as_bytes()[..end]);
        left = left.saturating_sub(starts.len() as u64);
    }
    Ok(importer.finish().0)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
