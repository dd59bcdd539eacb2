//! The first stage: the runs, and what is said of their champions.

use millipawn_engine::examples::import::grouped;
use millipawn_evolve::{system::System, text::program::Program};

use crate::{
    failure::Failure,
    reproduce::{
        figures::{Rate, Run, mean, percent, spread},
        report::{Gene, Section},
        step::{Step, Word, words},
    },
};

use super::Laboratory;

/// The runs as published, and what else is tried: without quiescence, one player's games, other games.
pub(super) fn runs(laboratory: &Laboratory<'_>) -> Result<(Vec<Run>, Section), Failure> {
    let mut section = Section::new("Imitation");
    section.remark(
        "What the parameters count is our choice, for the paper gives their names only, and ours is a search of one ply and quiescence: both \
         tell in the first generation already. The paper has 5,000 positions to learn from and 5,000 held out; here they are as many, or \
         what the filters leave.",
    );
    let (runs, step) = series(laboratory, "imitation", &[])?;
    let (first, last) = (runs[0].first().generation, runs[0].last().generation);
    let average = format!("average of generation {first}, of the positions learned from");
    for (what, paper, value) in [
        (
            average,
            "about 800 of 5,000 (16 %)",
            (|run| run.first().mean) as fn(&Run) -> f64,
        ),
        (
            format!("best of generation {first}"),
            "about 1,130 (22.6 %)",
            |run| run.first().best,
        ),
        (
            format!("average of generation {last}"),
            "about 1,500 (30 %)",
            |run| run.last().mean,
        ),
        (
            format!("best of generation {last}"),
            "1,620 (32.4 %)",
            |run| run.last().best,
        ),
    ] {
        section.row(what, paper, learned(&runs, value), &step);
    }
    let rates = spread(&held_out(&runs), percent);
    section.row(
        "champions, on positions held out",
        "1,521 of 5,000 (30.4 %); one champion",
        rates,
        &step,
    );
    if let Some(rate) = Run::best(&runs).held_out() {
        section.row("the best of them", "the same", rate.shown(), &step);
    }
    on_other_games(laboratory, &runs, &mut section)?;

    let literal = words!["--set", "search=static"];
    let (literal, step) = series(laboratory, "static", &literal)?;
    section.row(
        "without quiescence: best on the positions learned from",
        "-",
        learned(&literal, |run| run.last().best),
        &step,
    );
    section.row(
        "the same champions, on positions held out",
        "-",
        spread(&held_out(&literal), percent),
        &step,
    );
    for player in laboratory.size.players {
        of_one_player(laboratory, player, &mut section)?;
    }
    Ok((runs, section))
}

/// A run of `evolve`.
fn evolve(laboratory: &Laboratory<'_>, name: String, seed: u64, more: &[Word]) -> Step {
    let games = laboratory.games.clone();
    let words = words![
        "evolve",
        "--system",
        System::FALCON.id(),
        "--pgn",
        games,
        "--seed",
        seed
    ];
    Step::new(name, words)
        .with(laboratory.size.evolve.iter().copied())
        .with(more.iter().cloned())
}

/// A run with each seed; with the step of the first.
fn series(
    laboratory: &Laboratory<'_>,
    kind: &str,
    more: &[Word],
) -> Result<(Vec<Run>, Step), Failure> {
    let all: Vec<Step> = (1..=laboratory.size.runs)
        .map(|seed| evolve(laboratory, format!("{kind}-{seed}"), seed, more))
        .collect();
    let runs = all
        .iter()
        .map(|step| Run::of(&laboratory.steps.done(step)?));
    Ok((runs.collect::<Result<_, Failure>>()?, all[0].clone()))
}

/// Moves found by something of each run, with the share.
fn learned(runs: &[Run], value: impl Fn(&Run) -> f64) -> String {
    let values: Vec<f64> = runs.iter().map(value).collect();
    let positions = runs[0].champion.positions.unwrap_or(1);
    format!(
        "{} of {}; {}",
        spread(&values, |value| grouped(value.round() as u64)),
        grouped(positions.into()),
        percent(mean(&values) / f64::from(positions))
    )
}

fn held_out(runs: &[Run]) -> Vec<f64> {
    runs.iter()
        .filter_map(|run| run.held_out().map(|rate| rate.rate))
        .collect()
}

fn on_other_games(
    laboratory: &Laboratory<'_>,
    runs: &[Run],
    section: &mut Section,
) -> Result<(), Failure> {
    let mut measured: Vec<(Rate, Step)> = Vec::new();
    for (run, number) in runs.iter().zip(1..) {
        let champion = Word::named(&run.champion.chromosome, "$CHAMPION");
        measured.extend(laboratory.rate(&format!("other-{number}"), champion)?);
    }
    let rates: Vec<f64> = measured.iter().map(|(rate, _)| rate.rate).collect();
    if let Some((_, step)) = measured.first() {
        section.row(
            "champions, on all moves of the winners in other games (1950 to 1990)",
            "-",
            spread(&rates, percent),
            step,
        );
    }
    Ok(())
}

/// The paper's remark: learning from one grandmaster.
fn of_one_player(
    laboratory: &Laboratory<'_>,
    player: &str,
    section: &mut Section,
) -> Result<(), Failure> {
    let setting = format!("player={player}");
    let more = words!["--set", setting, "--set", "positions-per-game=0"];
    let step = evolve(laboratory, format!("player-{player}"), 1, &more);
    let run = Run::of(&laboratory.steps.done(&step)?)?;
    let champion = Word::named(run.champion.chromosome, "$CHAMPION");
    if let Some((rate, _)) = laboratory.rate(&format!("other-{player}"), champion)? {
        section.row(
            format!("learned from the won games of {player} alone, on the same other games"),
            "did not help",
            percent(rate.rate),
            &step,
        );
    }
    Ok(())
}

/// What the champions have become.
pub(super) fn genes(runs: &[Run]) -> Result<Vec<Gene>, Failure> {
    let decoded = runs
        .iter()
        .map(|run| {
            let program = Program::parse(&run.champion.chromosome)
                .map_err(|error| Failure::of("champion", error))?;
            Ok(program.evaluation.genes())
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    let gene = |at: usize| {
        let values: Vec<f64> = decoded.iter().map(|genes| genes[at].value).collect();
        Gene {
            name: decoded[0][at].name,
            paper: decoded[0][at].published,
            ours: spread(&values, |value| format!("{value:.0}")),
        }
    };
    Ok((0..decoded[0].len()).map(gene).collect())
}
