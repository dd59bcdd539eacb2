//! The parts of the search that can be replaced, each in a second implementation: an observer that records the tree, depth rules
//! with a budget along the path or of nodes, an evaluation that is updated with every move.

use std::ops::ControlFlow;

use crate::minimax::minimax;
use crate::positions::{STARTS, acpp_weights, position, positions, quiet_positions};
use millipawn_engine::{
    chess::{game::read_fen, key::key},
    evaluation::{Evaluate, Weighted, acpp::Acpp, staunton::Staunton},
    search::{
        node::{DepthRule, Extensions, Finished, HistoryTables, Node, Observer, Source},
        parameters::{PLY, Parameters},
        table::Bound,
        tree::{Control, Limits, Report, Root, Searcher},
    },
};
use proptest::{prelude::*, test_runner::RngSeed};
use shakmaty::{Chess, Color, Move, Piece, Position, Role, Square};

/// A finished node, as it was told.
#[derive(Clone, Debug)]
struct Told<K> {
    position: Chess,
    ply: usize,
    depth: i32,
    window: (i32, i32),
    in_check: bool,
    key: u64,
    accumulator: K,
    score: i32,
    bound: Bound,
    source: Source,
}

/// Records the whole tree.
#[derive(Debug)]
struct Tree<K>(Vec<Told<K>>);

impl<K> Default for Tree<K> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Clone> Observer<K> for Tree<K> {
    fn finished(&mut self, finished: &Finished<'_, K>) {
        let Node {
            position,
            ply,
            depth,
            alpha,
            beta,
            in_check,
            ..
        } = finished.node;
        self.0.push(Told {
            position: position.clone(),
            ply,
            depth,
            window: (alpha, beta),
            in_check,
            key: finished.key,
            accumulator: finished.accumulator.clone(),
            score: finished.score,
            bound: finished.bound,
            source: finished.source,
        });
    }
}

type Observed<E, D> = Searcher<E, D, HistoryTables, Tree<<E as Evaluate>::Accumulator>>;

/// Searches with these parts; the report and the tree.
fn observed<E: Evaluate, D: DepthRule>(
    evaluation: E,
    depth_rule: D,
    parameters: Parameters,
    at: &Chess,
    limits: &Limits,
) -> (Report, Observed<E, D>) {
    let mut searcher = Searcher::with(
        evaluation,
        depth_rule,
        HistoryTables::default(),
        Tree::default(),
        parameters,
        1,
    );
    let root = Root {
        position: at,
        earlier: &[],
    };
    let control = Control {
        stop: &mut || false,
        observe: &mut |_| ControlFlow::Continue(()),
    };
    let report = searcher
        .search(root, limits, control)
        .expect("there is a move");
    (report, searcher)
}

fn to_depth(depth: u32) -> Limits {
    Limits {
        depth,
        ..Limits::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, rng_seed: RngSeed::Fixed(1991), ..ProptestConfig::default() })]

    #[test]
    fn every_score_told_is_what_minimax_says(
        at in quiet_positions(),
        weights in acpp_weights(),
        depth in 1_u32..=2,
        table in 0..=1,
    ) {
        prop_assume!(at.halfmoves() < 80);
        let mut evaluation = Weighted::<Acpp>::new(weights);
        let parameters = Parameters { table, ..Parameters::PLAIN };
        let (_, searcher) = observed(evaluation.clone(), Extensions, parameters, &at, &to_depth(depth));
        for told in searcher.observer.0 {
            let depth = (told.depth / PLY) as u32;
            let value = minimax(&mut evaluation, &told.position, &[], depth, told.ply as i32);
            match told.bound {
                Bound::Exact => prop_assert_eq!(told.score, value),
                Bound::Lower => prop_assert!(told.score <= value && told.score >= told.window.1),
                Bound::Upper => prop_assert!(told.score >= value && told.score <= told.window.0),
            }
            prop_assert_eq!(told.source, Source::Search);
        }
    }

    #[test]
    fn the_root_is_told_once_a_window_of_all_its_moves(at in positions(), lines in 1_usize..=3) {
        let limits = Limits { lines, ..to_depth(3) };
        let (report, searcher) = observed(Staunton::default(), Extensions, Parameters::PLAIN, &at, &limits);
        let roots: Vec<_> = searcher.observer.0.iter().filter(|told| told.ply == 0).collect();
        let depths: Vec<i32> = roots.iter().map(|told| told.depth / PLY).collect();
        prop_assert_eq!(depths, [1, 2, 3]);
        for root in &roots {
            prop_assert_eq!((&root.position, root.bound), (&at, Bound::Exact));
        }
        prop_assert_eq!(roots[2].score, report.lines[0].score);

        let first = at.legal_moves()[0];
        prop_assume!(at.legal_moves().len() > 1);
        let limits = Limits { moves: vec![first], ..to_depth(3) };
        let (_, searcher) = observed(Staunton::default(), Extensions, Parameters::PLAIN, &at, &limits);
        prop_assert!(searcher.observer.0.iter().all(|told| told.ply > 0));
    }

    #[test]
    fn what_is_updated_evaluates_as_what_is_counted_at_every_node(
        at in positions(),
        weights in prop::collection::vec(-300_i32..300, 6 * 64),
    ) {
        let plain = PieceSquares { weights };
        let (_, searcher) = observed(plain.clone(), Extensions, Parameters::DEFAULT, &at, &to_depth(4));
        prop_assert!(!searcher.observer.0.is_empty());
        for told in searcher.observer.0 {
            prop_assert_eq!(told.key, key(&told.position));
            prop_assert_eq!(told.in_check, told.position.is_check());
            let updated = plain.clone().evaluate(&told.position, &told.accumulator);
            prop_assert_eq!(updated, plain.count(&told.position));
        }
    }

    #[test]
    fn a_rule_that_asks_for_nothing_is_the_search_without_extensions(at in positions()) {
        let nothing = PathBudget::of(0);
        let (without, searcher) = observed(Staunton::default(), nothing, Parameters::PLAIN, &at, &to_depth(3));
        let (plain, twin) = observed(Staunton::default(), Extensions, Parameters::PLAIN, &at, &to_depth(3));
        prop_assert_eq!(without, plain);
        prop_assert_eq!(searcher.observer.0.len(), twin.observer.0.len());
    }

    #[test]
    fn no_path_spends_more_than_its_budget(at in positions(), budget in 1_i32..12) {
        let (_, searcher) = observed(Staunton::default(), PathBudget::of(budget), Parameters::PLAIN, &at, &to_depth(3));
        for iteration in searcher.observer.0.split_inclusive(|told| told.ply == 0) {
            let root = iteration.last().expect("it ends with the root").depth;
            for told in iteration {
                prop_assert!(told.depth + told.ply as i32 * PLY <= root + budget);
            }
        }
    }

    #[test]
    fn nodes_left_count_down_to_a_search_that_is_cut_short(at in positions(), nodes in 2_000_u64..4_000) {
        let limits = Limits { nodes, ..Limits::default() };
        let rule = Thrift { reserve: nodes / 2, ..Thrift::default() };
        let (report, searcher) = observed(Staunton::default(), rule, Parameters::PLAIN, &at, &limits);
        let Thrift { left, searched, .. } = searcher.depth_rule;
        prop_assert!(left.first().is_none_or(|first| *first == nodes));
        prop_assert!(left.is_sorted_by(|one, next| one >= next));
        let inside = searcher.observer.0.iter().filter(|told| told.ply > 0).count();
        prop_assert!(inside <= searched, "whoever is left to quiescence is not searched");
        prop_assert!(report.depth >= 1);
    }
}

/// Extends checks by a ply as long as the path from the root has quarter plies left for it.
#[derive(Debug)]
struct PathBudget {
    budget: i32,
    granted: i32,
}

impl PathBudget {
    const fn of(budget: i32) -> Self {
        Self { budget, granted: 0 }
    }
}

impl DepthRule for PathBudget {
    type State = i32;

    fn new_search(&mut self, _: &Chess) -> i32 {
        self.budget
    }

    fn enter(&mut self, left: &mut i32, node: &Node<'_>, _: u64, _: &Parameters) -> i32 {
        let more = if node.in_check { PLY.min(*left) } else { 0 };
        *left -= more;
        self.granted += more;
        more
    }

    fn inside(&mut self, left: &mut i32, moves: usize, _: bool, _: &Parameters) -> i32 {
        let more = if moves == 1 { PLY.min(*left) } else { 0 };
        *left -= more;
        self.granted += more;
        more
    }
}

/// Leaves all nodes to quiescence once fewer nodes are left than its reserve.
#[derive(Debug, Default)]
struct Thrift {
    reserve: u64,
    /// Of all nodes, in the order in which it was asked.
    left: Vec<u64>,
    /// How many it did not leave to quiescence.
    searched: usize,
}

impl DepthRule for Thrift {
    type State = ();

    fn new_search(&mut self, _: &Chess) {}

    fn enter(&mut self, (): &mut (), node: &Node<'_>, left: u64, _: &Parameters) -> i32 {
        self.left.push(left);
        if left < self.reserve {
            return -node.depth;
        }
        self.searched += 1;
        0
    }

    fn inside(&mut self, (): &mut (), _: usize, _: bool, _: &Parameters) -> i32 {
        0
    }
}

/// Piece-square weights, 64 of a role, whose sum is updated with every move.
#[derive(Clone, Debug)]
struct PieceSquares {
    weights: Vec<i32>,
}

impl PieceSquares {
    /// From White's side.
    fn weight(&self, square: Square, Piece { role, color }: Piece) -> i32 {
        let own = color.fold_wb(square, square.flip_vertical());
        let weight = self.weights[(role as usize - 1) * 64 + usize::from(own)];
        color.fold_wb(weight, -weight)
    }

    /// The score of a position, counted anew.
    fn count(&self, position: &Chess) -> i32 {
        let white: i32 = position
            .board()
            .iter()
            .map(|(square, piece)| self.weight(square, piece))
            .sum();
        position.turn().fold_wb(white, -white)
    }
}

impl Evaluate for PieceSquares {
    /// The sum from White's side.
    type Accumulator = i32;

    fn refresh(&self, position: &Chess) -> i32 {
        position.turn().fold_wb(1, -1) * self.count(position)
    }

    fn update(&self, sum: &i32, before: &Chess, m: Move) -> i32 {
        let mover = before.turn();
        let piece = |color: Color, role: Role| Piece { color, role };
        match m {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                let taken = capture.map_or(0, |victim| self.weight(to, piece(!mover, victim)));
                let moved = self.weight(to, piece(mover, promotion.unwrap_or(role)))
                    - self.weight(from, piece(mover, role));
                sum + moved - taken
            }
            Move::EnPassant { from, to } => {
                let pawn = |color| piece(color, Role::Pawn);
                let victim = Square::from_coords(to.file(), from.rank());
                sum + self.weight(to, pawn(mover))
                    - self.weight(from, pawn(mover))
                    - self.weight(victim, pawn(!mover))
            }
            Move::Castle { king, rook } => {
                let side = shakmaty::CastlingSide::from_king_side(rook > king);
                let (king_to, rook_to) = (side.king_to(mover), side.rook_to(mover));
                let (royal, tower) = (piece(mover, Role::King), piece(mover, Role::Rook));
                sum + self.weight(king_to, royal) - self.weight(king, royal)
                    + self.weight(rook_to, tower)
                    - self.weight(rook, tower)
            }
            Move::Put { .. } => unreachable!("a move of crazyhouse"),
        }
    }

    fn evaluate(&mut self, position: &Chess, sum: &i32) -> i32 {
        position.turn().fold_wb(*sum, -*sum)
    }
}

#[test]
fn every_path_has_the_whole_budget() {
    let at = position(STARTS[1]);
    let (_, searcher) = observed(
        Staunton::default(),
        PathBudget::of(PLY),
        Parameters::PLAIN,
        &at,
        &to_depth(3),
    );
    assert!(
        searcher.depth_rule.granted > 3 * PLY,
        "more than all iterations together, if the budget were one for all paths"
    );
    let spent = |told: &Told<_>| told.depth + told.ply as i32 * PLY == 4 * PLY;
    assert!(searcher.observer.0.iter().any(spent));
}

#[test]
fn the_source_of_a_score_is_told() {
    let positions = STARTS
        .into_iter()
        // Rook endings: null moves with a single piece are verified.
        .chain(["8/5kp1/7p/2p5/2P2K2/1r4P1/5R1P/8 w - - 0 1"]);
    let mut sources = Vec::new();
    for fen in positions {
        let at = read_fen(fen).expect(fen);
        for parameters in [Parameters::DEFAULT, Parameters::DAVID] {
            let limits = Limits {
                nodes: 60_000,
                ..Limits::default()
            };
            let (_, searcher) = observed(Staunton::default(), Extensions, parameters, &at, &limits);
            for told in searcher.observer.0 {
                if !sources.contains(&told.source) {
                    sources.push(told.source);
                }
                if told.source == Source::Search {
                    continue;
                }
                // Singular searches are tried in check too.
                assert!(!told.in_check || told.source == Source::MultiCut);
                assert_eq!(told.window.1 - told.window.0, 1);
                let side = told.position.us();
                let board = told.position.board();
                let pieces = (side & !(board.pawns() | board.kings())).count();
                match told.source {
                    Source::NullMove => {
                        assert!(told.bound == Bound::Lower && pieces > 1, "{told:?}");
                    }
                    Source::Verification => {
                        assert!(told.bound == Bound::Lower && pieces == 1, "{told:?}");
                    }
                    // The bound of a singular search may lie above beta.
                    Source::MultiCut => assert!(told.score >= told.window.1, "{told:?}"),
                    Source::Static => assert_ne!(told.bound, Bound::Exact, "{told:?}"),
                    Source::Search => unreachable!("it has no such window"),
                }
            }
        }
    }
    assert_eq!(sources.len(), 5, "{sources:?}");
}
