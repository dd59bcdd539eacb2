//! For the coordinator: the experiment.

use millipawn_engine::TrainingSet;
use millipawn_evolve::{
    genome::Genome,
    job::work::Outcome,
    run::{checkpoint::Checkpoint, experiment::Experiment},
    text::chromosome::Chromosome,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{hex, refuse, settings, settings_to_js, to_js};

/// The fingerprint of an encoded training set.
///
/// # Errors
/// A damaged one.
#[wasm_bindgen]
pub fn fingerprint(examples: &[u8]) -> Result<String, JsError> {
    TrainingSet::from_bytes(examples)
        .map(|set| hex(set.fingerprint()))
        .map_err(refuse)
}

/// A run.
#[wasm_bindgen]
pub struct Run {
    experiment: Experiment,
}

/// The generation scored last, apart from its cells and its fitness.
#[derive(Serialize)]
struct Population {
    individuals: usize,
    /// Of the longest genome.
    loci: usize,
    locus_name: &'static str,
    /// Their chromosomes as text.
    programs: Vec<String>,
}

#[wasm_bindgen]
impl Run {
    /// A new run on the encoded training set.
    ///
    /// # Errors
    /// Settings that cannot be obeyed; a damaged or empty training set.
    pub fn begin(settings_lines: &str, examples: &[u8]) -> Result<Run, JsError> {
        let set = TrainingSet::from_bytes(examples).map_err(refuse)?;
        let experiment = Experiment::new(settings(settings_lines)?, set).map_err(refuse)?;
        Ok(Self { experiment })
    }

    /// The run as it was when its last record was made.
    ///
    /// # Errors
    /// A damaged checkpoint; another or a damaged training set.
    pub fn resume(checkpoint: &str, examples: &[u8]) -> Result<Run, JsError> {
        let checkpoint = Checkpoint::from_text(checkpoint).map_err(refuse)?;
        let set = TrainingSet::from_bytes(examples).map_err(refuse)?;
        let experiment = Experiment::resume(checkpoint, set).map_err(refuse)?;
        Ok(Self { experiment })
    }

    /// Lets the run end when this generation is scored.
    pub fn set_generations(&mut self, generations: u32) {
        self.experiment.set_generations(generations);
    }

    /// Whether the last generation asked for is scored.
    pub fn is_finished(&self) -> bool {
        self.experiment.is_finished()
    }

    /// A piece of work that nobody has been given yet.
    pub fn ask(&mut self) -> Option<Vec<u8>> {
        self.experiment.ask().map(|task| task.to_bytes())
    }

    /// Takes an outcome; answers with the record of the generation that it completes.
    ///
    /// # Errors
    /// When the bytes are no outcome, or fit no task.
    pub fn tell(&mut self, outcome: &[u8]) -> Result<Option<JsValue>, JsError> {
        let outcome = Outcome::from_bytes(outcome).map_err(refuse)?;
        let record = self.experiment.tell(&outcome).map_err(refuse)?;
        record.map(to_js).transpose()
    }

    /// What [`Run::resume`] needs.
    pub fn checkpoint(&self) -> String {
        self.experiment.checkpoint().to_text()
    }

    /// One record a scored generation, in order.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn records(&self) -> Result<JsValue, JsError> {
        to_js(self.experiment.records())
    }

    /// The settings by name.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn settings(&self) -> Result<JsValue, JsError> {
        settings_to_js(self.experiment.settings())
    }

    /// The generation scored last: how many individuals, how many loci each, what one is called, and the programs.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn population(&self) -> Result<JsValue, JsError> {
        let system = self.experiment.settings().system;
        let program = |genome: &Genome| {
            let genome = genome.clone();
            Chromosome { system, genome }.to_string()
        };
        to_js(&Population {
            individuals: self.genomes().len(),
            loci: self.rows().iter().map(Vec::len).max().unwrap_or(0),
            locus_name: system.representation().locus_name(),
            programs: self.genomes().iter().map(program).collect(),
        })
    }

    /// Its picture: a row an individual, a byte a locus. Shorter genomes are filled up.
    pub fn population_cells(&self) -> Vec<u8> {
        let mut rows = self.rows();
        let loci = rows.iter().map(Vec::len).max().unwrap_or(0);
        rows.iter_mut().for_each(|row| row.resize(loci, 0));
        rows.concat()
    }

    /// The moves that each of them found.
    pub fn population_fitness(&self) -> Vec<u32> {
        self.experiment
            .scored()
            .map(|scored| scored.fitness.clone())
            .unwrap_or_default()
    }
}

impl Run {
    fn genomes(&self) -> &[Genome] {
        let scored = self.experiment.scored();
        scored.map_or(&[], |scored| &scored.population)
    }

    fn rows(&self) -> Vec<Vec<u8>> {
        let representation = self.experiment.settings().system.representation();
        let genomes = self.genomes().iter();
        genomes.map(|genome| representation.cells(genome)).collect()
    }
}
