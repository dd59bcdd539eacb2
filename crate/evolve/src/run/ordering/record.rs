//! What is known of a generation of move orderings once it is scored.

use millipawn_engine::search::evochess::count::Ordering;
use serde::Serialize;

use crate::measure::by_ply::PlyGroup;

/// An order of moves that is made by hand or not at all, to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Yardstick {
    /// What it is, for people.
    pub name: &'static str,
    /// Nodes for the positions that are bred on.
    pub nodes: u64,
}

/// What the evolved orderings are compared with, each with its name.
pub fn yardsticks(seed: u64) -> [(&'static str, Ordering); 4] {
    [
        ("random order", Ordering::Random(seed)),
        ("f-negascout as published", Ordering::Published),
        ("f-negascout, captures first", Ordering::Captures),
        ("the engine's history tables", Ordering::History),
    ]
}

/// The best of a generation on positions that were not bred on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Unseen {
    /// Positions.
    pub positions: u32,
    /// Nodes for all of them.
    pub nodes: u64,
}

/// One record a generation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// Its number; 0 is the random one.
    pub generation: u32,
    /// Nodes of each program for all positions; the demes one after the other.
    pub nodes: Vec<u64>,
    /// The places of copies that came from the deme before.
    pub migrants: Vec<u32>,
    /// Nodes of the fittest: the fewest.
    pub best: u64,
    /// Nodes on average.
    pub mean: f64,
    /// Nodes of the least fit.
    pub worst: u64,
    /// Positions that are searched.
    pub positions: u32,
    /// Nodes of other orders for the same positions.
    pub yardsticks: Vec<Yardstick>,
    /// The best on positions that were not bred on, where that was due.
    pub unseen: Option<Unseen>,
    /// Nodes of the fittest by ply of the game; empty where an earlier version made the record.
    pub by_ply: Vec<PlyGroup>,
    /// The same of the yardsticks, in their order: in the record of generation 0 only, for it stays.
    pub yardsticks_by_ply: Vec<Vec<PlyGroup>>,
    /// The fittest program, the earlier on ties.
    pub champion: String,
    /// Mean distance of two programs.
    pub diversity: f64,
}
