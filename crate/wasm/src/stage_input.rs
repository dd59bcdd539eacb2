//! For player and coordinator: what a person gives the stages after imitation to work on, as text.

use millipawn_engine::{
    ImportReport, ImportSettings, Importer, SAMPLE_GAMES, TrainingSet,
    play::contest::{
        epd,
        opening::{self, Opening},
    },
};
use millipawn_evolve::{
    job::suite::{self, Problem},
    run::coevolution::{self, CoevolutionError},
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{refuse, system_of, to_js};

/// What was read of a suite.
#[derive(Serialize)]
struct Suite {
    /// Openings, or positions to be solved.
    count: usize,
    /// What cannot be used.
    skipped: Vec<Skipped>,
    /// What places count: lines, or the games of a PGN file.
    places: &'static str,
}

#[derive(Serialize)]
struct Skipped {
    place: usize,
    reason: String,
}

/// What a text holds for a stage: openings for `coevolution` and `learning`, games for `ordering` and `supervised`, positions to be solved for `tuning`; without a text
/// the suite that is built in.
///
/// # Errors
/// Another stage.
#[wasm_bindgen]
pub fn suite_report(stage: &str, text: Option<String>) -> Result<JsValue, JsError> {
    let (count, skipped) = match (stage, &text) {
        ("coevolution" | "learning", None) => (opening::built_in().len(), Vec::new()),
        ("coevolution" | "learning", Some(text)) => {
            let (openings, skipped) = opening::read(text);
            (openings.len(), skipped)
        }
        ("supervised" | "ordering", text) => {
            let (_, report) = read_games(text.as_deref(), &ANY_GAME);
            let skipped = report.skips.into_iter().map(|skip| epd::Skipped {
                place: skip.line as usize,
                reason: skip.reason,
            });
            (report.games_used as usize, skipped.collect())
        }
        ("tuning", _) => {
            let (problems, skipped) = suite::read(text.as_deref().unwrap_or(suite::SAMPLE));
            (problems.len(), skipped)
        }
        _ => return Err(refuse(format_args!("there is no stage \"{stage}\""))),
    };
    let games =
        matches!(stage, "coevolution" | "learning") && text.as_deref().is_some_and(opening::is_pgn);
    let skipped = skipped.into_iter().map(|skip| Skipped {
        place: skip.place,
        reason: skip.reason,
    });
    to_js(&Suite {
        count,
        skipped: skipped.collect(),
        places: if games { "game" } else { "line" },
    })
}

/// The chromosomes of programs that can coevolve, one a line; empty lines are none. Too few are still to be joined by others.
///
/// # Errors
/// The first line that is no program of the system, or too many programs.
#[wasm_bindgen]
pub fn initial_programs(lines: &str, system: &str) -> Result<Vec<String>, JsError> {
    let programs = coevolution::programs(lines, system_of(system)?).map_err(refuse)?;
    if programs.len() > coevolution::MOST {
        return Err(refuse(CoevolutionError::Population(programs.len())));
    }
    Ok(programs.iter().map(ToString::to_string).collect())
}

pub(crate) fn problems(suite: Option<String>) -> Vec<Problem> {
    suite.map_or_else(suite::sample, |text| suite::read(&text).0)
}

pub(crate) fn openings(suite: Option<String>) -> Vec<Opening> {
    suite.map_or_else(opening::built_in, |text| opening::read(&text).0)
}

/// Games with a position at all: what is used of them the settings of a run say.
const ANY_GAME: ImportSettings = ImportSettings {
    keep: 1000,
    sample_seed: 0,
    minimum_elo: 0,
    winners_only: false,
    player: String::new(),
    skip_plies: 0,
    per_game: 1,
    drop_duplicates: false,
    set_ups: true,
};

/// Positions of the games of a text, or of the sample games.
pub(crate) fn games(suite: Option<String>, import: &ImportSettings) -> Result<TrainingSet, String> {
    let (set, report) = read_games(suite.as_deref(), import);
    match (set.is_empty(), report.skips.first()) {
        (false, _) => Ok(set),
        (true, None) => Err("the games have no position to use".to_owned()),
        (true, Some(skip)) => Err(format!(
            "the games have no position to use: line {}: {}",
            skip.line, skip.reason
        )),
    }
}

fn read_games(text: Option<&str>, import: &ImportSettings) -> (TrainingSet, ImportReport) {
    let mut importer = Importer::new(import.clone());
    importer.begin_file("games");
    importer.push(text.unwrap_or(SAMPLE_GAMES).as_bytes());
    importer.end_file();
    importer.finish()
}
