//! For the pool.

use millipawn_evolve::work;
use wasm_bindgen::prelude::*;

use crate::convert::refuse;

/// What a task has in common with one of every other generation, and with no other of its own: whoever did that one does it
/// faster.
///
/// # Errors
/// When the bytes do not begin as a task's.
#[wasm_bindgen]
pub fn place(task: &[u8]) -> Result<f64, JsError> {
    // Phase and chunk: far below the integers that a number cannot hold.
    work::place(task).map(|place| place as f64).map_err(refuse)
}

/// Who does one piece of work after the other.
#[wasm_bindgen]
#[derive(Default)]
pub struct Worker {
    worker: work::Worker,
}

#[wasm_bindgen]
impl Worker {
    /// Who knows nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Performs a task; the answer is the outcome.
    ///
    /// # Errors
    /// When the bytes are no task.
    pub fn perform(&mut self, task: &[u8]) -> Result<Vec<u8>, JsError> {
        self.worker.perform_encoded(task).map_err(refuse)
    }
}
