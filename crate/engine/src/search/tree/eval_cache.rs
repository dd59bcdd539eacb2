//! The evaluation cache.

/// Static evaluations of recently seen positions. Iterative deepening and transpositions visit the same positions again and
/// again, and a lookup is cheaper than an evaluation.
#[derive(Clone, Debug)]
pub(super) struct EvalCache {
    scores: Vec<EvalEntry>,
    search: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct EvalEntry {
    key: u64,
    score: i32,
    /// The search that wrote it. Entries of earlier searches are void: the evaluation may have been replaced.
    search: u32,
}

const EVAL_CACHE_BITS: u32 = 15;

impl Default for EvalCache {
    fn default() -> Self {
        Self {
            scores: vec![EvalEntry::default(); 1 << EVAL_CACHE_BITS],
            search: 0,
        }
    }
}

impl EvalCache {
    /// Invalidates all entries.
    pub(super) fn new_search(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            *self = Self::default();
            self.search = 1;
        }
    }

    /// The cached evaluation of a position, or else that of `evaluate`, which is then cached.
    pub(super) fn get_or_insert_with(
        &mut self,
        key: u64,
        mut evaluate: impl FnMut() -> i32,
    ) -> i32 {
        let known = &mut self.scores[key as usize & ((1 << EVAL_CACHE_BITS) - 1)];
        if known.key != key || known.search != self.search {
            *known = EvalEntry {
                key,
                score: evaluate(),
                search: self.search,
            };
        }
        debug_assert_eq!(known.score, evaluate(), "the score of this position");
        known.score
    }
}
