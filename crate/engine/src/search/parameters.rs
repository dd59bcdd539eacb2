//! The parameters of the search, in one table from which UCI options, settings and documentation are generated.
//!
//! The first eighteen are the chromosome of David, van den Herik, Koppel and Netanyahu (2014, table of search parameters). The
//! others are ours and switched off in the configurations of the papers.

use crate::tunable::tunables;

/// The unit of depth is a quarter of a ply, so that extensions can be fractional (David et al. 2014).
pub const PLY: i32 = 4;

const TEVC: &str = "David et al. 2014";
const OURS: &str = "our choice";

tunables! {
    /// The parameters of the search. The defaults are the reference configuration, set by hand for strength.
    Parameters;
    null_move "NullMove" 1 in 0..=1 "switch" TEVC "Null-move pruning: prunes a node whose side to move is above beta even after passing"
    null_move_reduction "NullMoveReduction" 3 in 0..=7 "plies" TEVC "The depth reduction of the search after the null move"
    null_move_adaptivity "NullMoveAdaptivity" 1 in 0..=1 "switch" TEVC "Near the leaves the reduction is one ply less"
    null_move_adaptivity_depth "NullMoveAdaptivityDepth" 6 in 0..=7 "plies" TEVC "The greatest depth that counts as near the leaves"
    futility_depth "FutilityDepth" 3 in 0..=3 "plies" TEVC "Futility pruning up to this depth: skips quiet moves where static evaluation plus margin is not above alpha"
    futility_margin_1 "FutilityMargin1" 150 in 0..=1023 "centipawns" TEVC "The futility margin at depth 1"
    futility_margin_2 "FutilityMargin2" 260 in 0..=1023 "centipawns" TEVC "The futility margin at depth 2"
    futility_margin_3 "FutilityMargin3" 400 in 0..=1023 "centipawns" TEVC "The futility margin at depth 3"
    multi_cut "MultiCut" 0 in 0..=1 "switch" TEVC "Multi-cut: prunes a node when several of its first moves fail high in a reduced search"
    multi_cut_reduction "MultiCutReduction" 4 in 0..=7 "plies" TEVC "The depth reduction of that search"
    multi_cut_depth "MultiCutDepth" 6 in 0..=7 "plies" TEVC "The least depth at which multi-cut is tried"
    multi_cut_moves "MultiCutMoves" 15 in 0..=31 "moves" TEVC "The number of moves that are tried"
    multi_cut_cuts "MultiCutCuts" 3 in 0..=7 "moves" TEVC "The number of them that must fail high"
    extend_check "ExtendCheck" 4 in 0..=4 "quarter plies" TEVC "Extension in check"
    extend_one_reply "ExtendOneReply" 2 in 0..=4 "quarter plies" TEVC "Extension where only one move is legal"
    extend_recapture "ExtendRecapture" 0 in 0..=4 "quarter plies" TEVC "Extension after a recapture"
    extend_passed_pawn "ExtendPassedPawn" 2 in 0..=4 "quarter plies" TEVC "Extension after a passed pawn moved to the seventh rank"
    extend_mate_threat "ExtendMateThreat" 2 in 0..=4 "quarter plies" TEVC "Extension where the null move is refuted by a mate"
    table "Table" 1 in 0..=1 "switch" OURS "Cut-offs from the transposition table; its moves are always searched first"
    aspiration "Aspiration" 30 in 0..=1000 "centipawns" OURS "Half the width of the first aspiration window; 0 searches with a full window"
    late_move_base "LateMoveBase" 70 in 0..=300 "hundredths of a ply" OURS "Late move reduction of quiet moves: base + ln(depth) ln(move number) / divisor"
    late_move_divisor "LateMoveDivisor" 220 in 0..=1000 "hundredths" OURS "The divisor of the late move reduction; 0 switches it off"
    late_move_pruning "LateMovePruning" 5 in 0..=15 "plies" OURS "Late move pruning up to this depth: skips quiet moves after the first 3 + depth squared, or twice as many when improving"
    reverse_futility "ReverseFutility" 7 in 0..=15 "plies" OURS "Reverse futility pruning up to this depth: prunes a node whose static evaluation is above beta by the margin"
    reverse_futility_margin "ReverseFutilityMargin" 80 in 0..=1023 "centipawns a ply" OURS "The margin of reverse futility pruning"
    razoring "Razoring" 3 in 0..=7 "plies" OURS "Razoring up to this depth: leaves a node to quiescence whose static evaluation is below alpha by the margin"
    razoring_margin "RazoringMargin" 250 in 0..=1023 "centipawns a ply" OURS "The margin of razoring"
    exchange_pruning "ExchangePruning" 6 in 0..=15 "plies" OURS "Up to this depth skips moves that lose too much material by static exchange evaluation"
    quiet_exchange_margin "QuietExchangeMargin" 60 in 0..=1023 "centipawns a ply" OURS "The material that a quiet move may lose"
    capture_exchange_margin "CaptureExchangeMargin" 100 in 0..=1023 "centipawns a ply" OURS "The material that a capture may lose"
    quiescence_exchange "QuiescenceExchange" 1 in 0..=1 "switch" OURS "Quiescence skips captures that lose material by static exchange evaluation"
    quiescence_margin "QuiescenceMargin" 180 in 0..=1023 "centipawns" OURS "Delta pruning: quiescence skips captures whose gain plus this margin does not raise alpha; 0 switches it off"
    quiescence_table "QuiescenceTable" 1 in 0..=1 "switch" OURS "Quiescence uses the transposition table too"
    quiescence_checks "QuiescenceChecks" 0 in 0..=1 "switch" OURS "The first ply of quiescence searches quiet checks that lose no material too"
    internal_iterative_reduction "UnknownReduction" 4 in 0..=15 "plies" OURS "Internal iterative reduction: from this depth on, a node without a move in the table is searched a ply less deep; 0 switches it off"
    null_move_depth "NullMoveDepth" 4 in 0..=15 "plies" OURS "The null-move reduction grows by a ply for each so many plies of depth; 0: it does not"
    null_move_margin "NullMoveMargin" 200 in 0..=1023 "centipawns" OURS "The null-move reduction grows by a ply, three at most, for each so much that the static evaluation is above beta; 0: it does not"
    reduced_futility "ReducedFutility" 6 in 0..=15 "plies" OURS "Skips a quiet move that would be searched to at most this depth after its reduction, where the static evaluation plus the margin for that depth is not above alpha; 0 switches it off"
    reduced_futility_base "ReducedFutilityBase" 100 in 0..=1023 "centipawns" OURS "The part of that margin that does not depend on depth"
    reduced_futility_margin "ReducedFutilityMargin" 90 in 0..=1023 "centipawns a ply" OURS "The part of that margin that does"
    singular "SingularDepth" 7 in 0..=31 "plies" OURS "Singular extension: from this depth on, the move of the table is searched a ply deeper if without it the node fails low by the margin; if another move is above beta too, the node is pruned or that move searched a ply less deep; 0 switches it off"
    singular_margin "SingularMargin" 2 in 0..=255 "centipawns a ply" OURS "The margin of the singular extension"
    pawn_correction "PawnCorrection" 100 in 0..=200 "percent" OURS "How much of the correction that was learned with the same pawns is added to the static evaluation"
    piece_correction "PieceCorrection" 100 in 0..=200 "percent" OURS "The same with the same pieces of either side"
}

impl Parameters {
    /// Alpha-beta and quiescence without pruning, reductions or extensions: at a fixed depth the score is that of minimax.
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
        quiescence_checks: 0,
        internal_iterative_reduction: 0,
        null_move_depth: 0,
        null_move_margin: 0,
        reduced_futility: 0,
        singular: 0,
        pawn_correction: 0,
        piece_correction: 0,
        ..Self::DEFAULT
    };

    /// The published parameters of David et al. (2014), with nothing of ours but the transposition table.
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

    /// The futility margin in centipawns at a depth in plies; `None` where futility pruning is off.
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
