//! The engine: principal variation search with iterative deepening, generic over evaluation, depth rule, move order and
//! observer, so that each combination is compiled on its own.
//!
//! [`Parameters`] decide on all pruning, reductions and extensions. With [`Parameters::PLAIN`] there are none: the score at a
//! fixed depth is that of minimax, and the choice at depth one is that of the fitness function. The same position, parameters,
//! limits and table give the same moves, scores and node counts everywhere: scores are integers, and nothing here reads a
//! clock.

mod bounds;
mod corrections;
mod eval_cache;
mod move_picker;
mod move_pruning;
mod moves;
mod node_pruning;
mod nodes;
mod null_move;
mod qsearch;
mod reductions;
mod root;
mod singular;
mod static_evals;

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use shakmaty::{Chess, Move, Position};

use crate::{
    chess::key::{complete, key, key_of_men_after},
    evaluation::{Evaluate, MATE, MATE_BOUND},
    search::{
        MAX_PLY,
        decided::is_draw,
        node::{DepthRule, Extensions, HistoryTables, MoveOrder, Observer, Unobserved},
        parameters::Parameters,
        table::Table,
    },
};

use corrections::Corrections;
use eval_cache::EvalCache;

/// How much to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies before quiescence.
    pub depth: u32,
    /// Nodes, quiescence included. When they run out during an iteration, the best move that it completed above its window's lower end, or
    /// else one that failed high, takes the place of the last iteration's.
    pub nodes: u64,
    /// How many best moves to report, each with its score and variation (UCI's MultiPV).
    pub lines: usize,
    /// Stop when a mate in this many moves is found.
    pub mate: Option<u32>,
    /// The only root moves to consider; empty means all.
    pub moves: Vec<Move>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: DEEPEST,
            nodes: u64::MAX,
            lines: 1,
            mate: None,
            moves: Vec::new(),
        }
    }
}

/// The greatest useful depth: extensions and quiescence need the other half of [`MAX_PLY`].
pub const DEEPEST: u32 = MAX_PLY as u32 / 2;

/// A variation (a move and the expected continuation) with its score for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvLine {
    /// In sixteenths of a millipawn; a mate scores [`MATE`] minus the plies to it.
    pub score: i32,
    /// Whether the score is only a lower bound: the search was stopped before it found out how much better than expected the move is.
    pub is_lower_bound: bool,
    /// The principal variation; never empty.
    pub moves: Vec<Move>,
}

impl PvLine {
    /// Moves (not plies) until mate: positive for the side to move, negative against it; `None` when no mate is seen.
    pub fn mate_in(&self) -> Option<i32> {
        let plies = MATE - self.score.abs();
        (plies < MATE - MATE_BOUND).then(|| (plies + 1) / 2 * self.score.signum())
    }
}

/// The result of a completed iteration; of a stopped search, with the best line of the one that was not completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The depth completed.
    pub depth: u32,
    /// The longest variation searched, in plies, quiescence included (UCI's seldepth).
    pub selective_depth: u32,
    /// Best first.
    pub lines: Vec<PvLine>,
    /// Nodes since the start of the search.
    pub nodes: u64,
    /// How full the table is, in thousandths (UCI's hashfull).
    pub fullness: u32,
}

/// The root of a search.
#[derive(Clone, Copy, Debug)]
pub struct Root<'a> {
    /// The position.
    pub position: &'a Chess,
    /// The [`key`](crate::chess::key::key)s of the game's earlier positions, oldest first, to detect repetitions.
    pub earlier: &'a [u64],
}

/// Callbacks of a search, which may end it.
pub struct Control<'a> {
    /// Called every 1024 nodes; true ends the search.
    pub stop: &'a mut dyn FnMut() -> bool,
    /// Called after every completed iteration; `Break` ends the search.
    pub observe: &'a mut dyn FnMut(&Report) -> ControlFlow<()>,
}

/// The search with its transposition table and histories, which it keeps from search to search until it is cleared.
#[derive(Clone, Debug)]
pub struct Searcher<E, D = Extensions, O = HistoryTables, V = Unobserved> {
    /// Evaluates the leaves.
    pub evaluation: E,
    /// Decides on extensions.
    pub depth_rule: D,
    /// Orders the moves.
    pub order: O,
    /// Is notified of finished nodes.
    pub observer: V,
    parameters: Parameters,
    /// Late move reductions, see [`reductions::table`].
    reductions: Vec<i32>,
    table: Table,
    eval_cache: EvalCache,
    corrections: Corrections,
    now: SearchState,
}

/// The state of the search under way.
#[derive(Clone, Debug, Default)]
struct SearchState {
    nodes: u64,
    most_nodes: u64,
    selective_depth: usize,
    root_depth: u32,
    /// The first iteration is complete, so that there is a move to play.
    can_stop: bool,
    stopped: bool,
    /// Keys of the game's earlier positions, then of those on the path from the root to the current node.
    path: Vec<u64>,
    /// How many of them belong to the game.
    played: usize,
    /// Where on the path the positions since the last null move begin. What comes before cannot be repeated by real moves.
    since_null: usize,
    /// How many legal moves the root has.
    root_moves: usize,
    /// Static evaluations on the path to the current node, by ply; [`NO_EVAL`] in check.
    static_evals: Vec<i32>,
    /// The principal variation from each ply on (a triangular table).
    variations: Vec<ArrayVec<Move, MAX_PLY>>,
}

/// The position of a node with everything that is updated incrementally along the path.
struct NodeState<'a, K, S> {
    position: &'a Chess,
    accumulator: &'a K,
    /// What the depth rule keeps, as the node begins with it.
    rule: S,
    key: u64,
    in_check: bool,
    /// The move that led here.
    last: Option<Move>,
    /// The move before that.
    before_last: Option<Move>,
    /// A move that is not searched, to find out how much the others are worth.
    excluded: Option<Move>,
}

impl<'a, K, S> NodeState<'a, K, S> {
    /// The node that a search begins with.
    fn of_root(position: &'a Chess, accumulator: &'a K, rule: S) -> Self {
        Self {
            position,
            accumulator,
            rule,
            key: key(position),
            in_check: position.is_check(),
            last: None,
            before_last: None,
            excluded: None,
        }
    }
}

/// The first iteration is completed whatever the limit of nodes, up to this many: in a position full of hanging pieces,
/// quiescence alone could run for ever.
pub(super) const FIRST_DEPTH: u64 = 1 << 17;

/// Stands for the static evaluation of a side in check, which has none: the position is not quiet.
const NO_EVAL: i32 = i32::MIN / 2;

impl<E: Evaluate> Searcher<E> {
    /// A searcher with the standard extensions and move ordering, and a table of this size.
    pub fn new(evaluation: E, parameters: Parameters, mebibytes: usize) -> Self {
        Self::with(
            evaluation,
            Extensions,
            HistoryTables::default(),
            Unobserved,
            parameters,
            mebibytes,
        )
    }
}

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer<E::Accumulator>> Searcher<E, D, O, V> {
    /// A searcher made of these parts.
    pub fn with(
        evaluation: E,
        depth_rule: D,
        order: O,
        observer: V,
        parameters: Parameters,
        mebibytes: usize,
    ) -> Self {
        Self {
            evaluation,
            depth_rule,
            order,
            observer,
            parameters,
            reductions: reductions::table(&parameters),
            table: Table::new(mebibytes),
            eval_cache: EvalCache::default(),
            corrections: Corrections::default(),
            now: SearchState::default(),
        }
    }

    /// The current parameters.
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Replaces the parameters.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.parameters = parameters;
        self.reductions = reductions::table(&parameters);
    }

    /// Clears the table, the evaluation cache and the histories, as before a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.eval_cache.clear();
        self.order.clear();
        self.corrections.clear();
    }
}

// Shared by the submodules.
impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer<E::Accumulator>> Searcher<E, D, O, V> {
    fn child(
        &self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        m: Move,
    ) -> Child<E::Accumulator> {
        // The table is larger than any cache: its memory is on the way while the move is made.
        let key = key_of_men_after(state.position, state.key, m);
        self.table.prefetch(key);
        let mut position = state.position.clone();
        position.play_unchecked(m);
        let accumulator = self.evaluation.update(state.accumulator, state.position, m);
        debug_assert_eq!(
            accumulator,
            self.evaluation.refresh(&position),
            "the updated accumulator equals a refreshed one"
        );
        Child {
            key: complete(state.position, key, &position),
            in_check: position.is_check(),
            accumulator,
            position,
        }
    }

    /// The static evaluation of a position, through the cache, with its corrections.
    fn evaluate(&mut self, state: &NodeState<'_, E::Accumulator, D::State>) -> i32 {
        // First, so that their memory is on its way while the position is evaluated.
        let correction = if self.corrects() {
            let (pawns, pieces) = self.corrections.of(state.position);
            let p = &self.parameters;
            (pawns * p.pawn_correction + pieces * p.piece_correction) / 100
        } else {
            0
        };
        let Self {
            evaluation,
            eval_cache,
            ..
        } = self;
        let score = eval_cache.get_or_insert_with(state.key, || {
            evaluation.evaluate(state.position, state.accumulator)
        });
        score + correction
    }

    const fn corrects(&self) -> bool {
        self.parameters.pawn_correction + self.parameters.piece_correction > 0
    }

    /// Makes `m`, followed by the principal variation of the next ply, that of this ply.
    fn extend_variation(&mut self, ply: usize, m: Move) {
        let (front, back) = self.now.variations.split_at_mut(ply + 1);
        let line = &mut front[ply];
        line.clear();
        line.push(m);
        if let Some(rest) = back.first() {
            line.extend(rest.iter().copied().take(MAX_PLY - 1));
        }
    }

    fn is_draw(&self, state: &NodeState<'_, E::Accumulator, D::State>) -> bool {
        let since = self.now.since_null;
        is_draw(
            state.position,
            || state.key,
            &self.now.path[since..],
            self.now.played.saturating_sub(since),
        )
    }

    /// Counts a node, and checks the limits.
    fn count(&mut self, stop: &mut dyn FnMut() -> bool) {
        let now = &mut self.now;
        // While the recursion unwinds after a stop, nothing is searched any more.
        if now.stopped {
            return;
        }
        now.nodes += 1;
        let may_end = now.can_stop || now.nodes >= FIRST_DEPTH;
        let spent = may_end && now.nodes >= now.most_nodes;
        now.stopped = spent || now.nodes.is_multiple_of(1024) && stop();
    }
}

/// Owns the position after a move and its accumulator.
struct Child<K> {
    position: Chess,
    accumulator: K,
    key: u64,
    in_check: bool,
}

impl<K> Child<K> {
    /// The node after `m`, whose depth rule goes on from `rule`.
    fn state<S>(&self, parent: &NodeState<'_, K, S>, m: Move, rule: S) -> NodeState<'_, K, S> {
        NodeState {
            position: &self.position,
            accumulator: &self.accumulator,
            rule,
            key: self.key,
            in_check: self.in_check,
            last: Some(m),
            before_last: parent.last,
            excluded: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chess::game::read_fen, evaluation::staunton::Staunton};

    #[test]
    fn nothing_is_repeated_by_way_of_a_null_move() {
        let position = read_fen("7k/8/8/8/8/8/R7/K7 w - - 8 10").expect("a position");
        let mut searcher = Searcher::new(Staunton::default(), Parameters::DEFAULT, 1);
        let accumulator = searcher.evaluation.refresh(&position);
        let state = NodeState::of_root(&position, &accumulator, ());
        searcher.now.path = vec![key(&position), 1, 2, 3];
        for (since_null, is_draw) in [(0, true), (1, false), (2, false), (4, false)] {
            searcher.now.since_null = since_null;
            assert_eq!(searcher.is_draw(&state), is_draw, "{since_null}");
        }
        searcher.now.played = 4;
        searcher.now.since_null = 0;
        assert!(!searcher.is_draw(&state), "once in the game");
    }
}
