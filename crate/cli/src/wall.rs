//! The clock on the wall, for games in which time binds.

use std::time::Instant;

use millipawn_evolve::job::host::Host;

/// Milliseconds since it was made. Nobody looks on.
pub(crate) struct Wall(Instant);

impl Wall {
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }
}

impl Host for Wall {
    fn now(&mut self) -> u64 {
        self.0.elapsed().as_millis() as u64
    }
}
