//! An evaluation with its weights as a value. It is shared, not copied, whatever its size; each kind is compiled into a search of
//! its own, so that no leaf asks which evaluation it has.

use std::{any::Any, fmt::Debug, sync::Arc};

use shakmaty::Chess;

use crate::{
    evaluation::{
        Evaluate, Term,
        staunton::{Staunton, Weights},
    },
    search::{
        parameters::Parameters,
        tree::{Control, Limits, Report, Root, Searcher},
    },
};

/// What evaluates the leaves of a player's search. Two are equal when they are of one kind and have the same weights.
#[derive(Clone, Debug)]
pub struct Evaluator(Arc<dyn Shared>);

impl Evaluator {
    /// Of any evaluation.
    pub fn new(
        evaluation: impl Evaluate + Clone + PartialEq + Debug + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(evaluation))
    }

    /// The reference evaluation with these weights.
    pub fn staunton(weights: Weights) -> Self {
        Self(Arc::new(weights))
    }

    /// A search with this evaluation and a table of so many mebibytes, which remembers nothing yet.
    pub fn searcher(&self, parameters: Parameters, hash: usize) -> Box<dyn Search> {
        self.0.searcher(parameters, hash)
    }

    /// The score for the side to move, in sixteenths of a millipawn.
    pub fn score(&self, position: &Chess) -> i32 {
        self.0.score(position)
    }

    /// What the score is the sum of; empty where it is no plain sum.
    pub fn terms(&self, position: &Chess) -> Vec<Term> {
        self.0.terms(position)
    }
}

impl PartialEq for Evaluator {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for Evaluator {}

/// Whatever the kind.
trait Shared: Any + Debug + Send + Sync {
    fn searcher(&self, parameters: Parameters, hash: usize) -> Box<dyn Search>;

    fn score(&self, position: &Chess) -> i32;

    fn terms(&self, position: &Chess) -> Vec<Term>;

    fn equals(&self, other: &dyn Shared) -> bool;
}

impl<E> Shared for E
where
    E: Evaluate + Clone + PartialEq + Debug + Send + Sync + 'static,
{
    fn searcher(&self, parameters: Parameters, hash: usize) -> Box<dyn Search> {
        Box::new(Searcher::new(self.clone(), parameters, hash))
    }

    fn score(&self, position: &Chess) -> i32 {
        let kept = self.keep(position);
        self.clone().evaluate(position, &kept)
    }

    fn terms(&self, position: &Chess) -> Vec<Term> {
        Evaluate::terms(self, position)
    }

    fn equals(&self, other: &dyn Shared) -> bool {
        (other as &dyn Any).downcast_ref::<E>() == Some(self)
    }
}

/// The reference evaluation is made of its weights by each search: its tables are no part of what it is.
impl Shared for Weights {
    fn searcher(&self, parameters: Parameters, hash: usize) -> Box<dyn Search> {
        Box::new(Searcher::new(Staunton::new(*self), parameters, hash))
    }

    fn score(&self, position: &Chess) -> i32 {
        let mut staunton = Staunton::new(*self);
        let kept = staunton.keep(position);
        staunton.evaluate(position, &kept)
    }

    fn terms(&self, _: &Chess) -> Vec<Term> {
        Vec::new()
    }

    fn equals(&self, other: &dyn Shared) -> bool {
        (other as &dyn Any).downcast_ref::<Self>() == Some(self)
    }
}

/// The engine's search, whatever evaluates its leaves.
pub trait Search: Debug + Send {
    /// Forgets what it searched, as before another game.
    fn clear(&mut self);

    /// Searches; `None` when there is no move to consider.
    fn search(&mut self, root: Root<'_>, limits: &Limits, control: Control<'_>) -> Option<Report>;
}

impl<E> Search for Searcher<E>
where
    E: Evaluate + Debug + Send,
{
    fn clear(&mut self) {
        Self::clear(self);
    }

    fn search(&mut self, root: Root<'_>, limits: &Limits, control: Control<'_>) -> Option<Report> {
        Self::search(self, root, limits, control)
    }
}
