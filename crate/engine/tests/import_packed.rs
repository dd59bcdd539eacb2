//! Files packed in every way, damaged in every way, and cut into slices in every way.

use crate::common::{CORPUS, Style, all, gzip, import, import_slices, member, skips, zip, zstd};
use millipawn_engine::{ImportReport, ImportSettings, TrainingSet};
use proptest::prelude::*;

/// All of the corpus but the file whose last game is cut off.
fn games() -> Vec<u8> {
    [0, 1, 2, 5].map(|file: usize| CORPUS[file].1).concat()
}

/// Enough games that a packed file has several portions, and a text several blocks.
fn many_games() -> Vec<u8> {
    games().repeat(20)
}

/// The same games packed in each way, as one file that need not be told from the plain one.
fn forms(text: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let (first, second) = text.split_at(text.len() / 3);
    let in_zip = |style| zip(&[("games.pgn", text, style)]);
    vec![
        ("plain", text.to_vec()),
        ("gzip", gzip(text)),
        ("gzip of two members", [gzip(first), gzip(second)].concat()),
        ("zstd", zstd(text)),
        (
            "zstd of two frames",
            [zstd(first), skippable(b"whatever"), zstd(second)].concat(),
        ),
        ("stored", in_zip(Style::Stored)),
        ("deflated", in_zip(Style::Deflated)),
        ("streamed", in_zip(Style::Streamed)),
        ("streamed, 64 bits", in_zip(Style::StreamedWide)),
    ]
}

fn skippable(bytes: &[u8]) -> Vec<u8> {
    [
        b"\x50\x2a\x4d\x18",
        &(bytes.len() as u32).to_le_bytes()[..],
        bytes,
    ]
    .concat()
}

/// The report without the names of members.
fn unnamed(mut report: ImportReport) -> ImportReport {
    report
        .skips
        .iter_mut()
        .for_each(|skip| skip.file = "test".to_owned());
    report
}

fn small_settings() -> ImportSettings {
    ImportSettings {
        keep: 40,
        per_game: 7,
        skip_plies: 3,
        ..ImportSettings::default()
    }
}

#[test]
fn every_form_holds_the_same_games() {
    let text = many_games();
    let (plain, report) = import(all(), &text);
    assert_eq!(report.games_used, 20 * 15);
    for (form, bytes) in forms(&text) {
        let (set, packed) = import(all(), &bytes);
        assert_eq!((&set, unnamed(packed)), (&plain, report.clone()), "{form}");
    }
}

/// Cuts `bytes` at the given places.
fn cut<'a>(bytes: &'a [u8], places: &[prop::sample::Index]) -> Vec<&'a [u8]> {
    let mut ends: Vec<usize> = places
        .iter()
        .map(|place| place.index(bytes.len() + 1))
        .collect();
    ends.push(bytes.len());
    ends.sort_unstable();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts
        .zip(ends.iter().copied())
        .map(|(start, end)| &bytes[start..end])
        .collect()
}

fn import_cut(bytes: &[u8], places: &[prop::sample::Index]) -> (TrainingSet, ImportReport) {
    import_slices(small_settings(), [("test", cut(bytes, places))])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn slicing_does_not_matter(places in prop::collection::vec(any::<prop::sample::Index>(), 0..60)) {
        let text = [&many_games(), CORPUS[4].1, CORPUS[3].1].concat();
        for (form, bytes) in forms(&text) {
            prop_assert_eq!(import_cut(&bytes, &places), import(small_settings(), &bytes), "{}", form);
        }
    }

    #[test]
    fn slicing_does_not_matter_to_damaged_files(
        places in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        end in any::<prop::sample::Index>(),
    ) {
        for (form, mut bytes) in forms(&games().repeat(8)) {
            for (place, byte) in &damage {
                let place = place.index(bytes.len());
                bytes[place] = *byte;
            }
            bytes.truncate(bytes.len() / 2 + end.index(bytes.len()));
            prop_assert_eq!(import_cut(&bytes, &places), import(small_settings(), &bytes), "{}", form);
        }
    }

    /// Short fuzz runs: the importer takes anything, and its account adds up.
    #[test]
    fn takes_any_bytes(
        start in prop::sample::select(vec![
            &b""[..], b"\x1f\x8b\x08\0\0\0\0\0\0\0", b"\x28\xb5\x2f\xfd", b"PK\x03\x04", b"[Event \"\"]\n", b"1. e4 ",
        ]),
        bytes in prop::collection::vec(any::<u8>(), 0..3000),
    ) {
        import(all(), &[start, &bytes].concat());
    }

    #[test]
    fn takes_any_mixture_of_words(
        words in prop::collection::vec(prop::sample::select(vec![
            "e4", "e5", "Nf3", "1.", "1...", "12.", "1-0", "*", "0-1", "0-0", "0000", "--", "Z0", "(", ")", "{", "}",
            ";", "%", "\n", "\n\n", "\r", "\r\n", "[Event \"a\"]", "[FEN \"x\"]", "[", "]", "\"", "\\", "$1", "!?",
            "½-½", "\u{feff}", "O‑O", "e8Q", "Sf3", "[Variant \"Chess960\"]", "\0", "exd5", "g1f3", "<!doctype", "N",
        ]), 0..200),
        glue in prop::sample::select(vec!["", " ", "\n"]),
    ) {
        let text = words.join(glue);
        let report = import(all(), text.as_bytes()).1;
        prop_assert!(report.games_read + report.files_refused > 0);
    }

    #[test]
    fn takes_games_with_wrong_bytes(
        file in 0..CORPUS.len(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
    ) {
        let mut bytes = CORPUS[file].1.to_vec();
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        import(all(), &bytes);
    }
}

#[test]
fn damaged_data_keep_what_came_before() {
    let text = games().repeat(600);
    let (whole, _) = import(all(), &text);
    for (form, bytes) in forms(&text).into_iter().skip(1) {
        let (set, report) = import(all(), &bytes[..bytes.len() * 9 / 10]);
        let reasons: Vec<&str> = report
            .skipped
            .iter()
            .map(|count| count.reason.as_str())
            .collect();
        assert!(
            reasons.contains(&"the compressed data are cut short"),
            "{form}: {reasons:?}"
        );
        assert!(
            set.len() * 2 > whole.len(),
            "{form}: {} of {}",
            set.len(),
            whole.len()
        );
    }
}

#[test]
fn a_wrong_checksum_is_noticed() {
    let text = many_games();
    let break_at = |mut bytes: Vec<u8>, from_end: usize| {
        let at = bytes.len() - from_end;
        bytes[at] ^= 1;
        bytes
    };
    for (form, bytes) in [
        ("gzip", break_at(gzip(&text), 6)),
        ("zstd", break_at(zstd(&text), 2)),
        (
            "zip",
            [
                break_at(member("a.pgn", &text, Style::Stored, 0), 1),
                b"PK\x05\x06".to_vec(),
            ]
            .concat(),
        ),
    ] {
        let (_, report) = import(all(), &bytes);
        let damaged = report
            .skips
            .iter()
            .filter(|skip| skip.reason.contains("damaged"));
        assert_eq!(damaged.count(), 1, "{form}");
        assert_eq!(report.files_refused, 1, "{form}");
        assert!(
            report.games_used >= 20 * 15 - 1,
            "{form}: {}",
            report.games_used
        );
    }
}

#[test]
fn an_archive_is_read_member_by_member() {
    let game = b"1. e4 *";
    let archive = [
        member("folder/", b"", Style::Stored, 0),
        member("folder/a.PGN", game, Style::Deflated, 0),
        member("readme.txt", b"hello", Style::Streamed, 0),
        member("__MACOSX/folder/._a.pgn", b"\0\x05\x16", Style::Streamed, 0),
        member("locked.pgn", game, Style::Deflated, 1),
        member("inner.pgn", &gzip(game), Style::Stored, 0),
        member("page.pgn", b"<html>", Style::StreamedWide, 0),
        member("empty.pgn", b"", Style::Stored, 0),
        member("b.pgn", game, Style::Streamed, 0),
        b"PK\x05\x06".to_vec(),
    ]
    .concat();
    assert_eq!(
        lines_of(&archive),
        [
            "test/readme.txt:1: not a .pgn file",
            "test/locked.pgn:1: locked by a password",
            "test/inner.pgn:1: compressed twice; unpack it once",
            "test/page.pgn:1: a web page, not a PGN file",
            "test/empty.pgn:1: the file is empty",
        ]
    );
    assert_eq!(import(all(), &archive).1.games_used, 2);
}

fn lines_of(bytes: &[u8]) -> Vec<String> {
    let text = import(all(), bytes).1.text();
    text.lines()
        .filter(|line| line.starts_with("test"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn an_archive_that_can_not_be_streamed_says_so() {
    let game = b"1. e4 *";
    // Stored, sizes told only after it.
    let mut endless = member("a.pgn", game, Style::Stored, 8);
    endless[18..26].fill(0);
    let archive = [endless, member("b.pgn", game, Style::Deflated, 0)].concat();
    assert_eq!(
        lines_of(&archive),
        [
            "test/a.pgn:1: a stored zip member of unknown length",
            "test:1: the rest of the archive can't be found"
        ]
    );
    // bzip2.
    let mut foreign = member("a.pgn", game, Style::Stored, 0);
    foreign[8] = 12;
    let archive = [
        foreign,
        member("b.pgn", game, Style::Deflated, 0),
        b"PK\x05\x06".to_vec(),
    ]
    .concat();
    assert_eq!(
        lines_of(&archive),
        ["test/a.pgn:1: zip method 12, which is not read here"]
    );
    assert_eq!(import(all(), &archive).1.games_used, 1);
}

#[test]
fn files_that_are_no_pgn_are_refused() {
    let cases: [(&[u8], &str); 12] = [
        (b"", "1: the file is empty"),
        (b"\xef\xbb\xbf\n\n", "1: the file is empty"),
        (b"<!DOCTYPE html>\n<html>", "1: a web page, not a PGN file"),
        (
            b"\xff\xfe[\0E\0v\0e\0n\0t\0",
            "1: text in UTF-16; save it as UTF-8",
        ),
        (b"\x7fELF\x02\x01\x01\0\0\0\0", "1: not a text file"),
        (
            b"7z\xbc\xaf\x27\x1c\0\x04",
            "1: a 7z archive, which is not read here",
        ),
        (
            b"8/8/8/8/8/8/8/K1k5 w - - bm Ka2;",
            "1: a list of positions (EPD or FEN), not games",
        ),
        (b"% nothing\n; at all\n{}", "1: no games in it"),
        (b"\x1f\x8b", "1: the gzip data are cut short here"),
        (b"\x28\xb5\x2f\xfd", "1: the zstd data are cut short here"),
        (b"PK\x03\x04", "1: the zip data are cut short here"),
        (
            b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
            "1: the file is empty",
        ),
    ];
    for (bytes, reason) in cases {
        let (_, report) = import(all(), bytes);
        assert_eq!(
            (report.games_read, report.files_refused),
            (0, 1),
            "{reason}"
        );
        assert_eq!(skips(all(), bytes), [reason]);
    }
    assert_eq!(
        skips(all(), &gzip(b"<html>")),
        ["1: a web page, not a PGN file"]
    );
    assert_eq!(
        skips(all(), &gzip(&gzip(b"1. e4"))),
        ["1: compressed twice; unpack it once"]
    );
    assert_eq!(skips(all(), &gzip(b"")), ["1: the file is empty"]);
}

#[test]
fn a_frame_may_not_ask_for_too_much_memory() {
    // Window descriptors of 256 MB and of 128 MB (RFC 8878, 3.1.1.1.2), then an empty last block.
    let frame = |window: u8| [&b"\x28\xb5\x2f\xfd\0"[..], &[window, 1, 0, 0]].concat();
    assert_eq!(
        skips(all(), &frame(18 << 3)),
        ["1: zstd data that need more than 128 MB of memory"]
    );
    assert_eq!(skips(all(), &frame(17 << 3)), ["1: the file is empty"]);
}

#[test]
fn data_without_end_are_given_up() {
    // A gigabyte of zeros would be a megabyte of these; it is refused after its first kilobyte.
    let bomb = gzip(&vec![0; 64 << 20]);
    assert_eq!(skips(all(), &bomb), ["1: not a text file"]);
}
