//! The evaluation cache.

/// Static evaluations of recently seen positions. Iterative deepening and transpositions visit the same positions again and
/// again, and a lookup is cheaper than an evaluation.
#[derive(Clone, Debug)]
pub(super) struct EvalCache {
    entries: Vec<EvalEntry>,
    /// Differs from search to search. It is part of every mark, which makes entries of earlier searches void: the evaluation may have been
    /// replaced.
    search: u32,
}

/// Eight bytes, so that most of the cache fits beside the other tables in a core's own memory.
#[derive(Clone, Copy, Debug, Default)]
struct EvalEntry {
    /// Says whose score it is: the half of the key that does not choose the entry, and the search. One lookup in four billion takes
    /// another position's score for its own.
    mark: u32,
    score: i32,
}

const EVAL_CACHE_BITS: u32 = 16;

impl Default for EvalCache {
    fn default() -> Self {
        Self {
            entries: vec![EvalEntry::default(); 1 << EVAL_CACHE_BITS],
            search: 0,
        }
    }
}

impl EvalCache {
    /// Invalidates all entries.
    pub(super) fn new_search(&mut self) {
        // An odd number: it takes all values before one returns.
        self.search = self.search.wrapping_add(0x9e37_79b9);
    }

    /// The cached evaluation of a position, or else that of `evaluate`, which is then cached.
    pub(super) fn get_or_insert_with(&mut self, key: u64, evaluate: impl FnOnce() -> i32) -> i32 {
        let mark = (key >> 32) as u32 ^ self.search;
        let known = &mut self.entries[key as usize & ((1 << EVAL_CACHE_BITS) - 1)];
        if known.mark != mark {
            *known = EvalEntry {
                mark,
                score: evaluate(),
            };
        }
        known.score
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use shakmaty::{Chess, Position};

    use super::*;
    use crate::{
        chess::{game::read_fen, key::key, positions::POSITIONS},
        evaluation::{Evaluate, staunton::Staunton},
        search::{
            parameters::Parameters,
            tree::{Control, Limits, Root, Searcher},
        },
    };

    #[test]
    fn a_score_is_kept_until_its_entry_is_needed_or_a_search_begins() {
        let mut cache = EvalCache::default();
        cache.new_search();
        let key = 0x1234_5678_9abc_def0;
        let elsewhere = key ^ 1;
        let in_its_place = key ^ (1 << 40);
        for (key, score, told) in [
            (key, 7, 7),
            (elsewhere, 8, 8),
            (key, 0, 7),
            (in_its_place, 9, 9),
            (key, 6, 6),
        ] {
            assert_eq!(cache.get_or_insert_with(key, || score), told);
        }
        cache.new_search();
        assert_eq!(cache.get_or_insert_with(key, || 5), 5);
    }

    #[test]
    fn after_a_search_it_tells_what_the_evaluation_does() {
        let mut known = 0;
        for fen in POSITIONS {
            let position = read_fen(fen).expect("a position");
            let mut searcher = Searcher::new(Staunton::default(), Parameters::PLAIN, 1);
            let root = Root {
                position: &position,
                earlier: &[],
            };
            let limits = Limits {
                depth: 2,
                ..Limits::default()
            };
            let control = Control {
                stop: &mut || false,
                observe: &mut |_| ControlFlow::Continue(()),
            };
            searcher
                .search(root, &limits, control)
                .expect("it has moves");
            let mut staunton = Staunton::default();
            let evaluate = |child: &Chess| staunton.evaluate(child, &staunton.refresh(child));
            known += count_known(&mut searcher.eval_cache, &position, evaluate);
        }
        assert!(
            known > 100,
            "the searches evaluated {known} of the positions"
        );
    }

    /// How many positions two plies ahead the cache knows, each with the score that `evaluate` tells.
    fn count_known(
        cache: &mut EvalCache,
        position: &Chess,
        mut evaluate: impl FnMut(&Chess) -> i32,
    ) -> usize {
        let mut known = 0;
        for first in position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(first);
            for second in child.legal_moves() {
                let mut leaf = child.clone();
                leaf.play_unchecked(second);
                let score = evaluate(&leaf);
                let mut is_known = true;
                let told = cache.get_or_insert_with(key(&leaf), || {
                    is_known = false;
                    score
                });
                assert_eq!(told, score, "{leaf:?}");
                known += usize::from(is_known);
            }
        }
        known
    }
}
