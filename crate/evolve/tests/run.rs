//! A run is one history, whoever does the work, in whatever order, and however often it is interrupted.

use millipawn_engine::{Example, TrainingSet};
use millipawn_evolve::{
    job::{
        host::Timeless,
        task::{Job, Task, Worker, perform},
    },
    run::{
        Run, RunError,
        checkpoint::{Checkpoint as _, CheckpointError},
        imitation::{
            Checkpoint, Imitation, ImitationError, Record, Settings,
            fixed_sample::{FixedSample, random_programs},
        },
        settings::RunSettings,
    },
    system::{System, matching::Search},
    text::chromosome::Chromosome,
};
use shakmaty::{Chess, Position};

/// Examples from games of a simple pseudo-random mover: any moves will do here.
fn examples() -> TrainingSet {
    let mut set = TrainingSet::default();
    let mut state = 7_u64;
    for game in 0..30 {
        let mut position = Chess::default();
        for ply in 0..60_u16 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let chosen = moves[(state >> 33) as usize % moves.len()];
            let mut example = Example::new(&position, chosen).expect("a legal position packs");
            example.ply = ply;
            example.game = game;
            set.push(&example);
            position.play_unchecked(chosen);
        }
    }
    set
}

fn settings() -> Settings {
    settings_of(System::ACPP)
}

fn settings_of(system: System) -> Settings {
    Settings {
        population: 9,
        positions: 70,
        generations: 6,
        held_out_interval: 2,
        mutation_probability: 0.02,
        ..Settings::of(system)
    }
}

fn new_run() -> Imitation {
    run_of(settings())
}

fn run_of(settings: Settings) -> Imitation {
    Imitation::new(settings, examples()).expect("there are examples")
}

/// Does all work of the next generation in the order that `pick` chooses among the pieces under way.
fn advance(experiment: &mut Imitation, pick: impl Fn(usize) -> usize) -> Option<Record> {
    let mut waiting: Vec<Task> = Vec::new();
    loop {
        while let Some(task) = experiment.ask() {
            waiting.push(task);
        }
        if waiting.is_empty() {
            return None;
        }
        let task = waiting.remove(pick(waiting.len()));
        let told = experiment.take(&perform(&task)).expect("the outcome fits");
        if let [record] = told {
            return Some(record.clone());
        }
    }
}

/// The systems whose programs imitate.
fn imitators() -> impl Iterator<Item = System> {
    let systems = System::ALL.iter().copied();
    systems.filter(|system| system.offers("imitation").is_ok())
}

fn history(experiment: &mut Imitation, pick: impl Fn(usize) -> usize) -> Vec<Record> {
    while advance(experiment, &pick).is_some() {}
    experiment.records().to_vec()
}

#[test]
fn the_order_of_the_work_changes_nothing() {
    for system in imitators() {
        let new_run = || run_of(settings_of(system));
        let first_come = history(&mut new_run(), |_| 0);
        assert_eq!(first_come.len(), 7);
        assert_eq!(history(&mut new_run(), |waiting| waiting - 1), first_come);
        assert_eq!(history(&mut new_run(), |waiting| waiting / 2), first_come);
    }
}

#[test]
fn a_run_resumed_after_every_generation_is_the_same_run() {
    for system in imitators() {
        let mut uninterrupted = run_of(settings_of(system));
        let expected = history(&mut uninterrupted, |_| 0);
        let mut experiment = run_of(settings_of(system));
        while advance(&mut experiment, |_| 0).is_some() {
            // Some work of the next generation is given out and lost.
            experiment.ask();
            let text = experiment.kept().to_text();
            let checkpoint = Checkpoint::from_text(&text).expect("just written");
            experiment = Imitation::resume(checkpoint, examples()).expect("the same games");
        }
        assert_eq!(experiment.records(), expected);
        assert_eq!(experiment.champion(), uninterrupted.champion());
    }
}

/// The positions stay, so the fittest, which passes on unchanged, never does worse.
#[test]
fn falcons_best_never_falls_back_on_the_same_positions() {
    for search in [Search::Quiescence, Search::Static] {
        let mut experiment = run_of(Settings {
            search,
            ..settings_of(System::FALCON)
        });
        let best: Vec<u32> = history(&mut experiment, |_| 0)
            .iter()
            .map(|record| record.best)
            .collect();
        assert!(best.is_sorted(), "{best:?}");
    }
}

/// Written before there was another system: it names none, and goes on as it would have.
#[test]
fn a_checkpoint_without_a_system_is_of_acpp() {
    let mut experiment = new_run();
    advance(&mut experiment, |_| 0).expect("a record");
    let text = experiment.kept().to_text();
    let new_rows = [
        "system",
        "sample-anew",
        "search",
        "fitness-exponent",
        "scaling",
        "player",
    ];
    let old: String = text
        .lines()
        .filter(|line| !line.starts_with("crc "))
        .filter(|line| {
            !new_rows
                .iter()
                .any(|key| line.starts_with(&format!("setting {key}=")))
        })
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(
        text.lines().count(),
        old.lines().count() + new_rows.len() + 1
    );
    let old = format!("{old}crc {:08x}\n", crc32fast::hash(old.as_bytes()));
    assert_eq!(Checkpoint::from_text(&old), Ok(experiment.kept()));
}

#[test]
fn work_done_twice_or_too_late_is_ignored() {
    let mut experiment = new_run();
    let task = experiment.ask().expect("there is work");
    let outcome = perform(&task);
    assert_eq!(experiment.take(&outcome), Ok(&[][..]));
    assert_eq!(experiment.take(&outcome), Ok(&[][..]));
    let late = outcome.clone();
    // The first piece was told already, the rest of the generation is asked for and done here.
    advance(&mut experiment, |_| 0).expect("a record");
    assert_eq!(experiment.take(&late), Ok(&[][..]));
    advance(&mut experiment, |_| 0).expect("a record");
    assert_eq!(experiment.records(), &history(&mut new_run(), |_| 0)[..2]);
}

#[test]
fn a_run_that_goes_on_past_its_end_is_the_longer_run() {
    let longer = Settings {
        generations: 8,
        ..settings()
    };
    let mut long = Imitation::new(longer, examples()).expect("there are examples");
    let expected = history(&mut long, |_| 0);
    let shorter = Settings {
        generations: 5,
        ..settings()
    };
    let mut experiment = Imitation::new(shorter, examples()).expect("there are examples");
    // The end is measured although 5 is not a multiple of the interval.
    assert!(history(&mut experiment, |_| 0)[5].held_out.is_some());
    experiment.set_generations(u32::MAX);
    assert_eq!(experiment.settings().generations, 100_000);
    experiment.set_generations(8);
    assert_eq!(history(&mut experiment, |_| 0), expected);
}

#[test]
fn the_held_out_games_are_never_learned_from() {
    let experiment = new_run();
    let set = examples();
    let game = |index: &u32| set.get(*index as usize).game;
    let split = experiment.split();
    assert_eq!(split.training.len() + split.held_out.len(), set.len());
    assert!(!split.held_out.is_empty());
    assert!(
        split.held_out.iter().map(game).all(|held_out| split
            .training
            .iter()
            .map(game)
            .all(|game| game != held_out))
    );
}

#[test]
fn trouble_is_named() {
    assert_eq!(
        Imitation::new(settings(), TrainingSet::default()).err(),
        Some(ImitationError::NoExamples)
    );
    let checkpoint = new_run().kept();
    let mut other = TrainingSet::default();
    other.push(&examples().get(0));
    assert!(matches!(
        Imitation::resume(checkpoint.clone(), other).err(),
        Some(ImitationError::Run(RunError::OtherData(..)))
    ));
    let text = checkpoint.to_text();
    let read = |text: &str| Checkpoint::from_text(text).err();
    assert_eq!(read(""), Some(CheckpointError::NotACheckpoint));
    assert_eq!(
        read(&text.replacen(" 3\n", " 4\n", 1)),
        Some(CheckpointError::UnknownVersion("4".to_owned()))
    );
    assert_eq!(
        read(&text.replacen("population=9", "population=8", 1)),
        Some(CheckpointError::Damaged)
    );
    assert_eq!(
        read(&text[..text.len() / 2]),
        Some(CheckpointError::Damaged)
    );
}

/// These lines as a checkpoint that is whole.
fn sealed(lines: &[&str]) -> String {
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    format!("{body}crc {:08x}\n", crc32fast::hash(body.as_bytes()))
}

/// A checksum is no proof that this program wrote a text: individuals of another system than the run's made it panic.
#[test]
fn the_order_of_a_checkpoints_lines_means_nothing() {
    let mut experiment = new_run();
    history(&mut experiment, |_| 0);
    let text = experiment.kept().to_text();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.pop();
    let is_setting = |line: &&str| line.starts_with("setting ");
    let (settings, others): (Vec<&str>, Vec<&str>) =
        lines[1..].iter().copied().partition(is_setting);
    let shuffled = [&lines[..1], &others, &settings].concat();
    assert_eq!(
        Checkpoint::from_text(&sealed(&shuffled)),
        Ok(experiment.kept())
    );
    let other = [&shuffled[..], &["setting system=falcon"]].concat();
    assert!(Checkpoint::from_text(&sealed(&other)).is_err());
    let mixed: Vec<&str> = lines
        .iter()
        .copied()
        .filter(|line| !line.starts_with("setting system="))
        .chain(["setting system=falcon"])
        .collect();
    assert!(Checkpoint::from_text(&sealed(&mixed)).is_err());
}

#[test]
fn champions_find_of_the_fixed_sample_what_their_records_say_where_it_was_measured() {
    for system in imitators() {
        let settings = settings_of(system);
        let records = history(&mut run_of(settings.clone()), |_| 0);
        let sample = FixedSample::of(&examples(), &settings);
        assert!(sample.is_held_out);
        let champions: Vec<_> = records
            .iter()
            .map(|record| Chromosome::parse(&record.champion).expect("a program"))
            .map(|champion| champion.genome)
            .collect();
        let found = sample.found(&settings, &champions).expect("they match");
        for (record, found) in records.iter().zip(&found) {
            let Some(held_out) = &record.held_out else {
                continue;
            };
            assert_eq!(
                (held_out.matched, held_out.examples),
                (*found, sample.examples.len() as u32)
            );
        }
        // All at once find what each finds alone.
        for (champion, found) in champions.iter().zip(found) {
            let alone = sample.found(&settings, std::slice::from_ref(champion));
            assert_eq!(alone, Some(vec![found]));
        }
    }
}

/// With the same positions and an elite the best stays when nothing better comes.
#[test]
fn a_best_program_is_tried_on_the_held_out_examples_once() {
    let settings = Settings {
        sample_anew: false,
        elite: 1,
        mutation_probability: 0.0,
        crossover_probability: 0.0,
        ..settings()
    };
    let mut experiment = run_of(settings.clone());
    let mut tried = 0;
    while let Some(task) = experiment.ask() {
        tried += u32::from(task.id.phase == 1 && task.id.chunk == 0);
        experiment.take(&perform(&task)).expect("the outcome fits");
    }
    let records = experiment.records();
    let [measured, champions] = [
        records
            .iter()
            .filter_map(|record| record.held_out.as_ref())
            .map(|found| found.matched)
            .collect::<Vec<_>>(),
        records.iter().map(|record| record.best).collect(),
    ];
    assert_eq!((tried, measured.len()), (1, 4));
    for counts in [measured, champions] {
        assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    }
}

/// What workers know of them is worth keeping then.
#[test]
fn workers_are_told_which_examples_return() {
    let returning = |search, sample_anew, held_out_positions| {
        let mut experiment = run_of(Settings {
            search,
            sample_anew,
            held_out_positions,
            ..settings()
        });
        let mut heard = [None; 2];
        while let Some(task) = experiment.ask() {
            if let Job::MoveMatching(asked) = &task.job {
                heard[usize::from(task.id.phase)] = Some(asked.returning);
            }
            experiment.take(&perform(&task)).expect("the outcome fits");
        }
        heard.map(|phase| phase.expect("both are asked about"))
    };
    assert_eq!(returning(Search::Quiescence, true, 50), [false, false]);
    assert_eq!(returning(Search::Quiescence, false, 50), [true, false]);
    assert_eq!(returning(Search::Static, true, 50), [false, true]);
    assert_eq!(returning(Search::Static, false, 50), [true, true]);
    assert_eq!(returning(Search::Static, false, 20_000), [true, false]);
}

/// A worker keeps the weights of the individuals it counted last.
#[test]
fn a_worker_counts_alike_whoever_it_counted_before() {
    let mut experiment = run_of(Settings {
        generations: 2,
        ..settings_of(System::FALCON)
    });
    let mut tasks = Vec::new();
    while let Some(task) = experiment.ask() {
        experiment.take(&perform(&task)).expect("the outcome fits");
        tasks.push(task);
    }
    let mut worker = Worker::default();
    for task in tasks.iter().chain(tasks.iter().rev()) {
        assert_eq!(
            worker.perform(task, &mut Timeless::default()),
            perform(task)
        );
    }
}

#[test]
fn without_held_out_games_the_fixed_sample_is_of_those_learned_from() {
    let settings = Settings {
        held_out_share: 0.0,
        held_out_positions: 1000,
        ..settings()
    };
    let sample = FixedSample::of(&examples(), &settings);
    assert!(!sample.is_held_out);
    assert_eq!(sample.examples.len(), 1000);
    let nothing = FixedSample::of(&TrainingSet::default(), &settings);
    assert!(nothing.examples.is_empty());
}

#[test]
fn random_programs_are_those_that_a_run_begins_with() {
    for system in imitators() {
        let settings = settings_of(system);
        let mut run = run_of(settings.clone());
        advance(&mut run, |_| 0);
        let random = random_programs(&settings);
        let of_run = run.kept().scored.expect("a generation").population;
        assert_eq!(random, of_run);
    }
}
