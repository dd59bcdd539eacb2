//! Random programs and nodes, for tests.

use proptest::prelude::*;

use crate::{
    mix::mix,
    search::evochess::depth::{
        code::{Inputs, Registers},
        program::{DEEPEST, Decision, Instruction, Operator, Program, Register, Statement},
        terminal::Terminal,
    },
};

/// A value for each terminal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table(pub(super) [f64; 19]);

impl Inputs for Table {
    fn read(&mut self, terminal: Terminal) -> f64 {
        self.0[terminal as usize]
    }
}

/// A node of a search of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) horizon: i32,
    pub(super) inputs: Table,
    clears: u64,
}

impl Node {
    /// Some nodes begin a search, and some of those a game.
    pub(super) fn prepare(&self, registers: &mut Registers) {
        match self.clears {
            0 => registers.new_game(),
            1 | 2 => registers.new_search(),
            _ => {}
        }
    }
}

/// A sequence of nodes.
pub(super) fn nodes(seed: u64, count: u64) -> impl Iterator<Item = Node> {
    (0..count).map(move |number| {
        let at = mix(seed, number);
        Node {
            ply: (mix(at, 100) % 6) as usize,
            horizon: (mix(at, 101) % 6) as i32 - 1,
            inputs: Table(std::array::from_fn(|terminal| {
                value(mix(at, terminal as u64))
            })),
            clears: mix(at, 102) % 30,
        }
    })
}

/// Mostly small whole numbers, which are often equal; sometimes a value at or over a limit.
fn value(random: u64) -> f64 {
    const RARE: [f64; 8] = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        -1e6,
        1e-6,
        -1e-300,
        -0.0,
    ];
    let small = (random >> 8) % 2001;
    match random % 16 {
        0 => RARE[(small % 8) as usize],
        1..=7 => small as f64 / 100.0 - 10.0,
        _ => (small % 9) as f64 - 4.0,
    }
}

/// A program.
pub(super) fn program() -> impl Strategy<Value = Program> {
    block(DEEPEST).prop_filter_map("too long", Program::new)
}

fn block(depth: usize) -> BoxedStrategy<Vec<Statement>> {
    let straight = instruction().prop_map(Statement::Do);
    if depth == 0 {
        return proptest::collection::vec(straight, 0..6).boxed();
    }
    let parts = (terminal(), terminal(), block(depth - 1), block(depth - 1));
    let decision = parts.prop_map(|(left, right, then, otherwise)| {
        Statement::If(Box::new(Decision {
            left,
            right,
            then,
            otherwise,
        }))
    });
    proptest::collection::vec(prop_oneof![4 => straight, 1 => decision], 0..12).boxed()
}

fn instruction() -> impl Strategy<Value = Instruction> {
    let operator = prop::sample::select(Operator::ALL);
    let register = prop::sample::select(Register::ALL);
    prop_oneof![
        7 => (operator, terminal()).prop_map(|(operator, terminal)| Instruction::Compute(operator, terminal)),
        3 => register.prop_map(Instruction::Store),
        1 => Just(Instruction::Deepen),
        1 => Just(Instruction::Shorten),
    ]
}

/// Those that instructions write come more often, so that programs make use of their results.
fn terminal() -> impl Strategy<Value = Terminal> {
    prop_oneof![
        prop::sample::select(&Terminal::ALL[..6]),
        prop::sample::select(Terminal::ALL)
    ]
}
