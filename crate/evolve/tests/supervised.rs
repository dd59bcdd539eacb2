//! Learning from games: the same history whoever works, in whatever order, paused and resumed; and it learns.

use std::sync::LazyLock;

use millipawn_engine::{
    ImportSettings, Importer, SAMPLE_GAMES, TrainingSet,
    evaluation::meep::{FEATURES, LARGEST_WEIGHT, WITH_FALCON},
    play::contest::opening::Opening,
};
use millipawn_evolve::{
    job::{
        suite::Problem,
        task::{Job, JobResult, Outcome, Task, TaskId, perform},
    },
    learn::step::Precise,
    run::{
        Run, RunError,
        checkpoint::{Checkpoint as _, CheckpointError},
        kinds::{self, Whose},
        learning,
        material::{Beginning, Material},
        settings::RunSettings,
        supervised::{Checkpoint, Record, Settings, Supervised, SupervisedError},
    },
    system::System,
    text::{
        chromosome::Chromosome,
        shared::Link,
        stage_link::{Initial, SupervisedLink},
    },
};
use proptest::{prelude::*, sample::Index};

/// The winners' moves of the sample games.
static EXAMPLES: LazyLock<TrainingSet> = LazyLock::new(|| games(&Settings::default().import));

fn games(import: &ImportSettings) -> TrainingSet {
    let mut importer = Importer::new(import.clone());
    importer.begin_file("sample games");
    importer.push(SAMPLE_GAMES.as_bytes());
    importer.end_file();
    importer.finish().0
}

/// Some of them.
fn few() -> TrainingSet {
    let mut few = TrainingSet::default();
    let examples = EXAMPLES.iter().take(400);
    examples.for_each(|example| few.push(&example));
    few
}

/// What a shell has to learn from.
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

/// Two pieces of work a step, and two of held-out positions where they are due: at the steps 0 and 2, and at the end.
fn settings() -> Settings {
    Settings {
        positions: 60,
        generations: 3,
        held_out_share: 0.4,
        held_out_interval: 2,
        ..Settings::default()
    }
}

/// Steps of few positions, and nothing measured.
fn short(generations: u32) -> Settings {
    Settings {
        positions: 10,
        generations,
        held_out_share: 0.0,
        ..Settings::default()
    }
}

fn run_of(settings: Settings) -> Supervised {
    let start = learning::random(settings.seed);
    Supervised::new(settings, start, few()).expect("there are examples")
}

fn resumed(text: &str) -> Box<dyn Run> {
    kinds::resume(text, &Given(few()), Whose::Kept).expect("the same games")
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
fn finished(settings: Settings) -> Supervised {
    let mut run = run_of(settings);
    history(&mut run, 1, |_| 0);
    run
}

/// What is kept of the run of [`settings`] in the end: records, weights and programs.
static EXPECTED: LazyLock<String> = LazyLock::new(|| finished(settings()).checkpoint());

#[test]
fn the_order_of_the_work_changes_nothing() {
    let kept = Checkpoint::from_text(&EXPECTED).expect("just written");
    let positions: Vec<u32> = kept.records.iter().map(|record| record.positions).collect();
    assert_eq!(positions, [0, 60, 60, 60]);
    let measured = |record: &Record| record.held_out.as_ref().map(|held_out| held_out.examples);
    let measured: Vec<_> = kept.records.iter().map(measured).collect();
    let all = measured[0].expect("the first is measured");
    assert!((101..=200).contains(&all), "two pieces of work: {all}");
    assert_eq!(measured, [Some(all), None, Some(all), Some(all)]);
    assert_ne!(kept.weights, kept.start, "it has learned");
    for workers in [2, 5] {
        let mut run = run_of(settings());
        let last_first = history(&mut run, workers, |waiting| waiting - 1);
        assert_eq!(last_first, *EXPECTED, "{workers} workers");
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
    assert_eq!(run.checkpoint(), *EXPECTED);
}

/// What is kept is the run after its last record, also while the program of the next step is measured.
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
        let mut run = resumed(&text);
        assert_eq!(run.checkpoint(), text);
        assert_eq!(history(&mut *run, 1, |_| 0), *EXPECTED);
    }
    let anew = kinds::resume(&EXPECTED, &Given(few()), Whose::Anew).expect("the same games");
    assert_eq!(anew.checkpoint(), run_of(settings()).checkpoint());
}

#[test]
fn with_falcons_features_it_is_one_run_too() {
    let settings = Settings {
        has_falcon: true,
        ..settings()
    };
    let mut run = run_of(settings.clone());
    let mut kept = vec![run.checkpoint()];
    while let Some(task) = run.ask() {
        run.tell(&done(&task)).expect("it fits");
        kept.push(run.checkpoint());
    }
    let expected = run.checkpoint();
    assert_eq!(
        history(&mut run_of(settings.clone()), 3, |waiting| waiting - 1),
        expected
    );
    for text in kept {
        assert_eq!(history(&mut *resumed(&text), 1, |_| 0), expected);
    }
    let weights = run.weights().as_slice();
    assert_eq!(weights.len(), WITH_FALCON);
    let learned = weights[FEATURES..].iter().filter(|weight| **weight != 0);
    assert!(learned.count() > 20, "most of them hold in a few positions");
    let champion = run.records()[3].champion.clone().expect("of the last");
    assert!(champion.len() <= 2500, "{}", champion.len());
    let link = Link::of_run(&expected, &champion).expect("it has a champion");
    let link = SupervisedLink::parse(&link.to_string()).expect("just written");
    assert_eq!(link.initial, Initial::Random);
    let again = link.checkpoint().expect("it begins at random");
    assert_eq!(history(&mut *resumed(&again.to_text()), 1, |_| 0), expected);
    // A program that has them keeps them, whatever the setting says.
    let on = Settings {
        has_falcon: false,
        ..settings
    };
    let on = Supervised::new(on, run.weights().clone(), few()).expect("there are examples");
    assert_eq!(on.weights(), run.weights());
}

#[test]
fn a_run_that_goes_on_past_its_end_is_the_longer_run() {
    let longer = finished(Settings {
        generations: 5,
        ..settings()
    });
    assert_eq!(longer.records()[3].held_out, None);
    let mut run = resumed(&EXPECTED);
    assert!(run.is_finished());
    run.set_generations(5);
    assert_eq!(history(&mut *run, 2, |_| 0), longer.checkpoint());
}

#[test]
fn other_games_and_none_are_refused() {
    let mut other = few();
    other.push(&EXAMPLES.get(500));
    let refused = kinds::resume(&EXPECTED, &Given(other), Whose::Kept).err();
    let told = refused.expect("these are other games");
    assert!(told.contains("learned from other games"), "{told}");
    let start = learning::random(1);
    let refused = Supervised::new(settings(), start.clone(), TrainingSet::default()).err();
    assert_eq!(refused, Some(SupervisedError::NoExamples));
    // Weights that no step led to.
    let mut kept = run_of(settings()).kept();
    kept.weights = start;
    let refused = Supervised::resume(kept, few()).err();
    assert_eq!(
        refused,
        Some(SupervisedError::Run(RunError::WrongCheckpoint))
    );
}

/// A change of lines.
#[derive(Clone, Debug)]
enum Edit {
    Remove(Index),
    Repeat(Index, Index),
    Byte(Index, Index, u8),
}

fn edit() -> impl Strategy<Value = Edit> {
    let bytes = proptest::sample::select(&b"0123456789 .-+eAz/="[..]);
    prop_oneof![
        any::<Index>().prop_map(Edit::Remove),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Edit::Repeat(from, to)),
        (any::<Index>(), any::<Index>(), bytes)
            .prop_map(|(line, at, byte)| Edit::Byte(line, at, byte)),
    ]
}

/// The text of lines of ASCII with the edits made, and a checksum that fits.
fn edited(text: &str, edits: &[Edit]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.pop();
    for edit in edits {
        // The first line says what the text is.
        let count = lines.len() - 1;
        let place = |index: &Index| 1 + index.index(count);
        match edit {
            Edit::Remove(at) => drop(lines.remove(place(at))),
            Edit::Repeat(from, to) => lines.insert(place(to), lines[place(from)].clone()),
            Edit::Byte(line, at, byte) => {
                let line = &mut lines[place(line)];
                let at = at.index(line.len());
                line.replace_range(at..=at, &char::from(*byte).to_string());
            }
        }
    }
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    format!("{body}crc {:08x}\n", crc32fast::hash(body.as_bytes()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A checksum is no proof that this program wrote a text.
    #[test]
    fn a_checkpoint_that_contradicts_itself_is_read_or_refused(edits in prop::collection::vec(edit(), 1..4)) {
        let text = edited(&EXPECTED, &edits);
        let Ok(kept) = Checkpoint::from_text(&text) else {
            return Ok(());
        };
        let again = Checkpoint::from_text(&kept.to_text());
        prop_assert_eq!(again.as_ref(), Ok(&kept));
        if let Ok(mut run) = Supervised::resume(kept, few()) {
            run.set_generations(4);
            run.ask();
            run.champion_of(0);
            prop_assert!(run.records().is_empty() || !run.ranked().is_empty());
        }
    }
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let read = |text: &str| Checkpoint::from_text(text).err();
    assert_eq!(read(""), Some(CheckpointError::NotACheckpoint));
    assert_eq!(
        read(&EXPECTED.replacen(" 1\n", " 2\n", 1)),
        Some(CheckpointError::UnknownVersion("2".to_owned()))
    );
    assert_eq!(
        read(&EXPECTED.replacen("seed=2009", "seed=2010", 1)),
        Some(CheckpointError::Damaged)
    );
    assert_eq!(
        read(&EXPECTED[..EXPECTED.len() / 2]),
        Some(CheckpointError::Damaged)
    );
}

#[test]
fn it_learns_to_find_the_moves_of_winners() {
    let settings = Settings {
        positions: 20,
        step: 60.0,
        ..short(100)
    };
    let start = learning::random(settings.seed);
    let mut run = Supervised::new(settings, start, EXAMPLES.clone()).expect("there are examples");
    history(&mut run, 1, |_| 0);
    let found = |records: &[Record]| records.iter().map(|record| record.found).sum::<u32>();
    let records = &run.records()[1..];
    let (first, last) = (found(&records[..25]), found(&records[75..]));
    assert!(2 * last > 3 * first, "{first} of 500 moves, then {last}");
    let loss = |records: &[Record]| records.iter().map(|record| record.loss).sum::<f64>();
    assert!(loss(&records[75..]) < loss(&records[..25]));
    let [pawn, .., rook, queen] = records[99].values;
    assert!(pawn > 0.0 && rook > pawn && queen > rook, "{records:?}");
}

/// The words in which the page and links tell what a run begins with.
fn begun_with(programs: &str) -> Result<Box<dyn Run>, String> {
    let beginning = Beginning {
        settings: "generations=0\nheld-out-share=0\n",
        programs,
        ..Beginning::default()
    };
    kinds::begin(Settings::KIND, &beginning, &Given(few()))
}

#[test]
fn a_program_is_where_the_run_begins() {
    let drawn = begun_with("").expect("there are examples");
    let random = learning::exact_program(&learning::random(2009));
    assert_eq!(drawn.ranked(), [random.to_string()]);
    let learned = finished(short(2));
    let [program] = &learned.ranked()[..] else {
        panic!("there is one program");
    };
    let begun = begun_with(program).expect("there are examples");
    assert_eq!(begun.ranked(), learned.ranked());
    assert_eq!(begun.scored(), 1, "nothing is done before the first step");
    let champion = |run: &dyn Run, step| run.champion_of(step).map(|champion| champion.chromosome);
    assert_eq!(champion(&*begun, 0), champion(&learned, 2));
    let start = Chromosome::parse(program).expect("a program");
    let start = learning::weights_of(&start).expect("of this system");
    let run = Supervised::new(short(1), start.clone(), few()).expect("there are examples");
    assert_eq!(*run.weights(), start);
    assert_eq!(run.kept().start, start);
}

#[test]
fn a_program_of_another_system_is_refused() {
    let other = Chromosome {
        system: System::ACPP,
        genome: System::ACPP.hand_set(),
    };
    let told = begun_with(&other.to_string()).err();
    let told = told.expect("it has other genes");
    assert!(told.contains("ACPP"), "{told}");
}

#[test]
fn a_run_can_be_made_again_from_its_link() {
    let short_form = learning::short_program(&learning::random(3));
    let pasted = learning::weights_of(&short_form).expect("of this system");
    for (start, initial) in [
        (learning::random(2009), Initial::Random),
        (pasted, Initial::Programs(vec![short_form])),
    ] {
        let run = Supervised::new(short(2), start, few());
        let mut run = run.expect("there are examples");
        let expected = history(&mut run, 1, |_| 0);
        let champion = run.records()[2].champion.as_deref();
        let link = Link::of_run(&expected, champion.expect("of the last"));
        let link = link.expect("it has a champion").to_string();
        assert!(link.len() <= 8000, "{}", link.len());
        let link = SupervisedLink::parse(&link).expect("just written");
        assert_eq!(link.initial, initial);
        let kept = link.checkpoint().expect("it has the program");
        assert_eq!(history(&mut *resumed(&kept.to_text()), 1, |_| 0), expected);
    }
}

/// Tells a wrong result of each kind of work before the right one.
#[test]
fn results_that_do_not_fit_are_refused_and_change_nothing() {
    let mut run = run_of(settings());
    while let Some(task) = run.ask() {
        let right = done(&task);
        let wrong = match (&task.job, &right.result) {
            (Job::MoveLearning(work), JobResult::MoveLearning(taught)) => {
                let (mut positions, mut found) = (taught.clone(), taught.clone());
                let mut falcon = taught.clone();
                falcon.sums.resize(WITH_FALCON, 0);
                positions.positions = work.examples.len() as u32 + 1;
                found.found = taught.positions + 1;
                vec![
                    JobResult::MoveLearning(positions),
                    JobResult::MoveLearning(found),
                    JobResult::MoveLearning(falcon),
                    JobResult::MoveMatching(vec![0]),
                ]
            }
            other => panic!("no such work was asked for: {other:?}"),
        };
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
    assert_eq!(run.checkpoint(), *EXPECTED);
}

#[test]
fn programs_are_kept_of_some_steps_and_of_the_last_two() {
    let run = finished(short(13));
    let kept: Vec<bool> = (0..14)
        .map(|step| run.champion_of(step).is_some())
        .collect();
    let expected: Vec<bool> = (0..14).map(|step| step != 11).collect();
    assert_eq!(kept, expected);
    let last = run.champion_of(13).expect("the last is kept");
    // What was found was found before the step, by another program.
    assert_eq!((last.fitness, last.positions), (None, None));
    let short = Chromosome::parse(&last.chromosome).expect("a program");
    let [exact] = &run.ranked()[..] else {
        panic!("there is one program");
    };
    let exact = Chromosome::parse(exact).expect("a program");
    let from = learning::weights_of(&exact).expect("of this system");
    assert_eq!(learning::short_program(&from), short);
    assert_eq!(from.weights(), run.weights().weights());
}

#[test]
fn too_large_a_step_ends_the_run_with_the_reason() {
    let settings = Settings {
        step: 1000.0,
        ..short(20)
    };
    let largest = i64::from(LARGEST_WEIGHT) << 32;
    let start = Precise::new(vec![largest; FEATURES]).expect("they fit");
    let mut run = Supervised::new(settings, start.clone(), few()).expect("there are examples");
    history(&mut run, 1, |_| 0);
    let [first, last] = run.records() else {
        panic!("it ends at once");
    };
    assert!(first.diverged.is_none() && last.diverged.is_some());
    assert!(run.is_finished());
    assert_eq!(*run.weights(), start, "they stay as they were");
    let told = run.summary(1).and_then(|summary| summary.measured);
    assert!(told.is_some_and(|told| told.contains("smaller step")));
    let mut again = resumed(&run.checkpoint());
    again.set_generations(30);
    assert!(again.is_finished() && again.ask().is_none());
}

/// A link says that it must arrive at the same program: whatever changes that, changes this, and needs a new version of link and checkpoint.
#[test]
fn three_steps_arrive_where_they_always_did() {
    let mut run =
        Supervised::new(short(3), learning::random(2009), few()).expect("there are examples");
    history(&mut run, 1, |_| 0);
    let found: Vec<u32> = run.records().iter().map(|record| record.found).collect();
    let champion = run.records()[3].champion.clone().expect("of the last");
    let checksum = crc32fast::hash(champion.as_bytes());
    assert_eq!((found, checksum), (vec![0, 0, 1, 3], 1_208_025_543));
}
