//! For the pool.

use js_sys::Function;
use millipawn_engine::chess::game::Game;
use millipawn_evolve::job::{
    host::Host,
    task::{self, Task, TaskId},
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::{
    clock::now,
    convert::{refuse, to_js},
    snapshot::Snapshot,
};

/// Whoever watches a game sees no more.
const BETWEEN_MS: f64 = 100.0;

/// How a game stands that is being played: of which generation and phase, and its number there.
#[derive(Serialize, Deserialize)]
pub(crate) struct UnderWay {
    pub(crate) generation: u32,
    pub(crate) phase: u8,
    pub(crate) game: u32,
    pub(crate) snapshot: Snapshot,
}

/// What a task has in common with one of every other generation, and with no other of its own: whoever did that one does it
/// faster.
///
/// # Errors
/// When the bytes do not begin as a task's.
#[wasm_bindgen]
pub fn place(task: &[u8]) -> Result<f64, JsError> {
    // Phase and chunk: far below the integers that a number cannot hold.
    task::place(task).map(|place| place as f64).map_err(refuse)
}

/// Who does one piece of work after the other.
#[wasm_bindgen]
#[derive(Default)]
pub struct Worker {
    worker: task::Worker,
    /// When a position was told of last, in milliseconds.
    told: f64,
}

#[wasm_bindgen]
impl Worker {
    /// Who knows nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self {
            told: f64::NEG_INFINITY,
            ..Self::default()
        }
    }

    /// Performs a task; the answer is the outcome. Of a game `observe` is told how it stands, ten times a second at most.
    ///
    /// # Errors
    /// When the bytes are no task.
    pub fn perform(&mut self, task: &[u8], observe: &Function) -> Result<Vec<u8>, JsError> {
        let task = Task::from_bytes(task).map_err(refuse)?;
        let mut browser = Browser {
            id: task.id,
            told: &mut self.told,
            observe,
        };
        Ok(self.worker.perform(&task, &mut browser).to_bytes())
    }
}

/// What a worker knows of the browser.
struct Browser<'a> {
    id: TaskId,
    told: &'a mut f64,
    observe: &'a Function,
}

impl Host for Browser<'_> {
    fn now(&mut self) -> u64 {
        now() as u64
    }

    fn on_position(&mut self, game: &Game) {
        let now = now();
        if now - *self.told < BETWEEN_MS {
            return;
        }
        *self.told = now;
        let seen = UnderWay {
            generation: self.id.generation,
            phase: self.id.phase,
            game: self.id.chunk,
            snapshot: Snapshot::of(game),
        };
        if let Ok(seen) = to_js(&seen) {
            // What the listener throws is the listener's business.
            let _ = self.observe.call1(&JsValue::NULL, &seen);
        }
    }
}
