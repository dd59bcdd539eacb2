//! What weights learn from a search: each rule on a small tree worked out by hand.

use std::ops::ControlFlow;

use millipawn_engine::{
    chess::{game::read_fen, key::key},
    evaluation::{
        Evaluate, MATE,
        meep::{FEATURES, Features, Meep, Weights},
    },
    search::{
        node::{Extensions, Finished, HistoryTables, Node, Observer, Source},
        parameters::{PLY, Parameters},
        table::Bound,
        tree::{Control, Limits, Root, Searcher},
    },
};
use millipawn_evolve::{
    genome::draw::{Draws, Purpose},
    learn::{gradient::Gradient, rules::MATE_TARGET, step::Learner, tree::Tree},
};
use shakmaty::Chess;

const QUIET: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
const ENDGAME: &str = "8/5k2/3p4/8/3P4/4K3/8/8 b - - 12 60";
const STALE: &str = "8/5k2/3p4/8/3P4/4K3/8/8 b - - 90 100";

fn position(fen: &str) -> Chess {
    read_fen(fen).expect("a legal FEN")
}

fn weights() -> Weights {
    Learner::random(&mut Draws::derive(2009, 0, 0, Purpose::Genes)).weights()
}

/// Tells an observer of a node.
fn told(tree: &mut Tree, at: &Chess, plies: i32, score: i32, bound: Bound) {
    let accumulator = Meep::new(weights()).refresh(at);
    tree.finished(&Finished {
        node: Node {
            position: at,
            ply: 1,
            depth: plies * PLY,
            alpha: 0,
            beta: 0,
            in_check: false,
            last: None,
            before_last: None,
        },
        key: key(at),
        accumulator: &accumulator,
        score,
        bound,
        source: Source::Search,
    });
}

/// The sums for one position whose evaluation should change by so much.
fn sums(at: &Chess, difference: i32) -> Vec<i64> {
    let mut sums = vec![0; FEATURES];
    for (feature, count) in Features::of(at).as_slice() {
        sums[usize::from(*feature)] = i64::from(difference) * i64::from(*count);
    }
    sums
}

#[test]
fn every_position_of_the_tree_teaches_what_its_bound_says() {
    let (quiet, endgame) = (position(QUIET), position(ENDGAME));
    let weights = weights();
    let own = |at: &Chess| Features::of(at).score(&weights);
    let mut tree = Tree::new(weights.clone());
    // Too shallow, and too near the rule of fifty moves: neither counts.
    told(
        &mut tree,
        &position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        0,
        5000,
        Bound::Exact,
    );
    told(&mut tree, &position(STALE), 3, 5000, Bound::Exact);
    assert_eq!(tree.lessons(), Gradient::default());
    // An upper bound below the evaluation lowers it; a lower bound below it says nothing.
    told(&mut tree, &quiet, 1, own(&quiet) - 70, Bound::Upper);
    told(&mut tree, &endgame, 1, own(&endgame) - 70, Bound::Lower);
    let lessons = tree.lessons();
    assert_eq!(lessons.sums(), sums(&quiet, -70));
    assert_eq!((lessons.positions, lessons.changed), (2, 1));
    assert_eq!(lessons.squared_differences, 4900);
    // A deeper result takes the place of a shallower one, whatever it is, and not the other way round.
    told(&mut tree, &quiet, 2, own(&quiet) + 30, Bound::Exact);
    told(&mut tree, &quiet, 1, own(&quiet) + 90, Bound::Lower);
    assert_eq!(tree.lessons().sums(), sums(&quiet, 30));
    // A mate is worth its target.
    told(&mut tree, &quiet, 3, MATE - 5, Bound::Lower);
    assert_eq!(
        tree.lessons().sums(),
        sums(&quiet, MATE_TARGET - own(&quiet))
    );
    tree.clear(weights.clone());
    assert_eq!(tree.lessons(), Gradient::default());
}

#[test]
fn the_root_learns_the_value_of_the_search_and_its_tree_what_was_found_on_the_way() {
    let parameters = Parameters {
        extend_check: 4,
        ..Parameters::PLAIN
    };
    for fen in [QUIET, ENDGAME] {
        let (at, weights) = (position(fen), weights());
        let tree = Tree::new(weights.clone());
        let order = HistoryTables::default();
        let meep = Meep::new(weights.clone());
        let mut searcher = Searcher::with(meep, Extensions, order, tree, parameters, 1);
        let root = Root {
            position: &at,
            earlier: &[],
        };
        let control = Control {
            stop: &mut || false,
            observe: &mut |_| ControlFlow::Continue(()),
        };
        let limits = Limits {
            depth: 3,
            ..Limits::default()
        };
        let report = searcher.search(root, &limits, control).expect("a move");
        let (value, own) = (report.lines[0].score, Features::of(&at).score(&weights));
        let lesson = searcher.observer.lesson_of_root(key(&at), value);
        assert_eq!(lesson.sums(), sums(&at, value - own));
        assert_eq!(lesson.positions, 1);
        let lessons = searcher.observer.lessons();
        assert!(lessons.positions > 20, "{}", lessons.positions);
        assert!(0 < lessons.changed && lessons.changed <= lessons.positions);
        // A step as small as the theory asks for brings the evaluation of the root nearer to the value.
        let mut learner = Learner::random(&mut Draws::derive(2009, 0, 0, Purpose::Genes));
        learner.step(&lesson, 1e-2).expect("it does not diverge");
        let after = Features::of(&at).score(&learner.weights());
        assert!(
            (value - after).abs() < (value - own).abs(),
            "{own} {after} {value}"
        );
    }
}

#[test]
fn a_step_that_goes_too_far_is_told() {
    let mut gradient = Gradient::default();
    gradient.add(&[(3, 1)], 0, 1 << 20);
    let learner = || Learner::random(&mut Draws::derive(1, 0, 0, Purpose::Genes));
    assert!(learner().step(&gradient, 0.5).is_some());
    assert!(learner().step(&gradient, 2.0).is_none());
}
