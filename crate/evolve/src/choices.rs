//! Work of imitation: how often programs choose the moves played.

use millipawn_engine::{
    Example,
    acpp::Acpp,
    evaluation::Evaluation,
    falcon::Falcon,
    search::{packet, statics},
};

use crate::{
    acpp,
    bits::Bits,
    chromosome::System,
    falcon,
    message::{Reader, Unreadable},
};

/// How an individual looks for its move: always one ply, and then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Captures, promotions and evasions until it is quiet.
    Quiescence,
    /// Nothing: the position after the move is judged as it stands.
    Static,
}

/// Count how often each individual chooses the move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// What reads the individuals' bits.
    pub system: System,
    /// How they look for their moves.
    pub search: Search,
    /// Whether the same examples will be asked about again: then what was found out about them is worth keeping.
    pub returning: bool,
    /// The individuals.
    pub individuals: Vec<Bits>,
    /// The chunk.
    pub examples: Vec<Example>,
}

/// What a worker keeps of examples that return.
#[derive(Default)]
pub(crate) struct Memory {
    acpp: Kept<Acpp>,
    falcon: Kept<Falcon>,
}

struct Kept<E: Evaluation> {
    trees: packet::Store<E>,
    children: statics::Store<E>,
}

impl<E: Evaluation> Default for Kept<E> {
    fn default() -> Self {
        Self {
            trees: packet::Store::default(),
            children: statics::Store::default(),
        }
    }
}

impl Choices {
    /// Examples matched, for each individual.
    pub(crate) fn count(&self, memory: &mut Memory) -> Vec<u32> {
        match self.system {
            System::Acpp => self.count_by::<Acpp>(acpp::weights, &mut memory.acpp),
            System::Falcon => self.count_by::<Falcon>(falcon::weights, &mut memory.falcon),
        }
    }

    fn count_by<E: Evaluation>(
        &self,
        weights: fn(&Bits) -> E::Vector,
        kept: &mut Kept<E>,
    ) -> Vec<u32> {
        let weights: Vec<E::Vector> = self.individuals.iter().map(weights).collect();
        match (self.search, self.returning) {
            (Search::Quiescence, false) => packet::count_matches::<E>(&weights, &self.examples),
            (Search::Quiescence, true) => kept.trees.count_matches(&weights, &self.examples),
            (Search::Static, false) => statics::count_matches::<E>(&weights, &self.examples),
            (Search::Static, true) => kept.children.count_matches(&weights, &self.examples),
        }
    }

    /// Place of the system in [`System::ALL`], search (0: quiescence, 1: static), whether the examples return (0 or 1), numbers of individuals and examples (u32), the
    /// individuals' bits, the examples.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.system as u8);
        bytes.push(self.search as u8);
        bytes.push(u8::from(self.returning));
        for count in [self.individuals.len(), self.examples.len()] {
            bytes.extend_from_slice(&(count as u32).to_le_bytes());
        }
        for individual in &self.individuals {
            bytes.extend_from_slice(individual.as_bytes());
        }
        for example in &self.examples {
            bytes.extend_from_slice(&example.to_bytes());
        }
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let [system] = reader.array()?;
        let system = *System::ALL.get(usize::from(system)).ok_or(Unreadable)?;
        let search = match reader.array()? {
            [0] => Search::Quiescence,
            [1] => Search::Static,
            _ => return Err(Unreadable),
        };
        let returning = match reader.array()? {
            [0] => false,
            [1] => true,
            _ => return Err(Unreadable),
        };
        let individuals = reader.number()? as usize;
        let examples = reader.number()? as usize;
        let bytes_each = system.bits().div_ceil(8);
        if reader.left() as u64
            != individuals as u64 * bytes_each as u64 + examples as u64 * Example::BYTES as u64
        {
            return Err(Unreadable);
        }
        let individuals = (0..individuals)
            .map(|_| Bits::from_bytes(reader.bytes(bytes_each)?, system.bits()).ok_or(Unreadable))
            .collect::<Result<_, _>>()?;
        let examples = (0..examples)
            .map(|_| Example::from_bytes(&reader.array()?).ok_or(Unreadable))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            system,
            search,
            returning,
            individuals,
            examples,
        })
    }
}
