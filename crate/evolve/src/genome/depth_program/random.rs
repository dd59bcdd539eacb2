//! Random depth programs.

use millipawn_engine::search::evochess::depth::{
    Decision, Instruction, Operator, Program, Register, Statement, Terminal, program::DEEPEST,
};

use crate::genome::draw::Draws;

/// The fewest and the most instructions of a program of generation 0 (our choice).
pub const FIRST_LENGTH: std::ops::RangeInclusive<usize> = 8..=32;

const OPERATORS: u64 = Operator::ALL.len() as u64;
const STORES: u64 = Register::ALL.len() as u64;
/// The paper's functions without the if: operators, stores, deepen and shorten. Each is equally likely (our choice).
const STRAIGHT: u64 = OPERATORS + STORES + 2;

/// A program of generation 0, of 8 to 32 instructions. Every length, function and terminal is equally likely; an if takes a random part
/// of the instructions that remain of its sequence, and divides it between its own two at random (our choice).
pub fn random(draws: &mut Draws) -> Program {
    let lengths = FIRST_LENGTH.end() - FIRST_LENGTH.start() + 1;
    let length = FIRST_LENGTH.start() + below(draws, lengths);
    Program::new(block(length, 0, draws)).expect("the limits are kept while drawing")
}

/// A random instruction that is no if.
pub(super) fn instruction(draws: &mut Draws) -> Instruction {
    let function = draws.below(STRAIGHT);
    straight(function, draws)
}

fn straight(function: u64, draws: &mut Draws) -> Instruction {
    const DEEPEN: u64 = OPERATORS + STORES;
    match function {
        ..OPERATORS => {
            let operator = Operator::ALL[function as usize];
            Instruction::Compute(operator, terminal(draws))
        }
        OPERATORS..DEEPEN => Instruction::Store(Register::ALL[(function - OPERATORS) as usize]),
        DEEPEN => Instruction::Deepen,
        _ => Instruction::Shorten,
    }
}

/// A sequence of `length` instructions in `depth` ifs.
fn block(length: usize, depth: usize, draws: &mut Draws) -> Vec<Statement> {
    let mut statements = Vec::new();
    let mut rest = length;
    while rest > 0 {
        let statement = statement(rest, depth, draws);
        rest -= statement.length();
        statements.push(statement);
    }
    statements
}

/// A statement of at most `most` instructions. An if has at least one besides itself.
fn statement(most: usize, depth: usize, draws: &mut Draws) -> Statement {
    let may_decide = most > 1 && depth < DEEPEST;
    let function = draws.below(STRAIGHT + u64::from(may_decide));
    if function < STRAIGHT {
        return Statement::Do(straight(function, draws));
    }
    let inside = 1 + below(draws, most - 1);
    let then = below(draws, inside + 1);
    Statement::If(Box::new(Decision {
        left: terminal(draws),
        right: terminal(draws),
        then: block(then, depth + 1, draws),
        otherwise: block(inside - then, depth + 1, draws),
    }))
}

fn terminal(draws: &mut Draws) -> Terminal {
    Terminal::ALL[below(draws, Terminal::ALL.len())]
}

/// A number from `0..bound`, for indices.
pub(super) fn below(draws: &mut Draws, bound: usize) -> usize {
    draws.below(bound as u64) as usize
}
