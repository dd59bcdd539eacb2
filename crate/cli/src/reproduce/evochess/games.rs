//! Programs that are bred by games against fixed-depth opponents.

use millipawn_engine::examples::import::grouped;

use crate::{
    failure::Failure,
    orderings::whole,
    reproduce::{
        figures::{Run, Scored, percent, spread},
        report::Section,
        size::ClassGames,
        step::{Named, Step},
    },
};

use super::Laboratory;

/// Of the paper's best program, in 20 games each against the classes 8, 10 and 12.
const PUBLISHED_FITNESS: &str = "10.48";
/// A move of the same.
const PUBLISHED_NODES: &str = "58,410";

/// A run with its command.
struct Bred {
    run: Run,
    step: Step,
    /// Of processor time, where it is known.
    hours: Option<f64>,
}

impl Bred {
    /// Those of its last generation that played more games, the best first.
    fn finalists(&self) -> &[Scored] {
        &self.run.last().finalists
    }

    fn champion(&self) -> &Scored {
        self.finalists().first().expect("every run has finalists")
    }

    /// The run with the fittest champion; the earlier on ties.
    fn best(runs: &[Self]) -> &Self {
        let fittest = runs.iter().rev().max_by(|a, b| {
            let [a, b] = [a, b].map(|bred| bred.champion().fitness);
            a.total_cmp(&b)
        });
        fittest.expect("there is a run")
    }
}

/// Every experiment of the size. Answers the best program of the first.
pub(super) fn section(laboratory: &Laboratory<'_>) -> Result<(Named, Section), Failure> {
    let mut section = Section::new("Games against fixed-depth opponents");
    section.remark(
        "All three modules are bred together; class 2*n* is an opponent that looks *n* plies ahead. `published` has the paper's 100,000 nodes a move and opponents of \
         up to 7 plies: a fitness from 1 to 15. `small` has 10,000 and 4 plies: a fitness from 1 to 9, which is not to be set beside the paper's. The \
         champion is the best of the finalists, who play more games when the run ends. Processor hours are elapsed time times threads: of several threads \
         some rest at times, so they are at most as many.",
    );
    let mut first = None;
    for experiment in laboratory.size.games {
        let runs = runs(laboratory, experiment)?;
        tell(&mut section, experiment, &runs);
        first.get_or_insert_with(|| {
            let champion = &Bred::best(&runs).run.champion;
            Named::new(champion.chromosome.clone(), "BEST")
        });
    }
    Ok((first.expect("every size has an experiment"), section))
}

fn runs(laboratory: &Laboratory<'_>, experiment: &ClassGames) -> Result<Vec<Bred>, Failure> {
    let run = |seed| {
        let name = format!("games-{}-{seed}", experiment.name);
        let fitness: &[&str] = &["--set", "fitness=games"];
        let step = laboratory.evolve(name, seed, &[fitness, experiment.evolve]);
        let (run, done) = laboratory.run(&step)?;
        Ok(Bred {
            run,
            step,
            hours: done.processor_hours(),
        })
    };
    (1..=experiment.runs).map(run).collect()
}

fn tell(section: &mut Section, experiment: &ClassGames, runs: &[Bred]) {
    let step = &runs[0].step;
    let name = |what: &str| format!("`{}`, {what}", experiment.name);
    for (at, generation) in runs[0].run.generations.iter().enumerate() {
        let of = |figure: fn(&Run, usize) -> f64| {
            let values: Vec<f64> = runs.iter().map(|bred| figure(&bred.run, at)).collect();
            spread(&values, fitness)
        };
        section.row(
            name(&format!("generation {}: fitness", generation.generation)),
            "-",
            format!(
                "best {}, average {}",
                of(|run, at| run.generations[at].best),
                of(|run, at| run.generations[at].mean)
            ),
            step,
        );
    }
    for (bred, seed) in runs.iter().zip(1..) {
        let each = |write: fn(&Scored) -> String| -> String {
            let all: Vec<String> = bred.finalists().iter().map(write).collect();
            all.join(", ")
        };
        section.row(
            name(&format!("seed {seed}: the finalists")),
            "-",
            format!(
                "fitness {}; nodes a move {}",
                each(|scored| fitness(scored.fitness)),
                each(|scored| scored.nodes.map_or_else(|| "none".to_owned(), whole))
            ),
            &bred.step,
        );
    }
    let champions = |figure: fn(&Scored) -> Option<f64>| -> Vec<f64> {
        let champions = runs.iter().map(Bred::champion);
        champions.filter_map(figure).collect()
    };
    let games = final_games(runs[0].champion());
    let nodes = grouped(experiment.nodes.into());
    let ran_out = |champion: &Scored| {
        (champion.moves > 0).then(|| champion.ran_out as f64 / champion.moves as f64)
    };
    let hours: Option<Vec<f64>> = runs.iter().map(|bred| bred.hours).collect();
    let hours = hours.map(|hours| spread(&hours, |hours| format!("{hours:.2}")));
    for (what, paper, ours) in [
        (
            format!("champions: fitness in {games}"),
            PUBLISHED_FITNESS,
            spread(&champions(|champion| Some(champion.fitness)), fitness),
        ),
        (
            format!("champions: nodes a move, of {nodes} on average"),
            PUBLISHED_NODES,
            spread(&champions(|champion| champion.nodes), whole),
        ),
        (
            "champions: moves for which nodes ran out".to_owned(),
            "-",
            spread(&champions(ran_out), percent),
        ),
        (
            "processor hours a run".to_owned(),
            "-",
            hours.unwrap_or_else(|| "-".to_owned()),
        ),
    ] {
        section.row(name(&what), paper, ours, step);
    }
}

/// In classes.
fn fitness(value: f64) -> String {
    format!("{value:.2}")
}

/// The games of a finalist, in words.
fn final_games(scored: &Scored) -> String {
    let classes: Vec<String> = scored
        .classes
        .iter()
        .map(|class| class.class.to_string())
        .collect();
    let games = scored.classes.first().map_or(0, |class| class.games);
    format!("{games} games each against classes {}", classes.join(", "))
}
