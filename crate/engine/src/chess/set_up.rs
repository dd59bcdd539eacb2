//! Legal positions. All input is checked here: FEN, EPD, the FEN tag of PGN, UCI, the page and stored examples.
//!
//! A legal position has two kings, the side not to move is not in check, there is no pawn on the first or last rank, and each side has
//! at most [`MOST_MEN`] pieces and pawns, at most eight of them pawns, with at most [`MOST_POINTS`] points in total. Promotions in a
//! game cannot exceed that number of points, so every position of a game is legal, and so are most composed positions. The points
//! are chosen so that no position reachable from a legal one has more than [`MOST_MOVES`] moves, the capacity of the move lists; a
//! test proves it.

use shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, File, FromSetup, Position, PositionError,
    PositionErrorKinds, Rank, Role, Setup, Square, fen::Fen,
};

use super::objection;

/// The maximum number of pieces and pawns of a side.
pub const MOST_MEN: usize = 16;

/// The maximum number of legal moves in a position. (No position of a game has more than 218, but that takes a computer to prove.)
pub const MOST_MOVES: usize = 270;

/// The maximum number of pawns of a side.
const MOST_PAWNS: usize = 8;

/// The maximum points of a side: those of nine queens, two rooks, two bishops and two knights.
const MOST_POINTS: usize = 205;

/// The maximum of the counters in a FEN (our choice: no game has 9,000 moves).
pub(super) const LARGEST_COUNTER: u32 = 9999;

/// A bound for the number of moves of a piece; a pawn counts as the queen that it may become.
const fn points(role: Role) -> usize {
    match role {
        Role::Queen | Role::Pawn => 17,
        Role::Rook => 10,
        Role::Bishop | Role::Knight => 8,
        Role::King => 0,
    }
}

/// Why a position is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetUpError {
    /// Not a FEN.
    Unreadable(String),
    /// No game can be played from it, for this reason.
    Impossible(String),
    /// A side has more pieces than at the start of a game.
    TooManyMen(Color, usize),
    /// A side has more than eight pawns.
    TooManyPawns(Color, usize),
    /// A side has more points than [`MOST_POINTS`].
    TooStrong(Color, usize),
    /// Something that only a variant of chess has.
    Variant(&'static str),
    /// Castling rights of Chess960, in a game.
    Chess960,
    /// A counter, given by name, is too large.
    Counter(&'static str, u32),
}

impl SetUpError {
    /// The reason alone, for messages that already say that the position is refused.
    pub fn reason(&self) -> String {
        let name = |color: &Color| color.fold_wb("White", "Black");
        match self {
            Self::Unreadable(why) => format!("not a FEN: {why}"),
            Self::Impossible(why) => why.clone(),
            Self::TooManyMen(color, men) => {
                format!("{} has {men} men, more than {MOST_MEN}", name(color))
            }
            Self::TooManyPawns(color, pawns) => {
                format!("{} has {pawns} pawns, more than {MOST_PAWNS}", name(color))
            }
            Self::TooStrong(color, points) => format!(
                "{} has more and stronger men than promotion gives ({points} points of {MOST_POINTS}: queen and pawn 17, rook 10, bishop and knight 8)",
                name(color)
            ),
            Self::Variant(what) => format!("{what}: that is another variant of chess"),
            Self::Chess960 => "its castling rights are those of Chess960".to_owned(),
            Self::Counter(name, number) => {
                format!("the {name} is {number}, more than {LARGEST_COUNTER}")
            }
        }
    }
}

impl std::fmt::Display for SetUpError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !matches!(self, Self::Unreadable(_)) {
            write!(f, "no game can be played from this position: ")?;
        }
        f.write_str(&self.reason())
    }
}

impl std::error::Error for SetUpError {}

/// Reads a FEN; `_` may stand for spaces, as in links.
///
/// # Errors
/// A text that is no FEN, or a set-up that is not legal.
pub fn read_fen(text: &str) -> Result<Chess, SetUpError> {
    position(read_setup(text)?)
}

/// A position of a FEN, and what of it was left out because it contradicts the pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forgiven {
    /// The position.
    pub position: Chess,
    /// Castling rights, as in FEN; those of Chess960 among them.
    pub castling: String,
    /// The square that no pawn can just have passed.
    pub en_passant: Option<Square>,
}

/// Reads a FEN as [`read_fen`] does, for people, who are told what was left out.
///
/// # Errors
/// A text that is no FEN, or a set-up that is not legal.
pub fn read_forgiving(text: &str) -> Result<Forgiven, SetUpError> {
    let setup = read_setup(text)?;
    let (rights, passed) = (setup.castling_rights, setup.ep_square);
    let board = setup.board.clone();
    let position = position(setup)?;
    let letter = |rook: Square| {
        let color = Color::from_white(rook.rank() == Rank::First);
        let king = board.king_of(color);
        let is_short = match rook.file() {
            File::H => true,
            File::A => false,
            file => king.is_some_and(|king| king.file() < file),
        };
        let (short, long) = color.fold_wb(('K', 'Q'), ('k', 'q'));
        if is_short { short } else { long }
    };
    let lost: Vec<char> = (rights & !position.castles().castling_rights())
        .into_iter()
        .map(letter)
        .collect();
    Ok(Forgiven {
        castling: "KQkq"
            .chars()
            .filter(|right| lost.contains(right))
            .collect(),
        en_passant: passed.filter(|_| position.ep_square(EnPassantMode::Always).is_none()),
        position,
    })
}

/// Where the game of a PGN starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The position.
    pub position: Chess,
    /// Whether castling rights were dropped that contradict its pieces: a castling move that is illegal now is then the fault of the
    /// position, not of the move.
    pub lost_castling: bool,
}

/// What is wrong with a castling move of a game with such a [`Start`].
pub const LOST_CASTLING: &str = "the castling rights of the FEN contradict its pieces";

/// Reads the FEN tag of a PGN. Castling rights that only Chess960 knows are refused, for the moves may use them.
///
/// # Errors
/// A text that is no FEN, or a set-up that is not legal.
pub fn read_start(fen: &str) -> Result<Start, SetUpError> {
    let setup = read_setup(fen)?;
    if is_chess960(&setup) {
        return Err(SetUpError::Chess960);
    }
    let rights = setup.castling_rights;
    let position = position(setup)?;
    Ok(Start {
        lost_castling: position.castles().castling_rights() != rights,
        position,
    })
}

/// Writes a FEN.
pub fn write_fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// Parses a FEN without checking whether the position is legal.
///
/// # Errors
/// A text that is no FEN.
pub fn read_setup(text: &str) -> Result<Setup, SetUpError> {
    Fen::from_ascii(text.trim().as_bytes())
        .map(Fen::into_setup)
        .map_err(|error| SetUpError::Unreadable(objection::to_text(text.trim(), &error)))
}

/// The position of a setup. Castling rights and en passant squares that contradict the pieces are dropped, because other programs
/// write them and the position is playable. Checks that no move can have given are tolerated for the same reason.
///
/// # Errors
/// What is not legal in it.
pub fn position(mut setup: Setup) -> Result<Chess, SetUpError> {
    check_variant(&setup)?;
    for color in Color::ALL {
        check_men(&setup.board, color)?;
    }
    let counters = [
        ("halfmove clock", setup.halfmoves),
        ("move number", setup.fullmoves.get()),
    ];
    if let Some((name, number)) = counters
        .into_iter()
        .find(|(_, number)| *number > LARGEST_COUNTER)
    {
        return Err(SetUpError::Counter(name, number));
    }
    forgive(Chess::from_setup(setup.clone(), CastlingMode::Standard))
        .or_else(|_| {
            // The double pawn push cannot have given this check, so the en passant square must be wrong.
            setup.ep_square = None;
            forgive(Chess::from_setup(setup.clone(), CastlingMode::Standard))
                .or_else(PositionError::ignore_impossible_check)
        })
        .map_err(|error| {
            let why = objection::to_setup(&setup, error.kinds());
            SetUpError::Impossible(why.unwrap_or_else(|| error.to_string()))
        })
}

fn check_variant(setup: &Setup) -> Result<(), SetUpError> {
    let foreign = [
        (setup.pockets.is_some(), "pieces in hand"),
        (setup.remaining_checks.is_some(), "a count of checks"),
        (setup.promoted.any(), "a mark of promoted pieces"),
    ];
    match foreign.into_iter().find(|(is_there, _)| *is_there) {
        Some((_, what)) => Err(SetUpError::Variant(what)),
        None => Ok(()),
    }
}

fn forgive(read: Result<Chess, PositionError<Chess>>) -> Result<Chess, PositionError<Chess>> {
    read.or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
}

/// Whether the castling rights are valid in Chess960 only.
fn is_chess960(setup: &Setup) -> bool {
    let contradicts = |mode| {
        Chess::from_setup(setup.clone(), mode).is_err_and(|error| {
            error
                .kinds()
                .contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS)
        })
    };
    contradicts(CastlingMode::Standard) && !contradicts(CastlingMode::Chess960)
}

fn check_men(board: &Board, color: Color) -> Result<(), SetUpError> {
    let men = board.by_color(color);
    let count = |role: Role| (board.by_role(role) & men).count();
    if men.count() > MOST_MEN {
        return Err(SetUpError::TooManyMen(color, men.count()));
    }
    if count(Role::Pawn) > MOST_PAWNS {
        return Err(SetUpError::TooManyPawns(color, count(Role::Pawn)));
    }
    let sum = Role::ALL
        .into_iter()
        .map(|role| count(role) * points(role))
        .sum();
    if sum > MOST_POINTS {
        return Err(SetUpError::TooStrong(color, sum));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use shakmaty::MoveList;

    use super::*;

    /// An upper bound for the moves along a line of squares, with sliders that move along it and other pieces of the same side on it:
    /// each free square is reached from two sides at most, and by a single slider once.
    fn along(length: usize, sliders: usize, others: usize) -> usize {
        sliders.min(2) * (length - sliders - others)
    }

    /// The maximum of such moves along lines of these lengths, over all distributions of the pieces.
    fn along_all(
        lines: &'static [usize],
        sliders: usize,
        others: usize,
        known: &mut BTreeMap<(&'static [usize], usize, usize), Option<usize>>,
    ) -> Option<usize> {
        let Some((&length, rest)) = lines.split_first() else {
            return (sliders + others == 0).then_some(0);
        };
        if let Some(most) = known.get(&(lines, sliders, others)) {
            return *most;
        }
        let mut best = None;
        for here in 0..=sliders.min(length) {
            for other in 0..=others.min(length - here) {
                let below = along_all(rest, sliders - here, others - other, known);
                best = best.max(below.map(|below| below + along(length, here, other)));
            }
        }
        known.insert((lines, sliders, others), best);
        best
    }

    #[test]
    fn no_legal_set_up_has_more_moves_than_there_is_room_for() {
        static FILES: [usize; 8] = [8; 8];
        static DIAGONALS: [usize; 15] = [8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1];
        let mut known = BTreeMap::new();
        let mut most = 0;
        // Moves never increase the points of a side, so the bound holds for all later positions too.
        for pawns in 0..=MOST_PAWNS {
            for queens in 0..MOST_MEN - pawns {
                for rooks in 0..MOST_MEN - pawns - queens {
                    for bishops in 0..MOST_MEN - pawns - queens - rooks {
                        for knights in 0..MOST_MEN - pawns - queens - rooks - bishops {
                            let sum = 17 * (queens + pawns) + 10 * rooks + 8 * (bishops + knights);
                            if sum > MOST_POINTS {
                                continue;
                            }
                            let steppers = knights + pawns + 1;
                            let straight =
                                along_all(&FILES, queens + rooks, steppers + bishops, &mut known);
                            let slanted = along_all(
                                &DIAGONALS,
                                queens + bishops,
                                steppers + rooks,
                                &mut known,
                            );
                            // A pawn promotes in four ways on three squares; a king that may castle stands on the edge.
                            let moves = 2 * straight.expect("there is room")
                                + 2 * slanted.expect("there is room")
                                + 8 * knights
                                + 12 * pawns
                                + 8;
                            most = most.max(moves);
                        }
                    }
                }
            }
        }
        assert_eq!(MoveList::new().capacity(), MOST_MOVES);
        assert!(most <= MOST_MOVES, "{most}");
        assert!(
            most > 260,
            "the rule is no stricter than it must be: {most}"
        );
    }

    #[track_caller]
    fn refused(fen: &str, why: &str) {
        let told = read_fen(fen).expect_err(fen).to_string();
        assert!(told.contains(why), "{told}");
    }

    #[test]
    fn what_is_not_legal_is_told_by_name() {
        refused("hello", "not a FEN: it begins with eight ranks");
        for (fields, what) in [
            ("x KQ - 0 1", "the side to move is w or b, not \"x\""),
            ("w KX - 0 1", "some of KQkq, or -, not \"KX\""),
            ("w - e9 0 1", "one such as e3, or -, not \"e9\""),
            ("w - - few 1", "the halfmove clock is a number, not \"few\""),
            ("w - - 0 one", "the move number is a number, not \"one\""),
        ] {
            refused(&format!("4k3/8/8/8/8/8/8/4K2R {fields}"), what);
        }
        refused(
            "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
            "White has 28 men, more than 16",
        );
        refused(
            "rnbqkbnr/pppppppp/p7/8/8/8/PPPPPPPP/RNBQKBN1 w - - 0 1",
            "Black has 17 men",
        );
        refused(
            "rnbqkbn1/pppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "Black has 9 pawns, more than 8",
        );
        refused(
            "qqqqkqqq/qqqqqqqq/8/8/8/8/8/4K3 b - - 0 1",
            "Black has more and stronger men than promotion gives (255 points of 205",
        );
        refused("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king");
        refused("8/8/8/8/8/8/8/4Q3 w - - 0 1", "neither side has a king");
        refused("8/8/8/8/8/8/8/8 w - - 0 1", "no piece on the board");
        for (fen, what) in [
            ("4k3/8/8/8/8/8/8/4K2R[QQqq] w K - 0 1", "pieces in hand"),
            ("4k3/8/8/8/8/8/8/4K2R w K - +2+0 0 1", "a count of checks"),
            ("4k3/8/8/8/8/8/8/Q~3K2R w K - 0 1", "a mark of promoted"),
        ] {
            refused(fen, what);
        }
        refused("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "White has 2 kings");
        refused(
            "k6R/8/8/8/8/8/8/K7 w - - 0 1",
            "Black is in check, but White is to move",
        );
        refused(
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "a pawn cannot stand on a8",
        );
        refused(
            "4k3/8/8/8/8/8/8/4K3 w - - 10000 1",
            "the halfmove clock is 10000",
        );
        refused(
            "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999",
            "the move number is 4294967295",
        );
    }

    #[test]
    fn what_promotion_gives_and_more_is_legal() {
        for fen in [
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
            "4k3/8/8/8/8/QQQQQQQQ/RBN5/RBNQK3 b - - 0 1",
            "4k3/8/8/8/8/RRRRRRRR/RBN5/RBNQK3 b - - 0 1",
            // No game has them, and they are few enough.
            "4k3/8/8/8/8/NNN5/PPPPPPPP/4K3 w - - 0 1",
            "nnnnknnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNKNNN w - - 0 1",
            "4k2r/pppppppp/8/8/8/8/PPPPPPPP/QQQ1K2R w Kk - 0 1",
        ] {
            assert!(read_fen(fen).is_ok(), "{fen}");
        }
    }

    #[test]
    fn rights_that_contradict_the_men_are_left_out() {
        let position = read_fen("1k6/8/8/8/8/8/8/4K2R w KQkq e3 0 1").expect("it can be played");
        assert_eq!(write_fen(&position), "1k6/8/8/8/8/8/8/4K2R w K - 0 1");
    }

    #[test]
    fn what_was_left_out_of_a_fen_is_known() {
        let lost = |fen| {
            let read = read_forgiving(fen).expect("it can be played");
            (read.castling, read.en_passant)
        };
        let none = (String::new(), None);
        assert_eq!(
            lost("1k6/8/8/8/8/8/8/4K2R w KQkq e3 0 1"),
            ("Qkq".to_owned(), Some(Square::E3))
        );
        assert_eq!(lost("4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"), none);
        assert_eq!(
            lost("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"),
            none,
            "no pawn can take there, and yet one has passed"
        );
        assert_eq!(
            lost("8/8/8/1k1pP3/8/2n5/8/1K6 w - d6 0 1").1,
            Some(Square::D6)
        );
        assert_eq!(lost("1k6/8/8/8/8/8/8/2K3R1 w G - 0 1").0, "K", "Chess960");
    }

    #[test]
    fn a_game_starts_without_rights_that_contradict_the_men_and_knows_it() {
        let lost = |fen| read_start(fen).map(|start| start.lost_castling);
        assert_eq!(lost("1k6/8/8/8/8/8/8/4K2R w K - 0 1"), Ok(false));
        assert_eq!(lost("1k6/8/8/8/8/8/8/4K2R w Kq - 0 1"), Ok(true));
        let chess960 = read_start("1k6/8/8/8/8/8/8/2K3R1 w G - 0 1");
        let told = chess960.expect_err("another variant").to_string();
        assert!(
            told.contains("castling rights are those of Chess960"),
            "{told}"
        );
    }

    /// A knight's check that the double step cannot have given: taking the pawn would leave the king in check.
    #[test]
    fn a_check_that_no_move_gives_is_forgiven_without_the_pawn_that_passed_by() {
        let position = read_fen("8/8/8/1k1pP3/8/2n5/8/1K6 w - d6 0 1").expect("it can be played");
        assert!(position.is_check());
        assert!(position.en_passant_moves().is_empty());
        let three = read_fen("4k3/8/8/8/4r3/8/2n3n1/4K3 w - - 0 1").expect("it can be played");
        assert!(three.legal_moves().iter().all(|m| m.role() == Role::King));
    }
}
