//! `millipawn ladder`: how well the champions of a run play, beside how often they find the masters' moves.

use std::{collections::BTreeSet, ops::ControlFlow, path::Path};

use millipawn_engine::play::contest::{
    epd::Skipped,
    play::{Limit, TimeLimit},
    rules::Rules,
};
use millipawn_evolve::{
    measure::held_out::HeldOut,
    measure::{
        ladder::{Elo, Ladder, MOST, Measured, Plan, Rung, Step, Table, Way, chosen},
        rating::FEWEST_GAMES,
    },
    system::matching::Search,
    text::{chromosome::Chromosome, program::Program},
};
use serde::{Deserialize, Serialize};

use crate::{
    arena::{Arena, no_use, openings, report},
    arguments::LadderArguments,
    contestant::Contestant,
    evaluate,
    failure::Failure,
    games,
    hands::Hands,
    keeping::{Keeping, settings},
    matches::{Book, planned, points, tell_faults},
    output,
    pool::Pool,
    progress, text_file,
};

/// What is read of a line of a run.
#[derive(Deserialize)]
struct Line {
    generation: Option<u32>,
    champion: Option<String>,
    held_out: Option<Counts>,
}

/// What is read of a rate.
#[derive(Deserialize)]
struct Counts {
    examples: u32,
    matched: u32,
}

/// What it comes to, as a line of JSON.
#[derive(Serialize)]
struct Conclusion<'a> {
    rungs: &'a [Rung],
    anchor: &'a str,
    programs: usize,
    correlation: Option<f64>,
    gain: Option<Elo>,
    /// The signature of the engine that played.
    engine: u64,
}

/// Plays the games and prints the table.
///
/// # Errors
/// Files, programs or numbers that cannot be used, or standard output.
pub fn run(arguments: LadderArguments) -> Result<(), Failure> {
    let steps = wanted(&arguments, read(&arguments.run)?)?;
    let openings = openings(arguments.openings.as_deref())?;
    let ladder = Ladder::new(plan(&arguments), steps.clone(), openings.len())
        .map_err(|error| Failure::file(&arguments.run, error))?;
    let pool = Pool::with_network(&arguments.pool)?;
    let ladder = match counted(&arguments, steps, &pool)? {
        None => ladder,
        Some(steps) => Ladder::new(plan(&arguments), steps, openings.len())
            .map_err(|error| Failure::file(&arguments.run, error))?,
    };
    let limit = Limit {
        nodes: ladder.plan().way.nodes(),
        time: TimeLimit::None,
    };
    let players = ladder.players().into_iter();
    let arena = Arena {
        players: players.map(Contestant::from).collect(),
        openings,
        limit,
        rules: Rules::DEFAULT,
        hands: Hands::Pool(Box::new(pool)),
    };
    let table = ladder.table(&play(&arena, &ladder, &arguments)?);
    if arguments.json {
        for step in &table.steps {
            output::json(step)?;
        }
        return output::json(&Conclusion {
            rungs: &table.rungs,
            anchor: &table.anchor,
            programs: table.programs,
            correlation: table.correlation,
            gain: table.gain,
            engine: ladder.plan().engine,
        });
    }
    tell(&table, ladder.plan())
}

fn plan(arguments: &LadderArguments) -> Plan {
    let usual = Plan::of(arguments.nodes.map_or(Way::Rule, Way::Nodes));
    Plan {
        games: arguments.games.unwrap_or(usual.games),
        rungs: if arguments.rungs.is_empty() {
            usual.rungs
        } else {
            arguments.rungs.clone()
        },
        seed: arguments.seed,
        ..usual
    }
}

/// The generations of a run, rising, and the lines of it that cannot be used.
pub fn steps_of(run: &str) -> (Vec<Step>, Vec<Skipped>) {
    let (mut steps, mut skipped): (Vec<Step>, Vec<Skipped>) = (Vec::new(), Vec::new());
    let mut known = BTreeSet::new();
    for (at, text) in run.lines().enumerate() {
        match step(text, steps.first(), &mut known) {
            Ok(step) => steps.extend(step),
            Err(reason) => skipped.push(Skipped {
                place: at + 1,
                reason,
            }),
        }
    }
    steps.sort_by_key(|step| step.generation);
    (steps, skipped)
}

/// The generations of a run. Lines that cannot be used are told.
fn read(path: &Path) -> Result<Vec<Step>, Failure> {
    let (steps, skipped) = steps_of(&text_file::read(path)?);
    if steps.is_empty() {
        return Err(no_use(path, "", &skipped, "no generation of a run"));
    }
    report(path, "", &skipped);
    Ok(steps)
}

/// A line's generation; none where the line is about something else. The `first` of the run and those `known` stand
/// before it.
fn step(
    text: &str,
    first: Option<&Step>,
    known: &mut BTreeSet<u32>,
) -> Result<Option<Step>, String> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let line: Line = serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))?;
    let Some(generation) = line.generation else {
        return Ok(None);
    };
    let champion = line.champion.ok_or("it names no champion")?;
    let champion = Program::parse(&champion).map_err(|error| format!("its champion: {error}"))?;
    let other = |step: &Step| step.champion.evaluation.system != champion.evaluation.system;
    if first.is_some_and(other) {
        return Err("its champion is of another system".to_owned());
    }
    let held_out = line.held_out;
    let held_out = held_out.map(|Counts { examples, matched }| {
        HeldOut::counted(generation, examples, matched)
            .ok_or_else(|| format!("it found {matched} moves of {examples}"))
    });
    let held_out = held_out.transpose()?;
    if !known.insert(generation) {
        return Err(format!(
            "generation {generation} is there already: a file holds one run"
        ));
    }
    Ok(Some(Step {
        generation,
        champion,
        held_out,
    }))
}

/// Those asked for, or the usual ones.
fn wanted(arguments: &LadderArguments, steps: Vec<Step>) -> Result<Vec<Step>, Failure> {
    let all: Vec<(u32, bool)> = steps
        .iter()
        .map(|step| (step.generation, step.held_out.is_some()))
        .collect();
    let wanted = if arguments.generations.is_empty() {
        chosen(&all, MOST)
    } else {
        arguments.generations.clone()
    };
    let named = |generation: &u32| {
        let step = steps.iter().find(|step| step.generation == *generation);
        step.cloned().ok_or_else(|| {
            let what = format_args!("--generations {generation}");
            Failure::of(what, "the run has no such generation")
        })
    };
    wanted.iter().map(named).collect()
}

/// With the rates on the games of `--pgn`; none where there are no such games.
fn counted(
    arguments: &LadderArguments,
    mut steps: Vec<Step>,
    pool: &Pool,
) -> Result<Option<Vec<Step>>, Failure> {
    if arguments.pgn.is_empty() {
        return Ok(None);
    }
    for step in &steps {
        evaluate::can_match(step.champion.evaluation.system)?;
    }
    let import = millipawn_engine::examples::import::ImportSettings {
        winners_only: arguments.winners,
        ..evaluate::every_position()
    };
    let (set, summary) = games::read(&arguments.pgn, import, !arguments.json)?;
    eprintln!("{summary}");
    let programs: Vec<Chromosome> = steps
        .iter()
        .map(|step| step.champion.evaluation.clone())
        .collect();
    let search = Search::Quiescence;
    let scores = evaluate::scores(&programs, search, &set, pool, !arguments.json)?;
    for (step, score) in steps.iter_mut().zip(scores) {
        step.held_out = Some(HeldOut {
            generation: step.generation,
            ..score
        });
    }
    Ok(Some(steps))
}

/// The champions' and the rungs' half-points, in the order of the games.
fn play(arena: &Arena, ladder: &Ladder, arguments: &LadderArguments) -> Result<Vec<u32>, Failure> {
    let games = ladder.games();
    let planned: Vec<_> = games
        .iter()
        .map(|game| planned(&game.pairing, game.a, game.b))
        .collect();
    let settings = settings("ladder", arena)
        .with("games", ladder.plan().games)
        .with("seed", ladder.plan().seed);
    let keeping = Keeping::open(&arguments.keep, settings, arena)?;
    let mut book = Book::open(arguments.pgn_out.as_deref(), "Millipawn ladder")?;
    let bar = progress::steps(!arguments.json, planned.len() as u64);
    let mut half_points = Vec::new();
    arena.play(&planned, keeping, &bar, |number, record| {
        let game = &planned[number];
        tell_faults(&bar, number, game, record, &arena.players);
        book.write(number, game, record, &arena.players)?;
        half_points.push(points(record, games[number].pairing.a_is_white));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(half_points)
}

fn tell(table: &Table, plan: &Plan) -> Result<(), Failure> {
    let heads: String = table
        .rungs
        .iter()
        .map(|rung| format!("{:>9}", rung.name))
        .collect();
    output::line(format_args!(
        "{:>10}  {:>24}  {:>22}{heads}",
        "Generation", "Moves found", "Rating"
    ))?;
    for step in &table.steps {
        let points: String = step
            .points
            .iter()
            .map(|points| format!("{points:>9.1}"))
            .collect();
        output::line(format_args!(
            "{:>10}  {:>24}  {:>22}{points}",
            step.generation,
            rate(step),
            shown(step.rating)
        ))?;
    }
    for rung in &table.rungs {
        output::line(format_args!(
            "{:>10}  {:>24}  {:>22}",
            rung.name,
            "",
            shown(rung.rating)
        ))?;
    }
    output::line(format_args!(
        "Ratings: {} is 0; points of {} games with each rung, played {}. 95 % intervals; no rating from fewer than {FEWEST_GAMES} \
         games or where every point went one way.",
        table.anchor,
        plan.games,
        match plan.way {
            Way::Rule => "by the rule of the fitness, one ply and quiescence".to_owned(),
            Way::Nodes(nodes) => format!("with {nodes} nodes a move"),
        }
    ))?;
    if let (Some(first), Some(last), Some(gain)) =
        (table.steps.first(), table.steps.last(), table.gain)
    {
        output::line(format_args!(
            "From generation {} to {}: {:+.0} Elo ({:+.0} to {:+.0})",
            first.generation, last.generation, gain.elo, gain.low, gain.high
        ))?;
    }
    match table.correlation {
        Some(correlation) => output::line(format_args!(
            "Rank correlation of moves found and rating over {} programs of this run: {correlation:.2}",
            table.programs
        )),
        None => Ok(()),
    }
}

fn rate(step: &Measured) -> String {
    step.held_out.as_ref().map_or_else(
        || "-".to_owned(),
        |held_out| {
            format!(
                "{:.2} % ({:.2} to {:.2})",
                100.0 * held_out.rate,
                100.0 * held_out.low,
                100.0 * held_out.high
            )
        },
    )
}

fn shown(rating: Option<Elo>) -> String {
    rating.map_or_else(
        || "-".to_owned(),
        |Elo { elo, low, high }| {
            if low < high {
                format!("{elo:+.0} ({low:+.0} to {high:+.0})")
            } else {
                // The anchor's.
                format!("{elo:.0}")
            }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(generation: usize, matched: u32) -> String {
        let champion = "acpp.1.evst8KXjF0xqD17J9EJ5HzlqgH7jbS4";
        format!(
            "{{\"generation\":{generation},\"champion\":\"{champion}\",\"held_out\":{{\"examples\":10,\"matched\":{matched}}}}}\n"
        )
    }

    #[test]
    fn more_moves_found_than_there_were_is_refused() {
        let (steps, skipped) = steps_of(&(line(0, 11) + &line(0, 10) + &line(0, 9)));
        assert_eq!(steps.len(), 1);
        assert_eq!(steps[0].held_out, HeldOut::counted(0, 10, 10));
        let reasons: Vec<(usize, &str)> = skipped
            .iter()
            .map(|skipped| (skipped.place, skipped.reason.as_str()))
            .collect();
        assert_eq!(
            reasons,
            [
                (1, "it found 11 moves of 10"),
                (3, "generation 0 is there already: a file holds one run")
            ]
        );
    }
}
