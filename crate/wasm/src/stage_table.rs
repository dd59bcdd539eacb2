//! For the player: the settings of the stages after imitation, as the page's form has them.

use millipawn_engine::tunable::Tunable;
use millipawn_evolve::{
    run::{
        coevolution,
        settings::lines::{PER_ONE, SEED, SEED_KEY, is_probability, key, label},
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
    key: String,
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
    /// How earlier builds stored it: under this name, so many times as large.
    old: Option<Old>,
}

#[derive(Serialize)]
struct Old {
    name: &'static str,
    times: i32,
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
        key: SEED_KEY.to_owned(),
        label: "Seed".to_owned(),
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
        old: Some(Old {
            name: "Seed",
            times: 1,
        }),
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
    let times = if is_probability(tunable) { PER_ONE } else { 1 };
    let shown = |number: i32| f64::from(number) / f64::from(times);
    Row {
        key: key(tunable),
        label: label(tunable),
        group: "run",
        kind: if times == 1 { "integer" } else { "number" },
        min: shown(minimum),
        max: shown(maximum),
        choices: [],
        default: shown(default),
        sample_default: shown(default),
        unit: if times == 1 { unit } else { "" },
        meaning: match times {
            1 => format!("{meaning} (in {unit})"),
            _ => meaning.to_owned(),
        },
        source,
        prominent: !["Crossover", "Mutation", "Elite", "Hash", "Clock"].contains(&name),
        old: Some(Old { name, times }),
    }
}

pub(crate) fn system_of(id: &str) -> Result<System, JsError> {
    System::from_id(id).ok_or_else(|| refuse(format_args!("the system \"{id}\" is not known")))
}

pub(crate) fn no_stage(name: &str) -> JsError {
    refuse(format_args!("there is no stage \"{name}\""))
}
