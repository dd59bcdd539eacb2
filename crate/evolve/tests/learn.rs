//! What weights learn from a search: each rule on a small tree worked out by hand.

use std::{num::NonZeroU32, ops::ControlFlow};

use millipawn_engine::{
    chess::{game::read_fen, key::key},
    evaluation::{
        Evaluate, MATE,
        meep::{FEATURES, Features, Meep, WITH_FALCON, Weights, parts},
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
    learn::{
        gradient::{Gradient, Tally},
        optimizer::Optimizer,
        rules::{MATE_TARGET, root_strap, tree_strap},
        size::Size,
        step::{Learner, Precise, Steps},
        temporal::{Chain, Judged},
        tree::Tree,
    },
};
use shakmaty::Chess;

const QUIET: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
const ENDGAME: &str = "8/5k2/3p4/8/3P4/4K3/8/8 b - - 12 60";
const STALE: &str = "8/5k2/3p4/8/3P4/4K3/8/8 b - - 90 100";

fn position(fen: &str) -> Chess {
    read_fen(fen).expect("a legal FEN")
}

fn weights() -> Weights {
    Precise::random(&mut Draws::derive(2009, 0, 0, Purpose::Genes)).weights()
}

/// Tells an observer of a node whose score is outside of its window.
fn beyond(tree: &mut Tree, at: &Chess, score: i32, window: [i32; 2]) {
    let bound = if score > window[1] {
        Bound::Lower
    } else {
        Bound::Upper
    };
    told_of(tree, at, 3, score, window, bound);
}

/// Tells an observer of a node whose score is an end of its window, if it is a bound.
fn told(tree: &mut Tree, at: &Chess, plies: i32, score: i32, bound: Bound) {
    told_of(tree, at, plies, score, [score; 2], bound);
}

fn told_of(
    tree: &mut Tree,
    at: &Chess,
    plies: i32,
    score: i32,
    [alpha, beta]: [i32; 2],
    bound: Bound,
) {
    let accumulator = Meep::new(weights()).refresh(at);
    tree.finished(&Finished {
        node: Node {
            position: at,
            ply: 1,
            depth: plies * PLY,
            alpha,
            beta,
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
    assert_eq!(tree.lessons(tree_strap), Gradient::new(FEATURES));
    // An upper bound below the evaluation lowers it; a lower bound below it says nothing.
    told(&mut tree, &quiet, 1, own(&quiet) - 70, Bound::Upper);
    told(&mut tree, &endgame, 1, own(&endgame) - 70, Bound::Lower);
    let lessons = tree.lessons(tree_strap);
    assert_eq!(lessons.sums(), sums(&quiet, -70));
    // Exact scores, lower and upper bounds.
    assert_eq!(lessons.tally.positions, [0, 1, 1]);
    assert_eq!(lessons.tally.changed, [0, 0, 1]);
    assert_eq!(lessons.tally.squared_differences, 4900);
    // A deeper result takes the place of a shallower one, whatever it is, and not the other way round.
    told(&mut tree, &quiet, 2, own(&quiet) + 30, Bound::Exact);
    told(&mut tree, &quiet, 1, own(&quiet) + 90, Bound::Lower);
    assert_eq!(tree.lessons(tree_strap).sums(), sums(&quiet, 30));
    // What lies beyond the window is not learned.
    tree.clear(weights.clone());
    beyond(
        &mut tree,
        &quiet,
        own(&quiet) + 900,
        [own(&quiet) - 20, own(&quiet) + 40],
    );
    assert_eq!(tree.lessons(tree_strap).sums(), sums(&quiet, 40));
    beyond(
        &mut tree,
        &quiet,
        own(&quiet) - 900,
        [own(&quiet) - 20, own(&quiet) + 40],
    );
    assert_eq!(tree.lessons(tree_strap).sums(), sums(&quiet, -20));
    // A mate is worth its target.
    told(&mut tree, &quiet, 3, MATE - 5, Bound::Lower);
    assert_eq!(
        tree.lessons(tree_strap).sums(),
        sums(&quiet, MATE_TARGET - own(&quiet))
    );
    tree.clear(weights.clone());
    assert_eq!(tree.lessons(tree_strap), Gradient::new(FEATURES));
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
        let root_lesson = |own| root_strap(value, own);
        let lesson = searcher.observer.lesson_of_root(key(&at), root_lesson);
        assert_eq!(lesson.sums(), sums(&at, value - own));
        assert_eq!(lesson.tally.all_positions(), 1);
        // Who learns from the root alone keeps nothing else of the same search.
        let lessons_of_root = {
            let order = HistoryTables::default();
            let (meep, of_root) = (Meep::new(weights.clone()), Tree::of_root(weights.clone()));
            let mut searcher = Searcher::with(meep, Extensions, order, of_root, parameters, 1);
            let control = Control {
                stop: &mut || false,
                observe: &mut |_| ControlFlow::Continue(()),
            };
            searcher.search(root, &limits, control).expect("a move");
            searcher.observer
        };
        assert_eq!(
            lessons_of_root.lesson_of_root(key(&at), root_lesson),
            lesson
        );
        let kept = lessons_of_root.lessons(tree_strap).tally;
        assert_eq!(kept.all_positions(), 1);
        let lessons = searcher.observer.lessons(tree_strap);
        let (positions, changed) = (lessons.tally.all_positions(), lessons.tally.all_changed());
        assert!(positions > 20, "{positions}");
        assert!(0 < changed && changed <= positions);
        // A step as small as the theory asks for brings the evaluation of the root nearer to the value.
        let mut learner = learner(&Precise::from(&weights), 1e-2);
        let stepped = learner.step(lesson.floats(), &lesson.tally);
        stepped.expect("it does not diverge");
        let after = Features::of(&at).score(&learner.weights());
        assert!(
            (value - after).abs() < (value - own).abs(),
            "{own} {after} {value}"
        );
    }
}

/// One that takes plain steps of a fixed rate.
fn learner(weights: &Precise, rate: f64) -> Learner {
    let steps = Steps {
        size: Size::Fixed(rate),
        optimizer: Optimizer::Plain,
        decay: 0.0,
    };
    Learner::new(weights, steps, Optimizer::Plain.memory(FEATURES))
}

/// Falcon's features count in parts: a step is along their whole counts.
#[test]
fn falcons_features_teach_by_what_they_count() {
    let at = position("r1bq1rk1/pp3ppp/2n1pn2/3p4/1b1P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 1");
    let features = Features::with_falcon(&at);
    let mut gradient = Gradient::new(WITH_FALCON);
    gradient.add_position(&features, 0, 3);
    let mut counts = vec![0.0; WITH_FALCON];
    for (feature, count) in features.as_slice() {
        let feature = usize::from(*feature);
        counts[feature] = f64::from(*count) / f64::from(parts(feature));
    }
    assert!(counts[FEATURES..].iter().any(|count| count.fract() != 0.0));
    for (sum, count) in gradient.floats().zip(&counts) {
        assert!((sum - 3.0 * count).abs() < 1e-9, "{sum} {count}");
    }
    let squares: f64 = counts.iter().map(|count| count * count).sum();
    assert_eq!(gradient.tally.squared_features, squares as u64);
    let mut chain = Chain::new(1.0, WITH_FALCON);
    chain.go_on(Some(Judged::new(features, false)));
    let weights = Weights::new(&[0; WITH_FALCON]).expect("they fit");
    let (sums, _) = chain.lesson(&weights, |_| 3).expect("a lesson");
    for (sum, count) in sums.iter().zip(&counts) {
        assert!((sum + 3.0 * count).abs() < 1e-9, "{sum} {count}");
    }
}

#[test]
fn weights_that_decay_lose_a_share_at_each_step() {
    let start = Precise::from(&weights());
    let steps = Steps {
        size: Size::Relative(1.0),
        optimizer: Optimizer::Plain,
        decay: 0.25,
    };
    let mut learner = Learner::new(&start, steps, Optimizer::Plain.memory(FEATURES));
    let nothing = vec![0.0; FEATURES];
    let stepped = learner.step(nothing.into_iter(), &Tally::default());
    stepped.expect("it fits");
    let lost: Vec<i64> = start.as_slice().iter().map(|weight| -weight / 4).collect();
    assert_eq!(learner.changes(&start), lost);
}

#[test]
fn a_step_that_goes_too_far_is_told() {
    let mut gradient = Gradient::new(FEATURES);
    gradient.add(&[(3, 1)], Bound::Exact, 0, 1 << 20);
    let step = |rate| {
        let mut learner = learner(&Precise::from(&weights()), rate);
        learner.step(gradient.floats(), &gradient.tally)
    };
    assert!(step(0.5).is_some());
    assert!(step(2.0).is_none());
}

#[test]
fn changes_of_games_are_added_in_fixed_point() {
    let start = Precise::from(&weights());
    let mut learner = learner(&start, 1.0 / 3.0);
    let sums: Vec<f64> = (0..FEATURES).map(|at| at as f64 - 900.0).collect();
    let stepped = learner.step(sums.into_iter(), &Tally::default());
    stepped.expect("it fits");
    let changes = learner.changes(&start);
    // A third of a whole number, in units of 2^-32, to half a unit.
    assert_eq!(changes[903], 1 << 32);
    assert_eq!(changes[901], ((1_i64 << 32) + 1) / 3);
    let one = NonZeroU32::MIN;
    let after = start.changed(&changes, 1, one).expect("it fits");
    assert_eq!(after.weights(), learner.weights());
    let half = start.changed(&changes, 1, NonZeroU32::new(2).expect("not zero"));
    let half = half.expect("it fits");
    assert_eq!(half.as_slice()[903] - start.as_slice()[903], 1 << 31);
    assert_eq!(Precise::from_bytes(&half.to_bytes()), Some(half));
    assert_eq!(start.changed(&vec![i64::MAX; FEATURES], 1, one), None);
}

/// Numbers of our own choice: positions of one side, each judged by one feature.
#[test]
fn a_chain_teaches_its_last_position_and_less_of_those_before() {
    let (quiet, endgame) = (position(QUIET), position(ENDGAME));
    let weights = weights();
    let mut chain = Chain::new(0.5, FEATURES);
    assert!(
        chain.lesson(&weights, |_| 1).is_none(),
        "there is no position yet"
    );
    chain.go_on(Some(Judged::new(Features::of(&quiet), true)));
    chain.go_on(Some(Judged::new(Features::of(&endgame), false)));
    let own = -Features::of(&endgame).score(&weights);
    let (found, tally) = chain
        .lesson(&weights, |judged| 700 + judged - own)
        .expect("a lesson");
    let expected = sums(&quiet, 350).into_iter().zip(sums(&endgame, -700));
    let expected: Vec<f64> = expected.map(|(one, other)| (one + other) as f64).collect();
    assert_eq!(found, expected);
    assert_eq!(tally.positions, [1, 0, 0]);
    // A position without a score of its own breaks nothing: those before it have less to learn from the next.
    chain.go_on(None);
    assert!(chain.lesson(&weights, |_| 1).is_none());
}
