//! `millipawn match`: games between two players, and what they say.

use std::{
    fs::File,
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use indicatif::ProgressBar;
use millipawn_engine::play::contest::{
    pgn::{self, Header},
    play::{Effort, GameRecord},
    schedule::{Pairing, of_match},
};
use millipawn_evolve::measure::rating::{Sprt, Tally};
use serde::Serialize;
use shakmaty::Color;

use crate::{
    arena::{Arena, PlannedGame},
    arguments::MatchArguments,
    checkpoint_file,
    contestant::Contestant,
    failure::Failure,
    keeping::{Keeping, settings},
    output, progress,
};

/// The result as JSON; what is infinite becomes null.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Outcome {
    score: f64,
    games: u32,
    elo: f64,
    low: f64,
    high: f64,
    /// Of both players: nodes a move, none without a move.
    nodes: [Option<f64>; 2],
    #[serde(flatten)]
    test: Option<Test>,
}

/// What a sequential test says.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Test {
    llr: f64,
    lower: f64,
    upper: f64,
    /// `H0`, `H1`, or none while it is open.
    accepted: Option<&'static str>,
}

/// Plays the match and prints the result.
///
/// # Errors
/// Players, files or rules that cannot be used, or standard output.
pub fn run(arguments: MatchArguments) -> Result<(), Failure> {
    let sprt = arguments.sprt.as_deref().map(sprt).transpose()?;
    let names = [arguments.a.clone(), arguments.b.clone()];
    let arena = Arena::new(&names, &arguments.contest)?;
    let settings = settings("match", &arena)
        .with("games", arguments.games)
        .with("seed", arguments.contest.seed)
        .with("sprt", sprt.as_ref().map_or("none".to_owned(), bounds));
    let keeping = Keeping::open(&arguments.contest.keep, settings, &arena)?;
    let mut book = Book::open(arguments.contest.pgn_out.as_deref(), "Millipawn match")?;
    let pairings = of_match(
        0..arguments.games as usize,
        arena.openings.len(),
        arguments.contest.seed,
    );
    let games: Vec<PlannedGame> = pairings
        .iter()
        .map(|pairing| planned(pairing, 0, 1))
        .collect();
    let bar = progress::steps(!arguments.json, u64::from(arguments.games));
    let mut half_points = Vec::new();
    let mut efforts = [Effort::default(); 2];
    arena.play(&games, keeping, &bar, |number, record| {
        let planned = &games[number];
        tell_faults(&bar, number, planned, record, &arena.players);
        book.write(number, planned, record, &arena.players)?;
        half_points.push(points(record, planned.white == 0));
        efforts[planned.white] += record.effort(Color::White);
        efforts[planned.black] += record.effort(Color::Black);
        let tally = Tally::of(&half_points);
        bar.set_message(summary(&tally));
        let decided = sprt
            .as_ref()
            .is_some_and(|test| test.verdict(&tally).is_some());
        Ok(if decided {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })?;
    let tally = Tally::of(&half_points);
    let test = sprt.map(|sprt| test(&sprt, &tally));
    if arguments.json {
        let difference = tally.difference();
        return output::json(&Outcome {
            score: tally.points(),
            games: tally.games(),
            elo: difference.elo,
            low: difference.low,
            high: difference.high,
            nodes: efforts.map(|effort| effort.nodes_a_move()),
            test,
        });
    }
    tell(&arena.players, &tally, test.as_ref())
}

fn tell(players: &[Contestant], tally: &Tally, test: Option<&Test>) -> Result<(), Failure> {
    let [a, b] = [players[0].name(), players[1].name()];
    let difference = tally.difference();
    output::line(format_args!("{a} against {b}: {}", summary(tally)))?;
    output::line(format_args!(
        "Elo difference {} (95 % interval {} to {}), likelihood of superiority {:.1} %",
        signed(difference.elo),
        signed(difference.low),
        signed(difference.high),
        100.0 * difference.superiority
    ))?;
    let [a0, a1, a2, a3, a4] = tally.pairs;
    output::line(format_args!(
        "Pairs of games by points (0, 1/2, 1, 3/2, 2): {a0}, {a1}, {a2}, {a3}, {a4}"
    ))?;
    let Some(test) = test else { return Ok(()) };
    output::line(format_args!(
        "SPRT: log-likelihood ratio {:.2}, bounds {:.2} and {:.2}: {}",
        test.llr,
        test.lower,
        test.upper,
        test.accepted
            .map_or("open".to_owned(), |name| format!("{name} accepted"))
    ))
}

/// An Elo number with its sign.
pub(crate) fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+infinite" } else { "-infinite" }.to_owned();
    }
    format!("{elo:+.0}")
}

fn summary(tally: &Tally) -> String {
    format!(
        "{} of {} points (+{} ={} -{})",
        tally.points(),
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses
    )
}

fn test(sprt: &Sprt, tally: &Tally) -> Test {
    let (lower, upper) = sprt.bounds();
    Test {
        llr: sprt.log_likelihood_ratio(tally),
        lower,
        upper,
        accepted: sprt
            .verdict(tally)
            .map(|is_better| if is_better { "H1" } else { "H0" }),
    }
}

/// A test as it is read.
fn bounds(test: &Sprt) -> String {
    let Sprt {
        elo0,
        elo1,
        alpha,
        beta,
    } = test;
    format!("{elo0},{elo1},{alpha},{beta}")
}

fn sprt(text: &str) -> Result<Sprt, Failure> {
    let refused = |why: &str| Failure::of(format_args!("--sprt {text}"), why);
    let numbers: Option<Vec<f64>> = text
        .split(',')
        .map(|word| word.trim().parse().ok())
        .collect();
    let numbers = numbers.ok_or_else(|| refused("elo0,elo1[,alpha,beta] is wanted"))?;
    let (elo0, elo1, alpha, beta) = match numbers[..] {
        [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
        [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
        _ => return Err(refused("elo0,elo1[,alpha,beta] is wanted")),
    };
    let is_risk = |risk: f64| risk > 0.0 && risk < 0.5;
    if !(elo0.abs() < 1000.0
        && elo1.abs() < 1000.0
        && elo0 < elo1
        && is_risk(alpha)
        && is_risk(beta))
    {
        return Err(refused(
            "elo0 below elo1, alpha and beta between 0 and 0.5 are wanted",
        ));
    }
    Ok(Sprt {
        elo0,
        elo1,
        alpha,
        beta,
    })
}

/// The game of a pairing between these two.
pub(crate) fn planned(pairing: &Pairing, a: usize, b: usize) -> PlannedGame {
    let (white, black) = if pairing.a_is_white { (a, b) } else { (b, a) };
    PlannedGame {
        white,
        black,
        opening: pairing.opening,
        seed: pairing.seed,
    }
}

/// Half-points of one side.
pub(crate) fn points(record: &GameRecord, is_white: bool) -> u32 {
    let white = record.end.white_half_points();
    if is_white { white } else { 2 - white }
}

/// A crash, an illegal move or a flag that fell is told at once.
pub(crate) fn tell_faults(
    bar: &ProgressBar,
    number: usize,
    planned: &PlannedGame,
    record: &GameRecord,
    players: &[Contestant],
) {
    if record.end.is_fault() {
        let (white, black) = (players[planned.white].name(), players[planned.black].name());
        bar.suspend(|| eprintln!("game {}, {white} - {black}: {}", number + 1, record.end));
    }
}

/// Where games are written down.
#[derive(Debug)]
pub(crate) struct Book {
    path: Option<PathBuf>,
    /// From the first game on: what stands there is kept until there is something to put in its place.
    file: Option<File>,
    event: &'static str,
    date: String,
}

impl Book {
    /// A new file, if one is wanted; it is made with the first game.
    pub(crate) fn open(path: Option<&Path>, event: &'static str) -> Result<Self, Failure> {
        path.map(checkpoint_file::probe).transpose()?;
        Ok(Self {
            path: path.map(Path::to_owned),
            file: None,
            event,
            date: today(),
        })
    }

    /// Writes a game.
    pub(crate) fn write(
        &mut self,
        number: usize,
        planned: &PlannedGame,
        record: &GameRecord,
        players: &[Contestant],
    ) -> Result<(), Failure> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                let made = File::create(path).map_err(|error| Failure::file(path, error))?;
                none.insert(made)
            }
        };
        let (white, black) = (&players[planned.white], &players[planned.black]);
        let genes = [("WhiteChromosome", white), ("BlackChromosome", black)];
        let header = Header {
            event: self.event.to_owned(),
            date: self.date.clone(),
            round: (number + 1).to_string(),
            white: white.name(),
            black: black.name(),
            more: genes
                .into_iter()
                .filter_map(|(tag, player)| Some((tag, player.chromosome()?)))
                .collect(),
        };
        let separator = if number > 0 { "\n" } else { "" };
        write!(file, "{separator}{}", pgn::write(record, &header))
            .map_err(|error| Failure::file(path, error))
    }
}

fn today() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    date(seconds / 86_400)
}

/// The Gregorian date so many days after 1970-01-01 (years of March to February: the leap day is the last).
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, more) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(11_016), "2000.02.29");
        assert_eq!(date(20_453), "2025.12.31");
    }

    #[test]
    fn tests_as_text() {
        assert!(sprt("0,5").is_ok_and(|sprt| sprt.alpha == 0.05));
        assert!(sprt("-3,1,0.1,0.2").is_ok_and(|sprt| sprt.beta == 0.2));
        for wrong in [
            "",
            "0",
            "5,0",
            "0,5,0.1",
            "0,5,0,0.1",
            "0,5,0.6,0.1",
            "0,x",
            "0,NaN",
        ] {
            assert!(sprt(wrong).is_err(), "{wrong}");
        }
    }
}
