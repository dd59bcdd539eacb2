//! The engine: alpha-beta with iterative deepening, generic over evaluation, depth rule, move order and observer, each compiled in.
//!
//! What it leaves out, reduces or extends is in [`Parameters`]; with [`Parameters::PLAIN`] its score at a fixed depth is that
//! of minimax, and at depth one it chooses as the fitness does. The same position, parameters, limits and table give the
//! same moves, scores and node counts everywhere: scores are integers, and nothing here reads a clock.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use shakmaty::{
    Bitboard, ByRole, CastlingSide, Chess, Color, EnPassantMode, Move, MoveList, Piece, Position,
    Role, Square,
    attacks::{bishop_attacks, knight_attacks, pawn_attacks, rook_attacks},
    zobrist::{Zobrist64, ZobristValue},
};

use crate::{
    evaluation::{CENTIPAWN, Evaluate, MATE, MATE_BOUND, is_stalemate},
    search::{
        MAX_PLY, exchange,
        node::{
            DepthRule, Experience, Extensions, MoveOrder, Node, Observer, Unobserved, is_quiet,
        },
        parameters::{PLY, Parameters},
        quiescence::{self, tie_key},
        table::{Bound, Entry, Table},
    },
};

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

/// Identifies a position for repetitions and the table.
pub fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

fn key_after(before: &Chess, key: u64, m: Move, after: &Chess) -> u64 {
    let us = before.turn();
    let mut key = Zobrist64(key);
    let mut toggle = |square, role, color| {
        key ^= Zobrist64::zobrist_for_piece(square, Piece { role, color });
    };
    match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            toggle(from, role, us);
            toggle(to, promotion.unwrap_or(role), us);
            if let Some(victim) = capture {
                toggle(to, victim, !us);
            }
        }
        Move::EnPassant { from, to } => {
            toggle(from, Role::Pawn, us);
            toggle(to, Role::Pawn, us);
            toggle(Square::from_coords(to.file(), from.rank()), Role::Pawn, !us);
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(rook > king);
            toggle(king, Role::King, us);
            toggle(rook, Role::Rook, us);
            toggle(
                Square::from_coords(side.king_to_file(), king.rank()),
                Role::King,
                us,
            );
            toggle(
                Square::from_coords(side.rook_to_file(), king.rank()),
                Role::Rook,
                us,
            );
        }
        Move::Put { role, to } => toggle(to, role, us),
    }
    let (rights, left) = (before.castles(), after.castles());
    if rights.castling_rights() != left.castling_rights() {
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if rights.has(color, side) != left.has(color, side) {
                    key ^= Zobrist64::zobrist_for_castling_right(color, side);
                }
            }
        }
    }
    key ^= en_passant_key(before);
    key ^= en_passant_key(after);
    key ^= Zobrist64::zobrist_for_white_turn();
    debug_assert_eq!(key.0, self::key(after), "the key kept is the key counted");
    key.0
}

fn en_passant_key(position: &Chess) -> Zobrist64 {
    // Most positions have no such square; to see whether the capture is legal takes longer.
    let square = position
        .maybe_ep_square()
        .and_then(|_| position.legal_ep_square());
    square.map_or_else(Zobrist64::default, |square| {
        Zobrist64::zobrist_for_en_passant_file(square.file())
    })
}

fn key_after_passing(position: &Chess, key: u64, passed: &Chess) -> u64 {
    let mut after = Zobrist64(key);
    after ^= en_passant_key(position);
    after ^= Zobrist64::zobrist_for_white_turn();
    debug_assert_eq!(after.0, self::key(passed), "as for moves");
    after.0
}

/// What is searched from.
#[derive(Clone, Copy, Debug)]
pub struct Root<'a> {
    /// The position.
    pub position: &'a Chess,
    /// The [`key`]s of the game's positions before it, oldest first.
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

/// Static scores seen last: the same positions are judged again and again on the way deeper.
#[derive(Clone, Debug)]
struct Judged {
    scores: Vec<JudgedScore>,
    search: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct JudgedScore {
    key: u64,
    score: i32,
    /// The search it is of; another's evaluation may be another.
    search: u32,
}

const JUDGED_BITS: u32 = 15;

impl Default for Judged {
    fn default() -> Self {
        Self {
            scores: vec![JudgedScore::default(); 1 << JUDGED_BITS],
            search: 0,
        }
    }
}

impl Judged {
    /// Another search begins.
    fn forget(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            *self = Self::default();
            self.search = 1;
        }
    }

    fn remember(&mut self, key: u64, mut judge: impl FnMut() -> i32) -> i32 {
        let known = &mut self.scores[key as usize & ((1 << JUDGED_BITS) - 1)];
        if known.key != key || known.search != self.search {
            *known = JudgedScore {
                key,
                score: judge(),
                search: self.search,
            };
        }
        debug_assert_eq!(known.score, judge(), "the score of this position");
        known.score
    }
}

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

    /// Searches deeper and deeper; `None` when there is no move to consider. Depth one is completed whatever the nodes; only
    /// `control.stop` ends a search before that, with the best move found so far or else the first.
    pub fn search(
        &mut self,
        root: Root<'_>,
        limits: &Limits,
        control: Control<'_>,
    ) -> Option<Report> {
        let mut roots = root_moves(root.position, &limits.moves);
        if roots.is_empty() {
            return None;
        }
        self.prepare(root, limits);
        let kept = self.evaluation.keep(root.position);
        let place = Place {
            position: root.position,
            kept: &kept,
            key: key(root.position),
            in_check: root.position.is_check(),
            last: None,
            before_last: None,
        };
        let mut last: Option<Report> = None;
        for depth in 1..=limits.depth.clamp(1, DEEPEST) {
            self.now.root_depth = depth;
            let scores = last.as_ref().map(|report| report.lines.as_slice());
            let lines = self.lines(
                &place,
                &mut roots,
                depth,
                limits.lines,
                scores,
                control.stop,
            );
            if self.now.stopped {
                let better = lines.into_iter().next();
                let mut report = last.unwrap_or_else(|| {
                    let line = self.unsearched(&place, &roots);
                    self.report(0, vec![line])
                });
                report.nodes = self.now.nodes;
                report.fullness = self.table.fullness();
                if let Some(line) = better {
                    put_first(&mut report.lines, line);
                }
                return Some(report);
            }
            let report = self.report(depth, lines);
            let goes_on = (control.observe)(&report).is_continue();
            let mated = mates_within(&report, limits.mate);
            last = Some(report);
            self.now.can_stop = true;
            if !goes_on || mated || self.now.nodes >= limits.nodes {
                break;
            }
        }
        last
    }

    fn report(&self, depth: u32, lines: Vec<Line>) -> Report {
        Report {
            depth,
            selective_depth: self.now.selective_depth as u32,
            lines,
            nodes: self.now.nodes,
            fullness: self.table.fullness(),
        }
    }

    /// A move to play when nothing was found out.
    fn unsearched(&mut self, place: &Place<'_, E::Kept>, roots: &[Move]) -> Line {
        Line {
            score: self.judge(place),
            moves: vec![roots[0]],
        }
    }

    fn prepare(&mut self, root: Root<'_>, limits: &Limits) {
        self.table.grow_older();
        self.judged.forget();
        self.order.begin();
        self.now.path.clear();
        self.now.path.extend_from_slice(root.earlier);
        self.now.played = root.earlier.len();
        self.now.nodes = 0;
        self.now.most_nodes = limits.nodes;
        self.now.selective_depth = 0;
        self.now.can_stop = false;
        self.now.stopped = false;
        self.now.standing.clear();
        self.now.standing.resize(MAX_PLY, NONE);
        self.now.variations.resize(MAX_PLY, ArrayVec::new());
    }

    /// The best root moves of this depth, moved to the front of `roots`. When the search was stopped: the best so far, or none.
    fn lines(
        &mut self,
        place: &Place<'_, E::Kept>,
        roots: &mut [Move],
        depth: u32,
        most: usize,
        before: Option<&[Line]>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Vec<Line> {
        let mut lines = Vec::new();
        for rank in 0..most.clamp(1, roots.len()) {
            let expected = before.and_then(|lines| Some(lines.get(rank)?.score));
            let Some(line) = self.aspire(place, &mut roots[rank..], depth, expected, stop) else {
                break;
            };
            lines.push(line);
            if self.now.stopped {
                break;
            }
        }
        lines
    }

    /// Searches with a window around the expected score, wider on the side where it falls outside.
    fn aspire(
        &mut self,
        place: &Place<'_, E::Kept>,
        roots: &mut [Move],
        depth: u32,
        expected: Option<i32>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Line> {
        let mut margin = self.parameters.aspiration * CENTIPAWN;
        let (mut alpha, mut beta) = (-MATE, MATE);
        if let Some(expected) =
            expected.filter(|score| margin > 0 && depth > 4 && score.abs() < MATE_BOUND)
        {
            (alpha, beta) = (expected - margin, expected + margin);
        }
        loop {
            let line = self.best_root(place, roots, depth, alpha, beta, stop);
            if self.now.stopped {
                return line.filter(|line| line.score > alpha);
            }
            let line = line?;
            if line.score <= alpha && alpha > -MATE {
                alpha = if margin > 500 * CENTIPAWN {
                    -MATE
                } else {
                    line.score.max(-MATE) - margin
                };
            } else if line.score >= beta && beta < MATE {
                beta = if margin > 500 * CENTIPAWN {
                    MATE
                } else {
                    line.score.min(MATE) + margin
                };
            } else {
                return Some(line);
            }
            margin *= 2;
            (alpha, beta) = (alpha.max(-MATE), beta.min(MATE));
        }
    }

    /// The best of `roots`, moved to their front; when stopped the best of those that were finished, if any.
    fn best_root(
        &mut self,
        place: &Place<'_, E::Kept>,
        roots: &mut [Move],
        depth: u32,
        mut alpha: i32,
        beta: i32,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Line> {
        let floor = alpha;
        let mut best: Option<(usize, Line)> = None;
        let depth = depth as i32 * PLY - PLY;
        self.now.path.push(place.key);
        for (at, &m) in roots.iter().enumerate() {
            let child = self.child(place, m);
            let next = child.place(place, m);
            let mut score = alpha + 1;
            if best.is_some() {
                score = -self.node(&next, depth, -alpha - 1, -alpha, 1, true, stop);
            }
            if score > alpha && !self.now.stopped {
                score = -self.node(&next, depth, -beta, -alpha, 1, true, stop);
            }
            if self.now.stopped {
                break;
            }
            if best.as_ref().is_none_or(|(_, line)| score > line.score) {
                let mut moves = vec![m];
                moves.extend(&self.now.variations[1]);
                best = Some((at, Line { score, moves }));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.now.path.pop();
        let (at, line) = best?;
        // Below the window nothing is known of the order.
        if line.score > floor {
            roots[..=at].rotate_right(1);
        }
        Some(line)
    }

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

    /// The value of a node, or a bound on it outside the window (fail-soft).
    #[expect(clippy::too_many_arguments, reason = "the state of alpha-beta")]
    fn node(
        &mut self,
        place: &Place<'_, E::Kept>,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        may_pass: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        self.now.variations[ply].clear();
        if self.is_draw(place) {
            return 0;
        }
        let nearest_mate = MATE - ply as i32 - 1;
        let (alpha, beta) = (alpha.max(ply as i32 - MATE), beta.min(nearest_mate));
        if alpha >= beta {
            return alpha;
        }
        let mut node = Node {
            position: place.position,
            ply,
            depth,
            alpha,
            beta,
            in_check: place.in_check,
            last: place.last,
            before_last: place.before_last,
        };
        if ply < 2 * self.now.root_depth as usize {
            node.depth += self.depth_rule.enter(&node, &self.parameters).min(PLY);
        }
        if node.depth < PLY || ply + 1 >= MAX_PLY {
            if !node.in_check && is_stalemate(place.position) {
                return 0;
            }
            return self.quiesce(place, alpha, beta, ply, stop);
        }
        self.count(stop);
        if self.now.stopped {
            return 0;
        }
        let known = self.table.get(place.key, ply);
        if let Some(score) = known.and_then(|entry| self.settled(&entry, &node)) {
            return score;
        }
        let score = self.expand(place, node, known, may_pass, stop);
        if !self.now.stopped {
            self.observer.finished(&node, score);
        }
        score
    }

    /// The score in the table, where it settles the node.
    fn settled(&self, entry: &Entry, node: &Node<'_>) -> Option<i32> {
        let open = node.beta - node.alpha > 1;
        // Near the fifty-move draw what was found by another way may not hold.
        let late = node.position.halfmoves() >= 90;
        if self.parameters.table == 0 || open || late || entry.depth < node.depth {
            return None;
        }
        fits(entry, node.alpha, node.beta)
    }

    fn expand(
        &mut self,
        place: &Place<'_, E::Kept>,
        mut node: Node<'_>,
        known: Option<Entry>,
        may_pass: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        let standing = self.standing(place, &node, known);
        let improving =
            standing != NONE && node.ply >= 2 && standing > self.now.standing[node.ply - 2];
        let closed = node.beta - node.alpha == 1;
        let mut mate_threat = false;
        if closed && standing != NONE {
            if let Some(score) = self.leave_early(place, &node, standing, improving, stop) {
                return score;
            }
            if may_pass && standing >= node.beta {
                match self.pass(place, &node, stop) {
                    Some(score) if score >= node.beta => {
                        return if score >= MATE_BOUND {
                            node.beta
                        } else {
                            score
                        };
                    }
                    Some(score) => mate_threat = score <= -MATE_BOUND,
                    None => {}
                }
                if self.now.stopped {
                    return 0;
                }
            }
        }
        let moves = place.position.legal_moves();
        if moves.is_empty() {
            return if node.in_check {
                node.ply as i32 - MATE
            } else {
                0
            };
        }
        if node.ply < 2 * self.now.root_depth as usize {
            node.depth += self
                .depth_rule
                .inside(moves.len(), mate_threat, &self.parameters)
                .min(PLY);
        }
        let best_known = known.and_then(|entry| entry.best);
        let unknown = self.parameters.unknown_reduction;
        if best_known.is_none() && unknown > 0 && node.depth >= unknown * PLY {
            node.depth -= PLY;
        }
        let mut moves = Sorted::new(&moves, best_known);
        self.now.path.push(place.key);
        let cut = closed && standing != NONE && self.multi_cut(place, &node, &moves, stop);
        let score = if cut {
            node.beta
        } else {
            self.try_all(place, &node, &mut moves, standing, improving, stop)
        };
        self.now.path.pop();
        score
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

    /// The static score where some part of the search wants it, made truer by the table.
    fn standing(
        &mut self,
        place: &Place<'_, E::Kept>,
        node: &Node<'_>,
        known: Option<Entry>,
    ) -> i32 {
        let p = &self.parameters;
        let wanted = p.null_move
            + p.futility_depth
            + p.multi_cut
            + p.late_move_pruning
            + p.reverse_futility
            + p.razoring;
        if node.in_check || wanted == 0 {
            self.now.standing[node.ply] = NONE;
            return NONE;
        }
        let tabled = p.table != 0;
        let standing = self.judge(place);
        self.now.standing[node.ply] = standing;
        let truer = known.filter(|entry| match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score > standing,
            Bound::Upper => entry.score < standing,
        });
        match truer {
            Some(entry) if tabled && entry.score.abs() < MATE_BOUND => entry.score,
            _ => standing,
        }
    }

    /// A score for a node that stands far outside its window.
    fn leave_early(
        &mut self,
        place: &Place<'_, E::Kept>,
        node: &Node<'_>,
        standing: i32,
        improving: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<i32> {
        let p = &self.parameters;
        let plies = node.depth / PLY;
        let margin = p.reverse_futility_margin * (plies - i32::from(improving)) * CENTIPAWN;
        if plies <= p.reverse_futility
            && standing - margin >= node.beta
            && node.beta.abs() < MATE_BOUND
        {
            return Some(standing);
        }
        if plies <= p.razoring && standing + p.razoring_margin * plies * CENTIPAWN < node.alpha {
            let score = self.quiesce(place, node.alpha, node.alpha + 1, node.ply, stop);
            return (score <= node.alpha || self.now.stopped).then_some(score);
        }
        None
    }

    /// What the node is worth when the side to move passes; `None` where passing is not tried.
    fn pass(
        &mut self,
        place: &Place<'_, E::Kept>,
        node: &Node<'_>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<i32> {
        let p = &self.parameters;
        let plies = node.depth / PLY;
        if p.null_move == 0
            || plies < 2
            || own_pieces(place.position).is_empty()
            || node.beta.abs() >= MATE_BOUND
        {
            return None;
        }
        let near = p.null_move_adaptivity != 0 && plies <= p.null_move_adaptivity_depth;
        let reduction = p.null_move_reduction - i32::from(near);
        let position = place.position.clone().swap_turn().ok()?;
        let kept = self.evaluation.keep(&position);
        let next = Place {
            key: key_after_passing(place.position, place.key, &position),
            // Whoever is to move may not leave the opponent in check.
            in_check: false,
            position: &position,
            kept: &kept,
            last: None,
            before_last: None,
        };
        self.now.path.push(place.key);
        let depth = node.depth - PLY - reduction.max(0) * PLY;
        let score = -self.node(
            &next,
            depth,
            -node.beta,
            1 - node.beta,
            node.ply + 1,
            false,
            stop,
        );
        self.now.path.pop();
        if score < node.beta || own_pieces(place.position).more_than_one() || self.now.stopped {
            return Some(score);
        }
        // With a single piece zugzwang is not rare: what passing promises must hold for a move too.
        let real = self.node(
            place,
            depth,
            node.beta - 1,
            node.beta,
            node.ply,
            false,
            stop,
        );
        Some(score.min(real))
    }

    /// Whether enough of the first moves fail high in a reduced search (multi-cut).
    fn multi_cut(
        &mut self,
        place: &Place<'_, E::Kept>,
        node: &Node<'_>,
        moves: &Sorted<'_>,
        stop: &mut dyn FnMut() -> bool,
    ) -> bool {
        let p = self.parameters;
        if p.multi_cut == 0 || node.depth < p.multi_cut_depth.max(1) * PLY || p.multi_cut_cuts == 0
        {
            return false;
        }
        let depth = node.depth - PLY - p.multi_cut_reduction * PLY;
        let mut moves = moves.clone();
        let mut cuts = 0;
        for _ in 0..p.multi_cut_moves {
            let Some((m, _)) = moves.next(&self.order, node) else {
                break;
            };
            let child = self.child(place, m);
            let next = child.place(place, m);
            let score = -self.node(
                &next,
                depth,
                -node.beta,
                1 - node.beta,
                node.ply + 1,
                true,
                stop,
            );
            if self.now.stopped {
                return false;
            }
            cuts += i32::from(score >= node.beta);
            if cuts >= p.multi_cut_cuts {
                return true;
            }
        }
        false
    }

    /// Principal variation search over the moves.
    fn try_all(
        &mut self,
        place: &Place<'_, E::Kept>,
        node: &Node<'_>,
        moves: &mut Sorted<'_>,
        standing: i32,
        improving: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        let open = node.beta - node.alpha > 1;
        let (mut alpha, beta) = (node.alpha, node.beta);
        let mut best = node.ply as i32 - MATE;
        let mut best_move = None;
        let mut tried = ArrayVec::<Move, 64>::new();
        let mut number = 0;
        let mut quiet_left_out = false;
        loop {
            if !quiet_left_out
                && best > -MATE_BOUND
                && self.leaves_out_quiet(node, number + 1, standing, improving, alpha)
            {
                quiet_left_out = true;
                let checks = CheckSquares::of(place.position);
                moves.leave_out_quiet(&self.order, node, |m| checks.given_by(m));
            }
            let Some((m, promise)) = moves.next(&self.order, node) else {
                break;
            };
            number += 1;
            if best > -MATE_BOUND && self.loses_too_much(place, node, m) {
                continue;
            }
            let child = self.child(place, m);
            let next = child.place(place, m);
            let depth = node.depth - PLY;
            let mut score = alpha + 1;
            if number > 1 {
                let less =
                    self.reduction(node, child.in_check, m, promise, number, open, improving);
                score = -self.node(
                    &next,
                    depth - less,
                    -alpha - 1,
                    -alpha,
                    node.ply + 1,
                    true,
                    stop,
                );
                if score > alpha && less > 0 {
                    score = -self.node(&next, depth, -alpha - 1, -alpha, node.ply + 1, true, stop);
                }
            }
            if score > alpha && (open || number == 1) {
                score = -self.node(&next, depth, -beta, -alpha, node.ply + 1, true, stop);
            }
            if self.now.stopped {
                return best;
            }
            if !tried.is_full() {
                tried.push(m);
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(m);
                    self.extend_variation(node.ply, m);
                }
                if score >= beta {
                    if tried.last() == Some(&m) {
                        self.order.cut(node, &tried);
                    }
                    break;
                }
            }
        }
        let entry = entry(best, node.alpha, beta, node.depth, best_move);
        self.table.put(place.key, node.ply, entry);
        best
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

    /// Whether from this move on quiet moves that give no check are so unlikely to raise alpha that they are not tried.
    fn leaves_out_quiet(
        &self,
        node: &Node<'_>,
        number: i32,
        standing: i32,
        improving: bool,
        alpha: i32,
    ) -> bool {
        if standing == NONE {
            return false;
        }
        let p = &self.parameters;
        let plies = node.depth / PLY;
        let enough = (6 + 2 * plies * plies) / if improving { 1 } else { 2 };
        let late = plies <= p.late_move_pruning && number > enough;
        let hopeless = |margin| standing + margin * CENTIPAWN <= alpha;
        late || p.futility_margin(plies).is_some_and(hopeless)
    }

    /// Whether a move near the leaves loses too much material to be tried.
    fn loses_too_much(&self, place: &Place<'_, E::Kept>, node: &Node<'_>, m: Move) -> bool {
        let p = &self.parameters;
        let plies = node.depth / PLY;
        if plies > p.exchange_pruning || node.in_check {
            return false;
        }
        let margin = if is_quiet(m) {
            p.quiet_exchange_margin * plies
        } else {
            p.capture_exchange_margin * plies
        };
        !exchange::wins_at_least(place.position, m, -margin * CENTIPAWN)
    }

    /// Quarter plies by which a late move is searched less deep.
    #[expect(clippy::too_many_arguments, reason = "what is known of node and move")]
    fn reduction(
        &self,
        node: &Node<'_>,
        checks: bool,
        m: Move,
        promise: i32,
        number: i32,
        open: bool,
        improving: bool,
    ) -> i32 {
        let plies = node.depth / PLY;
        if plies < 3 || number < 3 || !is_quiet(m) || self.parameters.late_move_divisor == 0 {
            return 0;
        }
        let mut less = self.reductions[plies.min(63) as usize * 64 + number.min(63) as usize];
        less -= self.order.trust(promise);
        if open || node.in_check || checks {
            less -= PLY;
        }
        if !improving {
            less += PLY / 2;
        }
        less.clamp(0, node.depth - 2 * PLY)
    }

    /// Captures and promotions until the side to move stands pat; in check every evasion.
    fn quiesce(
        &mut self,
        place: &Place<'_, E::Kept>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        self.count(stop);
        self.now.selective_depth = self.now.selective_depth.max(ply);
        let in_check = place.in_check;
        if self.now.stopped || ply + 1 >= MAX_PLY {
            return if in_check { 0 } else { self.judge(place) };
        }
        self.now.variations[ply].clear();
        let known = self.known_in_quiescence(place, ply);
        if let Some(score) = known.and_then(|entry| fits(&entry, alpha, beta)) {
            return score;
        }
        let floor = alpha;
        let mut best = if in_check {
            ply as i32 - MATE
        } else {
            self.judge(place)
        };
        if best >= beta {
            return best;
        }
        let standing = best;
        let mut best_move = None;
        let mut moves = MoveList::new();
        quiescence::moves(place.position, in_check, &mut moves);
        let first = known.and_then(|entry| entry.best);
        if let Some(at) = moves.iter().position(|m| first == Some(tie_key(*m))) {
            moves[..=at].rotate_right(1);
        }
        for &m in &moves {
            alpha = alpha.max(best);
            if !in_check
                && let Some(bound) = self.not_worth_taking(place.position, m, standing, alpha)
            {
                best = best.max(bound);
                continue;
            }
            let child = self.child(place, m);
            let score = -self.quiesce(&child.place(place, m), -beta, -alpha, ply + 1, stop);
            if self.now.stopped {
                break;
            }
            if score > best {
                best = score;
                best_move = Some(m);
                if score > alpha && beta - alpha > 1 {
                    self.extend_variation(ply, m);
                }
            }
            if best >= beta {
                break;
            }
        }
        if self.parameters.quiescence_table != 0 && !self.now.stopped {
            let entry = entry(best, floor, beta, 0, best_move.filter(|_| best > floor));
            self.table.put(place.key, ply, entry);
        }
        best
    }

    fn known_in_quiescence(&self, place: &Place<'_, E::Kept>, ply: usize) -> Option<Entry> {
        let used = self.parameters.table != 0 && self.parameters.quiescence_table != 0;
        used.then(|| self.table.get(place.key, ply)).flatten()
    }

    /// For a capture that quiescence leaves out: a bound on what it could be worth.
    fn not_worth_taking(
        &self,
        position: &Chess,
        m: Move,
        standing: i32,
        alpha: i32,
    ) -> Option<i32> {
        let p = &self.parameters;
        if p.quiescence_margin > 0 && !m.is_promotion() {
            let gain = m.capture().map_or(0, exchange::worth) + p.quiescence_margin * CENTIPAWN;
            if standing + gain <= alpha {
                return Some(standing + gain);
            }
        }
        let loses = p.quiescence_exchange != 0 && !exchange::wins_at_least(position, m, 0);
        loses.then_some(standing)
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
        let spent = now.can_stop && now.nodes >= now.most_nodes;
        now.stopped = spent || now.nodes.is_multiple_of(1024) && stop();
    }
}

/// The score of an entry, where it answers what the window asks.
fn fits(entry: &Entry, alpha: i32, beta: i32) -> Option<i32> {
    let answers = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    };
    answers.then_some(entry.score)
}

/// What a search with this window found out.
fn entry(score: i32, alpha: i32, beta: i32, depth: i32, best: Option<Move>) -> Entry {
    let bound = if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    };
    Entry {
        score,
        bound,
        depth,
        best: best.map(tie_key),
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

/// The moves of a node in the order of their promise. Most nodes need few of them: the move of the table comes before any
/// other is rated, captures that promise more than any quiet move come before those are rated, and the most promising is
/// found when it is asked for.
#[derive(Clone)]
struct Sorted<'a> {
    moves: &'a [Move],
    /// The place of the move of the table.
    first: Option<usize>,
    /// What is rated and not given away: above the promise, in the lowest eight bits how far from the end the move stands, so
    /// that the greatest number is the next move and the generator's order holds among equals.
    left: ArrayVec<i64, 256>,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    Unrated,
    NoisyRated,
    AllRated,
}

const PLACE_BITS: u32 = 8;
const LAST_PLACE: usize = (1 << PLACE_BITS) - 1;

impl<'a> Sorted<'a> {
    fn new(moves: &'a [Move], best: Option<u16>) -> Self {
        let first = best.and_then(|key| moves.iter().position(|m| tie_key(*m) == key));
        Self {
            moves,
            first,
            left: ArrayVec::new(),
            stage: Stage::First,
        }
    }

    fn next<O: MoveOrder>(&mut self, order: &O, node: &Node<'_>) -> Option<(Move, i32)> {
        if self.stage == Stage::First {
            self.stage = Stage::Unrated;
            if let Some(first) = self.first {
                return Some((self.moves[first], i32::MAX));
            }
        }
        if self.stage == Stage::Unrated {
            self.stage = Stage::NoisyRated;
            self.rate(order, node, |m| !is_quiet(m));
        }
        let mut found = self.most();
        if self.stage == Stage::NoisyRated
            && found.is_none_or(|(_, most)| promised(most) < O::ABOVE_QUIET)
        {
            self.stage = Stage::AllRated;
            self.rate(order, node, is_quiet);
            found = self.most();
        }
        let (at, most) = found?;
        self.left.swap_remove(at);
        Some((self.moves[place(most)], promised(most)))
    }

    fn most(&self) -> Option<(usize, i64)> {
        let (mut at, mut most) = (0, *self.left.first()?);
        for (other, rated) in self.left.iter().enumerate().skip(1) {
            if *rated > most {
                (at, most) = (other, *rated);
            }
        }
        Some((at, most))
    }

    fn rate<O: MoveOrder>(
        &mut self,
        order: &O,
        node: &Node<'_>,
        mut which: impl FnMut(Move) -> bool,
    ) {
        for (place, m) in self.moves.iter().enumerate() {
            if which(*m) && self.first != Some(place) {
                let promise = i64::from(order.promise(node, *m));
                self.left
                    .push(promise << PLACE_BITS | (LAST_PLACE - place) as i64);
            }
        }
    }

    /// Leaves out the quiet moves that are not to be kept.
    fn leave_out_quiet<O: MoveOrder>(
        &mut self,
        order: &O,
        node: &Node<'_>,
        mut keep: impl FnMut(Move) -> bool,
    ) {
        if self.stage == Stage::AllRated {
            let moves = self.moves;
            self.left.retain(|rated| {
                let m = moves[place(*rated)];
                !is_quiet(m) || keep(m)
            });
            return;
        }
        if self.stage != Stage::NoisyRated {
            self.rate(order, node, |m| !is_quiet(m));
        }
        self.stage = Stage::AllRated;
        self.rate(order, node, |m| is_quiet(m) && keep(m));
    }
}

/// The promise of a rated move.
const fn promised(rated: i64) -> i32 {
    (rated >> PLACE_BITS) as i32
}

/// The place of a rated move.
const fn place(rated: i64) -> usize {
    LAST_PLACE - (rated as usize & LAST_PLACE)
}

/// A better line than the best: another one that begins with the same move gives way to it, else the last.
fn put_first(lines: &mut [Line], line: Line) {
    let same = |known: &Line| known.moves[0] == line.moves[0];
    let place = lines.iter().position(same).unwrap_or(lines.len() - 1);
    lines[place] = line;
    lines[..=place].rotate_right(1);
}

fn root_moves(position: &Chess, only: &[Move]) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    if !only.is_empty() {
        moves.retain(|m| only.contains(m));
    }
    moves.sort_by_key(|m| tie_key(*m));
    moves
}

fn mates_within(report: &Report, moves: Option<u32>) -> bool {
    let found = report.lines.first().and_then(Line::mate_in);
    matches!((moves, found), (Some(most), Some(mate)) if mate > 0 && mate as u32 <= most)
}

/// The side to move's knights, bishops, rooks and queens. Without any, passing may be better than every move.
fn own_pieces(position: &Chess) -> Bitboard {
    position.us() & !(position.board().pawns() | position.board().kings())
}

/// From where men of each role would attack the enemy king.
struct CheckSquares(ByRole<Bitboard>);

impl CheckSquares {
    fn of(position: &Chess) -> Self {
        let board = position.board();
        let enemy = !position.turn();
        Self(board.king_of(enemy).map_or_else(ByRole::default, |king| {
            let bishop = bishop_attacks(king, board.occupied());
            let rook = rook_attacks(king, board.occupied());
            ByRole {
                pawn: pawn_attacks(enemy, king),
                knight: knight_attacks(king),
                bishop,
                rook,
                queen: bishop | rook,
                king: Bitboard::EMPTY,
            }
        }))
    }

    /// Whether the man that moves to a free square attacks the king from there; discovered checks are not seen.
    fn given_by(&self, m: Move) -> bool {
        matches!(m, Move::Normal { role, to, .. } if self.0.get(role).contains(to))
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
