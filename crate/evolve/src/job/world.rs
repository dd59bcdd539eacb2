//! What is around a worker, and only its shell knows.

use millipawn_engine::chess::game::Game;

/// A clock, and who looks on.
pub trait World {
    /// The clock on the wall, in milliseconds. Asked only where time binds.
    fn now(&mut self) -> u64;

    /// A game stands so before its next move. Whoever looks on changes nothing.
    fn see(&mut self, _: &Game) {}
}

/// A world without a clock, in which nobody looks on. Where time binds every look at the clock takes a millisecond, so that
/// games end here too, and always in the same way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timeless {
    looks: u64,
}

impl World for Timeless {
    fn now(&mut self) -> u64 {
        self.looks += 1;
        self.looks
    }
}
