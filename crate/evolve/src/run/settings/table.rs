//! The one table of settings.

use super::{Kind, MOST_GENERATIONS, Setting, Settings, Value};
use crate::{
    genome::{Crossover, select::Scaling},
    system::{System, matching::Search},
};

macro_rules! integer {
    ($($field:ident).+) => {
        (|s| Value::Integer(u64::from(s.$($field).+)), |s, value| {
            // The table's bounds fit the field.
            if let Value::Integer(number) = value { s.$($field).+ = number as _; }
        })
    };
}

macro_rules! number {
    ($field:ident) => {
        (
            |s| Value::Number(s.$field),
            |s, value| {
                if let Value::Number(number) = value {
                    s.$field = number;
                }
            },
        )
    };
}

macro_rules! flag {
    ($($field:ident).+) => {
        (|s| Value::Flag(s.$($field).+), |s, value| {
            if let Value::Flag(flag) = value { s.$($field).+ = flag; }
        })
    };
}

macro_rules! text {
    ($($field:ident).+) => {
        (|s| Value::Text(s.$($field).+.clone()), |s, value| {
            if let Value::Text(text) = value { s.$($field).+ = text; }
        })
    };
}

/// One of two: the second's name and value, else the first's.
macro_rules! either {
    ($field:ident, $first:literal = $one:path, $second:literal = $two:path) => {
        (
            |s| Value::Choice(if s.$field == $two { $second } else { $first }),
            |s, value| {
                s.$field = if value == Value::Choice($second) {
                    $two
                } else {
                    $one
                };
            },
        )
    };
}

type Access = (fn(&Settings) -> Value, fn(&mut Settings, Value));

const fn row(
    label: &'static str,
    group: &'static str,
    kind: Kind,
    unit: &'static str,
    access: Access,
    source: &'static str,
    meaning: &'static str,
) -> Setting {
    let (get, set) = access;
    Setting {
        label,
        group,
        kind,
        unit,
        meaning,
        source,
        prominent: false,
        get,
        set,
    }
}

const fn prominent(setting: Setting) -> Setting {
    Setting {
        prominent: true,
        ..setting
    }
}

const OURS: &str = "our choice";
/// Seeds survive a journey through JavaScript's numbers.
const MAX_SEED: u64 = (1 << 53) - 1;

/// All settings, in the order people see them.
pub const TABLE: [Setting; 26] = [
    prominent(row(
        "System",
        "run",
        Kind::Choice(&System::IDS),
        "",
        (
            |s| Value::Choice(s.system.id()),
            |s, value| {
                if let Value::Choice(id) = value
                    && let Some(system) = System::from_id(id)
                    && system != s.system
                {
                    *s = Settings::of(system);
                }
            },
        ),
        OURS,
        "Whose experiment it is: it decides what a chromosome says, and brings its paper's settings.",
    )),
    prominent(row(
        "Population",
        "run",
        Kind::Integer(2, 1000),
        "programs",
        integer!(population),
        OURS,
        "How many programs live in each generation.",
    )),
    prominent(row(
        "Positions per generation",
        "run",
        Kind::Integer(10, 100_000),
        "positions",
        integer!(positions),
        OURS,
        "On how many positions each generation is scored: its fitness is how many of the moves played a program finds.",
    )),
    prominent(row(
        "Crossover probability",
        "run",
        Kind::Number(0.0, 1.0),
        "",
        number!(crossover_probability),
        OURS,
        "How often two parents exchange genes instead of being copied.",
    )),
    prominent(row(
        "Mutation probability",
        "run",
        Kind::Number(0.0, 1.0),
        "a bit",
        number!(mutation_probability),
        OURS,
        "How likely each bit of a child is to be flipped.",
    )),
    prominent(row(
        "Generations",
        "run",
        Kind::Integer(0, MOST_GENERATIONS as u64),
        "generations",
        integer!(generations),
        OURS,
        "The run ends when this generation is scored; generation 0 is random.",
    )),
    prominent(row(
        "Seed",
        "run",
        Kind::Integer(0, MAX_SEED),
        "",
        integer!(seed),
        "our choice: the year of the paper",
        "Decides every random draw: the same number, settings and games give the same program.",
    )),
    row(
        "Crossover kind",
        "run",
        Kind::Choice(&["one-point", "uniform"]),
        "",
        either!(
            crossover,
            "one-point" = Crossover::OnePoint,
            "uniform" = Crossover::Uniform
        ),
        OURS,
        "Whether parents swap everything after one cut, or each bit with probability one half.",
    ),
    row(
        "Sample anew",
        "run",
        Kind::Flag,
        "",
        flag!(sample_anew),
        OURS,
        "Whether each generation is scored on positions drawn anew, or all on the same.",
    ),
    row(
        "Search",
        "run",
        Kind::Choice(&["quiescence", "static"]),
        "",
        either!(
            search,
            "quiescence" = Search::Quiescence,
            "static" = Search::Static
        ),
        OURS,
        "How a program looks for its move: one ply and then captures until it is quiet, or one ply alone.",
    ),
    row(
        "Fitness exponent",
        "run",
        Kind::Integer(1, 4),
        "",
        integer!(fitness_exponent),
        OURS,
        "Selection sees the number of moves found to this power; what is shown is the plain number.",
    ),
    row(
        "Scaling",
        "run",
        Kind::Choice(&["linear", "none"]),
        "",
        either!(scaling, "linear" = Scaling::Linear, "none" = Scaling::None),
        OURS,
        "Whether fitness is scaled by the multiple below, or is itself the chance to become a parent.",
    ),
    row(
        "Scaling multiple",
        "run",
        Kind::Number(1.0, 10.0),
        "times the average",
        number!(scaling_multiple),
        OURS,
        "With linear scaling the best has this many times the average chance to become a parent.",
    ),
    row(
        "Elite",
        "run",
        Kind::Integer(0, 1000),
        "programs",
        integer!(elite),
        OURS,
        "How many of the best pass into the next generation unchanged.",
    ),
    row(
        "Held-out share",
        "measure",
        Kind::Number(0.0, 0.9),
        "of the games",
        number!(held_out_share),
        OURS,
        "The share of the games that no program learns from, set aside to measure on.",
    ),
    row(
        "Held-out positions",
        "measure",
        Kind::Integer(1000, 1_000_000),
        "positions",
        integer!(held_out_positions),
        OURS,
        "On how many positions of those games the best program is scored.",
    ),
    row(
        "Held-out interval",
        "measure",
        Kind::Integer(1, 1000),
        "generations",
        integer!(held_out_interval),
        OURS,
        "Every how many generations the best program is scored on them; the last always is.",
    ),
    row(
        "Positions kept at most",
        "games",
        Kind::Integer(1000, 5_000_000),
        "positions",
        integer!(import.keep),
        OURS,
        "When the games hold more, an unbiased sample of this size is kept.",
    ),
    row(
        "Minimum Elo",
        "games",
        Kind::Integer(0, 4000),
        "Elo",
        integer!(import.minimum_elo),
        OURS,
        "Use only games in which both players have at least this rating; 0 uses all.",
    ),
    row(
        "Winner's moves only",
        "games",
        Kind::Flag,
        "",
        flag!(import.winners_only),
        OURS,
        "Learn only from the moves of the side that won.",
    ),
    row(
        "Player",
        "games",
        Kind::Text(60),
        "",
        text!(import.player),
        OURS,
        "Learn only from the moves of the player whose name contains this, in capitals or not; empty for everyone.",
    ),
    row(
        "Skip first half-moves",
        "games",
        Kind::Integer(0, 1000),
        "half-moves",
        integer!(import.skip_plies),
        OURS,
        "Leave out this many half-moves at the start of each game: they are played from memory.",
    ),
    row(
        "Positions per game",
        "games",
        Kind::Integer(0, 1000),
        "positions",
        integer!(import.per_game),
        OURS,
        "Draw this many positions from each game; 0 takes all.",
    ),
    row(
        "Drop duplicates",
        "games",
        Kind::Flag,
        "",
        flag!(import.drop_duplicates),
        OURS,
        "Keep a position with the same move only once.",
    ),
    row(
        "Set-up positions",
        "games",
        Kind::Flag,
        "",
        flag!(import.set_ups),
        OURS,
        "Use games that do not start from the usual position.",
    ),
    row(
        "Sampling number",
        "games",
        Kind::Integer(0, MAX_SEED),
        "",
        integer!(import.sample_seed),
        OURS,
        "Decides which positions are kept when there are more than may be.",
    ),
];
