//! What the tests of the import share: running it on slices, and packing bytes in every way it can unpack.

use std::io::Write;

use flate2::{
    Compression,
    write::{DeflateEncoder, GzEncoder},
};
use millipawn_engine::{ImportReport, ImportSettings, Importer, TrainingSet};

/// The files of the corpus, written by hand for these tests.
pub(crate) const CORPUS: [(&str, &[u8]); 6] = [
    ("plain.pgn", include_bytes!("../corpus/plain.pgn")),
    ("annotated.pgn", include_bytes!("../corpus/annotated.pgn")),
    ("notations.pgn", include_bytes!("../corpus/notations.pgn")),
    ("broken.pgn", include_bytes!("../corpus/broken.pgn")),
    ("latin1.pgn", include_bytes!("../corpus/latin1.pgn")),
    ("untagged.pgn", include_bytes!("../corpus/untagged.pgn")),
];

/// Every position counts.
pub(crate) fn all() -> ImportSettings {
    ImportSettings {
        skip_plies: 0,
        drop_duplicates: false,
        ..ImportSettings::default()
    }
}

/// Imports files, each given as slices.
pub(crate) fn import_slices<'a>(
    settings: ImportSettings,
    files: impl IntoIterator<Item = (&'a str, Vec<&'a [u8]>)>,
) -> (TrainingSet, ImportReport) {
    let mut importer = Importer::new(settings);
    for (name, slices) in files {
        importer.begin_file(name);
        slices.into_iter().for_each(|slice| importer.push(slice));
        importer.end_file();
    }
    let (set, report) = importer.finish();
    check_arithmetic(&set, &report);
    (set, report)
}

/// Imports one file given whole.
pub(crate) fn import(settings: ImportSettings, bytes: &[u8]) -> (TrainingSet, ImportReport) {
    import_slices(settings, [("test", vec![bytes])])
}

/// The skips of one file given whole, as `line: reason (game)`.
pub(crate) fn skips(settings: ImportSettings, bytes: &[u8]) -> Vec<String> {
    skips_of(&import(settings, bytes).1)
}

/// The skips of a report, as `line: reason (game)`.
pub(crate) fn skips_of(report: &ImportReport) -> Vec<String> {
    let line = |text: &str| text.split_once(':').map(|(_, rest)| rest.to_owned());
    report
        .text()
        .lines()
        .filter(|text| text.starts_with("test"))
        .filter_map(line)
        .collect()
}

/// What must hold of every report.
pub(crate) fn check_arithmetic(set: &TrainingSet, report: &ImportReport) {
    let skipped: u64 = report.skipped.iter().map(|count| count.games).sum();
    assert_eq!(skipped, report.games_skipped() + report.files_refused);
    assert_eq!(skipped, report.skips.len() as u64 + report.skips_omitted);
    assert_eq!(set.len() as u64, report.positions_kept);
    assert!(report.positions_kept <= report.positions_read);
    assert!(report.games_used <= report.positions_read);
    assert!(report.skips.iter().all(|skip| skip.line > 0));
    let mut some = set.iter().take(5_000);
    assert!(some.all(|example| example.unpack().is_some()));
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("a Vec takes all");
    encoder.finish().expect("a Vec takes all")
}

pub(crate) fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

/// How a member of a zip archive is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Stored,
    Deflated,
    /// Deflated by a program that could not go back to fill in the sizes.
    Streamed,
    /// The same with sizes of 64 bits and no mark.
    StreamedWide,
}

/// A zip archive of these members: flags can be set and methods named that no writer here knows.
pub(crate) fn zip(members: &[(&str, &[u8], Style)]) -> Vec<u8> {
    let mut archive: Vec<u8> = members
        .iter()
        .flat_map(|(name, bytes, style)| member(name, bytes, *style, 0))
        .collect();
    archive.extend_from_slice(b"PK\x01\x02 what a directory would say: nobody reads it");
    archive
}

/// One member with its header.
pub(crate) fn member(name: &str, bytes: &[u8], style: Style, flags: u16) -> Vec<u8> {
    let packed = if style == Style::Stored {
        bytes.to_vec()
    } else {
        deflate(bytes)
    };
    let crc = crc32fast::hash(bytes);
    let is_streamed = matches!(style, Style::Streamed | Style::StreamedWide);
    let method: u16 = if style == Style::Stored { 0 } else { 8 };
    let told = |number: u32| if is_streamed { 0 } else { number }.to_le_bytes();
    let mut out = b"PK\x03\x04\x14\x00".to_vec();
    out.extend_from_slice(&(flags | if is_streamed { 8 } else { 0 }).to_le_bytes());
    out.extend_from_slice(&method.to_le_bytes());
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&told(crc));
    out.extend_from_slice(&told(packed.len() as u32));
    out.extend_from_slice(&told(bytes.len() as u32));
    out.extend_from_slice(&(name.len() as u16).to_le_bytes());
    out.extend_from_slice(&[0; 2]);
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(&packed);
    if style == Style::Streamed {
        out.extend_from_slice(b"PK\x07\x08");
        [crc, packed.len() as u32, bytes.len() as u32]
            .iter()
            .for_each(|n| out.extend_from_slice(&n.to_le_bytes()));
    } else if style == Style::StreamedWide {
        out.extend_from_slice(&crc.to_le_bytes());
        [packed.len(), bytes.len()]
            .iter()
            .for_each(|n| out.extend_from_slice(&(*n as u64).to_le_bytes()));
    }
    out
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("a Vec takes all");
    encoder.finish().expect("a Vec takes all")
}
