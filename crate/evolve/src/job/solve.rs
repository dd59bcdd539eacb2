//! A piece of work: how soon a program finds the moves of a few positions.

use std::ops::ControlFlow;

use millipawn_engine::{
    play::engine::{Engine, Setup},
    search::tree::{Control, Limits, Root},
};

use crate::{
    job::{
        message::{Reader, Unreadable, write_text},
        suite::Problem,
    },
    text::player::{LARGEST_TUNED_HASH, Player},
};

/// The most nodes a position that may be asked for.
pub const GREATEST_CAP: u32 = 100_000_000;

/// Positions to be solved by one program.
#[derive(Clone, Debug, PartialEq)]
pub struct Solve {
    player: Player,
    setup: Setup,
    cap: u32,
    problems: Vec<Problem>,
}

/// What became of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Nodes until it was solved; the cap where it was not.
    pub nodes: u32,
    /// Whether it was.
    pub is_solved: bool,
}

impl Solve {
    /// So many nodes a position; `None` of a player that does not play with the engine, or with too large a table.
    pub fn new(player: Player, cap: u32, problems: Vec<Problem>) -> Option<Self> {
        let setup = player.setup()?;
        let fits = (1..=GREATEST_CAP).contains(&cap) && player.hash <= LARGEST_TUNED_HASH;
        fits.then_some(Self {
            player,
            setup,
            cap,
            problems,
        })
    }

    /// Who solves.
    pub const fn player(&self) -> &Player {
        &self.player
    }

    /// The most nodes a position.
    pub const fn cap(&self) -> u32 {
        self.cap
    }

    /// Searches every position, each without memory of the others.
    ///
    /// A position is solved when a depth is completed within the cap with a right move as the best, for the first time: there
    /// the search ends, and the nodes are those searched until then. (The paper counts the "nodes needed to find the solution";
    /// its authors' 35 hours for 50 generations leave no time to search on.)
    pub fn perform(&self) -> Vec<Found> {
        let mut player = Engine::new(&self.setup);
        self.problems
            .iter()
            .map(|problem| {
                player.clear();
                self.solve(&mut player, problem)
            })
            .collect()
    }

    fn solve(&self, player: &mut Engine, problem: &Problem) -> Found {
        let root = Root {
            position: problem.position(),
            earlier: &[],
        };
        let limits = Limits {
            nodes: u64::from(self.cap),
            ..Limits::default()
        };
        let mut found = Found {
            nodes: self.cap,
            is_solved: false,
        };
        let control = Control {
            stop: &mut || false,
            observe: &mut |report| {
                if report.nodes > u64::from(self.cap) || !problem.is_right(report.lines[0].moves[0])
                {
                    return ControlFlow::Continue(());
                }
                found = Found {
                    nodes: report.nodes as u32,
                    is_solved: true,
                };
                ControlFlow::Break(())
            },
        };
        player
            .search(root, &limits, control)
            .expect("a problem has a legal move");
        found
    }

    /// The player's name, the cap (u32), the problems a line each.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        write_text(bytes, &self.player.to_string());
        bytes.extend_from_slice(&self.cap.to_le_bytes());
        let lines: Vec<String> = self.problems.iter().map(Problem::text).collect();
        write_text(bytes, &lines.join("\n"));
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let player = Player::parse(reader.text()?).map_err(|_| Unreadable)?;
        let cap = reader.number()?;
        let problems = reader
            .text()?
            .lines()
            .map(|line| Problem::read(line).ok_or(Unreadable))
            .collect::<Result<_, _>>()?;
        Self::new(player, cap, problems).ok_or(Unreadable)
    }
}

impl Found {
    pub(crate) fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.nodes.to_le_bytes());
        bytes.push(u8::from(self.is_solved));
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let nodes = reader.number()?;
        let is_solved = match reader.array()? {
            [0] => false,
            [1] => true,
            _ => return Err(Unreadable),
        };
        Ok(Self { nodes, is_solved })
    }
}
