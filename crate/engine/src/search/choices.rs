//! All moves of a position, each with the position that its score comes from: what an evaluation needs that learns to choose a move.
//!
//! One ply and quiescence, the rule by which [`plain`](crate::search::plain) chooses, for evaluations with an accumulator.

use shakmaty::{Chess, Move, MoveList, Position};

use crate::{
    evaluation::{Evaluate, MATE, is_stalemate},
    search::quiescence,
    sorting::sort_by_key,
};

/// A move, and what it leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub m: Move,
    /// Its score for who plays it, in sixteenths of a millipawn.
    pub score: i32,
    /// The quiet position that the score is the evaluation of; `None` of a mate or stalemate.
    pub leaf: Option<Chess>,
}

/// The moves of a position in the order in which the first of the best is chosen, with exact scores. `None` stands for a move that is
/// more than `margin` worse than the best, unless it is `played`: how much worse is not found out.
pub fn choices<E: Evaluate>(
    position: &Chess,
    played: Move,
    margin: i32,
    evaluation: &mut E,
) -> Vec<Option<Choice>> {
    let mut moves = position.legal_moves();
    quiescence::sort_by_tie_key(&mut moves);
    let accumulator = evaluation.refresh(position);
    let mut children: Vec<(usize, i32, At<E>)> = moves
        .iter()
        .enumerate()
        .map(|(number, m)| {
            let child = At::after(evaluation, position, &accumulator, *m);
            let seems = evaluation.evaluate(&child.position, &child.accumulator);
            (number, seems, child)
        })
        .collect();
    // What seems best first, so that little is found out about the rest.
    sort_by_key(&mut children, |(number, seems, _)| (*seems, *number));
    let mut found: Vec<Option<Choice>> = vec![None; moves.len()];
    let mut best = -MATE;
    for (number, _, child) in children {
        let m = moves[number];
        let alpha = match m == played {
            true => -MATE,
            false => best.saturating_sub(margin).max(-MATE),
        };
        let choice = after(evaluation, m, &child, alpha);
        if choice.score >= alpha {
            best = best.max(choice.score);
            found[number] = Some(choice);
        }
    }
    let worst = best.saturating_sub(margin);
    for choice in &mut found {
        let is_near = |choice: &Choice| choice.score >= worst || choice.m == played;
        *choice = choice.take().filter(is_near);
    }
    found
}

/// A position with its accumulator.
struct At<E: Evaluate> {
    position: Chess,
    accumulator: E::Accumulator,
}

impl<E: Evaluate> At<E> {
    fn after(evaluation: &E, position: &Chess, accumulator: &E::Accumulator, m: Move) -> Self {
        let mut after = position.clone();
        after.play_unchecked(m);
        Self {
            accumulator: evaluation.update(accumulator, position, m),
            position: after,
        }
    }
}

/// What the move that led to `child` is worth: exact if at least `alpha`.
fn after<E: Evaluate>(evaluation: &mut E, m: Move, child: &At<E>, alpha: i32) -> Choice {
    let position = &child.position;
    if !position.is_check() && is_stalemate(position) {
        return Choice {
            m,
            score: 0,
            leaf: None,
        };
    }
    // A score equal to alpha is wanted too: the move is as far away as it may be.
    let beta = (1 - alpha).min(MATE);
    let (score, leaf) = quiesce(evaluation, child, -MATE, beta, 1, quiescence::BUDGET);
    Choice {
        m,
        score: -score,
        leaf,
    }
}

/// Fail-soft alpha-beta, as [`plain`](crate::search::plain) has it, with the position that the score is the evaluation of.
fn quiesce<E: Evaluate>(
    evaluation: &mut E,
    at: &At<E>,
    mut alpha: i32,
    beta: i32,
    ply: i32,
    budget: u32,
) -> (i32, Option<Chess>) {
    let in_check = at.position.is_check();
    let stands = evaluation.evaluate(&at.position, &at.accumulator);
    let mut best = match in_check {
        true => (ply - MATE, None),
        false => (stands, Some(at.position.clone())),
    };
    if best.0 >= beta {
        return best;
    }
    let mut moves = MoveList::new();
    quiescence::moves(&at.position, in_check, &mut moves);
    let Some(left) = budget.checked_sub(quiescence::cost(moves.len())) else {
        return (stands, Some(at.position.clone()));
    };
    for &m in &moves {
        alpha = alpha.max(best.0);
        let child = At::after(evaluation, &at.position, &at.accumulator, m);
        let (score, leaf) = quiesce(evaluation, &child, -beta, -alpha, ply + 1, left);
        if -score > best.0 {
            best = (-score, leaf);
        }
        if best.0 >= beta {
            break;
        }
    }
    best
}
