//! What an evaluation of each kind costs as a search has it: what searches with Staunton ask of their evaluation is written down, and asked
//! of each kind in turns within one run, updates of accumulators included. Then how fast each searches by itself, and how many of Meep's
//! features hold in a position.
//! Usage: `cargo run --release -p millipawn --example evaluations [-- ROUNDS]`

#![allow(clippy::disallowed_methods, reason = "it measures time")]
use std::{cell::RefCell, hint::black_box, ops::ControlFlow, time::Instant};

use millipawn_engine::{
    chess::{game::read_fen, positions::POSITIONS},
    evaluation::{
        Evaluate, Weighted,
        acpp::Acpp,
        falcon::Falcon,
        meep::{FEATURES, Features, Meep, Weights},
        staunton::{self, Staunton},
    },
    play::evaluator::Evaluator,
    search::{
        MAX_PLY,
        parameters::Parameters,
        tree::{Control, Limits, Root, Searcher},
    },
};
use millipawn_evolve::system::{System, acpp, falcon};
use shakmaty::{Chess, Move};

/// Mebibytes of the searches' tables.
const TABLE: usize = 16;
/// Nodes of a search whose evaluations are written down, and of one whose time is taken.
const WRITTEN: u64 = 20_000;
const TIMED: u64 = 300_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounds: usize = match std::env::args().nth(1) {
        Some(text) => text.parse()?,
        None => 9,
    };
    let positions = POSITIONS
        .iter()
        .map(|fen| read_fen(fen))
        .collect::<Result<Vec<_>, _>>()?;
    let logs: Vec<Log> = positions.iter().map(log).collect();
    let evaluated = logs
        .iter()
        .flatten()
        .filter(|step| matches!(step, Step::Evaluate(..)))
        .count();
    let updated = logs.iter().map(Vec::len).sum::<usize>() - evaluated;
    println!(
        "{evaluated} evaluations with {updated} updates, from searches of {WRITTEN} nodes of the {} positions of the signature; searches of \
         {TIMED} nodes; {rounds} rounds in turns, medians",
        positions.len()
    );
    let weights: Vec<i32> = (0..FEATURES as i32)
        .map(|at| at * 37 % 2001 - 1000)
        .collect();
    let meep = Weights::new(&weights).ok_or("too few weights")?;
    let mut staunton = Staunton::default();
    let mut acpp = Weighted::<Acpp>::new(acpp::weights(&acpp::hand_set()));
    let mut falcon = Weighted::<Falcon>::new(falcon::weights(&falcon::hand_set()));
    let mut meep = Meep::new(meep);
    let evaluators = [
        Evaluator::staunton(staunton::Weights::DEFAULT),
        System::ACPP.evaluator(&System::ACPP.hand_set()),
        System::FALCON.evaluator(&System::FALCON.hand_set()),
        Evaluator::new(meep.clone()),
    ];
    let (mut costs, mut speeds) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        costs.push([
            cost(&mut staunton, &logs),
            cost(&mut acpp, &logs),
            cost(&mut falcon, &logs),
            cost(&mut meep, &logs),
        ]);
        speeds.push(
            evaluators
                .each_ref()
                .map(|evaluator| speed(evaluator, &positions)),
        );
    }
    let names = ["Staunton", "ACPP", "Falcon", "Meep"];
    for (at, name) in names.iter().enumerate() {
        println!(
            "{name:9} {:4.0} ns an evaluation, {} times Staunton; {:5.0} thousand nodes a second, {}",
            spread(costs.iter().map(|costs| costs[at])).1,
            ratio(&costs, at),
            spread(speeds.iter().map(|speeds| speeds[at])).1,
            ratio(&speeds, at),
        );
    }
    let counted: Vec<Features> = logs
        .iter()
        .flatten()
        .filter_map(|step| match step {
            Step::Evaluate(_, position) => Some(Features::of(position)),
            Step::Update(..) => None,
        })
        .collect();
    let mean =
        |of: fn(&Features) -> f64| counted.iter().map(of).sum::<f64>() / counted.len() as f64;
    println!(
        "Meep: {:.1} of {FEATURES} features hold after both sides are set off, the sum of their squares is {:.1}",
        mean(|features| features.as_slice().len() as f64),
        mean(|features| {
            let square = |(_, count): &(u16, i16)| f64::from(*count).powi(2);
            features.as_slice().iter().map(square).sum()
        }),
    );
    Ok(())
}

/// What a search asks of its evaluation. Accumulators are named by the updates since the root.
enum Step {
    Update(usize, Box<(Chess, Move)>),
    Evaluate(usize, Box<Chess>),
}

type Log = Vec<Step>;

/// Staunton, which writes down what it is asked.
#[derive(Debug)]
struct Written {
    staunton: Staunton,
    log: RefCell<Log>,
}

impl std::fmt::Debug for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Update(at, _) => write!(f, "Update({at})"),
            Self::Evaluate(at, _) => write!(f, "Evaluate({at})"),
        }
    }
}

impl Evaluate for Written {
    type Accumulator = (usize, staunton::Accumulator);

    fn refresh(&self, position: &Chess) -> Self::Accumulator {
        (0, self.staunton.refresh(position))
    }

    fn update(
        &self,
        (at, accumulator): &Self::Accumulator,
        before: &Chess,
        m: Move,
    ) -> Self::Accumulator {
        let step = Step::Update(*at, Box::new((before.clone(), m)));
        self.log.borrow_mut().push(step);
        (at + 1, self.staunton.update(accumulator, before, m))
    }

    fn evaluate(&mut self, position: &Chess, (at, accumulator): &Self::Accumulator) -> i32 {
        let step = Step::Evaluate(*at, Box::new(position.clone()));
        self.log.get_mut().push(step);
        self.staunton.evaluate(position, accumulator)
    }
}

/// What a search of this position asks of its evaluation.
fn log(position: &Chess) -> Log {
    let written = Written {
        staunton: Staunton::default(),
        log: RefCell::default(),
    };
    let mut searcher = Searcher::new(written, Parameters::DEFAULT, TABLE);
    let limits = Limits {
        nodes: WRITTEN,
        ..Limits::default()
    };
    let control = Control {
        stop: &mut || false,
        observe: &mut |_| ControlFlow::Continue(()),
    };
    searcher.search(root(position), &limits, control);
    searcher.evaluation.log.take()
}

/// Nanoseconds an evaluation, the updates that lead to it included.
fn cost<E: Evaluate>(evaluation: &mut E, logs: &[Log]) -> f64 {
    let mut nanoseconds = 0;
    let mut count = 0;
    for (log, fen) in logs.iter().zip(POSITIONS) {
        let root = evaluation.refresh(&read_fen(fen).expect("it was read before"));
        // One a ply is enough: what is deeper in the tree comes before what is beside it.
        let mut accumulators = vec![root; MAX_PLY + 1];
        let start = Instant::now();
        for step in log {
            match step {
                Step::Update(at, made) => {
                    let (before, m) = &**made;
                    accumulators[at + 1] = evaluation.update(&accumulators[*at], before, *m);
                }
                Step::Evaluate(at, position) => {
                    black_box(evaluation.evaluate(position, &accumulators[*at]));
                    count += 1;
                }
            }
        }
        nanoseconds += start.elapsed().as_nanos();
    }
    nanoseconds as f64 / f64::from(count)
}

/// Thousands of nodes a second of searches from these positions.
fn speed(evaluator: &Evaluator, positions: &[Chess]) -> f64 {
    let limits = Limits {
        nodes: TIMED,
        ..Limits::default()
    };
    let mut searcher = evaluator.searcher(Parameters::DEFAULT, TABLE);
    let start = Instant::now();
    let nodes = positions.iter().map(|position| {
        searcher.clear();
        let control = Control {
            stop: &mut || false,
            observe: &mut |_| ControlFlow::Continue(()),
        };
        let report = searcher.search(root(position), &limits, control);
        report.map_or(0, |report| report.nodes)
    });
    let nodes: u64 = nodes.sum();
    nodes as f64 / start.elapsed().as_secs_f64() / 1000.0
}

const fn root(position: &Chess) -> Root<'_> {
    Root {
        position,
        earlier: &[],
    }
}

/// How often as much as Staunton's in the same round: median, least and most.
fn ratio<const N: usize>(rounds: &[[f64; N]], at: usize) -> String {
    let (least, median, most) = spread(rounds.iter().map(|round| round[at] / round[0]));
    format!("{median:.2} ({least:.2} to {most:.2})")
}

fn spread(numbers: impl Iterator<Item = f64>) -> (f64, f64, f64) {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    (
        numbers[0],
        numbers[numbers.len() / 2],
        numbers[numbers.len() - 1],
    )
}
