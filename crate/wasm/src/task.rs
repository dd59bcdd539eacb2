//! For the pool.

use millipawn_evolve::work;
use wasm_bindgen::prelude::*;

use crate::convert::refuse;

/// Performs a task that carries all it needs; the answer is the outcome.
///
/// # Errors
/// When the bytes are no task.
#[wasm_bindgen]
pub fn perform(task: &[u8]) -> Result<Vec<u8>, JsError> {
    work::perform_encoded(task).map_err(refuse)
}
