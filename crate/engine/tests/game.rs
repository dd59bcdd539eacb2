//! Games on the board: moves as people write them, endings, records; and lessons packed and unpacked.

use crate::positions::{position, positions};
use millipawn_engine::{
    Example, TrainingSet, TrainingSetError,
    chess::{
        game::{Ending, Game, MoveError, SetUpError, read_fen, read_move},
        game_file,
        key::key,
    },
};
use proptest::prelude::*;
use shakmaty::{Chess, Color, EnPassantMode, Position, Role};

fn played(moves: &str) -> Game {
    let mut game = Game::default();
    for text in moves.split_whitespace() {
        game.play_text(text).expect(text);
    }
    game
}

#[test]
fn moves_are_read_as_people_write_them() {
    let game = played("e4 e5 g1f3 Nc6! Bc4 Bc5 0-0 Nf6 Re1 O-O");
    assert_eq!(
        game.movetext(),
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. Re1 O-O"
    );
    let promotion = position("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    for text in ["a8=Q", "a7a8q", "A7A8Q"] {
        assert!(
            read_move(&promotion, text).is_ok_and(|m| m.promotion().is_some()),
            "{text}"
        );
    }
}

#[test]
fn what_cannot_be_played_is_named() {
    let mut game = played("d4 d5 Nf3 Nf6");
    assert_eq!(
        game.play_text("Nd2"),
        Err(MoveError::Ambiguous(
            "Nd2".into(),
            vec!["Nbd2".into(), "Nfd2".into()]
        ))
    );
    assert_eq!(game.play_text("Qh5"), Err(MoveError::Illegal("Qh5".into())));
    assert_eq!(
        game.play_text("e2e5"),
        Err(MoveError::Illegal("e2e5".into()))
    );
    assert_eq!(
        game.play_text("hello"),
        Err(MoveError::Unreadable("hello".into()))
    );
    assert_eq!(game.movetext(), "1. d4 d5 2. Nf3 Nf6");
}

#[test]
fn games_end_as_the_rules_say() {
    assert_eq!(
        played("f3 e5 g4 Qh4").ending(),
        Some(Ending::Mate(Color::Black))
    );
    let shuffled = played("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(shuffled.ending(), Some(Ending::Repetition));
    assert_eq!(shuffled.clone().play_text("e4"), Err(MoveError::Over));
    let ending = |fen| Game::from_position(position(fen)).ending();
    assert_eq!(
        ending("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
        Some(Ending::Stalemate)
    );
    assert_eq!(
        ending("7k/8/6K1/8/8/8/8/7N w - - 0 1"),
        Some(Ending::Material)
    );
    assert_eq!(
        ending("7k/8/6K1/8/8/8/8/R7 w - - 100 80"),
        Some(Ending::FiftyMoves)
    );
    let mut resigned = Game::default();
    resigned.resign(Color::White);
    assert_eq!(resigned.ending().map(Ending::score), Some("0-1"));
    assert!(resigned.take_back() && resigned.ending().is_none());
}

#[test]
fn a_flag_falls_as_the_rules_say() {
    let flagged = |fen, late| {
        let mut game = Game::from_position(position(fen));
        game.flag(late);
        game
    };
    let mut lost = flagged("7k/8/6K1/8/8/8/8/R7 b - - 0 1", Color::Black);
    assert_eq!(lost.ending(), Some(Ending::Time(Color::Black)));
    assert_eq!(lost.ending().map(Ending::score), Some("1-0"));
    assert!(
        lost.pgn("A", "B", "?", &[])
            .contains("[Termination \"time forfeit\"]")
    );
    assert_eq!(lost.clone().play_text("Kg8"), Err(MoveError::Over));
    assert!(lost.take_back() && lost.ending().is_none());
    // The other side has its king alone.
    let drawn = flagged("7k/8/6K1/8/8/8/8/R7 w - - 0 1", Color::White);
    assert_eq!(drawn.ending(), Some(Ending::TimeDraw(Color::White)));
    assert_eq!(drawn.ending().map(Ending::score), Some("1/2-1/2"));
    // Whoever has mated loses on no time.
    let mated = flagged("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Color::Black);
    assert_eq!(mated.ending(), Some(Ending::Mate(Color::White)));
}

#[test]
fn a_game_is_written_as_pgn() {
    let mut game = Game::from_position(position("4k3/8/8/8/8/8/4P3/4K3 b - - 3 7"));
    game.play_text("Kd7").expect("legal");
    game.play_text("e4").expect("legal");
    let pgn = game.pgn(
        "A \"B\" <img onerror=x>",
        "acpp.1.x",
        "2026.11.21",
        &[("BlackType", "program")],
    );
    assert!(pgn.contains("[BlackType \"program\"]\n\n"));
    assert!(pgn.contains("[White \"A \\\"B\\\" <img onerror=x>\"]\n"));
    assert!(pgn.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 7\"]\n"));
    assert!(pgn.ends_with("\n\n7... Kd7 8. e4 *\n"));
    let long = played(&"Nf3 Nf6 Ng1 Ng8 ".repeat(2)).pgn("w", "b", "?", &[]);
    assert!(long.lines().all(|line| line.len() < 80) && long.contains("1/2-1/2"));
}

#[test]
fn positions_that_cannot_be_played_are_refused() {
    assert!(matches!(read_fen("hello"), Err(SetUpError::Unreadable(_))));
    assert!(matches!(
        read_fen("8/8/8/8/8/8/8/8 w - - 0 1"),
        Err(SetUpError::Impossible(_))
    ));
    assert!(matches!(
        read_fen("kK6/8/8/8/8/8/8/8 w - - 0 1"),
        Err(SetUpError::Impossible(_))
    ));
    assert!(read_fen("4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1").is_ok());
}

#[test]
fn a_capital_letter_names_the_man() {
    let both = position("4k3/8/8/8/8/1N2B3/8/4K3 w - - 0 1");
    let moved = |text: &str| read_move(&both, text).map(|m| m.role());
    assert_eq!(moved("B3d4"), Ok(Role::Bishop));
    assert_eq!(moved("b3d4"), Ok(Role::Knight));
    assert_eq!(moved("B3D4"), Ok(Role::Knight), "UCI in capitals");
    assert_eq!(moved("E1E2"), Ok(Role::King));
    let knight = position("4k3/8/8/8/8/1N6/8/4K3 w - - 0 1");
    assert!(matches!(
        read_move(&knight, "B3d4"),
        Err(MoveError::Illegal(_))
    ));
}

#[test]
fn moves_are_read_with_other_letters_than_usual() {
    let at = position("r3k3/1P6/8/8/2p5/1P6/3B1N2/R3K2R w KQ - 0 1");
    let read = |text: &str| {
        read_move(&at, text)
            .map(|m| m.to_uci(shakmaty::CastlingMode::Standard).to_string())
            .map_err(|error| error.to_string())
    };
    for (text, uci) in [
        ("ne4", "f2e4"),
        ("NE4", "f2e4"),
        ("bc3", "d2c3"),
        ("bxc4", "b3c4"),
        ("B4", "b3b4"),
        ("ke2", "e1e2"),
        ("o-o", "e1g1"),
        ("0-0-0", "e1c1"),
        ("e1h1", "e1g1"),
        ("e1a1", "e1c1"),
        ("b8Q", "b7b8q"),
        ("b8q+", "b7b8q"),
        ("b8=n", "b7b8n"),
        ("bxa8q", "b7a8q"),
        ("bxa8=R", "b7a8r"),
        ("B7B8Q", "b7b8q"),
    ] {
        assert_eq!(read(text), Ok(uci.to_owned()), "{text}");
    }
    for (text, example) in [
        ("b8", "b8=Q"),
        ("b7b8", "b8=Q"),
        ("bxa8", "bxa8=Q"),
        ("b7a8", "bxa8=Q"),
    ] {
        let told = format!("{text} does not say what the pawn becomes: write {example}");
        assert_eq!(read(text), Err(told), "{text}");
    }
    for (text, told) in [
        ("nf3", "nf3 is not a legal move here"),
        ("c8", "c8 is not a legal move here"),
        ("b7b7", "b7b7 is not a legal move here"),
        ("hello", "\"hello\" is not a move: write Nf3 or g1f3"),
    ] {
        assert_eq!(read(text), Err(told.to_owned()), "{text}");
    }
}

#[test]
fn nobody_claims_a_draw_in_an_analysis() {
    let mut game = Game::default().unclaimed();
    for text in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4".split(' ') {
        game.play_text(text).expect("the game goes on");
    }
    let ending = |fen| Game::from_position(position(fen)).unclaimed().ending();
    assert_eq!(ending("7k/8/6K1/8/8/8/8/R7 w - - 100 80"), None);
    assert_eq!(
        ending("7k/8/6K1/8/8/8/8/7N w - - 0 1"),
        Some(Ending::Material)
    );
    assert_eq!(
        ending("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
        Some(Ending::Stalemate)
    );
}

#[test]
fn tags_that_a_game_came_with_are_written_again() {
    let tags = [
        ("Event", "London"),
        ("White", "Anderssen"),
        ("Date", "1851.06.21"),
        ("Result", "1-0"),
        ("FEN", "8/8/8/8/8/8/8/8 w - - 0 1"),
        ("WhiteElo", "2600"),
    ];
    let pgn = played("e4 e5").pgn("?", "?", "????.??.??", &tags);
    let expected = "[Event \"London\"]\n[Site \"?\"]\n[Date \"1851.06.21\"]\n[Round \"?\"]\n[White \"Anderssen\"]\n\
        [Black \"?\"]\n[Result \"1-0\"]\n[WhiteElo \"2600\"]\n\n1. e4 e5 1-0\n";
    assert_eq!(pgn, expected);
    let resigned_before = [("Result", "1-0")];
    let on_the_board = played("f3 e5 g4 Qh4").pgn("?", "?", "?", &resigned_before);
    assert!(on_the_board.ends_with(" 0-1\n"), "{on_the_board}");
    let mated = played("f3 e5 g4 Qh4").pgn("?", "?", "?", &[("Result", "*")]);
    assert!(mated.ends_with("Qh4# 0-1\n"), "{mated}");
}

proptest! {
    #[test]
    fn a_game_knows_the_keys_of_its_positions(choices in prop::collection::vec(any::<u16>(), 0..60), back in 0..9_usize) {
        let mut game = Game::default();
        for choice in choices {
            let moves = game.position().legal_moves();
            if game.ending().is_some() || moves.is_empty() {
                break;
            }
            game.play(moves[usize::from(choice) % moves.len()]).expect("legal");
        }
        (0..back).for_each(|_| {
            game.take_back();
        });
        let positions = [game.start()].into_iter().chain(game.played().iter().map(|played| &played.position));
        let mut keys: Vec<u64> = positions.map(key).collect();
        keys.pop();
        prop_assert_eq!(game.earlier_keys(), keys);
    }

    #[test]
    fn an_example_unpacks_to_what_was_packed(at in positions(), choice in any::<u16>()) {
        let moves = at.legal_moves();
        let chosen = moves[usize::from(choice) % moves.len()];
        let example = Example::new(&at, chosen).expect("legal positions pack");
        let read = Example::from_bytes(&example.to_bytes()).expect("just written");
        prop_assert_eq!(read, example);
        let (unpacked, m) = read.unpack().expect("legal");
        prop_assert_eq!(m, chosen);
        prop_assert_eq!(unpacked.board(), at.board());
        prop_assert_eq!(unpacked.castles().castling_rights(), at.castles().castling_rights());
        prop_assert_eq!(unpacked.turn(), at.turn());
        prop_assert_eq!(unpacked.ep_square(EnPassantMode::Legal), at.ep_square(EnPassantMode::Legal));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = TrainingSet::from_bytes(&bytes);
        if let Some(record) = bytes.first_chunk() {
            let _ = Example::from_bytes(record).and_then(|example| example.unpack());
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}", like_fen in "[pnbrqkPNBRQK1-8/]{1,70} [wb] [KQkq-]{1,4} (-|[a-h][36]) [0-9]{1,3} [0-9]{1,3}") {
        let _ = read_fen(&text);
        let _ = read_fen(&like_fen);
        let _ = read_move(&Chess::default(), &text);
    }

    #[test]
    fn a_changed_byte_is_noticed(at in positions(), place in any::<prop::sample::Index>(), change in 1..=255_u8) {
        let mut set = TrainingSet::default();
        set.push(&Example::new(&at, at.legal_moves()[0]).expect("legal positions pack"));
        let mut bytes = set.to_bytes();
        prop_assert_eq!(TrainingSet::from_bytes(&bytes), Ok(set));
        *place.get_mut(&mut bytes) ^= change;
        prop_assert!(TrainingSet::from_bytes(&bytes).is_err());
        bytes.pop();
        prop_assert!(TrainingSet::from_bytes(&bytes).is_err());
        prop_assert_eq!(TrainingSet::from_bytes(b"PK"), Err(TrainingSetError::NotATrainingSet));
    }
}

#[test]
fn a_game_that_was_written_is_read_again() {
    let mut game = Game::from_position(position("4k3/8/8/8/8/8/4P3/4K3 b - - 3 7")).unclaimed();
    for text in ["Kd7", "e4", "Kc6"] {
        game.play_text(text).expect("legal");
    }
    let chromosome = ("WhiteChromosome", "acpp.1.x");
    let file =
        game_file::read(&game.pgn("A \"B\"", "C", "2026.11.21", &[chromosome])).expect("a game");
    assert_eq!(file.game, game);
    assert_eq!((file.games, file.left_out), (1, 0));
    assert_eq!(file.tag("White"), Some("A \"B\""));
    assert_eq!(file.tag("WhiteChromosome"), Some("acpp.1.x"));
}

#[test]
fn the_main_line_of_the_first_game_is_read() {
    let file = game_file::read("\u{feff}1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 $1 *\n\n1. d4 *")
        .expect("a game");
    assert_eq!(file.game.movetext(), "1. e4 e5 2. Nf3");
    assert_eq!(file.games, 2);
    let one_line =
        game_file::read("[White \"A\"] [Black \"B\"] 1. e4 e5 1-0").expect("as a field holds it");
    assert_eq!(one_line.game.movetext(), "1. e4 e5");
    assert_eq!(one_line.tag("Black"), Some("B"));
    assert_eq!(one_line.result, "1-0");
    let repeated = "Nf3 Nf6 Ng1 Ng8 ".repeat(2) + "e4 e5";
    let on = game_file::read(&repeated).expect("a game");
    assert_eq!(
        (on.left_out, on.game.played().len()),
        (0, 10),
        "no draw was claimed"
    );
    let dead = "[FEN \"7k/8/8/8/8/8/8/KR6 w - - 0 1\"]\n\n1. Rb8+ Kg7 2. Rg8+ Kxg8 3. Kb2 Kg7 1-0";
    assert_eq!(game_file::read(dead).expect("a game").left_out, 2);
    let beginning = &game_file::read_beginnings(&repeated, 30)[0];
    assert_eq!(
        beginning.as_ref().expect("a game").left_out,
        2,
        "a match draws there"
    );
}

#[test]
fn what_is_no_game_is_refused_with_the_place() {
    let said = |text: &str| game_file::read(text).expect_err("no game").to_string();
    assert_eq!(said(""), "there is no game in it");
    assert_eq!(said("hello world"), "there is no game in it");
    assert_eq!(said("1. e4 {good e5 *"), "a tag or a comment is not closed");
    assert_eq!(
        said("1. e4 e5 2. Nf3 Nc6 3. Kf3 *"),
        "3. Kf3 is not a legal move"
    );
    assert_eq!(said("1. e4 e4"), "1... e4 is not a legal move");
    let castles = |rights: &str| {
        said(&format!(
            "[FEN \"4k3/8/8/8/8/8/4P3/4K1R1 w {rights} - 0 1\"]\n\n1. O-O *"
        ))
    };
    assert_eq!(
        castles("Kq"),
        "1. O-O is not a legal move: the castling rights of the FEN contradict its pieces"
    );
    assert_eq!(castles("-"), "1. O-O is not a legal move");
    assert!(castles("K").contains("Chess960"), "{}", castles("K"));
    assert!(said("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *").starts_with("its FEN tag: "));
}
