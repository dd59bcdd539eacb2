//! One ply without quiescence, for many individuals at once: the literal reading of "1-ply search".
//!
//! A move is worth the static value of the position after it; a mate is worth a mate and a stalemate a draw. The best move
//! is chosen, the first in move order on ties. The features of a position's children are counted once for all individuals,
//! which are lanes of a packet. A lane chooses the move that was played unless a rival refutes it; the rivals that refuted
//! most come first.

use std::cmp::Reverse;

use shakmaty::{Chess, Move, Position};
use wide::i32x4;

use crate::{
    evaluation::{Evaluation, MATE, Vector},
    examples::example::Example,
    search::{
        lanes::{Ask, Lanes, Mask, Scores, at_least, count, splat, tally},
        quiescence::tie_key,
        recent::Recent,
    },
};

/// Questions at most, of about three kilobytes: more than the setting of positions a generation allows.
const MOST: usize = 1 << 17;

/// How often each individual's choice is the move that was played in the example.
///
/// Individuals with equal weights are asked once.
pub fn count_matches<E: Evaluation>(individuals: &[E::Vector], examples: &[Example]) -> Vec<u32> {
    Store::<E>::default().count_matches(individuals, examples)
}

/// The features of the children of many positions, kept from one generation to the next.
pub struct Store<E: Evaluation> {
    /// Nothing for an example that is damaged.
    questions: Recent<Option<Question<E::Vector>>>,
}

impl<E: Evaluation> Default for Store<E> {
    fn default() -> Self {
        Self {
            questions: Recent::new(MOST),
        }
    }
}

impl<E: Evaluation> Store<E> {
    /// The same as [`count_matches`]; it remembers the examples, a few kilobytes each.
    pub fn count_matches(&mut self, individuals: &[E::Vector], examples: &[Example]) -> Vec<u32> {
        self.questions.begin(examples, |_| {});
        count(individuals, examples, self)
    }

    /// Of how many positions it keeps the children.
    pub fn positions(&self) -> usize {
        self.questions.len()
    }
}

impl<E: Evaluation> Ask<E::Vector> for Store<E> {
    fn ask<const B: usize>(
        &mut self,
        lanes: Lanes<E::Vector, B>,
        examples: &[Example],
        counts: &mut [u32],
    ) {
        for example in examples {
            let question = self.questions.ask(example, || {
                let (position, chosen) = example.unpack()?;
                Some(Question::new::<E>(&position, chosen))
            });
            if let Some(question) = question {
                tally(question.choose(&lanes), counts);
            }
        }
    }
}

/// A position, and the move that was played in it.
struct Question<V> {
    chosen: Child<V>,
    rivals: Vec<Rival<V>>,
}

/// What a move leads to, for the side that is to move then.
enum Child<V> {
    /// Mate or stalemate: its value.
    Over(i32),
    /// Its features.
    Open(V),
}

/// Another move than the one that was played.
struct Rival<V> {
    child: Child<V>,
    /// Whether it comes before that in move order.
    is_earlier: bool,
    /// The lanes it refuted, older generations counting less.
    refuted: u32,
}

impl<V: Vector> Question<V> {
    fn new<E: Evaluation<Vector = V>>(position: &Chess, chosen: Move) -> Self {
        let key = tie_key(chosen);
        let rivals = position.legal_moves().into_iter().filter(|m| *m != chosen);
        Self {
            chosen: Child::after::<E>(position, chosen),
            rivals: rivals
                .map(|m| Rival {
                    child: Child::after::<E>(position, m),
                    is_earlier: tie_key(m) < key,
                    refuted: 0,
                })
                .collect(),
        }
    }

    /// The lanes that choose the move that was played.
    fn choose<const B: usize>(&mut self, lanes: &Lanes<V, B>) -> Mask {
        // What the opponent must have after a rival for the move to stand.
        let later = self.chosen.scores(lanes);
        let earlier = later.map(|score| score + i32x4::ONE);
        let mut open = lanes.all();
        for rival in &mut self.rivals {
            let bounds = if rival.is_earlier { &earlier } else { &later };
            let kept = rival.child.reach(lanes, bounds, open);
            rival.refuted += (open & !kept).count_ones();
            open = kept;
            if open == 0 {
                break;
            }
        }
        self.rivals.sort_by_key(|rival| Reverse(rival.refuted));
        for rival in &mut self.rivals {
            rival.refuted -= rival.refuted / 4;
        }
        open
    }
}

impl<V: Vector> Child<V> {
    fn after<E: Evaluation<Vector = V>>(position: &Chess, m: Move) -> Self {
        let mut child = position.clone();
        child.play_unchecked(m);
        match (child.legal_moves().is_empty(), child.is_check()) {
            (true, true) => Self::Over(-MATE),
            (true, false) => Self::Over(0),
            (false, _) => Self::Open(E::features(&child)),
        }
    }

    fn scores<const B: usize>(&self, lanes: &Lanes<V, B>) -> Scores<B> {
        match self {
            Self::Over(value) => splat(*value),
            Self::Open(features) => lanes.scores(features),
        }
    }

    /// The lanes of `asked` whose score is at least the bound.
    fn reach<const B: usize>(&self, lanes: &Lanes<V, B>, bounds: &Scores<B>, asked: Mask) -> Mask {
        match self {
            Self::Over(value) => at_least(&splat(*value), bounds, asked),
            Self::Open(features) => lanes.reach(features, bounds, asked),
        }
    }
}
