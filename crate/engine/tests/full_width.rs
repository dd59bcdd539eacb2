//! Minimax without cut-offs finds the scores of the engine's plain search, and tells its observer of exact scores only.

use std::ops::ControlFlow;

use crate::positions::{position, quiet_positions};
use millipawn_engine::{
    evaluation::{Evaluate, staunton::Staunton},
    search::{
        minimax::Minimax,
        node::{Finished, Observer, Source},
        parameters::{PLY, Parameters},
        table::Bound,
        tree::{Control, Limits, Report, Root, Searcher},
    },
};
use proptest::{prelude::*, test_runner::RngSeed};
use shakmaty::{Chess, Position};

/// What is told, by depth in plies.
#[derive(Default)]
struct Told {
    by_depth: [usize; 8],
    root: Option<i32>,
}

impl<K> Observer<K> for Told {
    fn finished(&mut self, finished: &Finished<'_, K>) {
        assert_eq!(
            (finished.bound, finished.source),
            (Bound::Exact, Source::Search)
        );
        self.by_depth[(finished.node.depth / PLY) as usize] += 1;
        if finished.node.ply == 0 {
            self.root = Some(finished.score);
        }
    }
}

fn control<R>(with: impl FnOnce(Control<'_>) -> R) -> R {
    with(Control {
        stop: &mut || false,
        observe: &mut |_| ControlFlow::Continue(()),
    })
}

fn limits(depth: u32, nodes: u64) -> Limits {
    Limits {
        depth,
        nodes,
        ..Limits::default()
    }
}

fn minimax(at: &Chess, limits: &Limits) -> (Option<Report>, Told) {
    let root = Root {
        position: at,
        earlier: &[],
    };
    let mut minimax = Minimax::new(Staunton::default(), Told::default());
    let report = control(|control| minimax.search(root, limits, control));
    (report, minimax.observer)
}

proptest! {
    // Always the same cases, as in the tests of the other searches.
    #![proptest_config(ProptestConfig { cases: 60, rng_seed: RngSeed::Fixed(2009), ..ProptestConfig::default() })]

    #[test]
    fn the_score_is_that_of_the_plain_search(at in quiet_positions(), depth in 1_u32..3) {
        let mut plain = Searcher::new(Staunton::default(), Parameters::PLAIN, 1);
        let root = Root { position: &at, earlier: &[] };
        let limits = limits(depth, 200_000);
        let expected = control(|control| plain.search(root, &limits, control));
        let (found, told) = minimax(&at, &limits);
        let line = |report: &Report| (report.depth, report.lines[0].score);
        prop_assert_eq!(found.as_ref().map(line), expected.as_ref().map(line));
        if let Some(report) = found {
            prop_assert_eq!(told.root, Some(report.lines[0].score));
            // Nothing but the root is so deep.
            prop_assert_eq!(told.by_depth[depth as usize], 1);
            let mut leaf = at;
            for m in &report.lines[0].moves {
                prop_assert!(leaf.is_legal(*m));
                leaf.play_unchecked(*m);
            }
        }
    }
}

#[test]
fn the_line_ends_where_its_score_comes_from() {
    let at = position("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4");
    let (report, _) = minimax(&at, &limits(1, u64::MAX));
    let line = &report.expect("a move").lines[0];
    assert_eq!(line.mate_in(), Some(1));
    let quiet = position("4k3/8/8/3p4/8/8/3P4/4K3 w - - 0 1");
    let (report, _) = minimax(&quiet, &limits(2, u64::MAX));
    let line = &report.expect("a move").lines[0];
    let mut leaf = quiet;
    line.moves.iter().for_each(|m| leaf.play_unchecked(*m));
    let mut staunton = Staunton::default();
    let accumulator = staunton.refresh(&leaf);
    let own = staunton.evaluate(&leaf, &accumulator);
    assert_eq!(
        line.score,
        if line.moves.len() % 2 == 0 { own } else { -own }
    );
}

#[test]
fn nodes_end_it_with_the_last_depth_that_was_completed() {
    let (report, _) = minimax(&Chess::default(), &limits(64, 2000));
    let report = report.expect("a move");
    assert_eq!(report.depth, 2);
    assert!(report.nodes <= 2001, "{}", report.nodes);
}
