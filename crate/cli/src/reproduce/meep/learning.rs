//! The step of each rule, and the programs that it teaches.

use crate::{
    failure::Failure,
    reproduce::{
        figures::{Champion, Round},
        report::Section,
        step::{Named, Step, words},
    },
};

use super::{Laboratory, RULES, Rule, field::Field};

/// Whose programs are rated, beside the last: those after so many games.
const CHECKPOINTS: [u64; 3] = [10, 100, 1000];

/// A run that learned.
#[derive(Clone)]
pub(super) struct Learned {
    pub(super) step: Step,
    variable: String,
    untrained: String,
    /// After some numbers of games; the last is the last of the run.
    pub(super) programs: Vec<Checkpoint>,
    /// Where it ended before its last game.
    pub(super) has_diverged: bool,
}

/// A program on its way.
#[derive(Clone)]
pub(super) struct Checkpoint {
    pub(super) games: u64,
    /// That the run took until then.
    pub(super) seconds: f64,
    pub(super) program: String,
}

impl Learned {
    /// The last program.
    pub(super) fn named(&self) -> Named {
        Named::new(self.last().program.clone(), &self.variable)
    }

    /// The program before the first game.
    pub(super) fn untrained(&self) -> Named {
        Named::new(self.untrained.clone(), "UNTRAINED")
    }

    pub(super) fn last(&self) -> &Checkpoint {
        self.programs.last().expect("every run has a last program")
    }

    /// The command in which one of its programs meets every rung.
    pub(super) fn gauntlet(&self, laboratory: &Laboratory<'_>, at: &Checkpoint) -> Step {
        let name = format!("{}-after-{}", self.step.name, at.games);
        let program = Named::new(at.program.clone(), &self.variable);
        laboratory.gauntlet(name, &program)
    }

    /// The run of a rule, now or as it is kept.
    fn of(laboratory: &Laboratory<'_>, rule: &Rule, step: Step) -> Result<Self, Failure> {
        let done = laboratory.steps.done(&step)?;
        let rounds: Vec<Round> = done.before_last()?;
        let champion: Champion = done.last()?;
        let kept = |round: &Round| round.program.clone().expect("its round is kept");
        let at = |round: &Round, program| Checkpoint {
            games: round.games,
            seconds: round.elapsed_ms as f64 / 1000.0,
            program,
        };
        let (first, last) = rounds.first().zip(rounds.last()).expect("there is a round");
        let mut programs: Vec<Checkpoint> = rounds
            .iter()
            .filter(|round| round.games < last.games && CHECKPOINTS.contains(&round.games))
            .map(|round| at(round, kept(round)))
            .collect();
        programs.push(at(last, champion.chromosome));
        Ok(Self {
            step,
            variable: rule.variable(),
            untrained: kept(first),
            programs,
            has_diverged: last.diverged.is_some(),
        })
    }
}

/// Steps are half as long after this share of a run's games, and a tenth after nine times as many: ones that stay keep the weights in
/// the noise of single games.
const HALVING: u32 = 10;

/// A run of `learn`, as published a game a round, with steps that become shorter.
fn learn(
    laboratory: &Laboratory<'_>,
    name: String,
    rule: &Rule,
    games: u32,
    seed: u64,
    size: &str,
) -> Step {
    let size = format!("step={size}");
    let halving = format!("halving={}", (games / HALVING).max(1));
    let words = words![
        "learn",
        "--method",
        rule.method.id(),
        "--games",
        games,
        "--nodes",
        laboratory.size.learning_nodes,
        "--seed",
        seed,
        "--set",
        "games-a-round=1",
        "--set",
        size,
        "--set",
        halving
    ];
    Step::new(name, words).with(laboratory.size.learn.iter().copied())
}

/// Tries every step with every rule: the best for each, and what was tried.
pub(super) fn tune(
    laboratory: &Laboratory<'_>,
    field: &mut Field,
) -> Result<([&'static str; RULES.len()], Section), Failure> {
    let mut section = Section::new("Steps that were tried");
    section.remark(
        "Every rule learns with the same steps, of one seed, in as many games as cost about the same; the program that has the most points \
         against the fixed players says which step its rule goes on with. Steps fall to a half within a tenth of a run. The paper tells its steps \
         in another unit.",
    );
    let step = |rule: &Rule, games, size| {
        let name = format!("{}-step-{size}", rule.method.id());
        learn(laboratory, name, rule, games, 1, size)
    };
    let rules = RULES.iter().zip(laboratory.size.tuning);
    let all = rules.clone().flat_map(|(rule, games)| {
        let sizes = laboratory.size.steps.iter();
        sizes.map(move |size| step(rule, games, size))
    });
    laboratory.steps.do_at_once(&all.collect::<Vec<_>>())?;
    let mut best = [""; RULES.len()];
    for ((rule, games), best) in rules.zip(&mut best) {
        let mut leading = None;
        for size in laboratory.size.steps {
            let step = step(rule, games, size);
            let learned = Learned::of(laboratory, rule, step)?;
            let last = learned.last();
            let gauntlet = learned.gauntlet(laboratory, last);
            let (points, games) = field.gauntlet(laboratory, &gauntlet, &last.program)?;
            let diverged = match learned.has_diverged {
                true => format!("; diverged after {} games", last.games),
                false => String::new(),
            };
            section.row(
                format!("{}, step {size}", rule.name),
                "-",
                format!("{points} of {games}{diverged}"),
                &learned.step,
            );
            // What diverges is taken only where everything does; the smaller step on ties.
            let worth = (!learned.has_diverged, points);
            if leading.is_none_or(|leading| worth > leading) {
                leading = Some(worth);
                *best = size;
            }
        }
    }
    Ok((best, section))
}

/// Teaches programs by every rule with every seed, and lets them play: the runs of each rule, by seed.
pub(super) fn train(
    laboratory: &Laboratory<'_>,
    field: &mut Field,
    sizes: [&str; RULES.len()],
) -> Result<Vec<Vec<Learned>>, Failure> {
    let each = RULES.iter().zip(laboratory.size.training).zip(sizes);
    let step = |rule: &Rule, games, size, seed| {
        let name = format!("{}-{seed}", rule.method.id());
        learn(laboratory, name, rule, games, seed, size)
    };
    let seeds = 1..=laboratory.size.seeds;
    let all = seeds.clone().flat_map(|seed| {
        let each = each.clone();
        each.map(move |((rule, games), size)| step(rule, games, size, seed))
    });
    laboratory.steps.do_at_once(&all.collect::<Vec<_>>())?;
    let mut runs = vec![Vec::new(); RULES.len()];
    for seed in seeds {
        for (((rule, games), size), runs) in each.clone().zip(&mut runs) {
            let step = step(rule, games, size, seed);
            let learned = Learned::of(laboratory, rule, step)?;
            for at in &learned.programs {
                let gauntlet = learned.gauntlet(laboratory, at);
                field.gauntlet(laboratory, &gauntlet, &at.program)?;
            }
            runs.push(learned);
        }
        let last: Vec<&Learned> = runs.iter().filter_map(|runs| runs.last()).collect();
        let untrained = last[0].untrained();
        let gauntlet = laboratory.gauntlet(format!("untrained-{seed}"), &untrained);
        field.gauntlet(laboratory, &gauntlet, &untrained.text)?;
        let programs: Vec<Named> = last.into_iter().map(Learned::named).collect();
        field.meet(laboratory, format!("last-{seed}"), &programs)?;
    }
    Ok(runs)
}
