//! Breeding that is written down breeds the same, and what it says of each individual is how it came about.

use crate::common::{Given, score};
use millipawn_engine::{ImportSettings, Importer, SAMPLE_GAMES, TrainingSet};
use millipawn_evolve::{
    genome::{
        BitString, Crossover, Genome, Representation, Variation,
        breed::{self, Breeding, Origin},
        depth_program::Line,
        select,
    },
    job::task::perform,
    run::{
        Fitness, Run,
        family::{Birth, Family},
        imitation::{Imitation, Settings},
        kinds::{self, Whose},
        material::Beginning,
        settings::RunSettings,
    },
    system::System,
    text::chromosome::Chromosome,
};
use proptest::prelude::*;

/// The child that an origin describes.
fn rebuilt(bits: BitString, parents: &[Genome], origin: &Origin) -> Vec<u8> {
    let (couple, descent) = match origin {
        Origin::Elite(place) => return bits.cells(&parents[*place]),
        Origin::Child { parents, descent } => (parents, descent),
    };
    let cells = couple.map(|place| bits.cells(&parents[place]));
    let mut from = 0;
    let mut child = Vec::new();
    let [first, second] = &cells;
    for (at, both) in first.iter().zip(second).enumerate() {
        if descent.crossover_points.contains(&at) {
            from = 1 - from;
        }
        child.push(if from == 0 { *both.0 } else { *both.1 });
    }
    assert_eq!(child, bits.cells(&descent.before));
    for at in &descent.mutations {
        child[*at] = u8::MAX - child[*at];
    }
    child
}

proptest! {
    #[test]
    fn breeding_that_is_written_down_breeds_the_same(
        seed: u64,
        length in 2_usize..200,
        individuals in 1_usize..24,
        is_uniform: bool,
        crossover_probability in 0.0..=1.0_f64,
        mutation_probability in 0.0..0.2_f64,
        elite in 0_usize..4,
        generation in 1_u32..1000,
        fitness in prop::collection::vec(0_u32..50, 24),
    ) {
            let bits = BitString { bits: length };
        let parents = breed::random(seed, individuals, &bits);
        let fitness = &fitness[..individuals];
        let best_first = select::best_first(fitness, |fit| *fit);
        let weights = select::weights(fitness, 1, select::Scaling::Linear, 2000);
        let breeding = Breeding {
            seed,
            variation: Variation {
                crossover: if is_uniform { Crossover::Uniform } else { Crossover::OnePoint },
                crossover_probability,
                mutation_probability,
            },
            elite,
        };
        let plain = breeding.breed(&bits, &parents, &best_first, &weights, generation);
        let recorded = breeding.breed_recorded(&bits, &parents, &best_first, &weights, generation);
        let recorded = recorded.expect("bits can tell");
        let children: Vec<Genome> = recorded.iter().map(|(child, _)| child.clone()).collect();
        prop_assert_eq!(&plain, &children);
        for (child, origin) in &recorded {
            prop_assert_eq!(bits.cells(child), rebuilt(bits, &parents, origin));
            if let Origin::Child { descent, .. } = origin
                && !is_uniform
            {
                prop_assert!(descent.crossover_points.len() <= 1);
            }
        }
    }
}

fn examples() -> TrainingSet {
    let mut importer = Importer::new(ImportSettings::default());
    importer.begin_file("sample.pgn");
    importer.push(SAMPLE_GAMES.as_bytes());
    importer.end_file();
    importer.finish().0
}

fn step(run: &mut Imitation) {
    let scored = run.scored();
    while run.scored() == scored {
        let task = run.ask().expect("there is work");
        run.tell(&perform(&task)).expect("it fits");
    }
}

#[test]
fn every_individual_of_a_run_has_a_family_that_makes_it() {
    for system in [System::ACPP, System::FALCON] {
        let settings = Settings {
            population: 7,
            positions: 20,
            generations: 4,
            mutation_probability: 0.03,
            held_out_positions: 20,
            ..Settings::of(system)
        };
        let elite = settings.elite as usize;
        let mut run = Imitation::new(settings, examples()).expect("games");
        assert!(run.family(0, 0).is_none(), "nothing is scored");
        step(&mut run);
        let random = run.family(0, 6).expect("the first generation");
        assert_eq!((random.birth, random.parents.len()), (Birth::Random, 0));
        assert!(run.family(0, 7).is_none());
        let mut before = cells(&run);
        for generation in 1..=4 {
            let fitness = run.population().expect("scored").fitness.into_iter();
            let fitness: Vec<Fitness> = fitness.map(|found| Fitness::Count(found.into())).collect();
            step(&mut run);
            let now = cells(&run);
            for (individual, own) in now.iter().enumerate() {
                let family = run
                    .family(generation, individual)
                    .expect("its parents are here");
                let birth = if individual < elite {
                    Birth::Elite
                } else {
                    Birth::Child
                };
                assert_eq!((family.birth, family.generation), (birth, generation));
                assert_eq!(family.cells, *own);
                assert_eq!(family.fitness_before, fitness);
                for parent in &family.parents {
                    assert_eq!(parent.cells, before[parent.place]);
                    assert_eq!(parent.fitness, fitness[parent.place]);
                    assert!((1..=7).contains(&parent.rank) && parent.share > 0.0);
                }
                assert!(
                    family
                        .genes
                        .iter()
                        .all(|gene| gene.in_parents.len() == family.parents.len())
                );
                let mutated: usize = family.genes.iter().map(|gene| gene.mutated.len()).sum();
                assert_eq!(mutated, family.mutations.len());
                for gene in &family.genes {
                    let pure = gene.of_second == 0 || gene.of_second == gene.gene.loci;
                    let from = usize::from(gene.of_second > 0);
                    if pure {
                        assert_eq!(gene.before, gene.in_parents[from], "{}", gene.gene.name);
                    }
                    if gene.mutated.is_empty() {
                        assert_eq!(gene.before, gene.gene.value);
                    } else {
                        assert_ne!(gene.before, gene.gene.value);
                    }
                }
            }
            before = now;
        }
        // Who resumes does not know the generation before.
        let resumed = Imitation::resume(run.kept(), examples()).expect("the same games");
        assert!(resumed.family(4, 6).is_none());
    }
}

fn cells(run: &Imitation) -> Vec<Vec<u8>> {
    run.population().expect("scored").cells()
}

#[test]
fn a_program_from_elsewhere_has_no_parents_here() {
    let settings = Settings {
        population: 5,
        positions: 20,
        generations: 3,
        ..Settings::of(System::ACPP)
    };
    let mut run = Imitation::new(settings, examples()).expect("games");
    step(&mut run);
    let program = Chromosome {
        system: System::ACPP,
        genome: System::ACPP.hand_set(),
    };
    let entered = run.receive(&program.to_string()).expect("there is room");
    while run.scored() <= entered as usize {
        step(&mut run);
    }
    let generation = run.scored() - 1;
    let last = run.family(generation, 4).expect("it is here");
    assert_eq!(last.birth, Birth::Elsewhere);
    assert_eq!(last.program, program.to_string());
    assert_eq!(
        run.family(generation, 3).expect("a child").birth,
        Birth::Child
    );
}

/// Of all programs, generation by generation.
fn families(run: &dyn Run) -> Vec<Vec<Family>> {
    let of = |generation| (0..).map_while(move |place| run.family(generation, place));
    let generations = 0..run.scored();
    generations
        .map(|generation| of(generation).collect())
        .collect()
}

#[test]
fn of_programs_that_play_each_other_every_generation_knows_its_parents() {
    let beginning = Beginning {
        settings: "population=5\ngames-per-pair=1\nnodes-a-move=50\ngenerations=3\nelite=1\nmutation-probability=0.05",
        system: "falcon",
        ..Beginning::default()
    };
    let mut run = kinds::begin("coevolution", &beginning, &Given).expect("it can begin");
    score(&mut *run, 1);
    let program = Chromosome {
        system: System::FALCON,
        genome: System::FALCON.hand_set(),
    };
    let entered = run.receive(&program.to_string()).expect("there is room") as usize;
    run.change(entered as u32 + 1, "elite=0")
        .expect("it can be changed");
    score(&mut *run, 4);
    let known = families(&*run);
    let resumed = kinds::resume(&run.checkpoint(), &Given, Whose::Kept).expect("it fits");
    assert_eq!(families(&*resumed), known);
    assert!(run.family(0, 5).is_none() && run.family(4, 0).is_none());
    let births = |generation: usize| known[generation].iter().map(|family| family.birth);
    assert!(births(0).all(|birth| birth == Birth::Given));
    let mut expected = vec![Birth::Child; 5];
    assert_eq!(births(3).collect::<Vec<_>>(), expected);
    (expected[0], expected[4]) = (Birth::Elite, Birth::Elsewhere);
    assert_eq!(births(entered).collect::<Vec<_>>(), expected);
    for generation in 1..4 {
        let before = &known[generation - 1];
        for family in &known[generation] {
            for parent in &family.parents {
                let own = &before[parent.place];
                assert_eq!((&parent.cells, parent.fitness), (&own.cells, own.fitness));
            }
        }
        // Ten games share out ten points.
        let points = before.iter().map(|family| match family.fitness {
            Fitness::Points(points) => points,
            other => panic!("{other:?} is no points"),
        });
        assert_eq!(points.sum::<f64>(), 10.0);
    }
}

/// Kinds of run whose checkpoints have all results, with settings that make them short, and one that is changed on the way.
const KINDS: [(&str, &str, &str, &str); 4] = [
    (
        "coevolution",
        "evochess",
        "population=4\ngames-per-pair=1\nnodes-a-move=50\ngenerations=3\nelite=1",
        "elite=2",
    ),
    (
        "tuning",
        "acpp",
        "population=4\nnodes-a-position=1000\ngenerations=3",
        "mutation-probability=0.25",
    ),
    (
        "ordering",
        "evochess",
        "population=6\nparents=2\ndemes=2\nmigration-interval=2\ndepth=1\npositions=5\ngenerations=3",
        "least-step=0.5",
    ),
    (
        "classes",
        "evochess",
        "population=6\nparents=2\ndemes=2\nmigration-interval=2\nstrongest-opponent=2\nnodes-a-move=100\nlongest-game=10\ngenerations=3",
        "mutation-of-instructions=0.75",
    ),
];

/// The text of a program's depth module.
fn body(program: &str) -> String {
    let program = Chromosome::parse(program).expect("a program");
    let genes = program.system.genes(&program.genome);
    genes.iter().filter_map(|gene| gene.body.clone()).collect()
}

/// That what a family tells of its child is what its parents have, and what the child is.
fn is_made_by(parents: [&Family; 2], child: &Family) {
    let (mut from, mut cells) = (0, Vec::new());
    for at in 0..child.cells.len() {
        if child.crossover_points.contains(&at) {
            from = 1 - from;
        }
        cells.push(parents[from].cells[at]);
    }
    for (at, (own, inherited)) in child.cells.iter().zip(&cells).enumerate() {
        assert!(own == inherited || child.mutations.contains(&at), "{at}");
    }
    for gene in &child.genes {
        let values = parents.map(|parent| {
            let mut genes = parent.genes.iter();
            let own = genes.find(|own| own.gene.offset == gene.gene.offset);
            own.expect("the same genes")
        });
        assert_eq!(gene.in_parents, values.map(|own| own.gene.value));
        if gene.mutated.is_empty() && gene.gene.loci > 1 {
            assert_eq!(gene.before, gene.gene.value);
        }
        let Some(step) = &gene.step else { continue };
        assert_eq!(gene.before, gene.in_parents[gene.of_second]);
        let own = values.map(|own| own.step.as_ref().expect("they have steps").value);
        assert_eq!(step.in_parents, own);
        let (mean, range) = ((own[0] + own[1]) / 2.0, gene.gene.highest - gene.gene.base);
        assert!((step.before - mean).abs() <= range / 65_535.0);
        assert!(step.value > 0.0 && step.value != step.before);
    }
    let Some(program) = &child.body else { return };
    let text: String = program
        .lines
        .iter()
        .map(|line| line.text.clone() + "\n")
        .collect();
    assert_eq!(text, body(&child.program));
    let [first, second] = parents.map(|parent| body(&parent.program));
    let is_code = |line: &&str| !matches!(line.trim(), "else" | "end");
    let kept = program
        .lines
        .iter()
        .filter(|line| is_code(&line.text.as_str()) && matches!(line.from, "first" | "replaced"));
    let length = first.lines().filter(is_code).count();
    assert_eq!(program.removed, length - kept.count());
    let has = |text: &str, line: &str| text.lines().any(|own| own.trim() == line.trim());
    let is_instruction = |line: &&Line| !matches!(line.text.trim(), "else" | "end");
    for line in program.lines.iter().filter(is_instruction) {
        match (line.from, &line.before) {
            ("first", None) => assert!(has(&first, &line.text)),
            ("second", None) => assert!(has(&second, &line.text)),
            ("replaced", Some(before)) => {
                assert!(has(&first, before) && *before != line.text.trim())
            }
            ("random", None) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn every_program_of_a_later_stage_is_what_its_parents_made() {
    for (kind, system, settings, change) in KINDS {
        let beginning = Beginning {
            settings,
            system,
            programs: if kind == "tuning" {
                "staunton?Hash=1"
            } else {
                ""
            },
            ..Beginning::default()
        };
        let mut run = kinds::begin(kind, &beginning, &Given).expect("it can begin");
        score(&mut *run, 1);
        let stranger = Chromosome {
            system: System::EVOCHESS,
            genome: System::EVOCHESS.hand_set(),
        };
        let entered = run.receive(&stranger.to_string()).ok();
        assert_eq!(entered.is_none(), kind == "tuning");
        run.change(2, change).expect("it can be changed");
        score(&mut *run, 4);
        let known = families(&*run);
        let resumed = kinds::resume(&run.checkpoint(), &Given, Whose::Kept).expect("it fits");
        assert_eq!(families(&*resumed), known, "{kind}");
        for (generation, families) in known.iter().enumerate() {
            let individuals = resumed.individuals(generation).expect("it is scored");
            assert_eq!(individuals.len(), families.len(), "{kind}");
            for (individual, family) in individuals.iter().zip(families) {
                assert_eq!(individual.program, family.program);
                let genes = family.genes.iter().map(|inherited| &inherited.gene);
                assert!(individual.genes.iter().eq(genes), "{kind}");
            }
        }
        assert!(resumed.individuals(4).is_none());
        let individuals = known[0].len();
        assert!(run.family(0, individuals).is_none() && run.family(4, 0).is_none());
        let first = if kind == "coevolution" {
            Birth::Given
        } else {
            Birth::Random
        };
        assert!(
            known[0].iter().all(|family| family.birth == first),
            "{kind}"
        );
        let mut births = Vec::new();
        for (generation, families) in known.iter().enumerate() {
            let champion = run
                .champion_of(generation)
                .expect("it is scored")
                .chromosome;
            assert!(
                families.iter().any(|own| champion.contains(&own.program)),
                "{kind}"
            );
            for family in families {
                births.push(family.birth);
                let parent = |at: usize| &known[generation - 1][family.parents[at].place];
                for (at, told) in family.parents.iter().enumerate() {
                    let own = parent(at);
                    assert_eq!((&told.cells, told.fitness), (&own.cells, own.fitness));
                    assert!(told.share > 0.0 && told.rank >= 1);
                }
                match family.birth {
                    Birth::Elite => assert_eq!(family.program, parent(0).program),
                    Birth::Child => is_made_by([parent(0), parent(1)], family),
                    Birth::Elsewhere => assert_eq!(Some(generation as u32), entered),
                    Birth::Random | Birth::Given => assert_eq!(generation, 0),
                }
            }
        }
        let count = |birth| births.iter().filter(|own| **own == birth).count();
        assert!(count(Birth::Child) > 2 && count(Birth::Elite) > 2, "{kind}");
        assert_eq!(
            count(Birth::Elsewhere),
            usize::from(entered.is_some()),
            "{kind}"
        );
    }
}
