//! PGN -> import -> fitness: a file of games leaves lessons that every kind of fitness can count, or reasons.

use millipawn_engine::{
    Example, ImportSettings, Importer,
    evaluation::{acpp::Acpp, falcon::Falcon},
    search::{packet, statics},
};
use millipawn_evolve::system::{System, acpp, falcon};
use proptest::prelude::*;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen, san::SanPlus};

use super::{
    Target, Verdict,
    mutation::{edited, edits},
    positions::{MANY, Played, played, set_ups},
    search::programs,
};

const LETTERS: &[u8] = b"abcdefgh12345678NBRQKOx=+#0-1./ []\"{}();$!?\n\r\t%";
/// Lessons of a file that the fitness is asked about.
const LESSONS: usize = 6;

#[derive(Clone, Debug)]
struct Input {
    text: Vec<u8>,
    settings: ImportSettings,
    /// The length of the slices in which the file arrives.
    slice: usize,
}

#[derive(Clone, Debug)]
struct Written {
    played: Played,
    /// In place of the set-up that the moves begin with.
    fen: Option<String>,
    is_uci: bool,
    result: &'static str,
    remarks: Vec<(u8, &'static str)>,
    tags: Vec<&'static str>,
}

/// The target.
pub fn target() -> Target {
    let remarks = [
        "$6",
        "{a remark}",
        "; to the end\n",
        "(1. e4 e5 (1... c5))",
        "!?",
        "{",
        ")",
        "--",
        "\n\n",
        "1...",
        "e.p.",
        "%\n",
    ];
    let tags = [
        "[White \"Fischer, Robert\"]",
        "[Black \"Spassky\"]",
        "[WhiteElo \"2785\"]",
        "[BlackElo \"2660\"]",
        "[Variant \"Standard\"]",
        "[Variant \"Chess960\"]",
        "[SetUp \"1\"]",
        "[Event \"a \\\"quoted\\\" name\"]",
    ];
    let game = (
        played(60),
        prop_oneof![9 => Just(None), 1 => set_ups(MANY).prop_map(Some)],
        prop_oneof![4 => Just(false), 1 => Just(true)],
        proptest::sample::select(&["1-0", "0-1", "1/2-1/2", "*", ""][..]),
        proptest::collection::vec(
            (any::<u8>(), proptest::sample::select(remarks.to_vec())),
            0..4,
        ),
        proptest::collection::vec(proptest::sample::select(tags.to_vec()), 0..5),
    )
        .prop_map(|(played, fen, is_uci, result, remarks, tags)| Written {
            played,
            fen,
            is_uci,
            result,
            remarks,
            tags,
        });
    let settings = (
        0..6_u16,
        prop_oneof![5 => Just(false), 1 => Just(true)],
        0..3_u16,
        any::<bool>(),
        prop_oneof![9 => Just(true), 1 => Just(false)],
    )
        .prop_map(
            |(skip_plies, winners_only, per_game, drop_duplicates, set_ups)| ImportSettings {
                skip_plies,
                winners_only,
                per_game,
                drop_duplicates,
                set_ups,
                keep: 500,
                ..ImportSettings::default()
            },
        );
    let inputs = (
        proptest::collection::vec(game, 1..4),
        edits(LETTERS),
        settings,
        1..400_usize,
    )
        .prop_map(|(games, edits, settings, slice)| {
            let text: String = games.iter().map(pgn).collect();
            Input {
                text: edited(text.into_bytes(), &edits),
                settings,
                slice,
            }
        });
    Target::new("pgn", [1500, 1_000_000], inputs, check)
}

fn pgn(game: &Written) -> String {
    let mut text: String = game.tags.iter().map(|tag| format!("{tag}\n")).collect();
    let start = Fen::from_position(&game.played.start, EnPassantMode::Legal).to_string();
    if game.fen.is_some() || game.played.start != Chess::default() {
        text += &format!("[FEN \"{}\"]\n", game.fen.as_ref().unwrap_or(&start));
    }
    text += &format!("[Result \"{}\"]\n\n", game.result);
    let mut before = game.played.start.clone();
    for (ply, (m, after)) in game.played.moves().into_iter().enumerate() {
        if before.turn().is_white() || ply == 0 {
            let dots = before.turn().fold_wb(".", "...");
            text += &format!("{}{dots} ", before.fullmoves());
        }
        text += &if game.is_uci {
            m.to_uci(CastlingMode::Standard).to_string()
        } else {
            SanPlus::from_move(before, m).to_string()
        };
        text.push(' ');
        let here = |(at, _): &&(u8, &str)| usize::from(*at) % 40 == ply;
        for (_, remark) in game.remarks.iter().filter(here) {
            text += remark;
            text.push(' ');
        }
        before = after;
    }
    text + game.result + "\n\n"
}

fn check(input: &Input) -> Verdict {
    let mut importer = Importer::new(input.settings.clone());
    importer.begin_file("fuzz.pgn");
    input
        .text
        .chunks(input.slice)
        .for_each(|slice| importer.push(slice));
    importer.end_file();
    let (set, report) = importer.finish();
    assert!(!report.text().is_empty());
    assert_eq!(set.len() as u64, report.positions_kept);
    let skipped: u64 = report.skipped.iter().map(|count| count.games).sum();
    assert_eq!(skipped, report.games_skipped() + report.files_refused);
    for skip in &report.skips {
        assert!(skip.line > 0 && !skip.reason.to_string().is_empty());
    }
    let examples: Vec<Example> = set.iter().take(LESSONS).collect();
    assert!(set.iter().all(|example| example.unpack().is_some()));
    let individuals = programs(System::ACPP).map(|genome| acpp::weights(&genome));
    let counts = packet::count_matches::<Acpp>(&individuals, &examples);
    let mut store = packet::Store::<Acpp>::with_capacity(500);
    assert_eq!(store.count_matches(&individuals, &examples), counts);
    assert_eq!(store.count_matches(&individuals, &examples), counts);
    let individuals = programs(System::FALCON).map(|genome| falcon::weights(&genome));
    statics::count_matches::<Falcon>(&individuals, &examples);
    if report.games_used > 0 {
        Verdict::Accepted
    } else {
        Verdict::Refused
    }
}
