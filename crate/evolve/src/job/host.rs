//! What a worker needs from its surroundings: only a shell has it.

use millipawn_engine::chess::game::Game;

/// A clock, and an observer of games.
pub trait Host {
    /// Wall-clock time in milliseconds. Asked for only where games are played by the clock.
    fn now(&mut self) -> u64;

    /// Called with every position of a game before its next move. It cannot change the game.
    fn on_position(&mut self, _: &Game) {}
}

/// A host without a clock and without an observer. Its time advances by a millisecond each time it is asked for, so that games by the
/// clock end here too, and always in the same way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timeless {
    asked: u64,
}

impl Host for Timeless {
    fn now(&mut self) -> u64 {
        self.asked += 1;
        self.asked
    }
}
