//! Time management: the time for one move from the clock of the game. Every number here is our choice.

/// The clock of the side to move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub left: u64,
    /// The increment per move.
    pub increment: u64,
    /// Moves to the next time control; `None` if the time left is for the rest of the game.
    pub moves_to_go: Option<u64>,
    /// Time per move that is lost between engine and clock.
    pub overhead: u64,
}

/// The time for one move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// The soft limit, after which no new iteration is started.
    pub soft: u64,
    /// The hard limit, at which the search stops; never less than `soft`.
    pub hard: u64,
}

/// The number of moves to plan for if it is not given.
const MOVES_TO_GO: u64 = 25;
/// The largest number of moves to plan for.
const MOST_MOVES_TO_GO: u64 = 40;

impl Allotment {
    /// The allotment for a fixed time per move: all of it except for the overhead, which takes at most half of a very short time.
    pub fn fixed(time: u64, overhead: u64) -> Self {
        let time = time.saturating_sub(overhead).max(time / 2).max(1);
        Self {
            soft: time,
            hard: time,
        }
    }

    /// The allotment for a game clock. An iteration takes longer than all earlier ones together, so one that starts after half of
    /// the move's share would seldom be completed within it. A running iteration may take up to three shares, but never more
    /// than half of the time left unless this is the last move before the control.
    pub fn of(clock: Clock) -> Self {
        let left = clock.left.saturating_sub(clock.overhead);
        let moves = clock
            .moves_to_go
            .map_or(MOVES_TO_GO, |moves| moves.clamp(1, MOST_MOVES_TO_GO));
        let share = (left / moves).saturating_add(clock.increment / 4 * 3);
        let most = if moves == 1 { left } else { left / 2 };
        let hard = share.saturating_mul(3).min(most).max(1);
        Self {
            soft: (share / 2).clamp(1, hard),
            hard,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Clock = Clock {
        left: 60_000,
        increment: 0,
        moves_to_go: None,
        overhead: 0,
    };

    #[test]
    fn a_share_of_the_clock() {
        let minute = Allotment::of(MINUTE);
        assert_eq!((minute.soft, minute.hard), (1200, 7200));
        let with_increment = Allotment::of(Clock {
            increment: 1000,
            ..MINUTE
        });
        assert_eq!((with_increment.soft, with_increment.hard), (1575, 9450));
        let ten_moves = Allotment::of(Clock {
            moves_to_go: Some(10),
            ..MINUTE
        });
        assert_eq!((ten_moves.soft, ten_moves.hard), (3000, 18_000));
    }

    #[test]
    fn the_last_move_before_the_control_may_use_the_rest() {
        let last = Allotment::of(Clock {
            moves_to_go: Some(1),
            overhead: 20,
            ..MINUTE
        });
        assert_eq!((last.soft, last.hard), (29_990, 59_980));
    }

    #[test]
    fn a_fixed_time_is_used_up_to_the_overhead() {
        for (time, overhead, expected) in [
            (1000, 20, 980),
            (30, 20, 15),
            (1, 20, 1),
            (0, 20, 1),
            (500, 0, 500),
        ] {
            let fixed = Allotment::fixed(time, overhead);
            assert_eq!((fixed.soft, fixed.hard), (expected, expected));
        }
    }

    #[test]
    fn never_more_than_there_is() {
        for left in [0, 1, 2, 20, 21, 100, 999, 60_000, u64::MAX] {
            for increment in [0, 1, 5000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u64::MAX)] {
                    for overhead in [0, 20, 5000] {
                        let clock = Clock {
                            left,
                            increment,
                            moves_to_go,
                            overhead,
                        };
                        let Allotment { soft, hard } = Allotment::of(clock);
                        assert!(1 <= soft && soft <= hard, "{clock:?}");
                        assert!(
                            hard <= left.saturating_sub(overhead).max(1),
                            "{hard} of {clock:?}"
                        );
                    }
                }
            }
        }
    }

    /// Hundred moves in a row that all take as long as they may.
    #[test]
    fn the_clock_never_runs_out() {
        for (start, increment, moves_to_go) in
            [(1000, 10, None), (10_000, 100, None), (5000, 0, Some(40))]
        {
            let mut left = start;
            for played in 0..100 {
                let to_go = moves_to_go.map(|moves| moves - played % moves);
                if played > 0 && moves_to_go.is_some() && to_go == moves_to_go {
                    left += start;
                }
                let time = Allotment::of(Clock {
                    left,
                    increment,
                    moves_to_go: to_go,
                    overhead: 5,
                });
                assert!(time.hard < left, "move {played}: {time:?} of {left}");
                left = left - time.hard + increment;
            }
        }
    }
}
