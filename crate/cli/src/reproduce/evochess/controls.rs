//! The best program beside others of its modules: what is its depth program worth, and what each of the three?

use millipawn_evolve::system::{System, evochess::STANDARD_DEPTH};

use crate::{
    failure::Failure,
    orderings::whole,
    reproduce::{
        figures::{Champion, Comparison, Match, Standing},
        report::Section,
        step::{Named, Step, words},
    },
};

use super::Laboratory;

/// The fixed depths that are tried, in plies: all that `compose` makes and that differ.
const PLIES: std::ops::RangeInclusive<u32> = 1..=4;

/// Modules as `compose` names them.
const MODULES: [&str; 3] = ["order", "position", "depth"];

/// Matches of the best program. Answers the programs that it met.
pub(super) fn section(
    laboratory: &Laboratory<'_>,
    best: &Named,
) -> Result<(Vec<Named>, Section), Failure> {
    let mut controls = Controls::new(laboratory, best, "What the modules are worth");
    let (plies, result) = controls.against_nearest()?;
    for module in MODULES {
        let standard = controls.compose(module, "standard")?;
        let what = format!("against itself with the standard {module} module");
        controls.meet(&what, &standard)?;
    }
    let mut section = controls.section;
    section.remark(format!(
        "The best program by games plays with both colours, without a random term, at {} nodes a move on average; its points are counted. \
         The fixed depth it meets is the one that takes the most similar number of nodes; the standard depth module has {}. {}{}",
        whole(f64::from(laboratory.size.games[0].nodes)),
        fixed_depth(STANDARD_DEPTH),
        sentence(&result, plies),
        match laboratory.openings {
            Some(_) => "",
            None => " Without `openings/8moves_v3_5000.pgn` the games begin with the few openings that are built in.",
        }
    ));
    Ok((controls.met, section))
}

/// Programs that are bred by games against each other, all with the same number of nodes a move: another fitness that a depth program has to earn. Answers
/// the champion, and whom it met.
pub(super) fn rivals(laboratory: &Laboratory<'_>) -> Result<(Vec<Named>, Section), Failure> {
    let words = words![
        "coevolve",
        "--system",
        System::EVOCHESS.id(),
        "--seed",
        1_u32
    ];
    let step = Step::new("coevolve", words).with(laboratory.size.coevolve.to_vec());
    let done = laboratory.steps.done(&step)?;
    let champion: Champion = done.last()?;
    let champion = Named::new(champion.chromosome, "RIVAL");
    let mut controls = Controls::new(laboratory, &champion, "Bred by playing each other");
    let last: Vec<Standing> = done.before_last()?;
    if let Some(last) = last.last() {
        controls.section.row(
            format!("generation {}: points of the champion", last.generation),
            "-",
            format!("{} of {}", last.best, last.games),
            &step,
        );
    }
    let (plies, result) = controls.against_nearest()?;
    let Controls {
        mut section, met, ..
    } = controls;
    section.remark(format!(
        "Random programs at first, without fixed-depth opponents: points are all that counts, and everyone has the same number of nodes a move. The paper's \
         programs never meet. {}",
        sentence(&result, plies)
    ));
    Ok(([vec![champion], met].concat(), section))
}

struct Controls<'a> {
    laboratory: &'a Laboratory<'a>,
    best: &'a Named,
    section: Section,
    /// Programs that the best played.
    met: Vec<Named>,
}

impl<'a> Controls<'a> {
    fn new(laboratory: &'a Laboratory<'a>, best: &'a Named, title: &'static str) -> Self {
        Self {
            laboratory,
            best,
            section: Section::new(title),
            met: Vec::new(),
        }
    }

    /// As steps and programs are named.
    fn own(&self) -> String {
        self.best.name.trim_start_matches('$').to_lowercase()
    }

    /// Plays the fixed depth whose nodes a move are nearest to its own. Answers how deep that is.
    fn against_nearest(&mut self) -> Result<(u32, Match), Failure> {
        let plies = self.nearest()?;
        let constant = self.compose("depth", &format!("plies:{plies}"))?;
        let what = format!("against itself with {}", fixed_depth(plies));
        Ok((plies, self.meet(&what, &constant)?))
    }

    /// The best program with another module.
    fn compose(&mut self, module: &str, other: &str) -> Result<Named, Failure> {
        let id = format!("{}-{module}-{}", self.own(), other.replace(':', "-"));
        let words = words!["compose", self.best.word(), format!("--{module}"), other];
        let step = Step::new(format!("compose-{id}"), words);
        let composed: Champion = self.laboratory.steps.done(&step)?.last()?;
        let name = id.to_uppercase().replace('-', "_");
        let composed = Named::new(composed.chromosome, &name);
        if self.met.iter().all(|met| met.name != composed.name) {
            self.met.push(composed.clone());
        }
        Ok(composed)
    }

    /// A command in which the best plays another.
    fn game(&self, name: &str, other: &Named, games: u32) -> Step {
        let id = other.name.trim_start_matches('$').to_lowercase();
        let name = format!("{name}-{}", id.replace('_', "-"));
        self.laboratory.game(name, [self.best, other], games)
    }

    /// The fixed depth whose nodes a move are nearest to those of the best.
    fn nearest(&mut self) -> Result<u32, Failure> {
        let mut nearest = (f64::INFINITY, *PLIES.start());
        for plies in PLIES {
            let fixed = self.compose("depth", &format!("plies:{plies}"))?;
            let step = self.game("nodes", &fixed, self.laboratory.size.measuring_games);
            let result: Match = self.laboratory.steps.done(&step)?.last()?;
            let [own, other] = result.nodes.map(|nodes| nodes.unwrap_or(0.0));
            let distance = distance(own, other);
            if distance < nearest.0 {
                nearest = (distance, plies);
            }
            self.section.row(
                format!("nodes a move, beside {}", fixed_depth(plies)),
                "-",
                nodes(&result),
                &step,
            );
        }
        Ok(nearest.1)
    }

    fn meet(&mut self, what: &str, other: &Named) -> Result<Match, Failure> {
        let step = self.game("match", other, self.laboratory.match_games());
        let result: Match = self.laboratory.steps.done(&step)?.last()?;
        let ours = format!("{}; nodes a move: {}", result.shown(), nodes(&result));
        self.section.row(what, "-", ours, &step);
        Ok(result)
    }
}

/// A depth module that always searches so many plies, in words.
fn fixed_depth(plies: u32) -> String {
    match plies {
        1 => "a fixed depth of 1 ply".to_owned(),
        _ => format!("a fixed depth of {plies} plies"),
    }
}

/// How far two numbers of nodes are from each other, as the logarithm of their ratio.
fn distance(own: f64, other: f64) -> f64 {
    (own.max(1.0) / other.max(1.0)).ln().abs()
}

/// Of both players.
fn nodes(result: &Match) -> String {
    let [own, other] = result
        .nodes
        .map(|nodes| nodes.map_or_else(|| "none".to_owned(), whole));
    format!("{own} and {other}")
}

/// What the match against the fixed depth says of the depth program.
fn sentence(result: &Match, plies: u32) -> String {
    let fixed = fixed_depth(plies);
    match result.comparison() {
        Comparison::Stronger => {
            format!("The bred depth program makes it stronger than {fixed} does.")
        }
        Comparison::Weaker => {
            format!("The bred depth program adds nothing: {fixed} makes it stronger.")
        }
        Comparison::Open => format!(
            "The bred depth program adds nothing that these games show: the interval of the difference from {fixed} has 0 in it."
        ),
        Comparison::TooFew => {
            format!("The games are too few to say what the bred depth program adds to {fixed}.")
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_sentence_is_that_of_the_interval() {
        let told = |games: u32, low: f64, high: f64| {
            let result = json!({
                "score": 100.0, "games": games, "elo": 0.0, "low": low, "high": high, "nodes": [9.0, 9.0]
            });
            sentence(&serde_json::from_value(result).expect("a match"), 3)
        };
        assert!(told(200, 5.0, 40.0).contains("makes it stronger than a fixed depth of 3 plies"));
        assert!(told(200, -40.0, -5.0).contains("adds nothing: a fixed depth of 3 plies makes"));
        assert!(told(200, -5.0, 40.0).contains("adds nothing that these games show"));
        assert!(told(4, 5.0, 40.0).contains("too few"));
    }

    #[test]
    fn as_many_times_more_and_fewer_are_as_far() {
        assert_eq!(distance(9.0, 9.0), 0.0);
        assert!(distance(10.0, 30.0) < distance(10.0, 2.0));
        assert!((distance(10.0, 20.0) - distance(20.0, 10.0)).abs() < 1e-12);
    }
}
