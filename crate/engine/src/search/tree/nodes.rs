//! Between root and leaves: the recursive search, and what it leaves out, reduces and extends.

use arrayvec::ArrayVec;
use shakmaty::{
    Bitboard, ByRole, Chess, Move, Position,
    attacks::{bishop_attacks, knight_attacks, pawn_attacks, rook_attacks},
};

use super::{
    NONE, Place, Searcher, State,
    bounds::{entry, fits},
    moves::Sorted,
};
use crate::{
    chess::key::key_after_passing,
    evaluation::{CENTIPAWN, Evaluate, MATE, MATE_BOUND, is_stalemate},
    search::{
        MAX_PLY, exchange,
        node::{DepthRule, MoveOrder, Node, Observer, is_quiet},
        parameters::PLY,
        table::{Bound, Entry},
    },
};

impl<E: Evaluate, D: DepthRule, O: MoveOrder, V: Observer> Searcher<E, D, O, V> {
    /// The value of a node, or a bound on it outside the window (fail-soft).
    #[expect(clippy::too_many_arguments, reason = "the state of alpha-beta")]
    pub(super) fn node(
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
        let improving = standing != NONE && self.now.is_improving(standing, node.ply);
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
}

impl State {
    /// Whether the side to move stands better than at its last turn, or at the one before when it was in check then. Where
    /// neither is known it does not.
    fn is_improving(&self, standing: i32, ply: usize) -> bool {
        let earlier = [2, 4].into_iter().find_map(|back| {
            let earlier = self.standing[ply.checked_sub(back)?];
            (earlier != NONE).then_some(earlier)
        });
        earlier.is_some_and(|earlier| standing > earlier)
    }
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
    fn two_plies_below_the_root_it_is_compared_with_the_root() {
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
            let mut judge = Staunton::default();
            let score = judge.evaluate(&position, &judge.keep(&position));
            let expected = if in_check { NONE } else { score };
            assert_eq!(searcher.now.standing[0], expected, "{fen}");
        }
    }

    #[test]
    fn after_a_check_it_is_compared_with_the_turn_before() {
        let improving = |standing: &[i32], now: i32| {
            let state = State {
                standing: standing.to_vec(),
                ..State::default()
            };
            state.is_improving(now, standing.len())
        };
        assert!(improving(&[50, 0], 51));
        assert!(!improving(&[50, 0], 50));
        assert!(!improving(&[50, 0, NONE, 0], 50), "in check two plies ago");
        assert!(improving(&[50, 0, NONE, 0], 51));
        assert!(!improving(&[50, 0, 70, 0], 60), "the last turn counts");
        assert!(!improving(&[NONE, 0, NONE, 0], 51), "nothing is known");
        assert!(!improving(&[0], 51), "its first turn");
    }
}
