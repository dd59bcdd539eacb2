//! For the player: systems, settings and programs as the page shows them.

use millipawn_evolve::{
    run::{kinds, learning, supervised},
    system::{System, genes::Gene, search_genome::SearchGenome, texts::Texts},
    text::{program, table},
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{
    convert::{refuse, system_of, to_js},
    depth::{Step, steps},
};

#[derive(Serialize)]
struct Program {
    text: String,
    system: &'static str,
    version: u32,
    genes: Vec<Gene>,
    /// What pawn, knight, bishop, rook and queen are worth, in millipawns, where no gene says it.
    piece_values: Option<[f64; 5]>,
    /// Of the search; empty where it was not bred.
    search: Vec<Gene>,
    /// The depth module's program; None where it has none.
    depth: Option<Vec<Step>>,
}

/// A row of the registry.
#[derive(Serialize)]
struct Row {
    id: &'static str,
    name: &'static str,
    /// Name and year.
    title: String,
    version: u32,
    source: &'static str,
    /// The kinds of run that its programs come from, in their order.
    kinds: &'static [&'static str],
    texts: &'static Texts,
}

/// All systems, in the order of the registry.
///
/// # Errors
/// None in practice: for what JavaScript's numbers cannot hold.
#[wasm_bindgen]
pub fn systems() -> Result<JsValue, JsError> {
    let rows = System::ALL.iter().map(|system| Row {
        id: system.id(),
        name: system.name(),
        title: format!("{} {}", system.name(), system.year()),
        version: system.version(),
        source: system.source(),
        kinds: system.kinds(),
        texts: system.texts(),
    });
    to_js(&rows.collect::<Vec<_>>())
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
    let evaluator = chromosome.evaluator();
    to_js(&Program {
        text: whole.to_string(),
        system: chromosome.system.id(),
        version: chromosome.system.version(),
        genes,
        piece_values: chromosome.system.piece_values(&chromosome.genome),
        search: whole
            .search
            .as_ref()
            .map_or_else(Vec::new, SearchGenome::genes),
        depth: evaluator.depth_program().map(steps),
    })
}

/// A program in its shortest form, for a link: learned weights are rounded.
///
/// # Errors
/// A text that is no chromosome.
#[wasm_bindgen]
pub fn short_program(text: &str) -> Result<String, JsError> {
    let program = program::Program::parse(text).map_err(refuse)?;
    Ok(program.short().to_string())
}

/// A champion in full precision, where the checkpoint is that of a run that learned and has come to it; else as it is.
#[wasm_bindgen]
pub fn exact_program(champion: &str, checkpoint: &str) -> String {
    let exact = supervised::kept_weights(checkpoint)
        .map(|weights| program::Program::from(learning::exact_program(&weights)));
    match exact {
        Ok(exact) if exact.short().to_string() == champion => exact.to_string(),
        _ => champion.to_owned(),
    }
}

/// The genes of a program's evaluation as comma-separated values.
///
/// # Errors
/// A text that is no chromosome.
#[wasm_bindgen]
pub fn program_table(text: &str) -> Result<String, JsError> {
    let program = program::Program::parse(text).map_err(refuse)?;
    Ok(table::write(&program.evaluation))
}

/// The chromosome of such a table.
///
/// # Errors
/// What is wrong with the table.
#[wasm_bindgen]
pub fn read_table(text: &str) -> Result<String, JsError> {
    let program = table::read(text).map_err(refuse)?;
    Ok(program.to_string())
}
