//! What depth programs come to when they are bred by another fitness than games: the nodes that searches take to solve positions. All have the
//! standard weights. A position that is not solved costs twice the nodes that a search may take. Half of the positions are bred on, the other
//! half is not; fixed depths are measured on both.
//! Usage: `cargo run --release -p millipawn --example solving -- SUITE.epd [NODES [GENERATIONS [SEEDS]]]`

#![allow(
    clippy::disallowed_methods,
    reason = "an example is a shell: it reads a file and uses all cores"
)]
use std::{collections::BTreeMap, thread};

use millipawn_engine::search::{
    evochess::{
        depth::{Program, effective_length},
        individual::{Individual, Thinker},
    },
    tree::{Limits, Root},
};
use millipawn_evolve::{
    genome::{
        depth_program,
        draw::{Draws, Purpose},
    },
    job::suite::{self, Problem},
    system::{
        System,
        evochess::{Parts, fixed_depth, standard},
    },
    text::chromosome::Chromosome,
};

/// As in the games.
const POPULATION: usize = 20;
const PARENTS: usize = 5;
/// Fixed depths, for comparison.
const PLIES: std::ops::RangeInclusive<u32> = 1..=4;
/// A position that is not solved costs so many times the nodes that a search may take.
const UNSOLVED: u64 = 2;

/// What a program comes to on some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Score {
    solved: u32,
    /// Of the searches.
    nodes: u64,
    /// With what is not solved: the less the fitter.
    cost: u64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which suite?")?;
    let mut number = |usual: u64| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (nodes, generations, seeds) = (number(20_000)?, number(40)? as u32, number(3)?);
    let (problems, skipped) = suite::read(&std::fs::read_to_string(file)?);
    if problems.len() < 2 {
        return Err("a suite of two positions at least is needed".into());
    }
    if !skipped.is_empty() {
        println!(
            "{} lines are no positions with moves to find",
            skipped.len()
        );
    }
    let (bred_on, others): (Vec<_>, Vec<_>) =
        problems.iter().enumerate().partition(|(at, _)| at % 2 == 0);
    let [bred_on, others] = [bred_on, others].map(|half| {
        let problems = half.into_iter().map(|(_, problem)| problem.clone());
        problems.collect::<Vec<Problem>>()
    });
    println!(
        "{} positions bred on and {} others, at most {nodes} nodes each",
        bred_on.len(),
        others.len()
    );
    for plies in PLIES {
        let program = fixed_depth(plies);
        tell(
            &format!("{plies} plies"),
            &program,
            &bred_on,
            &others,
            nodes,
        );
    }
    for seed in 1..=seeds {
        let champion = bred(&bred_on, nodes, generations, seed);
        tell(
            &format!("bred, seed {seed}"),
            &champion,
            &bred_on,
            &others,
            nodes,
        );
        println!("  {} effective instructions", effective_length(&champion));
        println!("  {}", chromosome(champion));
    }
    Ok(())
}

fn tell(name: &str, program: &Program, bred_on: &[Problem], others: &[Problem], nodes: u64) {
    let told = [bred_on, others].map(|problems| {
        let Score {
            solved,
            nodes,
            cost,
        } = score(program, problems, nodes);
        let count = problems.len() as u64;
        format!(
            "{solved} of {count} solved, {} nodes and cost {} a position",
            nodes / count,
            cost / count
        )
    });
    println!("{name}: {}; others: {}", told[0], told[1]);
}

/// The best program after so many generations.
fn bred(problems: &[Problem], nodes: u64, generations: u32, seed: u64) -> Program {
    let mut known: BTreeMap<Vec<u8>, Score> = BTreeMap::new();
    let random = |at| depth_program::random(&mut Draws::derive(seed, 0, at, Purpose::Genes));
    let mut population: Vec<Program> = (0..POPULATION as u32).map(random).collect();
    for generation in 1.. {
        let fresh: Vec<&Program> = population
            .iter()
            .filter(|program| !known.contains_key(&program.to_bytes()))
            .collect();
        let scores = score_all(&fresh, problems, nodes);
        let scored: Vec<_> = fresh.iter().map(|p| p.to_bytes()).zip(scores).collect();
        known.extend(scored);
        let cost = |program: &Program| known[&program.to_bytes()].cost;
        population.sort_by_key(|program| (cost(program), effective_length(program)));
        if generation > generations {
            break;
        }
        population.truncate(PARENTS);
        for slot in PARENTS..POPULATION {
            let mut draws = Draws::derive(seed, generation, slot as u32, Purpose::Breeding);
            let mut parent = || &population[draws.below(PARENTS as u64) as usize];
            let couple = [parent(), parent()];
            let rates = depth_program::Rates::default();
            let [child, _] = depth_program::vary(couple, &rates, &mut draws);
            population.push(child);
        }
    }
    population.swap_remove(0)
}

/// On all threads.
fn score_all(programs: &[&Program], problems: &[Problem], nodes: u64) -> Vec<Score> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut scores: Vec<(usize, Score)> = thread::scope(|scope| {
        let work = |thread: usize| {
            let own = programs.iter().enumerate().skip(thread).step_by(threads);
            own.map(|(at, program)| (at, score(program, problems, nodes)))
                .collect::<Vec<_>>()
        };
        let all: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || work(thread)))
            .collect();
        let done = all.into_iter().map(|thread| thread.join());
        done.flat_map(|scores| scores.expect("no thread fails"))
            .collect()
    });
    scores.sort_by_key(|(at, _)| *at);
    scores.into_iter().map(|(_, score)| score).collect()
}

fn score(program: &Program, problems: &[Problem], nodes: u64) -> Score {
    let individual = Individual {
        depth: program.clone(),
        ..standard(0).individual()
    };
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    let mut sum = Score::default();
    for problem in problems {
        let root = Root {
            position: problem.position(),
            earlier: &[],
        };
        // Every position is the first of a game: nothing was saved before.
        let found = Thinker::new(&individual, None).think(root, &limits, &mut || false);
        let Some(found) = found else { continue };
        let is_right = found.line.first().is_some_and(|m| problem.is_right(*m));
        sum.nodes += found.nodes;
        sum.solved += u32::from(is_right);
        sum.cost += if is_right {
            found.nodes
        } else {
            UNSOLVED * nodes
        };
    }
    sum
}

fn chromosome(depth: Program) -> String {
    let genome = Parts {
        depth,
        ..standard(0)
    }
    .genome();
    let chromosome = Chromosome {
        system: System::EVOCHESS,
        genome,
    };
    chromosome.to_string()
}
