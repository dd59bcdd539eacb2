//! The threads that do the work of a run.

#[path = "../../network/tests/common/piece.rs"]
#[allow(dead_code, reason = "others need the other one")]
mod piece;

use std::cell::Cell;

use millipawn_cli::{failure::Failure, pool::Pool};
use millipawn_evolve::{genome::Genome, system::System};
use piece::piece_for;

/// Works off so many pieces, of which one may fail; how many were told.
fn work_off(pool: &Pool, pieces: u32, failing: Option<u32>) -> (u32, Result<(), Failure>) {
    let told = Cell::new(0);
    let mut given = 0..pieces;
    let ended = pool.work_off(
        &mut given,
        |given| {
            let chunk = given.next()?;
            // An individual that is not of its system makes whoever counts for it panic.
            let individual = match failing == Some(chunk) {
                true => Genome::new(&[0]),
                false => System::ACPP.hand_set(),
            };
            Some(piece_for(chunk, vec![individual]))
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
