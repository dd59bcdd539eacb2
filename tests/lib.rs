//! What the golden runs share: games in, a run to its end. And the [`fuzz`] targets.

pub mod fuzz;

use millipawn_engine::{Importer, SAMPLE_GAMES, TrainingSet};
use millipawn_evolve::{
    job::task,
    run::{
        Run,
        imitation::{Imitation, Settings},
    },
};

/// The examples of the sample games under `settings`.
pub fn sample_examples(settings: &Settings) -> TrainingSet {
    let mut importer = Importer::new(settings.import.clone());
    importer.begin_file("Sample games");
    importer.push(SAMPLE_GAMES.as_bytes());
    importer.finish().0
}

/// The run that `settings` describe on the sample games, worked off one piece after the other.
///
/// # Panics
/// If the sample games leave nothing to learn from.
pub fn finished_run(settings: Settings) -> Imitation {
    let examples = sample_examples(&settings);
    let mut experiment =
        Imitation::new(settings, examples).expect("the sample games hold positions");
    while let Some(task) = experiment.ask() {
        experiment
            .tell(&task::perform(&task))
            .expect("an outcome fits its task");
    }
    experiment
}
