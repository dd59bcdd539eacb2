//! A whole program: the genes it judges by and, where its search was evolved too, those it searches by.
//!
//! As text: the chromosome of the evaluation, and after another full stop that of the search, as in
//! `acpp.1.AAAA.search.1.BBBB`. So a program of any kind has letters, digits, `-`, `_` and `.` only, which links, shells and
//! the UCI take as they are.

use millipawn_engine::{play::engine, search::parameters::Parameters};

use crate::{
    system::search_genome::SearchGenome,
    text::chromosome::{Chromosome, ChromosomeError},
};

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// How it judges.
    pub evaluation: Chromosome,
    /// How it searches; `None`: as the reference configuration does.
    pub search: Option<SearchGenome>,
}

impl Program {
    /// Reads what [`Program::to_string`](ToString::to_string) wrote.
    ///
    /// # Errors
    /// What is wrong with the text; the first trouble found.
    pub fn parse(text: &str) -> Result<Self, ChromosomeError> {
        let (evaluation, search) = match text.match_indices('.').nth(2) {
            Some((at, _)) => (&text[..at], Some(&text[at + 1..])),
            None => (text, None),
        };
        Ok(Self {
            evaluation: Chromosome::parse(evaluation)?,
            search: search.map(SearchGenome::parse).transpose()?,
        })
    }

    /// The parameters it searches by, where it has genes for them.
    pub fn parameters(&self) -> Option<Parameters> {
        self.search.as_ref().map(SearchGenome::parameters)
    }

    /// The program in its shortest form, which may round it: for a link.
    #[must_use]
    pub fn short(&self) -> Self {
        let Chromosome { system, genome } = &self.evaluation;
        let genome = system.representation().short(genome);
        Self {
            evaluation: Chromosome {
                system: *system,
                genome,
            },
            search: self.search.clone(),
        }
    }

    /// As the engine's UCI takes it.
    pub fn for_uci(&self) -> engine::Program {
        engine::Program {
            evaluator: self.evaluation.evaluator(),
            parameters: self.parameters(),
        }
    }
}

impl From<Chromosome> for Program {
    fn from(evaluation: Chromosome) -> Self {
        Self {
            evaluation,
            search: None,
        }
    }
}

impl std::fmt::Display for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.evaluation)?;
        match &self.search {
            Some(search) => write!(f, ".{search}"),
            None => Ok(()),
        }
    }
}
