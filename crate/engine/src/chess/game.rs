//! A game in progress: its moves, its positions and its ending.

use shakmaty::{
    CastlingMode, Chess, Color, Move, Position, Role,
    san::{San, SanError, SanPlus},
    uci::UciMove,
};

use crate::chess::key::key;

pub use crate::chess::set_up::{SetUpError, read_fen, read_forgiving, write_fen};

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This side has mated.
    Mate(Color),
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The same position for the third time.
    Repetition,
    /// Fifty moves of each side without a capture or a pawn's move.
    FiftyMoves,
    /// Insufficient material.
    Material,
    /// This side has resigned.
    Resignation(Color),
    /// This side has run out of time.
    Time(Color),
    /// This side has run out of time, and the other has insufficient material to mate.
    TimeDraw(Color),
}

impl Ending {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn score(self) -> &'static str {
        match self {
            Self::Mate(winner) => winner.fold_wb("1-0", "0-1"),
            Self::Resignation(loser) | Self::Time(loser) => loser.fold_wb("0-1", "1-0"),
            _ => "1/2-1/2",
        }
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |color: Color| color.fold_wb("White", "Black");
        match self {
            Self::Mate(winner) => write!(f, "{} mates", name(*winner)),
            Self::Stalemate => write!(f, "Draw by stalemate"),
            Self::Repetition => write!(f, "Draw by threefold repetition"),
            Self::FiftyMoves => write!(f, "Draw by the fifty-move rule"),
            Self::Material => write!(f, "Draw: neither side can mate"),
            Self::Resignation(loser) => write!(f, "{} resigns", name(*loser)),
            Self::Time(loser) => write!(f, "{} loses on time", name(*loser)),
            Self::TimeDraw(late) => write!(
                f,
                "Draw: {} ran out of time, {} cannot mate",
                name(*late),
                name(!*late)
            ),
        }
    }
}

/// Why a move that a person entered cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The game is over.
    Over,
    /// Neither SAN nor UCI.
    Unreadable(String),
    /// Not legal in the position.
    Illegal(String),
    /// A pawn becomes something, and the text does not say what; another that does.
    Promotion(String, String),
    /// Several moves are possible: these.
    Ambiguous(String, Vec<String>),
}

impl std::fmt::Display for MoveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Over => write!(f, "the game is over"),
            Self::Unreadable(text) => {
                write!(f, "\"{text}\" is not a move: write Nf3 or g1f3")
            }
            Self::Illegal(text) => write!(f, "{text} is not a legal move here"),
            Self::Promotion(text, example) => {
                write!(
                    f,
                    "{text} does not say what the pawn becomes: write {example}"
                )
            }
            Self::Ambiguous(text, moves) => {
                write!(f, "{text} could be {}", moves.join(" or "))
            }
        }
    }
}

impl std::error::Error for MoveError {}

/// A move of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The move.
    pub m: Move,
    /// The move in SAN, such as `Nf3+`.
    pub san: String,
    /// The position after it.
    pub position: Chess,
}

/// A game from its first position to its last move.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    start: Chess,
    played: Vec<Played>,
    /// The keys of the starting position and of the position after each move.
    keys: Vec<u64>,
    /// An ending that no position shows.
    ended: Option<Ending>,
    /// Whether nobody claims a draw.
    unclaimed: bool,
}

impl Default for Game {
    fn default() -> Self {
        Self::from_position(Chess::default())
    }
}

impl Game {
    /// A game that starts from `position`.
    pub fn from_position(position: Chess) -> Self {
        Self {
            keys: vec![key(&position)],
            start: position,
            played: Vec::new(),
            ended: None,
            unclaimed: false,
        }
    }

    /// The same game where nobody claims a draw: it goes on after a third repetition and after fifty moves, as games from files do
    /// and analyses may.
    pub fn unclaimed(self) -> Self {
        Self {
            unclaimed: true,
            ..self
        }
    }

    /// The starting position.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// The current position.
    pub fn position(&self) -> &Chess {
        self.played
            .last()
            .map_or(&self.start, |played| &played.position)
    }

    /// The moves played.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// The keys of the positions before the current one, for a search that must see repetitions.
    pub fn earlier_keys(&self) -> &[u64] {
        &self.keys[..self.played.len()]
    }

    /// The ending of the game, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        let here = self.keys[self.played.len()];
        if self.ended.is_some() {
            self.ended
        } else if position.is_checkmate() {
            Some(Ending::Mate(!position.turn()))
        } else if position.is_stalemate() {
            Some(Ending::Stalemate)
        } else if position.is_insufficient_material() {
            Some(Ending::Material)
        } else if self.unclaimed {
            None
        } else if position.halfmoves() >= 100 {
            Some(Ending::FiftyMoves)
        } else if self
            .earlier_keys()
            .iter()
            .filter(|key| **key == here)
            .count()
            >= 2
        {
            Some(Ending::Repetition)
        } else {
            None
        }
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// When the game is over or the move is not legal; nothing changes then.
    pub fn play(&mut self, m: Move) -> Result<(), MoveError> {
        let mut position = self.position().clone();
        if self.ending().is_some() {
            return Err(MoveError::Over);
        }
        if !position.is_legal(m) {
            return Err(MoveError::Illegal(
                m.to_uci(CastlingMode::Standard).to_string(),
            ));
        }
        let san = SanPlus::from_move_and_play_unchecked(&mut position, m).to_string();
        self.keys.push(key(&position));
        self.played.push(Played { m, san, position });
        Ok(())
    }

    /// Plays a move that a person entered, in SAN or UCI notation.
    ///
    /// # Errors
    /// What is wrong with it; nothing changes then.
    pub fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        if self.ending().is_some() {
            return Err(MoveError::Over);
        }
        let m = read_move(self.position(), text.trim())?;
        self.play(m)
    }

    /// Takes the last half-move (or resignation, or fall of the flag) back; false when there is none.
    pub fn take_back(&mut self) -> bool {
        if self.ended.take().is_some() {
            return true;
        }
        let taken = self.played.pop().is_some();
        self.keys.truncate(self.played.len() + 1);
        taken
    }

    /// One side gives up.
    pub fn resign(&mut self, loser: Color) {
        if self.ending().is_none() {
            self.ended = Some(Ending::Resignation(loser));
        }
    }

    /// One side runs out of time.
    pub fn flag(&mut self, late: Color) {
        if self.ending().is_none() {
            let can_mate = !self.position().has_insufficient_material(!late);
            self.ended = Some(if can_mate {
                Ending::Time(late)
            } else {
                Ending::TimeDraw(late)
            });
        }
    }

    /// The moves as one line of text: `1. e4 e5 2. Nf3`.
    pub fn movetext(&self) -> String {
        movetext(
            &self.start,
            self.played.iter().map(|played| played.san.as_str()),
        )
    }

    /// The number of the next move as people write it: `12.`, or `12...` where Black is to move.
    pub fn move_number(&self) -> String {
        let position = self.position();
        let dots = position.turn().fold_wb(".", "...");
        format!("{}{dots}", position.fullmoves())
    }

    /// The game as PGN with the Seven Tag Roster, `SetUp`/`FEN` when it did not start from the usual position, `Termination` when it
    /// ended on time, and further tags. Of these, one of the roster takes the place of what would stand there, a result where it is known and the game is not over on the board.
    pub fn pgn(&self, white: &str, black: &str, date: &str, more: &[(&str, &str)]) -> String {
        let known = more
            .iter()
            .find(|(name, value)| *name == "Result" && *value != "*");
        // What stands on the board outlasts what was agreed of a game that went on.
        let score = match self.ending() {
            Some(ending) => ending.score(),
            None => known.map_or("*", |(_, value)| *value),
        };
        let mut tags = vec![
            ("Event", "Millipawn".to_owned()),
            ("Site", "?".to_owned()),
            ("Date", date.to_owned()),
            ("Round", "?".to_owned()),
            ("White", white.to_owned()),
            ("Black", black.to_owned()),
            ("Result", score.to_owned()),
        ];
        if self.start != Chess::default() {
            tags.push(("SetUp", "1".to_owned()));
            tags.push(("FEN", write_fen(&self.start)));
        }
        if let Some(Ending::Time(_) | Ending::TimeDraw(_)) = self.ending() {
            tags.push(("Termination", "time forfeit".to_owned()));
        }
        for (name, value) in more {
            match tags.iter_mut().find(|(known, _)| known == name) {
                _ if matches!(*name, "SetUp" | "FEN" | "Result") => {}
                Some((_, there)) => (*value).clone_into(there),
                None => tags.push((*name, (*value).to_owned())),
            }
        }
        let tags: String = tags
            .iter()
            .map(|(name, value)| format!("[{name} \"{}\"]\n", escape(value)))
            .collect();
        let moves = format!("{} {score}", self.movetext());
        format!("{tags}\n{}\n", wrap(moves.trim(), 80))
    }
}

/// A line of moves from `start` as text, with move numbers.
pub fn movetext<'a>(start: &Chess, sans: impl Iterator<Item = &'a str>) -> String {
    let mut turn = start.turn();
    let mut number = start.fullmoves().get();
    let mut words: Vec<String> = Vec::new();
    for san in sans {
        if turn.is_white() {
            words.push(format!("{number}."));
        } else if words.is_empty() {
            words.push(format!("{number}..."));
        }
        words.push(san.to_owned());
        number += turn.fold_wb(0, 1);
        turn = !turn;
    }
    words.join(" ")
}

pub(crate) fn escape(value: &str) -> String {
    value
        .chars()
        .filter(|c| !c.is_control())
        .flat_map(|c| {
            if matches!(c, '"' | '\\') {
                vec!['\\', c]
            } else {
                vec![c]
            }
        })
        .collect()
}

pub(crate) fn wrap(text: &str, columns: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.len() - 1;
        if !lines[line].is_empty() && lines[line].len() + 1 + word.len() >= columns {
            lines.push(word.to_owned());
        } else {
            let space = if lines[line].is_empty() { "" } else { " " };
            lines[line] += &format!("{space}{word}");
        }
    }
    lines.join("\n")
}

/// Reads a move as people write it: UCI (`g1f3`, `e7e8q`) or SAN (`Nf3`, `O-O` or `0-0`, marks like `!?` ignored), be it with other
/// letters than usual (`nf3`, `a8q`, `o-o`) where nothing else is meant by them.
///
/// # Errors
/// What is wrong with it.
pub fn read_move(position: &Chess, text: &str) -> Result<Move, MoveError> {
    if let Some(uci) = read_uci(text) {
        return of_uci(position, &uci, text);
    }
    let plain = text
        .trim_end_matches(['!', '?', '+', '#', ' '])
        .replace('0', "O");
    let as_written = match (plain.parse::<San>(), read_uci(&plain.to_ascii_lowercase())) {
        // `B3d4` is a bishop's move, `E2E4` nobody's.
        (Ok(san), _) => of_san(position, san, text),
        (Err(_), Some(uci)) => of_uci(position, &uci, text),
        (Err(_), None) => Err(MoveError::Unreadable(text.chars().take(20).collect())),
    };
    if !matches!(
        as_written,
        Err(MoveError::Illegal(_) | MoveError::Unreadable(_))
    ) {
        return as_written;
    }
    match usual_letters(&plain).parse::<San>() {
        Ok(san) => of_san(position, san, text),
        Err(_) => as_written,
    }
}

/// The text with the letters that SAN has: `nf3` is `Nf3`, `a8q` is `a8=Q`.
fn usual_letters(text: &str) -> String {
    if matches!(text.len(), 3 | 5) && text.contains('-') {
        return text.to_ascii_uppercase();
    }
    let lower = text.replace('=', "").to_ascii_lowercase();
    let promotes = |to: &str| to.ends_with(['1', '8']);
    match lower.char_indices().next_back() {
        Some((at, role @ ('q' | 'r' | 'b' | 'n'))) if promotes(&lower[..at]) => {
            format!("{}={}", &lower[..at], role.to_ascii_uppercase())
        }
        // Shorter ones are pawns' moves.
        Some(_) if lower.len() > 2 && lower.starts_with(['k', 'q', 'r', 'b', 'n']) => {
            lower[..1].to_ascii_uppercase() + &lower[1..]
        }
        _ => lower,
    }
}

fn of_uci(position: &Chess, uci: &UciMove, text: &str) -> Result<Move, MoveError> {
    uci.to_move(position).map_err(|_| {
        refused(position, text, |m| match *uci {
            UciMove::Normal {
                from,
                to,
                promotion: None,
            } => m.from() == Some(from) && m.to() == to,
            _ => false,
        })
    })
}

fn of_san(position: &Chess, san: San, text: &str) -> Result<Move, MoveError> {
    san.to_move(position).map_err(|error| match error {
        SanError::AmbiguousSan => {
            let moves = position
                .legal_moves()
                .iter()
                .filter(|m| san.matches(**m))
                .map(|m| SanPlus::from_move(position.clone(), *m).to_string())
                .collect();
            MoveError::Ambiguous(text.to_owned(), moves)
        }
        SanError::IllegalSan => refused(position, text, |m| match san {
            San::Normal {
                role: Role::Pawn,
                file,
                rank,
                capture,
                to,
                promotion: None,
            } => San::Normal {
                role: Role::Pawn,
                file,
                rank,
                capture,
                to,
                promotion: m.promotion(),
            }
            .matches(m),
            _ => false,
        }),
    })
}

/// Why this move cannot be played. `meant`: whether it lacks nothing but what the pawn of that move becomes.
fn refused(position: &Chess, text: &str, meant: impl Fn(Move) -> bool) -> MoveError {
    let promotes = |m: &&Move| m.promotion() == Some(Role::Queen) && meant(**m);
    match position.legal_moves().iter().find(promotes) {
        Some(m) => MoveError::Promotion(text.to_owned(), San::from_move(position, *m).to_string()),
        None => MoveError::Illegal(text.to_owned()),
    }
}

/// A move as UCI has it, that moves something.
fn read_uci(text: &str) -> Option<UciMove> {
    let uci = text.parse().ok()?;
    (uci != UciMove::Null && text.len() >= 4).then_some(uci)
}
