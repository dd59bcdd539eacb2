//! Coevolution and the evolution of the search: each is one history, whoever works, in whatever order, and however often it is
//! interrupted.

use millipawn_engine::{
    chess::game::Game,
    play::contest::{opening::built_in, rules::Rules},
    search::parameters::{self, Parameters},
};
use millipawn_evolve::{
    job::{
        game_task::{GameTask, Terms},
        host::Host,
        suite::{self, Problem},
        task::{Job, JobResult, Task, Worker, perform},
    },
    run::{
        Games, Run, RunError,
        book::BookError,
        checkpoint::{Checkpoint, CheckpointError},
        coevolution::{self, Coevolution, CoevolutionError},
        settings::RunSettings,
        tuning::{self, Score, Tuning, TuningError},
    },
    signature,
    system::{
        System,
        search_genome::{self, PlayerSearch, SearchGenome},
    },
    text::player::Player,
};
use shakmaty::Position;

/// Mates and wins of a piece that are found soon, and one position without them.
const SUITE: &str = "\
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;
r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#;
2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6;
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2;
5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - bm Rg3;
r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+;
5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - bm Qc4+;
7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - bm Rb7;
rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - bm Ne3;
r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - bm Rf7;
";

fn problems() -> Vec<Problem> {
    let (problems, skipped) = suite::read(SUITE);
    assert!(skipped.is_empty() && problems.len() == 10, "{skipped:?}");
    problems
}

fn player() -> Player {
    Player::parse("staunton?Hash=1").expect("a player")
}

/// A random program.
fn falcon() -> Player {
    let [program] = &coevolution::random(System::FALCON, 1, 2014)[..] else {
        unreachable!("one was asked for")
    };
    Player::parse(&format!("{program}?Hash=1")).expect("a player")
}

fn new_tuning() -> Tuning {
    tuning_of(player())
}

fn tuning_of(player: Player) -> Tuning {
    let settings = tuning::Settings {
        population: 6,
        generations: 4,
        nodes: 2000,
        ..tuning::Settings::default()
    };
    Tuning::new(settings, player, problems()).expect("it can begin")
}

fn new_coevolution(generations: u32) -> Coevolution {
    coevolution_of(System::ACPP, short(generations))
}

fn short(generations: u32) -> coevolution::Settings {
    coevolution::Settings {
        generations,
        games: 2,
        nodes: 60,
        ..coevolution::Settings::default()
    }
}

/// Of four programs.
fn coevolution_of(system: System, settings: coevolution::Settings) -> Coevolution {
    let settings = coevolution::Settings {
        rules: Rules {
            maximum_moves: 25,
            resign_score: 200,
            resign_moves: 1,
            ..Rules::DEFAULT
        },
        ..settings
    };
    let initial = coevolution::random(system, 4, 2014);
    Coevolution::new(settings, &initial, built_in()).expect("it can begin")
}

fn resumed_tuning(text: &str) -> Tuning {
    let checkpoint = tuning::Checkpoint::from_text(text).expect("just written");
    Tuning::resume(checkpoint, problems()).expect("the same suite")
}

fn resumed_coevolution(text: &str) -> Coevolution {
    let checkpoint = coevolution::Checkpoint::from_text(text).expect("just written");
    Coevolution::resume(checkpoint, built_in()).expect("the same openings")
}

/// With so many workers, of whom the last that was given work is done first; the text that is kept in the end.
fn history(mut run: impl Run, workers: usize) -> String {
    let mut under_way = Vec::new();
    loop {
        while under_way.len() < workers
            && let Some(task) = run.ask()
        {
            under_way.push(task);
        }
        let Some(task) = under_way.pop() else {
            return run.checkpoint();
        };
        run.tell(&perform(&task)).expect("the outcome fits");
    }
}

/// Killed after every so many pieces of work, with others given out and lost.
fn interrupted<R: Run>(mut run: R, resumed: fn(&str) -> R, pieces: usize) -> String {
    loop {
        for _ in 0..pieces {
            let Some(task) = run.ask() else {
                return run.checkpoint();
            };
            run.tell(&perform(&task)).expect("the outcome fits");
        }
        run.ask();
        run = resumed(&run.checkpoint());
    }
}

#[test]
fn a_tuning_is_one_history() {
    let expected = history(new_tuning(), 1);
    assert_eq!(history(new_tuning(), 2), expected);
    assert_eq!(history(new_tuning(), 5), expected);
    assert_eq!(interrupted(new_tuning(), resumed_tuning, 3), expected);
    assert_eq!(resumed_tuning(&expected).checkpoint(), expected);
}

#[test]
fn a_coevolution_is_one_history() {
    let expected = history(new_coevolution(2), 1);
    assert_eq!(history(new_coevolution(2), 2), expected);
    assert_eq!(history(new_coevolution(2), 5), expected);
    // Rounds have twelve games: these are killed in the middle of them.
    assert_eq!(
        interrupted(new_coevolution(2), resumed_coevolution, 5),
        expected
    );
    assert_eq!(resumed_coevolution(&expected).checkpoint(), expected);
}

/// Best, worst and solved of each generation, and the last champion.
fn tuned(run: Tuning) -> (Vec<(u64, u64, u32)>, String) {
    let run = resumed_tuning(&history(run, 1));
    let told = |record: &tuning::Record| (record.best, record.worst, record.solved);
    let last = run.records().last().expect("it has run");
    (
        run.records().iter().map(told).collect(),
        last.champion.clone(),
    )
}

/// The half-points of each generation, and the last champion.
fn coevolved(system: System) -> (Vec<Vec<u32>>, String) {
    let run = resumed_coevolution(&history(coevolution_of(system, short(2)), 1));
    let last = run.records().last().expect("it has run");
    let told = run
        .records()
        .iter()
        .map(|record| record.half_points.clone());
    (told.collect(), last.champion.clone())
}

/// A value here changes only in a commit that says which behaviour changed and why.
#[test]
fn a_tuning_of_long_ago_comes_out_the_same() {
    let (told, champion) = tuned(new_tuning());
    assert_eq!(
        told,
        [
            (8809, 10134, 7),
            (8809, 9343, 7),
            (8771, 9562, 7),
            (8771, 9992, 7),
            (8771, 9813, 7)
        ]
    );
    assert_eq!(
        champion,
        "staunton?Search=search.1.-UZmw6stkqEokH1dlA&Hash=1"
    );
    let (told, champion) = tuned(tuning_of(falcon()));
    assert_eq!(
        told,
        [
            (11092, 11531, 5),
            (11081, 11371, 5),
            (10934, 11316, 5),
            (10934, 11149, 5),
            (10932, 11283, 5)
        ]
    );
    assert_eq!(
        champion,
        "falcon.1.Z2yExBlQKeY9XMrbk5PuOU7_N00UsYu_yTs5bhpNzkk.search.1.Sc7n92Ib-KME3-qGmQ?Hash=1"
    );
}

/// A value here changes only in a commit that says which behaviour changed and why.
#[test]
fn a_coevolution_of_long_ago_comes_out_the_same() {
    let (told, champion) = coevolved(System::ACPP);
    assert_eq!(told, [[7, 7, 3, 7], [4, 10, 5, 5], [8, 4, 7, 5]]);
    assert_eq!(champion, "acpp.1.Z2yExBlQKeY9XMrbkpPuOE7_AAjOqzI");
    let (told, champion) = coevolved(System::FALCON);
    assert_eq!(told, [[7, 2, 7, 8], [8, 2, 6, 8], [6, 8, 5, 5]]);
    assert_eq!(
        champion,
        "falcon.1.Z2yERBlQqeY9XMrbk5PuOU7_N00UsYu_yTs5TzgtYOc"
    );
}

#[test]
fn the_elite_stays_and_twins_are_searched_once() {
    let mut run = new_tuning();
    let mut searched = Vec::new();
    while let Some(task) = run.ask() {
        if task.id.chunk.is_multiple_of(2) {
            let bytes = task.to_bytes();
            assert!(!searched.contains(&bytes[10..].to_vec()), "searched before");
            searched.push(bytes[10..].to_vec());
        }
        run.tell(&perform(&task)).expect("the outcome fits");
    }
    for pair in run.records().windows(2) {
        assert!(pair[1].best <= pair[0].best);
        assert_eq!(
            pair[1].scores[0],
            Score {
                nodes: pair[0].best,
                solved: pair[0].solved
            }
        );
    }
    assert!(searched.len() < 5 * 6, "the elite is known");
}

/// Without mutation and crossover nothing new arises: the generations after the first need no work at all.
#[test]
fn what_is_known_needs_no_work() {
    let settings = tuning::Settings {
        population: 4,
        generations: 3,
        nodes: 1000,
        crossover_probability: 0.0,
        mutation_probability: 0.0,
        seed: 1,
        ..tuning::Settings::default()
    };
    let mut run = Tuning::new(settings, player(), problems()).expect("it can begin");
    let mut told = 0;
    while let Some(task) = run.ask() {
        assert_eq!(task.id.generation, 0);
        told += run.take(&perform(&task)).expect("it fits").len();
    }
    assert_eq!((told, run.records().len()), (4, 4));
    run.set_generations(6);
    assert!(run.ask().is_none() && run.is_finished());
    assert_eq!(run.records().len(), 7);
}

#[test]
fn a_round_is_whole_and_fair() {
    let mut run = new_coevolution(0);
    assert_eq!(run.pairings().len(), 4 * 3 / 2 * 2);
    assert_eq!(run.cross_table(), None);
    let task = run.ask().expect("there are games");
    let outcome = perform(&task);
    let JobResult::Game(played) = &outcome.result else {
        panic!("a game was asked for");
    };
    assert!(played.moves.len() > 4);
    let Job::Game(game) = &task.job else {
        panic!("a game was asked for");
    };
    // It is told whole: its result follows from its record.
    let record = played.record(&game.terms).expect("it is of this task");
    assert_eq!(record.end, played.end);
    assert_eq!(record.reported.len(), played.reported.len());
    let mut other = game.terms.clone();
    other.opening.moves.clear();
    assert_eq!(played.record(&other), None, "it has another opening");
    run.tell(&outcome).expect("the outcome fits");
    let table = run.cross_table().expect("a game is over");
    assert_eq!(table.generation, 0);
    let total: u32 = table.rows.iter().flatten().sum();
    assert_eq!((run.progress().done, total), (1, 2));
    while let Some(task) = run.ask() {
        run.tell(&perform(&task)).expect("the outcome fits");
    }
    let record = &run.records()[0];
    assert_eq!(
        run.cross_table().map(|table| table.rows),
        Some(record.cross.clone())
    );
    assert_eq!(record.half_points.iter().sum::<u32>(), 2 * 12);
    assert_eq!(record.games, 6);
    assert_eq!(record.genes.len(), 13);
    assert!(record.genes.iter().all(|gene| gene.spread >= 0.0));
    assert_eq!(record.individuals.len(), 4);
    assert!(record.individuals.contains(&record.champion));
    assert!(run.is_finished() && run.pairings().is_empty());
}

#[test]
fn a_longer_run_begins_with_the_shorter_one() {
    let long = resumed_coevolution(&history(new_coevolution(2), 1));
    let mut run = resumed_coevolution(&history(new_coevolution(1), 1));
    run.set_generations(2);
    let run = resumed_coevolution(&history(run, 2));
    assert_eq!(run.records(), long.records());
}

/// A world with a clock of its own, in which somebody looks on.
#[derive(Default)]
struct Watching {
    /// Half-moves played whenever there was something to see.
    plies: Vec<usize>,
    time: u64,
    /// Milliseconds from look to look.
    step: u64,
}

impl Host for Watching {
    fn now(&mut self) -> u64 {
        self.time += self.step;
        self.time
    }

    fn on_position(&mut self, game: &Game) {
        self.plies.push(game.played().len());
    }
}

#[test]
fn whoever_looks_on_sees_every_move_and_changes_nothing() {
    let mut run = new_coevolution(0);
    let task = run.ask().expect("there are games");
    let Job::Game(fixture) = &task.job else {
        panic!("a game was asked for");
    };
    let mut world = Watching::default();
    let outcome = Worker::default().perform(&task, &mut world);
    assert_eq!(outcome, perform(&task));
    let JobResult::Game(played) = outcome.result else {
        panic!("a game was asked for");
    };
    let all: Vec<usize> = (fixture.terms.opening.moves.len()..played.moves.len()).collect();
    assert_eq!(world.plies, all);
    assert_eq!(world.time, 0, "no clock is read where only nodes bind");
}

#[test]
fn a_game_has_a_seed_of_its_own_and_counts_the_nodes_of_every_move() {
    let task = new_coevolution(0).ask().expect("there are games");
    let Job::Game(game) = task.job else {
        panic!("a game was asked for");
    };
    let played = |seed| {
        let white = Player::parse("random").expect("a player");
        let game = GameTask {
            white,
            terms: Terms {
                seed,
                ..game.terms.clone()
            },
            ..(*game).clone()
        };
        game.perform(&mut Watching::default())
    };
    let first = played(1);
    assert_eq!(first, played(1));
    assert_ne!(first.moves, played(2).moves);
    let opening = &game.terms.opening;
    assert_eq!(
        first.reported.len(),
        first.moves.len() - opening.moves.len()
    );
    let nodes = first.reported.iter().map(|reported| reported.nodes);
    let plies = (opening.moves.len()..).zip(nodes);
    let (white, black): (Vec<_>, Vec<_>) =
        plies.partition(|(ply, _)| (ply % 2 == 0) == opening.start.turn().is_white());
    assert!(
        white.iter().all(|(_, nodes)| *nodes == 0),
        "drawn, not searched"
    );
    assert!(black.iter().all(|(_, nodes)| *nodes > 0));
}

fn by_the_clock() -> Coevolution {
    coevolution_of(
        System::ACPP,
        coevolution::Settings {
            generations: 1,
            games: 1,
            clock: 60,
            ..coevolution::Settings::default()
        },
    )
}

#[test]
fn by_the_clock_time_decides() {
    assert!(new_coevolution(0).settings().is_repeatable());
    let mut run = by_the_clock();
    assert!(!run.settings().is_repeatable());
    let task = run.ask().expect("there are games");
    let sent = Task::from_bytes(&task.to_bytes()).expect("just written");
    assert_eq!(sent, task);
    let mut slow = Watching {
        step: 1000,
        ..Watching::default()
    };
    let JobResult::Game(lost) = Worker::default().perform(&task, &mut slow).result else {
        panic!("a game was asked for");
    };
    assert_eq!(lost.end.to_string(), "White loses on time");
    let JobResult::Game(played) = perform(&task).result else {
        panic!("a game was asked for");
    };
    assert!(played.moves.len() > lost.moves.len());
    // What was played stands, whatever would be played now.
    let kept = interrupted(by_the_clock(), resumed_coevolution, 4);
    let resumed = resumed_coevolution(&kept);
    assert_eq!(resumed.settings().clock, 60);
    assert_eq!((resumed.records().len(), resumed.checkpoint()), (2, kept));
}

#[test]
fn acpp_has_its_own_defaults() {
    let settings = coevolution::Settings::of(System::ACPP);
    assert_eq!((settings.population, settings.games), (50, 1));
    let initial = coevolution::random(System::ACPP, 50, 2014);
    let run = Coevolution::new(settings, &initial, built_in()).expect("it can begin");
    assert_eq!(run.pairings().len(), 1225);
    assert_eq!(
        coevolution::Settings::of(System::FALCON),
        coevolution::Settings::default()
    );
}

const COEVOLUTION: &str = "millipawn-coevolution";

/// Settings as earlier builds wrote them, and as they are written now.
const OLD_LINES: [(&str, &str); 12] = [
    ("setting Generations=", "setting generations="),
    ("setting Population=", "setting population="),
    ("setting GamesPerPair=", "setting games-per-pair="),
    ("setting Nodes=", "setting nodes-a-move="),
    ("setting Nodes=", "setting nodes-a-position="),
    ("setting Clock=", "setting clock="),
    (
        "setting Crossover=7500",
        "setting crossover-probability=0.75",
    ),
    (
        "setting Mutation=50\n",
        "setting mutation-probability=0.005\n",
    ),
    (
        "setting Mutation=500\n",
        "setting mutation-probability=0.05\n",
    ),
    ("setting Elite=", "setting elite="),
    ("setting Hash=", "setting hash="),
    ("seed ", "setting seed="),
];

/// The text of a checkpoint as an earlier version wrote it, without some of its settings and the lines of a kind.
fn of_version(name: &str, version: u32, text: &str, without: &[&str], kind: &str) -> String {
    let lines = OLD_LINES.iter();
    let text = lines.fold(text.to_owned(), |text, (old, new)| text.replace(new, old));
    let named = |line: &&str| {
        let setting = line.strip_prefix("setting ");
        setting.is_some_and(|rest| without.iter().any(|name| rest.starts_with(name)))
    };
    let lines = text
        .lines()
        .skip(1)
        .filter(|line| !named(line) && !line.starts_with("crc ") && !line.starts_with(kind));
    let mut body = format!("{name} {version}\n");
    for line in lines {
        body += line;
        body.push('\n');
    }
    let crc = crc32fast::hash(body.as_bytes());
    format!("{body}crc {crc:08x}\n")
}

/// The first version knew neither a clock nor a number of random programs.
#[test]
fn an_older_checkpoint_is_read_and_a_newer_one_refused() {
    let kept = history(new_coevolution(1), 1);
    for (version, without) in [(1, &["Clock=", "Population="][..]), (2, &[])] {
        let old = of_version(COEVOLUTION, version, &kept, without, "engine ");
        assert!(
            old.contains("\nsetting Mutation=50\nsetting Elite=1\n"),
            "{old}"
        );
        assert!(old.contains("\nseed 2014\n"), "{old}");
        let old = coevolution::Checkpoint::from_text(&old).expect("an older one");
        assert_eq!(old.engine, signature::FIRST_KEPT);
        let run = Coevolution::resume(old, built_in()).expect("the same openings");
        assert_eq!(run.settings(), resumed_coevolution(&kept).settings());
        assert_eq!(run.records(), resumed_coevolution(&kept).records());
        assert_eq!(run.settings().population, 4);
    }
    // Its search took options of a player, and these overrode the settings.
    let search = |search: &str| kept.replace("\nsearch plain\n", &format!("\nsearch {search}\n"));
    let old = |text: &str| {
        let text = of_version(COEVOLUTION, 2, text, &[], "engine ");
        coevolution::Checkpoint::from_text(&text)
    };
    let bound = old(&search("plain&nodes=50&Hash=3")).expect("an older one");
    assert_eq!(bound.settings.nodes, 50);
    assert_eq!(
        bound.settings.hash,
        old(&kept).expect("an older one").settings.hash
    );
    assert!(matches!(
        old(&search("plain&Nodes=0")),
        Err(CheckpointError::Line(_))
    ));
    assert!(matches!(
        old(&search("plain&NullMove=1")),
        Err(CheckpointError::Line(_))
    ));
    // Without its seed or its search it would be another history.
    let damaged = |without: &str| {
        let text = of_version(COEVOLUTION, 3, &kept, &[], without);
        coevolution::Checkpoint::from_text(&text)
    };
    assert_eq!(damaged("seed "), Err(CheckpointError::Damaged));
    assert_eq!(damaged("search "), Err(CheckpointError::Damaged));
    let newer = kept.replace("millipawn-coevolution 6", "millipawn-coevolution 7");
    assert_eq!(
        coevolution::Checkpoint::from_text(&newer),
        Err(CheckpointError::UnknownVersion("7".to_owned()))
    );
    let kept = interrupted(new_tuning(), resumed_tuning, 3);
    let old = of_version("millipawn-tuning", 1, &kept, &[], "engine ");
    let old = tuning::Checkpoint::from_text(&old).expect("an older one");
    assert_eq!(old.engine, signature::FIRST_KEPT);
    let run = Tuning::resume(old, problems()).expect("the same suite");
    assert_eq!(run.records(), resumed_tuning(&kept).records());
}

/// One history is made by one engine. That of another can be read, and gives no work.
#[test]
fn a_run_of_another_engine_is_read_and_begins_anew() {
    let other = signature::OWN + 1;
    let whole = history(new_coevolution(2), 1);
    let mut kept = resumed_coevolution(&history(new_coevolution(1), 1)).kept();
    assert_eq!(kept.engine, signature::OWN);
    kept.engine = other;
    let text = kept.to_text();
    let mut run = resumed_coevolution(&text);
    run.set_generations(2);
    assert_eq!((run.engine(), run.records().len()), (Some(other), 2));
    assert_eq!(run.ask(), None);
    assert!(!run.is_finished());
    assert_eq!(run.kept().engine, other);
    let mut anew = Coevolution::resume(kept.anew(), built_in()).expect("the same openings");
    anew.set_generations(2);
    assert_eq!(history(anew, 1), whole);

    let whole = history(new_tuning(), 1);
    let mut run = new_tuning();
    for _ in 0..3 {
        let task = run.ask().expect("there is work");
        run.tell(&perform(&task)).expect("it fits");
    }
    let mut kept = run.kept();
    assert_eq!((kept.engine, kept.pieces.len()), (signature::OWN, 3));
    kept.engine = other;
    let mut run = resumed_tuning(&kept.to_text());
    assert_eq!((run.ask(), run.engine()), (None, Some(other)));
    let anew = Tuning::resume(kept.anew(), problems()).expect("the same suite");
    assert_eq!(history(anew, 1), whole);
}

/// What an earlier build could write: its player decided the whole search, so that nothing was bred.
#[test]
fn a_run_that_tuned_nothing_is_read_and_does_not_begin_anew() {
    for options in ["Search=david", "Nodes=50"] {
        let text =
            history(new_tuning(), 1).replace("staunton?Hash=1", &format!("staunton?{options}"));
        let old = of_version("millipawn-tuning", 1, &text, &[], "engine ");
        let mut run = resumed_tuning(&old);
        assert!(run.is_of_another_engine());
        run.set_generations(9);
        assert_eq!((run.records().len(), run.ask()), (5, None));
        let anew = Tuning::resume(run.kept().anew(), problems());
        assert!(matches!(
            anew.err(),
            Some(TuningError::NothingToTune | TuningError::OwnNodes)
        ));
    }
}

/// Two searches that are the same cannot have needed another number of nodes.
#[test]
fn a_checkpoint_that_contradicts_itself_is_refused() {
    let mut kept = resumed_tuning(&history(new_tuning(), 1)).kept();
    kept.scores[1][0].nodes += 1;
    assert_eq!(
        Tuning::resume(kept, problems()).err(),
        Some(TuningError::Run(RunError::WrongCheckpoint))
    );
}

/// A run that is to end earlier ends there, though the next generation is under way.
#[test]
fn a_run_that_ends_earlier_gives_no_more_work() {
    let mut run = new_coevolution(2);
    while run.scored() == 0 {
        let task = run.ask().expect("there are games");
        run.tell(&perform(&task)).expect("it fits");
    }
    assert!(run.ask().is_some());
    run.set_generations(0);
    assert!(run.is_finished());
    assert_eq!(run.ask(), None);
    run.set_generations(2);
    assert!(run.ask().is_some());
}

/// More generations than a setting can be would be a checkpoint that nobody reads, or none at all.
#[test]
fn a_run_ends_at_the_last_generation_that_can_be_asked_for() {
    for asked in [100_001, 1 << 31, u32::MAX] {
        let mut run = new_tuning();
        run.set_generations(asked);
        assert_eq!(run.settings().generations, 100_000);
        assert!(!resumed_tuning(&run.checkpoint()).is_finished());
        let mut run = new_coevolution(0);
        run.set_generations(asked);
        assert_eq!(run.settings().generations, 100_000);
        assert!(!resumed_coevolution(&run.checkpoint()).is_finished());
    }
}

/// Parameters set one by one are the fixed part: every individual has them, all else is bred.
#[test]
fn what_the_program_sets_holds_for_every_individual() {
    let player = Player::parse("staunton?NullMove=1&Razoring=2&Hash=1").expect("a player");
    let mut run = tuning_of(player);
    let mut searches = std::collections::BTreeSet::new();
    while let Some(task) = run.ask().filter(|task| task.id.generation == 0) {
        let Job::Solve(solve) = &task.job else {
            panic!("positions were asked for");
        };
        let parameters = solve.player().parameters();
        assert_eq!((parameters.null_move, parameters.razoring), (1, 2));
        searches.insert(parameters.values());
    }
    assert!(searches.len() > 3, "the rest is bred");
}

#[test]
fn all_search_alike_in_a_coevolution() {
    let genes = SearchGenome::of(&Parameters::DAVID);
    let settings = coevolution::Settings {
        search: PlayerSearch::Bred(genes),
        ..new_coevolution(0).settings().clone()
    };
    let initial = coevolution::random(System::ACPP, 2, 2014);
    let mut run = Coevolution::new(settings, &initial, built_in()).expect("it can begin");
    let task = run.ask().expect("there are games");
    let Job::Game(game) = &task.job else {
        panic!("a game was asked for");
    };
    for player in [&game.white, &game.black] {
        assert_eq!(player.parameters(), Parameters::DAVID);
        assert_eq!((player.nodes, player.hash), (None, 1));
    }
    let kept = resumed_coevolution(&run.checkpoint());
    assert_eq!(kept.settings(), run.settings());
}

#[test]
fn work_done_twice_or_too_late_is_ignored_and_wrong_work_refused() {
    let mut run = new_coevolution(1);
    let task = run.ask().expect("there are games");
    let outcome = perform(&task);
    run.tell(&outcome).expect("it fits");
    run.tell(&outcome).expect("it is ignored");
    assert_eq!(run.progress().done, 1);
    let mut other = outcome.clone();
    other.id.generation = 7;
    run.tell(&other).expect("it is ignored");
    other = outcome.clone();
    other.id.chunk = 12;
    assert_eq!(run.tell(&other).err(), Some(RunError::WrongOutcome));
    other = outcome.clone();
    other.result = JobResult::MoveMatching(vec![1]);
    assert_eq!(run.tell(&other).err(), Some(RunError::WrongOutcome));
    let mut tuning = new_tuning();
    let task = tuning.ask().expect("there is work");
    let mut wrong = perform(&task);
    if let JobResult::Solve(found) = &mut wrong.result {
        found.pop();
    }
    assert_eq!(tuning.tell(&wrong).err(), Some(RunError::WrongOutcome));
}

#[test]
fn trouble_is_named() {
    let tuned = |player: &str, problems| {
        let player = Player::parse(player).expect("a player");
        Tuning::new(tuning::Settings::default(), player, problems).err()
    };
    assert_eq!(tuned("random", problems()), Some(TuningError::NoEngine));
    assert_eq!(
        tuned("staunton?Nodes=1", problems()),
        Some(TuningError::OwnNodes)
    );
    let all = parameters::TABLE[..search_genome::GENES].iter();
    let all: Vec<String> = all
        .map(|row| format!("{}={}", row.name, row.minimum))
        .collect();
    let [first, rest @ ..] = &all[..] else {
        unreachable!("there are parameters")
    };
    for decided in [
        "staunton?Search=david".to_owned(),
        format!("{}&Search=plain", falcon()),
        format!("staunton?{}", all.join("&")),
    ] {
        assert_eq!(
            tuned(&decided, problems()),
            Some(TuningError::NothingToTune),
            "{decided}"
        );
    }
    assert_eq!(
        tuned("staunton?Hash=1024", problems()),
        Some(TuningError::LargeTable(1024))
    );
    let mut large = new_tuning().kept();
    large.player.hash = 1024;
    let large = tuning::Checkpoint::from_text(&large.to_text()).expect("just written");
    assert_eq!(
        Tuning::resume(large, problems()).err(),
        Some(TuningError::LargeTable(1024))
    );
    let one_left = format!("staunton?{}", rest.join("&"));
    assert_eq!(tuned(&one_left, problems()), None, "{first} is left");
    assert_eq!(
        tuned("staunton", Vec::new()),
        Some(TuningError::NoPositions)
    );
    let other = problems()[1..].to_vec();
    assert!(matches!(
        Tuning::resume(new_tuning().kept(), other).err(),
        Some(TuningError::Run(RunError::OtherData(..)))
    ));
    let mut checkpoint = new_tuning().kept();
    checkpoint.pieces.push((1000, Score::default()));
    assert_eq!(
        Tuning::resume(checkpoint, problems()).err(),
        Some(TuningError::Run(RunError::WrongCheckpoint))
    );

    let run = new_coevolution(1);
    let initial = coevolution::random(System::ACPP, 1, 1);
    let alone = Coevolution::new(run.settings().clone(), &initial, built_in());
    assert_eq!(alone.err(), Some(CoevolutionError::Population(1)));
    let initial = coevolution::random(System::ACPP, 3, 1);
    let without = Coevolution::new(run.settings().clone(), &initial, Vec::new());
    assert_eq!(
        without.err(),
        Some(CoevolutionError::Book(BookError::NoOpenings))
    );
    let mut mated = built_in();
    mated.truncate(1);
    mated[0].start = millipawn_engine::chess::game::read_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
        .expect("a position");
    mated[0].moves.clear();
    let mated = Coevolution::new(run.settings().clone(), &initial, mated);
    assert_eq!(
        mated.err(),
        Some(CoevolutionError::Book(BookError::Opening(1)))
    );
    assert!(matches!(
        Coevolution::resume(run.kept(), built_in()[1..].to_vec()).err(),
        Some(CoevolutionError::Run(RunError::OtherData(..)))
    ));
    let mut checkpoint = run.kept();
    checkpoint.results.push(vec![1, 2]);
    assert_eq!(
        Coevolution::resume(checkpoint, built_in()).err(),
        Some(CoevolutionError::Run(RunError::WrongCheckpoint))
    );
}

#[test]
fn programs_are_read_in_their_order_and_a_bad_line_is_named() {
    let falcon = coevolution::random(System::FALCON, 2, 2014);
    let [a, b] = [&falcon[0], &falcon[1]];
    assert_eq!(
        coevolution::programs(&format!("{b}\r\n\n  {a} \n"), System::FALCON),
        Ok(vec![b.clone(), a.clone()])
    );
    assert_eq!(
        coevolution::programs(&format!("{a}\n\n{b}x"), System::FALCON),
        Err("line 3: it is cut short or has grown".to_owned())
    );
    assert_eq!(
        coevolution::programs(&format!("{a}\n{b}"), System::ACPP),
        Err("line 1: a program of falcon, not of acpp".to_owned())
    );
}

/// Settings have one spelling; that of earlier builds keeps its meaning, in ten-thousandths where it was in these.
#[test]
fn a_setting_has_its_label_and_its_old_name() {
    let read = |text: &str| coevolution::Settings::from_lines(text, System::FALCON);
    let new = "games-per-pair=3\nmutation-probability=0.02\nnodes-a-move=70\nseed=7";
    let settings = read(new).expect("all are known");
    for old in [
        "GamesPerPair=3\nMutation=200\nNodes=70\nSeed=7",
        "gamesperpair=3\nMUTATION=200\nnodes=70\nseed=7",
    ] {
        assert_eq!(read(old).as_ref(), Ok(&settings), "{old}");
    }
    assert_eq!((settings.games, settings.nodes, settings.seed), (3, 70, 7));
    assert_eq!(settings.mutation_probability, 0.02);
    assert_eq!(read(&settings.to_lines()).as_ref(), Ok(&settings));
    for (wrong, why) in [
        ("mutation-probability=200", "it takes a number from 0 to 1"),
        (
            "Mutation=0.02",
            "Mutation cannot be \"0.02\": it takes a whole number from 0 to 10000",
        ),
        ("games-per-pair=0", "from 1 to 1000"),
        ("games=2", "there is no setting \"games\""),
    ] {
        let refused = read(wrong).expect_err(wrong).to_string();
        assert!(refused.contains(why), "{wrong}: {refused}");
    }
    // What was a number of ten-thousandths is the same probability, to the last bit.
    for number in 0..=10_000 {
        let mut settings = tuning::Settings::default();
        let set = settings.set("Mutation", &number.to_string());
        set.expect("it is within its bounds");
        let once = f64::from(number) / 10_000.0;
        assert_eq!(settings.mutation_probability.to_bits(), once.to_bits());
        let written = settings.to_lines();
        assert_eq!(
            tuning::Settings::from_lines(&written, System::FALCON),
            Ok(settings)
        );
    }
}
