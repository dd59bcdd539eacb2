//! The main search between root and quiescence, with its pruning, reductions and extensions.
//!
//! Whole nodes are pruned (reverse futility, razoring, null move, multi-cut) in zero-window nodes alone. There the only question
//! is whether the score reaches beta, and a move that only seems better because of pruning is searched again with an open window
//! by the PV node above. In PV nodes the exact score and the variation are wanted.

use arrayvec::ArrayVec;
use shakmaty::{
    Bitboard, ByRole, Chess, Move, Position,
    attacks::{bishop_attacks, knight_attacks, pawn_attacks, rook_attacks},
};

use super::{
    NO_EVAL, NodeState, SearchState, Searcher,
    bounds::{bound, entry, usable_score},
    move_picker::MovePicker,
};
use crate::{
    chess::key::key_after_null_move,
    evaluation::{CENTIPAWN, Evaluate, MATE, MATE_BOUND, is_stalemate},
    search::{
        MAX_PLY, exchange,
        node::{DepthRule, Finished, MoveOrder, Node, Observer, Source, is_quiet},
        parameters::PLY,
        quiescence::tie_key,
        table::{Bound, Entry},
    },
};

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer<E::Accumulator>> Searcher<E, D, O, V> {
    /// The value of a node, or a bound on it outside the window (fail-soft).
    #[expect(clippy::too_many_arguments, reason = "the state of alpha-beta")]
    pub(super) fn node(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        null_allowed: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        self.now.variations[ply].clear();
        if self.is_draw(state) {
            return 0;
        }
        // Mate distance pruning: the best that a node can reach is a mate by its next move, the worst is to be mated already. If a
        // shorter mate was found elsewhere, nothing here can change the result.
        let nearest_mate = MATE - ply as i32 - 1;
        let (alpha, beta) = (alpha.max(ply as i32 - MATE), beta.min(nearest_mate));
        if alpha >= beta {
            return alpha;
        }
        let mut node = Node {
            position: state.position,
            ply,
            depth,
            alpha,
            beta,
            in_check: state.in_check,
            last: state.last,
            before_last: state.before_last,
        };
        // Extensions are limited by the depth of the iteration, so that a sequence of checks cannot extend itself for ever.
        let mut rule = state.rule;
        if ply < 2 * self.now.root_depth as usize {
            let left = self.now.most_nodes.saturating_sub(self.now.nodes);
            let more = self
                .depth_rule
                .enter(&mut rule, &node, left, &self.parameters);
            node.depth += more.min(PLY);
        }
        if node.depth < PLY || ply + 1 >= MAX_PLY {
            // Quiescence does not generate quiet moves and so cannot see a stalemate.
            if !node.in_check && is_stalemate(state.position) {
                return 0;
            }
            return self.quiesce(state, alpha, beta, ply, stop);
        }
        self.count(stop);
        if self.now.stopped {
            return 0;
        }
        // The table's memory is still on its way.
        self.evaluate_node(state, &node);
        let known = self.table.get(state.key, ply);
        if state.excluded.is_none()
            && let Some(score) = known.and_then(|entry| self.tt_cutoff(&entry, &node))
        {
            return score;
        }
        let (score, source) =
            self.search_node(state, &mut node, &mut rule, known, null_allowed, stop);
        if !self.now.stopped && state.excluded.is_none() {
            self.observer.finished(&Finished {
                node,
                key: state.key,
                accumulator: state.accumulator,
                score,
                bound: bound(score, alpha, beta),
                source,
            });
        }
        score
    }

    /// The score in the transposition table, if it is deep enough and its bound decides the window.
    ///
    /// Not in PV nodes: a cut-off there would cut the principal variation short.
    fn tt_cutoff(&self, entry: &Entry, node: &Node<'_>) -> Option<i32> {
        let is_pv = node.beta - node.alpha > 1;
        // The table ignores the fifty-move counter: close to the draw, a score found on another path may be wrong here.
        let late = node.position.halfmoves() >= 90;
        if self.parameters.table == 0 || is_pv || late || entry.depth < node.depth {
            return None;
        }
        usable_score(entry, node.alpha, node.beta)
    }

    /// Searches a node that the table does not decide: first whatever can decide it without searching all moves, then the moves.
    /// Its depth becomes the one at which its moves are searched.
    fn search_node(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &mut Node<'_>,
        rule: &mut D::State,
        known: Option<Entry>,
        null_allowed: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> (i32, Source) {
        let static_eval = self.static_eval(node, known);
        let improving = self.now.is_improving(node.ply);
        let is_zero_window = node.beta - node.alpha == 1;
        let mut mate_threat = false;
        if is_zero_window && static_eval != NO_EVAL && state.excluded.is_none() {
            if let Some(score) = self.static_prune(state, node, static_eval, improving, stop) {
                return (score, Source::Static);
            }
            // A side that stands below beta even before it gives up its turn will hardly fail high afterwards.
            if null_allowed && static_eval >= node.beta {
                match self.null_move(state, node, *rule, static_eval, stop) {
                    Some((score, source)) if score >= node.beta => {
                        // A mate that was found by passing is not proven: only the bound is.
                        let proven = if score >= MATE_BOUND {
                            node.beta
                        } else {
                            score
                        };
                        return (proven, source);
                    }
                    Some((score, _)) => mate_threat = score <= -MATE_BOUND,
                    None => {}
                }
                if self.now.stopped {
                    return (0, Source::NullMove);
                }
            }
        }
        let moves = state.position.legal_moves();
        if moves.is_empty() {
            let score = if node.in_check {
                node.ply as i32 - MATE
            } else {
                0
            };
            return (score, Source::Search);
        }
        if node.ply < 2 * self.now.root_depth as usize {
            node.depth += self
                .depth_rule
                .inside(rule, moves.len(), mate_threat, &self.parameters)
                .min(PLY);
        }
        // Internal iterative reduction: without a move from the table the ordering is poor and a deep search expensive. A
        // shallower one fills the table for the next iteration.
        let best_known = known.and_then(|entry| entry.best);
        let min_depth = self.parameters.internal_iterative_reduction;
        if best_known.is_none() && min_depth > 0 && node.depth >= min_depth * PLY {
            node.depth -= PLY;
        }
        let mut moves = MovePicker::new(&moves, best_known);
        self.now.path.push(state.key);
        let may_cut = is_zero_window && static_eval != NO_EVAL && state.excluded.is_none();
        let found = if may_cut && self.multi_cut(state, node, *rule, &moves, stop) {
            (node.beta, Source::MultiCut)
        } else if let Some(score) = may_cut
            .then(|| self.prob_cut(state, node, *rule, &moves, known, static_eval, stop))
            .flatten()
        {
            (score, Source::MultiCut)
        } else {
            let found = Known {
                entry: known,
                static_eval,
                improving,
            };
            let score = self.search_moves(state, node, *rule, &mut moves, found, stop);
            (score, Source::Search)
        };
        self.now.path.pop();
        found
    }

    /// Evaluates a node, unless it is in check, or no pruning in force needs that.
    fn evaluate_node(&mut self, state: &NodeState<'_, E::Accumulator, D::State>, node: &Node<'_>) {
        let p = &self.parameters;
        let wanted = p.null_move
            + p.futility_depth
            + p.multi_cut
            + p.late_move_pruning
            + p.reverse_futility
            + p.razoring;
        self.now.static_evals[node.ply] = if node.in_check || wanted == 0 {
            NO_EVAL
        } else {
            self.evaluate(state)
        };
    }

    /// The static evaluation of a node, corrected by the table; [`NO_EVAL`] where there is none.
    fn static_eval(&self, node: &Node<'_>, known: Option<Entry>) -> i32 {
        let static_eval = self.now.static_evals[node.ply];
        if static_eval == NO_EVAL {
            return NO_EVAL;
        }
        // A searched score is a better estimate, if it is exact or bounds the value away from the static evaluation.
        let searched = known.filter(|entry| match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score > static_eval,
            Bound::Upper => entry.score < static_eval,
        });
        match searched {
            Some(entry) if self.parameters.table != 0 && entry.score.abs() < MATE_BOUND => {
                entry.score
            }
            _ => static_eval,
        }
    }

    /// A score for a node whose static evaluation is far outside the window: reverse futility pruning above beta, razoring below
    /// alpha. Not in check, where there is no static evaluation.
    fn static_prune(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
        static_eval: i32,
        improving: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<i32> {
        let p = &self.parameters;
        let plies = node.depth / PLY;
        // Reverse futility pruning: near the leaves, an advantage this large is seldom lost again. The margin grows with the
        // depth left, for the opponent has more moves to win it back; a side that improves is safer by a ply.
        let margin = p.reverse_futility_margin * (plies - i32::from(improving)) * CENTIPAWN;
        if plies <= p.reverse_futility
            && static_eval - margin >= node.beta
            && node.beta.abs() < MATE_BOUND
        {
            return Some(static_eval);
        }
        // Razoring: near the leaves, a side that stands this far below alpha needs a capture to get back. If quiescence does
        // not find one, the quiet moves will hardly do better.
        if plies <= p.razoring && static_eval + p.razoring_margin * plies * CENTIPAWN < node.alpha {
            let score = self.quiesce(state, node.alpha, node.alpha + 1, node.ply, stop);
            return (score <= node.alpha || self.now.stopped).then_some(score);
        }
        None
    }

    /// Null-move pruning: the score after passing, from a reduced search, and whether that was verified; `None` where the null move is not tried.
    ///
    /// If the side to move is above beta even after giving up a turn, a real move would do at least as well. That fails in
    /// zugzwang, where every move is worse than none, so the null move is not tried without a piece (pawn endings are full of
    /// zugzwang). It is not tried in check either, where passing is illegal, nor twice in a row, which would only search the same
    /// position at less depth.
    fn null_move(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
        rule: D::State,
        static_eval: i32,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<(i32, Source)> {
        let p = &self.parameters;
        let plies = node.depth / PLY;
        // Not at depth one, where the moves themselves cost hardly more; nor against a mate score, which passing cannot prove.
        if p.null_move == 0
            || plies < 2
            || own_pieces(state.position).is_empty()
            || node.beta.abs() >= MATE_BOUND
        {
            return None;
        }
        // Near the leaves the full reduction would leave too little depth to see what the opponent threatens.
        let near = p.null_move_adaptivity != 0 && plies <= p.null_move_adaptivity_depth;
        let mut reduction = p.null_move_reduction - i32::from(near);
        // With much depth left a shallow search tells enough, and so it does where a side is far above beta.
        if p.null_move_depth > 0 {
            reduction += plies / p.null_move_depth;
        }
        if p.null_move_margin > 0 {
            reduction += ((static_eval - node.beta) / (p.null_move_margin * CENTIPAWN)).min(3);
        }
        let key = key_after_null_move(state.position, state.key);
        self.table.prefetch(key);
        let position = passed(state.position)?;
        debug_assert_eq!(key, crate::chess::key::key(&position), "as for moves");
        let next = NodeState {
            key,
            // The opponent cannot be in check: it was not its turn.
            in_check: false,
            position: &position,
            accumulator: state.accumulator,
            rule,
            last: None,
            before_last: None,
            excluded: None,
        };
        self.now.path.push(state.key);
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
        if score < node.beta || own_pieces(state.position).more_than_one() || self.now.stopped {
            return Some((score, Source::NullMove));
        }
        // With a single piece zugzwang is still likely: a verification search without the null move must confirm the score.
        let real = self.node(
            state,
            depth,
            node.beta - 1,
            node.beta,
            node.ply,
            false,
            stop,
        );
        Some((score.min(real), Source::Verification))
    }

    /// Multi-cut pruning: whether several of the first moves fail high in a reduced search. If so, at least one of them will
    /// probably do so at full depth as well, although a single one might not.
    fn multi_cut(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
        rule: D::State,
        moves: &MovePicker<'_>,
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
            let child = self.child(state, m);
            let next = child.state(state, m, rule);
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

    /// ProbCut (Buro 1995): a score for a node where a capture is above beta by the margin in a much shallower search; it will
    /// hardly be below beta in the full one. Quiescence is asked first, which is cheaper.
    #[expect(clippy::too_many_arguments, reason = "the state of alpha-beta")]
    fn prob_cut(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
        rule: D::State,
        moves: &MovePicker<'_>,
        known: Option<Entry>,
        static_eval: i32,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<i32> {
        let margin = self.parameters.prob_cut * CENTIPAWN;
        let least = node.beta.saturating_add(margin);
        let depth = node.depth - PROB_CUT_REDUCTION;
        let denied = known.is_some_and(|entry| entry.depth >= depth && entry.score < least);
        if margin == 0 || node.depth < PROB_CUT_DEPTH || node.beta.abs() >= MATE_BOUND || denied {
            return None;
        }
        let mut moves = moves.clone();
        while let Some((m, _)) = moves.next(&self.order, node) {
            if is_quiet(m) {
                // Only the move of the table may be quiet before captures are.
                if moves.is_past_captures() {
                    break;
                }
                continue;
            }
            if !exchange::wins_at_least(state.position, m, least - static_eval) {
                continue;
            }
            let child = self.child(state, m);
            let next = child.state(state, m, rule);
            let ply = node.ply + 1;
            let mut score = -self.quiesce(&next, -least, 1 - least, ply, stop);
            if score >= least && !self.now.stopped {
                score = -self.node(&next, depth - PLY, -least, 1 - least, ply, true, stop);
            }
            if self.now.stopped {
                return None;
            }
            if score >= least {
                let entry = entry(score, node.alpha, node.beta, depth, Some(m));
                self.table.put(state.key, node.ply, entry);
                return Some(score.min(MATE_BOUND - 1));
            }
        }
        None
    }

    /// By how much to search the move of the table deeper, where all others together are worse by a margin (a singular extension,
    /// Anantharaman et al. 1990); or the score of the node, where another move is above beta as well.
    fn singular(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
        m: Move,
        known: Option<Entry>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Singular {
        let p = &self.parameters;
        let plies = node.depth / PLY;
        let entry = known.filter(|entry| {
            p.singular > 0
                && plies >= p.singular
                && state.excluded.is_none()
                && node.ply < 2 * self.now.root_depth as usize
                && entry.best == Some(tie_key(m))
                && entry.bound != Bound::Upper
                && entry.depth >= node.depth - 3 * PLY
                && entry.score.abs() < MATE_BOUND
        });
        let Some(entry) = entry else {
            return Singular::More(0);
        };
        let bound = entry.score - p.singular_margin * plies * CENTIPAWN;
        let without = NodeState {
            excluded: Some(m),
            ..*state
        };
        // The node is searched again at its own place: it does not repeat itself.
        self.now.path.pop();
        let score = self.node(
            &without,
            (node.depth - PLY) / 2,
            bound - 1,
            bound,
            node.ply,
            false,
            stop,
        );
        self.now.path.push(state.key);
        if self.now.stopped || score < bound {
            Singular::More(PLY)
        } else if bound >= node.beta && node.beta - node.alpha == 1 {
            Singular::Cut(bound)
        } else if entry.score >= node.beta {
            Singular::More(-PLY)
        } else {
            Singular::More(0)
        }
    }

    /// Principal variation search over the moves: the first with the full window, the others with a zero window and reduced
    /// depth, and again with more depth or the full window when they turn out better than expected.
    fn search_moves(
        &mut self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
        rule: D::State,
        moves: &mut MovePicker<'_>,
        known: Known,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        let Known {
            static_eval,
            improving,
            ..
        } = known;
        let is_pv = node.beta - node.alpha > 1;
        let (mut alpha, beta) = (node.alpha, node.beta);
        let mut best = node.ply as i32 - MATE;
        let mut best_move = None;
        let mut tried = ArrayVec::<Move, 64>::new();
        let mut number = 0;
        let mut quiets_skipped = false;
        loop {
            // No move is pruned until one was found that is not mated: otherwise the node might seem lost, or mated, only because
            // its defences were not searched.
            if !quiets_skipped
                && best > -MATE_BOUND
                && self.skip_quiets(node, number + 1, static_eval, improving, alpha)
            {
                quiets_skipped = true;
                // Checks are kept: they can win whatever the static evaluation says.
                let checks = CheckSquares::of(state.position);
                moves.skip_quiets(&self.order, node, |m| checks.given_by(m));
            }
            let Some((m, move_score)) = moves.next(&self.order, node) else {
                break;
            };
            if state.excluded == Some(m) {
                continue;
            }
            number += 1;
            // A capture in its place before the quiet moves was seen to lose nothing when it was picked.
            let is_sound = m.is_capture() && (O::ABOVE_QUIET..i32::MAX).contains(&move_score);
            if best > -MATE_BOUND
                && (!is_sound && self.see_prune(state, node, m)
                    || self.reduced_futility(state, node, m, number, static_eval, alpha))
            {
                continue;
            }
            let more = match self.singular(state, node, m, known.entry, stop) {
                Singular::More(more) => more,
                Singular::Cut(score) => return score,
            };
            let child = self.child(state, m);
            let next = child.state(state, m, rule);
            let depth = node.depth - PLY + more;
            let mut score = alpha + 1;
            if number > 1 {
                let late = LateMove {
                    m,
                    score: move_score,
                    number,
                    checks: child.in_check,
                    is_pv,
                    improving,
                };
                let less = self.late_move_reduction(node, late);
                score = -self.node(
                    &next,
                    depth - less,
                    -alpha - 1,
                    -alpha,
                    node.ply + 1,
                    true,
                    stop,
                );
                // A reduced move that beats alpha is searched again at full depth before it is believed.
                if score > alpha && less > 0 {
                    score = -self.node(&next, depth, -alpha - 1, -alpha, node.ply + 1, true, stop);
                }
            }
            // In a PV node the zero window only said that the move is better: the full window tells by how much.
            if score > alpha && (is_pv || number == 1) {
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
                        self.order.on_cutoff(node, &tried);
                    }
                    break;
                }
            }
        }
        if state.excluded.is_none() {
            let entry = entry(best, node.alpha, beta, node.depth, best_move);
            self.table.put(state.key, node.ply, entry);
            self.learn_correction(node, &entry, best_move);
        }
        best
    }

    /// Keeps by how much a score differs from the static evaluation, where it says so: a bound on the side where the evaluation is says
    /// nothing. After captures neither does the score, for the evaluation counts material alone while pieces hang.
    fn learn_correction(&mut self, node: &Node<'_>, found: &Entry, best: Option<Move>) {
        let static_eval = self.now.static_evals[node.ply];
        let says = match found.bound {
            Bound::Exact => true,
            Bound::Lower => found.score > static_eval,
            Bound::Upper => found.score < static_eval,
        };
        if self.corrects()
            && static_eval != NO_EVAL
            && says
            && found.score.abs() < MATE_BOUND
            && best.is_none_or(is_quiet)
        {
            let plies = node.depth / PLY;
            self.corrections
                .learn(node.position, plies, found.score - static_eval);
        }
    }

    /// Whether a quiet move is skipped because the depth at which it would be searched cannot show more than the margin over the static
    /// evaluation. Direct checks are kept.
    fn reduced_futility(
        &self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
        m: Move,
        number: i32,
        static_eval: i32,
        alpha: i32,
    ) -> bool {
        let p = &self.parameters;
        if p.reduced_futility == 0 || static_eval == NO_EVAL || !is_quiet(m) {
            return false;
        }
        let plies =
            ((node.depth - PLY - self.usual_reduction(node.depth / PLY, number)) / PLY).max(0);
        let margin = p.reduced_futility_base + p.reduced_futility_margin * plies;
        plies <= p.reduced_futility
            && static_eval + margin * CENTIPAWN <= alpha
            && !CheckSquares::of(state.position).given_by(m)
    }

    /// Whether, from this move on, quiet moves that do not give check are skipped: by late move pruning or by futility pruning.
    ///
    /// Not in check: there is no static evaluation, and all evasions count.
    fn skip_quiets(
        &self,
        node: &Node<'_>,
        number: i32,
        static_eval: i32,
        improving: bool,
        alpha: i32,
    ) -> bool {
        if static_eval == NO_EVAL {
            return false;
        }
        let p = &self.parameters;
        let plies = node.depth / PLY;
        // Late move pruning: near the leaves, quiet moves this late in the order hardly ever raise alpha. Deeper nodes, and a
        // side that improves, get more tries.
        let enough = (6 + 2 * plies * plies) / if improving { 1 } else { 2 };
        let late = plies <= p.late_move_pruning && number > enough;
        // Futility pruning: with so little depth left, a quiet move gains no more than the margin over the static evaluation.
        // Captures and checks may gain more, which is why they are not pruned by it.
        let hopeless = |margin| static_eval + margin * CENTIPAWN <= alpha;
        late || p.futility_margin(plies).is_some_and(hopeless)
    }

    /// Whether a move is skipped because it loses too much material by static exchange evaluation.
    ///
    /// Near the leaves there is no depth left to show compensation. The margin grows with depth, and is smaller for quiet moves,
    /// which rarely have a reason to give up material. Not in check, where a losing move may be the only defence.
    fn see_prune(
        &self,
        state: &NodeState<'_, E::Accumulator, D::State>,
        node: &Node<'_>,
        m: Move,
    ) -> bool {
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
        !exchange::wins_at_least(state.position, m, -margin * CENTIPAWN)
    }

    /// Late move reduction in quarter plies: with good move ordering, late quiet moves rarely turn out best, so they are searched
    /// less deep at first.
    ///
    /// Captures and promotions are not reduced, since they change the balance at once; nor are moves near the leaves, where
    /// quiescence alone would be left.
    fn late_move_reduction(&self, node: &Node<'_>, late: LateMove) -> i32 {
        let p = &self.parameters;
        let plies = node.depth / PLY;
        if plies < 3 || late.number < 3 || !is_quiet(late.m) || p.late_move_divisor == 0 {
            return 0;
        }
        let mut less = self.usual_reduction(plies, late.number);
        less -= self.order.history_reduction(late.score);
        // Less in PV nodes, where an error changes the principal variation, and for evasions and checks, which are forcing.
        if late.is_pv || node.in_check || late.checks {
            less -= PLY;
        }
        // More for a side that does not improve: its quiet moves are less likely to reach alpha.
        if !late.improving {
            less += PLY / 2;
        }
        // At least a ply is left for the reduced search.
        less.clamp(0, node.depth - 2 * PLY)
    }

    /// The late move reduction of a quiet move of which nothing else is known, in quarter plies.
    fn usual_reduction(&self, plies: i32, number: i32) -> i32 {
        self.reductions[plies.min(63) as usize * 64 + number.min(63) as usize]
    }
}

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy)]
struct Known {
    entry: Option<Entry>,
    static_eval: i32,
    improving: bool,
}

/// A move that is not the first of its node.
#[derive(Clone, Copy)]
struct LateMove {
    m: Move,
    /// Its score in the order of moves.
    score: i32,
    /// Counted from one.
    number: i32,
    checks: bool,
    is_pv: bool,
    improving: bool,
}

/// What a search without the move of the table says.
enum Singular {
    /// Search that move so many quarter plies deeper.
    More(i32),
    /// The node fails high without it too.
    Cut(i32),
}

/// The least depth at which ProbCut is tried, and by how much less its search is deep, in quarter plies.
const PROB_CUT_DEPTH: i32 = 5 * PLY;
const PROB_CUT_REDUCTION: i32 = 3 * PLY;

impl SearchState {
    /// Whether the static evaluation of the side to move is higher than two plies ago, or four if it was in check then; `false`
    /// if neither is known.
    ///
    /// A side that improves is more likely to fail high, so pruning above beta is safer and pruning of its moves riskier.
    fn is_improving(&self, ply: usize) -> bool {
        let static_eval = self.static_evals[ply];
        let earlier = [2, 4].into_iter().find_map(|back| {
            let earlier = self.static_evals[ply.checked_sub(back)?];
            (earlier != NO_EVAL).then_some(earlier)
        });
        static_eval != NO_EVAL && earlier.is_some_and(|earlier| static_eval > earlier)
    }
}

/// The position with the other side to move. A piece that moves to where it stands passes the turn without a check of the position,
/// which is known to be legal; a rook would lose its castling right.
fn passed(position: &Chess) -> Option<Chess> {
    let stays = (own_pieces(position) & !position.board().rooks()).first();
    let Some((square, role)) =
        stays.and_then(|square| Some((square, position.board().role_at(square)?)))
    else {
        return position.clone().swap_turn().ok();
    };
    let mut passed = position.clone();
    passed.play_unchecked(Move::Normal {
        role,
        from: square,
        capture: None,
        to: square,
        promotion: None,
    });
    Some(passed)
}

/// The pieces of the side to move other than king and pawns.
fn own_pieces(position: &Chess) -> Bitboard {
    position.us() & !(position.board().pawns() | position.board().kings())
}

/// For each role, the squares from which it would check the enemy king.
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

    /// Whether a quiet move gives a direct check; discovered checks are not detected.
    fn given_by(&self, m: Move) -> bool {
        matches!(m, Move::Normal { role, to, .. } if self.0.get(role).contains(to))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::{
        chess::game::read_fen,
        evaluation::staunton::Staunton,
        search::{
            parameters::Parameters,
            tree::{Control, Limits, Root},
        },
    };

    #[test]
    fn the_root_has_a_static_evaluation_to_improve_on() {
        for (fen, in_check) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
            ("4k3/4r3/8/8/8/8/8/3QK3 w - - 0 1", true),
        ] {
            let position = read_fen(fen).expect("a position");
            let mut searcher = Searcher::new(Staunton::default(), Parameters::DEFAULT, 1);
            let root = Root {
                position: &position,
                earlier: &[],
            };
            let limits = Limits {
                depth: 3,
                ..Limits::default()
            };
            let control = Control {
                stop: &mut || false,
                observe: &mut |_| ControlFlow::Continue(()),
            };
            searcher
                .search(root, &limits, control)
                .expect("it has moves");
            let mut staunton = Staunton::default();
            let score = staunton.evaluate(&position, &staunton.refresh(&position));
            let expected = if in_check { NO_EVAL } else { score };
            assert_eq!(searcher.now.static_evals[0], expected, "{fen}");
        }
    }

    #[test]
    fn improving_compares_with_four_plies_ago_after_a_check() {
        let improving = |static_evals: &[i32], now: i32| {
            let state = SearchState {
                static_evals: [static_evals, &[now]].concat(),
                ..SearchState::default()
            };
            state.is_improving(static_evals.len())
        };
        assert!(improving(&[50, 0], 51));
        assert!(!improving(&[50, 0], 50));
        assert!(
            !improving(&[50, 0, NO_EVAL, 0], 50),
            "in check two plies ago"
        );
        assert!(improving(&[50, 0, NO_EVAL, 0], 51));
        assert!(!improving(&[50, 0, 70, 0], 60), "the last turn counts");
        assert!(
            !improving(&[NO_EVAL, 0, NO_EVAL, 0], 51),
            "nothing is known"
        );
        assert!(!improving(&[0], 51), "its first turn");
        assert!(!improving(&[50, 0], NO_EVAL), "in check now");
    }

    /// What the table adds to the static evaluation is not the side's doing: two plies ago it may have been unknown.
    #[test]
    fn a_score_of_the_table_improves_nothing() {
        let position = read_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("a position");
        let mut searcher = Searcher::new(Staunton::default(), Parameters::DEFAULT, 1);
        let accumulator = searcher.evaluation.refresh(&position);
        let state = NodeState {
            position: &position,
            accumulator: &accumulator,
            rule: (),
            key: 1,
            in_check: false,
            last: None,
            before_last: None,
            excluded: None,
        };
        let node = Node {
            position: &position,
            ply: 2,
            depth: 4 * PLY,
            alpha: 0,
            beta: 1,
            in_check: false,
            last: None,
            before_last: None,
        };
        let raw = searcher.evaluate(&state);
        let known = Entry {
            score: raw + 500,
            bound: Bound::Exact,
            depth: PLY,
            best: None,
        };
        for (two_plies_ago, improves) in [(raw, false), (raw - 1, true)] {
            searcher.now.static_evals = vec![two_plies_ago, 0, 0];
            searcher.evaluate_node(&state, &node);
            assert_eq!(searcher.static_eval(&node, Some(known)), raw + 500);
            assert_eq!(searcher.now.is_improving(2), improves);
        }
    }
}
