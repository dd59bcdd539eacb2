//! Links to programs and to runs of all kinds: what is written is read, old texts keep their meaning, and what is wrong with a
//! text is told as it is.

use millipawn_engine::{
    Importer, SAMPLE_GAMES,
    evaluation::meep::Weights,
    play::contest::{opening::built_in, rules::Rules},
};
use millipawn_evolve::{
    genome::draw::{Draws, Purpose},
    job::task::perform,
    learn::step::Precise,
    run::{
        Changes, Run,
        checkpoint::Checkpoint as _,
        classes::{self, ClassesRun},
        coevolution::{self, Coevolution},
        imitation::Settings,
        learning::{self, Learning},
        ordering::{self, OrderingRun},
        settings::RunSettings,
        supervised, tuning,
    },
    signature,
    system::System,
    text::{
        chromosome::{Chromosome, ChromosomeError},
        link::{ExperimentLink, LinkError},
        player::Player,
        program::Program,
        shared::{self, Link, SharedError},
        stage_link::{
            ClassesLink, CoevolutionLink, Initial, LearningLink, OrderingLink, SupervisedLink,
            TuningLink,
        },
    },
};
use proptest::prelude::*;

fn chromosome(system: System, seed: u64) -> Chromosome {
    let mut draws = Draws::derive(seed, 0, 0, Purpose::Genes);
    Chromosome {
        system,
        genome: system.representation().random(&mut draws),
    }
}

fn experiment() -> ExperimentLink {
    ExperimentLink {
        changes: Changes::default(),
        settings: Settings {
            population: 12,
            ..Settings::default()
        },
        fingerprint: 0x0123_4567_89ab_cdef,
        chromosome: chromosome(System::ACPP, 1),
    }
}

fn settings(seed: u64) -> coevolution::Settings {
    coevolution::Settings {
        generations: 3,
        nodes: 20,
        games: 1,
        rules: Rules {
            maximum_moves: 4,
            ..Rules::DEFAULT
        },
        seed,
        ..coevolution::Settings::of(System::FALCON)
    }
}

/// Ten champions, as the paper has them, of which `seed` says which.
fn initial(seed: u64, count: u64) -> Vec<Chromosome> {
    (0..count)
        .map(|at| chromosome(System::FALCON, seed + at))
        .collect()
}

fn coevolution_link(seed: u64) -> CoevolutionLink {
    CoevolutionLink {
        changes: Changes::default(),
        settings: coevolution::Settings {
            population: 10,
            ..settings(seed)
        },
        engine: signature::FIRST_KEPT,
        fingerprint: 77,
        initial: Initial::Programs(initial(seed, 10)),
        champion: chromosome(System::FALCON, 3),
    }
}

fn tuning_link(seed: u64) -> TuningLink {
    let program = chromosome(System::ACPP, seed);
    let search = "search.1.-UZmw6stkqEokH1dlA";
    TuningLink {
        changes: Changes::default(),
        settings: tuning::Settings {
            generations: 7,
            seed,
            ..tuning::Settings::default()
        },
        engine: signature::FIRST_KEPT,
        fingerprint: 88,
        player: Player::parse(&format!("{program}?Razoring=2")).expect("a player"),
        champion: Player::parse(&format!("{program}.{search}?Razoring=2")).expect("a player"),
    }
}

/// The program of small random weights, in the form that has room in a link.
fn beginner(seed: u64) -> Chromosome {
    learning::short_program(&learning::random(seed))
}

fn learning_link(seed: u64) -> LearningLink {
    LearningLink {
        settings: learning::Settings {
            generations: 3,
            opponent: "staunton?Nodes=7".to_owned(),
            seed,
            ..learning::Settings::default()
        },
        engine: signature::FIRST_KEPT,
        fingerprint: 99,
        initial: Initial::Programs(vec![beginner(seed + 1)]),
        champion: beginner(seed + 2),
    }
}

fn supervised_link(seed: u64) -> SupervisedLink {
    SupervisedLink {
        settings: supervised::Settings {
            generations: 3,
            positions: 20,
            seed,
            ..supervised::Settings::default()
        },
        fingerprint: 111,
        initial: Initial::Random,
        champion: beginner(seed + 2),
    }
}

fn classes_link(seed: u64) -> ClassesLink {
    ClassesLink {
        changes: Changes::default(),
        settings: classes::Settings {
            population: 12,
            nodes: 5000,
            plies: 3,
            seed,
            ..classes::Settings::default()
        },
        engine: 1_234_567,
        immigrants: 2,
        champion: Chromosome {
            system: System::EVOCHESS,
            genome: System::EVOCHESS.hand_set(),
        },
    }
}

fn ordering_link(seed: u64) -> OrderingLink {
    OrderingLink {
        changes: Changes::default(),
        settings: ordering::Settings {
            generations: 3,
            positions: 20,
            demes: 2,
            seed,
            ..ordering::Settings::default()
        },
        engine: signature::FIRST_KEPT,
        fingerprint: 122,
        champion: chromosome(System::EVOCHESS, seed + 2),
    }
}

/// What was sent to somebody is read for ever: a line of this file never changes.
#[test]
fn links_of_long_ago_are_read() {
    let links = [
        Link::Imitation(experiment()),
        Link::Coevolution(coevolution_link(5)),
        Link::Tuning(tuning_link(5)),
        Link::Learning(learning_link(5)),
        Link::Supervised(supervised_link(5)),
        Link::Ordering(ordering_link(5)),
        Link::Classes(classes_link(6)),
    ];
    let texts: Vec<&str> = include_str!("data/links.txt").lines().collect();
    // Those to coevolutions and tunings of version 1 and 2; the others came later. Those of EvoChess had no sizes of steps at first, those to
    // learning from games no features of Falcon, those to learning no halving.
    let of_all = [
        &links[..3],
        &links[1..],
        &links[5..],
        &links[4..5],
        &links[3..4],
    ]
    .concat();
    assert_eq!(of_all.len(), texts.len());
    for (link, text) in of_all.iter().zip(&texts) {
        assert_eq!(Link::parse(text), Ok(link.clone()));
    }
    let newest = [
        &texts[..1],
        &texts[3..5],
        &texts[12..],
        &texts[11..12],
        &texts[9..11],
    ]
    .concat();
    assert_eq!(links.map(|link| link.to_string()).to_vec(), newest);
}

#[test]
fn a_coevolution_can_be_made_again_from_its_link() {
    let initial = initial(40, 10);
    let mut run = Coevolution::new(settings(9), &initial, built_in()).expect("it can begin");
    while run.records().is_empty() {
        let task = run.ask().expect("there are games");
        run.tell(&perform(&task)).expect("it fits");
    }
    let champion = Chromosome::parse(&run.ranked()[0]).expect("a program");
    let link = CoevolutionLink::of(&run.kept(), champion.clone()).expect("it has played");
    assert!(link.to_string().len() < 2500, "{}", link.to_string().len());
    assert_eq!(link.settings.generations, 0);
    assert_eq!(link.initial, Initial::Programs(initial));
    let read = CoevolutionLink::parse(&link.to_string()).expect("just written");
    assert_eq!(read, link);
    let kept = read.checkpoint().expect("it has the programs");
    let mut again = Coevolution::resume(kept, built_in()).expect("the same openings");
    while let Some(task) = again.ask() {
        again.tell(&perform(&task)).expect("it fits");
    }
    assert_eq!(again.ranked()[0], champion.to_string());
    assert_eq!(again.records(), &run.records()[..1]);
}

#[test]
fn random_programs_need_no_room_and_too_many_have_none() {
    let link = |initial: Vec<Chromosome>| {
        let run = Coevolution::new(settings(9), &initial, built_in()).expect("it can begin");
        let mut kept = run.kept();
        kept.results = vec![Vec::new()];
        CoevolutionLink::of(&kept, initial[0].clone()).expect("it has a generation")
    };
    let random = link(coevolution::random(System::FALCON, 500, 9));
    assert_eq!(random.initial, Initial::Random);
    let kept = random.checkpoint().expect("they are drawn again");
    assert_eq!(kept.initial, coevolution::random(System::FALCON, 500, 9));
    let many = link(initial(1, 500));
    assert_eq!(
        (&many.initial, many.checkpoint()),
        (&Initial::TooMany, None)
    );
    assert_eq!(CoevolutionLink::parse(&many.to_string()), Ok(many));
}

/// Works the run off as far as its settings ask for.
fn finish(run: &mut Learning) {
    while let Some(task) = run.ask() {
        run.tell(&perform(&task)).expect("it fits");
    }
}

#[test]
fn a_run_of_learning_can_be_made_again_from_its_link() {
    let settings = learning::Settings {
        generations: 2,
        games: 2,
        nodes: 60,
        maximum_moves: 12,
        ..learning::Settings::default()
    };
    let drawn = learning::random(settings.seed);
    let pasted = learning::weights_of(&beginner(3)).expect("of this system");
    for (start, initial) in [
        (drawn, Initial::Random),
        (pasted, Initial::Programs(vec![beginner(3)])),
    ] {
        let mut run = Learning::new(settings.clone(), start, built_in()).expect("it can begin");
        finish(&mut run);
        let champion = run.records()[2].champion.clone().expect("of the last");
        let text = Link::of_run(&run.kept().to_text(), &champion).expect("it has a champion");
        let text = text.to_string();
        assert!(text.len() <= 8000, "{}", text.len());
        let link = LearningLink::parse(&text).expect("just written");
        assert_eq!((&link.initial, link.settings.generations), (&initial, 2));
        let kept = link.checkpoint().expect("it has the program");
        let mut again = Learning::resume(kept, built_in()).expect("the same openings");
        finish(&mut again);
        assert_eq!(again.records(), run.records());
    }
}

#[test]
fn a_run_against_classes_can_be_made_again_from_its_link() {
    let settings = classes::Settings {
        population: 3,
        parents: 1,
        generations: 2,
        nodes: 100,
        plies: 1,
        longest: 10,
        final_games: 1,
        ..classes::Settings::default()
    };
    let finish = |run: &mut ClassesRun| {
        while let Some(task) = run.ask() {
            run.tell(&perform(&task)).expect("it fits");
        }
    };
    let mut run = ClassesRun::new(settings).expect("someone is replaced");
    let program = |run: &ClassesRun| {
        let last = run.records().last().expect("a record");
        Chromosome::parse(&last.champion).expect("a program")
    };
    assert_eq!(ClassesLink::of(&run.kept(), classes_link(1).champion), None);
    finish(&mut run);
    let mut paused = ClassesRun::new(run.settings().clone()).expect("someone is replaced");
    while paused.scored() < 2 {
        let task = paused.ask().expect("a game");
        paused.tell(&perform(&task)).expect("it fits");
    }
    let link = ClassesLink::of(&run.kept(), program(&run)).expect("it has a champion");
    assert!(link.is_repeatable());
    // Of a run that rests, the champion is the fittest, and no finals come before it.
    let short = ClassesLink::of(&paused.kept(), program(&paused)).expect("it has a champion");
    assert_eq!(
        (short.settings.generations, short.settings.final_games),
        (1, 0)
    );
    let mut shorter = ClassesRun::resume(short.checkpoint()).expect("it fits");
    finish(&mut shorter);
    assert_eq!(program(&shorter), short.champion);
    let text = link.to_string();
    let link = ClassesLink::parse(&text).expect("just written");
    let mut again = ClassesRun::resume(link.checkpoint()).expect("it fits");
    finish(&mut again);
    assert_eq!(again.checkpoint(), run.checkpoint());
    assert_eq!(program(&again), link.champion);
}

#[test]
fn an_ordering_can_be_made_again_from_its_link() {
    let settings = ordering::Settings {
        population: 4,
        parents: 2,
        generations: 2,
        depth: 2,
        positions: 5,
        held_out_share: 0.0,
        ..ordering::Settings::default()
    };
    let mut importer = Importer::new(settings.import.clone());
    importer.begin_file("sample games");
    importer.push(SAMPLE_GAMES.as_bytes());
    let (set, _) = importer.finish();
    let mut run = OrderingRun::new(settings, &set).expect("there are positions");
    let program = |run: &OrderingRun| {
        let record = run.records().last().expect("a generation is scored");
        Chromosome::parse(&record.champion).expect("a program")
    };
    while let Some(task) = run.ask() {
        if !run.take(&perform(&task)).expect("it fits").is_empty() {
            let link = OrderingLink::of(&run.kept(), program(&run)).expect("it has a champion");
            assert_eq!(link.settings.generations as usize, run.records().len() - 1);
        }
    }
    let text = Link::of_run(&run.kept().to_text(), &program(&run).to_string());
    let text = text.expect("it has a champion").to_string();
    assert!(text.len() <= 2500, "{}", text.len());
    let link = OrderingLink::parse(&text).expect("just written");
    assert_eq!(link.champion, program(&run));
    let kept = link.checkpoint();
    assert_eq!(OrderingLink::of(&kept, program(&run)), None);
    let other = chromosome(System::ACPP, 1);
    assert_eq!(OrderingLink::of(&run.kept(), other), None);
    let mut again = OrderingRun::resume(kept, &set).expect("the same games");
    while let Some(task) = again.ask() {
        again.tell(&perform(&task)).expect("it fits");
    }
    assert_eq!(again.records(), run.records());
}

#[test]
fn the_short_form_of_a_program_is_its_own_short_form() {
    let exact = learning::exact_program(&learning::random(3));
    let short = Program::from(exact.clone()).short();
    assert_eq!(short, Program::from(beginner(3)));
    assert!(short.to_string().len() <= 2500 && exact.to_string().len() > 7000);
    assert_eq!(short.short(), short);
    let bits = Program::from(chromosome(System::ACPP, 3));
    assert_eq!(bits.short(), bits);
}

#[test]
fn weights_without_room_are_left_out_of_a_link() {
    let mut start = learning::random(1).weights().as_slice().to_vec();
    start[0] = 100_003;
    let start = Weights::new(&start).expect("they fit");
    let settings = learning::Settings {
        generations: 0,
        ..learning::Settings::default()
    };
    let mut run = Learning::new(settings, Precise::from(&start), built_in()).expect("it can begin");
    finish(&mut run);
    let link = LearningLink::of(&run.kept(), beginner(1)).expect("it has a round");
    assert_eq!(
        (&link.initial, link.checkpoint()),
        (&Initial::TooMany, None)
    );
    assert_eq!(LearningLink::parse(&link.to_string()), Ok(link));
}

#[test]
fn an_opponent_of_a_link_is_a_player_of_usual_size() {
    let parsed = |opponent: &str| {
        let mut link = learning_link(1);
        link.settings.opponent = opponent.to_owned();
        LearningLink::parse(&link.to_string()).map(|link| link.settings.opponent)
    };
    assert_eq!(parsed(""), Ok(String::new()));
    assert_eq!(parsed("depth:2"), Ok("depth:2".to_owned()));
    assert_eq!(
        parsed("nobody"),
        Err(LinkError::Line("opponent=nobody".to_owned()))
    );
    assert_eq!(
        parsed("staunton?Hash=1024"),
        Err(LinkError::LargeTable(1024))
    );
}

#[test]
fn a_run_before_its_first_generation_has_no_link() {
    let initial = initial(1, 3);
    let run = Coevolution::new(settings(9), &initial, built_in()).expect("it can begin");
    assert_eq!(CoevolutionLink::of(&run.kept(), initial[0].clone()), None);
}

#[test]
fn the_champion_of_a_link_plays() {
    let page = "https://example.org/millipawn/?a=b#x=";
    let told = |text: &str| shared::player(text).map(|player| player.to_string());
    let program = chromosome(System::ACPP, 1).to_string();
    for link in [
        format!("#c={program}"),
        format!("https://example.org/#c={program}"),
        format!("https://example.org/#c={program}&name=Rudi%20II"),
        format!("{page}{}", experiment()),
        program.clone(),
    ] {
        assert_eq!(told(&link), Ok(program.clone()), "{link}");
        assert_eq!(
            told(&format!("{link}?Nodes=7")),
            Ok(format!("{program}?Nodes=7"))
        );
        assert!(shared::program(&link).is_ok());
        assert!(shared::program(&format!("{link}?Nodes=7")).is_err());
    }
    let champion = coevolution_link(5).champion.to_string();
    assert_eq!(
        told(&format!("{page}{}", coevolution_link(5))),
        Ok(champion)
    );
    let champion = learning_link(5).champion.to_string();
    assert_eq!(told(&format!("{page}{}", learning_link(5))), Ok(champion));
    let champion = ordering_link(5).champion.to_string();
    assert_eq!(told(&format!("{page}{}", ordering_link(5))), Ok(champion));
    let champion = tuning_link(5).champion.to_string();
    assert_eq!(told(&format!("{page}{}", tuning_link(5))), Ok(champion));
    assert!(matches!(
        told("#x=hello"),
        Err(SharedError::Experiment(LinkError::Shape))
    ));
    assert!(matches!(told("#c=hello"), Err(SharedError::Program(_))));
    assert!(matches!(
        shared::program("staunton"),
        Err(SharedError::NotAProgram(_))
    ));
}

/// Of each kind a text, and what it is called when it is cut and when it is changed.
fn texts(seed: u64) -> Vec<String> {
    vec![
        Link::Imitation(ExperimentLink {
            chromosome: chromosome(System::ACPP, seed),
            ..experiment()
        })
        .to_string(),
        coevolution_link(seed).to_string(),
        learning_link(seed).to_string(),
        ordering_link(seed).to_string(),
        supervised_link(seed).to_string(),
        tuning_link(seed).to_string(),
    ]
}

proptest! {
    #[test]
    fn a_changed_chromosome_is_damaged_and_a_cut_one_is_cut(seed in any::<u64>(), falcon in any::<bool>(), place in any::<prop::sample::Index>(), other in "[A-Za-z0-9_-]") {
        let system = if falcon { System::FALCON } else { System::ACPP };
        let text = chromosome(system, seed).to_string();
        let payload = text.rfind('.').expect("it has a payload") + 1;
        let at = payload + place.index(text.len() - payload);
        prop_assert_eq!(Chromosome::parse(&text[..at]), Err(ChromosomeError::Length));
        prop_assert_eq!(Chromosome::parse(&format!("{text}{other}")), Err(ChromosomeError::Length));
        prop_assume!(!text[at..].starts_with(&other));
        let wrong = format!("{}{other}{}", &text[..at], &text[at + 1..]);
        prop_assert_eq!(Chromosome::parse(&wrong), Err(ChromosomeError::Checksum), "{}", wrong);
    }

    #[test]
    fn a_changed_link_is_damaged_and_a_cut_one_is_cut(seed in 0_u64..1000, place in any::<prop::sample::Index>(), other in "[A-Za-z0-9_-]") {
        for text in texts(seed) {
            let payload = text.rfind('.').expect("it has a payload") + 1;
            let at = payload + place.index(text.len() - payload);
            prop_assert_eq!(Link::parse(&text[..at]), Err(LinkError::Length), "{} of {}", at, text);
            prop_assert_eq!(Link::parse(&format!("{text}{other}{other}{other}{other}")), Err(LinkError::Length));
            prop_assume!(!text[at..].starts_with(&other));
            let wrong = format!("{}{other}{}", &text[..at], &text[at + 1..]);
            prop_assert_eq!(Link::parse(&wrong), Err(LinkError::Damaged), "{}", wrong);
        }
    }

    #[test]
    fn what_is_written_is_read(seed in 0_u64..1 << 53) {
        for link in [
            Link::Coevolution(coevolution_link(seed)),
            Link::Learning(learning_link(seed)),
            Link::Ordering(ordering_link(seed)),
            Link::Supervised(supervised_link(seed)),
            Link::Tuning(tuning_link(seed)),
        ] {
            prop_assert_eq!(Link::parse(&link.to_string()), Ok(link));
        }
    }
}
