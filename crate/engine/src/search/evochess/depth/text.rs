//! The text of a program: an instruction a line, two spaces deeper in each if.
//!
//! ```text
//! load score
//! subtract beta
//! if accumulator > captured-value
//!   shorten
//! else
//!   store search
//! end
//! ```

use std::{fmt, str::FromStr};

use crate::search::evochess::depth::{
    program::{DEEPEST, Instruction, MOST_INSTRUCTIONS, Operator, Program, Register},
    terminal::Terminal,
    token::{Builder, Misfit, Token, tokens},
};

/// Why a text is not a program. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextError {
    /// The line begins with a word that is no instruction.
    Instruction(usize, String),
    /// There is no terminal of this name.
    Terminal(usize, String),
    /// There is no register of this name.
    Register(usize, String),
    /// An if that is not of the form `if terminal > terminal`.
    Comparison(usize),
    /// Words are missing, or there are more than the instruction takes.
    Words(usize),
    /// More than [`MOST_INSTRUCTIONS`].
    TooLong(usize),
    /// More than [`DEEPEST`] ifs in one another.
    TooDeep(usize),
    /// An else that belongs to no if, or a second one.
    Else(usize),
    /// An end that belongs to no if.
    End(usize),
    /// The text ends in an if; the line is its last.
    Open(usize),
}

impl TextError {
    /// The line that is wrong, from 1.
    pub const fn line(&self) -> usize {
        match self {
            Self::Instruction(line, _)
            | Self::Terminal(line, _)
            | Self::Register(line, _)
            | Self::Comparison(line)
            | Self::Words(line)
            | Self::TooLong(line)
            | Self::TooDeep(line)
            | Self::Else(line)
            | Self::End(line)
            | Self::Open(line) => *line,
        }
    }

    const fn of(misfit: Misfit, line: usize) -> Self {
        match misfit {
            Misfit::TooLong => Self::TooLong(line),
            Misfit::TooDeep => Self::TooDeep(line),
            Misfit::Else => Self::Else(line),
            Misfit::End => Self::End(line),
            Misfit::Open => Self::Open(line),
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line())?;
        match self {
            Self::Instruction(_, word) => write!(f, "there is no instruction \"{word}\""),
            Self::Terminal(_, word) => write!(f, "there is no terminal \"{word}\""),
            Self::Register(_, word) => write!(f, "there is no register \"{word}\""),
            Self::Comparison(_) => write!(f, "an if compares two terminals: if score > beta"),
            Self::Words(_) => write!(f, "a word is missing or too many"),
            Self::TooLong(_) => write!(f, "more than {MOST_INSTRUCTIONS} instructions"),
            Self::TooDeep(_) => write!(f, "more than {DEEPEST} ifs in one another"),
            Self::Else(_) => write!(f, "this else belongs to no if"),
            Self::End(_) => write!(f, "this end belongs to no if"),
            Self::Open(_) => write!(f, "an if has no end"),
        }
    }
}

impl std::error::Error for TextError {}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut indent = 0;
        for token in tokens(self) {
            let (before, after) = depths(token, indent);
            writeln!(f, "{:before$}{token}", "")?;
            indent = after;
        }
        Ok(())
    }
}

/// The spaces before a token and before what follows, in a sequence with so many.
const fn depths(token: Token, indent: usize) -> (usize, usize) {
    match token {
        Token::Do(_) => (indent, indent),
        Token::If(..) => (indent, indent + 2),
        Token::Else => (indent - 2, indent),
        Token::End => (indent - 2, indent - 2),
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Do(instruction) => instruction.fmt(f),
            Self::If(left, right) => write!(f, "if {} > {}", left.name(), right.name()),
            Self::Else => f.write_str("else"),
            Self::End => f.write_str("end"),
        }
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compute(operator, terminal) => {
                write!(f, "{} {}", operator.name(), terminal.name())
            }
            Self::Store(register) => write!(f, "store {}", register.name()),
            Self::Deepen => f.write_str("deepen"),
            Self::Shorten => f.write_str("shorten"),
        }
    }
}

impl FromStr for Program {
    type Err = TextError;

    /// Reads a text as [`Program`]'s `Display` writes it, also with other indentation, blank lines, capitals and comments from `#` on.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut builder = Builder::default();
        let mut last = 1;
        for (line, text) in (1..).zip(text.lines()) {
            last = line;
            let code = text.split('#').next().unwrap_or_default();
            let code = code.to_ascii_lowercase();
            let words: Vec<&str> = code.split_whitespace().collect();
            if let Some((name, operands)) = words.split_first() {
                let token = token(line, name, operands)?;
                let added = builder.push(token);
                added.map_err(|misfit| TextError::of(misfit, line))?;
            }
        }
        builder
            .finish()
            .map_err(|misfit| TextError::of(misfit, last))
    }
}

fn token(line: usize, name: &str, operands: &[&str]) -> Result<Token, TextError> {
    let plain = |token| match operands {
        [] => Ok(token),
        _ => Err(TextError::Words(line)),
    };
    match name {
        "if" => comparison(line, operands),
        "else" => plain(Token::Else),
        "end" => plain(Token::End),
        "deepen" => plain(Token::Do(Instruction::Deepen)),
        "shorten" => plain(Token::Do(Instruction::Shorten)),
        "store" => store(line, operands),
        _ => compute(line, name, operands),
    }
}

fn comparison(line: usize, operands: &[&str]) -> Result<Token, TextError> {
    let [left, ">", right] = operands else {
        return Err(TextError::Comparison(line));
    };
    Ok(Token::If(terminal(line, left)?, terminal(line, right)?))
}

fn store(line: usize, operands: &[&str]) -> Result<Token, TextError> {
    let [name] = operands else {
        return Err(TextError::Words(line));
    };
    let register = Register::named(name).ok_or_else(|| TextError::Register(line, shown(name)))?;
    Ok(Token::Do(Instruction::Store(register)))
}

fn compute(line: usize, name: &str, operands: &[&str]) -> Result<Token, TextError> {
    let operator =
        Operator::named(name).ok_or_else(|| TextError::Instruction(line, shown(name)))?;
    let [operand] = operands else {
        return Err(TextError::Words(line));
    };
    let terminal = terminal(line, operand)?;
    Ok(Token::Do(Instruction::Compute(operator, terminal)))
}

fn terminal(line: usize, name: &str) -> Result<Terminal, TextError> {
    Terminal::named(name).ok_or_else(|| TextError::Terminal(line, shown(name)))
}

/// A word as far as it may be shown: not endless, and without what moves a terminal's cursor.
fn shown(word: &str) -> String {
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    word.chars().take(40).map(visible).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::search::evochess::depth::samples;

    fn error(text: &str) -> String {
        text.parse::<Program>().expect_err("no program").to_string()
    }

    #[test]
    fn reads_what_people_write_and_writes_it_tidily() {
        let loose = "# a program\n\nLOAD Score\n\tif score>beta # no\n";
        assert_eq!(
            error(loose),
            "line 4: an if compares two terminals: if score > beta"
        );
        let loose = "\r\nLOAD Score # the position's\n\t IF score  >  beta\nstore GAME\nElse\nif Depth > alpha\nend\nEND\n  shorten";
        let tidy = "load score\nif score > beta\n  store game\nelse\n  if depth > alpha\n  end\nend\nshorten\n";
        let program: Program = loose.parse().expect("a program");
        assert_eq!(program.to_string(), tidy);
        assert_eq!("".parse(), Ok(Program::default()));
        // An else with nothing in it is no else.
        let program: Program = "if score > beta\nelse\nend".parse().expect("a program");
        assert_eq!(program.to_string(), "if score > beta\nend\n");
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        assert_eq!(
            error("deepen\nsink"),
            "line 2: there is no instruction \"sink\""
        );
        assert_eq!(
            error("load scores"),
            "line 1: there is no terminal \"scores\""
        );
        assert_eq!(error("store ply"), "line 1: there is no register \"ply\"");
        assert_eq!(error("load"), "line 1: a word is missing or too many");
        assert_eq!(error("deepen 2"), "line 1: a word is missing or too many");
        assert_eq!(error("end"), "line 1: this end belongs to no if");
        assert_eq!(error("else"), "line 1: this else belongs to no if");
        assert_eq!(
            error("if score > beta\nelse\nelse"),
            "line 3: this else belongs to no if"
        );
        assert_eq!(
            error("if score > beta\ndeepen\n"),
            "line 2: an if has no end"
        );
        assert_eq!(
            error(&"deepen\n".repeat(129)),
            "line 129: more than 128 instructions"
        );
        let deep = "if score > beta\n".repeat(5);
        assert_eq!(error(&deep), "line 5: more than 4 ifs in one another");
    }

    proptest! {
        #[test]
        fn is_read_back(program in samples::program()) {
            let text = program.to_string();
            prop_assert_eq!(text.parse(), Ok(program));
        }

        #[test]
        fn arbitrary_ones_are_refused_or_read(text in any::<String>()) {
            let _ = text.parse::<Program>();
        }

        #[test]
        fn arbitrary_lines_are_refused_or_read(
            lines in proptest::collection::vec("(if|else|end|load|store|deepen|#)?( (score|beta|game|>|é)){0,3}", 0..12),
        ) {
            let text = lines.join("\n");
            if let Ok(program) = text.parse::<Program>() {
                prop_assert_eq!(program.to_string().parse(), Ok(program));
            }
        }
    }
}
