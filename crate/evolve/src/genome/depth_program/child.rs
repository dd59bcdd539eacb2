//! Children, and where each of their instructions came from.

use millipawn_engine::search::evochess::depth::{Instruction, Program};
use serde::Serialize;

/// Where an instruction came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The parent that the child begins with.
    First,
    /// The other parent.
    Second,
    /// A random program.
    Random,
    /// A random instruction took the place of this one of the first parent.
    InPlaceOf(Instruction),
}

/// A program and where its instructions came from, in the order of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// The program.
    pub program: Program,
    /// As many as it has instructions.
    pub sources: Vec<Source>,
    /// How many instructions of its first parent were cut out, whether something took their place or not.
    pub removed: usize,
}

/// A line of a child's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// With its indentation.
    pub text: String,
    /// `first`, `second`, `random`, or `replaced`.
    pub from: &'static str,
    /// What stood there, where it was replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

impl Child {
    /// A copy of its first parent.
    pub(super) fn copy(parent: &Program) -> Self {
        Self {
            sources: vec![Source::First; parent.length()],
            program: parent.clone(),
            removed: 0,
        }
    }

    /// Its text. An else and an end came with their if.
    pub fn lines(&self) -> Vec<Line> {
        let mut sources = self.sources.iter().copied();
        let mut open = Vec::new();
        let mut next = || sources.next().unwrap_or(Source::First);
        let line = |text: &str| {
            let source = match text.trim_start() {
                "else" => open.last().copied().unwrap_or(Source::First),
                "end" => open.pop().unwrap_or(Source::First),
                text => {
                    let source = next();
                    if text.starts_with("if ") {
                        open.push(source);
                    }
                    source
                }
            };
            Line::new(text, source)
        };
        self.program.to_string().lines().map(line).collect()
    }
}

impl Line {
    fn new(text: &str, source: Source) -> Self {
        let (from, before) = match source {
            Source::First => ("first", None),
            Source::Second => ("second", None),
            Source::Random => ("random", None),
            Source::InPlaceOf(before) => ("replaced", Some(before.to_string())),
        };
        Self {
            text: text.to_owned(),
            from,
            before,
        }
    }
}
