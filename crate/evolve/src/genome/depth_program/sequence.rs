//! Runs of statements within a program, and how two programs exchange them.

use millipawn_engine::search::evochess::depth::{Program, Statement, program::length};

use crate::genome::{
    depth_program::{Child, Source, random::below},
    draw::Draws,
};

/// Runs that are exchanged differ by at most so many instructions, so that programs do not grow at a bound (our choice).
const MOST_DIFFERENCE: usize = 10;

/// The sequences of a program are numbered: 0 is the program itself, then come `then` and `otherwise` of each if, and after each of them
/// those within it.
type Sequence = usize;

/// Neighbouring statements of one sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    sequence: Sequence,
    start: usize,
    end: usize,
}

/// What runs can be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// All statements. A whole sequence of an if is a run too.
    Statements,
    /// Straight instructions only.
    BranchFree,
}

/// A random run: a random one of the longest runs of the kind, which each sequence or each part of it without ifs is, and a random part
/// of that (our choice). It is empty only in an empty sequence. `None` if there is no run of the kind.
pub(super) fn choose(program: &Program, kind: Kind, draws: &mut Draws) -> Option<Run> {
    let mut longest = Vec::new();
    let mut next = 0;
    add_longest(program.statements(), kind, &mut next, &mut longest);
    if longest.is_empty() {
        return None;
    }
    let whole = longest[below(draws, longest.len())];
    Some(part(whole, draws))
}

fn part(whole: Run, draws: &mut Draws) -> Run {
    if whole.start == whole.end {
        return whole;
    }
    let start = whole.start + below(draws, whole.end - whole.start);
    let end = start + 1 + below(draws, whole.end - start);
    Run {
        start,
        end,
        ..whole
    }
}

/// Adds the longest runs of a sequence and of those within it.
fn add_longest(block: &[Statement], kind: Kind, next: &mut Sequence, found: &mut Vec<Run>) {
    let sequence = *next;
    *next += 1;
    match kind {
        Kind::Statements => found.push(Run {
            sequence,
            start: 0,
            end: block.len(),
        }),
        Kind::BranchFree => found.extend(branch_free(block, sequence)),
    }
    for statement in block {
        if let Statement::If(decision) = statement {
            add_longest(&decision.then, kind, next, found);
            add_longest(&decision.otherwise, kind, next, found);
        }
    }
}

fn branch_free(block: &[Statement], sequence: Sequence) -> impl Iterator<Item = Run> {
    let mut end = 0;
    block
        .chunk_by(|one, two| is_straight(one) && is_straight(two))
        .filter_map(move |chunk| {
            let start = end;
            end += chunk.len();
            is_straight(&chunk[0]).then_some(Run {
                sequence,
                start,
                end,
            })
        })
}

const fn is_straight(statement: &Statement) -> bool {
    matches!(statement, Statement::Do(_))
}

/// The sequence of this number.
fn sequence_of(block: &mut Vec<Statement>, sequence: Sequence) -> &mut Vec<Statement> {
    find(block, &mut { sequence }).expect("a sequence of this program")
}

fn find<'a>(block: &'a mut Vec<Statement>, skip: &mut usize) -> Option<&'a mut Vec<Statement>> {
    if *skip == 0 {
        return Some(block);
    }
    *skip -= 1;
    block.iter_mut().find_map(|statement| match statement {
        Statement::Do(_) => None,
        Statement::If(decision) => match find(&mut decision.then, skip) {
            Some(found) => Some(found),
            None => find(&mut decision.otherwise, skip),
        },
    })
}

impl Run {
    /// The statements of the run, to be changed in place.
    pub(super) fn statements(self, program: &mut Vec<Statement>) -> &mut [Statement] {
        &mut sequence_of(program, self.sequence)[self.start..self.end]
    }

    /// The number of its first instruction, in the order of the text.
    pub(super) fn first(self, program: &Program) -> usize {
        first(program.statements(), self, &mut 0, &mut 0).expect("a sequence of this program")
    }

    /// Takes the run out. Its sequence keeps its number: those within the run come after it.
    fn take(self, program: &mut Vec<Statement>) -> Vec<Statement> {
        let sequence = sequence_of(program, self.sequence);
        sequence.drain(self.start..self.end).collect()
    }

    /// Puts statements where the run was taken out.
    fn put(self, program: &mut Vec<Statement>, statements: Vec<Statement>) {
        let sequence = sequence_of(program, self.sequence);
        sequence.splice(self.start..self.start, statements);
    }
}

/// The number of the first instruction of a run; `count` are before the block.
fn first(block: &[Statement], run: Run, next: &mut Sequence, count: &mut usize) -> Option<usize> {
    let is_its_own = *next == run.sequence;
    *next += 1;
    for (at, statement) in block.iter().enumerate() {
        if is_its_own && at == run.start {
            return Some(*count);
        }
        *count += 1;
        if let Statement::If(decision) = statement {
            let found = first(&decision.then, run, next, count);
            let found = found.or_else(|| first(&decision.otherwise, run, next, count));
            if found.is_some() {
                return found;
            }
        }
    }
    is_its_own.then_some(*count)
}

/// The programs with their runs exchanged; `None` if the runs differ too much in length or a child is over the limits.
pub(super) fn exchange(parents: [&Program; 2], runs: [Run; 2]) -> Option<[Child; 2]> {
    let [mut one, mut two] = parents.map(|parent| parent.clone().into_statements());
    let from_one = runs[0].take(&mut one);
    let from_two = runs[1].take(&mut two);
    let lengths = [length(&from_one), length(&from_two)];
    if lengths[0].abs_diff(lengths[1]) > MOST_DIFFERENCE {
        return None;
    }
    runs[0].put(&mut one, from_two);
    runs[1].put(&mut two, from_one);
    let sources = |which: usize| {
        let mut sources = vec![Source::First; parents[which].length()];
        let first = runs[which].first(parents[which]);
        let received = vec![Source::Second; lengths[1 - which]];
        sources.splice(first..first + lengths[which], received);
        sources
    };
    let child = |statements, which| {
        Some(Child {
            program: Program::new(statements)?,
            sources: sources(which),
            removed: lengths[which],
        })
    };
    Some([child(one, 0)?, child(two, 1)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genome::draw::Purpose;

    const TEXT: &str = "load score
if score > beta
  if depth > alpha
    deepen
  end
  shorten
  shorten
else
  store game
end
add depth";

    fn program(text: &str) -> Program {
        text.parse().expect("a program")
    }

    fn longest(kind: Kind) -> Vec<(usize, usize, usize)> {
        let mut found = Vec::new();
        add_longest(program(TEXT).statements(), kind, &mut 0, &mut found);
        found
            .iter()
            .map(|run| (run.sequence, run.start, run.end))
            .collect()
    }

    #[test]
    fn finds_the_longest_runs() {
        let statements = [(0, 0, 3), (1, 0, 3), (2, 0, 1), (3, 0, 0), (4, 0, 1)];
        assert_eq!(longest(Kind::Statements), statements);
        let branch_free = [(0, 0, 1), (0, 2, 3), (1, 1, 3), (2, 0, 1), (4, 0, 1)];
        let mut found = longest(Kind::BranchFree);
        found.sort_unstable();
        assert_eq!(found, branch_free);
    }

    #[test]
    fn exchanges_runs() {
        let run = |sequence, start, end| Run {
            sequence,
            start,
            end,
        };
        let parents = [program(TEXT), program("deepen\nload alpha")];
        let runs = [run(1, 0, 2), run(0, 1, 2)];
        let children = exchange([&parents[0], &parents[1]], runs).expect("within the limits");
        let texts = [
            "load score\nif score > beta\nload alpha\nshorten\nelse\nstore game\nend\nadd depth",
            "deepen\nif depth > alpha\ndeepen\nend\nshorten",
        ];
        assert_eq!(
            children.clone().map(|child| child.program),
            texts.map(program)
        );
        let of = |which: usize| -> String {
            let lines = children[which].lines().into_iter();
            lines.map(|line| &line.from[..1]).collect()
        };
        assert_eq!([of(0), of(1)], ["ffsfffff", "fssss"].map(str::to_owned));
        // An if with what is in it, and an instruction.
        assert_eq!([3, 1], children.map(|child| child.removed));
    }

    #[test]
    fn refuses_runs_that_differ_too_much_and_children_too_long() {
        let short = program("deepen");
        let run = |end| Run {
            sequence: 0,
            start: 0,
            end,
        };
        let with = |length| {
            let long = program(&"shorten\n".repeat(128));
            exchange([&long, &short], [run(length), run(1)])
        };
        assert!(with(MOST_DIFFERENCE + 1).is_some());
        assert!(with(MOST_DIFFERENCE + 2).is_none());
        assert!(with(0).is_none(), "129 instructions");
    }

    /// Every run can be chosen, and none that is not of its kind.
    #[test]
    fn chooses_all_runs() {
        let program = program(TEXT);
        let mut draws = Draws::derive(1, 0, 0, Purpose::Breeding);
        let mut count = |kind| {
            let mut runs: Vec<Run> = (0..2000)
                .map(|_| choose(&program, kind, &mut draws).expect("a run"))
                .collect();
            runs.sort_unstable_by_key(|run| (run.sequence, run.start, run.end));
            runs.dedup();
            runs.len()
        };
        assert_eq!(count(Kind::Statements), 6 + 6 + 1 + 1 + 1);
        assert_eq!(count(Kind::BranchFree), 1 + 1 + 3 + 1 + 1);
        assert_eq!(
            choose(&Program::default(), Kind::BranchFree, &mut draws),
            None
        );
    }
}
