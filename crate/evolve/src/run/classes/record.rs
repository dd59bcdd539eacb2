//! What is known of a generation of EvoChess's programs once it is scored.

use serde::Serialize;

use super::fitness::{CLASS, Results, Tally};
use crate::job::class_game::ClassResult;

/// Games against one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClassScore {
    /// Twice the plies of the opponent.
    pub class: u32,
    /// Games.
    pub games: u32,
    /// Of these, won.
    pub won: u32,
    /// Lost.
    pub lost: u32,
    /// The sum of the results in hundredths of a win; a loss is -100.
    pub sum: i32,
    /// Whether the class counts for the fitness: neither was everything won up to it nor everything lost from it on.
    pub tells: bool,
}

/// What a program has played, and what that took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The results.
    pub results: Results,
    /// Its moves.
    pub moves: u64,
    /// Nodes for these.
    pub nodes: u64,
    /// Moves for which its nodes ran out.
    pub ran_out: u64,
}

impl Played {
    /// One more game.
    pub(super) fn add(&mut self, class: u32, game: &ClassResult) {
        self.results.add(class, game.result);
        self.moves += u64::from(game.moves);
        self.nodes += game.nodes;
        self.ran_out += u64::from(game.ran_out);
    }
}

/// A program with its games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scored {
    /// The program as text.
    pub program: String,
    /// Its fitness, from 1 to 15.
    pub fitness: f64,
    /// Instructions of its depth program that have an effect.
    pub effective: u32,
    /// Class by class.
    pub classes: Vec<ClassScore>,
    /// Nodes a move on average; none without a move.
    pub nodes: Option<f64>,
    /// Moves for which its nodes ran out.
    pub ran_out: u64,
    /// Moves.
    pub moves: u64,
}

impl Scored {
    /// A program that has played.
    pub fn new(program: String, effective: u32, played: &Played) -> Self {
        let telling = played.results.telling();
        let score = |(class, tally): (u32, Tally)| ClassScore {
            class,
            games: tally.games,
            won: tally.won,
            lost: tally.lost,
            sum: tally.sum,
            tells: telling.iter().any(|(own, _)| *own == class),
        };
        Self {
            program,
            effective,
            fitness: classes_of(played.results.fitness()),
            classes: played.results.played().map(score).collect(),
            nodes: (played.moves > 0).then(|| played.nodes as f64 / played.moves as f64),
            ran_out: played.ran_out,
            moves: played.moves,
        }
    }
}

/// A fitness in classes.
pub(super) fn classes_of(fitness: u32) -> f64 {
    f64::from(fitness) / f64::from(CLASS)
}

/// One record a generation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// Its number; 0 is the random one.
    pub generation: u32,
    /// The fitness of each program in millionths; the demes one after the other.
    pub fitness: Vec<u32>,
    /// Of the fittest, in classes.
    pub best: f64,
    /// On average.
    pub mean: f64,
    /// Of the least fit.
    pub worst: f64,
    /// The places of copies that came from the deme before.
    pub migrants: Vec<u32>,
    /// Games that were played.
    pub games: u32,
    /// Programs that lost both their first games and were replaced.
    pub replaced: u32,
    /// Programs that came from elsewhere.
    pub immigrants: u32,
    /// The champion: who did best in the games after the run, else the fittest.
    pub champion: String,
    /// The fittest, of equals the one with the shorter depth program, then the earlier.
    pub fittest: Scored,
    /// The best after more games, the best of them first, where the run ended here.
    pub finalists: Vec<Scored>,
    /// The preset of the games, where they are of one.
    pub preset: Option<&'static str>,
    /// Mean distance of two programs.
    pub diversity: f64,
}

impl Record {
    /// The champion with its games.
    pub fn winner(&self) -> &Scored {
        self.finalists.first().unwrap_or(&self.fittest)
    }

    /// With the games of these after the run, the best first; none takes them back.
    pub(super) fn set_finalists(&mut self, finalists: Vec<Scored>) {
        self.finalists = finalists;
        self.champion = self.winner().program.clone();
    }
}
