//! FEN -> search: a set-up that is let in can be searched by every program, judged in every way and learned from.

use millipawn_engine::{
    Example,
    chess::game::{read_fen, write_fen},
    evaluation::{acpp::Acpp, evochess::EvoChess, falcon::Falcon},
    search::{
        negascout::Negascout,
        packet, statics,
        tree::{Limits, Root},
    },
};
use millipawn_evolve::system::{System, acpp};
use proptest::prelude::*;
use shakmaty::{Chess, Position};

use super::{
    Target, Verdict,
    mutation::{edited_text, edits},
    positions::{MANY, fens},
    search::{nodes, programs, search},
};

/// The letters of FENs.
const LETTERS: &[u8] = b"pnbrqkPNBRQK12345678/ wb-KQkqHAha36abcdefgh0123456789";

#[derive(Clone, Debug)]
struct Input {
    fen: String,
    program: usize,
    nodes: u64,
    lines: usize,
}

/// The target.
pub fn target() -> Target {
    let inputs = (fens(MANY), edits(LETTERS), 0..6_usize, nodes(), 1..4_usize).prop_map(
        |(fen, edits, program, nodes, lines)| Input {
            fen: edited_text(fen, &edits),
            program,
            nodes,
            lines,
        },
    );
    Target::new("fen", [1500, 1_000_000], inputs, check)
}

fn check(input: &Input) -> Verdict {
    let position = match read_fen(&input.fen) {
        Ok(position) => position,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return Verdict::Refused;
        }
    };
    assert_eq!(read_fen(&write_fen(&position)).as_ref(), Ok(&position));
    if input.program == 5 {
        learn(&position);
        return Verdict::Accepted;
    }
    let limits = Limits {
        nodes: input.nodes,
        lines: input.lines,
        ..Limits::default()
    };
    search(input.program, &position, &[], &limits);
    Verdict::Accepted
}

/// The fitness and the opponent of fixed depth, which search a ply or two in full.
fn learn(position: &Chess) {
    let Some(&chosen) = position.legal_moves().first() else {
        return;
    };
    let example = Example::new(position, chosen).expect("a legal set-up can be packed");
    let (unpacked, m) = example.unpack().expect("a packed set-up is as legal");
    assert_eq!((&unpacked, m), (position, chosen));
    assert!(statics::count_matches::<Falcon>(&[[1; 36]], &[example])[0] <= 1);
    let weights = programs(System::ACPP).map(|genome| acpp::weights(&genome));
    assert!(
        packet::count_matches::<Acpp>(&weights, &[example])
            .iter()
            .all(|count| *count <= 1)
    );
    let root = Root {
        position,
        earlier: &[],
    };
    Negascout::new(EvoChess::standard()).search(root, 1, &mut || false);
}
