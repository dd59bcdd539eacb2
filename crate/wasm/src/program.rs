//! For the player: settings, programs and links as the page shows them.

use millipawn_evolve::{
    bits::Bits,
    chromosome::{Chromosome, System},
    genes::{Gene, decode, piece_correlation},
    link::ExperimentLink,
    program,
    searching::Searching,
    settings,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{self, hex, refuse, settings_to_js, to_js};

#[derive(Serialize)]
struct Program {
    text: String,
    system: &'static str,
    version: u32,
    genes: Vec<Gene>,
    correlation: Option<f64>,
    /// Of the search; empty where it was not bred.
    search: Vec<Gene>,
}

/// The rows of the settings table, with the defaults of a system, by its identifier.
///
/// # Errors
/// A system that is not known.
#[wasm_bindgen]
pub fn settings_table(system: &str) -> Result<JsValue, JsError> {
    let system = System::from_id(system)
        .ok_or_else(|| refuse(format_args!("the system \"{system}\" is not known")))?;
    to_js(&settings::describe(system))
}

/// Everything the page shows of the program that a chromosome stands for.
///
/// # Errors
/// A text that is no chromosome.
#[wasm_bindgen]
pub fn program(text: &str) -> Result<JsValue, JsError> {
    let whole = program::Program::parse(text).map_err(refuse)?;
    let chromosome = &whole.evaluation;
    let genes = decode(chromosome);
    to_js(&Program {
        text: whole.to_string(),
        system: chromosome.system.id(),
        version: chromosome.system.version(),
        correlation: piece_correlation(&genes),
        genes,
        search: whole
            .search
            .as_ref()
            .map_or_else(Vec::new, Searching::genes),
    })
}

/// The chromosomes of a population, one a line: `bits` in each row of `row_bytes`.
///
/// # Errors
/// A system that is not known, or bits that are not its own.
#[wasm_bindgen]
pub fn chromosomes(
    system: &str,
    bits: usize,
    row_bytes: usize,
    bytes: &[u8],
) -> Result<String, JsError> {
    let system = System::from_id(system)
        .filter(|system| system.bits() == bits && row_bytes > 0)
        .ok_or_else(|| refuse(format_args!("no program of {system} has {bits} bits")))?;
    let texts: Option<Vec<String>> = bytes
        .chunks(row_bytes)
        .map(|row| {
            let bits = Bits::from_bytes(row, bits)?;
            Some(Chromosome { system, bits }.to_string())
        })
        .collect();
    let texts = texts.ok_or_else(|| refuse("these bits are no population"))?;
    Ok(texts.join("\n"))
}

/// What the text of an `#x=` link says.
#[wasm_bindgen]
pub struct Experiment {
    link: ExperimentLink,
}

#[wasm_bindgen]
impl Experiment {
    /// Reads a link's text.
    ///
    /// # Errors
    /// A text that is no experiment.
    pub fn read(text: &str) -> Result<Experiment, JsError> {
        let link = ExperimentLink::parse(text).map_err(refuse)?;
        Ok(Self { link })
    }

    /// Makes one of `name=value` lines, the examples' fingerprint and the chromosome arrived at.
    ///
    /// # Errors
    /// Whatever of them is not what it should be.
    pub fn make(
        settings_lines: &str,
        fingerprint: &str,
        chromosome: &str,
    ) -> Result<Experiment, JsError> {
        let link = ExperimentLink {
            settings: convert::settings(settings_lines)?,
            fingerprint: u64::from_str_radix(fingerprint, 16).map_err(refuse)?,
            chromosome: Chromosome::parse(chromosome).map_err(refuse)?,
        };
        Ok(Self { link })
    }

    /// The text.
    pub fn text(&self) -> String {
        self.link.to_string()
    }

    /// The settings by name.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn settings(&self) -> Result<JsValue, JsError> {
        settings_to_js(&self.link.settings)
    }

    /// 16 hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        hex(self.link.fingerprint)
    }

    /// The chromosome the run must arrive at.
    pub fn chromosome(&self) -> String {
        self.link.chromosome.to_string()
    }
}
