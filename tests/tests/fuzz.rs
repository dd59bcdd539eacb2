//! A few seconds of each fuzz target; `make soak` runs them long.

use millipawn_tests::fuzz::targets;

#[track_caller]
fn short(name: &str) {
    let target = targets()
        .into_iter()
        .find(|target| target.name == name)
        .expect("a target of that name");
    let report = target.run(target.short, 1991);
    if let Some(fault) = report.fault {
        panic!("{fault}");
    }
    assert!(
        report.share() >= 0.5,
        "only {} of {} inputs got past the parser",
        report.accepted,
        report.executions
    );
}

#[test]
fn fen() {
    short("fen");
}

#[test]
fn pgn() {
    short("pgn");
}

#[test]
fn epd() {
    short("epd");
}

#[test]
fn uci() {
    short("uci");
}

#[test]
fn links() {
    short("links");
}

#[test]
fn offers() {
    short("offers");
}

#[test]
fn kept_games() {
    short("kept-games");
}

#[test]
fn training_sets() {
    short("training-sets");
}

#[test]
fn imitations() {
    short("imitations");
}

#[test]
fn coevolutions() {
    short("coevolutions");
}

#[test]
fn tunings() {
    short("tunings");
}

#[test]
fn classes() {
    short("classes");
}

#[test]
fn orderings() {
    short("orderings");
}

#[test]
fn learning() {
    short("learning");
}

#[test]
fn supervised() {
    short("supervised");
}

#[test]
fn tasks() {
    short("tasks");
}

#[test]
fn outcomes() {
    short("outcomes");
}

#[test]
fn programs() {
    short("programs");
}

#[test]
fn runs() {
    short("runs");
}
