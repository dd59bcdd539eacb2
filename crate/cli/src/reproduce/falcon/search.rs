//! The third stage, and suites.

use millipawn_engine::examples::import::grouped;

use crate::{
    failure::Failure,
    reproduce::{
        figures::{Run, Solved, spread},
        report::Section,
        step::{Named, Step, Word, words},
    },
};

use super::Laboratory;

/// Of the paper.
const PUBLISHED_GENERATIONS: u32 = 50;
const PUBLISHED_CAP: u64 = 500_000;

/// The search of the coevolved program, and what is said of it.
pub(super) fn breed(
    laboratory: &Laboratory<'_>,
    program: &Named,
) -> Result<(Named, Section), Failure> {
    let size = laboratory.size;
    let words = words![
        "tune",
        "--program",
        program.word(),
        "--generations",
        size.tunings,
        "--nodes",
        size.cap
    ];
    let suite = laboratory.suite.clone();
    let step = Step::new("search", words)
        .with(suite.map_or_else(Vec::new, |suite| words!["--suite", suite]));
    let done = laboratory.steps.done(&step)?;
    let run = Run::of(&done)?;
    let mut section = Section::new("The evolution of the search");
    section.remark(format!(
        "{} generations with at most {} nodes a position took {:.0} minutes on the machine of this report; the paper has {} generations and {} nodes.",
        size.tunings,
        grouped(u64::from(size.cap)),
        done.seconds / 60.0,
        PUBLISHED_GENERATIONS,
        grouped(PUBLISHED_CAP)
    ));
    let million = |nodes: f64| format!("{:.3} M nodes", nodes / 1e6);
    for (generation, [best, average]) in [
        (run.first(), ["about 229 M", "about 239 M"]),
        (run.last(), ["about 197 M", "about 204 M"]),
    ] {
        let at = generation.generation;
        let solved = format!(
            "{}; {} of {} solved",
            million(generation.best),
            generation.solved.unwrap_or(0),
            generation.positions.unwrap_or(0)
        );
        let what = format!("best of generation {at}, whole suite");
        section.row(what, best, solved, &step);
        let what = format!("average of generation {at}");
        section.row(what, average, million(generation.mean), &step);
    }
    let champion = &run.champion.chromosome;
    let at = champion
        .match_indices('.')
        .nth(2)
        .map_or(0, |(at, _)| at + 1);
    let search = Named::new(champion[at..].to_owned(), "SEARCH");
    if let Some(suite) = &laboratory.unseen {
        unseen(laboratory, program, &search, suite, &mut section)?;
    }
    Ok((search, section))
}

/// A suite that played no part in it: the bred search, random ones, and those without selection and as published.
fn unseen(
    laboratory: &Laboratory<'_>,
    program: &Named,
    search: &Named,
    suite: &Word,
    section: &mut Section,
) -> Result<(), Failure> {
    // A random search is one of the first generation, whatever the cap.
    let drawn = words![
        "tune",
        "--program",
        program.word(),
        "--generations",
        "0",
        "--nodes",
        "1000"
    ];
    let drawn = Step::new("random-searches", drawn).listing();
    let random = laboratory.steps.done(&drawn)?.programs;
    let solved =
        |name: &str, player: Word| solved(laboratory, &format!("unseen-{name}"), player, suite);
    let (count, step) = solved("bred", program.with_search(search).word())?;
    section.row(
        "bred search, on a suite not bred on",
        "-",
        count.shown(),
        &step,
    );
    let counts = random
        .iter()
        .zip(1..)
        .map(|(text, number)| {
            solved(
                &format!("random-{number}"),
                Word::named(text, "$(head -1 random-searches.txt)"),
            )
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    let values: Vec<f64> = counts
        .iter()
        .map(|(count, _)| f64::from(count.solved))
        .collect();
    section.row(
        format!("the {} random searches of generation 0", values.len()),
        "-",
        spread(&values, |value| format!("{value:.0}")),
        &counts[0].1,
    );
    for (what, name) in [
        ("no selective part", "plain"),
        ("the published search", "david"),
    ] {
        let (count, step) = solved(name, program.with_options(&format!("Search={name}")))?;
        section.row(what, "-", count.shown(), &step);
    }
    Ok(())
}

fn solved(
    laboratory: &Laboratory<'_>,
    name: &str,
    player: Word,
    suite: &Word,
) -> Result<(Solved, Step), Failure> {
    let nodes = laboratory.size.solve_nodes;
    let words = words!["solve", player, "--suite", suite.clone(), "--nodes", nodes];
    let step = Step::new(name, words);
    Ok((laboratory.steps.done(&step)?.last()?, step))
}

/// The suite of the third stage, by the finished programs.
pub(super) fn solve(
    laboratory: &Laboratory<'_>,
    [before, after]: &[Named; 2],
) -> Result<Option<Section>, Failure> {
    let Some(suite) = &laboratory.suite else {
        return Ok(None);
    };
    let mut section = Section::new("The suite at the end");
    section.remark(format!(
        "Here a position has {} nodes, which anybody can repeat; the paper's has 5 seconds of its machine.",
        grouped(u64::from(laboratory.size.solve_nodes))
    ));
    for (what, paper, name, program) in [
        (
            "EVOL* solves",
            "654 of 879 in 5 s each",
            "suite-after",
            after,
        ),
        (
            "EVOL0 solves",
            "623 of 879 in 5 s each",
            "suite-before",
            before,
        ),
    ] {
        let (count, step) = solved(laboratory, name, program.word(), suite)?;
        section.row(what, paper, count.shown(), &step);
    }
    Ok(Some(section))
}
