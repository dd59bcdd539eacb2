//! A one-ply search without quiescence, for many individuals at once: the literal reading of "1-ply search".
//!
//! A move scores the static evaluation of the position after it; mates and stalemates score as such. The move with the highest
//! score is chosen, the first in move order on ties. The features of the child positions are computed once for all
//! individuals, which are SIMD lanes. An individual chooses the move that was played unless another move refutes it, that is,
//! scores higher. Moves that refuted most before are tried first.

use std::cmp::Reverse;

use shakmaty::{Chess, Move, Position};
use wide::i32x4;

use crate::{
    evaluation::{Evaluation, MATE, spread},
    examples::example::Example,
    search::{
        lanes::{Ask, Lanes, Mask, Scores, count},
        quiescence::tie_key,
        recent::Recent,
    },
};

/// The capacity of the store in positions.
const MOST: usize = 1 << 17;
/// Its capacity in bytes of children, of which a position of Falcon's has two kilobytes. What does not fit is made again.
const MOST_BYTES: usize = 128 << 20;

/// For each individual, the number of examples in which it chooses the move that was played.
///
/// Individuals with equal weights are evaluated once.
pub fn count_matches<E: Evaluation>(individuals: &[E::Vector], examples: &[Example]) -> Vec<u32> {
    Store::<E>::default().count_matches(individuals, examples)
}

/// Caches the features of the children of many positions from one generation to the next.
pub struct Store<E: Evaluation> {
    /// `None` for an example that cannot be unpacked.
    questions: Recent<Option<Question<E>>>,
    /// Those of all children.
    bytes: usize,
    /// The capacity in bytes.
    capacity: usize,
}

impl<E: Evaluation> Default for Store<E> {
    fn default() -> Self {
        Self::with_capacity(MOST_BYTES)
    }
}

impl<E: Evaluation> Store<E> {
    /// A store with a capacity of this many bytes of children.
    pub fn with_capacity(bytes: usize) -> Self {
        Self {
            questions: Recent::new(MOST),
            bytes: 0,
            capacity: bytes,
        }
    }

    /// The same as [`count_matches`], with the examples cached.
    pub fn count_matches(&mut self, individuals: &[E::Vector], examples: &[Example]) -> Vec<u32> {
        let Self {
            questions,
            bytes,
            capacity,
        } = self;
        questions.begin(examples, |question| *bytes -= size(question));
        if *bytes > *capacity / 8 * 7 {
            questions.evict_unused(|question| *bytes -= size(question));
        }
        count(individuals, examples, self)
    }

    /// The number of cached positions.
    pub fn positions(&self) -> usize {
        self.questions.len()
    }
}

impl<E: Evaluation> Ask<E::Vector> for Store<E> {
    fn ask<const W: usize>(
        &mut self,
        lanes: Lanes<E::Vector, W>,
        examples: &[Example],
        counts: &mut [u32],
    ) {
        for example in examples {
            if let Some(known) = self.questions.get(example) {
                if let Some(question) = known {
                    question.choose(&lanes).tally(counts);
                }
                continue;
            }
            let mut made = example
                .unpack()
                .map(|(position, chosen)| Question::new(&position, chosen));
            if let Some(question) = &mut made {
                question.choose(&lanes).tally(counts);
            }
            let bytes = size(&made);
            if self.bytes + bytes <= self.capacity {
                self.bytes += bytes;
                self.questions.insert(example, made);
            }
        }
    }
}

fn size<E: Evaluation>(question: &Option<Question<E>>) -> usize {
    let rivals = question
        .as_ref()
        .map_or(&[][..], |question| &question.rivals);
    let unpacked = |rival: &&Rival<E>| matches!(rival.child, Child::Unpacked(_));
    size_of_val(rivals) + rivals.iter().filter(unpacked).count() * size_of::<E::Vector>()
}

/// The children of a position: the one after the move that was played, and the others.
struct Question<E: Evaluation> {
    chosen: Child<E>,
    rivals: Vec<Rival<E>>,
}

/// The position after a move, from the point of view of the side to move there.
enum Child<E: Evaluation> {
    /// The score of a mate or stalemate.
    Over(i32),
    /// The features of any other position.
    Packed(E::Packed),
    /// Where they do not fit.
    Unpacked(Box<E::Vector>),
}

/// A move other than the one that was played.
struct Rival<E: Evaluation> {
    child: Child<E>,
    /// Whether it comes before the played move in move order.
    is_earlier: bool,
    /// The number of lanes in which it refuted the played move; older generations count less.
    refuted: u32,
}

impl<E: Evaluation> Question<E> {
    fn new(position: &Chess, chosen: Move) -> Self {
        let key = tie_key(chosen);
        let rivals = position.legal_moves().into_iter().filter(|m| *m != chosen);
        Self {
            chosen: Child::after(position, chosen),
            rivals: rivals
                .map(|m| Rival {
                    child: Child::after(position, m),
                    is_earlier: tie_key(m) < key,
                    refuted: 0,
                })
                .collect(),
        }
    }

    /// The lanes that choose the move that was played.
    fn choose<const W: usize>(&mut self, lanes: &Lanes<E::Vector, W>) -> Mask<W> {
        // The played move stands if after each rival the opponent's score is at least as high as after the played move; on a
        // tie the earlier move wins.
        let later = self.chosen.scores(lanes);
        let earlier = later.map(|score| score + i32x4::ONE);
        let mut open = lanes.all();
        for rival in &mut self.rivals {
            let bounds = if rival.is_earlier { &earlier } else { &later };
            let kept = rival.child.reach(lanes, bounds, open);
            rival.refuted += (open & !kept).count_ones();
            open = kept;
            if open.is_empty() {
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

impl<E: Evaluation> Child<E> {
    fn after(position: &Chess, m: Move) -> Self {
        let mut child = position.clone();
        child.play_unchecked(m);
        match (child.legal_moves().is_empty(), child.is_check()) {
            (true, true) => Self::Over(-MATE),
            (true, false) => Self::Over(0),
            (false, _) => {
                let features = E::features(&child);
                E::pack(&features).map_or_else(|| Self::Unpacked(Box::new(features)), Self::Packed)
            }
        }
    }

    fn scores<const W: usize>(&self, lanes: &Lanes<E::Vector, W>) -> Scores<W> {
        match self {
            Self::Over(value) => Scores::splat(*value),
            Self::Packed(features) => lanes.scores(&E::spread_packed(features)),
            Self::Unpacked(features) => lanes.scores(&spread(&**features)),
        }
    }

    /// The lanes of `asked` whose score is at least the bound.
    fn reach<const W: usize>(
        &self,
        lanes: &Lanes<E::Vector, W>,
        bounds: &Scores<W>,
        asked: Mask<W>,
    ) -> Mask<W> {
        match self {
            Self::Over(value) => Scores::splat(*value).reach(bounds, asked),
            Self::Packed(features) => lanes.reach(&E::spread_packed(features), bounds, asked),
            Self::Unpacked(features) => lanes.reach(&spread(&**features), bounds, asked),
        }
    }
}
