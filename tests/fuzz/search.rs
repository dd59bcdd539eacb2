//! What the targets share that search: engines kept for the next input, and what must hold of every search.

use std::{cell::RefCell, ops::ControlFlow};

use millipawn_engine::{
    play::engine::{Engine, Setup},
    search::{
        parameters::Parameters,
        tree::{Control, Limits, Report, Root},
    },
};
use millipawn_evolve::{
    genome::{
        Genome,
        draw::{Draws, Purpose},
    },
    system::System,
};
use proptest::prelude::*;
use shakmaty::{Chess, Position};

/// Nodes of a search: mostly few, so that there is time for many inputs, and at most 500.
pub(super) fn nodes() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 1..=60_u64, 1 => 60..=500_u64]
}

/// Programs to search with: the reference, as the papers search, without selection, and one of each system.
const PROGRAMS: usize = 5;

fn setup(program: usize) -> Setup {
    let reference = Setup::staunton(1);
    let bred = |system: System| {
        let [genome, ..] = programs(system);
        system.evaluator(&genome)
    };
    match program % PROGRAMS {
        0 => reference,
        1 => Setup {
            parameters: Parameters::DAVID,
            ..reference
        },
        2 => Setup {
            parameters: Parameters::PLAIN,
            ..reference
        },
        3 => Setup {
            evaluator: bred(System::ACPP),
            ..reference
        },
        _ => Setup {
            evaluator: bred(System::FALCON),
            ..reference
        },
    }
}

/// Some programs of a system, always the same.
pub(super) fn programs(system: System) -> [Genome; 3] {
    let mut draws = Draws::derive(1991, 0, 0, Purpose::Genes);
    std::array::from_fn(|_| system.representation().random(&mut draws))
}

thread_local! {
    static ENGINES: RefCell<Vec<Engine>> =
        RefCell::new((0..PROGRAMS).map(|program| Engine::new(&setup(program))).collect());
}

/// Searches with nothing remembered of earlier inputs; every line of the report must be legal.
pub(super) fn search(
    program: usize,
    position: &Chess,
    earlier: &[u64],
    limits: &Limits,
) -> Option<Report> {
    ENGINES.with_borrow_mut(|engines| {
        let engine = &mut engines[program % PROGRAMS];
        engine.clear();
        let root = Root { position, earlier };
        let control = Control {
            stop: &mut || false,
            observe: &mut |_| ControlFlow::Continue(()),
        };
        let report = engine.search(root, limits, control);
        assert_eq!(report.is_none(), position.legal_moves().is_empty());
        for line in report.iter().flat_map(|report| &report.lines) {
            let mut at = position.clone();
            for m in &line.moves {
                assert!(at.is_legal(*m), "{m:?} is not legal");
                at.play_unchecked(*m);
            }
        }
        report
    })
}
