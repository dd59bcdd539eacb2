//! A piece of work: one game in which weights learn.

use std::{cell::RefCell, rc::Rc};

use millipawn_engine::{
    evaluation::meep::{FEATURES, WITH_FALCON},
    play::contest::mover::Mover,
};
use shakmaty::Color;

use crate::{
    job::{
        game_task::Terms,
        host::Host,
        message::{Reader, Unreadable, write_block, write_text},
    },
    learn::{
        gradient::Tally,
        optimizer::{Memory, Optimizer},
        player::{LearningPlayer, Lesson, Rule, Seat},
        rules::Method,
        size::Size,
        step::{Precise, Steps},
    },
    text::player::Player,
};

/// Who a learning player plays against.
#[derive(Clone, Debug, PartialEq)]
pub enum Opponent {
    /// Itself: it learns from the moves of both sides.
    Itself,
    /// This player; the learning one has this colour.
    Other(Box<Player>, Color),
}

/// A game to be played and learned from: the same task, the same weights, unless a clock binds.
#[derive(Clone, Debug, PartialEq)]
pub struct LearningGame {
    /// The weights that it begins with.
    pub weights: Precise,
    /// What the optimizer knows of them.
    pub memory: Memory,
    /// How it learns.
    pub rule: Rule,
    /// What was learned from before, which the size of steps follows from.
    pub before: Tally,
    /// Who it plays against.
    pub opponent: Opponent,
    /// Opening, limits, rules and seed.
    pub terms: Terms,
}

/// A game that was learned from.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedGame {
    /// What became of the weights.
    pub lesson: Lesson,
    /// The half-points of White, or of the learning player where it had an opponent: 0, 1 or 2.
    pub half_points: u8,
    /// Moves searched.
    pub plies: u32,
    /// Nodes searched for them.
    pub nodes: u64,
}

impl LearningGame {
    /// Plays it.
    pub fn perform(&self, host: &mut dyn Host) -> LearnedGame {
        let memory = self.memory.clone();
        let player = LearningPlayer::new(&self.weights, memory, self.rule, self.before);
        let player = Rc::new(RefCell::new(player));
        let seat = || Box::new(Seat(Rc::clone(&player))) as Box<dyn Mover>;
        let (mut white, mut black) = match &self.opponent {
            Opponent::Itself => (seat(), seat()),
            Opponent::Other(other, Color::White) => (seat(), other.mover()),
            Opponent::Other(other, Color::Black) => (other.mover(), seat()),
        };
        let record = self.terms.play(&mut *white, &mut *black, host);
        let white_half_points = record.end.white_half_points();
        let mut player = player.borrow_mut();
        player.end(white_half_points);
        let half_points = match &self.opponent {
            Opponent::Other(_, Color::Black) => 2 - white_half_points,
            _ => white_half_points,
        };
        LearnedGame {
            lesson: player.lesson(&self.weights),
            half_points: half_points as u8,
            plies: record.reported.len() as u32,
            nodes: record.reported.iter().map(|reported| reported.nodes).sum(),
        }
    }

    /// The weights, method (u8), kind of size (0: fixed, 1: relative), optimizer (u8), size, lambda, squash and decay (f64), what the
    /// optimizer knows, what was learned from before, opponent (0: itself, 1: another, who has Black, 2: White) with its name, the terms.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        write_block(bytes, &self.weights.to_bytes());
        let Rule {
            method,
            steps,
            squash,
            lambda,
        } = self.rule;
        bytes.push(method as u8);
        let (kind, size) = match steps.size {
            Size::Fixed(size) => (FIXED, size),
            Size::Relative(size) => (RELATIVE, size),
        };
        bytes.push(kind);
        bytes.push(steps.optimizer as u8);
        for number in [size, lambda, squash, steps.decay] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        write_block(bytes, &self.memory.to_bytes());
        bytes.extend_from_slice(&self.before.to_bytes());
        match &self.opponent {
            Opponent::Itself => bytes.push(ITSELF),
            Opponent::Other(player, own) => {
                bytes.push(own.fold_wb(HAS_BLACK, HAS_WHITE));
                write_text(bytes, &player.to_string());
            }
        }
        self.terms.write(bytes);
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let weights = Precise::from_bytes(reader.block()?).ok_or(Unreadable)?;
        let [method, kind, optimizer] = reader.array()?;
        let method = *Method::ALL.get(usize::from(method)).ok_or(Unreadable)?;
        let optimizer = *Optimizer::ALL
            .get(usize::from(optimizer))
            .ok_or(Unreadable)?;
        let mut number = |most: f64| {
            let number = f64::from_le_bytes(reader.array()?);
            let fits = (0.0..=most).contains(&number);
            fits.then_some(number).ok_or(Unreadable)
        };
        let (size, lambda) = (number(1.0)?, number(1.0)?);
        let (squash, decay) = (number(LARGEST_SQUASH)?, number(1.0)?);
        let memory = Memory::from_bytes(reader.block()?);
        let number = weights.as_slice().len();
        let memory = memory.filter(|memory| memory.is_of(optimizer, number));
        let memory = memory.ok_or(Unreadable)?;
        let size = match kind {
            FIXED => Size::Fixed(size),
            RELATIVE => Size::Relative(size),
            _ => return Err(Unreadable),
        };
        let before = read_tally(reader)?;
        let [opponent] = reader.array()?;
        let own = match opponent {
            ITSELF => None,
            HAS_BLACK => Some(Color::White),
            HAS_WHITE => Some(Color::Black),
            _ => return Err(Unreadable),
        };
        let opponent = match own {
            None => Opponent::Itself,
            Some(own) => {
                let player = Player::parse(reader.text()?).map_err(|_| Unreadable)?;
                Opponent::Other(Box::new(player), own)
            }
        };
        Ok(Self {
            weights,
            memory,
            rule: Rule {
                method,
                steps: Steps {
                    size,
                    optimizer,
                    decay,
                },
                squash,
                lambda,
            },
            before,
            opponent,
            terms: Terms::read(reader)?,
        })
    }
}

impl LearnedGame {
    /// Half-points (u8), flags (u8), moves (u32), nodes (u64), what was learned from, a change (i64) for each weight, what
    /// the optimizer knows.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.half_points);
        let has_falcon = self.lesson.changes.len() == WITH_FALCON;
        let flag = |is_set, flag| if is_set { flag } else { 0 };
        bytes.push(flag(self.lesson.has_diverged, HAS_DIVERGED) | flag(has_falcon, HAS_FALCON));
        bytes.extend_from_slice(&self.plies.to_le_bytes());
        bytes.extend_from_slice(&self.nodes.to_le_bytes());
        bytes.extend_from_slice(&self.lesson.tally.to_bytes());
        for change in &self.lesson.changes {
            bytes.extend_from_slice(&change.to_le_bytes());
        }
        write_block(bytes, &self.lesson.memory.to_bytes());
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let [half_points @ 0..=2, flags @ 0..=ALL_FLAGS] = reader.array()? else {
            return Err(Unreadable);
        };
        let plies = reader.number()?;
        let nodes = u64::from_le_bytes(reader.array()?);
        let tally = read_tally(reader)?;
        let weights = match flags & HAS_FALCON {
            0 => FEATURES,
            _ => WITH_FALCON,
        };
        let changes = (0..weights).map(|_| Ok(i64::from_le_bytes(reader.array()?)));
        let changes = changes.collect::<Result<_, _>>()?;
        Ok(Self {
            half_points,
            plies,
            nodes,
            lesson: Lesson {
                changes,
                memory: Memory::from_bytes(reader.block()?).ok_or(Unreadable)?,
                tally,
                has_diverged: flags & HAS_DIVERGED != 0,
            },
        })
    }

    /// As a checkpoint has it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        bytes
    }

    /// Inverse of [`LearnedGame::to_bytes`].
    ///
    /// # Errors
    /// Any departure from the format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Unreadable> {
        let mut reader = Reader::new(bytes);
        let game = Self::read(&mut reader)?;
        reader.end()?;
        Ok(game)
    }
}

/// Pawns: a scale above this squashes nothing.
pub const LARGEST_SQUASH: f64 = 100.0;

const FIXED: u8 = 0;
const RELATIVE: u8 = 1;

/// Flags of a game that was learned from: whether it diverged, whether the weights are with Falcon's features.
const HAS_DIVERGED: u8 = 1;
const HAS_FALCON: u8 = 2;
const ALL_FLAGS: u8 = HAS_DIVERGED | HAS_FALCON;

const ITSELF: u8 = 0;
const HAS_BLACK: u8 = 1;
const HAS_WHITE: u8 = 2;

fn read_tally(reader: &mut Reader<'_>) -> Result<Tally, Unreadable> {
    Tally::from_bytes(reader.bytes(Tally::BYTES)?).ok_or(Unreadable)
}
