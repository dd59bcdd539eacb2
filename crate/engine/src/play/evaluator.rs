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
        opponent::{self, Opponent},
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

    /// EvoChess's fixed-depth opponent that looks so many plies ahead, with its search.
    pub fn fixed_depth(plies: u32) -> Self {
        Self(Arc::new(Opponent { plies }))
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

/// A fixed-depth opponent brings its search. Its depth is its only limit.
impl Shared for Opponent {
    fn searcher(&self, _: Parameters, _: usize) -> Box<dyn Search> {
        Box::new(self.thinker())
    }

    fn score(&self, position: &Chess) -> i32 {
        Self::score(position)
    }

    fn terms(&self, position: &Chess) -> Vec<Term> {
        Self::terms(position)
    }

    fn has_own_search(&self) -> bool {
        true
    }

    fn equals(&self, other: &dyn Shared) -> bool {
        (other as &dyn Any).downcast_ref::<Self>() == Some(self)
    }
}

impl Search for opponent::Thinker {
    /// It remembers nothing from search to search.
    fn clear(&mut self) {}

    fn search(&mut self, root: Root<'_>, _: &Limits, control: Control<'_>) -> Option<Report> {
        self.report(root, control)
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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use shakmaty::Position as _;

    use super::*;
    use crate::{
        chess::game::Game,
        play::contest::mover::{Budget, Choice, FixedDepth, Mover as _, Time},
    };

    /// A position of a game, with its past.
    fn after(moves: &str) -> Game {
        let mut game = Game::from_position(Chess::default());
        for text in moves.split(' ').filter(|text| !text.is_empty()) {
            game.play_text(text).expect("a legal move");
        }
        game
    }

    const POSITIONS: [&str; 4] = [
        "",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
        "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6",
        "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6",
    ];

    fn chosen(game: &Game, plies: u32, limits: &Limits) -> (Report, Vec<u32>) {
        let root = Root {
            position: game.position(),
            earlier: game.earlier_keys(),
        };
        let mut depths = Vec::new();
        let control = Control {
            stop: &mut || false,
            observe: &mut |report| {
                depths.push(report.depth);
                ControlFlow::Continue(())
            },
        };
        let mut search = Evaluator::fixed_depth(plies).searcher(Parameters::DEFAULT, 1);
        let report = search
            .search(root, limits, control)
            .expect("there is a move");
        (report, depths)
    }

    #[test]
    fn a_fixed_depth_opponent_searches_as_in_a_contest_whatever_the_limits() {
        let limits = Limits {
            nodes: 1,
            depth: 1,
            lines: 3,
            ..Limits::default()
        };
        for (plies, moves) in (1..=4).flat_map(|plies| POSITIONS.map(|moves| (plies, moves))) {
            let game = after(moves);
            let (report, depths) = chosen(&game, plies, &limits);
            let mut budget = Budget {
                nodes: 1,
                time: Time::Free,
                now: &mut || 0,
            };
            let mut opponent = FixedDepth::new(plies);
            opponent.new_game(7).expect("it can play");
            let expected = opponent.choose(&game, &mut budget);
            assert_eq!(expected, Ok(Choice::of(&report)), "{plies} plies: {moves}");
            assert_eq!(depths, (1..=plies).collect::<Vec<_>>());
            let mut position = game.position().clone();
            for m in &report.lines[0].moves {
                assert!(position.is_legal(*m), "{m} in {moves}");
                position.play_unchecked(*m);
            }
        }
    }

    #[test]
    fn a_search_of_fixed_depth_can_be_ended() {
        let game = after(POSITIONS[1]);
        let root = Root {
            position: game.position(),
            earlier: game.earlier_keys(),
        };
        let mut search = Evaluator::fixed_depth(7).searcher(Parameters::DEFAULT, 1);
        let control = Control {
            stop: &mut || true,
            observe: &mut |_| ControlFlow::Continue(()),
        };
        let report = search.search(root, &Limits::default(), control);
        assert!(report.is_some_and(|report| report.depth < 7));
        let control = Control {
            stop: &mut || false,
            observe: &mut |_| ControlFlow::Break(()),
        };
        let report = search.search(root, &Limits::default(), control);
        assert_eq!(report.map(|report| report.depth), Some(1));
    }

    #[test]
    fn opponents_are_equal_where_they_look_equally_far() {
        assert_eq!(Evaluator::fixed_depth(3), Evaluator::fixed_depth(3));
        assert_ne!(Evaluator::fixed_depth(3), Evaluator::fixed_depth(4));
        let (position, opponent) = (Chess::default(), Evaluator::fixed_depth(3));
        let sum: i32 = opponent
            .terms(&position)
            .iter()
            .map(|term| term.score)
            .sum();
        assert_eq!(sum, opponent.score(&position));
        assert!(opponent.has_own_search());
    }
}
