//! Whose games a PGN has.

use std::{cmp::Reverse, collections::BTreeMap, ops::ControlFlow};

use pgn_reader::{RawTag, Skip, Visitor};

use crate::{
    chess::game_file::{all_games, reader},
    sorting::sort_by_key,
};

/// The players named by the tags of a PGN with the number of their games, the most first, then by name. Case is ignored: a name is spelt as it is
/// at first. `?` and nothing are no names.
///
/// ```
/// use millipawn_engine::examples::players::players;
///
/// let pgn = b"[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e4 *\n\n[White \"Cy\"]\n[Black \"ann\"]\n\n1. d4 *\n";
/// assert_eq!(players(pgn)[0], ("Ann".to_owned(), 2));
/// ```
pub fn players(pgn: &[u8]) -> Vec<(String, u32)> {
    let mut counts: BTreeMap<String, (String, u32)> = BTreeMap::new();
    for name in all_games(&mut reader(pgn), || Names).flatten().flatten() {
        counts.entry(name.to_lowercase()).or_insert((name, 0)).1 += 1;
    }
    let mut players: Vec<(String, u32)> = counts.into_values().collect();
    sort_by_key(&mut players, |(_, games)| Reverse(*games));
    players
}

/// Reads the names alone.
struct Names;

impl Visitor for Names {
    type Tags = Vec<String>;
    type Movetext = Vec<String>;
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Vec<String>, Vec<String>> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(
        &mut self,
        names: &mut Vec<String>,
        tag: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Vec<String>> {
        let is_player = matches!(tag, b"White" | b"Black");
        let name = value.decode_utf8_lossy().trim().to_owned();
        if is_player && !name.is_empty() && name != "?" && !names.contains(&name) {
            names.push(name);
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, names: Vec<String>) -> ControlFlow<Vec<String>, Vec<String>> {
        ControlFlow::Continue(names)
    }

    fn begin_variation(&mut self, _: &mut Vec<String>) -> ControlFlow<Vec<String>, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, names: Vec<String>) -> Vec<String> {
        names
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::SAMPLE_GAMES;

    #[test]
    fn the_most_games_first() {
        let players = players(SAMPLE_GAMES.as_bytes());
        assert!(players.is_sorted_by_key(|(_, games)| Reverse(*games)));
        let named = |name: &str| SAMPLE_GAMES.matches(&format!("\"{name}\"]")).count() as u32;
        for (name, games) in &players[..5] {
            assert_eq!(named(name), *games, "{name}");
        }
    }

    #[test]
    fn who_is_not_known_has_no_name() {
        let pgn = b"[White \"?\"]\n[Black \"\"]\n\n1. e4 *\n\n[White \" Ann \"]\n[Black \"Ann\"]\n\n1. d4 *\n";
        assert_eq!(players(pgn), [("Ann".to_owned(), 1)]);
    }

    #[test]
    fn games_with_long_tags_are_counted_and_none_is_lost_behind_a_tag_without_end() {
        let game = |event: &str| format!("[Event \"{event}\"]\n[White \"Ann\"]\n\n1. e4 *\n\n");
        for length in [300, 15_000, 100_000] {
            let pgn = game("short") + &game(&"x".repeat(length)) + &game("short");
            assert_eq!(players(pgn.as_bytes()), [("Ann".to_owned(), 3)], "{length}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_have_some_players_or_none(bytes: Vec<u8>) {
            let _ = players(&bytes);
        }
    }
}
