//! Chromosomes, experiments, settings and checkpoints as text: what is written is read, all else is refused.

use millipawn_evolve::{
    acpp,
    bits::Bits,
    checkpoint::Checkpoint,
    chromosome::{Chromosome, ChromosomeError, System},
    draw::{Draws, Purpose},
    falcon,
    genes::decode,
    link::{ExperimentLink, LinkError},
    settings::{Settings, TABLE, describe},
    work::{Outcome, Task},
};
use proptest::prelude::*;

fn chromosome(seed: u64) -> Chromosome {
    Chromosome {
        system: System::Acpp,
        bits: Bits::random(acpp::BITS, &mut Draws::derive(seed, 0, 0, Purpose::Genes)),
    }
}

fn link() -> ExperimentLink {
    ExperimentLink {
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
    let genes = acpp::genes(&chromosome(1).bits);
    assert_eq!(genes.len(), 13);
    assert_eq!(genes.iter().map(|gene| gene.bits).sum::<usize>(), 145);
    let bases: Vec<f64> = genes[..4].iter().map(|gene| gene.base).collect();
    assert_eq!(bases, [2000.0, 2000.0, 4000.0, 8000.0]);
    let highest: Vec<f64> = genes[..4].iter().map(|gene| gene.highest).collect();
    assert_eq!(highest, [4047.0, 4047.0, 6047.0, 10047.0]);
}

#[test]
fn the_pawn_is_fixed_at_1000_millipawns() {
    assert_eq!(acpp::weights(&chromosome(5).bits)[0], 1000);
    assert_eq!(acpp::weights(&Bits::zeros(acpp::BITS))[0], 1000);
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
    assert_eq!(refused(&"a".repeat(10_000)), Some(ChromosomeError::TooLong));
}

#[test]
fn an_experiment_that_cannot_be_read_is_refused_with_the_reason() {
    let text = link().to_string();
    assert!(text.len() < 2000, "{}", text.len());
    let refused = |text: &str| ExperimentLink::parse(text).err();
    assert_eq!(refused("acpp"), Some(LinkError::Shape));
    assert_eq!(
        refused("meep.1.AAAA"),
        Some(LinkError::Unknown("meep.1".into()))
    );
    assert_eq!(refused(&text[..text.len() - 8]), Some(LinkError::Damaged));
    assert_eq!(refused(&"a".repeat(10_000)), Some(LinkError::TooLong));
}

#[test]
fn every_setting_is_described_and_set_by_its_name() {
    let rows = System::ALL.into_iter().flat_map(|system| {
        TABLE
            .iter()
            .zip(describe(system))
            .map(move |row| (system, row))
    });
    for (system, (setting, described)) in rows {
        let mut settings = Settings::of(system);
        let default = setting.get(&settings).to_string();
        assert_eq!(
            settings.set(&setting.key(), &default),
            Ok(()),
            "{}",
            setting.label
        );
        assert_eq!(settings, Settings::of(system));
        assert_eq!(described.key, setting.key());
        assert!(!described.meaning.is_empty() && !described.source.is_empty());
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
fn settings_belong_to_a_system() {
    let lines = "population=7\nplayer=Tal\nsystem=falcon\n";
    let settings = Settings::from_lines(lines).expect("rows of the table");
    assert_eq!((settings.system, settings.population), (System::Falcon, 7));
    assert_eq!(settings.import.player, "Tal");
    assert_eq!((settings.positions, settings.fitness_exponent), (5000, 2));
    assert_eq!(Settings::from_lines(&settings.to_lines()), Ok(settings));
    // What was written before there was another system.
    assert_eq!(
        Settings::from_lines("population=50\n"),
        Ok(Settings::default())
    );
    let mut settings = Settings::default();
    for text in ["a\nseed=3", &"x".repeat(61)] {
        assert!(settings.set("player", text).is_err());
    }
    assert!(settings.set("system", "meep").is_err());
}

#[test]
fn the_genes_of_falcon_are_the_published_ones() {
    let chromosome = Chromosome {
        system: System::Falcon,
        bits: falcon::hand_set(),
    };
    let genes = decode(&chromosome);
    assert_eq!(genes.len(), 35);
    assert_eq!(genes.iter().map(|gene| gene.bits).sum::<usize>(), 224);
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
        settings: Settings::of(System::Falcon),
        ..link()
    };
    assert!(matches!(
        ExperimentLink::parse(&link.to_string()),
        Err(LinkError::Line(_))
    ));
    let link = ExperimentLink {
        chromosome: Chromosome {
            system: System::Falcon,
            bits: falcon::hand_set(),
        },
        ..link
    };
    assert_eq!(ExperimentLink::parse(&link.to_string()), Ok(link));
}

proptest! {
    #[test]
    fn a_chromosome_is_read_as_written(seed in any::<u64>()) {
        let chromosome = chromosome(seed);
        let text = chromosome.to_string();
        prop_assert!(text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)));
        prop_assert_eq!(Chromosome::parse(&text), Ok(chromosome.clone()));
        prop_assert_eq!(acpp::bits_for(&acpp::weights(&chromosome.bits)), chromosome.bits);
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
        let bits = Bits::random(falcon::BITS, &mut Draws::derive(seed, 0, 0, Purpose::Genes));
        prop_assert_eq!(falcon::bits_for(&falcon::weights(&bits)), bits.clone());
        let chromosome = Chromosome { system: System::Falcon, bits };
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
            settings: Settings { seed, population, ..Settings::default() },
            fingerprint,
            chromosome: chromosome(seed),
        };
        prop_assert_eq!(ExperimentLink::parse(&link.to_string()), Ok(link));
    }
}
