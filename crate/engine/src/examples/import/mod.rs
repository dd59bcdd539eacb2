//! Games in: the bytes of PGN files, packed or not, -> a training set and an account of what was not used.
//!
//! ```text
//! slices of a file -> container (gzip, zstd, zip) -> text -> lines -> split (one game each)
//!                  -> game (its moves replayed) -> filters -> sample -> training set
//! ```
//!
//! Memory is constant: whatever a file claims or holds, no stage keeps more than a line, a game, a block of compressed
//! data or the sample. The result depends on the bytes and the settings, not on how the bytes were sliced.
//!
//! What is decided here, where the PGN standard leaves it open or files break it:
//!
//! * A game that can't be read to its end is skipped whole; the last game of a file, which may have been cut off, is used
//!   as far as it goes.
//! * A result on the board (mate, stalemate, bare kings) counts before the one after the moves, and that before the tag.
//! * A half-move's distance counts from the start of the game's own moves, also after a set-up.
//! * `0-0`, `e8Q`, `Ng1-f3`, `e2e4`, a wrong `x` and figurines are understood; other languages' letters are not.

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

/// Reads files, one after the other, slice by slice. It never fails: what can't be read is reported.
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

/// How far an import has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportCounts {
    /// Games found so far.
    pub games_read: u64,
    /// Games used so far.
    pub games_used: u64,
    /// Positions that have passed the filters so far, duplicates included.
    pub positions_read: u64,
    /// At most so many of them are kept so far (the exact number is known at the end).
    pub positions_kept: u64,
}

impl Importer {
    /// Nothing read yet.
    pub fn new(settings: ImportSettings) -> Self {
        Self {
            container: None,
            intake: Intake::new(settings),
        }
    }

    /// Takes in the examples of an earlier import, as if its games were read now: what is kept of all of them together
    /// is again an unbiased sample. The report does not count them.
    pub fn add(&mut self, earlier: &TrainingSet) {
        self.intake.ledger.add(earlier);
    }

    /// Begins a file; the name is only for the report. A file that has not been ended is ended.
    pub fn begin_file(&mut self, name: &str) {
        self.end_file();
        self.container = Some(Container::new());
        self.intake.begin_file(name);
    }

    /// Takes the next bytes of the file, any number of them. Without a file nothing happens.
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

    /// How far it has come.
    pub fn progress(&self) -> ImportCounts {
        self.intake.ledger.counts()
    }

    /// The examples, in a random order that depends only on the settings' seed and on which they are, and the report.
    pub fn finish(mut self) -> (TrainingSet, ImportReport) {
        self.end_file();
        self.intake.ledger.close()
    }
}
