//! The games of a match, as a list that any number of workers can share.

use std::ops::Range;

use crate::{mix::mix, sorting::sort_by_key};

/// One game of a match between A and B, with everything needed to play it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its index in the match.
    pub game: usize,
    /// The index of its opening in the suite.
    pub opening: usize,
    /// Whether A has White.
    pub a_is_white: bool,
    /// The seed for random choices of the players.
    pub seed: u64,
}

/// The pairings of `games`, a part of a match or the whole, on a suite of `openings`. Games 0 and 1, 2 and 3 and so on have the same
/// opening with colours reversed. The openings come in an order shuffled by `seed`, and start over when all were used.
///
/// # Panics
/// If there is no opening.
pub fn of_match(games: Range<usize>, openings: usize, seed: u64) -> Vec<Pairing> {
    assert!(openings > 0, "a match needs an opening");
    let mut order: Vec<usize> = (0..openings).collect();
    sort_by_key(&mut order, |opening| {
        (mix(mix(seed, OPENINGS), *opening as u64), *opening)
    });
    games
        .map(|game| Pairing {
            game,
            opening: order[game / 2 % openings],
            a_is_white: game % 2 == 0,
            seed: mix(mix(seed, GAMES), game as u64),
        })
        .collect()
}

const OPENINGS: u64 = 1;
const GAMES: u64 = 2;

/// The pairs of a round robin: everyone plays everyone.
pub fn round_robin(players: usize) -> Vec<(usize, usize)> {
    (0..players)
        .flat_map(|a| (a + 1..players).map(move |b| (a, b)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_opening_is_played_with_both_colours() {
        let games = of_match(0..7, 5, 1991);
        for pair in games.chunks(2) {
            assert!(pair[0].a_is_white);
            assert!(pair.iter().all(|game| game.opening == pair[0].opening));
        }
        assert!(!games[1].a_is_white);
        let mut openings: Vec<usize> = games.iter().step_by(2).map(|game| game.opening).collect();
        openings.sort_unstable();
        openings.dedup();
        assert_eq!(openings.len(), 4, "no opening twice while there are others");
    }

    #[test]
    fn parts_of_a_match_together_are_the_whole() {
        let whole = of_match(0..20, 8, 3);
        assert_eq!(
            [of_match(0..9, 8, 3), of_match(9..20, 8, 3)].concat(),
            whole
        );
        assert_ne!(whole, of_match(0..20, 8, 4));
    }

    /// Matches of long ago must come out the same today.
    #[test]
    fn keeps_its_order() {
        let openings: Vec<usize> = of_match(0..10, 6, 1991)
            .iter()
            .step_by(2)
            .map(|game| game.opening)
            .collect();
        assert_eq!(openings, [2, 0, 4, 3, 5]);
    }

    #[test]
    fn everyone_meets_everyone() {
        assert_eq!(
            round_robin(4),
            [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
        );
    }
}
