//! `--family N` of `millipawn evolve`, `coevolve` and `tune`: where a program of the last generation came from.

use millipawn_evolve::{
    genome::depth_program::{GeneticOperator, Line as ProgramLine},
    run::{
        Run,
        family::{Birth, Body, Family, Inherited, Relative},
    },
};
use serde::Serialize;

use crate::{failure::Failure, output};

/// A line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    family: &'a Family,
}

/// Refuses a number that is none of a generation of so many programs.
///
/// # Errors
/// Of such a number.
pub(crate) fn check(number: Option<u32>, programs: u32) -> Result<(), Failure> {
    match number.filter(|number| *number > programs) {
        None => Ok(()),
        Some(number) => Err(Failure::of(
            format_args!("--family {number}"),
            format_args!("a generation has {programs} programs"),
        )),
    }
}

/// Tells it where it was asked for, in words or as a line of JSON. Programs are counted from 1.
///
/// # Errors
/// A run that was resumed and has made no generation since, or standard output.
pub(crate) fn tell(run: &dyn Run, number: Option<u32>, json: bool) -> Result<(), Failure> {
    let Some(number) = number else {
        return Ok(());
    };
    let last = run.scored().saturating_sub(1);
    let family = run.family(last, number as usize - 1).ok_or_else(|| {
        Failure::of(
            format_args!("--family {number}"),
            "the generation before was not kept: let the run make one more",
        )
    })?;
    if json {
        return output::json(&Line { family: &family });
    }
    output::line(head(&family))?;
    if family.birth != Birth::Child {
        return Ok(());
    }
    for gene in &family.genes {
        output::line(row(gene, &family.parents, family.locus_name))?;
    }
    let Some(body) = &family.body else {
        return Ok(());
    };
    output::line(format_args!(
        "Depth program, by {}, {}:",
        made_by(body.operator),
        without(body, &family.parents)
    ))?;
    for line in &body.lines {
        output::line(format!("{:<38} {}", line.text, from(line, &family.parents)))?;
    }
    Ok(())
}

/// As the settings call it.
const fn made_by(operator: GeneticOperator) -> &'static str {
    match operator {
        GeneticOperator::Statements => "crossover of statements",
        GeneticOperator::BranchFree => "crossover without branches",
        GeneticOperator::WithRandom => "mutation by a stranger",
        GeneticOperator::Instructions => "mutation of instructions",
    }
}

/// What is missing of its first parent, or that nothing is.
fn without(body: &Body, parents: &[Relative]) -> String {
    let parent = parents.first().map_or(0, |parent| parent.place + 1);
    match body.removed {
        0 if body.lines.iter().all(|line| line.from == "first") => {
            format!("the same as that of parent {parent}")
        }
        0 => format!("nothing of parent {parent} cut out"),
        removed => format!(
            "{} of parent {parent} cut out",
            counted(removed, "instruction")
        ),
    }
}

fn from(line: &ProgramLine, parents: &[Relative]) -> String {
    let parent = |at: usize| parents.get(at).map_or(0, |parent| parent.place + 1);
    match (line.from, &line.before) {
        ("second", _) => format!("from parent {}", parent(1)),
        ("random", _) => "from a random program".to_owned(),
        (_, Some(before)) => format!("mutated, was {before}"),
        _ => format!("from parent {}", parent(0)),
    }
}

fn head(family: &Family) -> String {
    let number = family.individual + 1;
    let who = format!("Program {number} of generation {}", family.generation);
    let parents: Vec<String> = family.parents.iter().map(relative).collect();
    match family.birth {
        Birth::Random => format!("{who}: random"),
        Birth::Given => format!("{who}: the run began with it"),
        Birth::Elsewhere => format!("{who}: from another run"),
        Birth::Elite => format!("{who}: {}, unchanged", parents.concat()),
        Birth::Child => {
            let locus = family.locus_name;
            format!(
                "{who}: child of {}; {}; {}",
                parents.join(" and "),
                counted(family.crossover_points.len(), "crossover point"),
                counted(family.mutations.len(), &format!("mutated {locus}")),
            )
        }
    }
}

fn relative(relative: &Relative) -> String {
    let Relative {
        place,
        fitness,
        rank,
        ..
    } = relative;
    format!("program {} (rank {rank}, fitness {fitness})", place + 1)
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn row(inherited: &Inherited, parents: &[Relative], locus: &str) -> String {
    let Inherited {
        gene,
        of_second,
        mutated,
        before,
        step,
        ..
    } = inherited;
    let parent = |at: usize| parents[at].place + 1;
    let from = match *of_second {
        _ if parent(0) == parent(1) => format!("from parent {}", parent(0)),
        0 => format!("from parent {}", parent(0)),
        all if all == gene.loci => format!("from parent {}", parent(1)),
        _ => format!("from parents {} and {}", parent(0), parent(1)),
    };
    let value = |value: f64| format!("{value:.1}");
    let changed = match (step, mutated.as_slice()) {
        (Some(step), _) => format!(
            ", {before:.2} -> {:.2}; step {:.3} -> {:.3}",
            gene.value, step.before, step.value
        ),
        (None, []) => String::new(),
        (None, mutated) => {
            let places: Vec<String> = mutated.iter().map(|at| (at + 1).to_string()).collect();
            let plural = if mutated.len() == 1 { "" } else { "s" };
            let places = places.join(", ");
            let (before, after) = (value(*before), value(gene.value));
            format!("; {locus}{plural} {places} mutated, {before} -> {after}")
        }
    };
    format!("{:<31} {:>9} {from}{changed}", gene.name, value(gene.value))
}
