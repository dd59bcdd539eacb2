//! Learning as text, so that it goes on where it was: also in the middle of a round.

use std::ops::RangeInclusive;

use super::{
    Settings,
    record::{Divergence, Record},
};
use crate::{
    job::learning_game::LearnedGame,
    learn::{gradient::Tally, optimizer::Memory, step::Precise},
    run::checkpoint::{self, decoded, encoded, finite, next},
    signature,
    text::chromosome::Chromosome,
};

/// All that is known of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Its settings.
    pub settings: Settings,
    /// The signature of the engine that played.
    pub engine: u64,
    /// Of the book.
    pub fingerprint: u64,
    /// The weights before the first game.
    pub start: Precise,
    /// The weights after the last round, in full precision.
    pub weights: Precise,
    /// What the optimizer knows of them.
    pub memory: Memory,
    /// What was learned from so far.
    pub seen: Tally,
    /// One a round.
    pub records: Vec<Record>,
    /// The games done of the round under way, by their numbers.
    pub games: Vec<(usize, LearnedGame)>,
}

impl checkpoint::Checkpoint for Checkpoint {
    const NAME: &'static str = "millipawn-learning";
    const VERSIONS: RangeInclusive<u32> = 1..=1;
    type Reading = Reading;

    /// Settings, engine, book, weights, what the optimizer knows if it does, what was learned from, rounds with the programs kept, games.
    fn lines(&self) -> Vec<String> {
        let mut lines = checkpoint::setting_lines(&self.settings);
        lines.push(format!("engine {}", self.engine));
        lines.push(format!("openings {:016x}", self.fingerprint));
        lines.push(format!("start {}", encoded(&self.start.to_bytes())));
        lines.push(format!("weights {}", encoded(&self.weights.to_bytes())));
        if self.memory != Memory::default() {
            lines.push(format!("memory {}", encoded(&self.memory.to_bytes())));
        }
        lines.push(format!("seen {}", encoded(&self.seen.to_bytes())));
        for record in &self.records {
            lines.push(format!("round {}", words(record)));
            if let Some(program) = &record.champion {
                lines.push(format!("program {} {program}", record.generation));
            }
        }
        for (number, game) in &self.games {
            lines.push(format!("game {number} {}", encoded(&game.to_bytes())));
        }
        lines
    }

    fn read(reading: &mut Reading, key: &str, value: &str) -> Option<()> {
        match key {
            "setting" => {
                reading.has_seed |= checkpoint::read_setting(&mut reading.settings, key, value)?;
            }
            "engine" => reading.engine = Some(value.parse().ok()?),
            "openings" => reading.fingerprint = Some(u64::from_str_radix(value, 16).ok()?),
            "start" => reading.start = Some(Precise::from_bytes(&decoded(value)?)?),
            "weights" => reading.weights = Some(Precise::from_bytes(&decoded(value)?)?),
            "memory" => reading.memory = Memory::from_bytes(&decoded(value)?)?,
            "seen" => reading.seen = Some(Tally::from_bytes(&decoded(value)?)?),
            "round" => {
                let record = record(value)?;
                (record.generation as usize == reading.records.len()).then_some(())?;
                reading.records.push(record);
            }
            "program" => {
                let (round, program) = value.split_once(' ')?;
                Chromosome::parse(program).ok()?;
                let record = reading.records.get_mut(round.parse::<usize>().ok()?)?;
                record.champion = Some(program.to_owned());
            }
            "game" => {
                let (number, game) = value.split_once(' ')?;
                let game = LearnedGame::from_bytes(&decoded(game)?).ok()?;
                reading.games.push((number.parse().ok()?, game));
            }
            _ => return None,
        }
        Some(())
    }

    fn finish(reading: Reading) -> Option<Self> {
        reading.has_seed.then_some(())?;
        let optimizer = reading.settings.optimizer;
        let (start, weights) = (reading.start?, reading.weights?);
        let number = weights.as_slice().len();
        let mut games = reading.games.iter();
        let fits = start.as_slice().len() == number
            && reading.memory.is_of(optimizer, number)
            && games.all(|(_, game)| game.lesson.fits(optimizer, &weights));
        fits.then_some(())?;
        Some(Self {
            settings: reading.settings,
            engine: reading.engine?,
            fingerprint: reading.fingerprint?,
            start,
            weights,
            memory: reading.memory,
            seen: reading.seen?,
            records: reading.records,
            games: reading.games,
        })
    }

    fn engine(&self) -> Option<u64> {
        Some(self.engine)
    }

    fn anew(self) -> Self {
        Self {
            engine: signature::OWN,
            weights: self.start.clone(),
            memory: self.settings.optimizer.memory(self.start.as_slice().len()),
            seen: Tally::default(),
            records: Vec::new(),
            games: Vec::new(),
            ..self
        }
    }
}

/// Stands for no divergence.
const NONE: &str = "-";

fn words(record: &Record) -> String {
    let Record {
        generation,
        games,
        positions,
        changed: [exact, lower, upper],
        error,
        size,
        half_points,
        plies,
        nodes,
        values: [pawn, knight, bishop, rook, queen],
        diverged,
        champion: _,
    } = record;
    let diverged = diverged.map_or(NONE, Divergence::id);
    format!(
        "{generation} {games} {positions} {exact} {lower} {upper} {error} {size} {half_points} {plies} {nodes} {pawn} {knight} {bishop} \
         {rook} {queen} {diverged}"
    )
}

fn record(value: &str) -> Option<Record> {
    let mut words = value.split(' ');
    let record = Record {
        generation: next(&mut words)?,
        games: next(&mut words)?,
        positions: next(&mut words)?,
        changed: [next(&mut words)?, next(&mut words)?, next(&mut words)?],
        error: finite(&mut words)?,
        size: finite(&mut words)?,
        half_points: next(&mut words)?,
        plies: next(&mut words)?,
        nodes: next(&mut words)?,
        values: {
            let mut value = || finite(&mut words);
            [value()?, value()?, value()?, value()?, value()?]
        },
        diverged: match words.next()? {
            NONE => None,
            id => Some(Divergence::ALL.into_iter().find(|one| one.id() == id)?),
        },
        champion: None,
    };
    let changed = record
        .changed
        .iter()
        .try_fold(0_u64, |sum, one| sum.checked_add(*one))?;
    (words.next().is_none() && changed <= record.positions).then_some(record)
}

/// A checkpoint of which some lines are read.
#[derive(Debug, Default)]
pub struct Reading {
    settings: Settings,
    /// Without its seed it would be another history.
    has_seed: bool,
    engine: Option<u64>,
    fingerprint: Option<u64>,
    start: Option<Precise>,
    weights: Option<Precise>,
    memory: Memory,
    seen: Option<Tally>,
    records: Vec<Record>,
    games: Vec<(usize, LearnedGame)>,
}
