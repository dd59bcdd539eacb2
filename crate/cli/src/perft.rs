//! `millipawn perft`: the count of move paths, which tells whether moves are listed and played rightly.

use millipawn_engine::chess::{game::read_fen, perft::perft};
use shakmaty::Chess;

use crate::{arguments::PerftArguments, failure::Failure, output};

/// Prints the count.
///
/// # Errors
/// A FEN that cannot be played from.
pub fn run(arguments: PerftArguments) -> Result<(), Failure> {
    let position = match arguments.fen.join(" ") {
        fen if fen.is_empty() => Chess::default(),
        fen => read_fen(&fen).map_err(|error| Failure::of(&fen, error))?,
    };
    output::line(perft(&position, arguments.depth))
}
