//! For the importer: games in.

use millipawn_engine::{ImportReport, Importer, SAMPLE_GAMES, TrainingSet};
use millipawn_evolve::run::imitation::split::Split;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{hex, refuse, settings, to_js};

/// Reads files slice by slice.
#[wasm_bindgen]
pub struct Reader {
    importer: Importer,
    held_out_share: f64,
}

/// How far it has come.
#[derive(Serialize)]
struct Progress {
    games: u64,
    positions: u64,
}

/// What came of it.
#[wasm_bindgen]
pub struct Reading {
    set: TrainingSet,
    report: ImportReport,
    held_out_share: f64,
}

#[derive(Serialize)]
struct ReportWithText<'a> {
    #[serde(flatten)]
    report: &'a ImportReport,
    text: String,
}

#[derive(Serialize)]
struct Summary<'a> {
    report: ReportWithText<'a>,
    examples: usize,
    training: usize,
    held_out: usize,
    fingerprint: String,
}

#[wasm_bindgen]
impl Reader {
    /// Reads as the settings say.
    ///
    /// # Errors
    /// Settings that cannot be obeyed.
    #[wasm_bindgen(constructor)]
    pub fn new(settings_lines: &str) -> Result<Reader, JsError> {
        let settings = settings(settings_lines)?;
        Ok(Self {
            importer: Importer::new(settings.import),
            held_out_share: settings.held_out_share,
        })
    }

    /// Takes in the examples of an earlier reading, an encoded training set.
    ///
    /// # Errors
    /// A damaged training set.
    pub fn add(&mut self, examples: &[u8]) -> Result<(), JsError> {
        let set = TrainingSet::from_bytes(examples).map_err(refuse)?;
        self.importer.add(&set);
        Ok(())
    }

    /// Begins a file.
    pub fn begin_file(&mut self, name: &str) {
        self.importer.begin_file(name);
    }

    /// Takes the next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) {
        self.importer.push(bytes);
    }

    /// Ends the file.
    pub fn end_file(&mut self) {
        self.importer.end_file();
    }

    /// Reads the games that come with the program.
    pub fn read_sample(&mut self) {
        self.importer.begin_file("Sample games");
        self.importer.push(SAMPLE_GAMES.as_bytes());
        self.importer.end_file();
    }

    /// How far it has come: games and positions.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn progress(&self) -> Result<JsValue, JsError> {
        let counts = self.importer.progress();
        to_js(&Progress {
            games: counts.games_read,
            positions: counts.positions_read,
        })
    }

    /// Ends the reading.
    pub fn finish(self) -> Reading {
        let (set, report) = self.importer.finish();
        Reading {
            set,
            report,
            held_out_share: self.held_out_share,
        }
    }
}

#[wasm_bindgen]
impl Reading {
    /// The encoded training set.
    pub fn examples(&self) -> Vec<u8> {
        self.set.to_bytes()
    }

    /// What the page says about it.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn summary(&self) -> Result<JsValue, JsError> {
        let split = Split::of(&self.set, self.held_out_share);
        to_js(&Summary {
            report: ReportWithText {
                report: &self.report,
                text: self.report.text(),
            },
            examples: self.set.len(),
            training: split.training.len(),
            held_out: split.held_out.len(),
            fingerprint: hex(self.set.fingerprint()),
        })
    }
}
