//! Move orderings bred for small trees: the same history whoever works, in whatever order, paused and resumed; and the trees become
//! smaller.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use millipawn_engine::{
    ImportSettings, Importer, SAMPLE_GAMES, TrainingSet, play::contest::opening::Opening,
};
use millipawn_evolve::{
    genome::Genome,
    job::{
        suite::Problem,
        task::{Job, JobResult, Outcome, Task, TaskId, perform},
    },
    measure::by_ply::MOST_GROUPS,
    measure::{by_ply::PlyGroup, five_numbers::FiveNumbers},
    run::{
        DemesError, Fitness, Run, RunError,
        checkpoint::{Checkpoint as _, CheckpointError},
        kinds::{self, Whose},
        material::{Beginning, Material},
        ordering::{Checkpoint, OrderingError, OrderingRun, Record, Settings, Unseen},
        settings::RunSettings,
    },
    signature,
    system::evochess::Parts,
    text::chromosome::Chromosome,
};

/// Some positions of the sample games.
static FEW: LazyLock<TrainingSet> = LazyLock::new(|| first(100));

/// So many of them.
fn first(count: usize) -> TrainingSet {
    let mut importer = Importer::new(Settings::default().import);
    importer.begin_file("sample games");
    importer.push(SAMPLE_GAMES.as_bytes());
    importer.end_file();
    let all = importer.finish().0;
    let mut few = TrainingSet::default();
    all.iter()
        .take(count)
        .for_each(|example| few.push(&example));
    few
}

/// What a shell has to work on.
struct Given(TrainingSet);

impl Material for Given {
    fn examples(&self) -> Result<TrainingSet, String> {
        Err("no kind asks for them here".to_owned())
    }

    fn games(&self, _: &ImportSettings) -> Result<TrainingSet, String> {
        Ok(self.0.clone())
    }

    fn openings(&self) -> Vec<Opening> {
        Vec::new()
    }

    fn problems(&self) -> Vec<Problem> {
        Vec::new()
    }
}

/// Two pieces of work a program. The best of the generations 2 and 3 is measured.
fn settings() -> Settings {
    Settings {
        population: 6,
        parents: 2,
        generations: 3,
        depth: 2,
        positions: 12,
        migration_interval: 2,
        held_out_interval: 2,
        ..Settings::default()
    }
}

fn run_of(settings: Settings) -> OrderingRun {
    OrderingRun::new(settings, &FEW).expect("there are positions")
}

fn resumed(text: &str) -> Result<OrderingRun, OrderingError> {
    let kept = Checkpoint::from_text(text).expect("just written");
    OrderingRun::resume(kept, &FEW)
}

/// As a worker does it, told in bytes.
fn done(task: &Task) -> Outcome {
    let read = Task::from_bytes(&task.to_bytes()).expect("just written");
    assert_eq!(read, *task);
    let outcome = perform(&read);
    Outcome::from_bytes(&outcome.to_bytes()).expect("just written")
}

/// Works a run off with so many workers; of the work under way, `pick` says which is done first. Answers with what is kept in the end.
fn history(run: &mut dyn Run, workers: usize, pick: impl Fn(usize) -> usize) -> String {
    let mut under_way: Vec<Task> = Vec::new();
    loop {
        while under_way.len() < workers
            && let Some(task) = run.ask()
        {
            under_way.push(task);
        }
        if under_way.is_empty() {
            return run.checkpoint();
        }
        let task = under_way.remove(pick(under_way.len()));
        run.tell(&done(&task)).expect("it fits");
    }
}

/// By one worker.
fn finished(settings: Settings) -> OrderingRun {
    let mut run = run_of(settings);
    history(&mut run, 1, |_| 0);
    run
}

/// The run of [`settings`] in the end.
static EXPECTED: LazyLock<OrderingRun> = LazyLock::new(|| finished(settings()));

/// What is kept of it.
static KEPT: LazyLock<String> = LazyLock::new(|| EXPECTED.checkpoint());

#[test]
fn the_order_of_the_work_changes_nothing() {
    let measured = |record: &Record| record.unseen.is_some();
    let measured: Vec<bool> = EXPECTED.records().iter().map(measured).collect();
    assert_eq!(measured, [false, false, true, true]);
    for workers in [2, 5] {
        let mut run = run_of(settings());
        let last_first = history(&mut run, workers, |waiting| waiting - 1);
        assert_eq!(last_first, *KEPT, "{workers} workers");
        assert_eq!(run.records(), EXPECTED.records());
        assert_eq!(run.ranked(), EXPECTED.ranked());
    }
}

#[test]
fn work_done_twice_or_too_late_is_ignored() {
    let mut run = run_of(settings());
    let mut before = Vec::new();
    while let Some(task) = run.ask() {
        let outcome = done(&task);
        run.tell(&outcome).expect("it fits");
        before.push(outcome);
        for again in &before {
            assert_eq!(run.take(again), Ok(&[][..]));
        }
    }
    assert_eq!(run.checkpoint(), *KEPT);
}

/// What is kept is the run after its last record, also while the best is measured.
#[test]
fn a_run_resumed_anywhere_is_the_same_run() {
    let mut run = run_of(settings());
    let mut kept = vec![run.checkpoint()];
    while let Some(task) = run.ask() {
        let told = run.take(&done(&task)).expect("it fits").len();
        let text = run.checkpoint();
        match told {
            0 => assert_eq!(Some(&text), kept.last()),
            _ => kept.push(text),
        }
    }
    assert_eq!(kept.len(), 5);
    for text in kept {
        let read = Checkpoint::from_text(&text).expect("just written");
        assert_eq!(read.to_text(), text);
        let mut run = resumed(&text).expect("the same games");
        assert_eq!(run.checkpoint(), text);
        assert_eq!(history(&mut run, 1, |_| 0), *KEPT);
        assert_eq!(run.records(), EXPECTED.records());
    }
    let anew = kinds::resume(&KEPT, &Given(FEW.clone()), Whose::Anew).expect("the same games");
    assert_eq!(anew.checkpoint(), run_of(settings()).checkpoint());
}

/// The groups of plies of some positions that are bred on.
fn positions(groups: &[PlyGroup]) -> u32 {
    groups.iter().map(|group| group.positions).sum()
}

#[test]
fn nodes_are_told_by_ply_of_the_game() {
    let records = EXPECTED.records();
    let orders = &records[0].yardsticks_by_ply;
    assert_eq!(orders.len(), 4);
    for (order, groups) in records[0].yardsticks.iter().zip(orders) {
        assert_eq!(positions(groups), 12);
        assert!(could_sum_up_to(order.nodes, groups), "{order:?}");
    }
    for record in records {
        assert_eq!(positions(&record.by_ply), 12);
        assert!(could_sum_up_to(record.best, &record.by_ply), "{record:?}");
        assert_eq!(record.yardsticks_by_ply.is_empty(), record.generation > 0);
        let plies =
            |groups: &[PlyGroup]| -> Vec<u32> { groups.iter().map(|group| group.from).collect() };
        assert_eq!(plies(&record.by_ply), plies(&orders[0]));
    }
    // Who stays the best is told of once.
    let by_ply = records.iter().map(|record| &record.by_ply);
    let changes: BTreeSet<String> = by_ply.map(|groups| format!("{groups:?}")).collect();
    assert_eq!(KEPT.matches("\nby-ply ").count(), changes.len());
}

/// Whether so many nodes can be those of positions with these boxes.
fn could_sum_up_to(nodes: u64, groups: &[PlyGroup]) -> bool {
    let bound = |of: fn(&PlyGroup) -> u64| -> u64 {
        let bounds = groups
            .iter()
            .map(|group| u64::from(group.positions) * of(group));
        bounds.sum()
    };
    (bound(|group| group.nodes.least)..=bound(|group| group.nodes.greatest)).contains(&nodes)
}

/// The first version kept sums only: such a run goes on, and tells more of its later generations.
#[test]
fn a_checkpoint_of_the_first_version_goes_on() {
    let mut kept = EXPECTED.kept();
    kept.yardsticks_by_ply = Vec::new();
    for generation in &mut kept.generations {
        generation.by_ply = None;
    }
    kept.generations.truncate(2);
    let lines = kept.to_text().replacen(" 2\n", " 1\n", 1);
    let (body, _) = lines.rsplit_once("crc ").expect("it ends with it");
    let text = format!("{body}crc {:08x}\n", crc32fast::hash(body.as_bytes()));
    let mut run = resumed(&text).expect("the same games");
    history(&mut run, 1, |_| 0);
    for (record, expected) in run.records().iter().zip(EXPECTED.records()) {
        let is_old = expected.generation < 2;
        let (by_ply, yardsticks_by_ply) = match is_old {
            true => (Vec::new(), Vec::new()),
            false => (expected.by_ply.clone(), Vec::new()),
        };
        let told = Record {
            by_ply,
            yardsticks_by_ply,
            ..expected.clone()
        };
        assert_eq!(*record, told);
    }
}

/// So many generations at first, then five.
#[track_caller]
fn goes_on_after(generations: u32) {
    let longer = finished(Settings {
        generations: 5,
        ..settings()
    });
    let first = finished(Settings {
        generations,
        ..settings()
    });
    assert!(first.is_finished());
    let last = first.records().last().expect("a generation is scored");
    assert!(last.unseen.is_some(), "the last is measured");
    let kept = resumed(&first.checkpoint()).expect("the same games");
    for mut run in [first, kept] {
        run.set_generations(5);
        assert_eq!(history(&mut run, 2, |_| 0), longer.checkpoint());
        assert_eq!(run.records(), longer.records());
    }
}

#[test]
fn a_run_that_goes_on_past_its_end_is_the_longer_run() {
    for generations in [0, 2, 3] {
        goes_on_after(generations);
    }
}

/// The tasks of a run, by generation and phase.
fn tasks(settings: Settings) -> BTreeMap<(u32, u8), Vec<Task>> {
    let mut run = run_of(settings);
    let mut tasks: BTreeMap<(u32, u8), Vec<Task>> = BTreeMap::new();
    while let Some(task) = run.ask() {
        run.tell(&done(&task)).expect("it fits");
        let of_phase = tasks.entry((task.id.generation, task.id.phase));
        of_phase.or_default().push(task);
    }
    tasks
}

/// The games of the positions of some tasks.
fn games(tasks: &[Task]) -> BTreeSet<u32> {
    let of = |task: &Task| match &task.job {
        Job::TreeSize(searches) => searches.examples.clone(),
        other => panic!("no such work was asked for: {other:?}"),
    };
    let examples = tasks.iter().flat_map(of);
    examples.map(|example| example.game).collect()
}

#[test]
fn every_order_is_searched_with_once_and_the_best_on_other_games_too() {
    let tasks = tasks(settings());
    let counts: Vec<((u32, u8), usize)> = tasks
        .iter()
        .map(|(phase, tasks)| (*phase, tasks.len()))
        .collect();
    let held_out = EXPECTED.records()[3].unseen.map(|unseen| unseen.positions);
    let held_out = held_out.expect("the last is measured").div_ceil(10) as usize;
    assert!(held_out > 1, "there are several pieces");
    assert_eq!(
        counts,
        [
            // Four orders to compare with, and six programs.
            ((0, 0), 2 * (4 + 6)),
            // The two parents are known.
            ((1, 0), 2 * 4),
            ((2, 0), 2 * 4),
            ((2, 1), held_out),
            ((3, 0), 2 * 4),
            ((3, 1), held_out),
        ]
    );
    let bred_on = games(&tasks[&(0, 0)]);
    assert_eq!(games(&tasks[&(3, 0)]), bred_on, "the positions stay");
    assert!(games(&tasks[&(3, 1)]).is_disjoint(&bred_on));
}

#[test]
fn trees_become_smaller_and_never_larger() {
    let run = finished(Settings {
        demes: 2,
        depth: 3,
        generations: 10,
        held_out_share: 0.0,
        ..settings()
    });
    let records = run.records();
    for record in records {
        let (nodes, sum) = (&record.nodes, record.nodes.iter().sum::<u64>());
        assert_eq!((nodes.len(), record.positions), (12, 12));
        assert_eq!(Some(&record.best), nodes.iter().min());
        assert_eq!(Some(&record.worst), nodes.iter().max());
        assert_eq!(record.mean, sum as f64 / 12.0);
        assert_eq!(record.unseen, None);
        assert!(record.diversity > 0.0 && record.diversity < 1.0);
    }
    for pair in records.windows(2) {
        assert!(pair[1].best <= pair[0].best, "{pair:?}");
        assert_eq!(pair[1].yardsticks, pair[0].yardsticks);
    }
    let (first, last) = (&records[0], &records[10]);
    let names: Vec<&str> = first.yardsticks.iter().map(|order| order.name).collect();
    assert_eq!(
        names,
        [
            "random order",
            "f-negascout as published",
            "f-negascout, captures first",
            "the engine's history tables"
        ]
    );
    let random = first.yardsticks[0].nodes;
    assert!(2 * last.best < random, "{} of {random}", last.best);
    assert!(last.best < first.best);
    assert_eq!(run.ranked()[0], last.champion);
    let champion = run.champion_of(10).expect("every record has one");
    assert_eq!(champion.chromosome, last.champion);
    assert_eq!(champion.fitness, Some(Fitness::Count(last.best)));
    assert_eq!((champion.positions, champion.games), (Some(12), None));
}

/// A scored generation.
struct Scored {
    programs: Vec<Genome>,
    nodes: Vec<u64>,
    migrants: Vec<u32>,
}

impl Scored {
    /// The best programs of a deme of six, the best first.
    fn best(&self, deme: usize, count: usize) -> Vec<Genome> {
        let mut places: Vec<usize> = (6 * deme..6 * (deme + 1)).collect();
        places.sort_by_key(|at| self.nodes[*at]);
        let best = places.iter().take(count);
        best.map(|at| self.programs[*at].clone()).collect()
    }

    /// The programs of a deme that were parents.
    fn parents(&self, deme: usize, count: usize) -> &[Genome] {
        &self.programs[6 * deme..][..count]
    }
}

fn scored(settings: Settings) -> Vec<Scored> {
    let mut run = run_of(settings);
    let mut scored = Vec::new();
    while let Some(task) = run.ask() {
        if !run.take(&done(&task)).expect("it fits").is_empty() {
            let nodes = run.records()[scored.len()].nodes.clone();
            let mut places: Vec<usize> = (0..nodes.len()).collect();
            places.sort_by_key(|at| nodes[*at]);
            let mut ranked: Vec<(usize, String)> = places.into_iter().zip(run.ranked()).collect();
            ranked.sort_unstable();
            let genome =
                |(_, text): &(usize, String)| Chromosome::parse(text).expect("a chromosome").genome;
            scored.push(Scored {
                programs: ranked.iter().map(genome).collect(),
                nodes,
                migrants: run.records()[scored.len()].migrants.clone(),
            });
        }
    }
    assert_eq!(scored.len(), run.records().len());
    scored
}

/// Three demes of six, whose three best have children.
fn demes(migrants: u32) -> Settings {
    Settings {
        demes: 3,
        parents: 3,
        migrants,
        generations: 6,
        held_out_share: 0.0,
        ..settings()
    }
}

#[test]
fn programs_go_to_the_next_deme_at_the_interval_and_never_else() {
    for migrants in [0, 1, 2, 1000] {
        let scored = scored(demes(migrants));
        for (number, pair) in (1..).zip(scored.windows(2)) {
            for deme in 0..3 {
                let count = match number % 2 {
                    0 => 3.min(migrants as usize),
                    _ => 0,
                };
                let stay = pair[0].best(deme, 3 - count);
                let come = pair[0].best((deme + 2) % 3, count);
                assert_eq!(
                    *pair[1].parents(deme, 3),
                    [stay, come].concat(),
                    "deme {deme} of generation {number}, {migrants} migrants"
                );
                let first = 6 * deme as u32;
                let told = pair[1].migrants.iter().copied();
                let told: Vec<u32> = told.filter(|at| (first..first + 6).contains(at)).collect();
                let places: Vec<u32> = (first + 3 - count as u32..first + 3).collect();
                assert_eq!(told, places);
            }
        }
    }
}

/// Draws are by a program's place, so that the first deme is what it would be alone.
#[test]
fn demes_without_migrants_do_not_know_of_each_other() {
    let alone = scored(Settings {
        demes: 1,
        ..demes(1)
    });
    let first_deme = |scored: &[Scored]| {
        let nodes = scored.iter().map(|scored| scored.nodes[..6].to_vec());
        nodes.collect::<Vec<_>>()
    };
    assert_eq!(first_deme(&scored(demes(0))), first_deme(&alone));
    // The first that come have children in generation 2.
    let visited = first_deme(&scored(demes(1)));
    assert_eq!(visited[..2], first_deme(&alone)[..2]);
    assert_ne!(visited[2], first_deme(&alone)[2]);
}

/// Tells wrong results before the right one.
#[test]
fn results_that_do_not_fit_are_refused_and_change_nothing() {
    let mut run = run_of(settings());
    let most = u64::from(settings().most_nodes);
    assert_eq!(run.largest_piece().nodes, 10 * most);
    while let Some(task) = run.ask() {
        let right = done(&task);
        let JobResult::TreeSize(nodes) = &right.result else {
            panic!("no such work was asked for: {task:?}");
        };
        let with_first = |first: u64| [&[first], &nodes[1..]].concat();
        let wrong = [
            JobResult::TreeSize([&nodes[..], &[1]].concat()),
            JobResult::TreeSize(nodes[1..].to_vec()),
            JobResult::TreeSize(with_first(most + 1)),
            JobResult::TreeSize(with_first(u64::MAX)),
            JobResult::MoveMatching(vec![0]),
        ];
        let before = (run.checkpoint(), run.progress());
        let no_such_piece = Outcome {
            id: TaskId {
                chunk: 7000,
                ..task.id
            },
            result: right.result.clone(),
        };
        let wrong = wrong.into_iter().map(|result| Outcome {
            id: task.id,
            result,
        });
        for outcome in wrong.chain([no_such_piece]) {
            assert_eq!(run.tell(&outcome), Err(RunError::WrongOutcome));
            assert_eq!((run.checkpoint(), run.progress()), before);
        }
        run.tell(&right).expect("it fits");
    }
    assert_eq!(run.checkpoint(), *KEPT);
}

#[test]
fn searches_deeper_than_any_line_are_no_work() {
    let mut task = run_of(settings()).ask().expect("there is work");
    let mut read_with = |depth: u32| {
        if let Job::TreeSize(searches) = &mut task.job {
            searches.depth = depth;
        }
        Task::from_bytes(&task.to_bytes()).is_ok()
    };
    assert!(read_with(8) && !read_with(1000) && !read_with(u32::MAX));
}

#[test]
fn other_games_are_refused() {
    let refused = kinds::resume(&KEPT, &Given(first(101)), Whose::Kept).err();
    let told = refused.expect("these are other games");
    assert!(told.contains("searched positions of other games"), "{told}");
}

#[test]
fn what_cannot_begin_is_named() {
    let named = |settings: Settings, set: &TrainingSet| OrderingRun::new(settings, set).err();
    assert_eq!(
        named(settings(), &TrainingSet::default()),
        Some(OrderingError::NoPositions)
    );
    let mostly_held_out = Settings {
        held_out_share: 0.9,
        ..settings()
    };
    let one_game = |game: u32| {
        let mut set = TrainingSet::default();
        let of_game = FEW.iter().filter(|example| example.game == game);
        of_game.for_each(|example| set.push(&example));
        set
    };
    let each: BTreeSet<u32> = FEW.iter().map(|example| example.game).collect();
    let errors: BTreeSet<String> = each
        .into_iter()
        .filter_map(|game| named(mostly_held_out.clone(), &one_game(game)))
        .map(|error| error.to_string())
        .collect();
    let all_held_out = OrderingError::AllHeldOut.to_string();
    assert!(all_held_out.contains("smaller held-out share"));
    assert_eq!(errors, BTreeSet::from([all_held_out]));
    for parents in [6, 7] {
        let settings = Settings {
            parents,
            ..settings()
        };
        assert_eq!(
            named(settings, &FEW),
            Some(OrderingError::Demes(DemesError::AllParents))
        );
    }
    let beginning = Beginning {
        settings: "population=5\nparents=5\n",
        ..Beginning::default()
    };
    let told = kinds::begin(Settings::KIND, &beginning, &Given(FEW.clone())).err();
    let told = told.expect("nobody would be replaced");
    assert!(
        told.contains("Parents must be fewer than Population"),
        "{told}"
    );
}

/// As of searches that take a node each.
const ONE: FiveNumbers = FiveNumbers {
    least: 1,
    lower: 1,
    median: 1,
    upper: 1,
    greatest: 1,
};

/// The checkpoint of [`settings`], changed.
#[track_caller]
fn contradicts(change: impl Fn(&mut Checkpoint)) {
    let mut kept = EXPECTED.kept();
    change(&mut kept);
    // It can be written, so it may come from a file.
    let text = kept.to_text();
    assert_eq!(Checkpoint::from_text(&text), Ok(kept.clone()));
    let refused = OrderingRun::resume(kept, &FEW).err();
    assert_eq!(refused, Some(OrderingError::Run(RunError::WrongCheckpoint)));
}

#[test]
fn a_checkpoint_that_contradicts_itself_is_refused() {
    let most = u64::from(settings().most_nodes);
    contradicts(|kept| kept.generations[3].nodes.push(500));
    contradicts(|kept| kept.generations[0].nodes.truncate(5));
    contradicts(|kept| kept.generations[3].nodes[5] = 12 * most + 1);
    contradicts(|kept| kept.settings.population = 7);
    contradicts(|kept| kept.settings.demes = 2);
    // A parent needs what it needed before.
    contradicts(|kept| kept.generations[2].nodes[0] += 1);
    // Other programs would have been parents.
    contradicts(|kept| kept.generations[1].nodes[5] = 1);
    contradicts(|kept| kept.generations[2].held_out = Some(1000 * most + 1));
    contradicts(|kept| kept.yardsticks = Vec::new());
    contradicts(|kept| kept.yardsticks.truncate(3));
    contradicts(|kept| kept.yardsticks.push(1));
    contradicts(|kept| kept.yardsticks[0] = 12 * most + 1);
    contradicts(|kept| kept.generations.clear());
    // Other groups of plies, more nodes than a search may take, and other ones for the program that stays the best.
    contradicts(|kept| kept.yardsticks_by_ply[1].push(ONE));
    contradicts(|kept| kept.yardsticks_by_ply.truncate(3));
    contradicts(|kept| kept.yardsticks_by_ply[2][0].greatest = most + 1);
    contradicts(|kept| {
        for generation in &mut kept.generations {
            generation.by_ply = Some(vec![ONE; MOST_GROUPS]);
        }
    });
    let mut kept = EXPECTED.kept();
    kept.generations[0].by_ply = Some(vec![ONE; MOST_GROUPS + 1]);
    assert!(Checkpoint::from_text(&kept.to_text()).is_err());
    let no_better_child = |kept: &mut Checkpoint| {
        kept.generations.truncate(2);
        kept.generations[1].nodes[2..].fill(12 * most);
        kept.generations[1].by_ply = kept.generations[0].by_ply.clone();
    };
    let mut kept = EXPECTED.kept();
    no_better_child(&mut kept);
    assert!(OrderingRun::resume(kept, &FEW).is_ok());
    contradicts(|kept| {
        no_better_child(kept);
        if let Some(groups) = &mut kept.generations[1].by_ply {
            groups[0] = ONE;
        }
    });
    contradicts(|kept| {
        kept.generations.clear();
        kept.yardsticks.pop();
    });
    // Nothing is set aside to measure on.
    contradicts(|kept| kept.settings.held_out_share = 0.0);
    contradicts(|kept| {
        kept.settings.held_out_share = 0.0;
        kept.generations
            .iter_mut()
            .filter_map(|kept| kept.held_out.as_mut())
            .for_each(|nodes| *nodes = 0);
    });
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let read = |text: &str| Checkpoint::from_text(text).err();
    assert_eq!(read(""), Some(CheckpointError::NotACheckpoint));
    assert_eq!(
        read(&KEPT.replacen(" 4\n", " 5\n", 1)),
        Some(CheckpointError::UnknownVersion("5".to_owned()))
    );
    assert_eq!(
        read(&KEPT.replacen("seed=2002", "seed=2003", 1)),
        Some(CheckpointError::Damaged)
    );
    assert_eq!(
        read(&KEPT[..KEPT.len() / 2]),
        Some(CheckpointError::Damaged)
    );
}

#[test]
fn the_run_of_another_engine_is_read_and_does_not_go_on() {
    let mut kept = EXPECTED.kept();
    kept.engine = signature::FIRST_KEPT;
    kept.generations.pop();
    let mut run = OrderingRun::resume(kept.clone(), &FEW).expect("the same games");
    assert!(run.is_of_another_engine() && !run.is_finished());
    assert_eq!(run.records(), &EXPECTED.records()[..3]);
    assert_eq!(run.ask(), None);
    let mut anew = OrderingRun::resume(kept.anew(), &FEW).expect("the same games");
    assert_eq!(history(&mut anew, 1, |_| 0), *KEPT);
}

#[test]
fn records_are_told_in_words() {
    let summary = EXPECTED.summary(3).expect("it is scored");
    let a_position = |nodes: f64| (nodes / 12.0).round();
    let record = &EXPECTED.records()[3];
    let [best, worst] = [record.best, record.worst].map(|nodes| a_position(nodes as f64));
    let mean = a_position(record.mean);
    assert_eq!(
        summary.counts,
        format!("nodes a position: best {best}, mean {mean}, worst {worst}")
    );
    let Some(Unseen { positions, nodes }) = record.unseen else {
        panic!("the last is measured");
    };
    let mean = (nodes as f64 / f64::from(positions)).round();
    let measured = summary.measured.expect("the last is measured");
    assert_eq!(
        measured,
        format!("{mean} nodes a position on {positions} positions it was not bred on")
    );
}

/// The kernel, the order of moves and the evolution strategy at once: whatever changes a tree or a draw changes this, and is another
/// history for everybody who has kept one.
#[test]
fn three_generations_arrive_where_they_always_did() {
    let run = finished(Settings {
        population: 4,
        positions: 8,
        held_out_share: 0.0,
        ..settings()
    });
    let records = run.records();
    let nodes: Vec<&[u64]> = records.iter().map(|record| &record.nodes[..]).collect();
    let yardsticks: Vec<u64> = records[0]
        .yardsticks
        .iter()
        .map(|order| order.nodes)
        .collect();
    assert_eq!(yardsticks, [3733, 1209, 962, 2068]);
    assert_eq!(
        nodes,
        [
            [981, 937, 1174, 1570],
            [937, 981, 966, 945],
            [937, 945, 914, 909],
            [909, 914, 937, 922]
        ]
    );
    assert_eq!(
        records[3].champion,
        "evochess.1.jjW2GO9wMxKYQvoYVE9EDpWDlhIvGGoTkH69D-MRYx9NkIUVyb5jEfa-HBOgSjgUe4tHE71lMBwP9gkRy4V-GciFShWpE5gUrsHSJI78Xwtusx0QZ23SEP2\
         ksyG49xgR8GmDGiA4fgyfMm4W93icFgCAmhnbtpoZSZKaGZmZmhkAgJoZAICaGQCAmhkAgJoZAICaGQCAmhkAgJoZAICaGQCAmhkAgJoZAICaGQCAmhkAgJoZAICaGQC\
         AmhkAgJoZAICaGQCAmhkAgJoZqqqaGY4AnYiIng7H3Fw"
    );
}

#[test]
fn mutations_are_as_large_as_the_settings_say() {
    let steps = |settings| -> Vec<u16> {
        let run = finished(Settings {
            generations: 1,
            held_out_share: 0.0,
            ..settings
        });
        let program = Chromosome::parse(&run.ranked()[0]).expect("a program");
        let Parts { order, .. } = Parts::of(&program.genome);
        order.iter().map(|real| real.step).collect()
    };
    let share = |share: f64| (share * f64::from(u16::MAX)).round() as u16;
    let large = Settings {
        first_step: 0.3,
        least_step: 0.25,
        ..settings()
    };
    assert!(steps(large).iter().all(|step| *step >= share(0.25)));
    let small = Settings {
        first_step: 0.0001,
        least_step: 0.0001,
        ..settings()
    };
    assert!(steps(small).iter().all(|step| *step < share(0.001)));
}
