//! A whole run: recorded, repeated, and done by threads.

use std::time::Instant;

use millipawn_cli::{failure::Failure, pool::Pool};
use millipawn_engine::{
    Example, TrainingSet,
    evaluation::{Evaluation, acpp::Acpp, falcon::Falcon},
};
use millipawn_evolve::{
    genome::Genome,
    job::{
        move_matching::MoveMatching,
        task::{Job, Task, perform},
    },
    run::{
        Run,
        imitation::{Imitation, Settings},
    },
    system::{acpp, falcon},
};

/// What the individuals of a system stand for.
pub(crate) trait Bred: Evaluation {
    fn weights(genome: &Genome) -> Self::Vector;
}

impl Bred for Acpp {
    fn weights(genome: &Genome) -> Self::Vector {
        acpp::weights(genome)
    }
}

impl Bred for Falcon {
    fn weights(genome: &Genome) -> Self::Vector {
        falcon::weights(genome)
    }
}

/// All the work of a run, in order.
pub(crate) struct Recording {
    tasks: Vec<Task>,
}

/// The work of one generation on its sample, or on the held-out examples.
pub(crate) struct Stratum<V> {
    pub(crate) individuals: Vec<V>,
    pub(crate) examples: Vec<Example>,
    /// Different in every stratum.
    pub(crate) number: u32,
}

impl Recording {
    /// Does the run once.
    pub(crate) fn of(settings: &Settings, set: &TrainingSet) -> Self {
        let mut experiment = new(settings, set).expect("the games were seen to be usable");
        let mut tasks = Vec::new();
        while let Some(task) = experiment.ask() {
            experiment
                .tell(&perform(&task))
                .expect("the outcome is of the task");
            tasks.push(task);
        }
        Self { tasks }
    }

    /// The work on the samples of the first so many generations.
    pub(crate) fn first(&self, generations: u32) -> Self {
        let is_first = |task: &&Task| task.id.generation < generations && task.id.phase == 0;
        Self {
            tasks: self.tasks.iter().filter(is_first).cloned().collect(),
        }
    }

    /// Individuals times positions of all the work, that on the held-out examples included.
    pub(crate) fn pairs(&self) -> u64 {
        let pairs =
            |task: &MoveMatching| task.individuals.len() as u64 * task.examples.len() as u64;
        self.tasks.iter().map(choices).map(pairs).sum()
    }

    /// Does the work again, in one thread, and keeps nothing of a position for the next time; the seconds it takes.
    pub(crate) fn repeat(&self) -> f64 {
        let started = Instant::now();
        for task in &self.tasks {
            std::hint::black_box(perform(task));
        }
        started.elapsed().as_secs_f64()
    }

    /// The work by generation and kind.
    pub(crate) fn strata<E: Bred>(&self) -> impl Iterator<Item = Stratum<E::Vector>> {
        let chunks = self.tasks.chunk_by(|one, two| {
            (one.id.generation, one.id.phase) == (two.id.generation, two.id.phase)
        });
        chunks.zip(0..).map(|(tasks, number)| Stratum {
            individuals: choices(&tasks[0])
                .individuals
                .iter()
                .map(E::weights)
                .collect(),
            examples: tasks
                .iter()
                .flat_map(|task| choices(task).examples.iter().copied())
                .collect(),
            number,
        })
    }
}

/// All work of this run is of one kind.
fn choices(task: &Task) -> &MoveMatching {
    match &task.job {
        Job::MoveMatching(choices) => choices,
        Job::Solve(_)
        | Job::Game(_)
        | Job::LearningGame(_)
        | Job::MoveLearning(_)
        | Job::TreeSize(_)
        | Job::ClassGame(_)
        | Job::Question(_) => {
            unreachable!("an experiment asks for choices")
        }
    }
}

/// The seconds of the run from its first piece of work to its last record.
pub(crate) fn with_workers(
    settings: &Settings,
    set: &TrainingSet,
    workers: u16,
) -> Result<f64, Failure> {
    let pool = Pool::new(Some(workers));
    let mut experiment = new(settings, set)?;
    let started = Instant::now();
    pool.work_off(&mut experiment, Imitation::ask, |experiment, outcome| {
        Ok(experiment.tell(outcome))
    })?;
    Ok(started.elapsed().as_secs_f64())
}

fn new(settings: &Settings, set: &TrainingSet) -> Result<Imitation, Failure> {
    Imitation::new(settings.clone(), set.clone()).map_err(|error| Failure::of("experiment", error))
}
