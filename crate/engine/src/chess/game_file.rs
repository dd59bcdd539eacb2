//! Reads the first game of a PGN, to view and to continue it.

use std::{fmt, ops::ControlFlow};

use pgn_reader::{Outcome, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::san::San;

use super::{
    game::Game,
    set_up::{LOST_CASTLING, SetUpError, read_start},
};

/// The first game of a PGN.
#[derive(Clone, Debug, PartialEq)]
pub struct GameFile {
    /// Its main line.
    pub game: Game,
    /// The tags, unchanged and in their order.
    pub tags: Vec<(String, String)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, from the end of the moves or else from the tags.
    pub result: String,
    /// The plies that were dropped because no game goes on there: after mate, stalemate, or where neither side can mate.
    pub left_out: usize,
    /// The number of games in the text.
    pub games: usize,
}

impl GameFile {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(known, _)| known == name);
        tag.map(|(_, value)| value.as_str())
    }
}

/// Why no game could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameFileError {
    /// No tags and no moves.
    NoGame,
    /// A tag or a comment of the first game does not end.
    Unterminated,
    /// The first game's position cannot be set up.
    Start(SetUpError),
    /// An illegal move of the first game: its number (`12...`) and its text.
    Move(String, String),
    /// The same of a castling move, where the position's castling rights contradict its pieces.
    LostCastling(String, String),
}

impl fmt::Display for GameFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => write!(f, "there is no game in it"),
            Self::Unterminated => write!(f, "a tag or a comment is not closed"),
            Self::Start(error) => write!(f, "its FEN tag: {error}"),
            Self::Move(number, san) => write!(f, "{number} {san} is not a legal move"),
            Self::LostCastling(number, san) => {
                write!(f, "{number} {san} is not a legal move: {LOST_CASTLING}")
            }
        }
    }
}

impl std::error::Error for GameFileError {}

/// Reads the first game of a PGN.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<GameFile, GameFileError> {
    let mut reader = reader(text.trim_start_matches('\u{feff}').as_bytes());
    let mut whole = MainLine {
        unclaimed: true,
        ..MainLine::up_to(usize::MAX)
    };
    let first = reader
        .read_game(&mut whole)
        .map_err(|_| GameFileError::Unterminated)?;
    let games = 1 + all_games(&mut reader, || Counted).count();
    let file = first.ok_or(GameFileError::NoGame)??;
    let nothing = file.tags.is_empty() && file.game.played().is_empty();
    if nothing {
        return Err(GameFileError::NoGame);
    }
    Ok(GameFile { games, ..file })
}

/// Reads the beginning of each game of a PGN, at most so many plies; what follows is not looked at.
pub fn read_beginnings(text: &str, most: usize) -> Vec<Result<GameFile, GameFileError>> {
    let mut reader = reader(text.trim_start_matches('\u{feff}').as_bytes());
    all_games(&mut reader, || MainLine::up_to(most))
        .map(|game| game.unwrap_or(Err(GameFileError::Unterminated)))
        .collect()
}

/// The longest tag that is read for sure, in bytes (our choice: a program in a tag has more than the usual 255).
const LONGEST_TAG: usize = 1 << 14;

/// A reader of PGN.
pub(crate) fn reader(text: &[u8]) -> Reader<&[u8]> {
    Reader::build(text)
        .set_supported_tag_line_length(LONGEST_TAG)
        .finish()
}

/// What visitors make of the games that follow; `None` for one with a tag or a comment that does not end. The reader goes on behind it.
pub(crate) fn all_games<V: Visitor>(
    reader: &mut Reader<&[u8]>,
    visitor: impl Fn() -> V,
) -> impl Iterator<Item = Option<V::Output>> {
    std::iter::from_fn(move || match reader.read_game(&mut visitor()) {
        Ok(Some(output)) => Some(Some(output)),
        Ok(None) => None,
        Err(_) => Some(None),
    })
}

/// A game that is not looked into.
struct Counted;

impl Visitor for Counted {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (): ()) {}
}

/// The main line of a game.
struct MainLine {
    /// Plies that are read.
    most: usize,
    /// Whether it goes on where a draw could be claimed.
    unclaimed: bool,
    /// Whether castling rights of its set-up were dropped.
    lost_castling: bool,
}

impl MainLine {
    const fn up_to(most: usize) -> Self {
        Self {
            most,
            unclaimed: false,
            lost_castling: false,
        }
    }
}

type Tags = Vec<(String, String)>;

impl Visitor for MainLine {
    type Tags = Tags;
    type Movetext = GameFile;
    type Output = Result<GameFile, GameFileError>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(
        &mut self,
        tags: &mut Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let name = String::from_utf8_lossy(name).into_owned();
        tags.push((name, value.decode_utf8_lossy().trim().to_owned()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, GameFile> {
        let mut file = GameFile {
            game: Game::default(),
            result: "*".to_owned(),
            tags,
            left_out: 0,
            games: 0,
        };
        if let Some(result) = file.tag("Result") {
            file.result = result.to_owned();
        }
        match file.tag("FEN").map(read_start) {
            None => {}
            Some(Ok(start)) => {
                self.lost_castling = start.lost_castling;
                file.game = Game::from_position(start.position);
            }
            Some(Err(error)) => return ControlFlow::Break(Err(GameFileError::Start(error))),
        }
        if self.unclaimed {
            file.game = file.game.unclaimed();
        }
        ControlFlow::Continue(file)
    }

    fn san(&mut self, file: &mut GameFile, san: SanPlus) -> ControlFlow<Self::Output> {
        if file.game.played().len() >= self.most {
            return ControlFlow::Continue(());
        }
        if file.game.ending().is_some() {
            file.left_out += 1;
            return ControlFlow::Continue(());
        }
        let m = san.san.to_move(file.game.position());
        if m.is_ok_and(|m| file.game.play(m).is_ok()) {
            return ControlFlow::Continue(());
        }
        let (number, text) = (file.game.move_number(), san.to_string());
        ControlFlow::Break(Err(match san.san {
            San::Castle(_) if self.lost_castling => GameFileError::LostCastling(number, text),
            _ => GameFileError::Move(number, text),
        }))
    }

    fn begin_variation(&mut self, _: &mut GameFile) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn outcome(&mut self, file: &mut GameFile, outcome: Outcome) -> ControlFlow<Self::Output> {
        if outcome.is_known() {
            file.result = outcome.to_string();
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, file: GameFile) -> Self::Output {
        Ok(file)
    }
}
