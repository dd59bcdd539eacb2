//! The sample suite holds what it promises, as far as that is cheap to see; the proof is the business of the tool that made it.

use std::ops::ControlFlow;

use millipawn_engine::{
    evaluation::staunton::Staunton,
    play::contest::epd,
    search::{
        parameters::Parameters,
        tree::{Control, Limits, Report, Root, Searcher},
    },
};
use millipawn_evolve::job::suite::{self, Problem};

fn search(
    parameters: Parameters,
    problem: &Problem,
    nodes: u64,
    mut told: impl FnMut(&Report),
) -> Report {
    let mut searcher = Searcher::new(Staunton::default(), parameters, 1);
    let root = Root {
        position: problem.position(),
        earlier: &[],
    };
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    let control = Control {
        stop: &mut || false,
        observe: &mut |report| {
            told(report);
            ControlFlow::Continue(())
        },
    };
    searcher
        .search(root, &limits, control)
        .expect("a problem has a legal move")
}

#[test]
fn every_line_is_a_position_with_one_best_move_and_a_name_of_its_own() {
    let (entries, skipped) = epd::read(suite::SAMPLE);
    assert!(skipped.is_empty(), "{skipped:?}");
    assert!((90..=110).contains(&entries.len()), "{}", entries.len());
    assert!(
        entries
            .iter()
            .all(|entry| entry.best.len() == 1 && entry.avoid.is_empty())
    );
    let mut names: Vec<_> = entries.iter().map(|entry| entry.id.clone()).collect();
    names.sort();
    names.dedup();
    assert!(names.len() == entries.len() && names.iter().all(Option::is_some));
    assert_eq!(suite::sample().len(), entries.len());
}

#[test]
fn no_more_than_a_quarter_are_mates_in_one_or_two() {
    let problems = suite::sample();
    let short = |problem: &&Problem| {
        let report = search(Parameters::DEFAULT, problem, 20_000, |_| {});
        matches!(report.lines[0].mate_in(), Some(1 | 2))
    };
    let mates = problems.iter().filter(short).count();
    assert!(4 * mates <= problems.len(), "{mates} of {}", problems.len());
}

#[test]
fn the_plain_search_needs_four_plies_or_a_thousand_nodes() {
    for problem in suite::sample() {
        let mut is_easy = false;
        search(Parameters::PLAIN, &problem, 1000, |report| {
            let soon = report.depth < 4 && report.nodes < 1000;
            is_easy |= soon && problem.is_right(report.lines[0].moves[0]);
        });
        assert!(!is_easy, "{}", problem.text());
    }
}

#[test]
fn what_cannot_be_used_is_told_with_its_line() {
    let text = "# ours\n6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;\n6k1/8/8 w - - bm Rd8;\n\
        6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd9;\n6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"none\";\n";
    let (problems, skipped) = suite::read(text);
    assert_eq!(problems.len(), 1);
    let lines: Vec<usize> = skipped.iter().map(|skip| skip.place).collect();
    assert_eq!(lines, [3, 4, 5]);
    assert_eq!(skipped[2].reason, "neither bm nor am");
}

#[test]
fn suites_are_told_apart() {
    let problems = suite::sample();
    let same = suite::fingerprint(&problems);
    assert_eq!(suite::fingerprint(&suite::sample()), same);
    assert_ne!(suite::fingerprint(&problems[1..]), same);
    for problem in problems {
        assert_eq!(Problem::read(&problem.text()), Some(problem));
    }
}
