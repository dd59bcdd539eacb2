//! The report of an import: nothing is skipped silently.

use std::cmp::Reverse;

use serde::Serialize;

use super::reason::Reason;
use crate::sorting::sort_by_key;

/// How many games or files were skipped for one kind of reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkipCount {
    /// The kind of reason.
    pub reason: String,
    /// Games, and files that were refused or damaged.
    pub games: u64,
}

/// One game or file that was skipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skip {
    /// The file's name; for a member of an archive `archive/member`.
    pub file: String,
    /// The line of the error, or else of the start of the game, in the unpacked file, from 1.
    pub line: u32,
    /// The reason.
    pub reason: String,
    /// "White - Black", empty where unknown.
    pub game: String,
}

/// The report of an import.
///
/// `games_read` is `games_used` plus the skipped games. The counts in `skipped` sum to the skipped games plus
/// `files_refused`: a refused file is a skip, but no game was read from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportReport {
    /// The files in the order they were given.
    pub files: Vec<String>,
    /// Games found.
    pub games_read: u64,
    /// Games of which at least one position passed the filters.
    pub games_used: u64,
    /// Positions that passed the filters, duplicates included.
    pub positions_read: u64,
    /// Positions in the training set.
    pub positions_kept: u64,
    /// By kind of reason, the most frequent first.
    pub skipped: Vec<SkipCount>,
    /// The individual skips in the order of the files, at most [`ImportReport::LISTED`].
    pub skips: Vec<Skip>,
    /// The number of skips that are not listed.
    pub skips_omitted: u64,
    /// Files and members of archives that were refused or are damaged.
    #[serde(skip)]
    pub files_refused: u64,
    /// Games among those used whose moves end without `1-0`, `0-1`, `1/2-1/2` or `*`, such as one that is cut off.
    #[serde(skip)]
    pub games_unfinished: u64,
}

impl ImportReport {
    /// The maximum number of listed skips (our choice: a few megabytes, more than anybody reads).
    pub const LISTED: usize = 10_000;

    pub(super) fn count(&mut self, reason: &Reason) {
        match self
            .skipped
            .iter_mut()
            .find(|count| count.reason == reason.kind())
        {
            Some(count) => count.games += 1,
            None => self.skipped.push(SkipCount {
                reason: reason.kind().to_owned(),
                games: 1,
            }),
        }
    }

    pub(super) fn list(&mut self, skip: impl FnOnce() -> Skip) {
        if self.skips.len() < Self::LISTED {
            self.skips.push(skip());
        } else {
            self.skips_omitted += 1;
        }
    }

    pub(super) fn close(&mut self, positions_kept: usize) {
        self.positions_kept = positions_kept as u64;
        sort_by_key(&mut self.skipped, |skipped| {
            (Reverse(skipped.games), skipped.reason.clone())
        });
    }

    /// Games that were read and not used.
    pub fn games_skipped(&self) -> u64 {
        self.games_read - self.games_used
    }

    /// The report as text: totals, counts by reason, then one line per skip,
    /// `file:line: reason (White - Black)`.
    pub fn text(&self) -> String {
        let mut lines = vec![
            "Import of games".to_owned(),
            format!("Files: {}", self.files.join(", ")),
            format!(
                "Games: {} read, {} used, {} skipped",
                grouped(self.games_read),
                grouped(self.games_used),
                grouped(self.games_skipped())
            ),
            format!(
                "Positions: {} read, {} kept",
                grouped(self.positions_read),
                grouped(self.positions_kept)
            ),
        ];
        lines.extend(remark(self.files_refused, "Files refused or damaged"));
        lines.extend(remark(
            self.games_unfinished,
            "Games used that end without a result",
        ));
        lines.extend(section(
            "Skipped, by reason:",
            self.skipped.iter().map(count_line),
        ));
        lines.extend(section(
            "Skipped, one by one:",
            self.skips.iter().map(skip_line),
        ));
        lines.extend(remark(self.skips_omitted, "Skipped and not listed"));
        lines.join("\n") + "\n"
    }
}

fn remark(count: u64, what: &str) -> Option<String> {
    (count > 0).then(|| format!("{what}: {}", grouped(count)))
}

fn section(title: &str, lines: impl ExactSizeIterator<Item = String>) -> Vec<String> {
    if lines.len() == 0 {
        return Vec::new();
    }
    [String::new(), title.to_owned()]
        .into_iter()
        .chain(lines)
        .collect()
}

fn count_line(count: &SkipCount) -> String {
    format!("{:>12}  {}", grouped(count.games), count.reason)
}

fn skip_line(skip: &Skip) -> String {
    let game = if skip.game.is_empty() {
        String::new()
    } else {
        format!(" ({})", skip.game)
    };
    format!("{}:{}: {}{game}", skip.file, skip.line, skip.reason)
}

/// `1234567` as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_thousands() {
        let groups: Vec<String> = [0, 999, 1_000, 1_234_567]
            .into_iter()
            .map(grouped)
            .collect();
        assert_eq!(groups, ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn lists_only_so_many_skips() {
        let mut report = ImportReport::default();
        for line in 0..ImportReport::LISTED as u32 + 5 {
            report.list(|| Skip {
                file: "a.pgn".into(),
                line,
                reason: Reason::NoMoves.to_string(),
                game: String::new(),
            });
        }
        assert_eq!(report.skips.len(), ImportReport::LISTED);
        assert_eq!(report.skips_omitted, 5);
        assert!(report.text().ends_with("Skipped and not listed: 5\n"));
    }
}
