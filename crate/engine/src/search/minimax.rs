//! Minimax without cut-offs: every node of the tree has an exact score, as TreeStrap(minimax) learns from it (Veness et al. 2009). It
//! takes many more nodes than alpha-beta for the same depth.
//!
//! Iterative deepening, quiescence at the leaves, no table, no extensions.

use shakmaty::{Chess, Move, MoveList, Position};

use crate::{
    chess::key::{key, key_after},
    evaluation::{Evaluate, MATE},
    search::{
        MAX_PLY,
        decided::is_draw,
        node::{Finished, Node, Observer, Source},
        parameters::PLY,
        quiescence::{self, sort_by_tie_key},
        table::Bound,
        tree::{Control, DEEPEST, FIRST_DEPTH, Limits, PvLine, Report, Root},
    },
};

/// The search with its evaluation, and an observer that is told of every node with a score of its own search.
#[derive(Clone, Debug)]
pub struct Minimax<E, V> {
    /// Evaluates the leaves.
    pub evaluation: E,
    /// Is notified of finished nodes.
    pub observer: V,
    now: State,
}

/// The state of the search under way.
#[derive(Clone, Debug, Default)]
struct State {
    nodes: u64,
    most_nodes: u64,
    selective_depth: usize,
    can_stop: bool,
    stopped: bool,
    /// Keys of the game's earlier positions, then of those on the path to the current node.
    path: Vec<u64>,
    /// How many of them belong to the game.
    played: usize,
}

/// A position with what is known of it along the path.
struct At<K> {
    position: Chess,
    accumulator: K,
    key: u64,
    last: Option<Move>,
    before_last: Option<Move>,
}

/// A score with the variation that leads to it.
struct Value {
    score: i32,
    line: Vec<Move>,
}

impl<E: Evaluate, V: Observer<E::Accumulator>> Minimax<E, V> {
    /// A search that has not begun.
    pub fn new(evaluation: E, observer: V) -> Self {
        Self {
            evaluation,
            observer,
            now: State::default(),
        }
    }

    /// Searches deeper and deeper up to the limits of depth and nodes; `None` without a legal move. The first ply is completed whatever
    /// the limit of nodes, as by [`Searcher::search`](crate::search::tree::Searcher::search). Lines, mates and root moves of the limits
    /// are not regarded.
    pub fn search(
        &mut self,
        root: Root<'_>,
        limits: &Limits,
        control: Control<'_>,
    ) -> Option<Report> {
        let at = At {
            position: root.position.clone(),
            accumulator: self.evaluation.refresh(root.position),
            key: key(root.position),
            last: None,
            before_last: None,
        };
        let first = *ordered(root.position).first()?;
        self.now = State {
            most_nodes: limits.nodes,
            path: root.earlier.to_vec(),
            played: root.earlier.len(),
            ..State::default()
        };
        let mut last: Option<Report> = None;
        for depth in 1..=limits.depth.clamp(1, DEEPEST) {
            let value = self.inner(&at, depth as i32, 0, control.stop);
            if self.now.stopped {
                break;
            }
            let report = self.report(depth, value);
            let goes_on = (control.observe)(&report).is_continue();
            last = Some(report);
            self.now.can_stop = true;
            if !goes_on || self.now.nodes >= limits.nodes {
                break;
            }
        }
        let fallback = || {
            let value = Value {
                score: 0,
                line: vec![first],
            };
            self.report(0, value)
        };
        let mut report = last.unwrap_or_else(fallback);
        report.nodes = self.now.nodes;
        Some(report)
    }

    fn report(&self, depth: u32, value: Value) -> Report {
        Report {
            depth,
            selective_depth: self.now.selective_depth as u32,
            lines: vec![PvLine {
                score: value.score,
                is_lower_bound: false,
                moves: value.line,
            }],
            nodes: self.now.nodes,
            fullness: 0,
        }
    }

    fn node(
        &mut self,
        at: &At<E::Accumulator>,
        depth: i32,
        ply: usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> Value {
        if self.is_draw(at) {
            self.count(ply, stop);
            return Value::leaf(0);
        }
        if depth == 0 {
            if !at.position.is_check() && at.position.is_stalemate() {
                self.count(ply, stop);
                return Value::leaf(0);
            }
            return self.quiesce(at, -MATE, MATE, ply, stop);
        }
        self.inner(at, depth, ply, stop)
    }

    /// A node whose moves are searched.
    fn inner(
        &mut self,
        at: &At<E::Accumulator>,
        depth: i32,
        ply: usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> Value {
        self.count(ply, stop);
        let in_check = at.position.is_check();
        let moves = ordered(&at.position);
        let mated = if in_check { ply as i32 - MATE } else { 0 };
        let mut best = Value::leaf(mated);
        self.now.path.push(at.key);
        for (number, &m) in moves.iter().enumerate() {
            let child = self.child(at, m);
            let found = self.node(&child, depth - 1, ply + 1, stop);
            if self.now.stopped {
                break;
            }
            if number == 0 || -found.score > best.score {
                best = found.behind(m);
            }
        }
        self.now.path.pop();
        if !self.now.stopped {
            self.observer.finished(&Finished {
                node: Node {
                    position: &at.position,
                    ply,
                    depth: depth * PLY,
                    alpha: -MATE,
                    beta: MATE,
                    in_check,
                    last: at.last,
                    before_last: at.before_last,
                },
                key: at.key,
                accumulator: &at.accumulator,
                score: best.score,
                bound: Bound::Exact,
                source: Source::Search,
            });
        }
        best
    }

    /// Alpha-beta over captures, promotions and evasions: with an open window its score is exact.
    fn quiesce(
        &mut self,
        at: &At<E::Accumulator>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> Value {
        self.count(ply, stop);
        let in_check = at.position.is_check();
        let stands = self.evaluation.evaluate(&at.position, &at.accumulator);
        if self.now.stopped || ply + 1 >= MAX_PLY {
            return Value::leaf(stands);
        }
        let mut best = Value::leaf(if in_check { ply as i32 - MATE } else { stands });
        let mut moves = MoveList::new();
        quiescence::moves(&at.position, in_check, &mut moves);
        for &m in &moves {
            if best.score >= beta {
                break;
            }
            alpha = alpha.max(best.score);
            let child = self.child(at, m);
            let found = self.quiesce(&child, -beta, -alpha, ply + 1, stop);
            if self.now.stopped {
                break;
            }
            if -found.score > best.score {
                best = found.behind(m);
            }
        }
        best
    }

    fn child(&self, at: &At<E::Accumulator>, m: Move) -> At<E::Accumulator> {
        let mut position = at.position.clone();
        position.play_unchecked(m);
        At {
            accumulator: self.evaluation.update(&at.accumulator, &at.position, m),
            key: key_after(&at.position, at.key, m, &position),
            position,
            last: Some(m),
            before_last: at.last,
        }
    }

    fn is_draw(&self, at: &At<E::Accumulator>) -> bool {
        is_draw(&at.position, || at.key, &self.now.path, self.now.played)
    }

    fn count(&mut self, ply: usize, stop: &mut dyn FnMut() -> bool) {
        let now = &mut self.now;
        if now.stopped {
            return;
        }
        now.nodes += 1;
        now.selective_depth = now.selective_depth.max(ply);
        let may_end = now.can_stop || now.nodes >= FIRST_DEPTH;
        let spent = may_end && now.nodes >= now.most_nodes;
        now.stopped = spent || now.nodes.is_multiple_of(1024) && stop();
    }
}

impl Value {
    const fn leaf(score: i32) -> Self {
        Self {
            score,
            line: Vec::new(),
        }
    }

    /// The same for the side that played `m`. A mate is told from the root, so its distance needs no change.
    fn behind(self, m: Move) -> Self {
        let mut line = Vec::with_capacity(self.line.len() + 1);
        line.push(m);
        line.extend(self.line);
        Self {
            score: -self.score,
            line,
        }
    }
}

/// The legal moves in the order in which the engine tries them at the root, so that ties are decided alike.
fn ordered(position: &Chess) -> MoveList {
    let mut moves = position.legal_moves();
    sort_by_tie_key(&mut moves);
    moves
}
