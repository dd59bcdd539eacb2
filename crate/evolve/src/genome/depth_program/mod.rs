//! How depth programs come to be and vary (Gross et al. 2002): two crossovers and two mutations.
//!
//! All programs are within their limits: what would not be is drawn again. The paper describes the operators in a sentence each;
//! how runs are chosen, the rates and the bounds are our choice.

mod child;
mod random;
mod sequence;

use millipawn_engine::search::evochess::depth::{Program, Statement};
use serde::Serialize;

use self::sequence::{Kind, choose, exchange};
pub use self::{
    child::{Child, Line, Source},
    random::{FIRST_LENGTH, random},
};
use crate::genome::draw::Draws;

/// How often two runs are drawn before parents are passed on as they are (our choice).
const TRIES: usize = 8;

/// A genetic operator on depth programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GeneticOperator {
    /// Crossover: the parents exchange runs of statements, among them whole sequences of ifs.
    Statements,
    /// Crossover: the parents exchange runs of straight instructions.
    BranchFree,
    /// Mutation: each parent gets a run of statements of a random program.
    WithRandom,
    /// Mutation: in a run of each parent, instructions are replaced by random ones, in its ifs too. Conditions stay.
    Instructions,
}

impl GeneticOperator {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Statements,
        Self::BranchFree,
        Self::WithRandom,
        Self::Instructions,
    ];
}

/// How often operators are applied. They are weights: each operator's share is its rate divided by their sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Of [`GeneticOperator::Statements`], at least 0.
    pub statements: f64,
    /// Of [`GeneticOperator::BranchFree`], at least 0.
    pub branch_free: f64,
    /// Of [`GeneticOperator::WithRandom`], at least 0.
    pub with_random: f64,
    /// Of [`GeneticOperator::Instructions`], at least 0.
    pub instructions: f64,
    /// The probability that [`GeneticOperator::Instructions`] replaces an instruction of its run, from 0 to 1.
    pub per_instruction: f64,
}

impl Default for Rates {
    /// Our choice; the paper does not say.
    fn default() -> Self {
        Self {
            statements: 0.4,
            branch_free: 0.3,
            with_random: 0.15,
            instructions: 0.15,
            per_instruction: 0.2,
        }
    }
}

impl Rates {
    /// The rate of an operator.
    pub const fn rate(&self, operator: GeneticOperator) -> f64 {
        match operator {
            GeneticOperator::Statements => self.statements,
            GeneticOperator::BranchFree => self.branch_free,
            GeneticOperator::WithRandom => self.with_random,
            GeneticOperator::Instructions => self.instructions,
        }
    }

    /// A random operator, by the rates; the last one if all are 0.
    pub fn choose(&self, draws: &mut Draws) -> GeneticOperator {
        let [others @ .., last] = GeneticOperator::ALL;
        for (at, operator) in others.into_iter().enumerate() {
            let left = GeneticOperator::ALL[at..].iter();
            let sum: f64 = left.map(|kind| self.rate(*kind)).sum();
            if draws.chance(self.rate(operator) / sum) {
                return operator;
            }
        }
        last
    }
}

/// Two children of two parents, by one operator that is drawn by the rates.
pub fn vary(parents: [&Program; 2], rates: &Rates, draws: &mut Draws) -> [Program; 2] {
    let (_, children) = vary_recorded(parents, rates, draws);
    children.map(|child| child.program)
}

/// The same children, each with where its instructions came from, and the operator. The parents of the second stand the other way round.
pub fn vary_recorded(
    parents: [&Program; 2],
    rates: &Rates,
    draws: &mut Draws,
) -> (GeneticOperator, [Child; 2]) {
    let operator = rates.choose(draws);
    let children = match operator {
        GeneticOperator::Statements => cross_statements(parents, draws),
        GeneticOperator::BranchFree => cross_branch_free(parents, draws),
        GeneticOperator::WithRandom => parents.map(|parent| cross_with_random(parent, draws)),
        GeneticOperator::Instructions => {
            parents.map(|parent| replace_instructions(parent, rates.per_instruction, draws))
        }
    };
    (operator, children)
}

/// The paper's first crossover: the parents exchange runs of statements. They are copied if no two runs are found that fit.
fn cross_statements(parents: [&Program; 2], draws: &mut Draws) -> [Child; 2] {
    cross(parents, Kind::Statements, draws)
}

/// The paper's second crossover: the parents exchange runs of straight instructions. They are copied if no two runs are found that fit.
fn cross_branch_free(parents: [&Program; 2], draws: &mut Draws) -> [Child; 2] {
    cross(parents, Kind::BranchFree, draws)
}

/// The paper's first mutation: the first crossover with a random program.
fn cross_with_random(parent: &Program, draws: &mut Draws) -> Child {
    let stranger = random(draws);
    let [mut child, _] = cross_statements([parent, &stranger], draws);
    let strange = child.sources.iter_mut();
    strange
        .filter(|source| **source == Source::Second)
        .for_each(|source| *source = Source::Random);
    child
}

/// The paper's second mutation: replaces each instruction of a run, ifs excepted, with probability `per_instruction`.
fn replace_instructions(parent: &Program, per_instruction: f64, draws: &mut Draws) -> Child {
    let mut child = Child::copy(parent);
    let Some(run) = choose(parent, Kind::Statements, draws) else {
        return child;
    };
    let mut statements = parent.clone().into_statements();
    let mut place = run.first(parent);
    replace(
        run.statements(&mut statements),
        per_instruction,
        draws,
        &mut place,
        &mut child.sources,
    );
    child.program = Program::new(statements).expect("no instruction more than before");
    child
}

fn cross(parents: [&Program; 2], kind: Kind, draws: &mut Draws) -> [Child; 2] {
    let children = (0..TRIES).find_map(|_| {
        let [one, two] = parents.map(|parent| choose(parent, kind, draws));
        exchange(parents, [one?, two?])
    });
    children.unwrap_or_else(|| parents.map(Child::copy))
}

/// `place`: the number of the first of these instructions.
fn replace(
    statements: &mut [Statement],
    probability: f64,
    draws: &mut Draws,
    place: &mut usize,
    sources: &mut [Source],
) {
    for statement in statements {
        let at = *place;
        *place += 1;
        match statement {
            Statement::Do(instruction) => {
                if draws.chance(probability) {
                    let before = std::mem::replace(instruction, random::instruction(draws));
                    if before != *instruction {
                        sources[at] = Source::InPlaceOf(before);
                    }
                }
            }
            Statement::If(decision) => {
                replace(&mut decision.then, probability, draws, place, sources);
                replace(&mut decision.otherwise, probability, draws, place, sources);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use millipawn_engine::search::evochess::depth::program::{DEEPEST, MOST_INSTRUCTIONS};

    use super::*;
    use crate::genome::draw::Purpose;

    fn draws(individual: u32) -> Draws {
        Draws::derive(2002, 0, individual, Purpose::Breeding)
    }

    fn only(operator: GeneticOperator) -> Rates {
        let rate = |kind| f64::from(u8::from(kind == operator));
        Rates {
            statements: rate(GeneticOperator::Statements),
            branch_free: rate(GeneticOperator::BranchFree),
            with_random: rate(GeneticOperator::WithRandom),
            instructions: rate(GeneticOperator::Instructions),
            ..Rates::default()
        }
    }

    fn depth(block: &[Statement]) -> usize {
        let of = |statement: &Statement| match statement {
            Statement::Do(_) => 0,
            Statement::If(decision) => 1 + depth(&decision.then).max(depth(&decision.otherwise)),
        };
        block.iter().map(of).max().unwrap_or(0)
    }

    fn conditions(block: &[Statement], found: &mut Vec<(u8, u8)>) {
        for statement in block {
            if let Statement::If(decision) = statement {
                found.push((decision.left as u8, decision.right as u8));
                conditions(&decision.then, found);
                conditions(&decision.otherwise, found);
            }
        }
    }

    fn assert_is_valid(program: &Program) {
        assert!(program.length() <= MOST_INSTRUCTIONS);
        assert!(depth(program.statements()) <= DEEPEST);
    }

    #[test]
    fn first_programs_have_all_lengths_and_depths() {
        let (mut lengths, mut depths) = ([false; 33], [false; DEEPEST + 1]);
        let mut draws = draws(0);
        for _ in 0..20_000 {
            let program = random(&mut draws);
            assert_is_valid(&program);
            lengths[program.length()] = true;
            depths[depth(program.statements())] = true;
        }
        let expected: Vec<bool> = (0..33)
            .map(|length| FIRST_LENGTH.contains(&length))
            .collect();
        assert_eq!(lengths.as_slice(), expected);
        assert_eq!(depths, [true; DEEPEST + 1]);
    }

    /// Half a million applications, so a million children: a population of 200, in which the children of two random programs replace two
    /// others. Every fiftieth pair is written in bytes and read back.
    #[test]
    fn a_million_children_are_within_the_limits() {
        let mut draws = draws(1);
        let mut population: Vec<Program> = (0..200).map(|_| random(&mut draws)).collect();
        let mut longest = 0;
        for number in 0..500_000 {
            let at = |draws: &mut Draws| random::below(draws, 200);
            let parents = [at(&mut draws), at(&mut draws)].map(|at| &population[at]);
            let children = vary(parents, &Rates::default(), &mut draws);
            for child in children {
                assert_is_valid(&child);
                longest = longest.max(child.length());
                if number % 50 == 0 {
                    assert_eq!(
                        Program::from_bytes(&child.to_bytes()).as_ref(),
                        Some(&child)
                    );
                }
                let place = at(&mut draws);
                population[place] = child;
            }
        }
        assert!(longest > 64, "programs can grow: {longest}");
    }

    #[test]
    fn each_operator_changes_programs_in_its_own_way() {
        for operator in GeneticOperator::ALL {
            let mut changed = 0;
            for number in 0..200 {
                let mut draws = draws(number);
                let parents = [random(&mut draws), random(&mut draws)];
                let parents = [&parents[0], &parents[1]];
                let children = vary(parents, &only(operator), &mut draws);
                assert_is_its_work(operator, parents, &children);
                changed += usize::from(parents.map(Program::clone) != children);
            }
            assert!(changed > 100, "{operator:?}: {changed} of 200");
        }
    }

    fn assert_is_its_work(
        operator: GeneticOperator,
        parents: [&Program; 2],
        children: &[Program; 2],
    ) {
        let lengths = |programs: [&Program; 2]| programs.map(Program::length);
        let conditions_of = |programs: [&Program; 2]| {
            programs.map(|program| {
                let mut found = Vec::new();
                conditions(program.statements(), &mut found);
                found
            })
        };
        let children = [&children[0], &children[1]];
        let (before, after) = (conditions_of(parents), conditions_of(children));
        let (length, now) = (lengths(parents), lengths(children));
        match operator {
            GeneticOperator::Statements => {
                assert_eq!(now.iter().sum::<usize>(), length.iter().sum());
                let [mut before, mut after] = [before.concat(), after.concat()];
                before.sort_unstable();
                after.sort_unstable();
                assert_eq!(after, before);
            }
            GeneticOperator::BranchFree => {
                assert_eq!(now.iter().sum::<usize>(), length.iter().sum());
                assert_eq!(after, before);
            }
            GeneticOperator::WithRandom => {
                let differences = [0, 1].map(|which| now[which].abs_diff(length[which]));
                assert!(differences.iter().all(|difference| *difference <= 10));
            }
            GeneticOperator::Instructions => assert_eq!((now, after), (length, before)),
        }
    }

    #[test]
    fn rates_are_weights() {
        let tenfold = Rates {
            statements: 4.0,
            branch_free: 3.0,
            with_random: 1.5,
            instructions: 1.5,
            ..Rates::default()
        };
        let mut draws = draws(3);
        for rates in [Rates::default(), tenfold] {
            let mut counts = [0; 4];
            for _ in 0..100_000 {
                counts[rates.choose(&mut draws) as usize] += 1;
            }
            for (count, expected) in counts.into_iter().zip([40_000, 30_000, 15_000, 15_000]) {
                assert!(i32::abs(count - expected) < 700, "{counts:?}");
            }
        }
        for operator in GeneticOperator::ALL {
            assert_eq!(only(operator).choose(&mut draws), operator);
        }
    }

    #[test]
    fn empty_and_full_programs_vary_too() {
        let empty = Program::default();
        let full: Program = "deepen\n"
            .repeat(MOST_INSTRUCTIONS)
            .parse()
            .expect("a program");
        let mut draws = draws(4);
        for _ in 0..2000 {
            for parents in [[&empty, &empty], [&empty, &full], [&full, &full]] {
                let children = vary(parents, &Rates::default(), &mut draws);
                children.iter().for_each(assert_is_valid);
            }
        }
        let mut grown = (0..20).map(|_| cross_with_random(&empty, &mut draws).program.length());
        assert!(grown.any(|length| length > 0));
    }

    /// Experiments of long ago must lead to the same programs today.
    #[test]
    fn the_same_draws_lead_to_the_same_children() {
        let mut draws = Draws::derive(7, 3, 5, Purpose::Breeding);
        let parents = [random(&mut draws), random(&mut draws)];
        let [one, two] = &parents;
        let child = vary([one, two], &only(GeneticOperator::Statements), &mut draws)[0].clone();
        let child = cross_branch_free([&child, two], &mut draws)[0]
            .program
            .clone();
        let child = cross_with_random(&child, &mut draws).program;
        let child = replace_instructions(&child, 0.2, &mut draws).program;
        let expected = "\
sigmoid horizon
store level
sigmoid bishops
sigmoid expanded-nodes
sine pawns
store level
deepen
sine depth
sine beta
sine move-value
add branching
sigmoid knights
store game
store level
subtract captured-value
deepen
subtract branching
if bishops > game-register
  store search
  sigmoid accumulator
end
store search
subtract beta
store level
store game
";
        assert_eq!(child.to_string(), expected);
    }
}
