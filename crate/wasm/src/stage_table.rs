//! For the player: the settings of the stages after imitation, as the page's form has them.

use millipawn_engine::tunable::Tunable;
use millipawn_evolve::{
    run::{
        coevolution,
        settings::lines::{SEED, SEED_NAME},
        tuning,
    },
    system::System,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{refuse, to_js};

/// The page's cap.
const PAGE_NODES: i32 = 20_000;
/// Why it is another than the published one.
const PAGE_SOURCE: &str =
    "our choice, so that a generation takes less than a minute in a browser; published: 500,000";
/// Where the defaults come from that are ACPP's own.
const ACPP_SOURCES: [(&str, &str); 2] = [
    ("Population", "Tunstall-Pedoe 1991"),
    (
        "GamesPerPair",
        "our choice: 1,225 games a generation of fifty",
    ),
];

/// A row of the page's settings form.
#[derive(Serialize)]
struct Row {
    key: &'static str,
    label: String,
    group: &'static str,
    kind: &'static str,
    min: f64,
    max: f64,
    choices: [&'static str; 0],
    default: f64,
    sample_default: f64,
    unit: &'static str,
    meaning: String,
    source: &'static str,
    prominent: bool,
}

/// The settings of `coevolution` or `tuning` for programs of a system, as the command line has them, and the seed.
///
/// # Errors
/// Another stage, or an unknown system.
#[wasm_bindgen]
pub fn stage_table(stage: &str, system: &str) -> Result<JsValue, JsError> {
    let mut rows = match stage {
        "coevolution" => coevolution_rows(system_of(system)?),
        "tuning" => tuning_rows(),
        _ => return Err(no_stage(stage)),
    };
    rows.push(Row {
        key: SEED_NAME,
        label: SEED_NAME.to_owned(),
        group: "run",
        kind: "integer",
        min: 0.0,
        // The greatest whole number that JavaScript can tell from its neighbours.
        max: 9_007_199_254_740_991.0,
        choices: [],
        default: SEED as f64,
        sample_default: SEED as f64,
        unit: "",
        meaning: "Decides every draw: the same seed, the same run".to_owned(),
        source: "our choice",
        prominent: true,
    });
    to_js(&rows)
}

fn coevolution_rows(system: System) -> Vec<Row> {
    let defaults = coevolution::Settings::of(system).values();
    let rows = coevolution::TABLE.iter().zip(defaults);
    rows.map(|(tunable, default)| {
        let own = ACPP_SOURCES
            .iter()
            .find(|(name, _)| *name == tunable.name && default != tunable.default);
        row(&Tunable {
            default,
            source: own.map_or(tunable.source, |(_, source)| source),
            ..*tunable
        })
    })
    .collect()
}

fn tuning_rows() -> Vec<Row> {
    let rows = tuning::TABLE.iter().map(|tunable| match tunable.name {
        "Nodes" => row(&Tunable {
            default: PAGE_NODES,
            source: PAGE_SOURCE,
            ..*tunable
        }),
        _ => row(tunable),
    });
    rows.collect()
}

fn row(tunable: &Tunable) -> Row {
    let Tunable {
        name,
        default,
        minimum,
        maximum,
        unit,
        meaning,
        source,
    } = *tunable;
    Row {
        key: name,
        label: label(name, unit),
        group: "run",
        kind: "integer",
        min: minimum.into(),
        max: maximum.into(),
        choices: [],
        default: default.into(),
        sample_default: default.into(),
        unit,
        meaning: format!("{meaning} (in {unit})"),
        source,
        prominent: !["Crossover", "Mutation", "Elite", "Hash", "Clock"].contains(&name),
    }
}

/// "Games per pair"; with the unit where that says more: "Nodes a move".
fn label(name: &str, unit: &str) -> String {
    if unit
        .strip_prefix(&name.to_lowercase())
        .is_some_and(|rest| rest.starts_with(" a "))
    {
        return format!("{name}{}", &unit[name.len()..]);
    }
    let mut label = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !label.is_empty() {
            label.push(' ');
            label.extend(letter.to_lowercase());
        } else {
            label.push(letter);
        }
    }
    label
}

pub(crate) fn system_of(id: &str) -> Result<System, JsError> {
    System::from_id(id).ok_or_else(|| refuse(format_args!("the system \"{id}\" is not known")))
}

pub(crate) fn no_stage(name: &str) -> JsError {
    refuse(format_args!("there is no stage \"{name}\""))
}
