//! Games from files, streamed: a file of any size is never held whole.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use indicatif::ProgressBar;
use millipawn_engine::{
    SAMPLE_GAMES, TrainingSet,
    examples::import::{ImportReport, ImportSettings, Importer, grouped},
};

use crate::{failure::Failure, progress};

/// Bytes read at once.
const SLICE: usize = 1 << 18;

/// Reads the games of `files`, or the sample games where there are none; answers what was read and not used besides.
///
/// # Errors
/// A file that cannot be read, or files without a position to use.
pub fn read(
    files: &[PathBuf],
    settings: ImportSettings,
    shows_progress: bool,
) -> Result<(TrainingSet, String), Failure> {
    let opened = files
        .iter()
        .map(|path| Ok((path.as_path(), open(path)?)))
        .collect::<Result<Vec<_>, Failure>>()?;
    let mut importer = Importer::new(settings);
    if opened.is_empty() {
        importer.begin_file("sample games");
        importer.push(SAMPLE_GAMES.as_bytes());
    }
    let bar = progress::bytes(
        shows_progress,
        opened.iter().map(|(_, (_, size))| size).sum(),
    );
    for (path, (file, _)) in opened {
        read_file(&mut importer, path, file, &bar)?;
    }
    bar.finish_and_clear();
    let (set, report) = importer.finish();
    if set.is_empty() {
        return Err(nothing_to_use(&report));
    }
    Ok((set, summary(&report)))
}

/// The file and its size.
fn open(path: &Path) -> Result<(File, u64), Failure> {
    File::open(path)
        .and_then(|file| {
            let size = file.metadata()?.len();
            Ok((file, size))
        })
        .map_err(|error| Failure::file(path, error))
}

fn read_file(
    importer: &mut Importer,
    path: &Path,
    mut file: File,
    bar: &ProgressBar,
) -> Result<(), Failure> {
    importer.begin_file(&path.display().to_string());
    let mut slice = vec![0; SLICE];
    loop {
        match file.read(&mut slice) {
            Ok(0) => return Ok(()),
            Ok(read) => {
                importer.push(&slice[..read]);
                bar.inc(read as u64);
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Failure::file(path, error)),
        }
    }
}

/// The place and the reason of the first skip speak for all.
fn nothing_to_use(report: &ImportReport) -> Failure {
    match report.skips.first() {
        Some(skip) => Failure::of(
            format_args!("{}:{}", skip.file, skip.line),
            format_args!(
                "{}; no position to use in {} games",
                skip.reason, report.games_read
            ),
        ),
        None => Failure::of(report.files.join(", "), "no position to use"),
    }
}

fn summary(report: &ImportReport) -> String {
    let mut text = format!(
        "{} games read, {} used; {} positions kept",
        grouped(report.games_read),
        grouped(report.games_used),
        grouped(report.positions_kept)
    );
    for count in &report.skipped {
        text += &format!("\n{:>9} skipped: {}", grouped(count.games), count.reason);
    }
    if let Some(skip) = report.skips.first() {
        text += &format!(
            "\n  first of them {}:{}: {}",
            skip.file, skip.line, skip.reason
        );
    }
    text
}
