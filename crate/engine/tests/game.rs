//! Games on the board: moves as people write them, endings, records; and lessons packed and unpacked.

mod positions;

use millipawn_engine::{
    Example, TrainingSet, TrainingSetError,
    game::{Ending, Game, MoveError, PositionTextError, read_fen, read_move},
};
use positions::{position, positions};
use proptest::prelude::*;
use shakmaty::{Chess, Color, EnPassantMode, Position};

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
fn a_game_is_written_as_pgn() {
    let mut game = Game::from_position(position("4k3/8/8/8/8/8/4P3/4K3 b - - 3 7"));
    game.play_text("Kd7").expect("legal");
    game.play_text("e4").expect("legal");
    let pgn = game.pgn("A \"B\" <img onerror=x>", "acpp.1.x", "2026.11.21");
    assert!(pgn.contains("[White \"A \\\"B\\\" <img onerror=x>\"]\n"));
    assert!(pgn.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 7\"]\n"));
    assert!(pgn.ends_with("\n\n7... Kd7 8. e4 *\n"));
    let long = played(&"Nf3 Nf6 Ng1 Ng8 ".repeat(2)).pgn("w", "b", "?");
    assert!(long.lines().all(|line| line.len() < 80) && long.contains("1/2-1/2"));
}

#[test]
fn positions_that_cannot_be_played_are_refused() {
    assert!(matches!(
        read_fen("hello"),
        Err(PositionTextError::Unreadable(_))
    ));
    assert!(matches!(
        read_fen("8/8/8/8/8/8/8/8 w - - 0 1"),
        Err(PositionTextError::Impossible(_))
    ));
    assert!(matches!(
        read_fen("kK6/8/8/8/8/8/8/8 w - - 0 1"),
        Err(PositionTextError::Impossible(_))
    ));
    assert!(read_fen("4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1").is_ok());
}

proptest! {
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
