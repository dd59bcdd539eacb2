//! What the pieces are worth to these weights: several families count a piece, so that no single weight is its value.

use std::sync::LazyLock;

use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, Role, Square};

use super::{Features, WITH_FALCON, Weights, parts};
use crate::chess::{game::read_fen, positions::POSITIONS};

/// The pieces with a value, in the order of the values.
pub const VALUED: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

/// What is lost with a piece, summed over the pieces of all positions.
struct Loss {
    /// For each feature how much more it counts with the piece than without, in [`parts`].
    sums: Vec<i32>,
    /// How many pieces were taken away.
    pieces: i32,
}

/// In the order of [`VALUED`].
static LOSSES: LazyLock<[Loss; 5]> = LazyLock::new(|| VALUED.map(loss));

/// The value of pawn, knight, bishop, rook and queen, in sixteenths of a millipawn: how much the score falls on average when one is taken
/// off the board, over the men of both sides in the positions of the bench.
pub fn piece_values(weights: &Weights) -> [i32; 5] {
    std::array::from_fn(|at| {
        let Loss { sums, pieces } = &LOSSES[at];
        let pairs = weights.as_slice().iter().zip(sums).enumerate();
        let sum: i64 = pairs
            .map(|(feature, (weight, count))| {
                i64::from(*weight) * i64::from(*count) / i64::from(parts(feature))
            })
            .sum();
        (sum / i64::from(*pieces)) as i32
    })
}

fn loss(role: Role) -> Loss {
    let mut loss = Loss {
        sums: vec![0; WITH_FALCON],
        pieces: 0,
    };
    for fen in POSITIONS {
        let position = read_fen(fen).expect("a position of the bench");
        for color in Color::ALL {
            for square in position.board().by_piece(role.of(color)) {
                if let Some(without) = without(&position, square) {
                    let sign = if color == position.turn() { 1 } else { -1 };
                    loss.pieces += 1;
                    count(&mut loss.sums, &position, sign);
                    count(&mut loss.sums, &without, -sign);
                }
            }
        }
    }
    loss
}

fn count(sums: &mut [i32], position: &Chess, sign: i32) {
    for (feature, count) in Features::with_falcon(position).as_slice() {
        sums[usize::from(*feature)] += sign * i32::from(*count);
    }
}

/// The position without the man there; `None` where that is not legal.
fn without(position: &Chess, square: Square) -> Option<Chess> {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.board.discard_piece_at(square);
    setup.castling_rights.discard(square);
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}
