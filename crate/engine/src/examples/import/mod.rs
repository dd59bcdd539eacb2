//! The import of games: from the bytes of PGN files, compressed or not, to a training set and a report of what was skipped.
//!
//! ```text
//! slices of a file -> container (gzip, zstd, zip) -> text -> lines -> split (one game each)
//!                  -> game (its moves replayed) -> filters -> sample -> training set
//! ```
//!
//! Memory is bounded: whatever a file contains, no stage holds more than a line, a game, a block of compressed data or the sample.
//! The result depends on the bytes and the settings, not on how the bytes were sliced.
//!
//! Decisions where the PGN standard leaves something open or files violate it:
//!
//! * A game that cannot be read to its end is skipped as a whole. The last game of a file, which may be truncated, is used as far
//!   as it goes.
//! * A result on the board (mate, stalemate, bare kings) takes precedence over the result after the moves, and that over the tag.
//! * Plies are counted from the first move of the game, also if it starts from a set-up position.
//! * `0-0`, `e8Q`, `Ng1-f3`, `e2e4`, a wrong `x` and figurines are understood; piece letters of other languages are not.

mod container;
mod event;
mod game;
mod intake;
mod ledger;
mod lines;
mod reason;
mod replay;
mod report;
mod sample;
mod section;
mod settings;
mod sniff;
mod split;
mod text;
mod words;
mod zip;
mod zstd;

use self::{container::Container, intake::Intake};
use crate::examples::training_set::TrainingSet;

pub use self::{
    reason::{Packing, Reason, Word},
    report::{ImportReport, Skip, SkipCount, grouped},
    settings::ImportSettings,
};

/// Reads files, one after the other, slice by slice. It never fails: what cannot be read is reported.
///
/// ```
/// use millipawn_engine::{ImportSettings, Importer};
///
/// let mut importer = Importer::new(ImportSettings { skip_plies: 0, ..ImportSettings::default() });
/// importer.begin_file("mate.pgn");
/// importer.push(b"1. f3 e5 2. g4");
/// importer.push(b" Qh4# 0-1");
/// importer.end_file();
/// let (set, report) = importer.finish();
/// assert_eq!((set.len(), report.games_used), (4, 1));
/// ```
pub struct Importer {
    /// The file being read.
    container: Option<Container>,
    intake: Intake,
}

/// The progress of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportCounts {
    /// Games found so far.
    pub games_read: u64,
    /// Games used so far.
    pub games_used: u64,
    /// Positions that have passed the filters so far, duplicates included.
    pub positions_read: u64,
    /// An upper bound for the positions kept so far (the exact number is known at the end).
    pub positions_kept: u64,
}

impl Importer {
    /// An importer with these settings.
    pub fn new(settings: ImportSettings) -> Self {
        Self {
            container: None,
            intake: Intake::new(settings),
        }
    }

    /// Adds the examples of an earlier import, as if its games were read now. Where duplicates are dropped, the sample of all of them
    /// is unbiased again; where they are not, and the earlier import kept a sample only, its games count as if that were all they had.
    /// The report does not count them.
    pub fn add(&mut self, earlier: &TrainingSet) {
        self.intake.ledger.add(earlier);
    }

    /// Begins a file, after ending the one before if necessary; the name is only for the report.
    pub fn begin_file(&mut self, name: &str) {
        self.end_file();
        self.container = Some(Container::new());
        self.intake.begin_file(name);
    }

    /// Reads the next bytes of the file, any number of them. Without a file nothing happens.
    pub fn push(&mut self, bytes: &[u8]) {
        if let Some(container) = &mut self.container {
            container.push(bytes, &mut |event| self.intake.handle(event));
            if self.intake.is_refused() {
                container.refuse();
            }
        }
    }

    /// Ends the file.
    pub fn end_file(&mut self) {
        if let Some(container) = self.container.take() {
            container.finish(&mut |event| self.intake.handle(event));
            self.intake.end_text();
        }
    }

    /// The progress so far.
    pub fn progress(&self) -> ImportCounts {
        self.intake.ledger.counts()
    }

    /// The training set and the report. The order of the examples is random; it depends only on the seed and on the examples.
    pub fn finish(mut self) -> (TrainingSet, ImportReport) {
        self.end_file();
        self.intake.ledger.close()
    }
}
