//! The depth module at play: a compiled program with its registers, which the kernel asks at every node.

use shakmaty::{Move, Position, Role};

use crate::{
    evaluation::CENTIPAWN,
    search::evochess::{
        depth::{Code, Inputs, Program, Registers, Terminal, simplified},
        kernel::{DepthModule, View},
        order::value,
    },
};

/// A program that decides how deep to search.
#[derive(Clone, Debug)]
pub struct Module {
    code: Code,
    registers: Registers,
}

impl Module {
    /// The module of this program, before a game. What has no effect is left out: it would only take time.
    pub fn new(program: &Program) -> Self {
        Self {
            code: Code::from(&simplified(program)),
            registers: Registers::new(),
        }
    }
}

impl DepthModule for Module {
    fn new_game(&mut self) {
        self.registers.new_game();
    }

    fn new_search(&mut self) {
        self.registers.new_search();
    }

    fn change(&mut self, view: &mut View<'_>) -> i32 {
        let (ply, horizon) = (view.ply, view.horizon);
        self.code.run(&mut self.registers, ply, horizon, view)
    }
}

impl Inputs for View<'_> {
    fn read(&mut self, terminal: Terminal) -> f64 {
        let board = self.position.board();
        match terminal {
            // The program has these itself.
            Terminal::Accumulator
            | Terminal::LevelRegister
            | Terminal::SearchRegister
            | Terminal::GameRegister
            | Terminal::Depth
            | Terminal::Horizon => 0.0,
            Terminal::PieceValue => self.of_last(|m| Some(m.role())),
            Terminal::CapturedValue => self.of_last(Move::capture),
            Terminal::Alpha => pawns(self.alpha),
            Terminal::Beta => pawns(self.beta),
            Terminal::MoveNumber => self.last.map_or(0.0, |last| last.place as f64),
            Terminal::Knights => board.knights().count() as f64,
            Terminal::Bishops => board.bishops().count() as f64,
            Terminal::Rooks => board.rooks().count() as f64,
            Terminal::Pawns => board.pawns().count() as f64,
            Terminal::ExpandedNodes => 100.0 * self.nodes as f64 / self.nodes_available as f64,
            Terminal::MoveValue => self.last.map_or(0.0, |last| f64::from(last.value) / POINT),
            Terminal::Branching => self.last.map_or(0.0, |last| last.siblings as f64),
            Terminal::Score => pawns((self.score)()),
        }
    }
}

/// Of the move ordering's numbers.
const POINT: f64 = 100.0;

impl View<'_> {
    /// What a man of the last move is worth, in pawns; 0 without one.
    fn of_last(&self, man: fn(Move) -> Option<Role>) -> f64 {
        let man = self.last.and_then(|last| man(last.m));
        man.map_or(0.0, |role| f64::from(value(role)) / 100.0)
    }
}

fn pawns(score: i32) -> f64 {
    f64::from(score) / f64::from(100 * CENTIPAWN)
}
