//! For the player: settings and programs as the page shows them.

use millipawn_evolve::{
    run::kinds,
    system::{genes::Gene, search_genome::SearchGenome},
    text::program,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{refuse, system_of, to_js};

#[derive(Serialize)]
struct Program {
    text: String,
    system: &'static str,
    version: u32,
    genes: Vec<Gene>,
    /// Of the search; empty where it was not bred.
    search: Vec<Gene>,
}

/// The rows of the settings of a kind of run, with the defaults of a system, by their identifiers.
///
/// # Errors
/// A kind or system that is not known.
#[wasm_bindgen]
pub fn settings_table(kind: &str, system: &str) -> Result<JsValue, JsError> {
    let kind = kinds::of_id(kind).map_err(refuse)?;
    to_js(&(kind.describe)(system_of(system)?))
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
            .map_or_else(Vec::new, SearchGenome::genes),
    })
}
