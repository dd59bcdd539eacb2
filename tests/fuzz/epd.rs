//! EPD -> solve: every line of a suite is a problem that can be searched, or is skipped with a reason.

use millipawn_engine::search::tree::Limits;
use millipawn_evolve::job::suite;
use proptest::prelude::*;
use shakmaty::{CastlingMode, Chess, Move, Position, san::SanPlus};

use super::{
    Target, Verdict,
    mutation::{edited_text, edits},
    positions::{MANY, fens},
    search::{nodes, search},
};

const LETTERS: &[u8] = b"pnbrqkPNBRQK12345678/ wb-KQkq;bmamid\"\\x+#=!?O0-\n\r#,";

#[derive(Clone, Debug)]
struct Input {
    text: String,
    program: usize,
    nodes: u64,
}

/// How a line asks for its moves.
#[derive(Clone, Debug)]
struct Question {
    fen: String,
    /// Whether the counters of the FEN are left out.
    is_short: bool,
    is_uci: bool,
    code: &'static str,
    choices: Vec<u16>,
    id: Option<String>,
}

/// The target.
pub fn target() -> Target {
    let question = (
        fens(MANY),
        any::<bool>(),
        any::<bool>(),
        proptest::sample::select(&["bm", "am"][..]),
        proptest::collection::vec(any::<u16>(), 1..4),
        proptest::option::of("[ -~]{0,12}"),
    )
        .prop_map(|(fen, is_short, is_uci, code, choices, id)| Question {
            fen,
            is_short,
            is_uci,
            code,
            choices,
            id,
        });
    let inputs = (
        proptest::collection::vec(question, 1..3),
        edits(LETTERS),
        0..5_usize,
        nodes(),
    )
        .prop_map(|(questions, edits, program, nodes)| {
            let lines: Vec<String> = questions.iter().map(line).collect();
            Input {
                text: edited_text(lines.join("\n"), &edits),
                program,
                nodes,
            }
        });
    Target::new("epd", [1500, 1_000_000], inputs, check)
}

fn line(question: &Question) -> String {
    let fields = if question.is_short { 4 } else { 6 };
    let fields: Vec<&str> = question.fen.split(' ').take(fields).collect();
    let position = millipawn_engine::chess::game::read_fen(&question.fen).ok();
    let moves: Vec<String> = question
        .choices
        .iter()
        .filter_map(|choice| {
            let position = position.as_ref()?;
            let moves = position.legal_moves();
            let m = *moves.get(usize::from(*choice) % moves.len().max(1))?;
            Some(written(position, m, question.is_uci))
        })
        .collect();
    let id = question
        .id
        .as_ref()
        .map_or_else(String::new, |id| format!(" id \"{id}\";"));
    format!(
        "{} {} {};{id}",
        fields.join(" "),
        question.code,
        moves.join(" ")
    )
}

fn written(position: &Chess, m: Move, is_uci: bool) -> String {
    if is_uci {
        m.to_uci(CastlingMode::Standard).to_string()
    } else {
        SanPlus::from_move(position.clone(), m).to_string()
    }
}

fn check(input: &Input) -> Verdict {
    let (problems, skipped) = suite::read(&input.text);
    for skip in skipped {
        assert!(skip.place > 0 && !skip.reason.is_empty());
    }
    for problem in &problems {
        assert_eq!(
            suite::Problem::read(&problem.text()).as_ref(),
            Some(problem)
        );
        let limits = Limits {
            nodes: input.nodes,
            ..Limits::default()
        };
        let report = search(input.program, problem.position(), &[], &limits);
        let report = report.expect("a problem has a legal move");
        problem.is_right(report.lines[0].moves[0]);
    }
    if problems.is_empty() {
        Verdict::Refused
    } else {
        Verdict::Accepted
    }
}
