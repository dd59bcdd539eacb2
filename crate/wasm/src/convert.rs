//! Between Rust and JavaScript.

use std::fmt::Display;

use millipawn_evolve::{
    run::{imitation::Settings, settings::RunSettings},
    system::System,
};
use serde::Serialize;
use wasm_bindgen::{JsError, JsValue};

/// Plain objects and arrays, as `JSON.parse` would make them: the only way by which structures leave this crate.
///
/// # Errors
/// For what JavaScript's numbers cannot hold.
pub(crate) fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsError> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// An error with the message for people.
pub(crate) fn refuse(error: impl Display) -> JsError {
    JsError::new(&error.to_string())
}

/// Settings come as `name=value` lines, in which a person could have written them.
pub(crate) fn settings(lines: &str) -> Result<Settings, JsError> {
    Settings::from_lines(lines, System::default()).map_err(refuse)
}

/// The system of that identifier.
pub(crate) fn system_of(id: &str) -> Result<System, JsError> {
    System::from_id(id).ok_or_else(|| refuse(format_args!("the system \"{id}\" is not known")))
}

/// A fingerprint as people see it.
pub(crate) fn hex(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}
