//! Learning from self-play (Veness, Silver, Uther and Blair 2009): a program plays itself and learns from its own searches.
//!
//! From the paper: weights that begin small and random, greedy play, a step after every search. A round of games is our choice: its games
//! begin with the same weights, so that they can be played at once, and their changes are added up in fixed point. A round of one game is
//! the paper's way. Round 0 has no game: its program knows nothing.

mod checkpoint;
mod record;
mod settings;

use std::num::NonZeroU32;

use millipawn_engine::{
    evaluation::meep::piece_values, play::contest::opening::Opening,
    search::quiescence::sort_by_tie_key,
};
use serde::Serialize;
use shakmaty::{Color, Move, Position};

use crate::{
    genome::draw::{Draws, Purpose},
    job::{
        game_task::{Bound, Terms},
        learning_game::{LearnedGame, LearningGame, Opponent},
        task::{Job, JobResult},
    },
    learn::{gradient::Tally, optimizer::Memory, step::Precise},
    run::{
        Champion, CrossTable, GameUnderWay, Games, Generations, Kind, Opened, PieceSize, RunError,
        Step, Summary,
        book::{self, BookError},
        kept_programs::{self, is_kept},
        material::{Beginning, Material},
        settings::RunSettings,
    },
    signature,
    system::{Learned, System},
    text::{chromosome::Chromosome, player::Player, program::Program},
};

pub use self::{
    checkpoint::Checkpoint,
    record::{Divergence, Record},
    settings::Settings,
};

/// There is but one.
const PROGRAM: &str = "Program 1";

/// Half-moves of the longest game that is thought of, opening included.
const LONGEST_GAME: u64 = 600;

/// Why learning cannot start or go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LearningError {
    /// What is wrong with the openings.
    Book(BookError),
    /// The opponent's name, and what is wrong with it.
    Opponent(String),
    /// A program to begin with that has other genes.
    OtherSystem(&'static str),
    /// What was kept of the run does not fit.
    Run(RunError),
}

impl std::fmt::Display for LearningError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Book(error) => write!(f, "{error}"),
            Self::Opponent(error) => write!(f, "opponent {error}"),
            Self::OtherSystem(name) => {
                let can = learner().0.name();
                write!(f, "a program of {name} cannot learn: one of {can} can")
            }
            Self::Run(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for LearningError {}

impl From<RunError> for LearningError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

/// A run in which a program learns.
pub type Learning = Generations<LearningKind>;

/// What learning needs beside the form of every run.
#[derive(Debug)]
pub struct LearningKind {
    settings: Settings,
    opponent: Option<Player>,
    openings: Vec<Opening>,
    fingerprint: u64,
    engine: u64,
    start: Precise,
    /// After the last record.
    weights: Precise,
    memory: Memory,
    seen: Tally,
    /// The round in which learning diverged.
    ended: Option<u32>,
}

/// A round that is being played.
#[derive(Debug)]
pub struct Round {
    number: u32,
    /// What its games begin with.
    openings: Vec<Opening>,
}

/// The weights that a run of this seed begins with.
pub fn random(seed: u64) -> Precise {
    Precise::random(&mut Draws::derive(seed, 0, 0, Purpose::Genes))
}

/// The weights of a program, to go on from.
///
/// # Errors
/// A program of another system.
pub fn weights_of(program: &Chromosome) -> Result<Precise, LearningError> {
    let other = || LearningError::OtherSystem(program.system.name());
    let learned = program.system.learned().ok_or_else(other)?;
    Ok(Precise::from(&(learned.weights)(&program.genome)))
}

/// The system whose programs learn.
fn learner() -> (System, &'static Learned) {
    let system = System::offering(Settings::KIND);
    (system, system.learned().expect("its programs learn"))
}

/// The program of these weights, with every one that plays.
pub fn exact_program(weights: &Precise) -> Chromosome {
    let (system, learned) = learner();
    Chromosome {
        system,
        genome: (learned.exact)(&weights.weights()),
    }
}

/// The program of these weights that fits a link: it rounds them.
pub fn short_program(weights: &Precise) -> Chromosome {
    let (system, learned) = learner();
    Chromosome {
        system,
        genome: (learned.short)(&weights.weights()),
    }
}

impl Learning {
    /// A new run from these weights.
    ///
    /// # Errors
    /// Openings or an opponent that cannot be used.
    pub fn new(
        settings: Settings,
        start: Precise,
        openings: Vec<Opening>,
    ) -> Result<Self, LearningError> {
        LearningKind::new(settings, start, openings).map(Self::begun)
    }

    /// The run as it was when the checkpoint was made. That of another engine can be read, but gives no work.
    ///
    /// # Errors
    /// When `openings` are not those of the run, or the checkpoint contradicts itself.
    pub fn resume(kept: Checkpoint, openings: Vec<Opening>) -> Result<Self, LearningError> {
        let mut kind = LearningKind::new(kept.settings, kept.start, openings)?;
        RunError::unless_same("played other openings", kept.fingerprint, kind.fingerprint)?;
        kind.engine = kept.engine;
        kind.weights = kept.weights;
        kind.memory = kept.memory;
        kind.seen = kept.seen;
        let mut diverged = kept
            .records
            .iter()
            .filter(|record| record.diverged.is_some());
        kind.ended = diverged.next().map(|record| record.generation);
        if kept.records.is_empty() && kind.weights != kind.start {
            return Err(RunError::WrongCheckpoint.into());
        }
        let mut run = Self::scored_so_far(kind, kept.records);
        run.go_on(kept.games)?;
        Ok(run)
    }

    /// The settings of the run.
    pub const fn settings(&self) -> &Settings {
        &self.kind().settings
    }

    /// The weights after the last round, in full precision.
    pub const fn weights(&self) -> &Precise {
        &self.kind().weights
    }
}

impl LearningKind {
    fn new(
        settings: Settings,
        start: Precise,
        openings: Vec<Opening>,
    ) -> Result<Self, LearningError> {
        book::check(&openings).map_err(LearningError::Book)?;
        let opponent = match settings.opponent.trim() {
            "" => None,
            text => {
                let player = Player::parse(text);
                let shown: String = text.chars().take(40).collect();
                let refused = |error| LearningError::Opponent(format!("{shown}: {error}"));
                Some(player.map_err(refused)?)
            }
        };
        Ok(Self {
            memory: settings.optimizer.memory(start.as_slice().len()),
            settings,
            opponent,
            fingerprint: book::fingerprint(&openings),
            openings,
            engine: signature::OWN,
            weights: start.clone(),
            start,
            seen: Tally::default(),
            ended: None,
        })
    }

    /// Takes over what games taught; `None` where learning diverged.
    fn learn(&mut self, games: &[LearnedGame]) -> Option<()> {
        let mut sums = vec![0_i64; self.weights.as_slice().len()];
        for game in games {
            (!game.lesson.has_diverged).then_some(())?;
            for (sum, change) in sums.iter_mut().zip(&game.lesson.changes) {
                *sum = sum.checked_add(*change)?;
            }
            self.seen += game.lesson.tally;
        }
        if let Some(last) = NonZeroU32::new(games.len() as u32) {
            let share = self.settings.share.min(last.get());
            self.weights = self.weights.changed(&sums, share, last)?;
            let memories = games.iter().map(|game| &game.lesson.memory);
            self.memory = self.memory.changed(memories, share, last);
        }
        Some(())
    }

    /// What the game of this number begins with: an opening of the book, and some random moves.
    fn opening(&self, round: u32, game: u32) -> Opening {
        let mut draws = Draws::derive(self.settings.seed, round, game, Purpose::Openings);
        let opening = &self.openings[draws.below(self.openings.len() as u64) as usize];
        let longer =
            (0..ATTEMPTS).find_map(|_| wander(opening, self.settings.random_plies, &mut draws));
        Opening {
            name: String::new(),
            ..longer.unwrap_or_else(|| opening.clone())
        }
    }
}

/// Random moves that end the game are drawn anew so often.
const ATTEMPTS: usize = 100;

/// The opening with so many random moves behind it; `None` where they end the game.
fn wander(opening: &Opening, plies: u32, draws: &mut Draws) -> Option<Opening> {
    let mut longer = opening.clone();
    let mut position = longer.start.clone();
    for m in &longer.moves {
        position.play_unchecked(*m);
    }
    for _ in 0..plies {
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        sort_by_tie_key(&mut moves);
        if moves.is_empty() {
            return None;
        }
        let m = moves[draws.below(moves.len() as u64) as usize];
        position.play_unchecked(m);
        longer.moves.push(m);
    }
    longer.leaves_a_game().then_some(longer)
}

impl Kind for LearningKind {
    type Settings = Settings;
    type Record = Record;
    type Generation = Round;
    type Piece = LearnedGame;
    type Checkpoint = Checkpoint;

    fn open(beginning: &Beginning<'_>, material: &dyn Material) -> Opened<Self> {
        let settings = Settings::from_lines(beginning.settings, System::offering(Settings::KIND))?;
        let start = match beginning.programs.trim() {
            "" => random(settings.seed),
            text => weights_of(&Program::parse(text)?.evaluation)?,
        };
        Ok(Learning::new(settings, start, material.openings())?)
    }

    fn reopen(kept: Checkpoint, material: &dyn Material) -> Opened<Self> {
        Ok(Learning::resume(kept, material.openings())?)
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn generations(&self) -> u32 {
        self.ended
            .unwrap_or(u32::MAX)
            .min(self.settings.generations)
    }

    fn set_generations(&mut self, generations: u32) {
        self.settings.generations = generations;
    }

    fn begin(&self, records: &mut [Record]) -> Round {
        kept_programs::forget(records, |record| &mut record.champion);
        let number = records.len() as u32;
        let games = if number == 0 { 0 } else { self.settings.games };
        Round {
            number,
            openings: (0..games).map(|game| self.opening(number, game)).collect(),
        }
    }

    fn pieces(&self, round: &Round) -> usize {
        round.openings.len()
    }

    fn job(&self, round: &Round, piece: usize) -> Job {
        let games = round.openings.len();
        let opponent = match &self.opponent {
            None => Opponent::Itself,
            Some(player) => {
                // Colours change from game to game, also where a round has one.
                let game = round.number as usize * games + piece;
                let own = if game.is_multiple_of(2) {
                    Color::White
                } else {
                    Color::Black
                };
                Opponent::Other(Box::new(player.clone()), own)
            }
        };
        Job::LearningGame(Box::new(LearningGame {
            weights: self.weights.clone(),
            memory: self.memory.clone(),
            // The first round is number 1.
            rule: self
                .settings
                .rule(u64::from(round.number - 1) * games as u64),
            before: self.seen,
            opponent,
            terms: Terms {
                opening: round.openings[piece].clone(),
                bound: self.settings.bound(),
                rules: self.settings.rules(),
                // Of an opponent that draws random numbers.
                seed: self.seen.searches + piece as u64,
            },
        }))
    }

    fn read(&self, _: &Round, _: usize, result: &JobResult) -> Option<LearnedGame> {
        let JobResult::LearningGame(game) = result else {
            return None;
        };
        // One that knows nothing of this run's optimizer would lose what it remembers.
        let fits = game.lesson.fits(self.settings.optimizer, &self.weights);
        fits.then(|| (**game).clone())
    }

    /// The weights go on by a share of what all games changed; sums of integers do not depend on the order.
    fn finish(&mut self, earlier: &[Record], _: Round, games: Vec<LearnedGame>) -> Step<Self> {
        let number = earlier.len() as u32;
        let before = earlier.last().map_or(0, |record| record.games);
        let mut record = Record::of(number, before, &games);
        record.diverged = match self.learn(&games) {
            Some(()) => record.divergence(earlier),
            None => Some(Divergence::Weight),
        };
        if record.diverged.is_some() {
            self.ended = Some(number);
        }
        record.values = piece_values(&self.weights.weights()).map(|value| f64::from(value) / 16.0);
        record.champion = Some(short_program(&self.weights).to_string());
        Step::Scored(record)
    }

    fn checkpoint(&self, records: &[Record], games: Vec<(usize, LearnedGame)>) -> Checkpoint {
        Checkpoint {
            settings: self.settings.clone(),
            engine: self.engine,
            fingerprint: self.fingerprint,
            start: self.start.clone(),
            weights: self.weights.clone(),
            memory: self.memory.clone(),
            seen: self.seen,
            records: records.to_vec(),
            games,
        }
    }

    fn engine(&self) -> Option<u64> {
        Some(self.engine)
    }

    fn largest_piece(&self) -> PieceSize {
        match self.settings.bound() {
            Bound::Nodes(nodes) => PieceSize {
                nodes: nodes * LONGEST_GAME,
                milliseconds: 0,
            },
            Bound::Clock(milliseconds) => PieceSize {
                nodes: 0,
                milliseconds: 2 * u64::from(milliseconds),
            },
        }
    }

    fn is_repeatable(&self) -> bool {
        self.settings.is_repeatable()
    }

    fn line<'a>(&self, record: &'a Record) -> Box<dyn erased_serde::Serialize + 'a> {
        Box::new(Line {
            round: record.generation,
            games: record.games,
            positions: record.positions,
            rms_error: record.error,
            nonzero_share: record.share_changed(),
            values: record.values,
            nodes: record.nodes,
            program: match is_kept(record.generation) {
                true => record.champion.as_deref(),
                false => None,
            },
            diverged: record.diverged,
        })
    }

    fn summary(&self, record: &Record) -> Summary {
        let [pawn, knight, bishop, rook, queen] = record.values.map(|value| value / 1000.0);
        Summary {
            counts: format!(
                "{} games; error {:.2} pawns; P {pawn:.2} N {knight:.2} B {bishop:.2} R {rook:.2} Q {queen:.2}",
                record.games,
                record.error / 1000.0
            ),
            measured: record.diverged.map(|why| why.message().to_owned()),
        }
    }

    fn champion(&self, record: &Record) -> Option<Champion> {
        Some(Champion {
            chromosome: record.champion.clone()?,
            fitness: None,
            positions: None,
            games: Some(record.games),
        })
    }

    /// The program after the last round, in full precision.
    fn ranked(&self, _: &Record) -> Vec<String> {
        vec![exact_program(&self.weights).to_string()]
    }

    fn games(run: &Generations<Self>) -> Option<&dyn Games> {
        Some(run)
    }
}

/// A round as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    round: u32,
    /// Since the beginning.
    games: u64,
    /// Learned from in this round.
    positions: u64,
    /// In millipawns.
    rms_error: f64,
    nonzero_share: f64,
    /// Pawn, knight, bishop, rook, queen in millipawns.
    values: [f64; 5],
    nodes: u64,
    /// Of the rounds whose programs are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diverged: Option<Divergence>,
}

impl Games for Learning {
    fn game(&self, game: usize) -> Option<GameUnderWay<'_>> {
        let opening = self.under_way()?.openings.get(game)?;
        Some(GameUnderWay {
            white: PROGRAM.to_owned(),
            black: PROGRAM.to_owned(),
            start: &opening.start,
        })
    }

    fn cross_table(&self) -> Option<CrossTable> {
        None
    }
}
