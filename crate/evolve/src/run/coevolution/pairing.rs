//! Which games a generation plays.

use crate::genome::draw::{Draws, Purpose};

/// A game of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Who has White, as a number of the population.
    pub white: usize,
    /// Who has Black.
    pub black: usize,
    /// Which opening of the book.
    pub opening: usize,
}

/// Every two of `players` meet `games` times.
///
/// The games of a pair are one after the other. Each has another opening, in an order that is drawn for the generation, until
/// there are no more. Within a pair the colours alternate, and who begins with White alternates from pair to pair like the
/// squares of a chessboard, so that also with one game a pair everyone has White as often as Black, or once more or less.
pub(super) fn of_generation(
    players: usize,
    games: usize,
    openings: usize,
    seed: u64,
    generation: u32,
) -> Vec<Pairing> {
    let order = shuffled(openings, seed, generation);
    let pairs = (0..players).flat_map(|one| (one + 1..players).map(move |two| (one, two)));
    pairs
        .flat_map(|pair| (0..games).map(move |game| (pair, game)))
        .enumerate()
        .map(|(number, ((one, two), game))| {
            let (white, black) = if (one + two + game) % 2 == 0 {
                (one, two)
            } else {
                (two, one)
            };
            Pairing {
                white,
                black,
                opening: order[number % openings],
            }
        })
        .collect()
}

/// The numbers below `count`, every order as likely (Fisher and Yates 1938).
fn shuffled(count: usize, seed: u64, generation: u32) -> Vec<usize> {
    let mut draws = Draws::derive(seed, generation, 0, Purpose::Openings);
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, draws.below(last as u64 + 1) as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_balanced() {
        for (players, games) in [(10, 4), (50, 1), (7, 3), (2, 2)] {
            let pairings = of_generation(players, games, 40, 1, 0);
            assert_eq!(pairings.len(), players * (players - 1) / 2 * games);
            for player in 0..players {
                let white = pairings.iter().filter(|game| game.white == player).count();
                let black = pairings.iter().filter(|game| game.black == player).count();
                let fair = white.abs_diff(black) <= if games % 2 == 0 { 0 } else { 1 };
                assert!(fair, "{player} of {players}: {white} and {black}");
            }
        }
    }

    #[test]
    fn a_pair_meets_with_different_openings() {
        for pair in of_generation(10, 4, 40, 3, 2).chunks(4) {
            let mut openings: Vec<usize> = pair.iter().map(|game| game.opening).collect();
            openings.sort_unstable();
            openings.dedup();
            assert_eq!(openings.len(), 4);
            let ends = |game: &Pairing| [game.white.min(game.black), game.white.max(game.black)];
            assert!(pair.iter().all(|game| ends(game) == ends(&pair[0])));
        }
        assert_ne!(
            of_generation(10, 4, 40, 3, 2),
            of_generation(10, 4, 40, 3, 3)
        );
    }

    /// Runs of long ago must come out the same today.
    #[test]
    fn keeps_its_order() {
        assert_eq!(shuffled(8, 2014, 1), [7, 4, 3, 2, 5, 6, 0, 1]);
    }
}
