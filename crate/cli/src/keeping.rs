//! Games of a contest that were played before, and the file that keeps those to come.

use std::{
    fs::{self, File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
};

use millipawn_engine::{
    chess::game::write_fen,
    play::contest::{opening::Opening, play::GameRecord, play::TimeLimit, rules},
};
use millipawn_evolve::{job::game_task::Played, signature};
use shakmaty::CastlingMode;

use crate::{
    arena::Arena,
    arguments::KeepArguments,
    checkpoint_file,
    failure::Failure,
    kept_games::{KeptGames, Scribe, Settings},
};

/// All that decides the games of this arena, but for which they are: that `contest` and what is added to it say.
pub fn settings(contest: &str, arena: &Arena) -> Settings {
    let (version, engine) = (env!("CARGO_PKG_VERSION"), signature::OWN);
    let mut settings = Settings::default()
        .with("contest", contest)
        .with("engine", format_args!("{version}, signature {engine}"));
    for (number, player) in (1..).zip(&arena.players) {
        settings = settings.with(format!("player-{number}"), player);
    }
    let nodes = match arena.limit.nodes {
        u64::MAX => "no limit".to_owned(),
        nodes => nodes.to_string(),
    };
    let time = match arena.limit.time {
        TimeLimit::None => "no limit".to_owned(),
        TimeLimit::Move(time) => format!("{time} ms a move"),
        TimeLimit::Clock { base, increment } => format!("{base} ms and {increment} ms a move"),
    };
    settings = settings
        .with("nodes", nodes)
        .with("time", time)
        .with("openings", openings(&arena.openings));
    for (rule, value) in rules::TABLE.iter().zip(arena.rules.values()) {
        settings = settings.with(rule.name, value);
    }
    settings
}

/// How many there are, and a checksum of them.
fn openings(openings: &[Opening]) -> String {
    let mut sum = crc32fast::Hasher::new();
    for opening in openings {
        sum.update(write_fen(&opening.start).as_bytes());
        for m in &opening.moves {
            sum.update(format!(" {}", m.to_uci(CastlingMode::Standard)).as_bytes());
        }
        sum.update(b"\n");
    }
    format!("{}, checksum {:08x}", openings.len(), sum.finalize())
}

/// Games that were played before, and where those to come are kept.
#[derive(Debug)]
pub struct Keeping {
    /// With the games that there are.
    kept: KeptGames,
    /// Where they come from.
    source: Option<PathBuf>,
    /// Where all are kept.
    target: Option<PathBuf>,
}

impl Keeping {
    /// As the command line says; nothing is written yet.
    ///
    /// # Errors
    /// A file that cannot be used, or whose games were played by other settings.
    pub fn open(
        arguments: &KeepArguments,
        settings: Settings,
        arena: &Arena,
    ) -> Result<Self, Failure> {
        if let Some(path) = &arguments.checkpoint {
            if arena.hands.checks_some() {
                let why = "a game could be kept of a worker that is found to compute wrong only later: --verify 1 or none is wanted";
                return Err(Failure::of("--checkpoint with --verify below 1", why));
            }
            let is_source = arguments
                .resume
                .as_ref()
                .is_some_and(|source| same(source, path));
            if !is_source && fs::metadata(path).is_ok_and(|file| file.len() > 0) {
                let why = "there is something in this file: go on with its games by --resume, or choose another name";
                return Err(Failure::file(path, why));
            }
            checkpoint_file::probe(path)?;
        }
        let kept = match &arguments.resume {
            Some(path) => read(path, settings)?,
            None => KeptGames {
                settings,
                ..KeptGames::default()
            },
        };
        Ok(Self {
            kept,
            source: arguments.resume.clone(),
            target: arguments.checkpoint.clone(),
        })
    }

    /// The games that were played before.
    pub(crate) fn games(&self) -> &[Played] {
        &self.kept.games
    }

    /// What is wrong with such a game, the first being 0.
    pub(crate) fn refused(&self, number: usize) -> Failure {
        let source = self.source.as_deref().unwrap_or(Path::new("--resume"));
        let why = format!("game {} does not belong to this contest", number + 1);
        Failure::file(source, why)
    }

    /// The file for all games, with those that there are.
    ///
    /// # Errors
    /// One that cannot be written.
    pub(crate) fn begin(self) -> Result<Keeper, Failure> {
        let Some(path) = self.target else {
            return Ok(Keeper(None));
        };
        let (mut scribe, mut text) = Scribe::begin(&self.kept.settings);
        for played in &self.kept.games {
            text += &scribe.game(played);
        }
        checkpoint_file::write_text(&path, &text)?;
        let file = OpenOptions::new().append(true).open(&path);
        let file = file.map_err(|error| Failure::file(&path, error))?;
        Ok(Keeper(Some((path, file, scribe))))
    }
}

/// Whether two paths lead to one file.
fn same(a: &Path, b: &Path) -> bool {
    let [a, b] = [a, b].map(fs::canonicalize);
    matches!((a, b), (Ok(a), Ok(b)) if a == b)
}

/// The games of a file, if they were played by these settings.
fn read(path: &Path, settings: Settings) -> Result<KeptGames, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, error))?;
    let kept = KeptGames::from_text(&String::from_utf8_lossy(&bytes));
    let kept = kept.map_err(|error| Failure::file(path, error))?;
    if let Some(difference) = settings.difference(&kept.settings) {
        return Err(Failure::file(
            path,
            format_args!("its games are of another contest: {difference}"),
        ));
    }
    if kept.is_cut {
        eprintln!(
            "{}: its last line is cut short; that game is played again",
            path.display()
        );
    }
    Ok(kept)
}

/// Keeps games, one after the other.
#[derive(Debug)]
pub(crate) struct Keeper(Option<(PathBuf, File, Scribe)>);

impl Keeper {
    /// Keeps the next game.
    ///
    /// # Errors
    /// A file that cannot be written; the games before are kept.
    pub(crate) fn add(&mut self, record: &GameRecord) -> Result<(), Failure> {
        let Some((path, file, scribe)) = &mut self.0 else {
            return Ok(());
        };
        let line = scribe.game(&Played::of(record));
        file.write_all(line.as_bytes())
            .map_err(|error| Failure::file(path, error))
    }
}
