//! Many games at once, told in their order whatever thread ends first.

use std::{collections::BTreeMap, ops::ControlFlow, path::Path};

use indicatif::ProgressBar;
use millipawn_engine::{
    play::contest::{
        epd::Skipped,
        mover::Mover,
        opening::{self, Opening},
        play::{GameRecord, Limit, TimeLimit, play},
        rules::Rules,
    },
    tunable::TunableError,
};
use millipawn_evolve::{
    job::{
        game_task::{Bound, GameTask, Terms},
        host::Host,
        task::{Job, JobResult},
    },
    text::player::Player,
};

use crate::{
    arguments::ContestArguments, contestant::Contestant, failure::Failure, hands::Hands,
    keeping::Keeping, text_file, threads::in_order, wall::Wall,
};

/// Nodes a move where no limit is given (our choice): quick, and the same games every time.
const NODES: u64 = 5000;

/// A game to be played: all that a thread must know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedGame {
    /// Who has White, as a number of the arena's players.
    pub white: usize,
    /// Who has Black.
    pub black: usize,
    /// Which opening of the arena's.
    pub opening: usize,
    /// For what is drawn at random.
    pub seed: u64,
}

/// Where games are played.
#[derive(Debug)]
pub struct Arena {
    /// Who plays.
    pub players: Vec<Contestant>,
    /// What games begin with.
    pub openings: Vec<Opening>,
    /// What binds the players.
    pub limit: Limit,
    /// When games are ended.
    pub rules: Rules,
    /// Who plays them.
    pub hands: Hands,
}

impl Arena {
    /// As the command line says; every player is tried out.
    ///
    /// # Errors
    /// Players, openings or rules that cannot be used.
    pub fn new(names: &[String], arguments: &ContestArguments) -> Result<Self, Failure> {
        let limit = limit(arguments)?;
        let players = names
            .iter()
            .map(|name| contestant(name, &limit))
            .collect::<Result<Vec<_>, Failure>>()?;
        Ok(Self {
            hands: Hands::new(&players, &limit, &arguments.pool)?,
            players,
            openings: openings(arguments.openings.as_deref())?,
            limit,
            rules: rules(&arguments.rule)?,
        })
    }

    /// Plays the games that were not played before; `told` hears of all in their order, each when it is kept, and `Break` ends them.
    /// `bar` shows how many there were.
    ///
    /// # Errors
    /// Kept games that are none of these, an opening that cannot be played, workers that fail, a file that cannot be written, or the first
    /// of `told`.
    pub fn play(
        &self,
        games: &[PlannedGame],
        keeping: Keeping,
        bar: &ProgressBar,
        mut told: impl FnMut(usize, &GameRecord) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let before = self.played_before(games, &keeping)?;
        let mut keeper = keeping.begin()?;
        for (number, record) in before.iter().enumerate() {
            bar.inc(1);
            if told(number, record)?.is_break() {
                bar.finish_and_clear();
                return Ok(());
            }
        }
        bar.reset_eta();
        self.play_rest(&games[before.len()..], bar, |number, record| {
            keeper.add(record)?;
            told(before.len() + number, record)
        })
    }

    /// The games that were played before.
    fn played_before(
        &self,
        games: &[PlannedGame],
        keeping: &Keeping,
    ) -> Result<Vec<GameRecord>, Failure> {
        let kept = keeping.games().iter().enumerate();
        let records = kept.map(|(number, played)| {
            let record = games
                .get(number)
                .and_then(|planned| played.record(&self.terms(planned)));
            record.ok_or_else(|| keeping.refused(number))
        });
        records.collect()
    }

    fn play_rest(
        &self,
        games: &[PlannedGame],
        bar: &ProgressBar,
        mut told: impl FnMut(usize, &GameRecord) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        match &self.hands {
            Hands::Pool(pool) => {
                let jobs = games
                    .iter()
                    .map(|game| Job::Game(Box::new(self.task(game))));
                let read = |number: usize, result: &JobResult| match result {
                    JobResult::Game(played) => played.record(&self.terms(&games[number])),
                    _ => None,
                };
                pool.in_order(bar, jobs, read, |number, record| told(number, &record))?;
                pool.conclude(bar);
            }
            Hands::Here(most) => {
                self.play_here(*most, games, |number, record| {
                    let told = told(number, record)?;
                    bar.inc(1);
                    Ok(told)
                })?;
                bar.finish_and_clear();
            }
        }
        Ok(())
    }

    /// A game as a piece of work.
    fn task(&self, planned: &PlannedGame) -> GameTask {
        let player = |number: usize| -> Player {
            let player = self.players[number].player();
            player.expect("only ours are given to a pool").clone()
        };
        GameTask {
            white: player(planned.white),
            black: player(planned.black),
            terms: self.terms(planned),
        }
    }

    fn terms(&self, planned: &PlannedGame) -> Terms {
        Terms {
            opening: self.openings[planned.opening].clone(),
            bound: Bound::Nodes(self.limit.nodes),
            rules: self.rules,
            seed: planned.seed,
        }
    }

    /// So many at once.
    fn play_here(
        &self,
        most: usize,
        games: &[PlannedGame],
        mut told: impl FnMut(usize, &GameRecord) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let Self {
            players,
            openings,
            limit,
            rules,
            ..
        } = self;
        let worker = || {
            // Players are kept from game to game.
            let mut movers: BTreeMap<usize, Box<dyn Mover>> = BTreeMap::new();
            move |number: usize| {
                let planned = &games[number];
                let mut take = |player: usize| {
                    let kept = movers.remove(&player);
                    kept.unwrap_or_else(|| players[player].mover())
                };
                let (mut white, mut black) = (take(planned.white), take(planned.black));
                let mut wall = Wall::new();
                let record = play(
                    &openings[planned.opening],
                    &mut *white,
                    &mut *black,
                    limit,
                    rules,
                    planned.seed,
                    &mut || wall.now(),
                );
                movers.insert(planned.white, white);
                movers.insert(planned.black, black);
                record.map_err(|error| {
                    Failure::of(format_args!("opening {}", planned.opening + 1), error)
                })
            }
        };
        let told = |number, record: Result<_, Failure>| told(number, &record?);
        in_order("game", most, games.len(), worker, told)
    }
}

/// A player under this limit, tried out.
///
/// # Errors
/// A name that is none, a limit that does not bind it, an engine that does not start.
pub fn contestant(name: &str, limit: &Limit) -> Result<Contestant, Failure> {
    let contestant = Contestant::parse(name).map_err(Failure::Refused)?;
    if contestant.needs_time() && limit.time == TimeLimit::None {
        let why = "node limits do not bind xboard engines: use --tc or --st";
        return Err(Failure::of(name, why));
    }
    contestant.try_out().map_err(Failure::Refused)?;
    Ok(contestant)
}

fn limit(arguments: &ContestArguments) -> Result<Limit, Failure> {
    let time = match (&arguments.tc, arguments.st) {
        (Some(text), _) => control(text).ok_or_else(|| {
            Failure::of(
                format_args!("--tc {text}"),
                "seconds and increment are wanted, as in 10+0.1",
            )
        })?,
        (None, Some(seconds)) => TimeLimit::Move(milliseconds(seconds).ok_or_else(|| {
            Failure::of(
                format_args!("--st {seconds}"),
                "a number of seconds is wanted",
            )
        })?),
        (None, None) => TimeLimit::None,
    };
    let free = if time == TimeLimit::None {
        NODES
    } else {
        u64::MAX
    };
    Ok(Limit {
        nodes: arguments.nodes.unwrap_or(free),
        time,
    })
}

fn control(text: &str) -> Option<TimeLimit> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    Some(TimeLimit::Clock {
        base: milliseconds(base.trim().parse().ok()?).filter(|base| *base > 0)?,
        increment: milliseconds(increment.trim().parse().ok()?)?,
    })
}

fn milliseconds(seconds: f64) -> Option<u64> {
    (0.0..=1e6)
        .contains(&seconds)
        .then(|| (seconds * 1000.0).round() as u64)
}

/// The usual rules, changed by what `--rule` says.
pub(crate) fn rules(texts: &[String]) -> Result<Rules, Failure> {
    let mut rules = Rules::DEFAULT;
    for text in texts {
        set("--rule", text, |name, value| rules.set(name, value))?;
    }
    Ok(rules)
}

/// Reads `name=value` behind `option` and sets it.
pub(crate) fn set(
    option: &str,
    text: &str,
    mut set: impl FnMut(&str, i64) -> Result<(), TunableError>,
) -> Result<(), Failure> {
    let refused = |why: &dyn std::fmt::Display| Failure::of(format_args!("{option} {text}"), why);
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| refused(&"name=value is wanted"))?;
    let value = value.parse().map_err(|error| refused(&error))?;
    set(name, value).map_err(|error| refused(&error))
}

/// The suite in a file, or the built-in one.
pub(crate) fn openings(path: Option<&Path>) -> Result<Vec<Opening>, Failure> {
    let Some(path) = path else {
        return Ok(opening::built_in());
    };
    let text = text_file::read(path)?;
    let (openings, skipped) = opening::read(&text);
    let what = if opening::is_pgn(&text) { "game " } else { "" };
    if openings.is_empty() {
        return Err(no_use(path, what, &skipped, "no opening"));
    }
    report(path, what, &skipped);
    Ok(openings)
}

/// Why a file is of no use: its first trouble, or that it holds nothing.
pub fn no_use(path: &Path, what: &str, skipped: &[Skipped], nothing: &str) -> Failure {
    match skipped.first() {
        Some(skip) => Failure::Refused(
            Failure::place(path, what, skip.place, &skip.reason) + "; nothing else is of use",
        ),
        None => Failure::file(path, nothing),
    }
}

/// Tells what is skipped on standard error.
pub fn report(path: &Path, what: &str, skipped: &[Skipped]) {
    const MOST: usize = 20;
    for skip in skipped.iter().take(MOST) {
        eprintln!(
            "{}; skipped",
            Failure::place(path, what, skip.place, &skip.reason)
        );
    }
    if skipped.len() > MOST {
        eprintln!("{}: {} more skipped", path.display(), skipped.len() - MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls() {
        let clock = |base, increment| Some(TimeLimit::Clock { base, increment });
        assert_eq!(control("10+0.1"), clock(10_000, 100));
        assert_eq!(control("60"), clock(60_000, 0));
        for wrong in ["", "+1", "0+1", "ten", "10+", "-5+1", "10+NaN", "inf"] {
            assert_eq!(control(wrong), None, "{wrong}");
        }
    }
}
