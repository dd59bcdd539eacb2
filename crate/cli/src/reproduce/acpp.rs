//! Tunstall-Pedoe 1991: imitation, its piece values, and the question that the author left open.

use millipawn_evolve::{
    system::{System, genes::piece_correlation},
    text::program::Program,
};

use crate::failure::Failure;

use super::{
    curve::{self, Published},
    figures::{Match, Rate, Run, Standing, percent, spread},
    report::{Report, Section},
    size::Size,
    step::{Data, Named, Step, Steps, Word, words},
};

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
    let runs = imitate(steps, size, &games, &others, &mut report)?;
    report.curve = Some(curve::svg(&runs, Published::default()));
    let imitated = Named::new(Run::best(&runs).champion.chromosome.clone(), "IMITATED");
    let openings = data.file("openings/8moves_v3_5000.pgn")?;
    let mut laboratory = Laboratory {
        steps,
        size,
        others,
        openings,
        section: Section::new("Does imitating masters make it play best?"),
    };
    let [first, played] = laboratory.coevolve()?;
    laboratory.compare([&imitated, &first, &played])?;
    report.sections.push(laboratory.section);
    report.programs = [imitated, first, played]
        .map(|program| {
            (
                program.name.trim_start_matches('$').to_owned(),
                program.text,
            )
        })
        .into();
    Ok(report)
}

/// The runs.
fn imitate(
    steps: &Steps,
    size: &Size,
    games: &Word,
    others: &Word,
    report: &mut Report,
) -> Result<Vec<Run>, Failure> {
    let mut section = Section::new("Imitation");
    let mut runs = Vec::new();
    let mut rates: Vec<Rate> = Vec::new();
    let mut shown = None;
    for seed in 1..=size.runs {
        let words = words![
            "evolve",
            "--system",
            System::ACPP.id(),
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
            Word::named(&run.champion.chromosome, "$CHAMPION"),
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
        .filter_map(|program| piece_correlation(&program.evaluation.genes()));
    let correlations: Vec<f64> = correlations.collect();
    section.row(
        "correlation of the piece values with the established ones",
        "\"little correlation\"",
        spread(&correlations, |value| format!("{value:.2}")),
        &step,
    );
    report.sections.push(section);
    Ok(runs)
}

/// How often a program finds the move played, of both sides.
fn measure(
    steps: &Steps,
    name: &str,
    program: Word,
    games: &Word,
) -> Result<(Rate, Step), Failure> {
    let step = Step::new(name, words!["evaluate", program, "--pgn", games.clone()]);
    Ok((steps.done(&step)?.last()?, step))
}

/// Where both ways are compared.
struct Laboratory<'a> {
    steps: &'a Steps,
    size: &'a Size,
    /// To measure on.
    others: Word,
    openings: Option<Word>,
    section: Section,
}

impl Laboratory<'_> {
    /// The alternative that the author put aside: the fitness is the points of a round robin. Answers the best of the first,
    /// random generation and of the last.
    fn coevolve(&mut self) -> Result<[Named; 2], Failure> {
        let size = &self.size.round_robin;
        let words = words![
            "coevolve",
            "--system",
            System::ACPP.id(),
            "--population",
            size.programs,
            "--games-per-pair",
            "1",
            "--generations",
            size.generations,
            "--nodes",
            size.nodes,
        ];
        let step = Step::new("coevolution", words);
        let rounds: Vec<Standing> = self.steps.done(&step)?.before_last()?;
        let ends = [rounds.first(), rounds.last()].map(|end| end.expect("every run has one"));
        for Standing {
            generation,
            best,
            games,
            ..
        } in ends
        {
            self.section.row(
                format!("bred by playing: points of the best of generation {generation}"),
                "-",
                format!("{best} of {games}"),
                &step,
            );
        }
        let [first, last] = ends.map(|end| end.champion.clone());
        Ok([Named::new(first, "RANDOM"), Named::new(last, "PLAYED")])
    }

    fn compare(&mut self, [imitated, first, played]: [&Named; 3]) -> Result<(), Failure> {
        for (what, name, program) in [
            (
                "bred by imitation: moves found in other games",
                "rate-imitated",
                imitated,
            ),
            ("bred by playing: the same", "rate-played", played),
            (
                "the best of its random beginning: the same",
                "rate-random",
                first,
            ),
        ] {
            let (rate, step) = measure(self.steps, name, program.word(), &self.others)?;
            self.section.row(what, "-", rate.shown(), &step);
        }
        let (few, many) = (self.size.round_robin.nodes, self.size.match_nodes);
        let plain: fn(&Named) -> Word = |program| program.with_options("Search=plain");
        for (what, name, [a, b], word, nodes) in [
            (
                "playing against its random beginning, as they were bred",
                "match-first",
                [played, first],
                plain,
                few,
            ),
            (
                "imitation against playing, as the latter was bred",
                "match-few",
                [imitated, played],
                plain,
                few,
            ),
            (
                "the same with more nodes",
                "match-many",
                [imitated, played],
                plain,
                many,
            ),
            (
                "the same with the search that programs play with here",
                "match-selective",
                [imitated, played],
                Named::word,
                many,
            ),
        ] {
            let words = words![
                "match",
                word(a),
                word(b),
                "--games",
                self.size.games,
                "--nodes",
                nodes
            ];
            let openings = self.openings.clone();
            let step = Step::new(name, words)
                .with(openings.map_or_else(Vec::new, |file| words!["--openings", file]));
            let result: Match = self.steps.done(&step)?.last()?;
            self.section.row(what, "open", result.shown(), &step);
        }
        Ok(())
    }
}
