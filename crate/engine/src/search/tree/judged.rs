//! What the evaluation said of the positions judged last.

/// Static scores seen last: the same positions are judged again and again on the way deeper.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    scores: Vec<JudgedScore>,
    search: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct JudgedScore {
    key: u64,
    score: i32,
    /// The search it is of; another's evaluation may be another.
    search: u32,
}

const JUDGED_BITS: u32 = 15;

impl Default for Judged {
    fn default() -> Self {
        Self {
            scores: vec![JudgedScore::default(); 1 << JUDGED_BITS],
            search: 0,
        }
    }
}

impl Judged {
    /// Another search begins.
    pub(super) fn forget(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            *self = Self::default();
            self.search = 1;
        }
    }

    pub(super) fn remember(&mut self, key: u64, mut judge: impl FnMut() -> i32) -> i32 {
        let known = &mut self.scores[key as usize & ((1 << JUDGED_BITS) - 1)];
        if known.key != key || known.search != self.search {
            *known = JudgedScore {
                key,
                score: judge(),
                search: self.search,
            };
        }
        debug_assert_eq!(known.score, judge(), "the score of this position");
        known.score
    }
}
