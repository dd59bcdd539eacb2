//! The boards of the games that programs play while they coevolve or learn.

use millipawn_evolve::job::task::TaskId;
use serde::Serialize;

use crate::snapshot::Snapshot;

/// Boards that are shown.
const BOARDS: usize = 2;

/// A game at a board, as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Shown {
    /// Which game it is, within the run.
    #[serde(skip)]
    pub(crate) of: TaskId,
    /// Of its generation, from 1.
    pub(crate) number: usize,
    pub(crate) white: String,
    pub(crate) black: String,
    #[serde(flatten)]
    pub(crate) snapshot: Snapshot,
    /// None while it is being played.
    pub(crate) end: Option<String>,
}

/// A game keeps its board from the first word of it to its end, and after that until another needs the board.
#[derive(Debug, Default)]
pub(crate) struct Boards {
    shown: Vec<Shown>,
    /// For each board how many games had ended when its own did.
    ended: Vec<u32>,
    ends: u32,
}

impl Boards {
    /// What is to be seen.
    pub(crate) fn shown(&self) -> &[Shown] {
        &self.shown
    }

    /// A game stands so, or ended so. It is not shown while all boards have other games that go on.
    pub(crate) fn put(&mut self, game: Shown) {
        let Some(board) = self.board_of(&game) else {
            return;
        };
        if board == self.shown.len() {
            self.shown.push(game.clone());
            self.ended.push(0);
        }
        if game.end.is_some() {
            self.ends += 1;
            self.ended[board] = self.ends;
        }
        self.shown[board] = game;
    }

    /// A game of which nobody knows more than how it ended, in words.
    pub(crate) fn end(&mut self, of: TaskId, how: &str) {
        let known = self.shown.iter().find(|shown| shown.of == of);
        if let Some(game) = known.cloned() {
            self.put(Shown {
                end: Some(how.to_owned()),
                ..game
            });
        }
    }

    /// Its own; else one that is free; else the one whose game ended longest ago.
    fn board_of(&self, game: &Shown) -> Option<usize> {
        let own = self.shown.iter().position(|shown| shown.of == game.of);
        let free = (self.shown.len() < BOARDS).then_some(self.shown.len());
        let over = (0..self.shown.len()).filter(|board| self.shown[*board].end.is_some());
        own.or(free)
            .or_else(|| over.min_by_key(|board| self.ended[*board]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(number: usize) -> TaskId {
        TaskId {
            generation: 0,
            phase: 0,
            chunk: number as u32,
        }
    }

    fn game(number: usize, plies: usize, end: Option<&str>) -> Shown {
        Shown {
            of: of(number),
            number,
            white: String::new(),
            black: String::new(),
            snapshot: Snapshot {
                fen: String::new(),
                plies,
                last_move: None,
            },
            end: end.map(str::to_owned),
        }
    }

    fn seen(boards: &Boards) -> Vec<(usize, usize, bool)> {
        let of = |shown: &Shown| (shown.number, shown.snapshot.plies, shown.end.is_some());
        boards.shown().iter().map(of).collect()
    }

    #[test]
    fn a_game_keeps_its_board_until_another_needs_it() {
        let mut boards = Boards::default();
        boards.put(game(1, 10, None));
        boards.put(game(2, 8, None));
        boards.put(game(3, 9, None));
        boards.put(game(1, 12, None));
        assert_eq!(seen(&boards), [(1, 12, false), (2, 8, false)]);
        boards.put(game(3, 70, Some("1-0")));
        boards.put(game(2, 60, Some("0-1")));
        boards.put(game(1, 80, Some("1-0")));
        assert_eq!(seen(&boards), [(1, 80, true), (2, 60, true)]);
        boards.put(game(4, 6, None));
        assert_eq!(seen(&boards), [(1, 80, true), (4, 6, false)]);
        boards.put(game(5, 7, None));
        boards.put(game(6, 7, None));
        assert_eq!(seen(&boards), [(5, 7, false), (4, 6, false)]);
    }

    #[test]
    fn a_game_of_which_only_the_end_is_known_leaves_its_board() {
        let mut boards = Boards::default();
        boards.put(game(1, 10, None));
        boards.put(game(2, 8, None));
        boards.end(of(2), "Over");
        boards.end(of(7), "Over");
        assert_eq!(seen(&boards), [(1, 10, false), (2, 8, true)]);
        boards.put(game(3, 1, None));
        assert_eq!(seen(&boards), [(1, 10, false), (3, 1, false)]);
    }

    /// Too short for a word in between.
    #[test]
    fn a_game_may_begin_with_its_end() {
        let mut boards = Boards::default();
        for number in 1..=3 {
            boards.put(game(number, 20, Some("1/2-1/2")));
        }
        assert_eq!(seen(&boards), [(3, 20, true), (2, 20, true)]);
    }
}
