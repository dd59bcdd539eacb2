//! What a move that was played teaches the weights: it should be the one that the evaluation chooses (a conditional logit; Tesauro 1989
//! compares moves likewise, the exact rule is our choice).
//!
//! ```text
//! P(m) = exp(s(m) / T) / sum over m' of exp(s(m') / T)
//! d ln P(played) / dw = (phi(played) - sum over m of P(m) phi(m)) / T
//! ```
//!
//! *s(m)* is the score of a move by one ply and quiescence, *phi(m)* are the features of the position that it is the evaluation of.
//! Probabilities are rounded to whole numbers, so that sums do not depend on the order of positions.

use millipawn_engine::{
    Example,
    evaluation::{
        MATE_BOUND, UNITS_PER_MILLIPAWN,
        meep::{Features, Meep, Weights, parts},
    },
    search::choices::{Choice, choices},
};
use shakmaty::{Chess, Position};

/// T, in sixteenths of a millipawn: a move that is better by so much is *e* times as likely. It sets the scale on which evaluations come to
/// be: with 0.4 pawns (our choice) a pawn comes to be worth about one.
const TEMPERATURE: i32 = 400 * UNITS_PER_MILLIPAWN;

/// Moves this much worse than the best count as impossible: they would have less than a hundredth of its probability (our choice).
const MARGIN: i32 = 5 * TEMPERATURE;

/// What stands for a probability of one.
pub const WHOLE: i64 = 1 << 16;

/// What positions taught, in sums of whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The gradient: for each weight the sum of differences of probabilities times features, in parts of [`WHOLE`] times those that the
    /// feature is counted in.
    pub sums: Vec<i64>,
    /// Positions.
    pub positions: u32,
    /// Those of them whose move was found.
    pub found: u32,
    /// The sum of -ln P(played), in parts of [`WHOLE`].
    pub loss: u64,
}

impl Choices {
    /// Of no position, for so many weights.
    pub fn new(weights: usize) -> Self {
        Self {
            sums: vec![0; weights],
            positions: 0,
            found: 0,
            loss: 0,
        }
    }

    /// Of these examples.
    pub fn of(weights: &Weights, examples: &[Example]) -> Self {
        let mut all = Self::new(weights.as_slice().len());
        each(weights, examples, MARGIN, |position, moves, played| {
            let best = all.count(moves, played);
            all.learn(weights, position, moves, (played, best));
        });
        all
    }

    /// Only how many of their moves are found.
    pub fn counted(weights: &Weights, examples: &[Example]) -> Self {
        let mut all = Self::new(weights.as_slice().len());
        each(weights, examples, 0, |_, moves, played| {
            all.count(moves, played);
        });
        all
    }

    /// Takes note of a position, and of whether its move is found; answers the best score.
    fn count(&mut self, moves: &[Choice], played: usize) -> i32 {
        self.positions += 1;
        let scores = moves.iter().map(|choice| choice.score);
        let best = scores.max().unwrap_or(0);
        let first = moves.iter().position(|choice| choice.score == best);
        self.found += u32::from(first == Some(played));
        best
    }

    /// Takes note of the moves of a position, of which that at `played` was played, and of the `best` score.
    fn learn(
        &mut self,
        weights: &Weights,
        position: &Chess,
        moves: &[Choice],
        (played, best): (usize, i32),
    ) {
        let probabilities = probabilities(moves, best);
        let likely = probabilities[played].max(LEAST);
        self.loss += (-libm::log(likely) * WHOLE as f64).round() as u64;
        for (at, (choice, probability)) in moves.iter().zip(probabilities).enumerate() {
            let observed = if at == played { WHOLE } else { 0 };
            let residual = observed - (probability * WHOLE as f64).round() as i64;
            let Some(leaf) = choice.leaf.as_ref().filter(|_| residual != 0) else {
                continue;
            };
            let sign = if leaf.turn() == position.turn() {
                1
            } else {
                -1
            };
            for (feature, count) in Features::known_to(weights, leaf).as_slice() {
                self.sums[usize::from(*feature)] += sign * residual * i64::from(*count);
            }
        }
    }

    /// Adds those of other positions.
    pub fn add(&mut self, other: &Self) {
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
        self.positions += other.positions;
        self.found += other.found;
        self.loss += other.loss;
    }

    /// The mean gradient of a position, for each weight.
    pub fn gradient(&self) -> impl Iterator<Item = f64> {
        let whole = WHOLE * i64::from(self.positions.max(1));
        let sums = self.sums.iter().enumerate();
        sums.map(move |(feature, sum)| *sum as f64 / (whole * i64::from(parts(feature))) as f64)
    }
}

/// Calls `note` with the moves of each example that are no more than `margin` behind the best, and the place of the one that was played. An
/// example whose move is none is passed over.
fn each(
    weights: &Weights,
    examples: &[Example],
    margin: i32,
    mut note: impl FnMut(&Chess, &[Choice], usize),
) {
    let mut evaluation = Meep::new(weights.clone());
    for (position, played) in examples.iter().filter_map(Example::unpack) {
        let moves = choices(&position, played, margin, &mut evaluation);
        let moves: Vec<Choice> = moves.into_iter().flatten().collect();
        if let Some(at) = moves.iter().position(|choice| choice.m == played) {
            note(&position, &moves, at);
        }
    }
}

/// A probability below it counts as it: the logarithm of none has no end.
const LEAST: f64 = 1e-6;

/// P of each move.
fn probabilities(moves: &[Choice], best: i32) -> Vec<f64> {
    let weigh = |choice: &Choice| {
        // A mate is chosen, and never an own one, where there is another move.
        let behind = best.saturating_sub(choice.score).min(MATE_BOUND);
        libm::exp(-f64::from(behind) / f64::from(TEMPERATURE))
    };
    let weights: Vec<f64> = moves.iter().map(weigh).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use millipawn_engine::{
        chess::game::read_fen,
        evaluation::meep::{FEATURES, WITH_FALCON},
    };

    use super::*;

    fn example(fen: &str, uci: &str) -> Example {
        let position = read_fen(fen).expect("a position");
        let uci: shakmaty::uci::UciMove = uci.parse().expect("a move");
        let m = uci.to_move(&position).expect("a legal move");
        Example::new(&position, m).expect("it packs")
    }

    fn nothing() -> Weights {
        Weights::new(&vec![0; FEATURES]).expect("they fit")
    }

    /// A king that can go to two squares: each has a probability of a half.
    #[test]
    fn by_hand_of_two_moves() {
        let example = example("8/8/8/8/8/5k2/8/7K w - - 0 1", "h1h2");
        let taught = Choices::of(&nothing(), &[example]);
        let (position, _) = example.unpack().expect("a position");
        let moves = position.legal_moves();
        assert_eq!((moves.len(), taught.positions), (2, 1));
        // The first of equal moves is found, and this is the second.
        assert_eq!(taught.found, 0);
        assert_eq!(
            taught.loss,
            (std::f64::consts::LN_2 * 65536.0).round() as u64
        );
        let mut sums = vec![0_i64; FEATURES];
        for m in moves {
            let half = if m.to() == shakmaty::Square::H2 {
                1
            } else {
                -1
            } * WHOLE
                / 2;
            let mut after = position.clone();
            after.play_unchecked(m);
            for (feature, count) in Features::of(&after).as_slice() {
                // The position after the move is the opponent's.
                sums[usize::from(*feature)] -= half * i64::from(*count);
            }
        }
        assert_eq!(taught.sums, sums);
    }

    /// The gradient is that of the logarithm: a small step along it changes the loss by as much.
    #[test]
    fn a_step_along_the_gradient_makes_the_move_likelier() {
        let fens = [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "e2e4",
            ),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "e2a6",
            ),
            ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5"),
        ];
        let examples = fens.map(|(fen, uci)| example(fen, uci));
        for weights in [FEATURES, WITH_FALCON] {
            step_along_the_gradient(
                &examples,
                &Weights::new(&vec![0; weights]).expect("they fit"),
            );
        }
    }

    fn step_along_the_gradient(examples: &[Example], start: &Weights) {
        let before = Choices::of(start, examples);
        let step = 400.0;
        let weights: Vec<i32> = before
            .gradient()
            .map(|slope| (step * slope).round() as i32)
            .collect();
        let after = Choices::of(&Weights::new(&weights).expect("they fit"), examples);
        assert!(after.loss < before.loss);
        let squares: f64 = before
            .gradient()
            .zip(&weights)
            .map(|(slope, weight)| slope * f64::from(*weight))
            .sum();
        let expected = squares / f64::from(TEMPERATURE);
        let found = (before.loss - after.loss) as f64 / (3.0 * WHOLE as f64);
        assert!((found / expected - 1.0).abs() < 0.25, "{found} {expected}");
    }

    #[test]
    fn parts_add_up_in_any_order() {
        let examples = ["e2e4", "d2d4", "g1f3"].map(|uci| {
            example(
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                uci,
            )
        });
        let weights = nothing();
        let whole = Choices::of(&weights, &examples);
        let mut parts = Choices::of(&weights, &examples[1..]);
        parts.add(&Choices::of(&weights, &examples[..1]));
        assert_eq!(parts, whole);
        assert_eq!(whole.positions, 3);
        let counted = Choices::counted(&weights, &examples);
        assert_eq!((counted.positions, counted.found), (3, whole.found));
        assert_eq!(counted.sums, Choices::new(FEATURES).sums);
    }
}
