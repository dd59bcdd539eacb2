//! A player that learns from its own searches while it plays. It may have both sides of a game.

use std::{cell::RefCell, rc::Rc};

use millipawn_engine::{
    chess::{game::Game, key::key},
    evaluation::{
        MATE_BOUND, UNITS_PER_MILLIPAWN,
        meep::{Features, Meep, Weights},
    },
    play::contest::mover::{Budget, Choice, Mover, Trouble, think},
    search::{
        minimax::Minimax,
        node::{Extensions, HistoryTables},
        parameters::{PLY, Parameters},
        tree::{Control, Limits, Report, Root, Searcher},
    },
};
use shakmaty::{Chess, Color, Move, Position};

use super::{
    gradient::Tally,
    optimizer::{Memory, Optimizer},
    rules::{self, Method, root_strap, td_leaf, td_root, tree_strap, tree_strap_minimax},
    step::{Learner, Precise, Steps},
    temporal::{Chain, Judged},
    tree::Tree,
};

/// The search of the paper while it learns: alpha-beta with a table, and check extensions. It has no margins, for they are in
/// centipawns, and no pruning by static exchange: hand-set values decide nothing but the order of captures.
pub const LEARNING: Parameters = Parameters {
    table: 1,
    extend_check: PLY,
    ..Parameters::PLAIN
};

/// Mebibytes of its table, which is cleared before each search.
pub const HASH: usize = 1;

/// How a player learns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// What is learned from.
    pub method: Method,
    /// How steps are taken.
    pub steps: Steps,
    /// The scale by which scores are squashed, in pawns; 0: they are not.
    pub squash: f64,
    /// The decay of [`Method::TdLeaf`] and [`Method::TdRoot`].
    pub lambda: f64,
}

impl Rule {
    /// The difference that is learned by one of scores.
    fn squashed(self, own: i32, difference: i32) -> i32 {
        if self.squash > 0.0 {
            let scale = self.squash * f64::from(1000 * UNITS_PER_MILLIPAWN);
            rules::squashed(own, difference, scale)
        } else {
            difference
        }
    }
}

/// The search of a method.
#[derive(Debug)]
pub(super) enum Search {
    AlphaBeta(Box<Searcher<Meep, Extensions, HistoryTables, Tree>>),
    Minimax(Box<Minimax<Meep, Tree>>),
}

impl Search {
    pub(super) fn new(method: Method, weights: &Weights) -> Self {
        let meep = Meep::new(weights.clone());
        let tree = match method {
            Method::TreeStrap | Method::TreeStrapMinimax => Tree::new(weights.clone()),
            Method::RootStrap | Method::TdRoot | Method::TdLeaf => Tree::of_root(weights.clone()),
        };
        match method {
            Method::TreeStrapMinimax => Self::Minimax(Box::new(Minimax::new(meep, tree))),
            _ => Self::AlphaBeta(Box::new(Searcher::with(
                meep,
                Extensions,
                HistoryTables::default(),
                tree,
                LEARNING,
                HASH,
            ))),
        }
    }

    /// Searches with these weights and nothing that is left of earlier searches.
    pub(super) fn search(
        &mut self,
        weights: &Weights,
        root: Root<'_>,
        limits: &Limits,
        control: Control<'_>,
    ) -> Option<Report> {
        let meep = Meep::new(weights.clone());
        match self {
            Self::AlphaBeta(searcher) => {
                searcher.evaluation = meep;
                searcher.observer.clear(weights.clone());
                searcher.clear();
                searcher.search(root, limits, control)
            }
            Self::Minimax(minimax) => {
                minimax.evaluation = meep;
                minimax.observer.clear(weights.clone());
                minimax.search(root, limits, control)
            }
        }
    }

    pub(super) fn tree(&self) -> &Tree {
        match self {
            Self::AlphaBeta(searcher) => &searcher.observer,
            Self::Minimax(minimax) => &minimax.observer,
        }
    }
}

/// The player, and what became of it.
#[derive(Debug)]
pub struct LearningPlayer {
    rule: Rule,
    learner: Learner,
    weights: Weights,
    search: Search,
    /// What was learned from before this game.
    before: Tally,
    tally: Tally,
    chains: [Chain; 2],
    has_diverged: bool,
}

/// What a game taught.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// How far the weights are from those it began with, in units of 2^-32 sixteenths of a millipawn.
    pub changes: Vec<i64>,
    /// What the optimizer knows after it.
    pub memory: Memory,
    /// What was learned from.
    pub tally: Tally,
    /// Whether a weight would have become larger than any that plays: nothing was learned from there on.
    pub has_diverged: bool,
}

impl Lesson {
    /// Whether it is one for these weights and this optimizer.
    pub fn fits(&self, optimizer: Optimizer, weights: &Precise) -> bool {
        let number = weights.as_slice().len();
        self.changes.len() == number && self.memory.is_of(optimizer, number)
    }
}

impl LearningPlayer {
    /// With these weights, and what the optimizer knows of them. The size of steps follows from what was learned from `before`, too.
    pub fn new(weights: &Precise, memory: Memory, rule: Rule, before: Tally) -> Self {
        let learner = Learner::new(weights, rule.steps, memory);
        let playing = learner.weights();
        let number = playing.as_slice().len();
        Self {
            search: Search::new(rule.method, &playing),
            rule,
            learner,
            weights: playing,
            before,
            tally: Tally::default(),
            chains: [(); 2].map(|()| Chain::new(rule.lambda, number)),
            has_diverged: false,
        }
    }

    /// What it learned since it had the weights `since`.
    pub fn lesson(&self, since: &Precise) -> Lesson {
        Lesson {
            changes: self.learner.changes(since),
            memory: self.learner.memory().clone(),
            tally: self.tally,
            has_diverged: self.has_diverged,
        }
    }

    /// The game is over: those who learn from their next position learn from its end.
    pub fn end(&mut self, white_half_points: u32) {
        if !self.rule.method.is_temporal() {
            return;
        }
        for color in Color::ALL {
            let own = color.fold_wb(white_half_points, 2 - white_half_points);
            let value = rules::MATE_TARGET * (own as i32 - 1);
            self.learn_temporal(color, value, None);
        }
    }

    fn choose(&mut self, game: &Game, budget: &mut Budget<'_>) -> Option<Choice> {
        let Self {
            search, weights, ..
        } = self;
        let nodes = budget.nodes;
        let report = think(game, nodes, budget, |root, limits, control| {
            search.search(weights, root, limits, control)
        })?;
        // A first ply that was not completed has no score.
        if report.depth > 0 {
            self.learn(game.position(), &report);
        }
        Some(Choice::of(&report))
    }

    fn learn(&mut self, position: &Chess, report: &Report) {
        let line = &report.lines[0];
        let tree = self.search.tree();
        let rule = self.rule;
        let gradient = match self.rule.method {
            Method::TreeStrap => {
                tree.lessons(|score, bound, own| rule.squashed(own, tree_strap(score, bound, own)))
            }
            Method::TreeStrapMinimax => {
                tree.lessons(|score, _, own| rule.squashed(own, tree_strap_minimax(score, own)))
            }
            Method::RootStrap => tree.lesson_of_root(key(position), |own| {
                rule.squashed(own, root_strap(line.score, own))
            }),
            Method::TdRoot | Method::TdLeaf => {
                let judged = match self.rule.method {
                    Method::TdRoot => Some(Judged::new(self.features(position), true)),
                    _ => self.leaf(position, line.score, &line.moves),
                };
                self.learn_temporal(position.turn(), line.score, judged);
                return;
            }
        };
        self.step(gradient.floats(), gradient.tally);
    }

    /// A side's position, or the end of its game, is worth `value`: that is what it learns from. Then it goes on to what is judged now.
    fn learn_temporal(&mut self, color: Color, value: i32, now: Option<Judged>) {
        let squashed = |own, difference| self.rule.squashed(own, difference);
        let rule = match self.rule.method {
            Method::TdRoot => td_root,
            _ => td_leaf,
        };
        let chain = &mut self.chains[color.fold_wb(0, 1)];
        let lesson = chain.lesson(&self.weights, |own| squashed(own, rule(value, own)));
        chain.go_on(now);
        if let Some((sums, tally)) = lesson {
            self.step(sums.into_iter(), tally);
        }
    }

    /// The position that the score of a search comes from; `None` where that is a mate, a draw or an entry of the table.
    fn leaf(&self, position: &Chess, score: i32, moves: &[Move]) -> Option<Judged> {
        let mut leaf = position.clone();
        for m in moves {
            leaf.play_unchecked(*m);
        }
        let judged = Judged::new(self.features(&leaf), leaf.turn() == position.turn());
        let is_own = score.abs() < MATE_BOUND && judged.score(&self.weights) == score;
        is_own.then_some(judged)
    }

    fn features(&self, position: &Chess) -> Features {
        Features::known_to(&self.weights, position)
    }

    fn step(&mut self, sums: impl Iterator<Item = f64>, tally: Tally) {
        if self.has_diverged {
            return;
        }
        self.tally += Tally {
            searches: 1,
            ..tally
        };
        let mut seen = self.before;
        seen += self.tally;
        match self.learner.step(sums, &seen) {
            Some(()) => self.weights = self.learner.weights(),
            None => self.has_diverged = true,
        }
    }
}

/// One side of a game, or both.
#[derive(Clone, Debug)]
pub struct Seat(pub Rc<RefCell<LearningPlayer>>);

impl Mover for Seat {
    fn new_game(&mut self, _: u64) -> Result<(), Trouble> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, budget: &mut Budget<'_>) -> Result<Choice, Trouble> {
        let choice = self.0.borrow_mut().choose(game, budget);
        choice.ok_or_else(|| Trouble::Illegal("there is no legal move".to_owned()))
    }
}
