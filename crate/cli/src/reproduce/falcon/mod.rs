//! David, van den Herik, Koppel and Netanyahu 2014: imitation, coevolution, the evolution of the search, and what came of them.

mod imitation;
mod play;
mod search;

use crate::failure::Failure;

use super::{
    curve::{self, Published},
    figures::{Rate, Run},
    report::Report,
    size::Size,
    step::{Data, Named, Step, Steps, Word, words},
};

/// In its text and its Fig. 2, of 5,000 positions: 800 and about 1,500 on average, about 1,130 and 1,620 the best, 1,521 held out.
/// What it calls its first generation is our generation 0.
const PUBLISHED: Published = Published {
    best: &[(0.0, 22.6), (200.0, 32.4)],
    held_out: &[(200.0, 30.4)],
    average: &[(0.0, 16.0), (200.0, 30.0)],
};

/// What every part of the reproduction works with.
struct Laboratory<'a> {
    steps: &'a Steps,
    size: &'a Size,
    /// To learn from.
    games: Word,
    /// To measure on.
    others: Option<Word>,
    openings: Option<Word>,
    /// What searches are bred on.
    suite: Option<Word>,
    /// What they are not bred on.
    unseen: Option<Word>,
}

impl Laboratory<'_> {
    /// A command that starts games.
    fn with_openings(&self, step: Step) -> Step {
        let openings = self.openings.as_ref();
        step.with(openings.map_or_else(Vec::new, |file| words!["--openings", file.clone()]))
    }

    /// How often a program finds the winner's move in games that no program learned from; none where there are no such games.
    fn rate(&self, name: &str, program: Word) -> Result<Option<(Rate, Step)>, Failure> {
        let Some(others) = &self.others else {
            return Ok(None);
        };
        let words = words!["evaluate", program, "--pgn", others.clone(), "--winners"];
        let step = Step::new(name, words);
        let rate = self.steps.done(&step)?.last()?;
        Ok(Some((rate, step)))
    }
}

/// All three stages, and their programs measured.
///
/// # Errors
/// Data that are not there, or a step that fails.
pub(super) fn report(
    steps: &Steps,
    data: &Data,
    size: &Size,
    against: &[String],
) -> Result<Report, Failure> {
    let laboratory = Laboratory {
        steps,
        size,
        games: data.needed("gm/train.pgn")?,
        others: data.file("gm/classic.pgn")?,
        openings: data.file("openings/8moves_v3_5000.pgn")?,
        suite: data.file("suites/ecm879.epd")?,
        unseen: data.file("suites/wac300.epd")?,
    };
    let (runs, imitated) = imitation::runs(&laboratory)?;
    let champions: Vec<String> = runs
        .iter()
        .map(|run| run.champion.chromosome.clone())
        .collect();
    let before = Named::new(Run::best(&runs).champion.chromosome.clone(), "EVOL0");
    let (stars, mut played) = play::coevolve(&laboratory, &champions, &before)?;
    let after = stars[0].clone();
    let (search, searched) = search::breed(&laboratory, &after)?;
    let finished = [&before, &after].map(|bred| bred.with_search(&search));
    play::compare(&laboratory, [&before, &after], &finished, &mut played)?;

    let mut sections = vec![imitated, played, searched];
    sections.extend(search::solve(&laboratory, &finished)?);
    sections.extend(play::meet(&laboratory, against, &finished[1])?);
    let champion = Named::new(runs[0].champion.chromosome.clone(), "CHAMPION");
    let programs = [champion, before, search].into_iter().chain(stars);
    let programs = programs.map(|named| {
        let name = named.name.trim_start_matches('$').to_owned();
        (name, named.text)
    });
    Ok(Report {
        title: "David, van den Herik, Koppel and Netanyahu 2014",
        sections,
        genes: imitation::genes(&runs)?,
        programs: programs.collect(),
        curve: Some(curve::svg(&runs, PUBLISHED)),
    })
}
