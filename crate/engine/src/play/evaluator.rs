//! Any evaluation with its weights as one type. Clones share the weights, which may be large. Each kind of evaluation is compiled
//! into a search of its own, so that there is no dynamic dispatch at the leaves.

use std::{any::Any, fmt::Debug, sync::Arc};

use shakmaty::Chess;

use crate::{
    evaluation::{
        Evaluate, Term,
        evochess::EvoChess,
        staunton::{Staunton, Weights},
    },
    search::{
        evochess::{
            depth::{Path, Program},
            individual::{Individual, Thinker},
            preview::Tried,
        },
        parameters::Parameters,
        tree::{Control, Limits, Report, Root, Searcher},
    },
};

/// An evaluation of any kind, with its weights. Two are equal if they are of one kind and have the same weights.
#[derive(Clone, Debug)]
pub struct Evaluator(Arc<dyn Shared>);

impl Evaluator {
    /// Wraps an evaluation.
    pub fn new(
        evaluation: impl Evaluate + Clone + PartialEq + Debug + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(evaluation))
    }

    /// The reference evaluation with these weights.
    pub fn staunton(weights: Weights) -> Self {
        Self(Arc::new(weights))
    }

    /// The position module of a program that has a search of its own, with that search.
    pub fn individual(individual: Individual) -> Self {
        Self(Arc::new(individual))
    }

    /// A search with this evaluation and an empty table of `hash` mebibytes.
    pub fn searcher(&self, parameters: Parameters, hash: usize) -> Box<dyn Search> {
        self.0.searcher(parameters, hash)
    }

    /// The score for the side to move, in sixteenths of a millipawn.
    pub fn score(&self, position: &Chess) -> i32 {
        self.0.score(position)
    }

    /// Whether it brings a search of its own, which the parameters of the engine's do not concern.
    pub fn has_own_search(&self) -> bool {
        self.0.has_own_search()
    }

    /// The legal moves in the order in which its own search tries them; empty where it has none.
    pub fn tries(&self, position: &Chess) -> Vec<Tried> {
        self.0.tries(position)
    }

    /// The program that decides how deep its own search looks; `None` where it has none.
    pub fn depth_program(&self) -> Option<&Program> {
        self.0.depth_program()
    }

    /// What that program does at this position, as the root of a search; `None` without one or without a legal move.
    pub fn depth_path(&self, position: &Chess) -> Option<Path> {
        self.0.depth_path(position)
    }

    /// The terms of the score; empty where the score is not a plain sum.
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

/// The object-safe interface of all kinds of evaluation.
trait Shared: Any + Debug + Send + Sync {
    fn searcher(&self, parameters: Parameters, hash: usize) -> Box<dyn Search>;

    fn score(&self, position: &Chess) -> i32;

    fn terms(&self, position: &Chess) -> Vec<Term>;

    fn has_own_search(&self) -> bool {
        false
    }

    fn tries(&self, _: &Chess) -> Vec<Tried> {
        Vec::new()
    }

    fn depth_program(&self) -> Option<&Program> {
        None
    }

    fn depth_path(&self, _: &Chess) -> Option<Path> {
        None
    }

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
        let accumulator = self.refresh(position);
        self.clone().evaluate(position, &accumulator)
    }

    fn terms(&self, position: &Chess) -> Vec<Term> {
        Evaluate::terms(self, position)
    }

    fn equals(&self, other: &dyn Shared) -> bool {
        (other as &dyn Any).downcast_ref::<E>() == Some(self)
    }
}

/// Staunton is shared as its weights alone. Each search builds the tables that belong to them.
impl Shared for Weights {
    fn searcher(&self, parameters: Parameters, hash: usize) -> Box<dyn Search> {
        Box::new(Searcher::new(Staunton::new(*self), parameters, hash))
    }

    fn score(&self, position: &Chess) -> i32 {
        let mut staunton = Staunton::new(*self);
        let accumulator = staunton.refresh(position);
        staunton.evaluate(position, &accumulator)
    }

    fn terms(&self, _: &Chess) -> Vec<Term> {
        Vec::new()
    }

    fn equals(&self, other: &dyn Shared) -> bool {
        (other as &dyn Any).downcast_ref::<Self>() == Some(self)
    }
}

/// A program of EvoChess brings its search: neither the parameters of the engine's nor its table concern it.
impl Shared for Individual {
    fn searcher(&self, _: Parameters, _: usize) -> Box<dyn Search> {
        Box::new(Thinker::new(self, None))
    }

    fn score(&self, position: &Chess) -> i32 {
        Self::score(self, position)
    }

    fn terms(&self, position: &Chess) -> Vec<Term> {
        EvoChess::new(self.evaluation, None).terms(position)
    }

    fn has_own_search(&self) -> bool {
        true
    }

    fn tries(&self, position: &Chess) -> Vec<Tried> {
        Self::tries(self, position)
    }

    fn depth_program(&self) -> Option<&Program> {
        Some(&self.depth)
    }

    fn depth_path(&self, position: &Chess) -> Option<Path> {
        Self::depth_path(self, position)
    }

    fn equals(&self, other: &dyn Shared) -> bool {
        (other as &dyn Any).downcast_ref::<Self>() == Some(self)
    }
}

impl Search for Thinker {
    fn clear(&mut self) {
        self.new_game();
    }

    fn search(&mut self, root: Root<'_>, limits: &Limits, control: Control<'_>) -> Option<Report> {
        let report = self.report(root, limits, control.stop)?;
        // There is but one iteration, so whether to go on is no question.
        let _ = (control.observe)(&report);
        Some(report)
    }
}

/// A search with any evaluation.
pub trait Search: Debug + Send {
    /// Clears the tables, as before a new game.
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
