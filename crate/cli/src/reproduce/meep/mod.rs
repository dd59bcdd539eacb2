//! Veness, Silver, Uther and Blair 2009: four learning rules, each with the step that suits it, in one tournament.

mod field;
mod learning;
mod ranking;

use millipawn_evolve::learn::rules::Method;

use crate::failure::Failure;

use super::{
    report::Report,
    size::{Learning, Size},
    step::{Data, Named, Step, Steps, Word, words},
};

use self::{field::Field, learning::Learned};

/// A learning rule of the paper's table 2, whose ratings are on a scale of their own. TD-Root is not in it.
struct Rule {
    method: Method,
    name: &'static str,
    /// In Elo.
    published: i32,
    /// Half of its 95 % interval.
    error: i32,
}

/// From the weakest to the strongest, as published. `Learning` counts their games in this order.
const RULES: [Rule; 4] = [
    Rule {
        method: Method::TdLeaf,
        name: "TD-Leaf",
        published: 1068,
        error: 36,
    },
    Rule {
        method: Method::RootStrap,
        name: "RootStrap",
        published: 1362,
        error: 59,
    },
    Rule {
        method: Method::TreeStrapMinimax,
        name: "TreeStrap(minimax)",
        published: 1807,
        error: 32,
    },
    Rule {
        method: Method::TreeStrap,
        name: "TreeStrap(alpha-beta)",
        published: 2157,
        error: 31,
    },
];

/// The rating of programs that know nothing, of which the paper's has an interval too.
const UNTRAINED: i32 = 250;
const UNTRAINED_ERROR: i32 = 63;

impl Rule {
    /// As commands name its program.
    fn variable(&self) -> String {
        let id = self.method.id();
        id.to_uppercase().replace('-', "_")
    }
}

/// What every part of the reproduction works with.
struct Laboratory<'a> {
    steps: &'a Steps,
    size: &'a Learning,
    openings: Option<Word>,
}

impl Laboratory<'_> {
    /// A command that plays a tournament.
    fn tournament(&self, name: String, players: Vec<Word>) -> Step {
        let openings = self.openings.clone();
        Step::new(name, words!["tournament"])
            .with(players)
            .with(words![
                "--games",
                self.size.games_a_pair,
                "--nodes",
                self.size.playing_nodes
            ])
            .with(openings.map_or_else(Vec::new, |file| words!["--openings", file]))
    }

    /// A command in which a program meets every rung.
    fn gauntlet(&self, name: String, program: &Named) -> Step {
        let players = [vec![program.word()], field::words_of_rungs()].concat();
        self.tournament(name, players).with(["--gauntlet"])
    }
}

/// The steps, the programs and their ratings.
///
/// # Errors
/// A step that fails, or data that cannot be read.
pub(super) fn report(steps: &Steps, data: &Data, size: &Size) -> Result<Report, Failure> {
    let laboratory = Laboratory {
        steps,
        size: &size.learning,
        openings: data.file("openings/8moves_v3_5000.pgn")?,
    };
    let mut field = Field::new(&laboratory)?;
    let (step_sizes, tuned) = learning::tune(&laboratory, &mut field)?;
    let learned = learning::train(&laboratory, &mut field, step_sizes)?;
    let sections = ranking::sections(&laboratory, &field, &learned);
    let first = learned.iter().map(|of_rule| &of_rule[0]);
    let mut programs: Vec<Named> = first.clone().map(Learned::named).collect();
    programs.extend(first.take(1).map(Learned::untrained));
    let programs = programs.into_iter().map(|named| {
        let name = named.name.trim_start_matches('$').to_owned();
        (name, named.text)
    });
    Ok(Report {
        title: "Veness, Silver, Uther and Blair 2009",
        sections: [vec![tuned], sections].concat(),
        programs: programs.collect(),
        ..Report::default()
    })
}
