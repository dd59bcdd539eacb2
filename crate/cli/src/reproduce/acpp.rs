//! Tunstall-Pedoe 1991: imitation, its piece values, and the question that the author left open.

use millipawn_evolve::{
    genes::{decode, piece_correlation},
    program::Program,
};

use crate::failure::Failure;

use super::{
    curve::{self, Published},
    figures::{Champion, Match, Rate, Run, percent, spread},
    report::{Report, Section},
    size::Size,
    step::{Data, Step, Steps, Word, words},
};

/// Generations of coevolution: each is the round robin that the author reckoned and did not play (our choice).
const ROUNDS: u32 = 10;
/// Nodes a move in them (our choice).
const ROUND_NODES: u32 = 200;

/// Imitation, and coevolution beside it.
///
/// # Errors
/// Data that are not there, or a step that fails.
pub(super) fn report(steps: &Steps, data: &Data, size: &Size) -> Result<Report, Failure> {
    let games = data.needed("gm/train.pgn")?;
    let others = data.needed("gm/classic.pgn")?;
    let mut report = Report {
        title: "ACPP, Tunstall-Pedoe 1991",
        ..Report::default()
    };
    let (runs, best) = imitate(steps, size, &games, &others, &mut report)?;
    report.curve = Some(curve::svg(&runs, Published::default()));
    let played = coevolve(steps, size)?;
    report.programs.push(("IMITATED".to_owned(), best.clone()));
    report.programs.push(("PLAYED".to_owned(), played.clone()));
    compare(steps, data, size, [&best, &played], &others, &mut report)?;
    Ok(report)
}

/// The runs, and the champion with the best rate on other games.
fn imitate(
    steps: &Steps,
    size: &Size,
    games: &Word,
    others: &Word,
    report: &mut Report,
) -> Result<(Vec<Run>, String), Failure> {
    let mut section = Section::new("Imitation");
    let mut runs = Vec::new();
    let mut rates: Vec<Rate> = Vec::new();
    let mut shown = None;
    for seed in 1..=size.runs {
        let words = words![
            "evolve",
            "--system",
            "acpp",
            "--pgn",
            games.clone(),
            "--seed",
            seed
        ];
        let step = Step::new(format!("imitation-{seed}"), words).with(size.evolve.iter().copied());
        let run = Run::of(&steps.done(&step)?)?;
        let (rate, measured) = measure(
            steps,
            &format!("other-{seed}"),
            &run.champion.chromosome,
            "$CHAMPION",
            others,
        )?;
        runs.push(run);
        rates.push(rate);
        shown.get_or_insert((step, measured));
    }
    let (step, measured) = shown.expect("there is a run");
    let bests = |of: fn(&Run) -> f64| -> String {
        let values: Vec<f64> = runs.iter().map(of).collect();
        spread(&values, |value| format!("{value:.0}"))
    };
    let last = runs[0].last().generation;
    section.row(
        "best of generation 0, of 500",
        "a graph only",
        bests(|run| run.first().best),
        &step,
    );
    section.row(
        format!("best of generation {last}, of 500"),
        "a graph only",
        bests(|run| run.last().best),
        &step,
    );
    let values: Vec<f64> = rates.iter().map(|rate| rate.rate).collect();
    section.row(
        "champions, on all moves of other games (1950 to 1990)",
        "-",
        spread(&values, percent),
        &measured,
    );
    let correlations = runs
        .iter()
        .filter_map(|run| Program::parse(&run.champion.chromosome).ok())
        .filter_map(|program| piece_correlation(&decode(&program.evaluation)));
    let correlations: Vec<f64> = correlations.collect();
    section.row(
        "correlation of the piece values with the established ones",
        "\"little correlation\"",
        spread(&correlations, |value| format!("{value:.2}")),
        &step,
    );
    report.sections.push(section);
    let best = rates
        .iter()
        .zip(&runs)
        .rev()
        .max_by_key(|(rate, _)| rate.matched)
        .map(|(_, run)| run.champion.chromosome.clone())
        .expect("there is a run");
    Ok((runs, best))
}

/// How often a program finds the move played, of both sides.
fn measure(
    steps: &Steps,
    name: &str,
    program: &str,
    shown: &str,
    games: &Word,
) -> Result<(Rate, Step), Failure> {
    let words = words![
        "evaluate",
        Word::named(program, shown),
        "--pgn",
        games.clone()
    ];
    let step = Step::new(name, words);
    Ok((steps.done(&step)?.last()?, step))
}

/// The alternative that the author put aside: the fitness is the points of a round robin.
fn coevolve(steps: &Steps, size: &Size) -> Result<String, Failure> {
    let words = words![
        "coevolve",
        "--system",
        "acpp",
        "--population",
        size.round_robin,
        "--games-per-pair",
        "1",
        "--generations",
        size.rounds[0].generations.min(ROUNDS),
        "--nodes",
        size.rounds[0].nodes.min(ROUND_NODES),
    ];
    let champion: Champion = steps.done(&Step::new("coevolution", words))?.last()?;
    Ok(champion.chromosome)
}

/// Does imitating masters make it play best?
fn compare(
    steps: &Steps,
    data: &Data,
    size: &Size,
    [imitated, played]: [&String; 2],
    others: &Word,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut section = Section::new("Does imitating masters make it play best?");
    let [imitation, play] = [
        Word::named(imitated, "$IMITATED"),
        Word::named(played, "$PLAYED"),
    ];
    for (what, name, program, shown) in [
        (
            "bred by imitation: moves found in other games",
            "rate-imitated",
            imitated,
            "$IMITATED",
        ),
        (
            "bred by playing: the same",
            "rate-played",
            played,
            "$PLAYED",
        ),
    ] {
        let (rate, step) = measure(steps, name, program, shown, others)?;
        section.row(what, "-", rate.shown(), &step);
    }
    for (nodes, name) in [
        (size.rounds[0].nodes.min(ROUND_NODES), "match-short"),
        (size.match_nodes, "match-long"),
    ] {
        let words = words![
            "match",
            imitation.clone(),
            play.clone(),
            "--games",
            size.games,
            "--nodes",
            nodes
        ];
        let mut step = Step::new(name, words);
        if let Some(openings) = data.file("openings/8moves_v3_5000.pgn")? {
            step = step.with(words!["--openings", openings]);
        }
        let result: Match = steps.done(&step)?.last()?;
        section.row(
            format!("imitation against playing, {nodes} nodes a move"),
            "open",
            result.shown(),
            &step,
        );
    }
    report.sections.push(section);
    Ok(())
}
