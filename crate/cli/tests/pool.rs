//! The threads that do the work of a run.

use std::cell::Cell;

use millipawn_cli::{failure::Failure, pool::Pool};
use millipawn_evolve::{
    genome::Genome,
    job::{
        move_matching::MoveMatching,
        task::{Job, Task, TaskId},
    },
    system::{System, matching::Search},
};

/// An individual that is not of its system makes whoever counts for it panic.
fn task(chunk: u32, individual: Genome) -> Task {
    Task {
        id: TaskId {
            generation: 0,
            phase: 0,
            chunk,
        },
        job: Job::MoveMatching(MoveMatching {
            system: System::ACPP,
            search: Search::Static,
            returning: false,
            individuals: vec![individual],
            examples: Vec::new(),
        }),
    }
}

/// Works off so many pieces, of which one may fail; how many were told.
fn work_off(pool: &Pool, pieces: u32, failing: Option<u32>) -> (u32, Result<(), Failure>) {
    let told = Cell::new(0);
    let mut given = 0..pieces;
    let ended = pool.work_off(
        &mut given,
        |given| {
            let chunk = given.next()?;
            Some(task(
                chunk,
                if failing == Some(chunk) {
                    Genome::new(&[0])
                } else {
                    System::ACPP.hand_set()
                },
            ))
        },
        |_, _| {
            told.set(told.get() + 1);
            Ok(Ok(()))
        },
    );
    (told.get(), ended)
}

/// Whoever waited for its outcome waited for ever.
#[test]
fn a_worker_that_fails_ends_the_run_with_a_message() {
    for workers in [1, 2] {
        let (told, ended) = work_off(&Pool::new(Some(workers)), 20, Some(7));
        let Err(Failure::Refused(message)) = ended else {
            panic!("it failed");
        };
        assert!(message.contains("a worker failed"), "{message}");
        assert!(told < 20);
    }
    let (told, ended) = work_off(&Pool::new(Some(2)), 20, None);
    assert!(ended.is_ok());
    assert_eq!(told, 20);
}
