//! Openings drawn at random that leave both sides their chances, for tests of engines against themselves.

use std::ops::ControlFlow;

use shakmaty::{Chess, Move, Position};

use super::opening::Opening;
use crate::{
    evaluation::CENTIPAWN,
    mix::mix,
    play::player::{Player, Setup},
    search::{
        quiescence::tie_key,
        tree::{Control, Limits, Root},
    },
};

/// Random half-moves from the usual start, or one more.
const PLIES: u64 = 8;
/// Random half-moves after an opening of a book, or one more.
const PLIES_AFTER_BOOK: u64 = 2;
/// Neither side stands better by more, as a search of so many nodes judges it.
const MOST: i32 = 120 * CENTIPAWN;
const NODES: u64 = 1000;
/// After so many positions that are not, the next is taken as it is.
const ATTEMPTS: u64 = 200;

/// The opening of that number for a seed: the same everywhere. An empty book stands for the usual start.
pub fn draw(seed: u64, number: u64, book: &[Opening]) -> Chess {
    let mut player = Player::new(&Setup::staunton(1));
    let mut last = Chess::default();
    for attempt in 0..ATTEMPTS {
        // Mixed first: seeds and numbers are small, and neighbours must not meet.
        let stream = mix(mix(mix(seed, 0), number), attempt);
        let Some(position) = wander(stream, book) else {
            continue;
        };
        player.clear();
        if score(&mut player, &position).is_some_and(|score| score.abs() <= MOST) {
            return position;
        }
        last = position;
    }
    last
}

/// Random moves; `None` when they end the game.
fn wander(stream: u64, book: &[Opening]) -> Option<Chess> {
    let (mut position, plies) = match book.get(below(mix(stream, 0), book.len())) {
        Some(opening) => (played(opening)?, PLIES_AFTER_BOOK),
        None => (Chess::default(), PLIES),
    };
    for ply in 0..plies + (mix(stream, 1) & 1) {
        let mut moves = position.legal_moves();
        moves.sort_by_key(|m| tie_key(*m));
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

fn score(player: &mut Player, position: &Chess) -> Option<i32> {
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
    let report = player.search(root, &limits, control)?;
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
        let mut player = Player::new(&Setup::staunton(1));
        for number in 0..12 {
            let position = draw(1, number, &[]);
            player.clear();
            let score = score(&mut player, &position).expect("the game goes on");
            assert!(score.abs() <= MOST, "{}", write_fen(&position));
        }
    }
}
