//! A small piece of work.

use millipawn_evolve::{
    genome::Genome,
    job::{
        move_matching::MoveMatching,
        task::{Job, Task, TaskId},
    },
    system::{System, matching::Search},
};

/// One for these individuals, on no positions: their counts are its result.
pub(crate) fn piece_for(chunk: u32, individuals: Vec<Genome>) -> Task {
    Task {
        id: TaskId {
            generation: 3,
            phase: 0,
            chunk,
        },
        job: Job::MoveMatching(MoveMatching {
            system: System::ACPP,
            search: Search::Static,
            returning: false,
            ablation: false,
            individuals,
            examples: Vec::new(),
        }),
    }
}

/// One that any worker can do.
pub(crate) fn piece(chunk: u32) -> Task {
    piece_for(chunk, vec![System::ACPP.hand_set()])
}
