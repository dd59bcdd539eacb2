//! The engine: alpha-beta with iterative deepening, generic over evaluation, depth rule, move order and observer, each compiled in.
//!
//! What it leaves out, reduces or extends is in [`Parameters`]; with [`Parameters::PLAIN`] its score at a fixed depth is that
//! of minimax, and at depth one it chooses as the fitness does. The same position, parameters, limits and table give the
//! same moves, scores and node counts everywhere: scores are integers, and nothing here reads a clock.

mod bounds;
mod judged;
mod moves;
mod nodes;
mod quiet;
mod root;

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use shakmaty::{Chess, Move, Position};

use crate::{
    chess::key::key_after,
    evaluation::{Evaluate, MATE, MATE_BOUND},
    search::{
        MAX_PLY,
        node::{DepthRule, Experience, Extensions, MoveOrder, Observer, Unobserved},
        parameters::{PLY, Parameters},
        table::Table,
    },
};

use judged::Judged;

/// How much to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies before quiescence.
    pub depth: u32,
    /// Nodes, quiescence included. Of the depth under way when they are spent only a better move found counts.
    pub nodes: u64,
    /// How many best moves to report, each with its score.
    pub lines: usize,
    /// Stop at a mate in so many moves.
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

/// The greatest depth that is of use.
pub const DEEPEST: u32 = MAX_PLY as u32 / 2;

/// A move, what is expected to follow, and what that is worth to the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// In sixteenths of a millipawn; mates as [`MATE`] minus the plies to it.
    pub score: i32,
    /// The principal variation; never empty.
    pub moves: Vec<Move>,
}

impl Line {
    /// Moves (not plies) until mate: positive for the side to move, negative against it; `None` when no mate is seen.
    pub fn mate_in(&self) -> Option<i32> {
        let plies = MATE - self.score.abs();
        (plies < MATE - MATE_BOUND).then(|| (plies + 1) / 2 * self.score.signum())
    }
}

/// The state of a search after a completed depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The depth completed.
    pub depth: u32,
    /// The longest line looked at, in plies, quiescence included.
    pub selective_depth: u32,
    /// Best first.
    pub lines: Vec<Line>,
    /// Nodes since the search began.
    pub nodes: u64,
    /// Thousandths of the table in use.
    pub fullness: u32,
}

/// What is searched from.
#[derive(Clone, Copy, Debug)]
pub struct Root<'a> {
    /// The position.
    pub position: &'a Chess,
    /// The [`key`](crate::chess::key::key)s of the game's positions before it, oldest first.
    pub earlier: &'a [u64],
}

/// Who may end a search.
pub struct Control<'a> {
    /// Asked every thousand nodes; true ends the search.
    pub stop: &'a mut dyn FnMut() -> bool,
    /// Told of every completed depth; `Break` ends the search.
    pub observe: &'a mut dyn FnMut(&Report) -> ControlFlow<()>,
}

/// A program at the board: it remembers what it searched until it is cleared.
#[derive(Clone, Debug)]
pub struct Searcher<E, D = Extensions, O = Experience, V = Unobserved> {
    /// The judge of leaves.
    pub evaluation: E,
    /// How deep to go on at a node.
    pub depth_rule: D,
    /// Which moves to try first.
    pub order: O,
    /// Who is told of finished nodes.
    pub observer: V,
    parameters: Parameters,
    reductions: Vec<i32>,
    table: Table,
    judged: Judged,
    now: State,
}

/// The state of the search under way.
#[derive(Clone, Debug, Default)]
struct State {
    nodes: u64,
    most_nodes: u64,
    selective_depth: usize,
    root_depth: u32,
    can_stop: bool,
    stopped: bool,
    /// Keys of the game's earlier positions, then of those on the way to the current node.
    path: Vec<u64>,
    /// How many of them were played before the search.
    played: usize,
    /// Static scores on the way to the current node.
    standing: Vec<i32>,
    variations: Vec<ArrayVec<Move, MAX_PLY>>,
}

/// A node's place: the position and what is kept of it.
struct Place<'a, K> {
    position: &'a Chess,
    kept: &'a K,
    key: u64,
    in_check: bool,
    last: Option<Move>,
    before_last: Option<Move>,
}

/// The first depth is completed whatever the nodes, up to so many: where everything hangs, what there is to capture has no end.
const FIRST_DEPTH: u64 = 1 << 17;

/// A side in check has no static score.
const NONE: i32 = i32::MIN / 2;

impl<E: Evaluate> Searcher<E> {
    /// With the usual depth rule and move order and a table of so many mebibytes.
    pub fn new(evaluation: E, parameters: Parameters, mebibytes: usize) -> Self {
        Self::with(
            evaluation,
            Extensions,
            Experience::default(),
            Unobserved,
            parameters,
            mebibytes,
        )
    }
}

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer> Searcher<E, D, O, V> {
    /// Of these parts.
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
            reductions: reductions(&parameters),
            table: Table::new(mebibytes),
            judged: Judged::default(),
            now: State::default(),
        }
    }

    /// The parameters in force.
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Other parameters from now on.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.parameters = parameters;
        self.reductions = reductions(&parameters);
    }

    /// A table of another size, empty.
    pub fn resize(&mut self, mebibytes: usize) {
        self.table = Table::new(mebibytes);
    }

    /// Forgets what was searched, as before another game.
    pub fn clear(&mut self)
    where
        O: Default,
    {
        self.table.clear();
        self.order = O::default();
    }
}

// What the rooms share.
impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer> Searcher<E, D, O, V> {
    fn child(&self, place: &Place<'_, E::Kept>, m: Move) -> Child<E::Kept> {
        let mut position = place.position.clone();
        position.play_unchecked(m);
        let kept = self.evaluation.follow(place.kept, place.position, m);
        debug_assert_eq!(
            kept,
            self.evaluation.keep(&position),
            "what is kept is what would be counted"
        );
        Child {
            key: key_after(place.position, place.key, m, &position),
            in_check: position.is_check(),
            kept,
            position,
        }
    }

    /// What the evaluation says of a position.
    fn judge(&mut self, place: &Place<'_, E::Kept>) -> i32 {
        let Self {
            evaluation, judged, ..
        } = self;
        judged.remember(place.key, || {
            evaluation.evaluate(place.position, place.kept)
        })
    }

    fn extend_variation(&mut self, ply: usize, m: Move) {
        let (front, back) = self.now.variations.split_at_mut(ply + 1);
        let line = &mut front[ply];
        line.clear();
        line.push(m);
        if let Some(rest) = back.first() {
            line.extend(rest.iter().copied().take(MAX_PLY - 1));
        }
    }

    /// By repetition, the fifty-move rule or lack of material. A position that occurs again on the way is a draw; one of the game
    /// when it would occur for the third time.
    fn is_draw(&self, place: &Place<'_, E::Kept>) -> bool {
        let position = place.position;
        let since = position.halfmoves() as usize;
        if since >= 100 && !position.is_checkmate() || position.is_insufficient_material() {
            return true;
        }
        let path = &self.now.path;
        let mut times = 0;
        for (at, key) in path.iter().enumerate().rev().take(since) {
            if *key == place.key {
                times += 1;
                if at >= self.now.played || times == 2 {
                    return true;
                }
            }
        }
        false
    }

    fn count(&mut self, stop: &mut dyn FnMut() -> bool) {
        let now = &mut self.now;
        // What is still asked on the way back from a stop is no search.
        if now.stopped {
            return;
        }
        now.nodes += 1;
        let may_end = now.can_stop || now.nodes >= FIRST_DEPTH;
        let spent = may_end && now.nodes >= now.most_nodes;
        now.stopped = spent || now.nodes.is_multiple_of(1024) && stop();
    }
}

/// The position after a move and what is kept of it.
struct Child<K> {
    position: Chess,
    kept: K,
    key: u64,
    in_check: bool,
}

impl<K> Child<K> {
    fn place(&self, parent: &Place<'_, K>, m: Move) -> Place<'_, K> {
        Place {
            position: &self.position,
            kept: &self.kept,
            key: self.key,
            in_check: self.in_check,
            last: Some(m),
            before_last: parent.last,
        }
    }
}

/// Reductions in quarter plies, by depth in plies and number of the move, 64 each.
fn reductions(parameters: &Parameters) -> Vec<i32> {
    let base = f64::from(parameters.late_move_base);
    let divisor = f64::from(parameters.late_move_divisor.max(1));
    let reduction = |plies: i32, number: i32| {
        let product = libm::log(f64::from(plies.max(1))) * libm::log(f64::from(number.max(1)));
        ((base / 100.0 + product * 100.0 / divisor) * f64::from(PLY)) as i32
    };
    (0..64 * 64).map(|at| reduction(at / 64, at % 64)).collect()
}
