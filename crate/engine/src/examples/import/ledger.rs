//! Collects the results of reading games in the sample and the report.

use shakmaty::KnownOutcome;

use super::{
    ImportCounts,
    game::GameRead,
    reason::Reason,
    replay::Replay,
    report::{ImportReport, Skip},
    sample::Sample,
    settings::ImportSettings,
};
use crate::examples::{example::GameResult, training_set::TrainingSet};

/// Records every game and every file.
pub(super) struct Ledger {
    winners_only: bool,
    sample: Sample,
    report: ImportReport,
    file: String,
    /// The current member of an archive.
    member: Option<String>,
    /// Whether the current text has had a game, or a reported reason for having none.
    is_accounted: bool,
}

impl Ledger {
    /// The maximum length of a displayed name in characters (our choice: it keeps the list of skips small).
    const LONGEST_NAME: usize = 200;

    pub(super) fn new(settings: &ImportSettings) -> Self {
        Self {
            winners_only: settings.winners_only,
            sample: Sample::new(settings),
            report: ImportReport::default(),
            file: String::new(),
            member: None,
            is_accounted: false,
        }
    }

    pub(super) fn add(&mut self, earlier: &TrainingSet) {
        self.sample.add(earlier);
    }

    pub(super) fn begin_file(&mut self, name: &str) {
        self.file = shown(name);
        self.report.files.push(self.file.clone());
        self.is_accounted = false;
    }

    pub(super) fn begin_member(&mut self, name: &str) {
        self.member = Some(shown(name));
        self.is_accounted = false;
    }

    pub(super) fn end_member(&mut self) {
        self.member = None;
    }

    /// Ends a text. If nothing was recorded for it, it is reported with the reason `otherwise`.
    pub(super) fn end_text(&mut self, otherwise: &Reason) {
        if !self.is_accounted {
            self.refuse(otherwise, 1);
        }
    }

    /// Reports that the file or the member was refused or is damaged.
    pub(super) fn refuse(&mut self, reason: &Reason, line: u32) {
        self.report.files_refused += 1;
        self.skip(reason, line, String::new);
    }

    /// Records the result of reading a game.
    pub(super) fn take(&mut self, read: GameRead<'_>) {
        self.report.games_read += 1;
        match read {
            GameRead::Skipped(tags, reason, line) => self.skip(&reason, line, || tags.players()),
            GameRead::Read(replay, line) => match self.use_game(replay) {
                Ok(()) => self.is_accounted = true,
                Err(reason) => self.skip(&reason, line, || replay.tags.players()),
            },
        }
    }

    pub(super) fn counts(&self) -> ImportCounts {
        ImportCounts {
            games_read: self.report.games_read,
            games_used: self.report.games_used,
            positions_read: self.report.positions_read,
            positions_kept: self.sample.len() as u64,
        }
    }

    pub(super) fn close(mut self) -> (TrainingSet, ImportReport) {
        let set = self.sample.finish();
        self.report.close(set.len());
        (set, self.report)
    }

    fn use_game(&mut self, replay: &mut Replay) -> Result<(), Reason> {
        replay.label_examples();
        if self.winners_only {
            if replay.ending().and_then(KnownOutcome::winner).is_none() {
                return Err(Reason::NoWinner);
            }
            replay
                .examples
                .retain(|example| example.result == GameResult::Won);
        }
        if replay.examples.is_empty() {
            return Err(Reason::TooShort);
        }
        self.report.games_used += 1;
        self.report.games_unfinished += u64::from(replay.terminator.is_none());
        self.report.positions_read += self.sample.offer(replay.key, &mut replay.examples) as u64;
        Ok(())
    }

    fn skip(&mut self, reason: &Reason, line: u32, game: impl FnOnce() -> String) {
        self.is_accounted = true;
        self.report.count(reason);
        let (file, member) = (&self.file, &self.member);
        self.report.list(|| Skip {
            file: member
                .as_ref()
                .map_or_else(|| file.clone(), |member| format!("{file}/{member}")),
            line,
            reason: reason.to_string(),
            game: game(),
        });
    }
}

fn shown(name: &str) -> String {
    name.chars().take(Ledger::LONGEST_NAME).collect()
}
