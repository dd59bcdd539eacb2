//! What the parts of a search may know of a node, and the two parts that decide by it: how deep to go on, and in which order.

use shakmaty::{Chess, Color, Move, Position, Role, Square};

use crate::search::{exchange, parameters::Parameters, quiescence};

/// A node under search.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// The position.
    pub position: &'a Chess,
    /// Plies from the root.
    pub ply: usize,
    /// Quarter plies still to go.
    pub depth: i32,
    /// The best score already assured.
    pub alpha: i32,
    /// From here on the opponent will avoid the node.
    pub beta: i32,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The move that led here; `None` at the root and after passing.
    pub last: Option<Move>,
    /// The move before that.
    pub before_last: Option<Move>,
}

/// Decides how deep the search goes on at a node.
pub trait DepthRule {
    /// Quarter plies to add at a node, before its moves are known.
    fn enter(&mut self, node: &Node<'_>, parameters: &Parameters) -> i32;

    /// Quarter plies to add once its moves are listed and passing was tried.
    fn inside(&mut self, moves: usize, mate_threat: bool, parameters: &Parameters) -> i32;
}

/// Decides the order of moves.
pub trait MoveOrder {
    /// Captures and promotions that promise at least so much come before every quiet move, so that these need not be rated
    /// as long as there are such. Nothing does unless an order says so.
    const ABOVE_QUIET: i32 = i32::MAX;

    /// Another search begins.
    fn begin(&mut self);

    /// The higher, the earlier; equal ones in the generator's order. The move of the transposition table always comes first.
    fn promise(&self, node: &Node<'_>, m: Move) -> i32;

    /// How much a quiet move deserves a deeper search, in quarter plies.
    fn trust(&self, promise: i32) -> i32 {
        let _ = promise;
        0
    }

    /// `tried` were searched in this order; the last of them caused a cut-off.
    fn cut(&mut self, node: &Node<'_>, tried: &[Move]);
}

/// Is told of every full-width node that is finished.
pub trait Observer {
    /// `score` is the node's value, or a bound on it when it is not between `node.alpha` and `node.beta`.
    fn finished(&mut self, node: &Node<'_>, score: i32);
}

/// Observes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn finished(&mut self, _: &Node<'_>, _: i32) {}
}

/// The extensions of the parameter table (David et al. 2014).
#[derive(Clone, Copy, Debug, Default)]
pub struct Extensions;

impl DepthRule for Extensions {
    fn enter(&mut self, node: &Node<'_>, parameters: &Parameters) -> i32 {
        let mut more = 0;
        if node.in_check {
            more += parameters.extend_check;
        }
        if let Some(last) = node.last {
            let retaken = |before: Move| before.is_capture() && before.to() == last.to();
            if parameters.extend_recapture != 0
                && last.is_capture()
                && node.before_last.is_some_and(retaken)
            {
                more += parameters.extend_recapture;
            }
            if parameters.extend_passed_pawn != 0 && passed_to_the_seventh(node.position, last) {
                more += parameters.extend_passed_pawn;
            }
        }
        more
    }

    fn inside(&mut self, moves: usize, mate_threat: bool, parameters: &Parameters) -> i32 {
        let mut more = 0;
        if moves == 1 {
            more += parameters.extend_one_reply;
        }
        if mate_threat {
            more += parameters.extend_mate_threat;
        }
        more
    }
}

/// Whether `m` brought a passed pawn to the seventh rank; `position` is the one after it.
fn passed_to_the_seventh(position: &Chess, m: Move) -> bool {
    let mover = !position.turn();
    if m.role() != Role::Pawn
        || mover.fold_wb(m.to(), m.to().flip_vertical()).rank() != shakmaty::Rank::Seventh
    {
        return false;
    }
    // On the seventh only a pawn on the square before it or capturing there is in the way.
    let before = m.to().offset(mover.fold_wb(8, -8));
    let guards = shakmaty::attacks::pawn_attacks(mover, m.to());
    let pawns = position.our(Role::Pawn);
    (pawns & guards).is_empty() && before.is_some_and(|square| !pawns.contains(square))
}

const HISTORY_LIMIT: i32 = 1 << 14;
const GOOD_CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 19;
const MAX_PLY: usize = super::MAX_PLY;

/// Captures by victim and aggressor, losing ones last by static exchange; killers; the rest by how often they cut off before,
/// alone and in answer to the last move.
#[derive(Clone, Debug)]
pub struct Experience {
    /// By ply, two quiet moves by [`named`].
    killers: Vec<[u16; 2]>,
    /// By colour, from, to.
    quiet: Vec<i16>,
    /// By colour, role and square of the last move, role and square of this one.
    answers: Vec<i16>,
    /// By colour, role and square of the aggressor, role of the victim.
    captures: Vec<i16>,
}

impl Default for Experience {
    fn default() -> Self {
        Self {
            killers: vec![[NO_NAME; 2]; MAX_PLY],
            quiet: vec![0; 2 * 64 * 64],
            answers: vec![0; 2 * 6 * 64 * 6 * 64],
            captures: vec![0; 2 * 6 * 64 * 6],
        }
    }
}

impl Experience {
    /// The promise of a move that neither captures nor promotes.
    #[inline(always)]
    fn quiet(&self, node: &Node<'_>, role: Role, from: Square, to: Square) -> i32 {
        let side = node.position.turn();
        let track = track(from, to);
        let name = named(role, track);
        let [first, second] = self.killers[node.ply.min(MAX_PLY - 1)];
        if first == name {
            return KILLER + 1;
        }
        if second == name {
            return KILLER;
        }
        let alone = i32::from(self.quiet[quiet_place(side, track)]);
        let answer = node.last.map_or(0, |last| {
            i32::from(self.answers[answer_place(side, last, role, to)])
        });
        alone + answer
    }

    /// The promise of a capture or promotion.
    fn noisy(&self, node: &Node<'_>, m: Move) -> i32 {
        let Some(victim) = m.capture() else {
            return if m.promotion() == Some(Role::Queen) {
                GOOD_CAPTURE
            } else {
                -GOOD_CAPTURE
            };
        };
        let history = i32::from(self.captures[capture_place(node.position.turn(), m, victim)]) / 64;
        let promise = 1024 * quiescence::guess(m) + 64 * history;
        let sound = exchange::wins_at_least(node.position, m, 0);
        promise + if sound { GOOD_CAPTURE } else { -GOOD_CAPTURE }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.killers.fill([NO_NAME; 2]);
        self.quiet.fill(0);
        self.answers.fill(0);
        self.captures.fill(0);
    }

    fn learn(&mut self, node: &Node<'_>, m: Move, change: i32) {
        let side = node.position.turn();
        if let Some(victim) = m.capture() {
            return gravitate(&mut self.captures[capture_place(side, m, victim)], change);
        }
        gravitate(&mut self.quiet[quiet_place(side, track_of(m))], change);
        if let Some(last) = node.last {
            let place = answer_place(side, last, m.role(), m.to());
            gravitate(&mut self.answers[place], change);
        }
    }
}

/// The nearer a value is to its limit, the less it moves on.
fn gravitate(value: &mut i16, change: i32) {
    let old = i32::from(*value);
    *value = (old + change - old * change.abs() / HISTORY_LIMIT) as i16;
}

/// From where to where a move goes, in twelve bits; castling from king to rook.
const fn track(from: Square, to: Square) -> u16 {
    (from as u16) << 6 | to as u16
}

fn track_of(m: Move) -> u16 {
    track(m.from().unwrap_or(m.to()), m.to())
}

/// A quiet move in fifteen bits.
const fn named(role: Role, track: u16) -> u16 {
    (role as u16) << 12 | track
}

/// The name of no move.
const NO_NAME: u16 = 0;

const fn quiet_place(side: Color, track: u16) -> usize {
    (side as usize) << 12 | track as usize
}

fn man(role: Role, to: Square) -> usize {
    (role as usize - 1) * 64 + usize::from(to)
}

fn answer_place(side: Color, last: Move, role: Role, to: Square) -> usize {
    (side as usize * 384 + man(last.role(), last.to())) * 384 + man(role, to)
}

fn capture_place(side: Color, m: Move, victim: Role) -> usize {
    (side as usize * 384 + man(m.role(), m.to())) * 6 + victim as usize - 1
}

impl MoveOrder for Experience {
    const ABOVE_QUIET: i32 = KILLER + 2;

    fn begin(&mut self) {
        self.killers.fill([NO_NAME; 2]);
        for value in self
            .quiet
            .iter_mut()
            .chain(&mut self.answers)
            .chain(&mut self.captures)
        {
            *value /= 2;
        }
    }

    #[inline]
    fn promise(&self, node: &Node<'_>, m: Move) -> i32 {
        match m {
            Move::Normal {
                role,
                from,
                capture: None,
                to,
                promotion: None,
            } => self.quiet(node, role, from, to),
            Move::Castle { king, rook } => self.quiet(node, Role::King, king, rook),
            _ => self.noisy(node, m),
        }
    }

    fn trust(&self, promise: i32) -> i32 {
        if promise >= KILLER {
            4
        } else {
            promise * 4 / HISTORY_LIMIT
        }
    }

    fn cut(&mut self, node: &Node<'_>, tried: &[Move]) {
        let Some((&best, others)) = tried.split_last() else {
            return;
        };
        let plies = node.depth / super::parameters::PLY;
        let change = (32 * plies * plies).min(2000);
        if is_quiet(best) {
            let killers = &mut self.killers[node.ply.min(MAX_PLY - 1)];
            let best = named(best.role(), track_of(best));
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
        }
        self.learn(node, best, change);
        for &m in others {
            if m.is_capture() || is_quiet(best) {
                self.learn(node, m, -change);
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
