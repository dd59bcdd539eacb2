//! The import of the data that lie beside the repository: real games, and files that broke other programs. Without them
//! nothing is tested here, and the test says so.
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use std::path::Path;

use crate::common::{all, import, import_slices};
use millipawn_engine::{ImportReport, ImportSettings};

/// A file of the shared data, which lie beside the repository or beside the folder of a worktree; `None` without them.
fn shared(name: &str) -> Option<Vec<u8>> {
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let bytes = folders
        .skip(3)
        .find_map(|folder| std::fs::read(folder.join("shared/data").join(name)).ok());
    if bytes.is_none() {
        eprintln!("NOT TESTED: ../shared/data/{name} is not there");
    }
    bytes
}

#[test]
fn reads_all_of_the_grandmasters_games_in_every_packing() {
    let Some(plain) = shared("gm/train.pgn") else {
        return;
    };
    let (set, report) = import(ImportSettings::default(), &plain);
    assert_eq!(
        (report.games_read, report.games_used, report.files_refused),
        (12_000, 12_000, 0)
    );
    // 1,087,379 half-moves, ten skipped of each game.
    assert_eq!(report.positions_read, 1_087_379 - 120_000);
    assert_eq!(set.fingerprint(), 0xb8df_5381_8657_5788);
    for packed in ["gm/train.pgn.gz", "gm/train.pgn.zst"] {
        let packed = shared(packed).expect("it lies beside the plain file");
        let slices = packed.chunks(100_003).collect();
        let (other, other_report) = import_slices(ImportSettings::default(), [("test", slices)]);
        assert_eq!((&other, &other_report), (&set, &report));
    }
}

#[test]
fn draws_one_winning_move_a_game_as_david_et_al() {
    let Some(plain) = shared("gm/classic.pgn") else {
        return;
    };
    let settings = ImportSettings {
        winners_only: true,
        per_game: 1,
        drop_duplicates: false,
        ..all()
    };
    let (_, report) = import(settings, &plain);
    assert_eq!((report.games_used, report.positions_kept), (1_200, 1_200));
    let (_, report) = import(
        ImportSettings {
            winners_only: true,
            ..all()
        },
        &plain,
    );
    assert_eq!(report.positions_kept, 53_175);
}

/// A file, its games used and skipped and files refused (with every half-move counting), and its skips by kind.
type Case = (&'static str, [u64; 3], &'static [(&'static str, u64)]);

const PYTHON_CHESS: &[Case] = &[
    ("anastasian-lewis.pgn", [0, 1, 0], &[("null move", 1)]),
    (
        "antichess-programfox.pgn",
        [0, 2, 0],
        &[("another variant of chess", 2)],
    ),
    ("chessbase-empty-line.pgn", [1, 0, 0], &[]),
    (
        "cutechess-fischerrandom.pgn",
        [0, 4, 0],
        &[("variant: Chess960", 4)],
    ),
    ("kasparov-deep-blue-1997.pgn", [6, 0, 0], &[]),
    (
        "knightvuillaume-jannlee-zh-lichess.pgn",
        [0, 1, 0],
        &[("another variant of chess", 1)],
    ),
    ("molinari-bordais-1979.pgn", [1, 0, 0], &[]),
    ("nepomniachtchi-liren-game1.pgn", [1, 0, 0], &[]),
    (
        "saturs-jannlee-zh-lichess.pgn",
        [0, 1, 0],
        &[("another variant of chess", 1)],
    ),
    ("stockfish-learning.pgn", [1, 0, 0], &[]),
    ("uci-moves.pgn", [1, 0, 0], &[]),
    ("utf8-bom.pgn", [0, 2, 0], &[("no moves", 2)]),
];

const PGN_EXTRACT: &[Case] = &[
    ("barnes-horton.pgn", [1, 0, 0], &[]),
    ("fischer.pgn", [34, 0, 0], &[]),
    ("fools-mate.pgn", [1, 0, 0], &[]),
    ("najdorf.pgn", [8, 0, 0], &[]),
    // Braces do not nest: what follows the first closing one is read as moves.
    (
        "nested-comment.pgn",
        [0, 1, 0],
        &[("move not understood", 1)],
    ),
    ("petrosian.pgn", [35, 0, 0], &[]),
    ("test-7.pgn", [1, 0, 0], &[]),
    ("test-C.pgn", [1, 0, 0], &[]),
    ("test-F-text.pgn", [1, 0, 0], &[]),
    ("test-P.pgn", [11, 0, 0], &[]),
    ("test-S.pgn", [3, 0, 0], &[]),
    ("test-Ta.pgn", [1, 0, 0], &[]),
    ("test-allownullmoves.pgn", [0, 2, 0], &[("null move", 2)]),
    ("test-checkmate.pgn", [2, 0, 0], &[]),
    ("test-e.pgn", [6, 0, 0], &[]),
    ("test-fifty.pgn", [2, 0, 0], &[]),
    ("test-fixresulttags-in.pgn", [5, 0, 0], &[]),
    ("test-fuzzydepth.pgn", [4, 0, 0], &[]),
    ("test-hash.pgn", [35, 0, 0], &[]),
    ("test-long-line.pgn", [1, 0, 0], &[]),
    ("test-matchplylimit.pgn", [1, 0, 0], &[]),
    ("test-nagcomments.pgn", [1, 0, 0], &[]),
    ("test-nobadresults.pgn", [9, 0, 0], &[]),
    ("test-nochecks.pgn", [2, 0, 0], &[]),
    ("test-promotion-in.pgn", [8, 0, 0], &[]),
    ("test-repetition.pgn", [12, 0, 0], &[]),
    ("test-setup-in.pgn", [2, 0, 0], &[]),
    ("test-splitvariants.pgn", [1, 0, 0], &[]),
    ("test-stalemate.pgn", [3, 0, 0], &[]),
    ("test-t.pgn", [6, 0, 0], &[]),
];

const SCALACHESS: &[Case] = &[
    ("android.pgn", [1, 0, 0], &[]),
    (
        "atomicRegression.pgn",
        [0, 1, 0],
        &[("another variant of chess", 1)],
    ),
    ("bySmartChess.pgn", [1, 0, 0], &[]),
    ("castleCheck1.pgn", [1, 0, 0], &[]),
    ("chessByPost.pgn", [1, 0, 0], &[]),
    ("chessbaseArrows.pgn", [1, 0, 0], &[]),
    ("chessgamesWeirdComments.pgn", [1, 0, 0], &[]),
    ("clonoNoExoticNotation.pgn", [1, 0, 0], &[]),
    ("complete960.pgn", [0, 1, 0], &[("variant: Chess960", 1)]),
    (
        "crazyhouse1.pgn",
        [0, 1, 0],
        &[("another variant of chess", 1)],
    ),
    (
        "crazyhouseFromProd.pgn",
        [0, 1, 0],
        &[("another variant of chess", 1)],
    ),
    ("enpassantEP.pgn", [1, 0, 0], &[]),
    ("enpassantEP3.pgn", [1, 0, 0], &[]),
    // Written by an electronic board; the last moves are not possible.
    ("festivalFigueira.pgn", [0, 1, 0], &[("illegal move", 1)]),
    ("fromChessgames.pgn", [1, 0, 0], &[]),
    ("fromCrafty.pgn", [1, 0, 0], &[]),
    ("fromPosProdCloseChess.pgn", [1, 0, 0], &[]),
    ("fromProd1.pgn", [1, 0, 0], &[]),
    ("fromTcec.pgn", [1, 0, 0], &[]),
    ("fromWikipedia.pgn", [1, 0, 0], &[]),
    ("handwritten.pgn", [1, 0, 0], &[]),
    ("inlineTags.pgn", [1, 0, 0], &[]),
    ("invisibleChar.pgn", [1, 0, 0], &[]),
    ("multipleInitalCommentsWithEmpty.pgn", [1, 0, 0], &[]),
    ("noTagButResult.pgn", [1, 0, 0], &[]),
    ("overflow3.pgn", [1, 0, 0], &[]),
    ("recentChessCom.pgn", [1, 0, 0], &[]),
    (
        "stLouisFischerandom.pgn",
        [0, 1, 0],
        &[("variant: Chess960", 1)],
    ),
    (
        "tagsCommentsWithoutMoves2.pgn",
        [0, 1, 0],
        &[("no moves", 1)],
    ),
    ("unicodeResultDraw.pgn", [0, 1, 0], &[("no moves", 1)]),
    (
        "unicodeResultWeirdDashWin.pgn",
        [0, 1, 0],
        &[("no moves", 1)],
    ),
    ("weirdDashes.pgn", [1, 0, 0], &[]),
    ("whiteResignsInTags.pgn", [1, 0, 0], &[]),
    ("withDelimiters.pgn", [1, 0, 0], &[]),
    ("withGlyphAnnotations.pgn", [1, 0, 0], &[]),
];

const OTHERS: &[Case] = &[
    ("fastchess/dfrc.pgn", [0, 4, 0], &[("variant: Chess960", 4)]),
    ("fastchess/openings.pgn", [5, 0, 0], &[]),
    ("fastchess/test.pgn", [3, 3, 0], &[("no moves", 3)]),
    (
        "fastchess/test_invalid.pgn",
        [1, 1, 0],
        &[("illegal move", 1)],
    ),
    ("frankygo/MATE-POS.PGN", [23, 44, 0], &[("no moves", 44)]),
    (
        "frankygo/pgn_test.pgn",
        [16, 3, 0],
        &[("illegal move", 2), ("move not understood", 1)],
    ),
    ("frankygo/pgn_test2.pgn", [1, 0, 0], &[]),
    (
        "pgnmentor-raw/AlphaZero-Stockfish_game54.pgn",
        [1, 0, 0],
        &[],
    ),
    ("pgnmentor-raw/Winawer-mixed-CR-CRLF.pgn", [241, 0, 0], &[]),
    ("scalachess/FWWRC.pgn", [0, 605, 0], &[("no moves", 605)]),
    ("scalachess/uzchesscup.pgn", [0, 45, 0], &[("no moves", 45)]),
    ("shakmaty-pgn-reader/lichess_db_100k.pgn", [47, 0, 0], &[]),
    (
        "shakmaty-pgn-reader/twic1599_1000k.pgn",
        [1_108, 2, 0],
        &[("no moves", 2)],
    ),
    ("epd-raw/cw_destructive.epd", [0, 0, 1], &[(POSITIONS, 1)]),
    ("epd-raw/cw_grief-causers.epd", [0, 0, 1], &[(POSITIONS, 1)]),
    (
        "epd-raw/cw_hard-mates-blass-uri.epd",
        [0, 0, 1],
        &[(POSITIONS, 1)],
    ),
    ("epd-raw/fk_crafty_test.epd", [0, 0, 1], &[(POSITIONS, 1)]),
    ("epd-raw/rp_Kaufman-Test.epd", [0, 0, 1], &[(POSITIONS, 1)]),
    ("epd-raw/string-escaping.epd", [0, 0, 1], &[(POSITIONS, 1)]),
];

const POSITIONS: &str = "a list of positions (EPD or FEN), not games";

fn check(folder: &str, cases: &[Case]) {
    for (name, numbers, skipped) in cases {
        let name = format!("nasty/{folder}{name}");
        let Some(bytes) = shared(&name) else {
            continue;
        };
        let report = import(all(), &bytes).1;
        assert_eq!(
            summary(&report),
            (*numbers, skipped.to_vec()),
            "{name}\n{}",
            report.text()
        );
    }
}

fn summary(report: &ImportReport) -> ([u64; 3], Vec<(&str, u64)>) {
    let skipped = report
        .skipped
        .iter()
        .map(|count| (count.reason.as_str(), count.games))
        .collect();
    (
        [
            report.games_used,
            report.games_skipped(),
            report.files_refused,
        ],
        skipped,
    )
}

#[test]
fn what_broke_python_chess() {
    check("python-chess/", PYTHON_CHESS);
}

#[test]
fn what_broke_pgn_extract() {
    check("pgn-extract/", PGN_EXTRACT);
}

#[test]
fn what_broke_scalachess() {
    check("scalachess-fixtures/", SCALACHESS);
}

#[test]
fn what_broke_others() {
    check("", OTHERS);
}
