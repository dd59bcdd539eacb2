//! EvoChess's depth module (Gross et al. 2002): a small program that runs at every node and says how much deeper or shallower to
//! search there.
//!
//! The paper's programs are acyclic graphs, each node a straight run of instructions and an if; ours are trees (our choice). A
//! [`Program`] is a sequence of [`Statement`]s, some of them ifs with two sequences of their own. It runs as [`Code`], which has no
//! loop and cannot fail; [`live()`] says which instructions matter, [`Path`] which of them one run takes; a program also has a text and bytes.

mod bytes;
pub mod code;
pub mod live;
pub mod path;
pub mod program;
#[cfg(test)]
mod samples;
pub mod terminal;
pub mod text;
mod token;

pub use self::{
    code::{Code, Inputs, Registers},
    live::{effective_length, live, simplified},
    path::Path,
    program::{Decision, Instruction, Operator, Program, Register, Statement},
    terminal::Terminal,
    text::TextError,
};
