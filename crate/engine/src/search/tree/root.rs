//! The root: iterative deepening, aspiration windows and MultiPV.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use shakmaty::{Chess, Move, Position};

use super::{
    Control, DEEPEST, Limits, NO_EVAL, NodeState, PvLine, Report, Root, Searcher, bounds::bound,
};
use crate::{
    evaluation::{CENTIPAWN, Evaluate, MATE, MATE_BOUND},
    search::{
        MAX_PLY,
        node::{DepthRule, Finished, MoveOrder, Node, Observer, Source},
        parameters::PLY,
        quiescence::sort_by_tie_key,
    },
    sorting::sort_by_key,
};

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer<E::Accumulator>> Searcher<E, D, O, V> {
    /// Searches by iterative deepening; `None` when there is no move to consider.
    ///
    /// Depth one is completed whatever the limit of nodes. Only `control.stop`, or more than a hundred thousand nodes, end a
    /// search before that; the result is then the best move so far or else the first one.
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
        self.now.root_moves = root.position.legal_moves().len();
        let accumulator = self.evaluation.refresh(root.position);
        let rule = self.depth_rule.new_search(root.position);
        let state = NodeState::of_root(root.position, &accumulator, rule);
        if !state.in_check {
            self.now.static_evals[0] = self.evaluate(&state);
        }
        let mut last: Option<Report> = None;
        for depth in 1..=limits.depth.clamp(1, DEEPEST) {
            self.now.root_depth = depth;
            let scores = last.as_ref().map(|report| report.lines.as_slice());
            let lines = self.lines(
                &state,
                &mut roots,
                depth,
                limits.lines,
                scores,
                control.stop,
            );
            if self.now.stopped {
                let better = lines.into_iter().next();
                let mut report = last.unwrap_or_else(|| {
                    let line = self.fallback_line(&state, &roots);
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

    fn report(&self, depth: u32, lines: Vec<PvLine>) -> Report {
        Report {
            depth,
            selective_depth: self.now.selective_depth as u32,
            lines,
            nodes: self.now.nodes,
            fullness: self.table.fullness(),
        }
    }

    /// A line with the first move, for when the search was stopped before it found any.
    fn fallback_line(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        roots: &[Move],
    ) -> PvLine {
        PvLine {
            score: self.evaluate(state),
            is_lower_bound: false,
            moves: vec![roots[0]],
        }
    }

    fn prepare(&mut self, root: Root<'_>, limits: &Limits) {
        self.table.new_search();
        self.eval_cache.new_search();
        self.order.new_search();
        self.now.path.clear();
        self.now.path.extend_from_slice(root.earlier);
        self.now.played = root.earlier.len();
        self.now.since_null = 0;
        self.now.nodes = 0;
        self.now.most_nodes = limits.nodes;
        self.now.selective_depth = 0;
        self.now.can_stop = false;
        self.now.stopped = false;
        self.now.static_evals.clear();
        self.now.static_evals.resize(MAX_PLY, NO_EVAL);
        self.now.variations.resize(MAX_PLY, ArrayVec::new());
    }

    /// The best lines at this depth; their moves come to the front of `roots`. When the search was stopped: the lines so far.
    ///
    /// Each further line is the best one without the moves before it (MultiPV). It may turn out better than those all the same, since
    /// the table knows more by then: once all are searched the best comes first.
    fn lines(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        roots: &mut [Move],
        depth: u32,
        most: usize,
        before: Option<&[PvLine]>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Vec<PvLine> {
        let mut lines = Vec::new();
        for rank in 0..most.clamp(1, roots.len()) {
            let expected = before.and_then(|lines| Some(lines.get(rank)?.score));
            let Some(line) =
                self.aspiration_search(state, &mut roots[rank..], depth, expected, stop)
            else {
                break;
            };
            lines.push(line);
            if self.now.stopped {
                return lines;
            }
        }
        sort_by_key(&mut lines, |line| Reverse(line.score));
        for (root, line) in roots.iter_mut().zip(&lines) {
            *root = line.moves[0];
        }
        lines
    }

    /// Searches with an aspiration window around the score of the last iteration: a narrow window cuts off more, and the score
    /// rarely changes much. Outside of it the window is widened on that side and the search repeated.
    ///
    /// When stopped: the best line of those that were completed in this window and are above its alpha. Where none was completed, a
    /// move other than the last iteration's that failed high in the window before. (Of further lines of MultiPV nothing is used then.)
    fn aspiration_search(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        roots: &mut [Move],
        depth: u32,
        expected: Option<i32>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<PvLine> {
        let mut margin = self.parameters.aspiration * CENTIPAWN;
        let (mut alpha, mut beta) = (-MATE, MATE);
        if let Some(expected) =
            expected.filter(|score| margin > 0 && depth > 4 && score.abs() < MATE_BOUND)
        {
            (alpha, beta) = (expected - margin, expected + margin);
        }
        let before = roots[0];
        let mut failed_high = None;
        loop {
            let line = self.best_root(state, roots, depth, alpha, beta, stop);
            if self.now.stopped {
                return match line {
                    Some(line) => (line.score > alpha).then_some(line),
                    None => failed_high,
                };
            }
            let line = line?;
            if line.score <= alpha && alpha > -MATE {
                failed_high = None;
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
                // The last iteration has a whole variation of its own move, and a score that is no bound.
                failed_high = (line.moves[0] != before).then_some(line);
            } else {
                return Some(line);
            }
            margin *= 2;
            (alpha, beta) = (alpha.max(-MATE), beta.min(MATE));
        }
    }

    /// The best of `roots`, which comes to their front; when stopped the best of those that were completed, if any.
    fn best_root(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        roots: &mut [Move],
        depth: u32,
        mut alpha: i32,
        beta: i32,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<PvLine> {
        let floor = alpha;
        let mut best: Option<(usize, PvLine)> = None;
        let depth = depth as i32 * PLY - PLY;
        self.now.path.push(state.key);
        for (at, &m) in roots.iter().enumerate() {
            let child = self.child(state, m);
            let next = child.state(state, m, state.rule);
            let mut score = alpha + 1;
            // Principal variation search: the first move is probably best, so that for the others a zero window, which only
            // asks whether they are better, is usually enough.
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
                let is_lower_bound = score >= beta;
                best = Some((
                    at,
                    PvLine {
                        score,
                        is_lower_bound,
                        moves,
                    },
                ));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.now.path.pop();
        let (at, line) = best?;
        if !self.now.stopped && roots.len() == self.now.root_moves {
            self.root_finished(state, depth + PLY, (floor, beta), line.score);
        }
        // When all moves fail low, their scores are upper bounds and say nothing about the order.
        if line.score > floor {
            roots[..=at].rotate_right(1);
        }
        Some(line)
    }

    /// Notifies the observer.
    fn root_finished(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        depth: i32,
        (alpha, beta): (i32, i32),
        score: i32,
    ) {
        self.observer.finished(&Finished {
            node: Node {
                position: state.position,
                ply: 0,
                depth,
                alpha,
                beta,
                in_check: state.in_check,
                last: None,
                before_last: None,
            },
            key: state.key,
            accumulator: state.accumulator,
            score,
            bound: bound(score, alpha, beta),
            source: Source::Search,
        });
    }
}

/// Puts the line of a stopped search first. It replaces the line with the same first move, or else the last.
fn put_first(lines: &mut [PvLine], line: PvLine) {
    let same = |known: &PvLine| known.moves[0] == line.moves[0];
    let state = lines.iter().position(same).unwrap_or(lines.len() - 1);
    lines[state] = line;
    lines[..=state].rotate_right(1);
}

fn root_moves(position: &Chess, only: &[Move]) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    if !only.is_empty() {
        moves.retain(|m| only.contains(m));
    }
    sort_by_tie_key(&mut moves);
    moves
}

fn mates_within(report: &Report, moves: Option<u32>) -> bool {
    let found = report.lines.first().and_then(PvLine::mate_in);
    matches!((moves, found), (Some(most), Some(mate)) if mate > 0 && mate as u32 <= most)
}
