//! The paper's table beside ours, and the ratings on the way.

use crate::reproduce::{figures::mean, report::Section};

use super::{
    Laboratory, RULES, UNTRAINED, UNTRAINED_ERROR,
    field::{Field, RUNGS, Scale},
    learning::{Checkpoint, Learned},
};

/// Of the last programs, of their gaps, of the programs on their way, and of the fixed players.
pub(super) fn sections(
    laboratory: &Laboratory<'_>,
    field: &Field,
    learned: &[Vec<Learned>],
) -> Vec<Section> {
    let untrained: Vec<String> = learned[0].iter().map(|run| run.untrained().text).collect();
    let scale = field.scale(&untrained);
    vec![
        last(&scale, learned),
        gaps(&scale, learned, &untrained),
        on_the_way(laboratory, &scale, learned),
        rungs(&scale, field),
    ]
}

/// The last programs of some runs.
fn programs(runs: &[Learned]) -> Vec<String> {
    runs.iter().map(|run| run.last().program.clone()).collect()
}

fn last(scale: &Scale<'_>, learned: &[Vec<Learned>]) -> Section {
    let mut section = Section::new("The tournament");
    section.remark(
        "Elo on the scale of this tournament, as in the paper, where the programs that know nothing have 250: the most likely ratings under all games \
         together, with 95 % intervals of the games. What differs from the paper: the engine, which plays here with its own search; how the 1,812 features are \
         divided; nodes instead of a clock, for learning and for playing; opponents, which are fixed players and the last programs of the other \
         rules with the same seed; and that every rule has as many games as cost about the same, \
         where the paper rates the best program of each.",
    );
    let first = &learned[0][0];
    section.row(
        "untrained",
        format!("{UNTRAINED} ± {UNTRAINED_ERROR}"),
        format!("{UNTRAINED}: the scale"),
        &first.step,
    );
    for (rule, runs) in RULES.iter().zip(learned) {
        let games: Vec<f64> = runs.iter().map(|run| run.last().games as f64).collect();
        let diverged = runs.iter().filter(|run| run.has_diverged).count();
        let note = match diverged {
            0 => String::new(),
            some => format!("; {some} of {} runs diverged", runs.len()),
        };
        section.row(
            format!("{}, {:.0} games{note}", rule.name, mean(&games)),
            format!("{} ± {}", rule.published, rule.error),
            scale.rating(&programs(runs)),
            &runs[0].step,
        );
    }
    section
}

fn gaps(scale: &Scale<'_>, learned: &[Vec<Learned>], untrained: &[String]) -> Section {
    let mut section = Section::new("The gaps");
    let mut below = ("untrained", UNTRAINED, untrained.to_vec());
    for (rule, runs) in RULES.iter().zip(learned) {
        let above = (rule.name, rule.published, programs(runs));
        section.row(
            format!("{} above {}", above.0, below.0),
            format!("{:+}", above.1 - below.1),
            scale.gap(&above.2, &below.2),
            &runs[0].step,
        );
        below = above;
    }
    section
}

fn on_the_way(laboratory: &Laboratory<'_>, scale: &Scale<'_>, learned: &[Vec<Learned>]) -> Section {
    let mut section = Section::new("Ratings by games and seconds");
    section.remark("Seconds are those that passed on the machine of this report, a core a run; where a run was paused or shared its core, more passed than it worked. Where runs ended early their last programs are in a row of their own.");
    for (rule, runs) in RULES.iter().zip(learned) {
        let mut stages: Vec<u64> = runs.iter().flat_map(all_games).collect();
        stages.sort_unstable();
        stages.dedup();
        for games in stages {
            let reached: Vec<(&Learned, &Checkpoint)> = runs
                .iter()
                .flat_map(|run| run.programs.iter().map(move |at| (run, at)))
                .filter(|(_, at)| at.games == games)
                .collect();
            let seconds: Vec<f64> = reached.iter().map(|(_, at)| at.seconds).collect();
            let programs: Vec<String> = reached.iter().map(|(_, at)| at.program.clone()).collect();
            let (run, first) = reached[0];
            section.row(
                format!("{}, {games} games, {:.1} s", rule.name, mean(&seconds)),
                "-",
                scale.rating(&programs),
                &run.gauntlet(laboratory, first),
            );
        }
    }
    section
}

fn all_games(run: &Learned) -> impl Iterator<Item = u64> {
    run.programs.iter().map(|at| at.games)
}

fn rungs(scale: &Scale<'_>, field: &Field) -> Section {
    let mut section = Section::new("Fixed players");
    for rung in RUNGS {
        let rating = scale.rating(&[rung.to_owned()]);
        section.row(format!("`{rung}`"), "-", rating, &field.rungs);
    }
    section
}
