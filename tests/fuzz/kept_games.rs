//! Games that a match or tournament kept: whole but for what their checksums protect, and cut short. Whatever is read is written as the
//! same, and fits the games that are to be played, or does not.

use std::sync::LazyLock;

use millipawn_cli::kept_games::{KeptGames, Settings};
use millipawn_engine::play::contest::{opening, rules::Rules};
use millipawn_evolve::{
    job::{
        game_task::{Bound, GameTask, Played, Terms},
        host::Timeless,
    },
    text::player::Player,
};
use proptest::prelude::*;

use super::{
    Target, Verdict,
    envelope::{LETTERS, LineEdit, edited_lines, line_edits},
    messages::played,
    mutation::{Edit, edited_text, edits},
};

/// What games are made of, with damage below the checksums, and above.
type Input = (u64, Vec<LineEdit>, Vec<Edit>);

/// The target.
pub fn target() -> Target {
    let above = prop_oneof![4 => Just(Vec::new()), 1 => edits(LETTERS)];
    let inputs = (any::<u64>(), line_edits(), above);
    Target::new("kept-games", [5_000, 10_000_000], inputs, check)
}

fn terms() -> Terms {
    Terms {
        opening: opening::built_in()[0].clone(),
        bound: Bound::Nodes(10),
        rules: Rules {
            maximum_moves: 2,
            ..Rules::DEFAULT
        },
        seed: 1,
    }
}

/// One that was played on these terms.
static PLAYED: LazyLock<Played> = LazyLock::new(|| {
    let player = |name| Player::parse(name).expect("a player");
    let task = GameTask {
        white: player("random"),
        black: player("depth:1"),
        terms: terms(),
    };
    task.perform(&mut Timeless::default())
});

fn kept(seed: u64) -> KeptGames {
    let settings = Settings::default()
        .with("contest", "match")
        .with("player-1", "uci:engine?Skill Level=3")
        .with("seed", seed)
        .with("games", seed % 9);
    let games = (0..seed % 5).map(|number| match seed >> (8 + number) & 1 {
        0 => PLAYED.clone(),
        _ => played(seed.rotate_left(number as u32)),
    });
    KeptGames {
        settings,
        games: games.collect(),
        is_cut: false,
    }
}

/// The lines without their checksums.
fn unsealed(text: &str) -> String {
    let mut is_head = true;
    let lines = text.lines().map(|line| {
        let sealed = line.rsplit_once(' ').filter(|(body, _)| {
            is_head &= *body != "crc";
            !is_head
        });
        format!("{}\n", sealed.map_or(line, |(body, _)| body))
    });
    lines.collect()
}

/// With checksums that fit from the line `crc` on.
fn sealed(lines: &str) -> String {
    let mut text = String::new();
    let mut is_head = true;
    for line in lines.lines() {
        text += line;
        is_head &= line != "crc";
        if !is_head {
            text += &format!(" {:08x}", crc32fast::hash(text.as_bytes()));
        }
        text.push('\n');
    }
    text
}

fn check((seed, below, above): &Input) -> Verdict {
    let kept = kept(*seed);
    let text = kept.to_text();
    let plain = unsealed(&text);
    assert_eq!(sealed(&plain), text);
    let text = edited_text(sealed(&edited_lines(&plain, below)), above);
    match KeptGames::from_text(&text) {
        Ok(read) => {
            let again = read.to_text();
            assert!(text.starts_with(&again), "there is one spelling");
            assert_eq!(read.is_cut, again.len() < text.len());
            for played in &read.games {
                let record = played.record(&terms());
                assert!(record.is_none_or(|record| Played::of(&record) == *played));
            }
            let is_same = kept.settings == read.settings;
            assert_eq!(kept.settings.difference(&read.settings).is_none(), is_same);
            Verdict::Accepted
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            Verdict::Refused
        }
    }
}
