//! The tables in the documents are those of the program. `MILLIPAWN_WRITE=1 cargo test -p millipawn-tests` writes them anew.
#![expect(
    clippy::disallowed_methods,
    reason = "it reads and writes the documents"
)]

use std::{fmt::Write, fs, path::PathBuf};

use millipawn_engine::{search::parameters, staunton, tunable::Tunable};
use millipawn_evolve::{coevolution, tuning};

fn table(rows: &[Tunable]) -> String {
    let mut text = String::from(
        "| name | default | from | to | counts | meaning | source |\n|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let Tunable {
            name,
            default,
            minimum,
            maximum,
            unit,
            meaning,
            source,
        } = row;
        writeln!(
            text,
            "| {name} | {default} | {minimum} | {maximum} | {unit} | {meaning} | {source} |"
        )
        .expect("a string takes everything");
    }
    text
}

/// The document with the table between the marks.
fn with_table(document: &str, mark: &str, table: &str) -> String {
    let begin = format!("<!-- {mark} -->\n");
    let (before, rest) = document.split_once(&begin).expect("the mark is there");
    let (_, after) = rest.split_once("<!-- end -->").expect("its end is there");
    format!("{before}{begin}\n{table}\n<!-- end -->{after}")
}

#[test]
fn the_tables_of_the_engine_are_documented() {
    hold(
        "engine.md",
        &[("search", parameters::TABLE), ("staunton", staunton::TABLE)],
    );
}

#[test]
fn the_settings_of_the_stages_are_documented() {
    hold(
        "stages.md",
        &[
            ("tuning", tuning::TABLE),
            ("coevolution", coevolution::TABLE),
        ],
    );
}

/// Holds a document to these tables, or writes them into it.
fn hold(name: &str, tables: &[(&str, &[Tunable])]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../docs")
        .join(name);
    let written = fs::read_to_string(&path).expect("the document is there");
    let document = tables
        .iter()
        .fold(written.clone(), |document, (mark, rows)| {
            with_table(&document, mark, &table(rows))
        });
    if std::env::var_os("MILLIPAWN_WRITE").is_some() {
        fs::write(&path, document).expect("it can be written");
        return;
    }
    assert_eq!(
        written, document,
        "run MILLIPAWN_WRITE=1 cargo test -p millipawn-tests"
    );
}
