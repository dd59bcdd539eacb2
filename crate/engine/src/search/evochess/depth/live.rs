//! Which instructions of a program matter: those from which a change of the horizon can follow.
//!
//! The rest computes what nobody reads. It is greyed on the page, and does not count where short programs are preferred.

use crate::search::evochess::depth::{
    program::{Decision, Instruction, Operator, Program, Register, Statement},
    terminal::Terminal,
};

/// A set of the places that instructions write, the accumulator and the registers: a bit for each.
type Places = u8;

const ACCUMULATOR: Places = 1;

const fn place(register: Register) -> Places {
    2 << register as u8
}

const fn read(terminal: Terminal) -> Places {
    match terminal {
        Terminal::Accumulator => ACCUMULATOR,
        Terminal::LevelRegister => place(Register::Level),
        Terminal::SearchRegister => place(Register::Search),
        Terminal::GameRegister => place(Register::Game),
        _ => 0,
    }
}

/// For each instruction whether it is effective: it changes the horizon, or decides or computes what an effective one needs, now or at
/// a later node.
pub fn live(program: &Program) -> Vec<bool> {
    // A register outlives the node. What the next one needs of it is found as the least fixed point: from nothing, until a pass that
    // needs no more than was assumed. There are three registers, so it takes four passes at most.
    let mut needed_later = 0;
    loop {
        let mut pass = Pass {
            needed: needed_later,
            live: Vec::new(),
        };
        pass.block(program.statements());
        let at_start = pass.needed & !ACCUMULATOR;
        if at_start & !needed_later == 0 {
            pass.live.reverse();
            return pass.live;
        }
        needed_later |= at_start;
    }
}

/// The number of effective instructions.
pub fn effective_length(program: &Program) -> usize {
    live(program).into_iter().filter(|live| *live).count()
}

/// The program without the instructions that are not effective: it changes the horizon as the whole one does.
pub fn simplified(program: &Program) -> Program {
    let mut live = live(program).into_iter();
    let kept = without_dead(program.statements(), &mut live);
    Program::new(kept).expect("a part of a program is within its limits")
}

fn without_dead(block: &[Statement], live: &mut impl Iterator<Item = bool>) -> Vec<Statement> {
    let mut kept = Vec::new();
    for statement in block {
        let is_live = live.next() == Some(true);
        // What is in a dead if is dead too; it is visited all the same, for its numbers.
        let statement = match statement {
            Statement::Do(instruction) => Statement::Do(*instruction),
            Statement::If(decision) => Statement::If(Box::new(Decision {
                left: decision.left,
                right: decision.right,
                then: without_dead(&decision.then, live),
                otherwise: without_dead(&decision.otherwise, live),
            })),
        };
        if is_live {
            kept.push(statement);
        }
    }
    kept
}

/// A pass over a program from its end to its start.
struct Pass {
    /// The places that effective instructions after this point may read before they are written.
    needed: Places,
    /// The instructions after this point, the last first.
    live: Vec<bool>,
}

impl Pass {
    fn block(&mut self, block: &[Statement]) {
        for statement in block.iter().rev() {
            match statement {
                Statement::Do(instruction) => self.instruction(*instruction),
                Statement::If(decision) => self.decision(decision),
            }
        }
    }

    fn instruction(&mut self, instruction: Instruction) {
        let (reads, writes) = places(instruction);
        let is_live = writes.is_none_or(|place| self.needed & place != 0);
        if is_live {
            self.needed = self.needed & !writes.unwrap_or(0) | reads;
        }
        self.live.push(is_live);
    }

    /// An if decides something when one of its sequences does something.
    fn decision(&mut self, decision: &Decision) {
        let (after, first) = (self.needed, self.live.len());
        self.block(&decision.otherwise);
        let otherwise = std::mem::replace(&mut self.needed, after);
        self.block(&decision.then);
        let is_live = self.live[first..].contains(&true);
        if is_live {
            self.needed |= otherwise | read(decision.left) | read(decision.right);
        }
        self.live.push(is_live);
    }
}

/// What an instruction reads and the one place that it writes; `None` for a change of the horizon.
fn places(instruction: Instruction) -> (Places, Option<Places>) {
    match instruction {
        Instruction::Compute(operator, terminal) => {
            (read(terminal) | own_operand(operator), Some(ACCUMULATOR))
        }
        Instruction::Store(register) => (ACCUMULATOR, Some(place(register))),
        Instruction::Deepen | Instruction::Shorten => (0, None),
    }
}

const fn own_operand(operator: Operator) -> Places {
    match operator {
        Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide => ACCUMULATOR,
        Operator::Load | Operator::Sine | Operator::Sigmoid => 0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::search::evochess::depth::{
        code::{Code, Registers},
        samples,
    };

    /// A program whose dead lines end in `# dead`, as the analysis should find them.
    fn check(text: &str) {
        let program: Program = text.parse().expect("a program");
        let marks: Vec<bool> = text
            .lines()
            .filter(|line| !matches!(line.trim(), "else" | "end"))
            .map(|line| !line.ends_with("# dead"))
            .collect();
        assert_eq!(live(&program), marks, "{text}");
        let kept = marks.iter().filter(|live| **live).count();
        assert_eq!(effective_length(&program), kept);
        assert_eq!(simplified(&program).length(), kept);
    }

    #[test]
    fn what_nobody_reads_is_dead() {
        check("load score # dead\nstore game # dead");
        check(
            "load score # dead\nload depth\nadd beta\nif accumulator > alpha\n  deepen\nend\nsine score # dead",
        );
        check("load score # dead\nif score > beta # dead\n  load depth # dead\nend");
        check("shorten\nload score # dead\ndeepen");
    }

    #[test]
    fn conditions_count_where_something_follows_from_them() {
        check(
            "load score\nif accumulator > beta\n  load depth\nelse\n  add alpha\nend\nif accumulator > beta\n  deepen\nend",
        );
        // One sequence sets the accumulator anew, the other leaves it as it is: what came before still matters.
        check(
            "load score\nif depth > beta\n  load depth\nend\nif accumulator > beta\n  deepen\nend",
        );
        check(
            "load score # dead\nif depth > beta\n  load depth\nelse\n  load alpha\nend\nif accumulator > beta\n  deepen\nend",
        );
    }

    #[test]
    fn registers_outlive_the_node() {
        check(
            "if game-register > score\n  deepen\nend\nload score\nstore game\nstore search # dead",
        );
        // Each register only feeds the next one, and the last decides.
        check(
            "if level-register > score\n  deepen\nend\nload search-register\nstore level\nload game-register\nstore search\nload score\nstore game",
        );
        // A chain that feeds itself and decides nothing.
        check("load game-register # dead\nadd score # dead\nstore game # dead\ndeepen");
        // Overwritten before anyone reads it.
        check(
            "load score # dead\nstore game # dead\nload depth\nstore game\nif game-register > beta\n  deepen\nend",
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        /// 1000 programs at 200 nodes each, whose registers go on from node to node.
        #[test]
        fn removing_dead_code_changes_nothing(program in samples::program(), seed in any::<u64>()) {
            let simple = simplified(&program);
            prop_assert_eq!(simple.length(), effective_length(&program));
            let codes = [Code::from(&program), Code::from(&simple)];
            let mut registers = [Registers::new(), Registers::new()];
            for node in samples::nodes(seed, 200) {
                let [whole, short] = [0, 1].map(|which| {
                    let (registers, mut inputs) = (&mut registers[which], node.inputs);
                    node.prepare(registers);
                    codes[which].run(registers, node.ply, node.horizon, &mut inputs)
                });
                prop_assert_eq!(whole, short);
            }
        }

        #[test]
        fn there_is_nothing_left_to_simplify(program in samples::program()) {
            let simple = simplified(&program);
            prop_assert!(live(&simple).iter().all(|live| *live));
        }
    }
}
