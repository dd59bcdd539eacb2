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
    pub(super) fn get_or_insert_with(
        &mut self,
        key: u64,
        mut evaluate: impl FnMut() -> i32,
    ) -> i32 {
        let mark = (key >> 32) as u32 ^ self.search;
        let known = &mut self.entries[key as usize & ((1 << EVAL_CACHE_BITS) - 1)];
        if known.mark != mark {
            *known = EvalEntry {
                mark,
                score: evaluate(),
            };
        }
        debug_assert_eq!(known.score, evaluate(), "the score of this position");
        known.score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The score that the cache tells of a key, and whether it asked for it.
    fn get(cache: &mut EvalCache, key: u64, score: i32) -> (i32, bool) {
        let known = cache.entries.clone();
        let told = cache.get_or_insert_with(key, || score);
        let changed = known
            .iter()
            .zip(&cache.entries)
            .any(|(before, after)| before.mark != after.mark);
        (told, changed)
    }

    #[test]
    fn a_score_is_kept_until_its_entry_is_needed_or_a_search_begins() {
        let mut cache = EvalCache::default();
        cache.new_search();
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(get(&mut cache, key, 7), (7, true));
        assert_eq!(get(&mut cache, key, 7), (7, false));
        let elsewhere = key ^ 1;
        assert_eq!(get(&mut cache, elsewhere, 8), (8, true));
        assert_eq!(get(&mut cache, key, 7), (7, false));
        let in_its_place = key ^ (1 << 40);
        assert_eq!(get(&mut cache, in_its_place, 9), (9, true));
        assert_eq!(get(&mut cache, key, 7), (7, true));
        cache.new_search();
        assert_eq!(get(&mut cache, key, 6), (6, true));
    }
}
