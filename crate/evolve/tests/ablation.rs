//! A program without one of its genes is the program with that gene at zero.

use millipawn_engine::{
    Example, ImportSettings, Importer, SAMPLE_GAMES,
    evaluation::{
        Evaluation,
        acpp::Acpp,
        falcon::Falcon,
        meep::{FEATURES, Meep, WITH_FALCON, Weights},
    },
    play::evaluator::Evaluator,
    search::plain,
};
use millipawn_evolve::{
    genome::{
        Genome,
        draw::{Draws, Purpose},
    },
    job::{
        move_matching::MoveMatching,
        task::{Job, JobResult, Task, TaskId, perform},
    },
    measure::ablation::{self, Ablation},
    system::{
        System, acpp, falcon,
        groups::groups,
        matching::{Chooser, Search},
        meep,
    },
    text::chromosome::Chromosome,
};
use proptest::prelude::*;

/// So many positions of the sample games, spread over them.
fn examples(count: usize) -> Vec<Example> {
    let mut importer = Importer::new(ImportSettings::default());
    importer.begin_file("sample.pgn");
    importer.push(SAMPLE_GAMES.as_bytes());
    importer.end_file();
    let set = importer.finish().0;
    set.iter().step_by(set.len() / count).take(count).collect()
}

fn random(system: System, seed: u64) -> Genome {
    let mut draws = Draws::derive(seed, 0, 0, Purpose::Genes);
    system.representation().random(&mut draws)
}

fn matched(system: System, genome: Genome, examples: &[Example], search: Search) -> u32 {
    let mut matching = system.matching().expect("its programs match moves");
    matching.count(&[genome], examples, search, false)[0]
}

/// The same by the plain search, for weights that no genome has.
fn plainly<E: Evaluation>(weights: &E::Vector, examples: &[Example]) -> u32 {
    let finds = |example: &&Example| {
        let (position, played) = example.unpack().expect("it was packed");
        plain::choose::<E>(&position, weights).map(|best| best.0) == Some(played)
    };
    examples.iter().filter(finds).count() as u32
}

#[test]
fn genes_that_evolve_can_be_left_out_where_they_are_weights_and_groups_of_those_that_are_learned() {
    let possible = |system: &System| ablation::is_possible(*system);
    let names = System::ALL.iter().copied().filter(possible);
    let ids: Vec<&str> = names
        .map(System::id)
        .filter(|id| *id != "example")
        .collect();
    assert_eq!(ids, ["acpp", "falcon", "meep"]);
    let count = |system: System| ablation::parts(system, &system.hand_set()).len();
    // Falcon's pawn has no bits.
    assert_eq!((count(System::ACPP), count(System::FALCON)), (13, 34));
    assert_eq!(count(System::MEEP), groups(FEATURES).len());
}

#[test]
fn the_greatest_loss_stands_first_and_ties_in_the_order_of_the_chromosome() {
    let program = Chromosome {
        system: System::ACPP,
        genome: acpp::hand_set(),
    };
    let mut counts = vec![100; 14];
    counts[4] = 60;
    counts[9] = 103;
    let table = Ablation::of(&program, 200, &counts).expect("as many as genes, and one");
    let losses: Vec<i64> = table.without.iter().map(|without| without.lost).collect();
    assert_eq!((table.examples, table.matched), (200, 100));
    assert_eq!(losses, [40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -3]);
    assert_eq!(table.without[0].part.name, "Queen");
    assert_eq!(table.without[1].part.name, "Knight");
    assert_eq!(table.without[0].matched, 60);
    assert_eq!(Ablation::of(&program, 200, &counts[1..]), None);
    assert_eq!(Ablation::of(&program, 200, &[]), None);
}

/// Weights that make a program which is some use, with Falcon's features or without, in its exact form.
fn learned(weights: usize) -> Genome {
    let hand_set = meep::weights(&System::MEEP.hand_set());
    let mut draws = Draws::derive(5, 0, 0, Purpose::Genes);
    let weight = |at| {
        let noise = draws.below(1001) as i32 - 500;
        hand_set.as_slice().get(at).copied().unwrap_or(0) + noise
    };
    let weights: Vec<i32> = (0..weights).map(weight).collect();
    let weights = Weights::new(&weights).expect("they fit");
    let learned = System::MEEP.learned().expect("it learns");
    (learned.exact)(&weights)
}

/// Left out are the weights whose genes say by their names and stages that they are of the group.
#[test]
fn without_a_group_of_weights_it_finds_what_the_changed_weights_find() {
    let examples = examples(60);
    for (number, names) in [
        (FEATURES, ["knight by square", "passed", "men"]),
        (
            WITH_FALCON,
            ["knight by square", "rook moves", "WEAK_SQUARE_PENALTY"],
        ),
    ] {
        let genome = learned(number);
        let counts = ablation::count(System::MEEP, &genome, &examples, Search::Quiescence);
        let counts = counts.expect("weights");
        let parts = ablation::parts(System::MEEP, &genome);
        assert_eq!(counts.len(), 1 + parts.len());
        let whole = matched(System::MEEP, genome.clone(), &examples, Search::Quiescence);
        assert_eq!(counts[0], whole);
        assert!(counts[1..].iter().any(|count| *count != whole));
        let played = meep::scaled(&meep::weights(&genome));
        for name in names {
            let mut weights = played.as_slice().to_vec();
            for gene in System::MEEP.genes(&genome) {
                // "passed a2", and not "passed and guarded"; "knight on a1" is one of "knight by square".
                let begins = name.replace("by square", "on");
                let rest = gene.name.strip_prefix(begins.as_str());
                let rest = rest.map(str::trim_start);
                if rest.is_some_and(|rest| !rest.contains(' ')) {
                    weights[gene.offset] = 0;
                }
            }
            let at = parts.iter().position(|part| part.name == name);
            let at = at.expect("a group");
            let weights = Weights::new(&weights).expect("they fit");
            let mut chooser = Chooser::new(&Evaluator::new(Meep::new(weights)));
            let finds = |example: &&Example| {
                let (position, played) = example.unpack().expect("it was packed");
                chooser.choose(&position) == Some(played)
            };
            let found = examples.iter().filter(finds).count() as u32;
            assert_eq!(counts[1 + at], found, "{name}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Of every Falcon gene, and of ACPP's other than the pieces, a genome says zero; what the pieces come to is counted plainly.
    #[test]
    fn without_a_gene_it_finds_what_the_changed_program_finds(seed: u64, is_static: bool) {
        let examples = examples(40);
        let search = if is_static { Search::Static } else { Search::Quiescence };

        let genome = random(System::FALCON, seed);
        let counts = ablation::count(System::FALCON, &genome, &examples, search).expect("weights");
        prop_assert_eq!(counts[0], matched(System::FALCON, genome.clone(), &examples, search));
        for gene in 1..35 {
            let mut weights = falcon::weights(&genome);
            weights[gene] = 0;
            let changed = falcon::genome_for(&weights);
            prop_assert_eq!(falcon::weights(&changed), weights);
            prop_assert_eq!(counts[gene], matched(System::FALCON, changed, &examples, search));
            if !is_static && gene < 3 {
                prop_assert_eq!(counts[gene], plainly::<Falcon>(&weights, &examples));
            }
        }

        let genome = random(System::ACPP, seed);
        let counts = ablation::count(System::ACPP, &genome, &examples, search).expect("weights");
        prop_assert_eq!(counts[0], matched(System::ACPP, genome.clone(), &examples, search));
        for gene in 1..14 {
            let mut weights = acpp::weights(&genome);
            weights[gene] = 0;
            let changed = acpp::genome_for(&weights);
            if acpp::weights(&changed) == weights {
                prop_assert_eq!(counts[gene], matched(System::ACPP, changed, &examples, search));
            } else {
                prop_assert!(gene < 5, "only pieces have a base");
                if !is_static {
                    prop_assert_eq!(counts[gene], plainly::<Acpp>(&weights, &examples));
                }
            }
        }
    }

    /// As a piece of work, in any parts, it comes out the same.
    #[test]
    fn parts_add_up(seed: u64, cut in 0_usize..30) {
        let examples = examples(30);
        let individuals = vec![random(System::ACPP, seed)];
        let whole = ablation::count(System::ACPP, &individuals[0], &examples, Search::Quiescence);
        let part = |examples: &[Example]| {
            let id = TaskId { generation: 0, phase: 0, chunk: 0 };
            let job = Job::MoveMatching(MoveMatching {
                system: System::ACPP,
                search: Search::Quiescence,
                returning: false,
                ablation: true,
                individuals: individuals.clone(),
                examples: examples.to_vec(),
            });
            let task = Task::from_bytes(&Task { id, job }.to_bytes()).expect("its own bytes");
            let JobResult::MoveMatching(counts) = perform(&task).result else {
                panic!("moves were asked for");
            };
            counts
        };
        let (one, other) = (part(&examples[..cut]), part(&examples[cut..]));
        let sums: Vec<u32> = one.iter().zip(&other).map(|(one, other)| one + other).collect();
        prop_assert_eq!(Some(sums), whole);
    }
}
