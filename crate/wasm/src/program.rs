//! For the player: settings and programs as the page shows them.

use millipawn_evolve::{
    run::settings,
    system::{System, genes::Gene, searching::Searching},
    text::{chromosome::Chromosome, program},
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{refuse, to_js};

#[derive(Serialize)]
struct Program {
    text: String,
    system: &'static str,
    version: u32,
    genes: Vec<Gene>,
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
    let genes = chromosome.genes();
    to_js(&Program {
        text: whole.to_string(),
        system: chromosome.system.id(),
        version: chromosome.system.version(),
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
        .filter(|_| row_bytes > 0)
        .ok_or_else(|| refuse(format_args!("no program of {system} has {bits} bits")))?;
    let texts: Option<Vec<String>> = bytes
        .chunks(row_bytes)
        .map(|row| {
            let genome = system.representation().accepts(row)?;
            Some(Chromosome { system, genome }.to_string())
        })
        .collect();
    let texts = texts.ok_or_else(|| refuse("these bits are no population"))?;
    Ok(texts.join("\n"))
}
