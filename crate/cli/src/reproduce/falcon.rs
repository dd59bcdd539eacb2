//! David, van den Herik, Koppel and Netanyahu 2014: imitation, coevolution, the evolution of the search, and what came of them.

use millipawn_engine::import::grouped;
use millipawn_evolve::{genes::decode, program::Program};

use crate::failure::Failure;

use super::{
    curve::{self, Published},
    figures::{Champion, Match, Rate, Run, Solved, mean, percent, spread},
    report::{Gene, Report, Section},
    size::Size,
    step::{Data, Step, Steps, Word, words},
};

/// In its text and its Fig. 2, of 5,000 positions: 800 and about 1,500 on average, about 1,130 and 1,620 the best, 1,521 held out.
const PUBLISHED: Published = Published {
    best: &[(0.0, 22.6), (200.0, 32.4)],
    held_out: &[(200.0, 30.4)],
    average: &[(1.0, 16.0), (200.0, 30.0)],
};

/// A champion, and how a command names it.
struct Named {
    text: String,
    name: String,
}

impl Named {
    fn word(&self) -> Word {
        Word::named(&self.text, &self.name)
    }

    /// With options as a player takes them.
    fn searching(&self, options: &str) -> Word {
        Word::named(
            format!("{}?{options}", self.text),
            format!("{}?{options}", self.name),
        )
    }
}

/// All three stages, and their programs measured.
///
/// # Errors
/// Data that are not there, or a step that fails.
pub(super) fn report(
    steps: &Steps,
    data: &Data,
    size: &Size,
    against: &[String],
) -> Result<Report, Failure> {
    let games = data.needed("gm/train.pgn")?;
    let others = data.file("gm/classic.pgn");
    let openings = data.file("openings/8moves_v3_5000.pgn");
    let mut report = Report {
        title: "David, van den Herik, Koppel and Netanyahu 2014",
        ..Report::default()
    };

    let runs = imitate(steps, size, &games, &mut report, others.as_ref())?;
    let before = best(&runs);
    report.genes = genes(&runs)?;
    report.curve = Some(curve::svg(&runs, PUBLISHED));

    let champions: Vec<String> = runs
        .iter()
        .map(|run| run.champion.chromosome.clone())
        .collect();
    let list = steps.list("champions.txt", &champions)?;
    let after = coevolve(steps, size, list, openings.as_ref())?;
    let (search, section) = breed_search(steps, data, size, &after)?;

    let [before, after] = [(&before, "EVOL0"), (&after, "EVOL_STAR")].map(|(text, name)| {
        let bred = Named {
            text: (*text).clone(),
            name: format!("${name}"),
        };
        report.programs.push((name.to_owned(), bred.text.clone()));
        bred
    });
    let finished = [&before, &after].map(|bred| Named {
        text: format!("{}.{search}", bred.text),
        name: format!("{}.$SEARCH", bred.name),
    });
    report.programs.push(("SEARCH".to_owned(), search));
    compare(
        steps,
        size,
        [&before, &after],
        &finished,
        openings.as_ref(),
        others.as_ref(),
        &mut report,
    )?;
    report.sections.push(section);
    solve(steps, data, size, &finished, &mut report)?;
    meet(
        steps,
        size,
        against,
        &finished[1],
        openings.as_ref(),
        &mut report,
    )?;
    Ok(report)
}

/// The first stage: the runs, and what else is said about them.
fn imitate(
    steps: &Steps,
    size: &Size,
    games: &Word,
    report: &mut Report,
    others: Option<&Word>,
) -> Result<Vec<Run>, Failure> {
    let evolve = |name: String, seed: u64, more: Vec<Word>| {
        let words = words![
            "evolve",
            "--system",
            "falcon",
            "--pgn",
            games.clone(),
            "--seed",
            seed
        ];
        Step::new(name, words)
            .with(size.evolve.iter().copied())
            .with(more)
    };
    let mut section = Section::new("Imitation");
    let series = |kind: &str, more: &Vec<Word>| -> Result<(Vec<Run>, Step), Failure> {
        let all: Vec<Step> = (1..=size.runs)
            .map(|seed| evolve(format!("{kind}-{seed}"), seed, more.clone()))
            .collect();
        let runs = all.iter().map(|step| Run::of(&steps.done(step)?));
        Ok((runs.collect::<Result<_, Failure>>()?, all[0].clone()))
    };
    let (runs, step) = series("imitation", &Vec::new())?;
    let (first, last) = (runs[0].first().generation, runs[0].last().generation);
    for (what, paper, value) in [
        (
            format!("average of generation {first}, of the positions learned from"),
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
    let rates = held_out(&runs);
    section.row(
        "champions, on positions held out",
        "1,521 of 5,000 (30.4 %); one champion",
        spread(&rates, percent),
        &step,
    );
    if let Some(rate) = best_run(&runs).held_out() {
        section.row("the best of them", "the same", rate.shown(), &step);
    }
    let (literal, step) = series("static", &words!["--set", "search=static"])?;
    section.row(
        "without quiescence: champions, on positions held out",
        "-",
        spread(&held_out(&literal), percent),
        &step,
    );
    section.row(
        "the same, on the positions learned from",
        "-",
        learned(&literal, |run| run.last().best),
        &step,
    );
    if let Some(others) = others {
        on_other_games(steps, &runs, others, &mut section)?;
        for player in size.players {
            let setting = format!("player={player}");
            let more = words!["--set", setting, "--set", "positions-per-game=0"];
            let step = evolve(format!("player-{player}"), 1, more);
            let run = Run::of(&steps.done(&step)?)?;
            let rate = rate(
                steps,
                &format!("other-{player}"),
                run.champion.chromosome,
                "$CHAMPION",
                others,
            )?;
            section.row(
                format!("learned from the won games of {player} alone, on the same other games"),
                "did not help",
                percent(rate.0.rate),
                &step,
            );
        }
    }
    report.sections.push(section);
    Ok(runs)
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

/// The run whose champion does best on positions held out; the earlier on ties.
fn best_run(runs: &[Run]) -> &Run {
    let found = |run: &&Run| run.held_out().map(|rate| rate.matched);
    runs.iter().rev().max_by_key(found).expect("there is a run")
}

fn best(runs: &[Run]) -> String {
    best_run(runs).champion.chromosome.clone()
}

fn on_other_games(
    steps: &Steps,
    runs: &[Run],
    others: &Word,
    section: &mut Section,
) -> Result<(), Failure> {
    let measured = runs
        .iter()
        .enumerate()
        .map(|(at, run)| {
            let text = run.champion.chromosome.clone();
            rate(
                steps,
                &format!("other-{}", at + 1),
                text,
                "$CHAMPION",
                others,
            )
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    let rates: Vec<f64> = measured.iter().map(|(rate, _)| rate.rate).collect();
    section.row(
        "champions, on all moves of the winners in other games (1950 to 1990)",
        "-",
        spread(&rates, percent),
        &measured[0].1,
    );
    Ok(())
}

/// How often a program finds the winner's move.
fn rate(
    steps: &Steps,
    name: &str,
    program: String,
    shown: &str,
    games: &Word,
) -> Result<(Rate, Step), Failure> {
    let words = words![
        "evaluate",
        Word::named(program, shown),
        "--pgn",
        games.clone(),
        "--winners"
    ];
    let step = Step::new(name, words);
    Ok((steps.done(&step)?.last()?, step))
}

/// What the champions have become.
fn genes(runs: &[Run]) -> Result<Vec<Gene>, Failure> {
    let decoded = runs
        .iter()
        .map(|run| {
            let program = Program::parse(&run.champion.chromosome)
                .map_err(|error| Failure::of("champion", error))?;
            Ok(decode(&program.evaluation))
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    let gene = |at: usize| {
        let values: Vec<f64> = decoded.iter().map(|genes| genes[at].value).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Gene {
            name: decoded[0][at].name,
            paper: decoded[0][at].published,
            ours: [mean(&values), least, most],
        }
    };
    Ok((0..decoded[0].len()).map(gene).collect())
}

/// The second stage: what the champions become by playing each other.
fn coevolve(
    steps: &Steps,
    size: &Size,
    champions: Word,
    openings: Option<&Word>,
) -> Result<String, Failure> {
    let words = words![
        "coevolve",
        "--from",
        champions,
        "--generations",
        size.rounds,
        "--nodes",
        size.round_nodes
    ];
    let step = Step::new("coevolution", words).with(with_openings(openings));
    let champion: Champion = steps.done(&step)?.last()?;
    Ok(champion.chromosome)
}

fn with_openings(openings: Option<&Word>) -> Vec<Word> {
    openings.map_or_else(Vec::new, |file| words!["--openings", file.clone()])
}

/// The third stage: the search of the coevolved program, and what is said of it.
fn breed_search(
    steps: &Steps,
    data: &Data,
    size: &Size,
    program: &str,
) -> Result<(String, Section), Failure> {
    let program = Word::named(program, "$EVOL_STAR");
    let mut words = words![
        "tune",
        "--program",
        program.clone(),
        "--generations",
        size.tunings,
        "--nodes",
        size.cap
    ];
    if let Some(suite) = data.file("suites/ecm879.epd") {
        words.extend(words!["--suite", suite]);
    }
    let step = Step::new("search", words);
    let done = steps.done(&step)?;
    let run = Run::of(&done)?;
    let mut section = Section::new("The evolution of the search");
    let million = |nodes: f64| format!("{:.3} M nodes", nodes / 1e6);
    let (first, last) = (run.first(), run.last());
    for (generation, [best, average]) in [
        (first, ["about 229 M", "about 239 M"]),
        (last, ["about 197 M", "about 204 M"]),
    ] {
        let at = generation.generation;
        let solved = format!(
            "{}; {} of {} solved",
            million(generation.best),
            generation.solved.unwrap_or(0),
            generation.positions.unwrap_or(0)
        );
        section.row(
            format!("best of generation {at}, whole suite"),
            best,
            solved,
            &step,
        );
        section.row(
            format!("average of generation {at}"),
            average,
            million(generation.mean),
            &step,
        );
    }
    let champion = &run.champion.chromosome;
    let search = champion
        .match_indices('.')
        .nth(2)
        .map_or("", |(at, _)| &champion[at + 1..]);
    let search = search.to_owned();
    if let Some(suite) = data.file("suites/wac300.epd") {
        unseen(steps, size, &program, &search, suite, &mut section)?;
    }
    Ok((search, section))
}

/// A suite that played no part in it: the bred search, random ones, and those without selection and as published.
fn unseen(
    steps: &Steps,
    size: &Size,
    program: &Word,
    search: &str,
    suite: Word,
    section: &mut Section,
) -> Result<(), Failure> {
    // A random search is one of the first generation, whatever the cap.
    let drawn = words![
        "tune",
        "--program",
        program.clone(),
        "--generations",
        "0",
        "--nodes",
        "1000"
    ];
    let random = steps
        .done(&Step::new("random-searches", drawn).listing())?
        .programs;
    let solved = |name: String, player: Word| -> Result<(Solved, Step), Failure> {
        let words = words![
            "solve",
            player,
            "--suite",
            suite.clone(),
            "--nodes",
            size.solve_nodes
        ];
        let step = Step::new(name, words);
        Ok((steps.done(&step)?.last()?, step))
    };
    let evolved = Named {
        text: random[0]
            .split(".search.")
            .next()
            .unwrap_or_default()
            .to_owned(),
        name: "$EVOL_STAR".to_owned(),
    };
    let bred = Word::named(format!("{}.{search}", evolved.text), "$EVOL_STAR.$SEARCH");
    let (count, step) = solved("unseen-bred".to_owned(), bred)?;
    section.row(
        "bred search, on a suite not bred on",
        "-",
        count.shown(),
        &step,
    );
    let counts = random
        .iter()
        .enumerate()
        .map(|(at, text)| {
            solved(
                format!("unseen-random-{}", at + 1),
                Word::named(text, "$EVOL_STAR.$RANDOM"),
            )
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    let values: Vec<f64> = counts
        .iter()
        .map(|(count, _)| f64::from(count.solved))
        .collect();
    section.row(
        format!("the {} random searches of generation 0", values.len()),
        "-",
        spread(&values, |value| format!("{value:.0}")),
        &counts[0].1,
    );
    for (what, name) in [
        ("no selective part", "plain"),
        ("the published search", "david"),
    ] {
        let player = evolved.searching(&format!("Search={name}"));
        let (count, step) = solved(format!("unseen-{name}"), player)?;
        section.row(what, "-", count.shown(), &step);
    }
    Ok(())
}

/// With and without coevolution.
fn compare(
    steps: &Steps,
    size: &Size,
    [before, after]: [&Named; 2],
    finished: &[Named; 2],
    openings: Option<&Word>,
    others: Option<&Word>,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut section = Section::new("Coevolution");
    let plain = "Search=plain";
    for (what, paper, name, a, b, nodes) in [
        (
            "EVOL* against EVOL0, as they were bred: no selective part",
            "-",
            "match-plain",
            after.searching(plain),
            before.searching(plain),
            size.round_nodes,
        ),
        (
            "EVOL* against EVOL0, both with the bred search",
            "180 of 300; +70 (+31 to +112)",
            "match-bred",
            finished[1].word(),
            finished[0].word(),
            size.match_nodes,
        ),
    ] {
        let words = words!["match", a, b, "--games", size.games, "--nodes", nodes];
        let step = Step::new(name, words).with(with_openings(openings));
        let result: Match = steps.done(&step)?.last()?;
        section.row(what, paper, result.shown(), &step);
    }
    if let Some(others) = others {
        for (what, name, program) in [
            (
                "EVOL0, winners' moves found in other games",
                "rate-before",
                before,
            ),
            ("EVOL*", "rate-after", after),
        ] {
            let (rate, step) = rate(steps, name, program.text.clone(), &program.name, others)?;
            section.row(what, "-", rate.shown(), &step);
        }
    }
    report.sections.push(section);
    Ok(())
}

/// The suite of the third stage, by the finished programs.
fn solve(
    steps: &Steps,
    data: &Data,
    size: &Size,
    finished: &[Named; 2],
    report: &mut Report,
) -> Result<(), Failure> {
    let Some(suite) = data.file("suites/ecm879.epd") else {
        return Ok(());
    };
    let mut section = Section::new("The suite at the end");
    let [before, after] = finished;
    for (what, paper, name, program) in [
        (
            "EVOL* solves",
            "654 of 879 in 5 s each",
            "suite-after",
            after,
        ),
        (
            "EVOL0 solves",
            "623 of 879 in 5 s each",
            "suite-before",
            before,
        ),
    ] {
        let words = words![
            "solve",
            program.word(),
            "--suite",
            suite.clone(),
            "--nodes",
            size.solve_nodes
        ];
        let step = Step::new(name, words);
        let solved: Solved = steps.done(&step)?.last()?;
        section.row(what, paper, solved.shown(), &step);
    }
    report.sections.push(section);
    Ok(())
}

/// The finished program and the programs of others, by the clock: not to be reproduced to the bit.
fn meet(
    steps: &Steps,
    size: &Size,
    against: &[String],
    finished: &Named,
    openings: Option<&Word>,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut section = Section::new("EVOL* against others");
    for (at, opponent) in against.iter().enumerate() {
        let words = words![
            "match",
            finished.word(),
            opponent.clone(),
            "--games",
            size.against_games,
            "--tc",
            size.against_clock
        ];
        let step = Step::new(format!("against-{}", at + 1), words).with(with_openings(openings));
        let result: Match = steps.done(&step)?.last()?;
        section.row(format!("`{opponent}`"), "-", result.shown(), &step);
    }
    if !against.is_empty() {
        report.sections.push(section);
    }
    Ok(())
}
