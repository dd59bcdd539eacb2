//! EvoChess's move ordering module: a move's value is a weighted sum, and moves of greater value are searched first.
//!
//! The features are the paper's (Gross et al. 2002, section on the move ordering module), each weight from 0 to 100. It does not say
//! what exactly they measure: every definition in the table is our choice. So are three terms in it: the *endgame* is that of the
//! position module; in the *opening* both sides together have at least 56 of their 62 points of pieces; the *centre* is the sixteen
//! squares c3 to f6, as in the position module.

use std::cmp::Reverse;

use shakmaty::{Bitboard, Board, Chess, Move, Position, Role, attacks::pawn_attacks};

use crate::{
    chess::check::gives_check,
    evaluation::MATE,
    evaluation::evochess::{ENDGAME_POINTS, LARGE_CENTRE, is_endgame, points},
    mix::mix,
    search::{
        MAX_PLY,
        node::{MoveOrder, Node},
        parameters::PLY,
        quiescence::tie_key,
    },
    sorting::sort_by_key,
    tunable::tunables,
};

const PAPER: &str = "Gross et al. 2002; what it measures exactly is our choice";

tunables! {
    /// The weights, in hundredths. The defaults are set by hand.
    Weights;
    pawn_opening "PawnOpening" 1000 in 0..=10000 "hundredths" PAPER "A pawn moves, in the opening"
    knight_opening "KnightOpening" 2000 in 0..=10000 "hundredths" PAPER "A knight moves, in the opening"
    bishop_opening "BishopOpening" 2000 in 0..=10000 "hundredths" PAPER "A bishop moves, in the opening"
    rook_opening "RookOpening" 500 in 0..=10000 "hundredths" PAPER "A rook moves, in the opening"
    queen_opening "QueenOpening" 500 in 0..=10000 "hundredths" PAPER "The queen moves, in the opening"
    king_opening "KingOpening" 500 in 0..=10000 "hundredths" PAPER "The king moves or castles, in the opening"
    pawn_middlegame "PawnMiddlegame" 500 in 0..=10000 "hundredths" PAPER "A pawn moves, in the middlegame"
    knight_middlegame "KnightMiddlegame" 1500 in 0..=10000 "hundredths" PAPER "A knight moves, in the middlegame"
    bishop_middlegame "BishopMiddlegame" 1500 in 0..=10000 "hundredths" PAPER "A bishop moves, in the middlegame"
    rook_middlegame "RookMiddlegame" 1000 in 0..=10000 "hundredths" PAPER "A rook moves, in the middlegame"
    queen_middlegame "QueenMiddlegame" 1000 in 0..=10000 "hundredths" PAPER "The queen moves, in the middlegame"
    king_middlegame "KingMiddlegame" 0 in 0..=10000 "hundredths" PAPER "The king moves or castles, in the middlegame"
    pawn_endgame "PawnEndgame" 1500 in 0..=10000 "hundredths" PAPER "A pawn moves, in the endgame"
    knight_endgame "KnightEndgame" 500 in 0..=10000 "hundredths" PAPER "A knight moves, in the endgame"
    bishop_endgame "BishopEndgame" 500 in 0..=10000 "hundredths" PAPER "A bishop moves, in the endgame"
    rook_endgame "RookEndgame" 1000 in 0..=10000 "hundredths" PAPER "A rook moves, in the endgame"
    queen_endgame "QueenEndgame" 1000 in 0..=10000 "hundredths" PAPER "The queen moves, in the endgame"
    king_endgame "KingEndgame" 1000 in 0..=10000 "hundredths" PAPER "The king moves, in the endgame"
    victim_by_aggressor "VictimByAggressor" 4000 in 0..=10000 "hundredths" PAPER "A capture, times the value of the man taken divided by that of the man that takes (pawn 1, knight and bishop 3.4, rook 5, queen 9, king 10)"
    check "Check" 2000 in 0..=10000 "hundredths" PAPER "The move gives check"
    capture "Capture" 6000 in 0..=10000 "hundredths" PAPER "The move captures"
    pawn_attacks "PawnAttacks" 3000 in 0..=10000 "hundredths" PAPER "A pawn moves to where it attacks a piece: knight, bishop, rook, queen or king"
    pawn_attacks_none "PawnAttacksNone" 0 in 0..=10000 "hundredths" PAPER "A pawn moves to where it attacks no piece"
    promotion "Promotion" 10000 in 0..=10000 "hundredths" PAPER "A pawn becomes a queen"
    from_centre "FromCentre" 0 in 0..=10000 "hundredths" PAPER "The move begins in the centre"
    to_centre "ToCentre" 1000 in 0..=10000 "hundredths" PAPER "The move ends in the centre"
    killer_one "KillerOne" 9000 in 0..=10000 "hundredths" PAPER "One bound of what killer moves get: the first of four gets the greater bound, the last the lesser"
    killer_other "KillerOther" 6000 in 0..=10000 "hundredths" PAPER "The other bound"
}

/// Killer moves a level (the paper's number).
pub const KILLERS: usize = 4;

/// Both sides' points of pieces in the opening, at least.
const OPENING_POINTS: u32 = 56;

/// With so many it is no endgame.
const NO_ENDGAME_POINTS: u32 = 2 * ENDGAME_POINTS + 1;

/// Weights of a kind of man for the three stages.
const ROLES: usize = 6;

/// The evolved move ordering, with its killer moves: those that caused the last cut-offs at the same distance from the root, the newest
/// first.
#[derive(Clone, Debug)]
pub struct Order {
    weights: Weights,
    values: [i32; TABLE.len()],
    killers: Vec<[Option<Move>; KILLERS]>,
}

impl Order {
    /// An ordering with these weights.
    pub fn new(weights: Weights) -> Self {
        Self {
            weights,
            values: weights.values(),
            killers: vec![[None; KILLERS]; MAX_PLY],
        }
    }

    /// The legal moves in the order in which they are tried where nothing was searched before, with their values in hundredths.
    pub fn tries(&self, position: &Chess) -> Vec<(Move, i32)> {
        let node = Node {
            position,
            ply: 0,
            depth: PLY,
            alpha: -MATE,
            beta: MATE,
            in_check: position.is_check(),
            last: None,
            before_last: None,
        };
        let moves = position.legal_moves().into_iter();
        let mut tried: Vec<(Move, i32)> = moves.map(|m| (m, self.score_move(&node, m))).collect();
        sort_by_key(&mut tried, |(m, value)| (Reverse(*value), tie_key(*m)));
        tried
    }

    /// What moving a man of this kind is worth.
    fn moved(&self, board: &Board, role: Role) -> i32 {
        self.values[stage(board) * ROLES + role as usize - 1]
    }

    fn of_capture(&self, m: Move, victim: Role) -> i32 {
        let ratio = self.weights.victim_by_aggressor * value(victim) / value(m.role());
        self.weights.capture + ratio
    }

    fn of_pawn(&self, node: &Node<'_>, m: Move) -> i32 {
        let turn = node.position.turn();
        let pieces = node.position.them() & !node.position.board().pawns();
        let attacks = (pawn_attacks(turn, m.to()) & pieces).any();
        let weights = &self.weights;
        match (m.promotion(), attacks) {
            (Some(Role::Queen), _) => weights.promotion,
            (Some(_), _) => 0,
            (None, true) => weights.pawn_attacks,
            (None, false) => weights.pawn_attacks_none,
        }
    }

    fn of_killer(&self, ply: usize, m: Move) -> i32 {
        let killers = self.killers[ply.min(MAX_PLY - 1)];
        let Some(rank) = killers.iter().position(|killer| *killer == Some(m)) else {
            return 0;
        };
        let (one, other) = (self.weights.killer_one, self.weights.killer_other);
        let (low, high) = (one.min(other), one.max(other));
        high - (high - low) * rank as i32 / (KILLERS as i32 - 1)
    }
}

impl MoveOrder for Order {
    fn new_search(&mut self) {
        self.killers.fill([None; KILLERS]);
    }

    fn clear(&mut self) {
        self.new_search();
    }

    fn score_move(&self, node: &Node<'_>, m: Move) -> i32 {
        let within = |square: Option<_>| square.is_some_and(|at| LARGE_CENTRE.contains(at));
        let weights = &self.weights;
        let mut sum = self.moved(node.position.board(), m.role()) + self.of_killer(node.ply, m);
        if let Some(victim) = m.capture() {
            sum += self.of_capture(m, victim);
        }
        if m.role() == Role::Pawn {
            sum += self.of_pawn(node, m);
        }
        if within(m.from()) {
            sum += weights.from_centre;
        }
        if within(Some(m.to())) {
            sum += weights.to_centre;
        }
        if weights.check > 0 && gives_check(node.position, m) {
            sum += weights.check;
        }
        sum
    }

    fn on_cutoff(&mut self, node: &Node<'_>, tried: &[Move]) {
        let killers = &mut self.killers[node.ply.min(MAX_PLY - 1)];
        let best = tried.last().copied();
        let place = killers.iter().position(|killer| *killer == best);
        killers[..=place.unwrap_or(KILLERS - 1)].rotate_right(1);
        killers[0] = best;
    }
}

/// 0 the opening, 1 the middlegame, 2 the endgame.
fn stage(board: &Board) -> usize {
    let of_both = points(board, board.occupied());
    match of_both {
        OPENING_POINTS.. => 0,
        // Most positions need no more: in an endgame neither side has more than half of this.
        NO_ENDGAME_POINTS.. => 1,
        _ if is_endgame(board) => 2,
        _ => 1,
    }
}

/// The value of a man, for the ratio of victim and aggressor.
pub(super) const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 340,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 1000,
    }
}

/// Any order, decided by a seed: what other orders are measured against. Its scores may be above [`MOST_SCORE`], which
/// [`Kernel`](super::kernel::Kernel) has no use for.
///
/// [`MOST_SCORE`]: crate::search::node::MOST_SCORE
#[derive(Clone, Copy, Debug)]
pub(super) struct RandomOrder {
    seed: u64,
}

impl RandomOrder {
    /// The order of this seed.
    pub(super) const fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl MoveOrder for RandomOrder {
    fn new_search(&mut self) {}

    fn clear(&mut self) {}

    fn score_move(&self, node: &Node<'_>, m: Move) -> i32 {
        let white: Bitboard = node.position.board().white();
        let black: Bitboard = node.position.board().black();
        let place = mix(mix(self.seed, white.0), black.0);
        let code = u64::from(tie_key(m));
        (mix(place, code) >> 33) as i32
    }

    fn on_cutoff(&mut self, _: &Node<'_>, _: &[Move]) {}
}

#[cfg(test)]
mod tests {
    use shakmaty::uci::UciMove;

    use super::*;
    use crate::chess::game::read_fen;

    /// Orders of one weight alone.
    fn only(name: &str, value: i64) -> Order {
        let mut weights = Weights::DEFAULT;
        for row in TABLE {
            weights.set(row.name, 0).expect("its least");
        }
        weights.set(name, value).expect("within its range");
        Order::new(weights)
    }

    fn value(order: &Order, fen: &str, m: &str) -> i32 {
        let position = read_fen(fen).expect("a position");
        let m: UciMove = m.parse().expect("a move");
        let m = m.to_move(&position).expect("a legal move");
        order.score_move(&node(&position), m)
    }

    fn node(position: &shakmaty::Chess) -> Node<'_> {
        Node {
            position,
            ply: 1,
            depth: 4,
            alpha: 0,
            beta: 1,
            in_check: false,
            last: None,
            before_last: None,
        }
    }

    /// The weight counts for the first move and not for the second.
    #[track_caller]
    fn tells(name: &str, fen: &str, counted: &str, other: &str) {
        let order = only(name, 100);
        assert_eq!(value(&order, fen, counted), 100, "{name} {counted}");
        assert_eq!(value(&order, fen, other), 0, "{name} {other}");
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const MIDDLE: &str = "r1bqk2r/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/R1BQK2R w KQkq - 0 1";
    const ENDING: &str = "4k3/P7/8/3n4/8/1N6/2P1P3/4K2R w K - 0 1";

    #[test]
    fn every_man_has_a_weight_a_stage() {
        tells("PawnOpening", START, "e2e4", "g1f3");
        tells("KnightOpening", START, "g1f3", "e2e4");
        tells(
            "BishopMiddlegame",
            "r1bqk2r/pppp1ppp/8/4p3/4P3/3P4/PPP2PPP/R1BQK2R w KQkq - 0 1",
            "c1e3",
            "e1g1",
        );
        tells("KingMiddlegame", MIDDLE, "e1g1", "d1h5");
        tells("QueenMiddlegame", MIDDLE, "d1h5", "h1g1");
        tells("RookEndgame", ENDING, "h1h8", "e2e4");
    }

    #[test]
    fn what_a_move_does() {
        tells("Check", ENDING, "h1h8", "h1h7");
        tells("Promotion", ENDING, "a7a8q", "a7a8n");
        tells("PawnAttacks", ENDING, "e2e4", "e2e3");
        tells("PawnAttacksNone", ENDING, "e2e3", "e2e4");
        tells("ToCentre", ENDING, "e2e4", "h1h2");
        tells(
            "FromCentre",
            "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1",
            "d4b3",
            "e1e2",
        );
        let takes = "4k3/8/8/3q4/4P3/2N5/8/4K3 w - - 0 1";
        tells("Capture", takes, "e4d5", "e1e2");
        assert_eq!(value(&only("VictimByAggressor", 100), takes, "e4d5"), 900);
        assert_eq!(value(&only("VictimByAggressor", 100), takes, "c3d5"), 264);
    }

    #[test]
    fn moves_are_tried_by_value_and_equal_ones_by_their_squares() {
        let position = read_fen("4k3/8/8/3q4/4P3/2N5/8/4K3 w - - 0 1").expect("a position");
        let tries = only("Capture", 500).tries(&position);
        let first: Vec<(String, i32)> = tries
            .iter()
            .take(3)
            .map(|(m, value)| {
                (
                    m.to_uci(shakmaty::CastlingMode::Standard).to_string(),
                    *value,
                )
            })
            .collect();
        let expected = [("c3d5", 500), ("e4d5", 500), ("e1f1", 0)];
        assert_eq!(
            first[..2],
            expected.map(|(m, value)| (m.to_owned(), value))[..2]
        );
        assert_eq!(first[2].1, 0);
        assert_eq!(tries.len(), position.legal_moves().len());
    }

    #[test]
    fn killers_get_less_by_rank_and_the_oldest_is_forgotten() {
        let mut weights = only("KillerOne", 900).weights;
        weights.set("KillerOther", 300).expect("within its range");
        let mut order = Order::new(weights);
        let position = shakmaty::Chess::default();
        let node = node(&position);
        let moves: Vec<Move> = position.legal_moves().into_iter().take(5).collect();
        for at in 0..5 {
            order.on_cutoff(&node, &moves[..=at]);
        }
        let values = |order: &Order| {
            moves
                .iter()
                .map(|m| order.score_move(&node, *m))
                .collect::<Vec<_>>()
        };
        assert_eq!(values(&order), [0, 300, 500, 700, 900]);
        order.on_cutoff(&node, &moves[2..3]);
        assert_eq!(values(&order), [0, 300, 900, 500, 700]);
        let below = Node { ply: 2, ..node };
        assert_eq!(
            order.score_move(&below, moves[2]),
            0,
            "each level has its own"
        );
        order.new_search();
        assert_eq!(values(&order), [0; 5]);
    }
}
