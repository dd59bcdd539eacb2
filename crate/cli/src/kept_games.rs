//! The games of a contest as text, so that it goes on where it was.
//!
//! The name of the format and its version; a line `key value` for all that decides the games; `crc` and a checksum. Then a line for each
//! game that is over: its number, its result, the game, a checksum. Every checksum is that of the whole text up to it, so that games can be
//! appended one by one, and a line that was lost, changed or moved is found. A last line that is cut short counts as not written.

use std::fmt::Write;

use base64ct::{Base64UrlUnpadded, Encoding};
use crc32fast::Hasher;
use millipawn_evolve::job::{
    game_task::Played,
    task::{JobResult, Outcome, TaskId},
};

const NAME: &str = "millipawn-games";
const VERSION: &str = "1";
/// The line that ends the settings.
const END: &str = "crc";

/// All that decides the games of a contest, as rows of a name and a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(Vec<(String, String)>);

/// Games that are over, in their order, and what they were played by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptGames {
    /// What decides the games.
    pub settings: Settings,
    /// The games.
    pub games: Vec<Played>,
    /// Whether another line was begun and not ended.
    pub is_cut: bool,
}

/// Why a text holds no games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptGamesError {
    /// It does not begin as one.
    NoGames,
    /// It was written by a version that this program does not know.
    UnknownVersion(String),
    /// This line is not as it was written, or lines before it are missing.
    Damaged(usize),
}

impl std::fmt::Display for KeptGamesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoGames => write!(
                f,
                "it does not hold the games of a match, a tournament or a ladder"
            ),
            Self::UnknownVersion(version) => write!(
                f,
                "games of version {version}, which this program does not know"
            ),
            Self::Damaged(line) => write!(
                f,
                "line {line} is damaged, or lines before it are missing: the file is left as it is"
            ),
        }
    }
}

impl std::error::Error for KeptGamesError {}

impl Settings {
    /// With another row. What the value holds beside one line of text is escaped.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl ToString) -> Self {
        let value = value.to_string();
        let is_plain = !value.chars().any(char::is_control);
        let value = match is_plain {
            true => value,
            false => value.escape_debug().to_string(),
        };
        self.0.push((name.into(), value));
        self
    }

    fn value(&self, name: &str) -> Option<&str> {
        let row = self.0.iter().find(|(other, _)| other == name);
        row.map(|(_, value)| &**value)
    }

    /// The first row in which others differ from these, for people.
    pub fn difference(&self, others: &Self) -> Option<String> {
        if self == others {
            return None;
        }
        let mut names = self.0.iter().chain(&others.0).map(|(name, _)| name);
        let differing = names.find(|name| self.value(name) != others.value(name));
        let shown = |settings: &Self, name: &str| match settings.value(name) {
            Some(value) => value.to_owned(),
            None => "nothing".to_owned(),
        };
        Some(match differing {
            Some(name) => format!(
                "{} is {} there and {} here",
                name.replace('-', " "),
                shown(others, name),
                shown(self, name)
            ),
            None => "it says the same in another order, or twice".to_owned(),
        })
    }
}

/// Writes the text line by line.
#[derive(Clone, Debug)]
pub struct Scribe {
    /// Of what was written.
    sum: Hasher,
    games: u32,
}

impl Scribe {
    /// One that has written the settings, and what it wrote.
    pub fn begin(settings: &Settings) -> (Self, String) {
        let mut scribe = Self {
            sum: Hasher::new(),
            games: 0,
        };
        let mut text = format!("{NAME} {VERSION}\n");
        for (name, value) in &settings.0 {
            // Writing into a string cannot fail.
            let _ = writeln!(text, "{name} {value}");
        }
        scribe.sum.update(text.as_bytes());
        text += &scribe.sealed(END);
        (scribe, text)
    }

    /// The line of the next game.
    pub fn game(&mut self, played: &Played) -> String {
        let body = body(self.games, played);
        self.games += 1;
        self.sealed(&body)
    }

    /// The line with its checksum.
    fn sealed(&mut self, body: &str) -> String {
        self.sum.update(body.as_bytes());
        let rest = format!(" {:08x}\n", self.sum.clone().finalize());
        self.sum.update(rest.as_bytes());
        format!("{body}{rest}")
    }
}

/// The line of a game without its checksum.
fn body(number: u32, played: &Played) -> String {
    let outcome = Outcome {
        id: TaskId {
            generation: 0,
            phase: 0,
            chunk: number,
        },
        result: JobResult::Game(played.clone()),
    };
    let game = Base64UrlUnpadded::encode_string(&outcome.to_bytes());
    format!("{} {} {game}", number + 1, played.end.result())
}

/// The game of a line without its checksum; `None` where it is not the line of this number.
fn game(number: u32, line: &str) -> Option<Played> {
    let (_, encoded) = line.rsplit_once(' ')?;
    let bytes = Base64UrlUnpadded::decode_vec(encoded).ok()?;
    let JobResult::Game(played) = Outcome::from_bytes(&bytes).ok()?.result else {
        return None;
    };
    (body(number, &played) == line).then_some(played)
}

impl KeptGames {
    /// The text.
    pub fn to_text(&self) -> String {
        let (mut scribe, mut text) = Scribe::begin(&self.settings);
        for played in &self.games {
            text += &scribe.game(played);
        }
        text
    }

    /// Inverse of [`KeptGames::to_text`], also of one whose last line is cut short.
    ///
    /// # Errors
    /// The first departure from the format.
    pub fn from_text(text: &str) -> Result<Self, KeptGamesError> {
        let first = text.split('\n').next().unwrap_or_default();
        let version = first
            .strip_prefix(NAME)
            .and_then(|rest| rest.strip_prefix(' '));
        let version = version.ok_or(KeptGamesError::NoGames)?;
        if version != VERSION {
            let found = version.chars().take(20).collect();
            return Err(KeptGamesError::UnknownVersion(found));
        }
        let mut kept = Self::default();
        let (mut sum, mut is_head) = (Hasher::new(), true);
        for (number, whole) in (1..).zip(text.split_inclusive('\n')) {
            let damaged = || KeptGamesError::Damaged(number);
            let Some(line) = whole.strip_suffix('\n') else {
                kept.is_cut = true;
                break;
            };
            let (body, last) = line.rsplit_once(' ').ok_or_else(damaged)?;
            if number > 1 && (!is_head || body == END) {
                let mut up_to_here = sum.clone();
                up_to_here.update(body.as_bytes());
                if format!("{:08x}", up_to_here.finalize()) != last {
                    return Err(damaged());
                }
                if !is_head {
                    let played = u32::try_from(kept.games.len()).ok();
                    let played = played.and_then(|number| game(number, body));
                    kept.games.push(played.ok_or_else(damaged)?);
                }
                is_head = false;
            } else if number > 1 {
                let (name, value) = line.split_once(' ').ok_or_else(damaged)?;
                kept.settings.0.push((name.to_owned(), value.to_owned()));
            }
            sum.update(whole.as_bytes());
        }
        match is_head {
            // Not even the settings are whole.
            true => Err(KeptGamesError::Damaged(text.lines().count())),
            false => Ok(kept),
        }
    }
}

#[cfg(test)]
mod tests {
    use millipawn_engine::play::contest::{mover::Trouble, play::End, play::Reported};
    use shakmaty::Color;

    use super::*;

    fn kept() -> KeptGames {
        let played = |moves: &[&str]| Played {
            end: End::Trouble(Color::Black, Trouble::Crashed("two\nlines".to_owned())),
            moves: moves.iter().map(ToString::to_string).collect(),
            reported: vec![Reported {
                score: Some(-16),
                nodes: 1 << 40,
            }],
        };
        KeptGames {
            settings: Settings::default()
                .with("player-1", "uci:a b?c=d")
                .with("player-2", "uci:a?b=c\nd"),
            games: vec![
                played(&["e2e4"]),
                played(&["d2d4", "e1g1"]),
                played(&["e2e4"]),
            ],
            is_cut: false,
        }
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        let text = kept().to_text();
        assert_eq!(KeptGames::from_text(&text), Ok(kept()));
        assert_eq!(text.lines().count(), 4 + 3);
        assert!(text.lines().nth(4).expect("a game").starts_with("1 1-0 "));
    }

    #[test]
    fn a_last_line_that_is_cut_short_is_not_there() {
        let text = kept().to_text();
        let begins = text.trim_end().rfind('\n').expect("many lines") + 1;
        for end in begins + 1..text.len() {
            let read = KeptGames::from_text(&text[..end]).expect("the others are whole");
            assert!(read.is_cut);
            assert_eq!(read.games, kept().games[..2]);
        }
        assert_eq!(
            KeptGames::from_text(&text[..begins]).map(|read| read.is_cut),
            Ok(false)
        );
    }

    #[test]
    fn lines_that_changed_are_named() {
        let text = kept().to_text();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let read = |lines: &[&str]| KeptGames::from_text(&lines.concat());
        for missing in 1..lines.len() - 1 {
            let rest = [&lines[..missing], &lines[missing + 1..]].concat();
            assert!(
                matches!(read(&rest), Err(KeptGamesError::Damaged(_))),
                "{missing}"
            );
        }
        let mut swapped = lines.clone();
        swapped.swap(4, 6);
        assert_eq!(read(&swapped), Err(KeptGamesError::Damaged(5)));
        assert_eq!(read(&lines[..3]), Err(KeptGamesError::Damaged(3)));
        let other = text.replace("player-1 uci:a", "player-1 uci:b");
        assert_eq!(
            KeptGames::from_text(&other),
            Err(KeptGamesError::Damaged(4))
        );
        let newer = text.replacen("games 1", "games 2", 1);
        let unknown = KeptGamesError::UnknownVersion("2".to_owned());
        assert_eq!(KeptGames::from_text(&newer), Err(unknown));
        assert_eq!(KeptGames::from_text(""), Err(KeptGamesError::NoGames));
    }

    #[test]
    fn what_differs_is_said() {
        let here = Settings::default().with("games", 4).with("seed", 1);
        let there = here.clone().with("player-3", "random");
        assert_eq!(here.difference(&here), None);
        assert_eq!(
            here.difference(&there).as_deref(),
            Some("player 3 is random there and nothing here")
        );
        let there = Settings::default().with("games", 6).with("seed", 2);
        assert_eq!(
            here.difference(&there).as_deref(),
            Some("games is 6 there and 4 here")
        );
    }
}
