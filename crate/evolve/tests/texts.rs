//! Chromosomes, experiments, settings and checkpoints as text: what is written is read, all else is refused.

use millipawn_engine::{
    chess::game::Ending,
    play::contest::{
        mover::Trouble,
        opening::{Opening, built_in},
        play::{End, Reported},
        rules::Rules,
    },
};
use millipawn_evolve::{
    genome::{
        Representation,
        bits::Bits,
        draw::{Draws, Purpose},
    },
    job::{
        game_task::{Bound, GameTask, Played, Terms},
        move_matching::MoveMatching,
        question::{Answer, Question},
        solve::{Found, Solve},
        suite,
        task::{Job, JobResult, Outcome, Task, TaskId},
    },
    run::{
        Changes,
        checkpoint::Checkpoint as _,
        coevolution,
        imitation::Checkpoint,
        imitation::Settings,
        kinds::KINDS,
        settings::{RunSettings, describe},
        tuning,
    },
    system::{
        System, acpp, falcon,
        matching::Search,
        search_genome::{self, SearchGenome},
    },
    text::{
        chromosome::{Chromosome, ChromosomeError},
        link::{ExperimentLink, LinkError},
        player::Player,
        program::Program,
    },
};
use proptest::prelude::*;
use shakmaty::Color;

fn chromosome(seed: u64) -> Chromosome {
    Chromosome {
        system: System::ACPP,
        genome: acpp::GENOME.random(&mut Draws::derive(seed, 0, 0, Purpose::Genes)),
    }
}

fn searching(seed: u64) -> SearchGenome {
    let mut draws = Draws::derive(seed, 0, 1, Purpose::Genes);
    SearchGenome::new(&search_genome::GENOME.random(&mut draws)).expect("of the right length")
}

fn program(seed: u64) -> Program {
    Program {
        evaluation: chromosome(seed),
        search: Some(searching(seed)),
    }
}

/// One task of every kind, with its outcome's result made up.
fn tasks(seed: u64) -> [(Job, JobResult); 4] {
    let player =
        |options: &str| Player::parse(&format!("{}{options}", program(seed))).expect("a player");
    let (problems, _) = suite::read(
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6 Rae1; id \"x\";\n\
        r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 30 am O-O;\nrnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3 bm dxe3;",
    );
    assert_eq!(problems.len(), 3);
    let choices = MoveMatching {
        system: System::ACPP,
        search: Search::Static,
        returning: true,
        ablation: false,
        individuals: vec![chromosome(seed).genome],
        examples: Vec::new(),
    };
    let found = |nodes, is_solved| Found { nodes, is_solved };
    let fixture = GameTask {
        white: player(""),
        black: player("?Search=plain&Hash=1"),
        terms: Terms {
            opening: Opening {
                name: String::new(),
                ..built_in()[seed as usize % 40].clone()
            },
            bound: if seed.is_multiple_of(2) {
                Bound::Nodes(1 + seed % 1000)
            } else {
                Bound::Clock(1 + seed as u32 % 5000)
            },
            rules: Rules {
                draw_score: -1,
                ..Rules::DEFAULT
            },
            seed,
        },
    };
    let played = Played {
        end: [
            End::Board(Ending::Mate(Color::White)),
            End::Time(Color::Black),
            End::Trouble(Color::Black, Trouble::Silent("it sleeps".to_owned())),
        ][seed as usize % 3]
            .clone(),
        moves: vec!["e2e4".to_owned(), "e7e8q".to_owned()],
        reported: vec![
            Reported {
                score: None,
                nodes: seed,
            },
            Reported {
                score: Some(-7),
                nodes: u64::MAX,
            },
        ],
    };
    let solve = Solve::new(player("?Hash=2"), 20_000, problems).expect("it searches");
    [
        (
            Job::MoveMatching(choices),
            JobResult::MoveMatching(vec![3, 0]),
        ),
        (
            Job::Solve(Box::new(solve)),
            JobResult::Solve(vec![found(7, true), found(9, false)]),
        ),
        (Job::Game(Box::new(fixture)), JobResult::Game(played)),
        (
            Job::Question(Box::new(Question {
                player: player("?Nodes=50"),
                nodes: u64::MAX,
                position: built_in()[seed as usize % 40].start.clone(),
            })),
            JobResult::Question(Answer {
                chosen: "g1f3".to_owned(),
                nodes: seed,
            }),
        ),
    ]
}

fn link() -> ExperimentLink {
    ExperimentLink {
        changes: Changes::default(),
        settings: Settings {
            population: 12,
            ..Settings::default()
        },
        fingerprint: 0x0123_4567_89ab_cdef,
        chromosome: chromosome(1),
    }
}

#[test]
fn a_chromosome_has_145_bits_in_13_genes() {
    let genes = acpp::genes(&chromosome(1).genome);
    assert_eq!(genes.len(), 13);
    assert_eq!(genes.iter().map(|gene| gene.loci).sum::<usize>(), 145);
    let bases: Vec<f64> = genes[..4].iter().map(|gene| gene.base).collect();
    assert_eq!(bases, [2000.0, 2000.0, 4000.0, 8000.0]);
    let highest: Vec<f64> = genes[..4].iter().map(|gene| gene.highest).collect();
    assert_eq!(highest, [4047.0, 4047.0, 6047.0, 10047.0]);
}

#[test]
fn the_pawn_is_fixed_at_1000_millipawns() {
    assert_eq!(acpp::weights(&chromosome(5).genome)[0], 1000);
    assert_eq!(acpp::weights(&Bits::zeros(acpp::BITS).into())[0], 1000);
}

#[test]
fn a_chromosome_that_cannot_be_read_is_refused_with_the_reason() {
    let text = chromosome(1).to_string();
    let refused = |text: &str| Chromosome::parse(text).err();
    assert_eq!(refused("hello"), Some(ChromosomeError::Shape));
    assert_eq!(refused("acpp.1"), Some(ChromosomeError::Shape));
    assert_eq!(
        refused(&text.replace("acpp", "deep")),
        Some(ChromosomeError::UnknownSystem("deep".into()))
    );
    assert_eq!(
        refused(&text.replace(".1.", ".9.")),
        Some(ChromosomeError::UnknownVersion("9".into()))
    );
    assert_eq!(refused(&format!("{text}!")), Some(ChromosomeError::Payload));
    assert_eq!(
        refused(&text[..text.len() - 4]),
        Some(ChromosomeError::Length)
    );
    let long = "a".repeat(Chromosome::MAX_TEXT + 1);
    assert_eq!(refused(&long), Some(ChromosomeError::TooLong));
}

#[test]
fn an_experiment_that_cannot_be_read_is_refused_with_the_reason() {
    let text = link().to_string();
    assert!(text.len() < 2000, "{}", text.len());
    let refused = |text: &str| ExperimentLink::parse(text).err();
    assert_eq!(refused("acpp"), Some(LinkError::Shape));
    assert_eq!(
        refused("fritz.1.AAAA"),
        Some(LinkError::Unknown("fritz.1".into()))
    );
    assert_eq!(refused(&text[..text.len() - 8]), Some(LinkError::Length));
    assert_eq!(refused(&"a".repeat(10_000)), Some(LinkError::TooLong));
}

/// Each row of a table sets what it gets, and is told in words.
fn described<S: RunSettings + PartialEq + std::fmt::Debug>(system: System) {
    let rows = S::TABLE.iter();
    let used = rows.filter(|setting| system.uses(S::KIND, &setting.key()));
    for (setting, described) in used.zip(describe::<S>(system)) {
        let mut settings = S::of(system);
        let default = setting.get(&settings).to_string();
        assert_eq!(settings.set(&setting.key(), &default), Ok(()));
        assert_eq!(settings, S::of(system), "{}", setting.label);
        assert_eq!(described.key, setting.key());
        assert!(described.meaning.ends_with('.') && !described.source.is_empty());
    }
}

#[test]
fn every_setting_is_described_and_set_by_its_name() {
    for &system in System::ALL {
        described::<Settings>(system);
        described::<coevolution::Settings>(system);
        described::<tuning::Settings>(system);
        for kind in &KINDS {
            assert!(!(kind.describe)(system).is_empty());
        }
    }
    let mut settings = Settings::default();
    assert_eq!(settings.set("mutation-probability", "0.002"), Ok(()));
    assert_eq!(settings.mutation_probability, 0.002);
    assert_eq!(settings.set("winners-moves-only", "true"), Ok(()));
    assert!(settings.import.winners_only);
    for (key, text) in [
        ("popolation", "5"),
        ("population", "0"),
        ("population", "5.5"),
        ("mutation-probability", "NaN"),
        ("crossover-kind", "two"),
    ] {
        let before = settings.clone();
        assert!(settings.set(key, text).is_err(), "{key}={text}");
        assert_eq!(settings, before);
    }
}

#[test]
fn the_search_has_70_bits_in_18_genes() {
    let genes = searching(1).genes();
    assert_eq!(genes.len(), 18);
    assert_eq!(genes.iter().map(|gene| gene.loci).sum::<usize>(), 70);
    assert!(
        genes
            .iter()
            .all(|gene| (gene.base..=gene.highest).contains(&gene.value))
    );
}

#[test]
fn a_program_that_cannot_be_read_is_refused_with_the_reason() {
    let (evaluation, search) = (chromosome(1).to_string(), searching(1).to_string());
    let refused = |text: &str| Program::parse(text).err();
    assert_eq!(
        Program::parse(&evaluation).map(|program| program.search),
        Ok(None)
    );
    assert_eq!(
        refused(&search),
        Some(ChromosomeError::UnknownSystem("search".into()))
    );
    assert_eq!(
        refused(&format!("{evaluation}.{evaluation}")),
        Some(ChromosomeError::UnknownSystem("acpp".into()))
    );
    assert_eq!(
        refused(&format!("{evaluation}.search")),
        Some(ChromosomeError::Shape)
    );
    assert_eq!(
        refused(&format!("{evaluation}.{}", search.replace(".1.", ".7."))),
        Some(ChromosomeError::UnknownVersion("7".into()))
    );
    let long = format!("{evaluation}.search.1.{}", "A".repeat(100));
    assert_eq!(refused(&long), Some(ChromosomeError::TooLong));
}

#[test]
fn settings_belong_to_a_system() {
    let lines = "population=7\nplayer=Tal\nsystem=falcon\n";
    let settings = Settings::from_lines(lines, System::default()).expect("rows of the table");
    assert_eq!((settings.system, settings.population), (System::FALCON, 7));
    assert_eq!(settings.import.player, "Tal");
    assert_eq!((settings.positions, settings.fitness_exponent), (5000, 2));
    assert_eq!(
        Settings::from_lines(&settings.to_lines(), System::default()),
        Ok(settings)
    );
    // What was written before there was another system.
    assert_eq!(
        Settings::from_lines("population=50\n", System::default()),
        Ok(Settings::default())
    );
    let mut settings = Settings::default();
    for text in ["a\nseed=3", &"x".repeat(61)] {
        assert!(settings.set("player", text).is_err());
    }
    assert!(settings.set("system", "fritz").is_err());
}

#[test]
fn the_genes_of_falcon_are_the_published_ones() {
    let chromosome = Chromosome {
        system: System::FALCON,
        genome: falcon::hand_set(),
    };
    let genes = chromosome.genes();
    assert_eq!(genes.len(), 35);
    assert_eq!(genes.iter().map(|gene| gene.loci).sum::<usize>(), 224);
    for gene in &genes {
        assert_eq!(gene.published, Some(gene.value), "{}", gene.name);
    }
    let value = |name| {
        genes
            .iter()
            .find(|gene| gene.name == name)
            .map(|gene| gene.value)
    };
    for (name, published) in [
        ("PAWN_VALUE", 100.0),
        ("QUEEN_VALUE", 1710.0),
        ("PASSED_PAWN_ENEMY_KING_DIST", 7.0),
        ("ROOK_ATTACK_KING_FILE", 51.0),
        ("QUEEN_MOBILITY", 2.0),
        ("KING_PRESSURE_MULT", 4.0),
    ] {
        assert_eq!(value(name), Some(published), "{name}");
    }
}

/// A link says whose chromosome it leads to, and a run of another system cannot.
#[test]
fn an_experiment_arrives_at_its_own_system() {
    let link = ExperimentLink {
        settings: Settings::of(System::FALCON),
        ..link()
    };
    assert!(matches!(
        ExperimentLink::parse(&link.to_string()),
        Err(LinkError::Line(_))
    ));
    let link = ExperimentLink {
        chromosome: Chromosome {
            system: System::FALCON,
            genome: falcon::hand_set(),
        },
        ..link
    };
    assert_eq!(ExperimentLink::parse(&link.to_string()), Ok(link));
}

proptest! {
    #[test]
    fn a_search_is_read_as_written(seed in any::<u64>()) {
        let genes = searching(seed);
        prop_assert_eq!(SearchGenome::parse(&genes.to_string()), Ok(genes.clone()));
        // Two numbers may stand for one value, so the way back leads to a twin.
        let twin = SearchGenome::of(&genes.parameters());
        prop_assert_eq!(twin.parameters(), genes.parameters());
        let whole = program(seed);
        let text = whole.to_string();
        prop_assert!(text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)));
        prop_assert_eq!(Program::parse(&text), Ok(whole));
    }

    #[test]
    fn one_wrong_character_of_a_program_is_noticed(seed in any::<u64>(), place in any::<prop::sample::Index>(), other in "[A-Za-z0-9_-]") {
        let text = program(seed).to_string();
        let at = place.index(text.len());
        prop_assume!(!text[at..].starts_with(&other));
        let wrong = format!("{}{other}{}", &text[..at], &text[at + 1..]);
        prop_assert!(Program::parse(&wrong).is_err());
    }

    #[test]
    fn work_is_read_as_written(seed in any::<u64>(), generation in any::<u32>(), chunk in any::<u32>()) {
        let id = TaskId { generation, phase: 0, chunk };
        for (job, result) in tasks(seed) {
            let task = Task { id, job };
            prop_assert_eq!(Task::from_bytes(&task.to_bytes()), Ok(task));
            let outcome = Outcome { id, result };
            prop_assert_eq!(Outcome::from_bytes(&outcome.to_bytes()), Ok(outcome));
        }
    }

    /// A message that was cut short or changed is refused or means something else: nothing panics.
    #[test]
    fn damaged_work_is_read_or_refused(seed in any::<u64>(), place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let id = TaskId { generation: 1, phase: 0, chunk: 2 };
        for (job, result) in tasks(seed) {
            for mut bytes in [Task { id, job }.to_bytes(), Outcome { id, result }.to_bytes()] {
                let at = place.index(bytes.len());
                let _ = Task::from_bytes(&bytes[..at]);
                let _ = Outcome::from_bytes(&bytes[..at]);
                bytes[at] = byte;
                let _ = Task::from_bytes(&bytes);
                let _ = Outcome::from_bytes(&bytes);
            }
        }
    }

    /// With the right checksum only the lines stand between a text and a run of the other kinds.
    #[test]
    fn any_lines_of_a_stage_are_read_or_refused(lines in prop::collection::vec("(setting|rule|seed|player|suite|scores|piece|search|openings|founder|results|game) [0-9:=A-Za-z. ]{0,30}", 0..6)) {
        for name in ["millipawn-tuning", "millipawn-coevolution"] {
            for version in [1, 2] {
                let body = format!("{name} {version}\n{}\n", lines.join("\n"));
                let text = format!("{body}crc {:08x}\n", crc32fast::hash(body.as_bytes()));
                let _ = tuning::Checkpoint::from_text(&text);
                let _ = coevolution::Checkpoint::from_text(&text);
            }
        }
    }

    #[test]
    fn a_chromosome_is_read_as_written(seed in any::<u64>()) {
        let chromosome = chromosome(seed);
        let text = chromosome.to_string();
        prop_assert!(text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)));
        prop_assert_eq!(Chromosome::parse(&text), Ok(chromosome.clone()));
        prop_assert_eq!(acpp::genome_for(&acpp::weights(&chromosome.genome)), chromosome.genome);
    }

    #[test]
    fn one_wrong_character_is_noticed(seed in any::<u64>(), place in any::<prop::sample::Index>(), other in "[A-Za-z0-9_-]") {
        let text = chromosome(seed).to_string();
        let at = place.index(text.len());
        prop_assume!(!text[at..].starts_with(&other));
        let wrong = format!("{}{other}{}", &text[..at], &text[at + 1..]);
        prop_assert!(Chromosome::parse(&wrong).is_err());
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}", payload in "[A-Za-z0-9_-]{0,90}", bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = Chromosome::parse(&text);
        let _ = Program::parse(&text);
        let _ = Program::parse(&format!("{}.search.1.{payload}", chromosome(1)));
        let _ = tuning::Checkpoint::from_text(&text);
        let _ = coevolution::Checkpoint::from_text(&text);
        let _ = Chromosome::parse(&format!("acpp.1.{payload}"));
        let _ = ExperimentLink::parse(&text);
        let _ = ExperimentLink::parse(&format!("acpp.1.{payload}"));
        let _ = Checkpoint::from_text(&text);
        let _ = Checkpoint::from_text(&format!("millipawn-checkpoint 1\n{text}\ncrc 00000000\n"));
        let _ = Task::from_bytes(&bytes);
        let _ = Outcome::from_bytes(&bytes);
    }

    #[test]
    fn a_falcon_is_read_as_written(seed in any::<u64>()) {
        let genome = falcon::GENOME.random(&mut Draws::derive(seed, 0, 0, Purpose::Genes));
        prop_assert_eq!(falcon::genome_for(&falcon::weights(&genome)), genome.clone());
        let chromosome = Chromosome { system: System::FALCON, genome };
        prop_assert_eq!(Chromosome::parse(&chromosome.to_string()), Ok(chromosome));
    }

    /// With the right checksum only the lines stand between a text and the run.
    #[test]
    fn any_lines_of_a_checkpoint_are_read_or_refused(lines in prop::collection::vec("(setting|data|record|individual) \\PC{0,40}", 0..5)) {
        let body = format!("millipawn-checkpoint 1\n{}\n", lines.join("\n"));
        let _ = Checkpoint::from_text(&format!("{body}crc {:08x}\n", crc32fast::hash(body.as_bytes())));
    }

    #[test]
    fn an_experiment_is_read_as_written(seed in 0_u64..1 << 53, population in 2_u32..1000, fingerprint in any::<u64>()) {
        let link = ExperimentLink {
            changes: Changes::default(),
            settings: Settings { seed, population, ..Settings::default() },
            fingerprint,
            chromosome: chromosome(seed),
        };
        prop_assert_eq!(ExperimentLink::parse(&link.to_string()), Ok(link));
    }
}
