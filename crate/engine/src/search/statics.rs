//! One ply without quiescence, for many individuals at once: the literal reading of "1-ply search".
//!
//! A move is worth the static value of the position after it; a mate is worth a mate and a stalemate a draw. The best move
//! is chosen, the first in move order on ties. The features of a position's children are counted once for all individuals;
//! whether an individual chooses the move that was played is settled by the first rival it prefers, and the rival that
//! settled it last is tried first for the next individual.

use std::collections::BTreeMap;

use shakmaty::{Chess, Move, Position};

use crate::{
    evaluation::{Evaluation, MATE, Vector, score},
    example::Example,
    search::quiescence::tie_key,
};

/// How often each individual's choice is the move that was played in the example.
///
/// Individuals with equal weights are asked once.
pub fn count_matches<E: Evaluation>(individuals: &[E::Vector], examples: &[Example]) -> Vec<u32> {
    Store::<E>::default().count_matches(individuals, examples)
}

/// The features of the children of many positions, kept from one generation to the next.
pub struct Store<E: Evaluation> {
    /// Nothing for an example that is damaged.
    questions: BTreeMap<[u8; Example::BYTES], Option<Question<E::Vector>>>,
}

impl<E: Evaluation> Default for Store<E> {
    fn default() -> Self {
        Self {
            questions: BTreeMap::new(),
        }
    }
}

impl<E: Evaluation> Store<E> {
    /// The same as [`count_matches`]; it remembers every example, a few kilobytes each.
    pub fn count_matches(&mut self, individuals: &[E::Vector], examples: &[Example]) -> Vec<u32> {
        let mut different: Vec<E::Vector> = individuals.to_vec();
        different.sort();
        different.dedup();
        let mut counts = vec![0; different.len()];
        for example in examples {
            let question = self.questions.entry(example.to_bytes());
            let question = question.or_insert_with(|| {
                let (position, chosen) = example.unpack()?;
                Some(Question::new::<E>(&position, chosen))
            });
            let Some(question) = question else { continue };
            for (weights, count) in different.iter().zip(&mut counts) {
                *count += u32::from(question.chooses(weights));
            }
        }
        individuals
            .iter()
            .map(|weights| different.binary_search(weights).map_or(0, |at| counts[at]))
            .collect()
    }
}

/// What a move leads to, for the side that plays it.
enum Child<V> {
    /// Mate or stalemate: its value.
    Over(i32),
    /// Its features, from the opponent's point of view.
    Open(V),
}

/// A position, and whether an individual chooses the move that was played in it.
struct Question<V> {
    chosen: Child<V>,
    /// The other moves, with whether they come before the chosen one in move order.
    rivals: Vec<(Child<V>, bool)>,
}

impl<V: Vector> Question<V> {
    fn new<E: Evaluation<Vector = V>>(position: &Chess, chosen: Move) -> Self {
        let key = tie_key(chosen);
        let rivals = position
            .legal_moves()
            .iter()
            .filter(|m| **m != chosen)
            .map(|m| (Child::after::<E>(position, *m), tie_key(*m) < key))
            .collect();
        Self {
            chosen: Child::after::<E>(position, chosen),
            rivals,
        }
    }

    fn chooses(&mut self, weights: &V) -> bool {
        let value = self.chosen.value(weights);
        let refuting = self.rivals.iter().position(|(child, is_earlier)| {
            let rival = child.value(weights);
            rival > value || *is_earlier && rival == value
        });
        if let Some(at) = refuting {
            self.rivals[..=at].rotate_right(1);
        }
        refuting.is_none()
    }
}

impl<V: Vector> Child<V> {
    fn after<E: Evaluation<Vector = V>>(position: &Chess, m: Move) -> Self {
        let mut child = position.clone();
        child.play_unchecked(m);
        match (child.legal_moves().is_empty(), child.is_check()) {
            (true, true) => Self::Over(MATE),
            (true, false) => Self::Over(0),
            (false, _) => Self::Open(E::features(&child)),
        }
    }

    fn value(&self, weights: &V) -> i32 {
        match self {
            Self::Over(value) => *value,
            Self::Open(features) => -score(weights, features),
        }
    }
}
