//! What runs of every kind are tried with: something to work on, and somebody who works.

use std::sync::LazyLock;

use millipawn_engine::{
    ImportSettings, Importer, SAMPLE_GAMES, TrainingSet,
    play::contest::opening::{Opening, built_in},
};
use millipawn_evolve::{
    job::{
        suite::{self, Problem},
        task::perform,
    },
    run::{Run, imitation, material::Material},
};

static SAMPLE: LazyLock<TrainingSet> = LazyLock::new(|| {
    let mut importer = Importer::new(imitation::Settings::default().import);
    importer.begin_file("sample games");
    importer.push(SAMPLE_GAMES.as_bytes());
    importer.end_file();
    let all = importer.finish().0;
    let mut few = TrainingSet::default();
    all.iter().take(80).for_each(|example| few.push(&example));
    few
});

/// What a shell has to work on: little of everything.
pub(crate) struct Given;

impl Material for Given {
    fn examples(&self) -> Result<TrainingSet, String> {
        Ok(SAMPLE.clone())
    }

    fn games(&self, _: &ImportSettings) -> Result<TrainingSet, String> {
        Ok(SAMPLE.clone())
    }

    fn openings(&self) -> Vec<Opening> {
        built_in()
    }

    fn problems(&self) -> Vec<Problem> {
        suite::sample().into_iter().take(2).collect()
    }
}

/// Works the run off until so many generations are scored.
pub(crate) fn score(run: &mut dyn Run, until: usize) {
    while run.scored() < until
        && let Some(task) = run.ask()
    {
        run.tell(&perform(&task)).expect("it fits");
    }
}
