//! The tables in the documents are those of the program. `MILLIPAWN_WRITE=1 cargo test -p millipawn-tests` writes them anew.
#![expect(
    clippy::disallowed_methods,
    reason = "it reads and writes the documents"
)]

use std::{fmt::Write, fs, path::PathBuf};

use millipawn_engine::{
    evaluation::staunton,
    search::{
        evochess::{depth::terminal, order},
        parameters,
    },
    tunable::Tunable,
};
use millipawn_evolve::{
    run::{
        classes, coevolution,
        imitation::Settings,
        ordering,
        settings::{Kind, RunSettings, Value},
        tuning,
    },
    system::{System, falcon},
    text::chromosome::Chromosome,
};

fn stage_settings<S: RunSettings>(published: &S) -> String {
    let mut text = String::from(
        "| name | default | from | to | counts | meaning | source |\n|---|---|---|---|---|---|---|\n",
    );
    for row in S::TABLE {
        let (low, high) = match row.kind {
            Kind::Integer(low, high) => (low.to_string(), high.to_string()),
            Kind::Number(low, high) => (low.to_string(), high.to_string()),
            _ => Default::default(),
        };
        let (name, default) = (row.key(), row.get(published));
        // Where presets differ, Falcon's paper is the one on the later stages.
        let source = row.source(System::FALCON);
        let (unit, meaning) = (row.unit, row.meaning);
        writeln!(
            text,
            "| {name} | {default} | {low} | {high} | {unit} | {meaning} | {source} |"
        )
        .expect("a string takes everything");
    }
    text
}

/// The settings that can be changed while a run of a kind goes on.
fn changeable<S: RunSettings>() -> String {
    let rows = S::TABLE.iter().filter(|row| row.changeable);
    let keys: Vec<String> = rows.map(|row| format!("`{}`", row.key())).collect();
    format!("| {} | {} |\n", S::KIND, keys.join(", "))
}

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

/// The document is as `filled` makes it of itself, or is written so.
fn documented(name: &str, filled: impl Fn(&str) -> String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../docs")
        .join(name);
    let written = fs::read_to_string(&path).expect("the document is there");
    let document = filled(&written);
    if std::env::var_os("MILLIPAWN_WRITE").is_some() {
        fs::write(&path, document).expect("it can be written");
        return;
    }
    assert_eq!(
        written, document,
        "run MILLIPAWN_WRITE=1 cargo test -p millipawn-tests"
    );
}

#[test]
fn the_tables_of_the_engine_are_documented() {
    documented("engine.md", |written| {
        let document = with_table(written, "search", &table(parameters::TABLE));
        with_table(&document, "staunton", &table(staunton::TABLE))
    });
}

#[test]
fn the_settings_of_the_stages_are_documented() {
    documented("stages.md", |written| {
        let document = with_table(
            written,
            "tuning",
            &stage_settings(&tuning::Settings::default()),
        );
        with_table(
            &document,
            "coevolution",
            &stage_settings(&coevolution::Settings::default()),
        )
    });
}

#[test]
fn the_settings_that_can_be_changed_are_documented() {
    let rows = [
        changeable::<Settings>(),
        changeable::<coevolution::Settings>(),
        changeable::<tuning::Settings>(),
        changeable::<ordering::Settings>(),
        changeable::<classes::Settings>(),
    ];
    let table = format!("| kind of run | settings |\n|---|---|\n{}", rows.concat());
    documented("changes.md", |written| {
        with_table(written, "changeable", &table)
    });
}

/// What the depth programs of EvoChess can read.
fn terminals() -> String {
    let mut text = String::from("| terminal | unit | meaning |\n|---|---|---|\n");
    for terminal::Description {
        name,
        unit,
        meaning,
        ..
    } in terminal::TABLE
    {
        writeln!(text, "| `{name}` | {unit} | {meaning} |").expect("a string takes everything");
    }
    text
}

#[test]
fn the_modules_of_evochess_are_documented() {
    documented("evochess.md", |written| {
        let document = with_table(written, "order", &table(order::TABLE));
        let document = with_table(&document, "terminals", &terminals());
        let settings = stage_settings(&ordering::Settings::default());
        let document = with_table(&document, "ordering", &settings);
        let settings = stage_settings(&classes::Settings::default());
        with_table(&document, "classes", &settings)
    });
}

/// The genes of Falcon beside the values that the paper prints.
fn falcon_genes() -> String {
    let genes = Chromosome {
        system: System::FALCON,
        genome: falcon::hand_set(),
    }
    .genes();
    let mut text =
        String::from("| parameter | group | bits | paper | counted |\n|---|---|---|---|---|\n");
    for gene in genes {
        let published = gene.published.expect("the paper prints all of them");
        writeln!(
            text,
            "| `{}` | {} | {} | {published} | {} |",
            gene.name, gene.group, gene.loci, gene.meaning
        )
        .expect("a string takes everything");
    }
    text
}

/// Every row of the settings with the defaults of all systems.
fn settings() -> String {
    let mut text = String::from(
        "| setting | acpp | falcon | source for falcon | meaning |\n|---|---|---|---|---|\n",
    );
    let shown = |value: Value| match value {
        Value::Text(text) if text.is_empty() => "anyone".to_owned(),
        value => value.to_string(),
    };
    let [acpp, falcon] = [System::ACPP, System::FALCON].map(Settings::of);
    for setting in Settings::TABLE {
        writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            setting.label,
            shown(setting.get(&acpp)),
            shown(setting.get(&falcon)),
            setting.source(System::FALCON),
            setting.meaning
        )
        .expect("a string takes everything");
    }
    text
}

#[test]
fn the_genes_and_settings_of_falcon_are_documented() {
    documented("falcon.md", |written| {
        let document = with_table(written, "genes", &falcon_genes());
        with_table(&document, "settings", &settings())
    });
}

/// A file that `all.rs` does not list would never be run.
#[test]
fn every_file_of_tests_is_listed() {
    let crates = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../crate");
    for tests in ["engine/tests", "evolve/tests"].map(|folder| crates.join(folder)) {
        let listed = fs::read_to_string(tests.join("all.rs")).expect("the list");
        for entry in fs::read_dir(&tests).expect("the folder of tests") {
            let path = entry.expect("a file of tests").path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let is_source = path.extension().is_some_and(|extension| extension == "rs");
            assert!(
                !is_source || name == "all" || listed.contains(&format!("mod {name};")),
                "{} is not listed in all.rs",
                path.display()
            );
        }
    }
}
