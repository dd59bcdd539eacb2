//! The pieces of work of one generation: which are given out, and the results of those that are done.

/// So many pieces, by their numbers.
#[derive(Clone, Debug)]
pub(super) struct WorkQueue<T> {
    given: usize,
    done: Vec<Option<T>>,
}

impl<T: Clone> WorkQueue<T> {
    /// None of them given out.
    pub(super) fn new(pieces: usize) -> Self {
        Self {
            given: 0,
            done: vec![None; pieces],
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.done.len()
    }

    /// Whether no piece was given out yet, and none is done.
    pub(super) fn is_untouched(&self) -> bool {
        self.given == 0 && self.done().next().is_none()
    }

    /// A piece that is neither given out nor done.
    pub(super) fn next(&mut self) -> Option<usize> {
        let at = (self.given..self.done.len()).find(|at| self.done[*at].is_none())?;
        self.given = at + 1;
        Some(at)
    }

    /// Keeps the result of a piece, unless it is there already; `None` where there is no such piece.
    pub(super) fn take(&mut self, piece: usize, result: T) -> Option<()> {
        self.done.get_mut(piece)?.get_or_insert(result);
        Some(())
    }

    /// Whether a piece is done.
    pub(super) fn is_piece_done(&self, piece: usize) -> bool {
        self.done.get(piece).is_some_and(Option::is_some)
    }

    /// Whether all are done.
    pub(super) fn is_done(&self) -> bool {
        self.done.iter().all(Option::is_some)
    }

    /// The results of those that are done, with their numbers.
    pub(super) fn done(&self) -> impl Iterator<Item = (usize, &T)> {
        let numbered = self.done.iter().enumerate();
        numbered.filter_map(|(at, result)| Some((at, result.as_ref()?)))
    }

    /// All results in the order of the pieces, once all are done.
    pub(super) fn into_results(self) -> Vec<T> {
        self.done.into_iter().flatten().collect()
    }
}
