//! Work of imitation: how often programs choose the moves played.

use std::collections::BTreeMap;

use millipawn_engine::Example;

use crate::{
    genome::Genome,
    job::message::{Reader, Unreadable, write_block},
    measure::ablation,
    system::{
        System,
        matching::{Matching, Search},
    },
};

/// Count how often each individual chooses the move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveMatching {
    /// What reads the individuals' genomes: a system with [`System::matching`].
    pub system: System,
    /// How they look for their moves.
    pub search: Search,
    /// Whether the same examples will be asked about again, and what is found out about them is worth keeping.
    pub returning: bool,
    /// Whether each individual is counted with each of its parts left out too (see [`ablation`]): that many more counts follow its own.
    pub ablation: bool,
    /// The individuals.
    pub individuals: Vec<Genome>,
    /// The chunk.
    pub examples: Vec<Example>,
}

/// What a worker keeps of the work before, for each system by its place.
#[derive(Default)]
pub(crate) struct Memory {
    systems: BTreeMap<usize, Box<dyn Matching>>,
}

impl MoveMatching {
    /// Examples matched, for each individual.
    pub(crate) fn count(&self, memory: &mut Memory) -> Vec<u32> {
        if self.ablation {
            let count = |individual| {
                ablation::count(self.system, individual, &self.examples, self.search)
                    .expect("asked of those that have it")
            };
            return self.individuals.iter().flat_map(count).collect();
        }
        memory
            .systems
            .entry(self.system.place())
            .or_insert_with(|| self.system.matching().expect("asked of those that have it"))
            .count(
                &self.individuals,
                &self.examples,
                self.search,
                self.returning,
            )
    }

    /// Place of the system in [`System::ALL`], search (0: quiescence, 1: static), whether the examples return (0 or 1), whether parts are left out (0 or 1),
    /// numbers of individuals and examples (u32), the individuals' genomes (length and bytes each), the examples.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.system.place() as u8);
        bytes.push(self.search as u8);
        bytes.push(u8::from(self.returning));
        bytes.push(u8::from(self.ablation));
        for count in [self.individuals.len(), self.examples.len()] {
            bytes.extend_from_slice(&(count as u32).to_le_bytes());
        }
        for individual in &self.individuals {
            write_block(bytes, individual.as_bytes());
        }
        for example in &self.examples {
            bytes.extend_from_slice(&example.to_bytes());
        }
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let [system] = reader.array()?;
        let system = *System::ALL.get(usize::from(system)).ok_or(Unreadable)?;
        system.matching().ok_or(Unreadable)?;
        let search = match reader.array()? {
            [0] => Search::Quiescence,
            [1] => Search::Static,
            _ => return Err(Unreadable),
        };
        let mut flag = || match reader.array()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(Unreadable),
        };
        let (returning, ablation) = (flag()?, flag()?);
        if ablation && !ablation::is_possible(system) {
            return Err(Unreadable);
        }
        let individuals = reader.number()? as usize;
        let examples = reader.number()? as usize;
        let representation = system.representation();
        let individuals = (0..individuals)
            .map(|_| representation.accepts(reader.block()?).ok_or(Unreadable))
            .collect::<Result<_, _>>()?;
        if reader.left() as u64 != examples as u64 * Example::BYTES as u64 {
            return Err(Unreadable);
        }
        let examples = (0..examples)
            .map(|_| Example::from_bytes(&reader.array()?).ok_or(Unreadable))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            system,
            search,
            returning,
            ablation,
            individuals,
            examples,
        })
    }
}
