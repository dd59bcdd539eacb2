//! Balanced random openings, for testing versions of an engine against each other.

use std::ops::ControlFlow;

use shakmaty::{Chess, Move, Position};

use super::opening::Opening;
use crate::{
    evaluation::CENTIPAWN,
    mix::mix,
    play::engine::{Engine, Setup},
    search::{
        quiescence::sort_by_tie_key,
        tree::{Control, Limits, Root},
    },
};

/// Random plies from the initial position; in half of the cases one more.
const PLIES: u64 = 8;
/// Random plies after an opening of a book; in half of the cases one more.
const PLIES_AFTER_BOOK: u64 = 2;
/// The largest advantage of a side, by the score of a search with [`NODES`] nodes.
const MOST: i32 = 120 * CENTIPAWN;
const NODES: u64 = 1000;
/// After this many attempts the last position is taken, balanced or not.
const ATTEMPTS: u64 = 200;

/// The opening with this number for a seed: the same on every machine. With an empty book it starts from the initial position.
pub fn draw(seed: u64, number: u64, book: &[Opening]) -> Chess {
    let mut engine = Engine::new(&Setup::staunton(1));
    let mut last = Chess::default();
    for attempt in 0..ATTEMPTS {
        // Hashed one after the other: seeds and numbers are small, and neighbouring ones must not give the same stream.
        let stream = mix(mix(mix(seed, 0), number), attempt);
        let Some(position) = wander(stream, book) else {
            continue;
        };
        engine.clear();
        if score(&mut engine, &position).is_some_and(|score| score.abs() <= MOST) {
            return position;
        }
        last = position;
    }
    last
}

/// Plays random moves; `None` when they end the game.
fn wander(stream: u64, book: &[Opening]) -> Option<Chess> {
    let (mut position, plies) = match book.get(below(mix(stream, 0), book.len())) {
        Some(opening) => (played(opening)?, PLIES_AFTER_BOOK),
        None => (Chess::default(), PLIES),
    };
    for ply in 0..plies + (mix(stream, 1) & 1) {
        let mut moves = position.legal_moves();
        sort_by_tie_key(&mut moves);
        let m: Move = *moves.get(below(mix(stream, 2 + ply), moves.len()))?;
        position.play_unchecked(m);
    }
    (!position.is_game_over()).then_some(position)
}

fn played(opening: &Opening) -> Option<Chess> {
    let mut position = opening.start.clone();
    for m in &opening.moves {
        position = position.play(*m).ok()?;
    }
    Some(position)
}

fn below(drawn: u64, end: usize) -> usize {
    ((u128::from(drawn) * end as u128) >> 64) as usize
}

fn score(engine: &mut Engine, position: &Chess) -> Option<i32> {
    let root = Root {
        position,
        earlier: &[],
    };
    let limits = Limits {
        nodes: NODES,
        ..Limits::default()
    };
    let control = Control {
        stop: &mut || false,
        observe: &mut |_| ControlFlow::Continue(()),
    };
    let report = engine.search(root, &limits, control)?;
    Some(report.lines.first()?.score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chess::game::write_fen, play::contest::opening::built_in};

    #[test]
    fn the_same_seed_draws_the_same_and_another_others() {
        let drawn = |seed, book: &[Opening]| -> Vec<String> {
            (0..12)
                .map(|number| write_fen(&draw(seed, number, book)))
                .collect()
        };
        let book = built_in();
        for book in [&[][..], &book] {
            let fens = drawn(7, book);
            assert_eq!(fens, drawn(7, book));
            let mut different = fens.clone();
            different.extend(drawn(8, book));
            different.sort();
            different.dedup();
            assert!(different.len() > 20, "{fens:?}");
        }
    }

    #[test]
    fn nobody_stands_much_better() {
        let mut engine = Engine::new(&Setup::staunton(1));
        for number in 0..12 {
            let position = draw(1, number, &[]);
            engine.clear();
            let score = score(&mut engine, &position).expect("the game goes on");
            assert!(score.abs() <= MOST, "{}", write_fen(&position));
        }
    }
}
