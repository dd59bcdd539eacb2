//! For the coordinator: what imitations learn from.

use millipawn_engine::TrainingSet;
use wasm_bindgen::prelude::*;

use crate::convert::{hex, refuse};

/// The examples of the runs to come, read and checked once.
#[wasm_bindgen]
#[derive(Default)]
pub struct Examples {
    set: TrainingSet,
}

#[wasm_bindgen]
impl Examples {
    /// Of an encoded training set.
    ///
    /// # Errors
    /// A damaged one.
    #[wasm_bindgen(constructor)]
    pub fn new(encoded: &[u8]) -> Result<Examples, JsError> {
        let set = TrainingSet::from_bytes(encoded).map_err(refuse)?;
        Ok(Self { set })
    }

    /// For runs that need none.
    pub fn none() -> Self {
        Self::default()
    }

    /// What tells them from others.
    pub fn fingerprint(&self) -> String {
        hex(self.set.fingerprint())
    }
}

impl Examples {
    /// The set, shared.
    pub(crate) fn set(&self) -> TrainingSet {
        self.set.clone()
    }
}
