//! Openings: the positions and first moves that games start with.

use shakmaty::{Chess, Move, Position, san::San};

use super::epd::{self, Skipped};
use crate::{
    chess::{
        game::Game,
        game_file::{GameFile, GameFileError, read_beginnings},
        set_up::LOST_CASTLING,
    },
    sorting::sort_by_key,
};

/// A starting position and the moves played from it before the players take over.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Its name; empty if unknown.
    pub name: String,
    /// Where the game starts.
    pub start: Chess,
    /// The moves from the starting position.
    pub moves: Vec<Move>,
}

impl Opening {
    /// Whether its moves are legal and the game is not over after them.
    pub fn leaves_a_game(&self) -> bool {
        let mut game = Game::from_position(self.start.clone());
        let legal = self
            .moves
            .iter()
            .all(|m| game.position().is_legal(*m) && game.play(*m).is_ok());
        legal && game.ending().is_none()
    }
}

/// The maximum length of an opening in plies; the rest of a longer game is ignored (our choice).
pub const LONGEST: usize = 16;

/// Reads a suite: lines of EPD or FEN, or the games of a PGN file. What cannot be used is returned with its line or game.
pub fn read(text: &str) -> (Vec<Opening>, Vec<Skipped>) {
    if is_pgn(text) {
        return read_pgn(text);
    }
    let (entries, mut skipped) = epd::read_starts(text);
    let mut openings = Vec::new();
    for entry in entries {
        let opening = Opening {
            name: entry.id.unwrap_or_default(),
            start: entry.position,
            moves: Vec::new(),
        };
        if opening.leaves_a_game() {
            openings.push(opening);
        } else {
            skipped.push(Skipped {
                place: entry.line,
                reason: OVER.to_owned(),
            });
        }
    }
    sort_by_key(&mut skipped, |skipped| skipped.place);
    (openings, skipped)
}

const OVER: &str = "the game is over after the opening";

/// Whether a suite is PGN, that is, begins with a tag or a move number.
pub fn is_pgn(text: &str) -> bool {
    let first = text
        .trim_start_matches('\u{feff}')
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with(['%', '#']));
    first.is_some_and(|line| line.starts_with('[') || line.starts_with("1."))
}

fn read_pgn(text: &str) -> (Vec<Opening>, Vec<Skipped>) {
    let (mut openings, mut skipped) = (Vec::new(), Vec::new());
    for (at, game) in read_beginnings(text, LONGEST).into_iter().enumerate() {
        match game.map_err(reason).and_then(of_game) {
            Ok(opening) => openings.push(opening),
            Err(reason) => skipped.push(Skipped {
                place: at + 1,
                reason,
            }),
        }
    }
    (openings, skipped)
}

/// Why a game is no opening; its number is told beside it.
fn reason(error: GameFileError) -> String {
    match error {
        GameFileError::Start(error) => error.to_string(),
        GameFileError::Move(_, san) => format!("{san} is not a legal move there"),
        GameFileError::LostCastling(_, san) => {
            format!("{san} is not a legal move: {LOST_CASTLING}")
        }
        GameFileError::NoGame | GameFileError::Unterminated => error.to_string(),
    }
}

fn of_game(file: GameFile) -> Result<Opening, String> {
    let name = ["Opening", "ECO", "Eco"]
        .into_iter()
        .find_map(|tag| file.tag(tag).filter(|name| !name.is_empty()));
    let opening = Opening {
        name: name.unwrap_or_default().to_owned(),
        start: file.game.start().clone(),
        moves: file.game.played().iter().map(|played| played.m).collect(),
    };
    if !opening.leaves_a_game() {
        return Err(OVER.to_owned());
    }
    if opening.moves.is_empty() && opening.start == Chess::default() {
        return Err("a game without moves".to_owned());
    }
    Ok(opening)
}

/// The default openings: well-known lines of four to eight plies after which neither side stands clearly better, chosen by us
/// from general knowledge.
pub fn built_in() -> Vec<Opening> {
    BUILT_IN
        .iter()
        .map(|(name, line)| {
            let mut position = Chess::default();
            let moves = line.split(' ').map(|san| {
                let san: San = san.parse().expect("written here");
                let m = san.to_move(&position).expect("written here");
                position.play_unchecked(m);
                m
            });
            Opening {
                name: (*name).to_owned(),
                moves: moves.collect(),
                start: Chess::default(),
            }
        })
        .collect()
}

const BUILT_IN: [(&str, &str); 40] = [
    ("Ruy Lopez, Morphy", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"),
    ("Ruy Lopez, Berlin", "e4 e5 Nf3 Nc6 Bb5 Nf6"),
    ("Italian Game", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6"),
    ("Two Knights", "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7"),
    ("Scotch Game", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6"),
    ("Four Knights", "e4 e5 Nf3 Nc6 Nc3 Nf6"),
    ("Petrov", "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4"),
    ("Vienna Game", "e4 e5 Nc3 Nf6 g3 d5"),
    ("Philidor", "e4 d6 d4 Nf6 Nc3 e5"),
    ("Sicilian, Najdorf path", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6"),
    ("Sicilian, Classical path", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6"),
    ("Sicilian, Taimanov", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6"),
    ("Sicilian, Kan", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6"),
    ("Sicilian, Rossolimo", "e4 c5 Nf3 Nc6 Bb5 g6"),
    ("Sicilian, Alapin", "e4 c5 c3 Nf6 e5 Nd5"),
    ("Sicilian, Closed", "e4 c5 Nc3 Nc6 g3 g6"),
    ("French, Winawer", "e4 e6 d4 d5 Nc3 Bb4"),
    ("French, Classical", "e4 e6 d4 d5 Nc3 Nf6"),
    ("French, Tarrasch", "e4 e6 d4 d5 Nd2 c5"),
    ("French, Advance", "e4 e6 d4 d5 e5 c5 c3 Nc6"),
    ("Caro-Kann, Classical", "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5"),
    ("Caro-Kann, Advance", "e4 c6 d4 d5 e5 Bf5"),
    ("Caro-Kann, Exchange", "e4 c6 d4 d5 exd5 cxd5"),
    ("Pirc", "e4 d6 d4 Nf6 Nc3 g6"),
    ("Scandinavian", "e4 d5 exd5 Qxd5 Nc3 Qa5"),
    ("Queen's Gambit Declined", "d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7"),
    ("Queen's Gambit, Exchange", "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5"),
    ("Queen's Gambit Accepted", "d4 d5 c4 dxc4 Nf3 Nf6 e3 e6"),
    ("Slav", "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4"),
    ("Semi-Slav", "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6"),
    ("Tarrasch", "d4 d5 c4 e6 Nc3 c5"),
    ("London System", "d4 d5 Nf3 Nf6 Bf4 c5"),
    ("Nimzo-Indian", "d4 Nf6 c4 e6 Nc3 Bb4"),
    ("Queen's Indian", "d4 Nf6 c4 e6 Nf3 b6"),
    ("Catalan", "d4 Nf6 c4 e6 g3 d5"),
    ("King's Indian", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6"),
    ("Grünfeld", "d4 Nf6 c4 g6 Nc3 d5"),
    ("English, Symmetrical", "c4 c5 Nf3 Nf6 Nc3 Nc6"),
    ("English, Reversed Sicilian", "c4 e5 Nc3 Nf6 Nf3 Nc6"),
    ("Réti", "Nf3 d5 g3 Nf6 Bg2 c6"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chess::key::key, play::contest::mover::Mover as _};

    #[test]
    fn the_built_in_ones_are_distinct_and_short() {
        let openings = built_in();
        let mut ends: Vec<u64> = openings
            .iter()
            .map(|opening| {
                assert!((4..=8).contains(&opening.moves.len()), "{}", opening.name);
                assert_eq!(
                    opening.moves.len() % 2,
                    0,
                    "White moves first: {}",
                    opening.name
                );
                let mut position = opening.start.clone();
                opening
                    .moves
                    .iter()
                    .for_each(|m| position.play_unchecked(*m));
                key(&position)
            })
            .collect();
        ends.sort_unstable();
        ends.dedup();
        assert_eq!(ends.len(), openings.len());
    }

    /// Checks with our own search, so it proves no more than that no opening contains a blunder.
    #[test]
    fn the_built_in_ones_are_balanced() {
        for opening in built_in() {
            let mut game = crate::chess::game::Game::default();
            for m in &opening.moves {
                game.play(*m).expect("legal");
            }
            let setup = crate::play::engine::Setup::staunton(1);
            let mut engine = crate::play::contest::mover::EngineMover::new(&setup, Some(20_000));
            engine.new_game(0).expect("it plays");
            let mut budget = crate::play::contest::mover::Budget {
                nodes: u64::MAX,
                time: crate::play::contest::mover::Time::Free,
                now: &mut || 0,
            };
            let choice = engine.choose(&game, &mut budget).expect("a move");
            let pawns = f64::from(choice.score.unwrap_or(0)) / 16_000.0;
            assert!(pawns.abs() < 1.0, "{}: {pawns}", opening.name);
        }
    }

    #[test]
    fn reads_games_and_positions() {
        let pgn = "[Event \"x\"]\n[Opening \"King's Pawn\"]\n\n1. e4 e5 {a remark} (1... c5) *\n\n\
            [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n\n[Event \"y\"]\n\n1. e5 *\n\n[Event \"z\"]\n\n*\n\n\
            [FEN \"nonsense\"]\n\n*\n\n[Event \"w\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        let (openings, skipped) = read(pgn);
        assert_eq!(
            openings
                .iter()
                .map(|opening| opening.moves.len())
                .collect::<Vec<_>>(),
            [2, 1]
        );
        assert_eq!(openings[0].name, "King's Pawn");
        assert_eq!(
            skipped.iter().map(|skip| skip.place).collect::<Vec<_>>(),
            [3, 4, 5, 6],
            "{skipped:?}"
        );
        let (openings, skipped) =
            read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nx\n");
        assert_eq!((openings.len(), skipped.len()), (1, 1));
    }

    #[test]
    fn castling_that_the_set_up_rules_out_is_told_by_its_rights() {
        let (openings, skipped) = read(
            "[FEN \"4k3/8/8/8/8/8/4P3/4K1R1 w Kq - 0 1\"]\n\n1. O-O *\n\n\
             [FEN \"4k3/8/8/8/8/8/4P3/4K2R w - - 0 1\"]\n\n1. O-O *\n\n\
             [FEN \"4k3/8/8/8/8/8/4P3/2K3R1 w G - 0 1\"]\n\n1. e4 *\n",
        );
        assert_eq!(openings.len(), 0);
        let reasons: Vec<&str> = skipped.iter().map(|skip| skip.reason.as_str()).collect();
        assert!(
            reasons[0]
                .contains("O-O is not a legal move: the castling rights of the FEN contradict")
        );
        assert_eq!(reasons[1], "O-O is not a legal move there");
        assert!(reasons[2].contains("Chess960"));
        let (openings, skipped) =
            read("4k3/8/8/8/8/8/4P3/2K3R1 w G -\n4k3/8/8/8/8/8/4P3/2K3R1 w - -\n");
        assert_eq!(openings.len(), 1);
        assert_eq!(
            (skipped[0].place, &skipped[0].reason),
            (1, &reasons[2].to_owned())
        );
    }

    #[test]
    fn of_a_long_game_the_beginning() {
        let (openings, _) = read(
            "1. a3 a6 2. b3 b6 3. c3 c6 4. d3 d6 5. e3 e6 6. f3 f6 7. g3 g6 8. h3 h6 9. a4 a5 *",
        );
        assert_eq!(openings[0].moves.len(), LONGEST);
    }

    #[test]
    fn no_opening_after_which_the_game_is_drawn() {
        let thrice = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *";
        let fifty = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 100 80";
        for text in [thrice, fifty] {
            let (openings, skipped) = read(text);
            assert_eq!((openings.len(), skipped.len()), (0, 1), "{text}");
        }
    }
}
