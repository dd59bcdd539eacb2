//! What a panic says before it traps.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The worker's own function: it remembers the message for its last words.
    #[wasm_bindgen(js_namespace = globalThis, js_name = millipawn_panicked)]
    fn panicked(message: &str);
}

/// Runs when the module starts.
#[wasm_bindgen(start)]
pub fn install() {
    std::panic::set_hook(Box::new(|info| panicked(&info.to_string())));
}
