//! One sample of positions for the champions of all generations. Fitness where every generation has a sample of its own says little
//! of whether programs become better; what their champions find of the same positions does.

use millipawn_engine::{Example, TrainingSet};

use crate::{
    genome::{Genome, breed},
    run::imitation::{Settings, split::Split},
};

/// The positions, and whether they are from games that no program learns from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedSample {
    /// The positions with the moves played.
    pub examples: TrainingSet,
    /// Whether no program learns from them.
    pub is_held_out: bool,
}

impl FixedSample {
    /// Those that the champions of a run are measured on when that is due: the first held-out ones. Where no game is held out, as many of
    /// those learned from. The set is in random order, so the first are as good a sample as any.
    pub fn of(set: &TrainingSet, settings: &Settings) -> Self {
        Self::first_of(set, settings.held_out_share, settings.held_out_positions)
    }

    /// So many positions at most, where this share of the games is held out.
    pub fn first_of(set: &TrainingSet, held_out_share: f64, positions: u32) -> Self {
        let split = Split::of(set, held_out_share);
        let is_held_out = !split.held_out.is_empty();
        let indices = if is_held_out {
            &split.held_out
        } else {
            &split.training
        };
        let mut examples = TrainingSet::default();
        for example in first(set, indices, positions) {
            examples.push(&example);
        }
        Self {
            examples,
            is_held_out,
        }
    }

    /// How many of the moves each program finds, by the search of the run. `None` where the system's programs are not asked for moves.
    pub fn found(&self, settings: &Settings, programs: &[Genome]) -> Option<Vec<u32>> {
        let examples: Vec<Example> = self.examples.iter().collect();
        let mut matching = settings.system.matching()?;
        Some(matching.count(programs, &examples, settings.search, false))
    }
}

/// The first examples of these at most.
pub(super) fn first(set: &TrainingSet, indices: &[u32], most: u32) -> Vec<Example> {
    let indices = indices.iter().take(most as usize);
    indices.map(|index| set.get(*index as usize)).collect()
}

/// The random programs that a run begins with.
pub fn random_programs(settings: &Settings) -> Vec<Genome> {
    breed::random(
        settings.seed,
        settings.population as usize,
        settings.system.representation(),
    )
}
