//! The kinds of run: a row each. Adding one touches its own module and its row.

use crate::run::{
    Kind, Opened, Run, changes,
    checkpoint::{Checkpoint, CheckpointError},
    classes::ClassesKind,
    coevolution::CoevolutionKind,
    imitation::ImitationKind,
    learning::LearningKind,
    material::{Beginning, Material},
    ordering::OrderingKind,
    settings::{self, Description},
    supervised::SupervisedKind,
    tuning::TuningKind,
};
use crate::system::System;

/// A kind of run.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its identifier.
    pub id: &'static str,
    /// The table of its settings, with the defaults of a system.
    pub describe: fn(System) -> Vec<Description>,
    begin: fn(&Beginning<'_>, &dyn Material) -> Begun,
    resume: fn(&str, &dyn Material, Whose) -> Option<Begun>,
}

/// A run, or why there is none, for people.
type Begun = Result<Box<dyn Run>, String>;

/// All kinds.
pub static KINDS: [Row; 7] = [
    row::<ImitationKind>(),
    row::<CoevolutionKind>(),
    row::<TuningKind>(),
    row::<LearningKind>(),
    row::<SupervisedKind>(),
    row::<OrderingKind>(),
    row::<ClassesKind>(),
];

/// What becomes of a run that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// It goes on. That of another engine can be read, but gives no work.
    Kept,
    /// It begins again from its first generation, made by the engine of this build.
    Anew,
}

/// The kind that has this identifier.
///
/// # Errors
/// There is none.
pub fn of_id(kind: &str) -> Result<&'static Row, String> {
    let row = KINDS.iter().find(|row| row.id == kind);
    row.ok_or_else(|| format!("there is no kind of run \"{kind}\""))
}

/// A new run of the kind that has this identifier.
///
/// # Errors
/// What it cannot begin with, for people.
pub fn begin(
    kind: &str,
    beginning: &Beginning<'_>,
    material: &dyn Material,
) -> Result<Box<dyn Run>, String> {
    (of_id(kind)?.begin)(beginning, material)
}

/// The run of a checkpoint, whatever its kind.
///
/// # Errors
/// What is wrong with the text, or with what there is to work on, for people.
pub fn resume(text: &str, material: &dyn Material, whose: Whose) -> Result<Box<dyn Run>, String> {
    KINDS
        .iter()
        .find_map(|row| (row.resume)(text, material, whose))
        .unwrap_or_else(|| Err(CheckpointError::NotACheckpoint.to_string()))
}

const fn row<K: Kind + 'static>() -> Row {
    Row {
        id: K::ID,
        describe: settings::describe::<K::Settings>,
        begin: |beginning, material| {
            let mut run = of_any_kind(K::open(beginning, material))?;
            beginning
                .changes
                .lines()
                .try_for_each(|line| change_as_told(&mut *run, line))?;
            Ok(run)
        },
        resume: resume_as::<K>,
    }
}

/// `None` where the text is of another kind.
fn resume_as<K: Kind + 'static>(
    text: &str,
    material: &dyn Material,
    whose: Whose,
) -> Option<Begun> {
    let kept = match K::Checkpoint::from_text(text) {
        Err(CheckpointError::NotACheckpoint) => return None,
        Err(error) => return Some(Err(error.to_string())),
        Ok(kept) if whose == Whose::Anew => kept.anew(),
        Ok(kept) => kept,
    };
    Some(of_any_kind(K::reopen(kept, material)))
}

/// Changes a setting of a run as a line says: `40:mutation-probability=0.01`, from generation 40 on.
///
/// # Errors
/// Why not, for people; the run stays as it is.
pub fn change_as_told(run: &mut dyn Run, line: &str) -> Result<(), String> {
    let parts = changes::split(line, ':');
    let (generation, setting) =
        parts.ok_or("not of the form generation:name=value, as in 40:elite=2")?;
    run.change(generation, setting)
}

fn of_any_kind<K: Kind + 'static>(opened: Opened<K>) -> Begun {
    match opened {
        Ok(run) => Ok(Box::new(run)),
        Err(error) => Err(error.to_string()),
    }
}
