//! Adjudication: ending games that are decided although the rules of chess would let them go on.

use shakmaty::{ByColor, Color};

use crate::{evaluation::CENTIPAWN, tunable::tunables};

const OURS: &str = "our choice";

tunables! {
    /// The rules of adjudication.
    Rules;
    resign_score "ResignScore" 800 in 0..=100000 "centipawns" OURS "A side that stands so much worse by its own judgement resigns, unless the opponent's judgement differs; 0: nobody resigns"
    resign_moves "ResignMoves" 4 in 1..=1000 "moves" OURS "So many moves in a row"
    draw_score "DrawScore" 10 in -1..=1000 "centipawns" OURS "A game is drawn when both judge that nobody stands more than so much better; -1: never"
    draw_moves "DrawMoves" 8 in 1..=1000 "moves" OURS "So many moves of each in a row"
    draw_after "DrawAfter" 40 in 0..=10000 "moves" OURS "Not before so many moves of each, the opening not counted"
    maximum_moves "MaximumMoves" 250 in 0..=10000 "moves" OURS "A game of so many moves of each, the opening not counted, is drawn; 0: no limit"
}

/// Why a game was adjudicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This side has resigned.
    Resignation(Color),
    /// Both judge the game to be drawn.
    Draw,
    /// The maximum number of moves was played.
    TooLong,
}

/// Adjudicates one game from the scores that the players report with their moves.
#[derive(Clone, Debug, Default)]
pub struct Adjudicator {
    /// For each side the number of consecutive moves with a score of a lost, a won and a level game.
    lost: ByColor<i32>,
    won: ByColor<i32>,
    level: ByColor<i32>,
    /// Whether a side has reported any score. The random player, for one, has none.
    has_scores: ByColor<bool>,
    plies: i32,
}

impl Adjudicator {
    /// Takes note of a move by `mover` and its score, from its point of view, in sixteenths of a millipawn.
    pub fn record(&mut self, rules: &Rules, mover: Color, score: Option<i32>) {
        self.plies += 1;
        let count = |row: &mut i32, holds: bool| *row = if holds { *row + 1 } else { 0 };
        let holds = |test: &dyn Fn(i32) -> bool| score.is_some_and(test);
        let worse = rules.resign_score.saturating_mul(CENTIPAWN);
        let level = rules.draw_score.saturating_mul(CENTIPAWN);
        *self.has_scores.get_mut(mover) |= score.is_some();
        count(self.lost.get_mut(mover), holds(&|score| score <= -worse));
        count(self.won.get_mut(mover), holds(&|score| score >= worse));
        count(
            self.level.get_mut(mover),
            holds(&|score| score.abs() <= level),
        );
    }

    /// Whether the game is adjudicated here.
    pub fn verdict(&self, rules: &Rules) -> Option<Verdict> {
        let resigns = |color: Color| {
            let agreed =
                !*self.has_scores.get(!color) || *self.won.get(!color) >= rules.resign_moves;
            *self.lost.get(color) >= rules.resign_moves && agreed
        };
        if rules.resign_score > 0
            && let Some(loser) = Color::ALL.into_iter().find(|color| resigns(*color))
        {
            return Some(Verdict::Resignation(loser));
        }
        let level = |color: Color| *self.level.get(color) >= rules.draw_moves;
        if rules.draw_score >= 0
            && self.plies >= 2 * rules.draw_after
            && Color::ALL.into_iter().all(level)
        {
            return Some(Verdict::Draw);
        }
        (rules.maximum_moves > 0 && self.plies >= 2 * rules.maximum_moves)
            .then_some(Verdict::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules {
        resign_score: 500,
        resign_moves: 2,
        draw_score: 10,
        draw_moves: 2,
        draw_after: 3,
        maximum_moves: 6,
    };

    /// The verdict after these scores in centipawns, White's first, and the plies it took.
    fn adjudicated(rules: &Rules, scores: &[Option<i32>]) -> (usize, Option<Verdict>) {
        let mut adjudicator = Adjudicator::default();
        for (at, score) in scores.iter().enumerate() {
            let mover = if at % 2 == 0 {
                Color::White
            } else {
                Color::Black
            };
            adjudicator.record(rules, mover, score.map(|score| score * CENTIPAWN));
            if let Some(verdict) = adjudicator.verdict(rules) {
                return (at + 1, Some(verdict));
            }
        }
        (scores.len(), None)
    }

    #[test]
    fn resignation_needs_both_judgements_in_a_row() {
        let sure = [Some(-600), Some(600), Some(-600), Some(600)];
        assert_eq!(
            adjudicated(&RULES, &sure),
            (4, Some(Verdict::Resignation(Color::White)))
        );
        let doubted = [Some(-600), Some(400), Some(-600), Some(600), Some(-600)];
        assert_eq!(adjudicated(&RULES, &doubted), (5, None));
        let silent = [None, Some(-600), None, Some(-600)];
        assert_eq!(
            adjudicated(&RULES, &silent),
            (4, Some(Verdict::Resignation(Color::Black)))
        );
        let off = Rules {
            resign_score: 0,
            ..RULES
        };
        assert_eq!(adjudicated(&off, &sure), (4, None));
    }

    #[test]
    fn a_draw_needs_both_and_some_moves() {
        let level = [Some(5); 12];
        assert_eq!(adjudicated(&RULES, &level), (6, Some(Verdict::Draw)));
        let off = Rules {
            draw_score: -1,
            ..RULES
        };
        assert_eq!(adjudicated(&off, &level), (12, Some(Verdict::TooLong)));
        let endless = Rules {
            maximum_moves: 0,
            ..off
        };
        assert_eq!(adjudicated(&endless, &level), (12, None));
        let one_sided = [Some(5), Some(50)].repeat(3);
        assert_eq!(adjudicated(&RULES, &one_sided), (6, None));
    }
}
