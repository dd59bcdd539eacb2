//! The engine: exact where nothing is left out, right about mates and draws, the same whenever it is asked.

use std::ops::ControlFlow;

use crate::minimax::{after, minimax};
use crate::positions::{acpp_weights, positions, quiet_positions};
use millipawn_engine::{
    chess::{game::read_fen, key::key, positions::POSITIONS},
    evaluation::{
        Evaluate, Weighted,
        acpp::Acpp,
        is_stalemate,
        staunton::{Staunton, Weights},
    },
    search::{
        parameters::{self, Parameters},
        plain,
        tree::{Control, Limits, Report, Root, Searcher},
    },
};
use proptest::{prelude::*, test_runner::RngSeed};
use shakmaty::{Chess, Position, uci::UciMove};

fn search<E: Evaluate>(searcher: &mut Searcher<E>, at: &Chess, limits: &Limits) -> Report {
    let root = Root {
        position: at,
        earlier: &[],
    };
    let control = Control {
        stop: &mut || false,
        observe: &mut |_| ControlFlow::Continue(()),
    };
    searcher
        .search(root, limits, control)
        .expect("there is a move")
}

fn to_depth(depth: u32) -> Limits {
    Limits {
        depth,
        ..Limits::default()
    }
}

fn of_nodes(nodes: u64) -> Limits {
    Limits {
        nodes,
        ..Limits::default()
    }
}

fn staunton(parameters: Parameters) -> Searcher<Staunton> {
    Searcher::new(Staunton::default(), parameters, 1)
}

/// The best move in UCI notation and the report.
fn best(parameters: Parameters, fen: &str, limits: &Limits) -> (String, Report) {
    let position = read_fen(fen).expect(fen);
    let report = search(&mut staunton(parameters), &position, limits);
    let m = report.lines[0].moves[0];
    (UciMove::from_standard(m).to_string(), report)
}

/// Every parameter anywhere within its bounds.
fn any_parameters() -> impl Strategy<Value = Parameters> {
    let values: Vec<_> = parameters::TABLE
        .iter()
        .map(|row| i64::from(row.minimum)..=i64::from(row.maximum))
        .collect();
    values.prop_map(|values| {
        let mut parameters = Parameters::DEFAULT;
        for (row, value) in parameters::TABLE.iter().zip(values) {
            parameters.set(row.name, value).expect("within its bounds");
        }
        parameters
    })
}

proptest! {
    // Always the same cases, as in the tests of the other searches.
    #![proptest_config(ProptestConfig { cases: 24, rng_seed: RngSeed::Fixed(1991), ..ProptestConfig::default() })]

    #[test]
    fn without_selection_the_score_is_that_of_minimax(
        at in quiet_positions(),
        weights in acpp_weights(),
        depth in 1_u32..=2,
        table in 0..=1,
    ) {
        prop_assume!(at.halfmoves() < 80);
        let parameters = Parameters { table, ..Parameters::PLAIN };
        let mut evaluation = Weighted::<Acpp>::new(weights);
        let report = search(&mut Searcher::new(evaluation.clone(), parameters, 1), &at, &to_depth(depth));
        let expected = at.legal_moves().iter()
            .map(|m| -minimax(&mut evaluation, &after(&at, *m), &[key(&at)], depth - 1, 1))
            .max();
        prop_assert_eq!(Some(report.lines[0].score), expected);
    }

    #[test]
    fn the_table_changes_no_score_without_selection(at in quiet_positions(), weights in acpp_weights()) {
        prop_assume!(at.halfmoves() < 80);
        let score = |table| {
            let parameters = Parameters { table, ..Parameters::PLAIN };
            let mut searcher = Searcher::new(Weighted::<Acpp>::new(weights), parameters, 1);
            search(&mut searcher, &at, &to_depth(3)).lines[0].score
        };
        prop_assert_eq!(score(1), score(0));
    }

    #[test]
    fn depth_one_is_the_rule_of_the_fitness(at in positions(), weights in acpp_weights()) {
        prop_assume!(at.halfmoves() < 99);
        let draws = at.legal_moves().iter().any(|m| after(&at, *m).is_insufficient_material());
        prop_assume!(!draws);
        let mut searcher = Searcher::new(Weighted::<Acpp>::new(weights), Parameters::PLAIN, 1);
        let report = search(&mut searcher, &at, &to_depth(1));
        let line = &report.lines[0];
        prop_assert_eq!(Some((line.moves[0], line.score)), plain::choose::<Acpp>(&at, &weights));
    }

    #[test]
    fn whatever_the_parameters_the_line_is_legal_and_the_search_repeats(at in positions(), parameters in any_parameters()) {
        let first = search(&mut staunton(parameters), &at, &of_nodes(3000));
        let again = search(&mut staunton(parameters), &at, &of_nodes(3000));
        prop_assert_eq!(&first, &again);
        let mut position = at;
        for m in &first.lines[0].moves {
            prop_assert!(position.is_legal(*m));
            position.play_unchecked(*m);
        }
    }

    #[test]
    fn several_lines_begin_with_different_moves_best_first(at in positions()) {
        let limits = Limits { lines: 3, ..to_depth(3) };
        let report = search(&mut staunton(Parameters::DEFAULT), &at, &limits);
        prop_assert_eq!(report.lines.len(), at.legal_moves().len().min(3));
        for (at, line) in report.lines.iter().enumerate() {
            prop_assert!(report.lines[..at].iter().all(|before| before.moves[0] != line.moves[0]));
        }
        prop_assert!(report.lines.is_sorted_by(|one, next| one.score >= next.score));
    }

    #[test]
    fn what_staunton_keeps_is_what_it_would_count(at in positions()) {
        let evaluation = Staunton::default();
        let accumulator = evaluation.refresh(&at);
        for m in at.legal_moves() {
            prop_assert_eq!(evaluation.update(&accumulator, &at, m), evaluation.refresh(&after(&at, m)), "{:?}", m);
        }
    }

    #[test]
    fn staunton_sees_both_sides_alike(at in positions()) {
        let mut evaluation = Staunton::default();
        let accumulator = evaluation.refresh(&at);
        let mirrored = mirror(&at);
        let accumulator_mirrored = evaluation.refresh(&mirrored);
        prop_assert_eq!(evaluation.evaluate(&at, &accumulator), evaluation.evaluate(&mirrored, &accumulator_mirrored));
        let mut fresh = Staunton::default();
        prop_assert_eq!(evaluation.evaluate(&at, &accumulator), fresh.evaluate(&at, &accumulator), "its memory changes nothing");
    }
}

/// Colours exchanged, the board turned upside down.
fn mirror(at: &Chess) -> Chess {
    let mut setup = at.to_setup(shakmaty::EnPassantMode::Legal);
    setup.mirror();
    setup
        .position(shakmaty::CastlingMode::Standard)
        .expect("as legal as before")
}

#[test]
fn mates_are_found_and_counted() {
    let mates = [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 3),
        ("r7/8/8/8/8/6k1/8/7K b - - 0 1", "a8a1", 1),
    ];
    for (fen, expected, moves) in mates {
        for parameters in [Parameters::PLAIN, Parameters::DEFAULT, Parameters::DAVID] {
            // Pruning by the static evaluation sees some sacrifices later.
            let limits = Limits {
                mate: Some(moves),
                ..to_depth(24)
            };
            let (_, report) = best(parameters, fen, &limits);
            assert_eq!(report.lines[0].mate_in(), Some(moves as i32), "{fen}");
            if moves < 3 {
                let (m, _) = best(parameters, fen, &limits);
                assert_eq!(m, expected, "{fen}");
            }
        }
    }
}

#[test]
fn a_mated_or_stalemated_side_has_no_move() {
    for fen in [
        "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        let position = read_fen(fen).expect(fen);
        let root = Root {
            position: &position,
            earlier: &[],
        };
        let control = Control {
            stop: &mut || false,
            observe: &mut |_| ControlFlow::Continue(()),
        };
        assert_eq!(
            staunton(Parameters::DEFAULT).search(root, &to_depth(3), control),
            None
        );
    }
}

#[test]
fn zugzwang_is_not_passed_over() {
    // Only with White to move does the right square win; who passes here sees nothing (a trebuchet and a mate by zugzwang).
    let (m, report) = best(
        Parameters::DEFAULT,
        "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
        &of_nodes(400_000),
    );
    assert_eq!(m, "e1f1", "{report:?}");
}

#[test]
fn draws_are_worth_nothing() {
    let drawn = [
        (
            "the fifty-move rule is at hand",
            "8/8/8/4k3/8/8/3R4/4K3 w - - 99 80",
        ),
        (
            "too little material whatever is taken",
            "8/8/8/4k3/8/3n4/4K3/8 w - - 0 1",
        ),
        ("stalemate is all there is", "k7/P7/K7/8/8/8/8/8 b - - 0 1"),
    ];
    for (why, fen) in drawn {
        let position = read_fen(fen).expect(fen);
        if position.legal_moves().is_empty() {
            assert!(is_stalemate(&position));
            continue;
        }
        let (_, report) = best(Parameters::DEFAULT, fen, &to_depth(4));
        assert_eq!(report.lines[0].score, 0, "{why}");
    }
}

#[test]
fn the_side_that_is_lost_repeats() {
    // Two rooks and a knight against the queen, but Black has a perpetual check.
    let fen = "N5k1/RR3ppp/8/8/7q/8/6P1/6K1 b - - 0 1";
    let (_, report) = best(Parameters::DEFAULT, fen, &to_depth(8));
    assert_eq!(report.lines[0].score, 0, "{report:?}");
}

#[test]
fn a_position_of_the_game_may_come_once_more_but_not_twice() {
    let start = read_fen("7k/8/8/8/8/8/R7/K7 w - - 8 10").expect("legal");
    let there: UciMove = "a2b2".parse().expect("a move");
    let there = there.to_move(&start).expect("legal");
    let after_it = key(&after(&start, there));
    let score = |earlier: &[u64]| {
        let root = Root {
            position: &start,
            earlier,
        };
        let limits = Limits {
            moves: vec![there],
            ..to_depth(1)
        };
        let control = Control {
            stop: &mut || false,
            observe: &mut |_| ControlFlow::Continue(()),
        };
        staunton(Parameters::DEFAULT)
            .search(root, &limits, control)
            .expect("a move")
            .lines[0]
            .score
    };
    // It was on the board four half-moves ago, and eight.
    assert_ne!(score(&[after_it, 1, 2]), 0, "a second time");
    let twice = [after_it, 3, 4, 5, after_it, 1, 2];
    assert_eq!(score(&twice), 0, "the third time");
}

#[test]
fn budgets_are_kept_and_the_search_stops_when_told() {
    let at = Chess::default();
    for nodes in [1, 1000, 20_000] {
        let report = search(&mut staunton(Parameters::DEFAULT), &at, &of_nodes(nodes));
        let depth_one = search(&mut staunton(Parameters::DEFAULT), &at, &to_depth(1)).nodes;
        assert!(
            report.nodes <= nodes.max(depth_one),
            "{} of {nodes}",
            report.nodes
        );
    }
    let mut asked = 0;
    let root = Root {
        position: &at,
        earlier: &[],
    };
    let control = Control {
        stop: &mut || {
            asked += 1;
            asked == 3
        },
        observe: &mut |_| ControlFlow::Continue(()),
    };
    let report = staunton(Parameters::DEFAULT)
        .search(root, &Limits::default(), control)
        .expect("a move");
    assert!(
        report.nodes <= 4 * 1024,
        "it is asked every thousand nodes and obeys at once"
    );
    let control = Control {
        stop: &mut || false,
        observe: &mut |_| ControlFlow::Break(()),
    };
    let report = staunton(Parameters::DEFAULT)
        .search(root, &Limits::default(), control)
        .expect("a move");
    assert_eq!(report.depth, 1, "who is told of depths can end it");
}

/// While a wider window is searched, after a move failed high, that move is known to be better than the last iteration's.
#[test]
fn a_move_that_failed_high_is_played_when_the_search_is_stopped() {
    let position = read_fen(POSITIONS[5]).expect("a position");
    let mut iterations = Vec::new();
    let root = Root {
        position: &position,
        earlier: &[],
    };
    let control = Control {
        stop: &mut || false,
        observe: &mut |report: &Report| {
            iterations.push(report.clone());
            ControlFlow::Continue(())
        },
    };
    staunton(Parameters::DEFAULT)
        .search(root, &to_depth(12), control)
        .expect("there is a move");
    let bounds: usize = iterations
        .windows(2)
        .filter(|pair| pair[1].lines[0].moves[0] != pair[0].lines[0].moves[0])
        .map(|pair| bounds_between(&position, &pair[0], &pair[1]))
        .sum();
    assert!(bounds > 0, "no search was stopped there");
}

/// How many of forty searches that are stopped between two iterations answer the move of the second with a lower bound of its
/// score.
fn bounds_between(position: &Chess, one: &Report, next: &Report) -> usize {
    let step = (next.nodes - one.nodes) / 41;
    (1..=40)
        .filter(|part| {
            let limits = of_nodes(one.nodes + part * step);
            let stopped = search(&mut staunton(Parameters::DEFAULT), position, &limits);
            let line = &stopped.lines[0];
            line.is_lower_bound
                && line.moves[0] == next.lines[0].moves[0]
                && line.score <= next.lines[0].score
        })
        .count()
}

#[test]
fn without_cut_offs_from_the_table_none_of_its_scores_extends_or_prunes() {
    let without = |singular| {
        let parameters = Parameters {
            table: 0,
            singular,
            ..Parameters::DEFAULT
        };
        let fen = "r1bq1rk1/pp1nbppp/2p1pn2/3p4/2PP4/2NBPN2/PPQ2PPP/R1B2RK1 w - - 4 9";
        best(parameters, fen, &to_depth(9)).1
    };
    assert_eq!(without(7), without(0));
}

#[test]
fn a_search_limited_to_some_moves_considers_no_other() {
    let at = Chess::default();
    let only: UciMove = "a2a3".parse().expect("a move");
    let only = only.to_move(&at).expect("legal");
    let limits = Limits {
        moves: vec![only],
        lines: 5,
        ..to_depth(4)
    };
    let report = search(&mut staunton(Parameters::DEFAULT), &at, &limits);
    assert_eq!(report.lines.len(), 1);
    assert_eq!(report.lines[0].moves[0], only);
}

#[test]
fn what_was_searched_is_remembered_until_cleared() {
    let at = Chess::default();
    let mut searcher = staunton(Parameters::DEFAULT);
    let first = search(&mut searcher, &at, &to_depth(6));
    assert!(search(&mut searcher, &at, &to_depth(6)).nodes < first.nodes);
    searcher.clear();
    assert_eq!(search(&mut searcher, &at, &to_depth(6)), first);
}

#[test]
fn tunables_refuse_what_is_not_in_their_tables() {
    let mut parameters = Parameters::DEFAULT;
    assert_eq!(
        parameters.set("Speed", 1).unwrap_err().to_string(),
        "there is no parameter \"Speed\""
    );
    assert_eq!(
        parameters.set("nullmove", 2).unwrap_err().to_string(),
        "NullMove goes from 0 to 1, not 2"
    );
    parameters
        .set("nullmove", 0)
        .expect("letters of either case");
    assert_eq!(parameters.null_move, 0);
    let mut weights = Weights::DEFAULT;
    weights.set("KingCentre", -3).expect("negative ones too");
    assert_eq!(weights.king_centre, -3);
}

/// The position with the most captures: without selection they have no end.
const MOST_CAPTURES: &str = "r1n1n1b1/1P1P1P1P/1N1N1N2/2RnQrRq/2pKp3/3BNQbQ/k7/4Bq2 w - - 0 1";

#[test]
fn nodes_end_a_search_in_which_everything_hangs() {
    let position = read_fen(MOST_CAPTURES).expect("a position");
    let limits = Limits {
        nodes: 500,
        ..Limits::default()
    };
    for parameters in [Parameters::PLAIN, Parameters::DEFAULT] {
        let mut searcher = Searcher::new(Staunton::default(), parameters, 1);
        let report = search(&mut searcher, &position, &limits);
        assert!(report.nodes <= 1 << 17, "{}", report.nodes);
        assert!(position.is_legal(report.lines[0].moves[0]));
    }
}

/// Every array has room for the most moves, and for as many men as a side may have.
#[test]
fn positions_with_the_most_moves_are_searched() {
    for fen in [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        MOST_CAPTURES,
    ] {
        let position = read_fen(fen).expect(fen);
        let limits = Limits {
            nodes: 2000,
            ..Limits::default()
        };
        for parameters in [Parameters::DAVID, Parameters::DEFAULT] {
            search(
                &mut Searcher::new(Staunton::default(), parameters, 1),
                &position,
                &limits,
            );
        }
    }
}
