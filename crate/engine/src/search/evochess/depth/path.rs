//! The path of one run through a program, with its decisions in words: why a node is searched as deep as it is.

use serde::Serialize;

use crate::search::evochess::depth::{
    code::{Code, Inputs, MOST_CHANGE, Registers, Run},
    live::live,
    program::{Instruction, Program},
    terminal::Terminal,
    token::{Token, tokens},
};

/// What one run did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Path {
    /// The instructions that ran, in their order.
    pub visited: Vec<Visited>,
    /// By how many plies the horizon changes.
    pub change: i32,
    /// A sentence for each decision that matters, then one for what follows from them.
    pub words: Vec<String>,
}

/// An instruction that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Visited {
    /// Its number in the program.
    pub number: usize,
    /// For an if: whether its `then` runs; `None` for straight instructions.
    pub then: Option<bool>,
}

impl Program {
    /// Runs as [`Code::run`] does, and tells how.
    pub fn path(
        &self,
        registers: &mut Registers,
        ply: usize,
        horizon: i32,
        inputs: &mut impl Inputs,
    ) -> Path {
        let instructions: Vec<Token> = tokens(self)
            .into_iter()
            .filter(|token| !matches!(token, Token::Else | Token::End))
            .collect();
        let live = live(self);
        let (mut visited, mut words) = (Vec::new(), Vec::new());
        let mut changes = Changes::default();
        let trace = |number: usize, run: &mut Run<'_, _>| {
            let then = match instructions[number] {
                Token::If(left, right) => {
                    let values = [run.read(left), run.read(right)];
                    if live[number] {
                        words.push(decision([left, right], values));
                    }
                    Some(values[0] > values[1])
                }
                token => {
                    changes.count(token);
                    None
                }
            };
            visited.push(Visited { number, then });
        };
        let change = Code::from(self).run_traced(registers, ply, horizon, inputs, trace);
        // The moves of the root are always tried.
        let least = if ply == 0 { 1 } else { 0 };
        words.push(changes.conclusion(change, horizon, least));
        Path {
            visited,
            change,
            words,
        }
    }
}

/// How often a run changed the horizon.
#[derive(Default)]
struct Changes {
    deeper: i32,
    shorter: i32,
}

impl Changes {
    fn count(&mut self, token: Token) {
        match token {
            Token::Do(Instruction::Deepen) => self.deeper += 1,
            Token::Do(Instruction::Shorten) => self.shorter += 1,
            _ => {}
        }
    }

    /// What follows from them: "Deepen twice: searches 4 plies instead of 2."
    fn conclusion(&self, change: i32, horizon: i32, least: i32) -> String {
        let done = [("deepen", self.deeper), ("shorten", self.shorter)];
        let done: Vec<String> = done
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(verb, count)| format!("{verb} {}", times(*count)))
            .collect();
        let mut what = match done.is_empty() {
            true => "no change".to_owned(),
            false => done.join(" and "),
        };
        if change != self.deeper - self.shorter {
            what += &format!(", at most {MOST_CHANGE} plies either way");
        }
        let rest = (horizon + change).max(least);
        let unit = if rest == 1 { "ply" } else { "plies" };
        let before = match rest == horizon {
            true => String::new(),
            false => format!(" instead of {horizon}"),
        };
        capitalised(&format!("{what}: searches {rest} {unit}{before}."))
    }
}

fn times(count: i32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}

/// "Depth 0 is not greater than accumulator 0: else."
fn decision(terminals: [Terminal; 2], values: [f64; 2]) -> String {
    let numbers = told_apart(values);
    let [left, right] = [0, 1].map(|side| operand(terminals[side], values[side], &numbers[side]));
    let (verdict, branch) = match values[0] > values[1] {
        true => ("is", "then"),
        false => ("is not", "else"),
    };
    capitalised(&format!("{left} {verdict} greater than {right}: {branch}."))
}

/// A terminal with its value.
fn operand(terminal: Terminal, value: f64, number: &str) -> String {
    let name = terminal.name().replace('-', " ");
    let is_bound = matches!(terminal, Terminal::Alpha | Terminal::Beta);
    if is_bound && value.abs() > terminal.description().greatest {
        return format!("{name} (no bound yet)");
    }
    format!("{name} {number}")
}

/// Two numbers with so many digits that one sees which is greater.
fn told_apart(values: [f64; 2]) -> [String; 2] {
    let written = |digits| values.map(|value| number(value, digits));
    let differ = |texts: &[String; 2]| values[0] == values[1] || texts[0] != texts[1];
    [2, 4, 8]
        .into_iter()
        .map(written)
        .find(differ)
        .unwrap_or_else(|| values.map(|value| value.to_string()))
}

/// At most so many digits after the point, and a true minus sign.
fn number(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", value.abs());
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match value < 0.0 && text != "0" {
        true => format!("\u{2212}{text}"),
        false => text.to_owned(),
    }
}

fn capitalised(sentence: &str) -> String {
    let (first, rest) = sentence.split_at(1);
    first.to_ascii_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::search::evochess::depth::samples::{self, Table};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn a_path_is_what_the_code_does(program in samples::program(), seed in any::<u64>()) {
            let code = Code::from(&program);
            let mut registers = [Registers::new(), Registers::new()];
            for node in samples::nodes(seed, 20) {
                for registers in &mut registers {
                    node.prepare(registers);
                }
                let [mut one, mut other] = [node.inputs; 2];
                let mut numbers = Vec::new();
                let change = code.run_traced(&mut registers[0], node.ply, node.horizon, &mut one, |at, _| numbers.push(at));
                let path = program.path(&mut registers[1], node.ply, node.horizon, &mut other);
                prop_assert_eq!(path.change, change);
                prop_assert_eq!(&registers[0], &registers[1]);
                let visited: Vec<usize> = path.visited.iter().map(|visited| visited.number).collect();
                prop_assert_eq!(visited, numbers);
            }
        }
    }

    /// What is said where all terminals that the program does not have itself are 3.
    fn words(text: &str, ply: usize) -> Vec<String> {
        let program: Program = text.parse().expect("a program");
        let mut table = Table([3.0; 19]);
        let path = program.path(&mut Registers::new(), ply, 2, &mut table);
        path.words
    }

    #[test]
    fn decisions_are_told_in_words() {
        let fixed = "if depth > accumulator\nelse\n  deepen\n  deepen\nend";
        assert_eq!(
            words(fixed, 0),
            [
                "Depth 0 is not greater than accumulator 0: else.",
                "Deepen twice: searches 4 plies instead of 2."
            ]
        );
        assert_eq!(
            words(fixed, 1),
            [
                "Depth 1 is greater than accumulator 0: then.",
                "No change: searches 2 plies."
            ]
        );
        let nested = "sine captured-value\nif accumulator > depth\n  deepen\n  if piece-value > horizon\n    shorten\n  end\nend\nshorten";
        assert_eq!(
            words(nested, 0),
            [
                "Accumulator 0.14 is greater than depth 0: then.",
                "Piece value 3 is not greater than horizon 3: else.",
                "Deepen once and shorten once: searches 2 plies."
            ]
        );
    }

    #[test]
    fn a_path_has_the_branches_that_run() {
        let text = "load score\nif depth > score\n  deepen\nelse\n  if score > depth\n  else\n    shorten\n  end\nend";
        let program: Program = text.parse().expect("a program");
        let mut table = Table([3.0; 19]);
        let path = program.path(&mut Registers::new(), 1, 2, &mut table);
        let visited = [(0, None), (1, Some(false)), (3, Some(true))];
        assert_eq!(
            path.visited,
            visited.map(|(number, then)| Visited { number, then })
        );
    }

    #[test]
    fn decisions_without_effect_are_not_told() {
        let dead = "if score > beta\n  load score\nend\nshorten";
        assert_eq!(
            words(dead, 1),
            ["Shorten once: searches 1 ply instead of 2."]
        );
    }

    #[test]
    fn limits_are_told() {
        assert_eq!(
            words(&"deepen\n".repeat(3), 0),
            ["Deepen 3 times, at most 2 plies either way: searches 4 plies instead of 2."]
        );
        let least = "shorten\nshorten";
        assert_eq!(
            [words(least, 0), words(least, 1)].concat(),
            [
                "Shorten twice: searches 1 ply instead of 2.",
                "Shorten twice: searches 0 plies instead of 2."
            ]
        );
    }

    #[test]
    fn numbers_are_short_and_told_apart() {
        assert_eq!(told_apart([0.5, -3.0]), ["0.5", "\u{2212}3"]);
        assert_eq!(told_apart([0.0, -0.0]), ["0", "0"]);
        assert_eq!(told_apart([100.0, 1e6]), ["100", "1000000"]);
        assert_eq!(told_apart([1.001, 1.0]), ["1.001", "1"]);
        assert_eq!(told_apart([0.0, -1e-7]), ["0", "\u{2212}0.0000001"]);
        let mate = Terminal::Beta.description().greatest;
        assert_eq!(operand(Terminal::Beta, mate, "9"), "beta 9");
        assert_eq!(
            operand(Terminal::Alpha, -mate - 0.1, "9"),
            "alpha (no bound yet)"
        );
        assert_eq!(operand(Terminal::Score, 2.0 * mate, "9"), "score 9");
    }
}
