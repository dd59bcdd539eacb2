//! The fitness of EvoChess (Gross et al. 2002): which classes of fixed-depth opponents a program holds its own against.

/// The classes: twice the plies that an opponent looks ahead.
pub const CLASSES: [u32; 7] = [2, 4, 6, 8, 10, 12, 14];

/// Millionths of a class: the unit of the fitness.
pub const CLASS: u32 = 1_000_000;

/// A game that is won, in hundredths; one that is lost is its negative.
pub const WON: i8 = 100;

/// Games against one class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many.
    pub games: u32,
    /// Of these, won.
    pub won: u32,
    /// Lost; all others are drawn, or were aborted.
    pub lost: u32,
    /// The sum of the results in hundredths: 100 for a win, -100 for a loss.
    pub sum: i32,
}

impl Tally {
    fn add(&mut self, result: i8) {
        self.games += 1;
        self.won += u32::from(result == WON);
        self.lost += u32::from(result == -WON);
        self.sum += i32::from(result);
    }

    /// Games, of which all were won.
    pub const fn is_won(&self) -> bool {
        self.games > 0 && self.won == self.games
    }

    /// Games, of which all were lost.
    pub const fn is_lost(&self) -> bool {
        self.games > 0 && self.lost == self.games
    }
}

/// A program's games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results([Tally; CLASSES.len()]);

impl Results {
    /// Takes note of a game.
    pub fn add(&mut self, class: u32, result: i8) {
        if let Some(at) = CLASSES.iter().position(|own| *own == class) {
            self.0[at].add(result);
        }
    }

    /// The games against a class.
    pub fn tally(&self, class: u32) -> Tally {
        let at = CLASSES.iter().position(|own| *own == class);
        at.map_or_else(Tally::default, |at| self.0[at])
    }

    /// The classes that were played, with their games.
    pub fn played(&self) -> impl Iterator<Item = (u32, Tally)> {
        let all = CLASSES.into_iter().zip(self.0);
        all.filter(|(_, tally)| tally.games > 0)
    }

    /// The classes that tell how strong it is: not those up to which every game was won, nor those from which on every game was lost.
    pub fn telling(&self) -> Vec<(u32, Tally)> {
        let played: Vec<(u32, Tally)> = self.played().collect();
        let won = played.iter().take_while(|(_, tally)| tally.is_won());
        let lost = played.iter().rev().take_while(|(_, tally)| tally.is_lost());
        let (from, to) = (won.count(), played.len() - lost.count());
        played.get(from..to).unwrap_or_default().to_vec()
    }

    /// The fitness, in millionths: the mean over the telling classes j of (j + the mean result against j), a result from -1 to 1.
    ///
    /// Where no class tells anything (all won up to one, all lost above it) it is one above the highest class that was won, which is what the
    /// formula gives for either neighbour; so it goes from 1, also without games, to 15 (the paper says the range and the first value).
    pub fn fitness(&self) -> u32 {
        /// Fine enough that no rounding of a class reaches the millionths.
        const FINE: u64 = 1_000_000_000_000;
        let telling = self.telling();
        if telling.is_empty() {
            let won = self.played().filter(|(_, tally)| tally.is_won());
            return won.last().map_or(1, |(class, _)| class + 1) * CLASS;
        }
        let value = |(class, tally): &(u32, Tally)| {
            let hundred = 100 * i64::from(tally.games);
            let share = i64::from(*class) * hundred + i64::from(tally.sum);
            rounded(share as u128 * u128::from(FINE), hundred as u128)
        };
        let sum: u128 = telling.iter().map(value).sum();
        let of_one = u128::from(FINE) / u128::from(CLASS);
        rounded(sum, of_one * telling.len() as u128) as u32
    }
}

/// To the nearest.
const fn rounded(dividend: u128, divisor: u128) -> u128 {
    (dividend + divisor / 2) / divisor
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn results(games: &[(u32, i8)]) -> Results {
        let mut results = Results::default();
        for (class, result) in games {
            results.add(*class, *result);
        }
        results
    }

    fn telling(games: &[(u32, i8)]) -> Vec<u32> {
        let telling = results(games).telling();
        telling.into_iter().map(|(class, _)| class).collect()
    }

    /// The paper's: two losses and a win against class 6 count 5, 5 and 7.
    #[test]
    fn the_first_worked_example() {
        let games = [(6, -100), (6, -100), (6, 100)];
        assert_eq!(telling(&games), [6]);
        assert_eq!(results(&games).fitness(), 5_666_667);
    }

    /// The paper's: wins in 2, 4 and 8, mixed in 6 and 10, losses in 12 and 14.
    #[test]
    fn the_second_worked_example() {
        let mixed = |class| [(class, 100), (class, -100)];
        let games = [
            &[(2, 100), (4, 100), (8, 100)][..],
            &mixed(6),
            &mixed(10),
            &[(12, -100), (14, -100)],
        ]
        .concat();
        assert_eq!(telling(&games), [6, 8, 10]);
        assert_eq!(results(&games).fitness(), 8_333_333);
    }

    #[test]
    fn where_no_class_tells_anything() {
        assert_eq!(results(&[]).fitness(), CLASS);
        assert_eq!(results(&[(4, 100), (6, -100)]).fitness(), 5 * CLASS);
        assert_eq!(results(&[(2, -100), (2, -100)]).fitness(), CLASS);
        let all = CLASSES.map(|class| (class, 100));
        assert_eq!(results(&all).fitness(), 15 * CLASS);
        let none = CLASSES.map(|class| (class, -100));
        assert_eq!(results(&none).fitness(), CLASS);
        // The preset of four classes.
        assert_eq!(results(&all[..4]).fitness(), 9 * CLASS);
    }

    #[test]
    fn draws_and_aborted_games_are_between() {
        assert_eq!(results(&[(2, 0)]).fitness(), 2 * CLASS);
        assert_eq!(results(&[(2, 100), (4, 25)]).fitness(), 4_250_000);
        assert_eq!(results(&[(4, 33), (4, 0), (4, 0)]).fitness(), 4_110_000);
        let sixths = [(4, 100), (4, 0), (4, -33), (4, 0), (4, 83), (4, 0)];
        assert_eq!(results(&sixths).fitness(), 4_250_000);
        // Of thirds, and whole all the same.
        let thirds = [(4, 100), (4, 50), (4, 0)];
        assert_eq!(results(&thirds).fitness(), 4_500_000);
    }

    proptest! {
        #[test]
        fn it_is_within_its_range_and_better_with_every_better_result(
            games in proptest::collection::vec((0..7_usize, -100..=100_i8), 1..40),
            better in any::<prop::sample::Index>(),
        ) {
            let games: Vec<(u32, i8)> =
                games.into_iter().map(|(at, result)| (CLASSES[at], result)).collect();
            let fitness = results(&games).fitness();
            prop_assert!((CLASS..=15 * CLASS).contains(&fitness));
            // Another result of the same game within the same set of classes.
            let mut other = games.clone();
            let at = better.index(games.len());
            other[at].1 = games[at].1.saturating_add(1).min(100);
            if telling(&games) == telling(&other) {
                prop_assert!(results(&other).fitness() >= fitness);
            }
        }
    }
}
