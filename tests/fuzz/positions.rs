//! Positions to build inputs from: reached by play, and set up at random.

use proptest::prelude::*;
use shakmaty::{
    Bitboard, Board, Chess, Color, EnPassantMode, Piece, Position, Role, Setup, Square, fen::Fen,
};

/// Starts near promotions, checks, stalemates, mates, en passant, castling, and the most moves a position of a game has.
const STARTS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/R3r1K1 w - - 0 1",
    "k7/2K5/8/1Q6/8/8/6pp/8 b - - 0 1",
    "r1bqk2r/ppp2ppp/2n5/4P3/2Bp2n1/5N1P/PP1N1PP1/R2Q1RK1 b kq - 1 10",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "qqqqqqqk/q7/q7/8/8/8/7P/3N1B1K b - - 0 1",
];

/// Where a line of moves begins, and which of the legal moves are played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The first position.
    pub start: Chess,
    choices: Vec<u16>,
}

/// Random legal moves, up to so many, from set-ups of all kinds.
pub fn played(most: usize) -> impl Strategy<Value = Played> {
    let start = prop_oneof![
        3 => Just(STARTS[0].to_owned()),
        3 => proptest::sample::select(&STARTS[1..]).prop_map(str::to_owned),
        2 => set_ups(MANY),
    ];
    (start, proptest::collection::vec(any::<u16>(), 0..=most)).prop_filter_map(
        "a position",
        |(fen, choices)| {
            let start = millipawn_engine::chess::game::read_fen(&fen).ok()?;
            Some(Played { start, choices })
        },
    )
}

impl Played {
    /// The position after each move, and the moves.
    pub fn moves(&self) -> Vec<(shakmaty::Move, Chess)> {
        let mut at = self.start.clone();
        let mut line = Vec::new();
        for choice in &self.choices {
            let moves = at.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[usize::from(*choice) % moves.len()];
            at.play_unchecked(m);
            line.push((m, at.clone()));
        }
        line
    }

    /// The last position.
    pub fn last(&self) -> Chess {
        self.moves()
            .pop()
            .map_or_else(|| self.start.clone(), |(_, position)| position)
    }
}

/// The FEN of a position, with other counters.
pub fn fens(most: usize) -> impl Strategy<Value = String> {
    let counters = (counter(), counter());
    prop_oneof![
        2 => (played(40), counters).prop_map(|(played, (half, full))| {
            let mut setup = played.last().to_setup(EnPassantMode::Always);
            setup.halfmoves = half;
            setup.fullmoves = full.try_into().unwrap_or(setup.fullmoves);
            Fen::try_from_setup(setup)
                    .expect("what is set up can be written").to_string()
        }),
        2 => set_ups(most),
    ]
}

/// A counter of moves: as games have it, near the rule of fifty moves, or absurd.
fn counter() -> impl Strategy<Value = u32> {
    prop_oneof![24 => 0..60_u32, 12 => 90..110_u32, 3 => 100..=9999_u32, 1 => any::<u32>()]
}

/// More than a side may have.
pub const MANY: usize = 44;

/// Two kings and up to so many other men put on the board at random, mostly such as a side can have.
pub fn set_ups(most: usize) -> impl Strategy<Value = String> {
    let man = (0..64_u32, any::<bool>(), 0..12_u8);
    let rights = proptest::sample::select(&["-", "-", "KQkq", "Kq", "HAha", "k"][..]);
    (
        (0..64_u32, 0..64_u32),
        proptest::collection::vec(man, 0..=most),
        prop_oneof![15 => Just(true), 1 => Just(false)],
        any::<bool>(),
        rights,
        0..64_u32,
        counter(),
    )
        .prop_map(
            |((white, black), men, is_modest, turn, rights, square, half)| {
                let mut setup = Setup::empty();
                setup.turn = Color::from_white(turn);
                put(&mut setup.board, white, Color::White, Role::King);
                put(&mut setup.board, black, Color::Black, Role::King);
                for (square, color, role) in men {
                    let role = match role {
                        0..=4 => Role::Pawn,
                        5 | 6 => Role::Knight,
                        7 | 8 => Role::Bishop,
                        9 | 10 => Role::Rook,
                        _ => Role::Queen,
                    };
                    let color = Color::from_white(color);
                    if !is_modest || is_usual(&setup.board, color, role) {
                        put(&mut setup.board, square, color, role);
                    }
                }
                take_attackers_of_the_other_king(&mut setup);
                setup.halfmoves = half;
                let square = Square::new(square);
                if matches!(square.rank(), shakmaty::Rank::Third | shakmaty::Rank::Sixth) {
                    setup.ep_square = Some(square);
                }
                Fen::try_from_setup(setup)
                    .expect("what is set up can be written")
                    .to_string()
                    .replacen(" - ", &format!(" {rights} "), 1)
            },
        )
}

/// Of all illegal set-ups the most likely at random: the side not to move is in check.
fn take_attackers_of_the_other_king(setup: &mut Setup) {
    let Some(king) = setup.board.king_of(!setup.turn) else {
        return;
    };
    loop {
        let occupied = setup.board.occupied();
        let attackers = setup.board.attacks_to(king, setup.turn, occupied) & !setup.board.kings();
        let Some(attacker) = attackers.first() else {
            return;
        };
        setup.board.discard_piece_at(attacker);
    }
}

/// A man on a free square; no pawn on the first or last rank.
fn put(board: &mut Board, square: u32, color: Color, role: Role) {
    let square = Square::new(square);
    if board.occupied().contains(square)
        || role == Role::Pawn && Bitboard::BACKRANKS.contains(square)
    {
        return;
    }
    board.set_piece_at(square, Piece { color, role });
}

/// Whether a side can have one more of these in a game.
fn is_usual(board: &Board, color: Color, role: Role) -> bool {
    let count = |role: Role| (board.by_role(role) & board.by_color(color)).count();
    let extra =
        |other: Role, most: usize| (count(other) + usize::from(role == other)).saturating_sub(most);
    let promoted = extra(Role::Queen, 1)
        + extra(Role::Rook, 2)
        + extra(Role::Bishop, 2)
        + extra(Role::Knight, 2);
    count(Role::Pawn) + usize::from(role == Role::Pawn) + promoted <= 8
}
