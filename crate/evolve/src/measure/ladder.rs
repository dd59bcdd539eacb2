//! The ladder: how well the champions of a run play, on one scale, beside how often they find the masters' moves.
//!
//! Each champion plays the same games against the same rungs, which are fixed-depth players, and the rungs play each other. The
//! ratings are those that explain all games together ([`rating`](crate::measure::rating)). What plays is either the decision rule that the
//! fitness is about, alone, or the engine with the champion's evaluation.
//!
//! Which rungs was found by trying: the random mover and `depth:1` lose every game to the rule with random genes, and so would tell
//! nothing. `depth:2` to `depth:4` lie below, beside and above the rule; `depth:3` to `depth:5` do so for the engine with a thousand
//! nodes a move. Programs that learn from nothing begin beneath all of these: theirs are the random mover and `depth:1` to `depth:3`.

use millipawn_engine::{
    play::contest::schedule::{Pairing, of_match, round_robin},
    sorting::sort_by_key,
};
use serde::Serialize;

use crate::{
    measure::{
        held_out::HeldOut,
        rating::{Encounter, FEWEST_GAMES, Rating, ratings},
        statistics::rank_correlation,
    },
    signature,
    system::search_genome::PlayerSearch,
    text::{
        player::{DEEPEST, Kind, Player},
        program::Program,
    },
};

/// Generations that are measured where nobody says which, at most (our choice).
pub const MOST: usize = 12;

/// Games with each rung where nobody says how many: every built-in opening with both colours. More would only repeat them,
/// since neither side draws anything at random.
pub const GAMES: u32 = 80;

/// Programs that a correlation needs at least (our choice): of two it is always perfect.
pub const FEWEST_PROGRAMS: usize = 5;

/// The seed where nobody says which: that of matches.
pub const SEED: u64 = 1991;

/// The rung that is nought, where it is among the rungs and the random mover is not.
const ANCHOR: u32 = 3;

/// The random mover among the rungs.
const RANDOM: u32 = 0;

/// The rungs of programs that learn from nothing, with a few thousand nodes a move.
pub const FROM_NOTHING: [u32; 4] = [RANDOM, 1, 2, 3];

/// How the champions play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the rule that the fitness is about: one ply and quiescence.
    Rule,
    /// With the engine, so many nodes a move.
    Nodes(u64),
}

impl Way {
    /// Plies of the rungs for those who play so.
    pub const fn rungs(self) -> [u32; 3] {
        match self {
            Self::Rule => [2, 3, 4],
            Self::Nodes(_) => [3, 4, 5],
        }
    }

    /// The most that is searched for a move.
    pub const fn nodes(self) -> u64 {
        match self {
            // One ply is completed all the same, unless it takes more than 131,072 nodes.
            Self::Rule => 1,
            Self::Nodes(nodes) => nodes,
        }
    }

    /// The player that the program is.
    fn player(self, program: &Program) -> Player {
        let player = Player::from(program.clone());
        match self {
            // Without selective parts one ply is the rule itself. Nothing is kept in the table.
            Self::Rule => player.equipped(PlayerSearch::Plain, 1),
            Self::Nodes(_) => player,
        }
    }
}

/// What is measured, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How the champions play.
    pub way: Way,
    /// Plies of the rungs, rising; 0 is the random mover.
    pub rungs: Vec<u32>,
    /// Games of each champion with each rung, and of every two rungs; two with each opening.
    pub games: u32,
    /// Decides the order of the openings.
    pub seed: u64,
    /// The signature of the engine that plays, or played.
    pub engine: u64,
}

impl Plan {
    /// The usual one for those who play so.
    pub fn of(way: Way) -> Self {
        Self {
            way,
            rungs: way.rungs().to_vec(),
            games: GAMES,
            seed: SEED,
            engine: signature::OWN,
        }
    }
}

/// A generation whose champion is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its number.
    pub generation: u32,
    /// Its champion.
    pub champion: Program,
    /// How often it finds moves that no program learned from, where that was counted.
    pub held_out: Option<HeldOut>,
}

/// Why nothing can be measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LadderError {
    /// No generation is to be measured.
    Nothing,
    /// These plies are none of a rung, or stand twice.
    Rung(u32),
    /// This generation stands twice.
    Twice(u32),
    /// There are games only to this number: then the openings repeat, and with them the games.
    Games(u32),
    /// Programs that search in their own way play by no other rule.
    OwnSearch,
}

impl std::fmt::Display for LadderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nothing => write!(f, "there is no generation to measure"),
            Self::Rung(plies) => {
                write!(
                    f,
                    "rungs are different depths from 0, the random mover, to {DEEPEST}, not {plies}"
                )
            }
            Self::Twice(generation) => write!(f, "generation {generation} is there twice"),
            Self::Games(most) => write!(
                f,
                "games with each rung go from 2 to {most}, which is each opening with both colours"
            ),
            Self::OwnSearch => write!(
                f,
                "these programs search in their own way: they need a number of nodes a move"
            ),
        }
    }
}

impl std::error::Error for LadderError {}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// The one whose points are counted, as a number of [`Ladder::players`].
    pub a: usize,
    /// The other.
    pub b: usize,
    /// Opening and colours.
    pub pairing: Pairing,
}

/// A measurement: it says which games are to be played, and what their results mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    plan: Plan,
    steps: Vec<Step>,
    /// Different champions in their order: an elite is the champion of several generations and plays once.
    programs: Vec<Program>,
    openings: usize,
}

impl Ladder {
    /// Of these generations, on a suite of so many openings.
    ///
    /// # Errors
    /// What keeps it from being measured.
    pub fn new(plan: Plan, mut steps: Vec<Step>, openings: usize) -> Result<Self, LadderError> {
        sort_by_key(&mut steps, |step| step.generation);
        if steps.is_empty() || plan.rungs.is_empty() {
            return Err(LadderError::Nothing);
        }
        if let Some(pair) = twice(steps.iter().map(|step| step.generation)) {
            return Err(LadderError::Twice(pair));
        }
        let out = |plies: &&u32| **plies > DEEPEST;
        let wrong = plan.rungs.iter().find(out).copied();
        if let Some(plies) = wrong.or_else(|| twice(plan.rungs.iter().copied())) {
            return Err(LadderError::Rung(plies));
        }
        let most = 2 * openings as u32;
        if !(2..=most).contains(&plan.games) {
            return Err(LadderError::Games(most));
        }
        let own_search = |step: &Step| step.champion.evaluation.evaluator().has_own_search();
        if plan.way == Way::Rule && steps.iter().any(own_search) {
            return Err(LadderError::OwnSearch);
        }
        let mut programs: Vec<Program> = Vec::new();
        for step in &steps {
            if !programs.contains(&step.champion) {
                programs.push(step.champion.clone());
            }
        }
        Ok(Self {
            plan,
            steps,
            programs,
            openings,
        })
    }

    /// The generations, rising.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How it is measured.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Who plays: the rungs, then the different champions.
    pub fn players(&self) -> Vec<Player> {
        let rungs = self.plan.rungs.iter().map(|plies| rung(*plies));
        let programs = self.programs.iter();
        rungs
            .chain(programs.map(|program| self.plan.way.player(program)))
            .collect()
    }

    /// All games in the order in which they are to be played: first the rungs' among themselves, then one champion after the
    /// other, so that the first can be rated while the others have not begun.
    pub fn games(&self) -> Vec<Game> {
        let rungs = self.plan.rungs.len();
        let mut games = self.rounds(&round_robin(rungs));
        for program in 0..self.programs.len() {
            let meets: Vec<(usize, usize)> =
                (0..rungs).map(|rung| (rungs + program, rung)).collect();
            games.extend(self.rounds(&meets));
        }
        games
    }

    /// What makes a game the same in several measurements: who plays, how, in which opening, and on which engine.
    pub fn key(&self, game: &Game, players: &[Player]) -> String {
        let (a, b) = (&players[game.a], &players[game.b]);
        let (nodes, pairing) = (self.plan.way.nodes(), &game.pairing);
        let mut key = format!("{a} {b} {nodes} {} {}", pairing.opening, pairing.a_is_white);
        if a.is_random() || b.is_random() {
            key = format!("{key} {}", pairing.seed);
        }
        match self.plan.engine {
            // Keys of this engine were kept before they named one.
            signature::FIRST_KEPT => key,
            engine => format!("{key} {engine}"),
        }
    }

    /// Rounds of an opening with both colours, so that the games of all these meetings come evenly.
    fn rounds(&self, meetings: &[(usize, usize)]) -> Vec<Game> {
        let pairings = of_match(0..self.plan.games as usize, self.openings, self.plan.seed);
        pairings
            .chunks(2)
            .flat_map(|round| {
                meetings.iter().flat_map(move |&(a, b)| {
                    round.iter().map(move |&pairing| Game { a, b, pairing })
                })
            })
            .collect()
    }

    /// What the results say: A's half-points, of the games in their order, as many as were played.
    pub fn table(&self, half_points: &[u32]) -> Table {
        let players = self.plan.rungs.len() + self.programs.len();
        let encounters = self.encounters(half_points);
        let anchor = self.anchor();
        let rated = |anchor: usize| -> Vec<Option<Rating>> {
            let few = |rating: &Rating| rating.games >= FEWEST_GAMES;
            let rated = ratings(players, &encounters, anchor, 0.0);
            rated.into_iter().map(|rating| rating.filter(few)).collect()
        };
        let all = rated(anchor);
        let rungs: Vec<Rung> = (0..self.plan.rungs.len())
            .map(|rung| Rung {
                name: self::rung(self.plan.rungs[rung]).to_string(),
                rating: all[rung].map(Elo::of),
            })
            .collect();
        let measured: Vec<Measured> = self
            .steps
            .iter()
            .map(|step| self.measured(step, &encounters, &all))
            .collect();
        let player = |step: Option<&Step>| step.map(|step| self.player(&step.champion));
        let gain = match (player(self.steps.first()), player(self.steps.last())) {
            (Some(first), Some(last)) if first != last && all[first].is_some() => {
                rated(first)[last].map(Elo::of)
            }
            _ => None,
        };
        let pairs = self.pairs(&measured);
        Table {
            anchor: rungs[anchor].name.clone(),
            rungs,
            programs: pairs.len(),
            correlation: (pairs.len() >= FEWEST_PROGRAMS)
                .then(|| rank_correlation(&pairs))
                .flatten(),
            gain,
            steps: measured,
        }
    }

    /// The rung that is nought.
    fn anchor(&self) -> usize {
        let place = |rung: u32| self.plan.rungs.iter().position(|plies| *plies == rung);
        place(RANDOM).or_else(|| place(ANCHOR)).unwrap_or(0)
    }

    /// A champion's number among the players.
    fn player(&self, champion: &Program) -> usize {
        let program = self.programs.iter().position(|other| other == champion);
        self.plan.rungs.len() + program.expect("every champion is among the programs")
    }

    fn encounters(&self, half_points: &[u32]) -> Vec<Encounter> {
        let mut encounters: Vec<Encounter> = Vec::new();
        for (Game { a, b, .. }, half_points) in self.games().into_iter().zip(half_points) {
            let same = |encounter: &&mut Encounter| encounter.a == a && encounter.b == b;
            match encounters.iter_mut().find(same) {
                Some(encounter) => {
                    encounter.games += 1;
                    encounter.half_points += half_points;
                }
                None => encounters.push(Encounter {
                    a,
                    b,
                    games: 1,
                    half_points: *half_points,
                }),
            }
        }
        encounters
    }

    fn measured(&self, step: &Step, played: &[Encounter], rated: &[Option<Rating>]) -> Measured {
        let player = self.player(&step.champion);
        let with = |rung: usize| played.iter().find(|e| e.a == player && e.b == rung);
        let points = |rung: usize| with(rung).map_or(0.0, |e| f64::from(e.half_points) / 2.0);
        let rungs = 0..self.plan.rungs.len();
        Measured {
            generation: step.generation,
            champion: step.champion.to_string(),
            held_out: step.held_out.clone(),
            games: rungs
                .clone()
                .map(|rung| with(rung).map_or(0, |e| e.games))
                .sum(),
            points: rungs.map(points).collect(),
            rating: rated[player].map(Elo::of),
        }
    }

    /// Rate and rating of each program that has both, once.
    fn pairs(&self, measured: &[Measured]) -> Vec<(f64, f64)> {
        let first = |program: &Program| {
            let of = self.steps.iter().position(|step| step.champion == *program);
            of.map(|at| &measured[at])
        };
        self.programs
            .iter()
            .filter_map(first)
            .filter_map(|one| Some((one.held_out.as_ref()?.rate, one.rating?.elo)))
            .collect()
    }
}

/// A fixed-depth player, or the random mover.
const fn rung(plies: u32) -> Player {
    Player::of(match plies {
        RANDOM => Kind::Random,
        plies => Kind::Depth(plies),
    })
}

/// The first that stands twice.
fn twice(mut numbers: impl Iterator<Item = u32>) -> Option<u32> {
    let mut seen = std::collections::BTreeSet::new();
    numbers.find(|number| !seen.insert(*number))
}

/// What the results say. A rating from too few games is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// One row a generation, rising.
    pub steps: Vec<Measured>,
    /// The rungs.
    pub rungs: Vec<Rung>,
    /// The rung that is nought.
    pub anchor: String,
    /// Different champions that have both a rate and a rating.
    pub programs: usize,
    /// Spearman's rank correlation of their rates and ratings; none of fewer than [`FEWEST_PROGRAMS`].
    pub correlation: Option<f64>,
    /// By how much the last champion is stronger than the first: with the interval of this very difference.
    pub gain: Option<Elo>,
}

/// A generation's champion, measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// The generation.
    pub generation: u32,
    /// The champion's text.
    pub champion: String,
    /// How often it finds moves that no program learned from.
    pub held_out: Option<HeldOut>,
    /// Its games so far.
    pub games: u32,
    /// Its points with each rung, in their order.
    pub points: Vec<f64>,
    /// Its rating.
    pub rating: Option<Elo>,
}

/// A rung.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rung {
    /// As a player.
    pub name: String,
    /// Its rating.
    pub rating: Option<Elo>,
}

/// A number of Elo with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The number.
    pub elo: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Elo {
    fn of(rating: Rating) -> Self {
        Self {
            elo: rating.rating,
            low: rating.rating - rating.error,
            high: rating.rating + rating.error,
        }
    }
}

/// Which generations to measure where nobody says which: the first, and those with a rate (all, where none has one), at most
/// `most` of them, evenly chosen, the first and the last among them. `generations` are numbers, rising, and whether there is a
/// rate.
pub fn chosen(generations: &[(u32, bool)], most: usize) -> Vec<u32> {
    let rated = generations.iter().any(|(_, rated)| *rated);
    let of_use: Vec<u32> = generations
        .iter()
        .enumerate()
        .filter(|(at, (_, has_rate))| *at == 0 || *has_rate || !rated)
        .map(|(_, (generation, _))| *generation)
        .collect();
    let (count, most) = (of_use.len(), most.max(2));
    if count <= most {
        return of_use;
    }
    // The nearest to even steps, halves upwards.
    (0..most)
        .map(|at| of_use[(2 * at * (count - 1) + (most - 1)) / (2 * (most - 1))])
        .collect()
}
