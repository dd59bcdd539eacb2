//! The second stage, and matches.

use crate::{
    failure::Failure,
    reproduce::{
        figures::{Champion, Match, Standing, spread},
        report::Section,
        step::{Named, Step, words},
    },
};

use super::Laboratory;

/// What the champions become by playing each other, and what became of longer rounds. Answers EVOL*, and what else was tried.
pub(super) fn coevolve(
    laboratory: &Laboratory<'_>,
    champions: &[String],
    before: &Named,
) -> Result<(Vec<Named>, Section), Failure> {
    let mut section = Section::new("Coevolution");
    section.remark(
        "Games are by nodes, so that they can be repeated; the paper's are of 5 seconds a side.",
    );
    let list = laboratory.steps.list("champions.txt", champions)?;
    let mut stars = Vec::new();
    for (at, rounds) in laboratory.size.rounds.iter().enumerate() {
        let words = words![
            "coevolve",
            "--from",
            list.clone(),
            "--generations",
            rounds.generations
        ];
        let step = Step::new(format!("coevolution{}", suffix(at)), words)
            .with(rounds.other.iter().copied())
            .with(words!["--nodes", rounds.nodes]);
        let step = laboratory.with_openings(step);
        let done = laboratory.steps.done(&step)?;
        let first: Option<Standing> = done.before_last()?.into_iter().next();
        let first = first.expect("every run has a first generation");
        section.row(
            "points of the champions in their first round",
            "-",
            format!(
                "{} of {}",
                spread(&first.points, |points| format!("{points}")),
                first.games
            ),
            &step,
        );
        let champion: Champion = done.last()?;
        let star = Named::new(champion.chromosome, &format!("EVOL_STAR{}", suffix(at)));
        let what = match rounds.other {
            [] => "EVOL* against EVOL0, as they were bred: no selective part".to_owned(),
            other => format!("tried: `{}`; its best against EVOL0", other.join(" ")),
        };
        let words = words![
            "match",
            star.with_options("Search=plain"),
            before.with_options("Search=plain"),
            "--games",
            laboratory.size.games,
            "--nodes",
            laboratory.size.rounds[0].nodes
        ];
        let step = laboratory.with_openings(Step::new(format!("match-plain{}", suffix(at)), words));
        let result: Match = laboratory.steps.done(&step)?.last()?;
        section.row(what, "-", result.shown(), &step);
        stars.push(star);
    }
    Ok((stars, section))
}

/// Rounds after the first are numbered.
fn suffix(at: usize) -> String {
    if at == 0 {
        String::new()
    } else {
        (at + 1).to_string()
    }
}

/// With and without coevolution, both with the bred search; and whether they still find the masters' moves.
pub(super) fn compare(
    laboratory: &Laboratory<'_>,
    [before, after]: [&Named; 2],
    finished: &[Named; 2],
    section: &mut Section,
) -> Result<(), Failure> {
    let size = laboratory.size;
    let [zero, star] = finished;
    let words = words![
        "match",
        star.word(),
        zero.word(),
        "--games",
        size.games,
        "--nodes",
        size.match_nodes
    ];
    let step = laboratory.with_openings(Step::new("match-bred", words));
    let result: Match = laboratory.steps.done(&step)?.last()?;
    section.row(
        "EVOL* against EVOL0, both with the bred search",
        "180 of 300; +70 (+31 to +112)",
        result.shown(),
        &step,
    );
    for (what, name, program) in [
        (
            "EVOL0, winners' moves found in other games",
            "rate-before",
            before,
        ),
        ("EVOL*, the same", "rate-after", after),
    ] {
        if let Some((rate, step)) = laboratory.rate(name, program.word())? {
            section.row(what, "-", rate.shown(), &step);
        }
    }
    Ok(())
}

/// The finished program and the programs of others, by the clock: not to be reproduced to the bit.
pub(super) fn meet(
    laboratory: &Laboratory<'_>,
    against: &[String],
    finished: &Named,
) -> Result<Option<Section>, Failure> {
    let mut section = Section::new("EVOL* against others");
    let size = laboratory.size;
    for (opponent, number) in against.iter().zip(1..) {
        let words = words![
            "match",
            finished.word(),
            opponent.clone(),
            "--games",
            size.against_games,
            "--tc",
            size.against_clock
        ];
        let step = laboratory.with_openings(Step::new(format!("against-{number}"), words));
        let result: Match = laboratory.steps.done(&step)?.last()?;
        section.row(format!("`{opponent}`"), "-", result.shown(), &step);
    }
    Ok((!against.is_empty()).then_some(section))
}
