//! The pieces of work of one generation: which are given out, and what came of those that are done.

/// So many pieces, by their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Round<T> {
    given: usize,
    done: Vec<Option<T>>,
}

impl<T: Clone> Round<T> {
    /// None of them given out.
    pub(crate) fn new(pieces: usize) -> Self {
        Self {
            given: 0,
            done: vec![None; pieces],
        }
    }

    /// A piece that is neither given out nor done.
    pub(crate) fn next(&mut self) -> Option<usize> {
        let at = (self.given..self.done.len()).find(|at| self.done[*at].is_none())?;
        self.given = at + 1;
        Some(at)
    }

    /// Keeps what came of a piece, unless it is there already; `None` where there is no such piece.
    pub(crate) fn take(&mut self, piece: usize, found: T) -> Option<()> {
        self.done.get_mut(piece)?.get_or_insert(found);
        Some(())
    }

    /// Whether all are done.
    pub(crate) fn is_done(&self) -> bool {
        self.done.iter().all(Option::is_some)
    }

    /// What came of those that are done, with their numbers.
    pub(crate) fn done(&self) -> impl Iterator<Item = (usize, &T)> {
        let numbered = self.done.iter().enumerate();
        numbered.filter_map(|(at, found)| Some((at, found.as_ref()?)))
    }
}
