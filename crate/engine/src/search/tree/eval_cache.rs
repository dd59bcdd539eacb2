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

/// Eight bytes: the larger the cache, the less of the other tables a core's own memory holds.
#[derive(Clone, Copy, Debug, Default)]
struct EvalEntry {
    /// Says whose score it is: the half of the key that does not choose the entry, and the search. One lookup in four billion takes
    /// another position's score for its own.
    mark: u32,
    score: i32,
    /// Tells such a score, which is allowed, from a wrong one, which is a fault.
    #[cfg(debug_assertions)]
    key: u64,
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
    /// Forgets everything, as before a new game.
    pub(super) fn clear(&mut self) {
        if self.search != 0 {
            self.entries.fill(EvalEntry::default());
            self.search = 0;
        }
    }

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
                #[cfg(debug_assertions)]
                key,
            };
        }
        #[cfg(debug_assertions)]
        assert!(
            known.key != key || known.score == evaluate(),
            "the score of this position"
        );
        known.score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_kept_until_its_entry_is_needed_or_a_search_begins() {
        let mut cache = EvalCache::default();
        cache.new_search();
        let key = 0x1234_5678_9abc_def0;
        let elsewhere = key ^ 1;
        let in_its_place = key ^ (1 << 40);
        let mut asked = 0;
        let mut get = |cache: &mut EvalCache, key: u64| {
            let before = asked;
            let score = cache.get_or_insert_with(key, || {
                asked += 1;
                key as i32
            });
            assert_eq!(score, key as i32);
            asked - before
        };
        // In a debug build a known score is asked for once more, to compare it.
        let compared = i32::from(cfg!(debug_assertions));
        for (key, is_new) in [
            (key, 1),
            (elsewhere, 1),
            (key, 0),
            (elsewhere, 0),
            (in_its_place, 1),
            (key, 1),
        ] {
            assert_eq!(get(&mut cache, key), is_new + compared, "{key:x}");
        }
        cache.new_search();
        assert_eq!(get(&mut cache, key), 1 + compared);
        cache.clear();
        cache.new_search();
        assert_eq!(get(&mut cache, key), 1 + compared, "by the same mark");
    }
}
