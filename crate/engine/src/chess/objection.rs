//! What is wrong with a FEN, in words for people.

use shakmaty::{Color, PositionErrorKinds, Role, Setup, fen::ParseFenError};

/// Why this text is no FEN.
pub(super) fn to_text(text: &str, error: &ParseFenError) -> String {
    let field = |number: usize| {
        let mut fields = text
            .split([' ', '_', '\t'])
            .filter(|field| !field.is_empty());
        let field = fields.nth(number).unwrap_or_default();
        field.chars().take(20).collect::<String>()
    };
    match error {
        ParseFenError::InvalidTurn => {
            format!("the side to move is w or b, not \"{}\"", field(1))
        }
        ParseFenError::InvalidCastling => format!(
            "the castling rights are some of KQkq, or -, not \"{}\"",
            field(2)
        ),
        ParseFenError::InvalidEpSquare => format!(
            "the en passant square is one such as e3, or -, not \"{}\"",
            field(3)
        ),
        ParseFenError::InvalidHalfmoveClock => {
            format!("the halfmove clock is a number, not \"{}\"", field(4))
        }
        ParseFenError::InvalidFullmoves => {
            format!("the move number is a number, not \"{}\"", field(5))
        }
        ParseFenError::InvalidRemainingChecks => "it counts checks".to_owned(),
        ParseFenError::InvalidFen | ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => {
            "it begins with eight ranks of eight squares, separated by slashes".to_owned()
        }
    }
}

/// Why no game can be played from this set-up; None where the rules' own word must do.
pub(super) fn to_setup(setup: &Setup, kinds: PositionErrorKinds) -> Option<String> {
    let Setup { board, turn, .. } = setup;
    let name = |color: Color| color.fold_wb("White", "Black");
    let kings = |color: Color| (board.kings() & board.by_color(color)).count();
    if kinds.contains(PositionErrorKinds::EMPTY_BOARD) {
        return Some("there is no piece on the board".to_owned());
    }
    if kinds.contains(PositionErrorKinds::MISSING_KING) {
        let mut without = Color::ALL.into_iter().filter(|color| kings(*color) == 0);
        return match (without.next(), without.next()) {
            (Some(_), Some(_)) => Some("neither side has a king".to_owned()),
            (Some(color), None) => Some(format!("{} has no king", name(color))),
            _ => None,
        };
    }
    if kinds.contains(PositionErrorKinds::TOO_MANY_KINGS) {
        let color = Color::ALL.into_iter().find(|color| kings(*color) > 1)?;
        return Some(format!("{} has {} kings", name(color), kings(color)));
    }
    if kinds.contains(PositionErrorKinds::PAWNS_ON_BACKRANK) {
        let square = (board.by_role(Role::Pawn) & shakmaty::Bitboard::BACKRANKS).first()?;
        return Some(format!("a pawn cannot stand on {square}"));
    }
    kinds.contains(PositionErrorKinds::OPPOSITE_CHECK).then(|| {
        format!(
            "{} is in check, but {} is to move",
            name(!*turn),
            name(*turn)
        )
    })
}
