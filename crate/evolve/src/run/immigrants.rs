//! Programs that came from elsewhere, and which generation each entered: a part of a run's history, without which it would be another.

use super::{RunError, settings::MOST_GENERATIONS};
use crate::{genome::Genome, system::System, text::chromosome::Chromosome};

/// A generation takes in no more (our choice): most of it is the run's own.
pub const MOST_A_GENERATION: usize = 2;

/// A run takes in no more (our choice).
const MOST: usize = 10_000;

/// A program that came from elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Immigrant {
    /// The generation that it enters, in the place of a child.
    pub generation: u32,
    /// The program.
    pub program: Chromosome,
}

impl Immigrant {
    /// As a line of a checkpoint.
    pub(super) fn line(&self) -> String {
        let Self {
            generation,
            program,
        } = self;
        format!("immigrant {generation} {program}")
    }

    /// Inverse of [`Immigrant::line`], without its first word.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (generation, program) = text.split_once(' ')?;
        Some(Self {
            generation: generation.parse().ok()?,
            program: Chromosome::parse(program).ok()?,
        })
    }
}

/// Those of a run, in the order in which they came.
#[derive(Clone, Debug)]
pub struct Immigrants {
    system: System,
    /// A generation has at most so many places for them: its children.
    places: usize,
    all: Vec<Immigrant>,
}

impl Immigrants {
    /// None yet.
    pub(super) const fn new(system: System, places: usize) -> Self {
        Self {
            system,
            places,
            all: Vec::new(),
        }
    }

    /// Those that a checkpoint has: a run that was kept may have more of a generation than one may take in now.
    pub(super) fn restore(&mut self, kept: Vec<Immigrant>) -> Result<(), RunError> {
        for immigrant in kept {
            let entered = self.enter(immigrant, self.places);
            entered.map_err(|_| RunError::WrongCheckpoint)?;
        }
        Ok(())
    }

    /// Lets a program into a generation that has not begun, and has so many places.
    ///
    /// # Errors
    /// Why not, for people.
    pub(super) fn receive(
        &mut self,
        generation: u32,
        program: Chromosome,
        places: usize,
    ) -> Result<(), String> {
        let immigrant = Immigrant {
            generation,
            program,
        };
        self.enter(immigrant, self.places.min(places).min(MOST_A_GENERATION))
    }

    fn enter(&mut self, immigrant: Immigrant, most: usize) -> Result<(), String> {
        let system = immigrant.program.system;
        if system != self.system {
            return Err(format!("it is a program of {}", system.name()));
        }
        if self.all.contains(&immigrant) {
            return Err("it is here already".to_owned());
        }
        let generation = immigrant.generation;
        let is_late = generation > MOST_GENERATIONS || self.all.len() >= MOST;
        if generation == 0 || is_late || self.count(generation) >= most {
            return Err("there is no room for it".to_owned());
        }
        self.all.push(immigrant);
        Ok(())
    }

    /// Whose programs these are.
    pub(super) const fn system(&self) -> System {
        self.system
    }

    /// All of them.
    pub(super) fn all(&self) -> &[Immigrant] {
        &self.all
    }

    /// The genomes that enter a generation.
    pub(super) fn entering(&self, generation: u32) -> impl Iterator<Item = &Genome> {
        let all = self.all.iter();
        let entering = all.filter(move |immigrant| immigrant.generation == generation);
        entering.map(|immigrant| &immigrant.program.genome)
    }

    /// How many enter a generation.
    pub(super) fn count(&self, generation: u32) -> usize {
        self.entering(generation).count()
    }

    /// Puts those that enter a generation in the place of its last programs, which are children.
    pub(super) fn take_place(&self, generation: u32, population: &mut [Genome]) {
        for (place, genome) in population.iter_mut().rev().zip(self.entering(generation)) {
            place.clone_from(genome);
        }
    }
}
