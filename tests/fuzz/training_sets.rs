//! Training sets, whole but for what their checksum protects: every example is a lesson that can be learned from, or none.

use std::sync::LazyLock;

use millipawn_engine::{Example, TrainingSet};
use millipawn_evolve::{
    job::{
        move_matching::MoveMatching,
        task::{Job, JobResult, Task, TaskId, perform},
    },
    run::{coevolution, imitation::Settings},
    system::{System, matching::Search},
};
use proptest::prelude::*;

use super::{
    Target, Verdict,
    mutation::{Edit, edited, edits},
};
use crate::sample_examples;

/// What the importer kept of the sample games.
static EXAMPLES: LazyLock<TrainingSet> = LazyLock::new(|| sample_examples(&Settings::default()));

/// Examples of an input.
const FEW: usize = 3;
/// Mark, version and number.
const HEADER: usize = 9;

#[derive(Clone, Debug)]
struct Input {
    seed: u64,
    /// Of the examples.
    edits: Vec<Edit>,
    /// Of all, the checksum too.
    outside: Vec<Edit>,
}

/// The target.
pub fn target() -> Target {
    let bytes = b"\x00\x01\x02\x03\x0f\x10\x11\x12\xa5\xf0\xff";
    let outside = prop_oneof![8 => Just(Vec::new()), 1 => edits(bytes)];
    let inputs = (any::<u64>(), edits(bytes), outside).prop_map(|(seed, edits, outside)| Input {
        seed,
        edits,
        outside,
    });
    // Every legal move of every example is searched.
    Target::new("training-sets", [5_000, 1_000_000], inputs, check)
}

fn bytes(input: &Input) -> Vec<u8> {
    let at = input.seed as usize % (EXAMPLES.len() - FEW);
    let mut set = TrainingSet::default();
    for at in at..at + FEW {
        set.push(&EXAMPLES.get(at));
    }
    let whole = set.to_bytes();
    let examples = &whole[HEADER..whole.len() - 4];
    let mut examples = edited(examples.to_vec(), &input.edits);
    examples.resize(FEW * Example::BYTES, 0);
    let mut bytes = [&whole[..HEADER], &examples].concat();
    bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
    edited(bytes, &input.outside)
}

fn check(input: &Input) -> Verdict {
    let Ok(set) = TrainingSet::from_bytes(&bytes(input)) else {
        return Verdict::Refused;
    };
    assert_eq!(TrainingSet::from_bytes(&set.to_bytes()).as_ref(), Ok(&set));
    let system = System::ALL[input.seed as usize % 2];
    let search = [Search::Quiescence, Search::Static][(input.seed >> 1) as usize % 2];
    let individuals = coevolution::random(system, 2, input.seed).into_iter();
    let task = Task {
        id: TaskId {
            generation: 0,
            phase: 0,
            chunk: 0,
        },
        job: Job::MoveMatching(MoveMatching {
            system,
            search,
            returning: input.seed & 4 != 0,
            ablation: false,
            individuals: individuals.map(|program| program.genome).collect(),
            examples: set.iter().take(FEW).collect(),
        }),
    };
    let JobResult::MoveMatching(matched) = perform(&task).result else {
        panic!("choices were asked for");
    };
    assert!(matched.iter().all(|count| *count as usize <= FEW));
    Verdict::Accepted
}
