//! Writes a game of a contest as PGN.

use shakmaty::Chess;

use super::{
    mover::Trouble,
    play::{End, GameRecord},
    rules::Verdict,
};
use crate::chess::game::{Ending, escape, wrap, write_fen};

/// The tags that do not follow from the game itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The contest.
    pub event: String,
    /// `YYYY.MM.DD`, or `????.??.??` where unknown.
    pub date: String,
    /// The number of the game in it.
    pub round: String,
    /// Who played White.
    pub white: String,
    /// Who played Black.
    pub black: String,
    /// Further tags, such as `WhiteChromosome`.
    pub more: Vec<(&'static str, String)>,
}

/// The game in export format: the Seven Tag Roster, `SetUp` and `FEN` if the game did not start from the initial position,
/// `Termination`, further tags; then the moves and, as a comment, why the game ended, in lines of at most 80 columns.
pub fn write(record: &GameRecord, header: &Header) -> String {
    let result = record.end.result();
    let mut tags = vec![
        ("Event", header.event.clone()),
        ("Site", "?".to_owned()),
        ("Date", header.date.clone()),
        ("Round", header.round.clone()),
        ("White", header.white.clone()),
        ("Black", header.black.clone()),
        ("Result", result.to_owned()),
    ];
    let start = record.game.start();
    if *start != Chess::default() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", write_fen(start)));
    }
    tags.push(("PlyCount", record.game.played().len().to_string()));
    tags.push(("Termination", termination(&record.end).to_owned()));
    tags.extend(header.more.iter().cloned());
    let tags: String = tags
        .iter()
        .map(|(name, value)| format!("[{name} \"{}\"]\n", escape(value)))
        .collect();
    // A brace would end the comment.
    let end = record.end.to_string().replace(['{', '}'], "|");
    let words: Vec<&str> = end.split_whitespace().collect();
    let moves = format!(
        "{} {{{}}} {result}",
        record.game.movetext(),
        words.join(" ")
    );
    format!("{tags}\n{}\n", wrap(moves.trim(), 80))
}

/// The value of the tag `Termination` in the PGN standard.
pub const fn termination(end: &End) -> &'static str {
    match end {
        End::Time(_) | End::Board(Ending::Time(_) | Ending::TimeDraw(_)) => "time forfeit",
        End::Board(_) | End::Trouble(_, Trouble::Resigns) => "normal",
        End::Verdict(Verdict::Resignation(_) | Verdict::Draw | Verdict::TooLong) => "adjudication",
        End::Trouble(_, Trouble::Illegal(_)) => "rules infraction",
        End::Trouble(_, Trouble::Crashed(_) | Trouble::Silent(_)) => "abandoned",
    }
}
