//! `millipawn genfens`: openings as OpenBench asks for them.

use std::fs;

use millipawn_engine::{
    chess::game::write_fen,
    play::contest::{opening, random_opening::draw},
};

use crate::{arguments::GenfensArguments, failure::Failure, output};

/// Prints `info string genfens FEN` for each.
///
/// # Errors
/// A seed that is no number, a book that cannot be read or has no opening, and those of standard output.
pub fn run(arguments: &GenfensArguments) -> Result<(), Failure> {
    let value = |name: &str| {
        let at = arguments.words.iter().position(|word| word == name)?;
        arguments.words.get(at + 1)
    };
    let seed = match value("seed") {
        None => 0,
        Some(text) => text
            .parse()
            .map_err(|_| Failure::Refused(format!("the seed is a whole number, not \"{text}\"")))?,
    };
    let book = match value("book").filter(|path| !path.eq_ignore_ascii_case("none")) {
        None => Vec::new(),
        Some(path) => read(path)?,
    };
    for number in 0..u64::from(arguments.number) {
        let fen = write_fen(&draw(seed, number, &book));
        output::line(format!("info string genfens {fen}"))?;
    }
    Ok(())
}

fn read(path: &str) -> Result<Vec<opening::Opening>, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::Refused(format!("{path}: {error}")))?;
    let (book, _) = opening::read(&String::from_utf8_lossy(&bytes));
    if book.is_empty() {
        return Err(Failure::Refused(format!("{path}: no opening in it")));
    }
    Ok(book)
}
