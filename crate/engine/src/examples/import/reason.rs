//! Why a game or a file was not used.

use std::fmt;

use crate::chess::set_up::LOST_CASTLING;

/// Why a game or a file was not used. `Display` gives all details, [`Reason::kind`] omits them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    // --- of a file, or of a member of an archive ---
    /// The file is empty.
    Empty,
    /// A web page, as servers send instead of a file.
    WebPage,
    /// Text in UTF-16 or UTF-32.
    WideText,
    /// A list of positions (EPD or FEN).
    Positions,
    /// A known format that is not supported.
    Foreign(&'static str),
    /// Bytes that are not text.
    NotText,
    /// Text in which no game was found.
    NoGames,
    /// A compressed file within a compressed file.
    PackedTwice,
    /// Compressed data that are inconsistent or have a wrong checksum.
    Damaged(Packing),
    /// Truncated compressed data.
    CutShort(Packing),
    /// A zstd frame that needs more memory than a browser tab should use.
    WindowTooLarge,
    /// A zstd frame that needs a dictionary.
    NeedsDictionary,
    /// An encrypted member of a zip archive.
    Encrypted,
    /// A member of a zip archive that is neither stored nor deflated.
    Method(u16),
    /// A stored member of a zip archive whose length is only given after it.
    UnknownLength,
    /// The members after such a member, whose start cannot be found.
    RestLost,
    /// A member of an archive that is not named `.pgn`.
    NotAPgn,

    // --- of a game ---
    /// Chess960.
    Chess960,
    /// Another variant of chess, as named in the tag.
    Variant(String),
    /// A starting position that is not legal.
    IllegalSetUp(String),
    /// The game has no moves.
    NoMoves,
    /// A word among the moves that is not a move in any known notation.
    NotUnderstood(Word),
    /// A move that is illegal in its position.
    IllegalMove(Word),
    /// A castling move for which the set-up's castling rights contradict its pieces.
    LostCastling(Word),
    /// An ambiguous move.
    AmbiguousMove(Word),
    /// A null move.
    NullMove(Word),
    /// The moves start at this number, without a set-up position.
    Fragment(u32),
    /// A comment that is still open when the next game starts.
    OpenComment,
    /// A variation that is still open when the game ends.
    OpenVariation,
    /// A tag that is not closed or too long.
    OpenTag,
    /// A game or a line that is longer than any real one.
    TooLong,

    // --- by the settings ---
    /// A player's rating is not given.
    NoRating,
    /// A player's rating is below the minimum.
    LowRating,
    /// No winner is known.
    NoWinner,
    /// Neither player has the name that is looked for.
    OtherPlayers,
    /// The game starts from a set-up position.
    SetUp,
    /// No position is left: the game ends within the skipped plies, or the winner has no move after them.
    TooShort,
}

/// A format of compressed data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// RFC 1952.
    Gzip,
    /// RFC 8878.
    Zstd,
    /// PKWARE's APPNOTE.
    Zip,
}

/// A word of the movetext and the ply that it stands for, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its text, cut after 20 characters.
    pub text: String,
    /// The ply in the main line, from 1.
    pub half_move: u32,
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` (half-move {})", self.text, self.half_move)
    }
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Zip => "zip",
        })
    }
}

impl Reason {
    /// The reason without its details; skipped games are counted by it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Empty => "the file is empty",
            Self::WebPage => "a web page, not a PGN file",
            Self::WideText => "text in UTF-16; save it as UTF-8",
            Self::Positions => "a list of positions (EPD or FEN), not games",
            Self::Foreign(_) => "a format that is not read here",
            Self::NotText => "not a text file",
            Self::NoGames => "no games in it",
            Self::PackedTwice => "compressed twice; unpack it once",
            Self::Damaged(_) => "the compressed data are damaged",
            Self::CutShort(_) => "the compressed data are cut short",
            Self::WindowTooLarge => "zstd data that need more than 128 MB of memory",
            Self::NeedsDictionary => "zstd data that need a dictionary",
            Self::Encrypted => "locked by a password",
            Self::Method(_) => "a zip method that is not read here",
            Self::UnknownLength => "a stored zip member of unknown length",
            Self::RestLost => "the rest of the archive can't be found",
            Self::NotAPgn => "not a .pgn file",
            Self::Chess960 => "variant: Chess960",
            Self::Variant(_) => "another variant of chess",
            Self::IllegalSetUp(_) => "the starting position is not legal",
            Self::NoMoves => "no moves",
            Self::NotUnderstood(_) => "move not understood",
            Self::IllegalMove(_) => "illegal move",
            Self::LostCastling(_) => LOST_CASTLING,
            Self::AmbiguousMove(_) => "ambiguous move",
            Self::NullMove(_) => "null move",
            Self::Fragment(_) => "starts late without a set-up",
            Self::OpenComment => "comment not closed",
            Self::OpenVariation => "variation not closed",
            Self::OpenTag => "a tag is not closed or too long",
            Self::TooLong => "longer than any game",
            Self::NoRating => "a rating is missing",
            Self::LowRating => "a rating is below the minimum",
            Self::NoWinner => "no winner",
            Self::OtherPlayers => "neither player has the name asked for",
            Self::SetUp => "starts from a set-up position",
            Self::TooShort => "no position left after the skipped half-moves",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        match self {
            Self::Foreign(format) => write!(f, "{format}, which is not read here"),
            Self::Damaged(packing) => write!(f, "the {packing} data are damaged from here on"),
            Self::CutShort(packing) => write!(f, "the {packing} data are cut short here"),
            Self::Method(method) => write!(f, "zip method {method}, which is not read here"),
            Self::Variant(name) => write!(f, "variant: {name}"),
            Self::IllegalSetUp(why) => write!(f, "{kind}: {why}"),
            Self::NotUnderstood(word)
            | Self::IllegalMove(word)
            | Self::LostCastling(word)
            | Self::AmbiguousMove(word)
            | Self::NullMove(word) => write!(f, "{kind}: {word}"),
            Self::Fragment(number) => write!(f, "starts at move {number} without a set-up"),
            _ => f.write_str(kind),
        }
    }
}
