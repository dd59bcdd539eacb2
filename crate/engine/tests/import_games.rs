//! What becomes of games: which are used, which are skipped and why, and what is kept of them.

use crate::common::{CORPUS, all, import, import_slices, skips};
use millipawn_engine::{GameResult, ImportReport, ImportSettings, TrainingSet};

const PLAIN: &[u8] = CORPUS[0].1;

fn moves_of(set: &TrainingSet) -> Vec<String> {
    let mut plies: Vec<(u16, String)> = set
        .iter()
        .map(|example| {
            let (_, chosen) = example.unpack().expect("the importer keeps legal examples");
            (
                example.ply,
                chosen.to_uci(shakmaty::CastlingMode::Standard).to_string(),
            )
        })
        .collect();
    plies.sort();
    plies.into_iter().map(|(_, chosen)| chosen).collect()
}

fn used(settings: ImportSettings, bytes: &[u8]) -> ImportReport {
    import(settings, bytes).1
}

#[test]
fn keeps_what_is_known_of_a_position() {
    let text = b"[WhiteElo \"2500\"]\n[BlackElo \"?\"]\n[Result \"*\"]\n1. e4 e5 2. d4 exd4 0-1\n";
    let (set, _) = import(all(), text);
    assert_eq!(moves_of(&set), ["e2e4", "e7e5", "d2d4", "e5d4"]);
    for example in set.iter() {
        let white = example.ply % 2 == 0;
        assert_eq!(example.elo, if white { 2500 } else { 0 });
        assert_eq!(
            example.result,
            if white {
                GameResult::Lost
            } else {
                GameResult::Won
            }
        );
    }
    let games: std::collections::BTreeSet<u32> = set.iter().map(|example| example.game).collect();
    assert_eq!(games.len(), 1);
}

#[test]
fn a_game_is_named_by_its_moves() {
    let names = |text: &[u8]| {
        import(all(), text)
            .0
            .iter()
            .map(|example| example.game)
            .max()
    };
    assert_eq!(
        names(b"1. e4 e5 *"),
        names(b"[White \"x\"]\n1. e4 {!} e5 1-0")
    );
    assert_ne!(names(b"1. e4 e5 *"), names(b"1. e4 c5 *"));
    let set_up = |fen: &str| format!("[FEN \"{fen}\"]\n1. Ke2 *");
    let one = set_up("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_ne!(
        names(one.as_bytes()),
        names(set_up("3k4/8/8/8/8/8/8/4K3 w - - 0 1").as_bytes())
    );
    assert_eq!(
        names(one.as_bytes()),
        names(set_up("4k3/8/8/8/8/8/8/4K3 w - - 5 40").as_bytes())
    );
}

#[test]
fn the_board_knows_the_result_best() {
    let outcome = |text: &str| {
        let (set, _) = import(all(), text.as_bytes());
        set.iter()
            .find(|example| example.ply == 0)
            .map(|example| example.result)
    };
    let mate = "1. f3 e5 2. g4 Qh4#";
    assert_eq!(
        outcome(&format!("[Result \"1-0\"]\n{mate} 1-0")),
        Some(GameResult::Lost)
    );
    assert_eq!(
        outcome("[Result \"1-0\"]\n1. e4 0-1"),
        Some(GameResult::Lost)
    );
    assert_eq!(outcome("[Result \"1-0\"]\n1. e4 *"), Some(GameResult::Won));
    assert_eq!(outcome("[Result \"1-0\"]\n1. e4"), Some(GameResult::Won));
    assert_eq!(outcome("[Result \"½-½\"]\n1. e4"), Some(GameResult::Drawn));
    assert_eq!(outcome("1. e4"), Some(GameResult::Unknown));
}

#[test]
fn black_may_begin() {
    let text = b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n1... Ke7 2. e4 0-1";
    let (set, _) = import(all(), text);
    let outcomes: Vec<GameResult> = [0, 1]
        .into_iter()
        .filter_map(|ply| set.iter().find(|example| example.ply == ply))
        .map(|example| example.result)
        .collect();
    assert_eq!(outcomes, [GameResult::Won, GameResult::Lost]);
}

#[test]
fn tags_survive_their_neighbours() {
    let text = b"[Event \"the \"big\" one\"]\n[Site \"open\n[Variant \"Atomic\"]\n1. e4 *";
    assert_eq!(skips(all(), text), ["1: variant: Atomic"]);
    let long = format!(
        "[Event \"{}\"]\n[Variant \"Atomic\"]\n1. e4 *",
        "x".repeat(10_000)
    );
    assert_eq!(skips(all(), long.as_bytes()), ["1: variant: Atomic"]);
    let endless = format!("[Event \"{}\"]\n1. e4 *", "x".repeat(40_000));
    assert_eq!(
        skips(all(), endless.as_bytes()),
        ["1: a tag is not closed or too long"]
    );
}

#[test]
fn reads_the_corpus() {
    let reports: Vec<(u64, u64)> = CORPUS
        .iter()
        .map(|(_, bytes)| used(all(), bytes))
        .map(|report| (report.games_read, report.games_used))
        .collect();
    assert_eq!(reports, [(3, 3), (3, 3), (6, 5), (13, 2), (2, 2), (4, 4)]);
}

#[test]
fn every_notation_is_the_same_game() {
    let notations = CORPUS[2].1;
    let games: Vec<&[u8]> = {
        let text = std::str::from_utf8(notations).expect("the corpus file is UTF-8");
        text.split("[Event").skip(1).map(str::as_bytes).collect()
    };
    let whole = |game: &[u8]| moves_of(&import(all(), &[b"[Event", game].concat()).0);
    assert_eq!(whole(games[0]), whole(games[1]));
    assert_eq!(whole(games[0]).len(), 12);
    assert_eq!(whole(games[2])[11], "b7c6");
    assert_eq!(whole(games[3])[2..4], ["g1f3", "b8c6"]);
    assert_eq!(whole(games[4]), ["d7d8q"]);
}

#[test]
fn tells_what_is_broken_and_where() {
    assert_eq!(
        skips(all(), CORPUS[3].1),
        [
            "5: comment not closed (Open - Comment)",
            "9: variation not closed",
            "13: illegal move: `Ke3` (half-move 3)",
            "17: null move: `--` (half-move 2)",
            "19: variant: Chess960",
            "23: variant: Atomic",
            "31: variant: Chess960",
            "36: the starting position is not legal: there is no piece on the board",
            "41: no moves",
            "47: ambiguous move: `Nb5` (half-move 7)",
            "49: starts at move 12 without a set-up",
        ]
    );
}

#[test]
fn castling_without_the_right_is_blamed_on_the_set_up() {
    let castles = |rights: &str| {
        let text =
            format!("[FEN \"4k3/8/8/8/8/8/4P3/4K1R1 w {rights} - 0 1\"]\n1. e4 Kd7 2. O-O *");
        skips(all(), text.as_bytes())
    };
    assert_eq!(
        castles("Kq"),
        ["2: the castling rights of the FEN contradict its pieces: `O-O` (half-move 3)"]
    );
    assert_eq!(castles("-"), ["2: illegal move: `O-O` (half-move 3)"]);
}

#[test]
fn the_last_game_may_be_cut_off_anywhere() {
    let (whole, _) = import(all(), PLAIN);
    let whole = moves_of(&whole);
    for end in 0..PLAIN.len() {
        let (set, report) = import(all(), &PLAIN[..end]);
        assert!(set.len() <= whole.len());
        let broken = report.skips.iter().find(|skip| skip.reason != "no moves");
        assert!(broken.is_none() || end < 2, "{end}: {broken:?}");
    }
    let report = used(all(), CORPUS[3].1);
    assert_eq!(
        (
            report.games_used,
            report.games_unfinished,
            report.positions_read
        ),
        (2, 1, 17)
    );
}

#[test]
fn a_game_in_the_middle_must_be_whole() {
    let text = b"[Event \"a\"]\n1. e4 e5 2. Nf\n\n[Event \"b\"]\n1. d4 *\n";
    assert_eq!(
        skips(all(), text),
        ["2: move not understood: `Nf` (half-move 3)"]
    );
}

#[test]
fn a_swallowed_word_is_noticed() {
    for (text, reason) in [
        (
            "1. e4 e5 2. Sf3 *",
            "1: move not understood: `Sf3` (half-move 3)",
        ),
        (
            "1. e4 e5 2. Nf3 hello 3. Bb5 *",
            "1: move not understood: `hello` (half-move 4)",
        ),
        (
            "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-00-0 *",
            "1: move not understood: `0-00-0` (half-move 7)",
        ),
        (
            "1. e4 e5 2. [%clk 1] Nf3 *",
            "1: move not understood: `[%clk` (half-move 3)",
        ),
        ("1. e4 0000 *", "1: null move: `0000` (half-move 2)"),
        (
            "1. e4 e5 2. Nf3) Nc6 3. Bb6 *",
            "1: illegal move: `Bb6` (half-move 5)",
        ),
        ("1. P@e4 *", "1: illegal move: `P@e4` (half-move 1)"),
    ] {
        assert_eq!(skips(all(), text.as_bytes()), [reason], "{text}");
    }
}

#[test]
fn filters_by_rating() {
    let settings = |minimum_elo| ImportSettings {
        minimum_elo,
        ..all()
    };
    assert_eq!(used(settings(2400), PLAIN).games_used, 1);
    assert_eq!(
        skips(settings(2450), PLAIN),
        [
            "1: a rating is below the minimum (Ada - Babbage)",
            "14: a rating is missing (Babbage - Ada)",
            "24: a rating is missing (Ada - Curie)"
        ]
    );
}

/// Ada plays all games, now with one colour, now with the other; Babbage two of them.
#[test]
fn filters_by_player() {
    let with = |player: &str| ImportSettings {
        player: player.to_owned(),
        ..all()
    };
    let (everyone, _) = import(all(), PLAIN);
    let (ada, report) = import(with("ADA"), PLAIN);
    assert_eq!(report.games_used, 3);
    let (babbage, _) = import(with("bab"), PLAIN);
    let (curie, _) = import(with("Curie"), PLAIN);
    assert_eq!(ada.len() + babbage.len() + curie.len(), everyone.len());
    assert_eq!(used(with("Curie"), PLAIN).games_used, 1);
    assert_eq!(
        skips(with("Curie"), PLAIN)[0],
        "1: neither player has the name asked for (Ada - Babbage)"
    );
    let (whole, _) = import(with("\"babBAGE\""), PLAIN);
    assert_eq!(whole.len(), babbage.len());
    assert_eq!(used(with("\"bab\""), PLAIN).games_used, 0);
}

#[test]
fn filters_by_winner_set_up_and_ply() {
    let (set, report) = import(
        ImportSettings {
            winners_only: true,
            ..all()
        },
        PLAIN,
    );
    assert!(set.iter().all(|example| example.result == GameResult::Won));
    assert_eq!((set.len(), report.games_used), (13 + 9, 2));
    assert_eq!(report.skipped[0].reason, "no winner");

    let set_up = b"[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n1. Ke2 *";
    assert_eq!(used(all(), set_up).games_used, 1);
    assert_eq!(
        skips(
            ImportSettings {
                set_ups: false,
                ..all()
            },
            set_up
        ),
        ["1: starts from a set-up position"]
    );

    let settings = ImportSettings {
        skip_plies: 18,
        ..all()
    };
    assert_eq!(used(settings, PLAIN).games_used, 1);
}

#[test]
fn draws_positions_per_game_and_at_most_so_many() {
    let report = used(
        ImportSettings {
            per_game: 4,
            ..all()
        },
        PLAIN,
    );
    assert_eq!((report.positions_read, report.positions_kept), (12, 12));
    let report = used(ImportSettings { keep: 7, ..all() }, PLAIN);
    assert_eq!(
        (report.positions_read, report.positions_kept),
        (26 + 18 + 12, 7)
    );
}

#[test]
fn drops_duplicates() {
    let settings = ImportSettings {
        drop_duplicates: true,
        ..all()
    };
    let (once, _) = import(settings.clone(), PLAIN);
    let (twice, report) = import_slices(settings, [("a", vec![PLAIN]), ("b", vec![PLAIN])]);
    assert_eq!(once, twice);
    assert_eq!(report.games_used, 6);
}

#[test]
fn the_order_of_files_does_not_matter() {
    for settings in [
        all(),
        ImportSettings::default(),
        ImportSettings {
            keep: 20,
            per_game: 5,
            ..all()
        },
    ] {
        let files = CORPUS.map(|(name, bytes)| (name, vec![bytes]));
        let mut turned = files.clone();
        turned.reverse();
        assert_eq!(
            import_slices(settings.clone(), files).0,
            import_slices(settings, turned).0
        );
    }
}

#[test]
fn reports_what_the_page_shows() {
    let (_, report) = import(all(), b"[White \"A\"]\n[Black \"B\"]\n1. e5 *\n1. e4 *");
    assert_eq!(
        serde_json::to_value(&report).expect("plain data"),
        serde_json::json!({
            "files": ["test"],
            "games_read": 2, "games_used": 1, "positions_read": 1, "positions_kept": 1,
            "skipped": [{ "reason": "illegal move", "games": 1 }],
            "skips": [{ "file": "test", "line": 3, "reason": "illegal move: `e5` (half-move 1)", "game": "A - B" }],
            "skips_omitted": 0,
        })
    );
    assert_eq!(
        report.text(),
        "Import of games\nFiles: test\nGames: 2 read, 1 used, 1 skipped\nPositions: 1 read, 1 kept\n\n\
         Skipped, by reason:\n           1  illegal move\n\n\
         Skipped, one by one:\ntest:3: illegal move: `e5` (half-move 1) (A - B)\n"
    );
}

/// Samples drawn long ago must come out the same today, on every platform.
#[test]
fn keeps_its_choice() {
    let settings = ImportSettings {
        keep: 5,
        per_game: 20,
        ..ImportSettings::default()
    };
    let (set, _) = import(settings, PLAIN);
    assert_eq!(set.fingerprint(), 18_116_509_446_237_736_711);
}

#[test]
fn a_game_from_a_set_up_that_is_not_legal_is_skipped_with_the_reason() {
    let pgn = b"[FEN \"kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1\"]\n\n1. Kb2 *\n\n1. e4 e5 *\n";
    assert_eq!(
        skips(all(), pgn),
        ["1: the starting position is not legal: White has 28 men, more than 16"]
    );
    assert_eq!(used(all(), pgn).games_used, 1);
}
