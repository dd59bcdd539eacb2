//! `millipawn tournament`: everyone against everyone, or one against all; a cross table and ratings.

use std::ops::ControlFlow;

use millipawn_engine::play::contest::schedule::{of_match, round_robin};
use millipawn_evolve::measure::rating::{Encounter, FEWEST_GAMES, Rating, ratings};
use serde::Serialize;

use crate::{
    arena::{Arena, PlannedGame},
    arguments::TournamentArguments,
    contestant::Contestant,
    failure::Failure,
    keeping::{Keeping, settings},
    matches::{Book, planned, points, tell_faults},
    output, progress,
};

/// A row of the table as JSON; a rating that is not to be shown is null.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Row {
    name: String,
    games: u32,
    points: f64,
    rating: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    /// Points against each player, in the order of the rows; null against itself.
    against: Vec<Option<f64>>,
}

/// Plays the tournament and prints the table.
///
/// # Errors
/// Players, files or rules that cannot be used, or standard output.
pub fn run(arguments: TournamentArguments) -> Result<(), Failure> {
    let anchor = anchor(&arguments)?;
    let arena = Arena::new(&arguments.players, &arguments.contest)?;
    let contest = match arguments.gauntlet {
        true => "gauntlet",
        false => "tournament",
    };
    let settings = settings(contest, &arena)
        .with("games", arguments.games)
        .with("seed", arguments.contest.seed);
    let keeping = Keeping::open(&arguments.contest.keep, settings, &arena)?;
    let mut book = Book::open(arguments.contest.pgn_out.as_deref(), "Millipawn tournament")?;
    let games = games(&arena, &arguments);
    let bar = progress::steps(!arguments.json, games.len() as u64);
    let mut scores = Scores::new(arena.players.len());
    arena.play(&games, keeping, &bar, |number, record| {
        let planned = &games[number];
        tell_faults(&bar, number, planned, record, &arena.players);
        book.write(number, planned, record, &arena.players)?;
        scores.add(planned, points(record, true));
        Ok(ControlFlow::Continue(()))
    })?;
    let rows = rows(&arena.players, &scores, anchor, arguments.anchor_rating);
    if arguments.json {
        return output::json(&rows);
    }
    tell(
        &rows,
        &arena.players[anchor].name(),
        arguments.anchor_rating,
    )
}

/// The place of the player whose rating is fixed.
fn anchor(arguments: &TournamentArguments) -> Result<usize, Failure> {
    let place = |name: &str| arguments.players.iter().position(|player| player == name);
    match &arguments.anchor {
        Some(name) => place(name)
            .ok_or_else(|| Failure::of(format_args!("--anchor {name}"), "it does not play")),
        None => {
            let ladder = |name: &String| name == "random" || name.starts_with("depth:");
            Ok(arguments.players.iter().position(ladder).unwrap_or(0))
        }
    }
}

/// Round after round of two games of every pair of players that meet, so that the table fills evenly. Every pair has its own order of
/// the same openings.
fn games(arena: &Arena, arguments: &TournamentArguments) -> Vec<PlannedGame> {
    let games = arguments.games as usize;
    let players = arena.players.len();
    let pairs = match arguments.gauntlet {
        true => (1..players).map(|other| (0, other)).collect(),
        false => round_robin(players),
    };
    let matches: Vec<Vec<PlannedGame>> = pairs
        .iter()
        .map(|(a, b)| {
            let pairings = of_match(0..games, arena.openings.len(), arguments.contest.seed);
            pairings
                .iter()
                .map(|pairing| planned(pairing, *a, *b))
                .collect()
        })
        .collect();
    (0..games.div_ceil(2))
        .flat_map(|round| {
            let of_round = move |games: &Vec<PlannedGame>| {
                games.chunks(2).nth(round).map(<[PlannedGame]>::to_vec)
            };
            matches.iter().filter_map(of_round).flatten()
        })
        .collect()
}

/// Games and half-points of everyone against everyone.
struct Scores {
    games: Vec<Vec<u32>>,
    half_points: Vec<Vec<u32>>,
}

impl Scores {
    fn new(players: usize) -> Self {
        let empty = vec![vec![0; players]; players];
        Self {
            games: empty.clone(),
            half_points: empty,
        }
    }

    fn add(&mut self, planned: &PlannedGame, white_half_points: u32) {
        let (white, black) = (planned.white, planned.black);
        self.games[white][black] += 1;
        self.games[black][white] += 1;
        self.half_points[white][black] += white_half_points;
        self.half_points[black][white] += 2 - white_half_points;
    }

    fn encounters(&self) -> Vec<Encounter> {
        round_robin(self.games.len())
            .into_iter()
            .map(|(a, b)| Encounter {
                a,
                b,
                games: self.games[a][b],
                half_points: self.half_points[a][b],
            })
            .collect()
    }
}

/// Best first.
fn rows(players: &[Contestant], scores: &Scores, anchor: usize, anchored: f64) -> Vec<Row> {
    let rated = ratings(players.len(), &scores.encounters(), anchor, anchored);
    let sum = |counts: &[u32]| counts.iter().sum::<u32>();
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by_key(|player| {
        (
            std::cmp::Reverse(sum(&scores.half_points[*player])),
            *player,
        )
    });
    let row = |player: &usize| {
        let games = sum(&scores.games[*player]);
        // A rating from few games is none.
        let rating: Option<Rating> = rated[*player].filter(|rating| rating.games >= FEWEST_GAMES);
        let against = |other: &usize| {
            let met = scores.games[*player][*other] > 0;
            met.then(|| f64::from(scores.half_points[*player][*other]) / 2.0)
        };
        Row {
            name: players[*player].name(),
            games,
            points: f64::from(sum(&scores.half_points[*player])) / 2.0,
            rating: rating.map(|rating| rating.rating),
            low: rating.map(|rating| rating.rating - rating.error),
            high: rating.map(|rating| rating.rating + rating.error),
            against: order.iter().map(against).collect(),
        }
    };
    order.iter().map(row).collect()
}

fn tell(rows: &[Row], anchor: &str, anchored: f64) -> Result<(), Failure> {
    let width = rows
        .iter()
        .map(|row| row.name.chars().count())
        .max()
        .unwrap_or(0);
    let numbers: String = (1..=rows.len())
        .map(|number| format!("{number:>7}"))
        .collect();
    output::line(format_args!(
        "    {:width$}  Games  Points          Rating{numbers}",
        "Player"
    ))?;
    for (number, row) in rows.iter().enumerate() {
        let cells: String = row
            .against
            .iter()
            .map(|points| {
                points.map_or_else(|| format!("{:>7}", "-"), |points| format!("{points:>7.1}"))
            })
            .collect();
        output::line(format_args!(
            "{:>2}. {:width$}  {:>5}  {:>6.1}  {:>14}{cells}",
            number + 1,
            row.name,
            row.games,
            row.points,
            shown(row)
        ))?;
    }
    output::line(format_args!(
        "Ratings: {anchor} is {anchored:.0}; 95 % intervals; none from fewer than {FEWEST_GAMES} games or where every point went one way."
    ))
}

fn shown(row: &Row) -> String {
    match (row.rating, row.high) {
        (Some(rating), Some(high)) => format!("{rating:.0} +- {:.0}", high - rating),
        _ => "-".to_owned(),
    }
}
