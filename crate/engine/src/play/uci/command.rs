//! Parses the lines that the interface sends.

use shakmaty::{Chess, uci::UciMove};

use crate::chess::game::read_fen;

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    Position(Box<Chess>, Vec<UciMove>),
    Go(Go),
    Stop,
    PonderHit,
    SetOption {
        name: String,
        value: String,
    },
    /// Not part of UCI: print the position.
    Show,
    /// Not part of UCI: run the bench.
    Bench,
    Quit,
    /// An empty line, or one that requires no action.
    Nothing,
}

/// The limits of a search; times in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) depth: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u64>,
    pub(super) movetime: Option<u64>,
    pub(super) wtime: Option<u64>,
    pub(super) btime: Option<u64>,
    pub(super) winc: Option<u64>,
    pub(super) binc: Option<u64>,
    pub(super) movestogo: Option<u64>,
    /// The best move may be sent only after `stop`.
    pub(super) infinite: bool,
    /// The best move may be sent only after `ponderhit` or `stop`.
    pub(super) ponder: bool,
    /// The only moves to consider; empty means all.
    pub(super) searchmoves: Vec<UciMove>,
    /// Words that were not understood.
    pub(super) ignored: Vec<String>,
}

/// Parses a line.
///
/// # Errors
/// Why the line is ignored.
pub(super) fn read(line: &str) -> Result<Command, String> {
    let mut words = line.split_whitespace();
    Ok(match words.next() {
        None | Some("debug" | "register") => Command::Nothing,
        Some("uci") => Command::Uci,
        Some("isready") => Command::IsReady,
        Some("ucinewgame") => Command::NewGame,
        Some("position") => position(words)?,
        Some("go") => Command::Go(go(words)),
        Some("stop") => Command::Stop,
        Some("ponderhit") => Command::PonderHit,
        Some("setoption") => option(words)?,
        Some("d") => Command::Show,
        Some("bench") => Command::Bench,
        Some("quit") => Command::Quit,
        Some(other) => return Err(format!("unknown command: {}", shortened(other))),
    })
}

/// A text shortened for quoting in a message.
pub(super) fn shortened(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, String> {
    let start = words.next();
    let setup: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let start = match start {
        Some("startpos") => Chess::default(),
        Some("fen") => {
            let fen = setup.join(" ");
            read_fen(&fen).map_err(|error| format!("position ignored: {error}"))?
        }
        _ => return Err("position ignored: neither startpos nor fen".to_owned()),
    };
    let moves = words
        .map(|word| {
            word.parse()
                .map_err(|_| format!("position ignored: {} is no move", shortened(word)))
        })
        .collect::<Result<_, String>>()?;
    Ok(Command::Position(Box::new(start), moves))
}

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Go {
    let mut words = words.peekable();
    let mut go = Go::default();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(m) = words.peek().and_then(|word| word.parse().ok()) {
                    words.next();
                    go.searchmoves.push(m);
                }
            }
            _ => match (go.number(word), words.peek().copied().and_then(number)) {
                (Some(limit), Some(value)) => {
                    *limit = Some(value);
                    words.next();
                }
                _ => go.ignored.push(shortened(word)),
            },
        }
    }
    go
}

/// Parses a number. Interfaces may send a negative time for a clock that has run out.
fn number(word: &str) -> Option<u64> {
    word.parse::<i64>().ok().map(|value| value.max(0) as u64)
}

impl Go {
    /// The limit with this name.
    fn number(&mut self, name: &str) -> Option<&mut Option<u64>> {
        Some(match name {
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            "movetime" => &mut self.movetime,
            "wtime" => &mut self.wtime,
            "btime" => &mut self.btime,
            "winc" => &mut self.winc,
            "binc" => &mut self.binc,
            "movestogo" => &mut self.movestogo,
            _ => return None,
        })
    }
}

/// Parses `setoption`. Names and values may contain spaces; only the words `name` and `value` are special.
fn option<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, String> {
    let named = words.next() == Some("name");
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    if !named || name.is_empty() {
        return Err("setoption ignored: it names no option".to_owned());
    }
    let value: Vec<&str> = words.collect();
    Ok(Command::SetOption {
        name: name.join(" "),
        value: value.join(" "),
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;

    fn limits(line: &str) -> Go {
        match read(line) {
            Ok(Command::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn reads_every_limit_in_any_order() {
        let go = limits(
            "go searchmoves e2e4 e7e8q winc 3 binc 4 infinite wtime 1 btime -2 movestogo 5 ponder depth 6 nodes 7 mate 8 movetime 9",
        );
        let expected = Go {
            depth: Some(6),
            nodes: Some(7),
            mate: Some(8),
            movetime: Some(9),
            wtime: Some(1),
            btime: Some(0),
            winc: Some(3),
            binc: Some(4),
            movestogo: Some(5),
            infinite: true,
            ponder: true,
            searchmoves: ["e2e4", "e7e8q"].map(|m| m.parse().expect("a move")).into(),
            ignored: Vec::new(),
        };
        assert_eq!(go, expected);
    }

    #[test]
    fn a_limit_without_a_number_takes_nothing_with_it() {
        let go = limits("go depth nodes 3000 sideways mate two searchmoves movetime 5");
        assert_eq!((go.nodes, go.movetime), (Some(3000), Some(5)));
        assert_eq!(go.ignored, ["depth", "sideways", "mate", "two"]);
        assert_eq!((go.depth, go.mate), (None, None));
    }

    #[test]
    fn names_and_values_may_hold_spaces() {
        let expected = Command::SetOption {
            name: "Move Overhead".to_owned(),
            value: "a b".to_owned(),
        };
        assert_eq!(
            read("setoption name Move  Overhead value a b"),
            Ok(expected)
        );
        let button = Command::SetOption {
            name: "Clear Hash".to_owned(),
            value: String::new(),
        };
        assert_eq!(read(" setoption name Clear Hash\r\n"), Ok(button));
        for line in [
            "setoption",
            "setoption name",
            "setoption value 3",
            "setoption Hash 3",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn positions_with_and_without_moves() {
        let Ok(Command::Position(start, moves)) = read("position startpos moves e2e4 e7e5") else {
            panic!("it is a position");
        };
        assert_eq!((*start, moves.len()), (Chess::default(), 2));
        let Ok(Command::Position(start, moves)) =
            read("position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 3 40 moves e8e7")
        else {
            panic!("it is a position");
        };
        assert_eq!((start.halfmoves(), moves.len()), (3, 1));
        for line in [
            "position",
            "position fen",
            "position startpos moves e2e9",
            "position moves e2e4",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
