//! A program in bytes: one for each straight instruction, three for an if, one more for its else.
//!
//! They are genomes and stand in links, so they keep their meaning for ever.

use crate::search::evochess::depth::{
    program::{Instruction, Operator, Program, Register},
    terminal::Terminal,
    token::{Builder, Token, tokens},
};

const TERMINALS: u8 = Terminal::ALL.len() as u8;
/// From 0 on stand the operators, each with all terminals.
const STORE: u8 = Operator::ALL.len() as u8 * TERMINALS;
const DEEPEN: u8 = STORE + Register::ALL.len() as u8;
const SHORTEN: u8 = DEEPEN + 1;
/// From here on stand ifs with the left terminal; the right one is the next byte.
const IF: u8 = SHORTEN + 1;
const ELSE: u8 = IF + TERMINALS;
const END: u8 = ELSE + 1;

impl Program {
    /// The program in bytes: equal programs have equal bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for token in tokens(self) {
            add(token, &mut bytes);
        }
        bytes
    }

    /// The program of bytes that may come from anywhere; `None` if they are not just what [`Program::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut builder = Builder::default();
        let mut rest = bytes.iter().copied();
        while let Some(first) = rest.next() {
            builder.push(token(first, &mut rest)?).ok()?;
        }
        let program = builder.finish().ok()?;
        // An else with nothing in it can be read and is not written.
        (program.to_bytes() == bytes).then_some(program)
    }
}

fn add(token: Token, bytes: &mut Vec<u8>) {
    match token {
        Token::Do(instruction) => bytes.push(byte(instruction)),
        Token::If(left, right) => bytes.extend([IF + left as u8, right as u8]),
        Token::Else => bytes.push(ELSE),
        Token::End => bytes.push(END),
    }
}

const fn byte(instruction: Instruction) -> u8 {
    match instruction {
        Instruction::Compute(operator, terminal) => operator as u8 * TERMINALS + terminal as u8,
        Instruction::Store(register) => STORE + register as u8,
        Instruction::Deepen => DEEPEN,
        Instruction::Shorten => SHORTEN,
    }
}

fn token(first: u8, rest: &mut impl Iterator<Item = u8>) -> Option<Token> {
    match first {
        ..IF => instruction(first).map(Token::Do),
        IF..ELSE => Some(Token::If(terminal(first - IF)?, terminal(rest.next()?)?)),
        ELSE => Some(Token::Else),
        END => Some(Token::End),
        _ => None,
    }
}

fn instruction(byte: u8) -> Option<Instruction> {
    Some(match byte {
        ..STORE => {
            let operator = Operator::ALL[usize::from(byte / TERMINALS)];
            Instruction::Compute(operator, terminal(byte % TERMINALS)?)
        }
        STORE..DEEPEN => Instruction::Store(Register::ALL[usize::from(byte - STORE)]),
        DEEPEN => Instruction::Deepen,
        SHORTEN => Instruction::Shorten,
        _ => return None,
    })
}

fn terminal(number: u8) -> Option<Terminal> {
    Terminal::ALL.get(usize::from(number)).copied()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::search::evochess::depth::samples;

    #[test]
    fn every_byte_has_one_meaning() {
        for number in 0..=u8::MAX {
            let read = instruction(number);
            assert_eq!(read.is_some(), number < IF);
            assert!(read.is_none_or(|read| byte(read) == number));
        }
        assert_eq!((STORE, IF, END), (133, 138, 158));
    }

    /// Genomes made long ago must mean the same today.
    #[test]
    fn bytes_keep_their_meaning() {
        let text =
            "load score\nif score > beta\n  deepen\nelse\n  store game\nend\nsigmoid depth\n";
        let program: Program = text.parse().expect("a program");
        assert_eq!(program.to_bytes(), [94, 156, 9, 136, 157, 135, 158, 118]);
    }

    #[test]
    fn what_is_not_written_is_refused() {
        assert_eq!(Program::from_bytes(&[]), Some(Program::default()));
        let unfit: [&[u8]; 8] = [
            &[255],
            &[END],
            &[ELSE],
            &[IF],
            &[IF, TERMINALS, END],
            &[IF, 0],
            &[IF, 0, ELSE, END],
            &[IF, 0, ELSE, DEEPEN, ELSE, END],
        ];
        for bytes in unfit {
            assert_eq!(Program::from_bytes(bytes), None, "{bytes:?}");
        }
        assert_eq!(Program::from_bytes(&[DEEPEN; 129]), None);
        assert_eq!(Program::from_bytes(&[IF; 1000]), None);
    }

    proptest! {
        #[test]
        fn are_read_back(program in samples::program()) {
            let bytes = program.to_bytes();
            prop_assert!(bytes.len() <= 4 * program.length());
            prop_assert_eq!(Program::from_bytes(&bytes), Some(program));
        }

        #[test]
        fn arbitrary_ones_are_refused_or_written_so(bytes in proptest::collection::vec(0..=END + 1, 0..200)) {
            if let Some(program) = Program::from_bytes(&bytes) {
                prop_assert_eq!(program.to_bytes(), bytes);
            }
        }

        /// Random bytes are seldom a program; a changed byte of one often is.
        #[test]
        fn changed_ones_are_refused_or_written_so(program in samples::program(), at in any::<prop::sample::Index>(), byte in 0..=END) {
            let mut bytes = program.to_bytes();
            if !bytes.is_empty() {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if let Some(program) = Program::from_bytes(&bytes) {
                prop_assert_eq!(program.to_bytes(), bytes);
            }
        }
    }
}
