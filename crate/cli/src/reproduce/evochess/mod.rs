//! Gross, Albrecht, Kantschik and Banzhaf 2002: the move ordering bred alone, demes, games against fixed-depth opponents, and what the modules of the
//! best program are worth.

mod controls;
mod demes;
mod games;
mod ordering;

use millipawn_engine::play::contest::opening::built_in;
use millipawn_evolve::system::System;

use crate::failure::Failure;

use super::{
    figures::Run,
    report::Report,
    size::{EvoChess, Size},
    step::{Data, Done, Named, Step, Steps, Word, words},
};

/// What every part of the reproduction works with.
struct Laboratory<'a> {
    steps: &'a Steps,
    size: &'a EvoChess,
    /// Whose positions are bred on; without them those of the sample games.
    games: Option<Word>,
    /// Whose positions are counted.
    others: Option<Word>,
    openings: Option<Word>,
}

impl Laboratory<'_> {
    /// A command that breeds, with more words.
    fn evolve(&self, name: String, seed: u64, more: &[&[&str]]) -> Step {
        let words = words!["evolve", "--system", System::EVOCHESS.id(), "--seed", seed];
        Step::new(name, words).with(more.concat())
    }

    /// One that breeds the move ordering alone.
    fn evolve_ordering(&self, name: String, seed: u64, more: &[&[&str]]) -> Step {
        let fitness: &[&str] = &["--set", "fitness=ordering"];
        let step = self.evolve(name, seed, &[&[fitness][..], more].concat());
        step.with(pgn(self.games.as_ref()))
    }

    /// Games of a match, as many as the size has or as begin differently: neither player draws anything at random.
    fn match_games(&self) -> u32 {
        match self.openings {
            Some(_) => self.size.match_games,
            None => self.size.match_games.min(2 * built_in().len() as u32),
        }
    }

    /// A command in which two programs play, with the nodes a move of the first games that programs are bred by.
    fn game(&self, name: String, [one, other]: [&Named; 2], games: u32) -> Step {
        let words = words![
            "match",
            one.word(),
            other.word(),
            "--games",
            games,
            "--nodes",
            self.size.games[0].nodes
        ];
        let openings = self.openings.clone();
        Step::new(name, words)
            .with(openings.map_or_else(Vec::new, |file| words!["--openings", file]))
    }

    /// A run, now or as it is kept.
    fn run(&self, step: &Step) -> Result<(Run, Done), Failure> {
        let done = self.steps.done(step)?;
        Ok((Run::of(&done)?, done))
    }
}

/// The words of a command that name games.
fn pgn(games: Option<&Word>) -> Vec<Word> {
    games.map_or_else(Vec::new, |games| words!["--pgn", games.clone()])
}

/// Both ways of breeding, and the controls.
///
/// # Errors
/// A step that fails, or data that cannot be read.
pub(super) fn report(steps: &Steps, data: &Data, size: &Size) -> Result<Report, Failure> {
    const INSTEAD: &str = "the sample games take its place";
    let laboratory = Laboratory {
        steps,
        size: &size.evochess,
        games: data.file_or("gm/train.pgn", INSTEAD)?,
        others: data.file_or("gm/classic.pgn", INSTEAD)?,
        openings: data.file("openings/8moves_v3_5000.pgn")?,
    };
    let (evolved, ordering) = ordering::section(&laboratory)?;
    let (champions, demes) = demes::section(&laboratory)?;
    let (best, games) = games::section(&laboratory)?;
    let (composed, controls) = controls::section(&laboratory, &best)?;
    let (rivals, against_each_other) = controls::rivals(&laboratory)?;
    let programs = [vec![evolved, best], champions, composed, rivals].concat();
    let programs = programs.into_iter().map(|Named { text, name }| {
        let name = name.trim_start_matches('$').to_owned();
        (name, text)
    });
    Ok(Report {
        title: "EvoChess, Gross, Albrecht, Kantschik and Banzhaf 2002",
        sections: vec![ordering, demes, games, controls, against_each_other],
        programs: programs.collect(),
        ..Report::default()
    })
}
