//! Where a program of any generation came from: all programs follow from the games that were played.

use super::{
    ClassesKind, Kept,
    contender::{Member, best_first},
    record::{Record, classes_of},
};
use crate::{
    genome::Genome,
    run::{
        Fitness, Kind,
        family::{self, Family, Parents, Species},
    },
    system::System,
};

/// The run as it was when a generation was scored.
pub(super) struct Past {
    pub(super) kind: ClassesKind,
    /// The members of the generation before.
    before: Vec<Member>,
    /// Of these the parents, by deme.
    parents: Vec<Vec<usize>>,
}

impl ClassesKind {
    /// The run is taken as far as that generation once more, with the games that it has.
    pub(super) fn past(&self, number: usize) -> Option<Past> {
        let mut kind = Self {
            changes: self.changes.clone(),
            immigrants: self.immigrants.clone(),
            ..Self::new(self.settings.clone()).ok()?
        };
        let mut records: Vec<Record> = Vec::new();
        let (mut before, mut parents) = (Vec::new(), Vec::new());
        for kept in self.kept.get(..=number)? {
            before.clone_from(&kind.scored);
            let now = kind.begin(&mut records);
            parents.clone_from(&now.parents);
            // Those of the finalists decide no fitness.
            let kept = Kept {
                games: kept.games.clone(),
                finals: Vec::new(),
            };
            records.push(kind.replay(now, kept)?);
        }
        Some(Past {
            kind,
            before,
            parents,
        })
    }

    pub(super) fn lineage(&self, number: usize, individual: usize) -> Option<Family> {
        let Past {
            kind: past,
            before,
            parents,
        } = self.past(number)?;
        let (population, earlier) = (genomes(&past.scored), genomes(&before));
        let scored = family::Scored {
            number,
            population: &population,
            fitness: fitness(&past.scored),
        };
        let deme = individual / self.settings.population as usize;
        let parents = Parents {
            population: &earlier,
            fitness: fitness(&before),
            best_first: best_first(&before, 0..before.len()),
            weights: family::equal_shares(before.len(), parents.get(deme)?),
        };
        let arrival = &past.scored.get(individual)?.arrival;
        let species = Species::Programs(System::EVOCHESS);
        Family::of(species, &scored, individual, arrival, Some(&parents))
    }
}

fn genomes(members: &[Member]) -> Vec<Genome> {
    members.iter().map(|member| member.genome.clone()).collect()
}

fn fitness(members: &[Member]) -> Vec<Fitness> {
    let classes = |member: &Member| Fitness::Classes(classes_of(member.fitness));
    members.iter().map(classes).collect()
}
