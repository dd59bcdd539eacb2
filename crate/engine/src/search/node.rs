//! The pluggable parts of the search: what they see of a node, and the two standard ones, extensions and move ordering.

use shakmaty::{Chess, Color, Move, Position, Role, Square};

use crate::search::{exchange, parameters::Parameters, quiescence, table::Bound};

/// A node under search.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// The position.
    pub position: &'a Chess,
    /// Plies from the root.
    pub ply: usize,
    /// Remaining depth in quarter plies.
    pub depth: i32,
    /// The lower bound of the window: the score the side to move is already sure of.
    pub alpha: i32,
    /// The upper bound of the window: with this score or more the opponent avoids the node.
    pub beta: i32,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The move that led here; `None` at the root and after a null move.
    pub last: Option<Move>,
    /// The move before that.
    pub before_last: Option<Move>,
}

/// Decides how deep nodes are searched.
///
/// It may extend a node by a ply at most, each time that it is asked, and shorten it by any amount: a node with less than a ply left
/// when it is entered is left to quiescence, and one whose moves are generated keeps a ply. Beyond twice the depth of the iteration it is not asked any more.
pub trait DepthRule {
    /// What it keeps along the path from the root to a node; `()` for nothing. Each child begins with what its parent has.
    type State: Copy;

    /// A new search begins; the state of its root.
    fn new_search(&mut self, root: &Chess) -> Self::State;

    /// Quarter plies to extend a node by, before its moves are generated; `state` comes from its parent. `nodes_left` is how many nodes
    /// the search may still visit, this one included.
    fn enter(
        &mut self,
        state: &mut Self::State,
        node: &Node<'_>,
        nodes_left: u64,
        parameters: &Parameters,
    ) -> i32;

    /// Quarter plies to extend a node by, once its moves are generated and the null move was tried.
    fn inside(
        &mut self,
        state: &mut Self::State,
        moves: usize,
        mate_threat: bool,
        parameters: &Parameters,
    ) -> i32;
}

/// The greatest ordering score.
pub const MOST_SCORE: i32 = 1 << 21;

/// Decides the order of moves.
pub trait MoveOrder {
    /// Captures and promotions with at least this score come before every quiet move. While such moves are left, quiet moves
    /// need not be scored. The default says that there are none.
    const ABOVE_QUIET: i32 = i32::MAX;

    /// A new search begins.
    fn new_search(&mut self);

    /// Forgets all that was learned, as before a new game.
    fn clear(&mut self);

    /// The ordering score of a move: moves with higher scores are searched first, equal ones in the generator's order. The
    /// move of the transposition table always comes first. No score is farther from zero than [`MOST_SCORE`].
    fn score_move(&self, node: &Node<'_>, m: Move) -> i32;

    /// The score of a capture with at least [`ABOVE_QUIET`](Self::ABOVE_QUIET) that should come after the quiet moves after all. It is
    /// asked only when it is that capture's turn, which is seldom: so that is the place for what takes long to find out.
    fn postponed(&self, node: &Node<'_>, m: Move) -> Option<i32> {
        let _ = (node, m);
        None
    }

    /// The score of a move with all that there is to find out, for those who need every move's.
    fn settled_score(&self, node: &Node<'_>, m: Move) -> i32 {
        let score = self.score_move(node, m);
        let later = (score >= Self::ABOVE_QUIET).then(|| self.postponed(node, m));
        later.flatten().unwrap_or(score)
    }

    /// By how many quarter plies a late move reduction shrinks (or grows, when negative) for a quiet move with this score.
    fn history_reduction(&self, score: i32) -> i32 {
        let _ = score;
        0
    }

    /// The last of `tried`, the moves searched in this order, caused a beta cut-off.
    fn on_cutoff(&mut self, node: &Node<'_>, tried: &[Move]);
}

/// How the score of a node was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// By a search of its moves; also where there are none, by mate or stalemate.
    Search,
    /// By its static evaluation or quiescence, without a search: reverse futility pruning and razoring.
    Static,
    /// By passing: null-move pruning.
    NullMove,
    /// By passing, confirmed by a verification search.
    Verification,
    /// By reduced searches of some of its moves: multi-cut pruning, or a singular search in which another move is above beta too.
    MultiCut,
}

/// A finished node.
#[derive(Debug)]
pub struct Finished<'a, K> {
    /// The node. Its depth is the one at which its score was found: after extensions and internal iterative reduction.
    pub node: Node<'a>,
    /// The [`key`](crate::chess::key::key) of its position.
    pub key: u64,
    /// The evaluation's accumulator for its position.
    pub accumulator: &'a K,
    /// Its score for the side to move, in sixteenths of a millipawn.
    pub score: i32,
    /// Whether that is its value, or a bound on it (fail-soft): it is exact inside the window of the node.
    pub bound: Bound,
    /// How it was found.
    pub source: Source,
}

/// Is notified of every finished node of the main search: not of quiescence, nor of nodes that draws, the distance to a mate or the
/// transposition table decide at once. `K` is the accumulator of the evaluation.
///
/// Children come before their parent. A node with a verification search comes twice, at different depths. The root comes once a
/// window, unless only some of its moves are searched. Once a search is stopped, no node is finished any more.
pub trait Observer<K> {
    /// A node is finished.
    fn finished(&mut self, finished: &Finished<'_, K>);
}

/// Observes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl<K> Observer<K> for Unobserved {
    #[inline(always)]
    fn finished(&mut self, _: &Finished<'_, K>) {}
}

/// The extensions of the parameter table (David et al. 2014): forcing moves are searched deeper, so that the horizon does not
/// fall in the middle of a forced sequence.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extensions;

impl DepthRule for Extensions {
    type State = ();

    fn new_search(&mut self, _: &Chess) {}

    fn enter(&mut self, (): &mut (), node: &Node<'_>, _: u64, parameters: &Parameters) -> i32 {
        let mut more = 0;
        // A check forces the reply: without an extension, checks could push a loss beyond the horizon.
        if node.in_check {
            more += parameters.extend_check;
        }
        if let Some(last) = node.last {
            // A recapture is all but forced, and the material balance is not settled before it.
            let retaken = |before: Move| before.is_capture() && before.to() == last.to();
            if parameters.extend_recapture != 0
                && last.is_capture()
                && node.before_last.is_some_and(retaken)
            {
                more += parameters.extend_recapture;
            }
            // A pawn on the seventh threatens to promote, which a search of a ply less would miss.
            if parameters.extend_passed_pawn != 0 && is_pawn_to_the_seventh(node.position, last) {
                more += parameters.extend_passed_pawn;
            }
        }
        more
    }

    fn inside(
        &mut self,
        (): &mut (),
        moves: usize,
        mate_threat: bool,
        parameters: &Parameters,
    ) -> i32 {
        let mut more = 0;
        // A single legal reply adds no width to the tree, so following it deeper is cheap.
        if moves == 1 {
            more += parameters.extend_one_reply;
        }
        // The null move was refuted by a mate: the side to move must parry, and the parry needs depth to be seen through.
        if mate_threat {
            more += parameters.extend_mate_threat;
        }
        more
    }
}

/// Whether `m` moved a pawn to the seventh rank, where every pawn is a passed one; `position` is the position after it.
fn is_pawn_to_the_seventh(position: &Chess, m: Move) -> bool {
    let rank = (!position.turn())
        .fold_wb(m.to(), m.to().flip_vertical())
        .rank();
    m.role() == Role::Pawn && rank == shakmaty::Rank::Seventh
}

const HISTORY_LIMIT: i32 = 1 << 14;
const GOOD_CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 19;
const MAX_PLY: usize = super::MAX_PLY;

/// Move ordering from statistics of earlier cut-offs. Captures come by victim, aggressor and capture history, those that lose
/// material by static exchange last of all; then the killer moves; then quiet moves by butterfly history and continuation
/// history (the reply to the last move).
#[derive(Clone, Debug)]
pub struct HistoryTables {
    /// Two quiet moves per ply that caused a cut-off there, as [`quiet_code`]. Sibling nodes often share their refutation.
    killers: Vec<[u16; 2]>,
    /// Butterfly history: by colour, from, to.
    quiet: Vec<i16>,
    /// Continuation history: by colour, role and square of the last move, role and square of this one.
    continuation: Vec<i16>,
    /// Capture history: by colour, role and square of the aggressor, role of the victim.
    captures: Vec<i16>,
}

impl Default for HistoryTables {
    fn default() -> Self {
        Self {
            killers: vec![[NO_MOVE; 2]; MAX_PLY],
            quiet: vec![0; 2 * 64 * 64],
            continuation: vec![0; 2 * 6 * 64 * 6 * 64],
            captures: vec![0; 2 * 6 * 64 * 6],
        }
    }
}

impl HistoryTables {
    /// The score of a move that neither captures nor promotes.
    #[inline(always)]
    fn score_quiet(&self, node: &Node<'_>, role: Role, from: Square, to: Square) -> i32 {
        let side = node.position.turn();
        let squares = from_to(from, to);
        let code = quiet_code(role, squares);
        let [first, second] = self.killers[node.ply.min(MAX_PLY - 1)];
        if first == code {
            return KILLER + 1;
        }
        if second == code {
            return KILLER;
        }
        let butterfly = i32::from(self.quiet[quiet_index(side, squares)]);
        let continuation = node.last.map_or(0, |last| {
            i32::from(self.continuation[continuation_index(side, last, role, to)])
        });
        butterfly + continuation
    }

    /// The score of a capture or promotion.
    fn score_noisy(&self, node: &Node<'_>, m: Move) -> i32 {
        let Some(victim) = m.capture() else {
            // An underpromotion is better than a queen only by way of exception: it is tried last.
            return if m.promotion() == Some(Role::Queen) {
                GOOD_CAPTURE
            } else {
                -GOOD_CAPTURE
            };
        };
        let history = i32::from(self.captures[capture_index(node.position.turn(), m, victim)]) / 64;
        GOOD_CAPTURE + 1024 * quiescence::guess(m) + 64 * history
    }

    fn update(&mut self, node: &Node<'_>, m: Move, change: i32) {
        let side = node.position.turn();
        if let Some(victim) = m.capture() {
            return apply_gravity(&mut self.captures[capture_index(side, m, victim)], change);
        }
        apply_gravity(&mut self.quiet[quiet_index(side, from_to_of(m))], change);
        if let Some(last) = node.last {
            let index = continuation_index(side, last, m.role(), m.to());
            apply_gravity(&mut self.continuation[index], change);
        }
    }
}

/// The gravity update: the closer a value is to its limit, the less a bonus of the same sign changes it. Values stay within
/// [`HISTORY_LIMIT`], and old results fade.
fn apply_gravity(value: &mut i16, change: i32) {
    let old = i32::from(*value);
    *value = (old + change - old * change.abs() / HISTORY_LIMIT) as i16;
}

/// The from and to squares of a move in twelve bits; castling goes from the king to the rook.
const fn from_to(from: Square, to: Square) -> u16 {
    (from as u16) << 6 | to as u16
}

fn from_to_of(m: Move) -> u16 {
    from_to(m.from().unwrap_or(m.to()), m.to())
}

/// A quiet move in fifteen bits: its role and its squares.
const fn quiet_code(role: Role, squares: u16) -> u16 {
    (role as u16) << 12 | squares
}

/// The code of no move: roles count from 1.
const NO_MOVE: u16 = 0;

const fn quiet_index(side: Color, squares: u16) -> usize {
    (side as usize) << 12 | squares as usize
}

fn piece_to(role: Role, to: Square) -> usize {
    (role as usize - 1) * 64 + usize::from(to)
}

fn continuation_index(side: Color, last: Move, role: Role, to: Square) -> usize {
    (side as usize * 384 + piece_to(last.role(), last.to())) * 384 + piece_to(role, to)
}

fn capture_index(side: Color, m: Move, victim: Role) -> usize {
    (side as usize * 384 + piece_to(m.role(), m.to())) * 6 + victim as usize - 1
}

impl MoveOrder for HistoryTables {
    const ABOVE_QUIET: i32 = KILLER + 2;

    fn new_search(&mut self) {
        // Killers belong to a ply of one search. The histories are halved: the next position is similar, yet newer results
        // should count for more.
        self.killers.fill([NO_MOVE; 2]);
        for table in [&mut self.quiet, &mut self.continuation, &mut self.captures] {
            // Each table has a loop of its own: a chained one is not vectorised, and takes longer than a small search.
            for value in table.iter_mut() {
                *value /= 2;
            }
        }
    }

    fn clear(&mut self) {
        self.killers.fill([NO_MOVE; 2]);
        self.quiet.fill(0);
        self.continuation.fill(0);
        self.captures.fill(0);
    }

    #[inline]
    fn score_move(&self, node: &Node<'_>, m: Move) -> i32 {
        match m {
            Move::Normal {
                role,
                from,
                capture: None,
                to,
                promotion: None,
            } => self.score_quiet(node, role, from, to),
            Move::Castle { king, rook } => self.score_quiet(node, Role::King, king, rook),
            _ => self.score_noisy(node, m),
        }
    }

    fn postponed(&self, node: &Node<'_>, m: Move) -> Option<i32> {
        // A capture that loses material is worse than most quiet moves, whatever its victim.
        let loses = m.is_capture() && !exchange::wins_at_least(node.position, m, 0);
        loses.then(|| self.score_noisy(node, m) - 2 * GOOD_CAPTURE)
    }

    fn history_reduction(&self, score: i32) -> i32 {
        // A quiet move that often caused cut-offs is likely to do so again: it is reduced less.
        if score >= KILLER {
            4
        } else {
            score * 4 / HISTORY_LIMIT
        }
    }

    fn on_cutoff(&mut self, node: &Node<'_>, tried: &[Move]) {
        let Some((&best, others)) = tried.split_last() else {
            return;
        };
        // A cut-off at great depth is worth more: it saved a larger subtree and rests on a deeper search.
        let plies = node.depth / super::parameters::PLY;
        let change = (32 * plies * plies).min(2000);
        if is_quiet(best) {
            let killers = &mut self.killers[node.ply.min(MAX_PLY - 1)];
            let best = quiet_code(best.role(), from_to_of(best));
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
        }
        self.update(node, best, change);
        // The moves tried in vain lose as much, so that they come later next time. Quiet moves are not to blame when a capture
        // refuted the node.
        for &m in others {
            if m.is_capture() || is_quiet(best) {
                self.update(node, m, -change);
            }
        }
    }
}

/// Neither captures nor promotes.
pub const fn is_quiet(m: Move) -> bool {
    matches!(
        m,
        Move::Normal {
            capture: None,
            promotion: None,
            ..
        } | Move::Castle { .. }
            | Move::Put { .. }
    )
}
