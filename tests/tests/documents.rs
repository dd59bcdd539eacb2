//! The tables in the documents are those of the program. `MILLIPAWN_WRITE=1 cargo test -p millipawn-tests` writes them anew.
#![expect(
    clippy::disallowed_methods,
    reason = "it reads and writes the documents"
)]

use std::{fmt::Write, fs, path::PathBuf};

use millipawn_engine::{search::parameters, staunton, tunable::Tunable};

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
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/engine.md");
    let written = fs::read_to_string(&path).expect("the document is there");
    let document = with_table(&written, "search", &table(parameters::TABLE));
    let document = with_table(&document, "staunton", &table(staunton::TABLE));
    if std::env::var_os("MILLIPAWN_WRITE").is_some() {
        fs::write(&path, document).expect("it can be written");
        return;
    }
    assert_eq!(
        written, document,
        "run MILLIPAWN_WRITE=1 cargo test -p millipawn-tests"
    );
}
