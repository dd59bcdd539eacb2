//! Depth programs: what they are made of, and the limits that hold for all of them.

use crate::search::evochess::depth::terminal::Terminal;

/// The most instructions of a program, ifs included (our choice).
pub const MOST_INSTRUCTIONS: usize = 128;
/// How deep ifs can stand in ifs (our choice: the paper has such a limit and does not say which).
pub const DEEPEST: usize = 4;

/// Declares an enum whose variants have names.
macro_rules! named {
    ($(#[$attribute:meta])* $kind:ident; $($(#[$doc:meta])* $variant:ident $name:literal)*) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $kind {
            $($(#[$doc])* $variant,)*
        }

        impl $kind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its name in the text of a program.
            pub const fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$($name,)*];
                NAMES[self as usize]
            }

            /// The one of this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|kind| kind.name() == name)
            }
        }
    };
}

named! {
    /// What is done with a terminal; the accumulator takes the result.
    Operator;
    /// Accumulator plus terminal.
    Add "add"
    /// Accumulator minus terminal.
    Subtract "subtract"
    /// Accumulator times terminal.
    Multiply "multiply"
    /// Accumulator divided by terminal; the accumulator itself when the terminal is within a millionth of 0 (our choice).
    Divide "divide"
    /// The terminal.
    Load "load"
    /// The sine of the terminal, in radians.
    Sine "sine"
    /// 1 / (1 + e^-terminal).
    Sigmoid "sigmoid"
}

named! {
    /// Where the accumulator can be stored.
    Register;
    /// A register per ply, cleared before each search.
    Level "level"
    /// Cleared before each search.
    Search "search"
    /// Cleared before each game.
    Game "game"
}

/// One straight step of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instruction {
    /// An operation on the accumulator.
    Compute(Operator, Terminal),
    /// Stores the accumulator.
    Store(Register),
    /// Searches one ply deeper from here: the paper's incHorizon.
    Deepen,
    /// Searches one ply less from here: the paper's decHorizon.
    Shorten,
}

/// A step of a program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Statement {
    /// A straight one.
    Do(Instruction),
    /// One of two sequences.
    If(Box<Decision>),
}

/// A comparison of two terminals and what follows from it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decision {
    /// Compared with `right`.
    pub left: Terminal,
    /// Compared with `left`.
    pub right: Terminal,
    /// Runs when `left` is greater than `right`.
    pub then: Vec<Statement>,
    /// Runs when it is not.
    pub otherwise: Vec<Statement>,
}

/// A depth program within the limits [`MOST_INSTRUCTIONS`] and [`DEEPEST`]. The empty one, the default, changes no horizon.
///
/// Its instructions, ifs included, are numbered as its text has them: an if, its `then`, its `otherwise`, what follows.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Program(Vec<Statement>);

impl Program {
    /// The program of these statements; `None` if they are too many or nested too deeply.
    pub fn new(statements: Vec<Statement>) -> Option<Self> {
        let length = checked_length(&statements, 0)?;
        (length <= MOST_INSTRUCTIONS).then_some(Self(statements))
    }

    /// Its statements.
    pub fn statements(&self) -> &[Statement] {
        &self.0
    }

    /// Its statements, to make another program of.
    pub fn into_statements(self) -> Vec<Statement> {
        self.0
    }

    /// Its instructions, ifs included.
    pub fn length(&self) -> usize {
        length(&self.0)
    }
}

/// The instructions of a sequence, ifs and what is in them included.
pub fn length(block: &[Statement]) -> usize {
    block.iter().map(Statement::length).sum()
}

impl Statement {
    /// Its instructions: 1, and for an if also those of its sequences.
    pub fn length(&self) -> usize {
        match self {
            Self::Do(_) => 1,
            Self::If(decision) => 1 + length(&decision.then) + length(&decision.otherwise),
        }
    }
}

/// The instructions of a sequence in so many ifs; `None` if ifs in it are too deep.
fn checked_length(block: &[Statement], depth: usize) -> Option<usize> {
    block.iter().try_fold(0, |sum, statement| {
        let inside = match statement {
            Statement::Do(_) => 0,
            Statement::If(_) if depth == DEEPEST => return None,
            Statement::If(decision) => {
                checked_length(&decision.then, depth + 1)?
                    + checked_length(&decision.otherwise, depth + 1)?
            }
        };
        Some(sum + 1 + inside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(depth: usize) -> Vec<Statement> {
        let mut block = vec![Statement::Do(Instruction::Deepen)];
        for _ in 0..depth {
            block = vec![Statement::If(Box::new(Decision {
                left: Terminal::Score,
                right: Terminal::Beta,
                then: block,
                otherwise: Vec::new(),
            }))];
        }
        block
    }

    #[test]
    fn the_limits_are_kept() {
        let straight = |length| vec![Statement::Do(Instruction::Shorten); length];
        assert_eq!(Program::new(Vec::new()), Some(Program::default()));
        let longest = Program::new(straight(MOST_INSTRUCTIONS)).expect("just within the limit");
        assert_eq!(longest.length(), MOST_INSTRUCTIONS);
        assert_eq!(Program::new(straight(MOST_INSTRUCTIONS + 1)), None);
        let deepest = Program::new(nested(DEEPEST)).expect("just within the limit");
        assert_eq!(deepest.length(), DEEPEST + 1);
        assert_eq!(Program::new(nested(DEEPEST + 1)), None);
    }

    #[test]
    fn names_are_read_back() {
        for operator in Operator::ALL {
            assert_eq!(Operator::named(operator.name()), Some(*operator));
        }
        for register in Register::ALL {
            assert_eq!(Register::named(register.name()), Some(*register));
        }
        assert_eq!(Register::named("ply"), None);
    }
}
