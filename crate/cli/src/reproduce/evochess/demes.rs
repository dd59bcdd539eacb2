//! Whether demes breed better: four of five programs against one of twenty.

use millipawn_evolve::measure::statistics::mean_with_error;

use crate::{
    failure::Failure,
    orderings::whole,
    reproduce::{
        figures::{Match, spread},
        report::Section,
        step::{Named, Step},
    },
};

use super::Laboratory;

/// How twenty programs live. In both ways eight of them live on and twelve are children, so that both search as often.
struct Way {
    /// Of its steps.
    id: &'static str,
    name: &'static str,
    words: &'static [&'static str],
}

const ONE: Way = Way {
    id: "one",
    name: "one deme of 20",
    words: &["--population", "20", "--set", "parents=8"],
};
const FOUR: Way = Way {
    id: "four",
    name: "four demes of 5",
    words: &[
        "--population",
        "5",
        "--set",
        "parents=2",
        "--set",
        "demes=4",
    ],
};

/// Nodes a position of what they breed, on positions that nobody was bred on.
pub(super) fn section(laboratory: &Laboratory<'_>) -> Result<(Vec<Named>, Section), Failure> {
    let mut section = Section::new("Demes");
    let (one, first) = bred(laboratory, &ONE)?;
    let (four, step) = bred(laboratory, &FOUR)?;
    for (way, nodes, step) in [(ONE, &one, &first), (FOUR, &four, &step)] {
        section.row(
            format!(
                "{}: nodes a position of games that were set aside",
                way.name
            ),
            "-",
            spread(nodes, whole),
            step,
        );
    }
    let differences: Vec<f64> = four
        .iter()
        .zip(&one)
        .map(|(four, one)| four - one)
        .collect();
    let (mean, error) = mean_with_error(&differences).expect("several seeds");
    section.row(
        format!("{} less {}, paired by seed", FOUR.name, ONE.name),
        "-",
        format!("{mean:+.0} ± {error:.0}"),
        &step,
    );
    section.remark(format!(
        "The move ordering is bred, {} seeds each way, with as many programs and searches; fewer nodes are better. {} The interval is Student's, 95 %. \
         The paper breeds in demes on many computers and does not compare them with one.",
        laboratory.size.seeds,
        sentence(mean, error)
    ));
    let champions = by_games(laboratory, &mut section)?;
    Ok((champions, section))
}

/// The same with all modules bred by games: a run of each, whose champions meet. Answers these.
fn by_games(laboratory: &Laboratory<'_>, section: &mut Section) -> Result<Vec<Named>, Failure> {
    let mut champions = Vec::new();
    for way in [ONE, FOUR] {
        let fitness: &[&str] = &["--set", "fitness=games"];
        let more = [fitness, way.words, laboratory.size.demes_by_games];
        let step = laboratory.evolve(format!("games-of-demes-{}", way.id), 1, &more);
        let (run, _) = laboratory.run(&step)?;
        let generation = run.last();
        let champion = generation.finalists.first();
        section.row(
            format!("all modules by games, {}: fitness of the champion in more games, best and mean of the last generation", way.name),
            "-",
            format!(
                "{}, {:.2} and {:.2}",
                champion.map_or_else(|| "none".to_owned(), |champion| format!("{:.2}", champion.fitness)),
                generation.best,
                generation.mean
            ),
            &step,
        );
        let name = format!("DEMES_{}", way.id.to_uppercase());
        champions.push(Named::new(run.champion.chromosome, &name));
    }
    let [one, four] = [&champions[0], &champions[1]];
    let step = laboratory.game(
        "match-demes".to_owned(),
        [four, one],
        laboratory.match_games(),
    );
    let result: Match = laboratory.steps.done(&step)?.last()?;
    section.row(
        format!("the champion of {} against that of {}", FOUR.name, ONE.name),
        "-",
        result.shown(),
        &step,
    );
    Ok(champions)
}

/// The runs of a way: nodes a position of each, and the command of the first.
fn bred(laboratory: &Laboratory<'_>, way: &Way) -> Result<(Vec<f64>, Step), Failure> {
    let size = laboratory.size;
    let step = |seed| {
        let name = format!("demes-{}-{seed}", way.id);
        laboratory.evolve_ordering(name, seed, &[way.words, size.demes])
    };
    let of = |seed| {
        let step = step(seed);
        let (run, _) = laboratory.run(&step)?;
        let unseen = run.last().unseen.as_ref();
        let unseen = unseen.ok_or_else(|| Failure::of(step.command(), "no game was set aside"))?;
        Ok(unseen.nodes_a_position())
    };
    let nodes = (1..=size.seeds).map(of).collect::<Result<_, Failure>>()?;
    Ok((nodes, step(1)))
}

/// What the difference says.
fn sentence(mean: f64, error: f64) -> &'static str {
    if mean.abs() <= error {
        "These runs show no difference."
    } else if mean < 0.0 {
        "Here four demes breed the better order."
    } else {
        "Here one deme breeds the better order."
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_told_where_the_interval_shows_one() {
        assert_eq!(sentence(-3.0, 3.0), "These runs show no difference.");
        assert_eq!(
            sentence(-4.0, 3.0),
            "Here four demes breed the better order."
        );
        assert_eq!(sentence(4.0, 3.0), "Here one deme breeds the better order.");
    }
}
