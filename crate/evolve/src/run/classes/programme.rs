//! Whom a program of EvoChess plays, phase by phase (Gross et al. 2002, section on the fitness). What the paper leaves open is our choice and said
//! where it stands.

use super::fitness::{CLASS, CLASSES, Results, Tally, WON};

/// A game: the class of the opponent, and the result in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Of the opponent.
    pub class: u32,
    /// From -100, a loss, to 100, a win.
    pub result: i8,
}

/// Where a program stands among its games of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Two games against class 2.
    First,
    /// A game against each of the classes 4 to 10.
    Second,
    /// One against each of the classes 2 to 10.
    Third,
    /// A second against those of them that tell how strong it is.
    Again,
    /// It has played all that every program may play, and may be among the best.
    Through,
    /// Games against classes 12 and 14, of the best.
    Fourth,
    /// No more games.
    Over,
}

/// What follows the games played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// These games, of this phase.
    Play(Phase, Vec<u32>),
    /// Another program takes its place: it is very weak.
    Replace,
    /// None, for now or for good.
    Rest(Phase),
}

/// With less a program does not go on after the second phase.
const SECOND_GATE: u32 = 4 * CLASS + CLASS / 2;
/// Of the second and third phase, the strongest class.
const STRONGEST_OF_ALL: u32 = 10;

/// The games of a generation, where classes go up to a highest one. Absent classes are left out, phases and gates with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Programme {
    /// The highest class.
    pub highest: u32,
}

impl Programme {
    /// The first games of a program that nobody knows.
    pub fn first() -> Next {
        Next::Play(Phase::First, vec![2, 2])
    }

    /// The first games of one that lives on (our choice): it need not begin again, but passes the second gate before it plays the third phase.
    pub fn once_more(self, results: &Results) -> Next {
        match self.among(4..=STRONGEST_OF_ALL) {
            second if !second.is_empty() && results.fitness() < SECOND_GATE => {
                Next::Play(Phase::Second, second)
            }
            _ => Next::Play(Phase::Third, self.third(results)),
        }
    }

    /// What follows when all games of a phase are played; `own`: its games of this generation, `results`: of all.
    pub fn next(self, phase: Phase, own: &[GameResult], results: &Results) -> Next {
        match phase {
            // Very weak is who loses both (our choice).
            Phase::First if own.iter().all(|game| game.result == -WON) => Next::Replace,
            Phase::First => match self.among(4..=STRONGEST_OF_ALL) {
                none if none.is_empty() => Next::Play(Phase::Third, self.third(results)),
                second => Next::Play(Phase::Second, second),
            },
            Phase::Second if results.fitness() < SECOND_GATE => Next::Rest(Phase::Over),
            Phase::Second => Next::Play(Phase::Third, self.third(results)),
            Phase::Third => {
                let telling = results.telling().into_iter().map(|(class, _)| class);
                let again: Vec<u32> = telling.filter(|class| *class <= STRONGEST_OF_ALL).collect();
                match again.is_empty() {
                    true => Next::Rest(Phase::Through),
                    false => Next::Play(Phase::Again, again),
                }
            }
            Phase::Again => Next::Rest(Phase::Through),
            Phase::Through | Phase::Fourth => match self.fourth(own, results) {
                Some(class) => Next::Play(Phase::Fourth, vec![class]),
                None => Next::Rest(Phase::Over),
            },
            Phase::Over => Next::Rest(Phase::Over),
        }
    }

    fn among(self, classes: std::ops::RangeInclusive<u32>) -> Vec<u32> {
        let there = |class: &u32| classes.contains(class) && *class <= self.highest;
        CLASSES.into_iter().filter(there).collect()
    }

    /// Classes 2 and 4 are left out by who has won everything up to 6 and has good results against 8 and 10: half of the points or more (our
    /// choice).
    fn third(self, results: &Results) -> Vec<u32> {
        let is_won = [2, 4, 6].iter().all(|class| results.tally(*class).is_won());
        let strong = [8, 10].map(|class| results.tally(class));
        let (games, sum) = strong.iter().fold((0, 0), |(games, sum), tally| {
            (games + tally.games, sum + tally.sum)
        });
        let from = if is_won && games > 0 && sum >= 0 {
            6
        } else {
            2
        };
        self.among(from..=STRONGEST_OF_ALL)
    }

    /// Whom one of the best plays next, one game at a time: in a generation four against class 12, then three against 14.
    fn fourth(self, own: &[GameResult], results: &Results) -> Option<u32> {
        let games = |class: u32| -> Vec<i8> {
            let games = own.iter().filter(|game| game.class == class);
            games.map(|game| game.result).collect()
        };
        let (twelve, fourteen) = (games(12), games(14));
        let may_play = |class: u32, games: &[i8], most: u32| {
            self.highest >= class && has_won_lately(games) && points(results.tally(class)) <= most
        };
        if twelve.len() < 4 {
            return may_play(12, &twelve, 6).then_some(12);
        }
        let is_through = points(results.tally(12)) <= 6;
        (is_through && fourteen.len() < 3 && may_play(14, &fourteen, 5)).then_some(14)
    }
}

/// After two games a program must have won one of the last two.
fn has_won_lately(games: &[i8]) -> bool {
    let last = &games[games.len().saturating_sub(2)..];
    games.len() < 2 || last.contains(&WON)
}

/// A draw is a point and a loss two, over all games that the program keeps: in one generation the rule above ends them first (our choice). A
/// game that was aborted is a draw here.
const fn points(tally: Tally) -> u32 {
    tally.games - tally.won + tally.lost
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUBLISHED: Programme = Programme { highest: 14 };
    const SMALL: Programme = Programme { highest: 8 };

    /// All games of a program whose results a function says, phase by phase, and where it ends. The best go on to the fourth phase.
    fn played(programme: Programme, result: impl Fn(u32, usize) -> i8) -> (Vec<Vec<u32>>, Next) {
        let (mut own, mut results, mut phases) = (Vec::new(), Results::default(), Vec::new());
        let mut next = Programme::first();
        loop {
            let phase = match next {
                Next::Play(phase, classes) => {
                    for class in &classes {
                        let number = own
                            .iter()
                            .filter(|met: &&GameResult| met.class == *class)
                            .count();
                        let result = result(*class, number);
                        own.push(GameResult {
                            class: *class,
                            result,
                        });
                        results.add(*class, result);
                    }
                    phases.push(classes);
                    phase
                }
                Next::Rest(Phase::Through) => Phase::Through,
                other => return (phases, other),
            };
            next = programme.next(phase, &own, &results);
        }
    }

    const OVER: Next = Next::Rest(Phase::Over);

    #[test]
    fn who_loses_both_first_games_is_replaced() {
        let (phases, end) = played(PUBLISHED, |_, _| -100);
        assert_eq!((phases, end), (vec![vec![2, 2]], Next::Replace));
        let (phases, _) = played(PUBLISHED, |_, number| if number == 0 { -100 } else { 0 });
        assert!(phases.len() > 1, "a draw is enough");
    }

    #[test]
    fn who_beats_only_the_weakest_ends_at_the_second_gate() {
        let won_to =
            |highest: u32| move |class: u32, _: usize| if class <= highest { 100 } else { -100 };
        let (phases, end) = played(PUBLISHED, won_to(2));
        assert_eq!((phases, end), (vec![vec![2, 2], vec![4, 6, 8, 10]], OVER));
        // Beats 4 and loses to 6: 5.
        let (phases, _) = played(PUBLISHED, won_to(4));
        assert_eq!(phases[2], [2, 4, 6, 8, 10]);
        // One draw against 4: 4, which is too little; and against 6: 5.
        let drawn = |at: u32| {
            move |class: u32, _: usize| match class {
                class if class < at => 100,
                class if class == at => 0,
                _ => -100,
            }
        };
        assert_eq!(played(PUBLISHED, drawn(4)).0.len(), 2);
        assert!(played(PUBLISHED, drawn(6)).0.len() > 2);
    }

    /// Exactly the fitness that the gate asks for.
    #[test]
    fn the_second_gate_lets_pass_who_just_reaches_it() {
        let half = |class: u32, _: usize| match class {
            2 => 100,
            4 => 50,
            _ => -100,
        };
        assert!(played(PUBLISHED, half).0.len() > 2);
        let less = |class: u32, number: usize| if class == 4 { 49 } else { half(class, number) };
        assert_eq!(played(PUBLISHED, less).0.len(), 2);
    }

    #[test]
    fn who_won_everything_up_to_six_leaves_out_the_weakest() {
        let good = |class: u32, _: usize| if class <= 8 { 100 } else { 0 };
        assert_eq!(played(PUBLISHED, good).0[2], [6, 8, 10]);
        let bad = |class: u32, _: usize| if class <= 6 { 100 } else { -50 };
        assert_eq!(played(PUBLISHED, bad).0[2], [2, 4, 6, 8, 10]);
    }

    #[test]
    fn telling_classes_are_played_again() {
        let drawn = |class: u32, _: usize| match class {
            2 | 4 => 100,
            6 => 0,
            _ => -100,
        };
        let (phases, end) = played(PUBLISHED, drawn);
        assert_eq!(phases[2..4], [vec![2, 4, 6, 8, 10], vec![6]]);
        // It would be one of the best: a first game, and a second.
        assert_eq!((&phases[4..], end), (&[vec![12], vec![12]][..], OVER));
    }

    #[test]
    fn the_best_play_the_strongest_as_long_as_they_win() {
        let fourth = |results: &[i8], at_fourteen: &[i8]| -> Vec<u32> {
            let result = |class: u32, number: usize| match class {
                12 => results[number],
                14 => at_fourteen[number],
                _ => 100,
            };
            let classes = played(PUBLISHED, result).0.concat();
            classes.into_iter().filter(|class| *class > 10).collect()
        };
        assert_eq!(fourth(&[-100, 0], &[]), [12, 12]);
        assert_eq!(
            fourth(&[-100, 100, 0, 0], &[-100, -100]),
            [12, 12, 12, 12, 14, 14]
        );
        // The second and third are no wins.
        assert_eq!(fourth(&[100, -100, -100], &[]), [12, 12, 12]);
        assert_eq!(fourth(&[100; 4], &[100; 3]), [12, 12, 12, 12, 14, 14, 14]);
        assert_eq!(fourth(&[0, 100, -50, 100], &[0, 100, 30]).len(), 7);
    }

    #[test]
    fn too_many_points_end_the_games() {
        let after = |games: &[(u32, i8)]| {
            let mut results = Results::default();
            for (class, result) in games {
                results.add(*class, *result);
            }
            PUBLISHED.fourth(&[], &results)
        };
        // Games of earlier generations: 6 points, and 7.
        assert_eq!(
            after(&[(12, -100), (12, -100), (12, 0), (12, 99)]),
            Some(12)
        );
        assert_eq!(after(&[(12, -100), (12, -100), (12, 0), (12, -100)]), None);
        // Four wins of this generation, and 5 or 6 points against class 14.
        let won = [GameResult {
            class: 12,
            result: 100,
        }; 4];
        let mut results = Results::default();
        for result in [-100, -100, 0] {
            results.add(14, result);
        }
        assert_eq!(PUBLISHED.fourth(&won, &results), Some(14));
        results.add(14, 0);
        assert_eq!(PUBLISHED.fourth(&won, &results), None);
        assert!(has_won_lately(&[-100, 100]) && !has_won_lately(&[100, -100, 0]));
    }

    #[test]
    fn absent_classes_are_left_out() {
        let (phases, end) = played(SMALL, |_, _| 100);
        // Nothing tells more: all were won.
        assert_eq!(
            (phases, end),
            (vec![vec![2, 2], vec![4, 6, 8], vec![6, 8]], OVER)
        );
        let lowest = Programme { highest: 2 };
        assert_eq!(played(lowest, |_, _| 0).0, [vec![2, 2], vec![2], vec![2]]);
        let twelve = Programme { highest: 12 };
        let classes = played(twelve, |_, _| 100).0.concat();
        assert_eq!(classes.iter().filter(|class| **class == 12).count(), 4);
        assert!(!classes.contains(&14));
    }

    #[test]
    fn who_lives_on_begins_with_the_third_phase() {
        let mut results = Results::default();
        for class in [2, 4, 6, 8] {
            results.add(class, 100);
        }
        assert_eq!(
            SMALL.once_more(&results),
            Next::Play(Phase::Third, vec![6, 8])
        );
        results.add(2, 0);
        let third = Next::Play(Phase::Third, vec![2, 4, 6, 8]);
        results.add(8, -100);
        results.add(2, 100);
        assert_eq!(SMALL.once_more(&results), third);
        // Who has not passed the second gate yet plays the second phase again.
        let mut weak = Results::default();
        weak.add(2, 0);
        let second = Next::Play(Phase::Second, vec![4, 6, 8]);
        assert_eq!(SMALL.once_more(&weak), second);
        weak.add(4, 100);
        weak.add(2, 100);
        weak.add(2, 100);
        weak.add(2, 100);
        assert_eq!(weak.fitness(), 3_875_000);
        assert_eq!(SMALL.once_more(&weak), second);
    }
}
