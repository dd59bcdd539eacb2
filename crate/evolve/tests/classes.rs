//! Programs bred by games against fixed-depth opponents: the same history whoever works, in whatever order, paused and resumed; and what
//! becomes of the fit, the weak, and those that come from elsewhere.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use millipawn_engine::{ImportSettings, TrainingSet, mix::mix, play::contest::opening::Opening};
use millipawn_evolve::{
    genome::Genome,
    job::{
        class_game::{ClassGame, ClassResult},
        suite::Problem,
        task::{Job, JobResult, Outcome, Task, TaskId, perform},
    },
    run::{
        DemesError, Fitness, Run, RunError,
        checkpoint::{Checkpoint as _, CheckpointError},
        classes::{Checkpoint, ClassesError, ClassesRun, Colors, Kept, Record, Settings},
        kinds::{self, Whose},
        material::Material,
        settings::RunSettings,
    },
    system::{
        System,
        evochess::{self, Parts},
    },
    text::chromosome::Chromosome,
};
use shakmaty::Color;

/// It needs nothing.
struct Nothing;

impl Material for Nothing {
    fn examples(&self) -> Result<TrainingSet, String> {
        Err("no kind asks for them here".to_owned())
    }

    fn games(&self, _: &ImportSettings) -> Result<TrainingSet, String> {
        Err("no kind asks for them here".to_owned())
    }

    fn openings(&self) -> Vec<Opening> {
        Vec::new()
    }

    fn problems(&self) -> Vec<Problem> {
        Vec::new()
    }
}

/// Short games of two demes, and all phases: opponents of up to seven plies are only pretended in [`pretended`].
fn settings() -> Settings {
    Settings {
        population: 5,
        demes: 2,
        parents: 2,
        generations: 3,
        nodes: 300,
        plies: 7,
        longest: 30,
        migration_interval: 2,
        candidates: 2,
        final_games: 2,
        ..Settings::default()
    }
}

fn run_of(settings: Settings) -> ClassesRun {
    ClassesRun::new(settings).expect("someone is replaced")
}

fn game_of(task: &Task) -> &ClassGame {
    match &task.job {
        Job::ClassGame(game) => game,
        other => panic!("no such work was asked for: {other:?}"),
    }
}

/// A result in place of a game: it depends on all that decides the game, and programs differ in strength.
fn pretended(task: &Task) -> Outcome {
    let read = Task::from_bytes(&task.to_bytes()).expect("just written");
    assert_eq!(read, *task);
    let game = game_of(&read);
    let bytes = game.genome.as_bytes();
    let strength = bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>() % 13;
    let luck = mix(game.seed, game.class.into()) % 4;
    let surplus = i64::from(strength) + luck as i64 - i64::from(game.class);
    let result = match surplus {
        2.. => 100,
        ..=-1 => -100,
        0 => 0,
        _ => 37,
    };
    Outcome {
        id: read.id,
        result: JobResult::ClassGame(ClassResult {
            result,
            moves: 20,
            nodes: 20 * (100 + luck),
            ran_out: luck as u32,
        }),
    }
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
        let outcome = pretended(&task);
        let outcome = Outcome::from_bytes(&outcome.to_bytes()).expect("just written");
        run.tell(&outcome).expect("it fits");
    }
}

fn finished(settings: Settings) -> ClassesRun {
    let mut run = run_of(settings);
    history(&mut run, 1, |_| 0);
    run
}

/// The run of [`settings`] in the end.
static EXPECTED: LazyLock<ClassesRun> = LazyLock::new(|| finished(settings()));

/// What is kept of it.
static KEPT: LazyLock<String> = LazyLock::new(|| EXPECTED.checkpoint());

fn kept(text: &str) -> Checkpoint {
    Checkpoint::from_text(text).expect("just written")
}

fn resumed(text: &str) -> ClassesRun {
    ClassesRun::resume(kept(text)).expect("it fits")
}

#[test]
fn the_order_of_the_work_changes_nothing() {
    assert_eq!(EXPECTED.records().len(), 4);
    for workers in [2, 7] {
        let mut run = run_of(settings());
        let last_first = history(&mut run, workers, |waiting| waiting - 1);
        assert_eq!(last_first, *KEPT, "{workers} workers");
        assert_eq!(run.records(), EXPECTED.records());
        assert_eq!(run.ranked(), EXPECTED.ranked());
    }
}

/// Games as they are played, of two plies at most.
#[test]
fn real_games_make_the_same_history_too() {
    let settings = || Settings {
        population: 4,
        demes: 1,
        generations: 1,
        plies: 2,
        ..settings()
    };
    let mut one = run_of(settings());
    while let Some(task) = one.ask() {
        one.tell(&perform(&task)).expect("it fits");
    }
    let mut other = run_of(settings());
    let mut waiting = Vec::new();
    loop {
        while let Some(task) = other.ask() {
            waiting.push(task);
        }
        let Some(task) = waiting.pop() else { break };
        other.tell(&perform(&task)).expect("it fits");
    }
    assert_eq!(one.checkpoint(), other.checkpoint());
    let fitness = one.records().iter().flat_map(|record| &record.fitness);
    let different: BTreeSet<u32> = fitness.copied().collect();
    assert!(different.len() > 1, "{different:?}");
    assert_eq!(resumed(&one.checkpoint()).records(), one.records());
}

/// The three modules with their operators, the kernel, the opponents, the phases and the fitness at once: whatever changes a game or a draw
/// changes this, and is another history for everybody who has a link to one.
#[test]
fn two_generations_arrive_where_they_always_did() {
    let mut run = run_of(Settings {
        population: 4,
        demes: 1,
        generations: 2,
        plies: 2,
        ..settings()
    });
    while let Some(task) = run.ask() {
        run.tell(&perform(&task)).expect("it fits");
    }
    let records = run.records();
    let fitness: Vec<&[u32]> = records.iter().map(|record| &record.fitness[..]).collect();
    let games: Vec<u32> = records.iter().map(|record| record.games).collect();
    assert_eq!(
        fitness,
        [
            [1_910_000, 3_500_000, 2_000_000, 2_000_000],
            [3_000_000, 2_000_000, 2_605_000, 2_215_000],
            [2_833_333, 2_605_000, 3_000_000, 2_155_000]
        ]
    );
    assert_eq!(games, [14, 8, 8]);
    let champion = &records[2].champion;
    assert_eq!(
        champion,
        "evochess.1.rjQsGGI_vxImndMUXcsAIUexJxgpR6gPQgkhD75v_R9dtsQRk24_EmlPnxC9CicZkBn3JNknWxWqysIcW4fKIg-UohDY9r8SkbPgGNL8YhFa2egNVkVqFWD\
         _Mh-qoSERMCQTDEbNRhjmSLkNuVB0FLy58haVtFoP8BkgDsuVeRwaz9YwNmD1JlHy7BFxpCsKffdsFlEjVSlZNoYdjxSvEWVrJhVSh3cVOZkODJrEPSPMJBUSqHe0HbMt1\
         xUKfNgQJiR3HIyPRxmdSR0pnA5nHIiIUH4OhzWFXhpPZoeIUCCFhoaJFI0BPZ5ZIUeIN4lOP_M_iQ"
    );
}

/// After every game: in the middle of a round, between rounds, and while the finalists play.
#[test]
fn a_run_resumed_anywhere_is_the_same_run() {
    let mut run = run_of(settings());
    let mut texts = vec![run.checkpoint()];
    while let Some(task) = run.ask() {
        run.tell(&pretended(&task)).expect("it fits");
        texts.push(run.checkpoint());
    }
    assert!(texts.len() > 100);
    let distinct: BTreeSet<&String> = texts.iter().collect();
    assert_eq!(distinct.len(), texts.len(), "every game is kept");
    for text in texts.iter().step_by(7).chain(texts.last()) {
        assert_eq!(kept(text).to_text(), *text);
        let mut run = resumed(text);
        assert_eq!(run.checkpoint(), *text);
        assert_eq!(history(&mut run, 1, |_| 0), *KEPT);
        assert_eq!(run.records(), EXPECTED.records());
    }
    let anew = kinds::resume(&KEPT, &Nothing, Whose::Anew).expect("it needs nothing");
    assert_eq!(anew.checkpoint(), run_of(settings()).checkpoint());
}

#[test]
fn a_run_that_goes_on_past_its_end_is_the_longer_run() {
    let longer = finished(Settings {
        generations: 5,
        ..settings()
    });
    for generations in [0, 2, 3] {
        let first = finished(Settings {
            generations,
            ..settings()
        });
        assert!(
            !first
                .records()
                .last()
                .expect("a record")
                .finalists
                .is_empty()
        );
        let again = resumed(&first.checkpoint());
        assert_eq!(again.records(), first.records());
        for mut run in [first, again] {
            run.set_generations(5);
            assert_eq!(history(&mut run, 2, |_| 0), longer.checkpoint());
            assert_eq!(run.records(), longer.records());
        }
    }
}

/// While its finalists play, and resumed from any checkpoint that is made then.
#[test]
fn a_run_made_longer_during_its_finals_is_the_longer_run() {
    let longer = finished(Settings {
        generations: 5,
        ..settings()
    });
    let mut run = run_of(settings());
    let mut extended = 0;
    while let Some(task) = run.ask() {
        let before = run.checkpoint();
        run.tell(&pretended(&task)).expect("it fits");
        if run.scored() < 3 || before == run.checkpoint() {
            continue;
        }
        let mut other = resumed(&before);
        other.set_generations(5);
        let text = other.checkpoint();
        let mut again = resumed(&text);
        assert_eq!(history(&mut other, 2, |_| 0), longer.checkpoint());
        assert_eq!(history(&mut again, 2, |_| 0), longer.checkpoint());
        assert_eq!(again.records(), longer.records());
        extended += 1;
    }
    assert!(extended > 10, "{extended}");
}

/// All games of a run, by generation and phase.
fn games(settings: Settings) -> Vec<(TaskId, ClassGame, ClassResult)> {
    let mut run = run_of(settings);
    let mut games = Vec::new();
    while let Some(task) = run.ask() {
        let outcome = pretended(&task);
        let JobResult::ClassGame(result) = outcome.result else {
            panic!("no such result was told");
        };
        games.push((task.id, game_of(&task).clone(), result));
        run.tell(&outcome).expect("it fits");
    }
    games
}

/// Later rounds have games of the same numbers.
#[test]
fn games_can_be_watched() {
    let mut run = run_of(settings());
    let first = run.ask().expect("a game");
    let shown = run.games().and_then(|games| games.game(0)).expect("a game");
    assert_eq!(
        (shown.white.as_str(), shown.black.as_str()),
        ("Program 1", "1 ply")
    );
    assert!(run.awaits(first.id));
    run.tell(&pretended(&first)).expect("it fits");
    assert!(!run.awaits(first.id));
    let later = loop {
        let task = run.ask().expect("a game");
        if task.id.phase > 0 {
            break task;
        }
        run.tell(&pretended(&task)).expect("it fits");
    };
    assert!(run.awaits(later.id) && !run.awaits(first.id));
    assert!(run.games().and_then(|games| games.game(1000)).is_none());
}

#[test]
fn no_two_games_have_the_same_seed() {
    let games = games(settings());
    let seeds: BTreeSet<u64> = games.iter().map(|(_, game, _)| game.seed).collect();
    assert_eq!(seeds.len(), games.len());
    assert!(games.iter().all(|(_, game, _)| game.color == Color::White));
    let both = self::games(Settings {
        colors: Colors::Both,
        ..settings()
    });
    let black = both
        .iter()
        .filter(|(_, game, _)| game.color == Color::Black);
    let share = black.count() as f64 / both.len() as f64;
    assert!((0.3..0.6).contains(&share), "{share}");
    // Of each program against each class in turn, over the generations; finals begin again.
    let last = both.iter().map(|(id, ..)| id.generation).max();
    let mut colors: BTreeMap<(&Genome, u32), Vec<Color>> = BTreeMap::new();
    for (id, game, _) in &both {
        if Some(id.generation) != last {
            let of_class = colors.entry((&game.genome, game.class));
            of_class.or_default().push(game.color);
        }
    }
    let of_one = |colors: &Vec<Color>| colors.windows(2).all(|pair| pair[0] != pair[1]);
    let alternating = colors.values().filter(|colors| of_one(colors)).count();
    // A migrant has the games of both its copies.
    assert!(
        alternating * 10 > colors.len() * 9,
        "{alternating} of {}",
        colors.len()
    );
}

#[test]
fn all_classes_are_met_and_absent_ones_never() {
    let met = |plies| -> BTreeSet<u32> {
        let games = games(Settings {
            plies,
            ..settings()
        });
        games.into_iter().map(|(_, game, _)| game.class).collect()
    };
    assert_eq!(met(7), BTreeSet::from([2, 4, 6, 8, 10, 12, 14]));
    assert_eq!(met(4), BTreeSet::from([2, 4, 6, 8]));
    assert_eq!(met(1), BTreeSet::from([2]));
}

/// The best live on with all games they have played, so that chance counts less and less.
#[test]
fn who_lives_on_keeps_its_games() {
    let count =
        |record: &Record| -> u32 { record.fittest.classes.iter().map(|class| class.games).sum() };
    let records = EXPECTED.records();
    let same = records
        .windows(2)
        .filter(|pair| pair[0].fittest.program == pair[1].fittest.program);
    let mut compared = 0;
    for pair in same {
        assert!(count(&pair[1]) > count(&pair[0]));
        compared += 1;
    }
    assert!(compared > 0, "a champion stays the best");
    for record in records {
        assert_eq!(record.fitness.len(), 10);
        let highest = record.fitness.iter().max().copied().expect("a program");
        assert_eq!(record.best, f64::from(highest) / 1e6);
        assert!(record.best >= record.mean && record.mean >= record.worst);
        assert!(record.worst >= 1.0 && record.best <= 15.0);
    }
}

/// Who loses both its first games makes place, at most three times in a generation.
#[test]
fn the_very_weak_are_replaced_at_once() {
    let records = EXPECTED.records();
    let replaced: u32 = records.iter().map(|record| record.replaced).sum();
    assert!(replaced > 0);
    let mut run = run_of(Settings {
        generations: 0,
        final_games: 0,
        ..settings()
    });
    let mut programs = BTreeSet::new();
    while let Some(task) = run.ask() {
        programs.insert(game_of(&task).genome.clone());
        let lost = Outcome {
            id: task.id,
            result: JobResult::ClassGame(ClassResult {
                result: -100,
                moves: 10,
                nodes: 10,
                ran_out: 0,
            }),
        };
        run.tell(&lost).expect("it fits");
    }
    let [record] = run.records() else {
        panic!("there is one generation");
    };
    assert_eq!((record.replaced, record.games), (30, 80));
    assert_eq!(programs.len(), 40, "each time another program comes");
    assert!(record.fitness.iter().all(|fitness| *fitness == 1_000_000));
}

#[test]
fn the_champion_is_who_does_best_in_more_games() {
    let records = EXPECTED.records();
    assert!(
        records[..3]
            .iter()
            .all(|record| record.finalists.is_empty())
    );
    let last = &records[3];
    assert_eq!(last.finalists.len(), 2);
    for finalist in &last.finalists {
        let games: Vec<(u32, u32)> = finalist
            .classes
            .iter()
            .map(|class| (class.class, class.games))
            .collect();
        assert_eq!(games, [(8, 2), (10, 2), (12, 2)]);
    }
    assert!(last.finalists[0].fitness >= last.finalists[1].fitness);
    let champion = EXPECTED.champion_of(3).expect("every record has one");
    assert_eq!(champion.chromosome, last.champion);
    assert_eq!(
        champion.fitness,
        Some(Fitness::Classes(last.finalists[0].fitness))
    );
    assert_eq!(EXPECTED.ranked()[0], champion.chromosome);
    assert_eq!(EXPECTED.ranked().len(), 10);
    let none = finished(Settings {
        final_games: 0,
        ..settings()
    });
    assert_eq!(none.records()[..3], records[..3]);
    assert_eq!(none.records()[3].fittest, last.fittest);
    assert!(none.records()[3].finalists.is_empty());
}

/// A program as text.
fn program(plies: u32) -> String {
    let genome = evochess::standard(plies).genome();
    let system = System::EVOCHESS;
    Chromosome { system, genome }.to_string()
}

#[test]
fn a_program_from_elsewhere_is_part_of_the_history() {
    let mut run = run_of(settings());
    let mut texts = Vec::new();
    let mut entered = None;
    while let Some(task) = run.ask() {
        run.tell(&pretended(&task)).expect("it fits");
        if entered.is_none() && run.scored() == 1 {
            assert_eq!(run.receive(&program(2)), Ok(2));
            assert_eq!(run.receive(&program(3)), Ok(2));
            assert_eq!(
                run.receive(&program(2)),
                Err("it is here already".to_owned())
            );
            entered = Some(run.checkpoint());
        }
        texts.push(run.checkpoint());
    }
    let expected = run.checkpoint();
    assert_ne!(expected, *KEPT);
    assert_eq!(run.records()[..2], EXPECTED.records()[..2]);
    for text in texts.iter().step_by(29).chain(&entered) {
        let mut again = resumed(text);
        if kept(text).immigrants.is_empty() {
            continue;
        }
        assert_eq!(history(&mut again, 3, |waiting| waiting - 1), expected);
        assert_eq!(again.records(), run.records());
    }
    // The log alone is enough to make the run again.
    let mut anew = kinds::resume(&expected, &Nothing, Whose::Anew).expect("it needs nothing");
    assert_eq!(history(&mut *anew, 2, |_| 0), expected);
}

#[test]
fn immigrants_are_newcomers_in_the_place_of_children() {
    let mut run = run_of(settings());
    let mut games = Vec::new();
    while let Some(task) = run.ask() {
        if run.scored() == 0 && run.progress().done == 0 {
            // Generation 0 has begun.
            let _ = run.receive(&program(1));
        }
        games.push((task.id, game_of(&task).genome.clone()));
        run.tell(&pretended(&task)).expect("it fits");
    }
    let genome = evochess::standard(1).genome();
    let own = games.iter().filter(|(_, own)| *own == genome);
    let generations: Vec<(u32, u8)> = own.map(|(id, _)| (id.generation, id.phase)).collect();
    assert_eq!(generations[..2], [(1, 0), (1, 0)], "its first two games");
}

#[test]
fn who_cannot_enter_is_told_why() {
    let mut run = run_of(settings());
    for plies in 0..2 {
        assert_eq!(run.receive(&program(plies)), Ok(1));
    }
    assert_eq!(
        run.receive(&program(2)),
        Err("there is no room for it".to_owned())
    );
    let acpp = System::ACPP.hand_set();
    let system = System::ACPP;
    let other = Chromosome {
        system,
        genome: acpp,
    }
    .to_string();
    let told = run.receive(&other).expect_err("it is of another system");
    assert!(told.contains("ACPP"), "{told}");
    assert!(run.receive("nonsense").is_err());
    let mut ended = resumed(&KEPT);
    assert!(ended.receive(&program(2)).is_err());
    assert_eq!(ended.checkpoint(), *KEPT);
}

#[test]
fn results_that_do_not_fit_are_refused_and_change_nothing() {
    let mut run = run_of(settings());
    let task = run.ask().expect("there is work");
    let right = ClassResult {
        result: 100,
        moves: 30,
        nodes: 9000,
        ran_out: 30,
    };
    let wrong = [
        ClassResult { moves: 31, ..right },
        ClassResult {
            nodes: 10_301 * 31,
            ..right
        },
        ClassResult {
            ran_out: 31,
            ..right
        },
        ClassResult {
            result: 101,
            ..right
        },
    ];
    let wrong = wrong.map(JobResult::ClassGame);
    let before = run.checkpoint();
    for result in wrong.into_iter().chain([JobResult::TreeSize(vec![1])]) {
        let outcome = Outcome {
            id: task.id,
            result,
        };
        assert_eq!(run.tell(&outcome), Err(RunError::WrongOutcome));
        assert_eq!(run.checkpoint(), before);
    }
    let right = Outcome {
        id: task.id,
        result: JobResult::ClassGame(right),
    };
    run.tell(&right).expect("it fits");
}

#[test]
fn checkpoints_that_contradict_themselves_are_refused() {
    let whole = kept(&KEPT);
    let refused = |change: &dyn Fn(&mut Checkpoint)| {
        let mut changed = whole.clone();
        change(&mut changed);
        ClassesRun::resume(changed).err()
    };
    let wrong = Some(ClassesError::Run(RunError::WrongCheckpoint));
    assert_eq!(refused(&|_| {}), None);
    assert_eq!(refused(&|kept| _ = kept.generations[1].games.pop()), wrong);
    assert_eq!(refused(&|kept| _ = kept.generations[3].finals.pop()), wrong);
    assert_eq!(
        refused(&|kept| {
            let first = kept.generations[0].games[0];
            kept.generations[0].games.push(first);
        }),
        wrong
    );
    assert_eq!(
        refused(&|kept| kept.generations[0].games[0].nodes = u64::MAX),
        wrong
    );
    assert_eq!(
        refused(&|kept| kept.generations.push(Kept::default())),
        wrong
    );
    // Of the generation under way too.
    let mut under_way = run_of(settings());
    let task = under_way.ask().expect("a game");
    under_way.tell(&pretended(&task)).expect("it fits");
    let mut huge = under_way.kept();
    huge.games[0].1.nodes = u64::MAX;
    assert_eq!(ClassesRun::resume(huge).err(), wrong);
    assert_eq!(
        refused(&|kept| kept.settings.parents = kept.settings.population),
        Some(ClassesError::Demes(DemesError::AllParents))
    );
    let stray = ClassResult {
        result: 0,
        moves: 1,
        nodes: 1,
        ran_out: 0,
    };
    assert_eq!(refused(&|kept| kept.games.push((0, stray))), wrong);
    for damage in [
        "generation 100:1:1",
        "generation",
        "game x",
        "immigrant 1 acpp.1.x",
    ] {
        let lines: Vec<&str> = KEPT.lines().collect();
        let body = [&lines[..lines.len() - 1], &[damage]].concat().join("\n") + "\n";
        let text = format!("{body}crc {:08x}\n", crc32fast::hash(body.as_bytes()));
        let read = Checkpoint::from_text(&text);
        assert!(
            matches!(read, Err(CheckpointError::Line(_))),
            "{damage}: {read:?}"
        );
    }
}

#[test]
fn records_are_told_in_words() {
    let record = &EXPECTED.records()[3];
    let summary = EXPECTED.summary(3).expect("a record");
    let expected = format!(
        "fitness: best {:.3}, mean {:.3}, worst {:.3}; {} games",
        record.best, record.mean, record.worst, record.games
    );
    assert_eq!(summary.counts, expected);
    let measured = summary.measured.expect("finals were played");
    assert!(
        measured.contains("in 6 more games, the best of 2 finalists"),
        "{measured}"
    );
    assert_eq!(EXPECTED.summary(0).expect("a record").measured, None);
}

#[test]
fn the_settings_name_their_preset() {
    let mut small = Settings::default();
    for (name, value) in millipawn_evolve::run::classes::PRESETS[1].1 {
        small.set(name, value).expect("a setting");
    }
    assert_eq!(
        (small.nodes, small.plies, small.preset()),
        (10_000, 4, Some("small"))
    );
    assert_eq!(EXPECTED.records()[0].preset, None);
}

#[test]
fn mutations_are_as_large_as_the_settings_say() {
    let run = finished(Settings {
        generations: 1,
        first_step: 0.3,
        least_step: 0.25,
        ..settings()
    });
    let least = (0.25 * f64::from(u16::MAX)).round() as u16;
    for genome in run.population().expect("they are known").genomes {
        let Parts {
            order, position, ..
        } = Parts::of(genome);
        assert!(order.iter().chain(&position).all(|real| real.step >= least));
    }
}
