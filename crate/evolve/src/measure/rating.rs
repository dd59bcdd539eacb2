//! Results of games -> how strong: Elo differences with intervals, sequential tests, ratings of many players.
//!
//! The formulas are in `docs/matches.md`. Games come in pairs, an opening with both colours; the pairs are independent, the two games
//! of one are not. So the spread is that of pairs ("pentanomial": a pair brings 0, 1/2, 1, 3/2 or 2 points).

use libm::{erfc, exp, log, log10, sqrt};

/// The standard normal quantile of 97.5 %: intervals are of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// How fast the logistic curve's exponent grows with the rating.
const PER_ELO: f64 = core::f64::consts::LN_10 / 400.0;

/// A rating from fewer games is not to be shown (our choice).
pub const FEWEST_GAMES: u32 = 100;

/// What A scored against B.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games A won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games A lost.
    pub losses: u32,
    /// Complete pairs by A's points in them: 0, 1/2, 1, 3/2, 2.
    pub pairs: [u32; 5],
}

/// An Elo difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The difference that explains the score; infinite when every point was won or lost.
    pub elo: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Likelihood of superiority: how probable it is that A is the stronger.
    pub superiority: f64,
}

impl Tally {
    /// Of A's half-points (0, 1 or 2) in the games of a match, in order: games 0 and 1 are a pair, and so on.
    pub fn of(half_points: &[u32]) -> Self {
        let count = |points: u32| half_points.iter().filter(|half| **half == points).count() as u32;
        let mut pairs = [0; 5];
        for pair in half_points.as_chunks::<2>().0 {
            pairs[(pair[0] + pair[1]).min(4) as usize] += 1;
        }
        Self {
            wins: count(2),
            draws: count(1),
            losses: count(0),
            pairs,
        }
    }

    /// Games played.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// A's half-points.
    pub const fn half_points(&self) -> u32 {
        2 * self.wins + self.draws
    }

    /// A's points.
    pub fn points(&self) -> f64 {
        f64::from(self.half_points()) / 2.0
    }

    /// A's points a game; one half of nothing.
    pub fn rate(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => self.points() / f64::from(games),
        }
    }

    fn complete_pairs(&self) -> f64 {
        f64::from(self.pairs.iter().sum::<u32>())
    }

    /// The standard error of the points a game, from the spread of the pairs; 0 when all pairs are alike.
    pub fn standard_error(&self) -> f64 {
        let n = self.complete_pairs();
        if n == 0.0 {
            return 0.0;
        }
        let shares = self.pairs.map(|count| f64::from(count) / n);
        let (_, variance) = moments(&shares);
        sqrt(variance.max(0.0) / n)
    }

    /// The 95 % interval of the points a game: the normal one, cut at 0 and 1. Where all pairs are alike their spread says nothing,
    /// and it is Wilson's with the pairs as trials (our choice).
    pub fn interval(&self) -> (f64, f64) {
        let (rate, error) = (self.rate(), self.standard_error());
        let n = self.complete_pairs();
        if n == 0.0 {
            return (0.0, 1.0);
        }
        if error > 1e-12 {
            return ((rate - Z * error).max(0.0), (rate + Z * error).min(1.0));
        }
        let centre = (rate + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let spread = Z * sqrt(rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)) / (1.0 + Z * Z / n);
        // Rounding must not make a whole score less than whole.
        let low = if rate <= 0.0 { 0.0 } else { centre - spread };
        let high = if rate >= 1.0 { 1.0 } else { centre + spread };
        (low, high)
    }

    /// The Elo difference.
    pub fn difference(&self) -> Difference {
        let (low, high) = self.interval();
        Difference {
            elo: elo(self.rate()),
            low: elo(low),
            high: elo(high),
            superiority: self.superiority(),
        }
    }

    /// How probable it is that A is the stronger: the normal probability that the true score is above one half.
    fn superiority(&self) -> f64 {
        let lead = self.rate() - 0.5;
        let (low, high) = self.interval();
        // Where the spread says nothing the interval's inner half stands for it.
        let error = match self.standard_error() {
            0.0 if lead >= 0.0 => (self.rate() - low) / Z,
            0.0 => (high - self.rate()) / Z,
            error => error,
        };
        if error == 0.0 || self.games() == 0 {
            return 0.5;
        }
        0.5 * erfc(-lead / error / core::f64::consts::SQRT_2)
    }
}

/// Mean and variance of the points a game over the shares of the five outcomes of a pair.
fn moments(shares: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = outcomes().zip(shares).map(|(x, p)| x * p).sum();
    let variance = outcomes()
        .zip(shares)
        .map(|(x, p)| p * (x - mean) * (x - mean))
        .sum();
    (mean, variance)
}

fn outcomes() -> impl Iterator<Item = f64> {
    (0..5).map(|quarters| f64::from(quarters) / 4.0)
}

/// The Elo difference at which `rate` points a game are expected: the logistic curve.
pub fn elo(rate: f64) -> f64 {
    if rate <= 0.0 {
        f64::NEG_INFINITY
    } else if rate >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * log10(rate / (1.0 - rate))
    }
}

/// The points a game that are expected at an Elo difference.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + exp(-elo * core::f64::consts::LN_10 / 400.0))
}

/// A sequential probability ratio test: is A stronger by `elo1` rather than by `elo0`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// That of the alternative.
    pub elo1: f64,
    /// How often the alternative may be accepted wrongly.
    pub alpha: f64,
    /// How often the null hypothesis may be.
    pub beta: f64,
}

impl Sprt {
    /// Wald's bounds on the log-likelihood ratio: at the first the null hypothesis is accepted, at the second the alternative.
    pub fn bounds(&self) -> (f64, f64) {
        (
            log(self.beta / (1.0 - self.alpha)),
            log((1.0 - self.beta) / self.alpha),
        )
    }

    /// The generalised log-likelihood ratio over the pairs: how much better the most likely distribution of pairs with the
    /// alternative's expectation explains them than that with the null hypothesis's (Van den Bergh's GSPRT).
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        if tally.complete_pairs() == 0.0 {
            return 0.0;
        }
        // An outcome not seen yet is not taken for impossible.
        let counts = tally.pairs.map(|count| f64::from(count).max(1e-3));
        let n: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / n);
        let null = with_expectation(&shares, expected(self.elo0));
        let alternative = with_expectation(&shares, expected(self.elo1));
        let ratio: f64 = (0..5)
            .map(|at| shares[at] * log(alternative[at] / null[at]))
            .sum();
        n * ratio
    }

    /// Whether the alternative (true) or the null hypothesis (false) is accepted; `None` while it is open.
    pub fn verdict(&self, tally: &Tally) -> Option<bool> {
        let ratio = self.log_likelihood_ratio(tally);
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Some(true)
        } else {
            (ratio <= lower).then_some(false)
        }
    }
}

/// The most likely shares of the outcomes, given the shares seen, among those with this expectation: p / (1 + t (x - s)), where t
/// makes the expectation s.
fn with_expectation(shares: &[f64; 5], expectation: f64) -> [f64; 5] {
    let excess = |t: f64| -> f64 {
        outcomes()
            .zip(shares)
            .map(|(x, p)| p * (x - expectation) / (1.0 + t * (x - expectation)))
            .sum()
    };
    // Between the two poles the excess falls from plus to minus infinity.
    let (mut low, mut high) = (-1.0 / (1.0 - expectation), 1.0 / expectation);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    let mut most_likely = *shares;
    for (p, x) in most_likely.iter_mut().zip(outcomes()) {
        *p /= 1.0 + t * (x - expectation);
    }
    most_likely
}

/// All games between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The first.
    pub a: usize,
    /// The second.
    pub b: usize,
    /// Games between them.
    pub games: u32,
    /// A's half-points.
    pub half_points: u32,
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo, on the scale of the anchor.
    pub rating: f64,
    /// Half of the 95 % interval of the difference from the anchor; 0 for the anchor itself.
    pub error: f64,
    /// Games it rests on.
    pub games: u32,
}

/// The most likely ratings under the logistic curve (Bradley-Terry, a draw half a win), with `anchor` at `anchored`.
///
/// `None` for a player whose rating no games bind: everyone on one side of a line through the field lost every game across it
/// (or played none). The intervals are those of the likelihood with games taken as won or lost; draws make the truth narrower.
///
/// # Panics
/// If an encounter or the anchor names a player that does not exist.
pub fn ratings(
    players: usize,
    encounters: &[Encounter],
    anchor: usize,
    anchored: f64,
) -> Vec<Option<Rating>> {
    let fit = Fit::new(players, encounters, anchor);
    let rating = |player: usize| {
        let Lead { elo, error } = fit.lead(&[player], &[anchor])?;
        let inside = |other: usize| fit.bound[other];
        let of = encounters
            .iter()
            .filter(|e| (e.a == player && inside(e.b)) || (e.b == player && inside(e.a)));
        Some(Rating {
            rating: anchored + elo,
            error,
            games: of.map(|encounter| encounter.games).sum(),
        })
    };
    (0..players).map(rating).collect()
}

/// The most likely rating of a player who met opponents of these ratings, a game each, under the curve of [`ratings`]; the interval
/// is that of the likelihood, with the opponents' ratings taken for certain.
///
/// `None` where every point was won or lost, or no game was played. Games without half-points are not counted.
pub fn performance(opponents: &[f64], half_points: &[u32]) -> Option<Rating> {
    let games = opponents.len().min(half_points.len());
    let (opponents, half_points) = (&opponents[..games], &half_points[..games]);
    let points = half_points.iter().map(|half| f64::from(*half)).sum::<f64>() / 2.0;
    if points <= 0.0 || points >= games as f64 {
        return None;
    }
    let total = |rating: f64| -> f64 { opponents.iter().map(|o| expected(rating - o)).sum() };
    // Half a point of very many games is no further away.
    let (least, most) = opponents
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), o| {
            (low.min(*o), high.max(*o))
        });
    let (mut low, mut high) = (least - 4000.0, most + 4000.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if total(middle) < points {
            low = middle;
        } else {
            high = middle;
        }
    }
    let rating = f64::midpoint(low, high);
    let information: f64 = opponents
        .iter()
        .map(|o| expected(rating - o))
        .map(|p| PER_ELO * PER_ELO * p * (1.0 - p))
        .sum();
    Some(Rating {
        rating,
        error: Z / sqrt(information),
        games: games as u32,
    })
}

/// How much stronger some players are than others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// The difference of their mean ratings, in Elo.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub error: f64,
}

/// The most likely ratings, as [`ratings`] explains them, with how they depend on each other.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Who is bound to the anchor.
    bound: Vec<bool>,
    /// Of every player; 0 for the anchor.
    ratings: Vec<f64>,
    /// Who is bound, but for the anchor.
    free: Vec<usize>,
    /// Of the ratings of `free`.
    covariance: Vec<Vec<f64>>,
}

impl Fit {
    /// Fits them. The anchor decides only who is bound.
    ///
    /// # Panics
    /// If an encounter or the anchor names a player that does not exist.
    pub fn new(players: usize, encounters: &[Encounter], anchor: usize) -> Self {
        let bound = bound_to(players, encounters, anchor);
        let inside = |encounter: &&Encounter| bound[encounter.a] && bound[encounter.b];
        let encounters: Vec<&Encounter> = encounters.iter().filter(inside).collect();
        let free: Vec<usize> = (0..players)
            .filter(|at| bound[*at] && *at != anchor)
            .collect();
        let mut ratings = vec![0.0; players];
        let mut covariance = Vec::new();
        for _ in 0..200 {
            let (gradient, information) = slope(&encounters, &ratings, &free);
            covariance = inverse(information);
            let step: Vec<f64> = covariance
                .iter()
                .map(|row| row.iter().zip(&gradient).map(|(c, g)| c * g).sum())
                .collect();
            for (player, step) in free.iter().zip(&step) {
                // Newton's step, not so long that the curve's flat ends send it away.
                ratings[*player] += step.clamp(-200.0, 200.0);
            }
            if step.iter().all(|step| step.abs() < 1e-9) {
                break;
            }
        }
        Self {
            bound,
            ratings,
            free,
            covariance,
        }
    }

    /// How much stronger the players of `a` are on average than those of `b`; `None` where a rating is not bound.
    ///
    /// # Panics
    /// If there is no player on a side, or one that does not exist.
    pub fn lead(&self, a: &[usize], b: &[usize]) -> Option<Lead> {
        assert!(!a.is_empty() && !b.is_empty(), "two sides are compared");
        let all_bound = a.iter().chain(b).all(|player| self.bound[*player]);
        all_bound.then_some(())?;
        let share = |side: &[usize], player: usize| {
            let count = side.iter().filter(|other| **other == player).count();
            count as f64 / side.len() as f64
        };
        let weights = self
            .free
            .iter()
            .map(|player| share(a, *player) - share(b, *player));
        let weights: Vec<f64> = weights.collect();
        let mean = |side: &[usize]| {
            let sum: f64 = side.iter().map(|player| self.ratings[*player]).sum();
            sum / side.len() as f64
        };
        let variance: f64 = self
            .covariance
            .iter()
            .zip(&weights)
            .map(|(row, weight)| {
                let sum: f64 = row.iter().zip(&weights).map(|(c, w)| c * w).sum();
                weight * sum
            })
            .sum();
        Some(Lead {
            elo: mean(a) - mean(b),
            error: Z * sqrt(variance.max(0.0)),
        })
    }
}

/// Who is bound to the anchor from both sides: a chain of points leads from one to the other and back.
fn bound_to(players: usize, encounters: &[Encounter], anchor: usize) -> Vec<bool> {
    let scored = |from: usize, to: usize| {
        encounters.iter().any(|e| {
            e.a == from && e.b == to && e.half_points > 0
                || e.b == from && e.a == to && e.half_points < 2 * e.games
        })
    };
    let reach = |points: &dyn Fn(usize, usize) -> bool| {
        let mut reached = vec![false; players];
        reached[anchor] = true;
        let mut waiting = vec![anchor];
        while let Some(from) = waiting.pop() {
            for (to, reached) in reached.iter_mut().enumerate() {
                if !*reached && points(from, to) {
                    *reached = true;
                    waiting.push(to);
                }
            }
        }
        reached
    };
    let down = reach(&|from, to| scored(from, to));
    let up = reach(&|from, to| scored(to, from));
    down.iter()
        .zip(&up)
        .map(|(down, up)| *down && *up)
        .collect()
}

/// Gradient of the log-likelihood and Fisher information, by the free players.
fn slope(encounters: &[&Encounter], ratings: &[f64], free: &[usize]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut gradient = vec![0.0; free.len()];
    let mut information = vec![vec![0.0; free.len()]; free.len()];
    let place = |player: usize| free.iter().position(|other| *other == player);
    for encounter in encounters {
        let games = f64::from(encounter.games);
        let p = expected(ratings[encounter.a] - ratings[encounter.b]);
        let surplus = PER_ELO * (f64::from(encounter.half_points) / 2.0 - games * p);
        let weight = PER_ELO * PER_ELO * games * p * (1.0 - p);
        let (a, b) = (place(encounter.a), place(encounter.b));
        for (player, sign) in [(a, 1.0), (b, -1.0)] {
            if let Some(player) = player {
                gradient[player] += sign * surplus;
                information[player][player] += weight;
            }
        }
        if let (Some(a), Some(b)) = (a, b) {
            information[a][b] -= weight;
            information[b][a] -= weight;
        }
    }
    (gradient, information)
}

/// Of a symmetric positive matrix, by elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut result: Vec<Vec<f64>> = (0..n)
        .map(|row| {
            (0..n)
                .map(|column| f64::from(u8::from(row == column)))
                .collect()
        })
        .collect();
    for pivot in 0..n {
        let scale = 1.0 / matrix[pivot][pivot];
        for column in 0..n {
            matrix[pivot][column] *= scale;
            result[pivot][column] *= scale;
        }
        for row in (0..n).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..n {
                matrix[row][column] -= factor * matrix[pivot][column];
                result[row][column] -= factor * result[pivot][column];
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(value: f64, wanted: f64, tolerance: f64) {
        assert!(
            (value - wanted).abs() <= tolerance,
            "{value} is not {wanted}"
        );
    }

    fn pairs(pairs: [u32; 5]) -> Tally {
        // Drawn points as draws: only the pairs and the sum matter.
        let half_points: u32 = pairs
            .iter()
            .zip(0..)
            .map(|(count, half_points)| count * half_points)
            .sum();
        let games = 2 * pairs.iter().sum::<u32>();
        let wins = half_points.saturating_sub(games);
        let draws = half_points - 2 * wins;
        Tally {
            wins,
            draws,
            losses: games - wins - draws,
            pairs,
        }
    }

    #[test]
    fn a_performance_explains_the_points() {
        let one = performance(&[100.0], &[1]).expect("a draw");
        near(one.rating, 100.0, 1e-6);
        let three = performance(&[0.0, 0.0, 0.0, 0.0], &[2, 2, 2, 0]).expect("three of four");
        near(three.rating, elo(0.75), 1e-6);
        let opponents = [-300.0, 0.0, 250.0, 400.0, 1200.0];
        let mixed = performance(&opponents, &[2, 1, 2, 0, 0]).expect("two and a half");
        let points: f64 = opponents.iter().map(|o| expected(mixed.rating - o)).sum();
        near(points, 2.5, 1e-6);
        assert_eq!(mixed.games, 5);
        assert!(mixed.error < one.error, "more games are more certain");
    }

    #[test]
    fn a_performance_is_the_rating_among_players_whose_own_games_say_the_same() {
        // Two players a draw apart in so many games that the third changes nothing.
        let encounter = |a, b, games, half_points| Encounter {
            a,
            b,
            games,
            half_points,
        };
        let games = [
            encounter(0, 1, 1_000_000, 1_500_000),
            encounter(2, 0, 4, 3),
            encounter(2, 1, 2, 3),
        ];
        let all = ratings(3, &games, 1, 0.0);
        let strong = all[0].expect("bound").rating;
        let alone = performance(
            &[strong, strong, strong, strong, 0.0, 0.0],
            &[1, 1, 1, 0, 1, 2],
        )
        .expect("bound");
        near(alone.rating, all[2].expect("bound").rating, 0.1);
    }

    #[test]
    fn nothing_or_everything_has_no_performance() {
        assert_eq!(performance(&[], &[]), None);
        assert_eq!(performance(&[0.0, 100.0], &[0, 0]), None);
        assert_eq!(performance(&[0.0, 100.0], &[2, 2]), None);
        assert_eq!(
            performance(&[0.0, 100.0], &[2]),
            None,
            "the second was not played"
        );
        let many = performance(&vec![0.0; 100_000], &[vec![2; 99_999], vec![1]].concat());
        near(
            many.expect("half a point lost").rating,
            elo(0.999_995),
            1e-3,
        );
    }

    #[test]
    fn the_curve_of_elo() {
        near(elo(0.5), 0.0, 1e-12);
        near(elo(0.75), 190.848_5, 1e-4);
        near(expected(100.0), 0.640_065, 1e-6);
        near(expected(elo(0.123)), 0.123, 1e-12);
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn games_make_pairs() {
        let tally = Tally::of(&[2, 2, 2, 0, 1, 0, 0, 0, 2, 1, 1]);
        assert_eq!(tally.pairs, [1, 1, 1, 1, 1]);
        assert_eq!((tally.wins, tally.draws, tally.losses), (4, 3, 4));
        assert_eq!((tally.games(), tally.points()), (11, 5.5));
    }

    /// By hand: the variance is (2 x 1/4 + 4 x 1/16) / 10 = 0.075, the standard error sqrt(0.0075).
    #[test]
    fn the_interval_of_pairs() {
        let tally = pairs([1, 2, 4, 2, 1]);
        near(tally.standard_error(), 0.086_602_5, 1e-6);
        let difference = tally.difference();
        near(difference.elo, 0.0, 1e-9);
        near(difference.low, -122.8, 0.1);
        near(difference.high, 122.8, 0.1);
        near(difference.superiority, 0.5, 1e-9);
        // One standard error ahead: the normal probability is 84.1 %.
        let ahead = pairs([0, 0, 12, 4, 0]);
        near(ahead.rate(), 0.562_5, 1e-12);
        near(ahead.standard_error(), sqrt(0.1875 / 16.0 / 16.0), 1e-9);
        let z = 0.062_5 / ahead.standard_error();
        near(z, 2.309_4, 1e-4);
        near(ahead.difference().superiority, 0.989_5, 1e-3);
    }

    /// Two games that cancel out say less than their number.
    #[test]
    fn balanced_pairs_are_narrower_than_single_games() {
        let decisive = pairs([0, 0, 50, 0, 0]);
        assert_eq!(decisive.standard_error(), 0.0);
        let (low, high) = decisive.interval();
        assert!(
            low < 0.4 && high > 0.6,
            "not certain from 50 pairs: {low} to {high}"
        );
    }

    #[test]
    fn a_whole_score_has_one_finite_bound() {
        let all = Tally::of(&[2; 40]).difference();
        assert_eq!((all.elo, all.high), (f64::INFINITY, f64::INFINITY));
        near(all.low, elo(20.0 / (20.0 + Z * Z)), 1e-6);
        assert!(all.superiority > 0.99);
        let none = Tally::of(&[0; 40]).difference();
        near(none.high, -all.low, 1e-6);
        let nothing = Tally::default().difference();
        assert_eq!(
            (nothing.low, nothing.high),
            (f64::NEG_INFINITY, f64::INFINITY)
        );
        assert_eq!(
            Tally::of(&[2]).difference().low,
            f64::NEG_INFINITY,
            "no pair"
        );
    }

    const TEST: Sprt = Sprt {
        elo0: 0.0,
        elo1: 5.0,
        alpha: 0.05,
        beta: 0.05,
    };

    #[test]
    fn the_bounds_are_walds() {
        near(TEST.bounds().0, -2.944_439, 1e-6);
        near(TEST.bounds().1, 2.944_439, 1e-6);
    }

    /// For small differences: n (s1 - s0) (2 s - s0 - s1) / (2 variance).
    #[test]
    fn the_ratio_is_near_the_normal_approximation() {
        for counts in [[120, 820, 1900, 900, 140], [100, 900, 1900, 820, 120]] {
            let tally = pairs(counts);
            let n = tally.complete_pairs();
            let variance = tally.standard_error() * tally.standard_error() * n;
            let (s0, s1) = (expected(TEST.elo0), expected(TEST.elo1));
            let about = n * (s1 - s0) * (2.0 * tally.rate() - s0 - s1) / (2.0 * variance);
            near(TEST.log_likelihood_ratio(&tally), about, 0.02 * about.abs());
        }
    }

    #[test]
    fn tests_come_to_their_ends() {
        assert_eq!(
            TEST.verdict(&pairs([100, 800, 2000, 1000, 200])),
            Some(true)
        );
        assert_eq!(
            TEST.verdict(&pairs([200, 1000, 2000, 800, 100])),
            Some(false)
        );
        assert_eq!(TEST.verdict(&pairs([1, 8, 20, 9, 1])), None);
        assert_eq!(TEST.verdict(&Tally::default()), None);
        let wide = Sprt {
            elo1: 200.0,
            ..TEST
        };
        assert_eq!(wide.verdict(&pairs([0, 0, 0, 0, 20])), Some(true));
    }

    fn encounter(a: usize, b: usize, games: u32, half_points: u32) -> Encounter {
        Encounter {
            a,
            b,
            games,
            half_points,
        }
    }

    /// Of two players the rating is the Elo difference, its error that of the binomial.
    #[test]
    fn two_players() {
        let rated = ratings(2, &[encounter(0, 1, 100, 150)], 1, 1000.0);
        let first = rated[0].expect("bound");
        near(first.rating, 1000.0 + elo(0.75), 1e-6);
        let slope = core::f64::consts::LN_10 / 400.0;
        near(first.error, Z / (slope * sqrt(100.0 * 0.75 * 0.25)), 1e-6);
        let anchor = rated[1].expect("the anchor");
        assert_eq!(
            (anchor.rating, anchor.error, anchor.games),
            (1000.0, 0.0, 100)
        );
    }

    /// Results that fit the curve exactly give the ratings they were made of.
    #[test]
    fn a_chain_of_players() {
        // 2/3 and 4/5 of the points: odds 2 and 4, so 8 from end to end, 8/9 of the points.
        let games = [
            encounter(0, 1, 300, 400),
            encounter(1, 2, 300, 480),
            encounter(0, 2, 900, 1600),
        ];
        let rated = ratings(3, &games, 2, 0.0);
        near(rated[1].expect("bound").rating, elo(0.8), 1e-6);
        near(rated[0].expect("bound").rating, elo(8.0 / 9.0), 1e-6);
        let without = ratings(3, &games[..2], 2, 0.0);
        near(without[0].expect("bound").rating, elo(8.0 / 9.0), 1e-6);
        assert!(without[0].expect("bound").error > rated[0].expect("bound").error);
    }

    /// The interval of a lead is the same whoever is the anchor, and two who are measured by the same third share its error.
    #[test]
    fn leads() {
        let games = [
            encounter(0, 2, 200, 260),
            encounter(1, 2, 200, 180),
            encounter(2, 3, 50, 60),
            encounter(4, 3, 10, 20),
        ];
        let by = |anchor| Fit::new(5, &games, anchor);
        let lead = |anchor, a: &[usize], b: &[usize]| by(anchor).lead(a, b).expect("bound");
        for anchor in 0..4 {
            let of_two = lead(anchor, &[0], &[1]);
            near(of_two.elo, elo(0.65) - elo(0.45), 1e-6);
            let alone = ratings(5, &games, 2, 0.0);
            let errors = [0, 1].map(|player: usize| alone[player].expect("bound").error);
            near(of_two.error, errors[0].hypot(errors[1]), 1e-6);
            let of_mean = lead(anchor, &[0, 1], &[2]);
            near(of_mean.elo, (elo(0.65) + elo(0.45)) / 2.0, 1e-6);
            near(of_mean.error, errors[0].hypot(errors[1]) / 2.0, 1e-6);
        }
        assert_eq!(lead(2, &[3], &[3]).error, 0.0);
        assert_eq!(by(2).lead(&[0, 4], &[1]), None, "it lost no game");
    }

    #[test]
    fn whom_no_games_bind_has_no_rating() {
        let games = [
            encounter(0, 1, 10, 20),
            encounter(1, 2, 10, 9),
            encounter(3, 4, 10, 10),
        ];
        let rated = ratings(5, &games, 1, 0.0);
        let known: Vec<bool> = rated.iter().map(Option::is_some).collect();
        assert_eq!(known, [false, true, true, false, false]);
    }
}
