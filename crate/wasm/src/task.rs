//! For the pool.

use millipawn_evolve::work;
use wasm_bindgen::prelude::*;

use crate::convert::refuse;

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
