//! For the player: links to experiments (`#x=`) of all kinds of run.

use std::collections::BTreeMap;

use millipawn_engine::{ImportSettings, play::contest::opening};
use millipawn_evolve::{
    job::suite,
    run::{
        Changed, book,
        settings::{RunSettings, Value},
    },
    signature,
    text::{
        chromosome::Chromosome,
        shared::Link,
        stage_link::{
            ClassesLink, CoevolutionLink, Initial, LearningLink, OrderingLink, SupervisedLink,
        },
    },
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{
    convert::{hex, refuse, to_js},
    stage_input::games,
};

/// What a link says.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Experiment {
    Imitation {
        settings: BTreeMap<String, Value>,
        /// Those that were changed while it went on.
        changes: Vec<Changed>,
        /// Of the examples.
        fingerprint: String,
        /// What the run must arrive at.
        chromosome: String,
    },
    Classes {
        #[serde(flatten)]
        stage: Stage,
    },
    Coevolution {
        #[serde(flatten)]
        stage: Stage,
        /// Whose programs.
        system: &'static str,
        /// How all of them search.
        search: String,
        /// `random`, `programs`, or `left out` where a link could not carry them.
        initial: &'static str,
        /// The first generation, where it is `programs`.
        programs: Vec<String>,
    },
    Learning {
        #[serde(flatten)]
        stage: Stage,
        /// `random`, `programs`, or `left out` where the link could not carry the program.
        initial: &'static str,
        /// The one that it began with, where it is `programs`.
        programs: Vec<String>,
    },
    Ordering {
        #[serde(flatten)]
        stage: Stage,
    },
    Supervised {
        #[serde(flatten)]
        stage: Stage,
        /// `random`, `programs`, or `left out` where the link could not carry the program.
        initial: &'static str,
        /// The one that it began with, where it is `programs`.
        programs: Vec<String>,
    },
    Tuning {
        #[serde(flatten)]
        stage: Stage,
        /// Whose search.
        program: String,
    },
}

/// What the later stages have in common.
#[derive(Serialize)]
struct Stage {
    /// As [`settings_table`](crate::program::settings_table) names them, the seed among them.
    settings: BTreeMap<String, Value>,
    /// Those that were changed while it went on.
    changes: Vec<Changed>,
    /// Of the openings, of the suite, or of the games' positions.
    fingerprint: String,
    /// Whether these are the built-in ones.
    built_in: bool,
    /// What the run must arrive at: a player's text.
    chromosome: String,
    /// The signature of the engine that made it.
    engine: u64,
    /// Whether that is another engine than this: then this one may arrive elsewhere.
    of_another_engine: bool,
    /// Whether the same run can come out again: no clock binds, and the programs are known.
    repeatable: bool,
}

/// Reads a link's text.
///
/// # Errors
/// A text that is no experiment.
#[wasm_bindgen]
pub fn read_experiment(text: &str) -> Result<JsValue, JsError> {
    to_js(&match Link::parse(text).map_err(refuse)? {
        Link::Imitation(link) => Experiment::Imitation {
            settings: link.settings.values(),
            changes: link.changes.told(&link.settings),
            fingerprint: hex(link.fingerprint),
            chromosome: link.chromosome.to_string(),
        },
        Link::Classes(link) => of_classes(&link),
        Link::Coevolution(link) => of_coevolution(link),
        Link::Learning(link) => of_learning(link),
        Link::Ordering(link) => of_ordering(&link),
        Link::Supervised(link) => of_supervised(&link),
        Link::Tuning(link) => Experiment::Tuning {
            stage: Stage {
                settings: link.settings.values(),
                changes: link.changes.told(&link.settings),
                fingerprint: hex(link.fingerprint),
                built_in: link.fingerprint == suite::fingerprint(&suite::sample()),
                chromosome: link.champion.to_string(),
                engine: link.engine,
                of_another_engine: !signature::is_own(link.engine),
                repeatable: true,
            },
            program: link.player.to_string(),
        },
    })
}

/// What all say that play games from openings.
fn of_games(
    settings: &impl RunSettings,
    openings: u64,
    champion: &Chromosome,
    engine: u64,
) -> Stage {
    Stage {
        settings: settings.values(),
        changes: Vec::new(),
        fingerprint: hex(openings),
        built_in: openings == book::fingerprint(&opening::built_in()),
        chromosome: champion.to_string(),
        engine,
        of_another_engine: !signature::is_own(engine),
        repeatable: true,
    }
}

fn of_classes(link: &ClassesLink) -> Experiment {
    Experiment::Classes {
        stage: Stage {
            settings: link.settings.values(),
            changes: link.changes.told(&link.settings),
            // There is nothing to work on.
            fingerprint: hex(0),
            built_in: true,
            chromosome: link.champion.to_string(),
            engine: link.engine,
            of_another_engine: !signature::is_own(link.engine),
            repeatable: link.is_repeatable(),
        },
    }
}

fn of_coevolution(link: CoevolutionLink) -> Experiment {
    let (initial, programs) = initial(&link.initial);
    Experiment::Coevolution {
        stage: Stage {
            repeatable: link.settings.is_repeatable() && link.initial != Initial::TooMany,
            changes: link.changes.told(&link.settings),
            ..of_games(
                &link.settings,
                link.fingerprint,
                &link.champion,
                link.engine,
            )
        },
        system: link.champion.system.id(),
        search: link.settings.search.to_string(),
        initial,
        programs,
    }
}

fn of_learning(link: LearningLink) -> Experiment {
    let (initial, programs) = initial(&link.initial);
    Experiment::Learning {
        stage: Stage {
            repeatable: link.settings.is_repeatable() && link.initial != Initial::TooMany,
            ..of_games(
                &link.settings,
                link.fingerprint,
                &link.champion,
                link.engine,
            )
        },
        initial,
        programs,
    }
}

fn of_ordering(link: &OrderingLink) -> Experiment {
    Experiment::Ordering {
        stage: Stage {
            settings: link.settings.values(),
            changes: link.changes.told(&link.settings),
            fingerprint: hex(link.fingerprint),
            built_in: are_sample_games(&link.settings.import, link.fingerprint),
            chromosome: link.champion.to_string(),
            engine: link.engine,
            of_another_engine: !signature::is_own(link.engine),
            repeatable: true,
        },
    }
}

/// Whether the sample games, taken so, are those of this fingerprint.
fn are_sample_games(import: &ImportSettings, fingerprint: u64) -> bool {
    games(None, import).is_ok_and(|set| set.fingerprint() == fingerprint)
}

fn of_supervised(link: &SupervisedLink) -> Experiment {
    let (initial, programs) = initial(&link.initial);
    Experiment::Supervised {
        stage: Stage {
            settings: link.settings.values(),
            changes: Vec::new(),
            fingerprint: hex(link.fingerprint),
            built_in: are_sample_games(&link.settings.import, link.fingerprint),
            chromosome: link.champion.to_string(),
            // No search of the engine takes part.
            engine: signature::OWN,
            of_another_engine: false,
            repeatable: link.initial != Initial::TooMany,
        },
        initial,
        programs,
    }
}

/// What a run begins with, in a word, and the programs.
fn initial(initial: &Initial) -> (&'static str, Vec<String>) {
    match initial {
        Initial::Random => ("random", Vec::new()),
        Initial::Programs(programs) => {
            let programs = programs.iter().map(ToString::to_string).collect();
            ("programs", programs)
        }
        Initial::TooMany => ("left out", Vec::new()),
    }
}

/// The text of a link to a run: its checkpoint, and the champion of the generation scored last there.
///
/// # Errors
/// A damaged checkpoint, one without a generation, a text that is no champion, or a run that a link alone cannot repeat because programs
/// came from elsewhere.
#[wasm_bindgen]
pub fn write_experiment(checkpoint: &str, champion: &str) -> Result<String, JsError> {
    let link = Link::of_run(checkpoint, champion).map_err(refuse)?;
    Ok(link.to_string())
}

/// The signature of the engine of this build.
#[wasm_bindgen]
pub fn engine_signature() -> f64 {
    // Nodes of a few searches: far below the integers that a number cannot hold.
    signature::OWN as f64
}
