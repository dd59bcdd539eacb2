//! The parameters of the search: one table from which UCI options, settings and documentation come.
//!
//! The first eighteen are the chromosome of David, van den Herik, Koppel and Netanyahu (2014, table of search
//! parameters); what is ours is off in the papers' modes.

use crate::tunable::tunables;

/// Depths are counted in quarters of a ply, so that extensions can be fractions (David et al. 2014).
pub const PLY: i32 = 4;

const TEVC: &str = "David et al. 2014";
const OURS: &str = "our choice";

tunables! {
    /// A value for every parameter of the search. The defaults are the reference configuration: strong, hand-set.
    Parameters;
    null_move "NullMove" 1 in 0..=1 "switch" TEVC "Tries to pass: a side that stands well even then is left"
    null_move_reduction "NullMoveReduction" 3 in 0..=7 "plies" TEVC "How much less deep the position after passing is searched"
    null_move_adaptivity "NullMoveAdaptivity" 1 in 0..=1 "switch" TEVC "Near the leaves the reduction is one less"
    null_move_adaptivity_depth "NullMoveAdaptivityDepth" 6 in 0..=7 "plies" TEVC "Up to which depth that is near the leaves"
    futility_depth "FutilityDepth" 3 in 0..=3 "plies" TEVC "Up to which depth quiet moves are left out that could not raise alpha even with the margin"
    futility_margin_1 "FutilityMargin1" 150 in 0..=1023 "centipawns" TEVC "The futility margin at depth 1"
    futility_margin_2 "FutilityMargin2" 260 in 0..=1023 "centipawns" TEVC "The futility margin at depth 2"
    futility_margin_3 "FutilityMargin3" 400 in 0..=1023 "centipawns" TEVC "The futility margin at depth 3"
    multi_cut "MultiCut" 0 in 0..=1 "switch" TEVC "Leaves a node when several of its first moves fail high in a reduced search"
    multi_cut_reduction "MultiCutReduction" 4 in 0..=7 "plies" TEVC "How much less deep these moves are searched"
    multi_cut_depth "MultiCutDepth" 6 in 0..=7 "plies" TEVC "From which depth on it is tried"
    multi_cut_moves "MultiCutMoves" 15 in 0..=31 "moves" TEVC "How many moves are tried"
    multi_cut_cuts "MultiCutCuts" 3 in 0..=7 "moves" TEVC "How many of them must fail high"
    extend_check "ExtendCheck" 4 in 0..=4 "quarter plies" TEVC "Extension in check"
    extend_one_reply "ExtendOneReply" 2 in 0..=4 "quarter plies" TEVC "Extension where only one move is legal"
    extend_recapture "ExtendRecapture" 0 in 0..=4 "quarter plies" TEVC "Extension after a capture where the last move captured"
    extend_passed_pawn "ExtendPassedPawn" 2 in 0..=4 "quarter plies" TEVC "Extension after a passed pawn moved to the seventh rank"
    extend_mate_threat "ExtendMateThreat" 2 in 0..=4 "quarter plies" TEVC "Extension where passing would be answered by mate"
    table "Table" 1 in 0..=1 "switch" OURS "Uses the scores of the transposition table; its moves are always tried first"
    aspiration "Aspiration" 30 in 0..=1000 "centipawns" OURS "Half the first window around the last score; 0 searches with an open window"
    late_move_base "LateMoveBase" 70 in 0..=300 "hundredths of a ply" OURS "Late quiet moves are searched less deep by base + ln(depth) ln(number) / divisor"
    late_move_divisor "LateMoveDivisor" 220 in 0..=1000 "hundredths" OURS "The divisor of that; 0 switches the reduction off"
    late_move_pruning "LateMovePruning" 5 in 0..=15 "plies" OURS "Up to which depth late quiet moves are left out: after 3 + depth squared"
    reverse_futility "ReverseFutility" 7 in 0..=15 "plies" OURS "Up to which depth a node is left that stands above beta by the margin"
    reverse_futility_margin "ReverseFutilityMargin" 80 in 0..=1023 "centipawns a ply" OURS "The margin of that"
    razoring "Razoring" 3 in 0..=7 "plies" OURS "Up to which depth a node far below alpha is left to quiescence"
    razoring_margin "RazoringMargin" 250 in 0..=1023 "centipawns a ply" OURS "The margin of that"
    exchange_pruning "ExchangePruning" 6 in 0..=15 "plies" OURS "Up to which depth moves are left out that lose material by static exchange"
    quiet_exchange_margin "QuietExchangeMargin" 60 in 0..=1023 "centipawns a ply" OURS "How much a quiet move may lose"
    capture_exchange_margin "CaptureExchangeMargin" 100 in 0..=1023 "centipawns a ply" OURS "How much a capture may lose"
    quiescence_exchange "QuiescenceExchange" 1 in 0..=1 "switch" OURS "Leaves captures out of quiescence that lose material by static exchange"
    quiescence_margin "QuiescenceMargin" 180 in 0..=1023 "centipawns" OURS "Leaves captures out of quiescence that could not raise alpha even with this; 0 leaves none out"
    quiescence_table "QuiescenceTable" 1 in 0..=1 "switch" OURS "Uses and fills the transposition table in quiescence too"
    internal_iterative_reduction "UnknownReduction" 4 in 0..=15 "plies" OURS "From which depth on a node without a move in the table is searched a ply less deep; 0 never"
}

impl Parameters {
    /// Alpha-beta and quiescence without any selective part: at a fixed depth its score is that of minimax.
    pub const PLAIN: Self = Self {
        null_move: 0,
        null_move_reduction: 4,
        multi_cut: 0,
        extend_recapture: 0,
        futility_depth: 0,
        futility_margin_1: 1023,
        futility_margin_2: 1023,
        futility_margin_3: 1023,
        extend_check: 0,
        extend_one_reply: 0,
        extend_passed_pawn: 0,
        extend_mate_threat: 0,
        table: 0,
        aspiration: 0,
        late_move_base: 0,
        late_move_divisor: 0,
        late_move_pruning: 0,
        reverse_futility: 0,
        reverse_futility_margin: 1023,
        razoring: 0,
        razoring_margin: 1023,
        exchange_pruning: 0,
        quiet_exchange_margin: 1023,
        capture_exchange_margin: 1023,
        quiescence_exchange: 0,
        quiescence_margin: 0,
        quiescence_table: 0,
        internal_iterative_reduction: 0,
        ..Self::DEFAULT
    };

    /// The published parameters of David et al. (2014), nothing of ours but the table.
    pub const DAVID: Self = Self {
        null_move: 1,
        null_move_reduction: 4,
        null_move_adaptivity: 1,
        null_move_adaptivity_depth: 6,
        futility_depth: 3,
        futility_margin_1: 112,
        futility_margin_2: 227,
        futility_margin_3: 506,
        multi_cut: 1,
        multi_cut_reduction: 4,
        multi_cut_depth: 6,
        multi_cut_moves: 15,
        multi_cut_cuts: 3,
        extend_check: 4,
        extend_one_reply: 4,
        extend_recapture: 2,
        extend_passed_pawn: 3,
        extend_mate_threat: 2,
        table: 1,
        ..Self::PLAIN
    };

    /// The futility margin at a depth in plies, in centipawns; `None` where futility does not apply.
    pub fn futility_margin(&self, plies: i32) -> Option<i32> {
        let margins = [
            self.futility_margin_1,
            self.futility_margin_2,
            self.futility_margin_3,
        ];
        (1..=self.futility_depth)
            .contains(&plies)
            .then(|| margins[plies as usize - 1])
    }
}
