//! What the games cost that EvoChess's programs are bred by, class by class; and what their depth programs cost beside the rest of a search.
//! Usage: `cargo run --release -p millipawn --example classes [-- GAMES [NODES]]`

#![allow(clippy::disallowed_methods, reason = "it measures time")]
use std::{thread, time::Instant};

use millipawn_engine::{
    chess::{game::read_fen, positions::POSITIONS},
    evaluation::evochess::EvoChess,
    search::{
        evochess::{
            depth::{
                Decision, Instruction, Operator, Program, Statement, Terminal, effective_length,
            },
            kernel::{DepthModule, FixedDepth, Kernel, Reach},
            module::Module,
            order::{Order, Weights},
        },
        tree::Root,
    },
};
use millipawn_evolve::{
    genome::{
        depth_program,
        draw::{Draws, Purpose},
    },
    job::{
        class_game::ClassGame,
        task::{Job, JobResult, Task, TaskId, perform},
    },
    system::evochess,
};
use shakmaty::{Chess, Color};

/// Plies of the programs that play: with as many nodes as they may have they hold their own against class 6.
const PLIES: u32 = 3;
const CLASSES: [u32; 3] = [2, 4, 6];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse());
    let games: u64 = numbers.next().transpose()?.unwrap_or(24);
    let nodes = numbers.next().transpose()?.unwrap_or(10_000) as u32;
    println!(
        "{games} games against each class, {nodes} nodes a move, a fixed depth of {PLIES} plies with the standard weights"
    );
    for class in CLASSES {
        let [one, two] = [1, 2].map(|threads| seconds(class, games, nodes, threads));
        println!(
            "class {class}: {:.2} games a second on one thread, {:.2} on two",
            games as f64 / one,
            games as f64 / two
        );
    }
    interpreter()
}

/// Of so many games on so many threads.
fn seconds(class: u32, games: u64, nodes: u32, threads: u64) -> f64 {
    let start = Instant::now();
    thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                (thread..games)
                    .step_by(threads as usize)
                    .for_each(|seed| play(class, nodes, seed))
            });
        }
    });
    start.elapsed().as_secs_f64()
}

fn play(class: u32, nodes: u32, seed: u64) {
    let task = Task {
        id: TaskId {
            generation: 0,
            phase: 0,
            chunk: 0,
        },
        job: Job::ClassGame(Box::new(ClassGame {
            genome: evochess::standard(PLIES).genome(),
            color: Color::White,
            class,
            nodes,
            longest: 100,
            seed,
        })),
    };
    assert!(matches!(perform(&task).result, JobResult::ClassGame(_)));
}

/// Programs of which none changes the depth, so that the trees are equal.
const PROGRAMS: usize = 20;
const ROUNDS: usize = 5;
const DEPTH: u32 = 4;

/// The share of a search that random depth programs take, as long as those that evolve at first.
fn interpreter() -> Result<(), Box<dyn std::error::Error>> {
    let positions = POSITIONS
        .iter()
        .map(|fen| read_fen(fen))
        .collect::<Result<Vec<_>, _>>()?;
    let programs: Vec<Program> = (0..PROGRAMS as u32).map(unmoved).collect();
    let length: usize = programs.iter().map(effective_length).sum();
    let mut shares = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let nodes: u64 = programs.iter().map(|_| tree(FixedDepth, &positions)).sum();
        let without = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let same: u64 = programs
            .iter()
            .map(|program| tree(Module::new(program), &positions))
            .sum();
        let with = start.elapsed().as_secs_f64();
        assert_eq!(nodes, same, "the trees are equal");
        shares.push(1.0 - without / with);
    }
    shares.sort_by(f64::total_cmp);
    println!(
        "depth programs of {:.1} effective instructions on average: {:.1} % of the time of a search ({:.1} to {:.1}), {ROUNDS} rounds in turns",
        length as f64 / PROGRAMS as f64,
        100.0 * shares[ROUNDS / 2],
        100.0 * shares[0],
        100.0 * shares[ROUNDS - 1]
    );
    Ok(())
}

/// Nodes of searches of all positions.
fn tree(module: impl DepthModule, positions: &[Chess]) -> u64 {
    let mut kernel = Kernel::new(EvoChess::standard(), Order::new(Weights::DEFAULT), module);
    let nodes = positions.iter().map(|position| {
        let root = Root {
            position,
            earlier: &[],
        };
        let found = kernel.search(root, Reach::fixed(DEPTH, u64::MAX), &mut || false);
        found.map_or(0, |found| found.nodes)
    });
    nodes.sum()
}

/// A random program whose changes of the depth are made only where there are none to make: all it computes decides on them.
fn unmoved(number: u32) -> Program {
    let mut draws = Draws::derive(2002, 0, number, Purpose::Genes);
    let mut statements = depth_program::random(&mut draws).into_statements();
    still(&mut statements);
    let sigmoid = Instruction::Compute(Operator::Sigmoid, Terminal::Accumulator);
    statements.push(Statement::Do(sigmoid));
    // A sigmoid is below 1, and every move has at least one sibling, itself; but for the root, whose lines are as long as they may be.
    statements.push(Statement::If(Box::new(Decision {
        left: Terminal::Accumulator,
        right: Terminal::Branching,
        then: vec![Statement::Do(Instruction::Deepen)],
        otherwise: Vec::new(),
    })));
    Program::new(statements).expect("few instructions")
}

fn still(statements: &mut [Statement]) {
    for statement in statements {
        match statement {
            Statement::Do(instruction) => {
                if matches!(instruction, Instruction::Deepen | Instruction::Shorten) {
                    *instruction = Instruction::Compute(Operator::Sine, Terminal::Accumulator);
                }
            }
            Statement::If(decision) => {
                still(&mut decision.then);
                still(&mut decision.otherwise);
            }
        }
    }
}
