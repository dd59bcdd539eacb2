//! A program as a row of tokens: what its text and its bytes have in common.

use crate::search::evochess::depth::{
    program::{DEEPEST, Decision, Instruction, MOST_INSTRUCTIONS, Program, Statement},
    terminal::Terminal,
};

/// A line of a program's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A straight instruction.
    Do(Instruction),
    /// Begins an if: whether the first is greater than the second.
    If(Terminal, Terminal),
    /// Begins what an if does otherwise. Not written where it does nothing.
    Else,
    /// Ends an if.
    End,
}

/// Why tokens are not a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// More instructions than a program can have.
    TooLong,
    /// Too many ifs in ifs.
    TooDeep,
    /// An else outside an if, or a second one.
    Else,
    /// An end outside an if.
    End,
    /// An if without its end.
    Open,
}

/// The tokens of a program.
pub(super) fn tokens(program: &Program) -> Vec<Token> {
    let mut tokens = Vec::new();
    add_block(program.statements(), &mut tokens);
    tokens
}

fn add_block(block: &[Statement], tokens: &mut Vec<Token>) {
    for statement in block {
        match statement {
            Statement::Do(instruction) => tokens.push(Token::Do(*instruction)),
            Statement::If(decision) => add_decision(decision, tokens),
        }
    }
}

fn add_decision(decision: &Decision, tokens: &mut Vec<Token>) {
    tokens.push(Token::If(decision.left, decision.right));
    add_block(&decision.then, tokens);
    if !decision.otherwise.is_empty() {
        tokens.push(Token::Else);
        add_block(&decision.otherwise, tokens);
    }
    tokens.push(Token::End);
}

/// Makes a program of tokens, one after the other. Its memory is bounded whatever they are, as it refuses what is over the limits.
#[derive(Debug, Default)]
pub(super) struct Builder {
    /// The sequence that the next token belongs to.
    block: Vec<Statement>,
    open: Vec<Open>,
    length: usize,
}

/// An if whose end is still to come.
#[derive(Debug)]
struct Open {
    /// What comes before it in its own sequence.
    before: Vec<Statement>,
    left: Terminal,
    right: Terminal,
    /// Known from its else on.
    then: Option<Vec<Statement>>,
}

impl Builder {
    /// Adds the next token.
    pub(super) fn push(&mut self, token: Token) -> Result<(), Misfit> {
        match token {
            Token::Do(instruction) => {
                self.count()?;
                self.block.push(Statement::Do(instruction));
                Ok(())
            }
            Token::If(left, right) => self.open(left, right),
            Token::Else => self.divide(),
            Token::End => self.close(),
        }
    }

    /// The program, when there is no more to come.
    pub(super) fn finish(self) -> Result<Program, Misfit> {
        if !self.open.is_empty() {
            return Err(Misfit::Open);
        }
        Program::new(self.block).ok_or(Misfit::TooLong)
    }

    fn count(&mut self) -> Result<(), Misfit> {
        self.length += 1;
        if self.length > MOST_INSTRUCTIONS {
            return Err(Misfit::TooLong);
        }
        Ok(())
    }

    fn open(&mut self, left: Terminal, right: Terminal) -> Result<(), Misfit> {
        self.count()?;
        if self.open.len() == DEEPEST {
            return Err(Misfit::TooDeep);
        }
        self.open.push(Open {
            before: std::mem::take(&mut self.block),
            left,
            right,
            then: None,
        });
        Ok(())
    }

    fn divide(&mut self) -> Result<(), Misfit> {
        let open = self.open.last_mut().ok_or(Misfit::Else)?;
        if open.then.is_some() {
            return Err(Misfit::Else);
        }
        open.then = Some(std::mem::take(&mut self.block));
        Ok(())
    }

    fn close(&mut self) -> Result<(), Misfit> {
        let open = self.open.pop().ok_or(Misfit::End)?;
        let last = std::mem::replace(&mut self.block, open.before);
        let (then, otherwise) = match open.then {
            Some(then) => (then, last),
            None => (last, Vec::new()),
        };
        self.block.push(Statement::If(Box::new(Decision {
            left: open.left,
            right: open.right,
            then,
            otherwise,
        })));
        Ok(())
    }
}
