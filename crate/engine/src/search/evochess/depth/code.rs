//! Programs as they run: flat steps that only lead forward.
//!
//! Every value is finite and within [`LIMIT`], whatever the inputs are, so results are the same on every platform.

use crate::search::{
    MAX_PLY,
    evochess::depth::{
        program::{Decision, Instruction, Operator, Program, Register, Statement},
        terminal::Terminal,
    },
};

/// The largest absolute value that a program ever sees (our choice).
pub const LIMIT: f64 = 1e6;
/// The most plies by which a node can change the horizon, deeper or shallower (Gross et al. 2002).
pub const MOST_CHANGE: i32 = 2;
/// A smaller divisor does not divide (our choice).
const SMALLEST_DIVISOR: f64 = 1e-6;

/// What a program sees of a node.
pub trait Inputs {
    /// The value of a terminal, read each time that the program needs it. It is not asked for the accumulator, the registers, the depth
    /// and the horizon. What is not finite counts as 0.
    fn read(&mut self, terminal: Terminal) -> f64;
}

/// What a program keeps from node to node.
#[derive(Clone, Debug, PartialEq)]
pub struct Registers {
    game: f64,
    search: f64,
    /// One a ply; the plies beyond share the last.
    levels: [f64; MAX_PLY],
}

impl Registers {
    /// All 0.
    pub const fn new() -> Self {
        Self {
            game: 0.0,
            search: 0.0,
            levels: [0.0; MAX_PLY],
        }
    }

    /// Clears all, before a game.
    pub const fn new_game(&mut self) {
        *self = Self::new();
    }

    /// Clears those that belong to a search, before it.
    pub const fn new_search(&mut self) {
        *self = Self {
            game: self.game,
            ..Self::new()
        };
    }

    /// The value of a register at a node so many plies from the root.
    pub fn get(&self, register: Register, ply: usize) -> f64 {
        match register {
            Register::Level => self.levels[ply.min(MAX_PLY - 1)],
            Register::Search => self.search,
            Register::Game => self.game,
        }
    }

    fn set(&mut self, register: Register, ply: usize, value: f64) {
        match register {
            Register::Level => self.levels[ply.min(MAX_PLY - 1)] = value,
            Register::Search => self.search = value,
            Register::Game => self.game = value,
        }
    }
}

impl Default for Registers {
    fn default() -> Self {
        Self::new()
    }
}

/// An instruction and the number of the one that follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Do(Instruction, u8),
    If {
        left: Terminal,
        right: Terminal,
        then: u8,
        otherwise: u8,
    },
}

/// A program that is ready to run. The steps have the numbers of the program's instructions, and each leads to a later one: a run takes
/// at most as many steps as there are, and ends at the number behind the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    steps: Vec<Step>,
}

impl From<&Program> for Code {
    fn from(program: &Program) -> Self {
        let mut steps = Vec::with_capacity(program.length());
        add_block(program.statements(), program.length(), &mut steps);
        Self { steps }
    }
}

/// Adds the steps of a sequence that leads to step `after`.
fn add_block(block: &[Statement], after: usize, steps: &mut Vec<Step>) {
    for (number, statement) in block.iter().enumerate() {
        let end = steps.len() + statement.length();
        let next = if number + 1 < block.len() { end } else { after };
        match statement {
            // A program has at most 128 instructions.
            Statement::Do(instruction) => steps.push(Step::Do(*instruction, next as u8)),
            Statement::If(decision) => add_decision(decision, next, steps),
        }
    }
}

fn add_decision(decision: &Decision, next: usize, steps: &mut Vec<Step>) {
    let at = steps.len();
    steps.push(Step::If {
        left: decision.left,
        right: decision.right,
        then: next as u8,
        otherwise: next as u8,
    });
    let then_at = steps.len();
    add_block(&decision.then, next, steps);
    let otherwise_at = steps.len();
    add_block(&decision.otherwise, next, steps);
    // An empty sequence has no step of its own: the if leads past it.
    if let Step::If {
        then, otherwise, ..
    } = &mut steps[at]
    {
        if !decision.then.is_empty() {
            *then = then_at as u8;
        }
        if !decision.otherwise.is_empty() {
            *otherwise = otherwise_at as u8;
        }
    }
}

impl Code {
    /// Runs at a node `ply` plies from the root with `horizon` plies to go. Returns by how many plies the horizon changes, at most
    /// [`MOST_CHANGE`] either way.
    #[inline]
    pub fn run(
        &self,
        registers: &mut Registers,
        ply: usize,
        horizon: i32,
        inputs: &mut impl Inputs,
    ) -> i32 {
        self.run_traced(registers, ply, horizon, inputs, |_, _| {})
    }

    /// As [`Code::run`], and calls `trace` before each instruction, with its number and the run, which reads terminals as the instruction
    /// will.
    #[inline]
    pub(super) fn run_traced<I: Inputs>(
        &self,
        registers: &mut Registers,
        ply: usize,
        horizon: i32,
        inputs: &mut I,
        mut trace: impl FnMut(usize, &mut Run<'_, I>),
    ) -> i32 {
        let mut run = Run {
            registers,
            inputs,
            ply,
            horizon,
            accumulator: 0.0,
            change: 0,
        };
        let mut at = 0;
        while let Some(step) = self.steps.get(at) {
            trace(at, &mut run);
            at = usize::from(run.step(*step));
        }
        run.change
    }
}

/// A run at one node.
pub(super) struct Run<'a, I> {
    registers: &'a mut Registers,
    inputs: &'a mut I,
    ply: usize,
    horizon: i32,
    accumulator: f64,
    change: i32,
}

impl<I: Inputs> Run<'_, I> {
    /// Takes a step and returns the number of the next.
    fn step(&mut self, step: Step) -> u8 {
        match step {
            Step::Do(instruction, next) => {
                self.execute(instruction);
                next
            }
            Step::If {
                left,
                right,
                then,
                otherwise,
            } => {
                if self.read(left) > self.read(right) {
                    then
                } else {
                    otherwise
                }
            }
        }
    }

    fn execute(&mut self, instruction: Instruction) {
        match instruction {
            Instruction::Compute(operator, terminal) => {
                let operand = self.read(terminal);
                self.accumulator = compute(operator, self.accumulator, operand);
            }
            Instruction::Store(register) => {
                self.registers.set(register, self.ply, self.accumulator);
            }
            Instruction::Deepen => self.change = (self.change + 1).min(MOST_CHANGE),
            Instruction::Shorten => self.change = (self.change - 1).max(-MOST_CHANGE),
        }
    }

    /// The value that a terminal has now.
    pub(super) fn read(&mut self, terminal: Terminal) -> f64 {
        match terminal {
            Terminal::Accumulator => self.accumulator,
            Terminal::LevelRegister => self.registers.get(Register::Level, self.ply),
            Terminal::SearchRegister => self.registers.get(Register::Search, self.ply),
            Terminal::GameRegister => self.registers.get(Register::Game, self.ply),
            Terminal::Depth => bounded(self.ply as f64),
            Terminal::Horizon => bounded(f64::from(self.horizon) + f64::from(self.change)),
            input => bounded(self.inputs.read(input)),
        }
    }
}

fn compute(operator: Operator, accumulator: f64, operand: f64) -> f64 {
    bounded(match operator {
        Operator::Add => accumulator + operand,
        Operator::Subtract => accumulator - operand,
        Operator::Multiply => accumulator * operand,
        Operator::Divide if operand.abs() < SMALLEST_DIVISOR => accumulator,
        Operator::Divide => accumulator / operand,
        Operator::Load => operand,
        Operator::Sine => libm::sin(operand),
        Operator::Sigmoid => 1.0 / (1.0 + libm::exp(-operand)),
    })
}

fn bounded(value: f64) -> f64 {
    if value.is_finite() {
        value.clamp(-LIMIT, LIMIT)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::search::evochess::depth::{
        program::{MOST_INSTRUCTIONS, length},
        samples::{self, Table},
    };

    /// The reference: walks the tree, by the definitions.
    struct Walker<'a> {
        registers: Registers,
        inputs: &'a Table,
        ply: usize,
        horizon: i32,
        accumulator: f64,
        change: i32,
        /// The number of the next instruction of the text.
        number: usize,
        path: Vec<usize>,
    }

    impl Walker<'_> {
        fn block(&mut self, block: &[Statement]) {
            for statement in block {
                self.path.push(self.number);
                self.number += 1;
                match statement {
                    Statement::Do(instruction) => self.instruction(*instruction),
                    Statement::If(decision) => self.decision(decision),
                }
            }
        }

        fn decision(&mut self, decision: &Decision) {
            let end = self.number + length(&decision.then) + length(&decision.otherwise);
            if self.value(decision.left) > self.value(decision.right) {
                self.block(&decision.then);
            } else {
                self.number = end - length(&decision.otherwise);
                self.block(&decision.otherwise);
            }
            self.number = end;
        }

        fn instruction(&mut self, instruction: Instruction) {
            match instruction {
                Instruction::Compute(operator, terminal) => {
                    let (a, b) = (self.accumulator, self.value(terminal));
                    let result = match operator {
                        Operator::Add => a + b,
                        Operator::Subtract => a - b,
                        Operator::Multiply => a * b,
                        Operator::Divide => {
                            if b.abs() < 1e-6 {
                                a
                            } else {
                                a / b
                            }
                        }
                        Operator::Load => b,
                        Operator::Sine => libm::sin(b),
                        Operator::Sigmoid => 1.0 / (1.0 + libm::exp(-b)),
                    };
                    self.accumulator = limited(result);
                }
                Instruction::Store(Register::Level) => {
                    self.registers.levels[self.ply] = self.accumulator;
                }
                Instruction::Store(Register::Search) => self.registers.search = self.accumulator,
                Instruction::Store(Register::Game) => self.registers.game = self.accumulator,
                Instruction::Deepen => self.change = 2.min(self.change + 1),
                Instruction::Shorten => self.change = (-2).max(self.change - 1),
            }
        }

        fn value(&self, terminal: Terminal) -> f64 {
            limited(match terminal {
                Terminal::Accumulator => self.accumulator,
                Terminal::LevelRegister => self.registers.levels[self.ply],
                Terminal::SearchRegister => self.registers.search,
                Terminal::GameRegister => self.registers.game,
                Terminal::Depth => self.ply as f64,
                Terminal::Horizon => f64::from(self.horizon + self.change),
                other => self.inputs.0[other as usize],
            })
        }
    }

    fn limited(value: f64) -> f64 {
        if value.is_nan() || value.is_infinite() {
            return 0.0;
        }
        value.clamp(-1e6, 1e6)
    }

    fn is_sane(registers: &Registers) -> bool {
        let levels = registers.levels.iter();
        levels
            .chain([&registers.search, &registers.game])
            .all(|value| value.is_finite() && value.abs() <= LIMIT)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Over sequences of nodes, with inputs among which are some that are not finite.
        #[test]
        fn code_does_what_the_tree_says(program in samples::program(), seed in any::<u64>()) {
            let code = Code::from(&program);
            prop_assert_eq!(code.steps.len(), program.length());
            let mut registers = Registers::new();
            for node in samples::nodes(seed, 20) {
                node.prepare(&mut registers);
                let mut walker = Walker {
                    registers: registers.clone(),
                    inputs: &node.inputs,
                    ply: node.ply,
                    horizon: node.horizon,
                    accumulator: 0.0,
                    change: 0,
                    number: 0,
                    path: Vec::new(),
                };
                walker.block(program.statements());
                let mut path = Vec::new();
                let mut inputs = node.inputs;
                let change = code.run_traced(&mut registers, node.ply, node.horizon, &mut inputs, |at, _| path.push(at));
                prop_assert_eq!(change, walker.change);
                prop_assert!(change.abs() <= MOST_CHANGE);
                prop_assert_eq!(&registers, &walker.registers);
                prop_assert!(is_sane(&registers));
                prop_assert!(path.len() <= program.length() && path.is_sorted());
                prop_assert_eq!(path, walker.path);
            }
        }
    }

    fn change(text: &str, horizon: i32) -> i32 {
        let program: Program = text.parse().expect("a program");
        let mut table = Table([3.0; 19]);
        Code::from(&program).run(&mut Registers::new(), 1, horizon, &mut table)
    }

    #[test]
    fn the_change_is_bounded_at_every_instruction() {
        assert_eq!(change("", 2), 0);
        assert_eq!(change("deepen\ndeepen\ndeepen\nshorten", 2), 1);
        assert_eq!(change("shorten\nshorten\nshorten\ndeepen", 2), -1);
    }

    #[test]
    fn the_horizon_has_the_changes_of_this_node() {
        let text = "deepen\nif horizon > score\n  shorten\n  shorten\nend";
        assert_eq!((change(text, 2), change(text, 3)), (1, -1));
        assert_eq!(change("deepen\nload horizon\nstore game", i32::MAX), 1);
    }

    #[test]
    fn operations_stay_within_their_limits() {
        assert_eq!(compute(Operator::Divide, 5.0, 9e-7), 5.0);
        assert_eq!(compute(Operator::Divide, 5.0, -1e-6), -LIMIT);
        assert_eq!(compute(Operator::Multiply, LIMIT, -LIMIT), -LIMIT);
        assert_eq!(compute(Operator::Sigmoid, 7.0, -LIMIT), 0.0);
        assert_eq!(compute(Operator::Sigmoid, 7.0, 0.0), 0.5);
        assert_eq!(bounded(f64::NAN), 0.0);
        assert_eq!(bounded(f64::INFINITY), 0.0);
    }

    /// The longest program that leaves nothing out takes as many steps as it has.
    #[test]
    fn steps_are_small_and_as_many_as_instructions() {
        assert!(size_of::<Step>() <= 5);
        let longest = Program::new(vec![Statement::Do(Instruction::Deepen); MOST_INSTRUCTIONS]);
        let code = Code::from(&longest.expect("within the limits"));
        let mut steps = 0;
        let mut table = Table([0.0; 19]);
        code.run_traced(&mut Registers::new(), 0, 2, &mut table, |_, _| steps += 1);
        assert_eq!(steps, MOST_INSTRUCTIONS);
    }

    #[test]
    fn registers_are_cleared_in_time_and_plies_have_their_own() {
        let program: Program = "load score\nstore level\nstore search\nstore game"
            .parse()
            .expect("a program");
        let mut registers = Registers::new();
        let mut table = Table([7.0; 19]);
        Code::from(&program).run(&mut registers, 3, 2, &mut table);
        let get = |registers: &Registers, ply| {
            [Register::Level, Register::Search, Register::Game]
                .map(|register| registers.get(register, ply))
        };
        assert_eq!(get(&registers, 3), [7.0, 7.0, 7.0]);
        assert_eq!(get(&registers, 4), [0.0, 7.0, 7.0]);
        registers.new_search();
        assert_eq!(get(&registers, 3), [0.0, 0.0, 7.0]);
        registers.new_game();
        assert_eq!(registers, Registers::new());
        Code::from(&program).run(&mut registers, usize::MAX, 2, &mut table);
        assert_eq!(get(&registers, MAX_PLY), [7.0, 7.0, 7.0]);
    }
}
