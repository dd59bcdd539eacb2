//! Which engine a history was made by.
//!
//! The same run on another engine is another history: kinds of run that search keep the engine's signature
//! ([`bench::SIGNATURE`]), and do not go on with another. What they have made stays readable.

use millipawn_engine::search::bench;

/// The engine of this build.
pub const OWN: u64 = bench::SIGNATURE;

/// That of the last build which kept no signature. What it stored names none, and is taken for a run of that engine.
pub const FIRST_KEPT: u64 = 2_678_552;

/// Whether a history of this engine can go on here.
pub const fn is_own(engine: u64) -> bool {
    engine == OWN
}
